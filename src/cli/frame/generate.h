// SPDX-License-Identifier: MIT
// What is made from the tables of commands: manual page and completions.

#ifndef KF_CLI_FRAME_GENERATE_H
#define KF_CLI_FRAME_GENERATE_H

#include <stdbool.h>
#include <stdio.h>

/* ---- generate.c -------------------------------------------------------------------- ---- */

// What is made from the tables of commands: the manual page and the shells' completions.

// Writes what is called `kind`: "man" (scdoc source), "bash", "zsh" or "fish". False: no such kind.
bool kf_generate(FILE *out, const char *kind);

/* ---- generate_man.c ---------------------------------------------------------------- ---- */

// The manual page as source for scdoc.

void kf_generate_man(FILE *out);

/* ---- generate_shell.c -------------------------------------------------------------- ---- */

// Completions for the shells.

void kf_generate_shell_bash(FILE *out);
void kf_generate_shell_zsh(FILE *out);
void kf_generate_shell_fish(FILE *out);

#endif
