// SPDX-License-Identifier: MIT
// What an endgame with kos is worth when it is known how many ko threats each player has.

#include <string.h>

#include <kifu/reading.h>

#include "reading/endgame/endgame.h"

// A ko that was just taken may not be retaken. Whoever wants to either plays elsewhere, and may
// retake if the other one does not use the turn here, or plays a threat. A threat and its answer
// are moves elsewhere that cost neither side anything, and are spent. So a position comes twice:
// with the ban, and without. In the first one the banned player has all moves but that one, or
// leaves the turn here to the other: his wall is the better of the two, and all else is as in the
// second one. No threat is needed for a ko in which moving last costs as much as it brings; then
// the thermograph is that of E. Berlekamp, The economist's view of combinatorial games (1996).
//
// A position is kept with the ban where kf_endposition has it, and the threats left where it has
// what is out of play: nothing is here. The first of its parts is the position without the ban.

enum {
    ONE = KF_ENDGAME_KO_ONE,
    POSITIONS = 100000,
    SWEEPS = 400,
    WHITES = 8 // the bits of White's threats begin here
};

typedef struct job {
    kf_arena *arena;
    kf_endboard region;
    kf_endposition start;
    int threats[3];
    bool is_swapped; // the colours were exchanged for reading
    uint32_t budget;
    kf_endgame tree;
    kf_endgame_ko *answer;
} job;

// ---- Positions ----

static int threats_of(const kf_endposition *p, kf_colour colour) {
    return (int)(p->out >> (colour == KF_WHITE ? WHITES : 0) & (((uint64_t)1 << WHITES) - 1));
}

static uint64_t pack(int black, int white) {
    return (uint64_t)black | (uint64_t)white << WHITES;
}

// Who may not retake: the stones around the place are those that took there.
static kf_colour banned_in(const kf_endgame *e, const kf_endposition *p) {
    if (p->stones[KF_EMPTY] == 0)
        return KF_EMPTY;
    int at = kf_endboard_first(p->stones[KF_EMPTY]);
    return (e->region.beside[at] & p->stones[KF_BLACK]) != 0 ? KF_WHITE : KF_BLACK;
}

// The number of a position. Where there is a ban, the one without it is added as well.
static uint32_t add(kf_endgame *e, const kf_endposition *p) {
    size_t before = e->node_count;
    uint32_t node = kf_endgame_add(e, p);
    if (e->node_count == before || p->stones[KF_EMPTY] == 0)
        return node;
    kf_endposition without = *p;
    without.stones[KF_EMPTY] = 0;
    uint32_t other = kf_endgame_add(e, &without);
    e->nodes[node].parts = other + 1;
    return node;
}

// Makes a move. False: the rules forbid it.
static bool play(kf_endgame *e, const kf_endposition *from, int at, kf_colour colour,
                 kf_endposition *next) {
    kf_colour enemy = kf_colour_other(colour);
    int left[3] = {0, threats_of(from, KF_BLACK), threats_of(from, KF_WHITE)};
    bool is_retaken = (from->stones[KF_EMPTY] >> at & 1) != 0 && banned_in(e, from) == colour;
    bool is_ko = false;
    if (is_retaken && left[colour]-- == 0)
        return false;
    *next = *from;
    next->out = next->stones[KF_EMPTY] = 0;
    if (!kf_endboard_play(&e->region, next, at, colour, &is_ko))
        return false;
    uint64_t taken = from->stones[enemy] & ~next->stones[enemy];
    kf_endboard_fill(&e->region, next);
    bool is_open = (taken & (next->stones[KF_BLACK] | next->stones[KF_WHITE])) == 0;
    next->stones[KF_EMPTY] = is_ko && is_open ? taken : 0;
    next->out = pack(left[KF_BLACK], left[KF_WHITE]);
    e->has_ko = e->has_ko || is_ko;
    return true;
}

static void add_moves(kf_endgame *e, uint32_t node, kf_colour colour) {
    const kf_endposition from = e->nodes[node].position;
    kf_endposition plain = from;
    plain.out = plain.stones[KF_EMPTY] = 0;
    uint64_t moves = kf_endboard_moves(&e->region, &plain, colour);
    for (; moves != 0; moves &= moves - 1) {
        int at = kf_endboard_first(moves);
        kf_endposition next;
        if (!play(e, &from, at, colour, &next))
            continue;
        uint32_t child = add(e, &next);
        e->edges =
            kf_arena_grow(e->arena, e->edges, &e->edge_room, e->edge_count + 1, sizeof *e->edges);
        e->edges[e->edge_count++] = (kf_endedge){child, (uint8_t)at, 0};
        e->nodes[node].counts[colour]++;
    }
}

static void open(kf_endgame *e, uint32_t node) {
    uint64_t owned[3];
    kf_endposition plain = e->nodes[node].position;
    kf_colour banned = banned_in(e, &plain);
    plain.out = plain.stones[KF_EMPTY] = 0;
    kf_endboard_owners(&e->region, &plain, owned);
    e->nodes[node].score =
        (int16_t)(kf_endboard_size(owned[KF_BLACK]) - kf_endboard_size(owned[KF_WHITE]));
    e->nodes[node].edges = (uint32_t)e->edge_count;
    for (kf_colour colour = KF_BLACK; colour <= KF_WHITE; colour++)
        if (banned == KF_EMPTY || banned == colour)
            add_moves(e, node, colour);
}

// ---- Values ----

static void collect(const kf_endgame *e, const kf_endedge *edge, int count,
                    kf_thermo_options *values) {
    values->count = 0;
    for (int i = 0; i < count; i++)
        values->option[values->count++] = (kf_thermo_option){e->nodes[edge[i].node].value, 0};
}

static uint32_t evaluate(kf_endgame *e, uint32_t node) {
    const kf_endnode *at = &e->nodes[node];
    const kf_endedge *edge = &e->edges[at->edges];
    kf_colour banned = banned_in(e, &at->position);
    kf_thermo_options left, right;
    collect(e, edge, at->counts[KF_BLACK], &left);
    collect(e, edge + at->counts[KF_BLACK], at->counts[KF_WHITE], &right);
    if (banned == KF_EMPTY)
        return kf_thermo_make(&e->pool, &left, &right, at->score * ONE, KF_THERMO_KO);
    return kf_thermo_wait(&e->pool, e->nodes[at->parts - 1].value,
                          banned == KF_BLACK ? &left : &right, banned);
}

static bool is_stale(const kf_endgame *e, const kf_endnode *at) {
    const kf_endedge *edge = &e->edges[at->edges];
    bool is_stale =
        at->looked == 0 || (at->parts != 0 && e->nodes[at->parts - 1].changed > at->looked);
    for (int i = 0; i < at->counts[KF_BLACK] + at->counts[KF_WHITE] && !is_stale; i++)
        is_stale = e->nodes[edge[i].node].changed > at->looked;
    return is_stale;
}

// Goes over all positions until nothing changes; at first each is worth `score`.
static bool sweep_all(kf_endgame *e, int32_t score) {
    uint32_t clock = 0, guess = kf_thermo_make(&e->pool, NULL, NULL, score, KF_THERMO_VALUE);
    bool has_changed = true;
    for (size_t i = 0; i < e->node_count; i++) {
        e->nodes[i].value = guess;
        e->nodes[i].looked = e->nodes[i].changed = 0;
    }
    for (int sweep = 0; sweep < SWEEPS && has_changed; sweep++) {
        has_changed = false;
        for (uint32_t i = (uint32_t)e->node_count; i-- > 0;) {
            if (!is_stale(e, &e->nodes[i]))
                continue;
            uint32_t value = evaluate(e, i);
            e->nodes[i].looked = ++clock;
            if (value == e->nodes[i].value)
                continue;
            e->nodes[i].value = value;
            e->nodes[i].changed = ++clock;
            has_changed = true;
        }
    }
    return !has_changed;
}

// The whole tree and its values: once from below, once from above, and what both find is true.
static kf_endgame_state find_value(kf_endgame *e, const kf_endposition *start) {
    int32_t most = e->region.count * ONE;
    add(e, start);
    for (uint32_t node = 0; node < e->node_count && !e->is_full; node++)
        open(e, node);
    if (e->is_full)
        return KF_ENDGAME_BUDGET;
    if (!sweep_all(e, -most))
        return KF_ENDGAME_LOOP;
    uint32_t below = e->nodes[0].value;
    if (!sweep_all(e, most) || e->nodes[0].value != below)
        return KF_ENDGAME_LOOP;
    e->pool.has_cave = false;
    for (uint32_t node = 0; node < e->node_count; node++)
        evaluate(e, node);
    return e->pool.has_cave ? KF_ENDGAME_LOOP : KF_ENDGAME_SOLVED;
}

void kf_endko_read(kf_endgame *tree, kf_arena *arena, const kf_endboard *region,
                   const kf_endposition *start, const int threats[3], uint32_t budget) {
    kf_endposition filled = *start;
    kf_endgame_start(tree, arena, region, start, budget < POSITIONS ? budget : POSITIONS);
    tree->region.favoured = KF_EMPTY;
    kf_endboard_fill(region, &filled);
    filled.out = pack(threats[KF_BLACK], threats[KF_WHITE]);
    tree->state = find_value(tree, &filled);
}

// Turns the region the way in which it is read.
static void turn(job *j, const int *threats) {
    j->is_swapped = kf_endboard_turn(&j->region, &j->start);
    j->threats[KF_BLACK] = threats[j->is_swapped ? KF_WHITE : KF_BLACK];
    j->threats[KF_WHITE] = threats[j->is_swapped ? KF_BLACK : KF_WHITE];
}

// Exchanges the colours.
static void turn_round(job *j) {
    int black = j->threats[KF_BLACK];
    kf_endboard_exchange(&j->region, &j->start);
    j->threats[KF_BLACK] = j->threats[KF_WHITE];
    j->threats[KF_WHITE] = black;
    j->is_swapped = !j->is_swapped;
}

static void convert(const job *j, const kf_endplay *play) {
    kf_endgame_ko *answer = j->answer;
    int32_t sign = j->is_swapped ? -1 : 1;
    answer->is_exact = play->is_exact;
    answer->mean = sign * play->mean;
    answer->temperature = play->temperature;
    answer->sente =
        !j->is_swapped || play->sente == KF_EMPTY ? play->sente : kf_colour_other(play->sente);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        answer->stop[colour] = sign * play->stop[j->is_swapped ? 3 - colour : colour];
    answer->knot_count = play->knot_count;
    for (int i = 0; i < play->knot_count; i++) {
        const kf_endgame_knot *k = &play->knot[i];
        answer->knot[i] =
            j->is_swapped ? (kf_endgame_knot){k->temperature, -k->white, -k->black} : *k;
    }
}

// Where positions come back, it may depend on the order whether values are found: then both are
// tried.
static void solve(void *context) {
    job *j = context;
    kf_endgame *e = &j->tree;
    kf_arena_level level = kf_arena_mark(j->arena);
    kf_endko_read(e, j->arena, &j->region, &j->start, j->threats, j->budget);
    j->answer->positions = e->node_count;
    if (e->state == KF_ENDGAME_LOOP && j->answer->positions < j->budget) {
        kf_arena_rewind(j->arena, level);
        turn_round(j);
        kf_endko_read(e, j->arena, &j->region, &j->start, j->threats,
                      j->budget - (uint32_t)j->answer->positions);
        j->answer->positions += e->node_count;
    }
    j->answer->state = e->state;
    if (j->answer->state != KF_ENDGAME_SOLVED)
        return;
    kf_endplay play = {.has_mean = true};
    int stones =
        kf_endboard_size(j->start.stones[KF_BLACK]) - kf_endboard_size(j->start.stones[KF_WHITE]);
    kf_endline_draw(kf_endgame_value(e, 0), ONE, stones, &play);
    convert(j, &play);
}

kf_endgame_state kf_endgame_ko_solve(const kf_board *board, const kf_endgame_area *area,
                                     const int threats[3], uint32_t budget, kf_endgame_ko *answer) {
    job j = {.budget = budget, .answer = answer};
    memset(answer, 0, sizeof *answer);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        if (threats[colour] < 0 || threats[colour] > KF_ENDGAME_THREATS)
            return answer->state = KF_ENDGAME_TOO_LARGE;
    if (!kf_endboard_make(&j.region, board, area->corner, area->opposite, &j.start))
        return answer->state = KF_ENDGAME_TOO_LARGE;
    turn(&j, threats);
    j.arena = kf_arena_new();
    if (j.arena == NULL || !kf_arena_try(j.arena, solve, &j))
        answer->state = KF_ENDGAME_NO_MEMORY;
    kf_arena_free(j.arena);
    return answer->state;
}
