// SPDX-License-Identifier: MIT
// Lines of a catalogue as nodes of a record, and the nodes at which a pattern stands.

#include "catalog/catalog.h"

#ifdef KIFU_HAVE_SQLITE

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "record/record.h"
#include "record/value.h"

// ---- A line as text ----

static void put_point(kf_buffer *out, uint32_t point, int width) {
    char letters[2];
    kf_value_put_point(letters, (int)point % width, (int)point / width);
    kf_buffer_add(out, letters, sizeof letters);
}

static void put_setup(kf_buffer *out, const kf_line *line, size_t from, size_t to, int width) {
    static const char *const names[] = {"AB", "AW", "AE"};
    for (int kind = 0; kind < 3; kind++) {
        bool is_named = false;
        for (size_t i = from; i < to; i++) {
            uint32_t event = kf_line_event(line, i);
            int is = event & KF_EVENT_TAKEN ? 2 : event & KF_EVENT_WHITE ? 1 : 0;
            // A stone that is exchanged for another is taken and put: then only the new one counts.
            bool is_changed =
                is == 2 && i + 1 < to &&
                (kf_line_event(line, i + 1) & KF_EVENT_POINT) == (event & KF_EVENT_POINT);
            if (is != kind || is_changed)
                continue;
            kf_buffer_add_string(out, is_named ? "[" : names[kind]);
            if (!is_named)
                kf_buffer_add_char(out, '[');
            put_point(out, event & KF_EVENT_POINT, width);
            kf_buffer_add_char(out, ']');
            is_named = true;
        }
    }
}

// One group as the properties of a node: a setup, or a move, whose own stone is the one that it
// puts.
static void put_group(kf_buffer *out, const kf_line *line, size_t from, size_t to, int width) {
    if (kf_line_event(line, from) & KF_EVENT_SETUP) {
        put_setup(out, line, from, to, width);
        return;
    }
    for (size_t i = from; i < to; i++) {
        uint32_t event = kf_line_event(line, i);
        if (event & KF_EVENT_TAKEN)
            continue;
        char move[] = {event & KF_EVENT_WHITE ? 'W' : 'B', '[', ']', ']', ']'};
        bool is_pass = (event & KF_EVENT_POINT) == KF_EVENT_NOWHERE;
        int point = (int)(event & KF_EVENT_POINT);
        if (!is_pass)
            kf_value_put_point(move + 2, point % width, point / width);
        kf_buffer_add(out, move, is_pass ? 3 : 5);
    }
}

void kf_place_write(kf_buffer *out, const kf_line *line, int width) {
    put_setup(out, line, 0, line->initial, width);
    size_t from = line->initial;
    for (size_t i = from; i < line->count; i++) {
        if (!(kf_line_event(line, i) & KF_EVENT_END))
            continue;
        kf_buffer_add_char(out, ';');
        put_group(out, line, from, i + 1, width);
        from = i + 1;
    }
}

// ---- Where hits stand ----

// A variation in which hits stand, and which of them.
typedef struct branch {
    kf_line line;
    uint32_t id;
    uint64_t hash;
    size_t first, count; // of its hits
    bool is_found;
} branch;

typedef struct placing {
    kf_catalog *catalog;
    kf_record *record;
    const kf_found *found;
    kf_node *nodes; // of each hit
    kf_arena *arena;
    kf_log *log;
    kf_line_maker maker;
    branch *branches;
    size_t count, room, missing;
    bool is_good;
} placing;

static uint64_t hash_of(const kf_line *line) {
    uint64_t hash = line->initial;
    for (size_t i = 0; i < line->count; i++)
        hash = (hash ^ kf_line_event(line, i)) * UINT64_C(0x9E3779B97F4A7C15) ^ hash >> 29;
    return hash;
}

static void place(placing *p, size_t first, size_t count, const kf_node *at, size_t groups) {
    for (size_t i = first; i < first + count; i++)
        if (p->found->hits[i].position <= groups)
            p->nodes[i] = at[p->found->hits[i].position];
}

static int by_hash(const void *a, const void *b) {
    const branch *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

// The variations of the hits, those of each behind each other. What the store lends is copied.
static void collect(placing *p, size_t first) {
    for (size_t i = first; i < p->found->count && p->is_good; i++) {
        kf_line line;
        if (i > first && p->found->hits[i].line == p->branches[p->count - 1].id) {
            p->branches[p->count - 1].count++;
            continue;
        }
        uint32_t parent = 0, id = p->found->hits[i].line;
        p->is_good = kf_catalog_field(p->catalog, id, KF_FIELD_PARENT, &parent) &&
                     parent == p->found->game && kf_catalog_line(p->catalog->store, id, &line);
        if (!p->is_good)
            return;
        p->branches =
            kf_arena_grow(p->arena, p->branches, &p->room, p->count + 1, sizeof *p->branches);
        uint8_t *events = kf_arena_alloc(p->arena, 2 * line.count + 1);
        memcpy(events, line.events, 2 * line.count);
        line.events = events;
        p->branches[p->count++] = (branch){line, id, hash_of(&line), i, 1, false};
    }
    p->missing = p->count;
    if (p->count > 1)
        qsort(p->branches, p->count, sizeof *p->branches, by_hash);
}

// Gives the variation under way to the first of those of its moves that waits for one.
static void match(placing *p) {
    kf_line line = kf_line_of(p->maker.data, p->maker.length);
    uint64_t hash = hash_of(&line);
    size_t low = 0, high = p->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->branches[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < p->count && p->branches[low].hash == hash; low++) {
        branch *b = &p->branches[low];
        if (b->is_found || b->line.count != line.count || b->line.initial != line.initial ||
            memcmp(b->line.events, line.events, 2 * line.count) != 0)
            continue;
        b->is_found = true;
        p->missing--;
        place(p, b->first, b->count, p->maker.at, p->maker.groups);
        return;
    }
}

// A record that was kept has the variations.
static void look_in_record(placing *p, kf_node game) {
    const kf_row *rows = p->record->rows;
    kf_walk walk = kf_walk_from(p->record, game);
    for (kf_node node; p->missing > 0 && (node = kf_walk_enter(&walk)) != 0;) {
        kf_node last = rows[rows[node].parent].child;
        if (node == game || rows[last].next == node)
            continue;
        kf_line_variation(&p->maker, p->record, node);
        match(p);
    }
}

// The child of that text, which is made where there is none; 0: the log says why.
static kf_node child_of(placing *p, kf_node parent, kf_text text) {
    kf_node node = kf_node_child(p->record, parent);
    while (node != 0 && !kf_text_equal(kf_node_text(p->record, node), text))
        node = kf_node_next(p->record, node);
    if (node != 0)
        return node;
    node = kf_node_add(p->record, parent, p->log);
    return node != 0 && kf_node_set_text(p->record, node, text, p->log) ? node : 0;
}

// Puts a variation into a record that was made of the main line alone.
static void add_branch(placing *p, const branch *b, kf_node game) {
    kf_buffer text = {.arena = p->arena};
    kf_node *at = kf_arena_alloc(p->arena, ((size_t)b->line.count + 1) * sizeof *at);
    size_t groups = 0, from = b->line.initial;
    at[0] = game;
    for (size_t i = from; i < b->line.count; i++) {
        if (!(kf_line_event(&b->line, i) & KF_EVENT_END))
            continue;
        text.length = 0;
        put_group(&text, &b->line, from, i + 1, p->maker.width);
        at[groups + 1] = child_of(p, at[groups], kf_buffer_text(&text));
        p->is_good = p->is_good && at[++groups] != 0;
        if (!p->is_good)
            return;
        from = i + 1;
    }
    place(p, b->first, b->count, at, groups);
}

// A record that was made of a line alone has a node for each group of it.
static void place_own(placing *p, kf_node game) {
    const kf_find_hit *hits = p->found->hits;
    uint32_t position = 0;
    for (size_t i = 0; i < p->found->count; i++) {
        // Hits are in the order of their positions, and another order costs time alone.
        kf_node node = hits[i].position >= position && i > 0 ? p->nodes[i - 1] : game;
        position = node == game ? 0 : position;
        for (; node != 0 && position < hits[i].position; position++)
            node = kf_node_child(p->record, node);
        p->nodes[i] = node;
    }
}

static void place_all(void *context) {
    placing *p = context;
    kf_node game = kf_node_child(p->record, 0);
    size_t own = 0;
    while (own < p->found->count && !p->found->hits[own].is_variation)
        own++;
    p->is_good = true;
    if (own == p->found->count && kf_store_record(p->catalog->store, p->found->game).length == 0) {
        place_own(p, game);
        p->is_good =
            kf_store_error(p->catalog->store)[0] == '\0' || kf_catalog_fail(p->catalog, p->log);
        return;
    }
    p->maker.arena = p->arena;
    p->maker.keeps_nodes = true;
    kf_line_main(&p->maker, p->record, game);
    place(p, 0, own, p->maker.at, p->maker.groups);
    collect(p, own);
    if (p->missing > 0 && p->is_good)
        look_in_record(p, game);
    for (size_t i = 0; i < p->count && p->is_good; i++)
        if (!p->branches[i].is_found)
            add_branch(p, &p->branches[i], game);
    if (!p->is_good)
        kf_store_report(p->catalog->store, p->log);
}

bool kf_place_hits(kf_catalog *catalog, kf_record *record, const kf_found *found, kf_node *nodes,
                   kf_log *log) {
    placing p = {.catalog = catalog, .record = record, .found = found, .nodes = nodes, .log = log};
    for (size_t i = 0; i < found->count; i++)
        nodes[i] = 0;
    p.arena = kf_arena_new();
    bool has_memory = p.arena != NULL && kf_arena_try(p.arena, place_all, &p);
    kf_arena_free(p.arena);
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return has_memory && p.is_good;
}

#else

bool kf_place_hits(kf_catalog *catalog, kf_record *record, const kf_found *found, kf_node *nodes,
                   kf_log *log) {
    (void)catalog, (void)record, (void)found, (void)nodes;
    return kf_catalog_lacks(log);
}

#endif
