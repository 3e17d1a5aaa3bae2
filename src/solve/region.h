// SPDX-License-Identifier: MIT
// The part of a board that matters for the life of a group.

#ifndef KIFU_SOLVE_REGION_H
#define KIFU_SOLVE_REGION_H

#include "solve/local.h"

/* ---- region.c -------------------------------------------------------- doc/spec/life.md ---- */

// Which group, and where it is read.
typedef struct kf_region_input {
    const kf_board *board;
    kf_point group; // a point of one of its stones
    bool is_given;  // the two corners are
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
