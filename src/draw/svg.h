// SPDX-License-Identifier: MIT
// Pictures as SVG, shape by shape, for writers that put something around a shape.

#ifndef KIFU_DRAW_SVG_H
#define KIFU_DRAW_SVG_H

#include "draw/writer.h"

typedef struct kf_svg kf_svg;

/* ---- svg.c ---------------------------------------------------------- doc/spec/draw.md ---- */

// Writes what stands before the first shape.
kf_svg *kf_svg_begin(const kf_drawing_job *job, const kf_picture *picture);
// Writes a shape; shapes of one kind that follow one another share a group.
void kf_svg_shape(kf_svg *svg, const kf_shape *shape);
// The same with elements around it, such as `<g>` and `</g>`.
void kf_svg_shape_within(kf_svg *svg, const kf_shape *shape, const char *before, const char *after);
// Ends the picture. False when the sink stopped.
bool kf_svg_end(kf_svg *svg);

#endif
