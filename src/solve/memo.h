// SPDX-License-Identifier: MIT
// What a proof search remembers of positions: a table of fixed size.

#ifndef KIFU_SOLVE_MEMO_H
#define KIFU_SOLVE_MEMO_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "solve/cells.h"

/* ---- memo.c ---------------------------------------------------------- doc/spec/life.md ---- */

// One position. `proof` is the least number of positions that must still be won to prove what is
// asked, `disproof` to refute it; 0 says that it is done.
typedef struct kf_memo_entry {
    uint64_t key;  // 0: nothing here
    uint64_t path; // the way on which a refutation by repetition is good
    kf_cells zone; // of a solved one: stones that the loser adds elsewhere change nothing
    uint32_t proof;
    uint32_t disproof;
    uint32_t work;  // positions that were read below it
    uint16_t depth; // the place on that way to which the repetition leads back
    uint8_t move;   // the best
    uint8_t flags;
} kf_memo_entry;

typedef struct kf_memo {
    size_t mask;
    kf_memo_entry *entries;
} kf_memo;

// An empty table with room for about that many positions. To be called in a protected call.
void kf_memo_init(kf_memo *memo, kf_arena *arena, size_t size);
void kf_memo_clear(kf_memo *memo);
// What is known of the position, or NULL.
const kf_memo_entry *kf_memo_find(const kf_memo *memo, uint64_t key);
// Remembers a position. It takes the place of one that cost less.
void kf_memo_put(kf_memo *memo, const kf_memo_entry *entry);

#endif
