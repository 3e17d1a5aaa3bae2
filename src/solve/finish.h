// SPDX-License-Identifier: MIT
// Playing the last moves of a game: neutral points, and what they force.

#ifndef KIFU_SOLVE_FINISH_H
#define KIFU_SOLVE_FINISH_H

#include "board/score.h"
#include "solve/playout.h"

// A position being brought to its end. `status` says which stones are dead; `tally` what games
// from the position came to.
typedef struct kf_finish {
    kf_board board;
    kf_colour to_move;
    uint8_t status[KF_BOARD_POINTS]; // kf_status
    uint8_t filled[KF_BOARD_POINTS]; // kf_colour of a move made here, by kf_benson_index
    const kf_playout_tally *tally;
    bool mixed[KF_BOARD_CELLS];    // vacant or dead, in a region that touches both colours
    uint8_t sides[KF_BOARD_CELLS]; // of such a cell: bits of the live colours beside it
    uint32_t variation;            // another order of what is equally urgent
    bool is_keen;                  // fills first what costs the other player a point
    int moves;
    int passes[3]; // by colour, those at the end too
    int idle;      // passes in a row
} kf_finish;

// Finds which cells lie in regions that touch both colours.
void kf_finish_mixed(kf_finish *finish);
// Whether a live man of the opponent stands beside the chain on the cell: dead ones take nothing.
bool kf_finish_is_faced(const kf_finish *finish, uint32_t at);
// Makes the next move of the player whose turn it is, or passes for him.
void kf_finish_step(kf_finish *finish);
void kf_finish_pass(kf_finish *finish);
// Fills the neutral points by turns, and connects what is put into atari, until none is left.
void kf_finish_run(kf_finish *finish);
// Makes a move and sees to it that the arrays follow. Stones put there are alive.
bool kf_finish_play(kf_finish *finish, uint32_t at, kf_colour colour);

#endif
