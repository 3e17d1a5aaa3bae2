// SPDX-License-Identifier: MIT
// The XML of Jago: a game is information and nodes, in which moves, marks and variations stand.
//
// Source: the document type `go.dtd` of Jago. A variation stands behind the move that it is an
// alternative to.

#include <string.h>

#include "format/ishi/ishi_reader.h"
#include "format/server/server.h"
#include "record/value.h"

typedef struct reading {
    kf_server_game game;
    kf_record *record;
    kf_log *log;
    kf_node *open; // to go on with behind the variations that are open
    size_t depth, room;
    kf_text element; // the one that was opened last
    kf_text waiting; // an element whose point comes within it; empty: none
    kf_text type;    // of the property of SGF that is read
    bool is_info, is_comment, has_game;
    bool is_fresh;                  // nothing has come to the root
    bool is_node, is_made, is_move; // within a Node; it has its node; that has a move
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
    {"Annotation", "AN"},  {"BlackTeam", "BT"},   {"WhiteTeam", "WT"},
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

// The length of `&#233;` or `&#xE9;` at the front, and the character; 0: there is none.
static size_t take_number(kf_text text, uint32_t *code_point) {
    enum { LONGEST = 10, LAST = 0x10FFFF };
    size_t i = 3, digits = 0;
    bool is_hex = text.length > 3 && (text.data[2] == 'x' || text.data[2] == 'X');
    *code_point = 0;
    for (i = is_hex ? 3 : 2; i < text.length && i < LONGEST; i++, digits++) {
        int digit = kf_text_hex(text.data[i]);
        if (digit < 0 || (!is_hex && digit > 9))
            break;
        *code_point = *code_point * (is_hex ? 16 : 10) + (uint32_t)digit;
    }
    bool is_character =
        *code_point > 0 && *code_point <= LAST && (*code_point < 0xD800 || *code_point > 0xDFFF);
    return digits > 0 && is_character && i < text.length && text.data[i] == ';' ? i + 1 : 0;
}

// Adds text with its entities resolved.
static void add_plain(kf_buffer *out, kf_text text) {
    static const struct {
        const char *entity;
        char c;
    } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    enum { KNOWN = sizeof known / sizeof *known };
    for (size_t i = 0, k; i < text.length; i++) {
        kf_text here = kf_text_cut(text, i, text.length);
        uint32_t code_point;
        char bytes[4];
        size_t number = kf_text_starts(here, KF_TEXT("&#")) ? take_number(here, &code_point) : 0;
        for (k = 0; k < KNOWN && text.data[i] == '&'; k++)
            if (kf_words_begin(here, known[k].entity))
                break;
        bool is_entity = text.data[i] == '&' && k < KNOWN;
        if (number > 0)
            kf_buffer_add(out, bytes, kf_text_put_code_point(bytes, code_point));
        else
            kf_buffer_add_char(out, is_entity ? known[k].c : text.data[i]);
        i += number > 0 ? number - 1 : is_entity ? strlen(known[k].entity) - 1 : 0;
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

// ---- Nodes ----

static void report(reading *r, kf_text tag, const char *what) {
    kf_server_leave_out(r->record, r->log, tag.data, what);
}

static void step(reading *r, kf_text tag) {
    kf_server_step(&r->game, tag.data);
    r->is_fresh = false;
    r->is_made = true;
    r->is_move = false;
}

// What is not a move goes to the node of the `Node` that it stands in, or else to the one in hand.
// The first `Node` is the root.
static void need_node(reading *r, kf_text tag) {
    if (r->is_node && !r->is_made && !r->is_fresh)
        step(r, tag);
    r->is_made = r->is_node;
    r->is_fresh = false;
}

// A time that an attribute of the tag has left for a player.
static void put_time(reading *r, kf_text tag, const char *attribute_name, const char *name) {
    kf_text value = kf_text_trim(attribute(tag, attribute_name));
    size_t digits = 0;
    while (digits < value.length && (strchr("0123456789.", value.data[digits]) != NULL))
        digits++;
    if (digits > 0 && digits == value.length && value.data[digits - 1] != '.')
        kf_server_list(&r->game, name, value);
}

static void begin_node(reading *r, kf_text tag) {
    bool is_empty = tag.data[tag.length - 1] == '/';
    kf_text name = attribute(tag, "name");
    r->is_node = true;
    r->is_made = r->is_move = false;
    if (is_empty || name.length > 0 || attribute(tag, "blacktime").length > 0 ||
        attribute(tag, "whitetime").length > 0)
        need_node(r, tag);
    if (name.length > 0) {
        kf_buffer plain = {.arena = r->record->arena}, value = {.arena = r->record->arena};
        add_plain(&plain, name);
        kf_value_escape(&value, kf_buffer_text(&plain));
        kf_server_list(&r->game, "N", kf_buffer_text(&value));
    }
    put_time(r, tag, "blacktime", "BL");
    put_time(r, tag, "whitetime", "WL");
    r->is_node = !is_empty;
}

// ---- Elements ----

static void take_move(reading *r, kf_text tag, kf_text at) {
    kf_colour colour = is_element(tag, "Black") ? KF_BLACK : KF_WHITE;
    int x = -1, y = -1;
    if (kf_text_trim(at).length > 0 && !kf_text_equal_fold(kf_text_trim(at), KF_TEXT("pass")) &&
        !read_point(r, at, &x, &y)) {
        report(r, tag, "this is no move on the board; it is left out");
        return;
    }
    bool is_root = r->game.node == r->game.game;
    if (!r->is_node || !r->is_made || r->is_move || is_root)
        step(r, tag);
    kf_server_play(&r->game, colour, x, y);
    r->is_move = true;
    put_time(r, tag, "timeleft", colour == KF_BLACK ? "BL" : "WL");
}

// A value of a list of the node in hand: a point, and a text behind that.
static void put_point(reading *r, const char *name, kf_text tag, kf_text at, kf_text label) {
    int x, y;
    char point[2];
    if (!read_point(r, at, &x, &y)) {
        report(r, tag, "this is no point on the board; it is left out");
        return;
    }
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

// A mark has a label, says whose territory a point is, or has a type.
static void take_mark(reading *r, kf_text tag, kf_text at) {
    kf_buffer label = {.arena = r->record->arena};
    kf_text type = attribute(tag, "type"), owner = attribute(tag, "territory");
    add_plain(&label, attribute(tag, "label"));
    const char *name = label.length > 0                                ? "LB"
                       : kf_text_equal_fold(owner, KF_TEXT("black"))   ? "TB"
                       : kf_text_equal_fold(owner, KF_TEXT("white"))   ? "TW"
                       : kf_text_equal_fold(type, KF_TEXT("triangle")) ? "TR"
                       : kf_text_equal_fold(type, KF_TEXT("circle"))   ? "CR"
                       : kf_text_equal_fold(type, KF_TEXT("square"))   ? "SQ"
                                                                       : "MA";
    put_point(r, name, tag, at, kf_buffer_text(&label));
}

static bool is_move_element(kf_text tag) {
    return is_element(tag, "Black") || is_element(tag, "White");
}

// The property that a setup is.
static const char *setup_of(kf_text tag) {
    return is_element(tag, "AddBlack")   ? "AB"
           : is_element(tag, "AddWhite") ? "AW"
           : is_element(tag, "Delete")   ? "AE"
                                         : NULL;
}

static bool has_point(kf_text tag) {
    return is_move_element(tag) || is_element(tag, "Mark") || setup_of(tag) != NULL;
}

static void take_point(reading *r, kf_text tag, kf_text at) {
    if (is_move_element(tag)) {
        take_move(r, tag, at);
        return;
    }
    need_node(r, tag);
    if (is_element(tag, "Mark"))
        take_mark(r, tag, at);
    else
        put_point(r, setup_of(tag), tag, at, (kf_text){"", 0});
}

// The point stands in an attribute, in an element of its own, or as the text of the element.
static void open_point(reading *r, kf_text tag) {
    kf_text at = attribute(tag, "at");
    if (at.length > 0 || tag.data[tag.length - 1] == '/')
        take_point(r, tag, at);
    else
        r->waiting = tag;
}

static void close_point(reading *r, bool is_end) {
    kf_text at = kf_text_trim(kf_buffer_text(&r->text));
    if (r->waiting.length == 0 || (at.length == 0 && (!is_end || !is_move_element(r->waiting))))
        return;
    take_point(r, r->waiting, at);
    r->waiting.length = 0;
}

static void open_variation(reading *r) {
    r->open = kf_arena_grow(r->record->arena, r->open, &r->room, r->depth + 1, sizeof *r->open);
    r->open[r->depth++] = r->game.node;
    kf_node parent = kf_node_parent(r->record, r->game.node);
    if (parent != 0)
        kf_server_turn_to(&r->game, parent);
}

static void begin_game(reading *r) {
    if (r->has_game)
        kf_server_end(&r->game);
    kf_server_begin(&r->game, r->record, 19, r->log);
    r->game.has_own_stones = r->has_game = r->is_fresh = true;
    r->is_info = r->is_comment = r->is_node = false;
    r->depth = 0;
}

// A property of SGF that the notation has no element for. Its values come in elements `Arg`.
static void begin_property(reading *r, kf_text tag) {
    need_node(r, tag);
    r->type = kf_text_trim(attribute(tag, "type"));
    if (kf_value_id(r->type) < 0) {
        report(r, tag, "this is not a property of SGF; it is left out");
        r->type.length = 0;
    }
}

static void take_argument(reading *r) {
    kf_buffer value = {.arena = r->record->arena};
    if (r->type.length == 0)
        return;
    kf_value_escape(&value, kf_buffer_text(&r->text));
    if (kf_text_is(r->type, "C"))
        kf_server_say(&r->game, kf_buffer_text(&r->text));
    else
        kf_server_list(&r->game, kf_value_row(kf_value_id(r->type))->name, kf_buffer_text(&value));
}

// Whether there is nothing to be done where that element begins. In comments only the text counts.
static bool is_passed(const reading *r, kf_text tag) {
    static const char *const names[] = {"Nodes",       "P",         "at",       "Arg", "AppName",
                                        "Application", "BoardSize", "Handicap", NULL};
    bool is_found = r->is_comment;
    for (size_t i = 0; names[i] != NULL && !is_found; i++)
        is_found = is_element(tag, names[i]);
    for (size_t i = 0; i < sizeof facts / sizeof *facts && !is_found; i++)
        is_found = r->is_info && is_element(tag, facts[i].element);
    return is_found;
}

static void open_in_game(reading *r, kf_text tag) {
    if (is_element(tag, "Information")) {
        r->is_info = true;
    } else if (is_element(tag, "Node")) {
        begin_node(r, tag);
    } else if (is_element(tag, "Comment")) {
        need_node(r, tag);
        r->is_comment = true;
    } else if (is_element(tag, "P") && r->is_comment && tag.data[tag.length - 1] == '/') {
        kf_server_say(&r->game, (kf_text){"", 0});
    } else if (has_point(tag)) {
        open_point(r, tag);
    } else if (is_element(tag, "BlackToPlay") || is_element(tag, "WhiteToPlay")) {
        need_node(r, tag);
        kf_server_list(&r->game, "PL",
                       is_element(tag, "BlackToPlay") ? KF_TEXT("B") : KF_TEXT("W"));
    } else if (is_element(tag, "SGF")) {
        begin_property(r, tag);
    } else if (is_element(tag, "Variation")) {
        open_variation(r);
    } else if (!is_passed(r, tag)) {
        report(r, tag, "this element is not understood; it is left out");
    }
}

static void open_element(reading *r, kf_text tag) {
    if (is_element(tag, "GoGame")) {
        begin_game(r);
        r->text.length = 0;
        add_plain(&r->text, attribute(tag, "name"));
        kf_server_fact(&r->game, "GN", kf_buffer_text(&r->text));
    } else if (r->has_game) {
        open_in_game(r, tag);
    }
    r->element = tag;
    // Paragraphs of the information are one text.
    if (!r->is_info || !is_element(tag, "P"))
        r->text.length = 0;
}

static void set_fact(reading *r, kf_text tag) {
    kf_text value = kf_text_trim(kf_buffer_text(&r->text));
    char result[24];
    int number;
    if (is_element(tag, "BoardSize") && kf_text_number(value, &number) && number >= 2 &&
        number <= KF_BOARD_MAX)
        r->game.size = number;
    if (is_element(tag, "Handicap") && kf_text_number(value, &number))
        r->game.handicap = number;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const char *name = facts[i].property;
        if (!is_element(tag, facts[i].element))
            continue;
        bool is_result = strcmp(name, "RE") == 0 && kf_words_result(value, result);
        bool is_time = strcmp(name, "OT") == 0 && kf_text_number(value, &number);
        kf_buffer date = {.arena = r->record->arena};
        bool is_date = strcmp(name, "DT") == 0 && kf_ishi_date_read(value, &date);
        kf_server_fact(&r->game, is_time ? "TM" : name,
                       is_result ? kf_text_of(result)
                       : is_date ? kf_buffer_text(&date)
                                 : value);
    }
}

static void close_element(reading *r, kf_text tag) {
    if (!r->has_game)
        return;
    bool is_paragraph = is_element(tag, "P");
    if (is_element(tag, "Information"))
        r->is_info = false;
    else if (r->is_info && is_paragraph)
        kf_buffer_add_char(&r->text, '\n');
    else if (r->is_info)
        set_fact(r, tag);
    else if (is_paragraph && r->is_comment)
        kf_server_say(&r->game, kf_text_trim(kf_buffer_text(&r->text)));
    else if (is_element(tag, "at") || has_point(tag))
        close_point(r, has_point(tag));
    else if (is_element(tag, "Arg"))
        take_argument(r);
    else if (is_element(tag, "Node"))
        r->is_node = false;
    else if (is_element(tag, "Variation") && r->depth > 0)
        kf_server_turn_to(&r->game, r->open[--r->depth]);
    if (is_element(tag, "Comment")) {
        if (is_element(r->element, "Comment"))
            kf_server_say(&r->game, kf_text_trim(kf_buffer_text(&r->text)));
        r->is_comment = false;
    }
    if (has_point(tag))
        r->waiting.length = 0;
    if (!r->is_info || !is_paragraph)
        r->text.length = 0;
}

// ---- The file ----

// Takes a comment of XML, or text without entities, off the front of what is behind `<`.
static bool take_section(kf_text *rest, kf_buffer *text) {
    kf_text cdata = KF_TEXT("![CDATA[");
    bool is_text = kf_text_starts(*rest, cdata);
    if (!is_text && !kf_text_starts(*rest, KF_TEXT("!--")))
        return false;
    const char *sign = is_text ? "]]>" : "-->";
    kf_text inner = kf_text_cut(*rest, is_text ? cdata.length : 3, rest->length);
    size_t end = kf_words_find(inner, sign);
    if (is_text)
        kf_buffer_add_text(text, kf_text_cut(inner, 0, end));
    *rest = kf_text_cut(inner, end + 3, inner.length);
    return true;
}

// Counts what is open of the elements around games.
static void count_open(kf_text tag, int *open) {
    bool is_end = tag.data[0] == '/';
    kf_text element = kf_text_cut(tag, is_end, tag.length);
    bool is_empty = tag.data[tag.length - 1] == '/';
    if (is_end && is_element(element, "Go"))
        *open = 0;
    else if (!is_empty && (is_element(element, "Go") || is_element(element, "GoGame")))
        *open += is_end ? -1 : 1;
}

// Whether the file ends within the tag; that is reported. `is_whole`: but not within a value of it.
static bool is_cut(reading *r, kf_text tag, bool *is_whole) {
    const kf_text text = r->record->source->text;
    size_t quotes = 0;
    for (size_t i = 0; i < tag.length; i++)
        quotes += tag.data[i] == '"';
    *is_whole = quotes % 2 == 0;
    if (tag.data + tag.length < text.data + text.length)
        return false;
    report(r, tag, "the file ends within this tag");
    return true;
}

static void read_jago(kf_record *record, const kf_reading *how, kf_log *log) {
    reading r = {.record = record, .log = log, .element = {"", 0}, .waiting = {"", 0}};
    kf_text rest = record->source->text, before, tag, last = {"", 0};
    int open = 0;
    bool was_cut = false;
    (void)how;
    r.text.arena = record->arena;
    while (kf_words_field(&rest, '<', &before)) {
        add_plain(&r.text, before);
        if (take_section(&rest, &r.text))
            continue;
        if (!kf_words_field(&rest, '>', &tag) || tag.length == 0)
            break;
        bool is_whole;
        was_cut = is_cut(&r, tag, &is_whole);
        if (was_cut && !is_whole)
            break;
        last = tag;
        count_open(tag, &open);
        if (tag.data[0] == '/')
            close_element(&r, kf_text_cut(tag, 1, tag.length));
        else if (tag.data[0] != '?' && tag.data[0] != '!')
            open_element(&r, tag);
    }
    if (r.has_game && open > 0 && !was_cut)
        report(&r, last, "the file ends behind this, before its elements do");
    if (r.has_game)
        kf_server_end(&r.game);
    else
        kf_server_none(record, log);
}

// The declaration of XML names it.
static bool charset(kf_text head, kf_text *name) {
    kf_text front = kf_text_cut(head, 0, kf_words_find(head, "?>"));
    if (!kf_words_begin(front, "<?xml") ||
        kf_text_is_utf8(kf_text_cut(head, 0, kf_text_whole(head)), NULL))
        return false;
    *name = attribute(front, "encoding");
    return name->length > 0;
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
    .charset = charset,
    .read = read_jago,
};
