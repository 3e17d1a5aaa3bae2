// SPDX-License-Identifier: MIT
// What a conversion could not say in the target's own words.
//
// Of a million nodes each may lose something, so a place is the node and the number of its kind;
// what is said of a kind stands once.

#include <kifu/record.h>

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum { FIRST_BUCKETS = 64, MOST_KINDS = 4096 };

typedef struct kind {
    kf_loss_item item; // what was met up to now
    uint32_t next;     // 1 + the next of the same bucket
} kind;

typedef struct place {
    uint32_t kind;
    kf_node node;
} place;

struct kf_loss {
    kf_arena *arena;
    kind *kinds; // in the order in which they were met
    size_t kind_count, kind_room;
    uint32_t *buckets; // of kinds: 1 + the index of the first
    size_t bucket_count;
    place *places;
    size_t count, capacity;
    kf_loss_item *items; // the kinds in order, made when they are asked for
    size_t item_count;
    size_t last; // the kind that was met last
    bool is_sum; // nobody asks for places
    bool any_lost, is_incomplete;
};

kf_loss *kf_loss_new(void) {
    kf_loss *loss = calloc(1, sizeof *loss);
    if (loss != NULL)
        loss->arena = kf_arena_new();
    if (loss != NULL && loss->arena == NULL) {
        free(loss);
        return NULL;
    }
    return loss;
}

void kf_loss_free(kf_loss *loss) {
    if (loss == NULL)
        return;
    kf_arena_free(loss->arena);
    free(loss);
}

typedef struct adding {
    kf_loss *loss;
    bool lost;
    kf_text kind;
    kf_node node;
} adding;

// Source of the two numbers: Fowler, Noll and Vo, FNV-1a with 32 bits.
static uint32_t *bucket_of(const kf_loss *loss, kf_text name) {
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < name.length; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * 16777619U;
    return &loss->buckets[(hash ^ hash >> 16) & (loss->bucket_count - 1)];
}

static void link_kind(kf_loss *loss, size_t index) {
    uint32_t *bucket = bucket_of(loss, kf_text_of(loss->kinds[index].item.kind));
    loss->kinds[index].next = *bucket;
    *bucket = (uint32_t)index + 1;
}

// As many buckets as kinds.
static void make_buckets(kf_loss *loss) {
    size_t count = loss->bucket_count > 0 ? loss->bucket_count * 4 : FIRST_BUCKETS;
    loss->buckets = kf_arena_resize(loss->arena, loss->buckets, count * sizeof *loss->buckets);
    memset(loss->buckets, 0, count * sizeof *loss->buckets);
    loss->bucket_count = count;
    for (size_t i = 0; i < loss->kind_count; i++)
        link_kind(loss, i);
}

static bool is_kind(const kind *k, const adding *a) {
    return k->item.lost == a->lost && kf_text_is(a->kind, k->item.kind);
}

// Of a kind that is one too many, the one that counts for all others.
// NOLINTNEXTLINE(misc-no-recursion): once.
static size_t find_kind(kf_loss *loss, const adding *a) {
    if (loss->last < loss->kind_count && is_kind(&loss->kinds[loss->last], a))
        return loss->last; // most come in runs
    static const kf_text others = {"other kinds", sizeof "other kinds" - 1};
    if (loss->kind_count >= loss->bucket_count)
        make_buckets(loss);
    for (uint32_t at = *bucket_of(loss, a->kind); at > 0; at = loss->kinds[at - 1].next)
        if (is_kind(&loss->kinds[at - 1], a))
            return at - 1;
    // A file may have a hundred thousand properties of its own; nobody reads so long a list.
    if (loss->kind_count >= MOST_KINDS && !kf_text_equal(a->kind, others))
        return find_kind(loss, &(adding){loss, a->lost, others, a->node});
    loss->kinds = kf_arena_grow(loss->arena, loss->kinds, &loss->kind_room, loss->kind_count + 1,
                                sizeof *loss->kinds);
    const char *name = kf_arena_copy(loss->arena, a->kind.data, a->kind.length);
    loss->kinds[loss->kind_count] = (kind){.item = {a->lost, name, 0, a->node}};
    link_kind(loss, loss->kind_count);
    return loss->kind_count++;
}

static void add_place(void *context) {
    const adding *a = context;
    kf_loss *loss = a->loss;
    if (!loss->is_sum)
        loss->places = kf_arena_grow(loss->arena, loss->places, &loss->capacity, loss->count + 1,
                                     sizeof *loss->places);
    size_t index = loss->last = find_kind(loss, a);
    kf_loss_item *item = &loss->kinds[index].item;
    item->count++;
    item->node = a->node < item->node ? a->node : item->node;
    if (!loss->is_sum)
        loss->places[loss->count++] = (place){(uint32_t)index, a->node};
    loss->item_count = 0;
}

void kf_loss_add(kf_loss *loss, bool lost, kf_text kind, kf_node node) {
    if (loss == NULL)
        return;
    adding a = {loss, lost, kind, node};
    loss->any_lost = loss->any_lost || lost;
    if (!kf_arena_try(loss->arena, add_place, &a))
        loss->is_incomplete = true;
}

void kf_loss_sum_up(kf_loss *loss) {
    if (loss != NULL)
        loss->is_sum = true;
}

void kf_loss_forget(kf_loss *loss) {
    if (loss != NULL)
        loss->count = 0;
}

bool kf_loss_is_incomplete(const kf_loss *loss) {
    return loss != NULL && loss->is_incomplete;
}

static int by_kind(const void *a, const void *b) {
    const kf_loss_item *x = a, *y = b;
    if (x->lost != y->lost)
        return x->lost ? 1 : -1;
    return strcmp(x->kind, y->kind);
}

static void sort_kinds(void *context) {
    kf_loss *loss = context;
    loss->items = kf_arena_resize(loss->arena, loss->items, loss->kind_count * sizeof *loss->items);
    for (size_t i = 0; i < loss->kind_count; i++)
        loss->items[i] = loss->kinds[i].item;
    qsort(loss->items, loss->kind_count, sizeof *loss->items, by_kind);
    loss->item_count = loss->kind_count;
}

size_t kf_loss_count(const kf_loss *loss) {
    // The list is a cache: it changes nothing that the caller can see.
    kf_loss *own = (kf_loss *)(uintptr_t)loss;
    if (own == NULL || own->kind_count == 0)
        return 0;
    if (own->item_count == 0 && !kf_arena_try(own->arena, sort_kinds, own))
        own->is_incomplete = true;
    return own->item_count;
}

bool kf_loss_item_at(const kf_loss *loss, size_t index, kf_loss_item *item) {
    if (index >= kf_loss_count(loss))
        return false;
    *item = loss->items[index];
    return true;
}

size_t kf_loss_places(const kf_loss *loss) {
    return loss != NULL ? loss->count : 0;
}

bool kf_loss_place_at(const kf_loss *loss, size_t index, kf_loss_item *item) {
    if (index >= kf_loss_places(loss))
        return false;
    const place *at = &loss->places[index];
    *item = loss->kinds[at->kind].item;
    item->count = 1;
    item->node = at->node;
    return true;
}

bool kf_loss_any_lost(const kf_loss *loss) {
    return loss != NULL && loss->any_lost;
}
