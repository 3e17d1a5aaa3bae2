// SPDX-License-Identifier: MIT
// The count of a position: who is dead by marks, by hand or by judgement, and what that gives.

#include "reading/status/status.h"

#include <string.h>

#include "board/benson.h"

// What the rules make of a bent four in the corner: where area is counted it is a ko, to be played
// out; it is dead by rules that give a group in seki nothing for its eyes; the book is silent.
static kf_status bent_four_by(const kf_rules *rules) {
    return rules->counting == KF_COUNTING_AREA ? KF_STATUS_KO
           : rules->seki_eyes                  ? KF_UNSETTLED
                                               : KF_DEAD;
}

static bool decide(const kf_ending *ending, kf_count *s) {
    kf_dead_stones_input input = {
        .board = &ending->board,
        .to_move = ending->to_move,
        .suicide = ending->rules->suicide,
        .bent_four = bent_four_by(ending->rules),
        .is_final = ending->is_final,
        .status = s->way == KF_COUNT_GIVEN ? ending->status : NULL,
    };
    return kf_dead_stones(&input, &s->judgement);
}

// Stones marked by TB and TW are counted as they lie, for the players have filled what they had to.
static void take_marks(const kf_ending *ending, kf_count *s) {
    uint8_t status[KF_BOARD_POINTS];
    memcpy(status, ending->status, sizeof status);
    kf_ending_trust(ending, status);
    memcpy(s->judgement.status, status, sizeof status);
    memcpy(s->judgement.end_status, status, sizeof status);
    for (int i = 0; i < ending->board.width * ending->board.height; i++) {
        bool is_stone = s->score.region[i] == 0 || status[i] == KF_DEAD;
        s->judgement.reason[i] = is_stone ? KF_REASON_GIVEN : KF_REASON_NONE;
        s->judgement.percent[i] = is_stone && status[i] != KF_DEAD ? 100 : 0;
    }
    s->judgement.is_certain = s->judgement.is_settled = true;
    kf_board_copy(&s->judgement.end, &ending->board);
}

// The position as it is counted: passes on the way to the end are passes like others.
static void take_end(kf_count *s) {
    const kf_judgement *judgement = &s->judgement;
    kf_board_copy(&s->counted.board, &judgement->end);
    if (judgement->moves == 0)
        return;
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        s->counted.passes[colour] += judgement->passes[colour];
    s->counted.last = judgement->last;
}

// Whether it is open what becomes of a stone. A seki that only games have shown is not certain.
static bool is_open(const kf_judgement *judgement, int i) {
    kf_status fate = (kf_status)judgement->status[i];
    return judgement->filled[i] == KF_EMPTY &&
           (fate == KF_UNSETTLED || fate == KF_STATUS_KO ||
            (fate == KF_SEKI && judgement->reason[i] == KF_REASON_PLAYOUTS));
}

// Gives the unsettled stones of a chain a status, and with them those that the last moves have
// added to them.
static void settle_chain(const kf_count *s, kf_point point, kf_status fate, uint8_t *status) {
    const kf_board *board = &s->counted.board;
    kf_point stones[KF_BOARD_POINTS];
    size_t count = kf_chain_stones(board, point, stones, KF_BOARD_POINTS), open = 0;
    for (size_t k = 0; k < count; k++)
        open += is_open(&s->judgement, kf_benson_index(board, stones[k]));
    for (size_t k = 0; k < count && open > 0; k++) {
        int i = kf_benson_index(board, stones[k]);
        if (is_open(&s->judgement, i) || s->judgement.filled[i] != KF_EMPTY)
            status[i] = (uint8_t)fate;
    }
}

// What the count would be if all unsettled chains of one colour died and all others lived.
static int extreme(const kf_count *s, kf_colour loser) {
    uint8_t status[KF_BOARD_POINTS];
    kf_score score;
    const kf_board *board = &s->counted.board;
    memcpy(status, s->judgement.end_status, sizeof status);
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (kf_chain_name(board, point) == point)
            settle_chain(s, point, kf_board_get(board, point) == loser ? KF_DEAD : KF_ALIVE,
                         status);
    }
    kf_ending_count(&s->counted, status, s->counted.rules->counting, &score);
    return score.result;
}

// Where nobody passed twice, the last moves of a final position may have been made and not
// recorded.
static void doubt_end(kf_count *s, const kf_ending *ending) {
    int change = s->judgement.last_moves;
    if (s->way != KF_COUNT_JUDGED || ending->rules->counting != KF_COUNTING_TERRITORY ||
        ending->is_over || change == 0)
        return;
    s->judgement.is_certain = s->judgement.is_settled = false;
    s->lowest += change < 0 ? change : 0;
    s->highest += change > 0 ? change : 0;
}

// Neutral points are those that touched both colours, whether they were filled or are left, but
// not the liberties of a bent four, which nobody need fill. A point that its owner had to fill is
// his all the same.
static void share_out(const kf_ending *ending, kf_count *s) {
    kf_score before;
    uint8_t status[KF_BOARD_POINTS];
    memcpy(status, s->judgement.status, sizeof status);
    for (int i = 0; i < ending->board.width * ending->board.height; i++)
        if (s->judgement.reason[i] == KF_REASON_CORNER && status[i] != KF_DEAD)
            status[i] = KF_SEKI;
    kf_ending_count(ending, status, ending->rules->counting, &before);
    s->neutral = before.neutral;
    for (int i = 0; i < ending->board.width * ending->board.height; i++) {
        kf_point point = kf_point_at(i % ending->board.width, i / ending->board.width);
        bool was_vacant = kf_board_get(&ending->board, point) == KF_EMPTY;
        bool is_filled = was_vacant && s->judgement.filled[i] != KF_EMPTY;
        s->owner[i] = is_filled ? before.owner[i] : s->score.owner[i];
        s->seki[i] = s->score.seki[i] && !is_filled;
    }
}

bool kf_count_position(const kf_ending *ending, kf_count_way way, kf_count *s) {
    memset(s, 0, sizeof *s);
    bool has_marks = ending->source != KF_ENDING_UNMARKED;
    s->way = way != KF_COUNT_AUTO ? way : has_marks ? KF_COUNT_GIVEN : KF_COUNT_JUDGED;
    s->counted = *ending;
    if (s->way == KF_COUNT_GIVEN && ending->source == KF_ENDING_TERRITORY)
        take_marks(ending, s);
    else if (!decide(ending, s))
        return false;
    take_end(s);
    kf_ending_count(&s->counted, s->judgement.end_status, ending->rules->counting, &s->score);
    s->lowest = s->judgement.is_settled ? s->score.result : extreme(s, KF_BLACK);
    s->highest = s->judgement.is_settled ? s->score.result : extreme(s, KF_WHITE);
    doubt_end(s, ending);
    share_out(ending, s);
    return true;
}

int kf_count_by(const kf_count *s, const kf_rules *rules) {
    kf_ending other = s->counted;
    kf_score score;
    other.rules = rules;
    kf_ending_count(&other, s->judgement.end_status, rules->counting, &score);
    return score.result;
}
