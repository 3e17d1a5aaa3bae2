// SPDX-License-Identifier: MIT
// How far either side of a life-and-death question looks from what it wants.

#ifndef KIFU_SOLVE_OUTLOOK_H
#define KIFU_SOLVE_OUTLOOK_H

#include "solve/eyespace.h"

/* ---- outlook.c ------------------------------------------------------- doc/spec/life.md ---- */

// A guess at the positions that must still be won: to take the target, and to save it.
typedef struct kf_outlook {
    uint32_t kill;
    uint32_t live;
} kf_outlook;

// Guesses at a position that must be read; `seen` is what a glance says of it.
kf_outlook kf_outlook_find(const kf_local_map *map, const kf_local *at, const kf_eyespace *seen);

#endif
