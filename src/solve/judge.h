// SPDX-License-Identifier: MIT
// Which chains of a finished position are alive, dead or in seki, and how sure that is.

#ifndef KIFU_SOLVE_JUDGE_H
#define KIFU_SOLVE_JUDGE_H

#include "base/arena.h"
#include "board/score.h"

// On what a status rests.
typedef enum kf_reason {
    KF_REASON_NONE,     // no stone lies there
    KF_REASON_GIVEN,    // the caller said so
    KF_REASON_BENSON,   // certain: the chain cannot be taken even if its owner always passes
    KF_REASON_ENCLOSED, // certain: it lies in an eye of such chains, without room to live
    KF_REASON_READ,     // an estimate: moves were read to the end, the stones around taken as safe
    KF_REASON_CORNER,   // bent four in the corner: the rules say it
    KF_REASON_PLAYOUTS  // an estimate: games to the end by chance and common sense
} kf_reason;

// What to judge.
typedef struct kf_judge_input {
    const kf_board *board;
    kf_colour to_move;     // who would make the next move
    bool suicide;          // the rules allow it
    kf_status bent_four;   // what the rules make of one in the corner; KF_ALIVE: not looked for
    uint32_t games;        // to play where nothing is certain; 0: the usual number
    const uint8_t *status; // kf_status that is known already, one a point; NULL: all is judged
} kf_judge_input;

// All arrays have one element a point, see kf_benson_index.
typedef struct kf_judgement {
    uint8_t status[KF_BOARD_POINTS];  // kf_status, where stones lie
    uint8_t reason[KF_BOARD_POINTS];  // kf_reason
    uint8_t percent[KF_BOARD_POINTS]; // of the games at whose end the point was the stone's owner's
    bool is_certain;                  // no status is an estimate
    bool is_settled;                  // no chain is KF_UNSETTLED or KF_STATUS_KO
    // The position as it is counted: neutral points are filled by turns, and what that threatens
    // is connected. `filled` has the colour of each man that was added.
    kf_board end;
    uint8_t end_status[KF_BOARD_POINTS];
    uint8_t filled[KF_BOARD_POINTS];
    int moves;
    kf_colour last; // who made the last move or pass
    int passes[3];  // by colour, on the way there; the last two end the game
} kf_judgement;

// Judges every chain: first what is certain, then by games from a fixed seed, so that the answer
// is always the same; and plays the last moves. Memory comes from the arena, in a protected call.
void kf_judge(const kf_judge_input *input, kf_arena *arena, kf_judgement *judgement);

#endif
