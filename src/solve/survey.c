// SPDX-License-Identifier: MIT
// Every eye space of a size, in every place, solved one after another.

#include "solve/survey.h"

#include "solve/eyes_memo.h"

static void solve(kf_eyes_memo *memo, const kf_survey *survey, kf_survey_row *row) {
    kf_eyes_task task;
    row->is_real = kf_cordon_task(&row->placed, row->where, survey->liberties, &task);
    row->liberties = survey->liberties;
    kf_eyes_memo_solve(memo, &task, &row->answer);
    survey->visit(row, survey->context);
}

static void solve_places(kf_eyes_memo *memo, const kf_survey *survey, const kf_polyomino *shape,
                         kf_survey_row *row) {
    for (int where = 0; where < KF_WHERES; where++) {
        kf_polyomino placed[8];
        int count = kf_polyomino_place(shape, (kf_where)where, placed);
        for (int i = 0; i < count && (survey->places >> where & 1) != 0; i++) {
            row->placed = placed[i];
            row->where = (kf_where)where;
            solve(memo, survey, row);
        }
    }
}

void kf_survey_size(kf_arena *arena, const kf_survey *survey, int size) {
    kf_eyes_memo *memo = kf_eyes_memo_new(arena, survey->classes_only);
    kf_survey_row row;
    kf_polyomino *shapes = kf_polyomino_list(arena, size, &row.shapes);
    for (row.shape = 0; row.shape < row.shapes; row.shape++)
        solve_places(memo, survey, &shapes[row.shape], &row);
    kf_arena_release(arena, shapes);
    kf_eyes_memo_free(memo);
}

void kf_survey_shape(kf_arena *arena, const kf_survey *survey, const kf_polyomino *shape,
                     bool as_it_lies) {
    kf_eyes_memo *memo = kf_eyes_memo_new(arena, survey->classes_only);
    kf_survey_row row = {.shapes = 1, .placed = *shape};
    if (!as_it_lies)
        solve_places(memo, survey, shape, &row);
    for (int where = 0; where < KF_WHERES && as_it_lies; where++) {
        row.where = (kf_where)where;
        if ((survey->places >> where & 1) != 0)
            solve(memo, survey, &row);
    }
    kf_eyes_memo_free(memo);
}
