// SPDX-License-Identifier: MIT
// Whether the solutions of problems work.

#ifndef KIFU_CLI_SOLUTIONS_H
#define KIFU_CLI_SOLUTIONS_H

#include "cli/command.h"

// Reads the problem of every game of the record, and logs a solution that does not work and first
// moves that solve it, too. Games that are no problems, or that are not solved with a small budget,
// are passed over in silence.
void kf_solutions_check(kf_cli *cli, const kf_record *record);

#endif
