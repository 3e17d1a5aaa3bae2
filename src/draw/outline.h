// SPDX-License-Identifier: MIT
// The outlines of marks and of heads of arrows, for writers that draw lines.

#ifndef KIFU_DRAW_OUTLINE_H
#define KIFU_DRAW_OUTLINE_H

#include "draw/scene.h"

// A mark within a circle of radius 100: runs of points, or a circle. The commands stand for one
// point each: `M` begins a run, `L` draws a line to the point, `z` closes the run and has none.
typedef struct kf_outline {
    const char *commands; // "" for a circle
    const int8_t (*points)[2];
    int radius;    // of the circle
    bool is_solid; // filled, not stroked
} kf_outline;

/* ---- outline.c ------------------------------------------------------ doc/spec/png.md ---- */

const kf_outline *kf_outline_of(kf_mark mark);

// The head of an arrow that ends at x2, y2 and where its shaft ends: `base` and the two corners.
typedef struct kf_arrow {
    double base_x, base_y, left_x, left_y, right_x, right_y;
} kf_arrow;

// The arrow from one place to another, `unit` being the distance between two lines. False: both
// places are one.
bool kf_outline_arrow(double x, double y, double x2, double y2, double unit, kf_arrow *arrow);

#endif
