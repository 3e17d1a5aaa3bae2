// SPDX-License-Identifier: MIT
// One form of each position: what is judged must not depend on how the board lies.
//
// Games by chance, readings that end within a budget and what comes first in the order of the board
// all depend on it. So a position is turned and mirrored to the form that comes first, judged, and
// the answers are turned back. Chains are put together anew, for the order of their stones tells
// how the game went.

#include "reading/status/status.h"

#include <string.h>

enum { WAYS = 8, COLUMNS = 1, ROWS = 2, AXES = 4 };

static kf_point turn(const kf_board *board, int way, int column, int row) {
    column = way & COLUMNS ? board->width - 1 - column : column;
    row = way & ROWS ? board->height - 1 - row : row;
    return way & AXES ? kf_point_at(row, column) : kf_point_at(column, row);
}

static kf_point turn_index(const kf_board *board, int way, int index) {
    return turn(board, way, index % board->width, index / board->width);
}

// Writes the colours of the points as they lie when turned.
static void lay_out(const kf_board *board, int way, uint8_t *colours) {
    int width = way & AXES ? board->height : board->width;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point from = kf_point_at(i % board->width, i / board->width);
        kf_point to = turn_index(board, way, i);
        colours[kf_point_row(to) * width + kf_point_column(to)] =
            (uint8_t)kf_board_get(board, from);
    }
}

// Of a board that is no square only the two or four forms that are wider than high are looked at.
static int choose_way(const kf_board *board) {
    uint8_t least[KF_BOARD_POINTS], colours[KF_BOARD_POINTS];
    size_t points = (size_t)board->width * board->height;
    int best = -1;
    for (int way = 0; way < WAYS; way++) {
        bool is_high = way & AXES ? board->width > board->height : board->height > board->width;
        if (is_high)
            continue;
        lay_out(board, way, colours);
        if (best >= 0 && memcmp(colours, least, points) >= 0)
            continue;
        memcpy(least, colours, points);
        best = way;
    }
    return best;
}

void kf_turn_start(const kf_board *board, kf_turn *t) {
    int way = choose_way(board), width = way & AXES ? board->height : board->width;
    kf_point points[KF_BOARD_POINTS];
    t->width = board->width;
    t->height = board->height;
    kf_board_init(&t->board, width, way & AXES ? board->width : board->height);
    for (int i = 0; i < board->width * board->height; i++)
        t->to[i] = (uint16_t)kf_benson_index(&t->board, turn_index(board, way, i));
    for (kf_colour colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        size_t count = 0;
        // In the order of the turned board.
        bool has[KF_BOARD_POINTS] = {false};
        for (int i = 0; i < board->width * board->height; i++)
            has[t->to[i]] =
                kf_board_get(board, kf_point_at(i % board->width, i / board->width)) == colour;
        for (int i = 0; i < board->width * board->height; i++)
            if (has[i])
                points[count++] = kf_point_at(i % width, i / width);
        kf_board_put_all(&t->board, points, count, colour);
    }
    memcpy(t->board.prisoners, board->prisoners, sizeof board->prisoners);
    if (board->ko != 0) {
        kf_point ko = kf_board_point(board, board->ko);
        t->board.ko = (uint16_t)kf_board_cell(
            &t->board, turn(board, way, kf_point_column(ko), kf_point_row(ko)));
        t->board.ko_colour = board->ko_colour;
    }
}

void kf_turn_forth(const kf_turn *t, const uint8_t *from, uint8_t *to) {
    for (int i = 0; i < t->width * t->height; i++)
        to[t->to[i]] = from[i];
}

void kf_turn_back(const kf_turn *t, uint8_t *array) {
    uint8_t turned[KF_BOARD_POINTS];
    size_t points = (size_t)t->width * t->height;
    memcpy(turned, array, points);
    for (size_t i = 0; i < points; i++)
        array[i] = turned[t->to[i]];
}

void kf_turn_back_board(const kf_turn *t, kf_board *board) {
    kf_board turned;
    kf_point points[KF_BOARD_POINTS];
    kf_board_copy(&turned, board);
    kf_board_init(board, t->width, t->height);
    for (kf_colour colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        size_t count = 0;
        for (int i = 0; i < t->width * t->height; i++) {
            kf_point at = kf_point_at(t->to[i] % turned.width, t->to[i] / turned.width);
            if (kf_board_get(&turned, at) == colour)
                points[count++] = kf_point_at(i % t->width, i / t->width);
        }
        kf_board_put_all(board, points, count, colour);
    }
    memcpy(board->prisoners, turned.prisoners, sizeof turned.prisoners);
}
