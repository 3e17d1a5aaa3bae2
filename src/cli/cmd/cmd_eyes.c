// SPDX-License-Identifier: MIT
// kifu eyes: what becomes of eye spaces.

#include <string.h>

#include "base/text.h"
#include "cli/frame/cli.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_LIBERTIES = KF_OPTION_OWN, OPTION_POINT, OPTION_TABLE, OPTION_WHERE };

// Sizes that are done when none is named: all that take no time to wait for, and all about which
// the book is wrong.
enum { TABLE_SIZE = 9, BOOKLET_SIZE = 11 };

typedef struct job {
    kf_cli *cli;
    kf_placements_how how;
    int size;
    bool is_json, is_list;
    // For the table: placements by place, being real, and class when attacked and when not.
    size_t counts[KF_EYES_WHERES][2][KF_EYES_CLASSES][KF_EYES_CLASSES];
    size_t printed;
} job;

// ---- What was asked for ----

// `--where centre`, one of them or several with commas.
static bool read_places(job *j) {
    const char *list = j->cli->values[OPTION_WHERE];
    kf_text rest = kf_text_of(list != NULL ? list : ""), word;
    unsigned place = list == NULL ? KF_PLACEMENTS_EVERYWHERE : 0;
    j->how.places = place;
    while (kf_text_item(&rest, &word)) {
        place = 0;
        for (int where = 0; where < KF_EYES_WHERES; where++)
            if (kf_text_is(word, kf_eyes_print_where((kf_eyes_where)where)))
                place = 1u << where;
        if (place == 0)
            break;
        j->how.places |= place;
    }
    if (place != 0)
        return true;
    kf_options_wrong(j->cli, "'--where' takes centre, edge or corner, not '%.60s'",
                     j->cli->values[OPTION_WHERE]);
    return false;
}

// ---- What is printed ----

static void print_row(void *context, const kf_placements_row *row) {
    job *j = context;
    if (j->is_json) {
        kf_eyes_print_json(j->cli, row);
    } else if (j->is_list) {
        if (j->printed == 0)
            kf_eyes_print_line(j->cli, NULL);
        kf_eyes_print_line(j->cli, row);
    } else {
        fputs(j->printed > 0 ? "\n" : "", j->cli->out);
        kf_eyes_print_picture(j->cli, row);
    }
    j->printed++;
}

static void count_row(void *context, const kf_placements_row *row) {
    job *j = context;
    const kf_eyes_first *first = row->answer.first;
    j->counts[row->where][row->is_real][first[0].kind][first[1].kind]++;
    kf_progress_step(j->cli, row->shape, row->shapes);
}

static void inspect(job *j, void (*visit)(void *job, const kf_placements_row *row)) {
    kf_eyes_print_each(j->cli, &j->how, visit, j);
}

// The counts of one place as a line: each pair of classes that occurs.
static void print_counts(const job *j, int size, int where, bool is_real) {
    size_t total = 0;
    const char *gap = "";
    for (int i = 0; i < KF_EYES_CLASSES * KF_EYES_CLASSES; i++)
        total += j->counts[where][is_real][i / KF_EYES_CLASSES][i % KF_EYES_CLASSES];
    if (total == 0)
        return;
    fprintf(j->cli->out, "%4d  %-6s  %-4s  %10zu  ", size,
            kf_eyes_print_where((kf_eyes_where)where), is_real ? "yes" : "no", total);
    for (int i = 0; i < KF_EYES_CLASSES * KF_EYES_CLASSES; i++) {
        int attacked = i / KF_EYES_CLASSES, first = i % KF_EYES_CLASSES;
        size_t count = j->counts[where][is_real][attacked][first];
        if (count > 0) {
            fprintf(j->cli->out, "%s%s, %s: %zu", gap, kf_eyes_word((kf_eyes_class)attacked),
                    kf_eyes_word((kf_eyes_class)first), count);
            gap = "; ";
        }
    }
    putc('\n', j->cli->out);
}

static void print_table(job *j) {
    fputs("size  where   real  placements  attacked, first: placements\n", j->cli->out);
    j->how.classes_only = true;
    kf_progress_begin(j->cli, "shapes");
    for (int size = 1; size <= j->size; size++) {
        memset(j->counts, 0, sizeof j->counts);
        j->how.size = size;
        inspect(j, count_row);
        kf_progress_clear(j->cli);
        for (int where = 0; where < KF_EYES_WHERES; where++) {
            print_counts(j, size, where, true);
            print_counts(j, size, where, false);
        }
    }
}

static int run_shape(job *j) {
    const char *text = j->cli->values[KF_OPTION_SHAPE];
    kf_polyomino shape;
    if (!kf_polyomino_read(text, &shape)) {
        return kf_options_wrong(j->cli,
                                "'--shape' takes 1 to %d connected points, rows from the top, as "
                                "in ../.#, not '%.60s'",
                                KF_EYES_MAX, text);
    }
    j->how.shape = &shape;
    j->how.as_it_lies = kf_options_has(j->cli, OPTION_WHERE);
    inspect(j, print_row);
    return j->cli->status;
}

// Which of the four ways to ask it is.
static int run(job *j) {
    kf_cli *cli = j->cli;
    bool has_shape = kf_options_has(cli, KF_OPTION_SHAPE);
    bool is_table = kf_options_has(cli, OPTION_TABLE);
    bool is_booklet = kf_options_has(cli, KF_OPTION_BOOKLET);
    if (has_shape + is_table + is_booklet > 1)
        return kf_options_wrong(cli, "'--shape', '--table' and '--booklet' exclude each other");
    if (has_shape && j->size > 0)
        return kf_options_wrong(cli, "'--shape' already says the size: leave out '--size'");
    if (is_booklet && (kf_options_has(cli, OPTION_WHERE) || kf_options_has(cli, OPTION_LIBERTIES)))
        return kf_options_wrong(cli, "'--booklet' has neither '--where' nor '--liberties': the "
                                     "book speaks of every place, without outside liberties");
    if (is_table && j->is_json)
        return kf_options_wrong(cli,
                                "'--table' has no '--json': '--size' has it for each placement");
    if (has_shape)
        return run_shape(j);
    if (j->size == 0 && !is_table && !is_booklet)
        return kf_options_wrong(cli, "'--size', '--shape', '--table' or '--booklet' is needed");
    if (is_booklet) {
        kf_eyes_booklet_print(cli, j->size > 0 ? j->size : BOOKLET_SIZE);
        return cli->status;
    }
    j->is_list = true;
    if (is_table) {
        j->size = j->size > 0 ? j->size : TABLE_SIZE;
        print_table(j);
    } else {
        j->how.size = j->size;
        inspect(j, print_row);
    }
    return cli->status;
}

// ---- On a board ----

static void visit_point(void *context, const kf_selection *spot) {
    const kf_cli *cli = context;
    const char *text = cli->values[OPTION_POINT];
    kf_arena_level level = kf_arena_mark(cli->arena);
    kf_point point = kf_selection_point(spot, "point", text, strlen(text));
    if (point != KF_NOWHERE)
        kf_eyes_real_print(spot, point);
    kf_arena_rewind(cli->arena, level);
}

static int run_point(kf_cli *cli) {
    static const int others[] = {KF_OPTION_SHAPE, OPTION_TABLE, KF_OPTION_BOOKLET, OPTION_WHERE,
                                 OPTION_LIBERTIES};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (kf_options_has(cli, others[i]))
            return kf_options_wrong(cli, "'--point' asks about a board: no '--shape', '--table', "
                                         "'--booklet', '--where' or '--liberties'");
    return kf_input_prepare(cli) ? kf_selection_each(cli, visit_point, cli) : KF_STATUS_FAILED;
}

static int eyes(kf_cli *cli) {
    if (kf_options_has(cli, OPTION_POINT))
        return run_point(cli);
    if (cli->operand_count > 0)
        return kf_options_wrong(cli, "'--point' is needed for the board of '%.200s'",
                                cli->operands[0]);
    if (kf_options_has(cli, KF_OPTION_AT) || kf_options_has(cli, KF_OPTION_GAME))
        return kf_options_wrong(cli, "'--%s' needs '--point'",
                                kf_options_has(cli, KF_OPTION_AT) ? "at" : "game");
    job *j = kf_arena_alloc(cli->arena, sizeof *j);
    *j = (job){.cli = cli, .is_json = kf_options_has(cli, KF_OPTION_JSON)};
    if (!read_places(j) ||
        (kf_options_has(cli, KF_OPTION_SIZE) &&
         !kf_options_number(cli, KF_OPTION_SIZE, 1, KF_EYES_MAX, &j->size)) ||
        !kf_options_number(cli, OPTION_LIBERTIES, 0, KF_EYES_LIBERTIES, &j->how.liberties))
        return KF_STATUS_FAILED;
    return run(j);
}

static const kf_option options[] = {
    {KF_OPTION_SIZE, 0, "size", "N", "1 2 3 4 5 6 7 8 9",
     "every eye space of N points; with --table and --booklet, up to N points; with --point the "
     "board size, for a notation that does not state it"},
    {OPTION_WHERE, 0, "where", "PLACE", "centre edge corner",
     "only in this place; a --shape is then read with the edge below it and the corner on the "
     "left"},
    {KF_OPTION_SHAPE, 0, "shape", "ROWS", NULL,
     "this eye space: rows from the top, separated by slashes, '.' a point, '#' none"},
    {OPTION_LIBERTIES, 0, "liberties", "N", "0 1 2 3",
     "the outside liberties of the cordon, which only the attacker can fill; 0 by default"},
    {OPTION_TABLE, 0, "table", NULL, NULL, "count the placements of each class"},
    {KF_OPTION_BOOKLET, 0, "booklet", NULL, NULL,
     "compare the claims of 'The Game of I-Go' (1931) with what is true"},
    {OPTION_POINT, 0, "point", "POINT", NULL,
     "whether the eye at this point of a board is real or false"},
    {KF_OPTION_AT, 'a', "at", "PLACE", "last",
     "with --point, the position at a place: N moves of the main line, #N, last, or a path"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "with --point, only this game of the file"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print one JSON object a line for each answer"},
    KF_RULES_OPTION_ROW,
    KF_COORDS_OPTION_ROW,
    KF_RECURSIVE_OPTION_ROW,
    KF_OPTIONS_READING_FROM,
    KF_OPTIONS_READING_LIMITS,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_eyes = {
    .name = "eyes",
    .summary = "read out eye spaces",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Says what becomes of a group that has one eye space and is surrounded by stones that "
             "cannot be captured: whether it is dead, alive, a seki or a ko, for either side to "
             "move first, how many ko threats each side needs, and the best first moves. Every "
             "state that play can reach is examined, so the answer is exact for this model, which "
             "the chapter 'eyes' of the specification describes.\n\n"
             "'--size' lists every shape of N points in every place. Sizes up to 8 are instant, 9 "
             "takes a few seconds, 10 half a minute, 11 and 12 many minutes. '--table' and "
             "'--booklet' need only the classes, for which a short proof is enough: 10 takes a "
             "second, 11 a few, 12 a minute.\n\n"
             "'--point' asks about the vacant point of a board, at the end of the main line or "
             "where '--at' says: whether the eye there is real, false, or none, why, and which "
             "moves break it or make it real.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = eyes,
};
