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

// Takes a character off the front, and the spaces behind it; false when it is another.
static bool take_text(kf_text *text, kf_text start) {
    if (!kf_text_starts(*text, start))
        return false;
    *text = kf_text_trim(kf_text_cut(*text, start.length, text->length));
    return true;
}

// ---- Dates ----

// The text of a date under way: its last date, as far as it is named.
typedef struct dates {
    kf_text text;
    int64_t part[3];
    int given; // parts of the last date
} dates;

// What stands between year and month, and between month and day.
static bool take_parting(kf_text *text, bool is_year) {
    static const char *const signs[] = {"-", "/", ".", "年", "년", "-", "/", ".", "月", "월"};
    for (int i = 0; i < 5; i++)
        if (take_text(text, kf_text_of(signs[is_year ? i : i + 5])))
            return true;
    return false;
}

// Takes a month or day of one or two digits; false, and nothing taken, when it can be none.
static bool take_small(kf_text *text, int64_t most, int64_t *number) {
    kf_text rest = *text;
    size_t digits;
    if (!take_digits(&rest, number, &digits) || digits > 2 || *number > most)
        return false;
    *text = rest;
    return true;
}

// Month and day behind a year, as far as they are there; 0, which some write for what they do not
// know, is as good as nothing.
static void take_month(dates *d) {
    kf_text rest = d->text;
    d->given = 1;
    if (!take_parting(&rest, true) || !take_small(&rest, 12, &d->part[1]))
        return;
    d->text = rest;
    d->given += d->part[1] > 0;
    if (take_parting(&rest, false) && take_small(&rest, 31, &d->part[2])) {
        d->text = rest;
        d->given += d->given == 2 && d->part[2] > 0;
    }
}

// A date that begins with a year, or is written without any sign between its parts. False: it is
// none, and its digits are taken.
static bool take_whole(dates *d) {
    kf_text before = d->text;
    int64_t number;
    size_t digits = 0;
    while (digits < before.length && is_digit(before.data[digits]))
        digits++;
    d->text = kf_text_cut(d->text, digits, d->text.length);
    kf_text eight = kf_text_cut(before, 0, digits < 8 ? digits : 8);
    take_digits(&eight, &number, &(size_t){0});
    if (digits == 4) {
        d->part[0] = number;
        take_month(d);
        return true;
    }
    // A time of day may follow the eight digits.
    bool is_plain = (digits == 8 || digits == 12 || digits == 14) && number / 100 % 100 >= 1 &&
                    number / 100 % 100 <= 12 && number % 100 >= 1 && number % 100 <= 31;
    if (is_plain) {
        d->part[0] = number / 10000;
        d->part[1] = number / 100 % 100;
        d->part[2] = number % 100;
        d->given = 3;
    }
    return is_plain;
}

// Behind a comma, what is left out at the front of a date it has from the one before: behind
// "1990-05-01" stands ",02" for a day, ",06-03" for a day of another month.
static bool take_short(dates *d) {
    kf_text rest = kf_text_trim(kf_text_cut(d->text, 1, d->text.length));
    int64_t number[2] = {0, 0};
    int count = d->given > 1 && take_small(&rest, 31, &number[0]);
    kf_text more = kf_text_cut(rest, 1, rest.length);
    if (count == 1 && d->given == 3 && kf_text_starts(rest, KF_TEXT("-")) &&
        take_small(&more, 31, &number[1])) {
        count = 2;
        rest = more;
    }
    bool is_end = rest.length == 0 || rest.data[0] == ',';
    if (count == 0 || !is_end || number[0] < 1 || (count == 2 && number[1] < 1) ||
        (d->given - count == 1 && number[0] > 12))
        return false;
    for (int i = 0; i < count; i++)
        d->part[d->given - count + i] = number[i];
    d->text = rest;
    return true;
}

// The next date of a text, all its days. False: there is none.
static bool next_date(dates *d, kf_measure *days) {
    bool is_found = false;
    while (!is_found && d->text.length > 0) {
        if (is_digit(d->text.data[0]))
            is_found = take_whole(d);
        else if (!(d->text.data[0] == ',' && (is_found = take_short(d))))
            d->text = kf_text_cut(d->text, 1, d->text.length);
    }
    int64_t month = d->given > 1 ? d->part[1] : 0, day = d->given > 2 ? d->part[2] : 0;
    days->from = d->part[0] * 10000 + month * 100 + day;
    days->to = d->part[0] * 10000 + (month > 0 ? month : 99) * 100 + (day > 0 ? day : 99);
    return is_found;
}

bool kf_measure_date(kf_text text, kf_measure *days) {
    dates d = {.text = text};
    kf_measure one;
    bool is_found = false;
    while (next_date(&d, &one)) {
        days->from = is_found && days->from < one.from ? days->from : one.from;
        days->to = is_found && days->to > one.to ? days->to : one.to;
        is_found = true;
    }
    return is_found;
}

bool kf_measure_is_dated(kf_text text, const kf_measure *range) {
    dates d = {.text = text};
    kf_measure one;
    while (next_date(&d, &one))
        if (one.from <= range->to && one.to >= range->from)
            return true;
    return false;
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

// A number in digits of full width at the front, up to what no rank has; 0: none.
static int64_t take_wide(kf_text *text) {
    int64_t number = 0;
    while (number < 1000 && text->length >= 3 && kf_text_starts(*text, KF_TEXT("\xEF\xBC"))) {
        int digit = (unsigned char)text->data[2] - 0x90;
        if (digit < 0 || digit > 9)
            break;
        number = number * 10 + digit;
        *text = kf_text_cut(*text, 3, text->length);
    }
    return number;
}

// The words for a professional; those of letters a to z, the longest first, come last.
enum { PROFESSIONAL_LETTERS = 4, PROFESSIONAL_COUNT = 7 };
static const char *const professional[PROFESSIONAL_COUNT] = {"プロ",         "职业", "職業", "프로",
                                                             "professional", "pro",  "p"};

// What stands before the number of a professional's rank.
static bool take_professional(kf_text *text) {
    for (size_t i = 0; i < PROFESSIONAL_COUNT; i++) {
        kf_text sign = kf_text_of(professional[i]);
        if (!kf_text_starts_fold(*text, sign))
            continue;
        *text = kf_text_trim(kf_text_cut(*text, sign.length, text->length));
        return true;
    }
    return false;
}

// Takes the letters off the front that one word may have, in ASCII.
static kf_text take_letters(kf_text *text) {
    size_t i = 0;
    while (i < text->length && ((text->data[i] | 0x20) >= 'a' && (text->data[i] | 0x20) <= 'z'))
        i++;
    kf_text word = kf_text_cut(*text, 0, i);
    *text = kf_text_cut(*text, i, text->length);
    return word;
}

// Whether a dan is a professional's by what stands right behind it, maybe in brackets: who is "5d
// (former pro)" or 6段非职业 is none.
static bool is_said_professional(kf_text text) {
    if (take_letters(&text).length == 0)
        text = kf_text_cut(text, 3, text.length);
    while (text.length > 0 && strchr(" \t.,;-/([", text.data[0]) != NULL)
        text = kf_text_cut(text, 1, text.length);
    text = kf_text_starts(text, KF_TEXT("（")) ? kf_text_cut(text, 3, text.length) : text;
    for (size_t i = 0; i < PROFESSIONAL_LETTERS; i++)
        if (kf_text_starts_fold(text, kf_text_of(professional[i])))
            return true;
    kf_text word = take_letters(&text);
    bool is_end = text.length == 0 || strchr(" \t.,;)]", text.data[0]) != NULL;
    return is_end && (kf_text_equal_fold(word, KF_TEXT("pro")) ||
                      kf_text_equal_fold(word, KF_TEXT("professional")));
}

bool kf_measure_rank(kf_text text, int64_t *rank) {
    int64_t number = 0;
    size_t digits;
    text = kf_text_trim(text);
    bool is_amateur = take_text(&text, KF_TEXT("アマチュア")) || take_text(&text, KF_TEXT("アマ"));
    bool is_pro = !is_amateur && take_professional(&text);
    if (!take_digits(&text, &number, &digits) && (number = take_wide(&text)) == 0 &&
        (number = take_written(&text)) == 0)
        return false;
    text = kf_text_trim(text);
    char kind = text.length > 0 ? text.data[0] : '\0';
    bool is_kyu = kind == 'k' || kind == 'K' || kf_text_starts(text, KF_TEXT("級")) ||
                  kf_text_starts(text, KF_TEXT("级")) || kf_text_starts(text, KF_TEXT("급"));
    is_pro = is_pro || kind == 'p' || kind == 'P';
    bool is_dan = kind == 'd' || kind == 'D' || kf_text_starts(text, KF_TEXT("段")) ||
                  kf_text_starts(text, KF_TEXT("단"));
    if ((!is_kyu && !is_pro && !is_dan) || number < 1 || number > 99)
        return false;
    is_pro = is_pro || (is_dan && is_said_professional(text));
    if (is_pro && is_amateur)
        return false;
    *rank = is_kyu ? 1 - number : is_pro ? KF_MEASURE_PROFESSIONAL + number : number;
    return true;
}

// ---- Numbers ----

// Takes a number off the front, in hundredths. `is_plain`: it has no part.
static bool take_number(kf_text *text, int64_t *hundredths, bool *is_plain) {
    int64_t whole = 0, part = 0;
    size_t digits = 0;
    *text = kf_text_trim(*text);
    bool is_negative = kf_text_starts(*text, KF_TEXT("-"));
    if (is_negative || kf_text_starts(*text, KF_TEXT("+")))
        *text = kf_text_cut(*text, 1, text->length);
    if (!take_digits(text, &whole, &digits) && !kf_text_starts(*text, KF_TEXT("½")))
        return false;
    *hundredths = whole * 100;
    *is_plain = false;
    if (take_text(text, KF_TEXT("½")))
        *hundredths += 50;
    else if (take_text(text, KF_TEXT(".")) || take_text(text, KF_TEXT(","))) {
        if (take_digits(text, &part, &digits)) {
            for (; digits > 2; digits--)
                part /= 10;
            *hundredths += digits == 1 ? part * 10 : part;
        }
    } else
        *is_plain = true;
    if (is_negative)
        *hundredths = -*hundredths;
    return true;
}

// Servers write komi in hundredths without a point, and people a unit behind it.
bool kf_measure_number(kf_text text, int64_t *hundredths) {
    bool is_plain;
    if (!take_number(&text, hundredths, &is_plain))
        return false;
    text = kf_text_trim(text);
    if (is_plain && text.length == 0 && (*hundredths >= 10000 || *hundredths <= -10000))
        *hundredths /= 100;
    unsigned char next = text.length > 0 ? (unsigned char)text.data[0] : 0;
    return next == 0 || next >= 0x80 || (next >= 'A' && next <= 'Z') ||
           (next >= 'a' && next <= 'z') || next == '(';
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

// A plain number of a question is what it is: only records write komi in hundredths.
bool kf_measure_as_number(kf_text text, kf_measure *out) {
    int64_t number;
    bool is_plain;
    if (!take_number(&text, &number, &is_plain) || kf_text_trim(text).length > 0)
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

static bool has_any(kf_text text, const char *const *words) {
    for (; *words != NULL; words++)
        if (kf_text_has_fold(text, *words))
            return true;
    return false;
}

// A result in Chinese, Japanese or Korean: the colour that won stands first.
static kf_measure_result read_written(kf_text text) {
    static const char *const black[] = {"黑", "黒", "흑"}, *const white[] = {"白", "백"};
    static const char *const wins[] = {"胜", "勝", "승", NULL}, *const draws[] = {"和棋", "和局",
                                                                                  "持碁", "ジゴ",
                                                                                  NULL};
    static const char *const resigned[] = {"中盘", "中盤", "中押", "불계", NULL}, *const late[] = {
                                                                                      "超时",
                                                                                      "超時",
                                                                                      "時間",
                                                                                      "시간", NULL};
    kf_measure_result result = {'?', '\0', 0};
    if (has_any(text, draws))
        return (kf_measure_result){'0', 'P', 0};
    if (!has_any(text, wins))
        return result;
    for (size_t i = 0; i < 3; i++)
        if (kf_text_starts(text, kf_text_of(black[i])))
            result.winner = 'B';
        else if (i < 2 && kf_text_starts(text, kf_text_of(white[i])))
            result.winner = 'W';
    if (result.winner != '?')
        result.how = has_any(text, resigned) ? 'R' : has_any(text, late) ? 'T' : '\0';
    return result;
}

// How a game was won, as it stands behind the +.
static void read_how(kf_text text, kf_measure_result *result) {
    bool is_plain;
    text = kf_text_trim(text);
    if (text.length == 0)
        return;
    char first = text.data[0], how = first >= 'a' && first <= 'z' ? (char)(first - 32) : first;
    if (how == 'R' || how == 'T' || how == 'F')
        result->how = how;
    else if ((is_digit(how) || kf_text_starts(text, KF_TEXT("½"))) &&
             take_number(&text, &result->lead, &is_plain))
        result->how = 'P';
}

kf_measure_result kf_measure_outcome(kf_text text) {
    kf_measure_result result = {'?', '\0', 0};
    size_t letters = 0, plus = 0;
    text = kf_text_trim(text);
    while (letters < text.length &&
           ((text.data[letters] | 32) >= 'a' && (text.data[letters] | 32) <= 'z'))
        letters++;
    kf_text word = kf_text_cut(text, 0, letters);
    if (kf_text_is(text, "0") || kf_text_equal_fold(word, KF_TEXT("draw")) ||
        kf_text_equal_fold(word, KF_TEXT("jigo")))
        return (kf_measure_result){'0', 'P', 0};
    if (kf_text_equal_fold(word, KF_TEXT("b")) || kf_text_equal_fold(word, KF_TEXT("black")))
        result.winner = 'B';
    else if (kf_text_equal_fold(word, KF_TEXT("w")) || kf_text_equal_fold(word, KF_TEXT("white")))
        result.winner = 'W';
    else
        return read_written(text);
    // "Black loses" names who did not win.
    if (kf_text_has_fold(text, "los"))
        return (kf_measure_result){'?', '\0', 0};
    while (plus < text.length && text.data[plus] != '+')
        plus++;
    read_how(kf_text_cut(text, plus + 1, text.length), &result);
    return result;
}
