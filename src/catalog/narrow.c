// SPDX-License-Identifier: MIT
// Fields of a full segment as numbers of 12 bits, two fields in a row.

#include "catalog/catalog.h"

#ifdef KIFU_HAVE_SQLITE

#include <string.h>

#include "base/wide.h"

#ifdef KF_HAS_WIDE
#include <immintrin.h>
#define WIDE      __attribute__((target("avx2")))
#define IS_WIDE() __builtin_cpu_supports("avx2")
#endif

// How it works. A field of a segment has few values, so each line has the place of its value in a
// list of them. A row of two fields is a third as long as their own rows are together, and lies on
// one page, whose checksum is most of what a question costs. The places have 12 bits: the low eight
// of all lines, for the first field and for the second, then a byte a line with the high four of
// both. Lines of a full segment never change, so neither does the row; files of older programs have
// none, and their fields are read from their own rows.

enum {
    FORM = 1,
    HEAD = 12, // form, and how many values each of both has
    PLANE = KF_STORE_LINES,
    ROWS = 8,                                              // of a segment
    MOST_VALUES = (KF_STORE_CHUNK - HEAD - 3 * PLANE) / 4, // so that all stands on a page
    ROOM = HEAD + 4 * MOST_VALUES + 3 * PLANE,
    SLOTS = 4 * KF_NARROW_VALUES
};

static const kf_field pairs[][2] = {{KF_FIELD_BLACK, KF_FIELD_WHITE},
                                    {KF_FIELD_DATE, KF_FIELD_RESULT},
                                    {KF_FIELD_BLACK_RANK, KF_FIELD_WHITE_RANK},
                                    {KF_FIELD_EVENT, KF_FIELD_PLACE},
                                    {KF_FIELD_KOMI, KF_FIELD_HANDICAP}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

_Static_assert((int)PAIRS <= (int)ROWS, "rows for all pairs");

// They stand before all other rows of fields, so that where there are none, that is seen on one
// page.
static int64_t row_id(uint32_t segment, size_t pair) {
    return (int64_t)segment * ROWS + (int64_t)pair - (INT64_C(1) << 40);
}

// ---- Writing ----

typedef struct making {
    uint32_t counts[2], values[2][KF_NARROW_VALUES];
    uint32_t keys[SLOTS];  // a table with open addressing
    uint16_t slots[SLOTS]; // places, from 1
    size_t length;
    uint8_t row[ROOM];
} making;

// The place of a value in the list; KF_NARROW_VALUES: there is no room for it.
static uint32_t place_of(making *m, int which, uint32_t value) {
    uint32_t slot = (value * UINT32_C(0x9E3779B1) >> 16) % SLOTS;
    while (m->slots[slot] != 0 && m->keys[slot] != value)
        slot = (slot + 1) % SLOTS;
    if (m->slots[slot] != 0)
        return m->slots[slot] - 1U;
    uint32_t place = m->counts[which];
    if (place == KF_NARROW_VALUES)
        return place;
    m->values[which][m->counts[which]++] = value;
    m->keys[slot] = value;
    m->slots[slot] = (uint16_t)(place + 1);
    return place;
}

// Writes the places of a field behind the room for all values. False: it has too many.
static bool make_plane(making *m, int which, const uint32_t *numbers) {
    uint8_t *low = m->row + ROOM - (size_t)(3 - which) * PLANE, *high = m->row + ROOM - PLANE;
    m->counts[which] = 0;
    memset(m->slots, 0, sizeof m->slots);
    for (size_t i = 0; i < PLANE; i++) {
        uint32_t place = place_of(m, which, numbers[i]);
        if (place == KF_NARROW_VALUES)
            return false;
        low[i] = (uint8_t)place;
        high[i] = (uint8_t)((which == 0 ? 0 : high[i]) | place >> 8 << 4 * which);
    }
    return true;
}

// False: there is no such row, for the fields have too many values, or none.
static bool make_row(making *m, const uint32_t *first, const uint32_t *second) {
    if (!make_plane(m, 0, first) || !make_plane(m, 1, second))
        return false;
    size_t count = (size_t)m->counts[0] + m->counts[1], head = HEAD + 4 * count;
    bool is_void = count == 2 && m->values[0][0] == 0 && m->values[1][0] == 0;
    if (is_void || count > MOST_VALUES)
        return false;
    kf_row_store(m->row, FORM);
    for (int which = 0, at = 0; which < 2; which++) {
        kf_row_store(m->row + 4 + 4 * (size_t)which, m->counts[which]);
        for (uint32_t i = 0; i < m->counts[which]; i++, at++)
            kf_row_store(m->row + HEAD + 4 * (size_t)at, m->values[which][i]);
    }
    memmove(m->row + head, m->row + ROOM - 3 * (size_t)PLANE, 3 * (size_t)PLANE);
    m->length = head + 3 * (size_t)PLANE;
    return true;
}

bool kf_narrow_write(kf_arena *arena, kf_store *store, uint32_t segment,
                     uint32_t *const fields[KF_FIELD_COUNT]) {
    making *m = kf_arena_resize(arena, NULL, sizeof *m);
    bool is_done = true;
    for (size_t i = 0; i < PAIRS && is_done; i++)
        if (make_row(m, fields[pairs[i][0]], fields[pairs[i][1]]))
            is_done = kf_store_put(store, KF_TABLE_FIELD, row_id(segment, i), m->row, m->length);
    kf_arena_release(arena, m);
    return is_done;
}

// ---- Checking ----

static bool load(kf_store *store, uint32_t segment, kf_field field, uint32_t *numbers) {
    const uint8_t *row;
    size_t length;
    int64_t id = (int64_t)segment * KF_STORE_ROWS + (int64_t)field;
    if (!kf_store_get(store, KF_TABLE_FIELD, id, &row, &length))
        return false;
    for (size_t i = 0; i < PLANE; i++)
        numbers[i] = kf_row_number(row, length, i);
    return true;
}

bool kf_narrow_check(kf_arena *arena, kf_store *store, uint32_t segment, bool *is_sound) {
    making *m = kf_arena_resize(arena, NULL, sizeof *m);
    uint32_t *numbers = kf_arena_resize(arena, NULL, 2 * (size_t)PLANE * sizeof *numbers);
    bool is_done = true;
    *is_sound = true;
    for (size_t i = 0; i < PAIRS && is_done; i++) {
        const uint8_t *row = NULL;
        size_t length = 0;
        is_done = load(store, segment, pairs[i][0], numbers) &&
                  load(store, segment, pairs[i][1], numbers + PLANE) &&
                  kf_store_get(store, KF_TABLE_FIELD, row_id(segment, i), &row, &length);
        if (is_done && row != NULL && kf_row_number(row, length, 0) == FORM)
            *is_sound &= make_row(m, numbers, numbers + PLANE) && length == m->length &&
                         memcmp(row, m->row, length) == 0;
    }
    kf_arena_release(arena, numbers);
    kf_arena_release(arena, m);
    return is_done;
}

// ---- Reading ----

bool kf_narrow_get(kf_store *store, const kf_segment *segment, kf_field field, kf_narrow_row *last,
                   kf_narrow *out) {
    size_t pair = 0;
    out->count = 0;
    while (pair < PAIRS && pairs[pair][0] != field && pairs[pair][1] != field)
        pair++;
    if (pair == PAIRS || segment->count < KF_STORE_LINES || store->way->is_blockwise)
        return true;
    int64_t id = row_id(segment->id, pair);
    if ((last->data == NULL || last->id != id) &&
        !kf_store_get(store, KF_TABLE_FIELD, id, &last->data, &last->length))
        return false;
    last->id = id;
    const uint8_t *row = last->data;
    size_t length = last->length;
    uint32_t first = kf_row_number(row, length, 1), second = kf_row_number(row, length, 2);
    bool is_ours = kf_row_number(row, length, 0) == FORM && first <= KF_NARROW_VALUES &&
                   second <= KF_NARROW_VALUES &&
                   length == HEAD + 4 * ((size_t)first + second) + 3 * (size_t)PLANE;
    if (!is_ours)
        return true;
    bool is_second = pairs[pair][1] == field;
    const uint8_t *values = row + HEAD, *planes = values + 4 * ((size_t)first + second);
    *out = (kf_narrow){.values = values + (is_second ? 4 * (size_t)first : 0),
                       .count = is_second ? second : first,
                       .low = planes + (is_second ? PLANE : 0),
                       .high = planes + 2 * (size_t)PLANE,
                       .shift = is_second ? 4 : 0};
    return true;
}

// The bits of 256 places are 32 bytes as the processor's permutation of bytes reads them: by the
// low four bits of the place, for the lower half and the upper one; the bit is the three between.
void kf_narrow_choose(kf_narrow_set *set, uint32_t place) {
    uint32_t page = place >> 8;
    set->bits[page][(place >> 3 & 16) | (place & 15)] |= (uint8_t)(1U << (place >> 4 & 7));
    set->pages |= 1U << page;
}

static uint64_t mark_plainly(const kf_narrow *narrow, const kf_narrow_set *set, size_t from) {
    uint64_t word = 0;
    for (size_t i = 0; i < 64; i++) {
        uint32_t low = narrow->low[from + i], page = narrow->high[from + i] >> narrow->shift & 15;
        uint32_t bits = set->bits[page][(low >> 3 & 16) | (low & 15)];
        word |= (uint64_t)(bits >> (low >> 4 & 7) & 1) << i;
    }
    return word;
}

#ifdef WIDE
// Of 32 lines: the low four bits of their places, the bit, what chooses the upper half, the page.
typedef struct lanes {
    __m256i index, bit, low, page, found;
} lanes;

WIDE static lanes load_lanes(const kf_narrow *narrow, size_t from) {
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i powers = _mm256_set1_epi64x((long long)UINT64_C(0x8040201008040201));
    lanes l = {.found = _mm256_setzero_si256()};
    l.low = _mm256_loadu_si256((const __m256i *)(narrow->low + from));
    __m256i high = _mm256_loadu_si256((const __m256i *)(narrow->high + from));
    l.page = _mm256_and_si256(_mm256_srli_epi16(high, narrow->shift), nibble);
    l.index = _mm256_and_si256(l.low, nibble);
    l.bit = _mm256_and_si256(_mm256_srli_epi16(l.low, 4), nibble);
    l.bit = _mm256_shuffle_epi8(powers, l.bit);
    return l;
}

WIDE static void look_up(lanes *l, __m256i number, __m256i lower, __m256i upper) {
    __m256i is_in = _mm256_blendv_epi8(_mm256_shuffle_epi8(lower, l->index),
                                       _mm256_shuffle_epi8(upper, l->index), l->low);
    __m256i is_here = _mm256_cmpeq_epi8(l->page, number);
    l->found = _mm256_or_si256(l->found, _mm256_and_si256(is_in, is_here));
}

WIDE static uint32_t bits_of(const lanes *l) {
    __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(l->found, l->bit), _mm256_setzero_si256());
    return ~(uint32_t)_mm256_movemask_epi8(none);
}

WIDE static uint64_t mark_widely(const kf_narrow *narrow, const kf_narrow_set *set, size_t from) {
    lanes one = load_lanes(narrow, from), other = load_lanes(narrow, from + 32);
    __m256i number = _mm256_setzero_si256();
    for (uint32_t page = 0; set->pages >> page != 0; page++) {
        const __m128i *bits = (const __m128i *)set->bits[page];
        __m256i lower = _mm256_broadcastsi128_si256(_mm_loadu_si128(bits));
        __m256i upper = _mm256_broadcastsi128_si256(_mm_loadu_si128(bits + 1));
        look_up(&one, number, lower, upper);
        look_up(&other, number, lower, upper);
        number = _mm256_add_epi8(number, _mm256_set1_epi8(1));
    }
    return bits_of(&one) | (uint64_t)bits_of(&other) << 32;
}
#endif

uint64_t kf_narrow_mark(const kf_narrow *narrow, const kf_narrow_set *set, size_t from) {
#ifdef WIDE
    if (IS_WIDE())
        return mark_widely(narrow, set, from);
#endif
    return mark_plainly(narrow, set, from);
}

#endif
