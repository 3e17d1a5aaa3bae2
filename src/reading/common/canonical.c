// SPDX-License-Identifier: MIT
// One form for all positions that are the same but for how the board is turned and who has which
// colour: of all that it can be turned to, the one that comes first in the order of its points.

#include "reading/common/cells.h"

enum { TURNS = 8 };

static kf_point mirror(const kf_canonical *how, int column, int row) {
    return kf_point_at((how->turn & 1) != 0 ? how->width - 1 - column : column,
                       (how->turn & 2) != 0 ? how->height - 1 - row : row);
}

kf_point kf_canonical_point(const kf_canonical *how, kf_point point) {
    if (point == KF_PASS || point == KF_NOWHERE)
        return point;
    kf_point to = mirror(how, kf_point_column(point), kf_point_row(point));
    return (how->turn & 4) != 0 ? kf_point_at(kf_point_row(to), kf_point_column(to)) : to;
}

kf_point kf_canonical_back(const kf_canonical *how, kf_point point) {
    if (point == KF_PASS || point == KF_NOWHERE)
        return point;
    int column = kf_point_column(point), row = kf_point_row(point);
    return (how->turn & 4) != 0 ? mirror(how, row, column) : mirror(how, column, row);
}

kf_colour kf_canonical_colour(const kf_canonical *how, kf_colour colour) {
    return how->swaps && colour != KF_EMPTY ? kf_colour_other(colour) : colour;
}

// What stands on a point of the form.
static kf_colour look(const kf_canonical *how, const kf_board *board, int column, int row) {
    kf_point from = kf_canonical_back(how, kf_point_at(column, row));
    return kf_canonical_colour(how, kf_board_get(board, from));
}

static bool comes_before(const kf_board *board, const kf_canonical *one,
                         const kf_canonical *other) {
    bool is_tall[2] = {(one->turn & 4) != 0, (other->turn & 4) != 0};
    int width[2] = {is_tall[0] ? one->height : one->width,
                    is_tall[1] ? other->height : other->width};
    if (width[0] != width[1])
        return width[0] < width[1];
    for (int i = 0; i < one->width * one->height; i++) {
        kf_colour a = look(one, board, i % width[0], i / width[0]);
        kf_colour b = look(other, board, i % width[0], i / width[0]);
        if (a != b)
            return a > b;
    }
    return false;
}

void kf_canonical_find(const kf_board *board, kf_colour mover, kf_canonical *how) {
    *how = (kf_canonical){board->width, board->height, 0, mover == KF_WHITE};
    for (int turn = 1; turn < TURNS; turn++) {
        kf_canonical other = *how;
        other.turn = turn;
        if (comes_before(board, &other, how))
            *how = other;
    }
}

void kf_canonical_board(const kf_canonical *how, const kf_board *from, kf_board *to) {
    bool is_tall = (how->turn & 4) != 0;
    kf_board_init(to, is_tall ? how->height : how->width, is_tall ? how->width : how->height);
    for (int i = 0; i < to->width * to->height; i++) {
        kf_colour colour = look(how, from, i % to->width, i / to->width);
        if (colour != KF_EMPTY)
            kf_board_put(to, kf_point_at(i % to->width, i / to->width), colour);
    }
}
