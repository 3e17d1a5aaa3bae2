// SPDX-License-Identifier: MIT
// Several endgames together: what they come to when one side begins and both choose, move by move,
// in which of them to play.

#include <string.h>

#include <kifu/reading.h>

#include "reading/endgame/endgame.h"

// The trees of all regions are at hand, see endgame.c, and every move costs a point by area, so
// that the results are by territory. A region in which a move is worth nothing any more is a number
// and leaves the game. So a position of the whole is a position for each region that is left, and
// whose turn it is; what comes of it is found once. Nobody gains by passing while something is
// left.

enum { ONE = KF_THERMO_ONE, MOST = KF_ENDGAME_REGIONS, DONE = 0, DEEPEST = 400 };

// A position of the whole: a node + 1 for each region, DONE where it is a number.
typedef struct whole {
    uint32_t node[MOST];
    uint32_t colour;
} whole;

typedef struct entry {
    whole at;
    uint32_t is_open; // on the way to itself
    int32_t value;
} entry;

typedef struct adding {
    kf_arena *arena;
    const kf_board *board;
    const kf_endgame_area *areas;
    int count;
    uint32_t left; // positions that may still be met
    kf_endgame_sum *sum;
    kf_endgame *trees[MOST];
    entry *entries;
    size_t used, room;
    uint32_t *buckets; // number of an entry + 1
    size_t bucket_count;
    bool has_failed;
} adding;

// ---- What is known ----

static uint32_t *find(const adding *a, const whole *at) {
    uint64_t z = at->colour;
    for (int i = 0; i < MOST; i++)
        z = (z ^ (z >> 29) ^ at->node[i]) * UINT64_C(0xBF58476D1CE4E5B9);
    size_t slot = (size_t)(z ^ (z >> 31)) & (a->bucket_count - 1);
    while (a->buckets[slot] != 0 &&
           memcmp(&a->entries[a->buckets[slot] - 1].at, at, sizeof *at) != 0)
        slot = (slot + 1) & (a->bucket_count - 1);
    return &a->buckets[slot];
}

static void make_room(adding *a) {
    if (a->used * 2 < a->bucket_count)
        return;
    if (a->buckets != NULL)
        kf_arena_release(a->arena, a->buckets);
    a->bucket_count = a->bucket_count > 0 ? 4 * a->bucket_count : 1024;
    a->buckets = kf_arena_resize(a->arena, NULL, a->bucket_count * sizeof *a->buckets);
    memset(a->buckets, 0, a->bucket_count * sizeof *a->buckets);
    for (size_t i = 0; i < a->used; i++)
        *find(a, &a->entries[i].at) = (uint32_t)i + 1;
}

// The number of the entry; `*is_new` when nobody came there before.
static uint32_t note(adding *a, const whole *at, bool *is_new) {
    make_room(a);
    uint32_t *bucket = find(a, at);
    *is_new = *bucket == 0;
    if (*is_new) {
        a->entries = kf_arena_grow(a->arena, a->entries, &a->room, a->used + 1, sizeof *a->entries);
        a->entries[a->used++] = (entry){.at = *at, .is_open = true};
        *bucket = (uint32_t)a->used;
    }
    return *bucket - 1;
}

// ---- Play ----

static int32_t value_of(adding *a, const whole *at, int depth);

// Puts a node in the place of a region. Returns what leaves the game with it.
static int32_t enter(const adding *a, whole *at, int region, uint32_t node) {
    const kf_thermo *value = kf_endgame_value(a->trees[region], node);
    bool is_number = value->temperature <= ONE;
    at->node[region] = is_number ? DONE : node + 1;
    return is_number ? value->mean : 0;
}

// What the best move comes to, for the one whose turn it is, and where it is made. False: he has
// none.
static bool best_move(adding *a, const whole *at, int depth, int32_t *best, kf_point *point) {
    bool has_move = false;
    int32_t sign = at->colour == KF_BLACK ? 1 : -1;
    for (int i = 0; i < a->count; i++) {
        const kf_endgame *e = a->trees[i];
        if (at->node[i] == DONE)
            continue;
        const kf_endnode *node = &e->nodes[at->node[i] - 1];
        const kf_endedge *edge =
            &e->edges[node->edges + (at->colour == KF_WHITE ? node->counts[KF_BLACK] : 0)];
        for (int k = 0; k < node->counts[at->colour] && !a->has_failed; k++) {
            whole next = *at;
            next.colour = 3 - at->colour;
            int32_t settled = enter(a, &next, i, edge[k].node);
            int32_t value = settled - sign * ONE + value_of(a, &next, depth + 1);
            if (has_move && sign * value <= sign * *best)
                continue;
            has_move = true;
            *best = value;
            *point = e->region.point[edge[k].at];
        }
    }
    return has_move;
}

// What is still to come, Black less White, beside what has left the game.
static int32_t value_of(adding *a, const whole *at, int depth) {
    static const whole none;
    bool is_new;
    int32_t best = 0;
    kf_point point;
    if (memcmp(at->node, none.node, sizeof at->node) == 0 || a->has_failed)
        return 0;
    a->has_failed = a->used >= a->left;
    if (a->has_failed)
        return 0;
    uint32_t number = note(a, at, &is_new);
    if (!is_new && !a->entries[number].is_open)
        return a->entries[number].value;
    if (!is_new || depth > DEEPEST) {
        a->has_failed = true;
        return 0;
    }
    if (!best_move(a, at, depth, &best, &point))
        a->has_failed = true; // one side alone has moves there: nothing that ends is like this
    a->entries[number].value = best;
    a->entries[number].is_open = false;
    return best;
}

// ---- The question ----

// The trees for the one who wins every ko. False: one is too large, or comes back.
static bool read_trees(adding *a, kf_colour owner, bool *has_ko) {
    for (int i = 0; i < a->count; i++) {
        kf_endboard region;
        kf_endposition start;
        if (!kf_endboard_make(&region, a->board, a->areas[i].corner, a->areas[i].opposite, &start))
            return false;
        region.favoured = owner;
        a->trees[i] = kf_arena_alloc(a->arena, sizeof *a->trees[i]);
        kf_endgame_read(a->trees[i], a->arena, &region, &start, a->left);
        *has_ko = *has_ko || a->trees[i]->has_ko;
        a->sum->positions += a->trees[i]->node_count;
        a->left -= (uint32_t)a->trees[i]->node_count;
        if (a->trees[i]->state != KF_ENDGAME_SOLVED)
            return false;
    }
    return true;
}

static bool add_for(adding *a, kf_colour owner, bool *has_ko) {
    kf_endgame_total *total = &a->sum->by_owner[owner];
    kf_arena_level level = kf_arena_mark(a->arena);
    int32_t settled = 0;
    a->entries = NULL;
    a->buckets = NULL;
    a->used = a->room = a->bucket_count = 0;
    bool is_known = read_trees(a, owner, has_ko);
    for (int first = KF_BLACK; first <= KF_WHITE && is_known; first++) {
        whole at = {.colour = (uint32_t)first};
        settled = total->mean = 0;
        for (int i = 0; i < a->count; i++) {
            const kf_endposition *p = &a->trees[i]->start;
            int stones =
                kf_endboard_size(p->stones[KF_BLACK]) - kf_endboard_size(p->stones[KF_WHITE]);
            settled += enter(a, &at, i, 0) - stones * ONE;
            total->mean += kf_endgame_value(a->trees[i], 0)->mean - stones * ONE;
        }
        total->first[first] = KF_NOWHERE;
        total->stop[first] = 0;
        best_move(a, &at, 0, &total->stop[first], &total->first[first]);
        total->stop[first] += settled;
        is_known = !a->has_failed;
    }
    a->sum->positions += a->used;
    a->left -= (uint32_t)a->used;
    kf_arena_rewind(a->arena, level);
    return is_known;
}

static void add_all(void *context) {
    adding *a = context;
    kf_endgame_sum *sum = a->sum;
    bool has_ko = false;
    sum->state = KF_ENDGAME_BUDGET;
    if (!add_for(a, KF_BLACK, &has_ko))
        return;
    sum->by_owner[KF_WHITE] = sum->by_owner[KF_BLACK];
    if (has_ko && !add_for(a, KF_WHITE, &has_ko))
        return;
    const kf_endgame_total *black = &sum->by_owner[KF_BLACK], *white = &sum->by_owner[KF_WHITE];
    sum->has_ko = black->mean != white->mean;
    for (int first = KF_BLACK; first <= KF_WHITE; first++) // of results, and moves that get them
        sum->has_ko = sum->has_ko || black->stop[first] != white->stop[first] ||
                      black->first[first] != white->first[first];
    sum->state = KF_ENDGAME_SOLVED;
}

kf_endgame_state kf_endgame_sum_solve(const kf_board *board, const kf_endgame_area *areas,
                                      int count, uint32_t budget, kf_endgame_sum *sum) {
    adding a = {.board = board,
                .areas = areas,
                .count = count,
                .left = kf_endgame_tree(budget),
                .sum = sum};
    memset(sum, 0, sizeof *sum);
    sum->state = KF_ENDGAME_TOO_LARGE;
    if (count < 1 || count > MOST)
        return sum->state;
    a.arena = kf_arena_new();
    if (a.arena == NULL || !kf_arena_try(a.arena, add_all, &a))
        sum->state = KF_ENDGAME_NO_MEMORY;
    kf_arena_free(a.arena);
    return sum->state;
}
