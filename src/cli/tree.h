// SPDX-License-Identifier: MIT
// The tree of variations as a list of lines with their paths.

#ifndef KIFU_CLI_TREE_H
#define KIFU_CLI_TREE_H

#include "cli/command.h"

// Prints the main line of the game and under each line the variations that leave it, in the order
// in which they leave it. `number` is that of the game, from 1.
void kf_tree_print(kf_cli *cli, const kf_record *record, kf_node game, size_t number);

#endif
