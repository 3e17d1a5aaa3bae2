// SPDX-License-Identifier: MIT
// The count of a position: who is dead by marks, by hand or by judgement, and what that gives.

#ifndef KIFU_SOLVE_SETTLE_H
#define KIFU_SOLVE_SETTLE_H

#include "record/ending.h"
#include "solve/judge.h"

/* ---- settle.c -------------------------------------------------------- doc/spec/score.md ---- */

// Who says which stones are dead.
typedef enum kf_settle_way {
    KF_SETTLE_AUTO,  // the record where it does, else judged
    KF_SETTLE_GIVEN, // the status in the ending: by marks, or by hand
    KF_SETTLE_JUDGED
} kf_settle_way;

typedef struct kf_settlement {
    kf_settle_way way;              // GIVEN or JUDGED
    kf_ending counted;              // the position that was counted: with the last moves, if any
    kf_judgement judgement;         // of the position as it stands
    kf_score score;                 // by the rules in force
    int neutral;                    // neutral points that were left on the board
    int lowest, highest;            // results in half points, over all that is unsettled
    uint8_t owner[KF_BOARD_POINTS]; // kf_colour to whom a point goes; KF_EMPTY: to nobody
    bool seki[KF_BOARD_POINTS];
} kf_settlement;

// Settles and counts. Memory comes from the arena, in a protected call.
void kf_settle(const kf_ending *ending, kf_settle_way way, kf_arena *arena,
               kf_settlement *settlement);
// The result in half points under another rule set, all else being the same.
int kf_settle_by(const kf_settlement *settlement, const kf_rules *rules);

#endif
