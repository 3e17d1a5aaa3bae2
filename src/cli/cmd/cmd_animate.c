// SPDX-License-Identifier: MIT
// kifu animate: a game as a moving picture.

#include <string.h>

#include "base/text.h"
#include "cli/frame/cli.h"
#include "cli/frame/draw_option.h"
#include "cli/frame/mirror.h"
#include "cli/frame/words.h"
#include "cli/print/print.h"
#include <kifu/film.h>

// The options of this command alone.
enum { OPTION_DELAY = KF_OPTION_OWN, OPTION_START, OPTION_LOOP, OPTION_TITLE };

enum { DELAY = 1000, LONGEST_DELAY = 60000 };

typedef struct job {
    kf_cli *cli;
    kf_draw_option option;
    const kf_film_writer *writer;
    const char *output, *folder; // the folder takes a film for each input, or is NULL
    int delay, plays;            // no plays: without end
} job;

// ---- Which kind ----

static const kf_film_writer *find_writer(const kf_cli *cli) {
    const char *to = cli->values[KF_OPTION_TO], *output = cli->values[KF_OPTION_OUTPUT];
    if (to != NULL)
        return kf_film_writer_named(to);
    bool has_file = output != NULL && strcmp(output, "-") != 0;
    return has_file ? kf_film_writer_for_file(output) : kf_film_writer_named("svg");
}

static kf_part part_of(const kf_cli *cli) {
    const kf_film_writer *writer = find_writer(cli);
    return writer != NULL && writer->needs != NULL ? KF_PART_DRAW : KF_PART_NONE;
}

static bool choose_writer(job *j) {
    const char *to = j->cli->values[KF_OPTION_TO];
    j->writer = find_writer(j->cli);
    if (j->writer == NULL && to == NULL) {
        kf_options_wrong(j->cli,
                         "no kind of animation has the extension of '%.100s'; say '--to KIND'",
                         j->output);
        return false;
    }
    if (j->writer == NULL) {
        kf_words_wrong(j->cli, "--to", "@film", to);
        return false;
    }
    if (!kf_film_writer_can(j->writer, j->cli->parts->draw)) {
        kf_options_wrong(j->cli, "%s needs %s, and kifu was built without", j->writer->name,
                         j->writer->needs);
        return false;
    }
    return true;
}

// ---- The film ----

static void free_film(void *film) {
    kf_film_free(film);
}

// Whatever happens on the way, the film ends with the command, and so does the file that is
// written.
static void make_film(const job *j, const kf_film_plan *plan) {
    kf_log *log = j->cli->log;
    kf_output_file *target = kf_output_file_new(j->cli);
    void **slot = kf_arena_slot(j->cli->arena, free_film);
    kf_film *film = kf_film_new(plan, log);
    *slot = film;
    if (film == NULL || (j->folder != NULL && !kf_mirror_folders(j->cli, j->folder, j->output)) ||
        !kf_output_file_open(target, j->output, j->writer->name))
        return;
    bool is_good =
        kf_film_writer_run(j->writer, film, &j->option.drawing, kf_output_file_write, target, log);
    kf_output_file_close(target, is_good);
}

static int animate_record(job *j, const kf_record *record) {
    kf_cli *cli = j->cli;
    kf_node game = kf_selection_game(cli, record);
    if (game == 0)
        return KF_STATUS_FAILED;
    kf_film_plan plan = {.record = record,
                         .delay = j->delay,
                         .plays = j->plays,
                         .title = cli->values[OPTION_TITLE],
                         .how = j->option.plan.how};
    plan.node = kf_selection_node(cli, record, game, "last");
    if (plan.node == 0)
        return KF_STATUS_FAILED;
    if (kf_options_has(cli, OPTION_START)) {
        plan.from = kf_selection_place(cli, record, game, cli->values[OPTION_START]);
        if (plan.from == 0)
            return KF_STATUS_FAILED;
    }
    if (!kf_draw_option_region(cli, &j->option, record, kf_node_game(record, plan.node), &plan.how))
        return KF_STATUS_FAILED;
    make_film(j, &plan);
    return KF_STATUS_CLEAN;
}

// ---- The command ----

static void animate_file(job *j, const char *name, size_t prefix) {
    kf_cli *cli = j->cli;
    kf_record *record = kf_input_read_games(cli, name);
    // What reading finds is the business of 'kifu check', unless nothing could be read.
    if (record == NULL) {
        kf_report_entries(cli);
        return;
    }
    kf_log_clear(cli->log);
    if (j->folder != NULL)
        j->output = kf_mirror_name(cli, j->folder, name + prefix,
                                   strcmp(j->writer->name, "apng") == 0 ? "png" : j->writer->name);
    int status = animate_record(j, record);
    kf_report_entries(cli);
    cli->status = status > cli->status ? status : cli->status;
    kf_input_free(cli, record);
}

// --loop: a number of times, or 'forever', which is 0.
static bool read_loop(job *j) {
    const char *loop = j->cli->values[OPTION_LOOP];
    if (loop == NULL || strcmp(loop, "forever") == 0)
        return true;
    if (kf_text_number(kf_text_of(loop), &j->plays) && j->plays > 0 && j->plays <= KF_FILM_PLAYS)
        return true;
    kf_options_wrong(j->cli, "'--loop' takes a number from 1 to %d or forever, not '%.60s'",
                     KF_FILM_PLAYS, loop);
    return false;
}

static bool is_title_good(kf_cli *cli) {
    const char *title = cli->values[OPTION_TITLE];
    if (title == NULL || kf_text_is_utf8(kf_text_of(title), NULL))
        return true;
    kf_options_wrong(cli, "'--title' is not in UTF-8");
    return false;
}

static int animate(kf_cli *cli) {
    int number = 1;
    job j = {.cli = cli, .delay = DELAY};
    j.output = kf_options_has(cli, KF_OPTION_OUTPUT) ? cli->values[KF_OPTION_OUTPUT] : "-";
    if (!kf_input_prepare(cli) || !kf_input_place(cli, OPTION_START, "--start") ||
        !kf_draw_option_prepare(cli, &j.option) ||
        !kf_options_number(cli, OPTION_DELAY, 10, LONGEST_DELAY, &j.delay) ||
        !kf_options_number(cli, KF_OPTION_GAME, 1, INT32_MAX, &number) || !read_loop(&j) ||
        !is_title_good(cli) || !choose_writer(&j))
        return KF_STATUS_FAILED;
    if (kf_input_is_folder(j.output))
        j.folder = j.output;
    kf_inputs inputs = kf_input_list(cli);
    if (inputs.count > 1 && j.folder == NULL)
        return kf_options_wrong(cli, "several files need a folder: '--output FOLDER/ --to %s'",
                                j.writer->name);
    if (j.folder != NULL && !kf_output_file_folder(cli, j.folder))
        return KF_STATUS_FAILED;
    kf_progress_begin(cli, "files");
    for (size_t i = 0; i < inputs.count; i++) {
        kf_output_file_reserve(cli);
        kf_arena_level level = kf_arena_mark(cli->arena);
        animate_file(&j, inputs.names[i], inputs.prefixes[i]);
        kf_arena_rewind(cli->arena, level);
        kf_progress_step(cli, i + 1, inputs.count);
    }
    kf_progress_clear(cli);
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "write to FILE, whose extension decides the kind; a folder gets a film for each input, of the "
     "kind that --to names"},
    KF_OPTIONS_WRITING,
    {KF_OPTION_TO, 't', "to", "KIND", "@film",
     "the kind of animation, whatever the extension (svg when neither decides):"},
    {OPTION_DELAY, 'd', "delay", "MS", "250 500 1000 2000",
     "how long a position is shown, in milliseconds (1000 by default); positions with a comment "
     "and the last one are shown longer"},
    {KF_OPTION_AT, 'a', "at", "PLACE", "last 10 50 100",
     "where the film ends: a number of moves on the main line, '#N', 'last' (by default), or a "
     "path "
     "into a variation"},
    {OPTION_START, 0, "start", "PLACE", "1 10 50",
     "where the film starts, on the way to its end; by default the empty board"},
    {OPTION_LOOP, 0, "loop", "N", "1 2 forever",
     "show the film N times, then stay at its end (forever by default)"},
    {OPTION_TITLE, 0, "title", "[TEXT]", NULL, "a title above the board: TEXT, or who played"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "the game with this number, where there are several"},
    KF_DRAW_OPTION_ROWS,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_animate = {
    .name = "animate",
    .summary = "make an animation of a game",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Shows the positions of a game one after the other, each with its marks and its last "
             "move, up to the end of the main line or to the place that --at names; then it starts "
             "over. All frames show the same part of the board. In pixels only the rectangle that "
             "changed is stored.\n\n"
             "The extension of the output, or --to, decides the kind: GIF, animated PNG, animated "
             "SVG, or WebP. The same input gives the same bytes.\n\n"
             "The exit status is 0, or 2 when the record has no such place, the file could not be "
             "read or the film could not be made.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = animate,
    .part = part_of,
};
