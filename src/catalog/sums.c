// SPDX-License-Identifier: MIT
// A sum of each board that stands in a line, the same for all turns of the board.

#include "catalog/search.h"

#ifdef KIFU_HAVE_SQLITE

#include "base/hash.h"
#include "base/wide.h"

#ifdef KF_HAS_WIDE
#include <immintrin.h>
#define INLINE    static inline __attribute__((always_inline))
#define WIDE      __attribute__((target("avx512f")))
#define IS_WIDE() __builtin_cpu_supports("avx512f")
#else
#define INLINE static inline
#endif

enum {
    TURNS = KF_SUMS_TURNS,
    BITS = 48,            // of a sum
    CUT_OFF = 64 - BITS,  // below them
    NOT_KEPT = BITS - 42, // bits of a sum
    LEFT_OUT = 10         // bits at its top
};

// ---- What stones add ----

// Which turn leads from one to another.
static uint8_t find_behind(const kf_sums *s, uint32_t one, uint32_t other) {
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        uint32_t point = 0;
        while (point < s->points && s->to[turn][s->to[other][point]] == s->to[one][point])
            point++;
        if (point == s->points)
            return (uint8_t)turn;
    }
    return 0;
}

kf_sums *kf_sums_new(kf_arena *arena, int width, int height, uint32_t most) {
    kf_sums *s = kf_arena_alloc(arena, sizeof *s);
    s->points = (uint32_t)(width * height);
    s->most = most;
    s->kept = most < KF_POSTING_STONES ? UINT64_MAX : UINT64_MAX << NOT_KEPT;
    s->turns = width == height ? TURNS : TURNS / 2;
    s->by = kf_arena_alloc(arena, 2 * (size_t)s->points * sizeof *s->by);
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        s->to[turn] = kf_arena_alloc(arena, 2 * (size_t)s->points * sizeof *s->to[turn]);
        for (uint32_t stone = 0; stone < 2 * s->points; stone++) {
            uint32_t point = stone % s->points, first = stone - point;
            int x = (int)point % width, y = (int)point / width;
            int column = turn & 4 && width == height ? y : x;
            int row = turn & 4 && width == height ? x : y;
            column = turn & 1 ? width - 1 - column : column;
            row = turn & 2 ? height - 1 - row : row;
            uint32_t to = first + (uint32_t)(row * width + column);
            s->to[turn][stone] = (uint16_t)to;
            s->by[stone][turn] = kf_hash_mix(to + 1) / TURNS * TURNS;
        }
    }
    for (uint32_t one = 0; one < TURNS; one++)
        for (uint32_t other = 0; other < TURNS; other++)
            s->behind[one][other] = find_behind(s, one, other);
    return s;
}

// The least of eight has low bits at its top, by which few sums differ: those are left out.
static inline uint64_t cut_sum(const kf_sums *s, uint64_t sum) {
    if (s->kept == UINT64_MAX)
        return sum >> CUT_OFF != 0 ? sum >> CUT_OFF : 1;
    return (sum << LEFT_OUT) >> CUT_OFF & s->kept;
}

INLINE uint64_t lesser(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

// The least of the sums of all turns. The number of the turn that has it is in its lowest bits.
INLINE uint64_t least(const uint64_t sums[TURNS]) {
    uint64_t a = lesser(sums[0], sums[1]), b = lesser(sums[2], sums[3]);
    uint64_t c = lesser(sums[4], sums[5]), d = lesser(sums[6], sums[7]);
    return lesser(lesser(a, b), lesser(c, d));
}

// Written out, for the compiler takes two at a time only so.
INLINE void change(uint64_t *restrict sums, const uint64_t *restrict by) {
    sums[0] ^= by[0], sums[1] ^= by[1], sums[2] ^= by[2], sums[3] ^= by[3];
    sums[4] ^= by[4], sums[5] ^= by[5], sums[6] ^= by[6], sums[7] ^= by[7];
}

// Of no stones: all the same, but for the number of the turn.
static void begin_sums(uint64_t sums[TURNS]) {
    for (uint32_t turn = 0; turn < TURNS; turn++)
        sums[turn] = turn;
}

// ---- The boards of a line ----

// How sums are changed, and how the least of them is found.
typedef struct manner {
    void (*change)(uint64_t *restrict, const uint64_t *restrict);
    uint64_t (*least)(const uint64_t *);
} manner;

// A line from board to board.
typedef struct walk {
    _Alignas(64) uint64_t sums[TURNS];
    uint32_t stones;
    bool has_changed;
} walk;

// Adds the board that so many events of the line make. A board that the last group did not change
// was added before.
INLINE void add_board(const kf_sums *s, walk *w, size_t end, manner how, kf_sums_line *out) {
    uint64_t sum = how.least(w->sums);
    out->boards[out->count++] =
        (kf_sums_board){cut_sum(s, sum), (uint16_t)end, (uint8_t)(sum % TURNS)};
    w->has_changed = false;
}

INLINE void apply(const kf_sums *s, walk *w, uint32_t event, manner how) {
    how.change(w->sums, s->by[kf_sums_stone(s, event)]);
    w->stones += event & KF_EVENT_TAKEN ? UINT32_MAX : 1;
    w->has_changed = true;
}

INLINE void walk_line(const kf_sums *s, const kf_line line, size_t most, manner how,
                      kf_sums_line *out) {
    walk w = {.has_changed = true};
    size_t taken = kf_line_taken(&line), first_taken = SIZE_MAX;
    bool has_many = false;
    begin_sums(w.sums);
    out->count = 0;
    out->end = line.initial;
    if (line.initial == 0)
        add_board(s, &w, 0, how, out);
    for (size_t i = 0; i < line.count && w.stones <= s->most + taken && !has_many; i++) {
        uint32_t event = kf_line_event(&line, i);
        if (event & KF_EVENT_TAKEN) {
            taken--;
            first_taken = first_taken < i ? first_taken : i;
        }
        if (kf_sums_is_stone(s, event))
            apply(s, &w, event, how);
        bool is_end = i >= line.initial ? (event & KF_EVENT_END) != 0 : i + 1 == line.initial;
        if (!is_end || w.stones > s->most)
            continue;
        out->end = i + 1;
        has_many = w.has_changed && (out->count == most || i + 1 > KF_SUMS_EVENTS);
        if (w.has_changed && !has_many)
            add_board(s, &w, i + 1, how, out);
    }
    out->has_many = has_many || (out->end > KF_SUMS_EVENTS && out->count > 0);
    out->end = out->has_many || out->count == 0 ? 0 : out->end;
    out->plain = first_taken < out->end ? first_taken : out->end;
}

static void walk_plainly(const kf_sums *s, const kf_line *line, size_t most, kf_sums_line *out) {
    walk_line(s, *line, most, (manner){change, least}, out);
}

#ifdef WIDE
WIDE INLINE void change_widely(uint64_t *restrict sums, const uint64_t *restrict by) {
    _mm512_store_si512(sums, _mm512_xor_si512(_mm512_load_si512(sums), _mm512_loadu_si512(by)));
}

WIDE INLINE uint64_t least_widely(const uint64_t *sums) {
    return _mm512_reduce_min_epu64(_mm512_load_si512(sums));
}

WIDE static void walk_widely(const kf_sums *s, const kf_line *line, size_t most,
                             kf_sums_line *out) {
    walk_line(s, *line, most, (manner){change_widely, least_widely}, out);
}
#endif

void kf_sums_walk(const kf_sums *sums, const kf_line *line, size_t most, kf_sums_line *out) {
#ifdef WIDE
    if (IS_WIDE()) {
        walk_widely(sums, line, most, out);
        return;
    }
#endif
    walk_plainly(sums, line, most, out);
}

// ---- A whole board ----

bool kf_sums_grid(const kf_sums *s, const kf_grid *grid, bool is_swapped, uint64_t *sum) {
    uint64_t sums[TURNS];
    uint32_t stones = 0;
    begin_sums(sums);
    for (uint32_t i = 0; i < s->points; i++) {
        uint8_t cell = grid->cells[i];
        if (cell == KF_CELL_EMPTY)
            continue;
        if ((cell != KF_CELL_BLACK && cell != KF_CELL_WHITE) || ++stones > s->most)
            return false;
        change(sums, s->by[i + ((cell == KF_CELL_WHITE) != is_swapped ? s->points : 0)]);
    }
    *sum = cut_sum(s, least(sums));
    return true;
}

#endif
