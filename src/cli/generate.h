// SPDX-License-Identifier: MIT
// What is made from the tables of commands: the manual page and the shells' completions.

#ifndef KIFU_CLI_GENERATE_H
#define KIFU_CLI_GENERATE_H

#include <stdbool.h>
#include <stdio.h>

// Writes what is called `kind`: "man" (scdoc source), "bash", "zsh" or "fish". False: no such kind.
bool kf_generate(FILE *out, const char *kind);

#endif
