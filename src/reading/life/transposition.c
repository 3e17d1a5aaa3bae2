// SPDX-License-Identifier: MIT
// A table of positions, four to a row, in which what cost most work stays longest.

#include "reading/life/life.h"

#include <string.h>

enum { ROW = 4 };

void kf_transposition_init(kf_transposition *memo, kf_arena *arena, size_t size) {
    size_t rows = 16;
    while (rows * ROW < size)
        rows *= 2;
    memo->mask = rows - 1;
    memo->entries = kf_arena_resize(arena, NULL, rows * ROW * sizeof *memo->entries);
    kf_transposition_clear(memo);
}

void kf_transposition_clear(kf_transposition *memo) {
    memset(memo->entries, 0, (memo->mask + 1) * ROW * sizeof *memo->entries);
}

const kf_transposition_entry *kf_transposition_find(const kf_transposition *memo, uint64_t key) {
    const kf_transposition_entry *row = &memo->entries[(key & memo->mask) * ROW];
    for (int i = 0; i < ROW; i++)
        if (row[i].key == key)
            return &row[i];
    return NULL;
}

// What is solved is worth more than what is not, for it ends the reading wherever it is met.
static uint64_t worth(const kf_transposition_entry *entry) {
    uint64_t solved = entry->key != 0 && (entry->proof == 0 || entry->disproof == 0);
    return entry->key == 0 ? 0 : 1 + entry->work + 4 * solved;
}

void kf_transposition_put(kf_transposition *memo, const kf_transposition_entry *entry) {
    kf_transposition_entry *row = &memo->entries[(entry->key & memo->mask) * ROW];
    kf_transposition_entry *least = row;
    for (int i = 0; i < ROW; i++) {
        if (row[i].key == entry->key) {
            row[i] = *entry;
            return;
        }
        if (worth(&row[i]) < worth(least))
            least = &row[i];
    }
    *least = *entry;
}
