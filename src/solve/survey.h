// SPDX-License-Identifier: MIT
// Every eye space of a size, in every place, solved one after another.

#ifndef KIFU_SOLVE_SURVEY_H
#define KIFU_SOLVE_SURVEY_H

#include "solve/cordon.h"
#include "solve/eyes.h"
#include "solve/polyomino.h"

// One placement and its answer.
typedef struct kf_survey_row {
    size_t shape;  // its number among the shapes of the size
    size_t shapes; // how many there are
    kf_polyomino placed;
    kf_where where;
    bool is_real; // the cordon is one chain
    int liberties;
    kf_eyes_answer answer;
} kf_survey_row;

typedef void kf_survey_visit(const kf_survey_row *row, void *context);

// What is wanted: the places are a bit each, 1 << KF_WHERE_EDGE and so on.
typedef struct kf_survey {
    unsigned places;
    int liberties;
    kf_survey_visit *visit;
    void *context;
    bool classes_only; // the answers need not have more than the classes, which is much faster
} kf_survey;

enum { KF_SURVEY_EVERYWHERE = (1 << KF_WHERES) - 1 };

// Solves every placement of every shape of that size, without symmetric doubles, in a fixed order.
void kf_survey_size(kf_arena *arena, const kf_survey *survey, int size);
// The same for one shape. With `as_it_lies` it is neither turned nor reflected.
void kf_survey_shape(kf_arena *arena, const kf_survey *survey, const kf_polyomino *shape,
                     bool as_it_lies);

#endif
