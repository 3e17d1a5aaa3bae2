// SPDX-License-Identifier: MIT
// What a conversion could not say in the target's own words.

#include <kifu/record.h>

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

struct kf_loss {
    kf_arena *arena;
    kf_loss_item *places;
    size_t count, capacity;
    kf_loss_item *items; // the places summed up, made when first asked for
    size_t item_count;
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

static void add_place(void *context) {
    const adding *a = context;
    kf_loss *loss = a->loss;
    loss->places = kf_arena_grow(loss->arena, loss->places, &loss->capacity, loss->count + 1,
                                 sizeof *loss->places);
    kf_loss_item *last = loss->count > 0 ? &loss->places[loss->count - 1] : NULL;
    // Most kinds come in runs; a run shares its name.
    const char *kind = last != NULL && kf_text_is(a->kind, last->kind)
                           ? last->kind
                           : kf_arena_copy(loss->arena, a->kind.data, a->kind.length);
    loss->places[loss->count++] = (kf_loss_item){a->lost, kind, 1, a->node};
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

bool kf_loss_is_incomplete(const kf_loss *loss) {
    return loss != NULL && loss->is_incomplete;
}

static int by_kind(const void *a, const void *b) {
    const kf_loss_item *x = a, *y = b;
    if (x->lost != y->lost)
        return x->lost ? 1 : -1;
    int order = strcmp(x->kind, y->kind);
    return order != 0 ? order : (x->node > y->node) - (x->node < y->node);
}

static void sum_up(void *context) {
    kf_loss *loss = context;
    size_t size = loss->count * sizeof *loss->items;
    loss->items = kf_arena_resize(loss->arena, loss->items, size);
    memcpy(loss->items, loss->places, size);
    qsort(loss->items, loss->count, sizeof *loss->items, by_kind);
    size_t made = 0;
    for (size_t i = 0; i < loss->count; i++) {
        const kf_loss_item *item = &loss->items[i];
        kf_loss_item *last = made > 0 ? &loss->items[made - 1] : NULL;
        if (last != NULL && last->lost == item->lost && strcmp(last->kind, item->kind) == 0)
            last->count++;
        else
            loss->items[made++] = *item;
    }
    loss->item_count = made;
}

size_t kf_loss_count(const kf_loss *loss) {
    // The sum is a cache: it changes nothing that the caller can see.
    kf_loss *own = (kf_loss *)(uintptr_t)loss;
    if (own == NULL || own->count == 0)
        return 0;
    if (own->item_count == 0)
        kf_arena_try(own->arena, sum_up, own);
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
    *item = loss->places[index];
    return true;
}

bool kf_loss_any_lost(const kf_loss *loss) {
    return loss != NULL && loss->any_lost;
}
