// SPDX-License-Identifier: MIT
// Which group a problem is about, and what reading says of its solution.

#ifndef KIFU_SOLVE_ATTEMPT_H
#define KIFU_SOLVE_ATTEMPT_H

#include "solve/solution.h"

/* ---- attempt.c ------------------------------------------------------- doc/spec/life.md ---- */

// Solves a problem as it lies, within that budget for all that is read.
void kf_attempt_run(const kf_problem *problem, uint64_t nodes, kf_arena *arena, kf_solved *solved);

#endif
