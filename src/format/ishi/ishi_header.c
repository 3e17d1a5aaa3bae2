// SPDX-License-Identifier: MIT
// Header lines of an Ishi event and the SGF properties that say the same, both ways.

#include "format/ishi/ishi_reader.h"

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi.h"
#include "play/play.h"
#include "record/path.h"
#include "record/value.h"

// How a header's text becomes a value. False: no value says it for certain.
typedef bool reading(kf_text text, kf_buffer *out);
// How a value becomes a header's text that the reading gives back, where words are usual. False:
// the value stands as it is.
typedef bool writing(kf_text value, kf_buffer *out);

// A header keyword. A textual one adds its lines up, of a once-only one the last line counts.
// `other` takes the text that `read` does not understand; NULL: then nothing stands in SGF.
typedef struct row {
    const char *keyword;
    bool is_textual;
    const char *property, *other;
    reading *read;
    writing *write;
} row;

// ---- Values ----

static bool read_text(kf_text text, kf_buffer *out) {
    kf_buffer_add_text(out, text);
    return true;
}

// Handicaps below two place no stones, and HA does not hold them.
static bool read_handicap(kf_text text, kf_buffer *out) {
    int count;
    kf_text word = text, rest = text;
    if (!kf_text_word(&rest, &word) || !kf_text_number(word, &count) || count < 2)
        return false;
    rest = kf_text_trim(rest);
    if (rest.length > 0 && !kf_text_equal_fold(rest, kf_text_of("stones")))
        return false;
    kf_buffer_add_text(out, word);
    return true;
}

static bool is_real(kf_text text) {
    size_t digits = 0, points = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        bool is_sign = i == 0 && (c == '+' || c == '-');
        digits += c >= '0' && c <= '9';
        points += c == '.';
        if (!is_sign && c != '.' && (c < '0' || c > '9'))
            return false;
    }
    return digits > 0 && points <= 1;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Takes half of one off the front: "\xC2\xBD" is the sign for it, and a text may have "1/2".
static bool take_half(kf_text *rest) {
    static const char *const halves[] = {"\xC2\xBD", "1/2"};
    kf_text text = kf_text_trim(*rest);
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
        kf_text half = kf_text_of(halves[i]);
        kf_text behind = kf_text_cut(text, half.length, text.length);
        bool goes_on = behind.length > 0 && (is_digit(behind.data[0]) || behind.data[0] == '/');
        if (kf_text_starts(text, half) && !goes_on) {
            *rest = behind;
            return true;
        }
    }
    return false;
}

static bool is_point(kf_text unit) {
    static const char *const units[] = {"", "point", "points", "pt", "pts", "moku"};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (kf_text_equal_fold(unit, kf_text_of(units[i])))
            return true;
    return false;
}

// Takes the half behind a whole number off: "5 1/2", "5-1/2" and, with a comma, "5,5".
static bool take_half_behind(kf_text number, kf_text *rest) {
    kf_text ahead = *rest;
    bool is_signed = number.length > 0 && !is_digit(number.data[0]);
    bool has_dash = !is_signed && number.length > 0 && kf_text_starts(ahead, KF_TEXT("-1/2"));
    ahead = kf_text_cut(ahead, has_dash, ahead.length);
    if (number.length > 0 && kf_text_starts(ahead, KF_TEXT(",5")) &&
        (ahead.length == 2 || ahead.data[2] == ' ')) {
        *rest = kf_text_cut(ahead, 2, ahead.length);
        return true;
    }
    bool is_half = take_half(&ahead);
    *rest = is_half ? ahead : *rest;
    return is_half;
}

// "5", "4.5", "-3 1/2", "1/2", "5\xC2\xBD", each with or without "points".
static bool read_komi(kf_text text, kf_buffer *out) {
    kf_text rest = kf_text_trim(text);
    size_t sign = rest.length > 0 && (rest.data[0] == '+' || rest.data[0] == '-'), end = sign;
    kf_text half = kf_text_cut(rest, sign, rest.length);
    if (take_half(&half) && is_point(kf_text_trim(half))) {
        kf_buffer_add_string(out, rest.data[0] == '-' ? "-0.5" : "0.5");
        return true;
    }
    while (end < rest.length && (is_digit(rest.data[end]) || rest.data[end] == '.'))
        end++;
    kf_text number = kf_text_cut(rest, 0, end);
    rest = kf_text_cut(rest, end, rest.length);
    bool is_whole = end > sign && memchr(number.data, '.', end) == NULL;
    bool is_half = is_whole && take_half_behind(number, &rest);
    if (!is_point(kf_text_trim(rest)) || !is_real(number))
        return false;
    kf_buffer_add_text(out, number);
    if (is_half)
        kf_buffer_add_string(out, ".5");
    return true;
}

static bool read_rules(kf_text text, kf_buffer *out) {
    static const char *const known[] = {"Japanese", "Chinese", "AGA", "NZ", "GOE"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (kf_text_equal_fold(text, kf_text_of(known[i]))) {
            kf_buffer_add_string(out, known[i]);
            return true;
        }
    }
    kf_buffer_add_text(out, text);
    return true;
}

// What the standard dates look like; other texts stay.
static bool read_date(kf_text text, kf_buffer *out) {
    return kf_ishi_date_read(text, out);
}

// How long a unit is in seconds; 0: it is none.
static int seconds_of(kf_text unit) {
    static const struct {
        const char *name;
        int seconds;
    } units[] = {{"hour", 3600}, {"hours", 3600}, {"hr", 3600}, {"hrs", 3600}, {"h", 3600},
                 {"minute", 60}, {"minutes", 60}, {"min", 60},  {"mins", 60},  {"m", 60},
                 {"second", 1},  {"seconds", 1},  {"sec", 1},   {"secs", 1},   {"s", 1}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (kf_text_equal_fold(unit, kf_text_of(units[i].name)))
            return units[i].seconds;
    return 0;
}

// "1:30" is hours and minutes, for nobody plays a game of 90 seconds; "1:30:00" has seconds too.
// "45:00" may be minutes.
static bool read_clock(kf_text text, kf_buffer *out) {
    enum { MOST_HOURS = 16 };
    long total = 0;
    int parts = 0, number;
    for (size_t begin = 0, i = 0; i <= text.length; i++) {
        if (i < text.length && text.data[i] != ':')
            continue;
        kf_text part = kf_text_cut(text, begin, i);
        bool fits = part.length > 0 && part.length <= 2 && kf_text_number(part, &number) &&
                    (parts == 0 || (part.length == 2 && number < 60));
        if (!fits || ++parts > 3)
            return false;
        total = total * 60 + number;
        begin = i + 1;
    }
    if (parts < 2 || total == 0 || (parts == 2 && total >= (long)MOST_HOURS * 60))
        return false;
    kf_buffer_add_number(out, parts == 2 ? total * 60 : total);
    return true;
}

// Takes a number off the front and says how many halves it is: "2", "2.5", "2 1/2", "1/2".
static bool take_halves(kf_text *rest, long *halves) {
    enum { MOST_DIGITS = 6 };
    size_t digits = 0;
    int count;
    *halves = 1;
    if (take_half(rest))
        return true;
    while (digits < rest->length && is_digit(rest->data[digits]))
        digits++;
    if (digits > MOST_DIGITS || !kf_text_number(kf_text_cut(*rest, 0, digits), &count))
        return false;
    *rest = kf_text_cut(*rest, digits, rest->length);
    bool is_half = rest->length > 2 && !is_digit(rest->data[2]) &&
                   (kf_text_starts(*rest, KF_TEXT(".5")) || kf_text_starts(*rest, KF_TEXT(",5")));
    if (is_half)
        *rest = kf_text_cut(*rest, 2, rest->length);
    *halves = 2 * (long)count + (is_half || take_half(rest));
    return true;
}

static kf_text take_letters(kf_text *rest) {
    size_t end = 0;
    *rest = kf_text_trim(*rest);
    while (end < rest->length &&
           ((rest->data[end] | 0x20) >= 'a' && (rest->data[end] | 0x20) <= 'z'))
        end++;
    kf_text letters = kf_text_cut(*rest, 0, end);
    *rest = kf_text_cut(*rest, end, rest->length);
    return letters;
}

// Takes the next number and its unit off: "2 hours", "30m", "2h30". `unit` is that of the number
// before, in seconds, 0 for the first. False: something else stands there.
static bool take_time(kf_text *rest, int *unit, long *total) {
    enum { HOUR = 3600, MINUTE = 60 };
    long halves;
    if (!take_halves(rest, &halves))
        return false;
    kf_text letters = take_letters(rest);
    bool is_last = letters.length == 0 && rest->length == 0;
    int seconds = seconds_of(letters);
    if (is_last && *unit == HOUR && halves % 2 == 0 && halves / 2 < MINUTE)
        seconds = MINUTE;
    if (seconds == 0 || halves * seconds % 2 != 0 || (*unit > 0 && seconds >= *unit))
        return false;
    if (letters.length > 1 && rest->length > 0 && rest->data[0] == '.')
        *rest = kf_text_cut(*rest, 1, rest->length);
    *total += halves * seconds / 2;
    *unit = seconds;
    return true;
}

// "1 hour", "30 minutes each", "2 hours and 30 minutes", "2h30m", "1:30": seconds of each player.
static bool read_time(kf_text text, kf_buffer *out) {
    long total = 0;
    int unit = 0;
    kf_text rest = kf_text_trim(text), ahead, word;
    if (read_clock(rest, out))
        return true;
    while (rest.length > 0) {
        ahead = rest;
        word = take_letters(&ahead);
        bool is_each = kf_text_equal_fold(word, kf_text_of("each")) && ahead.length == 0;
        if (is_each && unit > 0)
            break;
        if (unit > 0 && kf_text_equal_fold(word, kf_text_of("and")))
            rest = kf_text_trim(ahead);
        if (!take_time(&rest, &unit, &total))
            return false;
        rest = kf_text_trim(rest);
    }
    if (unit > 0)
        kf_buffer_add_number(out, total);
    return unit > 0;
}

static bool write_time(kf_text value, kf_buffer *out) {
    int seconds;
    if (!kf_text_number(value, &seconds))
        return false;
    int unit = seconds % 3600 == 0 && seconds > 0 ? 3600 : seconds % 60 == 0 ? 60 : 1;
    const char *name = unit == 3600 ? " hour" : unit == 60 ? " minute" : " second";
    kf_buffer_add_number(out, seconds / unit);
    kf_buffer_add_string(out, name);
    if (seconds / unit != 1)
        kf_buffer_add_char(out, 's');
    return true;
}

// In the order of the specification's list.
static const row rows[] = {
    {"ANALYSIS", true, "AN", NULL, read_text, NULL},
    {"BLACK", false, "PB", NULL, read_text, NULL},
    {"DATE", false, "DT", "DT", read_date, NULL},
    {"HANDICAP", false, "HA", NULL, read_handicap, NULL},
    {"KOMI", false, "KM", NULL, read_komi, NULL},
    {"PLACE", true, "PC", NULL, read_text, NULL},
    {"RECORDER", true, "US", NULL, read_text, NULL},
    {"RESULT", false, "RE", "RE", kf_ishi_result_read, kf_ishi_result_write},
    {"RULES", false, "RU", NULL, read_rules, NULL},
    {"SOURCE", true, "SO", NULL, read_text, NULL},
    {"TIMELIMIT", false, "TM", "OT", read_time, write_time},
    {"WHITE", false, "PW", NULL, read_text, NULL},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

// ---- Lines to properties ----

// What the lines of one keyword give in SGF: a property and its plain value, or nothing.
typedef struct shown {
    const char *name; // NULL: nothing
    kf_buffer value;
} shown;

static bool is_of(const row *r, const kf_ishi_header_line *line) {
    return kf_text_equal_fold(line->keyword, kf_text_of(r->keyword));
}

// The lines of a textual keyword make one value with spaces between them; empty ones add nothing.
static kf_text sum_of(const row *r, const kf_ishi_header_line *lines, size_t count,
                      kf_buffer *sum) {
    kf_text last = {"", 0};
    for (size_t i = 0; i < count; i++) {
        if (!is_of(r, &lines[i]))
            continue;
        last = lines[i].text;
        if (r->is_textual && sum->length > 0 && last.length > 0)
            kf_buffer_add_char(sum, ' ');
        if (r->is_textual)
            kf_buffer_add_text(sum, last);
    }
    return r->is_textual ? kf_buffer_text(sum) : last;
}

static shown read_lines(const row *r, const kf_ishi_header_line *lines, size_t count,
                        kf_arena *arena) {
    shown s = {NULL, {.arena = arena}};
    kf_buffer sum = {.arena = arena};
    kf_text text = sum_of(r, lines, count, &sum);
    if (text.length == 0)
        return s;
    if (r->read(text, &s.value)) {
        s.name = r->property;
    } else if (r->other != NULL) {
        s.value.length = 0;
        kf_buffer_add_text(&s.value, text);
        s.name = r->other;
    }
    return s;
}

static void add_property(kf_buffer *out, const char *name, kf_text plain) {
    kf_buffer_add_string(out, name);
    kf_buffer_add_char(out, '[');
    kf_value_escape(out, plain);
    kf_buffer_add_char(out, ']');
}

// The text that stands behind the keyword when nothing but this value is known.
static void write_value(const row *r, const char *name, kf_text value, kf_buffer *out) {
    kf_buffer words = {.arena = out->arena}, back = {.arena = out->arena};
    bool is_told = r->write != NULL && strcmp(name, r->property) == 0 && r->write(value, &words) &&
                   r->read(kf_buffer_text(&words), &back) &&
                   kf_text_equal(kf_buffer_text(&back), value);
    kf_ishi_ascii(out, kf_text_trim(is_told ? kf_buffer_text(&words) : value));
}

// Whether the writer, given the property alone, makes the one line that stood here.
static bool gives_back(const row *r, const kf_ishi_header_line *line, const shown *s) {
    kf_arena *arena = s->value.arena;
    kf_buffer made = {.arena = arena}, there = {.arena = arena};
    if (s->name == NULL)
        return false;
    write_value(r, s->name, kf_buffer_text(&s->value), &made);
    kf_ishi_ascii(&there, line->text);
    return kf_text_equal(kf_buffer_text(&made), kf_buffer_text(&there));
}

static void carry_lines(const row *r, const kf_ishi_header_line *lines, size_t count,
                        kf_buffer *out) {
    for (size_t i = 0; i < count; i++) {
        if (!is_of(r, &lines[i]))
            continue;
        kf_buffer_add_char(out, '[');
        kf_buffer_add_string(out, r->keyword);
        if (lines[i].text.length > 0)
            kf_buffer_add_char(out, ' ');
        kf_value_escape(out, lines[i].text);
        kf_buffer_add_char(out, ']');
    }
}

void kf_ishi_header_read(const kf_ishi_header_line *lines, size_t count, kf_buffer *out) {
    bool is_carried[ROWS] = {false}, any = false;
    for (size_t k = 0; k < ROWS; k++) {
        const kf_ishi_header_line *only = NULL;
        size_t found = 0;
        for (size_t i = 0; i < count; i++) {
            if (is_of(&rows[k], &lines[i])) {
                only = &lines[i];
                found++;
            }
        }
        if (found == 0)
            continue;
        shown s = read_lines(&rows[k], lines, count, out->arena);
        if (s.name != NULL)
            add_property(out, s.name, kf_buffer_text(&s.value));
        is_carried[k] = found > 1 || !gives_back(&rows[k], only, &s);
        any = any || is_carried[k];
    }
    if (any)
        kf_buffer_add_string(out, "KFHEADER");
    for (size_t k = 0; k < ROWS; k++)
        if (is_carried[k])
            carry_lines(&rows[k], lines, count, out);
}

// ---- Properties to lines ----

// The plain first value of the first property of that name; false when there is none.
static bool value_of(kf_text properties, const char *name, kf_buffer *plain) {
    kf_property property;
    kf_text value;
    while (kf_property_scan(&properties, &property)) {
        if (!kf_property_is(&property, name) || !kf_property_value(&property.values, &value))
            continue;
        kf_value_plain(plain, value, false);
        return true;
    }
    return false;
}

// The lines of all KFHEADER values; a value's first word is the keyword.
static size_t carried_lines(kf_text properties, kf_ishi_header_line **lines, kf_arena *arena) {
    size_t count = 0, capacity = 0;
    kf_values values = {.name = "KFHEADER", .rest = properties};
    kf_text value;
    *lines = NULL;
    while (kf_values_next(&values, &value)) {
        kf_buffer plain = {.arena = arena};
        kf_value_plain(&plain, value, false);
        kf_ishi_header_line line = {.text = kf_buffer_text(&plain)};
        if (!kf_text_word(&line.text, &line.keyword))
            continue;
        line.text = kf_text_trim(line.text);
        *lines = kf_arena_grow(arena, *lines, &capacity, count + 1, sizeof **lines);
        (*lines)[count++] = line;
    }
    return count;
}

// Whether the lines say what the public properties show.
static bool agrees(const row *r, kf_text properties, const shown *s) {
    bool is_one = r->property != NULL && r->other != NULL && strcmp(r->property, r->other) == 0;
    const char *names[] = {r->property, is_one ? NULL : r->other};
    for (size_t i = 0; i < 2; i++) {
        kf_buffer plain = {.arena = s->value.arena};
        if (names[i] == NULL)
            continue;
        bool is_there = value_of(properties, names[i], &plain);
        bool is_meant = s->name != NULL && strcmp(s->name, names[i]) == 0;
        if (is_there != is_meant ||
            (is_there && !kf_text_equal(kf_buffer_text(&plain), kf_buffer_text(&s->value))))
            return false;
    }
    return true;
}

static void begin_line(const row *r, kf_buffer *out, kf_text text) {
    kf_buffer_add_string(out, r->keyword);
    if (text.length > 0)
        kf_buffer_add_char(out, ' ');
}

static bool write_carried(const row *r, kf_text properties, const kf_ishi_header_line *lines,
                          size_t count, kf_buffer *out) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += is_of(r, &lines[i]);
    if (found == 0)
        return false;
    shown s = read_lines(r, lines, count, out->arena);
    if (!agrees(r, properties, &s))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!is_of(r, &lines[i]))
            continue;
        begin_line(r, out, lines[i].text);
        kf_ishi_ascii(out, lines[i].text);
        kf_buffer_add_string(out, "\r\n");
    }
    return true;
}

// One line for the keyword. Where SGF has two properties for it, both are told in that line.
static void write_shown(const row *r, kf_text properties, kf_buffer *out) {
    kf_buffer text = {.arena = out->arena}, first = {.arena = out->arena},
              second = {.arena = out->arena};
    bool has_first = value_of(properties, r->property, &first);
    bool has_second = r->other != NULL && strcmp(r->other, r->property) != 0 &&
                      value_of(properties, r->other, &second);
    if (!has_first && !has_second)
        return;
    char points[KF_OUTCOME_TEXT];
    kf_text value = kf_buffer_text(&first);
    if (has_first && strcmp(r->property, "KM") == 0) {
        kf_buffer rules = {.arena = out->arena};
        value_of(properties, "RU", &rules);
        value = kf_outcome_komi_kept(properties, value, kf_buffer_text(&rules), points);
    }
    if (has_first)
        write_value(r, r->property, value, &text);
    if (has_first && has_second && text.length > 0)
        kf_buffer_add_string(&text, ", ");
    if (has_second)
        write_value(r, r->other, kf_buffer_text(&second), &text);
    begin_line(r, out, kf_buffer_text(&text));
    kf_buffer_add_text(out, kf_buffer_text(&text));
    kf_buffer_add_string(out, "\r\n");
}

void kf_ishi_header_write(kf_text properties, kf_buffer *out) {
    kf_ishi_header_line *lines;
    size_t count = carried_lines(properties, &lines, out->arena);
    for (size_t k = 0; k < ROWS; k++)
        if (!write_carried(&rows[k], properties, lines, count, out))
            write_shown(&rows[k], properties, out);
}

// Whether a property of the keyword has the text of the line, as HA[0] has, which HANDICAP 0 does
// not give.
static bool repeats(const row *r, kf_text properties, kf_text line, kf_arena *arena) {
    const char *names[] = {r->property, r->other};
    for (size_t i = 0; i < 2; i++) {
        kf_buffer plain = {.arena = arena};
        if (names[i] != NULL && value_of(properties, names[i], &plain) &&
            kf_text_equal(kf_buffer_text(&plain), line))
            return true;
    }
    return false;
}

// The line of the keyword that counts.
static kf_text line_of(const row *r, const kf_ishi_header_line *lines, size_t count) {
    kf_text last = {"", 0};
    for (size_t i = 0; i < count; i++)
        last = is_of(r, &lines[i]) ? lines[i].text : last;
    return last;
}

void kf_ishi_header_report(const kf_record *record, kf_node game, kf_arena *arena, kf_log *log) {
    enum { LONGEST = 40, PATH_ROOM = 64 };
    char path[PATH_ROOM];
    kf_property property;
    kf_ishi_header_line *lines;
    if (!kf_property_find(record, game, "KFHEADER", &property))
        return;
    kf_arena *own = kf_arena_new_in(arena);
    kf_text properties = kf_node_text(record, game);
    size_t count = carried_lines(properties, &lines, own);
    for (size_t k = 0; k < ROWS; k++) {
        bool is_carried = false;
        for (size_t i = 0; i < count; i++)
            is_carried = is_carried || is_of(&rows[k], &lines[i]);
        shown s = read_lines(&rows[k], lines, count, own);
        kf_text line = line_of(&rows[k], lines, count);
        if (!is_carried || agrees(&rows[k], properties, &s) ||
            repeats(&rows[k], properties, line, own))
            continue;
        kf_place place = {0};
        // To find the path takes as long as there are games.
        if (kf_log_keeps(log, KF_NOTE, KF_ISHI_CARRIED))
            place = kf_record_place(record, game, path, sizeof path);
        kf_log_add(log, KF_ISHI_CARRIED, place,
                   "%s was changed since; '%.*s', which was carried, no longer counts",
                   rows[k].keyword, (int)(line.length < LONGEST ? line.length : LONGEST),
                   line.data);
    }
    kf_arena_free(own);
}

bool kf_ishi_header_shows(const kf_property *property) {
    if (property->id == KF_P_KFHEADER)
        return true;
    for (size_t k = 0; k < ROWS; k++)
        if (kf_property_is(property, rows[k].property) ||
            (rows[k].other != NULL && kf_property_is(property, rows[k].other)))
            return true;
    return false;
}
