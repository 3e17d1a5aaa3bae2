// SPDX-License-Identifier: MIT
// The positions that --game and --at name in the files of a command line.

#include "cli/frame/cli.h"

#include <string.h>

#include "base/text.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"

// Whom to call, and for what.
typedef struct caller {
    void (*visit)(void *context, const kf_selection *spot);
    void *context;
    kf_selection spot;
    kf_inputs inputs;
    int wanted; // the number of a game, or 0
} caller;

static void free_cursor(void *play) {
    kf_play_free(play);
}

kf_play *kf_selection_cursor(kf_arena *arena, const kf_record *record, const kf_rules *rules) {
    void **slot = kf_arena_slot(arena, free_cursor);
    *slot = kf_play_new(record, rules);
    if (*slot == NULL)
        kf_arena_fail(arena);
    return *slot;
}

void kf_selection_expect(kf_arena *arena, const kf_play *play) {
    if (kf_play_failed(play))
        kf_arena_fail(arena);
}

static void visit_game(kf_selection *p, kf_node game, const caller *to) {
    p->node = kf_selection_node(p->cli, p->record, game, "last");
    if (p->node == 0)
        return;
    kf_play_go(p->replay, p->node);
    kf_selection_expect(p->cli->arena, p->replay);
    to->visit(to->context, p);
}

// What '-o' names is for one position. Whether there are several is known before one is written.
static bool takes(kf_cli *cli, size_t count, const char *hint) {
    if (count <= 1 || !kf_options_has(cli, KF_OPTION_OUTPUT))
        return true;
    kf_options_wrong(cli, "'-o' takes one position%s", hint);
    return false;
}

static void visit_record(kf_selection *p, const caller *to) {
    bool is_found = false;
    int wanted = to->wanted;
    kf_play_turn(p->replay, p->record, kf_rules_option_get(p->cli));
    p->game = 0;
    size_t games = kf_record_games(p->record);
    if (wanted == 0 && !takes(p->cli, games, "; '--game' chooses it"))
        return;
    for (kf_node game = kf_node_child(p->record, 0); game != 0;
         game = kf_node_next(p->record, game)) {
        p->game++;
        if (wanted != 0 && (size_t)wanted != p->game)
            continue;
        is_found = true;
        visit_game(p, game, to);
        kf_progress_clear(p->cli);
        kf_report_entries(p->cli);
        if (to->inputs.count == 1)
            kf_progress_step(p->cli, p->game, games);
    }
    if (!is_found)
        kf_selection_game(p->cli, p->record);
}

static void visit_file(void *context, size_t index) {
    caller *to = context;
    kf_selection *p = &to->spot;
    p->file = to->inputs.names[index];
    // Nothing is written of bytes that are no text.
    kf_record *record = kf_options_has(p->cli, KF_OPTION_OUTPUT)
                            ? kf_input_read_games(p->cli, p->file)
                            : kf_input_read(p->cli, p->file);
    kf_report_entries(p->cli);
    p->record = record;
    if (record != NULL)
        visit_record(p, to);
    kf_report_entries(p->cli);
    kf_input_free(p->cli, record);
}

int kf_selection_share(kf_cli *cli, void (*visit)(void *context, const kf_selection *spot),
                       void *context, const kf_jobs *counted) {
    caller to = {.visit = visit, .context = context, .spot = {.cli = cli}};
    if (!kf_rules_option_prepare(cli, &to.spot.coords) || !kf_input_game(cli, &to.wanted))
        return KF_STATUS_FAILED;
    to.spot.replay = kf_selection_cursor(cli->arena, NULL, NULL);
    to.inputs = kf_input_list(cli);
    if (!takes(cli, to.inputs.count, ", so one file"))
        return KF_STATUS_FAILED;
    kf_jobs jobs = *counted;
    jobs.count = to.inputs.count;
    jobs.one = visit_file;
    jobs.context = &to;
    // The bar counts the games of one file, or the files.
    kf_progress_begin(cli, to.inputs.count == 1 ? "games" : "files");
    bool is_run = kf_jobs_run(cli, &jobs);
    kf_progress_clear(cli);
    return is_run ? cli->status : KF_STATUS_FAILED;
}

int kf_selection_each(kf_cli *cli, void (*visit)(void *context, const kf_selection *spot),
                      void *context) {
    return kf_selection_share(cli, visit, context, &(kf_jobs){.count = 0});
}

// ---- What is not there ----

// Says that there is no such place or game, and what there is. Only the file's name is due as the
// place of the entry, so it is made here. The exit status says that it could not be done.
static kf_node report_missing(kf_cli *cli, const kf_record *record, const char *message) {
    kf_entry entry = {
        .severity = KF_ERROR,
        .code = kf_log_code(KF_SHOW_PLACE)->path,
        .file = kf_record_name(record),
        .message = message,
    };
    kf_report_entries(cli);
    kf_report_entry(cli, &entry);
    cli->status = KF_STATUS_FAILED;
    return 0;
}

static size_t moves_of(const kf_record *record, kf_node game) {
    size_t moves = 0;
    for (kf_node node = game; node != 0; node = kf_node_child(record, node))
        moves += kf_path_is_move(record, node);
    return moves;
}

static kf_node report_place(kf_cli *cli, const kf_record *record, kf_node game, const char *at) {
    char message[200], where[40] = "";
    size_t number = 1, moves = moves_of(record, game);
    for (kf_node g = kf_node_child(record, 0); g != game; g = kf_node_next(record, g))
        number++;
    if (number > 1 || kf_node_next(record, game) != 0)
        snprintf(where, sizeof where, "game %zu: ", number);
    if (at[0] == '#')
        snprintf(message, sizeof message, "%sno move has the number %.60s", where, at + 1);
    else if (strchr(at, '.') != NULL)
        snprintf(message, sizeof message,
                 "%sthere is no node %.60s; 'kifu show --tree' lists the paths", where, at);
    else
        snprintf(message, sizeof message, "%sthere is no move %.60s: the main line has %zu move%s",
                 where, at, moves, moves == 1 ? "" : "s");
    return report_missing(cli, record, message);
}

kf_node kf_selection_game(kf_cli *cli, const kf_record *record) {
    const char *wanted = cli->values[KF_OPTION_GAME];
    char message[120] = "there is no game in it";
    size_t games = kf_record_games(record);
    int number = 1;
    if (wanted != NULL && !kf_text_number(kf_text_of(wanted), &number))
        number = INT32_MAX;
    kf_node game = kf_node_child(record, 0);
    while (game != 0 && --number > 0)
        game = kf_node_next(record, game);
    if (game != 0)
        return game;
    if (games > 0)
        snprintf(message, sizeof message, "there is no game %.60s: the file has %zu game%s", wanted,
                 games, games == 1 ? "" : "s");
    return report_missing(cli, record, message);
}

kf_node kf_selection_place(kf_cli *cli, const kf_record *record, kf_node game, const char *at) {
    kf_node node = kf_path_find(record, game, at);
    return node != 0 ? node : report_place(cli, record, game, at);
}

kf_node kf_selection_node(kf_cli *cli, const kf_record *record, kf_node game,
                          const char *otherwise) {
    const char *at = kf_options_has(cli, KF_OPTION_AT) ? cli->values[KF_OPTION_AT] : otherwise;
    return kf_selection_place(cli, record, game, at);
}

kf_point kf_selection_point(const kf_selection *spot, const char *option, const char *text,
                            size_t length) {
    const kf_board *board = kf_play_board(spot->replay);
    kf_point point = kf_point_read(text, length, spot->coords, board->width, board->height);
    if (point != KF_NOWHERE && point != KF_PASS)
        return point;
    kf_log_add(spot->cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0},
               "'--%s': there is no point '%.*s' in game %zu", option,
               length < 60 ? (int)length : 60, text, spot->game);
    return KF_NOWHERE;
}

bool kf_selection_group(const kf_selection *spot, kf_point *stone) {
    const char *group = spot->cli->values[KF_OPTION_GROUP];
    *stone = KF_NOWHERE;
    if (group == NULL)
        return true;
    *stone = kf_selection_point(spot, "group", group, strlen(group));
    if (*stone == KF_NOWHERE)
        return false;
    if (kf_board_get(kf_play_board(spot->replay), *stone) != KF_EMPTY)
        return true;
    kf_log_add(spot->cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0},
               "'--group': no stone lies on '%.60s' in game %zu", group, spot->game);
    return false;
}

void kf_selection_print(const kf_selection *spot) {
    const kf_play *replay = spot->replay;
    kf_progress_clear(spot->cli);
    fprintf(spot->cli->out, "game %zu: %dx%d", spot->game, kf_play_board(replay)->width,
            kf_play_board(replay)->height);
    if (kf_play_step(replay)->number > 0)
        fprintf(spot->cli->out, ", after move %d", kf_play_step(replay)->number);
    putc('\n', spot->cli->out);
}

const char *kf_selection_write(const kf_selection *spot, kf_point point, char text[KF_POINT_TEXT]) {
    const kf_board *board = kf_play_board(spot->replay);
    kf_point_write(point, spot->coords, board->width, board->height, text);
    return text;
}
