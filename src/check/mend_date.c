// SPDX-License-Identifier: MIT
// Dates as people write them, and as FF[4] wants them.
//
// A date whose year, month and day nobody could read in another way is respelled safely; two small
// numbers around a slash, and months in words, are a guess.

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "check/check.h"

enum { NUMBERS = 3 };

static int days_in(int year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month < 1 || month > 12 ? 0 : days[month - 1] + (month == 2 && is_leap);
}

static bool is_day(int year, int month, int day) {
    return year >= 1 && day >= 1 && day <= days_in(year, month);
}

// One date of a list in FF[4]: what is left out is that of the date before.
typedef struct day {
    int year, month, day;
} day;

static bool take_short(kf_text text, day *before) {
    int number[NUMBERS] = {0};
    size_t count = 0, digits[NUMBERS] = {0};
    do {
        digits[count] = kf_mend_digits(&text, &number[count]);
        bool is_good = digits[count] == 2 || (digits[count] == 4 && count == 0);
        if (!is_good)
            return false;
        count++;
        if (text.length == 0)
            break;
        if (text.data[0] != '-' || count == NUMBERS)
            return false;
        text = kf_text_cut(text, 1, text.length);
    } while (true);
    bool has_year = digits[0] == 4, had_day = before->day > 0;
    if (!has_year && (before->year == 0 || count == NUMBERS))
        return false;
    if (has_year)
        *before = (day){number[0], count > 1 ? number[1] : 0, count > 2 ? number[2] : 0};
    else if (count == 2)
        *before = (day){before->year, number[0], number[1]};
    else if (had_day)
        before->day = number[0];
    else if (before->month > 0)
        before->month = number[0];
    else
        return false;
    if (before->month == 0)
        return count == 1 && has_year;
    bool has_day = count == NUMBERS || (!has_year && (count == 2 || had_day));
    return has_day ? is_day(before->year, before->month, before->day)
                   : before->month >= 1 && before->month <= 12;
}

// Whether the whole value is a list of dates as FF[4] has them.
static bool is_date_list(kf_text value) {
    day before = {0, 0, 0};
    for (size_t begin = 0, i = 0; i <= value.length; i++) {
        if (i < value.length && value.data[i] != ',')
            continue;
        if (!take_short(kf_text_cut(value, begin, i), &before))
            return false;
        begin = i + 1;
    }
    return true;
}

// Writes a date. False: there is no such day.
static bool put_date(char *out, int year, int month, int day) {
    if (month == 0 || (day == 0 && days_in(year, month) == 0) ||
        (day != 0 && !is_day(year, month, day)))
        return false;
    if (day == 0)
        snprintf(out, KF_MEND_TEXT, "%04d-%02d", year, month);
    else
        snprintf(out, KF_MEND_TEXT, "%04d-%02d-%02d", year, month, day);
    return true;
}

// Numbers with one sign between each two: `2014/2/5`, `13.9.2007`.
static kf_mend mend_numbers(kf_text value, char *out) {
    int n[NUMBERS] = {0};
    size_t digits[NUMBERS] = {0}, count = 0;
    char sign = '\0';
    while (count < NUMBERS) {
        digits[count] = kf_mend_digits(&value, &n[count]);
        if (digits[count] == 0)
            return KF_MEND_NONE;
        count++;
        bool is_korean = count == NUMBERS && sign == '.' && digits[0] == 4; // `2007. 9. 13.`
        if (value.length == 0 || (is_korean && kf_text_is(value, ".")))
            break;
        bool is_sign = strchr("-/. ", value.data[0]) != NULL && value.data[0] != '\0' &&
                       (sign == '\0' || sign == value.data[0]);
        if (!is_sign || count == NUMBERS)
            return KF_MEND_NONE;
        sign = value.data[0];
        value = kf_text_cut(value, 1, value.length);
        while (sign == '.' && value.length > 1 && value.data[0] == ' ') // `13. 9. 2007`
            value = kf_text_cut(value, 1, value.length);
    }
    if (count == 1 && digits[0] == 8) // as computers like it
        return put_date(out, n[0] / 10000, n[0] / 100 % 100, n[0] % 100) ? KF_MEND_GUESS
                                                                         : KF_MEND_NONE;
    if (count > 1 && digits[0] == 4 && digits[1] <= 2 && digits[2] <= 2)
        return put_date(out, n[0], n[1], n[2]) ? KF_MEND_SAFE : KF_MEND_NONE;
    if (count < NUMBERS || digits[2] != 4 || digits[0] > 2 || digits[1] > 2)
        return KF_MEND_NONE;
    // The day comes first where there are points, and where the first number is no month.
    bool is_day_first = sign == '.' || n[0] > 12, is_month_first = !is_day_first && n[1] > 12;
    if (is_day_first || is_month_first)
        return put_date(out, n[2], n[is_day_first], n[is_month_first]) ? KF_MEND_SAFE
                                                                       : KF_MEND_NONE;
    return put_date(out, n[2], n[sign != '/'], n[sign == '/']) ? KF_MEND_GUESS : KF_MEND_NONE;
}

// The names of the months in English, German, French, Spanish, Russian, Italian, Portuguese and
// Dutch; a name that is the front of another one has no line of its own, for each may be cut short.
// Not October: `out` is a word of English.
static const struct {
    const char *name;
    int month;
} months[] = {
    {"january", 1},    {"jänner", 1},    {"janvier", 1},    {"enero", 1},     {"januari", 1},
    {"gennaio", 1},    {"janeiro", 1},   {"января", 1},     {"январь", 1},    {"february", 2},
    {"feber", 2},      {"février", 2},   {"fevrier", 2},    {"febrero", 2},   {"februari", 2},
    {"febbraio", 2},   {"fevereiro", 2}, {"февраля", 2},    {"февраль", 2},   {"march", 3},
    {"märz", 3},       {"maerz", 3},     {"mrz", 3},        {"mars", 3},      {"marzo", 3},
    {"maart", 3},      {"março", 3},     {"marco", 3},      {"марта", 3},     {"avril", 4},
    {"abril", 4},      {"aprile", 4},    {"апреля", 4},     {"апрель", 4},    {"mayo", 5},
    {"mei", 5},        {"maggio", 5},    {"maio", 5},       {"мая", 5},       {"май", 5},
    {"june", 6},       {"juin", 6},      {"junio", 6},      {"giugno", 6},    {"junho", 6},
    {"июня", 6},       {"июнь", 6},      {"july", 7},       {"juillet", 7},   {"julio", 7},
    {"luglio", 7},     {"julho", 7},     {"июля", 7},       {"июль", 7},      {"août", 8},
    {"aout", 8},       {"agosto", 8},    {"augustus", 8},   {"августа", 8},   {"september", 9},
    {"septembre", 9},  {"setiembre", 9}, {"septiembre", 9}, {"settembre", 9}, {"setembro", 9},
    {"сентября", 9},   {"сентябрь", 9},  {"october", 10},   {"oktober", 10},  {"octobre", 10},
    {"octubre", 10},   {"ottobre", 10},  {"outubro", 10},   {"октября", 10},  {"октябрь", 10},
    {"november", 11},  {"novembre", 11}, {"noviembre", 11}, {"novembro", 11}, {"ноября", 11},
    {"ноябрь", 11},    {"december", 12}, {"dezember", 12},  {"décembre", 12}, {"decembre", 12},
    {"diciembre", 12}, {"dicembre", 12}, {"dezembro", 12},  {"декабря", 12},  {"декабрь", 12},
    {"out", 0}};

// The month of which the word is the name, whole or cut short to three letters or more, else 0. A
// longer word is another one: Marburg, maybe. So is one that two names begin with: jui.
static int month_of(kf_text word) {
    enum { SHORTEST = 3 };
    size_t letters = 0;
    for (size_t i = 0; i < word.length; i++)
        letters += ((unsigned char)word.data[i] & 0xC0) != 0x80;
    int found = 0;
    for (size_t i = 0; letters >= SHORTEST && i < sizeof months / sizeof *months; i++) {
        if (!kf_text_starts_fold(kf_text_of(months[i].name), word))
            continue;
        if (found != 0 && found != months[i].month)
            return 0;
        found = months[i].month;
    }
    return found;
}

// Whether a word stands beside dates and says nothing that they do not.
static bool is_beside_date(kf_text word) {
    static const char *const words[] = {
        "the",         "of",          "on",        "le",        "den",      "der",       "am",
        "de",          "del",         "el",        "st",        "nd",       "rd",        "th",
        "er",          "sunday",      "monday",    "tuesday",   "friday",   "sonntag",   "thursday",
        "wednesday",   "saturday",    "montag",    "dienstag",  "mittwoch", "freitag",   "samstag",
        "donnerstag",  "sonnabend",   "dimanche",  "lundi",     "mardi",    "mercredi",  "jeudi",
        "vendredi",    "samedi",      "domingo",   "lunes",     "martes",   "miércoles", "jueves",
        "viernes",     "sábado",      "sun",       "mon",       "tue",      "wed",       "thu",
        "fri",         "sat",         "г",         "года",      "gmt",      "utc",       "and",
        "und",         "et",          "y",         "и",         "van",      "di",        "do",
        "maandag",     "dinsdag",     "woensdag",  "donderdag", "vrijdag",  "zaterdag",  "zondag",
        "lunedì",      "martedì",     "mercoledì", "giovedì",   "venerdì",  "sabato",    "domenica",
        "воскресенье", "понедельник", "вторник",   "среда",     "четверг",  "пятница",   "суббота"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kf_text_equal_fold(word, kf_text_of(words[i])))
            return true;
    return false;
}

// A Japanese era, or the Republic of China: the year before its first, and how many it had.
typedef struct {
    const char *name;
    int before, years;
} era;

// Takes the name of an era off the front, or NULL.
static const era *take_era(kf_text *rest) {
    static const era eras[] = {{"明治", 1867, 45}, {"大正", 1911, 15}, {"昭和", 1925, 64},
                               {"平成", 1988, 31}, {"令和", 2018, 99}, {"民國", 1911, 200},
                               {"民国", 1911, 200}};
    for (size_t i = 0; i < sizeof eras / sizeof *eras; i++) {
        kf_text name = kf_text_of(eras[i].name);
        if (kf_text_starts(*rest, name)) {
            *rest = kf_text_cut(*rest, name.length, rest->length);
            return &eras[i];
        }
    }
    return NULL;
}

typedef struct {
    int part[3];      // year, month and day, 0: none
    int loose;        // a number without a unit
    int second;       // the day behind it, 0: none
    const era *since; // the era that the year is of, or NULL
} words_date;

// Takes a sign for year, month or day that stands behind a number. False: it says nothing new.
static bool take_unit(kf_text *rest, int number, words_date *d) {
    static const char *const units[3][2] = {{"年", "년"}, {"月", "월"}, {"日", "일"}};
    int unit = 0;
    while (unit < 3 && !kf_text_starts(*rest, kf_text_of(units[unit][0])) &&
           !kf_text_starts(*rest, kf_text_of(units[unit][1])))
        unit++;
    int *into = unit < 3 ? &d->part[unit] : number > 31 ? &d->part[0] : &d->loose;
    int first = d->loose + d->part[2]; // one of them
    bool is_day = into == &d->loose || into == &d->part[2];
    if (unit < 3)
        *rest = kf_text_cut(*rest, strlen(units[unit][0]), rest->length);
    if (is_day && first > 0) {
        bool is_next = d->second == 0 && (d->loose == 0 || d->part[2] == 0) && number == first + 1;
        d->second = number;
        return is_next;
    }
    bool is_year = into == d->part, is_free = *into == 0;
    *into = number;
    if (is_year && d->since != NULL) {
        *into += d->since->before;
        return is_free && unit == 0 && number > 0 && number <= d->since->years;
    }
    return is_free && (!is_year || (number >= 1000 && number <= 9999));
}

// Takes a number with its unit, or a word. False: it is none of a date's.
static bool take_date_word(kf_text *rest, words_date *d) {
    int number;
    size_t length = 0;
    if (kf_mend_digits(rest, &number) > 0)
        return take_unit(rest, number, d);
    if (d->since != NULL && kf_text_starts(*rest, kf_text_of("元年"))) {
        *rest = kf_text_cut(*rest, strlen("元"), rest->length);
        return take_unit(rest, 1, d);
    }
    if (d->since == NULL && (d->since = take_era(rest)) != NULL)
        return true;
    while (length < rest->length && kf_mend_is_letter(rest->data[length]))
        length++;
    kf_text word = kf_text_cut(*rest, 0, length);
    *rest = kf_text_cut(*rest, length, rest->length);
    if (is_beside_date(word))
        return true;
    d->part[1] = d->part[1] == 0 ? month_of(word) : 0;
    return d->part[1] > 0;
}

// What stands behind a difference from Greenwich, ` +0200`, or the text as it is.
static kf_text behind_zone(kf_text text) {
    enum { DIGITS = 4 };
    kf_text rest = kf_text_trim(text);
    int number;
    if (rest.length == 0 || (rest.data[0] != '+' && rest.data[0] != '-'))
        return text;
    rest = kf_text_cut(rest, 1, rest.length);
    return kf_mend_digits(&rest, &number) == DIGITS && number < 1500 ? rest : text;
}

// Takes a time of the day off the front, `12:30:00`, which a date in words may have within it.
static bool take_clock(kf_text *rest) {
    kf_text text = *rest;
    int part, count = 0;
    for (size_t digits; (digits = kf_mend_digits(&text, &part)) > 0 && digits <= 2; count++) {
        bool has_more = text.length > 0 && text.data[0] == ':';
        if (part >= (count == 0 ? 24 : 60))
            return false;
        if (!has_more) {
            *rest = count > 0 ? behind_zone(text) : *rest;
            return count > 0 && count < NUMBERS && digits == 2;
        }
        text = kf_text_cut(text, 1, text.length);
    }
    return false;
}

// Skips a sign between two words of a date. False: there is none.
static bool skip_between(kf_text *rest, bool has_word) {
    static const char *const signs[] = {" ", ",", ".", "-", "~", "、", "・", "～"};
    size_t count = sizeof signs / sizeof *signs;
    for (size_t i = 0; i < count && (i < 3 || (has_word && rest->length > 1)); i++)
        if (kf_text_starts(*rest, kf_text_of(signs[i]))) {
            *rest = kf_text_cut(*rest, strlen(signs[i]), rest->length);
            return true;
        }
    return false;
}

// A date with the name of a month, or with the signs for year, month and day of East Asia.
static kf_mend mend_prose(kf_text value, char *out) {
    words_date d = {{0}, 0, 0, NULL};
    char lower[KF_MEND_LOWER];
    value = kf_mend_plain_lower(value, lower);
    // Between numbers alone a hyphen means what FF[4] says.
    bool has_word = false;
    for (size_t i = 0; i < value.length; i++)
        has_word = has_word || kf_mend_is_letter(value.data[i]);
    while (value.length > 0) {
        if (!(has_word && take_clock(&value)) && !take_date_word(&value, &d))
            return KF_MEND_NONE;
        while (skip_between(&value, has_word))
            continue;
    }
    if (d.part[2] == 0)
        d.part[2] = d.loose;
    else if (d.loose > 0)
        return KF_MEND_NONE;
    if (d.second > 0) {
        bool is_good = d.part[0] > 0 && put_date(out, d.part[0], d.part[1], d.second) &&
                       put_date(out, d.part[0], d.part[1], d.part[2]);
        snprintf(out + strlen(out), KF_MEND_TEXT - strlen(out), ",%02d", d.second);
        return is_good ? KF_MEND_GUESS : KF_MEND_NONE;
    }
    if (d.part[0] > 0 && d.part[1] == 0 && d.part[2] == 0) {
        snprintf(out, KF_MEND_TEXT, "%04d", d.part[0]);
        return KF_MEND_GUESS;
    }
    return d.part[0] > 0 && put_date(out, d.part[0], d.part[1], d.part[2]) ? KF_MEND_GUESS
                                                                           : KF_MEND_NONE;
}

// A list of dates as FF[4] has them, but for spaces around it and its commas. False: it is none.
static bool mend_spaces(kf_text value, char *out) {
    size_t length = 0;
    for (size_t i = 0; i < value.length; i++) {
        bool is_space = value.data[i] == ' ';
        bool is_beside = length == 0 || out[length - 1] == ',' || i + 1 == value.length ||
                         value.data[i + 1] == ',' || value.data[i + 1] == ' ';
        if (is_space && is_beside)
            continue;
        if (length + 1 == KF_MEND_TEXT)
            return false;
        out[length++] = value.data[i];
    }
    out[length] = '\0';
    return is_date_list((kf_text){out, length});
}

// The length of a date with a time of the day behind it, `2001-02-03 12:30:00` or with a T; 0:
// there is none.
static size_t before_time(kf_text value) {
    enum { DATE = 10, LEAST = 15 };
    const char *p = value.data;
    if (value.length < LEAST || (p[DATE] != ' ' && p[DATE] != 'T'))
        return 0;
    kf_text time = kf_text_trim(kf_text_cut(value, DATE + 1, value.length));
    for (size_t i = 0; i < time.length; i++)
        if (strchr("0123456789:.+-Z ", time.data[i]) == NULL || time.data[i] == '\0')
            return 0;
    bool is_time =
        time.length > 4 && time.data[2] == ':' && is_date_list(kf_text_cut(value, 0, DATE));
    return is_time ? DATE : 0;
}

// ---- Two days ----

// A whole date, however its numbers are parted.
static bool take_whole(kf_text text, day *d) {
    char spelled[KF_MEND_TEXT];
    int number[NUMBERS];
    text = kf_text_trim(text);
    if (mend_numbers(text, spelled) != KF_MEND_SAFE)
        return false;
    kf_text rest = kf_text_of(spelled);
    for (int i = 0; i < NUMBERS; i++) {
        if (kf_mend_digits(&rest, &number[i]) == 0)
            return false;
        rest = kf_text_cut(rest, 1, rest.length);
    }
    *d = (day){number[0], number[1], number[2]};
    return true;
}

// The second day of two: a whole date, a month and a day, or a day.
static bool take_second(kf_text text, const day *first, day *d) {
    int number[2] = {0};
    text = kf_text_trim(text);
    if (take_whole(text, d))
        return true;
    if (kf_mend_digits(&text, &number[0]) == 0)
        return false;
    bool has_month = text.length > 1 && strchr("-/.", text.data[0]) != NULL;
    if (has_month) {
        text = kf_text_cut(text, 1, text.length);
        if (kf_mend_digits(&text, &number[1]) == 0)
            return false;
    }
    *d = (day){first->year, has_month ? number[0] : first->month, number[has_month]};
    return text.length == 0 && is_day(d->year, d->month, d->day);
}

static int order_of(const day *d) {
    return (d->year * 100 + d->month) * 100 + d->day;
}

static bool is_next(const day *a, const day *b) {
    bool ends = a->day == days_in(a->year, a->month);
    bool is_new_year = ends && a->month == 12;
    return b->year == a->year + is_new_year && b->month == (is_new_year ? 1 : a->month + ends) &&
           b->day == (ends ? 1 : a->day + 1);
}

// Dates between commas, the first of them whole, each with its numbers parted in any clear way:
// `21.07.1846, 25.07.1846`, `2007/09/13,14`. Where the year came first a month and a day may
// follow.
static bool mend_days(kf_text value, char *out) {
    day before = {0, 0, 0};
    bool is_year_first = false;
    size_t length = 0;
    for (size_t begin = 0, i = 0; i <= value.length; i++) {
        if (i < value.length && value.data[i] != ',')
            continue;
        kf_text text = kf_text_trim(kf_text_cut(value, begin, i)), digits = text;
        day d;
        int number;
        size_t count = kf_mend_digits(&digits, &number);
        bool is_short = count <= 2 && (digits.length == 0 || is_year_first);
        is_year_first = begin == 0 ? count == 4 : is_year_first;
        if (!(begin > 0 && is_short ? take_second(text, &before, &d) : take_whole(text, &d)) ||
            (begin > 0 && order_of(&d) <= order_of(&before)) || length + 12 > KF_MEND_TEXT)
            return false;
        bool is_same_year = begin > 0 && d.year == before.year;
        bool is_same_month = is_same_year && d.month == before.month;
        const char *comma = begin > 0 ? "," : "";
        if (is_same_month)
            length += (size_t)snprintf(out + length, 12, "%s%02d", comma, d.day);
        else if (is_same_year)
            length += (size_t)snprintf(out + length, 12, "%s%02d-%02d", comma, d.month, d.day);
        else
            length += (size_t)snprintf(out + length, 12, "%s%04d-%02d-%02d", comma, d.year, d.month,
                                       d.day);
        before = d;
        begin = i + 1;
    }
    return is_date_list((kf_text){out, length});
}

// Whether the sign does not stand in the date before it, too: `2014/2/5/6` may be anything. As
// FF[4] has that date its hyphens are clear.
static bool is_first_sign(kf_text value, size_t at, kf_text sign) {
    enum { DATE = 10 };
    bool is_clear = at == DATE && sign.data[0] == '-' && is_date_list(kf_text_cut(value, 0, at));
    return is_clear || memchr(value.data, sign.data[0], at) == NULL;
}

// From one day to the next, `1999-08-25 ~ 26`: FF[4] lists both. What lies between two other days
// is not said.
static kf_mend mend_range(kf_text value, char *out) {
    static const char *const signs[] = {"~", "～", "〜", "–", "..", "/", " - ", "-", "至", "to"};
    if (value.length > KF_MEND_TEXT)
        return KF_MEND_NONE;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        for (size_t at = 1; at < value.length; at++) {
            kf_text sign = kf_text_of(signs[i]);
            day first, second;
            if (!kf_text_starts(kf_text_cut(value, at, value.length), sign) ||
                !is_first_sign(value, at, sign) || !take_whole(kf_text_cut(value, 0, at), &first) ||
                !take_second(kf_text_cut(value, at + sign.length, value.length), &first, &second) ||
                !is_next(&first, &second))
                continue;
            int length =
                snprintf(out, KF_MEND_TEXT, "%04d-%02d-%02d,", first.year, first.month, first.day);
            char *rest = out + length;
            size_t room = KF_MEND_TEXT - (size_t)length;
            if (first.year != second.year)
                snprintf(rest, room, "%04d-%02d-%02d", second.year, second.month, second.day);
            else if (first.month != second.month)
                snprintf(rest, room, "%02d-%02d", second.month, second.day);
            else
                snprintf(rest, room, "%02d", second.day);
            return KF_MEND_GUESS;
        }
    return KF_MEND_NONE;
}

// Whether the word is the sign of a day of the week, alone or with those that say so.
static bool is_named_day(kf_text word, kf_text name) {
    static const char *const ends[] = {"", "曜", "曜日", "요일"};
    kf_text end = kf_text_cut(word, name.length, word.length);
    bool is_end = false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        is_end = is_end || kf_text_is(end, ends[i]);
    return is_end && kf_text_starts(word, name);
}

// The length of a date before the name of its day in parentheses, or its length as it is.
static size_t before_weekday(kf_text value) {
    static const char *const names[] = {"月", "火", "水", "木", "金", "土", "日", "一", "二", "三",
                                        "四", "五", "六", "월", "화", "수", "목", "금", "토", "일"};
    const char *open = memchr(value.data, '(', value.length);
    size_t at = open != NULL ? (size_t)(open - value.data) : value.length;
    if (at + 2 >= value.length || value.data[value.length - 1] != ')')
        return value.length;
    kf_text word = kf_text_cut(value, at + 1, value.length - 1);
    bool is_name = is_beside_date(word);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_name = is_name || is_named_day(word, kf_text_of(names[i]));
    return is_name ? at : value.length;
}

bool kf_mend_date_numerals(kf_text value, char out[KF_MEND_TEXT]) {
    static const char *const numerals[] = {"零", "一", "二", "三", "四", "五",
                                           "六", "七", "八", "九", "十", "〇"};
    enum { SIZE = 3, TEN = 10, NONE = 12 };
    size_t length = 0;
    int before = NONE; // the numeral before
    bool has_any = false;
    while (value.length > 0 && length + 4 < KF_MEND_TEXT) {
        int n = (unsigned char)value.data[0] < 0x80 ? NONE : 0;
        while (n < NONE && !kf_text_starts(value, kf_text_of(numerals[n])))
            n++;
        kf_text rest = kf_text_cut(value, n < NONE ? SIZE : 1, value.length);
        int next = 0;
        while (n == TEN && next < TEN && !kf_text_starts(rest, kf_text_of(numerals[next])))
            next++;
        bool is_ten = n == TEN, has_tens = before < NONE, has_ones = next < TEN;
        if (n == NONE)
            out[length++] = value.data[0];
        else if (!is_ten)
            out[length++] = (char)('0' + n % (TEN + 1));
        else if (!has_tens)
            out[length++] = '1';
        if (is_ten && !has_ones)
            out[length++] = '0';
        has_any = has_any || n < NONE;
        before = n;
        value = rest;
    }
    out[length] = '\0';
    return has_any && value.length == 0;
}

// The length of what stands between two dates where a comma belongs; 0: that is something else.
static size_t list_sign(kf_text text) {
    static const char *const signs[] = {";", "&", " and ", " und ", " et ", " y ", "、", "和"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (kf_text_starts(text, kf_text_of(signs[i])))
            return strlen(signs[i]);
    return 0;
}

// Dates with other signs between them than a comma, or words.
static bool mend_list(kf_text value, char *out) {
    char list[KF_MEND_TEXT];
    bool is_changed = false;
    if (value.length >= sizeof list)
        return false;
    size_t length = 0;
    while (value.length > 0) {
        size_t sign = list_sign(value);
        list[length++] = sign > 0 ? ',' : value.data[0];
        value = kf_text_cut(value, sign > 0 ? sign : 1, value.length);
        is_changed = is_changed || sign > 0;
    }
    kf_text text = {list, length};
    return is_changed && (mend_spaces(text, out) || mend_days(text, out));
}

// A date behind which the name of its day stood: what is right by itself is a guess without that.
static kf_mend mend_named_day(kf_text value, char *out) {
    kf_mend mend = mend_numbers(value, out);
    mend = mend != KF_MEND_NONE ? mend : mend_prose(value, out);
    return mend != KF_MEND_NONE ? KF_MEND_GUESS : KF_MEND_NONE;
}

kf_mend kf_mend_date(kf_text value, char out[KF_MEND_TEXT]) {
    kf_text trimmed = kf_text_trim(value);
    size_t date = before_time(trimmed);
    if (date > 0) {
        snprintf(out, KF_MEND_TEXT, "%.*s", (int)date, trimmed.data);
        return KF_MEND_GUESS;
    }
    if (is_date_list(value))
        return kf_text_is(value, "1970-01-01") ? KF_MEND_NONE : KF_MEND_GOOD;
    if (mend_spaces(trimmed, out))
        return KF_MEND_SAFE;
    kf_mend mend = mend_numbers(trimmed, out);
    if (mend == KF_MEND_NONE && mend_days(trimmed, out))
        return KF_MEND_SAFE;
    mend = mend != KF_MEND_NONE ? mend : mend_prose(trimmed, out);
    mend = mend != KF_MEND_NONE ? mend : mend_range(trimmed, out);
    if (mend != KF_MEND_NONE)
        return mend;
    if (mend_list(trimmed, out))
        return KF_MEND_GUESS;
    size_t day = before_weekday(trimmed);
    if (day < trimmed.length)
        return mend_named_day(kf_text_trim(kf_text_cut(trimmed, 0, day)), out);
    char digits[KF_MEND_TEXT];
    return kf_mend_date_numerals(trimmed, digits) ? mend_prose(kf_text_of(digits), out)
                                                  : KF_MEND_NONE;
}
