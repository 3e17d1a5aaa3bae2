// SPDX-License-Identifier: MIT
// EPS: its entry in the list of writers.

#ifdef KIFU_HAVE_CAIRO

#include "draw/cairo_write.h"

static bool write(const kf_drawing_job *job, kf_log *log) {
    return kf_cairo_write(job, KF_CAIRO_EPS, log);
}

const kf_writer kf_eps_writer = {
    .name = "eps",
    .title = "Encapsulated PostScript",
    .suffixes = ".eps",
    .write = write,
};

#else
typedef int kf_eps_is_not_built; // a file may not be empty
#endif
