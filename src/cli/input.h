// SPDX-License-Identifier: MIT
// Reading the records that a command line names.

#ifndef KIFU_CLI_INPUT_H
#define KIFU_CLI_INPUT_H

#include "cli/command.h"

// Fills cli->reading from the options. False: one of them makes no sense, and the log says so.
bool kf_input_prepare(kf_cli *cli);

// The files to work on: the operands, "-" when there are none; with --recursive, folders are
// replaced by the records in them, by name. Sorted only within a folder.
typedef struct kf_inputs {
    const char **names;
    size_t count, capacity;
} kf_inputs;

kf_inputs kf_input_list(kf_cli *cli);

// Reads the file, or the command's standard input for "-". NULL: the log says why. At most two
// records at a time; those that are not given back are freed when the command ends, however it
// ends.
kf_record *kf_input_read(kf_cli *cli, const char *name);
void kf_input_free(kf_cli *cli, kf_record *record);

// The notation of that name; NULL: there is none, and the log says which there are.
const kf_format *kf_input_format(kf_cli *cli, const char *option, const char *name);

// The game that --game names, 0 for all. With --at it is the first: a place with dots names its
// game itself, and others are looked for in one game. False: the log says why.
bool kf_input_game(kf_cli *cli, int *wanted);

#endif
