// SPDX-License-Identifier: MIT
// Whether a value has the form that its type asks for. Source: FF[4], property value types.

#include "check/check.h"

#include <string.h>

#include "base/block.h"
#include "base/text.h"

static const kf_check_value fine = {KF_SGF_VALUE, NULL};

static kf_check_value fault(const char *message) {
    return (kf_check_value){KF_SGF_VALUE, message};
}

static size_t count_digits(kf_text text, size_t begin) {
    size_t i = begin;
    while (i < text.length && text.data[i] >= '0' && text.data[i] <= '9')
        i++;
    return i - begin;
}

// FF[4] allows a sign before every number.
static size_t skip_sign(kf_text text) {
    return text.length > 0 && (text.data[0] == '+' || text.data[0] == '-');
}

bool kf_check_value_is_whole(kf_text text) {
    size_t sign = skip_sign(text), digits = count_digits(text, sign);
    return digits > 0 && sign + digits == text.length;
}

// A decimal point needs digits on both sides, and a comma is none.
static bool is_real(kf_text text) {
    size_t sign = skip_sign(text), whole = count_digits(text, sign), i = sign + whole;
    if (whole == 0 || i == text.length)
        return whole > 0;
    size_t rest = count_digits(text, i + 1);
    return text.data[i] == '.' && rest > 0 && i + 1 + rest == text.length;
}

// The size of a board has a code of its own, since everything else hangs on it.
static kf_check_value check_size(kf_text value) {
    kf_text first, second, left, right;
    int width, height;
    bool is_rectangle = kf_record_board_split(value, &first, &second);
    bool is_read = kf_record_number(first, &width);
    height = width;
    if (is_rectangle)
        is_read = is_read && kf_record_number(second, &height);
    bool fits =
        is_read && width >= 1 && width <= KF_BOARD_MAX && height >= 1 && height <= KF_BOARD_MAX;
    if (!fits)
        return (kf_check_value){KF_SGF_SIZE, is_read
                                                 ? "a board has 1 to 52 lines; 19 are taken"
                                                 : "this is not a board size; it is taken as 19"};
    if (is_rectangle && !kf_property_split(value, &left, &right))
        return (kf_check_value){KF_SGF_SIZE,
                                "a size is a number, or two with a colon between them; "
                                "read as if it were"};
    if (is_rectangle && width == height)
        return fault("a square board is written with one number");
    return fine;
}

// FG ends a figure when it is empty, and else says how it is printed and what it is called.
static kf_check_value check_figure(kf_text value) {
    kf_text first, second;
    bool is_good = value.length == 0 || (kf_property_split(value, &first, &second) &&
                                         kf_check_value_is_whole(kf_text_trim(first)));
    return is_good ? fine : fault("a figure is empty, or a number, a colon and a title");
}

// Any two texts, as AP has them: a program and its version.
static kf_check_value check_pair(kf_text value) {
    kf_text first, second;
    return kf_property_split(value, &first, &second)
               ? fine
               : fault("two parts with a colon between them are expected");
}

kf_check_value kf_check_value_of(const kf_property_row *row, kf_text value) {
    kf_text trimmed = kf_text_trim(value);
    switch (row->type) {
    case KF_TYPE_NUMBER:
        return kf_check_value_is_whole(trimmed) ? fine : fault("this is not a whole number");
    case KF_TYPE_REAL:
        return is_real(trimmed) ? fine : fault("this is not a number");
    case KF_TYPE_DOUBLE:
        return kf_text_is(trimmed, "1") || kf_text_is(trimmed, "2")
                   ? fine
                   : fault("1 (normal) or 2 (emphasized) is expected");
    case KF_TYPE_COLOR:
        return kf_text_is(trimmed, "B") || kf_text_is(trimmed, "W") ? fine
                                                                    : fault("a colour is B or W");
    case KF_TYPE_NONE:
        return trimmed.length == 0 ? fine : fault("no value is expected here");
    case KF_TYPE_SIMPLE2:
        return check_pair(value);
    case KF_TYPE_SIZE:
        return check_size(value);
    case KF_TYPE_FIGURE:
        return check_figure(value);
    case KF_TYPE_SIMPLE:
    case KF_TYPE_TEXT:
    case KF_TYPE_MOVE:
    case KF_TYPE_STONE:
    case KF_TYPE_POINT:
    case KF_TYPE_POINTS2:
    case KF_TYPE_LABEL:
        break;
    }
    return fine;
}

bool kf_check_value_is_bare(kf_type type) {
    return type == KF_TYPE_NUMBER || type == KF_TYPE_REAL || type == KF_TYPE_DOUBLE ||
           type == KF_TYPE_COLOR || type == KF_TYPE_SIZE || type == KF_TYPE_MOVE ||
           type == KF_TYPE_STONE || type == KF_TYPE_POINT || type == KF_TYPE_POINTS2;
}

bool kf_check_value_has_points(kf_type type) {
    return type == KF_TYPE_MOVE || type == KF_TYPE_STONE || type == KF_TYPE_POINT ||
           type == KF_TYPE_POINTS2 || type == KF_TYPE_LABEL;
}

// How many bytes at the front are ASCII and no bracket that opens.
static inline size_t quiet_front(kf_text text) {
    size_t length = text.length, i = 0;
#ifdef KF_BLOCK
    while (length - i >= KF_BLOCK && !kf_block_has(text.data + i, '['))
        i += KF_BLOCK;
    if (length >= KF_BLOCK && length - i < KF_BLOCK &&
        !kf_block_has(text.data + length - KF_BLOCK, '['))
        return length;
#endif
    while (i < length && (unsigned char)text.data[i] < 0x80 && text.data[i] != '[')
        i++;
    return i;
}

bool kf_check_value_is_quiet(const kf_property *p) {
    enum { EAST = 0xE3 };
    const unsigned char *text = (const unsigned char *)p->value.data;
    size_t length = p->value.length;
    if (length == 0 || p->values.length != length + 2 || text[0] <= ' ')
        return false;
    size_t i = quiet_front(p->value);
    return i == length || (text[i] >= EAST && memchr(text + i, '[', length - i) == NULL);
}

bool kf_check_value_is_count(const kf_property *p) {
    enum { FEW = 9 };
    size_t digits = count_digits(p->value, 0), length = p->value.length;
    if (digits == 0 || digits > FEW || p->values.length != length + 2)
        return false;
    if (digits == length)
        return true;
    bool may_have_part = kf_value_row(p->id)->type == KF_TYPE_REAL;
    return may_have_part && p->value.data[digits] == '.' && digits + 1 < length &&
           digits + 1 + count_digits(p->value, digits + 1) == length;
}
