// SPDX-License-Identifier: MIT
// The eye solver with a memory: an eye space that was solved in another shape is not solved again.
// Where only classes are wanted, a short proof that it is alive is enough.

#ifndef KIFU_SOLVE_EYES_MEMO_H
#define KIFU_SOLVE_EYES_MEMO_H

#include "solve/eyes.h"

typedef struct kf_eyes_memo kf_eyes_memo;

// An empty memory, to be called within a kf_arena_try. With `classes_only`, its answers may have
// nothing but the classes.
kf_eyes_memo *kf_eyes_memo_new(kf_arena *arena, bool classes_only);
// Gives it back before the arena does.
void kf_eyes_memo_free(kf_eyes_memo *memo);
// As kf_eyes_solve. A task with stones is solved every time.
void kf_eyes_memo_solve(kf_eyes_memo *memo, const kf_eyes_task *task, kf_eyes_answer *answer);

#endif
