// SPDX-License-Identifier: MIT
// The part of a board that matters for the life of a group.

#ifndef KIFU_SOLVE_REGION_H
#define KIFU_SOLVE_REGION_H

#include "solve/local.h"

/* ---- region.c -------------------------------------------------------- doc/spec/life.md ---- */

// How much belongs to a part: the usual, only what is nearest, or also what lies behind. In a close
// part more of the stones around are taken as safe, and a sealed one is a close one without a way
// out: all vacant points beside it are taken to be the attacker's.
typedef enum kf_reach { KF_REACH_USUAL, KF_REACH_CLOSE, KF_REACH_SEALED, KF_REACH_WIDE } kf_reach;

// Which group, and where it is read.
typedef struct kf_region_input {
    const kf_board *board;
    kf_point group; // a point of one of its stones
    kf_reach reach;
    bool is_given; // the two corners are
    kf_point corners[2];
} kf_region_input;

typedef struct kf_region {
    kf_local_map map;
    bool has_room;  // the group reaches many points that are nearer to it than to the other side
    kf_local start; // the stones in it; who is to move is up to the caller
    int safe_count; // stones outside that touch it and are taken as safe: one point of each chain
    kf_point safe[KF_CELLS_MAX];
} kf_region;

// Finds the part. False: there is no stone, or the part is too large to be read.
bool kf_region_find(const kf_region_input *input, kf_region *region);

#endif
