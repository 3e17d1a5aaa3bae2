// SPDX-License-Identifier: MIT
// From a shape on a board to a task for the eye solver: the cordon around it.

#ifndef KIFU_SOLVE_CORDON_H
#define KIFU_SOLVE_CORDON_H

#include "solve/eyes_rule.h"
#include "solve/polyomino.h"

// A grid with room for the widest shape and the cordon around it.
enum { KF_CORDON_SIDE = KF_EYES_MAX + 4 };

// Makes the task of an empty eye space: `shape` lies in the middle, with row 0 on the edge, or with
// column 0 on the left edge as well. The cordon is every point of the board that touches the
// shape, also diagonally. True when it is real, that is one chain. A part of it that is cut off has
// none of the outside liberties.
bool kf_cordon_task(const kf_polyomino *shape, kf_where where, int liberties, kf_eyes_task *task);

#endif
