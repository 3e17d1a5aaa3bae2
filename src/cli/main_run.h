// SPDX-License-Identifier: MIT
// The whole program as a call, so that tests can run it in process.

#ifndef KIFU_CLI_MAIN_RUN_H
#define KIFU_CLI_MAIN_RUN_H

#include <stdio.h>

// Runs the command line with these streams and returns the exit status. Everything is written
// to the streams when it returns; nothing is closed, nothing stays behind in memory.
int kf_main_run(int argc, char **argv, FILE *in, FILE *out, FILE *err);

#endif
