// SPDX-License-Identifier: MIT
// A short proof that an eye space is alive, without the graph of all its states.

#ifndef KIFU_SOLVE_EYES_ALIVE_H
#define KIFU_SOLVE_EYES_ALIVE_H

#include <stddef.h>

#include "base/arena.h"
#include "solve/eyes_rule.h"

// The prover's memory, used again for every task.
typedef struct kf_eyes_alive kf_eyes_alive;

// A prover in the arena, to be called within a kf_arena_try.
kf_eyes_alive *kf_eyes_alive_new(kf_arena *arena);
// Gives the memory back before the arena does.
void kf_eyes_alive_free(kf_eyes_alive *alive);

// True: whoever moves first, the defender lives, and no number of ko threats changes that. False:
// no proof was found that is short enough, which says nothing.
bool kf_eyes_alive_prove(kf_eyes_alive *alive, const kf_eyes_task *task);

#endif
