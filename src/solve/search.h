// SPDX-License-Identifier: MIT
// Games played to the end in which both players learn from the games before.

#ifndef KIFU_SOLVE_SEARCH_H
#define KIFU_SOLVE_SEARCH_H

#include "solve/playout.h"

// A node of the tree: the move that led there, and what the games through it came to, for the
// player who made the move. Sums are in points, from a score that was expected.
typedef struct kf_search_node {
    int32_t child; // the first, 0 for none
    int32_t next;
    uint16_t at; // the cell, 0 for a pass
    uint8_t is_open;
    uint8_t spare;
    int32_t games;
    int32_t sum;
    int32_t near_games; // in which the player made the move at any later time
    int32_t near_sum;
} kf_search_node;

#define KF_SEARCH_NODES 32768

typedef struct kf_search {
    kf_playout playout;
    kf_board board; // at the root
    kf_colour to_move;
    kf_playout_tally *tally; // takes the ends of all games
    int expected;            // score, in points for Black
    int count;
    kf_search_node node[KF_SEARCH_NODES];
} kf_search;

// Plays `games` games from the position, growing the tree where it matters. The playout must have
// been made ready by kf_playout_init.
void kf_search_run(kf_search *search, int games);

#endif
