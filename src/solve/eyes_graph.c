// SPDX-License-Identifier: MIT
// The graph of everything that play inside a cordon can come to.

#include "solve/eyes_graph.h"

#include <string.h>

void kf_eyes_graph_begin(kf_eyes_graph *graph, const kf_eyes_task *task) {
    size_t positions = 1;
    for (int point = 0; point < task->count; point++)
        positions *= 3;
    size_t entries = positions * (size_t)(task->liberties + 1) * KF_EYES_SIDES;
    graph->safe = kf_arena_grow(graph->arena, graph->safe, &graph->safe_room, positions, 1);
    graph->table = kf_arena_grow(graph->arena, graph->table, &graph->table_room, entries,
                                 sizeof *graph->table);
    graph->states = kf_arena_grow(graph->arena, graph->states, &graph->room, KF_EYES_FIRST_NODE,
                                  sizeof *graph->states);
    kf_eyes_rule_init(&graph->rule, task, graph->safe);
    memset(graph->table, 0xff, entries * sizeof *graph->table);
    memset(graph->states, 0, KF_EYES_FIRST_NODE * sizeof *graph->states);
    graph->count = graph->done = KF_EYES_FIRST_NODE;
    graph->edge_count = 0;
    graph->has_ko = false;
}

void kf_eyes_graph_free(kf_eyes_graph *graph) {
    void *const blocks[] = {graph->states, graph->edges,        graph->table,
                            graph->safe,   graph->first_source, graph->sources};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        kf_arena_release(graph->arena, blocks[i]);
}

int32_t kf_eyes_graph_node(kf_eyes_graph *graph, const kf_eyes_position *at, int left,
                           kf_eyes_side side, int ko) {
    if (kf_eyes_rule_is_safe(&graph->rule, at))
        return KF_EYES_SAFE_NODE;
    size_t index = kf_eyes_rule_index(&graph->rule, at);
    index = (index * (size_t)(graph->rule.liberties + 1) + (size_t)left) * KF_EYES_SIDES + side;
    int32_t *entry = &graph->table[index];
    for (int32_t node = *entry; node >= 0; node = graph->states[node].another)
        if (graph->states[node].ko == ko)
            return node;
    graph->states = kf_arena_grow(graph->arena, graph->states, &graph->room, graph->count + 1,
                                  sizeof *graph->states);
    graph->states[graph->count] = (kf_eyes_state){
        .at = *at,
        .left = (int8_t)left,
        .side = (int8_t)side,
        .ko = (int8_t)ko,
        .decided = KF_EYES_NO_NODE,
        .retake = KF_EYES_NO_NODE,
        .another = *entry,
    };
    return *entry = (int32_t)graph->count++;
}

static inline kf_eyes_side other_side(int side) {
    return side == KF_EYES_ATTACKER ? KF_EYES_DEFENDER : KF_EYES_ATTACKER;
}

static inline int lowest_bit(kf_eyes_set set) {
    int bit = 0;
    while ((set >> bit & 1) == 0)
        bit++;
    return bit;
}

int32_t kf_eyes_graph_follow(kf_eyes_graph *graph, const kf_eyes_state *from, int move,
                             bool *retakes) {
    kf_eyes_side next = other_side(from->side);
    kf_eyes_set stones = from->at.stones[0] | from->at.stones[1];
    kf_eyes_move made;
    *retakes = false;
    if (move == KF_EYES_PASS)
        return kf_eyes_graph_node(graph, &from->at, from->left, next, -1);
    if (move == KF_EYES_OUTSIDE) {
        if (from->left == 0 || from->side != KF_EYES_ATTACKER)
            return KF_EYES_NO_NODE;
        if (kf_eyes_rule_is_taken(&graph->rule, &from->at, from->left - 1))
            return KF_EYES_TAKEN_NODE;
        return kf_eyes_graph_node(graph, &from->at, from->left - 1, next, -1);
    }
    if ((stones >> move & 1) != 0)
        return KF_EYES_NO_NODE;
    kf_eyes_outcome outcome =
        kf_eyes_rule_play(&graph->rule, &from->at, from->left, from->side, move, &made);
    if (outcome != KF_EYES_PLAYED)
        return outcome == KF_EYES_TAKEN ? KF_EYES_TAKEN_NODE : KF_EYES_NO_NODE;
    // A stone that takes more than the one of the ko is no retake.
    *retakes = from->ko == move && made.removed != 0 && (made.removed & (made.removed - 1)) == 0;
    return kf_eyes_graph_node(graph, &made.after, from->left, next,
                              made.makes_ko ? lowest_bit(made.removed) : -1);
}

// Follows the moves of one state. One that decides it makes the others superfluous.
static void expand(kf_eyes_graph *graph, int32_t node) {
    const kf_eyes_state from = graph->states[node];
    int wanted = from.side == KF_EYES_ATTACKER ? KF_EYES_TAKEN_NODE : KF_EYES_SAFE_NODE;
    size_t begin = graph->edge_count;
    graph->edges = kf_arena_grow(graph->arena, graph->edges, &graph->edge_room,
                                 begin + KF_EYES_MAX + 2, sizeof *graph->edges);
    graph->states[node].edges = (uint32_t)begin;
    for (int move = 0; move <= KF_EYES_OUTSIDE; move++) {
        bool retakes;
        if (move == graph->rule.count)
            move = KF_EYES_PASS;
        int32_t to = kf_eyes_graph_follow(graph, &from, move, &retakes);
        if (to == KF_EYES_NO_NODE)
            continue;
        if (retakes) {
            graph->states[node].retake = to;
            graph->has_ko = true;
            continue;
        }
        if (to == wanted) {
            graph->states[node].decided = (int8_t)to;
            graph->edge_count = begin;
            return;
        }
        graph->edges[graph->edge_count++] = to;
    }
}

// Turns the moves round: counts the sources of each node, then files them.
static void turn(kf_eyes_graph *graph) {
    size_t count = graph->count;
    graph->first_source = kf_arena_grow(graph->arena, graph->first_source, &graph->first_room,
                                        count + 2, sizeof *graph->first_source);
    graph->sources = kf_arena_grow(graph->arena, graph->sources, &graph->source_room,
                                   graph->edge_count, sizeof *graph->sources);
    uint32_t *first = graph->first_source;
    memset(first, 0, (count + 2) * sizeof *first);
    for (size_t edge = 0; edge < graph->edge_count; edge++)
        first[graph->edges[edge] + 2]++;
    for (size_t node = 2; node < count + 2; node++)
        first[node] += first[node - 1];
    for (size_t node = KF_EYES_FIRST_NODE; node < count; node++) {
        size_t end = node + 1 < count ? graph->states[node + 1].edges : graph->edge_count;
        for (size_t edge = graph->states[node].edges; edge < end; edge++)
            graph->sources[first[graph->edges[edge] + 1]++] = (int32_t)node;
    }
}

void kf_eyes_graph_complete(kf_eyes_graph *graph) {
    while (graph->done < graph->count)
        expand(graph, (int32_t)graph->done++);
    turn(graph);
}
