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

// The hits in all games of the record, main lines and variations. Free the list.
naive_hit *naive_find(const kf_record *record, const naive_pattern *pattern, bool has_variations,
                      size_t *count);

#endif
