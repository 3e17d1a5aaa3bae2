// SPDX-License-Identifier: MIT
// Findings in the order of their places: reading finds its own first, checking finds the others.

#include "cli/order.h"

#include <stdlib.h>

// An entry with what it is ordered by. A note goes by the entry that it belongs to.
typedef struct item {
    const kf_entry *entry;
    uint64_t byte;
    size_t index;
} item;

static int by_place(const void *a, const void *b) {
    const item *x = a, *y = b;
    if (x->byte != y->byte)
        return x->byte < y->byte ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

const kf_entry **kf_order_entries(kf_cli *cli) {
    size_t count = kf_log_count(cli->log);
    if (count < 2)
        return NULL;
    item *items = kf_arena_resize(cli->arena, NULL, count * sizeof *items);
    uint64_t byte = 0;
    for (size_t i = 0; i < count; i++) {
        const kf_entry *entry = kf_log_entry(cli->log, i);
        if (entry->severity != KF_NOTE || i == 0)
            byte = entry->line > 0 ? entry->byte : UINT64_MAX;
        items[i] = (item){entry, byte, i};
    }
    qsort(items, count, sizeof *items, by_place);
    const kf_entry **entries = kf_arena_resize(cli->arena, NULL, count * sizeof(const kf_entry *));
    for (size_t i = 0; i < count; i++)
        entries[i] = items[i].entry;
    kf_arena_release(cli->arena, items);
    return entries;
}
