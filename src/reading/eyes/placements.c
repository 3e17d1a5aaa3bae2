// SPDX-License-Identifier: MIT
// Every eye space of a size, in every place, solved one after another.

#include <kifu/reading.h>

#include "base/arena.h"
#include "reading/eyes/eyes.h"

enum { WAYS = 8 }; // a shape lies nowhere in more

struct kf_placements {
    kf_arena *arena;
    kf_placements_how how;
    kf_polyomino shape; // a copy of how->shape
    kf_polyomino *shapes;
    kf_eyes_table *memo;
    kf_placements_row row;
    // The placements of the shape in the place that row.where names, and which comes next.
    kf_polyomino placed[WAYS];
    int count, at;
    int next_where; // the place after that
    bool has_row, has_failed;
};

static void begin(void *context) {
    kf_placements **survey = context;
    kf_placements *s = kf_arena_alloc((*survey)->arena, sizeof *s);
    *s = **survey;
    s->shapes = &s->shape;
    s->row.shapes = 1;
    if (s->how.size > 0)
        s->shapes = kf_polyomino_list(s->arena, s->how.size, &s->row.shapes);
    else
        s->shape = *s->how.shape;
    s->memo = kf_eyes_table_new(s->arena, s->how.classes_only);
    *survey = s;
}

kf_placements *kf_placements_new(const kf_placements_how *how) {
    kf_placements start = {
        .arena = kf_arena_new(), .how = *how, .row = {.liberties = how->liberties}};
    kf_placements *survey = &start;
    if (start.arena != NULL && kf_arena_try(start.arena, begin, &survey))
        return survey;
    kf_arena_free(start.arena);
    return NULL;
}

void kf_placements_free(kf_placements *survey) {
    if (survey != NULL)
        kf_arena_free(survey->arena);
}

// Goes on to the next place, or to the first place of the next shape. False: there is none.
static bool find_place(kf_placements *s) {
    if (s->next_where == KF_EYES_WHERES) {
        s->next_where = 0;
        s->row.shape++;
    }
    if (s->row.shape == s->row.shapes)
        return false;
    kf_eyes_where where = (kf_eyes_where)s->next_where++;
    s->at = s->count = 0;
    s->row.where = where;
    if ((s->how.places >> where & 1) == 0)
        return true;
    if (s->how.as_it_lies) {
        s->placed[0] = s->shape;
        s->count = 1;
    } else {
        s->count = kf_polyomino_place(&s->shapes[s->row.shape], where, s->placed);
    }
    return true;
}

static void solve_next(void *context) {
    kf_placements *s = context;
    kf_eyes_task task;
    s->has_row = false;
    while (s->at == s->count)
        if (!find_place(s))
            return;
    s->row.placed = s->placed[s->at++];
    s->row.is_real = kf_enclosure_task(&s->row.placed, s->row.where, s->how.liberties, &task);
    kf_eyes_table_solve(s->memo, &task, &s->row.answer);
    s->has_row = true;
}

const kf_placements_row *kf_placements_next(kf_placements *survey) {
    if (!survey->has_failed && !kf_arena_try(survey->arena, solve_next, survey))
        survey->has_failed = true;
    return survey->has_row && !survey->has_failed ? &survey->row : NULL;
}

bool kf_placements_has_failed(const kf_placements *survey) {
    return survey->has_failed;
}
