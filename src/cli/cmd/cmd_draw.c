// SPDX-License-Identifier: MIT
// kifu draw: figures and positions of a game, in any kind of picture.

#include <string.h>

#include "base/text.h"
#include "cli/frame/cli.h"
#include "cli/frame/draw_option.h"
#include "cli/frame/mirror.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_AS = KF_OPTION_OWN, OPTION_EMPTY, OPTION_NUMBERS };

// What is drawn, and where it goes.
typedef struct job {
    kf_cli *cli;
    kf_draw_option option;
    const kf_writer *writer;
    const char *output; // "-", or a name in which %n stands for the figure's number
    const char *folder; // that takes a picture for each input, or NULL
    const char *ending; // of the names in it
    bool is_strict;
    const kf_record *record;
    kf_play *play;            // goes through the record as the figures do
    const kf_figure *figures; // that are drawn one by one; NULL: the scenes are made already
    const kf_scene **scenes;  // NULL: those of the figures, in one file
    size_t count;
} job;

// ---- Which figures ----

static void add_scene(job *j, const kf_figure *figure) {
    j->scenes[j->count++] = kf_draw_write_scene(j->cli->arena, j->play, figure);
}

// The numbers of --numbers: "" for all, "A-B", "A-", "-B" or "A". False: none of these.
static bool read_numbers(const char *text, int *from, int *to) {
    kf_text all = kf_text_of(text);
    const char *dash = strchr(text, '-');
    *from = *to = 0;
    if (all.length == 0)
        return true;
    size_t middle = dash != NULL ? (size_t)(dash - text) : all.length;
    if (middle > 0 && !kf_text_number(kf_text_cut(all, 0, middle), from))
        return false;
    if (dash == NULL) {
        *to = *from;
        return *from > 0;
    }
    bool has_end = middle + 1 < all.length;
    if (has_end && !kf_text_number(kf_text_cut(all, middle + 1, all.length), to))
        return false;
    return (*to == 0 || *to >= *from) && (middle == 0 || *from > 0) && (!has_end || *to > 0);
}

// Narrows the figure to the moves with these numbers on its line: the last move of the first
// number that is not too large ends it. False: there is no such move.
static bool narrow(const job *j, kf_figure *figure, int from, int to) {
    const kf_record *record = j->record;
    size_t depth = 0;
    for (kf_node n = figure->node; n != 0; n = kf_node_parent(record, n))
        depth++;
    kf_node *path = kf_arena_resize(j->cli->arena, NULL, depth * sizeof *path);
    size_t left = depth;
    for (kf_node n = figure->node; n != 0; n = kf_node_parent(record, n))
        path[--left] = n;
    kf_node first = 0, last = 0;
    int number = 0;
    for (size_t i = 0; i < depth; i++) {
        number = kf_path_number(record, path[i], number);
        if (!kf_path_is_move(record, path[i]) || number < from || (to > 0 && number > to))
            continue;
        first = first == 0 ? path[i] : first;
        last = path[i];
    }
    if (from > 0)
        figure->from = first;
    if (to > 0)
        figure->node = last;
    kf_arena_release(j->cli->arena, path);
    return last != 0;
}

// Only the file's name is wanted, so the entry is made here.
static int report_no_move(kf_cli *cli, const kf_record *record, const char *numbers) {
    char message[120];
    snprintf(message, sizeof message, "there is no move numbered '%.60s'", numbers);
    kf_entry entry = {
        .severity = KF_ERROR,
        .code = kf_log_code(KF_SHOW_PLACE)->path,
        .file = kf_record_name(record),
        .message = message,
    };
    kf_report_entry(cli, &entry);
    return KF_STATUS_FAILED;
}

// How the one figure is shown, by --as, --numbers and --numbers-from: an exit status.
static int set_kind(const job *j, kf_figure *figure) {
    kf_cli *cli = j->cli;
    const char *as = cli->values[OPTION_AS], *numbers = cli->values[OPTION_NUMBERS];
    bool is_figure = as != NULL && strcmp(as, "figure") == 0;
    int from = 0, to = 0;
    if (as != NULL && !is_figure && strcmp(as, "position") != 0)
        return kf_options_wrong(cli, "'--as' takes figure or position, not '%.60s'", as);
    if (numbers != NULL && !read_numbers(numbers, &from, &to))
        return kf_options_wrong(cli, "'--numbers' takes A-B, A-, -B or A, not '%.60s'", numbers);
    bool has_numbers = numbers != NULL || is_figure || figure->first_number > 0;
    figure->kind = as != NULL && !is_figure ? KF_FIGURE_POSITION : KF_FIGURE_AUTO;
    if (!has_numbers)
        return KF_STATUS_CLEAN;
    figure->from = kf_node_game(j->record, figure->node);
    if ((from == 0 && to == 0) || narrow(j, figure, from, to))
        return KF_STATUS_CLEAN;
    return report_no_move(cli, j->record, numbers);
}

static int make_one(job *j, kf_node game) {
    kf_figure figure = j->option.plan.how;
    figure.node = kf_selection_node(j->cli, j->record, game, "last");
    if (figure.node == 0)
        return KF_STATUS_FAILED;
    game = kf_node_game(j->record, figure.node);
    int status = set_kind(j, &figure);
    if (status != KF_STATUS_CLEAN)
        return status;
    if (!kf_draw_option_region(j->cli, &j->option, j->record, game, &figure))
        return KF_STATUS_FAILED;
    j->scenes = kf_arena_alloc(j->cli->arena, sizeof(kf_scene *));
    add_scene(j, &figure);
    return KF_STATUS_CLEAN;
}

static void free_figures(void *figures) {
    kf_figure_free(figures);
}

static void free_scene(void *scene) {
    kf_scene_free(scene);
}

static int make_many(job *j, kf_node game) {
    size_t count;
    kf_cli *cli = j->cli;
    if (kf_options_has(cli, KF_OPTION_AT) || kf_options_has(cli, OPTION_NUMBERS) ||
        kf_options_has(cli, OPTION_AS))
        return kf_options_wrong(cli, "'--figures' and '--variations' share out a whole game, so "
                                     "they exclude '--at', '--numbers' and '--as'");
    if (!kf_draw_option_region(cli, &j->option, j->record, game, &j->option.plan.how))
        return KF_STATUS_FAILED;
    void **slot = kf_arena_slot(cli->arena, free_figures);
    kf_figure *figures = kf_figure_share(j->record, game, &j->option.plan, &count, cli->log);
    *slot = figures;
    if (figures == NULL)
        return KF_STATUS_FAILED;
    // Each is made when its turn comes.
    bool is_apart = strstr(j->output, "%n") != NULL;
    j->scenes = is_apart ? kf_arena_alloc(cli->arena, (count + 1) * sizeof(kf_scene *)) : NULL;
    j->figures = figures;
    j->count = count;
    return KF_STATUS_CLEAN;
}

// ---- What could not be drawn ----

static void report_loss(const job *j, const kf_loss *loss, const char *name) {
    kf_loss_item item;
    char message[400];
    size_t told = 0;
    for (; kf_loss_item_at(loss, told, &item); told++) {
        snprintf(message, sizeof message, "%s: %.300s (%zu)",
                 j->is_strict ? "would be lost" : "lost", item.kind, item.count);
        kf_entry entry = {
            .severity = j->is_strict ? KF_ERROR : KF_WARNING,
            .code = kf_log_code(KF_DRAW_LOST)->path,
            .file = name,
            .message = message,
        };
        kf_report_entry(j->cli, &entry);
    }
    // Without memory for the list, nothing of it is given.
    if (kf_loss_is_incomplete(loss) || (told == 0 && kf_loss_places(loss) > 0))
        kf_log_add(j->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
}

// ---- Writing ----

static bool ignore_bytes(void *context, const void *bytes, size_t length) {
    (void)context, (void)bytes, (void)length;
    return true;
}

// What --crop cuts off that somebody put there to be read; stones go on beyond any edge.
static void lose_cut(void *watcher, const kf_scene *scene) {
    kf_loss *loss = watcher;
    for (int i = 0; i < scene->cut_marks; i++)
        kf_loss_add(loss, true, KF_TEXT("mark outside of --crop"), 0);
    for (int i = 0; i < scene->cut_labels; i++)
        kf_loss_add(loss, true, KF_TEXT("label or number outside of --crop"), 0);
    for (int i = 0; i < scene->cut_lines; i++)
        kf_loss_add(loss, true, KF_TEXT("line or arrow outside of --crop"), 0);
}

static bool write_scenes(const job *j, size_t first, size_t count, kf_sink *sink, void *context,
                         kf_loss *loss) {
    kf_drawing how = j->option.drawing;
    how.loss = loss;
    kf_draw_order order = {.record = j->record,
                           .figures = j->figures,
                           .scenes = j->scenes != NULL ? j->scenes + first : NULL,
                           .count = count,
                           .writer = j->writer,
                           .how = &how,
                           .shown = lose_cut,
                           .watcher = loss};
    return kf_draw_order_write(&order, sink, context, j->cli->log);
}

// Whether the figures can be drawn whole; told when they cannot.
static bool is_whole(const job *j, const char *name, size_t first, size_t count) {
    kf_loss *loss = kf_loss_new();
    bool is_good = loss != NULL && write_scenes(j, first, count, ignore_bytes, NULL, loss) &&
                   !kf_loss_any_lost(loss);
    if (loss == NULL)
        kf_log_add(j->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (!is_good)
        report_loss(j, loss, name);
    kf_loss_free(loss);
    return is_good;
}

static bool write_file(const job *j, const char *input, kf_output_file *target, const char *output,
                       size_t first, size_t count) {
    kf_output_file_reserve(j->cli);
    if (j->is_strict && !is_whole(j, input, first, count))
        return false;
    kf_loss *loss = kf_loss_new();
    if (loss == NULL) {
        kf_log_add(j->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return false;
    }
    bool is_done = kf_output_file_open(target, output, j->writer->name);
    if (is_done) {
        bool is_good = write_scenes(j, first, count, kf_output_file_write, target, loss);
        is_done = kf_output_file_close(target, is_good);
    }
    if (is_done)
        report_loss(j, loss, input);
    kf_loss_free(loss);
    return is_done;
}

// Each to a file with its number in the place of %n. There can be thousands: what one of them takes
// is given back before the next.
static void write_numbered(const job *j, const char *input, const char *at) {
    kf_arena *arena = j->cli->arena, *scratch = kf_arena_new_in(arena);
    kf_output_file *target = kf_output_file_new(j->cli);
    size_t size = strlen(j->output) + 24;
    char *name = kf_arena_alloc(arena, size);
    bool is_good = true;
    for (size_t i = 0; is_good && i < j->count; i++) {
        kf_arena_level level = kf_arena_mark(scratch);
        if (j->figures != NULL)
            j->scenes[i] = kf_draw_write_scene(scratch, j->play, &j->figures[i]);
        snprintf(name, size, "%.*s%zu%s", (int)(at - j->output), j->output, i + 1, at + 2);
        is_good = write_file(j, input, target, name, i, 1);
        kf_arena_rewind(scratch, level);
    }
    kf_arena_free(scratch);
}

// Where the number of the figure stands in the name. In a folder only the ending has one: what the
// input is called has no meaning.
static const char *number_in(const job *j) {
    size_t ending = j->folder != NULL && j->ending != NULL ? strlen(j->ending) : 0;
    return strstr(j->output + (ending > 0 ? strlen(j->output) - ending : 0), "%n");
}

static void write_all(const job *j, const char *input) {
    const char *at = number_in(j);
    if (at == NULL && j->count > 1 && !j->writer->takes_many) {
        kf_options_wrong(j->cli,
                         "%zu figures need files of their own: say '-o' with %%n in the name, "
                         "as in fig-%%n.%s",
                         j->count, j->writer->name);
        return;
    }
    if (at == NULL) {
        write_file(j, input, kf_output_file_new(j->cli), j->output, 0, j->count);
        return;
    }
    write_numbered(j, input, at);
}

// ---- The command ----

// Whether the game is Go. Pictures show others as they can, what is typed is a board of Go.
static bool is_drawn(const job *j, kf_node game) {
    enum { PATH = 64 };
    char path[PATH];
    if (kf_record_is_go(j->record, game))
        return true;
    bool is_typed = strcmp(j->writer->name, "sensei") == 0 || strcmp(j->writer->name, "ascii") == 0;
    kf_log_add_as(j->cli->log, is_typed ? KF_ERROR : KF_WARNING, KF_CONVERT_OTHER_GAME,
                  kf_record_place(j->record, game, path, sizeof path),
                  is_typed ? "this game is not Go, and a board of Go cannot show it"
                           : "this game is not Go, and is drawn on a board of Go");
    return !is_typed;
}

// A folder of outputs repeats the name of the input but for `prefix` bytes.
static int draw_record(job *j, const char *input, size_t prefix) {
    kf_cli *cli = j->cli;
    int number = 1;
    if (!kf_options_number(cli, KF_OPTION_GAME, 1, INT32_MAX, &number))
        return KF_STATUS_FAILED;
    kf_record *record = kf_input_read_games(cli, input);
    // What reading finds is the business of 'kifu check', unless nothing could be read.
    if (record == NULL)
        return kf_report_entries(cli);
    kf_log_clear(cli->log);
    j->record = record;
    j->figures = NULL;
    j->count = 0;
    if (j->folder != NULL)
        j->output = kf_mirror_name(cli, j->folder, input + prefix, j->ending);
    j->play = kf_selection_cursor(cli->arena, record, NULL);
    kf_node game = kf_selection_game(cli, record);
    int status = game == 0 || !is_drawn(j, game) ? KF_STATUS_FAILED
                 : j->option.has_plan            ? make_many(j, game)
                                                 : make_one(j, game);
    if (status == KF_STATUS_CLEAN &&
        (j->folder == NULL || kf_mirror_folders(cli, j->folder, j->output)))
        write_all(j, input);
    kf_input_free(cli, record);
    return status;
}

// Blank sheets: N, or WIDTHxHEIGHT.
static int draw_empty(job *j) {
    const char *size = j->cli->values[OPTION_EMPTY], *sign = strchr(size, 'x');
    kf_text text = kf_text_of(size);
    size_t middle = sign != NULL ? (size_t)(sign - size) : text.length;
    int width = 0, height = 0;
    bool is_good = kf_text_number(kf_text_cut(text, 0, middle), &width);
    is_good = is_good &&
              (sign == NULL || kf_text_number(kf_text_cut(text, middle + 1, text.length), &height));
    height = sign == NULL ? width : height;
    if (!is_good || width < 1 || height < 1 || width > KF_BOARD_MAX || height > KF_BOARD_MAX)
        return kf_options_wrong(j->cli,
                                "'--empty' takes a size from 1 to 52 such as 19 or 13x9, "
                                "not '%.60s'",
                                size);
    if (j->cli->operand_count > 0)
        return kf_options_wrong(j->cli, "'--empty' draws no file");
    j->scenes = kf_arena_alloc(j->cli->arena, sizeof(kf_scene *));
    void **slot = kf_arena_slot(j->cli->arena, free_scene);
    *slot = kf_scene_empty(width, height, &j->option.plan.how);
    if (*slot == NULL)
        kf_arena_fail(j->cli->arena);
    j->scenes[j->count++] = *slot;
    write_all(j, "-");
    return KF_STATUS_CLEAN;
}

// Pictures of several files go to a folder, or one below the other as text.
static bool has_room(const job *j, size_t inputs) {
    static const char *const texts[] = {"ascii", "ansi", "sensei"};
    bool is_text = false;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        is_text = is_text || strcmp(j->writer->name, texts[i]) == 0;
    if (inputs < 2 || j->folder != NULL || (is_text && strcmp(j->output, "-") == 0))
        return true;
    kf_options_wrong(j->cli, "several files need a folder: '--output FOLDER/ --to %s'",
                     j->writer->name);
    return false;
}

static int draw_files(job *j) {
    kf_cli *cli = j->cli;
    int worst = KF_STATUS_CLEAN;
    kf_inputs inputs = kf_input_list(cli);
    if (!has_room(j, inputs.count) || (j->folder != NULL && !kf_output_file_folder(cli, j->folder)))
        return KF_STATUS_FAILED;
    // The ending of a name in the folder: with a number where figures are shared out.
    char *ending = kf_arena_alloc(cli->arena, strlen(j->writer->name) + 4);
    bool is_many = j->option.has_plan && !j->writer->takes_many;
    snprintf(ending, strlen(j->writer->name) + 4, "%s%s", is_many ? "%n." : "", j->writer->name);
    j->ending = ending;
    kf_progress_begin(cli, "files");
    for (size_t i = 0; i < inputs.count; i++) {
        kf_output_file_reserve(cli);
        kf_arena_level level = kf_arena_mark(cli->arena);
        if (i > 0 && j->folder == NULL)
            putc('\n', cli->out);
        int status = draw_record(j, inputs.names[i], inputs.prefixes[i]);
        kf_report_entries(cli);
        worst = status > worst ? status : worst;
        kf_arena_rewind(cli->arena, level);
        kf_progress_step(cli, i + 1, inputs.count);
    }
    kf_progress_clear(cli);
    return worst;
}

static int draw(kf_cli *cli) {
    job j = {.cli = cli, .is_strict = kf_options_has(cli, KF_OPTION_STRICT)};
    j.output = kf_options_has(cli, KF_OPTION_OUTPUT) ? cli->values[KF_OPTION_OUTPUT] : "-";
    if (!kf_input_prepare(cli) || !kf_draw_option_prepare(cli, &j.option))
        return KF_STATUS_FAILED;
    if (j.output[0] == '\0')
        return kf_options_wrong(cli, "'--output' takes the name of a file");
    if (kf_input_is_folder(j.output))
        j.folder = j.output;
    j.writer = kf_draw_option_writer(cli, j.output, "ascii");
    if (j.writer == NULL)
        return KF_STATUS_FAILED;
    int status = kf_options_has(cli, OPTION_EMPTY) ? draw_empty(&j) : draw_files(&j);
    kf_report_entries(cli);
    return status > cli->status ? status : cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "write to FILE, whose extension decides the kind of picture; a folder gets a picture for each "
     "input, of the kind that --to names; with %n in the name each figure gets a file of its own, "
     "numbered there"},
    KF_OPTIONS_WRITING,
    {KF_OPTION_TO, 't', "to", "KIND", "@picture",
     "the kind of picture, whatever the extension; plain text when neither decides"},
    {KF_OPTION_AT, 'a', "at", "PLACE", "last 0 10 50 100",
     "which position: a number of moves on the main line, '#N' for the move that is printed as N, "
     "'last', or a path; by default 'last'"},
    {OPTION_NUMBERS, 'n', "numbers", "[A-B]", NULL,
     "number the moves up to the place, or those from A to B: a figure of moves"},
    {KF_OPTION_NUMBERS_FROM, 0, "numbers-from", "N", NULL,
     "start numbering at N, whatever the numbers in the record are"},
    {OPTION_AS, 0, "as", "KIND", "figure position",
     "show every move at its point, captured stones too (figure), or what lies on the board "
     "(position); by default a figure when moves are numbered"},
    {KF_OPTION_FIGURES, 0, "figures", "N", "auto 50 100",
     "divide the game into figures of N moves, or ending at the moves A,B,C, or automatically "
     "(auto): at comments, at variations and where FG says so"},
    {KF_OPTION_VARIATIONS, 0, "variations", "[WAY]", "1 on",
     "also draw a figure for each variation and diagram; their moves are numbered from 1, or with "
     "'on' continue from the move they replace"},
    KF_MAX_FIGURES_OPTION_ROW,
    KF_DRAW_OPTION_ROWS,
    {KF_OPTION_TEX_PACKAGE, 0, "tex-package", "NAME", "tikz psgo",
     "in LaTeX, the package that draws: tikz (by default) or psgo"},
    {KF_OPTION_FRAGMENT, 0, "fragment", NULL, NULL,
     "in LaTeX and SVG, leave out what makes it a document of its own"},
    {OPTION_EMPTY, 0, "empty", "SIZE", "9 13 19", "draw an empty board instead of a file"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "the game with this number, where there are several"},
    {KF_OPTION_STRICT, 's', "strict", NULL, NULL,
     "draw nothing when the picture cannot show everything"},
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_draw = {
    .name = "draw",
    .summary = "draw positions and figures",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Draws a position of a game with everything that the record shows there: labels, marks, "
        "lines, territory, dimmed points and the visible part of the board. With --numbers it "
        "draws a figure of moves, which starts from the board before its first move and shows "
        "every move at its point; a move on a point where a stone is already drawn is noted below "
        "the figure, as in '112 at 20'.\n\n"
        "The extension of the output, or --to, decides the kind of picture. What that kind cannot "
        "show is listed on standard error; with --strict nothing is drawn in that case. The same "
        "input gives the same bytes.\n\n"
        "The exit status is 0, 1 when something would be lost under --strict, or 2 when a file "
        "could not be read, a record has no such place or the picture could not be written.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = draw,
    .part = kf_draw_option_part,
};
