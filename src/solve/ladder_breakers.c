// SPDX-License-Identifier: MIT
// Where one man would break a running attack.

#include "solve/ladder.h"

// Each point is tried: a chase leaves its straight way when a man is near, so no rule finds them.
size_t kf_ladder_breakers(kf_ladder *ladder, const kf_board *board, kf_point stone,
                          kf_colour to_move, kf_point *points, size_t max) {
    kf_board trial;
    kf_colour colour = kf_board_get(board, stone);
    size_t count = 0;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        kf_played played;
        if (kf_board_judge(board, point, colour) != KF_LEGAL)
            continue;
        kf_board_copy(&trial, board);
        kf_board_play(&trial, point, colour, &played);
        if (kf_ladder_read(ladder, &trial, stone, to_move) != KF_LADDER_SAVED)
            continue;
        if (count < max)
            points[count] = point;
        count++;
    }
    return count;
}
