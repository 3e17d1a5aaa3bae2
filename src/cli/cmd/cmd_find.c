// SPDX-License-Identifier: MIT
// kifu find: finds games in a catalogue by what stands on the board and by what is said of them.

#include <string.h>

#include "cli/find/find.h"
#include "cli/frame/cli.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_DUPLICATES = KF_OPTION_OWN, OPTION_NUL, OPTION_PATHS, OPTION_TOTALS };

// Whether a file of that name can hold what is asked for. Nobody is to find records in a file that
// is named as a table, or nothing in it.
static bool fits_file(kf_cli *cli, kf_find_form form, const char *name) {
    const char *dot = strrchr(name, '.');
    bool is_other = dot != NULL && strchr(dot, '/') == NULL && strcmp(dot, ".svg") != 0 &&
                    strcmp(dot, ".sgf") != 0 && strcmp(dot, ".SGF") != 0;
    if (form != KF_FIND_SGF && form != KF_FIND_SHEET)
        kf_options_wrong(cli, "'--output' writes records or small boards; all else is printed");
    else if (is_other && cli->values[KF_OPTION_TO] == NULL)
        kf_options_wrong(
            cli, "'--output' writes records (.sgf) or small boards (.svg), not '%.60s'", name);
    else
        return true;
    return false;
}

// How the games are printed. False: the options cannot be used.
static bool choose_form(kf_cli *cli, kf_find_form *form) {
    const char *to = cli->values[KF_OPTION_TO], *output = cli->values[KF_OPTION_OUTPUT];
    size_t length = output != NULL ? strlen(output) : 0;
    bool is_picture = length > 4 && strcmp(output + length - 4, ".svg") == 0;
    *form = kf_options_has(cli, OPTION_TOTALS)    ? KF_FIND_NOTHING
            : kf_options_has(cli, KF_OPTION_JSON) ? KF_FIND_JSON
            : kf_options_has(cli, OPTION_NUL)     ? KF_FIND_NUL
            : kf_options_has(cli, OPTION_PATHS)   ? KF_FIND_PATHS
            : is_picture                          ? KF_FIND_SHEET
            : output != NULL                      ? KF_FIND_SGF
                                                  : KF_FIND_LIST;
    if (to != NULL && strcmp(to, "sgf") != 0 && strcmp(to, "tsv") != 0 && strcmp(to, "svg") != 0) {
        kf_options_wrong(cli, "'--to' takes sgf, svg or tsv, not '%.60s'", to);
        return false;
    }
    if (to != NULL)
        *form = strcmp(to, "sgf") == 0   ? KF_FIND_SGF
                : strcmp(to, "svg") == 0 ? KF_FIND_SHEET
                                         : KF_FIND_TSV;
    return output == NULL || fits_file(cli, *form, output);
}

static bool put_out(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

static int status_of(kf_cli *cli, bool is_good, const kf_find_total *total) {
    kf_report_entries(cli);
    if (!is_good)
        return KF_STATUS_FAILED;
    return total->games > 0 ? KF_STATUS_CLEAN : KF_STATUS_FINDINGS;
}

// Those that are like another, or all that answer the question.
static bool find_them(kf_find_print *print, const kf_find *find, kf_find_total *total) {
    kf_cli *cli = print->cli;
    bool has_totals_only = print->form == KF_FIND_NOTHING && print->limit == 0;
    bool is_good =
        cli->values[KF_OPTION_SIMILAR] != NULL
            ? kf_find_twin_similar(print, find, total)
            : kf_find_games(print->catalog, find, has_totals_only ? NULL : kf_find_print_game,
                            print, total, cli->log);
    return is_good && !print->has_failed;
}

// Games as records, and pictures, go to a file, or to standard output.
static int find_records(kf_find_print *print, const kf_find *find) {
    kf_cli *cli = print->cli;
    const char *name = cli->values[KF_OPTION_OUTPUT];
    bool is_sheet = print->form == KF_FIND_SHEET;
    kf_find_total total;
    print->sink = put_out;
    print->context = cli->out;
    if (!kf_find_question_spares(cli, print->catalog, name))
        return KF_STATUS_FAILED;
    kf_output_file *target = name != NULL ? kf_output_file_new(cli) : NULL;
    if (target != NULL && !kf_output_file_open(target, name, is_sheet ? "svg" : "record"))
        return KF_STATUS_FAILED;
    if (target != NULL) {
        print->sink = kf_output_file_write;
        print->context = target;
    }
    bool is_good = find_them(print, find, &total);
    if (is_good && is_sheet && total.games > 0)
        is_good = kf_find_sheet_write(&print->sheet, print->sink, print->context);
    if (target != NULL && !kf_output_file_close(target, is_good && total.games > 0))
        is_good = is_good && total.games == 0;
    if (print->sheet.is_full && !cli->is_quiet)
        fprintf(cli->err, "the first %zu boards; there are more\n", print->sheet.count);
    return status_of(cli, is_good, &total);
}

// What is looked for, and how it is printed: one of each.
static bool excludes_none(kf_cli *cli) {
    int asked = kf_options_has(cli, KF_OPTION_CONTINUATIONS) +
                kf_options_has(cli, OPTION_DUPLICATES) + (cli->values[KF_OPTION_SIMILAR] != NULL);
    int printed = kf_options_has(cli, OPTION_TOTALS) + kf_options_has(cli, KF_OPTION_JSON) +
                  (kf_options_has(cli, OPTION_NUL) || kf_options_has(cli, OPTION_PATHS)) +
                  (cli->values[KF_OPTION_TO] != NULL);
    if (asked > 1)
        kf_options_wrong(cli, "'--continuations', '--duplicates' and '--similar' exclude each "
                              "other");
    else if (kf_options_has(cli, KF_OPTION_CONTINUATIONS) && kf_options_has(cli, KF_OPTION_LIMIT))
        kf_options_wrong(cli,
                         "'--limit' does not go with '--continuations', which counts all games");
    else if (printed > 1)
        kf_options_wrong(cli, "'--count', '--json', '--paths' and '--to' exclude each other");
    else
        return true;
    return false;
}

static int find(kf_cli *cli) {
    kf_find find;
    kf_find_total total = {0, 0};
    kf_find_print print = {.cli = cli, .find = &find};
    int limit = 0;
    if (cli->operand_count != 1)
        return kf_options_wrong(cli, "one catalogue is needed: 'kifu find games.kifudb'");
    if (!excludes_none(cli) || !choose_form(cli, &print.form) ||
        !kf_find_question_read(cli, &find) ||
        !kf_options_number(cli, KF_OPTION_LIMIT, 1, INT32_MAX, &limit) ||
        !kf_options_amount(cli, KF_OPTION_MAX_OUTPUT, &cli->max_output))
        return KF_STATUS_FAILED;
    print.limit = (uint64_t)limit;
    print.catalog = kf_find_question_open(cli);
    if (print.catalog == NULL)
        return KF_STATUS_FAILED;
    if (kf_options_has(cli, KF_OPTION_CONTINUATIONS))
        return kf_find_continue(cli, print.catalog, &find, print.form);
    if (kf_options_has(cli, OPTION_DUPLICATES))
        return kf_find_twin(&print, &find);
    if (!kf_find_print_begin(&print))
        kf_arena_fail(cli->arena);
    if (print.form == KF_FIND_SGF || print.form == KF_FIND_SHEET)
        return find_records(&print, &find);
    // Whoever is shown no hits does without them.
    find.counts_only =
        print.form == KF_FIND_NOTHING || print.form == KF_FIND_PATHS || print.form == KF_FIND_NUL;
    bool is_good = find_them(&print, &find, &total);
    if (is_good)
        kf_find_print_end(&print, &total);
    return status_of(cli, is_good, &total);
}

static const kf_option options[] = {
    KF_FIND_QUESTION_OPTIONS,
    {KF_OPTION_CONTINUATIONS, 0, "continuations", NULL, NULL,
     "print what was played next in the pattern: how often, by whom, with what result"},
    {KF_OPTION_DEPTH, 0, "depth", "N", "1 2 3 5", "with --continuations: N moves deep, as a tree"},
    {OPTION_DUPLICATES, 0, "duplicates", NULL, NULL,
     "print the games that are in the catalogue more than once"},
    {KF_OPTION_SIMILAR, 0, "similar", "FILE", "@file",
     "print the games that follow the one in this file the longest"},
    {OPTION_TOTALS, 'c', "count", NULL, NULL, "print only how many games and hits there are"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL,
     "print a JSON object per game, and one with the totals"},
    {OPTION_PATHS, 'l', "paths", NULL, NULL, "print only the names of the files"},
    {OPTION_NUL, '0', "null", NULL, NULL, "the same, with a NUL after each"},
    {KF_OPTION_TO, 't', "to", "FORM", "sgf svg tsv",
     "print the games as records (sgf), as a table with a row per hit (tsv), or as small boards "
     "(svg)"},
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "write the games to this file, as records or, if its name ends in .svg, as small boards"},
    {KF_OPTION_LIMIT, 0, "limit", "N", NULL,
     "stop after N games; with --duplicates, after N groups"},
    KF_OPTIONS_WRITING,
    KF_MAX_OUTPUT_OPTION_ROW,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_find = {
    .name = "find",
    .summary = "find games by position, names and words",
    .operands = "CATALOG",
    .words = "@file",
    .about = "Finds the games of a catalogue made by 'kifu catalog' that meet all conditions: "
             "names, dates, results and words, and a pattern of stones on the board, typed or "
             "taken from a record. Without conditions it finds all games.\n\n"
             "A pattern is rows of points: . empty, X black, O white, x black or empty, o white or "
             "empty, * anything, a number for a move played there. A line of - above or below, and "
             "| beside the rows, are edges of the board. Rotations and reflections of the pattern "
             "are found, too. Matches are exact: captured stones are gone.\n\n"
             "The exit status is that of grep: 0 when something was found, 1 when nothing was, 2 "
             "when it could not be done.",
    .options = options,
    .most = 1,
    .run = find,
};
