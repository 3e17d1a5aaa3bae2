// SPDX-License-Identifier: MIT
// Walks all branches with the board and reports where the record and the rules part.

#include "record/referee.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "record/outcome.h"
#include "record/path.h"
#include "record/record.h"

enum { PATH = 256, MESSAGE = 400, NOTES = 100, NAMED = 12 };

static const char *name_of(kf_colour colour) {
    return colour == KF_BLACK ? "Black" : "White";
}

// The place of a piece of the node's text. The path is found upwards from the node, which takes
// its time in a deep tree: entries that the log would not keep go without.
static kf_place place_of(const kf_referee *j, kf_node node, const char *piece, char *path) {
    kf_place place = kf_record_place_of(j->record, node, piece);
    kf_path_in_game(j->record, node, j->game, path, PATH);
    place.path = path;
    return place;
}

// A finding about the move in hand. Notes beyond a hundred are left out.
static void report(kf_referee *j, kf_severity severity, kf_code code, const char *what) {
    char path[PATH], point[KF_POINT_TEXT];
    const kf_step *step = &j->replay->step;
    const kf_board *board = &j->replay->board;
    if (severity == KF_NOTE && j->notes++ >= NOTES)
        return;
    kf_place place = {.source = NULL};
    if (kf_log_keeps(j->log, severity, code))
        place = place_of(j, step->node, step->value.data, path);
    kf_point_write(step->point, KF_COORDS_A1, board->width, board->height, point);
    kf_log_add_as(j->log, severity, code, place, "move %d, %s %s: %s", step->number,
                  name_of(step->colour), point, what);
}

// A finding about a property of the node in hand.
static void report_fact(kf_referee *j, kf_severity severity, kf_code code, kf_text value,
                        const char *what) {
    char path[PATH];
    if (severity == KF_NOTE && j->notes++ >= NOTES)
        return;
    kf_place place = {.source = NULL};
    if (kf_log_keeps(j->log, severity, code))
        place = place_of(j, j->replay->step.node, value.data, path);
    kf_log_add_as(j->log, severity, code, place, "%s", what);
}

static void judge_legality(kf_referee *j) {
    const kf_step *step = &j->replay->step;
    const kf_rules *rules = j->replay->rules;
    char what[MESSAGE];
    if (step->verdict == KF_OCCUPIED) {
        snprintf(what, sizeof what, "a %s stone lies there",
                 step->played->replaced == KF_BLACK ? "black" : "white");
        report(j, KF_ERROR, KF_GO_OCCUPIED, what);
    } else if (step->verdict == KF_KO) {
        report(j, KF_ERROR, KF_GO_KO, "the ko was taken just now and may not be retaken at once");
    } else if (step->verdict == KF_SUICIDE && !rules->suicide) {
        snprintf(what, sizeof what,
                 "suicide: %u stone%s without a liberty, and nothing is captured",
                 (unsigned)step->played->suicided, step->played->suicided == 1 ? "" : "s");
        report(j, j->replay->is_stated ? KF_ERROR : KF_WARNING, KF_GO_SUICIDE, what);
    } else if (step->repeats > 0 && rules->repeats != KF_REPEATS_ALLOWED) {
        snprintf(what, sizeof what, "the position of %u move%s ago comes back",
                 (unsigned)step->repeats, step->repeats == 1 ? "" : "s");
        report(j, rules->repeats == KF_REPEATS_FORBIDDEN ? KF_ERROR : KF_WARNING, KF_GO_SUPERKO,
               what);
    }
}

static void judge_turn(kf_referee *j) {
    const kf_step *step = &j->replay->step;
    // Ishi's numbers and colours are free, and in variations moves are often left out.
    bool is_mild = step->is_variation || j->record->places != NULL;
    char what[MESSAGE];
    snprintf(what, sizeof what, "it was %s's turn", name_of(kf_colour_other(step->colour)));
    report(j, is_mild ? KF_NOTE : KF_WARNING, KF_GO_TURN, what);
}

// Adds the points to the message, the first of them by name.
static size_t list_points(const kf_board *board, const kf_point *points, size_t count, char *out) {
    size_t length = 0;
    for (size_t i = 0; i < count && i < NAMED; i++) {
        out[length++] = ' ';
        length +=
            kf_point_write(points[i], KF_COORDS_A1, board->width, board->height, out + length);
    }
    if (count > NAMED)
        length += (size_t)snprintf(out + length, 32, " and %zu more", count - NAMED);
    out[length] = '\0';
    return length;
}

static void judge_prisoners(kf_referee *j) {
    const kf_board *board = &j->replay->board;
    kf_prisoners found;
    char missing[MESSAGE / 2], surplus[MESSAGE / 2], what[MESSAGE + 64];
    kf_referee_prisoner(j->replay, &found);
    list_points(board, found.missing, found.missing_count, missing);
    list_points(board, found.surplus, found.surplus_count, surplus);
    if (found.missing_count == 0 && found.surplus_count == 0)
        return;
    snprintf(what, sizeof what, "the list of prisoners %s%s%s%s%s",
             found.missing_count > 0 ? "lacks" : "", missing,
             found.missing_count > 0 && found.surplus_count > 0 ? " and " : "",
             found.surplus_count > 0 ? "has, uncaptured," : "", surplus);
    report_fact(j, KF_WARNING, KF_GO_PRISONER, j->replay->step.prisoners, what);
}

// Handicap and komi are looked at once a game, when the first move of the main line that is no
// free placement has been played.
static void judge_opening(kf_referee *j) {
    kf_replay *replay = j->replay;
    kf_node game = replay->frames[0].node;
    const char *what;
    char message[MESSAGE];
    bool is_placement = replay->step.colour == KF_BLACK &&
                        replay->frames[replay->depth - 1].is_opening && !replay->step.is_turn_fault;
    if (j->opened == game || replay->step.is_variation || is_placement)
        return;
    j->opened = game;
    if ((what = kf_referee_game_handicap(replay, message, sizeof message)) != NULL)
        report_fact(j, KF_WARNING, KF_GO_HANDICAP, replay->facts[KF_REPLAY_HA], what);
    if ((what = kf_referee_game_komi(replay, message, sizeof message)) != NULL)
        report_fact(j, KF_NOTE, KF_GO_KOMI, replay->facts[KF_REPLAY_KM], what);
}

static void judge_move(kf_referee *j) {
    const kf_step *step = &j->replay->step;
    bool is_plain = step->verdict == KF_LEGAL && step->repeats == 0;
    bool is_told = j->record->is_played && step->verdict == KF_OCCUPIED;
    if (!is_plain && !is_told && !step->is_forced)
        judge_legality(j);
    if (step->is_turn_fault && !j->record->is_played)
        judge_turn(j);
    if (step->is_after_end)
        report(j, KF_NOTE, KF_GO_AFTER_END, "the game had ended by passes");
    if (j->opened != j->replay->frames[0].node)
        judge_opening(j);
}

// RE against the board, when the game has been walked through.
static void judge_result(kf_referee *j, kf_node game) {
    char message[MESSAGE];
    kf_text value;
    if (!kf_property_get(j->record, game, "RE", &value) ||
        kf_outcome_read(value).kind != KF_OUTCOME_POINTS)
        return;
    kf_node last = kf_path_find(j->record, game, "last");
    const char *what = kf_referee_result(j->replay, last, message, sizeof message);
    if (what == NULL)
        return;
    // The replay stands at the end of the game, the finding at its beginning.
    char path[PATH];
    kf_log_add(j->log, KF_GO_RESULT, place_of(j, game, value.data, path), "%s", what);
}

void kf_referee_init(kf_referee *referee, kf_arena *arena, const kf_record *record,
                     const kf_rules *rules, kf_log *log) {
    *referee = (kf_referee){.record = record, .log = log};
    referee->replay = kf_arena_alloc(arena, sizeof *referee->replay);
    kf_replay_init(referee->replay, arena, record, rules);
}

void kf_referee_start(kf_referee *referee, kf_node game) {
    kf_replay_start(referee->replay, game);
    referee->game_node = game;
    referee->game++;
}

// Until the opening was judged every move is looked at.
kf_node kf_referee_next(kf_referee *referee) {
    bool is_open = referee->opened != referee->game_node;
    bool is_there = is_open ? kf_replay_next(referee->replay) : kf_replay_run(referee->replay);
    return is_there ? referee->replay->step.node : 0;
}

void kf_referee_judge(kf_referee *referee) {
    kf_replay *replay = referee->replay;
    if (replay->step.is_move)
        do
            judge_move(referee);
        while (kf_replay_more(replay));
    if (replay->step.has_prisoners)
        judge_prisoners(referee);
}

void kf_referee_end(kf_referee *referee) {
    judge_result(referee, referee->game_node);
}
