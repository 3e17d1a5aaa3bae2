// SPDX-License-Identifier: MIT
// A count as text and as data.

#ifndef KIFU_CLI_SCORE_TEXT_H
#define KIFU_CLI_SCORE_TEXT_H

#include "board/arrange.h"
#include "cli/json.h"
#include "solve/settle.h"

// What was counted, and where it comes from.
typedef struct kf_score_view {
    kf_cli *cli;
    const char *file;
    size_t game; // its number, from 1
    kf_coords coords;
    const kf_ending *ending;
    const kf_settlement *settlement;
} kf_score_view;

// Prints the count, what is not certain about it, and how it compares with the stated result.
void kf_score_text_print(const kf_score_view *view);
// Prints the board as it lies on the table after filling and rearranging.
void kf_score_text_arrange(const kf_score_view *view, const kf_arrangement *arranged);
// Writes half points: "3.5".
const char *kf_score_text_half(int half_points, char text[16]);
// The word for a status.
const char *kf_score_text_status(kf_status status);

#endif
