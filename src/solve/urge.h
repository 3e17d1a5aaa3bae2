// SPDX-License-Identifier: MIT
// Which moves look promising, before anything is read.

#ifndef KIFU_SOLVE_URGE_H
#define KIFU_SOLVE_URGE_H

#include "solve/local.h"

/* ---- urge.c ---------------------------------------------------------- doc/spec/life.md ---- */

// Cells by urgency: the last liberties of chains; the last two, and those of the target; and all
// cells that touch a stone.
typedef struct kf_urge {
    kf_cells last;
    kf_cells close;
    kf_cells near;
} kf_urge;

// What a pass costs: nothing, for what answers a pass answers most other moves, too.
enum { KF_URGE_PASS = 0 };

kf_urge kf_urge_find(const kf_local_map *map, const kf_local *at);
// How many positions a move there is worth less than the most urgent ones.
uint32_t kf_urge_cost(const kf_urge *urge, int cell);

#endif
