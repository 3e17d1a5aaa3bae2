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
// The captures of the stone that was put there, with what kf_lean_put found. Needed where that was
// something, or where there is no vacant cell beside the stone.
kf_verdict kf_lean_settle(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t found);

static inline uint32_t kf_lean_cell(const kf_lean *lean, int column, int row) {
    return (uint32_t)(row + 1) * lean->stride + (uint32_t)column;
}

// Four cells in a row as one number, the first of them in its lowest byte.
static inline uint32_t kf_lean_word(const uint8_t *cells) {
    return cells[0] | (uint32_t)cells[1] << 8 | (uint32_t)cells[2] << 16 | (uint32_t)cells[3] << 24;
}

// The four beside a cell, each a byte of one number: left, up, right and down.
enum { KF_LEAN_LEFT = 7, KF_LEAN_UP = 15, KF_LEAN_RIGHT = 23, KF_LEAN_DOWN = 31 };
#define KF_LEAN_EACH  0x01010101u
#define KF_LEAN_MARKS 0x80808080u

// Of a row of cells, with the one in question behind the first.
static inline uint32_t kf_lean_join(uint32_t row, uint32_t up, uint32_t down) {
    return (row & 0xFF00FF) | up << 8 | down << 24;
}

// The highest bit of each byte that is the same in both numbers. No cell has that bit.
static inline uint32_t kf_lean_equal(uint32_t cells, uint32_t like) {
    return ~((cells ^ like) + (KF_LEAN_MARKS - KF_LEAN_EACH)) & KF_LEAN_MARKS;
}

// Puts a stone on a vacant cell; `row` is the one to its left. Returns which of those beside it are
// stones of the other colour, `foes` in each byte, that have lost the last vacant cell beside them.
static inline uint32_t kf_lean_put(uint8_t *row, uint32_t stride, uint32_t stone, uint32_t foes) {
    uint32_t word = kf_lean_word(row) + (stone << 8) - 0x10001;
    row[0] = (uint8_t)word;
    row[1] = (uint8_t)(word >> 8);
    row[2] = (uint8_t)(word >> 16);
    row[3] = (uint8_t)(word >> 24);
    uint32_t up = --row[1 - (ptrdiff_t)stride], down = --row[1 + (size_t)stride];
    return kf_lean_equal(kf_lean_join(word, up, down), foes);
}

// Plays a move, as kf_board_play does: also against the rules.
static inline kf_verdict kf_lean_play(kf_lean *lean, uint32_t at, uint32_t stone) {
    uint8_t *cell = lean->cell + at;
    uint32_t was = *cell, ko = lean->ko;
    if ((was & KF_LEAN_STONE) != 0 || at == ko || lean->count == lean->room)
        return kf_lean_play_odd(lean, at, stone, ko);
    lean->ko = 0;
    lean->log[lean->count++] = (uint16_t)(at << 3 | lean->used[at]);
    lean->used[at] = lean->keeps_used;
    uint32_t foe = KF_LEAN_STONE - stone;
    uint32_t found = kf_lean_put(cell - 1, lean->stride, stone, foe * KF_LEAN_EACH);
    return found != 0 || was == 0 ? kf_lean_settle(lean, at, stone, found) : KF_LEGAL;
}

#endif
