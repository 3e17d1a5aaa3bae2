// SPDX-License-Identifier: MIT
// Free polyominoes, and where on a board they can lie.

#ifndef KIFU_SOLVE_POLYOMINO_H
#define KIFU_SOLVE_POLYOMINO_H

#include <stddef.h>

#include "base/arena.h"
#include "solve/eyes_rule.h"

// A cell is 16 * row + column, both from 0. The cells of a shape are in rising order, and its
// lowest row and column are 0. Row 0 is the one at the edge, column 0 the left one.
typedef struct kf_polyomino {
    uint8_t count;
    uint8_t cells[KF_EYES_MAX];
} kf_polyomino;

typedef enum kf_where { KF_WHERE_CENTRE, KF_WHERE_EDGE, KF_WHERE_CORNER, KF_WHERES } kf_where;

// The shape turned and reflected in one of eight ways; way 0 leaves it as it is, way 1 exchanges
// left and right, way 4 rows and columns.
kf_polyomino kf_polyomino_turn(const kf_polyomino *shape, int way);
// The same for all ways in which a shape can be turned and reflected.
kf_polyomino kf_polyomino_settle(const kf_polyomino *shape);
// Below 0, 0 or above 0: the order of lists.
int kf_polyomino_compare(const kf_polyomino *a, const kf_polyomino *b);
// All shapes of so many cells, each in one of its positions, in order. The list lives in the arena.
kf_polyomino *kf_polyomino_list(kf_arena *arena, int cells, size_t *count);
// The different ways a shape can lie there, each once: at most 8. At the edge, the edge is below;
// in the corner, which the shape contains, it is below on the left.
int kf_polyomino_place(const kf_polyomino *shape, kf_where where, kf_polyomino placed[8]);
bool kf_polyomino_contains(const kf_polyomino *shape, int column, int row);

enum { KF_POLYOMINO_TEXT = KF_EYES_MAX * (KF_EYES_MAX + 1) };
// Reads a shape drawn in rows, from the top, with slashes between them: `.` a cell, `#` none.
// False: it has no cells or too many, they do not hang together, or there is something else.
bool kf_polyomino_read(const char *text, kf_polyomino *shape);
// Writes it so. Returns `text`.
char *kf_polyomino_write(const kf_polyomino *shape, char text[KF_POLYOMINO_TEXT]);
void kf_polyomino_measure(const kf_polyomino *shape, int *width, int *height);

#endif
