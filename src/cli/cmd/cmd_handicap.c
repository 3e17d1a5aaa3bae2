// SPDX-License-Identifier: MIT
// kifu handicap: where the stones of a handicap lie, and how many are given.

#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "cli/frame/cli.h"
#include "cli/print/print.h"
#include <kifu/board.h>

// The options of this command alone.
enum { OPTION_AFTER = KF_OPTION_OWN, OPTION_RANKS };

// What was asked for.
typedef struct job {
    kf_cli *cli;
    const kf_rules *rules;
    kf_coords coords;
    int stones; // 0: odd or even, 1: Black moves first, else the number
    int size;
    kf_point points[KF_HANDICAP_MAX];
    int count;      // of the points
    kf_colour last; // who won the last game of --after; KF_EMPTY: none was played
} job;

// ---- How many ----

// `--after B,W,W`: who won the games since, the first one first.
static bool apply_wins(job *j, const char *list) {
    kf_text rest = kf_text_of(list), item;
    kf_colour *winners = kf_arena_alloc(j->cli->arena, (rest.length + 1) * sizeof *winners);
    size_t count = 0;
    while (kf_text_item(&rest, &item)) {
        bool is_black =
            kf_text_equal_fold(item, KF_TEXT("b")) || kf_text_equal_fold(item, KF_TEXT("black"));
        bool is_white =
            kf_text_equal_fold(item, KF_TEXT("w")) || kf_text_equal_fold(item, KF_TEXT("white"));
        if (!is_black && !is_white) {
            kf_options_wrong(
                j->cli, "'--after' takes the winner of each game, as in B,W,W, not '%.60s'", list);
            return false;
        }
        winners[count++] = is_black ? KF_BLACK : KF_WHITE;
    }
    j->stones = kf_handicap_after(j->stones, winners, count);
    j->last = count > 0 ? winners[count - 1] : KF_EMPTY;
    return true;
}

// `--ranks 5k,1k`: the difference of the ranks.
static bool apply_ranks(job *j, const char *list) {
    kf_text rest = kf_text_of(list), item;
    int ranks[2], count = 0;
    while (count < 2 && kf_text_item(&rest, &item) &&
           kf_handicap_rank(item.data, item.length, &ranks[count]))
        count++;
    if (count < 2 || rest.length > 0) {
        kf_options_wrong(j->cli, "'--ranks' takes two ranks, as in 5k,1k or 1d,3k, not '%.60s'",
                         list);
        return false;
    }
    int most = kf_handicap_most(j->rules->handicap, j->size, j->size);
    j->stones = kf_handicap_between(ranks[0], ranks[1], most);
    return true;
}

// ---- What is printed ----

static void print_start(const job *j) {
    FILE *out = j->cli->out;
    if (j->stones == 1)
        fputs("no handicap stones: Black moves first\n", out);
    else if (j->last == KF_EMPTY)
        fputs("no handicap: odd or even decides who takes Black\n", out);
    else
        fprintf(out, "no handicap: the loser, who had %s, takes Black\n",
                j->last == KF_BLACK ? "White" : "Black");
}

static void print_points(const job *j) {
    for (int i = 0; i < j->count && j->coords != KF_COORDS_NONE; i++) {
        char text[KF_POINT_TEXT];
        kf_point_write(j->points[i], j->coords, j->size, j->size, text);
        fprintf(j->cli->out, "%s%s", i > 0 ? " " : "", text);
    }
    if (j->coords != KF_COORDS_NONE && j->count > 0)
        putc('\n', j->cli->out);
}

static void print_object(const job *j) {
    char text[KF_HANDICAP_MAX][KF_POINT_TEXT];
    kf_text points[KF_HANDICAP_MAX];
    kf_json *json = kf_json_new();
    for (int i = 0; i < j->count; i++) {
        kf_point_write(j->points[i], j->coords == KF_COORDS_NONE ? KF_COORDS_A1 : j->coords,
                       j->size, j->size, text[i]);
        points[i] = kf_text_of(text[i]);
    }
    kf_json_add_number(json, "stones", j->stones);
    kf_json_add_string(json, "black",
                       j->stones > 0         ? "weaker"
                       : j->last == KF_EMPTY ? "odd or even"
                                             : "loser");
    if (j->stones == 0 && j->last != KF_EMPTY)
        kf_json_add_colour(json, "loser_had", kf_colour_other(j->last));
    kf_json_add_string(json, "rules", j->rules->id);
    kf_json_add_number(json, "width", j->size);
    kf_json_add_number(json, "height", j->size);
    kf_json_add_texts(json, "placed", points, (size_t)j->count);
    kf_json_print(j->cli, json);
}

static void print_board(const job *j) {
    kf_board *board = kf_arena_alloc(j->cli->arena, sizeof *board);
    kf_board_init(board, j->size, j->size);
    kf_board_put_all(board, j->points, (size_t)j->count, KF_BLACK);
    kf_diagram_print(j->cli, board, KF_NOWHERE, j->coords);
}

// ---- What is written ----

// The record: HA, AB, PL and the rules, or an empty board where no stones are given.
static bool fill(const job *j, kf_record *record) {
    kf_log *log = j->cli->log;
    kf_node root = kf_node_add(record, 0, log);
    kf_buffer text = {.arena = j->cli->arena};
    kf_buffer_add_string(&text, "FF[4]GM[1]CA[UTF-8]SZ[");
    kf_buffer_add_number(&text, j->size);
    kf_buffer_add_string(&text, "]RU[");
    kf_buffer_add_string(&text, j->rules->id);
    kf_buffer_add_string(&text, "]");
    if (j->count > 0) {
        kf_buffer_add_string(&text, "HA[");
        kf_buffer_add_number(&text, j->stones);
        kf_buffer_add_string(&text, "]AB");
    }
    for (int i = 0; i < j->count; i++) {
        char point[KF_POINT_TEXT];
        kf_point_write(j->points[i], KF_COORDS_SGF, j->size, j->size, point);
        kf_buffer_add_char(&text, '[');
        kf_buffer_add_string(&text, point);
        kf_buffer_add_char(&text, ']');
    }
    kf_buffer_add_string(&text, j->count > 0 ? "PL[W]" : "");
    return root != 0 && kf_node_set_text(record, root, kf_buffer_text(&text), log);
}

static void write_record(const job *j, const char *name) {
    kf_cli *cli = j->cli;
    const kf_format *format =
        kf_format_for_file(strcmp(name, "-") == 0 ? "standard-output.sgf" : name);
    kf_output_file *target = kf_output_file_new(cli);
    if (format == NULL) {
        kf_options_wrong(
            cli, "no notation has the extension of '%.200s'; 'kifu formats' lists them", name);
        return;
    }
    kf_record *record = cli->records[0] = kf_record_new();
    if (record == NULL) {
        kf_log_add(cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return;
    }
    kf_writing how = {.canonical = true};
    if (fill(j, record) && kf_output_file_open(target, name, "start")) {
        bool is_whole =
            kf_format_write(record, format, &how, kf_output_file_write, target, cli->log);
        kf_output_file_close(target, is_whole);
    }
    cli->records[0] = NULL;
    kf_record_free(record);
}

static bool read_stones(job *j) {
    kf_cli *cli = j->cli;
    const char *word = cli->operand_count > 0 ? cli->operands[0] : "0";
    bool has_ranks = kf_options_has(cli, OPTION_RANKS);
    if (cli->operand_count == 0 && !has_ranks && !kf_options_has(cli, OPTION_AFTER)) {
        kf_options_wrong(cli, "a number of stones is needed, or '--ranks', or '--after'");
        return false;
    }
    if (cli->operand_count > 0 && has_ranks) {
        kf_options_wrong(cli, "the number of stones is given twice, by '%.60s' and by '--ranks'",
                         word);
        return false;
    }
    if (!kf_text_number(kf_text_of(word), &j->stones)) {
        kf_options_wrong(cli, "a number of stones is needed, not '%.60s'", word);
        return false;
    }
    return (!has_ranks || apply_ranks(j, cli->values[OPTION_RANKS])) &&
           (!kf_options_has(cli, OPTION_AFTER) || apply_wins(j, cli->values[OPTION_AFTER]));
}

static int handicap(kf_cli *cli) {
    job j = {.cli = cli, .size = 19};
    if (!kf_rules_option_prepare(cli, &j.coords) ||
        !kf_options_number(cli, KF_OPTION_SIZE, 1, KF_BOARD_MAX, &j.size))
        return KF_STATUS_FAILED;
    // Without a word on the rules it is the book's order that is wanted.
    j.rules = kf_rules_option_get(cli);
    j.rules = j.rules != NULL ? j.rules : kf_rules_find("igo", 3);
    if (!read_stones(&j))
        return KF_STATUS_FAILED;
    j.count = kf_handicap_place(j.rules->handicap, j.stones, j.size, j.size, j.points);
    if (j.stones > 1 && j.count == 0) {
        int most = kf_handicap_most(j.rules->handicap, j.size, j.size);
        if (most == 0)
            kf_options_wrong(cli, "there is no customary placement of handicap stones on %dx%d",
                             j.size, j.size);
        else
            kf_options_wrong(cli, "the handicaps of '%s' on %dx%d have 2 to %d stones, not %d",
                             j.rules->id, j.size, j.size, most, j.stones);
        return KF_STATUS_FAILED;
    }
    const char *output = cli->values[KF_OPTION_OUTPUT];
    if (output != NULL) {
        write_record(&j, output);
        kf_report_entries(cli);
        return cli->status;
    }
    if (kf_options_has(cli, KF_OPTION_JSON)) {
        print_object(&j);
        return cli->status;
    }
    if (j.stones < 2)
        print_start(&j);
    print_points(&j);
    print_board(&j);
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_SIZE, 0, "size", "N", "7 9 13 19", "the board size; 19 by default"},
    KF_RULES_OPTION_ROW,
    KF_COORDS_OPTION_ROW,
    {OPTION_AFTER, 0, "after", "B,W,…", NULL,
     "the winners of the games since that handicap: three wins in a row change it by one"},
    {OPTION_RANKS, 0, "ranks", "5k,1k", NULL, "the handicap for the difference between two ranks"},
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "write a record that begins with the handicap; the extension decides the notation"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print a JSON object"},
    KF_OPTIONS_WRITING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_handicap = {
    .name = "handicap",
    .summary = "place handicap stones",
    .operands = "[N]",
    .words = "2 3 4 5 6 7 8 9 13 17",
    .about =
        "Prints the points of N handicap stones in the customary order, and the board with them. "
        "The custom is that of 'The Game of I-Go', which goes up to 17 stones, or with '--rules' "
        "that of a rule set, which goes up to 9; board sizes other than 19 follow the Go Text "
        "Protocol. 1 means that Black moves first without stones, 0 is no handicap.\n\n"
        "'--after' takes the winners of the games since then: after three wins in a row by the "
        "same player the handicap changes by one, and the count starts again. Without N the "
        "players "
        "start even, and the loser of a game takes Black in the next one.",
    .options = options,
    .most = 1,
    .run = handicap,
};
