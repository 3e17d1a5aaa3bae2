// SPDX-License-Identifier: MIT
// Small shapes around a point at which players like to answer.

#include "reading/status/status.h"

#include <string.h>

// The eight points around the one in the middle, row by row. X and O are the players, either way
// round; '.' is vacant, '-' lies off the board, '?' is anything, 'x' is anything but X, 'o' but O.
// The set is the one that research on Monte Carlo play settled on in 2006.
static const char *const shapes[] = {
    "XOX"
    ".."
    "???", // hane around a stone
    "XO."
    ".."
    "?.?", // hane that cuts nothing
    "XO?"
    "X."
    "x.?", // the turn beside one
    ".O."
    "X."
    "...", // the shoulder
    "XO?"
    "Oo"
    "?o?", // a cut that is not yet protected
    "XO?"
    "OX"
    "???", // the same, peeped at
    "?X?"
    "OO"
    "ooo", // pushing between two stones
    "OX?"
    "oO"
    "???", // cutting the knight's move
    "X.?"
    "O?"
    "---", // the chase along the edge
    "OX?"
    "XO"
    "---", // the cut at the edge
    "?X?"
    "xO"
    "---", // the block at the edge
    "?XO"
    "xx"
    "---", // the descent
    "?OX"
    "XO"
    "---", // the cut below
};

static bool fits(char wanted, uint32_t there, bool swapped) {
    uint32_t black = swapped ? KF_WHITE : KF_BLACK, white = 3 - black;
    switch (wanted) {
    case 'X':
        return there == black;
    case 'O':
        return there == white;
    case 'x':
        return there != black;
    case 'o':
        return there != white;
    case '.':
        return there == KF_EMPTY;
    case '-':
        return there == 3;
    default:
        return true;
    }
}

// The place of a point of the shape, 0 to 7, when it is turned and mirrored: bit 0 mirrors
// columns, bit 1 rows, bit 2 swaps both. The middle is left out of the count.
static int turn(int place, int way) {
    int at = place < 4 ? place : place + 1;
    int column = at % 3, row = at / 3;
    column = way & 1 ? 2 - column : column;
    row = way & 2 ? 2 - row : row;
    int turned = way & 4 ? column * 3 + row : row * 3 + column;
    return turned < 4 ? turned : turned - 1;
}

// Sets the bits of all surroundings that the shape allows: point by point the list of those that
// fit so far grows by the ways in which the next may be occupied.
static void add(kf_patterns *patterns, const char *shape, int way, bool swapped) {
    char turned[8];
    for (int i = 0; i < 8; i++)
        turned[turn(i, way)] = shape[i];
    // Counting through four values a point, a misfit skips all that begin alike.
    uint32_t around = 0;
    while (around < 65536) {
        int bad = 7;
        while (bad >= 0 && fits(turned[bad], around >> (2 * bad) & 3, swapped))
            bad--;
        if (bad < 0)
            patterns->bits[around / 8] |= (uint8_t)(1u << (around % 8));
        uint32_t step = bad < 0 ? 1 : 1u << (2 * bad);
        around = (around & ~(step - 1)) + step;
    }
}

void kf_pattern_fill(kf_patterns *patterns) {
    memset(patterns, 0, sizeof *patterns);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        for (int way = 0; way < 8; way++) {
            add(patterns, shapes[i], way, false);
            add(patterns, shapes[i], way, true);
        }
}

// A border cell has the value 3, as the table wants it, and the border column on the right of one
// row is the one on the left of the next. Only the first point has no cell on its upper left.
uint32_t kf_pattern_around(const kf_board *board, uint32_t at) {
    const kf_cell *above = &board->cell[at - board->stride], *cell = &board->cell[at];
    const kf_cell *below = &board->cell[at + board->stride];
    uint32_t corner = at == board->stride ? 3u : above[-1].colour;
    uint32_t upper = corner | (uint32_t)above[0].colour << 2 | (uint32_t)above[1].colour << 4;
    uint32_t middle = (uint32_t)cell[-1].colour << 6 | (uint32_t)cell[1].colour << 8;
    uint32_t lower = (uint32_t)below[-1].colour << 10 | (uint32_t)below[0].colour << 12;
    return upper | middle | lower | (uint32_t)below[1].colour << 14;
}
