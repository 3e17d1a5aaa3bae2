// SPDX-License-Identifier: MIT
// Reading a command line by a command's table of options.

#ifndef KIFU_CLI_OPTIONS_H
#define KIFU_CLI_OPTIONS_H

#include "cli/command.h"

// Fills `values` and `operands` from the words, the first of which is the command. False: the
// words make no sense, and the log says why.
bool kf_options_parse(kf_cli *cli, int argc, char **argv);

// Whether the option was given.
static inline bool kf_options_has(const kf_cli *cli, kf_option_key key) {
    return cli->values[key] != NULL;
}

// Whether the option has an argument that may be left out; it then follows only behind a `=`.
static inline bool kf_options_may_lack(const kf_option *option) {
    return option->argument != NULL && option->argument[0] == '[';
}

// A number from `least` to `most` that an option gives; `usual` when it is absent. False: the
// argument is no such number, and the log says so.
bool kf_options_number(kf_cli *cli, kf_option_key key, int least, int most, int *number);

// Says that the command line makes no sense, and where help is. Returns KF_STATUS_FAILED.
int kf_options_wrong(kf_cli *cli, const char *format, ...) KF_PRINTF(2, 3);

// Of the words given by `word_at(i)` up to NULL the one that is nearest to what was typed, or NULL
// when none is near.
const char *kf_options_nearest(const char *typed, const char *(*word_at)(const void *, size_t),
                               const void *context);

#endif
