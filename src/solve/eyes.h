// SPDX-License-Identifier: MIT
// Eye spaces read to the end: who lives inside a closed cordon, with ko and seki told apart.

#ifndef KIFU_SOLVE_EYES_H
#define KIFU_SOLVE_EYES_H

#include <stddef.h>

#include "base/arena.h"
#include "solve/eyes_rule.h"

// What becomes of the cordon when both sides play as well as they can, from the attacker's best to
// the defender's. KF_EYES_KO_SEKI: the attacker may choose between a ko and a seki.
// KF_EYES_SEKI_KO: a seki, unless the defender wins a ko.
typedef enum kf_eyes_class {
    KF_EYES_DEAD,
    KF_EYES_KO,
    KF_EYES_KO_SEKI,
    KF_EYES_SEKI,
    KF_EYES_SEKI_KO,
    KF_EYES_ALIVE,
    KF_EYES_CLASSES
} kf_eyes_class;

enum { KF_EYES_LINE = 48 };

// The answer for one side to move first. The numbers of threats are those that a side needs, while
// the other has none, to get the best that any number of threats would give it; they are 0 where
// no ko is fought.
typedef struct kf_eyes_first {
    kf_eyes_class class;
    int threats[KF_EYES_SIDES];
    kf_eyes_set vital;              // the best first moves: points,
    bool vital_pass, vital_outside; // the pass, and filling an outside liberty
    kf_eyes_set ends;               // first moves that end it: the cordon is taken or out of danger
    // The main line: points and the moves above. The mover has as many threats as his best result
    // needs, the other none. A threat stands before the move that it makes possible.
    uint8_t line[KF_EYES_LINE];
    int length;
} kf_eyes_first;

typedef struct kf_eyes_answer {
    kf_eyes_first first[KF_EYES_SIDES]; // by who moves first
    size_t states;                      // of the graph that was solved
} kf_eyes_answer;

// The solver's memory, used again for every task.
typedef struct kf_eyes kf_eyes;

// A solver in the arena, to be called within a kf_arena_try.
kf_eyes *kf_eyes_new(kf_arena *arena);

// Gives the memory back before the arena does.
void kf_eyes_free(kf_eyes *eyes);

// Solves the task for either side to move first: all positions that play can reach, without a
// limit of depth. Two tasks that differ only in the numbering of points have the same answer but
// for the main lines.
void kf_eyes_solve(kf_eyes *eyes, const kf_eyes_task *task, kf_eyes_answer *answer);

// `dead`, `alive`, `ko`, `seki`, `seki/ko`, `ko/seki`.
const char *kf_eyes_word(kf_eyes_class class);

#endif
