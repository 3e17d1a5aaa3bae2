// SPDX-License-Identifier: MIT
// Chains that live whatever the opponent does, even if their owner always passes.

#ifndef KF_BOARD_BENSON_H
#define KF_BOARD_BENSON_H

#include "board.h"

/* ---- benson.c ------------------------------------------------------- doc/spec/rules.md ---- */

// Points of the largest board: the size of an array with one element a point. The element of a
// point is at row * width + column.
enum { KF_BOARD_POINTS = KF_BOARD_MAX * KF_BOARD_MAX };

static inline int kf_benson_index(const kf_board *board, kf_point point) {
    return kf_point_row(point) * board->width + kf_point_column(point);
}

// Marks in `alive`, one element a point, all stones of the colour that are alive unconditionally
// (D. B. Benson 1976: pass-alive, the book's "absolutely safe"), and clears all other elements.
// `suicide`: the rules let the opponent play it; then an eye may hold no stone out of touch.
// Returns how many stones it marked.
int kf_benson_find(const kf_board *board, kf_colour colour, bool suicide, bool *alive);
// Marks in `safe` the vacant points and the men of the opponent within the eyes of such stones:
// regions that touch no other stone of the colour and in which the opponent cannot live, for they
// have no more than one point away from the stones. `alive` is the answer of kf_benson_find.
void kf_benson_eyes(const kf_board *board, kf_colour colour, const bool *alive, bool *safe);

#endif
