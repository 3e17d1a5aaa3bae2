// SPDX-License-Identifier: MIT
// kifu score: counts games.

#include <string.h>

#include "base/text.h"
#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_ARRANGE = KF_OPTION_OWN, OPTION_DEAD };

// What is being counted, and how.
typedef struct job {
    kf_cli *cli;
    const char *file;
    const kf_record *record;
    kf_play *replay;
    kf_ending *ending;
    kf_count *settlement;
    kf_coords coords;
    kf_count_way way;
    const char *dead; // points, or NULL
    size_t game;      // its number, from 1
    int wanted;       // number of the only game, 0: all
    kf_inputs inputs;
} job;

static void complain(const job *j, const char *what, kf_text word) {
    int length = word.length < 60 ? (int)word.length : 60;
    kf_log_add(j->cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "'--dead': %s '%.*s' in game %zu",
               what, length, word.data, j->game);
}

// Makes the chains dead that --dead names. False: one of the points is none, or empty.
static bool kill_named(const job *j) {
    kf_text rest = kf_text_of(j->dead), word;
    const kf_board *board = &j->ending->board;
    memset(j->ending->status, KF_ALIVE, sizeof j->ending->status);
    j->ending->source = KF_ENDING_UNMARKED;
    while (kf_text_item(&rest, &word)) {
        kf_point point =
            kf_point_read(word.data, word.length, j->coords, board->width, board->height);
        if (point == KF_NOWHERE || point == KF_PASS) {
            complain(j, "there is no point", word);
            return false;
        }
        if (!kf_ending_kill(j->ending, point)) {
            complain(j, "no stone lies on", word);
            return false;
        }
    }
    return true;
}

// The other way of counting: the stones are put into their territories on the table.
static void arrange(const job *j, const kf_score_view *view) {
    kf_score *score = kf_arena_resize(j->cli->arena, NULL, sizeof *score);
    kf_arrangement *arranged = kf_arena_resize(j->cli->arena, NULL, sizeof *arranged);
    const kf_count *s = j->settlement;
    kf_ending_count(&s->counted, s->judgement.end_status, KF_COUNTING_TERRITORY, score);
    void *memory = kf_arena_resize(j->cli->arena, NULL, kf_arrange_size(score));
    kf_arrange_count(&s->counted.board, score, memory, arranged);
    kf_score_text_arrange(view, arranged);
    bool agrees = true;
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        agrees = agrees &&
                 arranged->vacant[colour] - arranged->surplus[colour] == score->side[colour].points;
    fprintf(j->cli->out, "by subtraction: Black %d, White %d: both ways %s\n",
            score->side[KF_BLACK].points, score->side[KF_WHITE].points,
            agrees ? "agree" : "differ");
    kf_arena_release(j->cli->arena, memory);
    kf_arena_release(j->cli->arena, arranged);
    kf_arena_release(j->cli->arena, score);
}

static void warn_of_neutral(const job *j) {
    char path[256];
    if (j->settlement->neutral == 0)
        return;
    kf_place place = kf_record_place(j->record, j->ending->node, path, sizeof path);
    bool is_one = j->settlement->neutral == 1;
    kf_log_add(j->cli->log, KF_GO_NEUTRAL, place, "%d neutral point%s left on the board",
               j->settlement->neutral, is_one ? " is" : "s are");
}

// Whether RE says that the game ended before it could be counted. Missing passes or moves never
// say so: many records end with the last move that matters.
static bool was_broken_off(kf_text result) {
    static const char *const ends[] = {"R", "Resign", "T", "Time", "F", "Forfeit"};
    kf_text text = kf_text_trim(result);
    if (kf_text_equal_fold(text, KF_TEXT("Void")))
        return true;
    size_t plus = 0;
    while (plus < text.length && text.data[plus] != '+')
        plus++;
    kf_text how = kf_text_trim(kf_text_cut(text, plus + 1, text.length));
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (kf_text_equal_fold(how, kf_text_of(ends[i])))
            return true;
    return false;
}

static void score_game(job *j, kf_node game) {
    kf_node node = kf_selection_node(j->cli, j->record, game, "last");
    if (node == 0)
        return;
    if (!kf_ending_read(j->replay, node, j->ending))
        kf_arena_fail(j->cli->arena);
    if (!kf_options_has(j->cli, OPTION_DEAD) && was_broken_off(j->ending->result)) {
        kf_score_text_refuse(
            &(kf_score_view){j->cli, j->file, j->game, j->coords, j->ending, NULL});
        return;
    }
    if (j->dead != NULL && !kill_named(j))
        return;
    if (!kf_count_position(j->ending, j->way, j->settlement))
        kf_arena_fail(j->cli->arena);
    kf_progress_clear(j->cli);
    kf_score_view view = {j->cli, j->file, j->game, j->coords, j->ending, j->settlement};
    if (kf_options_has(j->cli, KF_OPTION_JSON))
        kf_score_json_print(&view);
    else
        kf_score_text_print(&view);
    if (kf_options_has(j->cli, OPTION_ARRANGE) && !kf_options_has(j->cli, KF_OPTION_JSON))
        arrange(j, &view);
    warn_of_neutral(j);
}

static void score_record(job *j) {
    int wanted = j->wanted;
    bool is_found = false;
    kf_play_turn(j->replay, j->record, kf_rules_option_get(j->cli));
    j->game = 0;
    for (kf_node game = kf_node_child(j->record, 0); game != 0;
         game = kf_node_next(j->record, game)) {
        j->game++;
        if (wanted != 0 && (size_t)wanted != j->game)
            continue;
        is_found = true;
        score_game(j, game);
    }
    if (!is_found)
        kf_selection_game(j->cli, j->record);
}

static void read_dead(job *j) {
    const char *dead = j->cli->values[OPTION_DEAD];
    j->way = KF_COUNT_AUTO;
    if (dead == NULL || strcmp(dead, "auto") == 0)
        return;
    bool is_judged = strcmp(dead, "judge") == 0;
    j->way = is_judged ? KF_COUNT_JUDGED : KF_COUNT_GIVEN;
    j->dead = is_judged ? NULL : dead;
}

static void score_file(void *context, size_t index) {
    job *j = context;
    j->file = j->inputs.names[index];
    kf_record *record = kf_input_read(j->cli, j->file);
    kf_report_entries(j->cli);
    j->record = record;
    if (record != NULL)
        score_record(j);
    kf_report_entries(j->cli);
    kf_input_free(j->cli, record);
}

static int score(kf_cli *cli) {
    job j = {.cli = cli};
    if (!kf_input_prepare(cli) || !kf_rules_option_prepare(cli, &j.coords) ||
        !kf_input_game(cli, &j.wanted))
        return KF_STATUS_FAILED;
    read_dead(&j);
    j.replay = kf_selection_cursor(cli->arena, NULL, NULL);
    j.ending = kf_arena_alloc(cli->arena, sizeof *j.ending);
    j.settlement = kf_arena_alloc(cli->arena, sizeof *j.settlement);
    j.inputs = kf_input_list(cli);
    kf_progress_begin(cli, "files");
    const kf_jobs jobs = {.count = j.inputs.count, .one = score_file, .context = &j};
    bool is_run = kf_jobs_run(cli, &jobs);
    kf_progress_clear(cli);
    return is_run ? cli->status : KF_STATUS_FAILED;
}

static const kf_option options[] = {
    {KF_OPTION_AT, 'a', "at", "PLACE", "last",
     "count at a place: N moves of the main line, #N, last, or a path"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "count only this game of the file"},
    {OPTION_DEAD, 0, "dead", "WHICH", "auto judge",
     "which stones are dead: auto (marked, else judged), judge, or points such as D4,Q16"},
    {OPTION_ARRANGE, 0, "arrange", NULL, NULL,
     "also count by filling and rearranging, and print the rearranged board"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print each count as a JSON object on a line"},
    KF_JOBS_OPTION_ROW,
    KF_RULES_OPTION_ROW,
    KF_COORDS_OPTION_ROW,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_score = {
    .name = "score",
    .summary = "score a game",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Counts each game of each FILE under the rules that it names, else under Japanese rules, "
        "and compares the count with the result that it states. Dead stones are those inside "
        "territory marked by TB and TW; where there are none and the game was played out, those "
        "under DD or MA; otherwise kifu judges them: first what is certain, then by random games "
        "played to the end, and says what is an estimate. Where it depends on who moves first, the "
        "range of results is printed.\n\n"
        "With '--arrange' the game is counted a second time the way players do it: prisoners fill "
        "their own territory, which is rearranged into rectangles with a side of 5 or 10.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = score,
};
