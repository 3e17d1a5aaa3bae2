// SPDX-License-Identifier: MIT
// Values and names of properties, for readers and writers: the table, escapes, points.

#ifndef KIFU_RECORD_VALUE_H
#define KIFU_RECORD_VALUE_H

#include <string.h>

#include <kifu/board.h>
#include <kifu/record.h>

#include "base/block.h"
#include "base/buffer.h"

// The rows of properties.def by name: KF_P_AB …
enum {
#define KF_PROPERTY(name, type, shape, where, versions, ishi) KF_P_##name,
#include "record/properties.def"
#undef KF_PROPERTY
    KF_PROPERTY_COUNT
};

// The rows of names that were looked up, of one capital or two, plus 2; 0: it was not yet. To begin
// with all is 0.
typedef struct kf_value_ids {
    int16_t known[26 * 27];
} kf_value_ids;

// Looks up the name and notes the row, plus 2.
int kf_value_note(int16_t *id, kf_text name);

// What a property judges. A node has one judgement of its move, and one of the position.
typedef enum kf_value_judged {
    KF_JUDGES_NOTHING,
    KF_JUDGES_MOVE,
    KF_JUDGES_POSITION,
    KF_JUDGEMENTS
} kf_value_judged;
kf_value_judged kf_value_judges(int id);

// Compares two names as spelled: below 0, 0 when they mean the same, above 0.
int kf_value_order(kf_text a, kf_text b);
// Whether a name has capitals that name nothing and lower-case letters, which count then: Pb and Pw
// are two names.
bool kf_value_is_whole(kf_text name);

// Adds plain text with `]` and `\` escaped.
void kf_value_escape(kf_buffer *out, kf_text plain);
// The same for a part of a composed value: `:` is escaped too.
void kf_value_escape_part(kf_buffer *out, kf_text plain);
// Adds the plain text of a value, see kf_property_plain.
void kf_value_plain(kf_buffer *out, kf_text value, bool simple);

// Whether both bytes are small letters: less than `a`, or from 26 more on, makes the highest bit of
// one of the two numbers.
static inline bool kf_value_are_lower(const char *p) {
    uint32_t both = (unsigned char)p[0] | (uint32_t)(unsigned char)p[1] << 8;
    uint32_t over = both - 0x0101 * 'a';
    return ((over | (over + 0x0101 * (0x80 - 26))) & 0x8080) == 0;
}

// Whether the text is one move of five bytes, as most nodes are: it needs no reading of properties.
static inline bool kf_value_is_move(kf_text text) {
    const char *p = text.data;
    return text.length == 5 && (p[0] == 'B' || p[0] == 'W') && p[1] == '[' && p[4] == ']' &&
           p[2] != '\\' && p[3] != '\\';
}

// Whether these four bytes are a value that is a point in small letters.
static inline bool kf_value_is_point(const char *p) {
    const unsigned char *u = (const unsigned char *)p;
    uint32_t word = u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 | (uint32_t)u[3] << 24;
    uint32_t over = word - ('[' | 'a' << 8 | 'a' << 16 | (uint32_t)']' << 24);
    return ((over | (over + 0x060600)) & 0xFFE0E0FF) == 0;
}

// How many of the eight bytes at `p` stand before the first `]` or backslash: 8 where none of them
// is one. These two differ in their lowest bit alone. The subtraction may also mark a byte behind a
// real one, but never one before it.
static inline size_t kf_value_before_special(const char *p) {
    enum { WORD = sizeof(uint64_t) };
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t word;
    memcpy(&word, p, sizeof word);
    uint64_t other = (word | ones) ^ (ones * ']'), marks = (other - ones) & ~other & tops;
    if (marks == 0)
        return WORD;
    uint64_t up_to = marks ^ (marks - 1); // all bits up to the first mark, which is in byte k
    return (size_t)(((up_to & ones) * ones >> 56) - 1);
#else
    size_t i = 0;
    while (i < WORD && p[i] != ']' && p[i] != '\\')
        i++;
    return i;
#endif
}

// The closing bracket of the value that begins at `p`, or `end`. Skips what a backslash guards.
static inline const char *kf_value_end(const char *p, const char *end) {
    while (p < end) {
#ifdef KF_BLOCK
        if (end - p >= KF_BLOCK) {
            unsigned special = kf_block_bits(p, ']', 1);
            p += special != 0 ? KF_BLOCK_LOWEST(special) : KF_BLOCK;
            if (special == 0)
                continue;
        } else
#endif
            if (end - p >= 8) {
            size_t before = kf_value_before_special(p);
            p += before;
            if (before == 8)
                continue;
        } else {
            while (p < end && *p != ']' && *p != '\\')
                p++;
        }
        if (p < end && *p == ']')
            return p;
        p += 2;
    }
    return end;
}

static inline bool kf_value_is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Behind the white space at `p`.
static inline const char *kf_value_skip_space(const char *p, const char *end) {
#ifdef KF_BLOCK
    for (unsigned words; p < end && kf_value_is_space(*p) && end - p >= KF_BLOCK; p += KF_BLOCK)
        if ((words = kf_block_words(p)) != 0)
            return p + KF_BLOCK_LOWEST(words);
#endif
    while (p < end && kf_value_is_space(*p))
        p++;
    return p;
}

// The last bracket of a property at `p` as nearly all are spelled: a capital or two, of which
// `name` becomes the number, and values, with white space between them. The first value goes to
// `value`. NULL: it is spelled otherwise, or there is none.
static inline const char *kf_value_plain_end(const char *p, const char *end, size_t *name,
                                             kf_text *value) {
    if (end - p < 5 || (unsigned char)(p[0] - 'A') >= 26)
        return NULL;
    size_t length = (unsigned char)(p[1] - 'A') < 26 ? 2 : 1;
    if (p[length] != '[')
        return NULL;
    const char *close = p + length + 3;
#ifdef KF_BLOCK // lists of points are long, and so are other texts without this
    if (close >= end || !kf_value_is_point(p + length))
#endif
        close = kf_value_end(p + length + 1, end);
    *name = length;
    *value = (kf_text){p + length + 1, (size_t)(close - p) - length - 1};
    while (close < end) {
#ifdef KF_BLOCK
        while (end - close > 4 && kf_value_is_point(close + 1))
            close += 4;
#endif
        const char *behind = close + 1;
        if (behind == end || (unsigned char)(*behind - 'A') < 26)
            return close;
        behind = kf_value_skip_space(behind, end);
        if (behind == end || *behind != '[')
            return close;
        close = kf_value_end(behind + 1, end);
    }
    return NULL;
}

// The row of the property of that name, as kf_value_id finds it, and faster the second time.
static inline int kf_value_look_up(kf_value_ids *ids, kf_text name) {
    uint32_t first = name.length > 0 ? (uint32_t)(name.data[0] - 'A') : 26;
    uint32_t second = name.length == 2 ? (uint32_t)(name.data[1] - 'A') : 26;
    if (name.length > 2 || first >= 26 || second > 26 || (second == 26) != (name.length == 1))
        return kf_value_id(name);
    int16_t *id = &ids->known[first * 27 + second];
    return *id != 0 ? *id - 2 : kf_value_note(id, name);
}

#endif
