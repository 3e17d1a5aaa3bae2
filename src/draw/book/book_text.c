// SPDX-License-Identifier: MIT
// The words of a book: titles, facts and comments of a record.

#include <string.h>

#include <kifu/play.h>

#include "base/buffer.h"
#include "base/text.h"
#include "draw/book/book.h"
#include "record/value.h"

// The text of a buffer that is given up.
static kf_text take(kf_arena *arena, kf_buffer *buffer) {
    kf_text text = kf_text_trim(kf_buffer_text(buffer));
    text = (kf_text){kf_arena_copy(arena, text.data, text.length), text.length};
    kf_arena_release(arena, buffer->data);
    return text;
}

static void add_value(kf_buffer *out, const kf_record *record, kf_node node, const char *name,
                      bool simple) {
    kf_text value;
    if (kf_property_get(record, node, name, &value))
        kf_value_plain(out, value, simple);
}

// How many blanks stand there.
static size_t blanks_at(const kf_buffer *text, size_t at) {
    size_t count = 0;
    while (at + count < text->length && text->data[at + count] == ' ')
        count++;
    return count;
}

// How many bytes the control character takes that stands there; 0: it is none, or a line break. In
// print they mean nothing.
static size_t control_at(const kf_buffer *text, size_t at) {
    const unsigned char *bytes = (const unsigned char *)text->data + at;
    if (bytes[0] == 0xC2 && at + 1 < text->length && bytes[1] < 0xA0)
        return 2;
    return bytes[0] < ' ' && bytes[0] != '\n' ? 1 : 0;
}

// Records of old break their lines where the screen ended. A break behind a long line is one of
// these, unless what follows looks like a new paragraph or a list.
static void join_lines(kf_buffer *text) {
    enum { LONG = 50, INDENTED = 4 };
    size_t begin = 0, out = 0;
    for (size_t i = 0; i < text->length; i++) {
        size_t control = control_at(text, i);
        text->data[out++] = control > 0 ? ' ' : text->data[i];
        i += control > 1;
        if (text->data[i] != '\n')
            continue;
        size_t blanks = blanks_at(text, i + 1), next = i + 1 + blanks;
        bool goes_on = next < text->length && blanks < INDENTED &&
                       strchr("\n\t-*=|", text->data[next]) == NULL;
        bool is_wrap = goes_on && i - begin >= LONG && text->data[i - 1] != ':';
        begin = i + 1;
        if (is_wrap) {
            text->data[out - 1] = ' ';
            i += blanks;
        }
    }
    text->length = out;
}

kf_text kf_book_text_of(kf_arena *arena, const kf_record *record, kf_node node, const char *name) {
    kf_buffer out = {.arena = arena};
    bool simple = kf_value_id(kf_text_of(name)) >= 0 &&
                  kf_value_row(kf_value_id(kf_text_of(name)))->type != KF_TYPE_TEXT;
    add_value(&out, record, node, name, simple);
    join_lines(&out);
    return take(arena, &out);
}

// "Rin Kaiho 8-dan", or "?".
static void add_player(kf_buffer *out, const kf_record *record, kf_node game, const char *name,
                       const char *rank) {
    size_t before = out->length;
    add_value(out, record, game, name, true);
    if (out->length == before) {
        kf_buffer_add_char(out, '?');
        return;
    }
    before = out->length;
    kf_buffer_add_char(out, ' ');
    add_value(out, record, game, rank, true);
    if (out->length == before + 1)
        out->length = before;
}

// ---- Facts ----

static void add_word(kf_buffer *out, kf_language language, kf_word word) {
    kf_buffer_add_string(out, kf_language_get(language, word));
}

// "6.50" as "6½".
static void add_points(kf_buffer *out, kf_text number) {
    size_t dot = 0, end = number.length;
    while (dot < number.length && number.data[dot] != '.')
        dot++;
    while (end > dot && (number.data[end - 1] == '0' || number.data[end - 1] == '.'))
        end--;
    kf_text whole = kf_text_cut(number, 0, dot),
            rest = kf_text_cut(number, dot, end > dot ? end : dot);
    if (!kf_text_is(rest, ".5")) {
        kf_buffer_add_text(out, kf_text_cut(number, 0, end > dot ? end : dot));
        return;
    }
    kf_buffer_add_text(out, kf_text_is(whole, "0") ? (kf_text){"", 0} : whole);
    kf_buffer_add_string(out, "½");
}

// "3600" of "3600.0".
static kf_text without_zeros(kf_text number) {
    size_t dot = 0, end = number.length;
    while (dot < number.length && number.data[dot] != '.')
        dot++;
    while (end > dot + 1 && number.data[end - 1] == '0')
        end--;
    return end == dot + 1 ? kf_text_cut(number, 0, dot) : number;
}

static void add_time(kf_buffer *out, kf_text text, kf_language language) {
    int seconds;
    if (!kf_text_number(without_zeros(text), &seconds) || seconds == 0) {
        kf_buffer_add_text(out, text);
        return;
    }
    bool is_hours = seconds % 3600 == 0, is_minutes = seconds % 60 == 0;
    int count = is_hours ? seconds / 3600 : is_minutes ? seconds / 60 : seconds;
    kf_buffer_add_number(out, count);
    kf_buffer_add_string(out, kf_language_is_close(language) ? "" : " ");
    add_word(out, language,
             is_hours     ? (count == 1 ? KF_WORD_HOUR : KF_WORD_HOURS)
             : is_minutes ? (count == 1 ? KF_WORD_MINUTE : KF_WORD_MINUTES)
                          : (count == 1 ? KF_WORD_SECOND : KF_WORD_SECONDS));
}

static void add_result(kf_buffer *out, kf_text text, kf_language language) {
    bool is_black = text.length > 1 && text.data[0] == 'B', is_draw = kf_text_is(text, "0");
    bool is_win = text.length > 1 && (is_black || text.data[0] == 'W') && text.data[1] == '+';
    kf_text how = is_win ? kf_text_cut(text, 2, text.length) : text;
    if (is_draw || kf_text_is(text, "Draw") || kf_text_is(text, "Void")) {
        add_word(out, language, kf_text_is(text, "Void") ? KF_WORD_NO_RESULT : KF_WORD_DRAW);
    } else if (!is_win) {
        kf_buffer_add_text(out, text);
    } else if (how.length == 0) {
        add_word(out, language, is_black ? KF_WORD_BLACK_WINS : KF_WORD_WHITE_WINS);
    } else if (kf_text_is(how, "R") || kf_text_is(how, "Resign")) {
        add_word(out, language, is_black ? KF_WORD_BLACK_WINS_RESIGN : KF_WORD_WHITE_WINS_RESIGN);
    } else if (kf_text_is(how, "T") || kf_text_is(how, "Time")) {
        add_word(out, language, is_black ? KF_WORD_BLACK_WINS_TIME : KF_WORD_WHITE_WINS_TIME);
    } else if (how.data[0] < '0' || how.data[0] > '9') {
        kf_buffer_add_text(out, text);
    } else {
        add_word(out, language, is_black ? KF_WORD_BLACK_WINS_BY : KF_WORD_WHITE_WINS_BY);
        kf_buffer_add_char(out, ' ');
        add_points(out, how);
    }
}

static const struct fact {
    const char *property, *rank;
    kf_word label;
} facts[] = {
    {"GN", NULL, KF_WORD_GAME},     {"EV", NULL, KF_WORD_EVENT},
    {"RO", NULL, KF_WORD_ROUND},    {"PB", "BR", KF_WORD_BLACK},
    {"PW", "WR", KF_WORD_WHITE},    {"DT", NULL, KF_WORD_DATE},
    {"PC", NULL, KF_WORD_PLACE},    {"RU", NULL, KF_WORD_RULES},
    {"HA", NULL, KF_WORD_HANDICAP}, {"KM", NULL, KF_WORD_KOMI},
    {"TM", NULL, KF_WORD_TIME},     {"OT", NULL, KF_WORD_OVERTIME},
    {"RE", NULL, KF_WORD_RESULT},   {"AN", NULL, KF_WORD_COMMENTS_BY},
    {"SO", NULL, KF_WORD_SOURCE},   {"CP", NULL, KF_WORD_COPYRIGHT},
};

// A fact in words.
static void add_fact(kf_buffer *out, const kf_record *record, kf_node game, const struct fact *fact,
                     kf_language language) {
    kf_buffer plain = {.arena = out->arena};
    if (fact->rank != NULL) {
        add_player(out, record, game, fact->property, fact->rank);
        return;
    }
    add_value(&plain, record, game, fact->property, true);
    kf_text text = kf_text_trim(kf_buffer_text(&plain));
    char points[KF_OUTCOME_TEXT];
    if (fact->label == KF_WORD_KOMI)
        add_points(out, kf_outcome_komi_of(record, game, text, points));
    else if (fact->label == KF_WORD_TIME)
        add_time(out, text, language);
    else if (fact->label == KF_WORD_RESULT)
        add_result(out, text, language);
    else
        kf_buffer_add_text(out, text);
}

// Whether a property says more than blanks.
static bool says(const kf_record *record, kf_node game, const char *property) {
    kf_text value;
    return kf_property_get(record, game, property, &value) && kf_text_trim(value).length > 0;
}

// Of a game without players the name is its title.
static bool has_players(const kf_record *record, kf_node game) {
    return says(record, game, "PB") || says(record, game, "PW");
}

kf_text kf_book_text_facts(kf_arena *arena, const kf_record *record, kf_node game,
                           kf_language language) {
    kf_buffer out = {.arena = arena};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        kf_text value;
        if (!says(record, game, facts[i].property) ||
            !kf_property_get(record, game, facts[i].property, &value) ||
            (kf_text_is(value, "0") && facts[i].label == KF_WORD_HANDICAP) ||
            (facts[i].label == KF_WORD_GAME && !has_players(record, game)))
            continue;
        if (out.length > 0)
            kf_buffer_add_char(&out, '\n');
        add_word(&out, language, facts[i].label);
        kf_buffer_add_string(&out, ": ");
        add_fact(&out, record, game, &facts[i], language);
    }
    return take(arena, &out);
}

kf_text kf_book_text_notes(kf_arena *arena, const kf_scene *scene) {
    enum { SHORT_NOTE = 28 };
    kf_buffer out = {.arena = arena};
    for (size_t i = 0; i < scene->note_count; i++) {
        kf_text note = scene->notes[i];
        if (i > 0)
            kf_buffer_add_string(&out, kf_scene_words_joint(scene->notes[i - 1]));
        for (size_t k = 0; k < note.length; k++)
            if (note.data[k] == ' ' && note.length <= SHORT_NOTE)
                kf_buffer_add_string(&out, "\302\240"); // a blank where no line ends
            else
                kf_buffer_add_char(&out, note.data[k]);
    }
    return kf_buffer_text(&out);
}
