// SPDX-License-Identifier: MIT
// A region of a board as a board of its own: what lies outside is safe and stays as it is.

#ifndef KIFU_SOLVE_ENDBOARD_H
#define KIFU_SOLVE_ENDBOARD_H

#include "board/board.h"
#include "solve/cells.h"

enum { KF_ENDBOARD_MOST = 64 };

// The region. Sets of its points are bits, in the order of the board.
typedef struct kf_endboard {
    int count, width;
    uint64_t inner_left, inner_right; // the points that have one to their left, to their right
    kf_point point[KF_ENDBOARD_MOST];
    uint64_t beside[KF_ENDBOARD_MOST]; // the points of the region next to each
    uint64_t
        touches[3]; // points next to stones outside, by colour; [0]: next to vacant points outside
    kf_colour favoured; // who retakes every ko; the other player may not retake any
} kf_endboard;

// A position in it.
typedef struct kf_endposition {
    uint64_t stones[3]; // by colour; [0] is where a ko may not be retaken
} kf_endposition;

/* ---- endboard.c ---------------------------------------------------- doc/spec/endgame.md ---- */

// Makes the region that goes from one point to the other, corner to corner, and the position in it.
// False: it has more than KF_ENDBOARD_MOST points.
bool kf_endboard_make(kf_endboard *region, const kf_board *board, kf_point corner,
                      kf_point opposite, kf_endposition *position);
// Plays a move. False: the rules forbid it. `is_ko` is set when a ko is taken.
bool kf_endboard_play(const kf_endboard *region, kf_endposition *position, int at, kf_colour colour,
                      bool *is_ko);
// Gives territory to its owner where no move can change anything, by filling it with his men.
void kf_endboard_settle(const kf_endboard *region, kf_endposition *position);
// The points where it makes sense for the colour to play, on a settled position: vacant, and not an
// eye of one chain.
uint64_t kf_endboard_moves(const kf_endboard *region, const kf_endposition *position,
                           kf_colour colour);
// The men of that colour that cannot be taken.
uint64_t kf_endboard_safe(const kf_endboard *region, const kf_endposition *position,
                          kf_colour colour);
// Who has each point as the stones lie, dead or not: sets by colour. Shared points are in none.
void kf_endboard_owners(const kf_endboard *region, const kf_endposition *position,
                        uint64_t owned[3]);

// How many points a set has.
static inline int kf_endboard_size(uint64_t set) {
    return kf_cells_bits(set);
}
// Private: the first point of a set that is not empty.
static inline int kf_endboard_first(uint64_t set) {
    return kf_cells_bits((set & (0 - set)) - 1);
}

#endif
