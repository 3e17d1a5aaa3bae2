// SPDX-License-Identifier: MIT
// kifu thumbnail: a small picture of a record, as desktops ask for it.

#include <string.h>
#include <strings.h>

#include "cli/archive/archive.h"
#include "cli/frame/cli.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_PIXELS = KF_OPTION_OWN };

// The usual size, the bounds of it, and how many moves a main line has at most that may still be
// the answer to stones of one colour.
enum { SIZE = 256, LEAST = 16, MOST = 2048, ANSWER = 30 };

typedef struct job {
    kf_cli *cli;
    const char *input, *output;
    const kf_style *style;
    const kf_writer *writer;
    int size;
    const kf_record *record;
    kf_arena *arena; // of what is drawn
    kf_figure figure;
    kf_output_file *target;
    bool is_good;
} job;

// ---- What is shown ----

static bool has_property(const kf_record *record, kf_node node, const char *name) {
    kf_property property;
    return kf_property_find(record, node, name, &property);
}

// The last node before the first move, and whether it sets a question: a position with stones of
// both colours, or of one colour when that is no handicap and the moves are too few for a game. It
// takes more for questions than kf_problem_is does: a picture too early tells no answer.
static kf_node question_of(const kf_record *record, kf_node game, bool *is_problem) {
    bool has_black = false, has_white = false;
    kf_node last = game, node = game;
    size_t moves = 0;
    for (; node != 0 && !kf_path_is_move(record, node); node = kf_node_child(record, node)) {
        has_black = has_black || has_property(record, node, "AB");
        has_white = has_white || has_property(record, node, "AW");
        last = node;
    }
    for (; node != 0 && moves <= ANSWER; node = kf_node_child(record, node))
        moves += kf_path_is_move(record, node);
    bool is_handicap = has_property(record, game, "HA");
    *is_problem = has_white || (has_black && !is_handicap && moves <= ANSWER);
    return last;
}

// Chooses the position: what --at names, the question of a problem, or the end of a game; false
// when there is none, which is reported. Cues of variations, marks and labels would tell the
// answer, and nobody could read them.
static bool choose(job *j) {
    const char *at = j->cli->values[KF_OPTION_AT];
    kf_node game = kf_selection_game(j->cli, j->record);
    bool is_problem = false;
    if (game == 0)
        return false;
    kf_node question = question_of(j->record, game, &is_problem);
    j->figure = (kf_figure){.kind = KF_FIGURE_POSITION,
                            .coords = KF_COORDS_NONE,
                            .hide_ghosts = true,
                            .hide_marks = true,
                            .crop_auto = is_problem};
    j->figure.node =
        at != NULL || !is_problem ? kf_selection_node(j->cli, j->record, game, "last") : question;
    return j->figure.node != 0;
}

// ---- The picture ----

static const char *mime_of(const kf_record *record) {
    const kf_format *format = kf_format_of(record);
    const char *name = format != NULL ? kf_format_name(format) : "";
    if (strcmp(name, "sgf") == 0)
        return "application/x-go-sgf";
    if (strcmp(name, "ishi") == 0)
        return "application/x-go-ishi";
    return strcmp(name, "davar") == 0 ? "application/x-go-davar"
                                      : "text/"
                                        "plain";
}

// The width with which neither side is longer than the size.
static int width_of(const kf_extent *picture, int size) {
    if (picture->height <= picture->width)
        return size;
    int width = (int)((int64_t)size * picture->width / picture->height);
    return width > 0 ? width : 1;
}

// In a protected call of its own memory, so that the file is closed whatever happens.
static void draw(void *context) {
    job *j = context;
    kf_play *play = kf_selection_cursor(j->arena, j->record, NULL);
    kf_scene *scene = kf_draw_write_scene(j->arena, play, &j->figure);
    kf_extent extent;
    scene->title = scene->caption = (kf_text){"", 0};
    scene->note_count = 0;
    kf_drawing how = {.style = j->style, .library = j->cli->parts->draw};
    if (!kf_shape_extent(scene, &extent))
        kf_arena_fail(j->arena);
    how.width = width_of(&extent, j->size);
    kf_thumbnail_text stamp = {kf_output_file_write, j->target, {.arena = j->arena}, 0};
    kf_thumbnail_text_add_file(&stamp, j->input, mime_of(j->record));
    kf_thumbnail_text_add(&stamp, "Software", "kifu " KF_VERSION);
    const kf_scene *scenes[] = {scene};
    kf_draw_order order = {.scenes = scenes, .count = 1, .writer = j->writer, .how = &how};
    j->is_good = kf_draw_order_write(&order, kf_thumbnail_text_write, &stamp, j->cli->log);
}

static void free_arena(void *what) {
    job *j = what;
    kf_arena_free(j->arena);
}

static int make(job *j) {
    kf_cli *cli = j->cli;
    if (!choose(j))
        return KF_STATUS_FINDINGS;
    kf_arena_defer(cli->arena, free_arena, j);
    j->arena = kf_arena_new();
    if (j->arena == NULL)
        kf_arena_fail(cli->arena);
    bool is_done = kf_arena_try(j->arena, draw, j);
    kf_output_file_close(j->target, is_done && j->is_good);
    if (!is_done)
        kf_arena_fail(cli->arena);
    return KF_STATUS_CLEAN;
}

// ---- The command ----

// Whether the ending is that of something that is no PNG. Desktops give names of many endings.
static bool is_other_kind(const char *name) {
    static const char *const endings[] = {".jpg", ".jpeg", ".gif",  ".webp", ".bmp",
                                          ".tif", ".tiff", ".avif", ".ico",  ".html"};
    const char *dot = strrchr(name, '.');
    const kf_writer *writer = kf_writer_for_file(name);
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof endings[0]; i++)
        if (strcasecmp(dot, endings[i]) == 0)
            return true;
    return (writer != NULL && strcmp(writer->name, "png") != 0) || kf_format_for_file(name) != NULL;
}

static bool prepare(job *j) {
    kf_cli *cli = j->cli;
    const char *style = cli->values[KF_OPTION_STYLE];
    j->style = kf_style_named(style != NULL ? style : "wood");
    if (j->style == NULL) {
        kf_options_wrong(cli, "'--style' takes book, wood, mono or dark, not '%.60s'", style);
        return false;
    }
    if (cli->operand_count < 2) {
        kf_options_wrong(cli, "a thumbnail needs two names: the record and the picture");
        return false;
    }
    if (is_other_kind(cli->operands[1])) {
        kf_options_wrong(cli,
                         "a thumbnail is a PNG picture: '%.100s' needs a name that ends in "
                         ".png",
                         cli->operands[1]);
        return false;
    }
    j->writer = kf_writer_named("png");
    if (cli->parts->draw == NULL)
        kf_options_wrong(cli, "a thumbnail needs cairo, and kifu was built without it");
    return cli->parts->draw != NULL;
}

// The record may hold what it will, and the libraries that draw are large. Where the picture goes
// is open already, so all that is left to be done with its folder is to give the file its name
// there. A link's folder is that of the file behind it.
static void enter_sandbox(const job *j) {
    const char *const names[] = {j->input, NULL};
    const char *slash = strrchr(j->target->real, '/');
    size_t length = slash != NULL ? (size_t)(slash - j->target->real) + 1 : 0;
    const char *folder = length > 0 ? kf_arena_copy(j->cli->arena, j->target->real, length) : ".";
    kf_sandbox_enter(j->cli,
                     &(kf_sandbox){.folder = -1, .names = names, .target = folder, .draws = true});
}

// A record in an archive is taken out of it before the process gives up what it does not need.
// False: it is not there, or there are others beside it, and the log says so.
static bool unpack(job *j) {
    kf_cli *cli = j->cli;
    const char *name = j->input;
    if (strcmp(name, "-") == 0 || kf_archive_path(name) == 0)
        return true;
    cli->operands[0] = kf_arena_copy(cli->arena, name, strlen(name));
    cli->operand_count = 1;
    kf_inputs inputs = kf_input_list(cli);
    if (inputs.count == 1) {
        j->input = inputs.names[0];
        return true;
    }
    if (inputs.count > 1)
        kf_log_add(cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0},
                   "there are %zu records in '%.200s'; a thumbnail shows one, such as '%.200s'",
                   inputs.count, name, inputs.names[0]);
    else if (cli->status == KF_STATUS_CLEAN)
        kf_log_add(cli->log, KF_PROGRAM_NO_GAME, (kf_place){0}, "there is no record in '%.200s'",
                   name);
    return false;
}

static int thumbnail(kf_cli *cli) {
    job *j = kf_arena_alloc(cli->arena, sizeof *j);
    int number = 1;
    *j = (job){.cli = cli, .size = SIZE, .target = kf_output_file_new(cli)};
    if (!kf_input_prepare(cli) || !kf_options_number(cli, OPTION_PIXELS, LEAST, MOST, &j->size) ||
        !kf_options_number(cli, KF_OPTION_GAME, 1, INT32_MAX, &number) || !prepare(j))
        return KF_STATUS_FAILED;
    j->input = kf_thumbnail_text_path(cli->arena, cli->operands[0]);
    j->output = cli->operands[1];
    kf_input_note(cli, j->input);
    if (!unpack(j) || !kf_output_file_open(j->target, j->output, j->writer->name))
        return kf_report_entries(cli);
    enter_sandbox(j);
    kf_record *record = kf_input_read_games(cli, j->input);
    // What reading finds is the business of 'kifu check', unless nothing could be read.
    if (record == NULL)
        return kf_report_entries(cli);
    kf_log_clear(cli->log);
    j->record = record;
    int status = make(j);
    kf_report_entries(cli);
    kf_input_free(cli, record);
    return status > cli->status ? status : cli->status;
}

static kf_part part_of(const kf_cli *cli) {
    (void)cli;
    return KF_PART_DRAW;
}

static const kf_option options[] = {
    {OPTION_PIXELS, 's', "pixels", "N", "128 256 512 1024",
     "the longer side of the picture, in pixels; 256 by default"},
    {KF_OPTION_AT, 'a', "at", "PLACE", "last 0 10 50 100",
     "which position, whatever kind of record it is: a number of moves on the main line, '#N', "
     "'last', or a path"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "the game with this number, where there are several"},
    {KF_OPTION_STYLE, 0, "style", "NAME", "book wood mono dark", "the style; wood by default"},
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING_ONE,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_thumbnail = {
    .name = "thumbnail",
    .summary = "make a small picture of a record",
    .operands = "IN OUT",
    .words = "@file",
    .about = "Writes a PNG of the record IN, a file or a file:// address, to OUT, as desktops ask "
             "for it: the end of a game, or the question of a problem, never its answer. The text "
             "fields of the picture name the file it shows and the file's date.\n\n"
             "With the installed files kifu.thumbnailer and kifu.xml, file managers show such "
             "pictures by themselves.\n\n"
             "The exit status is 0, 1 when there is nothing to show, and 2 when a file could not "
             "be read or written.",
    .options = options,
    .most = 2,
    .run = thumbnail,
    .part = part_of,
};
