// SPDX-License-Identifier: MIT
// PNG, PDF and EPS: one way of drawing for the three entries in the list of writers.

#ifndef KIFU_DRAW_CAIRO_WRITE_H
#define KIFU_DRAW_CAIRO_WRITE_H

#include "draw/cairo_canvas.h"
#include "draw/writer.h"

/* ---- cairo_write.c --------------------------------------------------- doc/spec/png.md ---- */

// Writes the job's figures, one a page.
bool kf_cairo_write(const kf_drawing_job *job, kf_cairo_kind kind, kf_log *log);

#endif
