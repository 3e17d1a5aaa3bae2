// SPDX-License-Identifier: MIT
// Places that the first times of a line leave open: by second times, and by the events of their
// points.

#include "catalog/search.h"

#include <string.h>

#include "base/wide.h"

#ifdef KF_HAS_WIDE
#include <immintrin.h>
#define WIDE      __attribute__((target("avx512bw,popcnt")))
#define IS_WIDE() (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("popcnt"))
#endif

static const uint32_t NOWHERE = UINT32_MAX; // of a position, and of an event

enum { NEVER = KF_SWEEP_NEVER, LATE = KF_SWEEP_LATE, AGAIN = KF_PLANE_AGAIN };

// ---- By second times ----

// When a stone came and was taken, the first time and the second.
typedef struct stays {
    uint32_t from, to, again, end;
} stays;

static inline stays stays_at(const uint8_t *planes, size_t from, size_t to) {
    return (stays){planes[from], planes[to], planes[AGAIN + from], planes[AGAIN + to]};
}

// Where the times of a place have come to, and whether they say all.
typedef struct watch {
    uint32_t on, coarse;
    bool is_known;
} watch;

// Whether something is still to come; in the same coarse step it may be.
static inline bool is_ahead(uint32_t time, watch *w) {
    if (time > w->on || time == LATE)
        return true;
    bool is_same = time == w->on && time < w->coarse;
    w->is_known = w->is_known && !is_same;
    return is_same;
}

// Moves the time on to when a stone is there that must be; false when it is never again.
static inline bool await(stays s, watch *w) {
    if (is_ahead(s.to, w))
        return true;
    w->on = s.again > w->on ? s.again : w->on;
    w->is_known = w->is_known && (s.end > w->on || s.end == LATE);
    return s.again != NEVER;
}

// The same to when a stone is gone that must not be there.
static inline bool await_taken(stays s, watch *w) {
    if (is_ahead(s.from, w))
        return true;
    w->on = s.to > w->on ? s.to : w->on;
    if (s.to == NEVER || is_ahead(s.again, w))
        return s.to != NEVER;
    w->on = s.end > w->on ? s.end : w->on;
    w->is_known = false;
    return s.end != NEVER;
}

// From when on a stone that is forbidden and never taken spoils a place, or, if that is a
// coarse step, from the one after it.
static inline uint32_t spoiled(const kf_sweep *sweep, const kf_sweep_turn *turn,
                               const uint8_t *planes) {
    const uint16_t *first_at = sweep->steps[0] + turn->forbidden_at,
                   *taken_at = sweep->steps[1] + turn->forbidden_at;
    uint32_t never = NEVER;
    for (uint32_t i = 0; i < turn->forbidden; i++) {
        uint32_t first = planes[taken_at[i]] == NEVER ? planes[first_at[i]] : NEVER;
        never = first < never ? first : never;
    }
    return never + (never < sweep->clock.coarse);
}

// Each demand moves the time on until none does any more. What came late is not before anything.
bool kf_open_look(const kf_sweep *sweep, const kf_sweep_turn *turn, const uint8_t *planes,
                  uint32_t from, kf_swept *out) {
    const uint16_t *const *steps = (const uint16_t *const *)sweep->steps;
    uint32_t before, never = NEVER;
    watch w = {.on = from, .coarse = sweep->clock.coarse, .is_known = true};
    do {
        before = w.on;
        for (uint32_t i = turn->stones_at; i < turn->stones_at + turn->stones; i++)
            if (!await(stays_at(planes, steps[0][i], steps[1][i]), &w))
                return false;
        for (uint32_t i = turn->forbidden_at; i < turn->forbidden_at + turn->forbidden; i++)
            if (!await_taken(stays_at(planes, steps[0][i], steps[1][i]), &w))
                return false;
    } while (w.on > before && w.on < LATE);
    out->is_sure = w.is_known && w.on < LATE;
    if (!out->is_sure)
        never = spoiled(sweep, turn, planes);
    out->from = (uint8_t)w.on;
    out->never = (uint8_t)never;
    return kf_sweep_is_before(w.on, never);
}

// ---- The events of some points ----

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

void kf_open_pick(kf_scan_work *work, const kf_scan *scan, const kf_line *line) {
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

// ---- By their events ----

// Links the events of each point, from the last to the first, so that one point can be followed
// through a line. Made only for lines in which a probe is not settled by the notes.
static void link_events(const kf_scan *scan, kf_scan_work *work) {
    work->next = kf_arena_grow(work->arena, work->next, &work->next_room, work->noted_count + 1,
                               sizeof *work->next);
    memset(work->head, 0xFF, (size_t)scan->points * sizeof *work->head);
    for (size_t i = work->noted_count; i-- > 0;) {
        uint32_t point = work->noted[i] & KF_EVENT_POINT;
        work->next[i] = work->head[point];
        work->head[point] = (uint32_t)i;
    }
    work->is_linked = true;
}

// The first position from `from` on at which the demand is met; NOWHERE: it is never again. `from`
// is never less than the time before.
static uint32_t meet(const kf_scan_work *work, uint32_t cell, struct kf_scan_open *open,
                     uint32_t from) {
    for (;;) {
        // All that happens to the point in one group counts as one step.
        uint32_t when = open->at != NOWHERE ? work->when[open->at] : NOWHERE;
        if (when > from) {
            if (cell & open->lies)
                return from;
            if (open->at == NOWHERE)
                return NOWHERE;
            from = when;
        }
        uint32_t event = work->noted[open->at];
        open->lies = event & KF_EVENT_TAKEN   ? KF_CELL_EMPTY
                     : event & KF_EVENT_WHITE ? KF_CELL_WHITE
                                              : KF_CELL_BLACK;
        open->at = work->next[open->at];
    }
}

// Each demand moves the position on until none does any more.
uint32_t kf_open_meet(const kf_scan *scan, kf_scan_work *work, const kf_probe *probe,
                      uint32_t from) {
    const kf_demand *demands = scan->demands + probe->first;
    uint32_t met = 0, count = 0;
    if (!work->is_linked)
        link_events(scan, work);
    for (uint32_t i = 0; i < probe->count; i++) {
        work->open[count] = (struct kf_scan_open){i, work->head[demands[i].point], KF_CELL_EMPTY};
        count += work->asked[demands[i].point] != 0;
    }
    for (uint32_t i = 0; met < count; i = i + 1 < count ? i + 1 : 0) {
        struct kf_scan_open *open = &work->open[i];
        uint32_t position = meet(work, demands[open->demand].cell, open, from);
        if (position == NOWHERE)
            return NOWHERE;
        met = position == from ? met + 1 : 1;
        from = position;
    }
    return from;
}
