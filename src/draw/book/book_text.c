// SPDX-License-Identifier: MIT
// The words of a book: titles, facts and comments of a record.

#include <string.h>

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

kf_text kf_book_text_title(kf_arena *arena, const kf_record *record, kf_node game) {
    kf_buffer out = {.arena = arena};
    kf_text value;
    add_value(&out, record, game, "GN", true);
    if (out.length == 0 && (kf_property_get(record, game, "PB", &value) ||
                            kf_property_get(record, game, "PW", &value))) {
        add_player(&out, record, game, "PB", "BR");
        kf_buffer_add_string(&out, " – ");
        add_player(&out, record, game, "PW", "WR");
    }
    return take(arena, &out);
}

kf_text kf_book_text_facts(kf_arena *arena, const kf_record *record, kf_node game) {
    static const struct {
        const char *property, *rank, *label;
    } facts[] = {
        {"EV", NULL, "Event"},  {"RO", NULL, "Round"},     {"PB", "BR", "Black"},
        {"PW", "WR", "White"},  {"DT", NULL, "Date"},      {"PC", NULL, "Place"},
        {"RU", NULL, "Rules"},  {"HA", NULL, "Handicap"},  {"KM", NULL, "Komi"},
        {"TM", NULL, "Time"},   {"RE", NULL, "Result"},    {"AN", NULL, "Comments by"},
        {"SO", NULL, "Source"}, {"CP", NULL, "Copyright"},
    };
    kf_buffer out = {.arena = arena};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        kf_text value;
        if (!kf_property_get(record, game, facts[i].property, &value) || value.length == 0 ||
            (kf_text_is(value, "0") && kf_text_is(kf_text_of(facts[i].property), "HA")))
            continue;
        if (out.length > 0)
            kf_buffer_add_char(&out, '\n');
        kf_buffer_add_string(&out, facts[i].label);
        kf_buffer_add_string(&out, ": ");
        if (facts[i].rank != NULL)
            add_player(&out, record, game, facts[i].property, facts[i].rank);
        else
            add_value(&out, record, game, facts[i].property, true);
    }
    return take(arena, &out);
}
