// SPDX-License-Identifier: MIT
// The graph of everything that play inside a cordon can come to.

#include "reading/eyes/eyes.h"

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

// States with and without a ko share an entry of the table, as a list: few positions have a ko.
// Adds the state when it is new. It must not be safe.
static int32_t add_state(kf_eyes_graph *graph, const kf_eyes_state *state) {
    size_t index = kf_eyes_rule_index(&graph->rule, &state->at);
    index = index * (size_t)(graph->rule.liberties + 1) + (size_t)state->left;
    int32_t *entry = &graph->table[index * KF_EYES_SIDES + (size_t)state->side];
    for (int32_t node = *entry; node >= 0; node = graph->states[node].another)
        if (graph->states[node].ko == state->ko)
            return node;
    graph->states = kf_arena_grow(graph->arena, graph->states, &graph->room, graph->count + 1,
                                  sizeof *graph->states);
    graph->states[graph->count] = *state;
    graph->states[graph->count].another = *entry;
    return *entry = (int32_t)graph->count++;
}

static inline int lowest_bit(kf_eyes_set set) {
    int bit = 0;
    while ((set >> bit & 1) == 0)
        bit++;
    return bit;
}

// Where a move leads: one of the nodes that are no states, or KF_EYES_FIRST_NODE when it is *to,
// which is filled in.
static int32_t reach(kf_eyes_graph *graph, const kf_eyes_state *from, int move, kf_eyes_state *to,
                     bool *retakes) {
    *to = (kf_eyes_state){
        .at = from->at,
        .left = (int8_t)(from->left - (move == KF_EYES_OUTSIDE ? 1 : 0)),
        .side = from->side == KF_EYES_ATTACKER ? KF_EYES_DEFENDER : KF_EYES_ATTACKER,
        .ko = -1,
        .decided = KF_EYES_NO_NODE,
        .retake = KF_EYES_NO_NODE,
    };
    *retakes = false;
    if (move == KF_EYES_OUTSIDE) {
        if (to->left < 0 || from->side != KF_EYES_ATTACKER)
            return KF_EYES_NO_NODE;
        if (kf_eyes_rule_is_taken(&graph->rule, &to->at, to->left))
            return KF_EYES_TAKEN_NODE;
    } else if (move != KF_EYES_PASS) {
        kf_eyes_move made;
        if (((from->at.stones[0] | from->at.stones[1]) >> move & 1) != 0)
            return KF_EYES_NO_NODE;
        kf_eyes_outcome outcome = kf_eyes_rule_play(&graph->rule, &from->at, from->left,
                                                    (kf_eyes_side)from->side, move, &made);
        if (outcome != KF_EYES_PLAYED)
            return outcome == KF_EYES_TAKEN ? KF_EYES_TAKEN_NODE : KF_EYES_NO_NODE;
        // A stone that takes more than the one of the ko is no retake.
        *retakes =
            from->ko == move && made.removed != 0 && (made.removed & (made.removed - 1)) == 0;
        to->at = made.after;
        to->ko = (int8_t)(made.makes_ko ? lowest_bit(made.removed) : -1);
    }
    return kf_eyes_rule_is_safe(&graph->rule, &to->at) ? KF_EYES_SAFE_NODE : KF_EYES_FIRST_NODE;
}

int32_t kf_eyes_graph_follow(kf_eyes_graph *graph, const kf_eyes_state *from, int move,
                             bool *retakes) {
    kf_eyes_state to;
    int32_t node = reach(graph, from, move, &to, retakes);
    return node == KF_EYES_FIRST_NODE ? add_state(graph, &to) : node;
}

int32_t kf_eyes_graph_add(kf_eyes_graph *graph, const kf_eyes_state *state) {
    return kf_eyes_rule_is_safe(&graph->rule, &state->at) ? KF_EYES_SAFE_NODE
                                                          : add_state(graph, state);
}

// Follows the moves of one state. One that decides it makes the others superfluous, so nothing is
// added before all have been looked at: what the graph holds does not depend on their order.
static void expand(kf_eyes_graph *graph, int32_t node) {
    const kf_eyes_state from = graph->states[node];
    int32_t wanted = from.side == KF_EYES_ATTACKER ? KF_EYES_TAKEN_NODE : KF_EYES_SAFE_NODE;
    struct {
        kf_eyes_state state;
        int32_t node;
        bool retakes;
    } to[KF_EYES_OUTSIDE + 1];
    int count = 0;
    graph->edges = kf_arena_grow(graph->arena, graph->edges, &graph->edge_room,
                                 graph->edge_count + KF_EYES_OUTSIDE + 1, sizeof *graph->edges);
    graph->states[node].edges = (uint32_t)graph->edge_count;
    for (int move = 0; move <= KF_EYES_OUTSIDE; move++) {
        if (move == graph->rule.count)
            move = KF_EYES_PASS;
        to[count].node = reach(graph, &from, move, &to[count].state, &to[count].retakes);
        if (to[count].node == wanted && !to[count].retakes) {
            graph->states[node].decided = (int8_t)wanted;
            return;
        }
        count += to[count].node != KF_EYES_NO_NODE;
    }
    for (int i = 0; i < count; i++) {
        int32_t next = to[i].node;
        if (next == KF_EYES_FIRST_NODE)
            next = add_state(graph, &to[i].state);
        if (to[i].retakes)
            graph->states[node].retake = next;
        else
            graph->edges[graph->edge_count++] = next;
        graph->has_ko = graph->has_ko || to[i].retakes;
    }
}

// Values are found from the ends of play backwards, so what is wanted is who leads to a node.
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
