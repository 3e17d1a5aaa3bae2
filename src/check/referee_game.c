// SPDX-License-Identifier: MIT
// What a game states about itself: its handicap and its komi.

#include <stdio.h>

#include "base/text.h"
#include "check/check.h"
#include "play/play.h"
#include "record/record.h"
#include <kifu/board.h>

enum { FIRST_YEAR = 2003 };

// The stones of one colour on the board, that on `but` left out.
static int stones_of(const kf_board *board, kf_colour colour, kf_point but, kf_point *points) {
    int count = 0;
    for (int row = 0; row < board->height; row++) {
        for (int column = 0; column < board->width; column++) {
            kf_point point = kf_point_at(column, row);
            if (point != but && kf_board_get(board, point) == colour)
                points[count++] = point;
        }
    }
    return count;
}

const char *kf_referee_game_handicap(const kf_play *replay, bool is_end, char *message,
                                     size_t size) {
    kf_point points[KF_BOARD_POINTS], but = is_end ? KF_NOWHERE : kf_play_step(replay)->point;
    const kf_board *board = kf_play_board(replay);
    int stated = replay->step.handicap;
    // White stones make it a position, and a position may have any number of black ones.
    if (stated < 2 || stones_of(board, KF_WHITE, but, points) > 0)
        return NULL;
    int count = stones_of(board, KF_BLACK, but, points);
    if (is_end && count > stated) // those above it are moves
        return NULL;
    if (count != stated) {
        char number[16] = "no";
        if (count > 0)
            snprintf(number, sizeof number, "%d", count);
        // Only SGF calls it so.
        snprintf(message, size, "%s %d, and %s black stone%s %s",
                 replay->record->places != NULL ? "the handicap is" : "HA says", stated, number,
                 count < 2 ? " lies" : "s lie",
                 is_end ? "on the board at the end" : "before White's first move");
        return message;
    }
    // Stones that Black played one by one lie where he likes.
    bool is_free = replay->step.moves > (is_end ? 0 : 1);
    if (is_free || kf_handicap_most(replay->rules->handicap, board->width, board->height) < count ||
        kf_handicap_fits(replay->rules->handicap, points, count, board->width, board->height))
        return NULL;
    snprintf(message, size, "%d handicap stones do not lie where %s have them", count,
             replay->rules->title);
    return message;
}

// The first run of four digits in DT, 0 when there is none.
static int year_of(kf_text date) {
    int year = 0, digits = 0;
    for (size_t i = 0; i < date.length && digits < 4; i++) {
        bool is_digit = date.data[i] >= '0' && date.data[i] <= '9';
        year = is_digit ? year * 10 + (date.data[i] - '0') : 0;
        digits = is_digit ? digits + 1 : 0;
    }
    return digits == 4 ? year : 0;
}

// Whether a usual komi is to be expected: modern, even, played games that name their rules.
static bool has_usual_komi(const kf_text facts[], const kf_rules *rules) {
    kf_text named = facts[KF_PLAY_RU];
    int year = year_of(facts[KF_PLAY_DT]), stones = 0;
    kf_text_number(facts[KF_PLAY_HA], &stones);
    return stones == 0 && (year == 0 || year >= FIRST_YEAR) && rules->has_komi &&
           facts[KF_PLAY_RE].length > 0 && kf_rules_find(named.data, named.length) != NULL;
}

const char *kf_referee_game_komi(const kf_text facts[], const kf_rules *rules, char *message,
                                 size_t size) {
    int hundredths;
    char points[KF_OUTCOME_TEXT];
    // Only rules that are named have a komi to expect.
    if (facts[KF_PLAY_RU].length == 0 || !kf_outcome_hundredths(facts[KF_PLAY_KM], &hundredths) ||
        hundredths < 0 || !has_usual_komi(facts, rules))
        return NULL;
    // Chinese komi may be told in stones, half as many.
    int usual = rules->komi * 50;
    bool is_in_stones = rules->gives == KF_GIVES_STONES && hundredths * 2 == usual;
    if (hundredths == usual || is_in_stones)
        return NULL;
    snprintf(message, size, "%s usually have a komi of %s", rules->title,
             kf_outcome_points(rules->komi, points));
    return message;
}
