// SPDX-License-Identifier: MIT
// The shape of a tree that was read from Ishi, changed to what the facts say.
//
// A parent always stands before its children in the file. Every wish keeps to that, so that no
// wish can make a ring, and the whole tree is built anew from a list of parents.

#include "format/ishi/ishi.h"

#include <stdlib.h>
#include <string.h>

// Everything here is an array by node, or a list of nodes.
typedef struct shape {
    kf_record *record;
    size_t count;   // of nodes, with node 0
    kf_node *order; // by place in the file; NULL: they stand so
    const kf_ishi_wish *wishes;
    uint32_t *wish;  // one more than the place of the node's wish, 0: none; NULL: nobody has one
    kf_node *parent; // as it shall be
    uint32_t *begin, *fill;       // of a parent's children in `children`; one more `begin`
    kf_node *children, *by_order; // `by_order`: all nodes, siblings in their present order
} shape;

typedef struct placed {
    uint32_t place;
    kf_node node;
} placed;

static int by_place(const void *a, const void *b) {
    const placed *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

static uint32_t place_of(const kf_record *record, kf_node node) {
    bool is_known = record->places != NULL && node < record->place_capacity;
    return is_known && node != 0 ? record->places[node] : 0;
}

bool kf_ishi_nodes_has(const kf_ishi_nodes *nodes, kf_node node) {
    return node / 8 < nodes->room && (nodes->bits[node / 8] >> node % 8 & 1) != 0;
}

void kf_ishi_nodes_add(kf_ishi_nodes *nodes, kf_node node, kf_arena *arena) {
    size_t old = nodes->room;
    nodes->bits = kf_arena_grow(arena, nodes->bits, &nodes->room, (size_t)node / 8 + 1, 1);
    memset(nodes->bits + old, 0, nodes->room - old);
    nodes->bits[node / 8] |= (uint8_t)(1 << node % 8);
}

kf_node *kf_ishi_shape_order(const kf_record *record, kf_arena *arena) {
    size_t count = kf_record_nodes(record);
    bool is_sorted = true;
    for (size_t i = 2; i < count; i++)
        is_sorted = is_sorted && place_of(record, (kf_node)i - 1) <= place_of(record, (kf_node)i);
    if (is_sorted)
        return NULL;
    kf_node *order = kf_arena_resize(arena, NULL, count * sizeof *order);
    placed *all = kf_arena_resize(arena, NULL, count * sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[i] = (placed){place_of(record, (kf_node)i), (kf_node)i};
    qsort(all, count, sizeof *all, by_place);
    for (size_t i = 0; i < count; i++)
        order[i] = all[i].node;
    kf_arena_release(arena, all);
    return order;
}

static void *array(shape *s, size_t element) {
    void *data = kf_arena_resize(s->record->arena, NULL, (s->count + 1) * element);
    memset(data, 0, (s->count + 1) * element);
    return data;
}

static const kf_ishi_wish *wish_of(const shape *s, kf_node node) {
    return s->wish != NULL && s->wish[node] > 0 ? &s->wishes[s->wish[node] - 1] : NULL;
}

static kf_node at(const shape *s, size_t place) {
    return s->order != NULL ? s->order[place] : (kf_node)place;
}

// A diagram that is a node takes over the children of its parent that stand behind it in the file.
static void take_over(shape *s, const kf_ishi_nodes *whole) {
    kf_node *now = array(s, sizeof *now);
    for (size_t i = 0; i < s->count; i++)
        now[i] = (kf_node)i;
    for (size_t i = 1; i < s->count; i++) {
        kf_node node = at(s, i), parent = s->record->rows[node].parent;
        s->parent[node] = now[parent];
        if (parent != 0 && kf_ishi_nodes_has(whole, node))
            now[parent] = node;
    }
    kf_arena_release(s->record->arena, now);
}

// The parents that are told as so many nodes back, within the same game.
static void look_back(shape *s) {
    size_t game = 0;
    for (size_t i = 1; i < s->count; i++) {
        kf_node node = at(s, i);
        const kf_ishi_wish *wish = wish_of(s, node);
        if (s->record->rows[node].parent == 0)
            game = i;
        else if (wish != NULL && wish->back > 0 && (size_t)wish->back <= i - game)
            s->parent[node] = at(s, i - (size_t)wish->back);
    }
}

static bool is_moved(const shape *s, kf_node node) {
    const kf_ishi_wish *wish = wish_of(s, node);
    return wish != NULL && wish->back > 0 && s->record->rows[node].parent != 0;
}

// All nodes in such an order that siblings stand as they do now.
static void list_nodes(shape *s) {
    size_t made = 0;
    kf_walk walk = kf_walk_from(s->record, 0);
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;)
        s->by_order[made++] = node;
    s->count = made + 1;
}

// Where nobody wishes for a place among siblings, each goes behind those that it has now.
static void tie_in_order(shape *s) {
    kf_row *rows = s->record->rows;
    for (size_t node = 0; node < kf_record_nodes(s->record); node++)
        rows[node].child = 0;
    for (size_t i = 0; i + 1 < s->count; i++) {
        kf_node node = s->by_order[i], parent = s->parent[node], last = rows[parent].child;
        rows[node].parent = parent;
        rows[node].next = node;
        if (last != 0) {
            rows[node].next = rows[last].next;
            rows[last].next = node;
        }
        rows[parent].child = node;
    }
}

// Fills the slots of each parent: first who has a wish, then the others in their order.
static void place_children(shape *s) {
    for (size_t i = 0; i + 1 < s->count; i++)
        s->begin[s->parent[s->by_order[i]] + 1]++;
    for (size_t i = 0; i < kf_record_nodes(s->record); i++)
        s->begin[i + 1] += s->begin[i];
    for (size_t i = 0; i + 1 < s->count; i++) {
        kf_node node = s->by_order[i], parent = s->parent[node];
        const kf_ishi_wish *wish = is_moved(s, node) ? wish_of(s, node) : NULL;
        if (wish == NULL)
            continue;
        size_t slot = (size_t)s->begin[parent] + (size_t)wish->index - 1;
        if (slot < s->begin[parent + 1] && s->children[slot] == 0)
            s->children[slot] = node;
        else
            s->wish[node] = 0; // it takes what is left, like the others
    }
    for (size_t i = 0; i + 1 < s->count; i++) {
        kf_node node = s->by_order[i], parent = s->parent[node];
        if (is_moved(s, node))
            continue;
        uint32_t slot = s->begin[parent] + s->fill[parent];
        while (s->children[slot] != 0)
            slot++;
        s->children[slot] = node;
        s->fill[parent] = slot + 1 - s->begin[parent];
    }
}

static void tie(shape *s) {
    kf_row *rows = s->record->rows;
    for (size_t parent = 0; parent < kf_record_nodes(s->record); parent++) {
        size_t begin = s->begin[parent], end = s->begin[parent + 1];
        rows[parent].child = end > begin ? s->children[end - 1] : 0;
        for (size_t i = begin; i < end; i++) {
            kf_node node = s->children[i];
            rows[node].parent = (kf_node)parent;
            rows[node].next = s->children[i + 1 < end ? i + 1 : begin];
        }
    }
}

// Gives each its slot among the children of its parent.
static void place_all(shape *s) {
    kf_arena *arena = s->record->arena;
    s->begin = array(s, sizeof *s->begin);
    s->fill = array(s, sizeof *s->fill);
    s->children = array(s, sizeof *s->children);
    place_children(s);
    tie(s);
    kf_arena_release(arena, s->begin);
    kf_arena_release(arena, s->fill);
    kf_arena_release(arena, s->children);
}

void kf_ishi_shape_apply(kf_record *record, const kf_ishi_nodes *whole, const kf_ishi_wish *wishes,
                         size_t count) {
    shape s = {.record = record, .count = kf_record_nodes(record), .wishes = wishes};
    if (count == 0 && whole->room == 0)
        return;
    s.order = kf_ishi_shape_order(record, record->arena);
    s.parent = array(&s, sizeof *s.parent);
    if (count > 0)
        s.wish = array(&s, sizeof *s.wish);
    for (size_t i = 0; i < count; i++)
        s.wish[wishes[i].node] = (uint32_t)i + 1;
    take_over(&s, whole);
    look_back(&s);
    kf_arena_release(record->arena, s.order);
    s.by_order = array(&s, sizeof *s.by_order);
    list_nodes(&s);
    if (count > 0)
        place_all(&s);
    else
        tie_in_order(&s);
    kf_arena_release(record->arena, s.wish);
    kf_arena_release(record->arena, s.parent);
    kf_arena_release(record->arena, s.by_order);
}

kf_node kf_ishi_shape_insert(kf_record *record, kf_node node) {
    kf_node last = record->rows[node].child;
    record->rows[node].child = 0;
    kf_node added = kf_record_add(record, node);
    record->rows[added].child = last;
    kf_node child = last;
    while (last != 0) {
        record->rows[child].parent = added;
        child = record->rows[child].next;
        if (child == last)
            break;
    }
    return added;
}
