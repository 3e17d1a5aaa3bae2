// SPDX-License-Identifier: MIT
// The main line of a solved eye space; and how the solver keeps what it found.

#ifndef KIFU_SOLVE_EYES_LINE_H
#define KIFU_SOLVE_EYES_LINE_H

#include "solve/eyes.h"
#include "solve/eyes_retro.h"

enum { KF_EYES_MOVES = KF_EYES_OUTSIDE + 1 };
// More threats than any eye space of KF_EYES_MAX points has had a use for.
enum { KF_EYES_MOST_THREATS = 12, KF_EYES_LEVELS = KF_EYES_MOST_THREATS + 1 };

struct kf_eyes {
    kf_eyes_graph graph;
    kf_eyes_retro retro;
    // By the side that has threats and their number. With none it is one level, the attacker's.
    kf_eyes_level levels[KF_EYES_SIDES][KF_EYES_LEVELS];
    int most[KF_EYES_SIDES]; // threats beyond which nothing changes
};

// What a first move comes to, with every number of threats of either side.
typedef struct kf_eyes_choice {
    int32_t node; // KF_EYES_NO_NODE where there is no such move
    bool retakes; // needs a threat
    uint8_t values[KF_EYES_SIDES][KF_EYES_LEVELS];
} kf_eyes_choice;

// One side's first moves.
typedef struct kf_eyes_root {
    kf_eyes_state state;
    kf_eyes_side side;
    kf_eyes_choice choices[KF_EYES_MOVES];
    uint8_t values[KF_EYES_SIDES][KF_EYES_LEVELS]; // with the best of them
} kf_eyes_root;

static inline const kf_eyes_level *kf_eyes_line_level(const kf_eyes *eyes, int side, int threats) {
    return &eyes->levels[threats == 0 ? KF_EYES_ATTACKER : side][threats];
}

// Fills the line in, beginning with one of the best first moves. Who wins takes the shortest way,
// who loses the longest; a seki ends where nobody gains by another move.
void kf_eyes_line_follow(kf_eyes *eyes, const kf_eyes_root *root, kf_eyes_first *first);

#endif
