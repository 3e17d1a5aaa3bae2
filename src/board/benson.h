// SPDX-License-Identifier: MIT
// Chains that live whatever happens and their eyes, found together.

#ifndef KF_BOARD_BENSON_H
#define KF_BOARD_BENSON_H

#include <kifu/board.h>

/* ---- benson.c ---------------------------------------------------- doc/spec/rules.md ---- */

// What kf_benson_find and then kf_benson_eyes say, of the same regions. Without a stone that lives
// `safe` stays as it is.
int kf_benson_life(const kf_board *board, kf_colour colour, bool suicide, bool *alive, bool *safe);

#endif
