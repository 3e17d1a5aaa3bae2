// SPDX-License-Identifier: MIT
// Play to the end of a game by chance and common sense, for judging what no rule decides.

#ifndef KIFU_SOLVE_PLAYOUT_H
#define KIFU_SOLVE_PLAYOUT_H

#include "board/benson.h"
#include "board/board.h"
#include "solve/pattern.h"

// A game under way. The vacant cells stand in a list, and each knows its place in it. Fields are
// for reading.
typedef struct kf_playout {
    kf_board board;
    kf_patterns patterns;
    uint64_t random;
    uint32_t last;          // the cell of the last move, 0 for a pass
    uint32_t last_captured; // how many men it took
    int count;              // vacant cells at which the players may play
    uint16_t vacant[KF_BOARD_POINTS];
    uint16_t place[KF_BOARD_CELLS];
    bool fixed[KF_BOARD_CELLS];    // cells at which nobody plays
    uint8_t first[KF_BOARD_CELLS]; // who played first on the cell since the game was set up
} kf_playout;

// What games made of every point, indexed as kf_benson_index does.
typedef struct kf_playout_tally {
    uint32_t owned[3][KF_BOARD_POINTS]; // by colour: how often it was that player's at the end
    uint32_t shared[KF_BOARD_POINTS];   // how often it stayed vacant between men of both
    uint32_t games;
} kf_playout_tally;

// Makes ready for games: the table of shapes and the random numbers, which are the same on every
// machine. `fixed` marks points, by kf_benson_index, at which nobody plays; it may be NULL.
void kf_playout_init(kf_playout *g, const kf_board *board, const bool *fixed, uint64_t seed);
// Sets a game up at a position.
void kf_playout_start(kf_playout *g, const kf_board *board);
// Plays a given move, a cell or 0 for a pass. False: it is against the rules, and not played.
bool kf_playout_play(kf_playout *g, uint32_t at, kf_colour colour);
// Whether a sensible player would consider the cell: it is legal, no own eye, and no gift.
bool kf_playout_is_sensible(const kf_playout *g, uint32_t at, kf_colour colour);
// Plays on to the end, `colour` first. The players save and take what stands in atari, take away
// eyes, answer by shape, fill no eye of their own and put no large chain into atari.
void kf_playout_finish(kf_playout *g, kf_colour colour);
// Counts the end of a game by area, in points by which Black leads, and adds it to the tally,
// which may be NULL.
int kf_playout_count(const kf_playout *g, kf_playout_tally *tally);

#endif
