// SPDX-License-Identifier: MIT
// Completions for the shells.

#ifndef KIFU_CLI_GENERATE_SHELL_H
#define KIFU_CLI_GENERATE_SHELL_H

#include <stdio.h>

void kf_generate_shell_bash(FILE *out);
void kf_generate_shell_zsh(FILE *out);
void kf_generate_shell_fish(FILE *out);

#endif
