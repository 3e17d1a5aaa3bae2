// SPDX-License-Identifier: MIT
// Writing a record with the solution that was found.

#ifndef KIFU_CLI_LIFE_WRITE_H
#define KIFU_CLI_LIFE_WRITE_H

#include "cli/spot.h"
#include "solve/life_tree.h"

// Adds the tree of moves below a node: each end is marked by a comment, RIGHT or WRONG. Moves that
// stand there already are gone along. False: no memory, and the log says so.
bool kf_life_write_add(kf_cli *cli, kf_record *record, kf_node node, const kf_life_tree *tree);
// Writes the record to a file. False: it could not be written, and the log says why.
bool kf_life_write_file(kf_cli *cli, const kf_record *record, const char *output);

#endif
