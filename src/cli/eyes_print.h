// SPDX-License-Identifier: MIT
// Solved eye spaces as JSON, as lines of a list, and drawn.

#ifndef KIFU_CLI_EYES_PRINT_H
#define KIFU_CLI_EYES_PRINT_H

#include "cli/command.h"
#include "solve/survey.h"

// `centre`, `edge`, `corner`.
const char *kf_eyes_print_where(kf_where where);
void kf_eyes_print_json(kf_cli *cli, const kf_survey_row *row);
// One line of a list; the heading of its columns when `row` is NULL.
void kf_eyes_print_line(kf_cli *cli, const kf_survey_row *row);
// The shape in its cordon, with the names of the points, and everything that was found.
void kf_eyes_print_picture(kf_cli *cli, const kf_survey_row *row);
// The shape in its cordon alone, every line behind `margin`.
void kf_eyes_print_board(kf_cli *cli, const kf_polyomino *shape, kf_where where,
                         const char *margin);

#endif
