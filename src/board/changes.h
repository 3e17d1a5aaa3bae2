// SPDX-License-Identifier: MIT
// A log of what moves and setup changed on a board, which brings it back over any number of them.

#ifndef KIFU_BOARD_CHANGES_H
#define KIFU_BOARD_CHANGES_H

#include <kifu/board.h>

#include "base/arena.h"

/* ---- changes.c ------------------------------------------------------ doc/spec/rules.md ---- */

// Grows at its end as one plays, and shrinks as one goes back. Its length is the place to come
// back to. A move takes two bytes, and two for each captured stone; a setup never takes more than
// two bits for each point of the board, whatever the rectangles in it are.
//
// kf_board_undo needs no log, but takes back only the last move, and no setup.
typedef struct kf_changes {
    kf_arena *arena; // that the log lives in
    uint16_t *words; // private
    size_t count;    // in use
    size_t room;
} kf_changes;

// Notes a move that was just played and captured something.
void kf_changes_ring(kf_changes *log, const kf_board *board, const kf_played *played);
// Notes the move that was just played on the board.
static inline void kf_changes_note(kf_changes *log, const kf_board *board,
                                   const kf_played *played) {
    if (played->captured | played->suicided || log->count == log->room)
        kf_changes_ring(log, board, played);
    else if (played->cell != 0)
        log->words[log->count++] = (uint16_t)(played->cell << 2 | played->replaced);
}
// Gives many cells a colour at once (kf_board_cell), and notes what changed. Captures nothing, and
// ends the ban of a ko. No cell may stand in the list twice.
void kf_changes_set_up(kf_changes *log, kf_board *board, const uint16_t *cells, size_t count,
                       kf_colour colour);
// Takes back everything behind the first `count` words: stones, chains and hash are as they were
// then. The ban of a ko and the prisoners are the caller's to restore, for the log has neither.
// Costs as much as there are changes, and one look at the chains that they touched.
void kf_changes_back(kf_changes *log, kf_board *board, size_t count);

#endif
