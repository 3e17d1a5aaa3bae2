// SPDX-License-Identifier: MIT
// What a picture shows: one figure of a game, point by point, known to no drawing library.

#ifndef KIFU_DRAW_SCENE_H
#define KIFU_DRAW_SCENE_H

#include <kifu/kifu.h>

#include "base/arena.h"
#include "board/board.h"
#include "draw/figure.h"

// A sign on a point, drawn on a stone or on an empty point. SGF has no property for a diamond
// and for a check mark; they are Ishi's `\d` and `\c`.
typedef enum kf_mark {
    KF_MARK_NONE,
    KF_MARK_TRIANGLE, // TR, `\t`
    KF_MARK_SQUARE,   // SQ, `\s`
    KF_MARK_CIRCLE,   // CR
    KF_MARK_CROSS,    // MA
    KF_MARK_SELECTED, // SL
    KF_MARK_DIAMOND,  // `\d`
    KF_MARK_CHECK,    // `\c`
    KF_MARK_LAST,     // the move that was played last, when nothing else stands on it
    KF_MARK_COUNT
} kf_mark;

// One point of the region.
typedef struct kf_scene_point {
    kf_text label;     // a number, letters or any short text; empty when there is none
    kf_point point;    // of the record's board, before any turning
    uint8_t stone;     // kf_colour
    uint8_t ghost;     // kf_colour of a variation's first stone, drawn faint on an empty point
    uint8_t territory; // kf_colour of TB or TW, drawn as a small sign
    uint8_t mark;      // kf_mark
    bool is_numbered;  // the label is a move's number
    bool is_dimmed;    // DD
    bool is_hidden;    // VW leaves it out: not even the lines are drawn
    bool is_hoshi;
} kf_scene_point;

// AR or LN, from the middle of one point to that of another. Both ends lie in the region.
typedef struct kf_scene_line {
    kf_point from, to; // points of the board as it is shown
    bool is_arrow;
} kf_scene_line;

// One figure. Texts and arrays live in the arena that it was made in. Everything is told as it is
// shown: on a board that was turned, the first row is the one that lies on top now.
typedef struct kf_scene {
    int board_width, board_height;   // of the whole board, in points
    int record_width, record_height; // of the board before any turning, for its points' names
    int left, top, columns, rows;    // the region that is drawn, in points of the board
    kf_coords coords;                // the form in which points are named
    uint8_t sides;                   // where names stand along the edges: KF_SIDE_… joined by |
    kf_text *column_names;           // one for each column of the region, as they stand on an edge
    kf_text *row_names;              // one for each row of the region
    kf_scene_point *points;          // rows * columns, row by row from the top
    kf_scene_line *lines;
    size_t line_count;
    kf_text title;   // above: the game, or N of the node; may be empty
    kf_text caption; // below: "Figure 1 (1-50)", "Variation 2 at move 8"
    kf_text *notes;  // below the caption: "112 at 20", "46 takes ko at 40"
    size_t note_count;
    kf_text comment;               // C of the last node, plain text; for books and descriptions
    kf_text alternative;           // the picture in words, for those who cannot see it
    int first_number, last_number; // printed on the stones; 0 when there are none
    kf_colour to_move;             // who plays next, KF_EMPTY when either may
} kf_scene;

/* ---- scene.c -------------------------------------------------------- doc/spec/draw.md ---- */

// Makes the scene of one figure. Call it in a protected call of the arena.
kf_scene *kf_scene_new(kf_arena *arena, const kf_record *record, const kf_figure *figure);
// The point of the scene at that point of the shown board, or NULL when the region leaves it out.
kf_scene_point *kf_scene_at(const kf_scene *scene, kf_point point);
// The scene of a board with all its edges named; the point `last`, if it is on the board, has the
// sign of a last move, also when the stone is gone.
kf_scene *kf_scene_board(kf_arena *arena, const kf_board *board, kf_point last, kf_coords coords);
// A scene of an empty board of that size; of the figure only counts how the board is shown.
kf_scene *kf_scene_empty(kf_arena *arena, int width, int height, const kf_figure *figure);

#endif
