// SPDX-License-Identifier: MIT
// Dates as people write them, made into the form of SGF's DT.

#include "format/ishi/ishi_reader.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

// A text of dates is cut into words: numbers, months, "-" and "," (which "and" and "&" are too).
// Days and a month, in either order, wait until a year comes and settles them: so "June 3 and 7,
// 1958" and "Dec 9 and Jan 4, 1939" are understood, and a day without month or a month without
// year, however far on, is a reason to keep the text as it is.
typedef enum kind { WORD_NUMBER, WORD_MONTH, WORD_DASH, WORD_COMMA, WORD_OTHER } kind;

typedef struct word {
    kind kind;
    int value;  // of a number, or the month from 1
    int digits; // of a number
} word;

enum { MOST_WORDS = 120, MOST_DAYS = 60, LONGEST_TEXT = 400 };

typedef struct day {
    int month, day; // 0: not said
} day;

typedef struct dates {
    word words[MOST_WORDS];
    size_t count, at;
    day days[MOST_DAYS]; // that wait for their year
    size_t day_count;
    int month; // that was named last in this group, 0 for none
    int last_year, last_month;
    kf_buffer *out;
} dates;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether the word is the name or the beginning of it, three letters at least.
static bool is_short_for(kf_text text, const char *name) {
    kf_text whole = kf_text_of(name);
    return text.length >= 3 && text.length <= whole.length &&
           kf_text_equal_fold(text, kf_text_cut(whole, 0, text.length));
}

static int month_of(kf_text text) {
    static const char *const names[] = {"january",   "february", "march",    "april",
                                        "may",       "june",     "july",     "august",
                                        "september", "october",  "november", "december"};
    for (int i = 0; i < 12; i++)
        if (is_short_for(text, names[i]))
            return i + 1;
    return 0;
}

static bool is_weekday(kf_text text) {
    static const char *const names[] = {"monday", "tuesday",  "wednesday", "thursday",
                                        "friday", "saturday", "sunday"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_short_for(text, names[i]))
            return true;
    return false;
}

static bool is_ordinal(kf_text text) {
    static const char *const endings[] = {"st", "nd", "rd", "th"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (kf_text_equal_fold(text, kf_text_of(endings[i])))
            return true;
    return false;
}

// Takes a run of letters; what says nothing about the date is passed over.
static bool take_name(dates *d, kf_text name, bool after_number) {
    int month = month_of(name);
    bool is_and = kf_text_equal_fold(name, kf_text_of("and"));
    bool is_to = kf_text_equal_fold(name, kf_text_of("to"));
    if ((after_number && is_ordinal(name)) || is_weekday(name) ||
        kf_text_equal_fold(name, kf_text_of("of")))
        return true;
    word w = {month > 0 ? WORD_MONTH
              : is_and  ? WORD_COMMA
              : is_to   ? WORD_DASH
                        : WORD_OTHER,
              month, 0};
    if (w.kind == WORD_OTHER || d->count == MOST_WORDS)
        return false;
    d->words[d->count++] = w;
    return true;
}

static bool take_number(dates *d, kf_text digits) {
    int value;
    if (digits.length > 4 || d->count == MOST_WORDS || !kf_text_number(digits, &value))
        return false;
    d->words[d->count++] = (word){WORD_NUMBER, value, (int)digits.length};
    return true;
}

static bool take_sign(dates *d, char c) {
    bool is_dash = c == '-', is_comma = c == ',' || c == '&' || c == ';';
    if (c == ' ' || c == '\t' || c == '.')
        return true;
    if ((!is_dash && !is_comma) || d->count == MOST_WORDS)
        return false;
    d->words[d->count++] = (word){is_dash ? WORD_DASH : WORD_COMMA, 0, 0};
    return true;
}

static bool cut_into_words(dates *d, kf_text text) {
    for (size_t i = 0; i < text.length;) {
        size_t begin = i;
        while (i < text.length && is_digit(text.data[i]))
            i++;
        if (i > begin) {
            if (!take_number(d, kf_text_cut(text, begin, i)))
                return false;
            continue;
        }
        while (i < text.length && is_letter(text.data[i]))
            i++;
        bool after_number = begin > 0 && is_digit(text.data[begin - 1]);
        bool is_fine = i > begin ? take_name(d, kf_text_cut(text, begin, i), after_number)
                                 : take_sign(d, text.data[i++]);
        if (!is_fine)
            return false;
    }
    return d->count > 0;
}

static const word *peek(const dates *d, size_t ahead) {
    static const word nothing = {WORD_OTHER, 0, 0};
    return d->at + ahead < d->count ? &d->words[d->at + ahead] : &nothing;
}

static bool is_day(const word *w) {
    return w->kind == WORD_NUMBER && w->digits <= 2 && w->value >= 1 && w->value <= 31;
}

static bool is_year(const word *w) {
    return w->kind == WORD_NUMBER && w->digits == 4 && w->value > 0;
}

// Writes one date, leaving out what DT's short forms let it leave out.
static void put(dates *d, int year, int month, int day_of_month) {
    char text[40];
    int length = 0;
    bool goes_on = year == d->last_year && day_of_month > 0 && d->last_month > 0;
    if (d->last_year != 0)
        kf_buffer_add_char(d->out, ',');
    if (!goes_on)
        length = snprintf(text, sizeof text, "%04d", year);
    if (month > 0 && !(goes_on && month == d->last_month))
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%02d",
                           length > 0 ? "-" : "", month);
    if (day_of_month > 0)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%02d",
                           length > 0 ? "-" : "", day_of_month);
    kf_buffer_add(d->out, text, (size_t)length);
    d->last_year = year;
    d->last_month = day_of_month > 0 ? month : 0;
}

static bool add_day(dates *d, int value) {
    if (d->day_count == MOST_DAYS)
        return false;
    d->days[d->day_count++] = (day){d->month, value};
    return true;
}

// A day, or a range of days within one month.
static bool take_days(dates *d) {
    int first = peek(d, 0)->value, last = first;
    d->at++;
    if (peek(d, 0)->kind == WORD_DASH && is_day(peek(d, 1))) {
        last = peek(d, 1)->value;
        d->at += 2;
    }
    if (last < first)
        return false;
    for (int value = first; value <= last; value++)
        if (!add_day(d, value))
            return false;
    return true;
}

// A month belongs to the days before it that have none, or else to those that follow.
static bool take_month(dates *d) {
    int month = peek(d, 0)->value;
    bool days_wait = false;
    for (size_t i = 0; i < d->day_count; i++) {
        if (d->days[i].month == 0) {
            d->days[i].month = month;
            days_wait = true;
        }
    }
    d->at++;
    d->month = days_wait ? 0 : month;
    return true;
}

// The year settles all that waits for it.
static bool take_year(dates *d) {
    int year = peek(d, 0)->value;
    d->at++;
    for (size_t i = 0; i < d->day_count; i++) {
        if (d->days[i].month == 0)
            return false;
        put(d, year, d->days[i].month, d->days[i].day);
    }
    if (d->day_count == 0)
        put(d, year, d->month, 0);
    d->day_count = 0;
    d->month = 0;
    return true;
}

// A date as the standard has it: 1990-03-08, or what DT's short forms make of it.
static bool take_iso(dates *d) {
    const word *month = peek(d, 2), *last = peek(d, 4);
    if (month->value < 1 || month->value > 12)
        return false;
    bool has_day = peek(d, 3)->kind == WORD_DASH;
    if (has_day && (!is_day(last) || last->digits != 2))
        return false;
    put(d, peek(d, 0)->value, month->value, has_day ? last->value : 0);
    d->at += has_day ? 5 : 3;
    return true;
}

static bool take_date(dates *d) {
    const word *w = peek(d, 0), *next = peek(d, 1);
    if (w->kind == WORD_COMMA) {
        d->at++;
        return d->at < d->count;
    }
    bool nothing_waits = d->day_count == 0 && d->month == 0;
    if (is_year(w) && nothing_waits && next->kind == WORD_DASH)
        return peek(d, 2)->digits == 2 && take_iso(d);
    if (is_year(w))
        return take_year(d);
    if (is_day(w))
        return take_days(d);
    return w->kind == WORD_MONTH && take_month(d);
}

// A number of at most so many digits at the front, which is taken; -1: there is none.
static int cut_number(kf_text *text, size_t most, size_t *digits) {
    int value;
    *digits = 0;
    while (*digits < text->length && is_digit(text->data[*digits]))
        ++*digits;
    if (*digits == 0 || *digits > most || !kf_text_number(kf_text_cut(*text, 0, *digits), &value))
        return -1;
    *text = kf_text_cut(*text, *digits, text->length);
    return value;
}

static int days_of(int year, int month) {
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    bool is_short = month == 4 || month == 6 || month == 9 || month == 11;
    return month == 2 ? 28 + is_leap : is_short ? 30 : 31;
}

static bool put_date(int year, int month, int day, kf_buffer *out) {
    char date[40];
    if (month < 1 || month > 12 || day < 1 || day > days_of(year, month))
        return false;
    int length = snprintf(date, sizeof date, "%04d-%02d-%02d", year, month, day);
    kf_buffer_add(out, date, (size_t)length);
    return true;
}

// A year of two digits is one of the last century from 1931 on; before, it may be of this one.
// 0: it is not clear.
static int year_of(int value, size_t digits) {
    enum { FIRST_SHORT = 31, CENTURY = 1900 };
    return digits == 4 ? value : digits == 2 && value >= FIRST_SHORT ? CENTURY + value : 0;
}

// "3-21-48", "21/3/1948": day and month, when one of them can be no month; "1948/3/21".
static bool read_numbers(kf_text text, kf_buffer *out) {
    int parts[3];
    size_t digits[3];
    for (int i = 0; i < 3; i++) {
        parts[i] = cut_number(&text, i == 1 ? 2 : 4, &digits[i]);
        bool is_apart = text.length > 0 && strchr("-/.", text.data[0]) != NULL;
        if (parts[i] < 1 || (i < 2 && !is_apart))
            return false;
        if (i < 2)
            text = kf_text_cut(text, 1, text.length);
    }
    if (text.length > 0)
        return false;
    if (digits[0] == 4 && digits[2] <= 2)
        return put_date(parts[0], parts[1], parts[2], out);
    int year = year_of(parts[2], digits[2]);
    bool is_day_first = parts[0] > 12;
    int day = is_day_first ? parts[0] : parts[1], month = is_day_first ? parts[1] : parts[0];
    if (digits[0] > 2 || year == 0 || (day <= 12 && day != month))
        return false;
    return put_date(year, month, day, out);
}

// "21-Mar-48" and "1948 March 21": three words in all, the month the one between.
static bool read_three(const dates *d, kf_buffer *out) {
    word parts[3];
    size_t count = 0;
    for (size_t i = 0; i < d->count; i++) {
        bool is_dash = d->words[i].kind == WORD_DASH && d->count == 5 && i % 2 == 1;
        if (!is_dash && count == 3)
            return false;
        if (!is_dash)
            parts[count++] = d->words[i];
    }
    if (count != 3 || parts[0].kind != WORD_NUMBER || parts[1].kind != WORD_MONTH ||
        parts[2].kind != WORD_NUMBER)
        return false;
    bool is_year_first = parts[0].digits == 4;
    const word *day = &parts[is_year_first ? 2 : 0], *year = &parts[is_year_first ? 0 : 2];
    // Without dashes a small number behind a month may be one more day.
    bool is_clear = d->count == 5 || year->digits == 4 || year->value > 31;
    int number = year_of(year->value, (size_t)year->digits);
    return is_clear && number > 0 && day->digits <= 2 &&
           put_date(number, parts[1].value, day->value, out);
}

bool kf_ishi_date_read(kf_text text, kf_buffer *out) {
    dates d = {.out = out};
    if (read_numbers(kf_text_trim(text), out))
        return true;
    size_t before = out->length;
    bool is_understood = text.length <= LONGEST_TEXT && cut_into_words(&d, text);
    if (is_understood && read_three(&d, out))
        return true;
    while (is_understood && d.at < d.count)
        is_understood = take_date(&d);
    is_understood = is_understood && d.day_count == 0 && d.month == 0 && out->length > before;
    if (!is_understood)
        out->length = before;
    return is_understood;
}
