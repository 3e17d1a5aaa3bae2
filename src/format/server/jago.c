// SPDX-License-Identifier: MIT
// The XML of Jago: a game is information and nodes, in which moves, marks and variations stand.
//
// Source: the document type `go.dtd` of Jago. A variation stands behind the move that it is an
// alternative to.

#include <string.h>

#include "format/server/server.h"
#include "record/value.h"

typedef struct branch {
    kf_node node; // to go on with behind the variation
} branch;

typedef struct reading {
    kf_server_game game;
    kf_record *record;
    kf_log *log;
    branch *open;
    size_t depth, room;
    kf_text element; // of the information whose text is read
    bool is_info, is_comment, has_game;
    kf_buffer text;
} reading;

// What in the information is which property.
static const struct {
    const char *element, *property;
} facts[] = {
    {"BlackPlayer", "PB"}, {"WhitePlayer", "PW"}, {"BlackRank", "BR"}, {"WhiteRank", "WR"},
    {"Date", "DT"},        {"Time", "OT"},        {"Komi", "KM"},      {"Result", "RE"},
    {"Rules", "RU"},       {"Source", "SO"},      {"User", "US"},      {"Copyright", "CP"},
    {"Event", "EV"},       {"Round", "RO"},       {"Place", "PC"},     {"Title", "GN"},
};

// ---- Tags ----

static bool is_element(kf_text tag, const char *name) {
    kf_text wanted = kf_text_of(name), rest = kf_text_cut(tag, wanted.length, tag.length);
    return kf_words_begin(tag, name) &&
           (rest.length == 0 || strchr(" \t\r\n/", rest.data[0]) != NULL);
}

// The value of an attribute in a tag; empty when it has none.
static kf_text attribute(kf_text tag, const char *name) {
    size_t length = strlen(name);
    for (size_t i = 1; i + length + 2 < tag.length; i++) {
        char quote = tag.data[i + length + 1];
        if (strchr(" \t\r\n", tag.data[i - 1]) == NULL || tag.data[i + length] != '=' ||
            !kf_words_begin(kf_text_cut(tag, i, tag.length), name) ||
            (quote != '"' && quote != '\''))
            continue;
        kf_text rest = kf_text_cut(tag, i + length + 2, tag.length), value;
        return kf_words_field(&rest, quote, &value) ? value : (kf_text){"", 0};
    }
    return (kf_text){"", 0};
}

// Adds text with its entities resolved.
static void add_plain(kf_buffer *out, kf_text text) {
    static const struct {
        const char *entity;
        char c;
    } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    enum { KNOWN = sizeof known / sizeof *known };
    for (size_t i = 0, k; i < text.length; i++) {
        for (k = 0; k < KNOWN && text.data[i] == '&'; k++)
            if (kf_words_begin(kf_text_cut(text, i, text.length), known[k].entity))
                break;
        bool is_entity = text.data[i] == '&' && k < KNOWN;
        kf_buffer_add_char(out, is_entity ? known[k].c : text.data[i]);
        i += is_entity ? strlen(known[k].entity) - 1 : 0;
    }
}

static bool read_point(const reading *r, kf_text at, int *x, int *y) {
    at = kf_text_trim(at);
    kf_point point = kf_point_read(at.data, at.length, KF_COORDS_A1, r->game.size, r->game.size);
    if (point == KF_NOWHERE || point == KF_PASS)
        return false;
    *x = kf_point_column(point);
    *y = kf_point_row(point);
    return true;
}

// ---- Elements ----

static void take_move(reading *r, kf_text tag, kf_colour colour) {
    kf_text at = attribute(tag, "at");
    int x = -1, y = -1;
    if (kf_text_trim(at).length > 0 && !kf_text_equal_fold(at, KF_TEXT("pass")) &&
        !read_point(r, at, &x, &y)) {
        kf_log_add(r->log, KF_SERVER_LINE, kf_server_place(r->record, tag.data),
                   "this is no move on the board; it is left out");
        r->record->is_repaired = true;
        return;
    }
    kf_server_move(&r->game, colour, x, y, tag.data);
}

// A property of the node in hand with a point, and a text behind that.
static void put_point(reading *r, const char *name, kf_text at, kf_text label) {
    int x, y;
    char point[2];
    if (!read_point(r, at, &x, &y))
        return;
    if (r->game.node == r->game.game && name[0] == 'A' && name[1] != 'E') {
        kf_server_stone(&r->game, name[1] == 'B' ? KF_BLACK : KF_WHITE, x, y);
        return;
    }
    kf_buffer value = {.arena = r->record->arena};
    kf_value_put_point(point, x, y);
    kf_buffer_add(&value, point, sizeof point);
    if (label.length > 0)
        kf_buffer_add_char(&value, ':');
    kf_value_escape(&value, label);
    kf_server_list(&r->game, name, kf_buffer_text(&value));
}

static void take_mark(reading *r, kf_text tag) {
    kf_text label = attribute(tag, "label"), type = attribute(tag, "type");
    const char *name = label.length > 0                                ? "LB"
                       : kf_text_equal_fold(type, KF_TEXT("triangle")) ? "TR"
                       : kf_text_equal_fold(type, KF_TEXT("circle"))   ? "CR"
                       : kf_text_equal_fold(type, KF_TEXT("square"))   ? "SQ"
                                                                       : "MA";
    put_point(r, name, attribute(tag, "at"), label);
}

static void open_variation(reading *r) {
    r->open = kf_arena_grow(r->record->arena, r->open, &r->room, r->depth + 1, sizeof *r->open);
    r->open[r->depth++] = (branch){r->game.node};
    kf_node parent = kf_node_parent(r->record, r->game.node);
    if (parent != 0)
        kf_server_turn_to(&r->game, parent);
}

static void begin_game(reading *r) {
    if (r->has_game)
        kf_server_end(&r->game);
    kf_server_begin(&r->game, r->record, 19, r->log);
    r->has_game = true;
    r->is_info = r->is_comment = false;
    r->depth = 0;
}

static void open_element(reading *r, kf_text tag) {
    if (is_element(tag, "GoGame")) {
        begin_game(r);
        r->text.length = 0;
        add_plain(&r->text, attribute(tag, "name"));
        kf_server_fact(&r->game, "GN", kf_buffer_text(&r->text));
    } else if (!r->has_game) {
        return;
    } else if (is_element(tag, "Information")) {
        r->is_info = true;
    } else if (is_element(tag, "Comment")) {
        r->is_comment = true;
    } else if (is_element(tag, "Black") || is_element(tag, "White")) {
        take_move(r, tag, is_element(tag, "Black") ? KF_BLACK : KF_WHITE);
    } else if (is_element(tag, "AddBlack")) {
        put_point(r, "AB", attribute(tag, "at"), (kf_text){"", 0});
    } else if (is_element(tag, "AddWhite")) {
        put_point(r, "AW", attribute(tag, "at"), (kf_text){"", 0});
    } else if (is_element(tag, "Delete")) {
        put_point(r, "AE", attribute(tag, "at"), (kf_text){"", 0});
    } else if (is_element(tag, "Mark")) {
        take_mark(r, tag);
    } else if (is_element(tag, "Variation")) {
        open_variation(r);
    }
    r->element = tag;
    r->text.length = 0;
}

static void set_fact(reading *r) {
    kf_text value = kf_text_trim(kf_buffer_text(&r->text));
    char result[24];
    int number;
    if (is_element(r->element, "BoardSize") && kf_text_number(value, &number) && number >= 2 &&
        number <= KF_BOARD_MAX)
        r->game.size = number;
    if (is_element(r->element, "Handicap") && kf_text_number(value, &number))
        r->game.handicap = number;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        if (!is_element(r->element, facts[i].element))
            continue;
        bool is_result = strcmp(facts[i].property, "RE") == 0 && kf_words_result(value, result);
        kf_server_fact(&r->game, facts[i].property, is_result ? kf_text_of(result) : value);
    }
}

static void close_element(reading *r, kf_text tag) {
    if (!r->has_game)
        return;
    if (is_element(tag, "Information"))
        r->is_info = false;
    else if (r->is_info)
        set_fact(r);
    else if (is_element(tag, "P") && r->is_comment)
        kf_server_say(&r->game, kf_text_trim(kf_buffer_text(&r->text)));
    else if (is_element(tag, "Variation") && r->depth > 0)
        kf_server_turn_to(&r->game, r->open[--r->depth].node);
    if (is_element(tag, "Comment")) {
        if (is_element(r->element, "Comment"))
            kf_server_say(&r->game, kf_text_trim(kf_buffer_text(&r->text)));
        r->is_comment = false;
    }
    r->text.length = 0;
}

static void read_jago(kf_record *record, const kf_reading *how, kf_log *log) {
    reading r = {.record = record, .log = log, .element = {"", 0}};
    kf_text rest = record->source->text, before, tag;
    (void)how;
    r.text.arena = record->arena;
    while (kf_words_field(&rest, '<', &before)) {
        add_plain(&r.text, before);
        if (!kf_words_field(&rest, '>', &tag) || tag.length == 0)
            break;
        if (tag.data[0] == '/')
            close_element(&r, kf_text_cut(tag, 1, tag.length));
        else if (tag.data[0] != '?' && tag.data[0] != '!')
            open_element(&r, tag);
    }
    if (r.has_game)
        kf_server_end(&r.game);
    else
        kf_log_add(log, KF_SERVER_LINE, (kf_place){.source = record->source},
                   "there is no game in this file");
}

static int sniff(kf_text head) {
    enum { BITS = 128 };
    head = kf_text_trim(head);
    bool is_xml = head.length > 0 && head.data[0] == '<';
    return is_xml && kf_words_find(head, "<GoGame") < head.length ? BITS : 0;
}

const kf_format kf_jago_format = {
    .name = "jago",
    .title = "XML of Jago",
    .suffix = "xml",
    .keeps = "names, ranks, date, place, komi, result, moves, stones, marks, comments, variations",
    .sniff = sniff,
    .read = read_jago,
};
