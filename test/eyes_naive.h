// SPDX-License-Identifier: MIT
// A second solver of eye spaces, slow and simple, that plays on a real board.

#ifndef KIFU_TEST_EYES_NAIVE_H
#define KIFU_TEST_EYES_NAIVE_H

#include <kifu/reading.h>

enum { NAIVE_THREATS = 3, NAIVE_MOVES = KF_EYES_OUTSIDE + 1 };

// What it finds for one side to move first: the values (0 taken, 1 neither, 2 alive) of the
// position by who has threats and how many, and the best first moves, a bit for each number of a
// move.
typedef struct naive_first {
    int values[2][NAIVE_THREATS + 1];
    unsigned vital;
} naive_first;

// Solves an eye with a real cordon for either side to move first.
void naive_solve(const kf_polyomino *shape, kf_eyes_where where, int liberties,
                 naive_first first[2]);

#endif
