// SPDX-License-Identifier: MIT
// The main line of a ladder, and where one stone would break it.

#include "reading/ladder/ladder.h"

// The chaser is lost all the same: he gives an atari if there is one.
static kf_point any_atari(const kf_board *board, kf_point stone, kf_colour chaser) {
    kf_point liberty[2];
    int count = kf_ladder_liberties(board, stone, liberty);
    for (int i = 0; count == 2 && i < 2; i++)
        if (kf_board_judge(board, liberty[i], chaser) == KF_LEGAL)
            return liberty[i];
    return KF_NOWHERE;
}

// The owner is lost all the same: he extends if that leaves a liberty, which makes the chase go on.
static kf_point any_flight(const kf_board *board, kf_point stone, kf_colour runner) {
    kf_point liberty[2];
    int count = kf_ladder_liberties(board, stone, liberty);
    for (int i = 0; count <= 2 && i < count; i++)
        if (kf_board_judge(board, liberty[i], runner) == KF_LEGAL)
            return liberty[i];
    return KF_NOWHERE;
}

static kf_point next_move(kf_ladder *ladder, const kf_board *board, kf_point stone,
                          kf_colour to_move, kf_ladder_result *result) {
    bool is_runner = kf_board_get(board, stone) == to_move;
    *result = kf_ladder_read(ladder, board, stone, to_move);
    if (*result == KF_LADDER_UNKNOWN)
        return KF_NOWHERE;
    if (is_runner)
        return *result == KF_LADDER_SAVED ? ladder->best : any_flight(board, stone, to_move);
    return *result == KF_LADDER_CAUGHT ? ladder->best : any_atari(board, stone, to_move);
}

size_t kf_ladder_line(kf_ladder *ladder, const kf_board *board, kf_point stone, kf_colour to_move,
                      kf_point *moves, size_t max) {
    kf_board now;
    kf_played played;
    kf_ladder_result result, goal = KF_LADDER_UNKNOWN;
    kf_colour colour = kf_board_get(board, stone);
    uint32_t tried = 0;
    bool has_ko = false;
    size_t count = 0;
    kf_board_copy(&now, board);
    while (count < max && kf_board_get(&now, stone) == colour) {
        kf_point move = next_move(ladder, &now, stone, to_move, &result);
        tried = ladder->tried > tried ? ladder->tried : tried;
        has_ko = has_ko || ladder->has_ko;
        // A result that changes on the way comes from a position that came back.
        if (move == KF_NOWHERE || (goal != KF_LADDER_UNKNOWN && result != goal))
            break;
        goal = result;
        moves[count++] = move;
        if (move == KF_PASS)
            break;
        kf_board_play(&now, move, to_move, &played);
        to_move = kf_colour_other(to_move);
    }
    ladder->tried = tried;
    ladder->has_ko = has_ko;
    return count;
}

// ---- Breakers ----

// Each point is tried: a chase leaves its straight way when a stone is near, so no rule finds them.
size_t kf_ladder_breakers(kf_ladder *ladder, const kf_board *board, kf_point stone,
                          kf_colour to_move, kf_point *points, size_t max) {
    kf_board trial;
    kf_colour colour = kf_board_get(board, stone);
    size_t count = 0;
    if (colour == KF_EMPTY)
        return 0;
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
