// SPDX-License-Identifier: MIT
// What a sweep asks of a line: for each turn of the pattern, steps from its place to the times of
// what stands on each cell.

#include "catalog/search.h"

#include <string.h>

// ---- What a turn asks for ----

// For each kind of cell, the planes that say when it is there first and when it changes, or, of one
// that asks for no stone, when it changes first and when for good.
static void planes_of(uint8_t cell, size_t planes[2]) {
    switch (cell) {
    case KF_CELL_BLACK:
        planes[0] = KF_PLANE_BLACK, planes[1] = KF_PLANE_BLACK_TAKEN;
        return;
    case KF_CELL_WHITE:
        planes[0] = KF_PLANE_WHITE, planes[1] = KF_PLANE_WHITE_TAKEN;
        return;
    case KF_CELL_EMPTY:
        planes[0] = KF_PLANE_FIRST_STONE, planes[1] = KF_PLANE_EITHER_STAYS;
        return;
    case KF_CELL_EMPTY | KF_CELL_BLACK:
        planes[0] = KF_PLANE_WHITE, planes[1] = KF_PLANE_WHITE_STAYS;
        return;
    default:
        planes[0] = KF_PLANE_BLACK, planes[1] = KF_PLANE_BLACK_STAYS;
    }
}

_Static_assert(KF_SWEEP_FIRST == 4, "what is looked at together stands in fours");

// Up to the next multiple of four.
static size_t in_fours(size_t count) {
    return (count + 3) / 4 * 4;
}

static void add_step(kf_sweep *sweep, uint8_t cell, size_t step) {
    size_t planes[2];
    planes_of(cell, planes);
    sweep->asks_vacant |= (cell & KF_CELL_EMPTY) != 0;
    sweep->asks_stays |= (cell & KF_CELL_EMPTY) && cell != KF_CELL_EMPTY;
    for (int k = 0; k < 2; k++)
        sweep->steps[k][sweep->step_count] = (uint16_t)(planes[k] + step);
    sweep->step_count++;
}

// Adds the steps of demands, in fours; behind the last it is the last again, which changes nothing.
static void add_steps(kf_sweep *sweep, const kf_demand *demands, size_t count, size_t own) {
    for (size_t i = 0; i < in_fours(count); i++) {
        const kf_demand *demand = &demands[i < count ? i : count - 1];
        add_step(sweep, demand->cell, demand->point - own);
    }
}

// The stones that a cell forbids, each with the time when it was taken.
static void add_forbidden(kf_sweep *sweep, const kf_demand *demands, size_t count, size_t own) {
    static const size_t planes[2][2] = {{KF_PLANE_BLACK, KF_PLANE_BLACK_TAKEN},
                                        {KF_PLANE_WHITE, KF_PLANE_WHITE_TAKEN}};
    for (size_t i = 0; i < count; i++)
        for (int colour = 0; colour < 2; colour++) {
            if (demands[i].cell & (colour == 0 ? KF_CELL_BLACK : KF_CELL_WHITE))
                continue;
            for (int k = 0; k < 2; k++)
                sweep->steps[k][sweep->step_count] =
                    (uint16_t)(planes[colour][k] + demands[i].point - own);
            sweep->step_count++;
        }
}

// Any probe of a turn says what all of them ask for.
static void add_turn(kf_sweep *sweep, const kf_scan *scan, int index) {
    const kf_probe *probe = &scan->probes[scan->leads[index]];
    const kf_demand *demands = scan->demands + probe->first;
    size_t own = (size_t)probe->row * (size_t)scan->width + probe->column;
    uint32_t others = probe->count - probe->stones, stones_at = (uint32_t)sweep->step_count;
    add_steps(sweep, demands, probe->stones, own);
    kf_sweep_turn *turn = &sweep->turns[probe->turned - scan->turned];
    *turn = (kf_sweep_turn){.stones_at = stones_at, .stones = probe->stones, .others = others};
    turn->others_at = (uint32_t)sweep->step_count;
    add_steps(sweep, demands + probe->stones, others, own);
    turn->forbidden_at = (uint32_t)sweep->step_count;
    add_forbidden(sweep, demands + probe->stones, others, own);
    turn->forbidden = (uint32_t)sweep->step_count - turn->forbidden_at;
}

// ---- Pairs of turns ----

// The cells that a turn asks for, by their steps from its place.
static void note_cells(const kf_scan *scan, int index, uint8_t *cells) {
    const kf_probe *probe = &scan->probes[scan->leads[index]];
    const kf_demand *demands = scan->demands + probe->first;
    size_t own = (size_t)probe->row * (size_t)scan->width + probe->column;
    memset(cells, 0, (size_t)scan->points);
    for (uint32_t i = 0; i < probe->count; i++)
        cells[demands[i].point - own] = demands[i].cell;
}

static uint32_t count_same(const uint8_t *a, const uint8_t *b, int points) {
    uint32_t count = 0;
    for (int i = 0; i < points; i++)
        count += a[i] != 0 && a[i] == b[i];
    return count;
}

// Adds the steps of the stones, or of all others, that two turns have in common, or that the first
// has alone. Returns how many.
static uint32_t add_some(kf_sweep *sweep, const kf_scan *scan, const uint8_t *const cells[2],
                         bool are_stones, bool are_common) {
    size_t from = sweep->step_count;
    for (int i = 0; i < scan->points; i++) {
        uint8_t cell = cells[0][i];
        bool is_stone = cell == KF_CELL_BLACK || cell == KF_CELL_WHITE;
        if (cell == 0 || is_stone != are_stones || (cell == cells[1][i]) != are_common)
            continue;
        add_step(sweep, cell, (size_t)i);
    }
    return (uint32_t)(sweep->step_count - from);
}

static void add_share(kf_sweep *sweep, const kf_scan *scan, const uint8_t *const cells[2],
                      bool are_common, kf_sweep_turn *out) {
    out->stones_at = (uint32_t)sweep->step_count;
    out->stones = add_some(sweep, scan, cells, true, are_common);
    out->others_at = (uint32_t)sweep->step_count;
    out->others = add_some(sweep, scan, cells, false, are_common);
}

static void add_pair(kf_sweep *sweep, const kf_scan *scan, const uint8_t *all, const int leads[2]) {
    size_t points = (size_t)scan->points;
    const uint8_t *cells[] = {all + points * (size_t)leads[0], all + points * (size_t)leads[1]};
    const uint8_t *swapped[] = {cells[1], cells[0]};
    kf_sweep_pair *pair = &sweep->pairs[sweep->pair_count++];
    *pair = (kf_sweep_pair){.leads = {leads[0], leads[1]}};
    add_share(sweep, scan, cells, true, &pair->both);
    add_share(sweep, scan, cells, false, &pair->own[0]);
    add_share(sweep, scan, swapped, false, &pair->own[1]);
}

// How many cells each two turns have in common.
typedef uint32_t matches[KF_FIND_TURNS][KF_FIND_TURNS];

// The two turns that have most in common; false when none have anything.
static bool best_two(matches same, int count, int leads[2]) {
    uint32_t most = 0;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            if (same[i][k] > most) {
                most = same[i][k];
                leads[0] = i, leads[1] = k;
            }
    return most > 0;
}

// Each turn goes with another that has cells in common with it, those that have most first. Where
// the pattern stands at few places, these are looked at one by one, and all turns stay alone.
static void pair_turns(kf_sweep *sweep, kf_arena *arena, const kf_scan *scan) {
    enum { PLACES = 64 };
    int count = scan->probe_count < PLACES * (size_t)scan->lead_count ? 0 : scan->lead_count;
    size_t points = (size_t)scan->points;
    uint8_t *cells = kf_arena_resize(arena, NULL, points * KF_FIND_TURNS);
    bool is_paired[KF_FIND_TURNS] = {false};
    matches same = {{0}};
    int leads[2];
    for (int i = 0; i < count; i++) {
        note_cells(scan, i, cells + points * (size_t)i);
        for (int k = 0; k < i; k++)
            same[k][i] =
                count_same(cells + points * (size_t)k, cells + points * (size_t)i, scan->points);
    }
    while (best_two(same, count, leads)) {
        add_pair(sweep, scan, cells, leads);
        for (int k = 0; k < 2; k++) {
            is_paired[leads[k]] = true;
            for (int i = 0; i < count; i++)
                same[i][leads[k]] = same[leads[k]][i] = 0;
        }
    }
    for (int i = 0; i < scan->lead_count; i++)
        if (!is_paired[i])
            sweep->pairs[sweep->pair_count++] = (kf_sweep_pair){.leads = {i, -1}};
    kf_arena_release(arena, cells);
}

// ---- All of them ----

void kf_steps_begin(kf_sweep *sweep, kf_arena *arena, const kf_scan *scan) {
    size_t stride = (size_t)scan->stride, places = (size_t)scan->turns * stride;
    size_t steps = 1, size = KF_PLANE_ALL + 2 * (size_t)KF_SWEEP_LANES;
    for (int i = 0; i < scan->lead_count; i++)
        steps += 4 * (size_t)scan->probes[scan->leads[i]].count + 6;
    for (int k = 0; k < 2; k++)
        sweep->steps[k] = kf_arena_alloc(arena, steps * sizeof *sweep->steps[k]);
    sweep->planes = kf_arena_alloc(arena, size);
    sweep->probe = kf_arena_alloc(arena, places * sizeof *sweep->probe);
    sweep->is_place = kf_arena_alloc(arena, places / 64 * sizeof *sweep->is_place);
    sweep->found = kf_arena_alloc(arena, (scan->probe_count + 1) * sizeof *sweep->found);
    memset(sweep->planes, KF_SWEEP_NEVER, size);
    memset(sweep->is_place, 0, places / 64 * sizeof *sweep->is_place);
    for (int i = 0; i < scan->lead_count; i++)
        add_turn(sweep, scan, i);
    pair_turns(sweep, arena, scan);
    for (size_t i = 0; i < scan->probe_count; i++) {
        const kf_probe *probe = &scan->probes[i];
        size_t turn = (size_t)(probe->turned - scan->turned);
        size_t place = (size_t)probe->row * (size_t)scan->width + probe->column;
        sweep->probe[turn * stride + place] = (uint32_t)i;
        sweep->is_place[(turn * stride + place) / 64] |= UINT64_C(1) << place % 64;
    }
}
