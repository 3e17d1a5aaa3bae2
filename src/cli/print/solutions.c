// SPDX-License-Identifier: MIT
// Whether the solutions of problems work.

#include "cli/print/print.h"

#include <string.h>

#include "cli/frame/cli.h"

enum { NODES = 20000, WORDS = 200 };

typedef struct job {
    kf_cli *cli;
    const kf_record *record;
    kf_play *replay;
    kf_problem *problem;
    kf_solved *solved;
} job;

static bool has(const kf_problem *problem, kf_point point) {
    for (int i = 0; i < problem->right_count; i++)
        if (problem->right[i] == point)
            return true;
    return false;
}

// Writes points with blanks between them: those of the list that are solutions of the record, or
// those that are not.
static int list(const job *j, const kf_point *points, int count, bool known, char words[WORDS]) {
    const kf_board *board = &j->problem->board;
    size_t length = 0;
    int written = 0;
    words[0] = '\0';
    for (int i = 0; i < count && length + KF_POINT_TEXT + 2 < WORDS; i++) {
        if (has(j->problem, points[i]) != known)
            continue;
        if (written++ > 0)
            words[length++] = ' ';
        length +=
            kf_point_write(points[i], KF_COORDS_A1, board->width, board->height, words + length);
    }
    return written;
}

static void report_line(const job *j) {
    const kf_problem *problem = j->problem;
    const kf_life_case *found = &j->solved->life.first[j->solved->task];
    char path[256], given[WORDS], others[WORDS], group[KF_POINT_TEXT];
    const char *task = j->solved->task == KF_DEFENDER ? "makes" : "takes";
    kf_place place = kf_record_place(j->record, problem->node, path, sizeof path);
    kf_point_write(j->solved->group, KF_COORDS_A1, problem->board.width, problem->board.height,
                   group);
    list(j, problem->right, problem->right_count, true, given);
    int count = list(j, found->vital, found->vital_count, false, others);
    if (j->solved->solution == KF_SOLUTION_WRONG)
        kf_log_add(j->cli->log, KF_GO_SOLUTION, place, "%s does not solve it: %s %s %s%s", given,
                   others, task, group, j->solved->task == KF_DEFENDER ? " live" : "");
    else if (j->solved->solution == KF_SOLUTION_RIGHT && j->solved->is_main && problem->is_marked &&
             count > 0)
        kf_log_add(j->cli->log, KF_GO_SOLUTIONS, place, "not only %s solves it, but also %s", given,
                   others);
}

void kf_solutions_check(kf_cli *cli, const kf_record *record) {
    job j = {.cli = cli, .record = record};
    kf_arena_level level = kf_arena_mark(cli->arena);
    j.replay = kf_selection_cursor(cli->arena, record, kf_rules_option_get(cli));
    j.problem = kf_arena_alloc(cli->arena, sizeof *j.problem);
    j.solved = kf_arena_alloc(cli->arena, sizeof *j.solved);
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        kf_text value;
        if (kf_property_get(record, game, "HA", &value))
            continue;
        bool is_problem = kf_solution_read(j.replay, game, j.problem);
        kf_selection_expect(cli->arena, j.replay);
        if (!is_problem || j.problem->board.hash == 0)
            continue;
        if (!kf_solution_solve(j.problem, NODES, j.solved))
            kf_arena_fail(cli->arena);
        if (!j.solved->life.first[j.solved->task].runs_out)
            report_line(&j);
    }
    kf_arena_rewind(cli->arena, level);
}
