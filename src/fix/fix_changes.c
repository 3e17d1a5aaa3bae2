// SPDX-License-Identifier: MIT
// What calls changed in a record, as edits of the text that it was read from.
//
// Each node knows the piece of the text in which its properties stood, and between two pieces there
// are parentheses, a semicolon and white space. The tree is gone through as if to write it: what is
// there still is taken from the text, in order, and what is new comes between; the edits are where
// pieces of the text do not meet. Where the order is another one there is no such list.

#include "fix/fix.h"

#include <stdio.h>
#include <string.h>

#include "base/charset/choice.h"
#include "base/charset/encode.h"
#include "base/charset/map.h"
#include "base/text.h"
#include "record/value.h"

// What stands before a node in the text: `closings` parentheses, `opens` others, its semicolon.
typedef struct gap {
    size_t begin, open, semicolon; // `open` is behind the closing ones, with the white space there
    size_t closings, opens;
} gap;

// A node as it was read.
typedef struct place {
    uint32_t begin, end; // of its properties, in the source's text
    uint32_t opens;      // parentheses before it, in the text and later in what is written
    uint32_t children;
    kf_node parent;
} place;

typedef enum line_end { LINE_UNKNOWN, LINE_LF, LINE_CRLF } line_end;

typedef struct changes {
    kf_fix *fix;
    const kf_record *record;
    kf_text text;      // of the source
    size_t begin, end; // of the record's text in it
    place *places;     // of all nodes
    kf_value_ids ids;
    kf_node game;    // the root of the one in hand
    kf_node last;    // that was read; those behind it were added
    kf_node before;  // that was written last
    size_t at;       // up to there the text is used, or taken out
    kf_buffer fresh; // what comes there
    kf_buffer whole; // the text as it will be
    bool names_set;  // games without CA get one
    line_end lines;  // how lines end, once that was asked
    bool is_possible;
} changes;

// ---- Pieces ----

// Whether new text may stand in the game in hand. A sign of damage stands for bytes that would be
// gone, and of a set that is read as a wider one only the letters may be written that others read.
static bool can_hold(const changes *c, kf_text text) {
    static const char *const narrow[][2] = {{"GB18030", "GBK"}, {"BIG5-HKSCS", "BIG5"}};
    static const kf_text damage = {"\xEF\xBF\xBD", 3};
    const char *set = kf_map_set_at(c->record->source, c->at);
    char name[64];
    kf_text value;
    if (kf_choice_is_ascii(text))
        return true;
    if (kf_text_find_fold(text, damage) < text.length ||
        kf_map_framed(c->record->source, c->at) != KF_MAP_UTF8)
        return false;
    if (strncmp(set, "UTF-", 4) == 0)
        return true;
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        set = strcmp(set, narrow[i][0]) == 0 ? narrow[i][1] : set;
    if (kf_property_get(c->record, c->game, "CA", &value)) {
        value = kf_text_trim(value);
        snprintf(name, sizeof name, "%.*s", value.length < 60 ? (int)value.length : 60, value.data);
        set = name;
    }
    return kf_encode_has(c->fix->arena, set, text);
}

// Makes an edit of what is taken out before `to` and of what comes there, without what both have in
// common.
static void add_edit(changes *c, size_t to) {
    kf_text old = kf_text_cut(c->text, c->at, to), fresh = kf_buffer_text(&c->fresh);
    size_t front = 0, back = 0, most = old.length < fresh.length ? old.length : fresh.length;
    while (front < most && old.data[front] == fresh.data[front])
        front++;
    while (front > 0 && ((front < old.length && kf_text_is_inner(old.data[front])) ||
                         (front < fresh.length && kf_text_is_inner(fresh.data[front]))))
        front--;
    while (back < most - front &&
           old.data[old.length - 1 - back] == fresh.data[fresh.length - 1 - back])
        back++;
    while (back > 0 && kf_text_is_inner(old.data[old.length - back]))
        back--;
    kf_text made = kf_text_cut(fresh, front, fresh.length - back);
    size_t length = old.length - front - back;
    c->is_possible = c->is_possible && can_hold(c, made);
    if (length > 0 || made.length > 0)
        kf_edits_add(&c->fix->edits, &(kf_edit){.offset = c->at + front - c->begin,
                                                .length = length,
                                                .text = made,
                                                .code = KF_FIX_DONE,
                                                .what = "changed"});
    c->fresh.length = 0;
}

// A piece of the text comes next.
static void keep(changes *c, size_t begin, size_t end) {
    c->is_possible = c->is_possible && begin >= c->at && end >= begin;
    if (!c->is_possible)
        return;
    if (begin > c->at || c->fresh.length > 0)
        add_edit(c, begin);
    c->at = end;
}

// How the first line ends that is known. The window of a stream may begin within such an end.
static line_end find_line_end(const kf_record *record) {
    kf_text text = record->source->text;
    size_t cut = record->begin > 0 && text.length > 0;
    const char *front = text.data + cut,
               *line = text.length > cut ? memchr(front, '\n', text.length - cut) : NULL;
    return line != NULL && line > front && line[-1] == '\r' ? LINE_CRLF : LINE_LF;
}

static bool has_crlf(changes *c) {
    if (c->lines == LINE_UNKNOWN)
        c->lines = find_line_end(c->record);
    return c->lines == LINE_CRLF;
}

// Adds new text, with the ends of lines that the file has.
static void put(changes *c, kf_text text) {
    size_t begin = 0;
    for (size_t i = 0; i < text.length; i++) {
        bool is_bare = text.data[i] == '\n' && (i == 0 || text.data[i - 1] != '\r');
        if (!is_bare || !has_crlf(c))
            continue;
        kf_buffer_add_text(&c->fresh, kf_text_cut(text, begin, i));
        kf_buffer_add_text(&c->fresh, KF_TEXT("\r"));
        begin = i;
    }
    kf_buffer_add_text(&c->fresh, kf_text_cut(text, begin, text.length));
}

static void put_times(changes *c, char sign, size_t count) {
    for (size_t i = 0; i < count; i++)
        put(c, (kf_text){&sign, 1});
}

// ---- The text as it was read ----

static size_t skip(const changes *c, size_t at, char sign, size_t *count) {
    for (const char *p = c->text.data; at < c->end && (kf_value_is_space(p[at]) || p[at] == sign);
         at++)
        *count += p[at] == sign;
    return at;
}

// The gap before a node that was read. False: there is something else in it.
static bool find_gap(const changes *c, kf_node node, gap *g) {
    const char *text = c->text.data;
    *g = (gap){.begin = node > 1 ? c->places[node - 1].end : c->begin};
    size_t end = c->places[node].begin, closings = 0;
    g->open = g->semicolon = g->begin;
    if (g->begin + 1 == end && text[g->begin] == ';') // nearly all
        return true;
    g->semicolon = skip(c, g->begin, ')', &closings);
    for (size_t left = closings; left > 0; g->open++)
        left -= text[g->open] == ')';
    g->closings = closings;
    g->semicolon = skip(c, g->semicolon, '(', &g->opens);
    size_t none = 0;
    return g->semicolon < end && text[g->semicolon] == ';' &&
           skip(c, g->semicolon + 1, ' ', &none) >= end;
}

// Finds where each node stood and under which. False: the text has something else between nodes.
static bool find_places(changes *c) {
    const kf_record *record = c->record;
    kf_arena *arena = c->fix->arena;
    c->places = kf_arena_resize(arena, NULL, record->count * sizeof *c->places);
    memset(c->places, 0, record->count * sizeof *c->places);
    for (kf_node node = 1; node < record->count; node++) {
        kf_text origin = kf_record_origin(record, node);
        size_t begin = (size_t)(origin.data - c->text.data);
        if (begin == 0) // it was added
            break;
        if (begin <= (node > 1 ? c->places[node - 1].end : c->begin))
            return false;
        c->places[node].begin = (uint32_t)begin;
        c->places[node].end = (uint32_t)(begin + origin.length);
        c->last = node;
    }
    // Of the parentheses that are open, the node in which each stands.
    kf_node *open = NULL, current = 0;
    size_t depth = 0, room = 0, end = 0;
    for (kf_node node = 1; node <= c->last; node++) {
        gap g;
        if (!find_gap(c, node, &g) || g.closings > depth)
            return false;
        depth -= g.closings;
        current = g.closings > 0 ? open[depth] : current;
        open = kf_arena_grow(arena, open, &room, depth + g.opens + 1, sizeof *open);
        for (size_t i = 0; i < g.opens; i++)
            open[depth++] = current;
        c->places[node].opens = (uint32_t)g.opens;
        c->places[node].parent = current;
        c->places[current].children++;
        current = node;
    }
    size_t behind = skip(c, c->places[c->last].end, ')', &end);
    kf_arena_release(arena, open);
    return c->last > 0 && end == depth && behind == c->end;
}

// ---- Properties ----

static bool have_same_values(kf_property a, kf_property b) {
    kf_text x, y;
    if (kf_text_equal(a.values, b.values))
        return true;
    while (kf_property_value(&a.values, &x))
        if (!kf_property_value(&b.values, &y) || !kf_text_equal(x, y))
            return false;
    return !kf_property_value(&b.values, &y);
}

static bool have_same_name(const kf_property *a, const kf_property *b) {
    return a->id == b->id && (a->id >= 0 || kf_text_equal(a->name, b->name));
}

// Whether the property stands soon in what follows.
static bool comes(const kf_property *property, kf_text rest) {
    enum { FAR = 100 };
    kf_property other;
    for (int i = 0; i < FAR && kf_property_next(&rest, &other); i++)
        if (have_same_name(property, &other))
            return true;
    return false;
}

// Two lists of properties, as it was read and as it is, being gone through.
typedef struct listing {
    kf_text old_rest, rest;
    kf_property old, now;
    bool has_old, has_now;
    size_t end;     // of the old property that was kept or taken out last
    kf_text line;   // the line break before it, with white space
    bool has_first; // something stands before what comes
} listing;

// Takes the next property. False: there is none.
static bool take(changes *c, kf_text *rest, kf_property *property) {
    bool is_there = kf_property_scan(rest, property);
    if (is_there)
        property->id = kf_value_look_up(&c->ids, property->name);
    return is_there;
}

static void go_on(changes *c, listing *l) {
    l->has_old = take(c, &l->old_rest, &l->old);
}

static size_t offset_of(const changes *c, const char *p) {
    return (size_t)(p - c->text.data);
}

// The white space before the old property, up to its name.
static kf_text space_before(const changes *c, const listing *l) {
    return kf_text_cut(c->text, l->end, offset_of(c, l->old.name.data));
}

static size_t count_values(kf_text values) {
    size_t count = 0;
    for (kf_text value; kf_property_value(&values, &value);)
        count++;
    return count;
}

// New values, as many as there were, stand where those stood; what is the same is kept.
static void put_values(changes *c, kf_text old, kf_text values) {
    size_t at = offset_of(c, old.data), end = at + old.length;
    if (count_values(old) != count_values(values)) {
        put(c, values);
        return;
    }
    for (kf_text value, fresh;
         kf_property_value(&old, &value) && kf_property_value(&values, &fresh);) {
        if (kf_text_equal(value, fresh))
            continue;
        keep(c, at, offset_of(c, value.data));
        at = offset_of(c, value.data) + value.length;
        put(c, fresh);
    }
    keep(c, at, end);
}

// The old property stays, with other values or its own.
static void keep_property(changes *c, listing *l) {
    size_t end = offset_of(c, l->old.values.data) + l->old.values.length;
    kf_text space = space_before(c, l);
    size_t begin = l->has_first ? l->end : l->end + space.length;
    if (memchr(space.data, '\n', space.length) != NULL)
        l->line = space;
    if (kf_text_equal(l->old.values, l->now.values)) {
        keep(c, begin, end);
    } else {
        keep(c, begin, offset_of(c, l->old.values.data));
        put_values(c, l->old.values, l->now.values);
    }
    l->end = end;
    l->has_first = true;
    go_on(c, l);
}

static void take_out(changes *c, listing *l) {
    l->end = offset_of(c, l->old.values.data) + l->old.values.length;
    go_on(c, l);
}

// A property that was not there stands on a line of its own where the one before it does.
static void insert(changes *c, listing *l) {
    if (l->has_first)
        put(c, l->line);
    put(c, l->now.name);
    put(c, l->now.values);
    l->has_first = true;
}

// Whether the property says the character set of the game: a change of that changes all bytes.
static bool is_charset(const changes *c, kf_node node, const kf_property *property) {
    return property->id == KF_P_CA && c->places[node].parent == 0;
}

// A node that was read and has another text now.
static void put_properties(changes *c, kf_node node) {
    const place *p = &c->places[node];
    listing l = {.old_rest = kf_text_cut(c->text, p->begin, p->end),
                 .rest = kf_node_text(c->record, node),
                 .end = p->begin,
                 .line = {"", 0}};
    go_on(c, &l);
    while (take(c, &l.rest, &l.now)) {
        while (l.has_old && !have_same_name(&l.old, &l.now) && !comes(&l.old, l.rest)) {
            c->is_possible = c->is_possible && !is_charset(c, node, &l.old);
            take_out(c, &l);
        }
        bool is_same = l.has_old && have_same_name(&l.old, &l.now);
        if (is_charset(c, node, &l.now))
            c->is_possible = c->is_possible && is_same && have_same_values(l.old, l.now);
        if (is_same)
            keep_property(c, &l);
        else
            insert(c, &l);
    }
    for (; l.has_old; take_out(c, &l))
        c->is_possible = c->is_possible && !is_charset(c, node, &l.old);
}

// Names the character set of a game, of which so far nothing asked for one.
static void name_set(changes *c, kf_node game) {
    kf_text value;
    if (!kf_property_get(c->record, game, "CA", &value))
        put(c, KF_TEXT("CA[UTF-8]"));
    else if (!kf_text_equal_fold(kf_text_trim(value), KF_TEXT("UTF-8")) &&
             !kf_text_equal_fold(kf_text_trim(value), KF_TEXT("UTF8")))
        c->is_possible = false;
}

static void put_text(changes *c, kf_node node) {
    const place *p = &c->places[node];
    bool is_game = c->record->rows[node].parent == 0;
    c->game = is_game ? node : c->game;
    // What CA says of a game that was added is not what it would be written in.
    if (is_game && node > c->last)
        c->is_possible = false;
    if (is_game && c->names_set)
        name_set(c, node);
    if (node > c->last)
        put(c, kf_node_text(c->record, node));
    else if (c->record->rows[node].length == KF_OWN_TEXT)
        put_properties(c, node);
    else
        keep(c, p->begin, p->end);
}

// ---- The tree ----

static bool has_siblings(const kf_record *record, kf_node node) {
    return record->rows[node].next != node;
}

// How many parentheses are opened before the node. Those around an only child are kept, if it was
// one before, too.
static uint32_t opens_of(const changes *c, kf_node node) {
    const place *p = &c->places[node];
    if (c->record->rows[node].parent == 0 || has_siblings(c->record, node))
        return p->opens > 0 ? p->opens : 1;
    return node <= c->last && c->places[p->parent].children == 1 ? p->opens : 0;
}

// What stands before the node: parentheses that close what was written, those that open, and its
// semicolon.
static void put_front(changes *c, kf_node node, size_t closings) {
    uint32_t opens = opens_of(c, node);
    gap g;
    if (node > c->last) {
        put_times(c, ')', closings);
        put(c, opens > 0 ? KF_TEXT("\n") : KF_TEXT(""));
        put_times(c, '(', opens);
        put(c, KF_TEXT(";"));
    } else if (find_gap(c, node, &g) && opens == g.opens) {
        bool is_next = c->before == node - 1 && closings == g.closings;
        if (!is_next)
            put_times(c, ')', closings);
        keep(c, is_next ? g.begin : g.open, c->places[node].begin);
    } else {
        size_t none = 0, sign = skip(c, g.open, ' ', &none);
        put_times(c, ')', closings);
        keep(c, g.open, sign);
        put_times(c, '(', opens);
        keep(c, g.semicolon, c->places[node].begin);
    }
    c->places[node].opens = opens;
    c->before = node;
}

// Leaves the node and those above it that are done. Returns the next one.
static kf_node leave(const changes *c, kf_node node, size_t *closings) {
    const kf_row *rows = c->record->rows;
    while (node != 0) {
        kf_node parent = rows[node].parent;
        *closings += c->places[node].opens;
        if (rows[parent].child != node)
            return rows[node].next;
        node = parent;
    }
    return 0;
}

static void put_tree(changes *c) {
    const kf_record *record = c->record;
    size_t closings = 0;
    for (kf_node node = kf_node_child(record, 0); node != 0 && c->is_possible;) {
        put_front(c, node, closings);
        put_text(c, node);
        closings = 0;
        kf_node child = kf_node_child(record, node);
        node = child != 0 ? child : leave(c, node, &closings);
    }
    size_t tail = c->places[c->last].end, count = 0;
    skip(c, tail, ')', &count);
    if (c->before != c->last || closings != count) {
        put_times(c, ')', closings);
        for (; count > 0; tail++)
            count -= c->text.data[tail] == ')';
    }
    keep(c, tail, c->end);
    if (c->at < c->end || c->fresh.length > 0)
        add_edit(c, c->end);
}

static void go_through(changes *c, bool names_set) {
    kf_edits_clear(&c->fix->edits);
    c->fresh.length = c->whole.length = 0;
    c->at = c->begin;
    c->before = c->last = 0;
    c->names_set = names_set;
    c->is_possible = find_places(c);
    if (c->is_possible)
        put_tree(c);
    kf_arena_release(c->fix->arena, c->places);
    if (c->is_possible)
        kf_fix_apply(&c->fix->edits, kf_record_text(c->record), &c->whole);
}

// Whether the text, read again, is the record.
static bool is_right(changes *c) {
    kf_fix *fix = c->fix;
    kf_difference difference;
    void **slot = kf_fix_read(fix, kf_buffer_text(&c->whole));
    bool is_same = kf_compare_readings(c->record, fix->now, &difference);
    if (!is_same && *difference.what == '\0')
        kf_arena_fail(fix->arena);
    is_same = is_same && !fix->now->is_repaired;
    kf_record_free(*slot);
    *slot = NULL;
    fix->now = c->record;
    return is_same;
}

// Whether the file, read again, gives the text. Its first letter that is not ASCII brings the name
// of the character set with it.
static bool is_readable(changes *c) {
    kf_text text = kf_buffer_text(&c->whole);
    bool is_same = true, is_plain = kf_choice_is_ascii(text);
    const kf_source *source = c->record->source;
    if (!is_plain && source->map == NULL && kf_choice_is_ascii(kf_record_text(c->record)))
        go_through(c, true);
    if (c->is_possible && (!is_plain || source->map != NULL || kf_choice_has_signs(text)))
        kf_fix_judge(c->fix, kf_buffer_text(&c->whole), &is_same);
    return c->is_possible && is_same;
}

// The fix stands in its own arena. It becomes NULL where there is no such list.
static void find_changes(void *context) {
    kf_fix **fix = context;
    kf_arena *arena = (*fix)->arena;
    const kf_record *record = (*fix)->record;
    kf_text text = kf_record_text(record);
    *fix = kf_fix_begin(*fix);
    changes c = {.fix = *fix,
                 .record = record,
                 .text = record->source->text,
                 .begin = record->begin,
                 .end = record->begin + text.length,
                 .fresh.arena = arena,
                 .whole.arena = arena};
    go_through(&c, false);
    bool is_same = c.is_possible && !record->is_edited && c.fix->edits.count == 0;
    if (!is_same && (!c.is_possible || !is_right(&c) || !is_readable(&c)))
        *fix = NULL;
}

// Whether a game names a character set.
static bool has_charset(const kf_record *record) {
    kf_text value;
    kf_node game = kf_node_child(record, 0);
    while (game != 0 && !kf_property_get(record, game, "CA", &value))
        game = kf_node_next(record, game);
    return game != 0;
}

kf_fix *kf_fix_changes(const kf_record *record, const kf_reading *how, kf_log *log) {
    const kf_format *format = kf_format_of(record);
    bool is_sgf = format != NULL && strcmp(kf_format_name(format), "sgf") == 0;
    if (!is_sgf || record->source == NULL || record->is_repaired || record->places != NULL ||
        (how != NULL && how->charset != NULL && has_charset(record)))
        return NULL;
    kf_fix start = {.arena = kf_arena_new(), .record = record, .how = how}, *fix = &start;
    bool is_done = start.arena != NULL && kf_arena_try(start.arena, find_changes, &fix);
    if (is_done && fix != NULL)
        return fix;
    kf_arena_free(start.arena);
    if (!is_done)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return NULL;
}
