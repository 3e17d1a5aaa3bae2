// SPDX-License-Identifier: MIT
// Values and names of properties, for readers and writers: the table, escapes, points.

#ifndef KIFU_RECORD_VALUE_H
#define KIFU_RECORD_VALUE_H

#include <string.h>

#include <kifu/record.h>

#include "base/buffer.h"

enum { KF_LARGEST_BOARD = 52 };

// The rows of properties.def by name: KF_P_AB …
enum {
#define KF_PROPERTY(name, type, shape, where, versions, ishi) KF_P_##name,
#include "record/properties.def"
#undef KF_PROPERTY
    KF_PROPERTY_COUNT
};

typedef enum kf_type {
    KF_TYPE_NONE,
    KF_TYPE_NUMBER,
    KF_TYPE_REAL,
    KF_TYPE_DOUBLE,
    KF_TYPE_COLOR,
    KF_TYPE_SIMPLE,  // SimpleText
    KF_TYPE_SIMPLE2, // SimpleText ':' SimpleText
    KF_TYPE_TEXT,
    KF_TYPE_MOVE,
    KF_TYPE_STONE,
    KF_TYPE_POINT,
    KF_TYPE_POINTS2, // Point ':' Point, no rectangle
    KF_TYPE_LABEL,   // Point ':' SimpleText
    KF_TYPE_SIZE,    // Number | Number ':' Number
    KF_TYPE_FIGURE   // None | Number ':' SimpleText
} kf_type;

typedef enum kf_arity { KF_ARITY_ONE, KF_ARITY_LIST, KF_ARITY_ELIST } kf_arity;

typedef enum kf_where {
    KF_WHERE_ANY,
    KF_WHERE_ROOT,
    KF_WHERE_INFO,
    KF_WHERE_SETUP,
    KF_WHERE_MOVE,
    KF_WHERE_INHERIT
} kf_where;

typedef struct kf_property_row {
    const char *name;
    kf_type type;
    kf_arity arity;
    kf_where where;
    const char *versions; // digits of the FF versions that have it
    const char *ishi;     // keyword, or ""
} kf_property_row;

// The row of an id, which must not be -1.
const kf_property_row *kf_value_row(int id);
// The id of a property's name as spelled (lower-case letters do not count), or -1.
int kf_value_id(kf_text name);
// Compares two names as spelled: below 0, 0 when they mean the same, above 0.
int kf_value_order(kf_text a, kf_text b);

// Adds plain text with `]` and `\` escaped.
void kf_value_escape(kf_buffer *out, kf_text plain);
// The same for a part of a composed value: `:` is escaped too.
void kf_value_escape_part(kf_buffer *out, kf_text plain);
// Adds the plain text of a value, see kf_property_plain.
void kf_value_plain(kf_buffer *out, kf_text value, bool simple);

// Reads an SGF point: column and row from 0, from the upper left. False unless it is two letters.
bool kf_value_point(kf_text value, int *x, int *y);
// Reads a value of a list of points: a point, or the corners of a rectangle with a colon between.
bool kf_value_rectangle(kf_text value, int *x, int *y, int *right, int *bottom);
// Writes the two letters of a point.
void kf_value_put_point(char out[2], int x, int y);

// kf_property_next without looking the name up: `id` stays as it is.
bool kf_property_scan(kf_text *rest, kf_property *property);

// Values of all properties of one name in a node, one after another, also when the name stands
// there more than once. Set `name` and `rest` (the node's text); the others are zero.
typedef struct kf_values {
    const char *name;
    kf_text rest;
    kf_text values; // what is left of the property in hand
} kf_values;

kf_values kf_values_of(const kf_record *record, kf_node node, const char *name);
bool kf_values_next(kf_values *values, kf_text *value);

// Whether one of the eight bytes is `]` or a backslash. The subtraction may also mark a byte
// behind a real one, never one of a word that has none.
static inline bool kf_value_has_special(uint64_t word) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t bracket = word ^ (ones * ']'), slash = word ^ (ones * '\\');
    return ((((bracket - ones) & ~bracket) | ((slash - ones) & ~slash)) & tops) != 0;
}

// The closing bracket of the value that begins at `p`, or `end`. Skips what a backslash guards.
static inline const char *kf_value_end(const char *p, const char *end) {
    while (p < end) {
        uint64_t word;
        if (end - p >= (ptrdiff_t)sizeof word) {
            memcpy(&word, p, sizeof word);
            if (!kf_value_has_special(word)) {
                p += sizeof word;
                continue;
            }
        }
        while (p < end && *p != ']' && *p != '\\')
            p++;
        if (p < end && *p == ']')
            return p;
        p += 2;
    }
    return end;
}

#endif
