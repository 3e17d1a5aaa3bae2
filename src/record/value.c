// SPDX-License-Identifier: MIT
// The table of properties, escapes, and points of SGF.

#include "record/value.h"

#include "base/text.h"

static const kf_property_row rows[] = {
#define KF_PROPERTY(name, type, shape, where, versions, ishi)                                      \
    {#name, KF_TYPE_##type, KF_SHAPE_##shape, KF_WHERE_##where, versions, ishi},
#include "record/properties.def"
#undef KF_PROPERTY
};

enum { LETTERS = 27, LONGEST_NAME = 16 };

// Names of one or two letters are found by their place in a square, the second letter 0 for none.
static const kf_property_row *const none = NULL;

const kf_property_row *kf_value_row(int id) {
    return id >= 0 && id < KF_PROPERTY_COUNT ? &rows[id] : none;
}

// The capitals of a name as spelled; all of it when it has none. 0 when they are too many.
static size_t capitals(kf_text name, char out[LONGEST_NAME]) {
    size_t made = 0;
    for (size_t i = 0; i < name.length; i++) {
        if (name.data[i] >= 'a' && name.data[i] <= 'z')
            continue;
        if (made == LONGEST_NAME)
            return 0;
        out[made++] = name.data[i];
    }
    for (size_t i = 0; made == i && i < name.length && i < LONGEST_NAME; i++)
        out[made++] = (char)(name.data[i] - ('a' - 'A'));
    return made;
}

int kf_value_id(kf_text name) {
    char capital[LONGEST_NAME];
    size_t length = capitals(name, capital);
    for (int id = 0; length > 0 && id < KF_PROPERTY_COUNT; id++)
        if (rows[id].name[0] == capital[0] && strlen(rows[id].name) == length &&
            memcmp(rows[id].name, capital, length) == 0)
            return id;
    return -1;
}

static void escape(kf_buffer *out, kf_text plain, const char *special) {
    for (size_t i = 0; i < plain.length; i++) {
        if (plain.data[i] != '\0' && strchr(special, plain.data[i]) != NULL)
            kf_buffer_add_char(out, '\\');
        kf_buffer_add_char(out, plain.data[i]);
    }
}

void kf_value_escape(kf_buffer *out, kf_text plain) {
    escape(out, plain, "]\\");
}

void kf_value_escape_part(kf_buffer *out, kf_text plain) {
    escape(out, plain, "]\\:");
}

void kf_value_plain(kf_buffer *out, kf_text value, bool simple) {
    out->data = kf_arena_grow(out->arena, out->data, &out->capacity, out->length + value.length, 1);
    out->length += kf_property_plain(value, simple, out->data + out->length);
}

static int coordinate(char c) {
    if (c >= 'a' && c <= 'z')
        return c - 'a';
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 26;
    return -1;
}

bool kf_value_point(kf_text value, int *x, int *y) {
    if (value.length != 2)
        return false;
    *x = coordinate(value.data[0]);
    *y = coordinate(value.data[1]);
    return *x >= 0 && *y >= 0;
}

void kf_value_put_point(char out[2], int x, int y) {
    out[0] = (char)(x < 26 ? 'a' + x : 'A' + x - 26);
    out[1] = (char)(y < 26 ? 'a' + y : 'A' + y - 26);
}
