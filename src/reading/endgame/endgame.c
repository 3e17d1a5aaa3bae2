// SPDX-License-Identifier: MIT
// Endgames: the whole tree of moves in a region, and what each position in it is worth.

#include "reading/endgame/endgame.h"

#include <string.h>

enum { ROOM = 1 << 14, SWEEPS = 60, DONE = 1 << 16 };

// ---- The positions ----

static size_t hash_of(const kf_endposition *p) {
    uint64_t z = p->stones[0] * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 29) ^ p->stones[1]) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 32) ^ p->stones[2]) * UINT64_C(0x94D049BB133111EB);
    z = (z ^ (z >> 30) ^ p->out) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(z ^ (z >> 31));
}

static uint32_t *find(const kf_endgame *e, const kf_endposition *p) {
    size_t at = hash_of(p) & (e->bucket_count - 1);
    while (e->buckets[at] != 0 && memcmp(&e->nodes[e->buckets[at] - 1].position, p, sizeof *p) != 0)
        at = (at + 1) & (e->bucket_count - 1);
    return &e->buckets[at];
}

static void grow_table(kf_endgame *e) {
    if (e->node_count * 2 < e->bucket_count)
        return;
    uint32_t *old = e->buckets;
    e->bucket_count = e->bucket_count > 0 ? 4 * e->bucket_count : 4096;
    size_t size = e->bucket_count * sizeof *e->buckets;
    e->buckets = kf_arena_resize(e->arena, NULL, size);
    memset(e->buckets, 0, size);
    for (size_t i = 0; i < e->node_count; i++)
        *find(e, &e->nodes[i].position) = (uint32_t)i + 1;
    if (old != NULL)
        kf_arena_release(e->arena, old);
}

bool kf_endgame_has_room(kf_endgame *e, const kf_endposition *p) {
    grow_table(e);
    e->is_full = e->is_full || (e->node_count >= e->budget && *find(e, p) == 0);
    return e->node_count < e->budget || *find(e, p) != 0;
}

uint32_t kf_endgame_add(kf_endgame *e, const kf_endposition *p) {
    if (!kf_endgame_has_room(e, p))
        return 0;
    uint32_t *bucket = find(e, p);
    if (*bucket == 0) {
        e->nodes =
            kf_arena_grow(e->arena, e->nodes, &e->node_room, e->node_count + 1, sizeof *e->nodes);
        e->nodes[e->node_count++] = (kf_endnode){.position = *p, .is_open = true};
        *bucket = (uint32_t)e->node_count;
    }
    return *bucket - 1;
}

static void add_moves(kf_endgame *e, uint32_t node, kf_colour colour) {
    const kf_endposition from = e->nodes[node].position;
    uint64_t moves = kf_endboard_moves(&e->region, &from, colour);
    for (; moves != 0; moves &= moves - 1) {
        int at = kf_endboard_first(moves);
        kf_endposition next = from;
        if (!kf_endboard_play(&e->region, &next, at, colour, &e->has_ko))
            continue;
        kf_endboard_fill(&e->region, &next);
        int more = e->is_split ? kf_endboard_reduce(&e->region, &next) : 0;
        uint32_t child = kf_endgame_add(e, &next);
        e->edges =
            kf_arena_grow(e->arena, e->edges, &e->edge_room, e->edge_count + 1, sizeof *e->edges);
        e->edges[e->edge_count++] = (kf_endedge){child, (uint8_t)at, (int8_t)more};
        e->nodes[node].counts[colour]++;
    }
}

void kf_endgame_open(kf_endgame *e, uint32_t node) {
    uint64_t owned[3];
    kf_endboard_owners(&e->region, &e->nodes[node].position, owned);
    e->nodes[node].score =
        (int16_t)(kf_endboard_size(owned[KF_BLACK]) - kf_endboard_size(owned[KF_WHITE]));
    e->nodes[node].edges = (uint32_t)e->edge_count;
    e->nodes[node].is_open = false;
    add_moves(e, node, KF_BLACK);
    add_moves(e, node, KF_WHITE);
}

// All positions that any row of moves reaches, the same player moving again and again included.
static bool find_all(kf_endgame *e) {
    kf_endposition start = e->start;
    kf_endboard_fill(&e->region, &start);
    kf_endgame_add(e, &start);
    for (uint32_t node = 0; node < e->node_count && !e->is_full; node++)
        kf_endgame_open(e, node);
    return !e->is_full;
}

// ---- Their values ----

// Puts the positions in an order in which each comes after those that it leads to, as far as they
// do not lead back. Whether some do.
static bool sort(kf_endgame *e, uint32_t *order) {
    size_t count = e->node_count, depth = 0, done = 0;
    uint32_t *stack = kf_arena_resize(e->arena, NULL, count * sizeof *stack);
    uint32_t *next = kf_arena_resize(e->arena, NULL, count * sizeof *next);
    bool comes_back = false;
    memset(next, 0xFF, count * sizeof *next);
    stack[depth++] = 0;
    next[0] = 0;
    while (depth > 0) {
        uint32_t node = stack[depth - 1];
        const kf_endnode *at = &e->nodes[node];
        if (next[node] == (uint32_t)at->counts[KF_BLACK] + at->counts[KF_WHITE]) {
            order[done++] = node;
            next[node] = DONE;
            depth--;
            continue;
        }
        uint32_t child = e->edges[at->edges + next[node]++].node;
        comes_back = comes_back || next[child] < DONE;
        if (next[child] == UINT32_MAX) {
            next[child] = 0;
            stack[depth++] = child;
        }
    }
    kf_arena_release(e->arena, stack);
    kf_arena_release(e->arena, next);
    return comes_back;
}

// The values that some moves lead to, each once.
static void collect(const kf_endgame *e, uint32_t first, size_t count, bool is_most,
                    kf_thermo_options *values) {
    values->count = 0;
    for (size_t i = 0; i < count; i++) {
        const kf_endedge *edge = &e->edges[first + i];
        const kf_endnode *node = &e->nodes[edge->node];
        kf_thermo_option value = {is_most ? node->most : node->value, edge->more * KF_THERMO_ONE};
        bool is_new = true;
        for (size_t k = 0; k < values->count; k++)
            is_new = is_new && (values->option[k].number != value.number ||
                                values->option[k].more != value.more);
        if (is_new)
            values->option[values->count++] = value;
    }
}

uint32_t kf_endgame_evaluate(kf_endgame *e, uint32_t node, kf_thermo_kind kind) {
    kf_thermo_options left, right;
    const kf_endnode *at = &e->nodes[node];
    bool is_most = kind == KF_THERMO_MOST;
    collect(e, at->edges, at->counts[KF_BLACK], is_most, &left);
    collect(e, at->edges + at->counts[KF_BLACK], at->counts[KF_WHITE], is_most, &right);
    return kf_thermo_make(&e->pool, &left, &right, at->score * KF_THERMO_ONE, kind);
}

static bool evaluate(kf_endgame *e, uint32_t node) {
    uint32_t value = kf_endgame_evaluate(e, node, KF_THERMO_VALUE), before = e->nodes[node].value;
    e->nodes[node].value = value;
    return value != before;
}

// When the value of a position was looked for last, and when it became another: steps of one clock.
typedef struct visit {
    uint32_t looked, changed;
} visit;

// Whether a value that this one comes from became another since it was looked for.
static bool is_stale(const kf_endgame *e, const visit *visits, uint32_t node) {
    const kf_endnode *at = &e->nodes[node];
    const kf_endedge *edge = &e->edges[at->edges];
    bool is_stale = visits[node].looked == 0;
    for (int i = 0; i < at->counts[KF_BLACK] + at->counts[KF_WHITE] && !is_stale; i++)
        is_stale = visits[edge[i].node].changed > visits[node].looked;
    return is_stale;
}

// Goes over all positions until nothing changes; at first each is worth `score`.
static bool sweep_all(kf_endgame *e, const uint32_t *order, visit *visits, int32_t score) {
    uint32_t clock = 0, guess = kf_thermo_make(&e->pool, NULL, NULL, score, KF_THERMO_VALUE);
    bool has_changed = true;
    memset(visits, 0, e->node_count * sizeof *visits);
    for (size_t i = 0; i < e->node_count; i++)
        e->nodes[i].value = guess;
    for (int sweep = 0; sweep < SWEEPS && has_changed; sweep++) {
        has_changed = false;
        for (size_t i = 0; i < e->node_count; i++) {
            visit *v = &visits[order[i]];
            if (!is_stale(e, visits, order[i]))
                continue;
            v->looked = ++clock;
            if (evaluate(e, order[i])) {
                v->changed = ++clock;
                has_changed = true;
            }
        }
    }
    return !has_changed;
}

// Where positions come back, their values depend on each other. They are found once from below,
// where everything is White's at first, and once from above; what both find is true.
static bool value_all(kf_endgame *e) {
    uint32_t *order = kf_arena_resize(e->arena, NULL, e->node_count * sizeof *order);
    visit *visits = kf_arena_resize(e->arena, NULL, e->node_count * sizeof *visits);
    int32_t most = e->region.count * KF_THERMO_ONE;
    bool comes_back = sort(e, order), is_known = sweep_all(e, order, visits, -most);
    if (comes_back && is_known) {
        uint32_t below = e->nodes[0].value;
        is_known = sweep_all(e, order, visits, most) && e->nodes[0].value == below;
    }
    kf_arena_release(e->arena, visits);
    kf_arena_release(e->arena, order);
    return is_known;
}

void kf_endgame_start(kf_endgame *endgame, kf_arena *arena, const kf_endboard *region,
                      const kf_endposition *start, uint32_t budget) {
    *endgame = (kf_endgame){.arena = arena, .region = *region, .start = *start, .budget = budget};
    kf_thermo_start(&endgame->pool, arena);
    // Room for a usual endgame at once: growing step by step would copy it many times.
    endgame->node_room = budget < ROOM ? budget + 2 : ROOM;
    endgame->edge_room = 8 * endgame->node_room;
    endgame->nodes = kf_arena_resize(arena, NULL, endgame->node_room * sizeof *endgame->nodes);
    endgame->edges = kf_arena_resize(arena, NULL, endgame->edge_room * sizeof *endgame->edges);
}

void kf_endgame_read(kf_endgame *endgame, kf_arena *arena, const kf_endboard *region,
                     const kf_endposition *start, uint32_t budget) {
    kf_endgame_start(endgame, arena, region, start, budget);
    if (!find_all(endgame))
        endgame->state = KF_ENDGAME_BUDGET;
    else if (!value_all(endgame))
        endgame->state = KF_ENDGAME_LOOP;
}

void kf_endgame_free(kf_endgame *endgame) {
    void *blocks[] = {endgame->nodes, endgame->edges,      endgame->buckets,
                      endgame->parts, endgame->pool.items, endgame->pool.buckets};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        if (blocks[i] != NULL)
            kf_arena_release(endgame->arena, blocks[i]);
}
