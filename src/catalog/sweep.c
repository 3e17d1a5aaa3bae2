// SPDX-License-Identifier: MIT
// Looking at all places of a pattern in a line at once, where it may stand at many of them.

#include "catalog/catalog.h"

#include <string.h>
#if defined(__GNUC__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#include <immintrin.h>
#endif

// How it works. A line is written as planes of times: for each point, when a black stone came there
// first, a white one, and when one was first taken. A turn of the pattern that is moved by one
// place asks for the same things one point further on; so each plane is moved by the offset of a
// cell, and maxima and minima of such planes say of every place, many in each instruction of the
// processor:
//
//   from    when the last of its stones has come for the first time; it does not stand before
//   strict  until when nothing of it has changed since: a stone of it was taken, or another came
//   never   from when on it cannot stand any more: a stone came that is never taken
//
// From `from` on it stands where that is before `strict`. Where it is not, but before `never`,
// stones were taken, and the events of these points must be followed. Times are a byte each; all
// that is later is LATE, and what is late on both sides must be followed, too.
//
// Where the pattern would reach over the edge of the board the times mean nothing, and there are no
// probes.
enum { LANES = KF_SWEEP_LANES, NEVER = KF_SWEEP_NEVER, LATE = KF_SWEEP_LATE };

// Planes, each as long as there are numbers of points in an event. The first four are indexed by
// the event itself: its point, colour, and whether the stone was taken.
enum {
    PLANE = KF_EVENT_POINT + 1,
    BLACK = 0,
    WHITE = KF_EVENT_WHITE,
    BLACK_TAKEN = KF_EVENT_TAKEN,
    WHITE_TAKEN = KF_EVENT_TAKEN + KF_EVENT_WHITE,
    FIRST_STONE = 4 * PLANE, // of either colour
    // When it came, if no stone of that colour is ever taken from there.
    BLACK_STAYS = 5 * PLANE,
    WHITE_STAYS = 6 * PLANE,
    EITHER_STAYS = 7 * PLANE,
    IS_OPEN = 8 * PLANE, // 1 where the times do not say all
    PLANES = 9 * PLANE
};

// ---- What a turn asks for ----

// For each kind of cell, the planes that say when it is there first and when it changes, or, of one
// that asks for no stone, when it changes first and when for good.
static void planes_of(uint8_t cell, size_t planes[2]) {
    switch (cell) {
    case KF_CELL_BLACK:
        planes[0] = BLACK, planes[1] = BLACK_TAKEN;
        return;
    case KF_CELL_WHITE:
        planes[0] = WHITE, planes[1] = WHITE_TAKEN;
        return;
    case KF_CELL_EMPTY:
        planes[0] = FIRST_STONE, planes[1] = EITHER_STAYS;
        return;
    case KF_CELL_EMPTY | KF_CELL_BLACK:
        planes[0] = WHITE, planes[1] = WHITE_STAYS;
        return;
    default:
        planes[0] = BLACK, planes[1] = BLACK_STAYS;
    }
}

// Up to the next multiple of four.
static size_t in_fours(size_t count) {
    return (count + 3) / 4 * 4;
}

// Adds the steps of demands, in fours; behind the last it is the last again, which changes nothing.
static size_t add_steps(kf_sweep *sweep, size_t at, const kf_demand *demands, size_t count,
                        size_t own) {
    for (size_t i = 0; i < in_fours(count); i++, at++) {
        const kf_demand *demand = &demands[i < count ? i : count - 1];
        size_t planes[2];
        planes_of(demand->cell, planes);
        for (int k = 0; k < 2; k++)
            sweep->steps[k][at] = (uint16_t)(planes[k] + demand->point - own);
    }
    return at;
}

// Any probe of a turn says what all of them ask for.
static void add_turn(kf_sweep *sweep, const kf_scan *scan, int index, size_t *at) {
    const kf_probe *probe = &scan->probes[scan->leads[index]];
    const kf_demand *demands = scan->demands + probe->first;
    size_t own = (size_t)probe->row * (size_t)scan->width + probe->column;
    uint32_t others = probe->count - probe->stones, stones_at = (uint32_t)*at;
    *at = add_steps(sweep, *at, demands, probe->stones, own);
    sweep->turns[index] = (kf_sweep_turn){stones_at, probe->stones, (uint32_t)*at, others};
    *at = add_steps(sweep, *at, demands + probe->stones, others, own);
}

void kf_sweep_begin(kf_sweep *sweep, kf_arena *arena, const kf_scan *scan) {
    size_t stride = (size_t)scan->stride, places = (size_t)scan->turns * stride;
    size_t steps = 1, at = 0, size = PLANES + 2 * (size_t)LANES;
    for (int i = 0; i < scan->lead_count; i++)
        steps += scan->probes[scan->leads[i]].count + 6;
    for (int k = 0; k < 2; k++)
        sweep->steps[k] = kf_arena_alloc(arena, steps * sizeof *sweep->steps[k]);
    sweep->planes = kf_arena_alloc(arena, size);
    sweep->probe = kf_arena_alloc(arena, places * sizeof *sweep->probe);
    sweep->is_place = kf_arena_alloc(arena, places / LANES * sizeof *sweep->is_place);
    sweep->found = kf_arena_alloc(arena, (scan->probe_count + 1) * sizeof *sweep->found);
    memset(sweep->planes, NEVER, size);
    memset(sweep->is_place, 0, places / LANES * sizeof *sweep->is_place);
    for (int i = 0; i < scan->lead_count; i++)
        add_turn(sweep, scan, i, &at);
    for (size_t i = 0; i < scan->probe_count; i++) {
        const kf_probe *probe = &scan->probes[i];
        size_t turn = (size_t)(probe->turned - scan->turned);
        size_t place = (size_t)probe->row * (size_t)scan->width + probe->column;
        sweep->probe[turn * stride + place] = (uint32_t)i;
        sweep->is_place[(turn * stride + place) / LANES] |= UINT64_C(1) << place % LANES;
    }
}

// The loops over lanes below are written so that a compiler makes wide instructions of them. These
// functions are made part of others that may use wider ones than every processor of the kind has.
// A build with sanitizers does without these, so that both ways are tested.
#if defined(__GNUC__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define INLINE      static inline __attribute__((always_inline))
#define WIDE        __attribute__((target("avx2")))
#define LOAD(bytes) _mm256_loadu_si256((const __m256i *)(bytes))
#define IS_WIDE()   __builtin_cpu_supports("avx2")
#else
#define INLINE static inline
#endif

// ---- The times of a line ----

INLINE uint8_t later(uint8_t a, uint8_t b) {
    return a > b ? a : b;
}

INLINE uint8_t earlier(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

static void note_events(kf_sweep *sweep, const kf_line *line) {
    enum { INDEX = KF_EVENT_POINT | KF_EVENT_WHITE | KF_EVENT_TAKEN };
    uint8_t *planes = sweep->planes;
    uint32_t next = 1, all = 0;
    for (size_t i = 0; i < line->initial; i++)
        planes[kf_line_event(line, i) & INDEX] = 0;
    for (size_t i = line->initial; i < line->count; i++) {
        uint32_t event = kf_line_event(line, i);
        uint8_t *time = &planes[event & INDEX];
        *time = earlier(*time, (uint8_t)(next < LATE ? next : LATE));
        next += event >> 15;
        all |= event;
    }
    sweep->has_setups = (all & KF_EVENT_SETUP) != 0;
}

INLINE void derive_planes(uint8_t *restrict planes, size_t stride) {
    for (size_t at = 0; at < stride; at += LANES) {
        uint8_t *restrict p = planes + at;
        for (int i = 0; i < LANES; i++) {
            uint8_t black = p[BLACK + i], white = p[WHITE + i];
            uint8_t black_stays = (uint8_t)(black | (p[BLACK_TAKEN + i] != NEVER ? NEVER : 0));
            uint8_t white_stays = (uint8_t)(white | (p[WHITE_TAKEN + i] != NEVER ? NEVER : 0));
            p[FIRST_STONE + i] = earlier(black, white);
            p[BLACK_STAYS + i] = black_stays;
            p[WHITE_STAYS + i] = white_stays;
            p[EITHER_STAYS + i] = earlier(black_stays, white_stays);
            p[IS_OPEN + i] =
                (uint8_t)((p[BLACK_TAKEN + i] != NEVER) | (p[WHITE_TAKEN + i] != NEVER) |
                          (black == LATE) | (white == LATE));
        }
    }
}

// ---- So many places at once ----

// What the times say of so many places: a bit for each where the pattern stands for sure, and where
// that is open.
typedef struct bounds {
    _Alignas(LANES) uint8_t from[LANES];
    uint8_t strict[LANES], never[LANES];
    uint64_t sure, open;
} bounds;

// Times of four things together, so that what comes of them is read and written once.
INLINE void put_latest(uint8_t *restrict out, const uint8_t *restrict times,
                       const uint16_t step[4]) {
    const uint8_t *a = times + step[0], *b = times + step[1], *c = times + step[2],
                  *d = times + step[3];
    for (int i = 0; i < LANES; i++)
        out[i] = later(out[i], later(later(a[i], b[i]), later(c[i], d[i])));
}

INLINE void put_earliest(uint8_t *restrict out, const uint8_t *restrict times,
                         const uint16_t step[4]) {
    const uint8_t *a = times + step[0], *b = times + step[1], *c = times + step[2],
                  *d = times + step[3];
    for (int i = 0; i < LANES; i++)
        out[i] = earlier(out[i], earlier(earlier(a[i], b[i]), earlier(c[i], d[i])));
}

// What a turn asks for, at hand for many places.
typedef struct question {
    const uint16_t *stones[2], *others[2]; // steps to both planes of each
    uint32_t stone_count, other_count;
} question;

// Bytes of 1 and 0 as bits.
INLINE uint64_t pack(const uint8_t lanes[LANES]) {
    uint64_t mask = 0;
    for (int i = 0; i < LANES; i += 8) {
        const uint8_t *p = lanes + i;
        uint32_t bits = p[0] | (uint32_t)p[1] << 1 | (uint32_t)p[2] << 2 | (uint32_t)p[3] << 3 |
                        (uint32_t)p[4] << 4 | (uint32_t)p[5] << 5 | (uint32_t)p[6] << 6 |
                        (uint32_t)p[7] << 7;
        mask |= (uint64_t)bits << i;
    }
    return mask;
}

// What is late on both sides is open, for it may be earlier on one.
INLINE void part(bounds *restrict b) {
    uint8_t sure[LANES], open[LANES];
    for (int i = 0; i < LANES; i++) {
        uint8_t from = b->from[i], never = b->never[i];
        sure[i] = from < b->strict[i];
        open[i] = (uint8_t)((from < never) | ((from == LATE) & (never == LATE)));
    }
    b->sure = pack(sure);
    b->open = pack(open) & ~b->sure;
}

typedef void bounds_finder(const uint8_t *planes, const question *q, bounds *b);

INLINE void find_bounds(const uint8_t *planes, const question *q, bounds *b) {
    memset(b->from, 0, LANES);
    memset(b->strict, NEVER, LANES);
    memset(b->never, NEVER, LANES);
    for (uint32_t k = 0; k < q->stone_count; k += 4) {
        put_latest(b->from, planes, q->stones[0] + k);
        put_earliest(b->strict, planes, q->stones[1] + k);
    }
    for (uint32_t k = 0; k < q->other_count; k += 4) {
        put_earliest(b->strict, planes, q->others[0] + k);
        put_earliest(b->never, planes, q->others[1] + k);
    }
    part(b);
}

#ifdef WIDE
// 32 places each.
typedef struct half {
    __m256i from, strict, never;
} half;

WIDE static inline void ask_stone(half *h, const uint8_t *first, const uint8_t *taken) {
    h->from = _mm256_max_epu8(h->from, LOAD(first));
    h->strict = _mm256_min_epu8(h->strict, LOAD(taken));
}

WIDE static inline void ask_other(half *h, const uint8_t *first, const uint8_t *last) {
    h->strict = _mm256_min_epu8(h->strict, LOAD(first));
    h->never = _mm256_min_epu8(h->never, LOAD(last));
}

// Where a is before b.
WIDE static inline uint32_t before(__m256i a, __m256i b) {
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(a, b), a));
}

WIDE static inline void part_widely(const half *h, bounds *b, size_t at) {
    __m256i late = _mm256_set1_epi8((char)LATE);
    __m256i both =
        _mm256_and_si256(_mm256_cmpeq_epi8(h->from, late), _mm256_cmpeq_epi8(h->never, late));
    uint32_t sure = before(h->from, h->strict);
    uint32_t open = before(h->from, h->never) | (uint32_t)_mm256_movemask_epi8(both);
    b->sure |= (uint64_t)sure << at;
    b->open |= (uint64_t)(open & ~sure) << at;
    _mm256_store_si256((__m256i *)(b->from + at), h->from);
    _mm256_store_si256((__m256i *)(b->never + at), h->never);
}

// The same, with all that comes of it in registers.
WIDE static inline void find_bounds_widely(const uint8_t *planes, const question *q, bounds *b) {
    const size_t next = sizeof(__m256i);
    const __m256i none = _mm256_setzero_si256(), all = _mm256_set1_epi8((char)NEVER);
    half left = {none, all, all}, right = left;
    for (uint32_t k = 0; k < q->stone_count; k++) {
        const uint8_t *first = planes + q->stones[0][k], *taken = planes + q->stones[1][k];
        ask_stone(&left, first, taken);
        ask_stone(&right, first + next, taken + next);
    }
    for (uint32_t k = 0; k < q->other_count; k++) {
        const uint8_t *first = planes + q->others[0][k], *last = planes + q->others[1][k];
        ask_other(&left, first, last);
        ask_other(&right, first + next, last + next);
    }
    b->sure = b->open = 0;
    part_widely(&left, b, 0);
    part_widely(&right, b, next);
}
#endif

// Adds the probes of the places in the mask.
static size_t collect(kf_sweep *sweep, const bounds *b, uint64_t mask, bool is_sure,
                      const uint32_t *table, size_t count) {
    for (; mask != 0; mask &= mask - 1) {
        int k = kf_lowest_bit(mask);
        sweep->found[count++] = (kf_swept){table[k], b->from[k], b->never[k], is_sure};
    }
    return count;
}

// Adds the probes of one turn for which the times leave a position.
INLINE size_t sweep_turn(kf_sweep *sweep, const kf_scan *scan, int index, bounds_finder *find,
                         size_t count) {
    const kf_probe *probe = &scan->probes[scan->leads[index]];
    const kf_grid *grid = &probe->turned->grid;
    const kf_sweep_turn *asked = &sweep->turns[index];
    const uint16_t *const *steps = (const uint16_t *const *)sweep->steps;
    const question q = {{steps[0] + asked->stones_at, steps[1] + asked->stones_at},
                        {steps[0] + asked->others_at, steps[1] + asked->others_at},
                        asked->stones,
                        asked->others};
    size_t own = (size_t)(probe->turned - scan->turned) * (size_t)scan->stride;
    size_t width = (size_t)scan->width;
    size_t end = (size_t)(scan->height - grid->height) * width + width - (size_t)grid->width + 1;
    for (size_t place = 0; place < end; place += LANES) {
        bounds b;
        find(sweep->planes + place, &q, &b);
        uint64_t is_place = sweep->is_place[(own + place) / LANES];
        if (sweep->is_counting)
            sweep->sure_count += kf_count_bits(b.sure & is_place);
        else
            count = collect(sweep, &b, b.sure & is_place, true, sweep->probe + own + place, count);
        count = collect(sweep, &b, b.open & is_place, false, sweep->probe + own + place, count);
    }
    return count;
}

INLINE size_t sweep_turns(kf_sweep *sweep, const kf_scan *scan, bounds_finder *find) {
    size_t count = 0;
    derive_planes(sweep->planes, (size_t)scan->stride);
    for (int i = 0; i < scan->lead_count; i++)
        count = sweep_turn(sweep, scan, i, find, count);
    return count;
}

static size_t sweep_plainly(kf_sweep *sweep, const kf_scan *scan) {
    return sweep_turns(sweep, scan, find_bounds);
}

#ifdef WIDE
WIDE static size_t sweep_widely(kf_sweep *sweep, const kf_scan *scan) {
    return sweep_turns(sweep, scan, find_bounds_widely);
}
#endif

size_t kf_sweep_line(kf_sweep *sweep, const kf_scan *scan, const kf_line *line, bool counts) {
    for (size_t plane = 0; plane < FIRST_STONE; plane += PLANE)
        memset(sweep->planes + plane, NEVER, (size_t)scan->stride);
    sweep->is_counting = counts;
    sweep->sure_count = 0;
    note_events(sweep, line);
#ifdef WIDE
    if (IS_WIDE())
        return sweep_widely(sweep, scan);
#endif
    return sweep_plainly(sweep, scan);
}

void kf_sweep_mark_open(const kf_sweep *sweep, const kf_scan *scan, uint8_t *asked) {
    memcpy(asked, sweep->planes + IS_OPEN, (size_t)scan->points);
}
