// SPDX-License-Identifier: MIT
// The value of every state inside a cordon, found backwards from the ends of play.

#ifndef KIFU_SOLVE_EYES_RETRO_H
#define KIFU_SOLVE_EYES_RETRO_H

#include "solve/eyes_graph.h"

typedef enum kf_eyes_value { KF_EYES_LOST, KF_EYES_NEITHER, KF_EYES_LIVES } kf_eyes_value;

// What was found with one number of ko threats: the value of every node, and for one that is
// lost or lives its place in the order in which that was found out. A side that wins gets on by
// choosing a node that was found earlier; a side that loses has no other.
typedef struct kf_eyes_level {
    uint8_t *values;
    uint32_t *ranks;
    size_t value_room, rank_room;
} kf_eyes_level;

typedef struct kf_eyes_retro {
    kf_arena *arena;
    int32_t *queue;
    uint8_t *left;
    size_t queue_room, left_room;
} kf_eyes_retro;

// Values all nodes. With `before` not NULL, `side` has one ko threat more than there: where a ko
// forbids a retake, it may play a threat, have it answered, and retake.
void kf_eyes_retro_solve(kf_eyes_retro *retro, const kf_eyes_graph *graph, kf_eyes_side side,
                         const kf_eyes_level *before, kf_eyes_level *level);

#endif
