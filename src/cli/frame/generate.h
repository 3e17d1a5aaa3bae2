// SPDX-License-Identifier: MIT
// What is made from the tables of commands: manual pages and completions.

#ifndef KF_CLI_FRAME_GENERATE_H
#define KF_CLI_FRAME_GENERATE_H

#include <stdbool.h>
#include <stdio.h>

struct kf_command;

/* ---- generate.c -------------------------------------------------------------------- ---- */

// What is made from the tables of commands: the manual pages and the shells' completions.

// Writes what is called `kind`: "man", "man-COMMAND", "bash", "zsh" or "fish". False: no such kind.
bool kf_generate(FILE *out, const char *kind);

/* ---- generate_man.c ---------------------------------------------------------------- ---- */

// The manual pages.

void kf_generate_man(FILE *out);
// The page of one command.
void kf_generate_man_command(FILE *out, const struct kf_command *command);

/* ---- generate_shell.c -------------------------------------------------------------- ---- */

// Completions for the shells.

void kf_generate_shell_bash(FILE *out);
void kf_generate_shell_zsh(FILE *out);
void kf_generate_shell_fish(FILE *out);

#endif
