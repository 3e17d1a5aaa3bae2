// SPDX-License-Identifier: MIT
// Whether properties that were read back say the same as those that were written.
//
// Values that come back in another order, or points as a rectangle, mean what they meant; only
// what means something else is worth carrying.

#include "format/ishi/ishi_writer.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/value.h"

// The values of all properties of an id, one after another.
typedef struct cursor {
    kf_ishi_same_list list;
    size_t at;
    kf_text values;
} cursor;

static bool next_value(cursor *c, kf_text *value) {
    while (!kf_property_value(&c->values, value)) {
        while (c->at < c->list.count && c->list.properties[c->at].id != c->list.id)
            c->at++;
        if (c->at == c->list.count)
            return false;
        c->values = c->list.properties[c->at++].values;
    }
    return true;
}

static size_t count_properties(kf_ishi_same_list list) {
    size_t count = 0;
    for (size_t i = 0; i < list.count; i++)
        count += list.properties[i].id == list.id;
    return count;
}

// ---- Points ----

enum { SIDE = KF_BOARD_MAX + 1 };

// How often each point is named, as the differences from the point before: a rectangle of any
// size changes four of them.
typedef struct cover {
    int32_t change[SIDE][SIDE];
    size_t empty; // values without text
} cover;

static bool cover_points(cursor c, cover *points) {
    kf_text value, first, second;
    int x, y, right, bottom;
    memset(points, 0, sizeof *points);
    while (next_value(&c, &value)) {
        if (value.length == 0) {
            points->empty++;
            continue;
        }
        bool is_rectangle = kf_property_split(value, &first, &second);
        if (!kf_value_point(first, &x, &y))
            return false;
        right = x;
        bottom = y;
        if (is_rectangle && !kf_value_point(second, &right, &bottom))
            return false;
        if (right < x || bottom < y)
            return false;
        points->change[y][x]++;
        points->change[y][right + 1]--;
        points->change[bottom + 1][x]--;
        points->change[bottom + 1][right + 1]++;
    }
    return true;
}

static bool same_points(kf_ishi_same_list a, kf_ishi_same_list b) {
    cover x, y;
    return cover_points((cursor){.list = a}, &x) && cover_points((cursor){.list = b}, &y) &&
           memcmp(x.change, y.change, sizeof x.change) == 0 && x.empty == y.empty;
}

// ---- Texts ----

// The length of the line break at `i`, 0 where there is none.
static size_t line_break(kf_text text, size_t i) {
    if (i >= text.length || (text.data[i] != '\n' && text.data[i] != '\r'))
        return 0;
    bool is_pair = i + 1 < text.length && text.data[i + 1] != text.data[i] &&
                   (text.data[i + 1] == '\n' || text.data[i + 1] == '\r');
    return is_pair ? 2 : 1;
}

// The value with soft line breaks taken out and the others made LF, but with its backslashes: a
// needless one is not given back by any line, and whoever compares records sees it.
static kf_text normal_of(kf_text value, kf_arena *arena) {
    char *data = kf_arena_alloc(arena, value.length + 1);
    size_t made = 0;
    for (size_t i = 0; i < value.length;) {
        bool is_guard = value.data[i] == '\\';
        if (is_guard && line_break(value, i + 1) > 0) {
            i += 1 + line_break(value, i + 1);
            continue;
        }
        size_t length = line_break(value, i);
        data[made++] = length > 0 ? '\n' : value.data[i];
        i += length > 0 ? length : 1;
        if (is_guard && i < value.length)
            data[made++] = value.data[i++];
    }
    return (kf_text){data, made};
}

static bool same_texts(kf_ishi_same_list a, kf_ishi_same_list b, kf_arena *arena) {
    cursor x = {.list = a}, y = {.list = b};
    kf_text left, right;
    while (next_value(&x, &left)) {
        if (!next_value(&y, &right))
            return false;
        if (!kf_text_equal(left, right) &&
            !kf_text_equal(normal_of(left, arena), normal_of(right, arena)))
            return false;
    }
    return !next_value(&y, &right);
}

static int by_bytes(const void *a, const void *b) {
    return kf_text_order(*(const kf_text *)a, *(const kf_text *)b);
}

static kf_text *sorted(kf_ishi_same_list list, size_t *count, kf_arena *arena) {
    cursor c = {.list = list};
    kf_text *texts = NULL, value;
    size_t capacity = 0;
    *count = 0;
    while (next_value(&c, &value)) {
        texts = kf_arena_grow(arena, texts, &capacity, *count + 1, sizeof *texts);
        texts[(*count)++] = value;
    }
    if (*count > 0)
        qsort(texts, *count, sizeof *texts, by_bytes);
    return texts;
}

static bool same_labels(kf_ishi_same_list a, kf_ishi_same_list b, kf_arena *arena) {
    size_t left_count, right_count;
    kf_text *left = sorted(a, &left_count, arena), *right = sorted(b, &right_count, arena);
    bool is_same = left_count == right_count;
    for (size_t i = 0; is_same && i < left_count; i++)
        is_same = kf_text_equal(left[i], right[i]);
    kf_arena_release(arena, left);
    kf_arena_release(arena, right);
    return is_same;
}

bool kf_ishi_same(kf_ishi_same_list a, kf_ishi_same_list b, kf_arena *arena) {
    const kf_property_row *row = kf_value_row(a.id);
    bool is_list = row->arity != KF_ARITY_ONE;
    size_t count = count_properties(a);
    if (count == 0 || count_properties(b) == 0)
        return false;
    if (is_list && (row->type == KF_TYPE_STONE || row->type == KF_TYPE_POINT))
        return same_points(a, b);
    if (count != count_properties(b))
        return false;
    return row->type == KF_TYPE_LABEL ? same_labels(a, b, arena) : same_texts(a, b, arena);
}
