// SPDX-License-Identifier: MIT
// kifu view: steps through records on a terminal.

#include <stdlib.h>
#include <string.h>

#include "cli/frame/cli.h"
#include "cli/program/program.h"

// ---- The terminal ----

static int refuse(kf_cli *cli, const char *message) {
    kf_log_add(cli->log, KF_PROGRAM_TERMINAL, (kf_place){0},
               "%s; 'kifu show' prints positions as text", message);
    return KF_STATUS_FAILED;
}

// What can be known before anything is read. 0 when all is well.
static int refuse_early(kf_cli *cli) {
    const char *terminal = getenv("TERM");
    if (!kf_terminal_is(cli->out))
        return refuse(cli, "standard output is not a terminal");
    if (terminal == NULL || terminal[0] == '\0')
        return refuse(cli, "TERM does not say which terminal this is");
    if (strcmp(terminal, "dumb") == 0)
        return refuse(cli, "this terminal (TERM=dumb) cannot move its cursor");
    return KF_STATUS_CLEAN;
}

// ---- The command ----

// What can be refused is refused before anything is loaded.
static int view(kf_cli *cli) {
    int number = 1;
    kf_coords coords;
    if (!kf_input_prepare(cli) || !kf_rules_option_prepare(cli, &coords) ||
        !kf_options_number(cli, KF_OPTION_GAME, 1, INT32_MAX, &number))
        return KF_STATUS_FAILED;
    int status = refuse_early(cli);
    if (status != KF_STATUS_CLEAN)
        return status;
    if (kf_program_is_wanted(cli, KF_PART_VIEW))
        return kf_program_run(cli, KF_PART_VIEW);
    if (cli->parts->view != NULL)
        return cli->parts->view(cli);
    return kf_options_wrong(cli, "this kifu was built without ncurses, so there is no 'kifu view'");
}

static const kf_option options[] = {
    {KF_OPTION_AT, 'a', "at", "PLACE", "last 0 10 50 100",
     "where to start: a number of moves on the main line, '#N', 'last', or a path; the beginning "
     "by default"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "start with the game of this number"},
    KF_COORDS_OPTION_ROW,
    KF_OPTIONS_READING_ONE,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_view = {
    .name = "view",
    .summary = "step through records in a terminal",
    .operands = "[FILE]",
    .words = "@file",
    .about = "Shows the board, the tree of variations and the comments, and steps through them "
             "with keys: the arrows go forward, back and between variations, digits go to a move, "
             "/ searches for words, and ? lists all keys.\n\n"
             "The window may be any size from 24 columns and 8 lines up, and may be resized; the "
             "panes move below the board or give way to it. Where the locale has no UTF-8, and "
             "where NO_COLOR is set, the stones are X and O.",
    .options = options,
    .most = 1,
    .run = view,
};
