// SPDX-License-Identifier: MIT
// Stones set up between moves, in such a way that setup and moves can be taken back in turn.

#ifndef KF_BOARD_EDIT_H
#define KF_BOARD_EDIT_H

#include "board.h"

/* ---- edit.c --------------------------------------------------------- doc/spec/rules.md ---- */

// One point that was set up, and what lay there before.
typedef struct kf_edit {
    uint16_t cell; // private
    uint16_t next; // private: the place of the vacant cell in its ring
    uint8_t from;  // kf_colour
    uint8_t to;
} kf_edit;

// Sets points up as kf_board_put_all does and notes each point that changed in `made`, which has
// room for `count`. Returns how many changed. The ban of a ko ends.
size_t kf_edit_put(kf_board *board, const kf_point *points, size_t count, kf_colour colour,
                   kf_edit *made);
// Takes edits back: those of one or several calls, all of them made since the last move that
// still stands. Moves before them can be undone afterwards. The ban of a ko is the caller's to
// restore, for the edits do not know it.
void kf_edit_undo(kf_board *board, const kf_edit *made, size_t count);
// Makes the same edits once more, on a board where they have been undone.
void kf_edit_redo(kf_board *board, const kf_edit *made, size_t count);

#endif
