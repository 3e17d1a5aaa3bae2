// SPDX-License-Identifier: MIT
// Where games stand in JSON of others: one alone, one in a line, in a list or an object of them.
//
// One walk over the text notes the objects that hold moves, and whatever these stand in. Nothing
// else is kept of it, so a text costs memory by its games only.

#include <stdio.h>
#include <string.h>

#include "format/json/moves.h"

enum { LEVELS = 40 };

// An object or a list that is open.
typedef struct level {
    size_t begin, node; // node: NONE as long as nothing within it holds moves
    kf_text name;       // of an object's member
    char bracket;
    size_t sgf;   // how many strings of SGF there were before it
    size_t base;  // where the first of the objects begins that it stands in without a list between
    size_t games; // objects in it that hold moves, in objects only
} level;

typedef struct walk {
    kf_moves *r;
    kf_moves_tree *tree;
    size_t room;
    level levels[LEVELS];
    size_t depth;
    bool is_deep;         // that was reported
    bool is_broken;       // the text, somewhere
    bool is_list;         // the text begins with a list
    const char *line_end; // of the line that was measured last
    int vain;             // how often a value was followed over lines in vain
} walk;

#define NONE SIZE_MAX

static size_t offset_of(const walk *w, const char *piece) {
    return (size_t)(piece - w->r->record->source->text.data);
}

void kf_moves_tree_report(kf_moves *r, const char *piece, const char *what) {
    kf_log_add(r->log, KF_SERVER_LINE, kf_server_place(r->record, piece), "%s", what);
    r->record->is_repaired = true;
}

// Names of what is thought about a game and is not its course.
static bool is_aside(kf_text name) {
    static const char *const names[] = {
        "variation",   "variations", "branch",       "branches",  "review", "reviews",
        "analysis",    "analyses",   "alternatives", "pv",        "pvs",    "children",
        "suggestions", "hints",      "solution",     "solutions", NULL};
    return kf_moves_names_any(name, names);
}

// ---- What holds moves ----

bool kf_moves_tree_filled(kf_json_reader value) {
    char kind = kf_json_read_kind(&value);
    kf_text text = value.rest;
    size_t i = 1;
    if (kind == '[')
        return kf_json_read_enter(&value, '[') && kf_json_read_kind(&value) != '\0';
    while (i < text.length && text.data[i] != '\0' &&
           strchr(" .,;([0123456789", text.data[i]) != NULL)
        i++;
    char c = i < text.length ? (char)(text.data[i] | 0x20) : '\0';
    return kind == '"' && c >= 'a' && c <= 'z';
}

bool kf_moves_tree_sgf(kf_text string) {
    kf_json_reader inside = {.rest = kf_text_cut(string, 1, string.length)};
    kf_json_read_kind(&inside); // passes over blanks
    if (!kf_text_starts(inside.rest, KF_TEXT("(")))
        return false;
    inside.rest = kf_text_cut(inside.rest, 1, inside.rest.length);
    kf_json_read_kind(&inside);
    return kf_text_starts(inside.rest, KF_TEXT(";"));
}

static kf_colour player_of(kf_text name) {
    return kf_moves_names_is(name, "black")   ? KF_BLACK
           : kf_moves_names_is(name, "white") ? KF_WHITE
                                              : KF_EMPTY;
}

static kf_moves_node *add_node(walk *w, const level *l, size_t parent) {
    kf_moves_tree *tree = w->tree;
    tree->nodes = kf_arena_grow(w->r->record->arena, tree->nodes, &w->room, tree->count + 1,
                                sizeof *tree->nodes);
    kf_moves_node *node = &tree->nodes[tree->count];
    *node = (kf_moves_node){.begin = (uint32_t)l->begin,
                            .parent = (uint32_t)parent,
                            .last = (uint32_t)tree->count,
                            .bracket = l->bracket,
                            .is_aside = is_aside(l->name),
                            .colour = player_of(l->name)};
    tree->count++;
    return node;
}

// The node of one of the levels, and of all that it stands in.
static kf_moves_node *node_of(walk *w, size_t depth) {
    size_t parent = 0;
    for (size_t i = 0; i < depth; i++) {
        level *l = &w->levels[i];
        if (l->node == NONE) {
            l->node = w->tree->count;
            add_node(w, l, parent);
        }
        parent = l->node;
    }
    return &w->tree->nodes[parent];
}

// Passes over a value and looks at all that is in it: a fault stops it where it stands.
static void pass_soundly(kf_json_reader *json) {
    char open[LEVELS] = {kf_json_read_kind(json)};
    size_t depth = kf_json_read_enter(json, open[0]);
    kf_text name;
    while (depth > 0) {
        bool goes_on =
            open[depth - 1] == '{' ? kf_json_read_member(json, &name) : kf_json_read_element(json);
        char kind = goes_on ? kf_json_read_kind(json) : '\0';
        if (!goes_on)
            depth--;
        else if ((kind == '{' || kind == '[') && depth < LEVELS && kf_json_read_enter(json, kind))
            open[depth++] = kind;
        else
            kf_json_read_skip(json);
    }
}

// A member of the object in hand that holds moves or stones. False: it does not.
static bool note_lists(walk *w, kf_text name) {
    kf_json_reader *json = &w->r->json;
    char kind = kf_json_read_kind(json);
    bool is_list = kind == '[' || kind == '"';
    bool is_tree = kind == '{' && kf_moves_names_tree(name);
    bool is_moves = is_tree || (is_list && kf_moves_names_moves(name));
    bool is_stones = is_list && kf_moves_names_stones(name);
    bool is_state = kind == '"' && kf_moves_names_colour(name) != KF_EMPTY && w->depth > 1 &&
                    kf_moves_names_is(w->levels[w->depth - 1].name, "initialstate");
    if (!is_moves && !is_stones && !is_state)
        return false;
    kf_moves_node *node = node_of(w, w->depth - is_state);
    kf_text text = json->rest;
    bool is_filled = is_tree ? kf_moves_puzzle_filled(*json) : kf_moves_tree_filled(*json);
    if (is_tree)
        pass_soundly(json);
    else
        kf_json_read_skip(json);
    text = kf_text_cut(text, 1, text.length - json->rest.length);
    node->has_moves = node->has_moves || is_moves;
    node->has_stones = node->has_stones || (!is_moves && is_filled && (kind == '[' || is_state));
    node->any_joined = node->has_moves || node->has_stones;
    node->has_more = node->has_more || (is_moves && is_filled && node->filled > 0) ||
                     (kind == '[' && kf_text_has_fold(text, "\"moves\""));
    node->filled = node->filled || (is_moves && is_filled);
    return true;
}

// ---- The walk ----

static void pass_over(walk *w) {
    kf_text text = w->r->json.rest;
    kf_json_read_skip(&w->r->json);
    text.length -= w->r->json.rest.length;
    if (!w->is_deep && kf_text_has_fold(text, "\"moves\"")) {
        kf_moves_tree_report(w->r, text.data,
                             "this stands too deep to be looked through for moves");
        w->is_deep = true;
    }
}

static void enter(walk *w, kf_text name) {
    char bracket = kf_json_read_kind(&w->r->json);
    level *l = &w->levels[w->depth++];
    size_t begin = offset_of(w, w->r->json.rest.data);
    bool is_joined = w->depth > 1 && bracket == '{' && l[-1].bracket == '{';
    *l = (level){.begin = begin,
                 .node = NONE,
                 .name = name,
                 .bracket = bracket,
                 .sgf = w->tree->sgf_count,
                 .base = bracket != '{' ? NONE
                         : is_joined    ? l[-1].base
                                        : begin};
    kf_json_read_enter(&w->r->json, bracket);
}

// Whether the string ends as SGF does, perhaps with ends of lines behind it.
static bool is_all_sgf(const walk *w, size_t begin) {
    kf_text text = w->r->record->source->text, string = {"", 0};
    kf_json_reader json = {.rest = kf_text_cut(text, begin, text.length)};
    if (!kf_json_read_string(&json, &string))
        return false;
    for (string = kf_text_trim(string); string.length > 2; string.length -= 2) {
        char last = string.data[string.length - 1];
        if (string.data[string.length - 2] != '\\' || (last != 'n' && last != 'r'))
            break;
    }
    return string.data[string.length - 1] == ')';
}

// Drops the strings of SGF from that one on that stand in that depth itself, or all but games in
// lists: what only begins as SGF there is reported.
static void drop_sgf(walk *w, size_t from, bool is_all, size_t depth) {
    kf_moves_tree *tree = w->tree;
    size_t kept = from, count = tree->sgf_count;
    const char *other = NULL;
    for (size_t i = from; i < count; i++) {
        kf_moves_sgf sgf = tree->sgf[i];
        bool is_kept =
            sgf.is_sure ? !is_all || is_all_sgf(w, sgf.begin) : !is_all && sgf.depth != depth;
        if (is_kept)
            tree->sgf[kept++] = sgf;
        else if (sgf.is_sure && other == NULL)
            other = w->r->record->source->text.data + sgf.begin;
    }
    tree->sgf_count = kept;
    if (other != NULL)
        kf_moves_tree_report(w->r, other, "this is no game of SGF; it is left out");
}

// The moves of that object, or of the objects in it, count no more, nor do all stones.
static void drop_moves(walk *w, size_t first, bool is_all) {
    kf_moves_node *nodes = w->tree->nodes;
    for (size_t i = first; i < w->tree->count; i++)
        if (i == first || (nodes[i].bracket == '{' && nodes[nodes[i].parent].is_on_path)) {
            nodes[i].is_on_path = true;
            nodes[i].has_moves = false;
            nodes[i].filled = 0;
            nodes[i].has_stones = nodes[i].has_stones && !is_all;
            nodes[i].any_joined = nodes[i].has_stones;
        }
    for (size_t i = first; i < w->tree->count; i++)
        nodes[i].is_on_path = false;
}

// SGF is of the game whose moves stand beside it, or in it where they are of one game. In a list it
// counts and they do not. An empty list of moves beside it says nothing.
static void leave(walk *w) {
    level *l = &w->levels[--w->depth], *above = w->depth > 0 ? l - 1 : NULL;
    kf_moves_node *node = l->node != NONE ? &w->tree->nodes[l->node] : NULL;
    size_t depth = w->depth;
    bool is_filled = node != NULL && node->filled > 0;
    bool is_joined = above != NULL && above->bracket == '{' && l->bracket == '{';
    size_t games = l->games + is_filled;
    bool has_own = false;
    for (size_t i = l->sgf; i < w->tree->sgf_count; i++)
        has_own =
            has_own || (!w->tree->sgf[i].is_sure && (w->tree->sgf[i].depth == depth || is_filled));
    bool is_better = games == 1 && has_own && w->is_list;
    bool is_only = has_own && games == 0 && node != NULL && !node->has_stones && l->bracket == '{';
    if (node != NULL && (is_better || is_only))
        drop_moves(w, l->node, is_better);
    else if (is_filled || games == 1)
        drop_sgf(w, l->sgf, is_filled, depth);
    if (is_joined)
        above->games += is_better ? 0 : games;
    for (size_t i = l->sgf; !is_joined && i < w->tree->sgf_count; i++)
        w->tree->sgf[i].is_sure = true;
}

// A tree of nodes counts where it stands alone, or in a list of games, and has no moves or SGF.
static void note_tree(walk *w, const level *l) {
    static const char *const lists[] = {"games", "records", NULL};
    kf_moves_tree *tree = w->tree;
    kf_text text = w->r->record->source->text;
    const char *noted = tree->tree_count > 0 ? tree->trees[tree->tree_count - 1].data : NULL;
    bool is_listed = w->depth > 0 && l[-1].bracket == '[' && l->bracket == '{' &&
                     (w->depth == 1 || (w->depth == 2 && kf_moves_names_any(l[-1].name, lists)));
    bool is_empty = l->node == NONE && tree->sgf_count == l->sgf && !w->r->json.is_broken &&
                    (noted == NULL || noted < text.data + l->begin);
    text = kf_text_cut(text, l->begin, offset_of(w, w->r->json.rest.data));
    if (!is_empty || (w->depth > 0 && !is_listed) || !kf_moves_nodes_sniff(text, is_listed))
        return;
    tree->trees = kf_arena_grow(w->r->record->arena, tree->trees, &tree->tree_room,
                                tree->tree_count + 1, sizeof *tree->trees);
    tree->trees[tree->tree_count++] = text;
}

static void add_sgf(walk *w, const char *piece, size_t base, size_t depth) {
    kf_moves_tree *tree = w->tree;
    tree->sgf = kf_arena_grow(w->r->record->arena, tree->sgf, &tree->sgf_room, tree->sgf_count + 1,
                              sizeof *tree->sgf);
    tree->sgf[tree->sgf_count++] = (kf_moves_sgf){offset_of(w, piece), base, depth, false};
}

static void take_value(walk *w, kf_text name) {
    kf_json_reader *json = &w->r->json;
    char kind = kf_json_read_kind(json);
    level *l = &w->levels[w->depth - 1];
    if (l->bracket == '{' && note_lists(w, name))
        return;
    if (kind == '"' && kf_moves_tree_sgf(json->rest))
        add_sgf(w, json->rest.data, l->base, w->depth - 1);
    if (kind != '{' && kind != '[')
        kf_json_read_skip(json);
    else if (w->depth < LEVELS)
        enter(w, name);
    else
        pass_over(w);
}

// One value of the stream.
static void walk_value(walk *w) {
    kf_text name = {"", 0};
    enter(w, name);
    while (w->depth > 0) {
        bool is_object = w->levels[w->depth - 1].bracket == '{';
        bool goes_on =
            is_object ? kf_json_read_member(&w->r->json, &name) : kf_json_read_element(&w->r->json);
        if (goes_on) {
            take_value(w, name);
            continue;
        }
        leave(w);
        note_tree(w, &w->levels[w->depth]);
    }
}

// ---- Counts ----

static void count(kf_moves_tree *tree) {
    for (size_t i = tree->count; i-- > 0;) {
        kf_moves_node *node = &tree->nodes[i], *parent = &tree->nodes[node->parent];
        bool has_own = node->filled + node->total > 0;
        // What stands aside counts where nothing else does.
        node->has_aside = has_own && node->aside > 0;
        node->total += node->filled + (has_own ? 0 : node->aside);
        node->joined += node->filled + (has_own ? 0 : node->aside_joined);
        if (i == 0)
            return;
        bool is_joined = parent->bracket == '{' && node->bracket == '{';
        *(node->is_aside ? &parent->aside : &parent->total) += node->total;
        *(node->is_aside ? &parent->aside_joined : &parent->joined) += is_joined ? node->joined : 0;
        parent->any_joined += is_joined ? node->any_joined : 0;
        parent->has_stones = parent->has_stones || (is_joined && node->has_stones);
        parent->last = node->last > parent->last ? node->last : parent->last;
    }
}

// ---- The stream ----

// Strings of SGF between two places, where the text is no JSON.
static void take_lost(walk *w, const char *begin, const char *end) {
    const kf_moves_tree *tree = w->tree;
    for (const char *p = begin; (p = memchr(p, '"', (size_t)(end - p))) != NULL; p++) {
        size_t last = tree->sgf_count > 0 ? tree->sgf[tree->sgf_count - 1].begin : 0;
        if (kf_moves_tree_sgf((kf_text){p, (size_t)(end - p)}) && offset_of(w, p) > last)
            add_sgf(w, p, NONE, 0);
    }
}

// Where the next line begins that begins with a bracket.
static kf_text next_value(kf_text rest) {
    for (const char *end; (end = memchr(rest.data, '\n', rest.length)) != NULL;) {
        rest = kf_text_cut(rest, (size_t)(end - rest.data) + 1, rest.length);
        if (kf_text_starts(rest, KF_TEXT("{")) || kf_text_starts(rest, KF_TEXT("[")))
            return rest;
    }
    return kf_text_cut(rest, rest.length, rest.length);
}

// A line of many values is measured once.
static kf_text line_of(walk *w, kf_text rest) {
    if (w->line_end == NULL || w->line_end < rest.data) {
        w->line_end = rest.length > 0 ? memchr(rest.data, '\n', rest.length) : NULL;
        w->line_end = w->line_end != NULL ? w->line_end : rest.data + rest.length;
    }
    return kf_text_cut(rest, 0, (size_t)(w->line_end - rest.data));
}

// What the first object says before the text is broken is kept without moves, too.
static void keep_first(walk *w, kf_text rest) {
    level first = {.begin = offset_of(w, rest.data), .name = {"", 0}, .bracket = '{'};
    if (w->tree->count > 1 || !kf_text_starts(rest, KF_TEXT("{")))
        return;
    kf_moves_node *node = add_node(w, &first, 0);
    node->has_moves = true;
    node->any_joined = 1;
}

// A value that is broken somewhere. It is read as far as its brackets go, where they do.
static const char *note_broken(walk *w, kf_text rest, size_t before) {
    kf_moves *r = w->r;
    kf_json_reader whole = {.rest = rest};
    const char *end = r->json.rest.data;
    kf_moves_tree_report(r, end, "from here on the text is not JSON; what comes before it is read");
    keep_first(w, rest);
    if (before < w->tree->count)
        w->tree->nodes[before].is_broken = true;
    if (!w->is_broken) {
        w->tree->broken = end;
        kf_json_read_skip(&whole);
    }
    end = w->is_broken || whole.is_broken ? end : whole.rest.data;
    w->is_broken = true;
    return end;
}

// Whether the text is one whole value.
static bool is_whole(kf_text text) {
    kf_json_reader value = {.rest = text};
    char kind = kf_json_read_kind(&value);
    if (kind != '{' && kind != '[')
        return false;
    kf_json_read_skip(&value);
    return !value.is_broken && kf_json_read_kind(&value) == '\0' && value.rest.length == 0;
}

// Whether a value ends with its line, among lines that do: it is whole; or it is broken, and the
// line behind it is a value. Values that are followed over all lines in vain cost time, so there
// are not many.
static bool is_line(walk *w, kf_text line, kf_text behind) {
    enum { MOST = 8 };
    kf_text next, rest = {line.data, (size_t)(behind.data + behind.length - line.data)};
    bool is_next = kf_text_trim(line).length > 1 && kf_text_line(&behind, &next) && is_whole(next);
    if (is_whole(line) || is_next || w->vain == MOST)
        return true;
    kf_json_reader spread = {.rest = rest};
    pass_soundly(&spread);
    bool is_spread = !spread.is_broken;
    w->vain += !is_spread;
    return !is_spread;
}

// Walks over one value, which ends with its line where the next line begins with another one and
// those before did so. The text behind it.
static kf_text take_one(walk *w, kf_text rest, bool *is_lines) {
    kf_moves *r = w->r;
    kf_text line = line_of(w, rest), behind = kf_text_cut(rest, line.length + 1, rest.length);
    size_t before = w->tree->count;
    bool is_cut = *is_lines && kf_text_starts(behind, KF_TEXT("{")) && is_line(w, line, behind);
    kf_text value = is_cut ? line : rest;
    r->json = (kf_json_reader){.rest = value};
    walk_value(w);
    kf_json_read_report(&r->json, r->record->source, r->log);
    bool is_broken = r->json.is_broken, is_first = !w->is_broken;
    bool has_lost = is_broken && (w->is_list || before == w->tree->count);
    const char *fault = r->json.rest.data;
    const char *end = is_broken ? note_broken(w, value, before) : fault;
    // Once, a game is read beyond what this walk stumbles over.
    const char *last = is_broken && is_first ? value.data + value.length : end;
    if (before < w->tree->count)
        w->tree->nodes[before].end = (uint32_t)offset_of(w, last);
    *is_lines = end <= line.data + line.length && (!is_broken || is_cut);
    rest = kf_text_cut(rest, (size_t)(end - rest.data), rest.length);
    rest = !is_broken ? rest : is_cut ? behind : next_value(rest);
    if (has_lost)
        take_lost(w, fault - (fault > value.data), rest.data); // a quote may be the fault
    return rest;
}

// Whether what follows the games is nothing but signs that end a text: of DOS, NULs, a statement.
static bool is_tail(kf_text rest) {
    static const char nul[] = "\xE2\x90\x80";
    while ((rest = kf_text_trim(rest)).length > 0) {
        bool is_nul = kf_text_starts(rest, kf_text_of(nul));
        if (!is_nul && strchr(";,\x1A", rest.data[0]) == NULL)
            return false;
        rest = kf_text_cut(rest, is_nul ? sizeof nul - 1 : 1, rest.length);
    }
    return true;
}

void kf_moves_tree_find(kf_moves *r, kf_moves_tree *tree) {
    walk w = {.r = r, .tree = tree};
    level stream = {.name = {"", 0}, .bracket = '['};
    bool is_lines = false;
    kf_json_reader values = {.rest = r->record->source->text};
    w.is_list = kf_json_read_kind(&values) == '[';
    add_node(&w, &stream, 0);
    for (char kind; (kind = kf_json_read_kind(&values)) != '\0' || values.rest.length > 0;) {
        if (kind == '{' || kind == '[') {
            values.rest = take_one(&w, values.rest, &is_lines);
            continue;
        }
        if (tree->count > 1 && !w.is_broken && is_tail(values.rest))
            break;
        kf_moves_tree_report(r, values.rest.data,
                             "this is no JSON of a game; it is left out up to the next object");
        if (!w.is_broken && tree->count == 1) {
            keep_first(&w, kf_text_trim(r->record->source->text));
            tree->nodes[tree->count - 1].end = (uint32_t)offset_of(&w, values.rest.data);
        }
        w.is_broken = true;
        const char *begin = values.rest.data;
        values.rest = next_value(values.rest);
        take_lost(&w, begin, values.rest.data);
    }
    count(tree);
}
