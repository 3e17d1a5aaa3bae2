// SPDX-License-Identifier: MIT
// One form for all eye spaces that differ only in how their points are numbered.

#ifndef KIFU_SOLVE_EYES_FORM_H
#define KIFU_SOLVE_EYES_FORM_H

#include "solve/eyes_rule.h"

enum { KF_EYES_VERTICES = KF_EYES_MAX + KF_EYES_CHAINS };

// An eye space without stones as a graph: its points, then the chains of its cordon; for each a
// row of bits says what is beside it. Unused rows are 0.
typedef struct kf_eyes_form {
    uint8_t count, chains, open, liberties;
    uint32_t rows[KF_EYES_VERTICES];
} kf_eyes_form;

// Finds the form of a task that has no stones. order[i] is where the task's point i stands in it.
void kf_eyes_form_find(const kf_eyes_task *task, kf_eyes_form *form, uint8_t order[KF_EYES_MAX]);
// The task with the points in the order of the form.
void kf_eyes_form_task(const kf_eyes_form *form, kf_eyes_task *task);

#endif
