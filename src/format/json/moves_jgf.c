// SPDX-License-Identifier: MIT
// What JGF says in nodes and beside them: moves, points, comments, and facts of the game. Its
// versions write a point as SGF does or as a column and a row from the upper left.

#include <stdio.h>
#include <string.h>

#include "format/json/moves.h"
#include "record/value.h"

// Facts by the object they stand in, and their properties.
static const struct {
    const char *above, *name, *property;
} rows[] = {
    {"info", "name", "GN"},        {"game", "name", "GN"},        {"info", "result", "RE"},
    {"game", "result", "RE"},      {"info", "date", "DT"},        {"game", "date", "DT"},
    {"info", "opening", "ON"},     {"game", "opening", "ON"},     {"info", "annotator", "AN"},
    {"game", "annotator", "AN"},   {"record", "annotator", "AN"}, {"info", "komi", "KM"},
    {"game", "komi", "KM"},        {"rules", "komi", "KM"},       {"info", "handicap", "HA"},
    {"game", "handicap", "HA"},    {"rules", "handicap", "HA"},   {"info", "rules", "RU"},
    {"game", "rules", "RU"},       {"rules", "ruleset", "RU"},    {"info", "event", "EV"},
    {"game", "event", "EV"},       {"event", "name", "EV"},       {"info", "round", "RO"},
    {"game", "round", "RO"},       {"event", "round", "RO"},      {"info", "location", "PC"},
    {"game", "location", "PC"},    {"event", "location", "PC"},   {"info", "source", "SO"},
    {"record", "source", "SO"},    {"source", "name", "SO"},      {"info", "copyright", "CP"},
    {"record", "copyright", "CP"}, {"source", "copyright", "CP"}, {"info", "time", "TM"},
    {"game", "time", "TM"},        {"info", "overtime", "OT"},    {"game", "overtime", "OT"},
    {"info", "comment", "GC"},     {"game", "description", "GC"}, {"info", "typist", "US"},
    {"info", "dates", "DT"},       {"game", "dates", "DT"},       {"record", "transcriber", "US"},
    {"black", "name", "PB"},       {"white", "name", "PW"},       {"black", "rank", "BR"},
    {"white", "rank", "WR"},       {"black", "team", "BT"},       {"white", "team", "WT"},
};

void kf_moves_jgf_begin(kf_moves_jgf *jgf, kf_arena *arena) {
    *jgf = (kf_moves_jgf){.facts.arena = arena};
}

void kf_moves_jgf_facts(kf_moves_jgf *jgf, kf_buffer *out) {
    char size[40] = "";
    const int width = jgf->size.width, height = jgf->size.height;
    kf_buffer_add_text(out, kf_buffer_text(&jgf->facts));
    if (width > 0 && height > 0 && width != height)
        snprintf(size, sizeof size, "SZ[%d:%d]", width, height);
    else if (width > 0)
        snprintf(size, sizeof size, "SZ[%d]", width);
    kf_buffer_add_string(out, size);
    kf_arena_release(jgf->facts.arena, jgf->facts.data);
    kf_moves_jgf_begin(jgf, jgf->facts.arena);
}

// ---- Points ----

bool kf_moves_jgf_is_point(kf_text text) {
    bool is_pass = text.length == 0 || kf_text_is(text, "pass");
    for (size_t i = 0; i < text.length && !is_pass; i++)
        if ((char)(text.data[i] | 0x20) < 'a' || (char)(text.data[i] | 0x20) > 'z')
            return false;
    return is_pass || text.length == 2;
}

// Takes a whole number, written without a fraction or an exponent.
static bool take_whole(kf_json_reader *json, int *number) {
    kf_json_reader next = *json;
    kf_text text;
    if (!kf_json_read_number(&next, &text))
        return false;
    for (size_t i = 0; i < text.length; i++)
        if ((text.data[i] < '0' || text.data[i] > '9') && (i > 0 || text.data[i] != '-'))
            return false;
    return kf_json_read_integer(json, number);
}

// What an object says of a point.
typedef struct point {
    int x, y;                // below 0: not told
    bool is_pass, is_double; // double: it has a point for each colour
    kf_colour colour;
    kf_text letters; // as SGF writes it, where it is told so
} point;

// Takes such an object; `B` and `W` are colours whose value is the point. A text is added to
// `text`.
static point take_point(kf_moves *r, kf_buffer *text) {
    kf_json_reader *json = &r->json;
    point p = {.x = -1, .y = -1, .letters = {NULL, 0}};
    kf_text name, string;
    kf_json_read_enter(json, '{');
    while (kf_json_read_member(json, &name)) {
        bool is_colour = kf_text_is(name, "B") || kf_text_is(name, "W");
        if (is_colour && kf_json_read_string(json, &string)) {
            p.is_double = p.letters.data != NULL;
            p.colour = name.data[0] == 'B' ? KF_BLACK : KF_WHITE;
            p.letters = string;
        } else if (kf_text_is(name, "color") && kf_json_read_kind(json) == '"')
            p.colour = kf_moves_names_colour(kf_moves_list_string(r));
        else if (text != NULL && kf_text_is(name, "text") && kf_json_read_kind(json) == '"')
            kf_value_escape(text, kf_moves_list_string(r));
        else if (!(kf_text_is(name, "x") && take_whole(json, &p.x)) &&
                 !(kf_text_is(name, "y") && take_whole(json, &p.y)) &&
                 !(kf_text_is(name, "pass") && kf_json_read_bool(json, &p.is_pass)))
            kf_json_read_skip(json);
    }
    return p;
}

static bool is_on(const point *p) {
    return p->x >= 0 && p->y >= 0 && p->x < KF_BOARD_MAX && p->y < KF_BOARD_MAX;
}

static void add_numbers(kf_buffer *out, const point *p) {
    char letters[2];
    kf_value_put_point(letters, p->x, p->y);
    kf_buffer_add(out, letters, sizeof letters);
}

bool kf_moves_jgf_move(kf_moves *r, kf_buffer *out) {
    point p = take_point(r, NULL);
    bool has_letters = p.letters.data != NULL && kf_moves_jgf_is_point(p.letters);
    if (p.colour == KF_EMPTY || p.is_double || !(has_letters || p.is_pass || is_on(&p)))
        return false;
    kf_buffer_add_string(out, p.colour == KF_BLACK ? "B[" : "W[");
    if (has_letters && p.letters.length == 2)
        kf_buffer_add_text(out, p.letters);
    else if (!has_letters && !p.is_pass)
        add_numbers(out, &p);
    kf_buffer_add_char(out, ']');
    return true;
}

// ---- Groups of points ----

const char *const *kf_moves_jgf_groups(kf_text name) {
    static const char *const setup[] = {"b", "AB", "black", "AB", "w",     "AW", "white", "AW",
                                        "e", "AE", "clear", "AE", "empty", "AE", NULL};
    static const char *const markup[] = {"triangle", "TR",   "circle",   "CR",    "square",
                                         "SQ",       "mark", "MA",       "label", "LB",
                                         "select",   "SL",   "selected", "SL",    NULL};
    static const char *const score[] = {"b", "TB", "black", "TB", "w", "TW", "white", "TW", NULL};
    return kf_moves_names_is(name, "setup")    ? setup
           : kf_moves_names_is(name, "markup") ? markup
           : kf_moves_names_is(name, "score")  ? score
                                               : NULL;
}

static const char *property_of(const char *const *groups, kf_text name) {
    for (; *groups != NULL; groups += 2)
        if (kf_moves_names_is(name, groups[0]))
            return groups[1];
    return NULL;
}

// One point of a list: `"aa"`, `"aa:A"`, `["aa", "A"]`, or an object. False: it is none.
static bool add_point(kf_moves *r, kf_buffer *out, bool is_label) {
    kf_json_reader *json = &r->json;
    kf_buffer label = {.arena = r->record->arena};
    char kind = kf_json_read_kind(json);
    bool is_point = false, is_list = kind == '[' && kf_json_read_enter(json, '[');
    if (kind == '{') {
        point p = take_point(r, &label);
        is_point = is_on(&p);
        if (is_point)
            add_numbers(out, &p);
    } else if (is_list && !kf_json_read_element(json)) {
        is_list = false;
    } else if (kf_json_read_kind(json) == '"') {
        kf_text string = kf_moves_list_string(r), letters = kf_text_cut(string, 0, 2);
        is_point = letters.length == 2 && kf_moves_jgf_is_point(letters) &&
                   (string.length == 2 || string.data[2] == ':');
        kf_buffer_add_text(out, letters);
        kf_value_escape(&label, kf_text_cut(string, 3, string.length));
    } else {
        kf_json_read_skip(json);
    }
    while (is_list && kf_json_read_element(json))
        if (is_label && kf_json_read_kind(json) == '"')
            kf_value_escape(&label, kf_moves_list_string(r));
        else
            kf_json_read_skip(json);
    if (is_label) {
        kf_buffer_add_char(out, ':');
        kf_buffer_add_text(out, kf_buffer_text(&label));
    }
    kf_arena_release(r->record->arena, label.data);
    return is_point && (!is_label || label.length > 0);
}

// A list of points of that property; NULL: of none that is known.
static void add_points(kf_moves *r, kf_buffer *out, const char *property) {
    const char *piece = r->json.rest.data;
    size_t begin = out->length, count = 0;
    if (property == NULL || !kf_json_read_enter(&r->json, '[')) {
        kf_json_read_skip(&r->json);
        return;
    }
    kf_buffer_add_string(out, property);
    while (kf_json_read_element(&r->json)) {
        size_t before = out->length;
        kf_buffer_add_char(out, '[');
        bool is_point = add_point(r, out, strcmp(property, "LB") == 0);
        kf_buffer_add_char(out, ']');
        if (!is_point && !r->json.is_broken)
            kf_moves_tree_report(r, piece, "a point of this list is none; it is left out");
        if (is_point)
            count++;
        else
            out->length = before;
    }
    if (count == 0)
        out->length = begin;
}

// An object with the name of a group and its points, in whatever order.
static void add_group(kf_moves *r, kf_buffer *out, const char *const *groups) {
    kf_json_reader named = r->json;
    const char *property = NULL;
    kf_text name, string;
    kf_json_read_enter(&named, '{');
    while (kf_json_read_member(&named, &name))
        if ((kf_text_is(name, "type") || kf_text_is(name, "color")) &&
            kf_json_read_string(&named, &string))
            property = property_of(groups, string);
        else
            kf_json_read_skip(&named);
    kf_json_read_enter(&r->json, '{');
    while (kf_json_read_member(&r->json, &name))
        if (kf_text_is(name, "coords"))
            add_points(r, out, property);
        else
            kf_json_read_skip(&r->json);
}

void kf_moves_jgf_points(kf_moves *r, kf_buffer *out, const char *const *groups) {
    kf_text name;
    if (kf_json_read_enter(&r->json, '{')) {
        while (kf_json_read_member(&r->json, &name))
            add_points(r, out, property_of(groups, name));
    } else if (kf_json_read_enter(&r->json, '[')) {
        while (kf_json_read_element(&r->json))
            if (kf_json_read_kind(&r->json) == '{')
                add_group(r, out, groups);
            else
                kf_json_read_skip(&r->json);
    }
}

// ---- Comments ----

// Each is a text, or an object with one and perhaps the name of who says it.
static void add_comment(kf_moves *r, kf_buffer *out) {
    kf_json_reader *json = &r->json;
    kf_text name;
    if (kf_json_read_kind(json) == '"') {
        kf_value_escape(out, kf_moves_list_string(r));
    } else if (kf_json_read_enter(json, '{')) {
        while (kf_json_read_member(json, &name)) {
            bool is_name = kf_text_is(name, "name"), is_said = kf_text_is(name, "comment");
            if ((!is_name && !is_said) || kf_json_read_kind(json) != '"') {
                kf_json_read_skip(json);
                continue;
            }
            kf_value_escape(out, kf_moves_list_string(r));
            kf_buffer_add_string(out, is_name ? ": " : "");
        }
    } else {
        kf_json_read_skip(json);
    }
}

void kf_moves_jgf_comments(kf_moves *r, kf_buffer *out) {
    size_t begin = out->length;
    kf_buffer_add_string(out, "C[");
    size_t first = out->length;
    kf_json_read_enter(&r->json, '[');
    while (kf_json_read_element(&r->json)) {
        if (out->length > first)
            kf_buffer_add_char(out, '\n');
        add_comment(r, out);
    }
    if (out->length > first)
        kf_buffer_add_char(out, ']');
    else
        out->length = begin;
}

// ---- Facts ----

static bool is_told(const kf_moves_jgf *jgf, const char *property) {
    for (size_t i = 0; i < jgf->told_count; i++)
        if (strcmp(jgf->told[i], property) == 0)
            return true;
    return jgf->told_count == KF_MOVES_TOLD;
}

// Takes a text, a number, or a list of texts with commas between.
static void take_value(kf_moves *r, kf_buffer *value) {
    kf_json_reader *json = &r->json;
    kf_text number;
    bool is_list = kf_json_read_enter(json, '[');
    for (bool goes_on = !is_list || kf_json_read_element(json); goes_on;
         goes_on = is_list && kf_json_read_element(json)) {
        if (value->length > 0)
            kf_buffer_add_char(value, ',');
        if (kf_json_read_kind(json) == '"')
            kf_value_escape(value, kf_text_trim(kf_moves_list_string(r)));
        else if (kf_json_read_number(json, &number))
            kf_buffer_add_text(value, number);
        else
            kf_json_read_skip(json);
    }
}

// What is empty, or no handicap, says nothing.
static void add_fact(kf_moves *r, kf_moves_jgf *jgf, const char *property) {
    kf_buffer value = {.arena = r->record->arena};
    int number = 2;
    take_value(r, &value);
    bool is_none = strcmp(property, "HA") == 0 && kf_text_number(kf_buffer_text(&value), &number) &&
                   number < 2;
    if (value.length > 0 && !is_none && !is_told(jgf, property)) {
        jgf->told[jgf->told_count++] = property;
        kf_buffer_add_string(&jgf->facts, property);
        kf_buffer_add_char(&jgf->facts, '[');
        kf_buffer_add_text(&jgf->facts, kf_buffer_text(&value));
        kf_buffer_add_char(&jgf->facts, ']');
    }
    kf_arena_release(r->record->arena, value.data);
}

bool kf_moves_jgf_is_board(kf_text above) {
    static const char *const names[] = {"board", "size", NULL};
    return above.length == 0 || kf_moves_names_any(above, names);
}

bool kf_moves_jgf_size(kf_moves *r, kf_moves_size *size, kf_text name) {
    bool is_width = kf_text_is(name, "width"), is_height = kf_text_is(name, "height");
    const char *piece = r->json.rest.data;
    int width = 0, height = 0;
    if (!is_width && !is_height && !kf_text_is(name, "size"))
        return false;
    bool is_whole = take_whole(&r->json, &width);
    bool is_good =
        is_whole ? width >= 1 && width <= KF_BOARD_MAX : kf_moves_facts_size(r, &width, &height);
    if (is_good && !is_height)
        size->width = width;
    if (is_good && (is_height || height > 0))
        size->height = is_height ? width : height;
    if (!is_good && !is_width && !is_height && *piece != 'n')
        size->odd = piece;
    return true;
}

static const char *fact_of(kf_text above, kf_text name) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (kf_moves_names_is(above, rows[i].above) && kf_moves_names_is(name, rows[i].name))
            return rows[i].property;
    return NULL;
}

// Players of a list say which colour they have.
static void take_player(kf_moves *r, kf_moves_jgf *jgf) {
    kf_json_reader named = r->json;
    kf_text name, string, above = {"", 0};
    kf_json_read_enter(&named, '{');
    while (kf_json_read_member(&named, &name))
        if (kf_text_is(name, "color") && kf_json_read_string(&named, &string))
            above = string;
        else
            kf_json_read_skip(&named);
    kf_json_read_enter(&r->json, '{');
    while (kf_json_read_member(&r->json, &name)) {
        const char *property = fact_of(above, name);
        if (property != NULL)
            add_fact(r, jgf, property);
        else
            kf_json_read_skip(&r->json);
    }
}

void kf_moves_jgf_fact(kf_moves *r, kf_moves_jgf *jgf, kf_text above, kf_text name) {
    const char *property = fact_of(above, name);
    if (property != NULL)
        add_fact(r, jgf, property);
    else if (kf_moves_jgf_is_board(above) && kf_moves_jgf_size(r, &jgf->size, name))
        return;
    else if (kf_text_is(name, "players") && kf_json_read_enter(&r->json, '['))
        while (kf_json_read_element(&r->json))
            if (kf_json_read_kind(&r->json) == '{')
                take_player(r, jgf);
            else
                kf_json_read_skip(&r->json);
    else
        kf_json_read_skip(&r->json);
}
