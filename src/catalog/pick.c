// SPDX-License-Identifier: MIT
// Picking the events of some points out of a line.

#include "catalog/search.h"

#include <string.h>

#include "base/wide.h"

#ifdef KF_HAS_WIDE
#include <immintrin.h>
#define WIDE      __attribute__((target("avx512bw,popcnt")))
#define IS_WIDE() (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("popcnt"))
#endif

// What is picked, and what all events say.
typedef struct picking {
    const uint8_t *asked;
    uint32_t *when;
    uint16_t *noted;
    size_t count;
    uint32_t groups, all;
} picking;

// Which events are picked no processor can guess, so there is no branch on it: every event is
// written, and most are written over by the next.
static void pick_plainly(picking *p, const kf_line *line) {
    uint32_t groups = 0, all = 0;
    size_t count = p->count;
    for (size_t i = line->initial; i < line->count; i++) {
        uint32_t event = kf_line_event(line, i);
        p->when[count] = groups + 1;
        p->noted[count] = (uint16_t)event;
        count += p->asked[event & KF_EVENT_POINT];
        all |= event;
        groups += event >> 15;
    }
    p->count = count;
    p->groups = groups;
    p->all = all;
}

#ifdef WIDE
enum { TABLE = 512, AT_ONCE = 32 };

_Static_assert((int)KF_SWEEP_LANES < (int)TABLE, "a pass is not among the bits of points");

// The same with 32 events at once: each looks up its word of 16 points, and its bit in there.
WIDE static void pick_widely(picking *p, const kf_line *line) {
    const __m512i one = _mm512_set1_epi16(1), point = _mm512_set1_epi16(KF_EVENT_POINT);
    uint64_t bits[TABLE / 64] = {0};
    for (size_t k = 0; k < KF_SWEEP_LANES / 64; k++) {
        __m512i bytes = _mm512_loadu_si512(p->asked + 64 * k);
        bits[k] = _mm512_test_epi8_mask(bytes, bytes);
    }
    __m512i table = _mm512_loadu_si512(bits), all = _mm512_setzero_si512();
    uint32_t groups = 1;
    size_t count = p->count;
    for (size_t i = line->initial; i < line->count; i += AT_ONCE) {
        size_t left = line->count - i;
        __mmask32 are = left < AT_ONCE ? (UINT32_C(1) << left) - 1 : UINT32_MAX;
        __m512i events = _mm512_maskz_loadu_epi16(are, line->events + 2 * i);
        __m512i word = _mm512_srli_epi16(_mm512_and_si512(events, point), 4);
        __m512i bit = _mm512_sllv_epi16(one, _mm512_and_si512(events, _mm512_set1_epi16(15)));
        uint32_t ends = _mm512_movepi16_mask(events);
        uint32_t found = are & _mm512_test_epi16_mask(_mm512_permutexvar_epi16(word, table), bit);
        all = _mm512_or_si512(all, events);
        for (; found != 0; found &= found - 1) {
            uint32_t before = (found & (~found + 1)) - 1;
            p->when[count] = groups + (uint32_t)_mm_popcnt_u32(ends & before);
            p->noted[count++] = (uint16_t)kf_line_event(line, i + (size_t)_mm_popcnt_u32(before));
        }
        groups += (uint32_t)_mm_popcnt_u32(ends);
    }
    p->count = count;
    p->groups = groups - 1;
    p->all = _mm512_test_epi16_mask(all, _mm512_set1_epi16(KF_EVENT_SETUP)) ? KF_EVENT_SETUP : 0;
}
#endif

void kf_pick(kf_scan_work *work, const kf_scan *scan, const kf_line *line) {
    work->when = kf_arena_grow(work->arena, work->when, &work->when_room, line->count + 1,
                               sizeof *work->when);
    work->noted = kf_arena_grow(work->arena, work->noted, &work->noted_room, line->count + 1,
                                sizeof *work->noted);
    picking p = {.asked = work->asked, .when = work->when, .noted = work->noted};
    for (size_t i = 0; i < line->initial; i++) {
        uint32_t event = kf_line_event(line, i);
        p.when[p.count] = 0;
        p.noted[p.count] = (uint16_t)event;
        p.count += p.asked[event & KF_EVENT_POINT];
    }
#ifdef WIDE
    if (scan->points <= KF_SWEEP_LANES && IS_WIDE())
        pick_widely(&p, line);
    else
#endif
        pick_plainly(&p, line);
    (void)scan;
    work->noted_count = p.count;
    work->groups = p.groups;
    work->has_setups = (p.all & KF_EVENT_SETUP) != 0;
}
