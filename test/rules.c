// SPDX-License-Identifier: MIT
// Rule sets, handicaps, unconditional life, seki and both ways of counting.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <kifu/board.h>

static uint64_t random_state = 0x2545F4914F6CDD1Du;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % limit;
}

// Sets up a board from its rows, top first: X Black, O White, x and o dead stones, all else vacant.
static void draw(kf_board *board, uint8_t *status, const char *const *rows, int height) {
    kf_board_init(board, (int)strlen(rows[0]), height);
    for (int i = 0; i < board->width * height; i++) {
        char c = rows[i / board->width][i % board->width];
        bool black = c == 'X' || c == 'x';
        bool white = c == 'O' || c == 'o';
        kf_board_put(board, kf_point_at(i % board->width, i / board->width),
                     black   ? KF_BLACK
                     : white ? KF_WHITE
                             : KF_EMPTY);
        status[i] = c == 'x' || c == 'o' ? KF_DEAD : KF_ALIVE;
    }
}
#define DRAW(board, status, ...)                                                                   \
    draw(board, status, (const char *const[]){__VA_ARGS__},                                        \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static const kf_rules *rules_named(const char *name) {
    return kf_rules_find(name, strlen(name));
}

/* ---- rule sets ----------------------------------------------------------------------------- */

static void rule_sets_go_by_many_names(void **state) {
    (void)state;
    static const char *const names[][10] = {
        {"igo", "Igo", "The Game of I-Go"},
        {"japanese", "Japanese", "JAPANESE", "Japanese rules", " japan ", "J", "日本", "日本規則",
         "日本ルール", "Japanese 1989"},
        {"korean", "Korean", "korea", "韩国规则", "한국룰"},
        {"chinese", "Chinese", "CHINESE RULES", "Area", "中国规则", "中国", "cn", "Chinese2002",
         "数子规则"},
        {"aga", "AGA", "A.G.A.", "aga rules", "American"},
        {"bga", "BGA", "British"},
        {"new-zealand", "NZ", "New Zealand", "new_zealand", "NewZealand", "NEW ZEALAND RULES"},
        {"ing", "GOE", "Ing", "Ing's", "Ing SST", "应氏规则", "ing rules 1996", "Goe"},
        {"tromp-taylor", "Tromp-Taylor", "tromp taylor", "TT", "TrompTaylor", "Logical Rules"},
    };
    assert_int_equal(kf_rules_count(), sizeof names / sizeof names[0]);
    for (size_t i = 0; i < kf_rules_count(); i++) {
        assert_string_equal(kf_rules_at(i)->id, names[i][0]);
        for (int j = 0; j < 10 && names[i][j]; j++) {
            assert_ptr_equal(rules_named(names[i][j]), kf_rules_at(i));
        }
    }
    assert_null(kf_rules_at(kf_rules_count()));
    static const char *const unknown[] = {"",      "   ",        "rules", "1989",
                                          "chess", "japanesque", "|",     "规则"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        assert_null(rules_named(unknown[i]));
    }
    char longest[300];
    memset(longest, 'j', sizeof longest);
    assert_null(kf_rules_find(longest, sizeof longest));
    assert_string_equal(kf_rules_default()->id, "japanese");
}

static void no_name_means_two_rule_sets(void **state) {
    (void)state;
    for (size_t i = 0; i < kf_rules_count(); i++) {
        const char *names = kf_rules_at(i)->names;
        while (*names) {
            size_t length = strcspn(names, "|");
            assert_ptr_equal(kf_rules_find(names, length), kf_rules_at(i));
            names += length + (names[length] == '|');
        }
    }
}

static void cells_of_the_table(void **state) {
    (void)state;
    assert_int_equal(rules_named("japanese")->komi, 13);
    assert_int_equal(rules_named("chinese")->komi, 15);
    assert_int_equal(rules_named("new-zealand")->komi, 14);
    assert_int_equal(rules_named("ing")->komi, 16);
    assert_int_equal(rules_named("igo")->komi, 0);
    assert_false(rules_named("tromp-taylor")->has_komi);
    assert_int_equal(rules_named("chinese")->repeats, KF_REPEATS_WARNED);
    assert_int_equal(rules_named("tromp-taylor")->ko, KF_KO_POSITIONAL);
    assert_int_equal(rules_named("aga")->ko, KF_KO_SITUATIONAL);
    static const char *const suicidal = "new-zealand ing tromp-taylor";
    for (size_t i = 0; i < kf_rules_count(); i++) {
        const kf_rules *rules = kf_rules_at(i);
        assert_int_equal(rules->suicide, strstr(suicidal, rules->id) != NULL);
    }
    assert_int_equal(kf_rules_compensation(rules_named("chinese"), 9), 9);
    assert_int_equal(kf_rules_compensation(rules_named("aga"), 9), 8);
    assert_int_equal(kf_rules_compensation(rules_named("japanese"), 9), 0);
    assert_int_equal(kf_rules_compensation(rules_named("chinese"), 1), 0);
}

/* ---- handicaps ----------------------------------------------------------------------------- */

// The points of a handicap as text.
static void assert_handicap(kf_handicap handicap, int stones, int size, kf_coords coords,
                            const char *expected) {
    kf_point points[KF_HANDICAP_MAX];
    char text[KF_HANDICAP_MAX * (KF_POINT_TEXT + 1)] = "";
    int count = kf_handicap_place(handicap, stones, size, size, points);
    for (int i = 0; i < count; i++) {
        char point[KF_POINT_TEXT];
        kf_point_write(points[i], coords, size, size, point);
        strcat(text, i ? " " : "");
        strcat(text, point);
    }
    assert_string_equal(text, expected);
    if (count) {
        assert_true(kf_handicap_fits(handicap, points, count, size, size));
    }
}

static void the_book_gives_2_to_17(void **state) {
    (void)state;
    static const char *const expected[] = {
        "16/D 4/Q",
        "16/D 4/Q 16/Q",
        "16/D 4/Q 16/Q 4/D",
        "16/D 4/Q 16/Q 4/D 10/K",
        "16/D 4/Q 16/Q 4/D 10/Q 10/D",
        "16/D 4/Q 16/Q 4/D 10/Q 10/D 10/K",
        "16/D 4/Q 16/Q 4/D 10/Q 10/D 16/K 4/K",
        "16/D 4/Q 16/Q 4/D 10/Q 10/D 16/K 4/K 10/K",
    };
    for (int i = 0; i < 8; i++) {
        assert_handicap(KF_HANDICAP_BOOK, i + 2, 19, KF_COORDS_IGO, expected[i]);
    }
    assert_handicap(KF_HANDICAP_BOOK, 17, 19, KF_COORDS_IGO,
                    "16/D 4/Q 16/Q 4/D 10/Q 10/D 16/K 4/K 10/K 13/G 7/N 13/N 7/G 17/C 3/R 17/R "
                    "3/C");
    assert_handicap(KF_HANDICAP_BOOK, 18, 19, KF_COORDS_IGO, "");
    assert_handicap(KF_HANDICAP_BOOK, 1, 19, KF_COORDS_IGO, "");
}

static void other_tables_and_sizes(void **state) {
    (void)state;
    assert_handicap(KF_HANDICAP_JAPANESE, 3, 19, KF_COORDS_A1, "Q16 D4 Q4");
    assert_handicap(KF_HANDICAP_STAR, 3, 19, KF_COORDS_A1, "D4 Q16 D16");
    assert_handicap(KF_HANDICAP_STAR, 9, 13, KF_COORDS_A1, "D4 K10 D10 K4 D7 K7 G4 G10 G7");
    assert_handicap(KF_HANDICAP_STAR, 5, 9, KF_COORDS_A1, "C3 G7 C7 G3 E5");
    assert_handicap(KF_HANDICAP_STAR, 4, 8, KF_COORDS_A1, "C3 F6 C6 F3");
    assert_handicap(KF_HANDICAP_STAR, 4, 7, KF_COORDS_A1, "C3 E5 C5 E3");
    assert_handicap(KF_HANDICAP_STAR, 5, 8, KF_COORDS_A1, "");
    assert_handicap(KF_HANDICAP_STAR, 5, 7, KF_COORDS_A1, "");
    assert_handicap(KF_HANDICAP_STAR, 2, 6, KF_COORDS_A1, "");
    assert_handicap(KF_HANDICAP_STAR, 10, 19, KF_COORDS_A1, "");
    // Three stones differ by a turn of the board only, so each table takes the other's.
    kf_point points[KF_HANDICAP_MAX];
    kf_handicap_place(KF_HANDICAP_STAR, 3, 19, 19, points);
    assert_true(kf_handicap_fits(KF_HANDICAP_JAPANESE, points, 3, 19, 19));
    points[1] = kf_point_at(9, 9);
    assert_false(kf_handicap_fits(KF_HANDICAP_JAPANESE, points, 3, 19, 19));
    assert_true(kf_handicap_fits(KF_HANDICAP_FREE, points, 3, 19, 19));
}

static int after(int stones, const char *winners) {
    kf_colour list[64];
    size_t count = 0;
    for (; winners[count]; count++) {
        list[count] = winners[count] == 'B' ? KF_BLACK : KF_WHITE;
    }
    return kf_handicap_after(stones, list, count);
}

static void the_rule_of_three(void **state) {
    (void)state;
    assert_int_equal(after(4, "BB"), 4);
    assert_int_equal(after(4, "BBB"), 3);
    assert_int_equal(after(4, "BBBBB"), 3);
    assert_int_equal(after(4, "BBBBBB"), 2);
    assert_int_equal(after(4, "BBWBBWBB"), 4);
    assert_int_equal(after(4, "WWW"), 5);
    assert_int_equal(after(2, "BBBBBBBBBBBB"), 0);
    assert_int_equal(after(0, "WWW"), 1);    // one player has White throughout
    assert_int_equal(after(0, "BWW"), 1);    // and here has Black first
    assert_int_equal(after(0, "BWWWWW"), 2); // then the other one has Black, and loses three more
    assert_int_equal(after(0, "BBB"), 0);    // won by each player in turn
    assert_int_equal(after(1, "BBBW"), 0);
    assert_int_equal(after(17, "WWW"), 17);
    int rank;
    assert_true(kf_handicap_rank("5k", 2, &rank));
    assert_int_equal(rank, -4);
    assert_true(kf_handicap_rank("3 Dan", 5, &rank));
    assert_int_equal(rank, 3);
    assert_false(kf_handicap_rank("0k", 2, &rank));
    assert_false(kf_handicap_rank("10d", 3, &rank));
    assert_false(kf_handicap_rank("5", 1, &rank));
    assert_int_equal(kf_handicap_between(-4, 0, 9), 4);
    assert_int_equal(kf_handicap_between(3, -20, 9), 9);
}

/* ---- life ---------------------------------------------------------------------------------- */

static void two_eyes_live_unconditionally(void **state) {
    (void)state;
    static kf_board board;
    static uint8_t status[KF_BOARD_POINTS];
    static bool alive[KF_BOARD_POINTS];
    static bool safe[KF_BOARD_POINTS];
    DRAW(&board, status, ".X.XO", "XXXXO", "OOOOO", ".....");
    assert_int_equal(kf_benson_find(&board, KF_BLACK, false, alive), 6);
    kf_benson_eyes(&board, KF_BLACK, alive, safe);
    assert_true(safe[0] && safe[2]);
    assert_false(safe[1] || safe[15]);
    // White has one big region only, which it does not fill.
    assert_int_equal(kf_benson_find(&board, KF_WHITE, false, alive), 0);
    // One eye is not enough, and a false second one is none.
    DRAW(&board, status, ".XXXO", "XXXXO", "OOOOO", ".....");
    assert_int_equal(kf_benson_find(&board, KF_BLACK, false, alive), 0);
    DRAW(&board, status, ".X.XO", "XXOXO", "OOOOO", ".....");
    assert_int_equal(kf_benson_find(&board, KF_BLACK, false, alive), 0);
    // Two chains that share both their eyes.
    DRAW(&board, status, ".XXO", "X.XO", "XXOO", "OOO.");
    assert_int_equal(kf_benson_find(&board, KF_BLACK, false, alive), 6);
    // A stone of the opponent out of touch: vital without suicide, not with it.
    DRAW(&board, status, "OXXXXX", "O.XX.X", ".XXXXX", "XXXX..", "......");
    int without = kf_benson_find(&board, KF_BLACK, false, alive);
    assert_true(without > 0);
    DRAW(&board, status, "OO.X.X", "OOXXXX", ".XX...", "XX....");
    without = kf_benson_find(&board, KF_BLACK, false, alive);
    assert_true(without > kf_benson_find(&board, KF_BLACK, true, alive));
}

// Chains found alive are attacked by random play to which their owner always passes.
static void what_is_alive_cannot_be_taken(void **state) {
    (void)state;
    static kf_board board, fight;
    static bool alive[KF_BOARD_POINTS];
    kf_played played;
    int tested = 0;
    for (int round = 0; round < 600; round++) {
        kf_board_init(&board, 5, 4);
        for (int i = 0; i < 60; i++) {
            kf_point point = kf_point_at((int)random_below(5), (int)random_below(4));
            kf_colour colour = i % 5 ? KF_BLACK : KF_WHITE;
            if (kf_board_judge(&board, point, colour) == KF_LEGAL && i < 14 + round % 20) {
                kf_board_play(&board, point, colour, &played);
            }
        }
        bool suicide = round % 2;
        int count = kf_benson_find(&board, KF_BLACK, suicide, alive);
        tested += count > 0;
        for (int attack = 0; count && attack < 30; attack++) {
            fight = board;
            for (int i = 0; i < 60; i++) {
                kf_point point = kf_point_at((int)random_below(5), (int)random_below(4));
                kf_verdict verdict = kf_board_judge(&fight, point, KF_WHITE);
                if (verdict == KF_LEGAL || (suicide && verdict == KF_SUICIDE)) {
                    kf_board_play(&fight, point, KF_WHITE, &played);
                }
            }
            for (int i = 0; i < 20; i++) {
                kf_point point = kf_point_at(i % 5, i / 5);
                assert_true(!alive[i] || kf_board_get(&fight, point) == KF_BLACK);
            }
        }
    }
    assert_true(tested > 50);
}

/* ---- counting ------------------------------------------------------------------------------ */

static void count(const kf_board *board, const uint8_t *status, const char *name, kf_score *score) {
    const kf_rules *rules = rules_named(name);
    kf_score_input input = {board, rules, rules->counting, status, 0, 0, {0, 0, 0}};
    kf_score_count(&input, score);
}

static void territory_and_area(void **state) {
    (void)state;
    static kf_board board;
    static uint8_t status[KF_BOARD_POINTS];
    static kf_score score;
    DRAW(&board, status, "..XO.", ".oXO.", "..XOx", "..XOO", "..X.O");
    board.prisoners[KF_BLACK] = 2;
    count(&board, status, "igo", &score);
    assert_int_equal(score.side[KF_BLACK].territory, 10);
    assert_int_equal(score.side[KF_BLACK].points, 10 - 2 - 1);
    assert_int_equal(score.side[KF_BLACK].dead, 1); // the stone on E3
    assert_int_equal(score.side[KF_WHITE].territory, 3);
    assert_int_equal(score.side[KF_WHITE].points, 3 - 1);
    assert_int_equal(score.neutral, 1);
    assert_int_equal(score.owner[0], KF_BLACK);
    assert_int_equal(score.owner[23], KF_EMPTY);
    count(&board, status, "chinese", &score);
    assert_int_equal(score.side[KF_BLACK].points, 15);
    assert_int_equal(score.side[KF_WHITE].points, 9);
    assert_int_equal(score.result, 12);
    assert_int_equal(score.winner, KF_BLACK);
}

static void ties_and_komi(void **state) {
    (void)state;
    static kf_board board;
    static uint8_t status[KF_BOARD_POINTS];
    static kf_score score;
    DRAW(&board, status, ".XO.", ".XO.", ".XO.");
    count(&board, status, "ing", &score);
    assert_int_equal(score.result, 0);
    assert_int_equal(score.winner, KF_BLACK);
    count(&board, status, "chinese", &score);
    assert_int_equal(score.winner, KF_EMPTY);
    const kf_rules *rules = rules_named("chinese");
    kf_score_input input = {&board, rules, rules->counting, status, 15, 4, {0, 0, 0}};
    kf_score_count(&input, &score);
    assert_int_equal(score.result, -15 - 8);
    assert_int_equal(score.winner, KF_WHITE);
    int recorded[3] = {0, 0, 0};
    int passes[3];
    kf_score_passes(rules_named("aga"), recorded, KF_BLACK, passes);
    assert_int_equal(passes[KF_BLACK], 1);
    assert_int_equal(passes[KF_WHITE], 2);
    kf_score_passes(rules_named("aga"), recorded, KF_WHITE, passes);
    assert_int_equal(passes[KF_BLACK], 1);
    assert_int_equal(passes[KF_WHITE], 1);
    kf_score_passes(rules_named("chinese"), recorded, KF_WHITE, passes);
    assert_int_equal(passes[KF_WHITE], 0);
}

static void seki_counts_by_rule_set(void **state) {
    (void)state;
    static kf_board board;
    static uint8_t status[KF_BOARD_POINTS];
    static kf_score score;
    // Two chains without eyes share two points; all others live.
    DRAW(&board, status, ".XXO.XO.", "XXOO.XOO", ".XOOXXO.", "XXXXOOOO");
    assert_int_equal(kf_seki_mark(&board, status), 9);
    assert_int_equal(status[3], KF_SEKI);
    assert_int_equal(status[1], KF_ALIVE);
    count(&board, status, "japanese", &score);
    assert_int_equal(score.shared, 2);
    assert_int_equal(score.neutral, 0);
    assert_int_equal(score.result, 0);
    assert_true(score.seki[4] && score.seki[12]);
    // Neutral points between groups that live make none.
    DRAW(&board, status, ".X.X.O.O.", "XXXX.OOOO", ".X.X.O.O.");
    assert_int_equal(kf_seki_mark(&board, status), 0);
    count(&board, status, "japanese", &score);
    assert_int_equal(score.shared, 0);
    assert_int_equal(score.neutral, 3);
    // An eye of a group in seki counts, or does not; a dead stone in it is a prisoner in any case.
    DRAW(&board, status, "oX.OO", ".X.O.", "XX.OO");
    memset(status + 1, KF_SEKI, 14);
    count(&board, status, "japanese", &score);
    assert_int_equal(score.side[KF_BLACK].points, 0);
    assert_int_equal(score.side[KF_WHITE].points, -1);
    assert_int_equal(score.owner[5], KF_EMPTY);
    count(&board, status, "igo", &score);
    assert_int_equal(score.side[KF_BLACK].points, 2);
    assert_int_equal(score.side[KF_WHITE].points, 0);
}

// Whether the point is surrounded by the colour, so that a player with sense leaves it alone.
static bool is_own_eye(const kf_board *board, kf_point point, kf_colour colour) {
    static const int steps[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    for (int i = 0; i < 4; i++) {
        int x = kf_point_column(point) + steps[i][0];
        int y = kf_point_row(point) + steps[i][1];
        bool inside = x >= 0 && y >= 0 && x < board->width && y < board->height;
        if (inside && kf_board_get(board, kf_point_at(x, y)) != colour) {
            return false;
        }
    }
    return true;
}

// A legal move that fills no own eye, or a pass when there is none.
static kf_point choose(const kf_board *board, kf_colour colour) {
    int points = board->width * board->height;
    int start = (int)random_below((uint32_t)points);
    for (int i = 0; i < points; i++) {
        int index = (start + i) % points;
        kf_point point = kf_point_at(index % board->width, index / board->width);
        if (kf_board_judge(board, point, colour) == KF_LEGAL && !is_own_eye(board, point, colour)) {
            return point;
        }
    }
    return KF_PASS;
}

static void aga_counts_the_same_both_ways(void **state) {
    (void)state;
    static kf_board board;
    static kf_score area, territory;
    for (int game = 0; game < 1000; game++) {
        int size = 5 + game % 9;
        int handicap = game % 3 == 0 && kf_handicap_most(KF_HANDICAP_STAR, size, size) ? 2 : 0;
        kf_point stones[KF_HANDICAP_MAX];
        kf_played played;
        int passes[3] = {0, 0, 0};
        int in_a_row = 0;
        kf_board_init(&board, size, size);
        int placed = kf_handicap_place(KF_HANDICAP_STAR, handicap, size, size, stones);
        kf_board_put_all(&board, stones, (size_t)placed, KF_BLACK);
        kf_colour colour = placed ? KF_WHITE : KF_BLACK;
        kf_colour last = KF_EMPTY;
        for (int i = 0; i < 4 * size * size && in_a_row < 2; i++) {
            kf_point point = choose(&board, colour);
            passes[colour] += point == KF_PASS;
            in_a_row = point == KF_PASS ? in_a_row + 1 : 0;
            kf_board_play(&board, point, colour, &played);
            last = colour;
            colour = kf_colour_other(colour);
        }
        const kf_rules *rules = rules_named("aga");
        kf_score_input input = {&board, rules, KF_COUNTING_AREA, NULL, 15, placed, {0, 0, 0}};
        kf_score_passes(rules, passes, last, input.passes);
        kf_score_count(&input, &area);
        input.counting = KF_COUNTING_TERRITORY;
        kf_score_count(&input, &territory);
        assert_int_equal(area.result, territory.result);
    }
}

/* ---- rearranging --------------------------------------------------------------------------- */

// Checks the vacant region of a point: it touches one colour at most, and is the rectangle it is
// said to be. Returns how many points it has; marks them.
static int check_region(const kf_board *board, const kf_arrangement *arranged, int start,
                        bool *seen, int *colour) {
    static int queue[KF_BOARD_POINTS];
    static const int steps[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    int length = 1;
    queue[0] = start;
    seen[start] = true;
    *colour = 0;
    for (int i = 0; i < length; i++) {
        for (int s = 0; s < 4; s++) {
            int x = queue[i] % board->width + steps[s][0];
            int y = queue[i] / board->width + steps[s][1];
            int next = y * board->width + x;
            if (x < 0 || y < 0 || x >= board->width || y >= board->height) {
                continue;
            }
            *colour |= arranged->point[next];
            if (arranged->point[next] == KF_EMPTY && !seen[next]) {
                seen[next] = true;
                queue[length++] = next;
            }
        }
    }
    return length;
}

// All that must hold of any arrangement. Returns how many territories kept an odd shape.
static int check_arrangement(const kf_board *board, const kf_score *score,
                             const kf_arrangement *arranged) {
    bool seen[KF_BOARD_POINTS] = {false};
    int points = board->width * board->height;
    int stones[3] = {0, 0, 0};
    int vacant[3] = {0, 0, 0};
    int odd = 0;
    int rectangles[3] = {0, 0, 0};
    for (int i = 0; i < points; i++) {
        stones[arranged->point[i]]++;
        int colour = 0;
        if (arranged->point[i] == KF_EMPTY && !seen[i]) {
            int length = check_region(board, arranged, i, seen, &colour);
            vacant[colour == 3 ? 0 : colour] += length;
        }
    }
    for (int i = 0; i < arranged->count; i++) {
        const kf_arranged *one = &arranged->territory[i];
        if (one->width) {
            assert_int_equal(one->width * one->height, one->after);
            assert_true(one->width == 5 || one->width == 10 || one->height == 5 ||
                        one->height == 10);
            bool again[KF_BOARD_POINTS] = {false};
            int colour;
            assert_int_equal(
                check_region(board, arranged, kf_benson_index(board, one->top), again, &colour),
                one->after);
            for (int j = 0; j < one->after; j++) {
                int column = kf_point_column(one->top) + j % one->width;
                int row = kf_point_row(one->top) + j / one->width;
                assert_true(again[row * board->width + column]);
            }
            rectangles[one->colour]++;
        } else if (one->colour && one->after) {
            odd++;
        }
    }
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        const kf_score_side *side = &score->side[colour];
        int placed = side->dead + side->captured + side->passes - arranged->surplus[colour];
        assert_int_equal(vacant[colour], arranged->vacant[colour]);
        assert_int_equal(arranged->vacant[colour] - arranged->surplus[colour], side->points);
        assert_int_equal(stones[colour], side->stones + placed);
        assert_int_equal(rectangles[colour], arranged->rectangles[colour]);
    }
    return odd;
}

static int arrange(const kf_board *board, const uint8_t *status, kf_arrangement *arranged) {
    static kf_score score;
    count(board, status, "igo", &score);
    void *memory = malloc(kf_arrange_size(&score));
    assert_non_null(memory);
    kf_arrange_count(board, &score, memory, arranged);
    free(memory);
    return check_arrangement(board, &score, arranged);
}

static void territories_become_rectangles(void **state) {
    (void)state;
    static kf_board board;
    static uint8_t status[KF_BOARD_POINTS];
    static kf_arrangement arranged;
    // Black's 12 points take 2 prisoners and become 5 x 2. White has 8, 6 and 4 and one prisoner:
    // five stones of the lower wall make 5 x 2 of the 8, and what is left over fills the 4.
    DRAW(&board, status, "......XO...", "......XO...", "XXXXXXXOOOO", "OOOOOOOOO..", "........O..",
         "OOOOOOOOOOO");
    board.prisoners[KF_BLACK] = 2;
    board.prisoners[KF_WHITE] = 1;
    assert_int_equal(arrange(&board, status, &arranged), 2);
    assert_int_equal(arranged.rectangles[KF_BLACK], 1);
    assert_int_equal(arranged.rectangles[KF_WHITE], 1);
    assert_int_equal(arranged.moved[KF_WHITE], 5);
    assert_int_equal(arranged.vacant[KF_BLACK], 10);
    assert_int_equal(arranged.moved[KF_BLACK], 0);
    assert_int_equal(arranged.vacant[KF_WHITE], 17);
    // More prisoners than territory: all is filled, and the rest is told.
    DRAW(&board, status, ".XO.", ".XO.", ".XO.");
    board.prisoners[KF_BLACK] = 5;
    arrange(&board, status, &arranged);
    assert_int_equal(arranged.surplus[KF_BLACK], 2);
    assert_int_equal(arranged.vacant[KF_BLACK], 0);
}

static void a_wall_man_makes_the_rectangle(void **state) {
    (void)state;
    static kf_board board;
    static uint8_t status[KF_BOARD_POINTS];
    static kf_arrangement arranged;
    // The stone on E2 would open the wall to the point beside it, unless it fills that point.
    DRAW(&board, status, "....X.X.XO", "XXXXXXXXXO");
    assert_int_equal(arrange(&board, status, &arranged), 1);
    assert_int_equal(arranged.moved[KF_BLACK], 1);
    assert_int_equal(arranged.rectangles[KF_BLACK], 1);
    // Here White is beside it, so it stays.
    DRAW(&board, status, "....XOO", "XXXXXO.");
    assert_int_equal(arrange(&board, status, &arranged), 2);
    assert_int_equal(arranged.moved[KF_BLACK], 0);
    // Here it goes to the point on the right, and five in a row are left.
    DRAW(&board, status, "....XXX.XO", "XXXXXXXXXO");
    assert_int_equal(arrange(&board, status, &arranged), 0);
    assert_int_equal(arranged.moved[KF_BLACK], 1);
    assert_int_equal(arranged.rectangles[KF_BLACK], 1);
}

static void random_games_are_arranged(void **state) {
    (void)state;
    static kf_board board;
    static kf_arrangement arranged;
    for (int game = 0; game < 1000; game++) {
        int size = 4 + game % 16;
        kf_played played;
        kf_board_init(&board, size, size);
        int moves = size * size * (1 + game % 3) / 2;
        for (int i = 0; i < moves; i++) {
            kf_colour colour = i % 2 ? KF_WHITE : KF_BLACK;
            kf_board_play(&board, choose(&board, colour), colour, &played);
        }
        board.prisoners[KF_BLACK] = random_below(12);
        arrange(&board, NULL, &arranged);
    }
}

// A position made to the figures of The Game of I-Go: 9 handicap stones, 111 moves each, Black
// captured 3 and White 1; territories of 52, 19 and 8 and of 61, 8, 7 and 3; 4 and 20 dead stones.
static void the_book_is_counted_by_all_rules(void **state) {
    (void)state;
    static kf_board board;
    static uint8_t status[KF_BOARD_POINTS];
    static kf_score score;
    static kf_arrangement arranged;
    static const struct {
        const char *rules;
        int result; // in half points
    } results[] = {{"igo", -28}, {"japanese", -28},    {"korean", -28},      {"chinese", -28},
                   {"aga", -26}, {"new-zealand", -10}, {"tromp-taylor", -10}};
    DRAW(&board, status, ".....XOxxO....OX..o", ".....XOxxO....OX.X.", ".....XOxxO....OX..X",
         "...X.XOxxxO...OX.XX", "XXXXXXOxxO....OXXXX", "XXXXOOOxxO....OOOOO", "XXOOOOOxxO....OO...",
         "OOOOOOOxxO....OO...", "..OOOOOxxO....OOOO.", "..OXOOO..x....OXOOO", "..OXOOOOOOOOOOOXOO.",
         "..OXOOOOOOOOOOOXO..", "OOOXOOOOOOOOOOOXOOO", "XXXXXXXXXXXXXXXXXXX", "XXXXXXXXXXXXXXXXXXX",
         "XXXX.....X.....XXXX", "XXX..............XX", "XXX..............XX",
         "XXXo...........ooXX");
    board.prisoners[KF_BLACK] = 1;
    board.prisoners[KF_WHITE] = 3;
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        const kf_rules *rules = rules_named(results[i].rules);
        kf_score_input input = {&board, rules, rules->counting, status, 0, 9, {0, 0, 0}};
        kf_score_passes(rules, (const int[3]){0, 0, 0}, KF_BLACK, input.passes);
        kf_score_count(&input, &score);
        assert_int_equal(score.result, results[i].result);
        assert_int_equal(score.neutral, 0);
        if (rules->pass_stones) {
            input.counting = KF_COUNTING_TERRITORY;
            kf_score_count(&input, &score);
            assert_int_equal(score.result, results[i].result);
        }
    }
    assert_int_equal(kf_seki_mark(&board, status), 0);
    assert_true(arrange(&board, status, &arranged) <= 2);
    assert_int_equal(arranged.vacant[KF_BLACK], 58);
    assert_int_equal(arranged.vacant[KF_WHITE], 72);
    // As the book has it: 40, 10 and 8, and 70 and 2, for which nine stones leave a wall.
    static const int lefts[] = {40, 10, 8, 70, 2};
    for (size_t i = 0; i < sizeof lefts / sizeof *lefts; i++) {
        bool found = false;
        for (int k = 0; k < arranged.count; k++)
            found = found || (arranged.territory[k].after == lefts[i] &&
                              (arranged.territory[k].colour == KF_WHITE) == (i > 2));
        assert_true(found);
    }
    assert_int_equal(arranged.moved[KF_WHITE], 9);
    assert_int_equal(arranged.moved[KF_BLACK], 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_sets_go_by_many_names),
        cmocka_unit_test(no_name_means_two_rule_sets),
        cmocka_unit_test(cells_of_the_table),
        cmocka_unit_test(the_book_gives_2_to_17),
        cmocka_unit_test(other_tables_and_sizes),
        cmocka_unit_test(the_rule_of_three),
        cmocka_unit_test(two_eyes_live_unconditionally),
        cmocka_unit_test(what_is_alive_cannot_be_taken),
        cmocka_unit_test(territory_and_area),
        cmocka_unit_test(ties_and_komi),
        cmocka_unit_test(seki_counts_by_rule_set),
        cmocka_unit_test(aga_counts_the_same_both_ways),
        cmocka_unit_test(territories_become_rectangles),
        cmocka_unit_test(a_wall_man_makes_the_rectangle),
        cmocka_unit_test(random_games_are_arranged),
        cmocka_unit_test(the_book_is_counted_by_all_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
