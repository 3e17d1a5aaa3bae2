// SPDX-License-Identifier: MIT
// Looking at all places of a pattern in a line at once, where it may stand at many of them.

#include "catalog/catalog.h"

#include <string.h>

// How it works. The bounds of a line are five times for each point, one for each thing that a cell
// may ask of it. A turn of the pattern that is moved by one place asks for the same things one
// point further on; so the times of each thing are moved by the offset of its cell, and their
// maximum or minimum gives the bounds of every place in one go, many places in each instruction of
// the processor. For that the times are made coarse, a byte each: what they leave may be nothing
// after all, and is looked at again. Where the pattern would reach over the edge of the board they
// mean nothing, and there are no probes.
enum { LANES = KF_SWEEP_LANES, NEVER = 255 };

void kf_sweep_begin(kf_sweep *sweep, kf_arena *arena, const kf_scan *scan) {
    size_t points = (size_t)scan->points;
    size_t size = KF_SCAN_BOUNDS * (size_t)scan->stride + 2 * (size_t)LANES;
    sweep->times = kf_arena_alloc(arena, size);
    sweep->probe = kf_arena_alloc(arena, (size_t)scan->turns * points * sizeof *sweep->probe);
    sweep->found = kf_arena_alloc(arena, (scan->probe_count + 1) * sizeof *sweep->found);
    memset(sweep->times, NEVER, size);
    memset(sweep->probe, 0xFF, (size_t)scan->turns * points * sizeof *sweep->probe);
    for (size_t i = 0; i < scan->probe_count; i++) {
        const kf_probe *probe = &scan->probes[i];
        size_t turn = (size_t)(probe->turned - scan->turned);
        size_t place = (size_t)probe->row * (size_t)scan->width + probe->column;
        sweep->probe[turn * points + place] = (uint32_t)i;
    }
}

// ---- So many places at once ----

// Half of each time at least, so that what never comes is no negative number.
static inline void make_coarse(uint8_t *restrict out, const uint32_t *restrict times, int shift) {
    for (int i = 0; i < LANES; i++) {
        int32_t coarse = (int32_t)(times[i] >> shift);
        out[i] = (uint8_t)(coarse < NEVER ? coarse : NEVER);
    }
}

static inline void put_latest(uint8_t *restrict out, const uint8_t *restrict times) {
    for (int i = 0; i < LANES; i++)
        out[i] = times[i] > out[i] ? times[i] : out[i];
}

static inline void put_earliest(uint8_t *restrict out, const uint8_t *restrict times) {
    for (int i = 0; i < LANES; i++)
        out[i] = times[i] < out[i] ? times[i] : out[i];
}

// Marks the places that still have a position between their bounds, or may have one.
static inline bool mark_left(uint8_t *restrict left, const uint8_t *restrict from,
                             const uint8_t *restrict never) {
    uint8_t any = 0;
    for (int i = 0; i < LANES; i++) {
        left[i] = (uint8_t)((from[i] <= never[i]) & (from[i] < NEVER));
        any |= left[i];
    }
    return any != 0;
}

// ---- Turns ----

// Adds the probes of the places that are left. What is found is written whatever it is, and most
// often written over: a branch could not be guessed.
static size_t collect(const kf_sweep *sweep, const uint8_t *left, const uint32_t *table,
                      size_t places, size_t count) {
    static const uint8_t none[8] = {0};
    for (size_t i = 0; i < places; i += sizeof none) {
        size_t end = places - i < sizeof none ? places : i + sizeof none;
        if (memcmp(left + i, none, sizeof none) == 0)
            continue;
        for (size_t k = i; k < end; k++) {
            sweep->found[count] = table[k];
            count += left[k] & (table[k] != UINT32_MAX);
        }
    }
    return count;
}

// Adds the probes of one turn for which the bounds leave a position. Any probe of it says what all
// of them ask for.
static size_t sweep_turn(const kf_sweep *sweep, const kf_scan *scan, const kf_probe *probe,
                         size_t count) {
    const kf_demand *demands = scan->demands + probe->first;
    const kf_grid *grid = &probe->turned->grid;
    size_t turn = (size_t)(probe->turned - scan->turned), width = (size_t)scan->width;
    size_t own = (size_t)probe->row * width + probe->column;
    const uint32_t *table = sweep->probe + turn * (size_t)scan->points;
    size_t end = (size_t)(scan->height - grid->height) * width + width - (size_t)grid->width + 1;
    for (size_t place = 0; place < end; place += LANES) {
        uint8_t from[LANES], never[LANES], left[LANES];
        uint32_t k = 0;
        memset(from, 0, sizeof from);
        memset(never, NEVER, sizeof never);
        for (; k < probe->stones; k++)
            put_latest(from, sweep->times + demands[k].bound - own + place);
        for (; k < probe->count; k++)
            put_earliest(never, sweep->times + demands[k].bound - own + place);
        if (!mark_left(left, from, never))
            continue;
        count =
            collect(sweep, left, table + place, end - place < LANES ? end - place : LANES, count);
    }
    return count;
}

size_t kf_sweep_line(kf_sweep *sweep, const kf_scan *scan, const uint32_t *bounds,
                     uint32_t groups) {
    size_t count = 0, all = KF_SCAN_BOUNDS * (size_t)scan->stride;
    int shift = 1;
    while (groups >> shift >= NEVER - 1)
        shift++;
    for (size_t i = 0; i < all; i += LANES)
        make_coarse(sweep->times + i, bounds + i, shift);
    for (int i = 0; i < scan->lead_count; i++)
        count = sweep_turn(sweep, scan, &scan->probes[scan->leads[i]], count);
    return count;
}
