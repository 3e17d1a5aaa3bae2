// SPDX-License-Identifier: MIT
// The programs: kifu, and beside it kifu-draw, kifu-view and kifu-serve, each kifu with what needs
// libraries of its kind. They are started when that is asked for, with the same command line.

#ifndef KIFU_CLI_PROGRAM_H
#define KIFU_CLI_PROGRAM_H

#include "cli/frame/cli.h"

/* ---- program.c -------------------------------------- doc/decisions/0010-programs.md ---- */

// Whether another program has to run the command, for this one lacks the part; false also where
// none was built that has it.
bool kf_program_is_wanted(const kf_cli *cli, kf_part part);
// Writes the path of a program to `path`. False: it was not built, or is not there (by errno).
bool kf_program_find(kf_part part, char path[PATH_MAX]);
// Why the program that packs and unpacks archives was not found, after that was asked.
const char *kf_program_no_archive(void);
// Lets it run the command; its exit status.
int kf_program_run(kf_cli *cli, kf_part part);

/* ---- guard.c ---------------------------------------- doc/decisions/0010-programs.md ---- */

// Remembers how the terminal is set now, so that the end can set it so again.
void kf_guard_terminal(void);
// The program is done, and what it says of itself holds: memory that ends in another thread from
// now on says nothing. If another thread is ending the program already, it waits for that.
void kf_guard_finish(void);

#endif
