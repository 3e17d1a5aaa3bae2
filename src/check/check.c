// SPDX-License-Identifier: MIT
// The check of a record: its values and its moves, in one walk through all branches.
//
// Values and moves are judged in one walk, so that findings come in the order of the file, which
// is how people go through it.

#include "check/check.h"

struct kf_check_run {
    kf_arena *arena;
    kf_check_node values;
    kf_referee referee;
    const kf_rules *rules;
    kf_log *log;
    const kf_record *record; // in hand
};

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
            kf_check_node_enter(values, node, kf_play_step(referee->replay)->depth);
        kf_referee_judge(referee);
    }
    kf_referee_end(referee);
}

static void check_games(void *context) {
    kf_check_run *run = context;
    kf_check_node_turn(&run->values, run->record);
    kf_referee_turn(&run->referee, run->record, run->rules);
    for (kf_node game = kf_node_child(run->record, 0); game != 0;
         game = kf_node_next(run->record, game))
        check_game(&run->values, &run->referee, game);
}

// What kf_check_begin makes, for the protected call.
typedef struct beginning {
    kf_arena *arena;
    kf_log *log;
    kf_check_run *made;
} beginning;

static void make_run(void *context) {
    beginning *b = context;
    kf_check_run *run = kf_arena_alloc(b->arena, sizeof *run);
    *run = (kf_check_run){.arena = b->arena, .log = b->log};
    kf_check_node_init(&run->values, b->arena, b->log);
    kf_referee_init(&run->referee, b->arena, b->log);
    b->made = run;
}

kf_check_run *kf_check_begin(const kf_rules *rules, kf_log *log) {
    beginning b = {kf_arena_new(), log, NULL};
    if (b.arena == NULL || !kf_arena_try(b.arena, make_run, &b)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        kf_arena_free(b.arena);
        return NULL;
    }
    b.made->rules = rules;
    return b.made;
}

bool kf_check_add(kf_check_run *run, const kf_record *record) {
    size_t errors = kf_log_total(run->log, KF_ERROR);
    run->record = record;
    if (!kf_arena_try(run->arena, check_games, run))
        kf_log_add(run->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return kf_log_total(run->log, KF_ERROR) == errors;
}

void kf_check_end(kf_check_run *run) {
    if (run != NULL)
        kf_arena_free(run->arena);
}

bool kf_check(const kf_record *record, kf_log *log) {
    kf_check_run *run = kf_check_begin(NULL, log);
    bool is_good = run != NULL && kf_check_add(run, record);
    kf_check_end(run);
    return is_good;
}
