// SPDX-License-Identifier: MIT
// kifu replay: plays a record out and shows what every move did.

#include <inttypes.h>
#include <string.h>

#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"

enum { NAMED = 20, PATH = 1024 };

// What is being replayed, and how it is printed.
typedef struct job {
    kf_cli *cli;
    const kf_record *record;
    kf_play *replay;
    kf_coords coords;
    const char *file;
    size_t game;   // its number, from 1
    bool is_found; // a game that is to be replayed
    int wanted;    // number of the only game, 0: all
    kf_inputs inputs;
} job;

static const char *write_point(const job *j, kf_point point, char text[KF_POINT_TEXT]) {
    const kf_board *board = kf_play_board(j->replay);
    kf_point_write(point, j->coords, board->width, board->height, text);
    return text;
}

static const char *verdict_of(const kf_play *replay) {
    const kf_step *step = kf_play_step(replay);
    static const char *const names[] = {"legal", "occupied", "ko", "suicide", "off-board"};
    if (step->is_forced)
        return "legal";
    if (step->verdict == KF_SUICIDE && kf_play_rules(replay)->suicide)
        return step->repeats > 0 ? "repetition" : "legal";
    if (step->verdict == KF_LEGAL && step->repeats > 0 &&
        kf_play_rules(replay)->repeats != KF_REPEATS_ALLOWED)
        return "repetition";
    return names[step->verdict];
}

// ---- As data ----

static void add_points(const job *j, kf_json *json, const char *name, const kf_point *points,
                       size_t count) {
    char text[KF_BOARD_POINTS][KF_POINT_TEXT];
    kf_text texts[KF_BOARD_POINTS];
    for (size_t i = 0; i < count; i++)
        texts[i] = kf_text_of(write_point(j, points[i], text[i]));
    kf_json_add_texts(json, name, texts, count);
}

static void add_ko(const job *j, kf_json *json) {
    char text[KF_POINT_TEXT];
    kf_colour banned;
    kf_point ko = kf_board_ko(kf_play_board(j->replay), &banned);
    if (ko == KF_NOWHERE)
        kf_json_add_null(json, "ko");
    else
        kf_json_add_string(json, "ko", write_point(j, ko, text));
}

static void print_object(job *j) {
    const kf_play *replay = j->replay;
    const kf_step *step = kf_play_step(replay);
    const kf_board *board = kf_play_board(replay);
    kf_point captured[KF_BOARD_POINTS], atari[5];
    char text[KF_POINT_TEXT], hash[20], path[PATH];
    kf_play_path(j->replay, path, sizeof path);
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", j->file);
    kf_json_add_number(json, "game", (int64_t)j->game);
    kf_json_add_string(json, "path", path);
    kf_json_add_number(json, "number", step->number);
    kf_json_add_colour(json, "color", step->colour);
    kf_json_add_string(json, "point", write_point(j, step->point, text));
    add_points(j, json, "captured", captured,
               kf_board_captured(board, &step->played, captured, KF_BOARD_POINTS));
    add_points(j, json, "atari", atari, kf_board_atari(board, &step->played, atari));
    add_ko(j, json);
    snprintf(hash, sizeof hash, "%016" PRIx64, board->hash);
    kf_json_add_string(json, "hash", hash);
    kf_json_add_number(json, "black_prisoners", board->prisoners[KF_BLACK]);
    kf_json_add_number(json, "white_prisoners", board->prisoners[KF_WHITE]);
    kf_json_add_string(json, "verdict", verdict_of(replay));
    kf_json_print(j->cli, json);
}

// ---- As text ----

// "D4 E5 and 3 more"
static void print_points(const job *j, const char *word, const kf_point *points, size_t count) {
    char text[KF_POINT_TEXT];
    if (count == 0)
        return;
    fputs(word, j->cli->out);
    for (size_t i = 0; i < count && i < NAMED; i++)
        fprintf(j->cli->out, " %s", write_point(j, points[i], text));
    if (count > NAMED)
        fprintf(j->cli->out, " and %zu more", count - NAMED);
}

static void print_move(const job *j) {
    const kf_play *replay = j->replay;
    const kf_step *step = kf_play_step(replay);
    const kf_board *board = kf_play_board(replay);
    FILE *out = j->cli->out;
    char text[KF_POINT_TEXT];
    kf_point points[KF_BOARD_POINTS];
    kf_colour banned;
    const char *verdict = verdict_of(replay);
    write_point(j, step->point, text);
    fprintf(out, "%5d %c %s", step->number, step->colour == KF_BLACK ? 'B' : 'W',
            text[0] != '\0' || j->coords == KF_COORDS_NONE ? text
            : step->point == KF_PASS                       ? "pass"
                                                           : "?");
    print_points(j, ", captures", points,
                 kf_board_captured(board, &step->played, points, KF_BOARD_POINTS));
    print_points(j, ", atari", points, kf_board_atari(board, &step->played, points));
    points[0] = kf_board_ko(board, &banned);
    if (points[0] != KF_NOWHERE)
        print_points(j, ", ko", points, 1);
    if (strcmp(verdict, "repetition") == 0)
        fprintf(out, ", repeats the position of %u move%s ago", (unsigned)step->repeats,
                step->repeats == 1 ? "" : "s");
    else if (strcmp(verdict, "legal") != 0)
        fprintf(out, ", %s: %s", kf_play_is_illegal(replay) ? "against the rules" : "unusual",
                verdict);
    putc('\n', out);
}

static void print_position(const job *j) {
    const kf_play *replay = j->replay;
    const kf_board *board = kf_play_board(replay);
    FILE *out = j->cli->out;
    char text[KF_POINT_TEXT];
    const kf_step *step = kf_play_step(replay);
    kf_point last = step->last;
    kf_diagram_print(j->cli, board, last, j->coords);
    fprintf(out, "captured: %u black, %u white\n", (unsigned)board->prisoners[KF_BLACK],
            (unsigned)board->prisoners[KF_WHITE]);
    if (last != KF_NOWHERE)
        fprintf(out, "last move: %d%s %s\n", step->number, last == KF_PASS ? "," : " at",
                write_point(j, last, text));
    fprintf(out, "hash: %016" PRIx64 "\n", board->hash);
}

// ---- Which moves ----

static void show_step(job *j) {
    const kf_step *step = kf_play_step(j->replay);
    bool is_json = kf_options_has(j->cli, KF_OPTION_JSON);
    if (!step->is_move) {
        if (step->has_setup && !is_json)
            fputs("      setup\n", j->cli->out);
        return;
    }
    if (is_json)
        print_object(j);
    else
        print_move(j);
}

// Shows every move of the nodes that the cursor enters.
static void show_moves(job *j, bool (*enter)(kf_play *)) {
    while (enter(j->replay)) {
        do
            show_step(j);
        while (kf_play_more(j->replay));
    }
    kf_selection_expect(j->cli->arena, j->replay);
}

static bool replay_game(job *j, kf_node game) {
    const char *at = j->cli->values[KF_OPTION_AT];
    bool is_json = kf_options_has(j->cli, KF_OPTION_JSON);
    kf_node node = kf_selection_node(j->cli, j->record, game, "last");
    if (node == 0)
        return false;
    if (is_json && at == NULL) {
        kf_play_start(j->replay, game);
        show_moves(j, kf_play_next);
        return true;
    }
    kf_play_aim(j->replay, 0, node);
    if (!is_json)
        fprintf(j->cli->out, "game %zu: %dx%d, %s\n", j->game, kf_play_board(j->replay)->width,
                kf_play_board(j->replay)->height, kf_play_rules(j->replay)->title);
    show_moves(j, kf_play_follow);
    if (!is_json)
        print_position(j);
    return true;
}

static void replay_record(job *j, int wanted) {
    kf_play_turn(j->replay, j->record, kf_rules_option_get(j->cli));
    for (kf_node game = kf_node_child(j->record, 0); game != 0;
         game = kf_node_next(j->record, game)) {
        j->game++;
        if (wanted != 0 && (size_t)wanted != j->game)
            continue;
        j->is_found = true;
        if (!replay_game(j, game))
            return;
    }
}

// All of a file, game by game, so that a collection takes no more memory than its largest game.
static void replay_all(job *j, const char *name) {
    kf_arena_level level = kf_arena_mark(j->cli->arena);
    kf_stream *stream = kf_input_open(j->cli, name);
    while (stream != NULL && (j->record = kf_stream_next(stream)) != NULL) {
        kf_report_entries(j->cli);
        replay_record(j, 0);
        if (!j->is_found)
            kf_selection_game(j->cli, j->record);
    }
    kf_arena_rewind(j->cli->arena, level);
}

// A place in a file: what there is instead is told where there is no such place.
static void replay_place(job *j, const char *name, int wanted) {
    kf_record *record = kf_input_read(j->cli, name);
    kf_report_entries(j->cli);
    j->record = record;
    if (record != NULL)
        replay_record(j, wanted);
    if (record != NULL && !j->is_found)
        kf_selection_game(j->cli, record);
    kf_report_entries(j->cli);
    kf_input_free(j->cli, record);
}

static void replay_file(void *context, size_t index) {
    job *j = context;
    j->file = j->inputs.names[index];
    j->game = 0;
    j->is_found = false;
    if (j->wanted == 0 && !kf_options_has(j->cli, KF_OPTION_AT))
        replay_all(j, j->file);
    else
        replay_place(j, j->file, j->wanted);
    kf_report_entries(j->cli);
}

static int replay(kf_cli *cli) {
    job j = {.cli = cli};
    if (!kf_input_prepare(cli) || !kf_rules_option_prepare(cli, &j.coords) ||
        !kf_input_game(cli, &j.wanted))
        return KF_STATUS_FAILED;
    j.replay = kf_selection_cursor(cli->arena, NULL, NULL);
    j.inputs = kf_input_list(cli);
    const kf_jobs jobs = {.count = j.inputs.count, .one = replay_file, .context = &j};
    return kf_jobs_run(cli, &jobs) ? cli->status : KF_STATUS_FAILED;
}

static const kf_option options[] = {
    {KF_OPTION_AT, 'a', "at", "PLACE", "last",
     "stop at a place: N moves of the main line, #N, last, or a path"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "replay only this game of the file"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL,
     "print each move as a JSON object on a line, without '--at' those of all variations"},
    KF_JOBS_OPTION_ROW,
    KF_RULES_OPTION_ROW,
    KF_COORDS_OPTION_ROW,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_replay = {
    .name = "replay",
    .summary = "replay records and report what every move does",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Plays each FILE on a board and prints its moves with what they capture, what they put "
        "into atari, and the point of a ko that may not be retaken at once; then the position, the "
        "stones captured so far and the hash of the position. A move against the rules is marked "
        "and played all the same: 'kifu check' reports it as a finding.\n\n"
        "The main line is replayed, or with '--at' the line to that place. The rules are those "
        "that the record names, else Japanese.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = replay,
};
