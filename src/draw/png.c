// SPDX-License-Identifier: MIT
// PNG: its entry in the list of writers.

#ifdef KIFU_HAVE_CAIRO

#include "draw/cairo_write.h"

static bool write(const kf_drawing_job *job, kf_log *log) {
    return kf_cairo_write(job, KF_CAIRO_PNG, log);
}

const kf_writer kf_png_writer = {
    .name = "png",
    .title = "Portable Network Graphics",
    .suffixes = ".png",
    .write = write,
};

#else
typedef int kf_png_is_not_built; // a file may not be empty
#endif
