// SPDX-License-Identifier: MIT
// Lines of a table that are no rows, and may have been meant as ones.
//
// They are never read as rows: what people write between rows is full of numbers. But a stone that
// is dropped in silence is the worst fault of a reader, so the line is reported.

#include "format/davar/davar.h"

#include <string.h>

#include "base/text.h"

enum { MOST_HEAD = 8, MOST_WORDS = 4, MOST_AHEAD = 3 };

// Signs of one piece, also those of Far Eastern keyboards: their length, 0 for none.
static size_t match(kf_text text, const char *const *signs, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (kf_text_starts(text, kf_text_of(signs[i])))
            return strlen(signs[i]);
    return 0;
}

static size_t sign_at(kf_text text) {
    static const char *const signs[] = {"+",
                                        "-",
                                        "\xE2\x88\x92",
                                        "\xE2\x80\x93",
                                        "\xE2\x80\x94",
                                        "\xE2\x80\x90",
                                        "\xEF\xBC\x8B",
                                        "\xEF\xBC\x8D",
                                        "\xC2\xB1"};
    return match(text, signs, sizeof signs / sizeof *signs);
}

// A digit, or a letter that is typed for one.
static size_t digit_at(kf_text text) {
    if (text.length == 0 || text.data[0] == '\0')
        return 0;
    bool is_wide = text.length >= 3 && memcmp(text.data, "\xEF\xBC", 2) == 0 &&
                   (unsigned char)text.data[2] >= 0x90 && (unsigned char)text.data[2] <= 0x99;
    return is_wide ? 3 : strchr("0123456789OolI", text.data[0]) != NULL;
}

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether a sign and one or two digits stand here, which are taken.
static bool take_signed(kf_text *text) {
    size_t length = sign_at(*text), digits = 0;
    if (length == 0)
        return false;
    kf_text rest = kf_text_cut(*text, length, text->length);
    for (; digits < 3 && (length = digit_at(rest)) > 0; digits++)
        rest = kf_text_cut(rest, length, rest.length);
    *text = rest;
    return digits == 1 || digits == 2;
}

// Whether two signed numbers stand here, perhaps with something between them. `*is_apart`: it is
// white space, and words stand behind them.
static bool is_point(kf_text text, bool *is_apart) {
    enum { MOST_BETWEEN = 3 };
    if (!take_signed(&text))
        return false;
    *is_apart = text.length > 0 && (text.data[0] == ' ' || text.data[0] == '\t');
    for (int i = 0; i < MOST_BETWEEN && text.length > 0 && sign_at(text) == 0 &&
                    strchr(" \t,.;:|/()[]", text.data[0]) != NULL;
         i++)
        text = kf_text_cut(text, 1, text.length);
    if (!take_signed(&text) || (text.length > 0 && is_word(text.data[0])))
        return false;
    text = kf_text_trim(text);
    *is_apart = *is_apart && text.length > 0 && is_word(text.data[0]);
    return true;
}

// Whether the sign may stand in front of a point: numbers, colours, and what is put around them.
static bool is_of_head(char c) {
    return c != '\0' && strchr("0123456789OolI+-BWbw#()[]{}<>\"'`*_~|.,:; \t", c) != NULL;
}

// The line's first point, and whether nothing but the head of a row stands before it. Without a
// number or a colour there, two numbers in a sentence are none: `+1 -1 votes`.
static bool find_point(kf_text line, size_t *at, bool *is_behind_head) {
    bool is_head = true, has_plus = false, is_said = false, is_apart = false;
    for (*at = 0; *at < line.length; ++*at) {
        kf_text rest = kf_text_cut(line, *at, line.length);
        bool is_fresh = *at == 0 || !is_word(line.data[*at - 1]);
        has_plus = rest.data[0] == '+';
        // 2024-01-15 is a date, 5-3-3 a joseki, and 3+5+5 may be a row.
        if ((is_fresh || (is_head && has_plus)) && is_point(rest, &is_apart)) {
            *is_behind_head = is_head && *at <= MOST_HEAD && (is_said || !is_apart);
            return true;
        }
        size_t wide = digit_at(rest);
        is_said = is_said || wide > 1 || strchr("0123456789BWbw", rest.data[0]) != NULL;
        if (wide > 1)
            *at += wide - 1;
        is_head = is_head && (wide > 0 || is_of_head(rest.data[0]));
    }
    return false;
}

// A few words behind the number that is due, or a little later: `4 tenuki`, `5`.
static bool is_due(kf_text line, int last) {
    kf_text rest = line, word;
    size_t digits = 0, words = 0;
    int number;
    while (digits < line.length && line.data[digits] >= '0' && line.data[digits] <= '9')
        digits++;
    if (last <= 0 || !kf_text_number(kf_text_cut(line, 0, digits), &number) || number <= last ||
        number > last + MOST_AHEAD)
        return false;
    if (digits < line.length && strchr(" \t.:)", line.data[digits]) == NULL)
        return false;
    rest = kf_text_cut(line, digits + (digits < line.length), line.length);
    while (words <= MOST_WORDS && kf_text_word(&rest, &word))
        words++;
    return words <= MOST_WORDS;
}

// `+B`, `-W`, and whatever follows.
static bool is_colour(kf_text line) {
    size_t length = sign_at(line);
    kf_text rest = kf_text_trim(kf_text_cut(line, length, line.length));
    return length > 0 && rest.length > 0 && strchr("BWbw", rest.data[0]) != NULL &&
           (rest.length == 1 || !is_word(rest.data[1]) ||
            (rest.data[1] >= '0' && rest.data[1] <= '9'));
}

kf_davar_stray kf_davar_stray_of(kf_text line, int last, size_t *at) {
    kf_text text = kf_text_trim(line);
    bool is_behind_head = false;
    size_t begin = (size_t)(text.data - line.data);
    *at = begin;
    if (text.length == 0 || text.data[0] == '\\')
        return KF_DAVAR_NO_STRAY;
    if (find_point(text, at, &is_behind_head)) {
        *at = is_behind_head ? begin : *at + begin;
        return is_behind_head ? KF_DAVAR_STRAY_ROW : KF_DAVAR_STRAY_TEXT;
    }
    *at = begin;
    return is_colour(text) || is_due(text, last) ? KF_DAVAR_STRAY_TEXT : KF_DAVAR_NO_STRAY;
}
