// SPDX-License-Identifier: MIT
// Signs that stand for others: what word processors, mail programs and East Asian keyboards put
// into values.

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "check/check.h"
#include "record/value.h"

// What a sign is as ASCII, 0 for one that says nothing, or the sign itself.
static uint32_t plain_sign(uint32_t c) {
    enum { FULL = 0xFF01, LAST = 0xFF5E, SPACE = 0x3000, NARROW = 0xA0, JOINER = 0x200D };
    bool is_dash = (c >= 0x2010 && c <= 0x2015) || c == 0x2212;
    bool is_unseen = (c >= 0x200B && c <= JOINER) || c == 0xFEFF || c == 0xAD;
    if (c >= FULL && c <= LAST)
        return c - FULL + '!';
    return is_dash ? '-' : c == SPACE || c == NARROW ? ' ' : is_unseen ? 0 : c;
}

kf_text kf_mend_plain_lower(kf_text value, char out[KF_MEND_LOWER]) {
    enum {
        LATIN = 0xC0,
        TIMES = 0xD7,
        THORN = 0xDE,
        IO = 0x400,
        A = 0x410,
        YA = 0x42F,
        SHARP = 0x1E9E
    };
    kf_text rest = value;
    size_t length = 0;
    uint32_t c;
    if (value.length > KF_MEND_LOWER - 4)
        return value;
    while (kf_text_code_point(&rest, &c)) {
        if ((c >= LATIN && c <= THORN && c != TIMES) || (c >= A && c <= YA))
            c += 0x20;
        else if (c >= IO && c < A)
            c += 0x50;
        else if (c == SHARP)
            c = 0xDF;
        length += kf_text_put_code_point(out + length, c);
    }
    return rest.length > 0 ? value : (kf_text){out, length};
}

// The length of the end of a line at the front; `is_coded`: with the sign of quoted-printable.
static size_t break_at(kf_text text, bool *is_coded) {
    size_t sign = text.data[0] == '=' || text.data[0] == '\\', i = sign;
    while (i < text.length && (text.data[i] == '\n' || text.data[i] == '\r'))
        i++;
    *is_coded = i > sign && text.data[0] == '=';
    return i > sign ? i : 0;
}

// Whether the value stands in quotation marks, as tables and programs have it.
static bool is_in_quotes(kf_text text) {
    char last = text.length > 2 ? text.data[text.length - 1] : '\0';
    return (last == '"' || last == '\'') && text.data[0] == last;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

kf_mend kf_mend_plain(kf_text value, bool is_joined, char out[KF_MEND_TEXT]) {
    kf_text rest = kf_text_trim(value);
    size_t length = 0;
    bool is_changed = false, is_coded = false, is_quoted = is_in_quotes(rest);
    bool is_gap = false, is_unsure = false; // two numbers may have become one
    if (is_quoted)
        rest = kf_text_trim(kf_text_cut(rest, 1, rest.length - 1));
    while (rest.length > 0) {
        bool coded = false;
        size_t end = break_at(rest, &coded);
        kf_text before = rest;
        uint32_t c = ' ', was = 0;
        if (length + 4 >= KF_MEND_TEXT)
            return KF_MEND_NONE;
        if (end > 0)
            rest = kf_text_cut(rest, end, rest.length);
        else if (kf_text_code_point(&rest, &was))
            c = plain_sign(was);
        else
            return KF_MEND_NONE;
        is_coded = is_coded || coded;
        is_changed = is_changed || end > 0 || c != was;
        bool is_kept = c != 0 && (end == 0 || (!is_joined && before.data[0] != '\\'));
        size_t added = is_kept ? kf_text_put_code_point(out + length, c) : 0;
        is_unsure = is_unsure || (is_gap && added > 0 && length > 0 && is_digit(out[length]) &&
                                  is_digit(out[length - 1]));
        is_gap = !is_kept;
        length += c != ' ' || length > 0 ? added : 0;
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
    bool is_guess = is_quoted || is_coded || is_unsure;
    return is_guess ? KF_MEND_GUESS : is_changed ? KF_MEND_SAFE : KF_MEND_GOOD;
}

kf_mend kf_mend_plain_spelled(kf_text value, kf_mend_way *way, char out[KF_MEND_TEXT]) {
    kf_mend best = way(value, out);
    for (int joined = 1; joined >= 0 && best != KF_MEND_GOOD && best != KF_MEND_SAFE; joined--) {
        char plain[KF_MEND_TEXT], better[KF_MEND_TEXT] = "";
        kf_mend sign = kf_mend_plain(value, joined, plain);
        if (sign != KF_MEND_SAFE && sign != KF_MEND_GUESS)
            break;
        kf_mend mend = way(kf_text_of(plain), better);
        if (mend == KF_MEND_NONE)
            continue;
        bool is_safe = sign == KF_MEND_SAFE && mend != KF_MEND_GUESS;
        if (best != KF_MEND_NONE && !is_safe)
            continue;
        memcpy(out, mend == KF_MEND_GOOD ? plain : better, KF_MEND_TEXT);
        best = is_safe ? KF_MEND_SAFE : KF_MEND_GUESS;
    }
    return best;
}

kf_mend kf_mend_plain_label(kf_text value, char out[KF_MEND_TEXT]) {
    enum { POINT = 2 };
    int x, y;
    kf_text first, second, point = kf_text_cut(value, 0, POINT);
    kf_text label = kf_text_trim(kf_text_cut(value, POINT, value.length));
    bool is_apart = value.length > POINT && kf_value_is_space(value.data[POINT]);
    if (!is_apart || label.length == 0 || label.length + POINT + 2 > KF_MEND_TEXT ||
        kf_property_split(value, &first, &second) || !kf_value_point(point, &x, &y))
        return KF_MEND_NONE;
    memcpy(out, point.data, POINT);
    out[POINT] = ':';
    memcpy(out + POINT + 1, label.data, label.length);
    out[POINT + 1 + label.length] = '\0';
    return KF_MEND_GUESS;
}

kf_mend kf_mend_plain_colour(kf_text value, char out[KF_MEND_TEXT]) {
    static const char *const names[][2] = {{"b", "B"}, {"black", "B"}, {"1", "B"},
                                           {"w", "W"}, {"white", "W"}, {"2", "W"}};
    kf_text trimmed = kf_text_trim(value);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kf_text_equal_fold(trimmed, kf_text_of(names[i][0])) &&
            !kf_text_is(trimmed, names[i][1])) {
            snprintf(out, KF_MEND_TEXT, "%s", names[i][1]);
            return names[i][0][0] < 'a' ? KF_MEND_GUESS : KF_MEND_SAFE;
        }
    return KF_MEND_NONE;
}

kf_mend kf_mend_plain_handicap(kf_text value, char out[KF_MEND_TEXT]) {
    static const char *const units[] = {"stone", "stones", "子", "目", "점", "steine", "pierres"};
    kf_text rest = kf_text_trim(value);
    size_t digits = 0;
    while (digits < rest.length && digits < 3 && rest.data[digits] >= '0' &&
           rest.data[digits] <= '9')
        digits++;
    kf_text unit = kf_text_trim(kf_text_cut(rest, digits, rest.length));
    snprintf(out, KF_MEND_TEXT, "%.*s", (int)digits, rest.data);
    for (size_t i = 0; digits > 0 && i < sizeof units / sizeof *units; i++)
        if (kf_text_equal_fold(unit, kf_text_of(units[i])))
            return KF_MEND_GUESS;
    return KF_MEND_NONE;
}

kf_mend kf_mend_plain_name(kf_text name, char out[KF_MEND_TEXT]) {
    size_t length = 0;
    for (size_t i = 0; i < name.length && length < KF_MEND_TEXT - 1; i++)
        if (name.data[i] < 'a' || name.data[i] > 'z')
            out[length++] = name.data[i];
    out[length] = '\0';
    if (length == name.length)
        return KF_MEND_GOOD;
    if (length > 0 && kf_value_id((kf_text){out, length}) >= 0)
        return KF_MEND_SAFE;
    bool has_others = length > 0;
    for (length = 0; length < name.length && length < KF_MEND_TEXT - 1; length++) {
        char c = name.data[length];
        out[length] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    out[length] = '\0';
    if (length < name.length || kf_value_id((kf_text){out, length}) < 0)
        return KF_MEND_NONE;
    return has_others ? KF_MEND_GUESS : KF_MEND_SAFE;
}

bool kf_mend_plain_is_judged_otherwise(kf_text properties, int id) {
    kf_value_judged kind = kf_value_judges(id);
    for (kf_property p; kind != KF_JUDGES_NOTHING && kf_property_next(&properties, &p);)
        if (p.id != id && kf_value_judges(p.id) == kind)
            return true;
    return false;
}
