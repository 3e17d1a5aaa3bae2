// SPDX-License-Identifier: MIT
// The second look at a node in which something is wrong: what it says, and what was mended.

#include "format/sgf/sgf.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/value.h"

// A property under mending. Those of one name hang together in the order of the text.
typedef struct piece {
    kf_text name;
    kf_text values; // with their brackets
    size_t index;   // its place in the node
    size_t next;    // whose values follow these, 0: none (the first piece follows nothing)
    bool is_gone;   // its values stand with another piece, or say nothing new
} piece;

typedef struct mending {
    kf_sgf_reader *reader;
    kf_record *record;
    kf_text text; // of the node
    piece *pieces;
    size_t count, capacity;
    char *closed; // a copy of the values that were never closed, or NULL
    bool is_changed;
} mending;

kf_place kf_sgf_mend_place(const kf_record *record, const char *at) {
    kf_text text = record->source->text;
    return (kf_place){.source = record->source, .offset = (size_t)(at - text.data)};
}

void kf_sgf_mend_keep(kf_buffer *junk, kf_text text) {
    kf_buffer_add_char(junk, '[');
    kf_value_escape(junk, text);
    kf_buffer_add_char(junk, ']');
}

// Adds a property as it was found.
static void add_piece(mending *m, kf_text name, kf_text values) {
    m->pieces =
        kf_arena_grow(m->record->arena, m->pieces, &m->capacity, m->count + 1, sizeof *m->pieces);
    m->pieces[m->count] = (piece){.name = name, .values = values, .index = m->count};
    m->count++;
}

static bool is_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// ---- What stands between the values ----

// A name that nothing follows: KO, DO and IT have no value anyway, so their brackets were
// forgotten. With any other name it cannot be known what was meant.
static void take_bare_name(mending *m, kf_text name) {
    kf_place place = kf_sgf_mend_place(m->record, name.data);
    int id = kf_value_id(name);
    m->is_changed = true;
    if (id >= 0 && kf_value_row(id)->type == KF_TYPE_NONE) {
        kf_log_add(m->reader->log, KF_SGF_NO_VALUE, place, "%.*s has no brackets; given them",
                   (int)name.length, name.data);
        add_piece(m, name, KF_TEXT("[]"));
        return;
    }
    kf_log_add(m->reader->log, KF_SGF_NO_VALUE, place,
               "the name '%.*s' has no value; kept as text in KFJUNK",
               name.length < 40 ? (int)name.length : 40, name.data);
    kf_sgf_mend_keep(&m->reader->junk, name);
}

// Text between two properties.
static void take_junk(mending *m, kf_text junk) {
    junk = kf_text_trim(junk);
    size_t letters = 0;
    while (letters < junk.length && is_name(junk.data[letters]))
        letters++;
    if (junk.length == 0)
        return;
    if (letters == junk.length && (junk.data[0] < '0' || junk.data[0] > '9')) {
        take_bare_name(m, junk);
        return;
    }
    kf_log_add(m->reader->log, KF_SGF_JUNK, kf_sgf_mend_place(m->record, junk.data),
               "this is no property; kept as text in KFJUNK");
    kf_sgf_mend_keep(&m->reader->junk, junk);
    m->is_changed = true;
}

// Cuts the name that stands before a bracket off the text before it.
static kf_text cut_name(kf_text *before) {
    kf_text text = kf_text_trim(*before);
    size_t begin = text.length;
    while (begin > 0 && is_name(text.data[begin - 1]))
        begin--;
    while (begin < text.length && text.data[begin] >= '0' && text.data[begin] <= '9')
        begin++; // a name begins with a letter
    *before = kf_text_cut(text, 0, begin);
    return kf_text_cut(text, begin, text.length);
}

// The values whose first bracket is at `p`. One that is never closed gets its bracket.
static kf_text take_values(mending *m, const char *p) {
    const char *begin = p, *end = m->text.data + m->text.length, *last = p;
    while (p < end && *p == '[') {
        const char *open = p;
        p = kf_value_end(p + 1, end);
        if (p == end) {
            kf_buffer closed = {.arena = m->record->arena};
            size_t slashes = 0;
            while (end - slashes > open + 1 && end[-1 - (ptrdiff_t)slashes] == '\\')
                slashes++;
            kf_log_add(m->reader->log, KF_SGF_UNCLOSED_VALUE, kf_sgf_mend_place(m->record, open),
                       "this value is never closed; it goes on to the end of the file");
            kf_buffer_add(&closed, begin, (size_t)(end - begin));
            kf_buffer_add_string(&closed, slashes % 2 != 0 ? "\\]" : "]");
            m->is_changed = true;
            m->closed = closed.data;
            return kf_buffer_text(&closed);
        }
        last = ++p;
        while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r')))
            p++;
    }
    return (kf_text){begin, (size_t)(last - begin)};
}

// A value before the first name. Which property it belongs to cannot be known.
static void take_nameless(mending *m, kf_text values) {
    kf_log_add(m->reader->log, KF_SGF_NAMELESS_VALUE, kf_sgf_mend_place(m->record, values.data),
               "this value has no name; kept as text in KFJUNK");
    kf_sgf_mend_keep(&m->reader->junk, values);
    m->is_changed = true;
}

// Cuts the text into properties and what is none. Only a bracket is certain: the word before it is
// a name, and everything before that word is junk. So one slip is one finding.
static void take_pieces(mending *m) {
    const char *p = m->text.data, *end = p + m->text.length;
    while (p < end) {
        const char *open = memchr(p, '[', (size_t)(end - p));
        kf_text before = {p, (size_t)((open != NULL ? open : end) - p)};
        kf_text name = open != NULL ? cut_name(&before) : kf_text_of("");
        take_junk(m, before);
        if (open == NULL)
            return;
        const char *next = open;
        while (next < end && *next == '[') { // step over the values in the source
            next = kf_value_end(next + 1, end);
            next += next < end;
            while (next < end && (*next == ' ' || (*next >= '\t' && *next <= '\r')))
                next++;
        }
        kf_text values = take_values(m, open);
        if (name.length > 0)
            add_piece(m, name, values);
        else
            take_nameless(m, values);
        p = next;
    }
}

// ---- Properties of one name ----

static int by_name(const void *a, const void *b) {
    const piece *left = a, *right = b;
    int order = kf_value_order(left->name, right->name);
    return order != 0 ? order : (left->index > right->index) - (left->index < right->index);
}

static bool is_list(int id) {
    return id >= 0 && kf_value_row(id)->arity != KF_ARITY_ONE;
}

// About the file or the game, where programs often say a thing twice.
static bool is_about_game(int id) {
    if (id < 0)
        return false;
    kf_where where = kf_value_row(id)->where;
    return where == KF_WHERE_ROOT || where == KF_WHERE_INFO;
}

// One finding for a name, however often it stands there.
static void report_repeated(mending *m, const piece *first, const piece *second, const char *what) {
    int id = kf_value_id(first->name);
    bool is_mild = is_list(id) || is_about_game(id);
    kf_log_add_as(
        m->reader->log, is_mild ? KF_WARNING : KF_ERROR, KF_SGF_REPEATED,
        kf_sgf_mend_place(m->record, second->name.data), "%.*s stands twice in this node; %s",
        second->name.length < 40 ? (int)second->name.length : 40, second->name.data, what);
    kf_log_add_as(m->reader->log, KF_NOTE, KF_SGF_REPEATED,
                  kf_sgf_mend_place(m->record, first->name.data), "it stood here first");
}

// Settles the properties of one name: lists are joined, what says the same again is dropped, and
// contradictions stay as they stand. The group is a copy, in the order of the text.
static void settle(mending *m, const piece *group, size_t count) {
    bool joins = is_list(kf_value_id(group[0].name));
    size_t dropped = 0;
    for (size_t i = 1; i < count; i++) {
        bool again = kf_text_equal(group[i].values, group[0].values);
        if (joins)
            m->pieces[group[i - 1].index].next = group[i].index;
        m->pieces[group[i].index].is_gone = joins || again;
        dropped += again;
    }
    m->is_changed = m->is_changed || joins || dropped > 0;
    report_repeated(m, &group[0], &group[1],
                    joins                  ? "read as one list"
                    : dropped == count - 1 ? "the second says the same and is left out"
                                           : "kept as they stand");
}

// Brings properties of one name together by sorting, since a node may hold a million of them.
static void settle_repeated(mending *m) {
    kf_arena *arena = m->record->arena;
    if (m->count < 2)
        return;
    piece *sorted = kf_arena_resize(arena, NULL, m->count * sizeof *sorted);
    memcpy(sorted, m->pieces, m->count * sizeof *sorted);
    qsort(sorted, m->count, sizeof *sorted, by_name);
    for (size_t i = 0, end; i < m->count; i = end) {
        for (end = i + 1; end < m->count; end++)
            if (kf_value_order(sorted[i].name, sorted[end].name) != 0)
                break;
        if (end - i > 1)
            settle(m, sorted + i, end - i);
    }
    kf_arena_release(arena, sorted);
}

// Gives the node its text: each property at the place of the first of its name.
static void put_pieces(mending *m, kf_node node) {
    kf_buffer out = {.arena = m->record->arena};
    for (size_t i = 0; i < m->count; i++) {
        const piece *p = &m->pieces[i];
        if (p->is_gone)
            continue;
        kf_buffer_add_text(&out, p->name);
        kf_buffer_add_text(&out, p->values);
        for (; p->next != 0; p = &m->pieces[p->next])
            kf_buffer_add_text(&out, m->pieces[p->next].values);
    }
    kf_arena_release(m->record->arena, m->closed);
    kf_record_put(m->record, node, kf_buffer_text(&out));
    kf_arena_release(m->record->arena, out.data);
}

// Adds the junk that waits, to the property of its name if the node has one.
static void add_waiting(mending *m) {
    kf_text name = kf_text_of(m->reader->junk_name);
    size_t index = m->count;
    add_piece(m, name, kf_buffer_text(&m->reader->junk));
    m->is_changed = true;
    for (size_t i = 0; i < index; i++) {
        piece *p = &m->pieces[i];
        if (p->is_gone || kf_value_order(p->name, name) != 0)
            continue;
        while (p->next != 0)
            p = &m->pieces[p->next];
        p->next = index;
        m->pieces[index].is_gone = true;
        return;
    }
}

void kf_sgf_mend(kf_sgf_reader *reader, kf_node node, kf_text text) {
    mending m = {.reader = reader, .record = reader->record, .text = text};
    take_pieces(&m);
    settle_repeated(&m);
    m.record->is_repaired = m.record->is_repaired || m.is_changed;
    // What waited is still where it stood: the bytes give it back without a repair.
    if (reader->junk.length > 0)
        add_waiting(&m);
    if (m.is_changed)
        put_pieces(&m, node);
    kf_arena_release(m.record->arena, m.pieces);
    reader->junk.length = 0;
}
