// SPDX-License-Identifier: MIT
// The value of every state inside a cordon, found backwards from the ends of play.

#include "reading/eyes/eyes.h"

#include <string.h>

// One search backwards: for what the attacker or what the defender wants.
typedef struct search {
    kf_eyes_retro *retro;
    const kf_eyes_graph *graph;
    kf_eyes_side threatens; // who has a threat more than in `before`, where that is not NULL
    const kf_eyes_level *before;
    kf_eyes_level *level;
    kf_eyes_side wants;
    kf_eyes_value value; // that he wants
    uint32_t found;      // nodes in the queue
} search;

static void find(search *s, int32_t node) {
    s->level->values[node] = (uint8_t)s->value;
    s->level->ranks[node] = s->found;
    s->retro->queue[s->found++] = node;
}

// The retake that a threat makes possible counts as one move more, of known value.
static void prepare_retake(search *s, int32_t node) {
    const kf_eyes_state *state = &s->graph->states[node];
    bool is_wanted = s->before->values[state->retake] == s->value;
    if (state->side == (int)s->wants && is_wanted)
        find(s, node);
    else if (state->side != (int)s->wants && !is_wanted)
        s->retro->left[node]++;
}

// Counts the moves of each state and finds those that are decided at once.
static void prepare(search *s) {
    const kf_eyes_graph *graph = s->graph;
    int32_t count = (int32_t)graph->count;
    int32_t wanted = s->wants == KF_EYES_ATTACKER ? KF_EYES_TAKEN_NODE : KF_EYES_SAFE_NODE;
    find(s, wanted);
    for (int32_t node = KF_EYES_FIRST_NODE; node < count; node++) {
        const kf_eyes_state *state = &graph->states[node];
        size_t end = node + 1 < count ? state[1].edges : graph->edge_count;
        s->retro->left[node] = (uint8_t)(end - state->edges);
        if (state->decided == wanted)
            find(s, node);
        else if (state->retake >= 0 && s->before != NULL && state->side == (int)s->threatens)
            prepare_retake(s, node);
    }
}

static void search_backwards(search *s) {
    const kf_eyes_graph *graph = s->graph;
    prepare(s);
    for (uint32_t next = 0; next < s->found; next++) {
        int32_t node = s->retro->queue[next];
        for (uint32_t i = graph->first_source[node]; i < graph->first_source[node + 1]; i++) {
            int32_t source = graph->sources[i];
            if (s->level->values[source] != KF_EYES_NEITHER)
                continue;
            if (graph->states[source].side == (int)s->wants || --s->retro->left[source] == 0)
                find(s, source);
        }
    }
}

void kf_eyes_retro_solve(kf_eyes_retro *retro, const kf_eyes_graph *graph, kf_eyes_side side,
                         const kf_eyes_level *before, kf_eyes_level *level) {
    size_t count = graph->count;
    kf_arena *arena = retro->arena;
    retro->queue =
        kf_arena_grow(arena, retro->queue, &retro->queue_room, count, sizeof *retro->queue);
    retro->left = kf_arena_grow(arena, retro->left, &retro->left_room, count, 1);
    level->values = kf_arena_grow(arena, level->values, &level->value_room, count, 1);
    level->ranks =
        kf_arena_grow(arena, level->ranks, &level->rank_room, count, sizeof *level->ranks);
    memset(level->values, KF_EYES_NEITHER, count);
    search s = {.retro = retro,
                .graph = graph,
                .threatens = side,
                .before = before,
                .level = level,
                .wants = KF_EYES_ATTACKER,
                .value = KF_EYES_LOST};
    search_backwards(&s);
    s.wants = KF_EYES_DEFENDER;
    s.value = KF_EYES_LIVES;
    s.found = 0;
    search_backwards(&s);
}
