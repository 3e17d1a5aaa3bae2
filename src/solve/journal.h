// SPDX-License-Identifier: MIT
// A board that writes down what each move changes, so that taking it back is quick.

#ifndef KIFU_SOLVE_JOURNAL_H
#define KIFU_SOLVE_JOURNAL_H

#include "solve/sight.h"

enum {
    KF_JOURNAL_NOTES = 1 << 16,
    KF_JOURNAL_RESERVE = 6 * KF_BOARD_CELLS // what a single move can change at most
};

// A cell as it was.
typedef struct kf_journal_note {
    kf_cell was;
    uint16_t at;
} kf_journal_note;

// A move, as taking it back wants it.
typedef struct kf_journal_mark {
    uint64_t hash;
    uint32_t notes;
    uint16_t ko;
    uint8_t ko_colour;
} kf_journal_mark;

// The cells are laid out as those of a kf_board; fields are for reading.
typedef struct kf_journal {
    uint64_t hash;  // of the stones; not the one of kf_board
    int32_t stride; // as in kf_board
    uint16_t ko;    // as in kf_board
    uint8_t ko_colour;
    uint32_t captured; // men that the last move took
    uint32_t count;    // notes in use
    kf_cell cell[KF_BOARD_CELLS];
    kf_journal_note notes[KF_JOURNAL_NOTES];
} kf_journal;

// A row of pairs on its way: the head of the chain, and what is to be entered there.
typedef struct kf_journal_run {
    uint16_t head, next, edges;
    uint8_t colour;
} kf_journal_run;

/* ---- journal.c ----------------------------------------------------- doc/spec/ladder.md ---- */

// Copies a board; the journal begins there.
void kf_journal_start(kf_journal *journal, const kf_board *board);
// Whether the journal has room for another move.
static inline bool kf_journal_has_room(const kf_journal *journal) {
    return journal->count + KF_JOURNAL_RESERVE <= KF_JOURNAL_NOTES;
}
// Plays a legal move on a cell, 0 for a pass, and gives what kf_journal_undo wants.
kf_journal_mark kf_journal_play(kf_journal *journal, uint32_t at, uint32_t colour);

// A chain that grows by a row of pairs. Its ring and its edges are entered when the row ends.
kf_journal_run kf_journal_run_begin(kf_journal *journal, uint32_t stone);
// Plays two moves that take nothing: an atari, with vacant cells on all other sides, and the flight
// of the chain, which joins no other. Around the flight there are two vacant cells, the chain on
// `own` sides, and at most one man of the other colour, `foe`, or 0.
void kf_journal_pair(kf_journal *journal, kf_journal_run *run, uint32_t atari, uint32_t at,
                     uint32_t own, uint32_t foe);
void kf_journal_run_end(kf_journal *journal, const kf_journal_run *run);

// Takes back all moves since the one that gave the mark, and that one.
void kf_journal_undo(kf_journal *journal, const kf_journal_mark *mark);

#endif
