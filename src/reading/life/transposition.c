// SPDX-License-Identifier: MIT
// A table of positions, four to a row, in which what cost most work stays longest, and the moves of
// those that were read last.

#include "reading/life/life.h"

#include <string.h>

#include "base/prefetch.h"

enum { ROW = KF_TRANSPOSITION_ROW, KEPT_MOST = 1 << 17, MOVES = 8, SOLVED = 4 };
#define MOST_WORK (UINT32_MAX - 8)

void kf_transposition_init(kf_transposition *memo, kf_arena *arena, size_t size) {
    size_t rows = 32; // so that there is room for the moves of any position
    while (rows * ROW < size)
        rows *= 2;
    memo->mask = rows - 1;
    memo->rows = kf_arena_resize(arena, NULL, rows * sizeof *memo->rows);
    memo->entries = kf_arena_resize(arena, NULL, rows * ROW * sizeof *memo->entries);
    // Of a position that is read, all that its moves lead to stand in the table.
    rows = rows < KEPT_MOST ? rows : KEPT_MOST;
    memo->kept_mask = rows - 1;
    memo->kept = kf_arena_resize(arena, NULL, rows * sizeof *memo->kept);
    memo->move_room = rows * MOVES;
    memo->moves = kf_arena_resize(arena, NULL, memo->move_room * sizeof *memo->moves);
    kf_transposition_clear(memo);
}

static void forget_moves(kf_transposition *memo) {
    memset(memo->kept, 0, (memo->kept_mask + 1) * sizeof *memo->kept);
    memo->kept_count = memo->move_count = 0;
}

void kf_transposition_clear(kf_transposition *memo) {
    memset(memo->rows, 0, (memo->mask + 1) * sizeof *memo->rows);
    forget_moves(memo);
}

void kf_transposition_release(kf_transposition *memo, kf_arena *arena) {
    kf_arena_release(arena, memo->moves);
    kf_arena_release(arena, memo->kept);
    kf_arena_release(arena, memo->entries);
    kf_arena_release(arena, memo->rows);
}

void kf_transposition_expect(const kf_transposition *memo, uint64_t key) {
    KF_PREFETCH(&memo->rows[key & memo->mask]);
}

// The place of the position, or the vacant one where it would stand.
static kf_kept_moves *find_kept(const kf_transposition *memo, uint64_t key) {
    size_t i = key & memo->kept_mask;
    while (memo->kept[i].key != 0 && memo->kept[i].key != key)
        i = (i + 1) & memo->kept_mask;
    return &memo->kept[i];
}

const kf_kept_moves *kf_transposition_moves(const kf_transposition *memo, uint64_t key) {
    const kf_kept_moves *kept = find_kept(memo, key);
    return kept->key != 0 ? kept : NULL;
}

void kf_transposition_keep(kf_transposition *memo, const kf_kept_moves *kept,
                           const kf_kept_move *moves) {
    bool is_full =
        memo->kept_count > memo->kept_mask / 2 || memo->move_room - memo->move_count < kept->count;
    if (is_full)
        forget_moves(memo);
    kf_kept_moves *place = find_kept(memo, kept->key);
    memo->kept_count += place->key == 0;
    *place = *kept;
    place->first = (uint32_t)memo->move_count;
    memcpy(memo->moves + memo->move_count, moves, kept->count * sizeof *moves);
    memo->move_count += kept->count;
}

const kf_transposition_entry *kf_transposition_find(const kf_transposition *memo, uint64_t key) {
    const kf_transposition_row *row = &memo->rows[key & memo->mask];
    for (size_t i = 0; i < ROW; i++)
        if (row->key[i] == key)
            return &memo->entries[(key & memo->mask) * ROW + i];
    return NULL;
}

// What is solved is worth more than what is not, for it ends the reading wherever it is met.
static uint32_t worth_of(const kf_transposition_entry *entry) {
    uint32_t solved = entry->proof == 0 || entry->disproof == 0 ? SOLVED : 0;
    return 1 + solved + (entry->work < MOST_WORK ? entry->work : MOST_WORK);
}

// Where the position stands, or would stand: in place of that of the row which is worth least.
static size_t find_place(const kf_transposition_row *row, uint64_t key) {
    size_t least = 0;
    for (size_t i = 0; i < ROW; i++) {
        if (row->key[i] == key)
            return i;
        least = row->worth[i] < row->worth[least] ? i : least;
    }
    return least;
}

void kf_transposition_put(kf_transposition *memo, const kf_transposition_entry *entry) {
    size_t number = entry->key & memo->mask;
    kf_transposition_row *row = &memo->rows[number];
    size_t place = find_place(row, entry->key);
    row->key[place] = entry->key;
    row->worth[place] = worth_of(entry);
    memo->entries[number * ROW + place] = *entry;
}
