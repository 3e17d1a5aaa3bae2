// SPDX-License-Identifier: MIT
// kifu cut: ends games at a move, or begins them there.

#include <stdlib.h>
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

static void cut_game(const job *j, kf_record *record, kf_node game, kf_log *log) {
    kf_node node = kf_path_find(record, game, j->at);
    if (node == 0) {
        kf_place place = kf_record_place_of(record, game, kf_node_text(record, game).data);
        kf_log_add_as(log, KF_NOTE, KF_SHOW_PLACE, place,
                      "there is no place '%.60s' in this game, which stays as it is", j->at);
        return;
    }
    if (j->keeps_after)
        kf_cut_above(record, node, log);
    else
        kf_cut_below(record, node);
}

// The number of the game in its file.
static size_t number_of(const kf_record *record, kf_node game) {
    char path[24] = "";
    if (game != 0)
        kf_path_of(record, game, path, sizeof path);
    return strtoul(path, NULL, 10);
}

static bool cut_games(kf_cli *cli, void *context, kf_record *record, kf_log *log) {
    const job *j = context;
    kf_node first = kf_node_child(record, 0);
    bool is_path = strchr(j->at, '.') != NULL;
    size_t number = number_of(record, first);
    (void)cli;
    if (is_path) {
        kf_node node = kf_path_find(record, first, j->at);
        kf_node game = node != 0 ? kf_node_game(record, node) : first;
        cut_game(j, record, game, log);
    }
    for (kf_node game = first; game != 0 && !is_path; game = kf_node_next(record, game), number++)
        if (j->game == 0 || number == (size_t)j->game)
            cut_game(j, record, game, log);
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
    // A path names a game, and one that is not there is reported once.
    bool is_by_game = strchr(j.at, '.') == NULL;
    return kf_rewrite_run(
        cli, &(kf_rewrite){.edit = cut_games, .is_by_game = is_by_game, .context = &j});
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
