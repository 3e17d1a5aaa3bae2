// SPDX-License-Identifier: MIT
// A position as it is to be counted: the board, who passed, what is marked, komi and handicap.

#ifndef KIFU_RECORD_ENDING_H
#define KIFU_RECORD_ENDING_H

#include <kifu/record.h>

#include "play/play.h"
#include <kifu/board.h>

/* ---- ending.c ---------------------------------------------------- doc/spec/score.md ---- */

// From where it is known which stones are dead.
typedef enum kf_ending_source {
    KF_ENDING_UNMARKED,  // nothing in the record says it
    KF_ENDING_TERRITORY, // TB and TW
    KF_ENDING_DIMMED,    // DD over stones
    KF_ENDING_CROSSED    // MA over stones
} kf_ending_source;

typedef struct kf_ending {
    kf_node node;
    kf_board board;
    const kf_rules *rules;
    kf_colour last;    // who made the last move or pass; KF_EMPTY: nobody
    kf_colour to_move; // who would make the next
    int passes[3];     // recorded, by colour
    bool is_over;      // two passes in a row stand at the end
    int komi;          // half points
    int handicap;
    kf_text result; // RE as it stands in the text, empty when there is none
    kf_outcome outcome;
    kf_ending_source source;
    uint8_t status[KF_BOARD_POINTS]; // kf_status by what is marked; all alive when nothing is
    uint8_t marked[KF_BOARD_POINTS]; // kf_colour of TB and TW
} kf_ending;

// Replays the line to the node and gathers what its count needs. In a protected call of the
// cursor's arena.
void kf_ending_read(kf_play *replay, kf_node node, kf_ending *ending);
// Makes the chain on the point dead. False when there is no stone.
bool kf_ending_kill(kf_ending *ending, kf_point point);
// Counts with the stones that `status` calls dead.
void kf_ending_count(const kf_ending *ending, const uint8_t *status, kf_counting counting,
                     kf_score *score);
// Where TB and TW leave an eye unmarked, it is one in seki: makes the stones around it so.
void kf_ending_trust(const kf_ending *ending, uint8_t *status);

#endif
