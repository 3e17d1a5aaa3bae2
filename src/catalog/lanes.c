// SPDX-License-Identifier: MIT
// Looking at so many lines at once, where most of them hold the pattern at many places.

#include "catalog/search.h"

#include <string.h>

#include "base/wide.h"

// How it works. It compares the same times as sweep.c. But there a register holds so many places of
// one line, and here one place of so many lines. So each is read where a line of the cache begins,
// no place is looked at that reaches over the edge, and what is found is counted for all lines
// together. For that the times of the lines, which are noted one line after the other, are turned
// round: rows become lanes. That pays where a register holds 64 bytes. Without such it is far
// slower than sweep.c, and done only in builds for tests.

#ifdef KF_HAS_WIDE
#include <immintrin.h>
#define INLINE static inline __attribute__((always_inline))
#define WIDE   __attribute__((target("avx512bw,avx512vl,popcnt")))
#define IS_WIDE()                                                                                  \
    (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&                   \
     __builtin_cpu_supports("popcnt"))
#else
#define INLINE static inline
#define WIDE
#ifdef KF_WITHOUT_WIDE
#define IS_WIDE() true
#else
#define IS_WIDE() false
#endif
#endif

enum {
    LANES = KF_LANES,
    POINTS = KF_SWEEP_LANES,
    NEVER = KF_SWEEP_NEVER,
    LATE = KF_SWEEP_LATE,
    NOTED = 4,  // planes that are noted, the others are made of them
    PLANES = 8, // of lanes
    NOTES = 32,
    STRIP = 7,                    // columns
    ROW = NOTED * POINTS + 64,    // the times of a line
    PLANE = (POINTS + 8) * LANES, // of lanes: the same points of two lie apart in the cache
    BEHIND = POINTS * LANES       // read behind the last plane, and masked out
};

_Static_assert((int)LANES == 64, "lines are bits of a word");
_Static_assert(POINTS % 64 == 0 && ROW % 64 == 0, "rows begin where a line of the cache does");
_Static_assert(2 * POINTS * LANES <= PLANE + BEHIND, "a cell of a place is in front of the end");
_Static_assert(NOTES >= 2 * KF_FIND_TURNS, "the turns of a place have room behind other notes");
_Static_assert(UINT8_MAX / STRIP >= KF_FIND_TURNS, "counts of a row of a strip fit in bytes");
_Static_assert(UINT16_MAX / POINTS >= KF_FIND_TURNS, "and those of a line in words");

// From a place to the times of a cell: when it is there first, or spoiled first, and, further from
// there, when it changes, or is spoiled for good.
typedef struct kf_lanes_step {
    uint32_t to[2];
} step;

// The cells of a pair of turns: what both ask for, what each does besides; stones, then all else.
typedef struct kf_lanes_pair {
    const step *stones[3], *others[3], *forbidden[2];
    uint32_t stone_count[3], other_count[3], forbidden_count;
    const uint64_t *is_place[2]; // of each turn
    const uint32_t *probe[2];
} pair;

// What was found of a line, and what was found of the same before.
typedef struct kf_lanes_found {
    kf_swept swept;
    uint32_t before; // its number, from 1 on; 0: nothing
} found;

// A turn at a place where some lines have it, or may have it. Which places these are no processor
// can guess, so all are written down, most are written over by the next, and the others are looked
// at later.
typedef struct kf_lanes_note {
    _Alignas(64) uint8_t from[LANES];
    uint8_t never[LANES];
    uint64_t open, sure; // lines
    const uint8_t *at;
    const step *forbidden;
    uint32_t forbidden_count, probe;
} note;

// ---- Bytes of all lanes ----

#ifdef KF_HAS_WIDE
typedef __m512i bytes;

WIDE INLINE bytes all(uint8_t value) {
    return _mm512_set1_epi8((char)value);
}

WIDE INLINE bytes load(const uint8_t *p) {
    return _mm512_load_si512(p);
}

WIDE INLINE void store(uint8_t *p, bytes b) {
    _mm512_store_si512(p, b);
}

WIDE INLINE bytes later(bytes a, bytes b) {
    return _mm512_max_epu8(a, b);
}

WIDE INLINE bytes earlier(bytes a, bytes b) {
    return _mm512_min_epu8(a, b);
}

// Of some lanes those in which the first is less.
WIDE INLINE uint64_t before(uint64_t lanes, bytes a, bytes b) {
    return _mm512_mask_cmplt_epu8_mask(lanes, a, b);
}

WIDE INLINE uint64_t same(bytes a, bytes b) {
    return _mm512_cmpeq_epu8_mask(a, b);
}

// The first in these lanes, the second in all others.
WIDE INLINE bytes choose(uint64_t lanes, bytes a, bytes b) {
    return _mm512_mask_mov_epi8(b, lanes, a);
}

// One more in these lanes.
WIDE INLINE bytes count_up(bytes counts, uint64_t lanes) {
    return _mm512_mask_sub_epi8(counts, lanes, counts, _mm512_set1_epi8(-1));
}

WIDE INLINE void add_to_words(uint16_t *words, bytes b) {
    for (int half = 0; half < 2; half++) {
        uint16_t *to = words + half * LANES / 2;
        __m256i part = half ? _mm512_extracti64x4_epi64(b, 1) : _mm512_castsi512_si256(b);
        _mm512_storeu_si512(to,
                            _mm512_add_epi16(_mm512_loadu_si512(to), _mm512_cvtepu8_epi16(part)));
    }
}

WIDE INLINE size_t lowest(uint64_t word) {
    return (size_t)_mm_popcnt_u64((word & (~word + 1)) - 1);
}
#else
typedef struct bytes {
    _Alignas(64) uint8_t lane[LANES];
} bytes;

INLINE bytes all(uint8_t value) {
    bytes b;
    memset(b.lane, value, LANES);
    return b;
}

INLINE bytes load(const uint8_t *p) {
    bytes b;
    memcpy(b.lane, p, LANES);
    return b;
}

INLINE void store(uint8_t *p, bytes b) {
    memcpy(p, b.lane, LANES);
}

INLINE bytes later(bytes a, bytes b) {
    for (int i = 0; i < LANES; i++)
        a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
    return a;
}

INLINE bytes earlier(bytes a, bytes b) {
    for (int i = 0; i < LANES; i++)
        a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
    return a;
}

// Of some lanes those in which the first is less.
INLINE uint64_t before(uint64_t lanes, bytes a, bytes b) {
    uint64_t are = 0;
    for (int i = 0; i < LANES; i++)
        are |= (uint64_t)(a.lane[i] < b.lane[i]) << i;
    return are & lanes;
}

INLINE uint64_t same(bytes a, bytes b) {
    uint64_t lanes = 0;
    for (int i = 0; i < LANES; i++)
        lanes |= (uint64_t)(a.lane[i] == b.lane[i]) << i;
    return lanes;
}

// The first in these lanes, the second in all others.
INLINE bytes choose(uint64_t lanes, bytes a, bytes b) {
    for (int i = 0; i < LANES; i++)
        a.lane[i] = lanes >> i & 1 ? a.lane[i] : b.lane[i];
    return a;
}

// One more in these lanes.
INLINE bytes count_up(bytes counts, uint64_t lanes) {
    for (int i = 0; i < LANES; i++)
        counts.lane[i] = (uint8_t)(counts.lane[i] + (lanes >> i & 1));
    return counts;
}

INLINE void add_to_words(uint16_t *words, bytes b) {
    for (int i = 0; i < LANES; i++)
        words[i] = (uint16_t)(words[i] + b.lane[i]);
}

INLINE size_t lowest(uint64_t word) {
    return (size_t)kf_lowest_bit(word);
}
#endif

// ---- What is asked for ----

// Where few stones are asked for, most places are open in some line of so many. Where more are, a
// line is sooner done by itself, for most of its places are open in none of the turns. And to turn
// the times round takes as long as to look at so many cells at each place.
bool kf_lanes_fit(const kf_scan *scan) {
    enum { STONES = 3, CELLS = 48 };
    uint32_t cells = 0, stones = 0;
    if (scan->points > POINTS || !IS_WIDE())
        return false;
    for (int i = 0; i < scan->lead_count; i++) {
        const kf_probe *probe = &scan->probes[scan->leads[i]];
        cells += probe->count;
        stones = probe->stones > stones ? probe->stones : stones;
    }
    return stones <= STONES && cells >= CELLS;
}

static uint32_t step_of(uint16_t step) {
    static const uint32_t begin[PLANES] = {
        KF_PLANE_BLACK,       KF_PLANE_WHITE,       KF_PLANE_BLACK_TAKEN, KF_PLANE_WHITE_TAKEN,
        KF_PLANE_FIRST_STONE, KF_PLANE_BLACK_STAYS, KF_PLANE_WHITE_STAYS, KF_PLANE_EITHER_STAYS};
    uint32_t plane = PLANES - 1;
    while (plane > 0 && step < begin[plane])
        plane--;
    return plane * PLANE + (step - begin[plane]) * LANES;
}

static void add_steps(const kf_sweep *sweep, const kf_sweep_turn *turn, pair *out, int which,
                      step **next) {
    out->stones[which] = *next;
    out->stone_count[which] = turn->stones;
    for (uint32_t i = 0; i < turn->stones; i++)
        *(*next)++ = (step){{step_of(sweep->steps[0][turn->stones_at + i]),
                             step_of(sweep->steps[1][turn->stones_at + i])}};
    out->others[which] = *next;
    out->other_count[which] = turn->others;
    for (uint32_t i = 0; i < turn->others; i++)
        *(*next)++ = (step){{step_of(sweep->steps[0][turn->others_at + i]),
                             step_of(sweep->steps[1][turn->others_at + i])}};
}

static void add_forbidden(const kf_sweep *sweep, const kf_sweep_turn *turn, pair *out, int which,
                          step **next) {
    out->forbidden[which] = *next;
    out->forbidden_count = turn->forbidden;
    for (uint32_t i = turn->forbidden_at; i < turn->forbidden_at + turn->forbidden; i++)
        *(*next)++ = (step){{step_of(sweep->steps[0][i]), step_of(sweep->steps[1][i])}};
}

static void add_pair(const kf_scan *scan, const kf_sweep *sweep, const kf_sweep_pair *from,
                     pair *out, step **next) {
    static const kf_sweep_turn none = {0, 0, 0, 0, 0, 0};
    *out = (pair){.forbidden_count = 0};
    for (int k = 0; k < 2 && from->leads[k] >= 0; k++) {
        const kf_turned *turned = scan->probes[scan->leads[from->leads[k]]].turned;
        size_t number = (size_t)(turned - scan->turned);
        out->is_place[k] = sweep->is_place + number * (size_t)scan->stride / 64;
        out->probe[k] = sweep->probe + number * (size_t)scan->stride;
        const kf_sweep_turn *own = from->leads[1] < 0 ? &sweep->turns[number] : &from->own[k];
        add_steps(sweep, own, out, 1 + k, next);
        add_forbidden(sweep, &sweep->turns[number], out, k, next);
    }
    add_steps(sweep, from->leads[1] < 0 ? &none : &from->both, out, 0, next);
}

void kf_lanes_begin(kf_lanes *lanes, kf_arena *arena, const kf_scan *scan, const kf_sweep *sweep) {
    lanes->arena = arena;
    lanes->rows = kf_arena_alloc(arena, (size_t)LANES * ROW + 64);
    lanes->rows += 64 - (uintptr_t)lanes->rows % 64;
    lanes->lanes = kf_arena_alloc(arena, (size_t)PLANES * PLANE + BEHIND + 64);
    lanes->lanes += 64 - (uintptr_t)lanes->lanes % 64;
    lanes->notes = kf_arena_alloc(arena, (NOTES + 1) * sizeof *lanes->notes);
    lanes->notes = (note *)((uint8_t *)lanes->notes + 64 - (uintptr_t)lanes->notes % 64);
    lanes->steps = kf_arena_alloc(arena, (sweep->step_count + 1) * sizeof *lanes->steps);
    lanes->pairs = kf_arena_alloc(arena, KF_FIND_TURNS * sizeof *lanes->pairs);
    step *next = lanes->steps;
    for (int i = 0; i < sweep->pair_count; i++)
        add_pair(scan, sweep, &sweep->pairs[i], &lanes->pairs[i], &next);
}

// ---- Rows and lanes ----

// The planes of a line, and the times that are kept of it.
WIDE static void keep(const kf_sweep *sweep, uint8_t *row, size_t points) {
    for (size_t plane = 0; plane < NOTED; plane++)
        for (size_t at = 0; at < points; at += 64)
            memcpy(row + plane * POINTS + at, sweep->planes + plane * KF_PLANE_SIZE + at, 64);
}

WIDE static void put_back(kf_sweep *sweep, const uint8_t *row, size_t points) {
    for (size_t plane = 0; plane < NOTED; plane++)
        for (size_t at = 0; at < points; at += 64)
            memcpy(sweep->planes + plane * KF_PLANE_SIZE + at, row + plane * POINTS + at, 64);
}

enum { SIDE = 16 };

// 64 times of each of 16 rows become 16 lanes of 64 points.
#ifdef KF_HAS_WIDE
// One of four steps by which squares of 16 x 16 bytes are turned round, four squares at once.
WIDE INLINE void shuffle(const __m512i in[SIDE], __m512i out[SIDE]) {
#pragma GCC unroll 8
    for (size_t i = 0; i < SIDE / 2; i++) {
        out[2 * i] = _mm512_unpacklo_epi8(in[i], in[i + SIDE / 2]);
        out[2 * i + 1] = _mm512_unpackhi_epi8(in[i], in[i + SIDE / 2]);
    }
}

WIDE static void turn_round(const uint8_t *rows, uint8_t *lanes) {
    __m512i a[SIDE], b[SIDE];
#pragma GCC unroll 16
    for (int i = 0; i < SIDE; i++)
        a[i] = _mm512_load_si512(rows + (size_t)i * ROW);
    shuffle(a, b);
    shuffle(b, a);
    shuffle(a, b);
    shuffle(b, a);
#pragma GCC unroll 16
    for (int i = 0; i < SIDE; i++) {
        uint8_t *to = lanes + (size_t)i * LANES;
        _mm_store_si128((__m128i *)to, _mm512_castsi512_si128(a[i]));
        _mm_store_si128((__m128i *)(to + (size_t)16 * LANES), _mm512_extracti32x4_epi32(a[i], 1));
        _mm_store_si128((__m128i *)(to + (size_t)32 * LANES), _mm512_extracti32x4_epi32(a[i], 2));
        _mm_store_si128((__m128i *)(to + (size_t)48 * LANES), _mm512_extracti32x4_epi32(a[i], 3));
    }
}
#else
static void turn_round(const uint8_t *rows, uint8_t *lanes) {
    for (size_t point = 0; point < 64; point++)
        for (size_t i = 0; i < SIDE; i++)
            lanes[point * LANES + i] = rows[i * ROW + point];
}
#endif

// The planes that follow from others, as sweep.c has them. But what is spoiled late may be spoiled
// later than what comes late, so that is never.
WIDE static void derive(uint8_t *lanes, size_t points) {
    const bytes never = all(NEVER), late = all(LATE);
    for (uint8_t *p = lanes; p < lanes + points * LANES; p += LANES) {
        bytes black = load(p), white = load(p + PLANE);
        uint64_t leave = ~same(load(p + (size_t)2 * PLANE), never) | same(black, late);
        bytes black_stays = choose(leave, never, black);
        leave = ~same(load(p + (size_t)3 * PLANE), never) | same(white, late);
        bytes white_stays = choose(leave, never, white);
        store(p + (size_t)4 * PLANE, earlier(black, white));
        store(p + (size_t)5 * PLANE, black_stays);
        store(p + (size_t)6 * PLANE, white_stays);
        store(p + (size_t)7 * PLANE, earlier(black_stays, white_stays));
    }
}

static void make_lanes(kf_lanes *lanes, const kf_scan *scan, kf_sweep *sweep,
                       const kf_line *lines) {
    size_t points = (size_t)scan->points, whole = (points + 63) / 64 * 64;
    for (size_t i = 0; i < lanes->count; i++) {
        kf_sweep_note(sweep, scan, &lines[i]);
        keep(sweep, lanes->rows + i * ROW, whole);
    }
    for (size_t plane = 0; plane < NOTED; plane++)
        for (size_t at = 0; at < whole; at += 64)
            for (size_t i = 0; i < lanes->count; i += SIDE)
                turn_round(lanes->rows + i * ROW + plane * POINTS + at,
                           lanes->lanes + plane * PLANE + at * LANES + i);
    derive(lanes->lanes, points);
}

// ---- Places ----

// What is known of a place in all lines.
typedef struct times {
    bytes from, never, strict;
} times;

WIDE INLINE times ask(times t, const uint8_t *at, const pair *p, int which) {
    const step *stones = p->stones[which], *others = p->others[which];
    for (uint32_t i = 0; i < p->stone_count[which]; i++) {
        t.from = later(t.from, load(at + stones[i].to[0]));
        t.strict = earlier(t.strict, load(at + stones[i].to[1]));
    }
    for (uint32_t i = 0; i < p->other_count[which]; i++) {
        t.strict = earlier(t.strict, load(at + others[i].to[0]));
        t.never = earlier(t.never, load(at + others[i].to[1]));
    }
    return t;
}

// Adds the probe to what was found of the lines in the mask.
WIDE INLINE void add_found(kf_lanes *lanes, const note *n, uint64_t mask, bool is_sure) {
    if (lanes->found_room < lanes->found_count + LANES)
        lanes->found = kf_arena_grow(lanes->arena, lanes->found, &lanes->found_room,
                                     lanes->found_count + LANES, sizeof *lanes->found);
    for (; mask != 0; mask &= mask - 1) {
        size_t i = lowest(mask);
        kf_lanes_line *line = &lanes->lines[i];
        lanes->found[lanes->found_count] =
            (found){{n->probe, n->from[i], n->never[i], is_sure}, line->last};
        line->last = (uint32_t)++lanes->found_count;
        line->is_open = line->is_open || !is_sure || n->from[i] >= LATE;
    }
}

// Of lines that may have it those that a closer look leaves: a stone that is forbidden may have
// come before the others, and been taken.
WIDE INLINE uint64_t look_closer(note *n, uint64_t open) {
    const bytes never = all(NEVER);
    bytes from = load(n->from);
    for (uint32_t i = 0; i < n->forbidden_count; i++) {
        bytes first = load(n->at + n->forbidden[i].to[0]);
        bytes taken = load(n->at + n->forbidden[i].to[1]);
        uint64_t leaves = ~(same(taken, never) | before(UINT64_MAX, from, first));
        from = choose(leaves, later(from, taken), from);
    }
    open = before(open, from, load(n->never));
    store(n->from, choose(open, from, load(n->from)));
    return open;
}

WIDE static void add_notes(kf_lanes *lanes) {
    for (note *n = lanes->notes; n < lanes->notes + lanes->note_count; n++) {
        if (!lanes->is_counting)
            add_found(lanes, n, n->sure, true);
        if (n->open != n->sure)
            add_found(lanes, n, look_closer(n, n->open & ~n->sure), false);
    }
    lanes->note_count = 0;
}

// Looks at a turn at a place. Returns the counts of the lines.
WIDE INLINE bytes look(kf_lanes *lanes, const times *t, const pair *p, int which, size_t place,
                       bytes counts) {
    note *n = &lanes->notes[lanes->note_count];
    uint64_t open = before(lanes->mask, t->from, t->never);
    uint64_t sure = before(open, t->from, t->strict);
    store(n->from, t->from);
    store(n->never, t->never);
    n->open = open, n->sure = sure;
    n->at = lanes->lanes + place * LANES;
    n->forbidden = p->forbidden[which], n->forbidden_count = p->forbidden_count;
    n->probe = p->probe[which][place];
    lanes->note_count += open != (lanes->is_counting ? sure : 0);
    return count_up(counts, sure);
}

WIDE INLINE bool stands_at(const pair *p, int which, size_t place) {
    return p->is_place[which] != NULL && (p->is_place[which][place / 64] >> place % 64 & 1);
}

// Looks at some places of a row.
WIDE static void look_at_places(kf_lanes *lanes, int pair_count, size_t from, size_t end) {
    const times none = {all(0), all(NEVER), all(NEVER)};
    bytes counts = all(0);
    for (size_t place = from; place < end; place++) {
        for (const pair *p = lanes->pairs; p < lanes->pairs + pair_count; p++) {
            const uint8_t *at = lanes->lanes + place * LANES;
            bool is_first = stands_at(p, 0, place), is_second = stands_at(p, 1, place);
            if (!is_first && !is_second)
                continue;
            const times both = ask(none, at, p, 0), first = ask(both, at, p, 1),
                        second = ask(both, at, p, 2);
            if (is_first)
                counts = look(lanes, &first, p, 0, place, counts);
            if (is_second)
                counts = look(lanes, &second, p, 1, place, counts);
        }
        if (lanes->note_count > NOTES - KF_FIND_TURNS)
            add_notes(lanes);
    }
    add_notes(lanes);
    if (lanes->is_counting)
        add_to_words(lanes->sure, counts);
}

// Goes down the board in strips, so that what is read again is still in the nearest cache. Counts
// of a row of a strip fit in bytes.
WIDE static void look_at_all(kf_lanes *lanes, const kf_scan *scan, int pair_count) {
    const size_t width = (size_t)scan->width, height = (size_t)scan->height;
    for (size_t left = 0; left < width; left += STRIP)
        for (size_t row = 0; row < height; row++)
            look_at_places(lanes, pair_count, row * width + left,
                           row * width + (left + STRIP < width ? left + STRIP : width));
    for (size_t i = 0; i < lanes->count; i++)
        lanes->lines[i].sure_count = lanes->sure[i];
}

void kf_lanes_sweep(kf_lanes *lanes, const kf_scan *scan, kf_sweep *sweep, const kf_line *lines,
                    size_t count, bool counts) {
    lanes->count = count;
    lanes->next = 0;
    lanes->is_counting = counts;
    lanes->note_count = 0;
    memset(lanes->sure, 0, sizeof lanes->sure);
    lanes->found_count = 0;
    memset(lanes->lines, 0, sizeof lanes->lines);
    make_lanes(lanes, scan, sweep, lines);
    lanes->mask = count < LANES ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
    look_at_all(lanes, scan, sweep->pair_count);
}

size_t kf_lanes_take(kf_lanes *lanes, const kf_scan *scan, kf_sweep *sweep) {
    size_t number = lanes->next++, whole = ((size_t)scan->points + 63) / 64 * 64, count = 0;
    const kf_lanes_line *line = &lanes->lines[number];
    for (uint32_t at = line->last; at != 0; at = lanes->found[at - 1].before)
        sweep->found[count++] = lanes->found[at - 1].swept;
    sweep->is_counting = lanes->is_counting;
    sweep->clock = (kf_sweep_clock){0, 0, 0};
    sweep->sure_count = line->sure_count;
    if (line->is_open)
        put_back(sweep, lanes->rows + number * ROW, whole);
    return count;
}
