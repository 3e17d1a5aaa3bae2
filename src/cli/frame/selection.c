// SPDX-License-Identifier: MIT
// The positions that --game and --at name in the files of a command line.

#include "cli/frame/cli.h"

#include "base/text.h"
#include "cli/print/print.h"

// Whom to call, and how.
typedef struct caller {
    void (*visit)(void *context, const kf_selection *spot);
    void *context;
} caller;

static void visit_game(kf_selection *p, kf_node game, const caller *to) {
    const char *at = p->cli->values[KF_OPTION_AT];
    p->node = kf_path_find(p->record, game, at != NULL ? at : "last");
    if (p->node == 0) {
        kf_log_add(p->cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "game %zu has no place '%.60s'",
                   p->game, at);
        return;
    }
    kf_play_go(p->replay, p->node);
    to->visit(to->context, p);
}

static void visit_record(kf_selection *p, int wanted, const caller *to) {
    bool is_found = false;
    kf_play_turn(p->replay, p->record, kf_rules_option_get(p->cli));
    p->game = 0;
    for (kf_node game = kf_node_child(p->record, 0); game != 0;
         game = kf_node_next(p->record, game)) {
        p->game++;
        if (wanted != 0 && (size_t)wanted != p->game)
            continue;
        is_found = true;
        visit_game(p, game, to);
        kf_report_entries(p->cli);
    }
    if (!is_found && wanted == 0)
        kf_log_add(p->cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "there is no game");
    else if (!is_found)
        kf_log_add(p->cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "there is no game %d", wanted);
}

int kf_selection_each(kf_cli *cli, void (*visit)(void *context, const kf_selection *spot),
                      void *context) {
    int wanted = 0;
    kf_selection p = {.cli = cli};
    caller to = {visit, context};
    if (!kf_rules_option_prepare(cli, &p.coords) || !kf_input_game(cli, &wanted))
        return KF_STATUS_FAILED;
    p.replay = kf_play_in(cli->arena, NULL, NULL);
    kf_inputs inputs = kf_input_list(cli);
    for (size_t i = 0; i < inputs.count; i++) {
        kf_record *record = kf_input_read(cli, inputs.names[i]);
        kf_report_entries(cli);
        p.file = inputs.names[i];
        p.record = record;
        if (record != NULL)
            visit_record(&p, wanted, &to);
        kf_report_entries(cli);
        kf_input_free(cli, record);
    }
    return cli->status;
}

// Only the file's name is wanted as the place, so the entry is made here.
static kf_node report_missing(kf_cli *cli, const kf_record *record, const char *what,
                              const char *name) {
    char message[200] = "there is no game in it";
    if (kf_node_child(record, 0) != 0)
        snprintf(message, sizeof message,
                 "there is no %s '%.60s'; 'kifu show --tree' lists what there is", what, name);
    kf_entry entry = {
        .severity = KF_ERROR,
        .code = kf_log_code(KF_SHOW_PLACE)->path,
        .file = kf_record_name(record),
        .message = message,
    };
    kf_report_entry(cli, &entry);
    return 0;
}

kf_node kf_selection_game(kf_cli *cli, const kf_record *record) {
    const char *wanted = cli->values[KF_OPTION_GAME];
    int number = 1;
    if (wanted != NULL && !kf_text_number(kf_text_of(wanted), &number))
        number = INT32_MAX;
    kf_node game = kf_node_child(record, 0);
    while (game != 0 && --number > 0)
        game = kf_node_next(record, game);
    return game != 0 ? game : report_missing(cli, record, "game", wanted != NULL ? wanted : "1");
}

kf_node kf_selection_node(kf_cli *cli, const kf_record *record, kf_node game,
                          const char *otherwise) {
    const char *at = kf_options_has(cli, KF_OPTION_AT) ? cli->values[KF_OPTION_AT] : otherwise;
    kf_node node = kf_path_find(record, game, at);
    return node != 0 ? node : report_missing(cli, record, "place", at);
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

void kf_selection_print(const kf_selection *spot) {
    const kf_play *replay = spot->replay;
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
