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

// A row begins at a multiple of 256, with the border, which is two cells wide: a second step to any
// side stays in it. So the two letters that SGF has for a point are its cell but for a constant, on
// a board of any size. Of a row, 64 cells are in use.
enum {
    KF_LEAN_STRIDE = 256,
    KF_LEAN_ROW = 64,
    KF_LEAN_EDGE = 2,                                   // the width of the border,
    KF_LEAN_EDGES = 2 * KF_LEAN_EDGE,                   // and of both
    KF_LEAN_FIRST = KF_LEAN_EDGE * (KF_LEAN_STRIDE + 1) // the upper left cell
};

// All fields are for reading.
typedef struct kf_lean {
    uint8_t *cell;
    uint8_t *empty; // the same of the empty board
    bool *used;     // some stone lay there in this line, where that is kept
    uint8_t width, height;
    bool keeps_used;
    uint8_t ko_stone; // who may not play on `ko`, as a bit of a cell
    uint16_t ko;      // a cell, 0: none
    size_t rows;      // that there is memory for, with the border
    // What changed, to go back: the cell, the stone that lay there before, and whether one had lain
    // there before that.
    kf_arena *arena;
    uint32_t *log;
    size_t count, room;
    uint16_t *chain; // for walking one
} kf_lean;

// A word of the log is a cell, and these bits of it. Taken: by the move of the words before.
enum { KF_LEAN_AT = 0xFFFF, KF_LEAN_WAS = 16, KF_LEAN_USED = 1 << 24, KF_LEAN_TAKEN = 1 << 25 };

// The empty board of a size, with nothing to go back to. `keeps_used`: for kf_lean_may_repeat. The
// first time, all but the arena is zero.
void kf_lean_init(kf_lean *lean, int width, int height, bool keeps_used);
// Gives a cell a stone, or none, whatever lies there, and captures nothing.
void kf_lean_set(kf_lean *lean, uint32_t at, uint32_t stone);
// The words that so many moves and what they take need: that is at most they themselves and what
// lay on the board before.
static inline size_t kf_lean_words(size_t moves) {
    return 2 * moves + KF_BOARD_POINTS;
}
// Makes room to note so many moves and what they take.
void kf_lean_reserve(kf_lean *lean, size_t moves);
// Takes back everything but the first `count` changes. The ko is the caller's to restore.
void kf_lean_back(kf_lean *lean, size_t count);
// Notes a pass, which ends the ban of a ko.
void kf_lean_pass(kf_lean *lean);
// Whether the position may have been there before one of the moves that led to it. It has not where
// this is false; where it is true too much would have to be looked at, or it has.
bool kf_lean_may_repeat(const kf_lean *lean);
// What kf_lean_play does where it does not say itself. `ko` is the cell that was banned.
kf_verdict kf_lean_play_odd(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t ko);
// The captures of the stone that was put there, with what kf_lean_put found. Needed where that was
// something, or where there is no vacant cell beside the stone.
kf_verdict kf_lean_settle(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t found);

static inline uint32_t kf_lean_cell(int column, int row) {
    return KF_LEAN_FIRST + (uint32_t)row * KF_LEAN_STRIDE + (uint32_t)column;
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

// What a stone that is put on a cell adds to that and those beside it, from the left one on.
static inline uint32_t kf_lean_puts(uint32_t stone) {
    return (stone << 8) - 0x10001;
}

// Puts a stone on a vacant cell; `row` is the one to its left, `puts` as above. Returns which of
// those beside it are stones of the other colour, `foes` in each byte, that have lost the last
// vacant cell beside them.
static inline uint32_t kf_lean_put(uint8_t *row, uint32_t puts, uint32_t foes) {
    uint32_t word = kf_lean_word(row) + puts;
    row[0] = (uint8_t)word;
    row[1] = (uint8_t)(word >> 8);
    row[2] = (uint8_t)(word >> 16);
    row[3] = (uint8_t)(word >> 24);
    uint32_t up = --row[1 - KF_LEAN_STRIDE], down = --row[1 + KF_LEAN_STRIDE];
    return kf_lean_equal(kf_lean_join(word, up, down), foes);
}

// Gives a vacant cell a stone, as kf_lean_set does.
static inline void kf_lean_lay(kf_lean *lean, uint32_t at, uint32_t stone) {
    if (lean->count == lean->room)
        kf_lean_reserve(lean, 0);
    lean->log[lean->count++] = at | (lean->used[at] ? KF_LEAN_USED : 0);
    lean->used[at] = lean->keeps_used;
    kf_lean_put(lean->cell + (at - 1), kf_lean_puts(stone), 0);
}

// Whether a stone is to be settled: that found something, or the cell was shut, `was` 0.
static inline bool kf_lean_is_odd(uint32_t found, uint32_t was) {
    return ((found | (was - 1)) & KF_LEAN_MARKS) != 0;
}

// Plays a move, as kf_board_play does: also against the rules.
static inline kf_verdict kf_lean_play(kf_lean *lean, uint32_t at, uint32_t stone) {
    uint8_t *cell = lean->cell + at;
    uint32_t was = *cell, ko = lean->ko;
    if ((was & KF_LEAN_STONE) != 0 || at == ko || lean->count == lean->room)
        return kf_lean_play_odd(lean, at, stone, ko);
    lean->ko = 0;
    lean->log[lean->count++] = at | (lean->used[at] ? KF_LEAN_USED : 0);
    lean->used[at] = lean->keeps_used;
    uint32_t foe = KF_LEAN_STONE - stone;
    uint32_t found = kf_lean_put(cell - 1, kf_lean_puts(stone), foe * KF_LEAN_EACH);
    return kf_lean_is_odd(found, was) ? kf_lean_settle(lean, at, stone, found) : KF_LEGAL;
}

#endif
