// SPDX-License-Identifier: MIT
// Both ways of counting, and area beside territory, where real games ended. Skips where no real
// records are.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <glob.h>

#include <kifu/kifu.h>

#include "play/play.h"
#include "reading/status/status.h"
#include "record/path.h"
#include <kifu/board.h>
#include <kifu/score.h>

enum { JUDGED = 2, GAMES_EACH = 40 };

// A game under test, and what was seen of all.
typedef struct looking {
    kf_arena *arena;
    const kf_record *record;
    kf_node game;
    bool is_fair; // the players moved by turns, from an empty board, as the rules have it
    kf_ending ending;
    kf_count settlement;
    kf_score score;
    kf_arrangement arranged;
    int positions, fair, judged;
} looking;

static void look_at_move(looking *l, const kf_step *step) {
    l->is_fair = l->is_fair && !step->has_setup &&
                 (!step->is_move || (!step->is_turn_fault && step->verdict == KF_LEGAL));
}

// The two ways of the book: by subtraction, and as the board lies after arranging.
static void both_ways(looking *l, const uint8_t *status) {
    kf_ending_count(&l->ending, status, KF_COUNTING_TERRITORY, &l->score);
    void *memory = malloc(kf_arrange_size(&l->score));
    assert_non_null(memory);
    kf_arrange_count(&l->ending.board, &l->score, memory, &l->arranged);
    free(memory);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        assert_int_equal(l->arranged.vacant[colour] - l->arranged.surplus[colour],
                         l->score.side[colour].points);
    l->positions++;
}

// By AGA rules an area is what a territory is with the stones for passes.
static void area_is_territory(looking *l, const uint8_t *status) {
    const kf_rules *own = l->ending.rules;
    l->ending.rules = kf_rules_find("aga", 3);
    kf_ending_count(&l->ending, status, KF_COUNTING_AREA, &l->score);
    int area = l->score.result;
    kf_ending_count(&l->ending, status, KF_COUNTING_TERRITORY, &l->score);
    assert_int_equal(area, l->score.result);
    l->ending.rules = own;
    l->fair++;
}

// Plays on in order of the board until nobody has a move but into an eye of his own.
static bool fill_one(looking *l, kf_colour colour) {
    kf_board *board = &l->ending.board;
    kf_played played;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i * 7 % board->width, i / board->width);
        bool is_eye = true;
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, kf_board_cell(board, point), side);
            is_eye = is_eye && (board->cell[next].colour == colour || board->cell[next].colour > 2);
        }
        if (is_eye || kf_board_judge(board, point, colour) != KF_LEGAL)
            continue;
        kf_board_play(board, point, colour, &played);
        return true;
    }
    return false;
}

static void fill(looking *l) {
    kf_colour colour = l->ending.to_move;
    for (int idle = 0, moves = 0; idle < 2 && moves < 1000; moves++) {
        bool moved = fill_one(l, colour);
        idle = moved ? 0 : idle + 1;
        l->ending.passes[colour] += !moved;
        l->ending.last = colour;
        colour = kf_colour_other(colour);
    }
}

// Where the game stands at its end with the dead as judged, and when all has been filled.
static void look_at_game(void *context) {
    looking *l = context;
    kf_node last = kf_path_find(l->record, l->game, "last");
    kf_play *play = kf_play_in(l->arena, l->record, NULL);
    l->is_fair = true;
    kf_play_aim(play, 0, last);
    while (kf_play_follow(play)) {
        do
            look_at_move(l, kf_play_step(play));
        while (kf_play_more(play));
    }
    kf_ending_read(play, last, &l->ending);
    l->is_fair = l->is_fair && l->ending.handicap == 0 && l->ending.to_move != KF_EMPTY;
    if (l->judged < JUDGED && l->is_fair) {
        l->judged++;
        assert_true(kf_count_position(&l->ending, KF_COUNT_AUTO, &l->settlement));
        l->ending = l->settlement.counted;
        both_ways(l, l->settlement.judgement.end_status);
        area_is_territory(l, l->settlement.judgement.end_status);
        return;
    }
    fill(l);
    both_ways(l, NULL);
    if (l->is_fair)
        area_is_territory(l, NULL);
}

static void look_at_file(looking *l, const char *name) {
    kf_reading how = {.format = NULL};
    kf_record *record = kf_format_read_file(name, &how, NULL);
    assert_non_null(record);
    l->record = record;
    int games = 0;
    for (l->game = kf_node_child(record, 0); l->game != 0 && games < GAMES_EACH; games++) {
        l->arena = kf_arena_new();
        assert_non_null(l->arena);
        assert_true(kf_arena_try(l->arena, look_at_game, l));
        kf_arena_free(l->arena);
        l->game = kf_node_next(record, l->game);
    }
    kf_record_free(record);
}

static void look_at_folder(looking *l, const char *corpora, const char *pattern) {
    char path[1024];
    glob_t found;
    snprintf(path, sizeof path, "%s/%s", corpora, pattern);
    if (glob(path, 0, NULL, &found) != 0)
        return;
    l->judged = JUDGED / 2;
    for (size_t i = 0; i < found.gl_pathc; i++)
        look_at_file(l, found.gl_pathv[i]);
    globfree(&found);
}

static void both_ways_agree_on_real_games(void **state) {
    (void)state;
    const char *corpora = getenv("KIFU_CORPORA");
    looking *l = calloc(1, sizeof *l);
    assert_non_null(l);
    corpora = corpora != NULL ? corpora : KIFU_SOURCE "/../shared/corpora";
    look_at_folder(l, corpora, "titles/*.sgf");
    look_at_folder(l, corpora, "fox/*.sgf");
    int positions = l->positions, fair = l->fair;
    free(l);
    if (positions == 0) {
        print_message("no real records at %s\n", corpora);
        skip();
    }
    print_message("%d real positions, %d by AGA rules\n", positions, fair);
    assert_true(fair > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_agree_on_real_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
