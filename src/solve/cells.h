// SPDX-License-Identifier: MIT
// Sets of up to 128 cells, as two words: the unit in which a small part of a board is read.

#ifndef KIFU_SOLVE_CELLS_H
#define KIFU_SOLVE_CELLS_H

#include <stdbool.h>
#include <stdint.h>

// The most cells that a set can have; they are numbered from 0.
#define KF_CELLS_MAX 128

typedef struct kf_cells {
    uint64_t low, high;
} kf_cells;

static inline kf_cells kf_cells_of(int cell) {
    return cell < 64 ? (kf_cells){UINT64_C(1) << cell, 0}
                     : (kf_cells){0, UINT64_C(1) << (cell - 64)};
}
static inline kf_cells kf_cells_and(kf_cells a, kf_cells b) {
    return (kf_cells){a.low & b.low, a.high & b.high};
}
static inline kf_cells kf_cells_or(kf_cells a, kf_cells b) {
    return (kf_cells){a.low | b.low, a.high | b.high};
}
static inline kf_cells kf_cells_minus(kf_cells a, kf_cells b) {
    return (kf_cells){a.low & ~b.low, a.high & ~b.high};
}
static inline bool kf_cells_none(kf_cells a) {
    return (a.low | a.high) == 0;
}
static inline bool kf_cells_meet(kf_cells a, kf_cells b) {
    return ((a.low & b.low) | (a.high & b.high)) != 0;
}
static inline bool kf_cells_has(kf_cells a, int cell) {
    return ((cell < 64 ? a.low >> cell : a.high >> (cell - 64)) & 1) != 0;
}
static inline bool kf_cells_within(kf_cells a, kf_cells b) {
    return ((a.low & ~b.low) | (a.high & ~b.high)) == 0;
}
static inline bool kf_cells_same(kf_cells a, kf_cells b) {
    return a.low == b.low && a.high == b.high;
}

// The place of the lowest bit of a word that is not 0: the compiler knows an instruction for it.
#if defined(__GNUC__)
#define KF_CELLS_LOWEST(word) __builtin_ctzll(word)
#else
#define KF_CELLS_LOWEST(word) kf_cells_bits(((word) & (0 - (word))) - 1)
#endif

static inline int kf_cells_bits(uint64_t word) {
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)((word * UINT64_C(0x0101010101010101)) >> 56);
}
static inline int kf_cells_count(kf_cells a) {
    return kf_cells_bits(a.low) + kf_cells_bits(a.high);
}
// The lowest cell of a set that is not empty.
static inline int kf_cells_first(kf_cells a) {
    return a.low != 0 ? KF_CELLS_LOWEST(a.low) : 64 + KF_CELLS_LOWEST(a.high);
}
// The set without its lowest cell.
static inline kf_cells kf_cells_rest(kf_cells a) {
    return a.low != 0 ? (kf_cells){a.low & (a.low - 1), a.high}
                      : (kf_cells){0, a.high & (a.high - 1)};
}

#endif
