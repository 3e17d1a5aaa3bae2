// SPDX-License-Identifier: MIT
// The eye solver with a memory.

#include "reading/eyes/eyes.h"

#include <string.h>

typedef struct entry {
    kf_eyes_form form;
    kf_eyes_answer answer; // its points numbered as in the form
} entry;

struct kf_eyes_table {
    kf_arena *arena;
    kf_eyes *eyes;
    kf_eyes_alive *alive; // NULL unless only the classes are wanted
    entry *entries;
    size_t count, room;
    uint32_t *table; // by hash: an entry and 1, or 0; at most half full
    size_t table_size;
};

kf_eyes_table *kf_eyes_table_new(kf_arena *arena, bool classes_only) {
    kf_eyes_table *memo = kf_arena_resize(arena, NULL, sizeof *memo);
    *memo = (kf_eyes_table){.arena = arena, .eyes = kf_eyes_new(arena)};
    memo->alive = classes_only ? kf_eyes_alive_new(arena) : NULL;
    return memo;
}

static uint32_t hash(const kf_eyes_form *form) {
    uint32_t sum = form->count + 16u * form->chains + 256u * form->open + 4096u * form->liberties;
    for (int i = 0; i < KF_EYES_VERTICES; i++)
        sum = (sum ^ form->rows[i]) * 0x9E3779B1u ^ sum >> 15;
    return sum ^ sum >> 13;
}

static bool is_same(const kf_eyes_form *a, const kf_eyes_form *b) {
    return a->count == b->count && a->chains == b->chains && a->open == b->open &&
           a->liberties == b->liberties && memcmp(a->rows, b->rows, sizeof a->rows) == 0;
}

// The place in the table where the form is, or belongs.
static uint32_t *find_place(const kf_eyes_table *memo, const kf_eyes_form *form) {
    size_t at = hash(form) & (memo->table_size - 1);
    while (memo->table[at] != 0 && !is_same(&memo->entries[memo->table[at] - 1].form, form))
        at = (at + 1) & (memo->table_size - 1);
    return &memo->table[at];
}

static void make_room(kf_eyes_table *memo) {
    memo->entries = kf_arena_grow(memo->arena, memo->entries, &memo->room, memo->count + 1,
                                  sizeof *memo->entries);
    if (memo->count * 2 < memo->table_size)
        return;
    size_t size = memo->table_size == 0 ? 256 : memo->table_size * 2;
    memo->table = kf_arena_resize(memo->arena, memo->table, size * sizeof *memo->table);
    memo->table_size = size;
    memset(memo->table, 0, size * sizeof *memo->table);
    for (size_t i = 0; i < memo->count; i++)
        *find_place(memo, &memo->entries[i].form) = (uint32_t)i + 1;
}

// The points of the task for a set of points of its form.
static kf_eyes_set turn_set(kf_eyes_set set, const uint8_t *order, int count) {
    kf_eyes_set turned = 0;
    for (int point = 0; point < count; point++)
        turned |= (set >> order[point] & 1) << point;
    return turned;
}

static void turn(kf_eyes_answer *answer, const uint8_t *order, int count) {
    uint8_t back[KF_EYES_MAX] = {0};
    for (int point = 0; point < count; point++)
        back[order[point]] = (uint8_t)point;
    for (int side = 0; side < KF_EYES_SIDES; side++) {
        kf_eyes_first *first = &answer->first[side];
        first->vital = turn_set(first->vital, order, count);
        first->ends = turn_set(first->ends, order, count);
        for (int i = 0; i < first->length; i++)
            if (first->line[i] < KF_EYES_MAX)
                first->line[i] = back[first->line[i]];
    }
}

static void solve(kf_eyes_table *memo, const kf_eyes_task *task, kf_eyes_answer *answer) {
    if (memo->alive == NULL || !kf_eyes_alive_prove(memo->alive, task)) {
        kf_eyes_solve(memo->eyes, task, answer);
        return;
    }
    memset(answer, 0, sizeof *answer);
    for (int side = 0; side < KF_EYES_SIDES; side++)
        answer->first[side].kind = KF_EYES_ALIVE;
}

void kf_eyes_table_solve(kf_eyes_table *memo, const kf_eyes_task *task, kf_eyes_answer *answer) {
    kf_eyes_form form;
    uint8_t order[KF_EYES_MAX];
    if ((task->stones[0] | task->stones[1]) != 0 || task->has_ko) {
        solve(memo, task, answer);
        return;
    }
    kf_eyes_form_find(task, &form, order);
    make_room(memo);
    uint32_t *place = find_place(memo, &form);
    if (*place == 0) {
        kf_eyes_task same;
        entry *made = &memo->entries[memo->count];
        kf_eyes_form_task(&form, &same);
        solve(memo, &same, &made->answer);
        made->form = form;
        *place = (uint32_t)++memo->count;
    }
    *answer = memo->entries[*place - 1].answer;
    turn(answer, order, task->count);
}
