// SPDX-License-Identifier: MIT
// Points in values: whether they are points, stand on the board, and are named only once.

#ifndef KIFU_RECORD_CHECK_POINT_H
#define KIFU_RECORD_CHECK_POINT_H

#include "base/arena.h"
#include "record/check_value.h"

// The board of the game in hand, and which points were named in which node.
typedef struct kf_check_point {
    kf_arena *arena;
    int width, height;
    bool takes_tt; // `tt` is a pass
    kf_node *seen; // made at the first list of points
} kf_check_point;

// Looks at a value that names points, in `node`.
kf_check_value kf_check_point_of(kf_check_point *points, const kf_property_row *row, int id,
                                 kf_node node, kf_text value);

#endif
