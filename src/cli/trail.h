// SPDX-License-Identifier: MIT
// The paths of nodes that are entered one after another, without climbing the tree for each.

#ifndef KIFU_CLI_TRAIL_H
#define KIFU_CLI_TRAIL_H

#include <kifu/kifu.h>

#include "base/arena.h"

enum { KF_TRAIL_PATH = 1024 };

// One node of the way down.
typedef struct kf_trail_step {
    kf_node node;
    uint32_t index;  // which child of its parent it is, from 1
    uint32_t steps;  // along first children since the last number of `length` bytes
    uint32_t length; // of the path before these steps
} kf_trail_step;

typedef struct kf_trail {
    kf_arena *arena;
    const kf_record *record;
    kf_trail_step *steps;
    size_t capacity;
    kf_node last;             // entered
    char path[KF_TRAIL_PATH]; // of the last node entered; "" when it is too long
} kf_trail;

// An empty trail for a record.
kf_trail kf_trail_of(kf_arena *arena, const kf_record *record);
// Enters a node at a depth (the root of a game is at 1) whose parent was the last one entered at
// the depth before.
void kf_trail_enter(kf_trail *trail, kf_node node, size_t depth);

#endif
