// SPDX-License-Identifier: MIT
// Reading SGF: the tree of nodes over the source text, in one pass and without recursion.

#include "format/sgf/sgf.h"

#include <string.h>

#include "base/text.h"
#include "record/value.h"

// Variations that the main line goes on behind: `begin` to `end` stands before it and is to stand
// behind the tree. `depth` is how many trees are open there.
typedef struct early {
    const char *begin, *end, *close;
    size_t depth;
} early;

typedef struct early_list {
    early *items;
    size_t count, room;
} early_list;

// The last thing that was read, as far as the syntax cares.
typedef enum token { TOKEN_NONE, TOKEN_OPEN, TOKEN_NODE, TOKEN_CLOSE } token;

typedef struct reading {
    kf_sgf_reader shared;
    kf_sgf_waiting waiting;
    kf_record *record;
    kf_log *log;
    const char *text, *p, *end; // of the source
    const char *ahead;          // the bracket that closes what follows a value that breaks off
    uint32_t stamp;             // of node 0: `names` holds stamps, for a stream has many nodes 1
    kf_node first;              // of the nodes that are read now
    kf_node current;            // what the next node continues, 0 outside of games
    kf_node resume;             // the last node of the tree that was closed last
    kf_node inner;              // and of the one before
    kf_sgf_branch *open;
    size_t depth, capacity;
    early_list early;  // of trees that are open
    early_list behind; // of those that were closed
    token last;
    const char *begun;      // where the game in hand begins
    const char *opened;     // the parenthesis that was opened last
    bool is_run_reported;   // whether it belongs to a run of parentheses that was: one fault
    bool is_cut;            // the file ends in a value
    bool has_property;      // some node has one
    bool had_property;      // likewise, of the games before
    bool is_certain;        // what has none up to here are games
    bool is_implicit;       // the game was begun or taken up without a parenthesis
    const char *far;        // within all limits are what stands before it,
    size_t many, deep;      // and so many nodes (0: nothing is known) and open trees
    size_t taken_out;       // parentheses that are noted to go where it was taken up, and come back
    bool is_lower_reported; // whether lower-case letters were reported in this game
    kf_sgf_names names;
} reading;

static kf_place place(const reading *r, const char *at) {
    return kf_sgf_mend_place(r->record, at);
}

// ---- Nodes ----

// What a look at a node found.
typedef struct node_scan {
    const char *begin, *end; // its properties, without white space around them
    const char *lower;       // a name with lower-case letters, or NULL
    const char *close;       // the bracket of the last value; NULL: nothing more belongs to it
    kf_text name;            // of its property
    bool is_odd;             // something other than properties, or one that stands twice
    bool may_be_far_east;    // a name that means something else in the Far East
} node_scan;

// Steps over values at `p` that are points in small letters, in which nothing can be wrong.
static inline const char *scan_points(const char *p, kf_text name, node_scan *scan) {
    while (kf_value_is_point(p)) {
        scan->close = p + 3;
        scan->name = name;
        scan->end = p + 4;
        p = kf_sgf_skip_spaces(p + 4);
    }
    return p;
}

// The bracket behind a name that is not so plain, and behind what says nothing there, or NULL.
static const char *scan_name(reading *r, const char *p, node_scan *scan, size_t *length,
                             bool *has_lower) {
    for (; kf_sgf_is_name(p[*length]); ++*length)
        *has_lower = *has_lower || !kf_sgf_is_capital(p[*length]);
    p = kf_sgf_skip_spaces(p + *length);
    if (*length > 0 && (unsigned char)*p >= 0x80)
        p = kf_sgf_noise_skip(&r->shared, p, &scan->is_odd);
    return *length > 0 && *p == '[' ? p : NULL;
}

// A property at `p`. Returns what is behind its values, or NULL when `p` is something else.
static const char *scan_property(reading *r, const char *p, kf_node node, node_scan *scan) {
    const char *name = p;
    bool has_lower = false;
    size_t length = KF_SGF_IS_OURS ? 0 : kf_sgf_plain_name(p);
    p = length > 0 ? p + length : scan_name(r, p, scan, &length, &has_lower);
    if (p == NULL)
        return NULL;
    r->has_property = true;
    scan->may_be_far_east = scan->may_be_far_east || (length == 2 && kf_sgf_is_far_east_name(name));
    for (size_t i = 0; has_lower && scan->lower == NULL && i < length; i++)
        scan->lower = kf_sgf_is_lower(name[i]) ? name : NULL;
    scan->is_odd = scan->is_odd || (*name >= '0' && *name <= '9') ||
                   kf_sgf_is_repeated(&r->names, name, length, r->stamp + node) || has_lower;
    if (!KF_SGF_IS_OURS && p >= r->ahead)
        p = scan_points(p, (kf_text){name, length}, scan);
    while (*p == '[') {
        const char *open = p;
        // Its first two letters are no point, or nothing is wrong with it.
        bool is_plain =
            p[1] != '[' && !kf_sgf_is_space(p[1]) &&
            (p[2] == ']' || p[3] == ']' || kf_sgf_is_lower(p[3]) || (p[3] == ':' && p[5] == ']'));
        const char *behind =
            is_plain ? NULL : kf_sgf_bracket_point(&r->shared, (kf_text){name, length}, p);
        if (behind != NULL) {
            scan->is_odd = true;
            scan->close = NULL;
            scan->end = behind;
            p = kf_sgf_skip_spaces(behind);
            continue;
        }
        bool has_open = true; // or not looked for
        p = p < r->ahead ? r->ahead : kf_sgf_value_end(p + 1, r->end, &has_open);
        if (has_open && p - open > 4 && memchr(open + 1, '[', (size_t)(p - open - 1)) != NULL) {
            r->shared.node = scan->begin;
            const char *close = kf_sgf_bracket_close(&r->shared, (kf_text){name, length}, open, p);
            scan->is_odd = scan->is_odd || close != p;
            r->ahead = close < p ? p : r->ahead;
            p = close;
            if (close < r->end && *close != ']') { // it is missing there
                scan->close = NULL;
                scan->end = close;
                p = kf_sgf_skip_spaces(close);
                continue;
            }
        }
        if (p == r->end) {
            scan->is_odd = r->is_cut = true;
            return scan->end = p;
        }
        scan->close = p;
        scan->name = (kf_text){name, length};
        scan->end = ++p;
        p = kf_sgf_skip_spaces(p);
    }
    return p;
}

// Finds the end of the node whose properties begin at r->p.
static node_scan scan_node(reading *r, kf_node node) {
    const char *p = kf_sgf_skip_spaces(r->p);
    node_scan scan = {.begin = p, .end = p};
    for (;;) {
        const char *behind = scan_property(r, p, node, &scan);
        if (behind != NULL) {
            p = behind;
            continue;
        }
        char c = *p;
        if (c == ';' || c == '(' || c == ')' || p >= r->end)
            break;
        // Junk: looked at again by the mender. A value without a name is stepped over as a whole.
        scan.is_odd = true;
        const char *rest =
            scan.close != NULL ? kf_sgf_bracket_rest(&r->shared, scan.name, scan.close, p) : NULL;
        scan.close = rest;
        if (rest != NULL)
            p = rest;
        else if (c == '[')
            p = kf_value_end(p + 1, r->end);
        else if (kf_sgf_is_name(c))
            while (kf_sgf_is_name(p[1]))
                p++;
        r->is_cut = r->is_cut || p == r->end;
        p += p < r->end;
        scan.end = p;
        p = kf_sgf_skip_spaces(p);
    }
    r->p = p;
    return scan;
}

// Adds a node to the current one and makes it the current one.
static inline void add_node(reading *r) {
    kf_record *record = r->record;
    kf_row *rows = record->rows;
    kf_node last = rows[r->current].child;
    if (record->count == record->capacity ||
        (last != 0 && (KF_SGF_IS_OURS || record->count >= r->many))) {
        r->current = kf_record_add(record, r->current);
        return;
    }
    kf_node made = (kf_node)record->count++;
    rows[made] = (kf_row){.parent = r->current, .next = last != 0 ? rows[last].next : made};
    if (last != 0)
        rows[last].next = made;
    rows[r->current].child = made;
    r->current = made;
}

// Reads the node whose properties begin at r->p.
static void take_node(reading *r) {
    kf_record *record = r->record;
    bool is_root = r->current == 0;
    add_node(r);
    kf_node node = r->current;
    if (is_root) {
        record->game = node;
        r->is_lower_reported = false;
        r->shared.inner_count = 0;
    }
    node_scan scan = scan_node(r, node);
    if (r->p == r->end && !r->shared.is_final)
        return; // There is more of it: it will be read again.
    kf_row *row = &record->rows[node];
    row->text = (uint32_t)(scan.begin - r->text);
    row->length = (uint32_t)(scan.end - scan.begin);
    if (scan.lower != NULL && !r->is_lower_reported) {
        kf_sgf_noise_lower(&r->shared, node, scan.lower);
        r->is_lower_reported = true;
    }
    kf_text text = {scan.begin, row->length};
    r->shared.far_east = is_root && scan.may_be_far_east ? kf_sgf_mend_far_east(text) : 0;
    if (scan.is_odd || r->shared.junk.length > 0 || r->shared.far_east != 0 ||
        kf_sgf_noise_has_quotes(&r->shared, text))
        kf_sgf_mend(&r->shared, node, text);
    if (r->last == TOKEN_OPEN && !is_root && r->depth > 1)
        kf_sgf_split_note(&r->shared, node, r->open, r->depth);
    r->last = TOKEN_NODE;
}

// ---- Nodes behind a variation ----

static char player_at(const reading *r, kf_node node) {
    kf_text text = kf_node_text(r->record, node);
    return text.length > 2 ? kf_sgf_player(text.data) : '\0';
}

// Whether the nodes that follow go on with the variation that was closed last: in the line before
// it the same player would move twice, and in the variation it is his turn.
static bool is_closed_early(const reading *r, const char *begin) {
    const char *p = kf_sgf_skip_spaces(begin);
    char mover = kf_sgf_player(p), before = player_at(r, r->current);
    bool is_leaf = r->resume != 0 && r->record->rows[r->resume].child == 0;
    char last = is_leaf ? player_at(r, r->resume) : '\0';
    return mover != '\0' && before == mover && last != '\0' && last != mover;
}

// The variation is open again: its parenthesis came too early, and is missing where that of the
// tree around it stands.
static void take_up_variation(reading *r) {
    const char *p = r->p;
    while (p > r->text && *p != ')')
        p--;
    kf_record_note_mend(r->record, p, 1, KF_TEXT(""), KF_SGF_AFTER_VARIATION,
                        "a parenthesis that came too early taken out");
    r->current = r->resume;
    r->open[r->depth - 1].missing++;
}

static void add_early(reading *r, early_list *list, early item) {
    list->items = kf_arena_grow(r->record->arena, list->items, &list->room, list->count + 1,
                                sizeof *list->items);
    list->items[list->count++] = item;
}

// Remembers the variations that end before r->p, where the main line goes on. Where others in them
// are to be moved, those come first, and these in the next pass.
static void keep_early(reading *r) {
    const char *begin = r->text + r->open[r->depth - 1].first, *end = r->p;
    const early_list *behind = &r->behind;
    if (!r->record->notes_mends || (r->is_implicit && r->depth == 1) ||
        (behind->count > 0 && behind->items[behind->count - 1].begin >= begin))
        return;
    while (end > r->text && kf_sgf_is_space(end[-1]))
        end--;
    add_early(r, &r->early, (early){.begin = begin, .end = end, .depth = r->depth});
}

// At the parenthesis that closes a tree.
static void close_early(reading *r) {
    early_list *open = &r->early;
    while (open->count > 0 && open->items[open->count - 1].depth == r->depth) {
        early item = open->items[--open->count];
        item.close = r->p;
        add_early(r, &r->behind, item);
    }
}

// The main line gets parentheses of its own, and what it stands behind comes to stand behind it.
// All else is mended before: that moves parentheses, too.
static void mend_early(reading *r) {
    kf_record *record = r->record;
    bool is_alone = record->mends.count == 0;
    for (size_t i = 0; i < r->behind.count && is_alone; i++) {
        const early *e = &r->behind.items[i];
        kf_text moved = {e->begin, (size_t)(e->end - e->begin)};
        kf_record_note_mend(record, e->begin, moved.length, KF_TEXT("("), KF_SGF_AFTER_VARIATION,
                            "the main line put before its variations");
        kf_buffer behind = {.arena = record->arena};
        kf_buffer_add_char(&behind, ')');
        kf_buffer_add_text(&behind, moved);
        kf_record_note_mend(record, e->close, 0, kf_buffer_text(&behind), KF_SGF_AFTER_VARIATION,
                            "the variations put after the main line");
        kf_arena_release(record->arena, behind.data);
    }
}

// The node that was closed last, with which a game that is over may go on; 0: what stands at r->p
// begins another game. It does with what belongs to a first node, unless the game before is such a
// node alone.
static kf_node node_before(const reading *r) {
    const kf_row *before = &r->record->rows[r->resume];
    bool has_more = before->parent != 0 || before->child != 0;
    return has_more && kf_sgf_outside_is_game(r->p) ? 0 : r->resume;
}

// A node at r->p whose properties begin at `begin`: behind its semicolon, or there if that is
// missing.
static void take_node_from(reading *r, const char *begin) {
    // Behind a whole game in parentheses of its own it belongs to that game, or begins another.
    bool is_inside = !KF_SGF_IS_OURS && r->last == TOKEN_CLOSE && r->current == 0;
    kf_node parent = is_inside ? node_before(r) : r->current;
    bool is_apart = is_inside && parent == 0;
    kf_node before = kf_node_last_child(r->record, r->current = parent);
    bool is_behind = r->last == TOKEN_CLOSE && (is_inside ? parent : before) != 0;
    bool goes_on = is_behind && ((is_inside && before == 0) || is_closed_early(r, begin));
    if (is_behind || is_apart) {
        kf_log_add(r->log, is_apart ? KF_SGF_OUTSIDE : KF_SGF_AFTER_VARIATION, place(r, r->p),
                   is_apart  ? "no game is open here; read as if one began"
                   : goes_on ? "a node follows a variation; read as going on with it"
                             : "a node follows a variation; read as the main line, before it");
        r->record->is_repaired = true;
    }
    if (goes_on)
        take_up_variation(r);
    else if (is_behind)
        keep_early(r);
    r->p = begin;
    take_node(r);
    // The first child leads on; the last one knows it.
    if (is_behind && !goes_on)
        r->record->rows[parent].child = before;
}

// Such nodes below the root, one after another: the bulk of all records. Stops at anything else.
// Each but the first is the only child of the one before it, which is the next row. False: none.
static bool take_moves(reading *r) {
    kf_record *record = r->record;
    const char *p = r->p, *next = kf_sgf_skip_move(p), *before = r->text - 1;
    if (next == NULL)
        return false;
    add_node(r);
    kf_sgf_run run = {record->rows + r->current, r->current, (kf_node)record->capacity - 1, before};
    run.row->text = (uint32_t)(p - before);
    run.row->length = 5;
    for (p = next; run.node < run.last && (next = kf_sgf_skip_move(p)) != NULL; p = next) {
        kf_sgf_follow(&run, p);
        next = kf_sgf_follow_pairs(&run, next, p[1]);
    }
    record->run_begin = r->current;
    record->run_end = run.node;
    record->count = (size_t)run.node + 1;
    r->current = run.node;
    r->p = p;
    r->has_property = true;
    r->last = TOKEN_NODE;
    return true;
}

// ---- Trees ----

// A parenthesis at r->p that opens a tree. What stands below it continues the current node.
static void open_tree(reading *r) {
    kf_record *record = r->record;
    if (r->last != TOKEN_OPEN)
        r->is_run_reported = false;
    if (r->last == TOKEN_OPEN && !r->is_run_reported) {
        kf_log_add(r->log, KF_SGF_EMPTY_TREE, place(r, r->opened),
                   "this tree begins with another instead of a node; taken as one with it");
        r->is_run_reported = true;
        record->is_repaired = true;
    }
    if (r->last == TOKEN_OPEN)
        kf_record_note_mend(record, r->p, 1, KF_TEXT(""), KF_SGF_EMPTY_TREE,
                            "a parenthesis too much taken out");
    if (r->depth > 0 && r->last == TOKEN_NODE)
        r->open[r->depth - 1].first = (uint32_t)(r->p - r->text);
    if (r->depth > 0 && r->last == TOKEN_OPEN) {
        r->open[r->depth - 1].count++;
        r->open[r->depth - 1].run++;
    } else {
        if (KF_SGF_IS_OURS || r->depth == r->capacity)
            r->open =
                kf_arena_grow(record->arena, r->open, &r->capacity, r->depth + 1, sizeof *r->open);
        r->open[r->depth++] = (kf_sgf_branch){
            .parent = r->current, .count = 1, .run = 1, .begin = (uint32_t)(r->p - r->text)};
    }
    if (r->depth == 1 && r->open[0].count == 1)
        r->begun = r->p;
    r->opened = r->p++;
    r->last = TOKEN_OPEN;
}

// Notes that the parenthesis at r->p goes: its partner is one too much, or there is nothing in it.
static void note_close(reading *r, const kf_sgf_branch *b) {
    bool is_empty = r->last == TOKEN_OPEN, is_surplus = b->count < b->run;
    if (b->count == 1)
        close_early(r);
    if (is_empty && b->run == 1)
        kf_record_note_mend(r->record, r->text + b->begin, 1, KF_TEXT(""), KF_SGF_EMPTY_TREE,
                            "an empty tree taken out");
    if (is_empty || is_surplus)
        kf_record_note_mend(r->record, r->p, 1, KF_TEXT(""), KF_SGF_EMPTY_TREE,
                            "a parenthesis too much taken out");
    if (b->count == 1)
        kf_sgf_mend_close(r->record, r->p, b->missing, KF_SGF_AFTER_VARIATION);
    // The game was closed too early, and is closed here.
    if (r->is_implicit && r->depth == 1 && b->count == 1 && r->taken_out > 1)
        kf_sgf_mend_close(r->record, r->p, r->taken_out - 1, KF_SGF_OUTSIDE);
}

// A parenthesis at r->p that closes one: the node before the tree is current again.
static void close_tree(reading *r) {
    kf_sgf_branch *b = &r->open[r->depth - 1];
    bool is_plain = r->last != TOKEN_OPEN && b->run == 1 && b->missing == 0 &&
                    r->early.count == 0 && !r->is_implicit;
    if (r->last == TOKEN_OPEN && !r->is_run_reported) {
        kf_log_add(r->log, KF_SGF_EMPTY_TREE, place(r, r->opened),
                   "this tree has no node; left out");
        r->is_run_reported = true;
        r->record->is_repaired = true;
    }
    if (!is_plain && !KF_SGF_IS_OURS)
        note_close(r, b);
    r->inner = r->resume;
    r->resume = r->current;
    r->current = b->parent;
    if (--b->count == 0)
        r->depth--;
    r->p++;
    // Behind `(()` all is as it is behind `(`.
    if (!KF_SGF_IS_OURS && r->last == TOKEN_OPEN && b->run > 1)
        b->run--;
    else
        r->last = TOKEN_CLOSE;
}

// Keeps text that is no SGF for the next node.
static void keep_junk(reading *r, const char *begin, const char *end) {
    kf_text text = kf_text_trim((kf_text){begin, (size_t)(end - begin)});
    if (text.length > 0)
        kf_sgf_mend_keep(&r->shared.junk, text);
}

// Something in a game, but in no node: a property without a semicolon, or junk.
static void take_stray(reading *r) {
    const char *begin = r->p, *p = begin;
    while (p < r->end && *p != ';' && *p != '(' && *p != ')' && *p != '[')
        p++;
    r->record->is_repaired = true;
    if (*p == '[') {
        kf_log_add(r->log, KF_SGF_NO_SEMICOLON, place(r, begin),
                   "a node begins with a semicolon; read as if there were one");
        kf_record_note_mend(r->record, begin, 0, KF_TEXT(";"), KF_SGF_NO_SEMICOLON,
                            "a semicolon put in");
        take_node_from(r, begin);
        return;
    }
    kf_text junk = kf_text_trim((kf_text){begin, (size_t)(p - begin)});
    r->p = p;
    if (kf_sgf_noise_is(&r->shared, junk)) {
        kf_sgf_noise_take(&r->shared, junk);
        return;
    }
    kf_log_add(r->log, KF_SGF_JUNK, place(r, begin), "this is not a node; kept as text in KFJUNK");
    if (junk.length > 0)
        kf_sgf_mend_move(&r->shared, junk, KF_SGF_JUNK);
}

// Refuses a game over a limit. All that is nearer to the front than what was found to be good is.
static void look_at_limits(reading *r) {
    const kf_record *record = r->record;
    size_t begun = (size_t)(r->begun - r->text), nodes = record->count - record->game;
    uint64_t length = (uint64_t)(r->p - r->begun);
    if (length > record->limits.game_bytes)
        kf_record_refuse(r->record, KF_LIMIT_GAME, begun);
    if (nodes > record->limits.nodes)
        kf_record_refuse(r->record, KF_LIMIT_NODES, begun);
    if (nodes > record->short_nodes && nodes - record->short_nodes > length / KF_BYTES_OF_NODE)
        kf_record_refuse(r->record, KF_LIMIT_DENSITY, begun);
    if (r->depth > record->limits.depth)
        kf_record_refuse(r->record, KF_LIMIT_DEPTH, begun);
    uint64_t left = (uint64_t)(r->end - r->begun), bytes = record->limits.game_bytes;
    uint64_t few = record->short_nodes,
             most = record->limits.nodes < few ? record->limits.nodes : few;
    r->far = r->begun + (bytes < left ? bytes : left);
    r->many = most < SIZE_MAX / 2 ? record->game + (size_t)most : SIZE_MAX / 2;
    r->deep = r->depth;
}

// Looked at behind every node and every run of plain moves, so a game may be over by one of these.
static inline void keep_limits(reading *r) {
    if (KF_SGF_IS_OURS || r->record->count > r->many || r->p > r->far || r->depth > r->deep)
        look_at_limits(r);
}

// A game that was taken up, or begun, without a parenthesis ends at r->p, where another begins.
static void end_taken_up(reading *r) {
    const char *at = r->p;
    while (at > r->text && kf_sgf_is_space(at[-1]))
        at--;
    kf_sgf_mend_close(r->record, at, r->taken_out, KF_SGF_OUTSIDE);
    r->depth = 0;
    r->current = 0;
}

// Everything from behind the first parenthesis of a game to the one that closes it.
static void take_game(reading *r) {
    while (r->depth > 0) {
        keep_limits(r);
        r->p = kf_sgf_skip_spaces(r->p);
        char c = *r->p;
        bool is_plain = c == ';' && r->last != TOKEN_CLOSE && r->current != 0 &&
                        r->shared.junk.length == 0 && take_moves(r);
        if (is_plain)
            continue;
        if (c == ';')
            take_node_from(r, r->p + 1);
        else if (c == '(' && r->is_implicit && r->depth == 1 && kf_sgf_outside_is_game(r->p))
            end_taken_up(r);
        else if (c == '(')
            open_tree(r);
        else if (c == ')')
            close_tree(r);
        else if (r->p >= r->end)
            break;
        else
            take_stray(r);
    }
}

// ---- Between the games ----

// Notes how a game comes to be open at r->p: by a parenthesis before it, or without those that
// closed the game before too early, `most` at the most. They are put in again at the end.
static void note_open(reading *r, size_t most) {
    r->taken_out = 0;
    if (!r->record->notes_mends)
        return;
    if (r->resume == 0) {
        kf_record_note_mend(r->record, r->p, 0, *r->p == ';' ? KF_TEXT("(") : KF_TEXT("(;"),
                            KF_SGF_OUTSIDE, "a game begun");
        r->taken_out = 1;
        return;
    }
    for (const char *p = r->p; p > r->text && (p[-1] == ')' || kf_sgf_is_space(p[-1])); p--) {
        if (r->taken_out == most)
            break;
        if (p[-1] != ')')
            continue;
        kf_record_note_mend(r->record, p - 1, 1, KF_TEXT(""), KF_SGF_OUTSIDE,
                            "a parenthesis that came too early taken out");
        r->taken_out++;
    }
    if (r->taken_out > 0 && *r->p != ';')
        kf_record_note_mend(r->record, r->p, 0, KF_TEXT(";"), KF_SGF_OUTSIDE, "a semicolon put in");
}

// A node where no game is open: the game before is taken up again, or one begins.
static void take_up(reading *r) {
    r->resume = node_before(r);
    kf_log_add(r->log, KF_SGF_OUTSIDE, place(r, r->p),
               r->resume != 0 ? "no game is open here; read as going on with the one before"
                              : "no game is open here; read as if one began");
    bool is_behind = r->resume != 0 && r->record->rows[r->resume].child != 0;
    r->current = r->resume;
    r->resume = is_behind ? r->inner : r->resume;
    bool goes_on = is_behind && is_closed_early(r, r->p + (*r->p == ';'));
    note_open(r, is_behind && !goes_on ? 1 : SIZE_MAX);
    r->behind.count = 0; // what stands here goes on with the game as it is
    r->record->is_repaired = true;
    r->open = kf_arena_grow(r->record->arena, r->open, &r->capacity, 1, sizeof *r->open);
    r->open[r->depth++] =
        (kf_sgf_branch){.count = 1, .run = 1, .begin = (uint32_t)(r->p - r->text)};
    r->current = goes_on ? r->inner : r->current;
    r->begun = r->p;
    r->is_implicit = true;
    r->last = is_behind && !goes_on ? TOKEN_CLOSE : TOKEN_NODE;
    if (*r->p != ';')
        take_node_from(r, r->p);
}

// Text up to the next game. It is kept with the game that follows, or with the last one.
static void take_outside(reading *r) {
    const char *begin = kf_sgf_skip_spaces(r->p), *p = begin;
    for (size_t sign; (sign = kf_sgf_outside_sign(r->record, p, r->log)) > 0;)
        p = kf_sgf_skip_spaces(p + sign);
    r->p = p;
    if (p > begin)
        return;
    kf_sgf_outside_kind found = kf_sgf_outside_pass(&p, r->end);
    if ((uint64_t)(p - begin) > r->record->limits.junk)
        kf_record_refuse(r->record, KF_LIMIT_JUNK, (size_t)(begin - r->text));
    bool is_behind = p > begin && found == KF_SGF_OUTSIDE_GAME;
    const char *end = kf_sgf_noise_quote(&r->shared, is_behind, p);
    kf_text outside = kf_text_trim((kf_text){begin, (size_t)(end - begin)});
    if (kf_sgf_noise_is(&r->shared, outside)) {
        kf_sgf_noise_take(&r->shared, outside);
        r->record->is_repaired = true;
    } else if (outside.length > 0) {
        kf_sgf_outside_report(r->record, outside, r->log);
        keep_junk(r, begin, end);
    }
    r->p = p;
    if (found == KF_SGF_OUTSIDE_NODE)
        take_up(r);
    else if (found == KF_SGF_OUTSIDE_CLOSE)
        r->p = kf_sgf_outside_surplus(r->record, r->p, r->log);
    else if (found == KF_SGF_OUTSIDE_GAME)
        open_tree(r);
}

// ---- The whole file ----

// At the end of the file, where trees are open.
static void close_all(reading *r) {
    bool is_left;
    const char *end = r->end;
    kf_sgf_ends ends = {r->open, r->depth, r->is_implicit ? r->taken_out : 0, r->is_implicit,
                        r->is_cut};
    size_t first = kf_sgf_split(&r->shared, &ends, &is_left);
    r->early.count = 0;
    while (!r->is_cut && end > r->text && kf_sgf_is_space(end[-1]))
        end--;
    if (!is_left)
        kf_sgf_mend_close(r->record, end, kf_sgf_split_missing(r->open, first, r->depth),
                          r->is_cut ? KF_SGF_UNCLOSED_VALUE : KF_SGF_UNCLOSED_TREE);
    if (!is_left && first <= r->is_implicit)
        kf_sgf_mend_close(r->record, end, ends.taken_out, KF_SGF_OUTSIDE);
    if (r->is_cut || first == r->depth)
        return;
    kf_sgf_split_report(&r->shared, r->open, first, r->depth, "at the end of the file");
    r->record->is_repaired = true;
}

// What was left open, and text behind the last node.
static void finish(reading *r) {
    kf_record *record = r->record;
    if (r->depth > 0)
        close_all(r);
    mend_early(r);
    // Nodes without a property are a game, but not in the middle of something else: `for (;;)`
    // is two of them.
    if (!r->has_property && !r->is_certain && (record->is_repaired || r->shared.junk.length > 0)) {
        record->is_repaired = record->count == 1 && record->is_repaired;
        kf_edits_clear(&record->mends);
        kf_record_empty(record);
    }
    kf_node last = (kf_node)(record->count - 1);
    if (last == 0) {
        // Else it was said why, but not of a download of NULs.
        if (!record->is_repaired || memchr(r->text, '(', (size_t)(r->end - r->text)) == NULL)
            kf_log_add(r->log, KF_SGF_NO_GAME, place(r, r->text), "there is no game in this file");
        record->is_repaired = true;
    } else if (r->shared.junk.length > 0) {
        kf_node game = kf_node_last_child(record, 0);
        r->shared.junk_name = "KFAFTER";
        kf_sgf_mend(&r->shared, game, kf_node_text(record, game));
    }
}

// The record keeps what it uses.
static void give_room_back(kf_record *record) {
    record->rows =
        kf_arena_resize(record->arena, record->rows, record->count * sizeof *record->rows);
    record->capacity = record->count;
}

// Gives the record room for as many nodes as the text can hold when it is nothing but moves.
// Pages that are never written to cost nothing, and growing row by row would.
static void make_room(kf_record *record, size_t length) {
    size_t capacity = length / 6 + 16;
    if (capacity <= record->capacity || capacity > UINT32_MAX / 2)
        return;
    give_room_back(record); // else all of it would be copied, and written to
    record->rows = kf_arena_resize(record->arena, record->rows, capacity * sizeof *record->rows);
    record->capacity = capacity;
}

// After so many nodes without a property, what has none is not looked at for being prose.
enum { MANY = 10000 };

// Whether the game is over: another one begins behind it. Otherwise nodes may come that go on
// with it, and text behind the last game belongs to it. `is_short`: the text does not say.
static bool is_over(const reading *r, bool *is_short) {
    const char *p = kf_sgf_skip_spaces(r->p);
    kf_sgf_outside_kind found = kf_sgf_outside_pass(&p, r->end);
    *is_short = !r->shared.is_final && !kf_sgf_outside_is_shown(p, r->end);
    return found == KF_SGF_OUTSIDE_GAME;
}

// Whether so many nodes without a property stand here, and nothing else, that they are games.
static bool are_many(const reading *r) {
    return r->depth == 0 && r->record->count - r->first >= MANY && !r->record->is_repaired &&
           r->shared.junk.length == 0;
}

// Reads up to the end of the text, or of the first game; those in front that have no property
// go with it, for whether they are games is known with the first property, and so do those that
// take text over from it. False: the text ends too early.
static bool take_all(reading *r, bool is_one) {
    while (r->p < r->end) {
        bool is_short = false, is_certain = !r->has_property && are_many(r);
        r->is_certain = r->is_certain || is_certain;
        bool may_end = is_one && r->depth == 0 && (r->has_property || is_certain) &&
                       r->record->count > r->first && r->shared.junk.length == 0;
        if (may_end && is_over(r, &is_short))
            return !is_short;
        if (is_short)
            return false;
        take_outside(r);
        if (r->depth > 0)
            take_game(r);
        if (r->depth == 0)
            r->is_implicit = false;
        r->last = r->depth == 0 ? TOKEN_NONE : r->last;
    }
    if (!r->shared.is_final)
        return false;
    finish(r);
    return true;
}

static reading *begin_reading(kf_record *record) {
    // It outlives the record's nodes, as the text does.
    reading *r = kf_arena_resize(record->source->arena, NULL, sizeof *r);
    *r = (reading){.record = record};
    return r;
}

static void set_text(reading *r, kf_text text, size_t begin, bool is_final, kf_log *log) {
    kf_arena *arena = r->record->arena;
    r->shared = (kf_sgf_reader){.record = r->record,
                                .is_final = is_final,
                                .junk_name = "KFJUNK",
                                .junk = {.arena = arena},
                                .moved = {.arena = arena}};
    r->log = r->shared.log = log;
    r->text = r->ahead = text.data;
    r->p = text.data + begin;
    r->end = r->shared.end = text.data + text.length;
    r->first = (kf_node)r->record->count;
    make_room(r->record, text.length - begin);
}

bool kf_sgf_read_next(kf_record *record, void **state, size_t *begin, bool is_final, kf_log *log) {
    // The record was emptied, so its nodes have the same numbers as those of the game before.
    reading *r = *state != NULL ? *state : (*state = begin_reading(record));
    if (!KF_SGF_IS_OURS && !is_final && kf_sgf_outside_waits(&r->waiting, record, *begin))
        return false;
    r->stamp += (uint32_t)record->capacity;
    if (r->stamp > UINT32_MAX / 2) {
        r->names = (kf_sgf_names){{0}};
        r->stamp = 0;
    }
    r->depth = r->capacity = r->taken_out = r->many = r->current = r->resume = 0;
    r->last = TOKEN_NONE;
    r->is_cut = r->is_implicit = r->is_run_reported = r->is_lower_reported = false;
    r->open = NULL;
    r->early = r->behind = (early_list){0};
    r->has_property = r->had_property;
    set_text(r, record->source->text, *begin, is_final, log);
    if (!take_all(r, true))
        return false;
    r->had_property = r->has_property;
    *begin = (size_t)(r->p - r->text);
    return true;
}

void kf_sgf_read(kf_record *record, const kf_reading *how, kf_log *log) {
    (void)how;
    reading *r = begin_reading(record);
    set_text(r, record->source->text, 0, true, log);
    take_all(r, false);
    give_room_back(record);
    kf_arena_release(record->arena, r->shared.junk.data);
    kf_arena_release(record->arena, r->open);
    kf_arena_release(record->arena, r);
}
