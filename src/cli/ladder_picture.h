// SPDX-License-Identifier: MIT
// Running attacks as pictures: the moves at their points, or the points where a man would save.

#ifndef KIFU_CLI_LADDER_PICTURE_H
#define KIFU_CLI_LADDER_PICTURE_H

#include "cli/draw_option.h"

// What is drawn on a board. Without moves and points it is the position.
typedef struct kf_ladder_picture {
    const kf_board *board;
    kf_colour first; // who plays the first of the moves
    const kf_point *moves;
    size_t move_count;
    const kf_point *points; // with a cross each
    size_t point_count;
    kf_text caption;
} kf_ladder_picture;

// Writes the picture to a file. Findings go to the log.
void kf_ladder_picture_write(kf_cli *cli, const kf_ladder_picture *picture,
                             const kf_draw_option *option, const kf_writer *writer,
                             const char *output);

#endif
