// SPDX-License-Identifier: MIT
// PDF: its entry in the list of writers.

#ifdef KIFU_HAVE_CAIRO

#include "draw/cairo_write.h"

static bool write(const kf_drawing_job *job, kf_log *log) {
    return kf_cairo_write(job, KF_CAIRO_PDF, log);
}

const kf_writer kf_pdf_writer = {
    .name = "pdf",
    .title = "Portable Document Format",
    .suffixes = ".pdf",
    .takes_many = true,
    .write = write,
};

#else
typedef int kf_pdf_is_not_built; // a file may not be empty
#endif
