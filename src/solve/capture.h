// SPDX-License-Identifier: MIT
// Whether a chain can be captured, read move by move.

#ifndef KIFU_SOLVE_CAPTURE_H
#define KIFU_SOLVE_CAPTURE_H

#include "board/board.h"

// Whether the opponent of a chain takes it when he moves first: by ataris and by filling its last
// two or three liberties. Reads at most `moves` moves; a chain that is not caught by then is taken
// to be safe. The board is as before when the answer is given.
bool kf_capture_attack(kf_board *board, kf_point stone, int moves);
// The move that begins the attack, or KF_NOWHERE.
kf_point kf_capture_find(kf_board *board, kf_point stone, int moves);
// Whether the owner of the chain saves it when he moves first.
bool kf_capture_defend(kf_board *board, kf_point stone, int moves);
// Moves that may save a chain: its liberties, and those of the chains around it that have one or
// two. At most `max` are written; returns how many.
int kf_capture_replies(const kf_board *board, kf_point stone, kf_point *points, int max);

#endif
