// SPDX-License-Identifier: MIT
// The graph of everything that play inside a cordon can come to.

#ifndef KIFU_SOLVE_EYES_GRAPH_H
#define KIFU_SOLVE_EYES_GRAPH_H

#include <stddef.h>

#include "base/arena.h"
#include "solve/eyes_rule.h"

// Nodes that are no positions: the cordon is out of danger, or it was taken. A node is the number
// of a state; these two have no moves.
enum { KF_EYES_SAFE_NODE, KF_EYES_TAKEN_NODE, KF_EYES_FIRST_NODE };
// What a state has no move of.
enum { KF_EYES_NO_NODE = -1 };

// A state: the stones, the outside liberties left, who is to move, and the ko.
typedef struct kf_eyes_state {
    kf_eyes_position at;
    int8_t left;
    int8_t side;     // to move
    int8_t ko;       // where he may not retake, or -1
    int8_t decided;  // a node that he reaches at once and wants, or KF_EYES_NO_NODE
    int32_t retake;  // where breaking the ban leads, or KF_EYES_NO_NODE
    int32_t another; // the next state that differs in the ko alone, or KF_EYES_NO_NODE
    uint32_t edges;  // the first of its moves; they end where the next state's begin
} kf_eyes_state;

// All states that can be reached, each with the nodes that its moves lead to; and turned round,
// the states whose moves lead to each node. A state that is decided at once has no moves.
typedef struct kf_eyes_graph {
    kf_arena *arena;
    kf_eyes_rule rule;
    kf_eyes_state *states;
    size_t count, room;
    int32_t *edges;
    size_t edge_count, edge_room;
    int32_t *table; // by position, liberties and side: the node, or KF_EYES_NO_NODE
    size_t table_room;
    uint8_t *safe;
    size_t safe_room;
    uint32_t *first_source; // of each node, and one more: where its sources begin
    int32_t *sources;
    size_t first_room, source_room;
    bool has_ko; // whether any state has a retake
    size_t done; // states whose moves are known
} kf_eyes_graph;

// Begins with an empty graph for the task, keeping the memory.
void kf_eyes_graph_begin(kf_eyes_graph *graph, const kf_eyes_task *task);
// Gives the memory back.
void kf_eyes_graph_free(kf_eyes_graph *graph);
// The node of a state, which is added when it is new. What it has no node of is KF_EYES_NO_NODE.
int32_t kf_eyes_graph_add(kf_eyes_graph *graph, const kf_eyes_state *state);
// Where a move leads, a point or KF_EYES_PASS or KF_EYES_OUTSIDE: KF_EYES_NO_NODE when it is
// illegal. It is followed also where a ko forbids it, and *retakes says so.
int32_t kf_eyes_graph_follow(kf_eyes_graph *graph, const kf_eyes_state *from, int move,
                             bool *retakes);
// Follows all moves from the states that were added, until nothing is new.
void kf_eyes_graph_complete(kf_eyes_graph *graph);

#endif
