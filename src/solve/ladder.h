// SPDX-License-Identifier: MIT
// Running attacks: whether a chain is caught by a row of ataris.

#ifndef KIFU_SOLVE_LADDER_H
#define KIFU_SOLVE_LADDER_H

#include "solve/journal.h"
#include "solve/sight.h"

// What comes of a chase. The chaser plays nothing but ataris on the chain and in the end takes it:
// it is *caught*. It is *saved* when it has three liberties, or when the chaser has no atari left.
// A position that comes back counts as saved. Unknown: the query would try more than its budget.
typedef enum kf_ladder_result {
    KF_LADDER_SAVED,
    KF_LADDER_CAUGHT,
    KF_LADDER_UNKNOWN
} kf_ladder_result;

enum {
    KF_LADDER_DEEPEST = 2 * KF_BOARD_MAX * KF_BOARD_MAX, // no chase is read further, in moves
    KF_LADDER_CHOICES = 4 * KF_LADDER_DEEPEST,
    KF_LADDER_USUAL = 100000 // moves that a query may try, where nobody says otherwise
};

// A position of the chase. Private.
typedef struct kf_ladder_step {
    uint64_t hash;
    kf_journal_mark mark; // of the move that leads on, while it lies on the board
    uint16_t liberty[2];  // cells: those of the chain, at most two
    uint16_t extended[2]; // what it has after its owner extends; [0] is 0 when nothing is known
    uint8_t liberties;    // how many, 3 for three and more
    bool is_runner;       // the chain's owner is to move
    bool has_taken;       // something was captured since the chase began
    uint32_t first, next, end; // its moves among the choices, and the one that comes next
    uint32_t weak;             // how many weak men were known
} kf_ladder_step;

// How far the first moves of an owner that is not in atari are tried. Private.
typedef enum kf_ladder_widening {
    KF_LADDER_NARROW,  // passing and extending
    KF_LADDER_MARKING, // passing again, to mark what its refutation depends on
    KF_LADDER_WIDE     // all others that could help
} kf_ladder_widening;

// The workspace of queries, used for one after another: it is large, so allocate it once. It need
// not be cleared, but `budget` must be set.
typedef struct kf_ladder {
    uint32_t budget; // moves that a query may try
    uint32_t tried;  // result: moves that the last query tried
    bool has_ko;     // result: a move was forbidden by a ko, so threats might change the answer
    kf_point best; // result: the first move that makes it, KF_NOWHERE when none is needed or helps
    // The rest is private.
    const kf_board *root;
    kf_sight sight;    // the position: that of the root or of the journal
    uint32_t on_board; // moves of the chase that the journal holds
    bool is_copied;    // the journal holds the position; before the first move it need not
    bool is_scanned;   // the weak men of the root are known
    uint8_t widening;  // kf_ladder_widening
    uint8_t runner, chaser;
    uint16_t chain; // a cell of it
    uint32_t choice_count, weak_count, depth;
    kf_ladder_step steps[KF_LADDER_DEEPEST];
    uint16_t choices[KF_LADDER_CHOICES]; // cells, 0 for a pass
    uint16_t weak[KF_LADDER_CHOICES]; // men of the chaser that were once in atari beside the chain
    bool zone[KF_BOARD_CELLS];        // marked cells
    kf_journal journal;
} kf_ladder;

/* ---- ladder.c ------------------------------------------------------ doc/spec/ladder.md ---- */

// Reads the chase of the chain on that point. `to_move` is who moves first: its owner or the other
// player. The ban of a ko on the board holds.
kf_ladder_result kf_ladder_read(kf_ladder *ladder, const kf_board *board, kf_point stone,
                                kf_colour to_move);
// How many liberties the chain has: 0 to 2, or 3 for three and more.
int kf_ladder_liberties(const kf_board *board, kf_point stone, kf_point points[2]);

/* ---- ladder_line.c ------------------------------------------------- doc/spec/ladder.md ---- */

// The main line: each side plays the first move that gives it its result; where none does, the
// owner extends or takes, and the chaser gives an atari. At most `max` moves, colours by turns from
// `to_move`; a pass says that the owner need not move. Returns how many.
size_t kf_ladder_line(kf_ladder *ladder, const kf_board *board, kf_point stone, kf_colour to_move,
                      kf_point *moves, size_t max);

/* ---- ladder_zone.c ------------------------------------------------- doc/spec/ladder.md ---- */

// Private, for ladder.c: marks the vacant cells whose filling by the owner could change what is
// found in this position.
void kf_ladder_zone_mark(kf_ladder *ladder, const kf_ladder_step *step);

/* ---- ladder_breakers.c --------------------------------------------- doc/spec/ladder.md ---- */

// The vacant points where one man of the chain's colour, played before the chase, saves a chain
// that is caught when `to_move` begins: `to_move` begins all the same. In the order of the board;
// at most `max` are written, all are counted.
size_t kf_ladder_breakers(kf_ladder *ladder, const kf_board *board, kf_point stone,
                          kf_colour to_move, kf_point *points, size_t max);

#endif
