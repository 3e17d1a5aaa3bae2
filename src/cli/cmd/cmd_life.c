// SPDX-License-Identifier: MIT
// kifu life: the status of groups, and problems with their solutions.

#include <string.h>

#include "cli/frame/jobs.h"
#include "cli/print/print.h"
#include <kifu/board.h>

// The options of this command alone.
enum { OPTION_ALL = KF_OPTION_OWN, OPTION_CHAIN, OPTION_CHANGES };

enum { USUAL = 30000, MOST = 1000000000 };

// What is asked, and how many problems came to what.
typedef struct job {
    kf_cli *cli;
    kf_life_question input;
    kf_life_group *life;
    kf_life_named *named;
    kf_problem *problem;
    kf_solved *solved;
    bool is_json;
    size_t count[3];    // by kf_solution
    const char *output; // where the solved record goes, or NULL
    kf_node node;       // where the position stands
    kf_life_tree *tree;
} job;

// Reads "A1:G6", two corners in either order.
static bool read_region(job *j, const kf_selection *spot) {
    const char *text = j->cli->values[KF_OPTION_REGION];
    const char *colon = text != NULL ? strchr(text, ':') : NULL;
    j->input.is_given = text != NULL;
    if (text == NULL)
        return true;
    size_t length = colon != NULL ? (size_t)(colon - text) : strlen(text);
    kf_point a = kf_selection_point(spot, "region", text, length);
    kf_point b =
        colon != NULL ? kf_selection_point(spot, "region", colon + 1, strlen(colon + 1)) : a;
    if (a == KF_NOWHERE || b == KF_NOWHERE)
        return false;
    int left = kf_point_column(a), right = kf_point_column(b);
    int top = kf_point_row(a), bottom = kf_point_row(b);
    j->input.corners[0] = kf_point_at(left < right ? left : right, top < bottom ? top : bottom);
    j->input.corners[1] = kf_point_at(left < right ? right : left, top < bottom ? bottom : top);
    return true;
}

// Memory that ends leaves by the command's arena.
static void read_group(job *j) {
    if (!kf_life_read(&j->input, j->life))
        kf_arena_fail(j->cli->arena);
}

// ---- With solutions, for '-o' ----

static kf_record *record_of(const job *j, const kf_selection *spot) {
    return j->cli->records[j->cli->records[0] != spot->record];
}

// Reads the group again for the solution, adds it to the record, and writes that.
static void write_solved(job *j, const kf_selection *spot, kf_node node) {
    if (j->output == NULL)
        return;
    j->tree->count = 0;
    j->input.tree = j->tree;
    read_group(j);
    j->input.tree = NULL;
    if (kf_life_write_add(j->cli, record_of(j, spot), node, j->tree))
        kf_life_write_file(j->cli, record_of(j, spot), j->output);
}

// ---- Groups ----

// Reads the chain that was named by itself, where its group has more stones and is not dead. That
// the group lives says nothing of each of its chains.
static void read_named(job *j) {
    const kf_life_group *life = j->life, *chain = &j->named->life;
    kf_life_question input = j->input;
    j->named->differs = false;
    if (!j->named->is_asked || life->status == KF_LIFE_UNKNOWN || life->status == KF_LIFE_DEAD)
        return;
    // Without a side that moves first only the stones are found.
    input.is_chain = input.skip[0] = input.skip[1] = true;
    bool is_done = kf_life_read(&input, &j->named->life);
    if (is_done && chain->stone_count != life->stone_count) {
        input.skip[0] = input.skip[1] = false;
        is_done = kf_life_read(&input, &j->named->life);
        j->named->differs = chain->status != life->status ||
                            chain->first[0].word != life->first[0].word ||
                            chain->first[1].word != life->first[1].word;
    }
    if (!is_done)
        kf_arena_fail(j->cli->arena);
}

static void read_one(job *j, const kf_selection *spot, kf_point group) {
    j->input.board = kf_play_board(spot->replay);
    j->input.group = group;
    read_group(j);
    read_named(j);
    if (j->is_json)
        kf_life_print_object(spot, group, j->life, j->named);
    else
        kf_life_print_text(spot, group, j->life, j->named);
    kf_report_flush(j->cli);
}

// Every group once, by its first stone in the order of the board.
static void read_all(job *j, const kf_selection *spot) {
    const kf_board *board = kf_play_board(spot->replay);
    bool seen[KF_BOARD_POINTS] = {false};
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (seen[i] || kf_board_get(board, point) == KF_EMPTY)
            continue;
        read_one(j, spot, point);
        kf_point stones[KF_BOARD_POINTS];
        size_t count = kf_chain_stones(board, point, stones, KF_BOARD_POINTS);
        for (size_t k = 0; k < count; k++)
            seen[kf_benson_index(board, stones[k])] = true;
        for (int k = 0; k < j->life->stone_count; k++)
            seen[kf_benson_index(board, j->life->stones[k])] = true;
    }
}

static void visit_groups(job *j, const kf_selection *spot) {
    kf_point point;
    if (!kf_selection_group(spot, &point))
        return;
    if (!j->is_json)
        kf_selection_print(spot);
    if (point == KF_NOWHERE) {
        read_all(j, spot);
        return;
    }
    read_one(j, spot, point);
    write_solved(j, spot, j->node);
}

// ---- Problems ----

static void visit_problem(job *j, const kf_selection *spot) {
    if (!kf_solution_read(spot->replay, kf_node_game(spot->record, spot->node), j->problem)) {
        kf_log_add(j->cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0},
                   "game %zu of '%.200s' has no solution; name a group with '--group', or '--all'",
                   spot->game, spot->file);
        return;
    }
    if (!kf_solution_solve(j->problem, j->input.nodes, j->solved))
        kf_arena_fail(j->cli->arena);
    j->count[j->solved->solution]++;
    if (j->is_json)
        kf_life_print_solved(spot, j->problem, j->solved);
    else
        kf_life_print_row(spot, j->problem, j->solved);
    if (j->solved->group == KF_NOWHERE) {
        if (j->output != NULL)
            kf_life_write_file(j->cli, record_of(j, spot), j->output);
        return;
    }
    j->input.board = &j->problem->board;
    j->input.group = j->solved->group;
    j->input.is_chain = j->solved->is_chain;
    j->input.skip[1 - j->solved->task] = true;
    write_solved(j, spot, j->problem->node);
}

// Where nothing is said of a place, a problem is read where it begins, and a game where it ends.
static bool is_problem(job *j, const kf_selection *spot) {
    kf_node game = kf_node_game(spot->record, spot->node);
    kf_text value;
    if (kf_property_get(spot->record, game, "HA", &value) ||
        !kf_solution_read(spot->replay, game, j->problem))
        return false;
    return j->problem->board.hash != 0;
}

static void visit(void *context, const kf_selection *spot) {
    job *j = context;
    if (kf_options_has(j->cli, OPTION_CHANGES)) {
        kf_life_changes_print(spot, j->input.nodes, j->output);
        return;
    }
    bool has_place = kf_options_has(j->cli, KF_OPTION_AT);
    bool has_groups = kf_options_has(j->cli, KF_OPTION_GROUP) || kf_options_has(j->cli, OPTION_ALL);
    if (!has_groups && !has_place) {
        visit_problem(j, spot);
        return;
    }
    j->node = spot->node;
    if (!has_place && is_problem(j, spot))
        j->node = j->problem->node;
    else
        kf_play_go(spot->replay, spot->node);
    if (read_region(j, spot))
        visit_groups(j, spot);
}

// Whether the options ask for one thing. False: the log says which do not go together.
static bool ask_one_thing(kf_cli *cli) {
    bool has_group = kf_options_has(cli, KF_OPTION_GROUP), is_all = kf_options_has(cli, OPTION_ALL);
    bool has_region = kf_options_has(cli, KF_OPTION_REGION);
    const char *wrong = NULL;
    if (kf_options_has(cli, OPTION_CHAIN) && !has_group)
        wrong = "'--chain' needs '--group', which names the chain";
    else if (has_group && is_all)
        wrong = "'--group' and '--all' exclude each other";
    else if (kf_options_has(cli, OPTION_CHANGES) && (has_group || is_all || has_region))
        wrong = "'--changes' reads every group; '--group', '--all' and '--region' are for one "
                "position";
    else if (has_region && !has_group && !is_all && !kf_options_has(cli, KF_OPTION_AT))
        wrong = "'--region' needs '--group', '--all' or '--at', for a problem finds its own part";
    else if (cli->values[KF_OPTION_OUTPUT] != NULL && !has_group &&
             (is_all ||
              (kf_options_has(cli, KF_OPTION_AT) && !kf_options_has(cli, OPTION_CHANGES))))
        wrong = "'-o' takes one group; '--group' names it";
    return wrong == NULL || kf_options_wrong(cli, "%s", wrong) == KF_STATUS_CLEAN;
}

static int life(kf_cli *cli) {
    int nodes = kf_options_has(cli, OPTION_CHANGES) ? KF_LIFE_COURSE_USUAL : USUAL;
    job j = {.cli = cli, .is_json = kf_options_has(cli, KF_OPTION_JSON)};
    if (!kf_input_prepare(cli) || !ask_one_thing(cli) ||
        !kf_options_number(cli, KF_OPTION_NODES, 1, MOST, &nodes))
        return KF_STATUS_FAILED;
    j.input.nodes = (uint64_t)nodes;
    j.input.is_chain = kf_options_has(cli, OPTION_CHAIN);
    j.output = cli->values[KF_OPTION_OUTPUT];
    if (j.output != NULL)
        j.tree = kf_arena_alloc(cli->arena, sizeof *j.tree);
    j.life = kf_arena_alloc(cli->arena, sizeof *j.life);
    j.named = kf_arena_alloc(cli->arena, sizeof *j.named);
    j.named->is_asked = kf_options_has(cli, KF_OPTION_GROUP) && !j.input.is_chain;
    j.problem = kf_arena_alloc(cli->arena, sizeof *j.problem);
    j.solved = kf_arena_alloc(cli->arena, sizeof *j.solved);
    if (j.output != NULL && kf_options_has(cli, KF_OPTION_JOBS))
        return kf_options_wrong(cli, "'-o' takes one position, and '--jobs' several files");
    kf_jobs counted = {.sums = j.count, .sum_count = sizeof j.count / sizeof j.count[0]};
    int status = kf_selection_share(cli, visit, &j, &counted);
    size_t all = j.count[0] + j.count[1] + j.count[2];
    if (all > 1 && !j.is_json)
        fprintf(cli->out, "%zu problems: %zu right, %zu wrong, %zu unknown\n", all,
                j.count[KF_SOLUTION_RIGHT], j.count[KF_SOLUTION_WRONG],
                j.count[KF_SOLUTION_UNKNOWN]);
    return status;
}

static const kf_option options[] = {
    {OPTION_ALL, 0, "all", NULL, NULL, "every group of the position"},
    {KF_OPTION_AT, 'a', "at", "PLACE", "last",
     "the position at a place: N moves of the main line, #N, last, or a path"},
    {OPTION_CHAIN, 0, "chain", NULL, NULL,
     "the chain that '--group' names, with what one move cannot cut from it, and no more"},
    {OPTION_CHANGES, 0, "changes", NULL, NULL,
     "every group in every position of the game: the moves after which a status is another one"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "only this game of the file"},
    {KF_OPTION_GROUP, 0, "group", "POINT", NULL,
     "the group that the stone on this point belongs to"},
    KF_JOBS_OPTION_ROW,
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print each answer as a JSON object on a line"},
    {KF_OPTION_NODES, 0, "nodes", "N", "10000 100000 1000000",
     "the most positions to read, for each side that moves first or for a problem; 30000 by "
     "default, 300 with '--changes'"},
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "write the record there, with the solution and refutations as variations, or with '--changes' "
     "what has changed in comments"},
    KF_OPTIONS_WRITING,
    {KF_OPTION_REGION, 0, "region", "A1:G6", NULL,
     "read in this part of the board; all stones outside are taken as safe"},
    KF_RULES_OPTION_ROW,
    KF_COORDS_OPTION_ROW,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_life = {
    .name = "life",
    .summary = "read life and death",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "With '--group' or '--all', reports whether groups are alive, dead, unsettled, in "
             "seki or in ko when either side moves first, with the vital points and the main line "
             "of play. What the search does not settle within its budget is unknown. Stones "
             "outside the part that is read are taken as safe, and listed.\n\n"
             "Without them each FILE is a problem: its first moves that are marked right (in "
             "comments, or by TE), or else the main line, are compared with what reading finds. "
             "Where it finds nothing certain, the most promising first move is given.\n\n"
             "With '--changes' each FILE is a game, which is read from its beginning to its end or "
             "to the place that '--at' names.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = life,
};
