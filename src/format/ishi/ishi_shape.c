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
    kf_node *order; // by place in the file
    const kf_ishi_wish *wishes;
    uint32_t *wish;               // one more than the place of the node's wish, 0: none
    kf_node *parent;              // as it shall be
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

kf_node *kf_ishi_shape_order(const kf_record *record, kf_arena *arena) {
    size_t count = kf_record_nodes(record);
    kf_node *order = kf_arena_resize(arena, NULL, count * sizeof *order);
    bool is_sorted = true;
    for (size_t i = 0; i < count; i++) {
        order[i] = (kf_node)i;
        is_sorted = is_sorted &&
                    (i < 2 || place_of(record, (kf_node)i - 1) <= place_of(record, (kf_node)i));
    }
    if (is_sorted)
        return order;
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
    return s->wish[node] > 0 ? &s->wishes[s->wish[node] - 1] : NULL;
}

// A diagram that is a node takes over the children of its parent that stand behind it in the file.
static void take_over(shape *s) {
    kf_node *now = array(s, sizeof *now);
    for (size_t i = 0; i < s->count; i++)
        now[i] = (kf_node)i;
    for (size_t i = 1; i < s->count; i++) {
        kf_node node = s->order[i], parent = s->record->rows[node].parent;
        s->parent[node] = now[parent];
        const kf_ishi_wish *wish = wish_of(s, node);
        if (parent != 0 && wish != NULL && wish->is_node)
            now[parent] = node;
    }
    kf_arena_release(s->record->arena, now);
}

// The parents that are told as so many nodes back, within the same game.
static void look_back(shape *s) {
    size_t game = 0;
    for (size_t i = 1; i < s->count; i++) {
        kf_node node = s->order[i];
        const kf_ishi_wish *wish = wish_of(s, node);
        if (s->record->rows[node].parent == 0)
            game = i;
        else if (wish != NULL && wish->back > 0 && (size_t)wish->back <= i - game)
            s->parent[node] = s->order[i - (size_t)wish->back];
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

// Fills the slots of each parent: first who has a wish, then the others in their order.
static void place_children(shape *s) {
    for (size_t i = 0; i + 1 < s->count; i++)
        s->begin[s->parent[s->by_order[i]] + 1]++;
    for (size_t i = 0; i < kf_record_nodes(s->record); i++)
        s->begin[i + 1] += s->begin[i];
    for (size_t i = 0; i + 1 < s->count; i++) {
        kf_node node = s->by_order[i], parent = s->parent[node];
        if (!is_moved(s, node))
            continue;
        size_t slot = (size_t)s->begin[parent] + (size_t)wish_of(s, node)->index - 1;
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

void kf_ishi_shape_apply(kf_record *record, const kf_ishi_wish *wishes, size_t count) {
    shape s = {.record = record, .count = kf_record_nodes(record), .wishes = wishes};
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || wishes[i].is_node || wishes[i].back > 0;
    if (!any)
        return;
    s.order = kf_ishi_shape_order(record, record->arena);
    s.wish = array(&s, sizeof *s.wish);
    s.parent = array(&s, sizeof *s.parent);
    for (size_t i = 0; i < count; i++)
        s.wish[wishes[i].node] = (uint32_t)i + 1;
    take_over(&s);
    look_back(&s);
    kf_arena_release(record->arena, s.order);
    s.begin = array(&s, sizeof *s.begin);
    s.fill = array(&s, sizeof *s.fill);
    s.children = array(&s, sizeof *s.children);
    s.by_order = array(&s, sizeof *s.by_order);
    list_nodes(&s);
    place_children(&s);
    tie(&s);
    kf_arena_release(record->arena, s.wish);
    kf_arena_release(record->arena, s.parent);
    kf_arena_release(record->arena, s.begin);
    kf_arena_release(record->arena, s.fill);
    kf_arena_release(record->arena, s.children);
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
