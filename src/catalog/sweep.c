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
enum { LANES = KF_SWEEP_LANES, NEVER = KF_SWEEP_NEVER };

// Adds the steps of demands, in fours; behind the last it is the last again, which changes nothing.
static size_t add_steps(kf_sweep *sweep, size_t at, const kf_demand *demands, size_t count,
                        size_t own) {
    for (size_t i = 0; i < (count + 3) / 4 * 4; i++)
        sweep->steps[at++] = (uint16_t)(demands[i < count ? i : count - 1].bound - own);
    return at;
}

// Any probe of a turn says what all of them ask for.
static void add_turn(kf_sweep *sweep, const kf_scan *scan, int index, size_t *at) {
    const kf_probe *probe = &scan->probes[scan->leads[index]];
    const kf_demand *demands = scan->demands + probe->first;
    size_t own = (size_t)probe->row * (size_t)scan->width + probe->column, first = *at;
    *at = add_steps(sweep, *at, demands, probe->stones, own);
    size_t stones = *at - first;
    *at = add_steps(sweep, *at, demands + probe->stones, probe->count - probe->stones, own);
    sweep->turns[index] =
        (kf_sweep_turn){(uint32_t)first, (uint32_t)stones, (uint32_t)(*at - first)};
}

void kf_sweep_begin(kf_sweep *sweep, kf_arena *arena, const kf_scan *scan) {
    size_t points = (size_t)scan->points, steps = 1, at = 0;
    size_t size = KF_SCAN_BOUNDS * (size_t)scan->stride + 2 * (size_t)LANES;
    for (int i = 0; i < scan->lead_count; i++)
        steps += scan->probes[scan->leads[i]].count + 6;
    sweep->steps = kf_arena_alloc(arena, steps * sizeof *sweep->steps);
    sweep->times = kf_arena_alloc(arena, size);
    sweep->probe = kf_arena_alloc(arena, (size_t)scan->turns * points * sizeof *sweep->probe);
    sweep->found = kf_arena_alloc(arena, (scan->probe_count + 1) * sizeof *sweep->found);
    memset(sweep->times, NEVER, size);
    memset(sweep->probe, 0xFF, (size_t)scan->turns * points * sizeof *sweep->probe);
    for (int i = 0; i < scan->lead_count; i++)
        add_turn(sweep, scan, i, &at);
    for (size_t i = 0; i < scan->probe_count; i++) {
        const kf_probe *probe = &scan->probes[i];
        size_t turn = (size_t)(probe->turned - scan->turned);
        size_t place = (size_t)probe->row * (size_t)scan->width + probe->column;
        sweep->probe[turn * points + place] = (uint32_t)i;
    }
}

// Half of each time at least, so that there is room for what never comes.
void kf_sweep_clear(kf_sweep *sweep, const kf_scan *scan, uint32_t groups) {
    sweep->shift = 1;
    while (groups >> sweep->shift >= NEVER - 1)
        sweep->shift++;
    memset(sweep->times, NEVER, KF_SCAN_BOUNDS * (size_t)scan->stride);
}

// ---- So many places at once ----

static inline uint8_t later(uint8_t a, uint8_t b) {
    return a > b ? a : b;
}

static inline uint8_t earlier(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

// Times of four things together, so that what comes of them is read and written once.
static inline void put_latest(uint8_t *restrict out, const uint8_t *restrict times,
                              const uint16_t step[4]) {
    const uint8_t *a = times + step[0], *b = times + step[1], *c = times + step[2],
                  *d = times + step[3];
    for (int i = 0; i < LANES; i++)
        out[i] = later(out[i], later(later(a[i], b[i]), later(c[i], d[i])));
}

static inline void put_earliest(uint8_t *restrict out, const uint8_t *restrict times,
                                const uint16_t step[4]) {
    const uint8_t *a = times + step[0], *b = times + step[1], *c = times + step[2],
                  *d = times + step[3];
    for (int i = 0; i < LANES; i++)
        out[i] = earlier(out[i], earlier(earlier(a[i], b[i]), earlier(c[i], d[i])));
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

// Adds the probes of one turn for which the times leave a position.
static size_t sweep_turn(const kf_sweep *sweep, const kf_scan *scan, int index, size_t count) {
    const kf_probe *probe = &scan->probes[scan->leads[index]];
    const kf_grid *grid = &probe->turned->grid;
    const kf_sweep_turn *asked = &sweep->turns[index];
    const uint16_t *steps = sweep->steps + asked->first;
    size_t turn = (size_t)(probe->turned - scan->turned), width = (size_t)scan->width;
    const uint32_t *table = sweep->probe + turn * (size_t)scan->points;
    size_t end = (size_t)(scan->height - grid->height) * width + width - (size_t)grid->width + 1;
    for (size_t place = 0; place < end; place += LANES) {
        uint8_t from[LANES], never[LANES], left[LANES];
        memset(from, 0, sizeof from);
        memset(never, NEVER, sizeof never);
        for (uint32_t k = 0; k < asked->stones; k += 4)
            put_latest(from, sweep->times + place, steps + k);
        for (uint32_t k = asked->stones; k < asked->count; k += 4)
            put_earliest(never, sweep->times + place, steps + k);
        if (!mark_left(left, from, never))
            continue;
        count =
            collect(sweep, left, table + place, end - place < LANES ? end - place : LANES, count);
    }
    return count;
}

size_t kf_sweep_line(kf_sweep *sweep, const kf_scan *scan) {
    size_t count = 0;
    for (int i = 0; i < scan->lead_count; i++)
        count = sweep_turn(sweep, scan, i, count);
    return count;
}
