// SPDX-License-Identifier: MIT
// What the terminal can show, by what the environment says of it.

#ifndef KIFU_CLI_TERMINAL_H
#define KIFU_CLI_TERMINAL_H

#include "cli/command.h"

// How many colours pictures of text have: 0, 256 or 1 << 24. By --color; when that is auto, only
// standard output that is a terminal has any. `is_file`: the picture goes to a file.
int kf_terminal_colours(const kf_cli *cli, bool is_file);
// Whether only ASCII is sure to be shown.
bool kf_terminal_is_ascii(const kf_cli *cli, bool is_file);

#endif
