// SPDX-License-Identifier: MIT
// The check of a record: its values and its moves, in one walk through all branches.

#include "record/check.h"

#include "record/check_node.h"
#include "record/referee.h"

// One check, for the protected call.
typedef struct job {
    const kf_record *record;
    const kf_rules *rules;
    kf_log *log;
    kf_arena *arena;
} job;

// A game that is not Go has values, and no board that is known here.
static void check_other(kf_check_node *values, kf_node game) {
    kf_walk walk = kf_walk_from(values->record, game);
    size_t depth = 0;
    while (kf_walk_step(&walk)) {
        depth += walk.entering ? 1 : 0;
        if (walk.entering && walk.node != game)
            kf_check_node_enter(values, walk.node, depth);
        depth -= walk.entering ? 0 : 1;
    }
}

// The referee passes by what is as plain as can be, and there the values are good as well. A
// record of another notation was made of good values by its reader, which has said the rest.
static void check_game(kf_check_node *values, kf_referee *referee, kf_node game) {
    bool has_values = values->record->places == NULL;
    kf_node node = game;
    if (has_values)
        kf_check_node_enter(values, game, 1);
    if (has_values && !values->is_go) {
        check_other(values, game);
        return;
    }
    kf_referee_start(referee, game);
    while ((node = kf_referee_next(referee)) != 0) {
        if (has_values && node != game)
            kf_check_node_enter(values, node, referee->replay->depth);
        kf_referee_judge(referee);
    }
    kf_referee_end(referee);
}

static void run(void *context) {
    job *j = context;
    kf_check_node *values = kf_arena_alloc(j->arena, sizeof *values);
    kf_referee *referee = kf_arena_alloc(j->arena, sizeof *referee);
    kf_check_node_init(values, j->arena, j->record, j->log);
    kf_referee_init(referee, j->arena, j->record, j->rules, j->log);
    for (kf_node game = kf_node_child(j->record, 0); game != 0;
         game = kf_node_next(j->record, game))
        check_game(values, referee, game);
}

bool kf_check_by(const kf_record *record, const kf_rules *rules, kf_log *log) {
    size_t errors = kf_log_total(log, KF_ERROR);
    job j = {record, rules, log, kf_arena_new()};
    if (j.arena == NULL || !kf_arena_try(j.arena, run, &j))
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_arena_free(j.arena);
    return kf_log_total(log, KF_ERROR) == errors;
}

bool kf_check(const kf_record *record, kf_log *log) {
    return kf_check_by(record, NULL, log);
}
