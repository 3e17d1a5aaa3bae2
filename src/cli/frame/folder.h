// SPDX-License-Identifier: MIT
// The character sets that texts of one folder are in: `--charset=folder`.

#ifndef KIFU_CLI_FRAME_FOLDER_H
#define KIFU_CLI_FRAME_FOLDER_H

#include "cli/frame/cli.h"

/* ---- folder.c ------------------------------------------------------- doc/spec/text.md ---- */

// Looks into the beginning of each input and counts for its folder in which set it is. Standard
// input is in none.
void kf_folder_survey(kf_cli *cli, const kf_inputs *inputs);
// What is read next is that input: where its text leaves doubt, the set of its folder counts.
void kf_folder_lean(kf_cli *cli, const char *name);

#endif
