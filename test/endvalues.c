// SPDX-License-Identifier: MIT
// Endgames whose values are known from theory, or were found by other means.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <kifu/reading.h>

// A corridor of n points, closed by Black at one end and open to White at the other: a step halves
// what is at stake, so it is worth n - 2 + 2 / 2^n on the average and 1 - 2 / 2^n at a move
// (E. Berlekamp and D. Wolfe, Mathematical Go, 1994, which counts each in the same way). Open at
// both ends it is worth what one of two points less is: when it is chilled Black's move leaves
// n - 4 + 4 / 2^n, White's n - 4 + 16 / 2^n, and the simplest number between is n - 4 + 8 / 2^n.
static void check_corridor(int n, bool is_open, kf_colour owner, kf_endgame_answer *answer) {
    int sign = owner == KF_WHITE ? -1 : 1, one = KF_ENDGAME_ONE, m = is_open ? n - 2 : n;
    kf_board board;
    kf_board_init(&board, n + 2, 2);
    for (int x = 0; x < n + 2; x++) {
        bool is_others = x > n || (is_open && x == 0);
        kf_board_put(&board, kf_point_at(x, 1), is_others ? kf_colour_other(owner) : owner);
        if (x == 0 || x > n)
            kf_board_put(&board, kf_point_at(x, 0), is_others ? kf_colour_other(owner) : owner);
    }
    kf_endgame_solve(&board, kf_point_at(1, 0), kf_point_at(n, 0), KF_ENDGAME_USUAL, answer);
    const kf_endgame_play *play = &answer->by_owner[KF_BLACK];
    assert_int_equal(answer->state, KF_ENDGAME_SOLVED);
    assert_true(answer->is_exact && play->has_mean);
    assert_int_equal(play->mean, sign * ((m - 2) * one + 2 * one / (1 << m)));
    assert_int_equal(play->temperature, one - 2 * one / (1 << m));
    assert_string_equal(kf_endgame_solve_kind(play), "gote");
}

static void corridors_halve(void **state) {
    (void)state;
    enum { LONGEST = 10 };
    kf_endgame_answer *answer = malloc(sizeof *answer);
    assert_non_null(answer);
    for (int n = 2; n <= LONGEST; n++)
        for (int owner = KF_BLACK; owner <= KF_WHITE; owner++) {
            check_corridor(n, false, (kf_colour)owner, answer);
            if (n > 3)
                check_corridor(n, true, (kf_colour)owner, answer);
        }
    free(answer);
}

// A corridor of a row: Black's wall around it, White at its open end.
typedef struct corridor {
    const char *row; // from the second point on
    const char *chilled;
} corridor;

// From theory. A corridor of n points is n - 2 + 2^(1-n). With a stone to save at the closed end it
// is a star and then multiples of up, with a star in turn: each step is {n | what is left}. With
// two or three stones there is a tiny first, as large as what is threatened, less the tax on two
// moves; each further point puts a threat before it that Black answers.
static const corridor corridors[] = {
    {"..O", "1/2"},
    {"...O", "1 1/4"},
    {"....O", "2 1/8"},
    {".....O", "3 1/16"},
    {"......O", "4 1/32"},
    {".......O", "5 1/64"},
    {"........O", "6 1/128"},
    {"O.O", "1 + star"},
    {"O..O", "2 + up"},
    {"O...O", "3 + 2 ups + star"},
    {"O....O", "4 + 3 ups"},
    {"O.....O", "5 + 4 ups + star"},
    {"O......O", "6 + 5 ups"},
    {"O.......O", "7 + 6 ups + star"},
    {"O........O", "8 + 7 ups"},
    {"O.........O", "9 + 8 ups + star"},
    {"OO.O", "{3 | 1}"},
    {"OO..O", "4 + tiny 2"},
    {"OOO.O", "{5 | 1}"},
    {"OOO..O", "6 + tiny 4"},
    {"OO...O", "{5 | {5 | {5 | 3}}}"},
    {"OO....O", "{6 | {6 | {6 | {6 | 4}}}}"},
    {"OOO...O", "{7 | {7 | {7 | 3}}}"},
};

// The same name with the colours exchanged.
static const char *const opposites[][2] = {
    {"1/2", "-1/2"},
    {"1 + star", "-1 + star"},
    {"2 + up", "-2 + down"},
    {"3 + 2 ups + star", "-3 + 2 downs + star"},
    {"4 + tiny 2", "-4 + miny 2"},
    {"{3 | 1}", "{-1 | -3}"},
};

static void draw_corridor(kf_board *board, const char *row, bool is_swapped) {
    int width = (int)strlen(row) + 1;
    kf_colour wall = is_swapped ? KF_WHITE : KF_BLACK, other = kf_colour_other(wall);
    kf_board_init(board, width, 2);
    kf_board_put(board, kf_point_at(0, 1), wall);
    for (int x = 0; x < width; x++) {
        kf_board_put(board, kf_point_at(x, 0), x < width - 1 ? wall : other);
        if (x > 0 && row[x - 1] == 'O')
            kf_board_put(board, kf_point_at(x, 1), other);
    }
}

static void chilled_corridors_are_as_theory_has_them(void **state) {
    (void)state;
    for (size_t i = 0; i < 2 * (sizeof corridors / sizeof *corridors); i++) {
        const corridor *c = &corridors[i / 2];
        const char *expected = i % 2 == 0 ? c->chilled : NULL;
        kf_board board;
        static kf_endgame_answer answer;
        draw_corridor(&board, c->row, i % 2 == 1);
        kf_endgame_solve(&board, kf_point_at(1, 1), kf_point_at((int)strlen(c->row) - 1, 1),
                         KF_ENDGAME_USUAL, &answer);
        assert_int_equal(answer.state, KF_ENDGAME_SOLVED);
        for (size_t k = 0; i % 2 == 1 && k < sizeof opposites / sizeof *opposites; k++)
            if (strcmp(opposites[k][0], c->chilled) == 0)
                expected = opposites[k][1];
        if (expected != NULL)
            assert_string_equal(answer.by_owner[KF_BLACK].chilled, expected);
    }
}

// Corridors beside each other, as above; those behind a minus are White's. From theory: chilled
// they are a number and an infinitesimal. A number's results are the whole numbers around it; the
// one who moves first in a whole number and an infinitesimal gets a point more than that if he wins
// the infinitesimal, in which Black wins going second where it is above 0.
typedef struct sum {
    const char *rows[3];
    int stop[3]; // by who begins
} sum;

static const sum sums[] = {
    {{"..O", "..O"}, {0, 1, 1}},              // 1/2 + 1/2
    {{"..O", "...O"}, {0, 2, 1}},             // 1/2 + 1 1/4
    {{"...O", "...O"}, {0, 3, 2}},            // 1 1/4 twice
    {{"...O", "...O", "..O"}, {0, 3, 3}},     // and 1/2 with it
    {{"..O", "-..O"}, {0, 0, 0}},             // 1/2 - 1/2
    {{"....O", "-..O"}, {0, 2, 1}},           // 2 1/8 - 1/2
    {{"O.O", "..O"}, {0, 2, 1}},              // 1 1/2 + star
    {{"O.O", "O.O"}, {0, 2, 2}},              // two stars
    {{"O.O", "O..O"}, {0, 4, 2}},             // 3 + up + star
    {{"O..O", "O..O"}, {0, 5, 4}},            // 4 + 2 ups
    {{"O..O", "-O..O"}, {0, 0, 0}},           // up and down
    {{"O...O", "O.O"}, {0, 5, 4}},            // 4 + 2 ups
    {{"O...O", "-O..O"}, {0, 2, 0}},          // 1 + up + star
    {{"OO..O", "-O..O"}, {0, 2, 1}},          // 2 + tiny 2 + down: a tiny is less than any up
    {{"OO..O", "O.O"}, {0, 6, 4}},            // 5 + tiny 2 + star
    {{"O..O", "O.O", "-OO..O"}, {0, 0, -2}},  // -1 + up + star + miny 2
    {{"O..O", "-O.O", "-O.O"}, {0, 1, 0}},    // 0 + up
    {{"O....O", "-O..O", "-O.O"}, {0, 2, 1}}, // 1 + 2 ups + star, which is above 1
};

static void sums_come_to_what_theory_says(void **state) {
    (void)state;
    enum { WIDTH = 9 };
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        kf_board board;
        kf_endgame_area areas[3];
        kf_endgame_sum found;
        int count = 0;
        kf_board_init(&board, WIDTH, 9);
        for (; count < 3 && sums[i].rows[count] != NULL; count++) {
            const char *row = sums[i].rows[count];
            kf_colour owner = *row == '-' ? KF_WHITE : KF_BLACK, other = kf_colour_other(owner);
            row += *row == '-';
            int size = (int)strlen(row) - 1, y = 3 * count + 1;
            for (int x = 0; x < WIDTH; x++) {
                kf_board_put(&board, kf_point_at(x, y - 1), x <= size ? owner : other);
                kf_board_put(&board, kf_point_at(x, y + 1), x <= size ? owner : other);
                if (x == 0 || x > size || row[x - 1] == 'O')
                    kf_board_put(&board, kf_point_at(x, y), x == 0 ? owner : other);
            }
            areas[count] = (kf_endgame_area){kf_point_at(1, y), kf_point_at(size, y)};
        }
        kf_endgame_sum_solve(&board, areas, count, KF_ENDGAME_USUAL, &found);
        assert_int_equal(found.state, KF_ENDGAME_SOLVED);
        for (int first = KF_BLACK; first <= KF_WHITE; first++)
            assert_int_equal(found.by_owner[KF_BLACK].stop[first],
                             sums[i].stop[first] * KF_ENDGAME_ONE);
    }
}

// A place, the region from its lower left corner on, and what theory says: the average for Black
// and what a move is worth, in points.
typedef struct place {
    const char *rows[3]; // from the top
    int left, width, height;
    int mean, worth;
    const char *kind, *chilled; // NULL: not compared
} place;

// Each value is found by hand; doc/spec/endgame.md says how.
static const place places[] = {
    {{"XXXXOOOO", "........"}, 0, 8, 1, 0, 1, "gote", "star"},     // hane and connection
    {{"XXXXXOOO", "........"}, 0, 8, 1, 2, 1, "gote", "2 + star"}, // the same, a point further
    {{"XXXOOO", "......"}, 0, 6, 1, 0, 1, "gote", "star"},         // and in less room
    {{"XXXO", "XO.O"}, 1, 2, 1, 1, 1, "gote", "1 + star"},         // one stone, taken or saved
    {{"XXXXO", "XOO.O"}, 1, 3, 1, 2, 2, "gote", "{3 | 1}"},        // two stones
    {{"XXXXXO", "XOOO.O"}, 1, 4, 1, 3, 3, "gote", "{5 | 1}"},      // three stones
    {{"XXXXOO", "XX.XOO", "....OO"}, 0, 4, 2, 3, 1, "White's sente", NULL}, // a step that threatens
    {{"XXXOO", "X.XXO", "XO..O"}, 1, 3, 2, 3, 1, "White's sente", "3 + tiny 1"},
    {{"XXXXXXX", "X.O...O"}, 1, 5, 1, 4, 1, "White's sente", "{4 | {4 | {4 | 3}}}"},
    {{"XXXXX", "X...O", "XOXXO"}, 1, 3, 2, 3, 1, "White's sente", "{3 | {3 | {{-1 | -1} | -1}}}"},
    {{"XXXXX", "X.O.O", "XO.XO"}, 1, 3, 2, 2, 4, "gote", "{5 | {{-1 | -1} | -1}}"}, // a step later
};

static void draw_place(kf_board *board, const place *p, bool is_swapped) {
    int width = (int)strlen(p->rows[0]), height = p->rows[2] != NULL ? 3 : 2;
    kf_board_init(board, width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (p->rows[y][x] != '.')
                kf_board_put(board, kf_point_at(x, y),
                             (p->rows[y][x] == 'X') != is_swapped ? KF_BLACK : KF_WHITE);
}

static void small_places_are_worth_what_theory_says(void **state) {
    (void)state;
    static kf_endgame_answer answer;
    for (size_t i = 0; i < 2 * (sizeof places / sizeof *places); i++) {
        const place *p = &places[i / 2];
        bool is_swapped = i % 2 == 1;
        const char *swapped = strcmp(p->kind, "White's sente") == 0 ? "Black's sente" : p->kind;
        kf_board board;
        draw_place(&board, p, is_swapped);
        int bottom = (p->rows[2] != NULL ? 3 : 2) - 1;
        kf_endgame_solve(&board, kf_point_at(p->left, bottom),
                         kf_point_at(p->left + p->width - 1, bottom - p->height + 1),
                         KF_ENDGAME_USUAL, &answer);
        const kf_endgame_play *play = &answer.by_owner[KF_BLACK];
        assert_int_equal(answer.state, KF_ENDGAME_SOLVED);
        assert_false(answer.has_ko);
        assert_int_equal(play->mean, (is_swapped ? -p->mean : p->mean) * KF_ENDGAME_ONE);
        assert_int_equal(play->temperature, p->worth * KF_ENDGAME_ONE);
        assert_string_equal(kf_endgame_solve_kind(play), is_swapped ? swapped : p->kind);
        if (!is_swapped && p->chilled != NULL)
            assert_string_equal(play->chilled, p->chilled);
    }
}

// Plays at the edge, and what each is worth, by who wins the kos: first Black, then White. In
// sixteenths of a point. Beside a search of its own, which shares nothing with the library, each
// was found again: the whole tree by the rules, its thermographs drawn point by point.
typedef struct edge_place {
    const char *rows[3]; // from the top; the region is all but the walls
    int left, top, right;
    int mean[2], worth[2];
} edge_place;

static const edge_place edge_places[] = {
    {{"XXXXX", "X.O.X", "X...O"}, 0, 2, 4, {12, 12}, {20, 20}},       // connecting underneath
    {{"XXXXOOO", "XX.XOOO", "....OOO"}, 0, 1, 4, {48, 48}, {16, 16}}, // a hane that threatens to
                                                                      // cut
    {{"XXXXOOO", "XXX.OOO", "......."}, 0, 1, 6, {0, 0}, {16, 16}},   // a block on the second line
    {{"XXXOOO", "XX..OO", "X....O"}, 0, 1, 5, {8, -8}, {32, 32}},     // two points apart
    {{"XXXXOO", "XX..OO", "X....O"}, 0, 1, 5, {14, 8}, {26, 20}},  // the same, under Black's wall
    {{"XXXXXO", "XO...O"}, 1, 1, 4, {48, 48}, {16, 16}},           // a stone and two points
    {{"XXXXOO", "X.X.OO", "X..O.O"}, 0, 1, 5, {16, 8}, {16, 8}},   // a throw-in that fails by a ko
    {{"XXXXOO", "XX.OOO", "XO..OO"}, 0, 1, 5, {12, 12}, {12, 12}}, // a stone that comes out
    {{"XXXXO", "X.XOO", "XO..O"}, 0, 1, 4, {24, 24}, {24, 24}},    // a stone before the eye
    {{"XXXOOO", "XXXOOO", "..X..."}, 0, 2, 5, {12, 12}, {12, 12}}, // after a descent
    {{"XXXXXOO", "XX.XXOO", "XX....O"}, 0, 1, 6, {40, 32}, {8, 16}}, // a step with a ko behind it
    {{"XXXXO", "XOO.O", "XXX.O"}, 0, 1, 4, {32, 32}, {32, 32}},      // two stones
    {{"XXXO", "..XO", "...O"}, 0, 1, 3, {48, 48}, {16, 16}},         // a hane at the corner
};

static void plays_at_the_edge_are_worth_what_a_search_by_hand_finds(void **state) {
    (void)state;
    static kf_endgame_answer answer;
    for (size_t i = 0; i < 2 * (sizeof edge_places / sizeof *edge_places); i++) {
        const edge_place *e = &edge_places[i / 2];
        bool is_swapped = i % 2 == 1;
        place drawn = {.rows = {e->rows[0], e->rows[1], e->rows[2]}};
        kf_board board;
        draw_place(&board, &drawn, is_swapped);
        kf_endgame_solve(&board, kf_point_at(e->left, e->top),
                         kf_point_at(e->right, e->rows[2] != NULL ? 2 : 1), KF_ENDGAME_USUAL,
                         &answer);
        assert_int_equal(answer.state, KF_ENDGAME_SOLVED);
        for (int k = 0; k < 2; k++) {
            const kf_endgame_play *play = &answer.by_owner[(k == 0) != is_swapped ? 1 : 2];
            assert_int_equal(play->mean * 16, (is_swapped ? -1 : 1) * e->mean[k] * KF_ENDGAME_ONE);
            assert_int_equal(play->temperature * 16, e->worth[k] * KF_ENDGAME_ONE);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_places_are_worth_what_theory_says),
        cmocka_unit_test(plays_at_the_edge_are_worth_what_a_search_by_hand_finds),
        cmocka_unit_test(corridors_halve),
        cmocka_unit_test(chilled_corridors_are_as_theory_has_them),
        cmocka_unit_test(sums_come_to_what_theory_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
