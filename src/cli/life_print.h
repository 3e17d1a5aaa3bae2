// SPDX-License-Identifier: MIT
// What was read of groups and problems, as text and as JSON.

#ifndef KIFU_CLI_LIFE_PRINT_H
#define KIFU_CLI_LIFE_PRINT_H

#include "cli/spot.h"
#include "solve/solution.h"

// A group: its status, both cases, and which stones outside are taken as safe.
void kf_life_print_text(const kf_spot *spot, kf_point group, const kf_life *life);
void kf_life_print_object(const kf_spot *spot, kf_point group, const kf_life *life);
// A problem beside its solution: a row of the table, or an object.
void kf_life_print_row(const kf_spot *spot, const kf_problem *problem, const kf_solved *solved);
void kf_life_print_solved(const kf_spot *spot, const kf_problem *problem, const kf_solved *solved);

#endif
