// SPDX-License-Identifier: MIT
// A position as plain text: the board, its labels and marks.

#ifndef KIFU_CLI_DIAGRAM_H
#define KIFU_CLI_DIAGRAM_H

#include "board/board.h"
#include "cli/command.h"

// Prints the board with coordinates of that form; the stone of the last move (or KF_NOWHERE) stands
// in parentheses.
void kf_diagram_print(kf_cli *cli, const kf_board *board, kf_point last, kf_coords coords);
// The same with A1 coordinates and the node's labels of one letter on empty points.
void kf_diagram_print_node(kf_cli *cli, const kf_board *board, kf_point last,
                           const kf_record *record, kf_node node);

// Room for what stands on a point, with its NUL.
enum { KF_DIAGRAM_TEXT = 6 };

// The same with a text on some points, such as the number of a move: by 52 * row + column, "" for
// what lies on the board. All columns become as wide as the longest text.
void kf_diagram_print_texts(kf_cli *cli, const kf_board *board,
                            const char (*texts)[KF_DIAGRAM_TEXT], kf_coords coords);
// Lists the labels and marks of the node, a line a kind.
void kf_diagram_print_marks(kf_cli *cli, const kf_board *board, const kf_record *record,
                            kf_node node);

#endif
