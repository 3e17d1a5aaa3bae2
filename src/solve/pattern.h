// SPDX-License-Identifier: MIT
// Small shapes around a point at which players like to answer.

#ifndef KIFU_SOLVE_PATTERN_H
#define KIFU_SOLVE_PATTERN_H

#include "board/board.h"

// One bit for each way in which the eight points around a point can be occupied: vacant, own,
// the opponent's, off the board. Two bits a point, in the order of kf_pattern_around.
#define KF_PATTERN_BYTES (65536 / 8)

typedef struct kf_patterns {
    uint8_t bits[KF_PATTERN_BYTES];
} kf_patterns;

// Fills the table: hane, cut, push, block and their like, turned, mirrored, and for both players.
void kf_pattern_fill(kf_patterns *patterns);
// What lies around a cell, as an index of the table.
uint32_t kf_pattern_around(const kf_board *board, uint32_t at);

static inline bool kf_pattern_has(const kf_patterns *patterns, uint32_t around) {
    return patterns->bits[around / 8] >> (around % 8) & 1;
}

#endif
