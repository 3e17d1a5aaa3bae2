// SPDX-License-Identifier: MIT
// The board and the numbers of the moves at any node of a tree, for marks.

#ifndef KIFU_FORMAT_ISHI_PATH_H
#define KIFU_FORMAT_ISHI_PATH_H

#include <kifu/kifu.h>

#include "base/arena.h"
#include "board/board.h"
#include "board/edit.h"

// A node on the way from the root: what it did, so that it can be taken back.
typedef struct kf_ishi_step {
    kf_node node;
    int number;       // printed before its move, or before the last one before it
    bool has_move;    // it played: `played` and `old_number` count
    bool is_numbered; // its move has a number: `before` counts
    kf_played played;
    int old_number;  // that the stone on its point had before
    uint32_t before; // 1 + the step that had the same number before; 0: none
    size_t edits;    // how many stood before it
    size_t erased;   // likewise
    uint16_t ko;     // the ban that its setup ended
    uint8_t ko_colour;
} kf_ishi_step;

// Stands at one node of a record at a time. Going to another costs as much as there are nodes on
// the way between them. Fields are for reading.
typedef struct kf_ishi_path {
    const kf_record *record;
    kf_arena *arena;
    kf_board board;
    int size;                                 // of the board
    int numbers[KF_BOARD_MAX * KF_BOARD_MAX]; // by row and column: of the stone there, 0: setup
    kf_ishi_step *steps;
    size_t depth, capacity;
    kf_edit *edits;
    size_t edit_count, edit_capacity;
    struct kf_ishi_erased *erased; // numbers of stones that gave way to setup stones
    size_t erased_count, erased_capacity;
    uint32_t *latest; // buckets of steps by their number: 1 + index, chained by `before`
    uint32_t *depths; // by node: 1 + its place on the path, if it is there
    size_t nodes;     // entries of `depths`
} kf_ishi_path;

// Stands nowhere at first. In a protected call of the arena, as all that follows.
kf_ishi_path *kf_ishi_path_new(const kf_record *record, kf_arena *arena);
// Goes to the node as it is written in the record now. Nodes on the path so far must not have
// changed their moves or stones meanwhile; else make a new path.
void kf_ishi_path_go(kf_ishi_path *path, kf_node node);
// The point of the most recent move of that number, KF_NOWHERE when there is none or it passed.
kf_point kf_ishi_path_numbered(const kf_ishi_path *path, int number);
// The number of the move that was played last on that point, whether its stone still lies there or
// not; 0 when there is none, or a stone of a setup took its place.
int kf_ishi_path_number_at(const kf_ishi_path *path, kf_point point);

#endif
