// SPDX-License-Identifier: MIT
// A position as plain text: the board, its labels and marks.

#ifndef KIFU_CLI_DIAGRAM_H
#define KIFU_CLI_DIAGRAM_H

#include "board/board.h"
#include "cli/command.h"

// Prints the board with coordinates of that form; the stone of the last move (or KF_NOWHERE) stands
// in parentheses.
void kf_diagram_print(FILE *out, const kf_board *board, kf_point last, kf_coords coords);
// The same with A1 coordinates and the node's labels of one letter on empty points.
void kf_diagram_print_node(FILE *out, const kf_board *board, kf_point last, const kf_record *record,
                           kf_node node);
// Lists the labels and marks of the node, a line a kind.
void kf_diagram_print_marks(kf_cli *cli, const kf_board *board, const kf_record *record,
                            kf_node node);

#endif
