// SPDX-License-Identifier: MIT
// kifu's own JSON: every game as a list of nodes, every node as a list of properties, in their
// order. The schema is in doc/spec/json.md and share/kifu.schema.json.

#include <string.h>

#include "base/json.h"
#include "base/json_read.h"
#include "base/text.h"
#include "format/format.h"
#include "record/value.h"

// ---- Recognising ----

static int sniff(kf_text head) {
    enum { FRONT = 200, BITS = 96 };
    kf_text front = kf_text_cut(kf_text_trim(head), 0, FRONT);
    if (front.length == 0 || front.data[0] != '{')
        return 0;
    for (size_t i = 0; i < front.length; i++)
        if (kf_text_starts(kf_text_cut(front, i, front.length), KF_TEXT("\"kifu\"")))
            return BITS;
    return 0;
}

// JSON is UTF-8.
static bool charset(kf_text head, kf_text *name) {
    (void)head;
    *name = KF_TEXT("UTF-8");
    return true;
}

// ---- Writing ----

// How a value would be read by SGF, line breaks and all.
static void add_normal(kf_buffer *out, kf_text value) {
    for (size_t i = 0; i < value.length; i++) {
        char c = value.data[i], next = i + 1 < value.length ? value.data[i + 1] : '\0';
        bool is_pair = (c == '\r' && next == '\n') || (c == '\n' && next == '\r');
        if (c == '\\' && next != '\0' && next != '\r' && next != '\n') {
            kf_buffer_add_char(out, c);
            kf_buffer_add_char(out, next);
            i++;
        } else if (c == '\r' || c == '\n') {
            kf_buffer_add_char(out, '\n');
            i += is_pair;
        } else {
            kf_buffer_add_char(out, c);
        }
    }
}

// Room for a value as plain text, and for how it is spelt in SGF.
typedef struct scratch {
    kf_buffer plain, spelt;
} scratch;

// A value is a string of its plain text. Where that would be spelled otherwise in SGF (a colon with
// a backslash before it) it is an object with the text as it stands between the brackets.
static void put_value(kf_buffer *out, scratch *s, kf_text value) {
    s->plain.length = s->spelt.length = 0;
    kf_value_plain(&s->plain, value, false);
    kf_value_escape(&s->spelt, kf_buffer_text(&s->plain));
    size_t escaped = s->spelt.length;
    add_normal(&s->spelt, value);
    kf_text all = kf_buffer_text(&s->spelt);
    if (kf_text_equal(kf_text_cut(all, 0, escaped), kf_text_cut(all, escaped, all.length))) {
        kf_json_text(out, NULL, kf_buffer_text(&s->plain));
        return;
    }
    kf_json_open(out, NULL, '{');
    kf_json_text(out, "sgf", value);
    kf_json_close(out, '}');
}

static void put_node(kf_writing_job *w, kf_buffer *line, scratch *s, kf_node node) {
    kf_text rest = kf_node_text(w->record, node), value;
    kf_json_open(line, "properties", '[');
    for (kf_property property; kf_property_next(&rest, &property);) {
        kf_json_open(line, NULL, '[');
        kf_json_text(line, NULL, property.name);
        while (kf_property_value(&property.values, &value))
            put_value(line, s, value);
        kf_json_close(line, ']');
    }
    kf_json_close(line, ']');
}

// The nodes of a game are numbered as they come. The parent is told where it is not the one before.
static void put_game(kf_writing_job *w, kf_node game, uint32_t *numbers) {
    kf_buffer line = {.arena = w->arena};
    scratch s = {{.arena = w->arena}, {.arena = w->arena}};
    kf_walk walk = kf_walk_from(w->record, game);
    uint32_t number = 0;
    kf_output_add_string(w->out, "  {\"nodes\": [");
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0; number++) {
        numbers[node] = number;
        line.length = 0;
        kf_buffer_add_string(&line, number == 0 ? "\n    {" : ",\n    {");
        kf_node parent = kf_node_parent(w->record, node);
        if (node != game && numbers[parent] + 1 != number)
            kf_json_number(&line, "parent", numbers[parent]);
        put_node(w, &line, &s, node);
        kf_buffer_add_char(&line, '}');
        kf_output_add_text(w->out, kf_buffer_text(&line));
    }
    kf_output_add_string(w->out, "\n  ]}");
}

static bool write_json(kf_writing_job *w) {
    const kf_record *record = w->record;
    const kf_series *series = w->how->series;
    uint32_t *numbers = kf_arena_alloc(w->arena, kf_record_nodes(record) * sizeof *numbers);
    bool is_first = series == NULL || !series->has_begun;
    if (is_first) {
        kf_output_add_string(w->out, "{\"kifu\": 1,");
        if (kf_record_has_diamonds(record))
            kf_output_add_string(w->out, " \"diamonds\": true,");
        kf_output_add_string(w->out, " \"games\": [");
    }
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        kf_output_add_string(w->out, is_first ? "\n" : ",\n");
        is_first = false;
        put_game(w, game, numbers);
    }
    kf_output_add_string(w->out, series == NULL || series->is_last ? "\n]}\n" : "");
    return true;
}

// ---- Reading ----

typedef struct reading {
    kf_record *record;
    kf_log *log;
    kf_json_reader json;
    kf_buffer text;
    kf_node *nodes; // of the game in hand
    size_t count, capacity;
} reading;

static kf_place place_of(const reading *r, const char *piece) {
    const kf_source *source = r->record->source;
    return (kf_place){.source = source, .offset = (size_t)(piece - source->text.data)};
}

static void report(reading *r, kf_code code, const char *piece, const char *what) {
    kf_log_add(r->log, code, place_of(r, piece), "%s", what);
    r->record->is_repaired = true;
}

// A letter, and then letters and digits, as records have them.
static bool is_name(kf_text name) {
    for (size_t i = 0; i < name.length; i++) {
        char c = name.data[i];
        bool is_letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!is_letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return name.length > 0;
}

// Adds a value as it stands in SGF, with a backslash before what would end it too early. False:
// there was such a thing.
static bool add_raw(reading *r, kf_text string) {
    kf_buffer plain = {.arena = r->record->arena};
    bool is_sound = true;
    kf_json_read_plain(&plain, string);
    for (size_t i = 0; i < plain.length; i++) {
        bool is_escape = plain.data[i] == '\\', is_last = i + 1 == plain.length;
        bool ends = plain.data[i] == ']' || (is_escape && is_last);
        is_sound = is_sound && !ends;
        if (ends)
            kf_buffer_add_char(&r->text, '\\');
        kf_buffer_add_char(&r->text, plain.data[i]);
        if (is_escape && !is_last)
            kf_buffer_add_char(&r->text, plain.data[++i]);
    }
    kf_arena_release(r->record->arena, plain.data);
    return is_sound;
}

// Takes an object with a value as it stands in SGF. False: it has none.
static bool read_raw(reading *r, const char *piece) {
    kf_text string, name;
    bool has_any = false;
    while (kf_json_read_member(&r->json, &name))
        if (!has_any && kf_text_is(name, "sgf") && kf_json_read_string(&r->json, &string)) {
            has_any = true;
            if (!add_raw(r, string))
                report(r, KF_JSON_SHAPE, piece,
                       "this would end before its last character in SGF; it is read with a "
                       "backslash there");
        } else {
            kf_json_read_skip(&r->json);
        }
    return has_any;
}

// Takes a value. False: it is none, and was left out.
static bool read_value(reading *r) {
    kf_text string;
    const char *piece = r->json.rest.data;
    size_t begin = r->text.length;
    bool is_value = true;
    kf_buffer plain = {.arena = r->record->arena};
    kf_buffer_add_char(&r->text, '[');
    if (kf_json_read_string(&r->json, &string)) {
        kf_json_read_plain(&plain, string);
        kf_value_escape(&r->text, kf_buffer_text(&plain));
        kf_arena_release(r->record->arena, plain.data);
    } else if (kf_json_read_number(&r->json, &string)) {
        kf_buffer_add_text(&r->text, string);
    } else if (kf_json_read_enter(&r->json, '{')) {
        is_value = read_raw(r, piece);
    } else {
        is_value = false;
        kf_json_read_skip(&r->json);
    }
    kf_buffer_add_char(&r->text, ']');
    if (is_value)
        return true;
    report(r, KF_JSON_SHAPE, piece, "this is not the value of a property");
    r->text.length = begin;
    return false;
}

static void read_property(reading *r) {
    const char *piece = r->json.rest.data;
    kf_text name;
    if (!kf_json_read_enter(&r->json, '[')) {
        report(r, KF_JSON_SHAPE, piece, "a property is a list of its name and its values");
        kf_json_read_skip(&r->json);
        return;
    }
    bool has_first = kf_json_read_element(&r->json);
    bool is_string = has_first && kf_json_read_string(&r->json, &name);
    if (!is_string || !is_name(name)) {
        report(r, KF_JSON_SHAPE, piece, "a property is a list of its name and its values");
        if (has_first && !is_string)
            kf_json_read_skip(&r->json);
        while (has_first && kf_json_read_element(&r->json))
            kf_json_read_skip(&r->json);
        return;
    }
    size_t begin = r->text.length, all = 0, values = 0;
    kf_buffer_add_text(&r->text, name);
    for (; kf_json_read_element(&r->json); all++)
        values += read_value(r);
    if (all == 0)
        report(r, KF_JSON_SHAPE, piece, "a property without a value is left out");
    if (values == 0)
        r->text.length = begin;
}

// Takes the properties of a node.
static void read_properties(reading *r) {
    const char *piece = r->json.rest.data;
    if (!kf_json_read_enter(&r->json, '[')) {
        report(r, KF_JSON_SHAPE, piece, "the properties of a node are a list of lists");
        kf_json_read_skip(&r->json);
        return;
    }
    while (kf_json_read_element(&r->json))
        read_property(r);
}

// Takes the number of the parent. Where that is none of a node before, the parent stays as it is.
static void read_parent(reading *r, const char *piece, bool is_first, kf_node *parent) {
    kf_text text;
    int number = -1;
    bool is_null = kf_json_read_kind(&r->json) == 'n';
    bool is_number = kf_json_read_number(&r->json, &text);
    if (!is_number)
        kf_json_read_skip(&r->json);
    else if (text.length > 2 && kf_text_is(kf_text_cut(text, text.length - 2, text.length), ".0"))
        text.length -= 2; // so some programs write whole numbers
    if (is_number && kf_text_number(text, &number) && number >= 0 && (size_t)number < r->count)
        *parent = r->nodes[number];
    else if (is_number)
        report(r, KF_JSON_SHAPE, piece, "the parent of this node does not come before it");
    else if (!is_null || !is_first)
        report(r, KF_JSON_SHAPE, piece, "the parent of a node is the number of one before it");
}

static void read_node(reading *r, bool is_first) {
    const char *piece = r->json.rest.data;
    kf_node parent = is_first ? 0 : r->nodes[r->count - 1];
    kf_text name;
    bool has_own = false, has_other = false;
    r->text.length = 0;
    if (!kf_json_read_enter(&r->json, '{')) {
        report(r, KF_JSON_SHAPE, piece, "a node is an object");
        kf_json_read_skip(&r->json);
        return;
    }
    while (kf_json_read_member(&r->json, &name))
        if (kf_text_is(name, "parent")) {
            read_parent(r, piece, is_first, &parent);
        } else if (kf_text_is(name, "properties")) {
            has_own = true;
            read_properties(r);
        } else {
            has_other = true;
            kf_json_read_skip(&r->json);
        }
    if (has_other && !has_own)
        report(r, KF_JSON_SHAPE, piece, "this node has no properties of kifu; it is read as empty");
    kf_node node = kf_record_add(r->record, parent);
    kf_record_set_place(r->record, node, (size_t)(piece - r->record->source->text.data));
    kf_record_put(r->record, node, kf_buffer_text(&r->text));
    r->nodes =
        kf_arena_grow(r->record->arena, r->nodes, &r->capacity, r->count + 1, sizeof *r->nodes);
    r->nodes[r->count++] = node;
}

static void read_game(reading *r) {
    const char *piece = r->json.rest.data;
    kf_text name;
    if (!kf_json_read_enter(&r->json, '{')) {
        report(r, KF_JSON_SHAPE, piece, "a game is an object");
        kf_json_read_skip(&r->json);
        return;
    }
    r->count = 0;
    while (kf_json_read_member(&r->json, &name))
        if (kf_text_is(name, "nodes") && kf_json_read_enter(&r->json, '[')) {
            while (kf_json_read_element(&r->json))
                read_node(r, r->count == 0);
        } else {
            kf_json_read_skip(&r->json);
        }
    if (r->count == 0)
        report(r, KF_JSON_SHAPE, piece, "a game without nodes is left out");
}

// A document behind another is of games, too, and has the diamonds of the first one.
static void read_document(reading *r, bool is_first) {
    kf_text name, version;
    const char *piece = r->json.rest.data;
    bool flag, has_diamonds = false, has_games = false;
    enum { LONGEST = 20 };
    if (!kf_json_read_enter(&r->json, '{'))
        r->json.is_broken = true;
    while (kf_json_read_member(&r->json, &name))
        if (kf_text_is(name, "games") && kf_json_read_enter(&r->json, '[')) {
            has_games = true;
            while (kf_json_read_element(&r->json))
                read_game(r);
        } else if (kf_text_is(name, "diamonds") && kf_json_read_bool(&r->json, &flag)) {
            has_diamonds = flag;
        } else if (kf_text_is(name, "kifu") && kf_json_read_number(&r->json, &version)) {
            if (!kf_text_is(version, "1") && !kf_text_is(version, "1.0"))
                kf_log_add_as(r->log, KF_WARNING, KF_JSON_SHAPE, place_of(r, name.data),
                              "version %.*s is not known; what version 1 has is read",
                              version.length < LONGEST ? (int)version.length : LONGEST,
                              version.data);
        } else {
            kf_json_read_skip(&r->json);
        }
    if (is_first)
        r->record->has_diamonds = has_diamonds;
    if (!has_games && !r->json.is_broken)
        report(r, KF_JSON_SHAPE, piece, "this has no games of kifu; it is left out");
    else if (!is_first && has_games && has_diamonds != r->record->has_diamonds)
        kf_log_add_as(r->log, KF_WARNING, KF_JSON_SHAPE, place_of(r, piece),
                      "the first document says something else of diamonds; that counts here, too");
}

// One document behind the other is what two files joined by `cat` are.
static void read_json(kf_record *record, const kf_reading *how, kf_log *log) {
    reading r = {.record = record, .log = log, .json = {.rest = record->source->text}};
    (void)how;
    r.text.arena = record->arena;
    bool is_list = kf_json_read_kind(&r.json) == '[';
    read_document(&r, true);
    while (!r.json.is_broken && kf_json_read_kind(&r.json) == '{')
        read_document(&r, false);
    kf_json_read_report(&r.json, record->source, log);
    if (is_list)
        report(&r, KF_JSON_SHAPE, r.json.rest.data, "this has no games of kifu; it is left out");
    else if (r.json.is_broken || kf_text_trim(r.json.rest).length > 0)
        report(&r, KF_JSON_SYNTAX, r.json.rest.data, "from here on this is not JSON");
}

const kf_format kf_json_format = {
    .name = "json",
    .title = "kifu's own JSON",
    .suffix = "json",
    .keeps = "everything",
    .sniff = sniff,
    .charset = charset,
    .read = read_json,
    .write = write_json,
    .writes_games = true,
};
