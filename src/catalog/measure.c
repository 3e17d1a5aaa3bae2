// SPDX-License-Identifier: MIT
// What the texts of a record's header mean as numbers: dates, ranks, komi, results.

#include "catalog/catalog.h"

#include <string.h>

#include "base/text.h"

enum { MOST_DIGITS = 9 };

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Takes digits off the front; false when there are none, or too many.
static bool take_digits(kf_text *text, int64_t *number, size_t *digits) {
    size_t n = 0;
    *number = 0;
    while (n < text->length && is_digit(text->data[n]) && n <= MOST_DIGITS)
        *number = *number * 10 + (text->data[n++] - '0');
    *text = kf_text_cut(*text, n, text->length);
    *digits = n;
    return n > 0 && n <= MOST_DIGITS;
}

// ---- Dates ----

// One date of a list. What it leaves out at its front it has from the date before: behind
// "1990-05-01" stands "02" for a day, "06-03" for a day of another month, or a whole date.
static bool read_day(kf_text *text, int64_t part[3], int *given) {
    int64_t number[3] = {0, 0, 0};
    size_t digits = 0, first = 0;
    int count = 0;
    for (; count < 3 && take_digits(text, &number[count], &digits); count++) {
        first = count == 0 ? digits : first;
        if (text->length < 2 || text->data[0] != '-' || !is_digit(text->data[1])) {
            count++;
            break;
        }
        *text = kf_text_cut(*text, 1, text->length);
    }
    if (count == 0)
        return false;
    int from = first == 4 ? 0 : *given - count;
    if (from < 0 || (first != 4 && *given == 0))
        return false;
    for (int i = 0; i < count && from + i < 3; i++)
        part[from + i] = number[i];
    *given = from + count;
    return true;
}

bool kf_measure_date(kf_text text, kf_measure *days) {
    int64_t part[3] = {0, 0, 0};
    int given = 0;
    bool is_found = false;
    while (text.length > 0) {
        if (!is_digit(text.data[0]) || !read_day(&text, part, &given)) {
            text = kf_text_cut(text, 1, text.length);
            continue;
        }
        int64_t from =
            part[0] * 10000 + (given > 1 ? part[1] * 100 : 0) + (given > 2 ? part[2] : 0);
        int64_t to =
            part[0] * 10000 + (given > 1 ? part[1] : 99) * 100 + (given > 2 ? part[2] : 99);
        days->from = is_found && days->from < from ? days->from : from;
        days->to = is_found && days->to > to ? days->to : to;
        is_found = true;
    }
    return is_found;
}

// ---- Ranks ----

// A Chinese or Japanese number from 1 to 9 at the front; 0: none. A beginner's dan is the first.
static int64_t take_written(kf_text *text) {
    static const char digits[] = "初一二三四五六七八九";
    for (int i = 0; i < 10; i++) {
        kf_text digit = {digits + (ptrdiff_t)i * 3, 3};
        if (!kf_text_starts(*text, digit))
            continue;
        *text = kf_text_cut(*text, 3, text->length);
        return i > 0 ? i : 1;
    }
    return 0;
}

bool kf_measure_rank(kf_text text, int64_t *rank) {
    int64_t number = 0;
    size_t digits;
    text = kf_text_trim(text);
    bool is_pro = kf_text_starts(text, KF_TEXT("P")) || kf_text_starts(text, KF_TEXT("p"));
    if (is_pro)
        text = kf_text_trim(kf_text_cut(text, 1, text.length));
    if (!take_digits(&text, &number, &digits) && (number = take_written(&text)) == 0)
        return false;
    text = kf_text_trim(text);
    char kind = text.length > 0 ? text.data[0] : '\0';
    bool is_kyu = kind == 'k' || kind == 'K' || kf_text_starts(text, KF_TEXT("級")) ||
                  kf_text_starts(text, KF_TEXT("级"));
    is_pro = is_pro || kind == 'p' || kind == 'P';
    bool is_dan = kind == 'd' || kind == 'D' || kf_text_starts(text, KF_TEXT("段"));
    if ((!is_kyu && !is_pro && !is_dan) || number < 1 || number > 99)
        return false;
    *rank = is_kyu ? 1 - number : is_pro ? KF_MEASURE_PROFESSIONAL + number : number;
    return true;
}

// ---- Numbers ----

bool kf_measure_number(kf_text text, int64_t *hundredths) {
    int64_t whole = 0, part = 0;
    size_t digits = 0;
    text = kf_text_trim(text);
    bool is_negative = kf_text_starts(text, KF_TEXT("-"));
    if (is_negative || kf_text_starts(text, KF_TEXT("+")))
        text = kf_text_cut(text, 1, text.length);
    if (!take_digits(&text, &whole, &digits))
        return false;
    bool has_part = text.length > 0 && (text.data[0] == '.' || text.data[0] == ',');
    *hundredths = whole * 100;
    if (has_part) {
        text = kf_text_cut(text, 1, text.length);
        if (take_digits(&text, &part, &digits))
            *hundredths += digits == 1 ? part * 10 : digits == 2 ? part : 0;
    } else if (whole >= 100) {
        *hundredths = whole;
    }
    if (is_negative)
        *hundredths = -*hundredths;
    return kf_text_trim(text).length == 0;
}

// ---- Ranges ----

// Takes the number of a question's date and the dash before it, or nothing at the end. False: it is
// none from 1 to `most`.
static bool take_part(kf_text *text, int64_t most, int64_t *part) {
    size_t digits;
    *part = 0;
    if (text->length == 0)
        return true;
    if (text->data[0] != '-')
        return false;
    *text = kf_text_cut(*text, 1, text->length);
    return take_digits(text, part, &digits) && digits <= 2 && *part >= 1 && *part <= most;
}

// Records have lists of dates, and words beside them; whoever asks names one year, month or day.
bool kf_measure_as_date(kf_text text, kf_measure *out) {
    static const int8_t days[] = {31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t year, month, day;
    size_t digits;
    text = kf_text_trim(text);
    if (!take_digits(&text, &year, &digits) || digits > 4 || !take_part(&text, 12, &month) ||
        !take_part(&text, days[month], &day) || text.length > 0)
        return false;
    out->from = year * 10000 + month * 100 + day;
    out->to = year * 10000 + (month > 0 ? month : 99) * 100 + (day > 0 ? day : 99);
    return true;
}

bool kf_measure_as_rank(kf_text text, kf_measure *out) {
    int64_t rank;
    if (!kf_measure_rank(text, &rank))
        return false;
    *out = (kf_measure){rank, rank};
    return true;
}

bool kf_measure_as_number(kf_text text, kf_measure *out) {
    int64_t number;
    size_t digits;
    text = kf_text_trim(text);
    kf_text rest = text;
    // A plain number of a question is what it is: only records write komi in hundredths.
    if (take_digits(&rest, &number, &digits) && rest.length == 0)
        number *= 100;
    else if (!kf_measure_number(text, &number))
        return false;
    *out = (kf_measure){number, number};
    return true;
}

bool kf_measure_range(kf_text text, kf_measure_read *read, kf_measure *range) {
    size_t dots = 0;
    while (dots + 1 < text.length && memcmp(text.data + dots, "..", 2) != 0)
        dots++;
    if (dots + 1 >= text.length)
        return read(text, range);
    kf_text first = kf_text_trim(kf_text_cut(text, 0, dots));
    kf_text last = kf_text_trim(kf_text_cut(text, dots + 2, text.length));
    kf_measure from = {INT64_MIN, INT64_MIN}, to = {INT64_MAX, INT64_MAX};
    if ((first.length > 0 && !read(first, &from)) || (last.length > 0 && !read(last, &to)))
        return false;
    *range = (kf_measure){from.from, to.to};
    return first.length + last.length > 0 && from.from <= to.to;
}

// ---- Results ----

static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

kf_measure_result kf_measure_outcome(kf_text text) {
    kf_measure_result result = {'?', '\0', 0};
    text = kf_text_trim(text);
    if (text.length == 0)
        return result;
    char first = upper(text.data[0]);
    bool is_draw = first == '0' || first == 'J' || kf_text_equal_fold(text, KF_TEXT("draw"));
    if (is_draw)
        return (kf_measure_result){'0', 'P', 0};
    if (first != 'B' && first != 'W')
        return result;
    result.winner = first;
    while (text.length > 0 && text.data[0] != '+')
        text = kf_text_cut(text, 1, text.length);
    text = kf_text_trim(kf_text_cut(text, 1, text.length));
    if (text.length == 0)
        return result;
    char how = upper(text.data[0]);
    if (how == 'R' || how == 'T' || how == 'F')
        result.how = how;
    else if (kf_measure_as_number(text, &(kf_measure){0, 0}) && is_digit(text.data[0])) {
        kf_measure lead;
        kf_measure_as_number(text, &lead);
        result.how = 'P';
        result.lead = lead.from;
    }
    return result;
}
