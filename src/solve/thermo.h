// SPDX-License-Identifier: MIT
// Thermographs: what a local position is worth to each side at every temperature.

#ifndef KIFU_SOLVE_THERMO_H
#define KIFU_SOLVE_THERMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

// All numbers are points in units of 1/KF_THERMO_ONE. A move in a small end play is worth a number
// with a power of two below the line, so these units lose nothing up to twelve halvings.
enum { KF_THERMO_ONE = 4096, KF_THERMO_KNOTS = 12 };

// The walls of a position: what it is worth when Black moves first (left) and when White does
// (right), if every move costs `t`. Straight between the knots; at the last one both walls meet,
// and from there on it is worth `mean` whoever moves.
typedef struct kf_thermo {
    int32_t count;
    int32_t mean, temperature;
    int32_t t[KF_THERMO_KNOTS], left[KF_THERMO_KNOTS], right[KF_THERMO_KNOTS];
} kf_thermo;

// Each thermograph once; numbers stand for them, from 1 on.
typedef struct kf_thermo_pool {
    kf_arena *arena;
    kf_thermo *items;
    size_t count, capacity;
    uint32_t *buckets; // 0: none
    size_t bucket_count;
    bool is_exact; // no number had to be rounded and no knot left out
} kf_thermo_pool;

/* ---- thermo.c ------------------------------------------------------ doc/spec/endgame.md ---- */

// An empty pool. It grows in the arena, so all calls that may add to it are made in a protected
// call.
void kf_thermo_start(kf_thermo_pool *pool, kf_arena *arena);
// The number of the thermograph of a position from those of what Black (left) and White (right) can
// move to. `score` is what it is worth when nobody moves there any more.
uint32_t kf_thermo_make(kf_thermo_pool *pool, const uint32_t *left, size_t left_count,
                        const uint32_t *right, size_t right_count, int32_t score);
// The walls at a temperature.
int32_t kf_thermo_left(const kf_thermo *thermo, int32_t t);
int32_t kf_thermo_right(const kf_thermo *thermo, int32_t t);

static inline const kf_thermo *kf_thermo_at(const kf_thermo_pool *pool, uint32_t number) {
    return &pool->items[number - 1];
}

#endif
