// SPDX-License-Identifier: MIT
// A count as a JSON object.

#include "cli/print/print.h"

#include <string.h>

static kf_json *describe_side(const kf_score_view *view, kf_colour colour) {
    const kf_score_side *side = &view->settlement->score.side[colour];
    kf_json *json = kf_json_new();
    kf_json_add_number(json, "stones", side->stones);
    kf_json_add_number(json, "territory", side->territory);
    kf_json_add_number(json, "dead", side->dead);
    kf_json_add_number(json, "captured", side->captured);
    kf_json_add_number(json, "passes", side->passes);
    kf_json_add_number(json, "points", side->points);
    return json;
}

// The rows of the board, top first: who owns each point.
static void add_rows(const kf_score_view *view, kf_json *json) {
    const kf_count *s = view->settlement;
    const kf_board *board = &view->ending->board;
    char signs[KF_BOARD_POINTS];
    kf_text rows[KF_BOARD_MAX];
    for (int i = 0; i < board->width * board->height; i++)
        signs[i] = s->seki[i] ? 's' : ".BW"[s->owner[i]];
    for (int row = 0; row < board->height; row++)
        rows[row] = (kf_text){signs + (size_t)row * board->width, board->width};
    kf_json_add_texts(json, "ownership", rows, board->height);
}

static kf_json *describe_chain(const kf_score_view *view, kf_point point) {
    static const char *const reasons[] = {"",        "given",     "benson", "enclosed",
                                          "reading", "bent four", "games"};
    const kf_judgement *judgement = &view->settlement->judgement;
    const kf_board *board = &view->ending->board;
    int index = kf_benson_index(board, point);
    char text[KF_POINT_TEXT];
    kf_json *json = kf_json_new();
    kf_point_write(point, view->coords, board->width, board->height, text);
    kf_json_add_string(json, "point", text);
    kf_json_add_colour(json, "color", kf_board_get(board, point));
    kf_json_add_string(json, "status", kf_score_text_status((kf_status)judgement->status[index]));
    kf_json_add_number(json, "stones", (int64_t)kf_chain_stones(board, point, NULL, 0));
    kf_json_add_string(json, "reason", reasons[judgement->reason[index]]);
    if (judgement->reason[index] == KF_REASON_PLAYOUTS)
        kf_json_add_number(json, "percent", judgement->percent[index]);
    return json;
}

// Each chain once, by its first stone in the order of the board.
static void add_chains(const kf_score_view *view, kf_json *json) {
    const kf_board *board = &view->ending->board;
    bool seen[KF_BOARD_POINTS] = {false};
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point stones[KF_BOARD_POINTS];
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (seen[i] || kf_board_get(board, point) == KF_EMPTY)
            continue;
        size_t count = kf_chain_stones(board, point, stones, KF_BOARD_POINTS);
        for (size_t k = 0; k < count; k++)
            seen[kf_benson_index(board, stones[k])] = true;
        kf_json_add_element(json, "chains", describe_chain(view, point));
    }
}

void kf_score_json_print(const kf_score_view *view) {
    const kf_count *s = view->settlement;
    const kf_ending *ending = view->ending;
    char result[KF_OUTCOME_TEXT], range[2][KF_OUTCOME_TEXT];
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", view->file);
    kf_json_add_number(json, "game", (int64_t)view->game);
    kf_json_add_string(json, "rules", ending->rules->id);
    kf_json_add_object(json, "black", describe_side(view, KF_BLACK));
    kf_json_add_object(json, "white", describe_side(view, KF_WHITE));
    kf_json_add_half(json, "komi", s->score.komi);
    kf_json_add_number(json, "compensation", s->score.compensation);
    kf_outcome_write(s->score.result, result);
    kf_json_add_string(json, "result", result);
    kf_json_add_half(json, "lead", s->score.result);
    if (!s->judgement.is_settled) {
        kf_outcome_write(s->lowest, range[0]);
        kf_outcome_write(s->highest, range[1]);
        kf_text ends[2] = {kf_text_of(range[0]), kf_text_of(range[1])};
        kf_json_add_texts(json, "range", ends, 2);
    }
    kf_json_add_bool(json, "certain", s->judgement.is_certain);
    kf_json_add_number(json, "neutral", s->neutral);
    kf_json_add_number(json, "shared", s->score.shared);
    if (ending->outcome.kind != KF_OUTCOME_NONE) {
        kf_json_add_text(json, "stated", ending->result);
        kf_json_add_bool(json, "agrees",
                         kf_outcome_agrees(&ending->outcome, ending->rules, s->score.result));
    }
    add_rows(view, json);
    add_chains(view, json);
    kf_json_print(view->cli, json);
}
