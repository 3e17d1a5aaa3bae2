// SPDX-License-Identifier: MIT
// Ladders, and whether a chain can be captured.

#ifndef KF_READING_LADDER_LADDER_H
#define KF_READING_LADDER_LADDER_H

#include <kifu/board.h>
#include <kifu/reading.h>

#include "reading/common/cells.h"

/* ---- capture.c --------------------------------------------------------------------- ---- */

// Whether a chain can be captured, read move by move.

// Whether the opponent of a chain takes it when he moves first: by ataris and by filling its last
// two or three liberties. Reads at most `moves` moves; a chain that is not caught by then is taken
// to be safe. The board is as before when the answer is given.
bool kf_capture_attack(kf_board *board, kf_point stone, int moves);
// Moves that may save a chain: its liberties, and those of the chains around it that have one or
// two. At most `max` are written; returns how many.
int kf_capture_answers(const kf_board *board, kf_point stone, kf_point *points, int max);

/* ---- ladder.c ---------------------------------------------------------------------- ---- */

// Ladders: the memory of a reader, and what its files share.

enum { KF_LADDER_CHOICES = 4 * KF_LADDER_DEEPEST };

// A position of the chase. Private.
typedef struct kf_ladder_step {
    uint64_t hash;
    kf_undo_board_mark mark; // of the move that leads on, while it lies on the board
    uint16_t liberty[2];     // cells: those of the chain, at most two
    uint16_t extended[2];    // what it has after its owner extends; [0] is 0 when nothing is known
    uint8_t liberties;       // how many, 3 for three and more
    bool is_runner;          // the chain's owner is to move
    bool has_taken;          // something was captured since the chase began
    uint32_t first, next, end; // its moves among the choices, and the one that comes next
    uint32_t weak;             // how many weak stones were known
} kf_ladder_step;

// How far the first moves of an owner that is not in atari are tried. Private.
typedef enum kf_ladder_widening {
    KF_LADDER_NARROW,  // passing and extending
    KF_LADDER_MARKING, // passing again, to mark what its refutation depends on
    KF_LADDER_WIDE     // all others that could help
} kf_ladder_widening;

struct kf_ladder {
    uint32_t budget; // moves that a query may try
    uint32_t tried;  // result: moves that the last query tried
    bool has_ko;     // result: a move was forbidden by a ko, so threats might change the answer
    kf_point best; // result: the first move that makes it, KF_NOWHERE when none is needed or helps
    // The rest is private.
    const kf_board *root;
    kf_board_view sight; // the position: that of the root or of the journal
    uint32_t on_board;   // moves of the chase that the journal holds
    bool is_copied;      // the journal holds the position; before the first move it need not
    bool is_scanned;     // the weak stones of the root are known
    bool is_lasting;     // marked cells must do for any number of stones added elsewhere
    bool chaser_takes;   // he has taken something on the way
    uint8_t widening;    // kf_ladder_widening
    uint8_t runner, chaser;
    uint16_t chain; // a cell of it
    uint32_t choice_count, weak_count, depth;
    kf_ladder_step steps[KF_LADDER_DEEPEST];
    uint16_t choices[KF_LADDER_CHOICES]; // cells, 0 for a pass
    uint16_t
        weak[KF_LADDER_CHOICES]; // stones of the chaser that were once in atari beside the chain
    bool zone[KF_BOARD_CELLS];   // marked cells
    kf_undo_board journal;
};

// Reads the ladder with the chaser to move. Where the chain is caught the answer is the cells that
// this rests on, by their numbers: stones that the owner adds elsewhere change nothing, however
// many they are. They belong to the reader and last until its next question. NULL: it is not
// caught, or, when `is_known` becomes false, that was not found.
bool *kf_ladder_zone(kf_ladder *ladder, const kf_board *board, kf_point stone, bool *is_known);

#endif
