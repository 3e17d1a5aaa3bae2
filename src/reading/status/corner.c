// SPDX-License-Identifier: MIT
// Bent four in the corner: a group that its opponent can bring into a ko when he likes.

#include "reading/status/status.h"

enum { BAIT = 3, LIBERTIES = 2, MOST_LIBERTIES = 10 };

// How far a point is from the corner, along the row and along the column.
typedef struct offset {
    int along, down;
} offset;

static offset offset_of(kf_point corner, kf_point point) {
    int along = kf_point_column(point) - kf_point_column(corner);
    int down = kf_point_row(point) - kf_point_row(corner);
    return (offset){along < 0 ? -along : along, down < 0 ? -down : down};
}

// Whether a fourth stone on one of the two points makes the bent four, and on the other no shape
// that kills outright. The sums tell the shapes of three stones in the corner apart: (3, 0) and
// (0, 3) are rows, (1, 1) is bent around the corner. From a row the point on the other edge beside
// the corner makes the four; from the bent three both points do. The point within, at (1, 1),
// would make a square or a T: there the owner wins without a ko.
static bool is_bent_four(kf_point corner, const kf_point *bait, const kf_point *liberty) {
    offset sum = {0, 0};
    for (int i = 0; i < BAIT; i++) {
        offset one = offset_of(corner, bait[i]);
        sum.along += one.along;
        sum.down += one.down;
    }
    bool is_bent = sum.along == 1 && sum.down == 1;
    bool is_row = sum.along == BAIT && sum.down == 0,
         is_column = sum.along == 0 && sum.down == BAIT;
    bool has_bend = is_bent;
    for (int i = 0; i < LIBERTIES; i++) {
        offset one = offset_of(corner, liberty[i]);
        if (one.along == 1 && one.down == 1)
            return false;
        has_bend = has_bend || (is_row && one.along == 0) || (is_column && one.down == 0);
    }
    return has_bend;
}

// Whether all that the points touch is the bait, one chain of the other colour, and the two
// liberties themselves. Stores a stone of that chain.
static bool is_enclosed(const kf_board *board, const kf_point *points, kf_point bait,
                        kf_point *group) {
    kf_colour own = kf_board_get(board, bait), other = kf_colour_other(own);
    kf_point name = kf_chain_name(board, bait);
    const kf_point *liberty = points + BAIT;
    *group = KF_NOWHERE;
    for (int i = 0; i < 4 * (BAIT + LIBERTIES); i++) {
        uint32_t cell = kf_board_beside(board, kf_board_cell(board, points[i / 4]), i % 4);
        kf_colour colour = (kf_colour)board->cell[cell].colour;
        if (colour != KF_EMPTY && colour != own && colour != other)
            continue; // beyond the edge
        kf_point point = kf_board_point(board, cell);
        if (colour == KF_EMPTY ? point != liberty[0] && point != liberty[1]
                               : colour == own && kf_chain_name(board, point) != name)
            return false;
        if (colour != other)
            continue;
        if (*group != KF_NOWHERE && kf_chain_name(board, point) != kf_chain_name(board, *group))
            return false;
        *group = point;
    }
    return *group != KF_NOWHERE;
}

static bool touches(const kf_board *board, uint32_t cell, kf_point group) {
    kf_point name = kf_chain_name(board, group);
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(board, cell, side);
        if (board->cell[next].colour == kf_board_get(board, group) &&
            kf_chain_name(board, kf_board_point(board, next)) == name)
            return true;
    }
    return false;
}

// Whether nothing can come of an outer liberty for the chain: a stone of the other colour stands
// beside it, and else only the chain itself or more of its liberties.
static bool is_barren(const kf_board *board, kf_point liberty, kf_point group) {
    kf_colour own = kf_board_get(board, group), other = kf_colour_other(own);
    bool is_touched = false;
    for (int side = 0; side < 4; side++) {
        uint32_t cell = kf_board_beside(board, kf_board_cell(board, liberty), side);
        kf_colour colour = (kf_colour)board->cell[cell].colour;
        kf_point point = kf_board_point(board, cell);
        if (colour == own ? kf_chain_name(board, point) != kf_chain_name(board, group)
                          : colour == KF_EMPTY && !touches(board, cell, group))
            return false;
        is_touched = is_touched || colour == other;
    }
    return is_touched;
}

bool kf_corner_find(const kf_board *board, int which, kf_corner *corner) {
    kf_point points[BAIT + LIBERTIES], all[MOST_LIBERTIES], *liberty = points + BAIT;
    corner->bait = kf_point_at(which % 2 * (board->width - 1), which / 2 * (board->height - 1));
    if (kf_board_get(board, corner->bait) == KF_EMPTY ||
        kf_chain_stones(board, corner->bait, points, BAIT) != BAIT ||
        kf_chain_few(board, corner->bait, liberty, LIBERTIES) != LIBERTIES ||
        !is_bent_four(corner->bait, points, liberty) ||
        !is_enclosed(board, points, corner->bait, &corner->group))
        return false;
    size_t count = kf_chain_liberties(board, corner->group, all, MOST_LIBERTIES), inner = 0;
    for (size_t i = 0; i < count && i < MOST_LIBERTIES; i++) {
        bool is_inner = all[i] == liberty[0] || all[i] == liberty[1];
        inner += is_inner;
        if (!is_inner && !is_barren(board, all[i], corner->group))
            return false;
    }
    return count <= MOST_LIBERTIES && inner == LIBERTIES;
}
