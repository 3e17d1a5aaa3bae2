// SPDX-License-Identifier: MIT
// A board that knows what lies where, and nothing else: enough to tell whether moves are legal.

#ifndef KF_BOARD_LEAN_H
#define KF_BOARD_LEAN_H

#include <kifu/board.h>

#include "base/arena.h"

/* ---- lean.c --------------------------------------------------------- doc/spec/rules.md ---- */

// A cell is a byte: how many vacant cells lie beside it, and the stone on it. So a move changes
// five bytes, and two comparisons tell that it takes nothing and has a liberty, as nearly all do.
// Chains are looked for only where those do not tell.
enum {
    KF_LEAN_VACANT = 7, // the bits of the count
    KF_LEAN_BLACK = 8,
    KF_LEAN_WHITE = 16,
    KF_LEAN_STONE = KF_LEAN_BLACK | KF_LEAN_WHITE,
    KF_LEAN_SEEN = 32, // while a chain is being walked
    KF_LEAN_BORDER = 64
};

// Cells have the numbers that they have on a kf_board of that size. All fields are for reading.
typedef struct kf_lean {
    uint8_t cell[KF_BOARD_CELLS];
    uint8_t empty[KF_BOARD_CELLS]; // the same of the empty board
    bool used[KF_BOARD_CELLS];     // some stone lay there in this line, where that is kept
    uint8_t width, height;
    bool keeps_used;
    uint8_t ko_stone; // who may not play on `ko`, as a bit of a cell
    uint16_t ko;      // a cell, 0: none
    uint32_t stride, cells;
    // What changed, to go back: words of a cell, the stone that lay there before, and whether one
    // had lain there before that.
    kf_arena *arena;
    uint16_t *log;
    size_t count, room;
} kf_lean;

// The empty board of a size, with nothing to go back to. `keeps_used`: for kf_lean_since. The first
// time, all but the arena is zero.
void kf_lean_init(kf_lean *lean, int width, int height, bool keeps_used);
// Gives a cell a stone, or none, whatever lies there, and captures nothing.
void kf_lean_set(kf_lean *lean, uint32_t at, uint32_t stone);
// Takes back everything but the first `count` changes. The ko is the caller's to restore.
void kf_lean_back(kf_lean *lean, size_t count);
// Notes a pass, which ends the ban of a ko.
void kf_lean_pass(kf_lean *lean);
// How many moves were made since the youngest stone that lies where none had lain in this line; up
// to that, no position of before it can have come back. At most `most`.
size_t kf_lean_since(const kf_lean *lean, size_t most);
// What kf_lean_play does where it does not say itself. `ko` is the cell that was banned.
kf_verdict kf_lean_play_odd(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t ko);
// The captures of the stone that was put there, `vacant` being what lay beside it before.
kf_verdict kf_lean_settle(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t vacant);
// Makes room in the log for all that a move can change.

static inline uint32_t kf_lean_cell(const kf_lean *lean, int column, int row) {
    return (uint32_t)(row + 1) * lean->stride + (uint32_t)column;
}

// Puts a stone on a vacant cell. True: it may have taken something, for a stone of the other colour
// that has no vacant cell beside it is just its bit.
static inline bool kf_lean_put(uint8_t *cell, uint32_t stride, uint32_t stone, uint32_t foe) {
    *cell = (uint8_t)(*cell | stone);
    uint32_t up = --cell[-(ptrdiff_t)stride], left = --cell[-1], right = --cell[1],
             down = --cell[stride];
    return (up == foe) | (left == foe) | (right == foe) | (down == foe);
}

// Plays a move, as kf_board_play does: also against the rules.
static inline kf_verdict kf_lean_play(kf_lean *lean, uint32_t at, uint32_t stone) {
    uint8_t *cell = lean->cell + at;
    uint32_t foe = KF_LEAN_STONE - stone, was = *cell, ko = lean->ko;
    if ((was & KF_LEAN_STONE) != 0 || at == ko || lean->count == lean->room)
        return kf_lean_play_odd(lean, at, stone, ko);
    lean->ko = 0;
    lean->log[lean->count++] = (uint16_t)(at << 3 | lean->used[at]);
    lean->used[at] = lean->keeps_used;
    bool may_take = kf_lean_put(cell, lean->stride, stone, foe);
    return may_take || was == 0 ? kf_lean_settle(lean, at, stone, was) : KF_LEGAL;
}

#endif
