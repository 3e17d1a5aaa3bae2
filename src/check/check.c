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
    kf_scout scout;
    const kf_rules *rules;
    kf_log *log;
    kf_log *own_log;         // where the caller gave none; else NULL
    const kf_record *record; // in hand
};

// A game that is not Go has values, and no board that is known here.
static void check_other(kf_check_node *values, kf_node game) {
    kf_walk walk = kf_walk_from(values->record, game);
    size_t depth = 0;
    while (kf_walk_step(&walk)) {
        depth += walk.entering ? 1 : 0;
        if (walk.entering && walk.node != game)
            kf_check_node_enter(values, walk.node, depth, depth);
        depth -= walk.entering ? 0 : 1;
    }
}

// The rest of a game, or all of it, node by node. What the referee passes by is as plain as can be,
// and there the values are good as well. A record of another notation was made of good values by
// its reader, which has said the rest.
static void check_slowly(kf_check_run *run, kf_node game) {
    kf_referee *referee = &run->referee;
    bool has_values = run->record->places == NULL;
    kf_node node;
    while ((node = kf_referee_next(referee)) != 0) {
        size_t depth = kf_play_step(referee->replay)->depth;
        if (has_values && node != game)
            kf_check_node_enter(&run->values, node, depth, depth);
        kf_referee_judge(referee);
    }
    kf_referee_close(referee);
}

// The scout finds the nodes that are to be looked at, and those that the referee has to judge.
static void check_game(kf_check_run *run, kf_node game) {
    kf_check_node *values = &run->values;
    kf_scout *scout = &run->scout;
    kf_node node;
    bool is_left_over = false;
    kf_referee_start(&run->referee, game);
    kf_check_node_enter(values, game, 1, 1);
    if (!values->is_go) {
        check_other(values, game);
        return;
    }
    bool has_result = values->told.has_result;
    kf_text result = values->told.result;
    kf_scout_start(scout, run->record, game, values);
    while (!is_left_over && (node = kf_scout_next(scout)) != 0) {
        if (!scout->is_doubtful && node != game)
            kf_check_node_enter(values, node, scout->depth, scout->least);
        if (!scout->is_doubtful)
            kf_scout_enter(scout, values);
        if (!scout->is_doubtful)
            continue;
        kf_referee_visit(&run->referee, node);
        kf_referee_judge(&run->referee);
        is_left_over = !kf_scout_adopt(scout);
    }
    if (is_left_over)
        check_slowly(run, game);
    else if (scout->handicap >= 2)
        kf_referee_close(&run->referee);
    if (has_result && (is_left_over || !kf_scout_is_open(scout)))
        kf_referee_end(&run->referee, result, is_left_over ? 0 : scout->last,
                       !is_left_over && kf_scout_has_end(scout) ? scout : NULL);
}

static void check_games(void *context) {
    kf_check_run *run = context;
    kf_text result;
    kf_check_node_turn(&run->values, run->record);
    kf_referee_turn(&run->referee, run->record, run->rules);
    run->scout.wanted = run->rules;
    for (kf_node game = kf_node_child(run->record, 0); game != 0;
         game = kf_node_next(run->record, game)) {
        if (run->record->places == NULL) {
            check_game(run, game);
            continue;
        }
        kf_referee_start(&run->referee, game);
        check_slowly(run, game);
        if (kf_property_get(run->record, game, "RE", &result))
            kf_referee_end(&run->referee, result, 0, NULL);
    }
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
    kf_scout_init(&run->scout, b->arena, &run->referee);
    b->made = run;
}

kf_check_run *kf_check_begin(const kf_rules *rules, kf_log *log) {
    // Whether there are errors is read off the log: who gives none is answered all the same.
    kf_log *own = log == NULL ? kf_log_new() : NULL;
    beginning b = {kf_arena_new(), log != NULL ? log : own, NULL};
    if (b.arena == NULL || b.log == NULL || !kf_arena_try(b.arena, make_run, &b)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        kf_arena_free(b.arena);
        kf_log_free(own);
        return NULL;
    }
    b.made->own_log = own;
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

const kf_dialect *kf_check_dialect(const kf_check_run *run) {
    return run->values.dialect;
}

bool kf_check_pass(kf_check_run *run, size_t games, const kf_dialect *dialect) {
    if (dialect != NULL && dialect != run->values.said)
        return false;
    run->values.game += games;
    run->referee.game += games;
    return true;
}

void kf_check_end(kf_check_run *run) {
    if (run == NULL)
        return;
    kf_log_free(run->own_log);
    kf_arena_free(run->arena);
}

bool kf_check(const kf_record *record, kf_log *log) {
    kf_check_run *run = kf_check_begin(NULL, log);
    bool is_good = run != NULL && kf_check_add(run, record);
    kf_check_end(run);
    return is_good;
}
