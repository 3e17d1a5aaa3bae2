// SPDX-License-Identifier: MIT
// Bent four in the corner: a group that its opponent can bring into a ko when he likes.

#ifndef KIFU_SOLVE_CORNER_H
#define KIFU_SOLVE_CORNER_H

#include "board/board.h"

/* ---- corner.c -------------------------------------------------------- doc/spec/score.md ---- */

enum { KF_CORNERS = 4 };

typedef struct kf_corner {
    kf_point bait;  // a stone of the three that lie in the corner
    kf_point group; // a stone of the chain around them
} kf_corner;

// Looks for it in one of the corners, from 0. Three men lie in the corner in a row or bent around
// it; a single chain of the other colour encloses them with two vacant points, which are all the
// liberties of both. The owner of the three can add a fourth to make the bent four, and no shape
// that kills outright; the other can do nothing, for either point would leave him one liberty.
// Whether the men around the chain live is for the caller to know.
bool kf_corner_find(const kf_board *board, int which, kf_corner *corner);

#endif
