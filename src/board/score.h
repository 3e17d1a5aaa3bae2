// SPDX-License-Identifier: MIT
// Counting a finished position, by territory and by area.

#ifndef KF_BOARD_SCORE_H
#define KF_BOARD_SCORE_H

#include "benson.h"
#include "rules.h"

/* ---- score.c -------------------------------------------------------- doc/spec/rules.md ---- */

// What becomes of a chain. Counting knows three of them: dead stones come off, stones in seki
// stay and are treated as the rule set says, and all others stay.
typedef enum kf_status {
    KF_ALIVE, // lives even if it is attacked first
    KF_PASS_ALIVE,
    KF_UNSETTLED, // who moves first decides
    KF_DEAD,
    KF_SEKI,
    KF_STATUS_KO
} kf_status;

// What is counted. `status` has one kf_status a point (see kf_benson_index), read where stones
// lie; NULL means that all are alive.
typedef struct kf_score_input {
    const kf_board *board;
    const kf_rules *rules;
    kf_counting counting; // as a rule rules->counting; AGA rules can be counted by both
    const uint8_t *status;
    int komi;      // in half points
    int handicap;  // stones given
    int passes[3]; // stones handed over for passes, by colour; see kf_score_passes
} kf_score_input;

// One player's part of the count, in points.
typedef struct kf_score_side {
    int stones;    // men that stay on the board
    int territory; // points that count as surrounded, those under dead men of the opponent too
    int dead;      // own men taken off at the end
    int captured;  // own men captured in play
    int passes;    // own men handed over
    int points;    // area: stones + territory; territory: territory - dead - captured - passes
} kf_score_side;

typedef struct kf_score {
    kf_score_side side[3];            // by colour
    int neutral;                      // vacant points that both could still fill
    int shared;                       // vacant points in seki that touch both
    int compensation;                 // points to White for the handicap
    int komi;                         // half points to White
    int result;                       // half points by which Black leads; below 0 White does
    kf_colour winner;                 // KF_EMPTY: a draw
    uint8_t owner[KF_BOARD_POINTS];   // kf_colour whose stone or territory the point is
    bool seki[KF_BOARD_POINTS];       // stones in seki, their shared points, and eyes not counted
    uint16_t region[KF_BOARD_POINTS]; // vacated regions by number from 1; 0 under men that stay
    uint16_t regions;
} kf_score;

// Counts. The board is taken as it is: captured men are board->prisoners.
void kf_score_count(const kf_score_input *input, kf_score *score);
// How many stones each player hands over under rules where a pass costs one: those of the
// recorded passes; where none is recorded both are taken to pass after the last move. White
// passes last in any case. `last` is who made the last move or pass, KF_EMPTY for nobody.
void kf_score_passes(const kf_rules *rules, const int recorded[3], kf_colour last, int passes[3]);

/* ---- seki.c --------------------------------------------------------- doc/spec/rules.md ---- */

// Finds groups in seki among the stones that `status` does not call dead, and turns their status
// from KF_ALIVE into KF_SEKI: chains of both colours that share vacant points, and of which
// neither has two eyes or the room to make them, also not by way of chains that cannot be cut
// off. Neutral points beside other groups make no seki. Returns how many stones it marked.
// This trusts the status of dead and alive: it is a reading of the position, not a proof.
int kf_seki_mark(const kf_board *board, uint8_t *status);

#endif
