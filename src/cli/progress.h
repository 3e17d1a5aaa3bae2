// SPDX-License-Identifier: MIT
// A progress bar for long work, on standard error when that is a terminal.

#ifndef KIFU_CLI_PROGRESS_H
#define KIFU_CLI_PROGRESS_H

#include "cli/command.h"

// Switches the bar on when there is a terminal to show it on and nobody asked for quiet.
// `what` is counted: "files".
void kf_progress_begin(kf_cli *cli, const char *what);
// Shows that `done` of `total` of them are done; draws seldom enough to cost nothing.
void kf_progress_step(kf_cli *cli, size_t done, size_t total);
// Takes the bar away, so that something else can be printed.
void kf_progress_clear(kf_cli *cli);

#endif
