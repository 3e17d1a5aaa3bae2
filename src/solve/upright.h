// SPDX-License-Identifier: MIT
// One form for all positions that are the same but for how the board is turned and who has which
// colour.

#ifndef KIFU_SOLVE_UPRIGHT_H
#define KIFU_SOLVE_UPRIGHT_H

#include "board/board.h"

/* ---- upright.c ------------------------------------------------------- doc/spec/life.md ---- */

// How a position is brought to that form.
typedef struct kf_upright {
    int width, height; // as it lies
    int turn;          // bit 0 mirrors columns, bit 1 rows, bit 2 swaps both after that
    bool swaps;        // the colours
} kf_upright;

// Chooses the form, in which `mover` is Black.
void kf_upright_find(const kf_board *board, kf_colour mover, kf_upright *how);
// Without a ban of a ko: the positions of problems have no last move.
void kf_upright_board(const kf_upright *how, const kf_board *from, kf_board *to);
kf_colour kf_upright_colour(const kf_upright *how, kf_colour colour);
// A point as it lies, in that form; and the other way. KF_PASS and KF_NOWHERE stay what they are.
kf_point kf_upright_point(const kf_upright *how, kf_point point);
kf_point kf_upright_back(const kf_upright *how, kf_point point);

#endif
