// SPDX-License-Identifier: MIT
// Counting as a whole: judging, both ways, and what the record states.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "play/play.h"
#include "reading/ladder/ladder.h"
#include "reading/status/status.h"
#include <kifu/board.h>
#include <kifu/play.h>

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % limit;
}

// Sets up a board from its rows, top first: X Black, O White, all else vacant.
static void draw(kf_board *board, const char *const *rows, int height) {
    kf_board_init(board, (int)strlen(rows[0]), height);
    for (int i = 0; i < board->width * height; i++) {
        char c = rows[i / board->width][i % board->width];
        if (c == 'X' || c == 'O')
            kf_board_put(board, kf_point_at(i % board->width, i / board->width),
                         c == 'X' ? KF_BLACK : KF_WHITE);
    }
}
#define DRAW(board, ...)                                                                           \
    draw(board, (const char *const[]){__VA_ARGS__},                                                \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

typedef struct judge_call {
    kf_arena *arena;
    kf_dead_stones_input input;
    kf_judgement *judgement;
} judge_call;

static void call_judge(void *context) {
    judge_call *call = context;
    kf_dead_stones_in(&call->input, call->arena, call->judgement);
}

static void judge(const kf_board *board, kf_judgement *judgement) {
    judge_call call = {kf_arena_new(), {.board = board, .to_move = KF_BLACK}, judgement};
    assert_non_null(call.arena);
    assert_true(kf_arena_try(call.arena, call_judge, &call));
    kf_arena_free(call.arena);
}

/* ---- both ways ----------------------------------------------------------------------------- */

static bool is_own_eye(const kf_board *board, kf_point point, kf_colour colour) {
    for (int side = 0; side < 4; side++) {
        int x = kf_point_column(point) + (side == 2) - (side == 1);
        int y = kf_point_row(point) + (side == 3) - (side == 0);
        bool inside = x >= 0 && y >= 0 && x < board->width && y < board->height;
        if (inside && kf_board_get(board, kf_point_at(x, y)) != colour)
            return false;
    }
    return true;
}

// Plays a random game until nobody has a move that does not fill an eye of his own.
static void play_to_the_end(kf_board *board, int size) {
    kf_colour colour = KF_BLACK;
    kf_played played;
    kf_board_init(board, size, size);
    for (int idle = 0, moves = 0; idle < 2 && moves < 6 * size * size; moves++) {
        int points = size * size;
        int start = (int)random_below((uint32_t)points);
        bool moved = false;
        for (int i = 0; i < points && !moved; i++) {
            int index = (start + i) % points;
            kf_point point = kf_point_at(index % size, index / size);
            moved = kf_board_judge(board, point, colour) == KF_LEGAL &&
                    !is_own_eye(board, point, colour);
            if (moved)
                kf_board_play(board, point, colour, &played);
        }
        idle = moved ? 0 : idle + 1;
        colour = kf_colour_other(colour);
    }
}

static void count(const kf_board *board, kf_score *score) {
    kf_score_input input = {
        .board = board, .rules = kf_rules_default(), .counting = KF_COUNTING_TERRITORY};
    kf_score_count(&input, score);
}

static void both_ways_agree_on_finished_games(void **state) {
    (void)state;
    static kf_board board;
    static kf_score score;
    static kf_arrangement arranged;
    for (int game = 0; game < 1000; game++) {
        play_to_the_end(&board, 5 + game % 15);
        count(&board, &score);
        void *memory = malloc(kf_arrange_size(&score));
        assert_non_null(memory);
        kf_arrange_count(&board, &score, memory, &arranged);
        free(memory);
        for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
            assert_int_equal(arranged.vacant[colour] - arranged.surplus[colour],
                             score.side[colour].points);
    }
}

// ---- Rearranging against brute force ----

enum { ROWS = 6, COLUMNS = 7 };

// The best cover by rectangles with a side of 5, each beginning at its upper left point, in order.
typedef struct brute {
    bool usable[ROWS * COLUMNS], wall[ROWS * COLUMNS];
    int keep, rest, walls;
} brute;

static void try_from(brute *b, int at, int covered, int walls) {
    int rest = b->keep - covered;
    if (rest < b->rest || (rest == b->rest && walls < b->walls)) {
        b->rest = rest;
        b->walls = walls;
    }
    for (; at < ROWS * COLUMNS; at++)
        for (int height = 1; height <= ROWS - at / COLUMNS; height++)
            for (int width = 1; width <= COLUMNS - at % COLUMNS; width++) {
                int taken = 0;
                bool fits = (width == 5 || height == 5) && width * height <= rest;
                for (int i = 0; fits && i < width * height; i++) {
                    int cell = at + i / width * COLUMNS + i % width;
                    fits = b->usable[cell];
                    taken += b->wall[cell];
                }
                for (int i = 0; fits && i < width * height; i++)
                    b->usable[at + i / width * COLUMNS + i % width] = false;
                if (fits)
                    try_from(b, at + 1, covered + width * height, walls + taken);
                for (int i = 0; fits && i < width * height; i++)
                    b->usable[at + i / width * COLUMNS + i % width] = true;
            }
}

// A territory of Black of that many points by chance, in a wall; the rest of the board is
// anybody's.
static void draw_territory(kf_board *board, unsigned *seed, int size) {
    bool in[ROWS * COLUMNS] = {false};
    static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    kf_board_init(board, COLUMNS, ROWS);
    int x = 3, y = 3;
    for (int count = 0; count < size;) {
        count += !in[y * COLUMNS + x];
        in[y * COLUMNS + x] = true;
        *seed = *seed * 1664525u + 1013904223u;
        const int *step = steps[*seed >> 30];
        x = x + step[0] < 0 || x + step[0] >= COLUMNS ? x : x + step[0];
        y = y + step[1] < 0 || y + step[1] >= ROWS ? y : y + step[1];
    }
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        bool is_wall = (i % COLUMNS > 0 && in[i - 1]) || (i % COLUMNS < COLUMNS - 1 && in[i + 1]) ||
                       (i >= COLUMNS && in[i - COLUMNS]) ||
                       (i < (ROWS - 1) * COLUMNS && in[i + COLUMNS]);
        *seed = *seed * 1664525u + 1013904223u;
        if (!in[i])
            kf_board_put(board, kf_point_at(i % COLUMNS, i / COLUMNS),
                         is_wall || *seed >> 31 ? KF_BLACK : KF_WHITE);
    }
}

// What may be vacant: the territory, and stones that hang together with it and touch Black alone.
static void find_usable(const kf_score *score, brute *b) {
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        b->usable[i] = score->region[i] != 0;
        b->wall[i] = false;
    }
    for (int round = 0; round < ROWS * COLUMNS; round++)
        for (int i = 0; i < ROWS * COLUMNS; i++) {
            int beside[4] = {i % COLUMNS > 0 ? i - 1 : -1, i % COLUMNS < COLUMNS - 1 ? i + 1 : -1,
                             i - COLUMNS, i < (ROWS - 1) * COLUMNS ? i + COLUMNS : -1};
            bool is_free = score->owner[i] == KF_BLACK, is_near = false;
            for (int k = 0; k < 4; k++) {
                is_free = is_free && (beside[k] < 0 || score->owner[beside[k]] == KF_BLACK);
                is_near = is_near || (beside[k] >= 0 && b->usable[beside[k]]);
            }
            if (is_free && is_near && !b->usable[i])
                b->usable[i] = b->wall[i] = true;
        }
}

static void rectangles_wherever_there_are_some(void **state) {
    (void)state;
    static kf_board board;
    static kf_score score;
    static kf_arrangement arranged;
    unsigned seed = 7;
    int whole = 0, in_parts = 0;
    for (int round = 0; round < 1000; round++) {
        brute b = {.keep = 10 + round % 14, .rest = 100};
        draw_territory(&board, &seed, b.keep);
        count(&board, &score);
        void *memory = malloc(kf_arrange_size(&score));
        assert_non_null(memory);
        kf_arrange_count(&board, &score, memory, &arranged);
        free(memory);
        find_usable(&score, &b);
        try_from(&b, 0, 0, 0);
        const kf_arranged *one = &arranged.territory[0];
        assert_int_equal(one->colour, KF_BLACK);
        assert_int_equal(one->after, b.keep);
        whole += one->width > 0;
        in_parts += one->parts > 0 && b.rest < 5;
        if (one->width > 0)
            continue;
        assert_int_equal(one->parts > 0 ? one->rest : one->after, b.rest);
        assert_int_equal(arranged.moved[KF_BLACK], b.walls);
    }
    assert_true(whole > 2 && in_parts > 20);
}

// Each player puts a stone into the other's territory, where it dies, and the other answers in the
// same territory: the difference of the scores stays.
static void moves_one_for_one_change_nothing(void **state) {
    (void)state;
    static kf_board board;
    static kf_score before, after;
    static uint8_t status[KF_BOARD_POINTS];
    kf_played played;
    DRAW(&board, "......XO......", "......XO......", "......XO......", "......XO......",
         "......XO......", "......XO......");
    count(&board, &before);
    for (int i = 0; i < 200; i++) {
        kf_colour colour = i % 2 ? KF_WHITE : KF_BLACK;
        int left = colour == KF_WHITE ? 0 : 8;
        kf_point moves[2];
        for (int k = 0; k < 2; k++)
            moves[k] = kf_point_at(left + (int)random_below(6), (int)random_below(6));
        kf_board trial = board;
        if (moves[0] == moves[1] || kf_board_judge(&trial, moves[0], colour) != KF_LEGAL)
            continue;
        kf_board_play(&trial, moves[0], colour, &played);
        if (kf_board_judge(&trial, moves[1], kf_colour_other(colour)) != KF_LEGAL)
            continue;
        kf_board_play(&trial, moves[1], kf_colour_other(colour), &played);
        board = trial;
        for (int p = 0; p < 14 * 6; p++) {
            kf_colour there = kf_board_get(&board, kf_point_at(p % 14, p / 14));
            status[p] = (there == KF_WHITE && p % 14 < 6) || (there == KF_BLACK && p % 14 > 7)
                            ? KF_DEAD
                            : KF_ALIVE;
        }
        kf_score_input input = {.board = &board,
                                .rules = kf_rules_default(),
                                .counting = KF_COUNTING_TERRITORY,
                                .status = status};
        kf_score_count(&input, &after);
        assert_int_equal(after.result, before.result);
    }
}

/* ---- judging ------------------------------------------------------------------------------- */

// Whether some status of the position rests on reading or on playouts.
static bool has_estimate(const kf_board *board, const kf_judgement *judgement) {
    bool has = false;
    for (int i = 0; i < board->width * board->height; i++) {
        uint8_t reason = judgement->reason[i];
        bool is_proof = reason == KF_REASON_BENSON || reason == KF_REASON_ENCLOSED;
        assert_true(!is_proof || judgement->status[i] == KF_PASS_ALIVE ||
                    judgement->status[i] == KF_DEAD);
        has = has || reason == KF_REASON_READ || reason == KF_REASON_PLAYOUTS;
    }
    return has;
}

static void certain_is_certain(void **state) {
    (void)state;
    static kf_board board;
    static kf_judgement judgement;
    DRAW(&board, ".X.XO.O", "XX.XOO.", "..XXOOO", "XXXOO.O", "OOOO.OO", ".O..O.O", "OOO.OO.");
    judge(&board, &judgement);
    assert_int_equal(judgement.is_certain, !has_estimate(&board, &judgement));
    DRAW(&board, ".X.X.", "XXXXX", ".....", "OOOOO", ".O.O.");
    judge(&board, &judgement);
    assert_true(judgement.is_certain);
    assert_false(has_estimate(&board, &judgement));
    DRAW(&board, ".X...", "XX.X.", ".....", "O.OO.", ".O...");
    judge(&board, &judgement);
    assert_false(judgement.is_certain);
    assert_true(has_estimate(&board, &judgement));
}

static void judging_is_the_same_twice(void **state) {
    (void)state;
    static kf_board board;
    static kf_judgement first, second;
    kf_played played;
    kf_board_init(&board, 9, 9);
    for (int i = 0; i < 60; i++) {
        kf_point point = kf_point_at((int)random_below(9), (int)random_below(9));
        kf_colour colour = i % 2 ? KF_WHITE : KF_BLACK;
        if (kf_board_judge(&board, point, colour) == KF_LEGAL)
            kf_board_play(&board, point, colour, &played);
    }
    judge(&board, &first);
    judge(&board, &second);
    assert_memory_equal(first.status, second.status, 81);
    assert_memory_equal(first.percent, second.percent, 81);
    assert_memory_equal(first.filled, second.filled, 81);
    assert_true(kf_board_equal(&first.end, &second.end));
    assert_true(kf_chain_verify(&first.end));
}

static void a_man_without_room_is_dead(void **state) {
    (void)state;
    static kf_board board;
    static kf_judgement judgement;
    DRAW(&board, ".X....O..", "O.X..XO..", "XXX..XO..", ".....XO..", ".....XO..", "...X.XO..",
         "....XXO..", "..XXOOOO.", "..XO.....");
    judge(&board, &judgement);
    assert_int_equal(judgement.status[9], KF_DEAD);
    assert_int_not_equal(judgement.status[5 + 9], KF_DEAD);
    assert_int_not_equal(judgement.status[6], KF_DEAD);
}

// Two chains that share two liberties and have no eye: neither can fill, both stay.
static void shared_liberties_are_seki(void **state) {
    (void)state;
    static kf_board board;
    static kf_judgement judgement;
    DRAW(&board, ".OX.OX...", ".OX.OX.X.", ".OXXOX...", ".OOOX....", "...OX....", "...OX.X..",
         "...OX....", "..OOX....", "...OX....");
    judge(&board, &judgement);
    assert_int_equal(judgement.status[2], KF_SEKI);
    assert_int_equal(judgement.status[4], KF_SEKI);
    assert_int_equal(judgement.status[1], KF_ALIVE);
}

// One eye each and a liberty between: whoever fills it is taken. The same where a chain lies in the
// other's, with a liberty on either side.
static void seki_is_judged(void **state) {
    (void)state;
    static kf_board board;
    static kf_judgement judgement;
    DRAW(&board, ".X.O.OX..", "XXXOOOX..", "OOOXXXXX.", "..OX.....", ".OOX.....", "..OX.X...",
         ".OOX.....", "..OX.....", "..OX.....");
    judge(&board, &judgement);
    assert_int_equal(judgement.status[1], KF_SEKI);
    assert_int_equal(judgement.status[3], KF_SEKI);
    assert_int_not_equal(judgement.status[6], KF_SEKI);
    assert_false(judgement.is_certain);
    DRAW(&board, ".........", ".........", "OOOOOOOO.", "XXXXXXXO.", ".OOOO.XO.", "XXXXXXXO.",
         "OOOOOOOO.", ".........", ".........");
    judge(&board, &judgement);
    assert_int_equal(judgement.status[27], KF_SEKI);
    assert_int_equal(judgement.status[4 * 9 + 1], KF_SEKI);
}

// Lays the board down in one of its eight ways, with the colours as they are or changed.
static void turn(const kf_board *from, int way, bool is_changed, kf_board *to) {
    bool is_across = way & 4;
    kf_board_init(to, is_across ? from->height : from->width,
                  is_across ? from->width : from->height);
    for (int i = 0; i < from->width * from->height; i++) {
        int x = i % from->width, y = i / from->width;
        kf_colour colour = kf_board_get(from, kf_point_at(x, y));
        if (colour == KF_EMPTY)
            continue;
        int column = way & 1 ? from->width - 1 - x : x, row = way & 2 ? from->height - 1 - y : y;
        kf_board_put(to, is_across ? kf_point_at(row, column) : kf_point_at(column, row),
                     is_changed ? kf_colour_other(colour) : colour);
    }
}

// In how many corners a bent four is seen; the same in all ways to lay the board down.
static int bent_fours(const kf_board *board) {
    static kf_board turned;
    kf_corner corner;
    int all = -1;
    for (int way = 0; way < 16; way++) {
        int found = 0;
        turn(board, way % 8, way >= 8, &turned);
        for (int which = 0; which < KF_CORNERS; which++)
            found += kf_corner_find(&turned, which, &corner);
        assert_true(all < 0 || all == found);
        all = found;
    }
    return all;
}

static void bent_fours_are_found(void **state) {
    (void)state;
    static kf_board board;
    DRAW(&board, ".........", "OOOOOO...", "XXXXXO...", ".XXXXO...", "OOO.XO...");
    assert_int_equal(bent_fours(&board), 1);
    DRAW(&board, ".........", "OOOOO....", "XXXXO....", ".X.XO....", "OOOXO....");
    assert_int_equal(bent_fours(&board), 1);
    DRAW(&board, "OOOO.....", "XXXOO....", ".XXXO....", "OXXXO....", "OO.XO....");
    assert_int_equal(bent_fours(&board), 1);
    DRAW(&board, ".........", "OOOOO.OOO", "XXXXO.OXX", ".X.XO.OX.", "OOOXO.OXO");
    assert_int_equal(bent_fours(&board), 1);
    DRAW(&board, "..........", "OOOOO.OOOO", "XXXXO.OXXX", ".X.XO.OXX.", "OOOXO.OX.O");
    assert_int_equal(bent_fours(&board), 1);
    DRAW(&board, "..........", "OOOOOOOOOO", "XXXXOOXXXX", ".X.XOOX.X.", "OOOXOOXOOO");
    assert_int_equal(bent_fours(&board), 2);
}

static void other_corners_are_not_bent_fours(void **state) {
    (void)state;
    static kf_board board;
    // The point within makes a square or a T, which kills without a ko.
    DRAW(&board, ".........", "OOOO.....", "XXXO.....", "..XO.....", "OOOXO....");
    assert_int_equal(bent_fours(&board), 0);
    DRAW(&board, "OOOOO....", "XXXXO....", "..XXO....", "OOOXO....");
    assert_int_equal(bent_fours(&board), 0);
    DRAW(&board, "OOOO.....", "XXXOO....", ".XXXO....", "O.XXO....", "OOXXO....");
    assert_int_equal(bent_fours(&board), 0);
    // A row of four, an outer liberty, two chains, a way out, and no corner.
    DRAW(&board, "OOOOOO...", "XXXXXO...", "XXX.XO...", "OOO.XO...");
    assert_int_equal(bent_fours(&board), 0);
    DRAW(&board, ".........", "OO.OOO...", "XXXXXO...", ".XXXXO...", "OOO.XO...");
    assert_int_equal(bent_fours(&board), 0);
    DRAW(&board, ".........", "OOOOO....", "XXXOOO...", ".XXOXO...", "OOO.XO...");
    assert_int_equal(bent_fours(&board), 0);
    DRAW(&board, ".OOOO....", ".XXXO....", ".X.XO....", "OOOXO....");
    assert_int_equal(bent_fours(&board), 0);
    DRAW(&board, "OOOOOO...", "XXXXXO...", "X.X.XO...", "XOOOXO...");
    assert_int_equal(bent_fours(&board), 0);
}

// One judgement for each way to lay the board down.
static void bent_fours_are_judged(void **state) {
    (void)state;
    static kf_board board, turned;
    static kf_judgement judgement;
    static const kf_status fates[] = {KF_DEAD, KF_STATUS_KO, KF_UNSETTLED};
    DRAW(&board, ".X.X.X.", "XXXXXXX", "OOOOOOO", "OOOOO.O", "XXXXOOO", ".X.XO.O", "OOOXOOO");
    for (int way = 0; way < 8; way++) {
        turn(&board, way, way % 2, &turned);
        judge_call call = {
            kf_arena_new(),
            {.board = &turned, .to_move = KF_BLACK, .games = 50, .bent_four = fates[way % 3]},
            &judgement};
        assert_non_null(call.arena);
        assert_true(kf_arena_try(call.arena, call_judge, &call));
        kf_arena_free(call.arena);
        int stones = 0;
        for (int i = 0; i < 49; i++)
            stones +=
                judgement.reason[i] == KF_REASON_CORNER && judgement.status[i] == fates[way % 3];
        assert_int_equal(stones, way % 3 == 0 ? 7 : 10);
        assert_false(judgement.is_certain);
        assert_int_equal(judgement.is_settled, way % 3 == 0);
    }
    // Without a word on the rules it is not looked for, and is seki.
    judge(&board, &judgement);
    assert_int_equal(judgement.status[28], KF_SEKI);
}

static void captures_are_read(void **state) {
    (void)state;
    static kf_board board;
    // A ladder to the edge catches; with a friend in its way it does not.
    DRAW(&board, ".........", ".........", "..XX.....", ".XO......", ".........", ".........",
         ".........", ".........", ".........");
    assert_true(kf_capture_attack(&board, kf_point_at(2, 3), 500));
    kf_board_put(&board, kf_point_at(5, 5), KF_WHITE);
    assert_false(kf_capture_attack(&board, kf_point_at(2, 3), 500));
    // Two eyes are no liberties that anybody fills.
    DRAW(&board, ".O.OX", "OOOOX", "XXXXX");
    assert_false(kf_capture_attack(&board, kf_point_at(1, 0), 500));
    // A chain in atari is taken.
    DRAW(&board, "XO.", ".X.", "...");
    assert_true(kf_capture_attack(&board, kf_point_at(1, 0), 500));
    assert_true(kf_chain_verify(&board));
}

/* ---- what is stated ------------------------------------------------------------------------ */

static void results_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        kf_outcome_kind kind;
        int lead;
    } cases[] = {{"B+3.5", KF_OUTCOME_POINTS, 350},   {"W+14", KF_OUTCOME_POINTS, -1400},
                 {"W+1.75", KF_OUTCOME_POINTS, -175}, {"0", KF_OUTCOME_POINTS, 0},
                 {"Draw", KF_OUTCOME_POINTS, 0},      {"B+R", KF_OUTCOME_WON, 0},
                 {"W+Resign", KF_OUTCOME_WON, 0},     {"B+", KF_OUTCOME_WON, 0},
                 {"B+0.0", KF_OUTCOME_WON, 0},        {"Void", KF_OUTCOME_NONE, 0},
                 {"?", KF_OUTCOME_NONE, 0},           {"", KF_OUTCOME_NONE, 0},
                 {"X+3", KF_OUTCOME_NONE, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kf_outcome outcome = kf_outcome_read(kf_text_of(cases[i].text));
        assert_int_equal(outcome.kind, cases[i].kind);
        assert_int_equal(outcome.lead, cases[i].lead);
    }
}

static void results_are_compared(void **state) {
    (void)state;
    const kf_rules *japanese = kf_rules_default(), *chinese = kf_rules_find("chinese", 7);
    kf_outcome outcome = kf_outcome_read(KF_TEXT("W+1.75"));
    assert_true(kf_outcome_agrees(&outcome, chinese, -7));
    assert_false(kf_outcome_agrees(&outcome, japanese, -7));
    outcome = kf_outcome_read(KF_TEXT("B+3.5"));
    assert_true(kf_outcome_agrees(&outcome, japanese, 7));
    assert_false(kf_outcome_agrees(&outcome, japanese, 8));
    outcome = kf_outcome_read(KF_TEXT("B+R"));
    assert_true(kf_outcome_agrees(&outcome, japanese, 1));
    assert_false(kf_outcome_agrees(&outcome, japanese, -1));
}

static void komi_is_read(void **state) {
    (void)state;
    static const struct {
        const char *text, *rules;
        int komi; // in half points
    } cases[] = {{"6.5", "japanese", 13}, {"650", "japanese", 13}, {"7.5", "chinese", 15},
                 {"3.75", "chinese", 15}, {"375", "chinese", 15},  {"0", "japanese", 0},
                 {"-5", "japanese", -10}, {"5", "japanese", 10},   {"0.50", "chinese", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const kf_rules *rules = kf_rules_find(cases[i].rules, strlen(cases[i].rules));
        int komi = -99;
        assert_true(kf_outcome_komi(kf_text_of(cases[i].text), rules, &komi));
        assert_int_equal(komi, cases[i].komi);
    }
    char text[KF_OUTCOME_TEXT];
    const kf_text fox = KF_TEXT("AP[GNU Go:3.8]AP[foxwq]"), other = KF_TEXT("AP[x]");
    static const struct {
        const char *text, *rules, *of_fox, *of_another;
    } kept[] = {{"-650", "", "-6.5", "-650"},
                {"650", "", "6.5", "6.5"},
                {"375", "", "375", "375"},
                {"375", "Chinese", "7.5", "7.5"},
                {"100", "", "1", "100"},
                {"-100", "?", "-1", "-100"},
                {"-60", "", "-60", "-60"},
                {"300", "", "3", "300"},
                {"6500", "", "65", "6500"},
                {"-375", "Chinese", "-7.5", "-375"},
                {"3.75", "Chinese", "3.75", "3.75"},
                {"6.50", "?", "6.50", "6.50"}};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        kf_text komi = kf_text_of(kept[i].text), rules = kf_text_of(kept[i].rules);
        assert_true(kf_text_is(kf_outcome_komi_kept(fox, komi, rules, text), kept[i].of_fox));
        assert_true(kf_text_is(kf_outcome_komi_kept(other, komi, rules, text), kept[i].of_another));
    }
    int halves;
    assert_true(kf_outcome_komi_in(fox, KF_TEXT("-650"), kf_rules_default(), &halves));
    assert_int_equal(halves, -13);
    assert_true(kf_outcome_komi_in(other, KF_TEXT("-650"), kf_rules_default(), &halves));
    assert_int_equal(halves, -1300);
    assert_true(kf_outcome_komi_in(fox, KF_TEXT("-60"), kf_rules_default(), &halves));
    assert_int_equal(halves, -120);
    // The digits are good up to a sign that is none, or too many; half a point is the least.
    static const char *const bad[] = {"six", "6.3",     "6.5x", "6x5", "6.5.0",
                                      "6 5", "1234567", "",     "-",   "."};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int komi;
        assert_false(kf_outcome_komi(kf_text_of(bad[i]), kf_rules_default(), &komi));
    }
}

// ---- No number without a range ----

// A random game that somebody left in the middle.
static void play_some(kf_board *board, int size) {
    int moves = size * size / 2 + (int)random_below((uint32_t)(size * size));
    kf_played played;
    kf_board_init(board, size, size);
    for (int i = 0; i < moves; i++) {
        kf_colour colour = i % 2 == 0 ? KF_BLACK : KF_WHITE;
        kf_point point =
            kf_point_at((int)random_below((uint32_t)size), (int)random_below((uint32_t)size));
        if (kf_board_judge(board, point, colour) == KF_LEGAL && !is_own_eye(board, point, colour))
            kf_board_play(board, point, colour, &played);
    }
}

// Whether a chain of five stones or more rests on games that do not agree; then it is called
// unsettled or a seki, never alive or dead.
static bool has_large_doubt(const kf_board *board, const kf_judgement *judgement) {
    bool has_one = false;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        int percent = judgement->percent[i];
        if (kf_board_get(board, point) == KF_EMPTY || judgement->reason[i] != KF_REASON_PLAYOUTS ||
            percent <= 5 || percent >= 95 || kf_chain_stones(board, point, NULL, 0) < 5)
            continue;
        has_one = true;
        assert_true(judgement->status[i] == KF_UNSETTLED || judgement->status[i] == KF_SEKI);
    }
    return has_one;
}

// Positions turned and mirrored are judged alike, and so are those to which other moves led.
static void judging_does_not_depend_on_how_it_lies(void **state) {
    (void)state;
    static kf_board board, turned;
    static kf_judgement first, other;
    for (int round = 0; round < 3; round++) {
        play_some(&board, 7 + round % 3);
        judge(&board, &first);
        for (int way = 0; way < 8; way += 1 + round % 2) {
            turn(&board, way, false, &turned);
            judge(&turned, &other);
            assert_int_equal(first.is_settled, other.is_settled);
            assert_int_equal(first.moves, other.moves);
            for (int i = 0; i < board.width * board.height; i++) {
                int x = i % board.width, y = i / board.width;
                int column = way & 1 ? board.width - 1 - x : x;
                int row = way & 2 ? board.height - 1 - y : y;
                kf_point at = way & 4 ? kf_point_at(row, column) : kf_point_at(column, row);
                int k = kf_benson_index(&turned, at);
                assert_int_equal(first.status[i], other.status[k]);
                assert_int_equal(first.percent[i], other.percent[k]);
                assert_int_equal(first.end_status[i], other.end_status[k]);
                assert_int_equal(kf_board_get(&first.end, kf_point_at(x, y)),
                                 kf_board_get(&other.end, at));
            }
        }
    }
}

static void large_doubts_come_with_a_range(void **state) {
    (void)state;
    static kf_ending ending;
    static kf_count count;
    int doubts = 0, ranges = 0;
    for (int round = 0; round < 40; round++) {
        ending = (kf_ending){.rules = kf_rules_default(),
                             .to_move = KF_BLACK,
                             .last = KF_WHITE,
                             .is_final = round % 2 == 0};
        play_some(&ending.board, 7 + round % 3);
        assert_true(kf_count_position(&ending, KF_COUNT_JUDGED, &count));
        assert_true(count.lowest <= count.score.result && count.score.result <= count.highest);
        if (!has_large_doubt(&ending.board, &count.judgement))
            continue;
        doubts++;
        assert_false(count.judgement.is_settled || count.judgement.is_certain);
        ranges += count.lowest < count.highest;
    }
    print_message("%d positions with a large chain in doubt\n", doubts);
    assert_true(doubts >= 15);
    // Some chains are taken while the last moves are made.
    assert_true(10 * ranges >= 8 * doubts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_agree_on_finished_games),
        cmocka_unit_test(rectangles_wherever_there_are_some),
        cmocka_unit_test(moves_one_for_one_change_nothing),
        cmocka_unit_test(certain_is_certain),
        cmocka_unit_test(judging_is_the_same_twice),
        cmocka_unit_test(a_man_without_room_is_dead),
        cmocka_unit_test(shared_liberties_are_seki),
        cmocka_unit_test(seki_is_judged),
        cmocka_unit_test(bent_fours_are_found),
        cmocka_unit_test(other_corners_are_not_bent_fours),
        cmocka_unit_test(bent_fours_are_judged),
        cmocka_unit_test(captures_are_read),
        cmocka_unit_test(results_are_read),
        cmocka_unit_test(results_are_compared),
        cmocka_unit_test(komi_is_read),
        cmocka_unit_test(judging_does_not_depend_on_how_it_lies),
        cmocka_unit_test(large_doubts_come_with_a_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
