// SPDX-License-Identifier: MIT
// Whether the result that a game states is the one that the board gives.

#include <stdio.h>
#include <string.h>

#include "board/benson.h"
#include "check/check.h"
#include "play/ending.h"
#include "record/record.h"
#include "record/value.h"
#include <kifu/board.h>
#include <kifu/score.h>

// Makes dead what lies in the eyes of stones that live unconditionally. False: a stone is left of
// which that does not say what becomes of it.
static bool find_certain(const kf_board *board, bool suicide, uint8_t *status) {
    bool is_known[KF_BOARD_POINTS] = {false}, alive[KF_BOARD_POINTS], safe[KF_BOARD_POINTS];
    for (kf_colour colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        if (kf_benson_life(board, colour, suicide, alive, safe) == 0)
            continue; // and what has no life has no eyes
        for (int i = 0; i < board->width * board->height; i++) {
            is_known[i] = is_known[i] || alive[i] || safe[i];
            status[i] = safe[i] && !alive[i] ? KF_DEAD : status[i];
        }
    }
    for (int row = 0, i = 0; row < board->height; row++)
        for (int column = 0; column < board->width; column++, i++)
            if (!is_known[i] && kf_board_get(board, kf_point_at(column, row)) != KF_EMPTY)
                return false;
    return true;
}

// The result by the marks themselves, where TB and TW leave a point out that only one colour
// touches: it was filled before the count.
static int lead_by_marks(const kf_ending *ending, const kf_score *score) {
    int marked[3] = {0, 0, 0}, lead = score->result;
    for (int i = 0; i < ending->board.width * ending->board.height; i++)
        marked[ending->marked[i]]++;
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        int more = marked[colour] - score->side[colour].territory;
        lead += colour == KF_BLACK ? 2 * more : -2 * more;
    }
    return lead;
}

// Says which rule sets would give the stated result.
static size_t name_others(kf_ending *ending, const uint8_t *status, char *out, size_t size) {
    const kf_rules *own = ending->rules;
    kf_score score;
    size_t length = 0;
    for (size_t i = 0; kf_rules_at(i) != NULL && length + 32 < size; i++) {
        ending->rules = kf_rules_at(i);
        kf_ending_count(ending, status, ending->rules->counting, &score);
        if (ending->rules != own &&
            kf_outcome_agrees(&ending->outcome, ending->rules, score.result))
            length += (size_t)snprintf(
                out + length, size - length, "%s %s",
                length > 0 ? "," : "; the stated result would be right under", ending->rules->id);
    }
    ending->rules = own;
    return length;
}

// Whether a node has moves (1), and whether one of them may be a pass (2): it is no point of the
// board.
static int look_for_pass(const kf_play *replay, kf_node node, const int size[2]) {
    kf_text rest = kf_node_text(replay->record, node), value;
    kf_property property;
    int found = 0, x, y;
    while (kf_property_next(&rest, &property)) {
        if (property.id != KF_P_B && property.id != KF_P_W)
            continue;
        bool is_point = kf_property_value(&property.values, &value) &&
                        kf_value_point(value, &x, &y) && x < size[0] && y < size[1];
        found |= is_point ? 1 : 3;
    }
    return found;
}

// Whether a count can come of it at all: territory is marked, or the last move may be a pass. Most
// games end otherwise, and need not be played a second time.
static bool may_count(const kf_play *replay, kf_node game, kf_node node) {
    kf_property property;
    int found = 0, size[2];
    if (kf_property_find(replay->record, node, "TB", &property) ||
        kf_property_find(replay->record, node, "TW", &property))
        return true;
    kf_record_board(replay->record, game, &size[0], &size[1]);
    for (; node != 0 && found == 0; node = kf_node_parent(replay->record, node))
        found = look_for_pass(replay, node, size);
    return found > 1;
}

// Compares the result with the count, which is beyond doubt. NULL: they agree.
static const char *compare(kf_ending *ending, char *message, size_t size) {
    bool has_marks = ending->source == KF_ENDING_TERRITORY;
    kf_score score;
    char result[KF_OUTCOME_TEXT], others[256] = "";
    if (has_marks)
        kf_ending_trust(ending, ending->status);
    kf_ending_count(ending, ending->status, ending->rules->counting, &score);
    // Neutral points that are left are points in a count by area, and nobody's yet.
    bool is_open = ending->rules->counting == KF_COUNTING_AREA && score.neutral > 0;
    bool agrees = kf_outcome_agrees(&ending->outcome, ending->rules, score.result) ||
                  (has_marks && kf_outcome_agrees(&ending->outcome, ending->rules,
                                                  lead_by_marks(ending, &score)));
    if (is_open || agrees)
        return NULL;
    name_others(ending, ending->status, others, sizeof others);
    kf_outcome_write(score.result, result);
    snprintf(message, size, "the board gives %s by %s%s", result, ending->rules->title, others);
    return message;
}

const char *kf_referee_result(kf_play *replay, const kf_scout *scout, kf_node game, kf_node node,
                              char *message, size_t size) {
    if (scout == NULL && !may_count(replay, game, node))
        return NULL;
    // Beside the cursor's own memory, which may grow meanwhile.
    kf_ending *ending = kf_arena_resize(replay->arena, NULL, sizeof *ending);
    if (scout != NULL) {
        kf_scout_end(scout, ending);
        kf_ending_fill(replay, node, ending);
    } else {
        kf_ending_skim(replay, node, ending);
    }
    bool has_marks = ending->source == KF_ENDING_TERRITORY;
    bool is_certain =
        ending->outcome.kind == KF_OUTCOME_POINTS &&
        (has_marks ||
         (ending->is_over && find_certain(&ending->board, ending->rules->suicide, ending->status)));
    const char *answer = is_certain ? compare(ending, message, size) : NULL;
    kf_arena_release(replay->arena, ending);
    return answer;
}
