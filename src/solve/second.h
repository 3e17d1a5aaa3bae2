// SPDX-License-Identifier: MIT
// A second look, by reading, at chains that games leave unclear.

#ifndef KIFU_SOLVE_SECOND_H
#define KIFU_SOLVE_SECOND_H

#include "base/arena.h"
#include "board/score.h"

/* ---- second.c -------------------------------------------------------- doc/spec/score.md ---- */

// Reads the group of the stone. `percent` says, one element a point, in how many of 100 games what
// lies there lasted: reading takes the stones around the group to be safe, so it is trusted only
// where games say that they are. False: it does not come to an end, or cannot be trusted.
bool kf_second_look(const kf_board *board, kf_point stone, const uint8_t *percent, kf_arena *arena,
                    kf_status *status);

#endif
