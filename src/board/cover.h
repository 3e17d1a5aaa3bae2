// SPDX-License-Identifier: MIT
// Territories in several rectangles.

#ifndef KF_BOARD_COVER_H
#define KF_BOARD_COVER_H

#include <kifu/board.h>

/* ---- cover.c ----------------------------------------------------- doc/spec/score.md ---- */

enum { KF_COVER_MOST = 24 };

// What a point is for the territory that is covered: its own, a stone of its wall that may be taken
// away, or neither.
enum { KF_COVER_NO, KF_COVER_OWN, KF_COVER_WALL };

typedef struct kf_cover_rectangle {
    uint8_t x, y, width, height;
} kf_cover_rectangle;

typedef struct kf_cover {
    int width, height;             // of the board
    uint8_t cell[KF_BOARD_POINTS]; // KF_COVER_…, in the order of kf_benson_index
    int keep;                      // points that the territory keeps, at most those of its own
    int count;
    kf_cover_rectangle rectangle[KF_COVER_MOST];
    int rest;  // points that are in no rectangle
    int walls; // stones that were taken from the wall
} kf_cover;

// Finds rectangles with a side of 5 or 10, none over another: the rest is as small as can be, then
// the number of wall stones taken, then that of rectangles. All ways are tried on small boards; on
// large ones, as many as a fixed amount of work allows, large rectangles first.
void kf_cover_find(kf_cover *cover);

#endif
