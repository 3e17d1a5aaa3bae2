// SPDX-License-Identifier: MIT
// What a game states about its end: komi and result.

#ifndef KIFU_RECORD_OUTCOME_H
#define KIFU_RECORD_OUTCOME_H

#include <kifu/record.h>

#include <kifu/board.h>

/* ---- outcome.c --------------------------------------------------- doc/spec/score.md ---- */

// A result as RE states it.
typedef enum kf_outcome_kind {
    KF_OUTCOME_NONE,   // nothing, or words that are not understood
    KF_OUTCOME_POINTS, // won by a number of points, or drawn: that number is 0
    KF_OUTCOME_WON     // won otherwise, or by an unknown number of points
} kf_outcome_kind;

typedef struct kf_outcome {
    kf_outcome_kind kind;
    kf_colour winner; // KF_EMPTY: a draw, or not known
    int lead;         // hundredths of a point by which Black leads; below 0 White does
} kf_outcome;

// Room for a result as text.
#define KF_OUTCOME_TEXT 16

// Reads the plain text of RE.
kf_outcome kf_outcome_read(kf_text text);
// Writes a lead of Black in half points as RE has it: "B+3.5", "W+14", "0" for a draw.
size_t kf_outcome_write(int lead, char text[KF_OUTCOME_TEXT]);
// Whether the count of a game, in half points for Black, is the result that is stated. Under
// rules that count in stones, as the Chinese do, a result may be told as half of its points.
bool kf_outcome_agrees(const kf_outcome *outcome, const kf_rules *rules, int lead);
// The komi of KM in half points. Servers write hundredths (650 is 6.5), and Chinese komi may be
// told in stones, half as many (3.75, 375). False: the text is no number of half points.
bool kf_outcome_komi(kf_text text, const kf_rules *rules, int *komi);

#endif
