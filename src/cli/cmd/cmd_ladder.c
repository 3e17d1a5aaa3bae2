// SPDX-License-Identifier: MIT
// kifu ladder: ladders.

#include <string.h>

#include <kifu/reading.h>

#include "base/buffer.h"
#include "cli/frame/cli.h"
#include "cli/frame/draw_option.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_BREAKERS = KF_OPTION_OWN };

enum { LONGEST = KF_LADDER_DEEPEST };

// What is asked, and room for the answers.
typedef struct job {
    kf_cli *cli;
    const kf_selection *spot;
    const kf_board *board;
    kf_ladder *ladder;
    kf_point stone; // of the chain in question
    kf_colour colour;
    kf_ladder_result result[3]; // by the colour that begins
    bool has_ko[3];
    size_t length[3];
    size_t breaker_count;
    kf_point (*lines)[LONGEST]; // likewise
    kf_point *breakers;
    char (*names)[KF_POINT_TEXT]; // room for a line in words
    kf_text *texts;
    char (*signs)[KF_DIAGRAM_TEXT]; // room for a board with numbers
    bool is_drawn;
    // For --output.
    kf_draw_option option;
    const kf_writer *writer;
    const char *output; // NULL: no picture is wanted
} job;

static const char *const words[] = {"saved", "caught", "unknown"};

static const char *name_of(int colour) {
    return colour == KF_BLACK ? "Black" : "White";
}

// Who begins the chase: the chaser, or the chain's owner when it stands in atari already, for then
// it begins with the flight.
static int starting_side(const job *j) {
    kf_point liberty[2];
    bool in_atari = kf_ladder_liberties(j->board, j->stone, liberty) == 1;
    return in_atari ? (int)j->colour : 3 - (int)j->colour;
}

// The same where breakers are looked for. KF_EMPTY: the chain is not caught then.
static int breaking_side(const job *j) {
    int first = starting_side(j);
    bool is_asked = kf_options_has(j->cli, OPTION_BREAKERS);
    return is_asked && j->result[first] == KF_LADDER_CAUGHT ? first : KF_EMPTY;
}

static void solve(job *j) {
    kf_ladder *ladder = j->ladder;
    for (int first = KF_BLACK; first <= KF_WHITE; first++) {
        j->result[first] = kf_ladder_read(ladder, j->board, j->stone, (kf_colour)first);
        j->has_ko[first] = kf_ladder_has_ko(ladder);
        j->length[first] =
            kf_ladder_line(ladder, j->board, j->stone, (kf_colour)first, j->lines[first], LONGEST);
    }
    int first = breaking_side(j);
    if (first != KF_EMPTY)
        j->breaker_count = kf_ladder_breakers(ladder, j->board, j->stone, (kf_colour)first,
                                              j->breakers, KF_BOARD_POINTS);
}

// ---- As data ----

static void add_points(const job *j, kf_json *json, const char *name, const kf_point *points,
                       size_t count) {
    for (size_t i = 0; i < count; i++)
        j->texts[i] = kf_text_of(kf_selection_write(j->spot, points[i], j->names[i]));
    kf_json_add_texts(json, name, j->texts, count);
}

static void print_object(const job *j) {
    kf_point liberty[2];
    char text[KF_POINT_TEXT];
    int runner = j->colour, chaser = 3 - runner;
    int count = kf_ladder_liberties(j->board, j->stone, liberty);
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", j->spot->file);
    kf_json_add_number(json, "game", (int64_t)j->spot->game);
    kf_json_add_string(json, "group", kf_selection_write(j->spot, j->stone, text));
    kf_json_add_colour(json, "color", runner);
    kf_json_add_number(json, "stones", (int64_t)kf_chain_stones(j->board, j->stone, NULL, 0));
    if (count < 3)
        add_points(j, json, "liberties", liberty, (size_t)count);
    kf_json_add_string(json, "chaser_first", words[j->result[chaser]]);
    kf_json_add_string(json, "runner_first", words[j->result[runner]]);
    add_points(j, json, "chaser_line", j->lines[chaser], j->length[chaser]);
    add_points(j, json, "runner_line", j->lines[runner], j->length[runner]);
    kf_json_add_bool(json, "ko", j->has_ko[KF_BLACK] || j->has_ko[KF_WHITE]);
    if (kf_options_has(j->cli, OPTION_BREAKERS)) {
        if (breaking_side(j) == KF_EMPTY)
            kf_json_add_null(json, "breakers");
        else
            add_points(j, json, "breakers", j->breakers, j->breaker_count);
    }
    kf_json_print(j->cli, json);
}

// ---- As text ----

static void print_points(const job *j, const kf_point *points, size_t count) {
    char text[KF_POINT_TEXT];
    for (size_t i = 0; i < count; i++)
        fprintf(j->cli->out, " %s", kf_selection_write(j->spot, points[i], text));
    putc('\n', j->cli->out);
}

static void clear_signs(const job *j) {
    memset(j->signs, 0, (size_t)KF_BOARD_POINTS * sizeof j->signs[0]);
}

static char *sign_of(const job *j, kf_point point) {
    return j->signs[kf_point_row(point) * KF_BOARD_MAX + kf_point_column(point)];
}

static void name_move(char text[KF_DIAGRAM_TEXT], size_t index) {
    snprintf(text, KF_DIAGRAM_TEXT, "%u", (unsigned)(index + 1) % 10000);
}

// The line as a figure: every move at its point, a second one on a point as a note below.
static void draw_line(const job *j, const kf_point *moves, size_t count) {
    char text[KF_POINT_TEXT], number[KF_DIAGRAM_TEXT];
    clear_signs(j);
    for (size_t i = 0; i < count; i++)
        if (moves[i] != KF_PASS && sign_of(j, moves[i])[0] == '\0')
            name_move(sign_of(j, moves[i]), i);
    kf_diagram_print_texts(j->cli, j->board, (const char(*)[KF_DIAGRAM_TEXT])j->signs,
                           j->spot->coords);
    for (size_t i = 0; i < count; i++) {
        name_move(number, i);
        if (moves[i] != KF_PASS && strcmp(sign_of(j, moves[i]), number) != 0)
            fprintf(j->cli->out, "%s at %s\n", number,
                    kf_board_get(j->board, moves[i]) == KF_EMPTY
                        ? sign_of(j, moves[i])
                        : kf_selection_write(j->spot, moves[i], text));
    }
}

static void draw_breakers(const job *j) {
    size_t count = j->breaker_count;
    clear_signs(j);
    for (size_t i = 0; i < count; i++)
        snprintf(sign_of(j, j->breakers[i]), KF_DIAGRAM_TEXT, "*");
    fprintf(j->cli->out, "  one stone saves it on %zu point%s%s", count, count == 1 ? "" : "s",
            count > 0 ? ":" : "");
    print_points(j, j->breakers, count);
    if (j->is_drawn)
        kf_diagram_print_texts(j->cli, j->board, (const char(*)[KF_DIAGRAM_TEXT])j->signs,
                               j->spot->coords);
}

static void print_side(const job *j, int first) {
    const kf_point *line = j->lines[first];
    size_t count = j->length[first];
    fprintf(j->cli->out, "  %s first: %s", name_of(first), words[j->result[first]]);
    if (j->result[first] == KF_LADDER_CAUGHT && count > 0)
        fprintf(j->cli->out, " in %zu move%s", count, count == 1 ? "" : "s");
    fprintf(j->cli->out, "%s%s", j->has_ko[first] ? ", a ko was met" : "", count > 0 ? ":" : "");
    print_points(j, line, count);
    if (j->is_drawn && count > 1)
        draw_line(j, line, count);
    if (breaking_side(j) == first)
        draw_breakers(j);
}

static void print_chain(const job *j) {
    char text[KF_POINT_TEXT];
    kf_point liberty[2];
    size_t stones = kf_chain_stones(j->board, j->stone, NULL, 0);
    int liberties = kf_ladder_liberties(j->board, j->stone, liberty);
    fprintf(j->cli->out, "%s %s, %zu %s, %d%s libert%s\n", name_of(j->colour),
            kf_selection_write(j->spot, j->stone, text), stones, stones == 1 ? "stone" : "stones",
            liberties, liberties == 3 ? " or more" : "", liberties == 1 ? "y" : "ies");
    print_side(j, 3 - (int)j->colour);
    print_side(j, (int)j->colour);
}

// ---- As a picture ----

static kf_text caption_of(const job *j, int first) {
    char point[KF_POINT_TEXT];
    kf_buffer out = {.arena = j->cli->arena};
    if (breaking_side(j) != KF_EMPTY) {
        kf_buffer_add_string(&out, j->breaker_count > 0 ? "One stone saves " : "No stone saves ");
        kf_buffer_add_string(&out, kf_selection_write(j->spot, j->stone, point));
        if (j->breaker_count == 0)
            return kf_buffer_text(&out);
        kf_buffer_add_string(&out, " on ");
        kf_buffer_add_number(&out, (long)j->breaker_count);
        kf_buffer_add_string(&out, j->breaker_count == 1 ? " point" : " points");
        return kf_buffer_text(&out);
    }
    kf_buffer_add_string(&out, name_of(first));
    kf_buffer_add_string(&out, " first: ");
    kf_buffer_add_string(&out, kf_selection_write(j->spot, j->stone, point));
    kf_buffer_add_string(&out, " is ");
    kf_buffer_add_string(&out, words[j->result[first]]);
    return kf_buffer_text(&out);
}

// One file shows one chain: the moves of its chase, or the points that --breakers found.
static void draw_chain(job *j) {
    int first = starting_side(j);
    bool has_map = breaking_side(j) != KF_EMPTY;
    kf_ladder_picture picture = {
        .board = j->board,
        .first = (kf_colour)first,
        .moves = j->lines[first],
        .move_count = has_map ? 0 : j->length[first],
        .points = j->breakers,
        .point_count = has_map ? j->breaker_count : 0,
        .caption = caption_of(j, first),
    };
    kf_ladder_picture_write(j->cli, &picture, &j->option, j->writer, j->output);
}

// ---- Which chains ----

static void answer(job *j, kf_point stone) {
    j->stone = stone;
    j->colour = kf_board_get(j->board, stone);
    solve(j);
    if (kf_options_has(j->cli, KF_OPTION_JSON))
        print_object(j);
    else
        print_chain(j);
    if (j->output != NULL)
        draw_chain(j);
}

// The first stone of the chain in the order of the board stands for it.
static kf_point first_of(const kf_board *board, kf_point stone) {
    kf_point first = stone;
    uint32_t begin = kf_board_cell(board, stone), at = begin;
    do {
        kf_point point = kf_board_point(board, at);
        first = point < first ? point : first;
        at = board->cell[at].next;
    } while (at != begin);
    return first;
}

// The next chain from there on, in the order of the board, that has one or two liberties: the
// number of a point of it, or that of all points.
static int next_chain(const kf_board *board, int from) {
    kf_point liberty[2];
    int i = from, all = board->width * board->height;
    for (; i < all; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (kf_board_get(board, point) != KF_EMPTY && first_of(board, point) == point &&
            kf_ladder_liberties(board, point, liberty) <= 2)
            break;
    }
    return i;
}

// A chain that is alone is drawn as if it were asked for.
static void answer_all(job *j) {
    const kf_board *board = j->board;
    int all = board->width * board->height, first = next_chain(board, 0);
    j->is_drawn = next_chain(board, first + 1) >= all;
    for (int i = first; i < all; i = next_chain(board, i + 1))
        answer(j, kf_point_at(i % board->width, i / board->width));
    if (first == all && !kf_options_has(j->cli, KF_OPTION_JSON))
        fputs("no chain has fewer than three liberties\n", j->cli->out);
}

static void visit(void *context, const kf_selection *spot) {
    job *j = context;
    kf_point stone;
    j->spot = spot;
    j->board = kf_play_board(spot->replay);
    if (!kf_selection_group(spot, &stone))
        return;
    if (!kf_options_has(j->cli, KF_OPTION_JSON))
        kf_selection_print(spot);
    if (stone == KF_NOWHERE) {
        answer_all(j);
        return;
    }
    j->is_drawn = true;
    answer(j, stone);
}

// Whether nothing is said of a picture that is not wanted. False: the log says what.
static bool needs_no_picture(kf_cli *cli) {
    static const struct {
        int key;
        const char *name;
    } rest[] = {{KF_OPTION_TO, "to"},
                {KF_OPTION_CROP, "crop"},
                {KF_OPTION_STYLE, "style"},
                {KF_OPTION_WIDTH, "width"}};
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        if (kf_options_has(cli, rest[i].key)) {
            kf_options_wrong(cli, "'--%s' says how a picture looks: '--output' is needed too",
                             rest[i].name);
            return false;
        }
    return true;
}

// What --output asks for. False: it cannot be used, and the log says so.
static bool prepare_picture(job *j) {
    kf_cli *cli = j->cli;
    j->output = cli->values[KF_OPTION_OUTPUT];
    if (j->output == NULL)
        return needs_no_picture(cli);
    if (j->output[0] == '\0' || strcmp(j->output, "-") == 0) {
        kf_options_wrong(cli, "'--output' takes the name of a file");
        return false;
    }
    if (!kf_options_has(cli, KF_OPTION_GROUP)) {
        kf_options_wrong(cli, "'--output' draws one chain: say which with '--group'");
        return false;
    }
    if (kf_options_has(cli, KF_OPTION_JOBS)) {
        kf_options_wrong(cli, "'--output' takes one position, and '--jobs' several files");
        return false;
    }
    if (!kf_draw_option_prepare(cli, &j->option))
        return false;
    j->writer = kf_draw_option_writer(cli, j->output, NULL);
    return j->writer != NULL;
}

static void close_ladder(void *ladder) {
    kf_ladder_free(ladder);
}

static int ladder(kf_cli *cli) {
    job j = {.cli = cli};
    if (!kf_input_prepare(cli) || !prepare_picture(&j))
        return KF_STATUS_FAILED;
    void **slot = kf_arena_slot(cli->arena, close_ladder);
    j.ladder = *slot = kf_ladder_new();
    if (j.ladder == NULL)
        kf_arena_fail(cli->arena);
    j.lines = kf_arena_alloc(cli->arena, 3 * sizeof *j.lines);
    j.breakers = kf_arena_alloc(cli->arena, KF_BOARD_POINTS * sizeof *j.breakers);
    j.names = kf_arena_alloc(cli->arena, LONGEST * sizeof *j.names);
    j.texts = kf_arena_alloc(cli->arena, LONGEST * sizeof *j.texts);
    j.signs = kf_arena_alloc(cli->arena, KF_BOARD_POINTS * sizeof *j.signs);
    return kf_selection_each(cli, visit, &j);
}

static kf_part part_of(const kf_cli *cli) {
    return kf_options_has(cli, KF_OPTION_OUTPUT) ? kf_draw_option_part(cli) : KF_PART_NONE;
}

static const kf_option options[] = {
    {KF_OPTION_AT, 'a', "at", "PLACE", "last",
     "the position at a place: N moves of the main line, #N, last, or a path"},
    {OPTION_BREAKERS, 0, "breakers", NULL, NULL,
     "also list the points where one stone of its colour would save a captured chain"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "only this game of the file"},
    {KF_OPTION_GROUP, 0, "group", "POINT", NULL,
     "only the chain on this point, with its lines of play drawn; where there is only one chain, "
     "they always are"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print each chain as a JSON object on a line"},
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "also draw the chain of --group into FILE, whose extension decides the kind of picture: the "
     "moves of its chase, or with --breakers the points that save it"},
    KF_OPTIONS_WRITING,
    {KF_OPTION_TO, 't', "to", "KIND", "@picture", "the kind of picture, whatever the extension"},
    {KF_OPTION_CROP, 0, "crop", "REGION", "auto none",
     "the part of the board to draw: auto (the stones, with a margin), none, or two corners such "
     "as A1:K10"},
    {KF_OPTION_STYLE, 0, "style", "NAME", "book wood mono dark",
     "the style of the picture: book (by default), wood, mono, dark, or a file as for 'kifu draw'"},
    {KF_OPTION_WIDTH, 'w', "width", "N", "400 840 1200",
     "the picture's width, in pixels or points"},
    KF_JOBS_OPTION_ROW,
    KF_RULES_OPTION_ROW,
    KF_COORDS_OPTION_ROW,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_ladder = {
    .name = "ladder",
    .summary = "read ladders",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "For each chain with one or two liberties, says whether it can be captured by ataris "
             "alone, if the opponent moves first and if its owner does. A chain is saved when it "
             "gets three liberties, or when no atari is left. The position is the end of the main "
             "line, or the place that '--at' names.\n\n"
             "With '--breakers' every vacant point is tried as the place of a stone of the chain's "
             "colour before the chase began. The chase begins with the opponent's move, or, if the "
             "chain is already in atari, with its escape.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = ladder,
    .part = part_of,
};
