// SPDX-License-Identifier: MIT
// Moves that stand in the root of a game in SGF. Ishi has none: there the event and its setup come
// first. So the writer gives such a move a node of its own, and KFROOT says so; the reader puts it
// back.

#include <string.h>

#include "format/ishi/ishi_reader.h"
#include "format/ishi/ishi_writer.h"
#include "record/value.h"

// The parent of a node that is no more.
static const kf_node NOWHERE = UINT32_MAX;

static bool has(const kf_record *record, kf_node node, const char *name) {
    kf_property property;
    return kf_property_find(record, node, name, &property);
}

static bool has_move(const kf_record *record, kf_node node) {
    return has(record, node, "B") || has(record, node, "W");
}

// Whether the root of the game has a move.
static bool begins_with_move(const kf_record *record, kf_node game) {
    return has_move(record, game) && !has(record, game, "KFMOVE");
}

// Whether the property is about the game or what it begins with, and stays in the root.
static bool is_of_game(const kf_property *property) {
    static const int ids[] = {KF_P_KFHEADER, KF_P_KFSIZE, KF_P_KFREMARK, KF_P_KFJUNK, KF_P_KFROOT};
    if (property->id < 0)
        return true;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (property->id == ids[i])
            return true;
    kf_where where = kf_value_row(property->id)->where;
    return where == KF_WHERE_ROOT || where == KF_WHERE_INFO || where == KF_WHERE_INHERIT ||
           where == KF_WHERE_SETUP;
}

// Adds what of the root stays there, or what goes with the move.
static void put_part(kf_record *apart, kf_node node, kf_text text, bool is_root) {
    kf_buffer out = {.arena = apart->arena};
    kf_property property;
    while (kf_property_next(&text, &property)) {
        if (is_of_game(&property) != is_root)
            continue;
        kf_buffer_add_text(&out, property.name);
        kf_buffer_add_text(&out, property.values);
    }
    if (is_root)
        kf_buffer_add_string(&out, "KFROOT[move]");
    kf_record_put(apart, node, kf_buffer_text(&out));
    kf_arena_release(out.arena, out.data);
}

static bool is_split(const kf_record *from, kf_node node) {
    return kf_node_parent(from, node) == 0 && begins_with_move(from, node);
}

static void copy(kf_record *apart, const kf_record *from) {
    kf_node parent = 0;
    apart->format = from->format;
    apart->has_diamonds = from->has_diamonds;
    apart->is_played = from->is_played;
    kf_walk walk = kf_walk_from(from, 0);
    while (kf_walk_step(&walk)) {
        kf_node node = walk.node;
        if (node == 0)
            continue;
        if (!walk.entering) {
            parent = kf_node_parent(apart, parent);
            parent = is_split(from, node) ? kf_node_parent(apart, parent) : parent;
            continue;
        }
        parent = kf_record_add(apart, parent);
        if (!is_split(from, node)) {
            kf_record_put(apart, parent, kf_node_text(from, node));
            continue;
        }
        put_part(apart, parent, kf_node_text(from, node), true);
        parent = kf_record_add(apart, parent);
        put_part(apart, parent, kf_node_text(from, node), false);
    }
}

kf_record *kf_ishi_root_split(const kf_record *record, kf_arena *arena) {
    size_t splits = 0;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
        splits += begins_with_move(record, game);
    if (splits == 0)
        return NULL;
    kf_arena *own = kf_arena_new_in(arena);
    kf_record *apart = kf_arena_alloc(own, sizeof *apart);
    memset(apart, 0, sizeof *apart);
    apart->arena = own;
    apart->capacity = kf_record_nodes(record) + splits;
    apart->rows = kf_arena_resize(own, NULL, apart->capacity * sizeof *apart->rows);
    apart->rows[0] = (kf_row){.length = 0};
    apart->count = 1;
    apart->limits = (kf_limits){KF_NO_LIMIT, KF_NO_LIMIT, KF_NO_LIMIT, KF_NO_LIMIT};
    apart->short_nodes = KF_NO_LIMIT;
    copy(apart, record);
    return apart;
}

// The copy was made in the order of a walk.
kf_node *kf_ishi_root_origins(const kf_record *record, const kf_record *apart, kf_arena *arena) {
    kf_node *origins = kf_arena_resize(arena, NULL, kf_record_nodes(apart) * sizeof *origins);
    size_t count = 0;
    origins[count++] = 0;
    kf_walk walk = kf_walk_from(record, 0);
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;) {
        origins[count++] = node;
        if (is_split(record, node))
            origins[count++] = node;
    }
    return origins;
}

// ---- Back ----

// Whether no property stands in both nodes.
static bool fits(const kf_record *record, kf_node game, kf_node move) {
    kf_text rest = kf_node_text(record, move);
    kf_property property, other;
    while (kf_property_next(&rest, &property)) {
        kf_text names = kf_node_text(record, game);
        while (kf_property_next(&names, &other))
            if (kf_value_order(property.name, other.name) == 0)
                return false;
    }
    return true;
}

static void join(kf_record *record, kf_node game, kf_node move) {
    kf_buffer out = {.arena = record->arena};
    kf_text texts[] = {kf_node_text(record, game), kf_node_text(record, move)};
    kf_property property;
    for (size_t i = 0; i < 2; i++)
        while (kf_property_next(&texts[i], &property)) {
            if (property.id == KF_P_KFROOT)
                continue;
            kf_buffer_add_text(&out, property.name);
            kf_buffer_add_text(&out, property.values);
        }
    kf_record_put(record, game, kf_buffer_text(&out));
    kf_arena_release(out.arena, out.data);
    kf_node last = record->rows[move].child;
    record->rows[game].child = last;
    for (kf_node n = kf_node_child(record, move); n != 0; n = kf_node_next(record, n))
        record->rows[n].parent = game;
    record->rows[move].parent = NOWHERE;
}

// Closes the gaps between the nodes.
static void close_gaps(kf_record *record) {
    kf_row *rows = record->rows;
    kf_node *now = kf_arena_resize(record->arena, NULL, record->count * sizeof *now);
    kf_node count = 0;
    for (size_t i = 0; i < record->count; i++)
        now[i] = rows[i].parent != NOWHERE ? count++ : 0;
    for (size_t i = 0; i < record->count; i++) {
        if (rows[i].parent == NOWHERE)
            continue;
        kf_row row = rows[i];
        row.parent = now[row.parent];
        row.child = now[row.child];
        row.next = now[row.next];
        rows[now[i]] = row;
        if (record->places != NULL && i < record->place_capacity)
            record->places[now[i]] = record->places[i];
    }
    record->count = count;
    kf_arena_release(record->arena, now);
}

void kf_ishi_root_join(kf_record *record) {
    kf_node game = kf_node_child(record, 0);
    bool has_gaps = false;
    for (; game != 0; game = kf_node_next(record, game)) {
        kf_node move = kf_node_child(record, game);
        bool is_only = move != 0 && kf_node_next(record, move) == 0;
        if (is_only && has(record, game, "KFROOT") && has_move(record, move) &&
            fits(record, game, move)) {
            join(record, game, move);
            has_gaps = true;
        }
    }
    if (has_gaps)
        close_gaps(record);
}
