// SPDX-License-Identifier: MIT
// The stones that a node sets up, for notations that list points one by one.

#ifndef KIFU_FORMAT_STONES_H
#define KIFU_FORMAT_STONES_H

#include <kifu/format.h>

#include <kifu/board.h>

// A set of points for each colour, KF_EMPTY for those that are emptied: a bit for each column.
typedef struct kf_stones {
    uint64_t rows[3][KF_BOARD_MAX];
    bool is_odd; // something named no point of the board, or a point was set twice
} kf_stones;

// What AB, AW and AE of a node set up. False when it has none of them.
bool kf_stones_of(const kf_record *record, kf_node node, int width, int height, kf_stones *stones);
// The points that the values of one property name, with their rectangles.
void kf_stones_add(kf_stones *stones, kf_text values, kf_colour colour, int width, int height);
bool kf_stones_has(const kf_stones *stones, kf_colour colour, kf_point point);
// Puts them on a board.
void kf_stones_put(const kf_stones *stones, kf_board *board);
// The move of a node: KF_PASS, KF_NOWHERE for a text that names no point of the board. False when
// the node has none.
bool kf_stones_move(const kf_record *record, kf_node node, kf_board *board, kf_colour *colour,
                    kf_point *point);

// Whether a property whose place is for one value has another: a second one of its own, or that of
// a property before it. `seen`, by id, is false for all properties at the front of the node.
bool kf_stones_is_second(const kf_property *property, bool *seen);

#endif
