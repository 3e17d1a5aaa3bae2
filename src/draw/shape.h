// SPDX-License-Identifier: MIT
// A scene as a list of shapes with places and sizes: what every graphical writer draws in order.

#ifndef KIFU_DRAW_SHAPE_H
#define KIFU_DRAW_SHAPE_H

#include <kifu/kifu.h>

#include "base/arena.h"
#include "draw/scene.h"

typedef enum kf_shape_kind {
    KF_SHAPE_PAPER,     // the whole picture: x, y, x2, y2 are its corners
    KF_SHAPE_BOARD,     // the board's surface, likewise
    KF_SHAPE_GRID,      // a line of the board from x, y to x2, y2; `is_edge`: the board ends there
    KF_SHAPE_HOSHI,     // a dot
    KF_SHAPE_STONE,     // of `colour` with radius `size`
    KF_SHAPE_GHOST,     // the same, faint
    KF_SHAPE_TERRITORY, // a small square of `colour`
    KF_SHAPE_MARK,      // `mark` within radius `size`
    KF_SHAPE_CLEAR,     // the board's colour, `width` by 2 `size`, so that no line crosses a label
    KF_SHAPE_LABEL,     // `text` on a point; `size` is its height, `width` what it may take
    KF_SHAPE_LINE,      // LN
    KF_SHAPE_ARROW,     // AR, the head at x2, y2
    KF_SHAPE_DIM,       // a veil over the square around a point, `size` is half its side
    KF_SHAPE_NAME,      // a coordinate along the edge
    KF_SHAPE_TITLE,     // a line of text above the board
    KF_SHAPE_CAPTION,   // a line of text below it
    KF_SHAPE_NOTE,      // a line of text below the caption
    KF_SHAPE_COUNT
} kf_shape_kind;

// Lengths are in thousandths of the distance between two lines; x grows to the right and y down,
// from the upper left corner of the picture. Whole numbers, so that every machine draws the same.
typedef struct kf_shape {
    uint8_t kind;   // kf_shape_kind
    uint8_t colour; // kf_colour of a stone, a ghost or a territory
    uint8_t mark;   // kf_mark
    uint8_t on;     // kf_colour of the stone below a mark or a label; KF_EMPTY: the board
    bool is_edge;
    kf_point point; // of the record's board, for what stands on a point; KF_NOWHERE else
    int x, y, x2, y2;
    int size, width;
    kf_text text;
} kf_shape;

// The picture of one scene, in the arena of the scene.
typedef struct kf_picture {
    const kf_scene *scene;
    kf_shape *shapes; // in the order in which they are drawn
    size_t count;
    int width, height; // in thousandths of the distance between two lines
    int x, y;          // where the upper left point of the region lies
} kf_picture;

/* ---- shape.c -------------------------------------------------------- doc/spec/draw.md ---- */

// Lays out the scene. Labels are fitted: `size` is chosen by the length of the text so that three
// digits stay inside a stone. Call it in a protected call of the arena.
kf_picture *kf_shape_list(kf_arena *arena, const kf_scene *scene);
// About how wide the text is at that height, without a font: wide signs of East Asia count twice.
int kf_shape_text_width(kf_text text, int height);

#endif
