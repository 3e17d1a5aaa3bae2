// SPDX-License-Identifier: MIT
// Header lines of an Ishi event and the SGF properties that say the same, both ways.

#include "format/ishi/ishi_reader.h"

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi.h"
#include "play/play.h"
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

// Whether the text is digits, with a sign before them or none.
static bool is_whole(kf_text text) {
    size_t sign = text.length > 0 && (text.data[0] == '+' || text.data[0] == '-');
    int number;
    return text.length > sign && kf_text_number(kf_text_cut(text, sign, text.length), &number);
}

// Whether the word ends in half a point: `\xC2\xBD` is the sign for it. Takes that off.
static bool take_half_sign(kf_text *word) {
    static const char half[] = "\xC2\xBD";
    bool is_half = word->length >= 2 && memcmp(word->data + word->length - 2, half, 2) == 0;
    if (is_half)
        *word = kf_text_cut(*word, 0, word->length - 2);
    return is_half;
}

// "5", "4.5", "-3 1/2", "1/2", "5\xC2\xBD", each with or without "points".
static bool read_komi(kf_text text, kf_buffer *out) {
    kf_text rest = text, word, next = {"", 0};
    if (!kf_text_word(&rest, &word))
        return false;
    bool is_half = take_half_sign(&word);
    kf_text behind = rest;
    if (!is_half && kf_text_word(&behind, &next) && kf_text_is(next, "1/2")) {
        is_half = true;
        rest = behind;
    }
    kf_text unit = kf_text_trim(rest);
    bool is_unit = kf_text_equal_fold(unit, kf_text_of("points")) ||
                   kf_text_equal_fold(unit, kf_text_of("moku"));
    if (unit.length > 0 && !is_unit)
        return false;
    bool is_bare = (is_half && word.length == 0) || (!is_half && kf_text_is(word, "1/2"));
    if (is_bare) {
        kf_buffer_add_string(out, "0.5");
        return true;
    }
    if (is_half ? !is_whole(word) : !is_real(word))
        return false;
    kf_buffer_add_text(out, word);
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

// Cuts the next number and its unit off: "2 hours", "30m". False: something else stands there.
static bool take_time(kf_text *rest, kf_text word, long *total) {
    size_t digits = 0;
    int count;
    while (digits < word.length && word.data[digits] >= '0' && word.data[digits] <= '9')
        digits++;
    kf_text unit = kf_text_cut(word, digits, word.length);
    if (digits == 0 || digits > 6 || !kf_text_number(kf_text_cut(word, 0, digits), &count) ||
        (unit.length == 0 && !kf_text_word(rest, &unit)) || seconds_of(unit) == 0)
        return false;
    *total += (long)count * seconds_of(unit);
    return true;
}

// "1 hour", "30 minutes each", "2 hours 30 minutes", "2h 30m", "1:30": seconds of each player.
static bool read_time(kf_text text, kf_buffer *out) {
    long total = 0;
    kf_text rest = text, word;
    bool has_any = false;
    while (kf_text_word(&rest, &word)) {
        bool is_last = kf_text_trim(rest).length == 0;
        if (!has_any && is_last && read_clock(word, out))
            return true;
        if (has_any && is_last && kf_text_equal_fold(word, kf_text_of("each")))
            break;
        if (!take_time(&rest, word, &total))
            return false;
        has_any = true;
    }
    if (has_any)
        kf_buffer_add_number(out, total);
    return has_any;
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
    while (kf_property_next(&properties, &property)) {
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

bool kf_ishi_header_shows(const kf_property *property) {
    if (property->id == KF_P_KFHEADER)
        return true;
    for (size_t k = 0; k < ROWS; k++)
        if (kf_property_is(property, rows[k].property) ||
            (rows[k].other != NULL && kf_property_is(property, rows[k].other)))
            return true;
    return false;
}
