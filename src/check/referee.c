// SPDX-License-Identifier: MIT
// Walks all branches with the board and reports where the record and the rules part.

#include "check/check.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "record/path.h"
#include "record/record.h"
#include <kifu/play.h>

// ---- Prisoners ----

kf_point kf_referee_prisoner_point(kf_play *replay, kf_text field) {
    const kf_board *board = kf_play_board(replay);
    int number;
    if (field.length > 1 && field.data[0] == '#')
        return kf_text_number(kf_text_cut(field, 1, field.length), &number)
                   ? kf_play_numbered(replay, number)
                   : KF_NOWHERE;
    return kf_point_read(field.data, field.length, KF_COORDS_A1, board->width, board->height);
}

static size_t prisoner_index(kf_point point) {
    return (size_t)kf_point_row(point) * KF_BOARD_MAX + (size_t)kf_point_column(point);
}

void kf_referee_prisoner(kf_play *replay, kf_prisoners *answer) {
    bool is_captured[KF_BOARD_POINTS] = {false}, is_listed[KF_BOARD_POINTS] = {false};
    kf_point captured[KF_BOARD_POINTS];
    size_t count = 0;
    if (kf_play_step(replay)->is_move)
        count = kf_board_captured(kf_play_board(replay), &kf_play_step(replay)->played, captured,
                                  KF_BOARD_POINTS);
    kf_text fields = kf_play_step(replay)->prisoners, field;
    answer->missing_count = answer->surplus_count = 0;
    for (size_t i = 0; i < count; i++)
        is_captured[prisoner_index(captured[i])] = true;
    while (kf_property_value(&fields, &field)) {
        kf_point point = kf_referee_prisoner_point(replay, kf_text_trim(field));
        if (point == KF_NOWHERE || point == KF_PASS || is_listed[prisoner_index(point)])
            continue;
        is_listed[prisoner_index(point)] = true;
        if (!is_captured[prisoner_index(point)])
            answer->surplus[answer->surplus_count++] = point;
    }
    for (size_t i = 0; i < count; i++)
        if (!is_listed[prisoner_index(captured[i])])
            answer->missing[answer->missing_count++] = captured[i];
}

// ---- The walk ----

enum { PATH = 256, MESSAGE = KF_REFEREE_MESSAGE, NOTES = 100, NAMED = 12 };

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

// How many moves a node has; `told` is the number that it states of the first, else below 0.
static int count_moves(const kf_record *record, kf_node node, int *told) {
    kf_text rest = kf_node_text(record, node);
    kf_property property;
    int moves = 0;
    *told = -1;
    while (kf_property_scan(&rest, &property)) {
        int id = kf_play_node_id(property.name);
        moves += id == KF_P_B || id == KF_P_W;
        if (id == KF_P_MN && !kf_record_number(kf_play_node_value(&property), told))
            *told = -1;
    }
    return moves;
}

// The number of a node's move, which the cursor counts on its way down.
static int number_of(const kf_record *record, kf_node node) {
    const kf_row *rows = record->rows;
    int64_t number = 0;
    for (int told = -1; told < 0 && node != 0; node = rows[node].parent) {
        int moves =
            kf_value_is_move(kf_node_text(record, node)) ? 1 : count_moves(record, node, &told);
        told = moves > 0 ? told : -1;
        number += told < 0 ? moves : (int64_t)told + moves - 1;
    }
    return number < INT32_MAX ? (int)number : INT32_MAX;
}

// The move in hand.
static kf_fault fault_of(const kf_referee *j) {
    const kf_step *step = kf_play_step(j->replay);
    const kf_board *board = kf_play_board(j->replay);
    bool is_allowed = step->verdict == KF_SUICIDE && j->replay->rules->suicide;
    return (kf_fault){.node = step->node,
                      .value = step->value,
                      .point = step->point,
                      .colour = step->colour,
                      .verdict = is_allowed ? KF_LEGAL : step->verdict,
                      .replaced = (kf_colour)step->played.replaced,
                      .suicided = step->played.suicided,
                      .width = board->width,
                      .height = board->height,
                      .is_turn_fault = step->is_turn_fault,
                      .is_variation = step->is_variation,
                      .is_stated = j->replay->is_stated,
                      .number = step->number};
}

// A finding about a move. Notes beyond a hundred are left out.
static void report(kf_referee *j, const kf_fault *fault, kf_severity severity, kf_code code,
                   const char *what) {
    char path[PATH], point[KF_POINT_TEXT] = "";
    int number = fault->number;
    if (severity == KF_NOTE && j->notes++ >= NOTES)
        return;
    if (!kf_log_keeps(j->log, severity, code)) {
        kf_log_pass(j->log, severity, code);
        return;
    }
    kf_place place = place_of(j, fault->node, fault->value.data, path);
    kf_point_write(fault->point, KF_COORDS_A1, fault->width, fault->height, point);
    number = number >= 0 ? number : number_of(j->record, fault->node);
    // A move at no point of the board has no name.
    kf_log_add_as(j->log, severity, code, place, "move %d, %s%s%s: %s", number,
                  name_of(fault->colour), point[0] != '\0' ? " " : "", point, what);
}

// A finding at the node in hand about a property of `holder`, that node or the root.
static void report_fact(kf_referee *j, kf_severity severity, kf_code code, kf_node holder,
                        kf_text value, const char *what) {
    char path[PATH];
    if (severity == KF_NOTE && j->notes++ >= NOTES)
        return;
    if (!kf_log_keeps(j->log, severity, code)) {
        kf_log_pass(j->log, severity, code);
        return;
    }
    kf_place place = place_of(j, kf_play_step(j->replay)->node, value.data, path);
    place.offset = kf_record_place_of(j->record, holder, value.data).offset;
    kf_log_add_as(j->log, severity, code, place, "%s", what);
}

// False: the move is not forbidden by what lies on the board and was taken last.
static bool judge_ban(kf_referee *j, const kf_fault *fault) {
    char what[MESSAGE];
    if (fault->verdict == KF_OCCUPIED) {
        bool is_black = fault->replaced == KF_BLACK;
        report(j, fault, KF_ERROR, KF_GO_OCCUPIED,
               is_black ? "a black stone lies there" : "a white stone lies there");
    } else if (fault->verdict == KF_KO) {
        report(j, fault, KF_ERROR, KF_GO_KO,
               "the ko was taken just now and may not be retaken at once");
    } else if (fault->verdict == KF_SUICIDE) {
        snprintf(what, sizeof what,
                 "suicide: %u stone%s without a liberty, and nothing is captured",
                 (unsigned)fault->suicided, fault->suicided == 1 ? "" : "s");
        report(j, fault, fault->is_stated ? KF_ERROR : KF_WARNING, KF_GO_SUICIDE, what);
    } else {
        return false;
    }
    return true;
}

static void judge_legality(kf_referee *j, const kf_fault *fault) {
    const kf_step *step = kf_play_step(j->replay);
    const kf_rules *rules = j->replay->rules;
    char what[MESSAGE];
    if (judge_ban(j, fault) || step->repeats == 0 || rules->repeats == KF_REPEATS_ALLOWED)
        return;
    snprintf(what, sizeof what, "the position of %u move%s ago comes back", (unsigned)step->repeats,
             step->repeats == 1 ? "" : "s");
    report(j, fault, rules->repeats == KF_REPEATS_FORBIDDEN ? KF_ERROR : KF_WARNING, KF_GO_SUPERKO,
           what);
}

static void judge_turn(kf_referee *j, const kf_fault *fault) {
    // Ishi's numbers and colours are free, and in variations moves are often left out.
    bool is_mild = fault->is_variation || j->record->places != NULL;
    report(j, fault, is_mild ? KF_NOTE : KF_WARNING, KF_GO_TURN,
           fault->colour == KF_BLACK ? "it was White's turn" : "it was Black's turn");
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
    const kf_board *board = kf_play_board(j->replay);
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
    report_fact(j, KF_WARNING, KF_GO_PRISONER, kf_play_step(j->replay)->node,
                kf_play_step(j->replay)->prisoners, what);
}

// The handicap stands in the first node, but programs also state it in a later one. Other notations
// have a place for each node, and no text of it in the source.
static void report_handicap(kf_referee *j, kf_node node, const char *what) {
    kf_text value = j->replay->facts[KF_PLAY_HA];
    while (j->record->places == NULL && node != j->game_node &&
           !kf_property_get(j->record, node, "HA", &value))
        node = kf_node_parent(j->record, node);
    report_fact(j, KF_WARNING, KF_GO_HANDICAP, node, value, what);
}

// Handicap and komi are looked at once a game, when the first move of the main line that is no
// free placement has been played.
static void judge_opening(kf_referee *j) {
    kf_play *replay = j->replay;
    kf_node game = j->game_node;
    const char *what;
    char message[MESSAGE];
    const kf_step *step = kf_play_step(replay);
    if (j->opened == game || step->is_variation || step->is_placement)
        return;
    j->opened = game;
    kf_node holder = j->record->places == NULL ? game : step->node;
    if ((what = kf_referee_game_handicap(replay, false, message, sizeof message)) != NULL)
        report_handicap(j, step->node, what);
    if ((what = kf_referee_game_komi(replay->facts, replay->rules, message, sizeof message)) !=
        NULL)
        report_fact(j, KF_NOTE, KF_GO_KOMI, holder, replay->facts[KF_PLAY_KM], what);
}

static void judge_move(kf_referee *j) {
    const kf_step *step = kf_play_step(j->replay);
    bool is_plain = step->verdict == KF_LEGAL && step->repeats == 0;
    bool is_told = j->record->is_played && step->verdict == KF_OCCUPIED;
    const kf_fault fault = fault_of(j);
    if (!is_plain && !is_told && !step->is_forced)
        judge_legality(j, &fault);
    if (step->is_turn_fault && !j->record->is_played)
        judge_turn(j, &fault);
    if (step->is_after_end)
        report(j, &fault, KF_NOTE, KF_GO_AFTER_END, "the game had ended by passes");
    if (j->opened != j->game_node)
        judge_opening(j);
}

// RE against the board, when the game has been walked through.
static void judge_result(kf_referee *j, kf_text value, kf_node last, const kf_scout *scout) {
    const kf_node game = j->game_node;
    char message[MESSAGE];
    if (kf_outcome_read(value).kind != KF_OUTCOME_POINTS)
        return;
    last = last != 0 ? last : kf_path_find(j->record, game, "last");
    const char *what = kf_referee_result(j->replay, scout, game, last, message, sizeof message);
    if (what == NULL)
        return;
    // The replay stands at the end of the game, the finding at its beginning.
    char path[PATH];
    kf_log_add(j->log, KF_GO_RESULT, place_of(j, game, value.data, path), "%s", what);
}

void kf_referee_init(kf_referee *referee, kf_arena *arena, kf_log *log) {
    *referee = (kf_referee){.log = log};
    referee->replay = kf_play_in(arena, NULL, NULL);
}

void kf_referee_turn(kf_referee *referee, const kf_record *record, const kf_rules *rules) {
    kf_play_turn(referee->replay, record, rules);
    referee->record = record;
    referee->opened = 0;
}

void kf_referee_start(kf_referee *referee, kf_node game) {
    referee->game_node = game;
    referee->is_started = false;
    referee->game++;
}

// Mostly it is the node behind the one that was judged before.
void kf_referee_visit(kf_referee *referee, kf_node node) {
    kf_play *replay = referee->replay;
    kf_node parent = kf_node_parent(referee->record, node);
    if (!referee->is_started)
        kf_play_start(replay, referee->game_node);
    referee->is_started = true;
    if (replay->last == parent && kf_node_child(referee->record, parent) == node) {
        kf_play_next(replay);
    } else {
        kf_play_aim(replay, node, node);
        kf_play_follow(replay);
    }
}

// Until the opening was judged every move is looked at.
kf_node kf_referee_next(kf_referee *referee) {
    bool is_open = referee->opened != referee->game_node;
    if (!referee->is_started)
        kf_play_start(referee->replay, referee->game_node);
    referee->is_started = true;
    bool is_there = is_open ? kf_play_next(referee->replay) : kf_play_run(referee->replay);
    return is_there ? kf_play_step(referee->replay)->node : 0;
}

// A point that was set twice, and read otherwise than usual.
static void judge_setup(kf_referee *j) {
    const kf_step *step = kf_play_step(j->replay);
    const char *what = step->setup == KF_SETUP_EMPTY_FIRST
                           ? "a point is set both to a stone and to empty: read as empty, because "
                             "the moves that follow are then legal"
                           : "a point is set in both colours: read as black, because the moves "
                             "that follow are then legal";
    report_fact(j, KF_NOTE, KF_SGF_POINT_TWICE, step->node, kf_node_text(j->record, step->node),
                what);
}

// A setup of what lies there already. Diagrams of other notations say the whole position.
static void judge_idle(kf_referee *j) {
    char what[MESSAGE];
    const kf_step *step = kf_play_step(j->replay);
    kf_text name = step->idle;
    snprintf(what, sizeof what, "%.*s: all of these points are so already",
             (int)(name.length < 40 ? name.length : 40), name.data);
    report_fact(j, KF_NOTE, KF_GO_NO_EFFECT, step->node, name, what);
}

void kf_referee_judge(kf_referee *referee) {
    kf_play *replay = referee->replay;
    if (kf_play_step(replay)->idle.length > 0 && referee->record->places == NULL)
        judge_idle(referee);
    if (kf_play_step(replay)->setup != KF_SETUP_USUAL)
        judge_setup(referee);
    if (kf_play_step(replay)->is_move)
        do
            judge_move(referee);
        while (kf_play_more(replay));
    if (kf_play_step(replay)->has_prisoners)
        judge_prisoners(referee);
}

void kf_referee_tell(kf_referee *referee, const kf_fault *fault) {
    judge_ban(referee, fault);
    if (fault->is_turn_fault)
        judge_turn(referee, fault);
}

void kf_referee_close(kf_referee *referee) {
    kf_play *replay = referee->replay;
    kf_node game = referee->game_node;
    char message[MESSAGE];
    const char *what;
    if (referee->opened == game)
        return;
    kf_node last = kf_path_find(referee->record, game, "last");
    bool is_there = kf_play_go(replay, last);
    if (is_there &&
        (what = kf_referee_game_handicap(replay, true, message, sizeof message)) != NULL)
        report_handicap(referee, last, what);
}

void kf_referee_end(kf_referee *referee, kf_text result, kf_node last,
                    const struct kf_scout *scout) {
    judge_result(referee, result, last, scout);
}
