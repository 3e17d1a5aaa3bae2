// SPDX-License-Identifier: MIT
// kifu show: a position of a record in plain text, or its tree of variations.

#include "base/text.h"

#include "cli/frame/cli.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_TREE = KF_OPTION_OWN };

enum { COLUMN = 14 };

// ---- One position ----

static void print_label(kf_cli *cli, const char *label) {
    fputs(label, cli->out);
    kf_report_pad(cli->out, strlen(label), COLUMN);
}

static const char *name_of(kf_colour colour) {
    return colour == KF_BLACK ? "Black" : "White";
}

static void print_place(kf_cli *cli, const kf_record *record, kf_node node) {
    char path[256];
    size_t length = kf_path_of(record, node, path, sizeof path);
    print_label(cli, "Position");
    fprintf(cli->out, "%s%s", length >= sizeof path ? "…" : "", path);
}

static void print_step(kf_cli *cli, const kf_play *replay) {
    const kf_step *step = kf_play_step(replay);
    if (step->is_move) {
        char point[KF_POINT_TEXT] = "nowhere";
        if (step->point != KF_NOWHERE)
            kf_point_write(step->point, KF_COORDS_A1, kf_play_board(replay)->width,
                           kf_play_board(replay)->height, point);
        fprintf(cli->out, ", move %d, %s %s", step->number, name_of(step->colour), point);
    } else if (step->number > 0) {
        fprintf(cli->out, ", after move %d", step->number);
    }
    putc('\n', cli->out);
}

static void print_prisoners(kf_cli *cli, const kf_board *board) {
    if (board->prisoners[KF_BLACK] + board->prisoners[KF_WHITE] == 0)
        return;
    print_label(cli, "Prisoners");
    fprintf(cli->out, "Black has %u, White has %u\n", board->prisoners[KF_WHITE],
            board->prisoners[KF_BLACK]);
}

static void print_comment(kf_cli *cli, const kf_record *record, kf_node node) {
    kf_text value;
    kf_buffer plain = {.arena = cli->arena};
    if (kf_property_get(record, node, "N", &value) && value.length > 0) {
        kf_facts_plain(&plain, value, true);
        print_label(cli, "Name");
        kf_report_text(cli->out, kf_buffer_text(&plain), false);
        putc('\n', cli->out);
        plain.length = 0;
    }
    if (!kf_property_get(record, node, "C", &value) || value.length == 0)
        return;
    kf_facts_plain(&plain, value, false);
    putc('\n', cli->out);
    kf_report_text(cli->out, kf_buffer_text(&plain), true);
    putc('\n', cli->out);
}

static void show_node(kf_cli *cli, const char *file, const kf_record *record, kf_node node) {
    kf_play *replay = kf_selection_cursor(cli->arena, record, NULL);
    kf_play_go(replay, node);
    kf_selection_expect(cli->arena, replay);
    if (kf_options_has(cli, KF_OPTION_JSON)) {
        kf_show_json_print(cli, file, record, replay);
        return;
    }
    const kf_step *step = kf_play_step(replay);
    kf_facts_print(cli, record, kf_node_game(record, node), COLUMN);
    print_place(cli, record, node);
    print_step(cli, replay);
    print_prisoners(cli, kf_play_board(replay));
    putc('\n', cli->out);
    kf_diagram_print_node(cli, kf_play_board(replay), step->is_move ? step->point : KF_NOWHERE,
                          record, node);
    kf_diagram_print_marks(cli, kf_play_board(replay), record, node);
    print_comment(cli, record, node);
}

// ---- Which one ----

static int show_tree(kf_cli *cli, const char *file, const kf_record *record, int number) {
    const char *objects_of = kf_options_has(cli, KF_OPTION_JSON) ? file : NULL;
    int at = 0;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        at++;
        if (number == 0 || number == at)
            kf_tree_print(cli, objects_of, record, game, (size_t)at);
    }
    return KF_STATUS_CLEAN;
}

static int show_record(kf_cli *cli, const char *file, const kf_record *record, int number) {
    kf_node game = kf_selection_game(cli, record);
    if (game == 0)
        return KF_STATUS_FAILED;
    if (kf_options_has(cli, OPTION_TREE))
        return show_tree(cli, file, record, number);
    kf_node node = kf_selection_node(cli, record, game, "last");
    if (node == 0)
        return KF_STATUS_FAILED;
    show_node(cli, file, record, node);
    return KF_STATUS_CLEAN;
}

// ---- The command ----

static void show_file(kf_cli *cli, const char *name, int number) {
    kf_record *record = kf_input_read(cli, name);
    // What reading finds is the business of 'kifu check', unless nothing could be read.
    if (record == NULL) {
        kf_report_entries(cli);
        return;
    }
    kf_log_clear(cli->log);
    int status = show_record(cli, name, record, number);
    cli->status = status > cli->status ? status : cli->status;
    kf_input_free(cli, record);
}

static int show(kf_cli *cli) {
    int number = 0;
    if (!kf_input_prepare(cli) || !kf_options_number(cli, KF_OPTION_GAME, 1, INT32_MAX, &number))
        return KF_STATUS_FAILED;
    if (kf_options_has(cli, OPTION_TREE) && kf_options_has(cli, KF_OPTION_AT))
        return kf_options_wrong(cli, "'--tree' and '--at' exclude each other");
    kf_inputs inputs = kf_input_list(cli);
    for (size_t i = 0; i < inputs.count; i++) {
        if (inputs.count > 1 && !kf_options_has(cli, KF_OPTION_JSON)) {
            fputs(i > 0 ? "\n" : "", cli->out);
            kf_report_text(cli->out, kf_text_of(inputs.names[i]), false);
            fputs(":\n", cli->out);
        }
        show_file(cli, inputs.names[i], number);
    }
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_AT, 'a', "at", "PLACE", "last 0 10 50 100",
     "which position: a number of moves on the main line, '#N' for the move that is printed as N, "
     "'last', or a path as --tree prints it; by default 'last'"},
    {OPTION_TREE, 0, "tree", NULL, NULL,
     "print the lines of play with their paths instead of a position"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "the game with this number, where there are several"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL,
     "print a JSON object a position, or with --tree a line of play"},
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_show = {
    .name = "show",
    .summary = "print a position, or the tree of variations",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Prints the header of the game and the position at the place that --at names, as plain "
        "text with coordinates: X is Black, O is White, the last move is in parentheses, and the "
        "labels of the diagram are on their points. Prisoners, marks and the comment follow. "
        "Captured stones are taken off the board, whatever the record says about them.\n\n"
        "A path is numbers with dots between them: the game, steps along the first choice, the "
        "number of the choice taken there, steps, choice, and so on. 1.12 is the twelfth node "
        "after the root of game 1, 1.12.2 the second choice there, 1.12.2.3 three steps "
        "further.\n\n"
        "The exit status is 0, or 2 when a record could not be read or has no such place.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = show,
};
