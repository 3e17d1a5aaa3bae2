// SPDX-License-Identifier: MIT
// A picture's shapes on a canvas.

#ifndef KIFU_DRAW_CAIRO_PAINT_H
#define KIFU_DRAW_CAIRO_PAINT_H

#include "draw/cairo_canvas.h"
#include "draw/shape.h"

/* ---- cairo_paint.c --------------------------------------------------- doc/spec/png.md ---- */

// Draws the picture with its upper left corner at x, y, so that it becomes as wide as that.
void kf_cairo_paint(kf_cairo_canvas *canvas, const kf_picture *picture, const kf_style *style,
                    double x, double y, double width);

#endif
