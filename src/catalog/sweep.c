// SPDX-License-Identifier: MIT
// Looking at all places of a pattern in a line at once, where it may stand at many of them.

#include "catalog/search.h"

#include <string.h>

#include "base/wide.h"
#ifdef KF_HAS_WIDE
#include <immintrin.h>
#endif

// How it works. A line is written as planes of times: for each point, when a black stone came there
// first, a white one, and when one was first taken. A turn of the pattern that is moved by one
// place asks for the same things one point further on; so each plane is moved by the offset of a
// cell, and maxima and minima of such planes say of every place, many in each instruction of the
// processor:
//
//   from    when the last of its stones has come for the first time; it does not stand before
//   never   from when on it cannot stand any more: a stone came that is never taken
//
// Few places are left where `from` is before `never`. They are looked at one by one, or, where they
// are many, once more together:
//
//   strict  until when nothing of it has changed since: a stone of it was taken, or another came
//
// From `from` on it stands where that is before `strict`. Where it is not, stones were taken, and
// the events of these points must be followed; or, where most lines have such places, the times
// when the same came and was taken again are noted, too, and settle most of them. Times are a byte
// each; all that is later is LATE, and what is late on both sides must be followed, too. Where hits
// are only counted, the clock of a long line goes in coarser steps at first instead: nothing is
// late, but of two things in the same coarse step nothing says which was first.
//
// Where the pattern would reach over the edge of the board the times mean nothing, and there are no
// probes.
enum { LANES = KF_SWEEP_LANES, WORDS = LANES / 64, NEVER = KF_SWEEP_NEVER, LATE = KF_SWEEP_LATE };

// How many places are looked at in one go: a board of 19x19 where the registers hold so many, else
// a third of it.
enum { AT_ONCE = LANES / 3, WORDS_AT_ONCE = AT_ONCE / 64 };

// Planes, by short names.
enum {
    BLACK = KF_PLANE_BLACK,
    WHITE = KF_PLANE_WHITE,
    BLACK_TAKEN = KF_PLANE_BLACK_TAKEN,
    WHITE_TAKEN = KF_PLANE_WHITE_TAKEN,
    FIRST_STONE = KF_PLANE_FIRST_STONE,
    BLACK_STAYS = KF_PLANE_BLACK_STAYS,
    WHITE_STAYS = KF_PLANE_WHITE_STAYS,
    EITHER_STAYS = KF_PLANE_EITHER_STAYS,
    AGAIN = KF_PLANE_AGAIN
};

// The loops over lanes below are written so that a compiler makes wide instructions of them. These
// functions are made part of others that may use wider ones than every processor of the kind has.
#ifdef KF_HAS_WIDE
#define INLINE       static inline __attribute__((always_inline))
#define WIDE         __attribute__((target("avx2,popcnt")))
#define WIDEST       __attribute__((target("avx512bw,avx512vl,popcnt")))
#define LOAD(bytes)  _mm256_loadu_si256((const __m256i *)(bytes))
#define LOADS(bytes) _mm512_loadu_si512(bytes)
#define IS_WIDE()    (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
#define IS_WIDEST()                                                                                \
    (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&                   \
     __builtin_cpu_supports("popcnt"))
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

static const kf_sweep_clock BY_GROUPS = {0, 0, 0};

// The clock for a line with so many groups of events. Each coarse step takes two of them or, where
// that does not do, more.
INLINE kf_sweep_clock clock_for(uint32_t groups) {
    kf_sweep_clock clock = BY_GROUPS;
    for (uint32_t shift = 1; groups - clock.saved >= LATE; shift++) {
        uint32_t each = (UINT32_C(1) << shift) - 1, coarse = (groups - LATE) / each + 1;
        if (coarse < LATE)
            clock = (kf_sweep_clock){shift, coarse + 1, coarse * each};
    }
    return clock;
}

// From the last event to the first: of two that name the same thing the earlier one remains. The
// line is a copy, or every time that is written could have changed it.
INLINE void note_time(uint8_t *planes, uint32_t event, uint32_t time, bool is_again) {
    uint8_t *plane = planes + (event & (KF_EVENT_POINT | KF_EVENT_WHITE | KF_EVENT_TAKEN));
    if (is_again)
        plane[AGAIN] = *plane;
    *plane = (uint8_t)time;
}

// The events of a line in which nothing is late, by its clock.
INLINE size_t note_long(uint8_t *planes, const kf_line *line, const kf_sweep_clock clock,
                        bool is_again) {
    uint32_t next = line->groups + 1 - clock.saved;
    size_t i = line->count;
    for (; i > line->initial && next >= clock.coarse; i--) {
        uint32_t event = kf_line_event(line, i - 1);
        next -= event >> 15;
        note_time(planes, event, next, is_again);
    }
    next += clock.saved;
    for (; i > line->initial; i--) {
        uint32_t event = kf_line_event(line, i - 1);
        next -= event >> 15;
        note_time(planes, event, (next + (UINT32_C(1) << clock.shift) - 1) >> clock.shift,
                  is_again);
    }
    return i;
}

INLINE void note_events(uint8_t *planes, const kf_line line, const kf_sweep_clock clock,
                        bool is_again) {
    uint32_t next = line.groups + 1;
    size_t i = clock.coarse > 0 ? note_long(planes, &line, clock, is_again) : line.count;
    for (; i > line.initial && next > LATE; i--) {
        uint32_t event = kf_line_event(&line, i - 1);
        next -= event >> 15;
        note_time(planes, event, next < LATE ? next : LATE, is_again);
    }
#pragma GCC unroll 8
    for (; i > line.initial; i--) {
        uint32_t event = kf_line_event(&line, i - 1);
        next -= event >> 15;
        note_time(planes, event, next, is_again);
    }
    for (; i > 0; i--)
        note_time(planes, kf_line_event(&line, i - 1), 0, is_again);
}

// The planes that only cells ask for which need no stone; `with_stays`, that may have one of a
// certain colour, too. Nothing spoils a place in the coarse step in which it may have stood.
INLINE void derive_planes(uint8_t *restrict planes, size_t stride, uint8_t coarse,
                          bool with_stays) {
    for (size_t at = 0; at < stride; at += LANES) {
        uint8_t *restrict p = planes + at;
        for (int i = 0; i < LANES; i++) {
            uint8_t black = p[BLACK + i], white = p[WHITE + i];
            uint8_t black_stays = (uint8_t)(black + (black < coarse));
            uint8_t white_stays = (uint8_t)(white + (white < coarse));
            black_stays |= p[BLACK_TAKEN + i] != NEVER ? NEVER : 0;
            white_stays |= p[WHITE_TAKEN + i] != NEVER ? NEVER : 0;
            p[FIRST_STONE + i] = earlier(black, white);
            p[EITHER_STAYS + i] = earlier(black_stays, white_stays);
            if (with_stays) {
                p[BLACK_STAYS + i] = black_stays;
                p[WHITE_STAYS + i] = white_stays;
            }
        }
    }
}

INLINE void clear_planes(kf_sweep *sweep, size_t stride) {
    for (size_t plane = 0; plane < 4 * (size_t)KF_PLANE_SIZE; plane += KF_PLANE_SIZE)
        for (size_t at = 0; at < stride; at += LANES)
            memset(sweep->planes + plane + at, NEVER, LANES);
}

INLINE void note_line(kf_sweep *sweep, size_t stride, const kf_line *line,
                      const kf_sweep_clock clock, bool is_again) {
    clear_planes(sweep, stride);
    note_events(sweep->planes, *line, clock, is_again);
    if (sweep->asks_stays)
        derive_planes(sweep->planes, stride, (uint8_t)clock.coarse, true);
    else if (sweep->asks_vacant)
        derive_planes(sweep->planes, stride, (uint8_t)clock.coarse, false);
}

uint32_t kf_sweep_start(const kf_sweep *sweep, uint32_t step) {
    const kf_sweep_clock clock = sweep->clock;
    if (step >= clock.coarse)
        return step + clock.saved;
    return step == 0 ? 0 : ((step - 1) << clock.shift) + 1;
}

void kf_sweep_leave_open(const kf_sweep *sweep, const kf_scan *scan, uint8_t *restrict asked) {
    const uint8_t *p = sweep->planes;
    for (size_t at = 0; at < (size_t)scan->stride && sweep->clock.coarse == 0;
         at += LANES, p += LANES)
        for (int i = 0; i < LANES; i++)
            asked[at + (size_t)i] &=
                (uint8_t)((p[BLACK_TAKEN + i] != NEVER) | (p[WHITE_TAKEN + i] != NEVER) |
                          (p[BLACK + i] == LATE) | (p[WHITE + i] == LATE));
}

// ---- One place ----

// Looks at one probe by all planes. False: it never stands in the line.
static inline bool may_stand(const kf_sweep *sweep, const kf_sweep_turn *turn,
                             const uint8_t *planes, uint32_t *from) {
    const uint16_t *stones = sweep->steps[0] + turn->stones_at,
                   *others = sweep->steps[1] + turn->others_at;
    uint32_t last = 0, never = NEVER;
    for (uint32_t i = 0; i < turn->stones; i++)
        last = planes[stones[i]] > last ? planes[stones[i]] : last;
    *from = last;
    for (uint32_t i = 0; i < turn->others && kf_sweep_is_before(last, never); i += KF_SWEEP_FIRST)
        for (uint32_t k = i; k < i + KF_SWEEP_FIRST; k++)
            never = planes[others[k]] < never ? planes[others[k]] : never;
    return kf_sweep_is_before(last, never);
}

// The same more closely, by the first four planes: a stone that is forbidden may have come before
// the others, and been taken. There are no branches, for which it is no processor can guess.
static inline bool look_at(const kf_sweep *sweep, const kf_sweep_turn *turn, const uint8_t *planes,
                           uint32_t from, kf_swept *out) {
    const uint16_t *taken_at = sweep->steps[1] + turn->stones_at,
                   *first_at = sweep->steps[0] + turn->forbidden_at;
    uint32_t strict = NEVER, never = NEVER, on = from;
    for (uint32_t i = 0; i < turn->stones; i++)
        strict = planes[taken_at[i]] < strict ? planes[taken_at[i]] : strict;
    taken_at = sweep->steps[1] + turn->forbidden_at;
    for (uint32_t i = 0; i < turn->forbidden; i++) {
        uint32_t first = planes[first_at[i]], taken = planes[taken_at[i]];
        uint32_t stays = taken == NEVER ? first : NEVER;
        uint32_t gone = ((taken != NEVER) & (first <= on)) != 0 ? taken : 0;
        strict = first < strict ? first : strict;
        never = stays < never ? stays : never;
        on = gone > on ? gone : on;
    }
    out->from = (uint8_t)on;
    out->never = (uint8_t)never;
    out->is_sure = from < strict;
    return kf_sweep_is_before(on, never);
}

// Adds what was found of a probe, or counts it, if it may stand.
static inline size_t take_place(kf_sweep *sweep, bool may_stand, size_t count) {
    bool is_counted = may_stand && sweep->found[count].is_sure && sweep->is_counting;
    sweep->sure_count += is_counted;
    return count + (may_stand && !is_counted);
}

// ---- So many places at once ----

// What the times say of so many places, a bit for each.
typedef struct bounds {
    uint64_t open[WORDS]; // where the pattern may stand
    uint64_t sure[WORDS]; // where it does
    _Alignas(64) uint8_t from[LANES];
    const uint32_t *probes; // at these places
    const uint8_t *planes;  // from the first of them on
} bounds;

// Times of four things together, so that what comes of them is read and written once.
INLINE void put_latest(uint8_t *restrict out, const uint8_t *restrict times,
                       const uint16_t step[4]) {
    const uint8_t *a = times + step[0], *b = times + step[1], *c = times + step[2],
                  *d = times + step[3];
    for (int i = 0; i < AT_ONCE; i++)
        out[i] = later(out[i], later(later(a[i], b[i]), later(c[i], d[i])));
}

INLINE void put_earliest(uint8_t *restrict out, const uint8_t *restrict times,
                         const uint16_t step[4]) {
    const uint8_t *a = times + step[0], *b = times + step[1], *c = times + step[2],
                  *d = times + step[3];
    for (int i = 0; i < AT_ONCE; i++)
        out[i] = earlier(out[i], earlier(earlier(a[i], b[i]), earlier(c[i], d[i])));
}

// What a turn asks for, at hand for many places.
typedef struct question {
    const uint16_t *stones[2], *others[2]; // steps to both planes of each
    uint32_t stone_count, other_count;
} question;

// Bytes of 1 and 0 as bits.
INLINE void pack(const uint8_t lanes[AT_ONCE], uint64_t words[WORDS_AT_ONCE]) {
    memset(words, 0, WORDS_AT_ONCE * sizeof *words);
    for (int i = 0; i < AT_ONCE; i += 8) {
        const uint8_t *p = lanes + i;
        uint32_t bits = p[0] | (uint32_t)p[1] << 1 | (uint32_t)p[2] << 2 | (uint32_t)p[3] << 3 |
                        (uint32_t)p[4] << 4 | (uint32_t)p[5] << 5 | (uint32_t)p[6] << 6 |
                        (uint32_t)p[7] << 7;
        words[i / 64] |= (uint64_t)bits << i % 64;
    }
}

// Finds what the times say of the places in the mask, so many 64s of them. False: it stands at none
// of them.
typedef bool finder(const uint8_t *planes, const question *q, const uint64_t *mask, size_t words,
                    bounds *b);

// How a line is swept: how places are looked at, how many in one go, and how bits are counted.
typedef struct sweeper {
    finder *find;
    size_t lanes;
    uint32_t (*count)(uint64_t);
    bool is_again; // the second times are noted, too
} sweeper;

// Leaves of the open places those in the mask; false when none is left.
INLINE bool leave(bounds *b, const uint64_t *mask, size_t words) {
    uint64_t any = 0;
    for (size_t k = 0; k < words; k++)
        any |= b->open[k] &= mask[k];
    return any != 0;
}

INLINE bool find_plainly(const uint8_t *planes, const question *q, const uint64_t *mask,
                         size_t words, bounds *b) {
    uint8_t never[AT_ONCE], strict[AT_ONCE], are[AT_ONCE];
    memset(b->from, 0, AT_ONCE);
    memset(never, NEVER, AT_ONCE);
    memset(strict, NEVER, AT_ONCE);
    for (uint32_t k = 0; k < q->stone_count; k += 4)
        put_latest(b->from, planes, q->stones[0] + k);
    for (uint32_t k = 0; k < q->other_count; k += 4)
        put_earliest(never, planes, q->others[1] + k);
    for (int i = 0; i < AT_ONCE; i++)
        are[i] = (uint8_t)((b->from[i] < never[i]) | ((b->from[i] == LATE) & (never[i] == LATE)));
    pack(are, b->open);
    if (!leave(b, mask, words))
        return false;
    for (uint32_t k = 0; k < q->stone_count; k += 4)
        put_earliest(strict, planes, q->stones[1] + k);
    for (uint32_t k = 0; k < q->other_count; k += 4)
        put_earliest(strict, planes, q->others[0] + k);
    for (int i = 0; i < AT_ONCE; i++)
        are[i] = b->from[i] < strict[i];
    pack(are, b->sure);
    return true;
}

#ifdef WIDE
// All lanes in registers.
static const size_t PART = sizeof(__m256i);
enum { PARTS = AT_ONCE / sizeof(__m256i) };
typedef struct wide {
    __m256i part[PARTS];
} wide;

WIDE INLINE void fill(wide *w, uint8_t value) {
#pragma GCC unroll 4
    for (int i = 0; i < PARTS; i++)
        w->part[i] = _mm256_set1_epi8((char)value);
}

WIDE INLINE void put_later(wide *w, const uint8_t *times) {
#pragma GCC unroll 4
    for (int i = 0; i < PARTS; i++)
        w->part[i] = _mm256_max_epu8(w->part[i], LOAD(times + (size_t)i * PART));
}

WIDE INLINE void put_earlier(wide *w, const uint8_t *times) {
#pragma GCC unroll 4
    for (int i = 0; i < PARTS; i++)
        w->part[i] = _mm256_min_epu8(w->part[i], LOAD(times + (size_t)i * PART));
}

// Where a is before b.
WIDE INLINE uint32_t before(__m256i a, __m256i b) {
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(a, b), a));
}

WIDE INLINE uint32_t before_or_late(__m256i from, __m256i never) {
    __m256i late = _mm256_set1_epi8((char)LATE);
    __m256i both = _mm256_and_si256(_mm256_cmpeq_epi8(from, late), _mm256_cmpeq_epi8(never, late));
    return before(from, never) | (uint32_t)_mm256_movemask_epi8(both);
}

WIDE INLINE bool find_widely(const uint8_t *planes, const question *q, const uint64_t *mask,
                             size_t words, bounds *b) {
    wide from, never, strict;
    fill(&from, 0);
    fill(&never, NEVER);
    for (uint32_t k = 0; k < q->stone_count; k++)
        put_later(&from, planes + q->stones[0][k]);
    for (uint32_t k = 0; k < q->other_count; k++)
        put_earlier(&never, planes + q->others[1][k]);
    memset(b->open, 0, WORDS_AT_ONCE * sizeof *b->open);
#pragma GCC unroll 4
    for (int i = 0; i < PARTS; i++)
        b->open[i / 2] |= (uint64_t)before_or_late(from.part[i], never.part[i])
                          << (size_t)i % 2 * PART;
    if (!leave(b, mask, words))
        return false;
    fill(&strict, NEVER);
    for (uint32_t k = 0; k < q->stone_count; k++)
        put_earlier(&strict, planes + q->stones[1][k]);
    for (uint32_t k = 0; k < q->other_count; k++)
        put_earlier(&strict, planes + q->others[0][k]);
    memset(b->sure, 0, WORDS_AT_ONCE * sizeof *b->sure);
#pragma GCC unroll 4
    for (int i = 0; i < PARTS; i++) {
        b->sure[i / 2] |= (uint64_t)before(from.part[i], strict.part[i]) << (size_t)i % 2 * PART;
        _mm256_store_si256((__m256i *)(b->from + (size_t)i * PART), from.part[i]);
    }
    return true;
}

// The same with registers of 64 places, and all of them at once.
WIDEST INLINE void fill_all(__m512i *lanes, size_t words, uint8_t value) {
#pragma GCC unroll 6
    for (size_t i = 0; i < words; i++)
        lanes[i] = _mm512_set1_epi8((char)value);
}

WIDEST INLINE void put_all_later(__m512i *lanes, size_t words, const uint8_t *times) {
#pragma GCC unroll 6
    for (size_t i = 0; i < words; i++)
        lanes[i] = _mm512_max_epu8(lanes[i], LOADS(times + i * 64));
}

WIDEST INLINE void put_all_earlier(__m512i *lanes, size_t words, const uint8_t *times) {
#pragma GCC unroll 6
    for (size_t i = 0; i < words; i++)
        lanes[i] = _mm512_min_epu8(lanes[i], LOADS(times + i * 64));
}

// When the stones have come and, earlier than what `other` has, when all else is spoiled for good.
WIDEST INLINE void find_first(__m512i *from, __m512i *other, size_t words, const uint8_t *planes,
                              const question *q) {
    for (uint32_t k = 0; k < q->stone_count; k++)
        put_all_later(from, words, planes + q->stones[0][k]);
    for (uint32_t k = 0; k < q->other_count; k++)
        put_all_earlier(other, words, planes + q->others[1][k]);
}

// The same with when anything changes.
WIDEST INLINE void find_change(__m512i *other, size_t words, const uint8_t *planes,
                               const question *q) {
    for (uint32_t k = 0; k < q->stone_count; k++)
        put_all_earlier(other, words, planes + q->stones[1][k]);
    for (uint32_t k = 0; k < q->other_count; k++)
        put_all_earlier(other, words, planes + q->others[0][k]);
}

// Words that are written one by one are slow to read in pairs: nothing is read again.
WIDEST INLINE bool mark_open(const __m512i *from, const __m512i *never, const uint64_t *mask,
                             size_t words, bounds *b) {
    __m512i late = _mm512_set1_epi8((char)LATE);
    uint64_t any = 0;
#pragma GCC unroll 6
    for (size_t i = 0; i < words; i++) {
        uint64_t open =
            _mm512_cmplt_epu8_mask(from[i], never[i]) |
            (_mm512_cmpeq_epu8_mask(from[i], late) & _mm512_cmpeq_epu8_mask(never[i], late));
        b->open[i] = open & mask[i];
        any |= open & mask[i];
    }
    return any != 0;
}

WIDEST INLINE void mark_sure(const __m512i *from, const __m512i *strict, size_t words, bounds *b) {
#pragma GCC unroll 6
    for (size_t i = 0; i < words; i++) {
        b->sure[i] = _mm512_cmplt_epu8_mask(from[i], strict[i]);
        _mm512_store_si512((__m512i *)(b->from + i * 64), from[i]);
    }
}

WIDEST INLINE bool find_words(const uint8_t *planes, const question *q, const uint64_t *mask,
                              size_t words, bounds *b) {
    __m512i from[WORDS], other[WORDS];
    fill_all(from, words, 0);
    fill_all(other, words, NEVER);
    find_first(from, other, words, planes, q);
    if (!mark_open(from, other, mask, words, b))
        return false;
    fill_all(other, words, NEVER);
    find_change(other, words, planes, q);
    mark_sure(from, other, words, b);
    return true;
}

WIDEST INLINE void copy_all(__m512i *to, const __m512i *from, size_t words) {
#pragma GCC unroll 6
    for (size_t i = 0; i < words; i++)
        to[i] = from[i];
}

// Two turns at once: what both ask for, each besides, the masks and the bounds of each.
WIDEST INLINE bool find_pair(const uint8_t *planes, const question q[3],
                             const uint64_t *const mask[2], size_t words, bounds b[2]) {
    __m512i from[2][WORDS], both[WORDS], other[WORDS];
    bool is_open = false;
    fill_all(from[0], words, 0);
    fill_all(both, words, NEVER);
    find_first(from[0], both, words, planes, &q[0]);
    copy_all(from[1], from[0], words);
#pragma GCC unroll 2
    for (int k = 0; k < 2; k++) {
        copy_all(other, both, words);
        find_first(from[k], other, words, planes, &q[1 + k]);
        is_open = mark_open(from[k], other, mask[k], words, &b[k]) || is_open;
    }
    if (!is_open)
        return false;
    fill_all(both, words, NEVER);
    find_change(both, words, planes, &q[0]);
#pragma GCC unroll 2
    for (int k = 0; k < 2; k++) {
        copy_all(other, both, words);
        find_change(other, words, planes, &q[1 + k]);
        mark_sure(from[k], other, words, &b[k]);
    }
    return true;
}

// Behind the last place of a large pattern there is nothing to look at.
WIDEST INLINE bool find_widest(const uint8_t *planes, const question *q, const uint64_t *mask,
                               size_t words, bounds *b) {
    switch (words) {
    case WORDS:
        return find_words(planes, q, mask, WORDS, b);
    case WORDS - 1:
        return find_words(planes, q, mask, WORDS - 1, b);
    default:
        return find_words(planes, q, mask, WORDS - 2, b);
    }
}

WIDEST INLINE bool find_pair_widest(const uint8_t *planes, const question q[3],
                                    const uint64_t *const mask[2], size_t words, bounds b[2]) {
    switch (words) {
    case WORDS:
        return find_pair(planes, q, mask, WORDS, b);
    case WORDS - 1:
        return find_pair(planes, q, mask, WORDS - 1, b);
    default:
        return find_pair(planes, q, mask, WORDS - 2, b);
    }
}
#endif

INLINE size_t lowest(const sweeper *how, uint64_t word) {
    return how->count((word & (~word + 1)) - 1);
}

// Adds what is found of a turn at 64 places from `at` on among those of the bounds.
INLINE size_t collect(kf_sweep *sweep, const kf_sweep_turn *turn, const sweeper *how,
                      const bounds *b, size_t at, size_t count) {
    uint64_t sure = b->open[at / 64] & b->sure[at / 64], left = b->open[at / 64] & ~sure;
    if (sweep->is_counting)
        sweep->sure_count += how->count(sure);
    else
        for (; sure != 0; sure &= sure - 1) {
            size_t k = at + lowest(how, sure);
            sweep->found[count++] = (kf_swept){b->probes[k], b->from[k], NEVER, true};
        }
    for (; left != 0; left &= left - 1) {
        size_t k = at + lowest(how, left);
        kf_swept *found = &sweep->found[count];
        found->probe = b->probes[k];
        bool may_stand =
            (how->is_again ? kf_open_look : look_at)(sweep, turn, b->planes + k, b->from[k], found);
        count = take_place(sweep, may_stand, count);
    }
    return count;
}

INLINE question ask(const kf_sweep *sweep, const kf_sweep_turn *turn) {
    const uint16_t *const *steps = (const uint16_t *const *)sweep->steps;
    return (question){{steps[0] + turn->stones_at, steps[1] + turn->stones_at},
                      {steps[0] + turn->others_at, steps[1] + turn->others_at},
                      turn->stones,
                      turn->others};
}

// A turn, where what is kept of its places begins, and where these end.
typedef struct ground {
    const kf_sweep_turn *turn;
    size_t own, end;
} ground;

INLINE ground ground_of(const kf_sweep *sweep, const kf_scan *scan, int index) {
    const kf_turned *turned = scan->probes[scan->leads[index]].turned;
    const kf_grid *grid = &turned->grid;
    size_t number = (size_t)(turned - scan->turned), width = (size_t)scan->width;
    return (ground){&sweep->turns[number], number * (size_t)scan->stride,
                    (size_t)(scan->height - grid->height) * width + width - (size_t)grid->width +
                        1};
}

// Bounds of the places of a turn from one on; returns the bits of these.
INLINE const uint64_t *stand_at(const kf_sweep *sweep, const ground *g, size_t place, bounds *b) {
    b->probes = sweep->probe + g->own + place;
    b->planes = sweep->planes + place;
    return sweep->is_place + (g->own + place) / 64;
}

INLINE size_t lanes_from(size_t place, size_t end, size_t most) {
    return end - place < most ? (end - place + 63) / 64 * 64 : most;
}

// Adds the probes of one turn for which the times leave a position.
INLINE size_t sweep_turn(kf_sweep *sweep, const kf_scan *scan, int index, const sweeper *how,
                         size_t count) {
    const ground g = ground_of(sweep, scan, index);
    const question q = ask(sweep, g.turn);
    for (size_t place = 0; place < g.end; place += how->lanes) {
        bounds b;
        const uint64_t *mask = stand_at(sweep, &g, place, &b);
        size_t lanes = lanes_from(place, g.end, how->lanes);
        if (how->find(b.planes, &q, mask, lanes / 64, &b))
            for (size_t k = 0; k < lanes; k += 64)
                count = collect(sweep, g.turn, how, &b, k, count);
    }
    return count;
}

INLINE size_t sweep_turns(kf_sweep *sweep, const kf_scan *scan, const kf_line *line,
                          const sweeper how) {
    size_t count = 0;
    note_line(sweep, (size_t)scan->stride, line, how.is_again ? sweep->clock : BY_GROUPS,
              how.is_again);
    for (int i = 0; i < scan->lead_count; i++)
        count = sweep_turn(sweep, scan, i, &how, count);
    return count;
}

static size_t sweep_plainly(kf_sweep *sweep, const kf_scan *scan, const kf_line *line) {
    return sweep_turns(sweep, scan, line, (sweeper){find_plainly, AT_ONCE, kf_count_bits, false});
}

static size_t sweep_plainly_again(kf_sweep *sweep, const kf_scan *scan, const kf_line *line) {
    return sweep_turns(sweep, scan, line, (sweeper){find_plainly, AT_ONCE, kf_count_bits, true});
}

static void note_plainly(kf_sweep *sweep, size_t stride, const kf_line *line) {
    note_line(sweep, stride, line, BY_GROUPS, false);
}

#ifdef WIDE
WIDE INLINE uint32_t count_bits(uint64_t word) {
    return (uint32_t)_mm_popcnt_u64(word);
}

// Adds those of two turns.
WIDEST INLINE size_t sweep_pair(kf_sweep *sweep, const kf_scan *scan, const kf_sweep_pair *pair,
                                const sweeper *how, size_t count) {
    const ground g[2] = {ground_of(sweep, scan, pair->leads[0]),
                         ground_of(sweep, scan, pair->leads[1])};
    const question q[3] = {ask(sweep, &pair->both), ask(sweep, &pair->own[0]),
                           ask(sweep, &pair->own[1])};
    size_t end = g[0].end > g[1].end ? g[0].end : g[1].end;
    for (size_t place = 0; place < end; place += LANES) {
        bounds b[2];
        const uint64_t *mask[2] = {stand_at(sweep, &g[0], place, &b[0]),
                                   stand_at(sweep, &g[1], place, &b[1])};
        size_t lanes = lanes_from(place, end, LANES);
        if (!find_pair_widest(b[0].planes, q, mask, lanes / 64, b))
            continue;
        for (size_t k = 0; k < lanes; k += 64)
            count = collect(sweep, g[0].turn, how, &b[0], k, count);
        for (size_t k = 0; k < lanes; k += 64)
            count = collect(sweep, g[1].turn, how, &b[1], k, count);
    }
    return count;
}

WIDEST INLINE size_t sweep_pairs(kf_sweep *sweep, const kf_scan *scan, const kf_line *line,
                                 const sweeper how) {
    size_t count = 0;
    note_line(sweep, (size_t)scan->stride, line, how.is_again ? sweep->clock : BY_GROUPS,
              how.is_again);
    for (const kf_sweep_pair *pair = sweep->pairs; pair < sweep->pairs + sweep->pair_count; pair++)
        count = pair->leads[1] < 0 ? sweep_turn(sweep, scan, pair->leads[0], &how, count)
                                   : sweep_pair(sweep, scan, pair, &how, count);
    return count;
}

WIDE static size_t sweep_widely(kf_sweep *sweep, const kf_scan *scan, const kf_line *line) {
    return sweep_turns(sweep, scan, line, (sweeper){find_widely, AT_ONCE, count_bits, false});
}

WIDE static size_t sweep_widely_again(kf_sweep *sweep, const kf_scan *scan, const kf_line *line) {
    return sweep_turns(sweep, scan, line, (sweeper){find_widely, AT_ONCE, count_bits, true});
}

WIDEST static size_t sweep_most_widely(kf_sweep *sweep, const kf_scan *scan, const kf_line *line) {
    return sweep_pairs(sweep, scan, line, (sweeper){find_widest, LANES, count_bits, false});
}

WIDEST static size_t sweep_most_widely_again(kf_sweep *sweep, const kf_scan *scan,
                                             const kf_line *line) {
    return sweep_pairs(sweep, scan, line, (sweeper){find_widest, LANES, count_bits, true});
}

WIDE static void note_widely(kf_sweep *sweep, size_t stride, const kf_line *line) {
    note_line(sweep, stride, line, BY_GROUPS, false);
}

WIDEST static void note_most_widely_all(kf_sweep *sweep, size_t stride, const kf_line *line) {
    note_line(sweep, stride, line, BY_GROUPS, false);
}
#endif

static size_t sweep_line(kf_sweep *sweep, const kf_scan *scan, const kf_line *line) {
#ifdef WIDE
    // Few places do not fill the widest registers.
    if (scan->points > AT_ONCE && IS_WIDEST())
        return (sweep->knows_again ? sweep_most_widely_again : sweep_most_widely)(sweep, scan,
                                                                                  line);
    if (IS_WIDE())
        return (sweep->knows_again ? sweep_widely_again : sweep_widely)(sweep, scan, line);
#endif
    return (sweep->knows_again ? sweep_plainly_again : sweep_plainly)(sweep, scan, line);
}

void kf_sweep_learn(kf_sweep *sweep, size_t count) {
    enum { SAMPLE = 256 };
    size_t i = 0;
    if (sweep->lines == SAMPLE)
        return;
    // Where most lines leave places open, noting second times costs less than following events.
    while (i < count && sweep->found[i].is_sure)
        i++;
    sweep->open_lines += i < count;
    sweep->knows_again = ++sweep->lines == SAMPLE && sweep->open_lines > SAMPLE / 2;
}

size_t kf_sweep_line(kf_sweep *sweep, const kf_scan *scan, const kf_line *line, bool counts) {
    sweep->is_counting = counts;
    sweep->sure_count = 0;
    sweep->clock = counts && sweep->knows_again ? clock_for(line->groups) : BY_GROUPS;
    size_t count = sweep_line(sweep, scan, line);
    kf_sweep_learn(sweep, count);
    return count;
}

INLINE void note(kf_sweep *sweep, size_t stride, const kf_line *line) {
    clear_planes(sweep, stride);
    note_events(sweep->planes, *line, BY_GROUPS, false);
}

#ifdef WIDE
WIDEST static void note_most_widely(kf_sweep *sweep, size_t stride, const kf_line *line) {
    note(sweep, stride, line);
}
#endif

void kf_sweep_note(kf_sweep *sweep, const kf_scan *scan, const kf_line *line) {
#ifdef WIDE
    if (IS_WIDEST()) {
        note_most_widely(sweep, (size_t)scan->stride, line);
        return;
    }
#endif
    note(sweep, (size_t)scan->stride, line);
}

size_t kf_sweep_probes(kf_sweep *sweep, const kf_scan *scan, const kf_line *line, bool counts,
                       const uint32_t *probes, size_t probe_count) {
    size_t count = 0;
    void (*note)(kf_sweep *, size_t, const kf_line *) = note_plainly;
#ifdef WIDE
    note = IS_WIDEST() ? note_most_widely_all : IS_WIDE() ? note_widely : note_plainly;
#endif
    sweep->is_counting = counts;
    sweep->sure_count = 0;
    sweep->clock = BY_GROUPS;
    note(sweep, (size_t)scan->stride, line);
    for (size_t i = 0; i < probe_count; i++) {
        const kf_probe *probe = &scan->probes[probes[i]];
        const kf_sweep_turn *turn = &sweep->turns[probe->turned - scan->turned];
        const uint8_t *planes =
            sweep->planes + (size_t)probe->row * (size_t)scan->width + probe->column;
        uint32_t from;
        sweep->found[count].probe = probes[i];
        if (may_stand(sweep, turn, planes, &from))
            count =
                take_place(sweep, look_at(sweep, turn, planes, from, &sweep->found[count]), count);
    }
    return count;
}
