// SPDX-License-Identifier: MIT
// kifu cut: ends games at a move, or begins them there.

#include <string.h>

#include "base/log.h"
#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"

// The options of this command alone.
enum { OPTION_KEEP = KF_OPTION_OWN };

typedef struct job {
    const char *at;
    int game; // 0: all
    bool keeps_after;
} job;

static void cut_game(kf_cli *cli, const job *j, kf_record *record, kf_node game) {
    kf_node node = kf_path_find(record, game, j->at);
    if (node == 0) {
        kf_place place = kf_record_place_of(record, game, kf_node_text(record, game).data);
        kf_log_add_as(cli->log, KF_NOTE, KF_SHOW_PLACE, place,
                      "there is no place '%.60s' in this game, which stays as it is", j->at);
        return;
    }
    if (j->keeps_after)
        kf_cut_above(record, node, cli->log);
    else
        kf_cut_below(record, node);
}

static bool cut_games(kf_cli *cli, void *context, const char *name, kf_record *record) {
    const job *j = context;
    int number = 0;
    bool is_path = strchr(j->at, '.') != NULL;
    (void)name;
    if (is_path) {
        kf_node node = kf_path_find(record, kf_node_child(record, 0), j->at);
        kf_node game = node != 0 ? kf_node_game(record, node) : kf_node_child(record, 0);
        cut_game(cli, j, record, game);
    }
    for (kf_node game = kf_node_child(record, 0); game != 0 && !is_path;
         game = kf_node_next(record, game))
        if (j->game == 0 || ++number == j->game)
            cut_game(cli, j, record, game);
    return true;
}

static int cut(kf_cli *cli) {
    job j = {.at = cli->values[KF_OPTION_AT]};
    const char *keep = cli->values[OPTION_KEEP];
    if (j.at == NULL)
        return kf_options_wrong(cli, "the place is missing: say '--at PLACE'");
    if (keep != NULL && strcmp(keep, "before") != 0 && strcmp(keep, "after") != 0)
        return kf_options_wrong(cli, "'--keep' takes before or after, not '%.60s'", keep);
    if (!kf_options_number(cli, KF_OPTION_GAME, 1, INT32_MAX, &j.game))
        return KF_STATUS_FAILED;
    j.keeps_after = keep != NULL && strcmp(keep, "after") == 0;
    return kf_rewrite_run(cli, &(kf_rewrite){.edit = cut_games, .context = &j});
}

static const kf_option options[] = {
    {KF_OPTION_AT, 'a', "at", "PLACE", "last 10 50 100",
     "where to cut: N moves of the main line, #N, last, or a path"},
    {OPTION_KEEP, 0, "keep", "PART", "before after",
     "what to keep: what leads up to the place (before, by default), or the position there and "
     "everything after it (after)"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL,
     "only this game of each file; the others stay as they are"},
    KF_REWRITE_OPTIONS,
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_cut = {
    .name = "cut",
    .summary = "end games at a move, or start them there",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Writes each FILE with its games cut at a place. Usually they end there: everything "
             "after the place is removed, and variations that branch off before it stay. With "
             "'--keep after' they start there: the stones on the board at that point are set up in "
             "the root, with the header of the game and the comment and marks of the place, and "
             "whatever followed still follows. Moves are then counted from there.\n\n"
             "A game that has no such place stays as it is. The notation stays the same, unless "
             "--to or the extension of the output names another. What 'kifu convert --help' says "
             "about outputs holds here, too.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = cut,
};
