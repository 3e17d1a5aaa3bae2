// SPDX-License-Identifier: MIT
// Trees of nodes in JSON: what programs make of SGF, with its properties by their names, as Sabaki
// does, and JGF, in which WGo, ngGo and Seki keep a game: a list of nodes, in which lists of
// further ones are variations.
//
// Source: the descriptions of these programs (JGF.md of ngGo and Seki).

#include <string.h>

#include "format/json/moves.h"
#include "record/value.h"

// How many objects and lists may stand in each other: half of them are nodes of one line.
enum { DEEPEST = 1 << 18 };

// An object or a list that is open.
typedef struct level {
    char bracket;
    bool is_branches;   // of a list: each element follows `tip`, and not the one before it
    bool is_tree;       // of an object: it says itself what follows, so that nothing beside it does
    bool is_record;     // of an object: it has the nodes of a game, and perhaps facts of it
    bool is_game;       // of an element: the same, which is known before
    kf_text above;      // the name of the member that the object is; empty: it is an element
    kf_node tip;        // which node the next one follows
    kf_node root;       // of a game, which was made before its first node; 0: there is none
    kf_node node;       // of the object; 0: there is none yet
    kf_buffer text;     // the properties of the node
    kf_moves_size size; // that an object says which is not the outermost, nor that of the board
} level;

typedef struct walk {
    kf_moves *r;
    level *levels;
    size_t depth, room;
    kf_moves_jgf jgf;
    kf_node game;
    kf_node before; // the last game of the record before this text
    bool is_deep;   // that was reported
} walk;

// ---- Recognising ----

// Whether a move stands there: a pass, or a point, which is noted.
static bool has_move_behind(kf_text head, kf_text name, bool *has_point) {
    kf_json_reader value = {.rest = kf_text_cut(head, name.length, head.length)};
    kf_text string;
    if (!kf_text_starts(head, name))
        return false;
    kf_json_read_kind(&value); // passes over white space
    if (!kf_text_starts(value.rest, KF_TEXT(":")))
        return false;
    value.rest = kf_text_cut(value.rest, 1, value.rest.length);
    if (kf_json_read_kind(&value) == '[' && kf_json_read_enter(&value, '['))
        kf_json_read_element(&value);
    bool is_move = kf_json_read_string(&value, &string) && kf_moves_jgf_is_point(string);
    *has_point = *has_point || (is_move && string.length == 2);
    return is_move;
}

// Whether the object that comes next says who moves. Its front is enough.
static bool is_of_move(kf_json_reader value) {
    enum { FRONT = 200 };
    static const char *const names[] = {"b", "w", "color", NULL};
    kf_text name;
    value.rest = kf_text_cut(value.rest, 0, FRONT);
    for (; kf_json_read_member(&value, &name); kf_json_read_skip(&value))
        if (kf_moves_names_any(name, names))
            return true;
    return false;
}

static bool has_bracket_behind(kf_text head, const char *name, char bracket) {
    if (!kf_words_begin(head, name))
        return false;
    kf_json_reader value = {.rest = kf_text_cut(head, strlen(name), head.length)};
    kf_json_read_kind(&value);
    value.rest = kf_text_cut(value.rest, 1, value.rest.length);
    return kf_json_read_kind(&value) == bracket &&
           (bracket == '[' || (kf_json_read_enter(&value, '{') && is_of_move(value)));
}

// Whether the member that comes next is one that games have beside their moves.
static bool begins_fact(kf_text rest) {
    static const char *const facts[] = {"\"SZ\"",    "\"FF\"",        "\"GM\"",       "\"KM\"",
                                        "\"PB\"",    "\"PW\"",        "\"AB\"",       "\"AW\"",
                                        "\"data\"",  "\"size\"",      "\"board\"",    "\"info\"",
                                        "\"komi\"",  "\"boardSize\"", "\"root\"",     "\"rules\"",
                                        "\"setup\"", "\"markup\"",    "\"gameTrees\""};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (kf_text_starts(rest, kf_text_of(facts[i])))
            return true;
    return false;
}

// One move alone, one colour, or lists of two letters may be something else in the JSON of
// anything, but not among games.
bool kf_moves_nodes_sniff(kf_text head, bool is_listed) {
    static const char *const lists[] = {"\"children\"", "\"_children\"", "\"tree\"",
                                        "\"game\"",     "\"nodes\"",     "\"sequence\""};
    bool has[3] = {false, false, false}, has_list = false, has_root = false, has_point = false;
    bool has_fact = false, has_piece = false; // of chess
    for (size_t i = 1; i < head.length; i++) {
        kf_text rest = kf_text_cut(head, i, head.length);
        if (head.data[i] != '"')
            continue;
        for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
            has_list = has_list || has_bracket_behind(rest, lists[k], '[');
        has_list = has_list || (head.data[0] == '[' && kf_text_starts(rest, KF_TEXT("\"root\"")));
        has_fact = has_fact || begins_fact(rest);
        has_piece = has_piece || kf_text_starts(rest, KF_TEXT("\"piece\""));
        has_root = has_root || kf_text_starts(rest, KF_TEXT("\"SZ\"")) ||
                   kf_text_starts(rest, KF_TEXT("\"FF\""));
        has[KF_BLACK] = has_move_behind(rest, KF_TEXT("\"B\""), &has_point) || has[KF_BLACK];
        has[KF_WHITE] = has_move_behind(rest, KF_TEXT("\"W\""), &has_point) || has[KF_WHITE];
        has[KF_EMPTY] = has[KF_EMPTY] || has_bracket_behind(rest, "\"move\"", '{');
    }
    bool has_both = has[KF_BLACK] && has[KF_WHITE], has_any = has[KF_BLACK] || has[KF_WHITE];
    bool is_known =
        (has_point && (has_both || is_listed)) || has[KF_EMPTY] || (has_root && has_any);
    return has_list && is_known && (has_fact || is_listed) && !has_piece;
}

// ---- Levels ----

static level *open_level(walk *w, char bracket, kf_node tip) {
    kf_arena *arena = w->r->record->arena;
    w->levels = kf_arena_grow(arena, w->levels, &w->room, w->depth + 1, sizeof *w->levels);
    level *l = &w->levels[w->depth++];
    *l = (level){.bracket = bracket, .above = {"", 0}, .tip = tip, .text.arena = arena};
    kf_json_read_enter(&w->r->json, bracket);
    return l;
}

static void open_branches(walk *w, kf_node tip) {
    open_level(w, '[', tip)->is_branches = true;
}

// The node of an object. A move is never that of the root which was made before.
static void take_node(walk *w, level *l, bool is_move) {
    kf_record *record = w->r->record;
    if (l->node != 0 && !(is_move && l->node == l->root))
        return;
    bool is_root = l->root != 0 && !is_move;
    l->node = is_root ? l->root : kf_record_add(record, l->tip);
    l->tip = l->node;
    kf_record_set_place(record, l->node, kf_server_place(record, w->r->json.rest.data).offset);
}

// What is said of the game stands before what its first node has.
static void end_game(walk *w, const level *l) {
    kf_record *record = w->r->record;
    kf_buffer text = {.arena = record->arena};
    if (w->jgf.size.width == 0)
        w->jgf.size = l->size.width > 0 || l->size.odd != NULL ? l->size : w->jgf.size;
    if (w->jgf.size.width == 0 && w->jgf.size.odd != NULL)
        kf_moves_tree_report(w->r, w->jgf.size.odd,
                             "this size of the board is not understood; it is left out");
    kf_moves_jgf_facts(&w->jgf, &text);
    kf_buffer_add_text(&text, kf_node_text(record, w->game));
    kf_record_put(record, w->game, kf_buffer_text(&text));
}

// What stands around a tree that makes its game itself is said of that, as far as it does not say
// so itself. Of several it is not known which are meant.
static void end_tree(walk *w, const level *around) {
    kf_record *record = w->r->record;
    kf_node game = kf_node_next(record, w->before);
    kf_text rest = kf_buffer_text(&w->jgf.facts);
    kf_buffer facts = {.arena = record->arena};
    level l = {.size = around->size};
    if (w->before == 0)
        game = kf_node_child(record, 0);
    if (w->game != 0 || game == 0 || kf_node_next(record, game) != 0)
        return;
    for (kf_property fact, own; kf_property_next(&rest, &fact);) {
        const char name[] = {fact.name.data[0], fact.name.data[1], '\0'};
        if (!kf_property_find(record, game, name, &own)) {
            kf_buffer_add_text(&facts, fact.name);
            kf_buffer_add_text(&facts, fact.values);
        }
    }
    if (kf_property_find(record, game, "SZ", &(kf_property){.id = 0}))
        l.size = w->jgf.size = (kf_moves_size){.odd = NULL};
    w->jgf.facts = facts;
    w->game = game;
    end_game(w, &l);
}

static void leave(walk *w) {
    level *l = &w->levels[--w->depth], *above = w->depth > 0 ? l - 1 : NULL;
    if (l->node != 0)
        kf_record_put(w->r->record, l->node, kf_buffer_text(&l->text));
    if (l->is_record)
        end_game(w, l);
    else if (w->depth == 0)
        end_tree(w, l);
    bool is_line = l->bracket == '[' && !l->is_branches;
    bool is_followed = l->bracket == '{' && !l->is_tree && l->above.length == 0;
    if (above != NULL && (above->bracket == '{' ? is_line : is_followed && !above->is_branches))
        above->tip = l->tip;
    kf_arena_release(w->r->record->arena, l->text.data);
}

// ---- Properties of SGF ----

static bool is_property(kf_text name) {
    enum { LONGEST = 8 };
    for (size_t i = 0; i < name.length; i++)
        if (name.data[i] < 'A' || name.data[i] > 'Z')
            return false;
    return name.length > 0 && name.length <= LONGEST;
}

static bool is_move(kf_text name) {
    return kf_text_is(name, "B") || kf_text_is(name, "W");
}

static bool take_value(walk *w, level *l) {
    kf_json_reader *json = &w->r->json;
    kf_text value;
    kf_buffer_add_char(&l->text, '[');
    bool is_string = kf_json_read_kind(json) == '"';
    bool is_value = is_string || kf_json_read_number(json, &value);
    if (is_string)
        kf_value_escape(&l->text, kf_moves_list_string(w->r));
    else if (is_value)
        kf_buffer_add_text(&l->text, value);
    else
        kf_json_read_skip(json);
    kf_buffer_add_char(&l->text, ']');
    return is_value;
}

// Takes a property, or leaves it out where one of its values is none.
static void take_property(walk *w, level *l, kf_text name) {
    kf_json_reader *json = &w->r->json;
    const char *piece = json->rest.data;
    take_node(w, l, is_move(name));
    size_t begin = l->text.length, values = 0;
    bool is_sound = true;
    kf_buffer_add_text(&l->text, name);
    if (kf_json_read_kind(json) != '[')
        is_sound = take_value(w, l) && ++values > 0;
    else if (kf_json_read_enter(json, '['))
        for (; kf_json_read_element(json); values++)
            is_sound = take_value(w, l) && is_sound;
    if (!is_sound)
        kf_moves_tree_report(w->r, piece, "this is no value of a property; it is left out");
    if (!is_sound || values == 0)
        l->text.length = begin;
    else if (kf_text_is(name, "AB") || kf_text_is(name, "AW"))
        w->r->stone_count++;
    else
        w->r->move_count += is_move(name);
}

static void take_properties(walk *w, level *l) {
    kf_text name;
    take_node(w, l, false);
    kf_json_read_enter(&w->r->json, '{');
    while (kf_json_read_member(&w->r->json, &name))
        if (is_property(name))
            take_property(w, l, name);
        else
            kf_json_read_skip(&w->r->json);
}

// ---- Nodes of JGF ----

static void take_move(walk *w, level *l) {
    const char *piece = w->r->json.rest.data;
    take_node(w, l, true);
    if (kf_moves_jgf_move(w->r, &l->text))
        w->r->move_count++;
    else
        kf_moves_tree_report(w->r, piece, "this is no move; it is left out");
}

// Takes a member of a node. False: it is none of those that are known.
static bool take_of_node(walk *w, level *l, kf_text name) {
    static const char *const turns[] = {
        [KF_EMPTY] = "", [KF_BLACK] = "PL[B]", [KF_WHITE] = "PL[W]"};
    char kind = kf_json_read_kind(&w->r->json);
    bool is_list = kind == '[' || kind == '{';
    if (kind == '{' && kf_moves_names_is(name, "move")) {
        take_move(w, l);
        return true;
    }
    const char *const *groups = is_list ? kf_moves_jgf_groups(name) : NULL;
    bool is_comment = kf_moves_names_is(name, "comments") && kind == '[';
    bool is_text = kind == '"' && (kf_text_is(name, "name") || kf_text_is(name, "comment") ||
                                   kf_text_is(name, "comments"));
    bool is_turn = kind == '"' && kf_text_is(name, "turn");
    if (groups == NULL && !is_comment && !is_text && !is_turn)
        return false;
    take_node(w, l, false);
    size_t before = l->text.length;
    if (groups != NULL) {
        kf_moves_jgf_points(w->r, &l->text, groups);
        w->r->stone_count += kf_moves_names_is(name, "setup") && l->text.length > before;
    } else if (is_comment)
        kf_moves_jgf_comments(w->r, &l->text);
    else if (is_turn)
        kf_buffer_add_string(&l->text, turns[kf_moves_names_colour(kf_moves_list_string(w->r))]);
    else {
        kf_buffer_add_string(&l->text, kf_text_is(name, "name") ? "N[" : "C[");
        kf_value_escape(&l->text, kf_moves_list_string(w->r));
        kf_buffer_add_char(&l->text, ']');
    }
    return true;
}

// ---- The walk ----

static const char *const records[] = {"tree", "game", NULL};

// Opens a list in which nodes or branches stand. False: it is none.
static bool open_list(walk *w, level *l, kf_text name) {
    static const char *const trees[] = {"sequences", "gametrees", NULL};
    static const char *const lines[] = {"nodes", "sequence", NULL};
    static const char *const games[] = {"games", "records", NULL};
    bool is_after = kf_moves_names_is(name, "children");
    bool is_line = kf_moves_names_any(name, lines);
    bool is_record = l->tip == 0 && kf_moves_names_any(name, records);
    bool is_list_of_games = l->tip == 0 && kf_moves_names_any(name, games);
    if (is_list_of_games || kf_moves_names_is(name, "variations")) {
        open_branches(w, l->tip);
        return true;
    }
    if (!is_after && !is_line && !is_record && !kf_moves_names_any(name, trees))
        return false;
    l->is_tree = true;
    l->is_record = l->is_record || is_record;
    if (is_after)
        take_node(w, l, false);
    if (is_record) {
        l->tip = w->game = kf_record_add(w->r->record, 0);
        kf_record_set_place(w->r->record, w->game,
                            kf_server_place(w->r->record, w->r->json.rest.data).offset);
        open_level(w, '[', w->game)->root = w->game;
    } else if (is_line) {
        open_level(w, '[', l->tip);
    } else {
        open_branches(w, l->tip);
    }
    return true;
}

// A list of moves that the front of the text did not show.
static void leave_moves(walk *w) {
    const char *piece = w->r->json.rest.data;
    if (kf_moves_tree_filled(w->r->json))
        kf_moves_tree_report(
            w->r, piece, "there are further moves beside those of these games; they are left out");
    kf_json_read_skip(&w->r->json);
}

static void take_member(walk *w, kf_text name) {
    static const char *const data[] = {"data", "properties", "props", NULL};
    kf_json_reader *json = &w->r->json;
    level *l = &w->levels[w->depth - 1];
    char kind = kf_json_read_kind(json);
    bool is_before = l->is_game && l->tip == 0; // its nodes
    bool is_element = l->above.length == 0 && w->depth > 1 && !is_before;
    bool is_of_node = is_before && kf_moves_jgf_groups(name) != NULL;
    if (is_property(name) && strchr("\"0[", kind) != NULL && kind != '\0')
        take_property(w, l, name);
    else if (kind == '{' && kf_moves_names_any(name, data))
        take_properties(w, l);
    else if (kind == '[' && open_list(w, l, name))
        return;
    else if (is_element && take_of_node(w, l, name))
        return;
    else if (kind == '[' && l->node == 0 && kf_moves_names_is(name, "moves"))
        leave_moves(w);
    else if (kind == '{' && l->node == 0 && !is_of_node && !kf_moves_names_judges(name))
        open_level(w, '{', 0)->above = name;
    else if (kf_moves_jgf_is_board(l->above) || !kf_moves_jgf_size(w->r, &l->size, name))
        kf_moves_jgf_fact(w->r, &w->jgf, l->above, name);
}

// Whether a list comes next that begins with a node: a line.
static bool is_line(kf_json_reader next) {
    return kf_json_read_enter(&next, '[') && kf_json_read_element(&next) &&
           kf_json_read_kind(&next) == '{';
}

// Whether the object that comes next has a list of the nodes of a game. Only what stands in little
// is looked through.
static bool holds_game(const walk *w) {
    enum { OUTER = 4 };
    kf_json_reader next = w->r->json;
    kf_text name;
    if (w->depth > OUTER || !kf_json_read_enter(&next, '{'))
        return false;
    for (; kf_json_read_member(&next, &name); kf_json_read_skip(&next))
        if (kf_moves_names_any(name, records) && kf_json_read_kind(&next) == '[')
            return true;
    return false;
}

static void take_element(walk *w) {
    level *list = &w->levels[w->depth - 1];
    char kind = kf_json_read_kind(&w->r->json);
    kf_node tip = list->tip, root = list->root;
    if (kind == '{') {
        bool is_game = tip == 0 && holds_game(w);
        list->root = 0;
        level *l = open_level(w, '{', tip);
        l->root = root;
        l->is_game = is_game;
    } else if (kind == '[' && list->is_branches) {
        open_level(w, '[', tip);
    } else if (kind == '[') {
        bool is_one = is_line(w->r->json);
        list->root = 0;
        if (is_one && tip != 0)
            kf_moves_tree_report(w->r, w->r->json.rest.data,
                                 "this list is no list of variations; it is read as one");
        open_level(w, '[', tip)->is_branches = !is_one;
    } else {
        kf_json_read_skip(&w->r->json);
    }
}

static void pass_over(walk *w) {
    char kind = kf_json_read_kind(&w->r->json);
    if (!w->is_deep && (kind == '{' || kind == '['))
        kf_moves_tree_report(w->r, w->r->json.rest.data,
                             "this stands too deep to be looked through for moves");
    w->is_deep = w->is_deep || kind == '{' || kind == '[';
    kf_json_read_skip(&w->r->json);
}

void kf_moves_nodes_read(kf_moves *r, kf_text text) {
    walk w = {.r = r};
    kf_text name;
    r->json = (kf_json_reader){.rest = text};
    for (char kind; (kind = kf_json_read_kind(&r->json)) == '{' || kind == '[';) {
        w.before = kf_node_last_child(r->record, 0);
        w.game = 0;
        kf_moves_jgf_begin(&w.jgf, r->record->arena);
        open_level(&w, kind, 0);
        while (w.depth > 0)
            if (w.levels[w.depth - 1].bracket == '{' ? !kf_json_read_member(&r->json, &name)
                                                     : !kf_json_read_element(&r->json))
                leave(&w);
            else if (w.depth == DEEPEST)
                pass_over(&w);
            else if (w.levels[w.depth - 1].bracket == '{')
                take_member(&w, name);
            else
                take_element(&w);
    }
    kf_json_read_report(&r->json, r->record->source, r->log);
    if (r->json.is_broken || kf_text_trim(r->json.rest).length > 0)
        kf_moves_tree_report(r, r->json.rest.data,
                             "from here on the text is not JSON; what comes before it is read");
}
