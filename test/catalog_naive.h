// SPDX-License-Identifier: MIT
// A matcher written from the definition of a hit: every pattern at every place of every position.

#ifndef KIFU_TEST_CATALOG_NAIVE_H
#define KIFU_TEST_CATALOG_NAIVE_H

#include <kifu/board.h>
#include <kifu/kifu.h>

// A pattern as it is typed, without its edges, and what else is asked.
typedef struct naive_pattern {
    int width, height;
    char cells[52][52];            // . X O x o * and 1 to 9
    bool top, right, bottom, left; // edges of the board
    char anchor;                   // 'a'nywhere, 'c'orner, 's'ide, 'm'iddle
    bool any_colour, as_typed;
    char next; // 'B', 'W' or 0
    unsigned by_move;
    bool has_moves; // there are numbers in it
} naive_pattern;

typedef struct naive_hit {
    unsigned game; // from 0
    unsigned moves;
    int column, row, symmetry;
    bool is_swapped, is_variation;
} naive_hit;

// A pattern, and its hits in all games of a record: in main lines, and where asked in variations.
typedef struct naive_query {
    naive_pattern pattern;
    bool has_variations;
    naive_hit *hits; // free it
    size_t count, room;
} naive_query;

// Finds the hits of so many patterns.
void naive_find(const kf_record *record, naive_query *queries, size_t count);

#endif
