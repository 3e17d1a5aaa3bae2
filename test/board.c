// SPDX-License-Identifier: MIT
// The board against a slow and simple one, and the rules of ko, capture and repetition by cases.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <kifu/board.h>

/* ---- a board that is slow and simple ------------------------------------------------------- */

// Colours only; everything else is found anew each time.
typedef struct plain {
    int width, height;
    unsigned char point[KF_BOARD_MAX][KF_BOARD_MAX]; // by row and column
} plain;

static const int steps[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};

// Fills `chain` with the points of a chain and returns how many; counts its liberties.
static int plain_chain(const plain *b, int x, int y, int chain[][2], int *liberties) {
    static unsigned char seen[KF_BOARD_MAX][KF_BOARD_MAX];
    memset(seen, 0, sizeof seen);
    int count = 1;
    chain[0][0] = x;
    chain[0][1] = y;
    seen[y][x] = 1;
    *liberties = 0;
    for (int i = 0; i < count; i++) {
        for (int s = 0; s < 4; s++) {
            int u = chain[i][0] + steps[s][0];
            int v = chain[i][1] + steps[s][1];
            if (u < 0 || v < 0 || u >= b->width || v >= b->height || seen[v][u]) {
                continue;
            }
            if (b->point[v][u] == b->point[y][x]) {
                chain[count][0] = u;
                chain[count++][1] = v;
                seen[v][u] = 1;
            } else if (b->point[v][u] == KF_EMPTY) {
                seen[v][u] = 1;
                ++*liberties;
            }
        }
    }
    return count;
}

static int plain_remove_dead(plain *b, int x, int y) {
    static int chain[KF_BOARD_MAX * KF_BOARD_MAX][2];
    int liberties;
    int count = plain_chain(b, x, y, chain, &liberties);
    if (liberties > 0) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        b->point[chain[i][1]][chain[i][0]] = KF_EMPTY;
    }
    return count;
}

// Plays as the rules of forced moves say; adds to `lost` the stones of each colour that came off.
static void plain_play(plain *b, int x, int y, int colour, int lost[3]) {
    b->point[y][x] = (unsigned char)colour;
    for (int s = 0; s < 4; s++) {
        int u = x + steps[s][0];
        int v = y + steps[s][1];
        if (u >= 0 && v >= 0 && u < b->width && v < b->height && b->point[v][u] == 3 - colour) {
            lost[3 - colour] += plain_remove_dead(b, u, v);
        }
    }
    lost[colour] += plain_remove_dead(b, x, y);
}

static void assert_same(const kf_board *board, const plain *b) {
    assert_true(kf_chain_verify(board));
    for (int y = 0; y < b->height; y++) {
        for (int x = 0; x < b->width; x++) {
            assert_int_equal(kf_board_get(board, kf_point_at(x, y)), b->point[y][x]);
        }
    }
}

/* ---- helpers ------------------------------------------------------------------------------- */

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
    for (int y = 0; y < height; y++) {
        for (int x = 0; rows[y][x]; x++) {
            char c = rows[y][x];
            kf_board_put(board, kf_point_at(x, y),
                         c == 'X'   ? KF_BLACK
                         : c == 'O' ? KF_WHITE
                                    : KF_EMPTY);
        }
    }
}
#define DRAW(board, ...)                                                                           \
    draw(board, (const char *const[]){__VA_ARGS__},                                                \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void assert_rows(const kf_board *board, const char *const *rows) {
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            assert_int_equal(".XO"[kf_board_get(board, kf_point_at(x, y))], rows[y][x]);
        }
    }
}
#define ASSERT_ROWS(board, ...) assert_rows(board, (const char *const[]){__VA_ARGS__})

static kf_point at(const kf_board *board, const char *text) {
    kf_point point = kf_point_read(text, strlen(text), KF_COORDS_A1, board->width, board->height);
    assert_int_not_equal(point, KF_NOWHERE);
    return point;
}

// Plays, and expects that judging beforehand says the same.
static kf_verdict play(kf_board *board, kf_colour colour, const char *text, kf_played *played) {
    kf_verdict judged = kf_board_judge(board, at(board, text), colour);
    kf_verdict verdict = kf_board_play(board, at(board, text), colour, played);
    assert_int_equal(judged, verdict);
    assert_true(kf_chain_verify(board));
    return verdict;
}

/* ---- points -------------------------------------------------------------------------------- */

static void points_survive_every_form(void **state) {
    (void)state;
    for (int form = KF_COORDS_A1; form <= KF_COORDS_JAPANESE; form++) {
        for (int i = 0; i < 52 * 41; i++) {
            char text[KF_POINT_TEXT];
            kf_point point = kf_point_at(i % 52, i / 52);
            size_t length = kf_point_write(point, (kf_coords)form, 52, 41, text);
            assert_int_equal(length, strlen(text));
            assert_int_equal(kf_point_read(text, length, (kf_coords)form, 52, 41), point);
        }
    }
}

static void points_are_named_as_people_do(void **state) {
    (void)state;
    static const struct {
        int column, row;
        const char *text[4];
    } cases[] = {{3, 3, {"D16", "dd", "4/D", "16-4"}},
                 {0, 18, {"A1", "as", "19/A", "19-19"}},
                 {8, 0, {"J19", "ia", "1/J", "11-1"}},
                 {15, 15, {"Q4", "pp", "16/Q", "4-16"}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int form = 0; form < 4; form++) {
            char text[KF_POINT_TEXT];
            kf_point point = kf_point_at(cases[i].column, cases[i].row);
            kf_point_write(point, (kf_coords)form, 19, 19, text);
            assert_string_equal(text, cases[i].text[form]);
        }
    }
    char text[KF_POINT_TEXT];
    kf_point_write(kf_point_at(25, 0), KF_COORDS_A1, 52, 52, text);
    assert_string_equal(text, "AA52");
    kf_point_write(kf_point_at(51, 51), KF_COORDS_A1, 52, 52, text);
    assert_string_equal(text, "BB1");
    kf_point_write(kf_point_at(26, 51), KF_COORDS_SGF, 52, 52, text);
    assert_string_equal(text, "AZ");
}

static void texts_that_name_no_point(void **state) {
    (void)state;
    static const char *const bad[][4] = {
        {"I5", "", "A", "5"},        {"T20", "A0", "A01", "A 1"},  {"a1x", "AAA1", "-1", "U1"},
        {"aaa", "a", "zz", "ta"},    {"16", "16/", "/D", "16/I"},  {"20/A", "0/A", "1/AA", "1/A "},
        {"4-", "-4", "0-4", "20-1"}, {"4-20", "4--4", "4/4", "x"},
    };
    static const kf_coords forms[] = {KF_COORDS_A1,       KF_COORDS_A1,      KF_COORDS_A1,
                                      KF_COORDS_SGF,      KF_COORDS_IGO,     KF_COORDS_IGO,
                                      KF_COORDS_JAPANESE, KF_COORDS_JAPANESE};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        for (int j = 0; j < 4; j++) {
            size_t length = strlen(bad[i][j]);
            assert_int_equal(kf_point_read(bad[i][j], length, forms[i], 19, 19), KF_NOWHERE);
        }
    }
    assert_int_equal(kf_point_read("pass", 4, KF_COORDS_IGO, 19, 19), KF_PASS);
    assert_int_equal(kf_point_read("tt", 2, KF_COORDS_SGF, 19, 19), KF_PASS);
    assert_int_equal(kf_point_read("tt", 2, KF_COORDS_SGF, 20, 20), kf_point_at(19, 19));
    assert_int_equal(kf_point_read("", 0, KF_COORDS_SGF, 52, 52), KF_PASS);
    assert_int_equal(kf_point_read("q16", 3, KF_COORDS_A1, 19, 19), kf_point_at(15, 3));
}

/* ---- random games -------------------------------------------------------------------------- */

enum { MOST = 400 };

// One game with moves of all kinds, legal or not. After each move the board is compared with the
// simple one, the move is taken back and played again; at the end all moves are taken back.
static void play_random(int width, int height, int moves) {
    static kf_board board, before, twin;
    static kf_played played[MOST];
    static uint64_t hashes[MOST];
    static plain slow;
    int lost[3] = {0, 0, 0};
    kf_board_init(&board, width, height);
    memset(&slow, 0, sizeof slow);
    slow.width = width;
    slow.height = height;
    for (int i = 0; i < moves; i++) {
        int x = (int)random_below((uint32_t)width);
        int y = (int)random_below((uint32_t)height);
        kf_colour colour = random_below(8) ? (i % 2 ? KF_WHITE : KF_BLACK) : KF_BLACK;
        kf_point point = random_below(50) ? kf_point_at(x, y) : KF_PASS;
        // Most moves on stones are tried elsewhere, or boards would never fill.
        if (point != KF_PASS && kf_board_get(&board, point) && random_below(10)) {
            i--;
            lost[0]++;
            if (lost[0] > 100 * moves) {
                break;
            }
            continue;
        }
        hashes[i] = board.hash;
        kf_board_copy(&before, &board);
        kf_verdict judged = kf_board_judge(&board, point, colour);
        kf_verdict verdict = kf_board_play(&board, point, colour, &played[i]);
        if (verdict != KF_OCCUPIED) {
            assert_int_equal(judged, verdict);
        }
        kf_board_copy(&twin, &board);
        kf_board_undo(&twin, &played[i]);
        assert_true(kf_chain_verify(&twin));
        assert_true(kf_board_equal(&twin, &before));
        assert_int_equal(twin.ko, before.ko);
        assert_int_equal(twin.ko ? twin.ko_colour : 0, before.ko ? before.ko_colour : 0);
        assert_memory_equal(twin.prisoners, before.prisoners, sizeof twin.prisoners);
        kf_board_play(&twin, point, colour, &played[i]);
        assert_true(kf_board_equal(&twin, &board));
        kf_board_copy(&board, &twin);
        if (point != KF_PASS) {
            plain_play(&slow, x, y, colour, lost);
        }
        assert_int_equal(board.prisoners[KF_BLACK], lost[KF_BLACK]);
        assert_int_equal(board.prisoners[KF_WHITE], lost[KF_WHITE]);
        assert_same(&board, &slow);
        if (i == moves - 1) {
            for (; i >= 0; i--) {
                kf_board_undo(&board, &played[i]);
                assert_true(board.hash == hashes[i]);
                assert_true(kf_chain_verify(&board));
            }
            break;
        }
    }
}

static void random_games_on_all_sizes(void **state) {
    (void)state;
    for (int size = 1; size <= KF_BOARD_MAX; size++) {
        play_random(size, size, size < 20 ? 300 : 120);
        play_random(size, 1 + (int)random_below(KF_BOARD_MAX), 100);
    }
    for (int i = 0; i < 60; i++) {
        play_random(1 + i % 5, 1 + i % 4, 200);
        play_random(9, 9, 300);
    }
}

// Liberties and stones of every chain, counted and listed, against the simple board; random
// setups, which may leave chains without liberties, made point by point and all at once.
static void chains_of_random_setups(void **state) {
    (void)state;
    static kf_board board, whole;
    static plain slow;
    static kf_point points[KF_BOARD_MAX * KF_BOARD_MAX], some[3];
    static int chain[KF_BOARD_MAX * KF_BOARD_MAX][2];
    for (int round = 0; round < 60; round++) {
        int size = 1 + (int)random_below(20);
        size_t counts = 0;
        memset(&slow, 0, sizeof slow);
        slow.width = slow.height = size;
        kf_board_init(&board, size, size);
        kf_board_init(&whole, size, size);
        for (int i = 0; i < 4 * size * size; i++) {
            kf_point point =
                kf_point_at((int)random_below((uint32_t)size), (int)random_below((uint32_t)size));
            unsigned char colour = (unsigned char)random_below(3);
            kf_board_put(&board, point, (kf_colour)colour);
            slow.point[kf_point_row(point)][kf_point_column(point)] = colour;
        }
        assert_same(&board, &slow);
        for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
            counts = 0;
            for (int i = 0; i < size * size; i++) {
                if (slow.point[i / size][i % size] == colour) {
                    points[counts++] = kf_point_at(i % size, i / size);
                }
            }
            kf_board_put_all(&whole, points, counts, (kf_colour)colour);
        }
        assert_same(&whole, &slow);
        for (int i = 0; i < size * size; i++) {
            kf_point point = kf_point_at(i % size, i / size);
            if (kf_board_get(&board, point) == KF_EMPTY) {
                assert_int_equal(kf_chain_stones(&board, point, NULL, 0), 0);
                continue;
            }
            int liberties;
            size_t stones = (size_t)plain_chain(&slow, i % size, i / size, chain, &liberties);
            assert_int_equal(kf_chain_stones(&board, point, some, 3), stones);
            assert_int_equal(kf_chain_liberties(&board, point, some, 3), liberties);
            assert_int_equal(kf_chain_in_atari(&board, point), liberties == 1);
            for (int most = 0; most <= 3; most++) {
                size_t few = kf_chain_few(&board, point, some, (size_t)most);
                assert_int_equal(few, liberties < most ? liberties : most + (liberties > most));
            }
        }
    }
}

/* ---- ko, capture, suicide ------------------------------------------------------------------ */

static void ko_is_banned_for_one_move(void **state) {
    (void)state;
    static kf_board board;
    kf_played played;
    kf_colour banned;
    DRAW(&board, ".XO..", "XO.O.", ".XO..", ".....");
    assert_int_equal(play(&board, KF_BLACK, "C3", &played), KF_LEGAL);
    assert_int_equal(played.captured, 1);
    assert_int_equal(kf_board_ko(&board, &banned), at(&board, "B3"));
    assert_int_equal(banned, KF_WHITE);
    // Who took it may connect, which is no ko; the other may come back after any other move.
    assert_int_equal(kf_board_judge(&board, at(&board, "B3"), KF_BLACK), KF_LEGAL);
    assert_int_equal(kf_board_judge(&board, at(&board, "B3"), KF_WHITE), KF_KO);
    play(&board, KF_WHITE, "E1", &played);
    play(&board, KF_BLACK, "D1", &played);
    assert_int_equal(play(&board, KF_WHITE, "B3", &played), KF_LEGAL);
    assert_int_equal(played.captured, 1);
    // Taken by force it is taken as usual.
    assert_int_equal(play(&board, KF_BLACK, "C3", &played), KF_KO);
    assert_int_equal(played.captured, 1);
    kf_board_undo(&board, &played);
    kf_board_play(&board, KF_PASS, KF_BLACK, &played);
    assert_int_equal(kf_board_ko(&board, &banned), KF_NOWHERE);
    kf_board_undo(&board, &played);
    assert_int_equal(kf_board_ko(&board, &banned), at(&board, "C3"));
    kf_board_put(&board, at(&board, "E4"), KF_BLACK);
    assert_int_equal(kf_board_ko(&board, &banned), KF_NOWHERE);
}

static void taking_two_is_no_ko(void **state) {
    (void)state;
    static kf_board board;
    kf_played played;
    kf_point points[4];
    kf_colour banned;
    DRAW(&board, "XOO.", "XXXO", "....");
    play(&board, KF_BLACK, "D3", &played);
    assert_int_equal(played.captured, 2);
    assert_int_equal(kf_board_captured(&board, &played, points, 4), 2);
    assert_int_equal(points[0], at(&board, "B3"));
    assert_int_equal(points[1], at(&board, "C3"));
    assert_int_equal(kf_board_ko(&board, &banned), KF_NOWHERE);
}

static void a_stone_with_another_liberty_makes_no_ko(void **state) {
    (void)state;
    static kf_board board;
    kf_played played;
    kf_colour banned;
    DRAW(&board, ".XO..", "XO...", ".XO..");
    assert_int_equal(play(&board, KF_BLACK, "C2", &played), KF_LEGAL);
    assert_int_equal(played.captured, 1);
    assert_int_equal(kf_board_ko(&board, &banned), KF_NOWHERE);
}

static void a_retake_of_more_than_one_is_no_ko(void **state) {
    (void)state;
    static kf_board board;
    kf_played played;
    kf_colour banned;
    // Black takes the stone on C3 from D3, and White could take D3 back; but C3 is also the last
    // liberty of the stone on B3.
    DRAW(&board, "......", ".OXO..", "OXO.O.", ".OXO..", "......");
    assert_int_equal(play(&board, KF_BLACK, "D3", &played), KF_LEGAL);
    assert_int_equal(played.captured, 1);
    assert_int_equal(kf_board_ko(&board, &banned), at(&board, "C3"));
    assert_int_equal(play(&board, KF_WHITE, "C3", &played), KF_LEGAL);
    assert_int_equal(played.captured, 2);
    ASSERT_ROWS(&board, "......", ".OXO..", "O.O.O.", ".OXO..", "......");
}

static void snapback(void **state) {
    (void)state;
    static kf_board board;
    kf_played played;
    kf_colour banned;
    // Black throws a stone in, White takes it, and Black takes all of them back at once.
    DRAW(&board, "XO..OX", "XOOOOX", "XXXXXX", "......");
    assert_int_equal(play(&board, KF_BLACK, "C4", &played), KF_LEGAL);
    assert_int_equal(play(&board, KF_WHITE, "D4", &played), KF_LEGAL);
    assert_int_equal(played.captured, 1);
    assert_int_equal(kf_board_ko(&board, &banned), KF_NOWHERE);
    assert_int_equal(play(&board, KF_BLACK, "C4", &played), KF_LEGAL);
    assert_int_equal(played.captured, 7);
    ASSERT_ROWS(&board, "X.X..X", "X....X", "XXXXXX", "......");
}

static void what_was_taken_is_listed(void **state) {
    (void)state;
    static kf_board board, other;
    kf_played played;
    kf_point points[7];
    kf_colour banned;
    DRAW(&board, "X..X.X", "XOOOOX", "XXXXXX", "......");
    assert_int_equal(play(&board, KF_WHITE, "F1", &played), KF_LEGAL);
    assert_int_equal(kf_board_taken(&board, &played, points, 7), 0);
    assert_int_equal(play(&board, KF_BLACK, "B4", &played), KF_LEGAL);
    assert_int_equal(play(&board, KF_BLACK, "C4", &played), KF_LEGAL);
    assert_int_equal(play(&board, KF_BLACK, "E4", &played), KF_LEGAL);
    assert_int_equal(kf_board_taken(&board, &played, points, 7), 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(kf_point_row(points[i]), 1);
        assert_in_range(kf_point_column(points[i]), 1, 4);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(points[i], points[j]);
    }
    // No more are written than there is room for, and all are counted.
    kf_point first = points[0], second = points[1];
    points[1] = KF_NOWHERE;
    assert_int_equal(kf_board_taken(&board, &played, points, 1), 4);
    assert_int_equal(points[0], first);
    assert_int_equal(points[1], KF_NOWHERE);
    assert_int_not_equal(second, KF_NOWHERE);
    assert_int_equal(kf_board_ko(&board, &banned), KF_NOWHERE);
    // Boards are equal by what stands where, and by their size.
    kf_board_copy(&other, &board);
    assert_true(kf_board_equal(&board, &other));
    play(&other, KF_WHITE, "A1", &played);
    assert_false(kf_board_equal(&board, &other));
    kf_board_undo(&other, &played);
    assert_true(kf_board_equal(&board, &other));
    other.cell[kf_board_cell(&other, at(&other, "A1"))].colour = KF_WHITE; // of the same hash
    assert_false(kf_board_equal(&board, &other));
    kf_board_init(&board, 3, 4);
    kf_board_init(&other, 4, 3);
    assert_false(kf_board_equal(&board, &other));
}

static void points_that_have_no_chain(void **state) {
    (void)state;
    static kf_board board;
    DRAW(&board, "XO.", ".OX", "...");
    assert_false(kf_chain_in_atari(&board, at(&board, "C3")));
    assert_true(kf_chain_in_atari(&board, at(&board, "A3")));
    assert_false(kf_chain_in_atari(&board, at(&board, "B3")));
    assert_int_equal(kf_chain_name(&board, at(&board, "C3")), KF_NOWHERE);
    assert_int_equal(kf_chain_name(&board, at(&board, "B2")),
                     kf_chain_name(&board, at(&board, "B3")));
    assert_int_not_equal(kf_chain_name(&board, at(&board, "B3")), KF_NOWHERE);
    assert_int_equal(kf_board_judge(&board, KF_NOWHERE, KF_BLACK), KF_OFF_BOARD);
    assert_int_equal(kf_board_judge(&board, KF_PASS, KF_BLACK), KF_LEGAL);
    assert_int_equal(kf_point_read("C3", 2, KF_COORDS_NONE, 9, 9), KF_NOWHERE);
}

// What is wrong inside a board is found: chains that a mistake tore, joined or counted wrongly.
static void broken_boards_are_noticed(void **state) {
    (void)state;
    static kf_board board, broken;
    DRAW(&board, "XX..", ".OO.", "X..X", "....");
    assert_true(kf_chain_verify(&board));
    uint32_t stones = 0, vacant = 0, seconds = 0;
    for (uint32_t at = 0; at < board.cells; at++) {
        bool is_stone = board.cell[at].colour == KF_BLACK || board.cell[at].colour == KF_WHITE;
        kf_board_copy(&broken, &board);
        if (board.cell[at].colour == KF_EMPTY) {
            vacant++;
            broken.cell[at].head = board.cells - 1;
            assert_false(kf_chain_verify(&broken));
        }
        if (!is_stone)
            continue;
        stones++;
        broken.cell[at].colour = board.cell[at].colour == KF_BLACK ? KF_WHITE : KF_BLACK;
        assert_false(kf_chain_verify(&broken));
        kf_board_copy(&broken, &board);
        broken.cell[broken.cell[at].head].edges++;
        assert_false(kf_chain_verify(&broken));
        kf_board_copy(&broken, &board);
        broken.hash ^= 1;
        assert_false(kf_chain_verify(&broken));
        // A stone that left the ring of its chain.
        kf_board_copy(&broken, &board);
        if (board.cell[at].next != at) {
            seconds++;
            broken.cell[at].next = (uint16_t)at;
            assert_false(kf_chain_verify(&broken));
        }
    }
    assert_int_equal(stones, 6);
    assert_int_equal(vacant, 10);
    assert_int_equal(seconds, 4);
}

static void suicide_of_one_and_of_many(void **state) {
    (void)state;
    static kf_board board;
    kf_played played;
    DRAW(&board, ".XO", "XXO", "OO.");
    assert_int_equal(play(&board, KF_WHITE, "A3", &played), KF_LEGAL); // takes three
    assert_int_equal(played.captured, 3);
    DRAW(&board, ".XO", "X.O", "OOO");
    assert_int_equal(play(&board, KF_WHITE, "A3", &played), KF_SUICIDE);
    assert_int_equal(played.suicided, 1);
    assert_int_equal(board.prisoners[KF_WHITE], 1);
    ASSERT_ROWS(&board, ".XO", "X.O", "OOO");
    DRAW(&board, ".XO.", "XXO.", "OO..");
    assert_int_equal(play(&board, KF_BLACK, "A3", &played), KF_SUICIDE);
    assert_int_equal(played.suicided, 4);
    assert_int_equal(board.prisoners[KF_BLACK], 4);
    ASSERT_ROWS(&board, "..O.", "..O.", "OO..");
    kf_board_undo(&board, &played);
    ASSERT_ROWS(&board, ".XO.", "XXO.", "OO..");
    assert_int_equal(board.prisoners[KF_BLACK], 0);
}

static void a_stone_on_a_stone_replaces_it(void **state) {
    (void)state;
    static kf_board board;
    kf_played played;
    DRAW(&board, "XOO.", "XXXO", "....");
    assert_int_equal(play(&board, KF_BLACK, "D2", &played), KF_OCCUPIED);
    assert_int_equal(played.replaced, KF_WHITE);
    assert_int_equal(board.prisoners[KF_WHITE], 0);
    ASSERT_ROWS(&board, "XOO.", "XXXX", "....");
    kf_board_undo(&board, &played);
    ASSERT_ROWS(&board, "XOO.", "XXXO", "....");
    // The opponent's chain that this leaves without liberties comes off.
    kf_board_put(&board, at(&board, "D3"), KF_WHITE);
    assert_int_equal(play(&board, KF_BLACK, "D3", &played), KF_OCCUPIED);
    assert_int_equal(played.captured, 2);
    ASSERT_ROWS(&board, "X..X", "XXXO", "....");
    kf_board_undo(&board, &played);
    ASSERT_ROWS(&board, "XOOO", "XXXO", "....");
    assert_int_equal(kf_board_play(&board, kf_point_at(4, 0), KF_BLACK, &played), KF_OFF_BOARD);
    kf_board_undo(&board, &played);
    ASSERT_ROWS(&board, "XOOO", "XXXO", "....");
}

static void atari_is_announced_once(void **state) {
    (void)state;
    static kf_board board;
    kf_played played;
    kf_point chains[5];
    DRAW(&board, ".....", "..O..", ".OX..", "..O..", ".....");
    play(&board, KF_WHITE, "D3", &played);
    assert_int_equal(kf_board_atari(&board, &played, chains), 0); // it is taken
    assert_int_equal(played.captured, 1);
    DRAW(&board, ".....", ".XO..", "..XO.", "..O..", ".....");
    play(&board, KF_BLACK, "D4", &played);
    assert_int_equal(kf_board_atari(&board, &played, chains), 1);
    assert_int_equal(chains[0], at(&board, "C4"));
    // A chain that runs from atari into atari is not announced again; nor is one far away.
    play(&board, KF_WHITE, "C5", &played);
    assert_int_equal(kf_board_atari(&board, &played, chains), 0);
    DRAW(&board, "OX..", ".X..", "....");
    play(&board, KF_WHITE, "A2", &played);
    assert_true(kf_chain_in_atari(&board, at(&board, "A3")));
    assert_int_equal(kf_board_atari(&board, &played, chains), 0);
    DRAW(&board, "OX...", ".....", ".....", "...X.", ".....");
    play(&board, KF_BLACK, "A1", &played);
    assert_int_equal(kf_board_atari(&board, &played, chains), 0);
    // One's own chain that walks into it is.
    DRAW(&board, ".O.", "O..", "...");
    play(&board, KF_BLACK, "C3", &played);
    assert_int_equal(kf_board_atari(&board, &played, chains), 1);
    assert_int_equal(chains[0], at(&board, "C3"));
}

static void the_hash_is_the_documented_one(void **state) {
    (void)state;
    static kf_board board;
    kf_played played;
    // The first outputs of splitmix64 from 0 are published with the generator.
    assert_true(kf_board_key(kf_point_at(0, 0), KF_BLACK) == UINT64_C(0xE220A8397B1DCDAF));
    assert_true(kf_board_key(kf_point_at(0, 0), KF_WHITE) == UINT64_C(0x6E789E6AA1B965F4));
    assert_true(kf_board_key(kf_point_at(1, 0), KF_BLACK) == UINT64_C(0x06C45D188009454F));
    kf_board_init(&board, 9, 9);
    assert_true(board.hash == 0);
    kf_board_play(&board, kf_point_at(0, 0), KF_BLACK, &played);
    kf_board_play(&board, kf_point_at(1, 0), KF_BLACK, &played);
    assert_true(board.hash == (UINT64_C(0xE220A8397B1DCDAF) ^ UINT64_C(0x06C45D188009454F)));
    assert_true(kf_board_hash(&board, KF_BLACK) == board.hash);
    assert_true(kf_board_hash(&board, KF_WHITE) != board.hash);
}

/* ---- repetition ---------------------------------------------------------------------------- */

typedef struct seen {
    kf_board board;
    kf_colour to_move;
} seen;

// The last of the noted positions from `floor` on that is repeated, as kf_history_find says it.
static uint32_t search(const seen *all, size_t count, size_t floor, const kf_board *board,
                       kf_colour to_move, kf_repetition repetition) {
    for (size_t i = count; i > floor; i--) {
        bool turn = repetition == KF_REPEATS_POSITION || all[i - 1].to_move == to_move;
        if (turn && kf_board_equal(&all[i - 1].board, board)) {
            return (uint32_t)(count - (i - 1));
        }
    }
    return 0;
}

enum { LINE = 400, SETUPS = 40 };

// Random moves, setups and walks back on a small board, where positions come back often.
static void walk_with_history(int width, int height) {
    static seen all[LINE + SETUPS + 1];
    static kf_board board;
    static size_t floors[LINE + SETUPS + 1];
    size_t size = kf_history_size(LINE, SETUPS, width, height);
    void *memory = malloc(size);
    kf_history history;
    assert_non_null(memory);
    kf_board_init(&board, width, height);
    kf_history_init(&history, memory, LINE, SETUPS, &board, KF_BLACK);
    size_t count = 0;
    size_t floor = 0;
    all[count++] = (seen){board, KF_BLACK};
    floors[0] = 0;
    kf_history_mark marks[LINE + SETUPS + 1] = {kf_history_here(&history)};
    kf_colour colour = KF_BLACK;
    int repeats = 0;
    for (int i = 0, moves = 0, setups = 0; i < 3000 && moves < LINE && setups < SETUPS; i++) {
        kf_point point =
            kf_point_at((int)random_below((uint32_t)width), (int)random_below((uint32_t)height));
        uint32_t kind = random_below(60);
        if (kind == 0 && count > 5) {
            count -= random_below((uint32_t)count / 2);
            floor = floors[count - 1];
            board = all[count - 1].board;
            colour = all[count - 1].to_move;
            kf_history_return(&history, marks[count - 1]);
            continue;
        }
        if (kind == 1) {
            setups++;
            kf_board_put(&board, point, (kf_colour)random_below(3));
            assert_true(kf_history_forget(&history, &board, colour));
            floor = count;
        } else {
            kf_played played;
            point = kind == 2 ? KF_PASS : point;
            if (kf_board_get(&board, point) != KF_EMPTY && random_below(8)) {
                continue;
            }
            moves++;
            kf_board_play(&board, point, colour, &played);
            colour = kf_colour_other(colour);
            for (int kinds = 0; kinds < 2; kinds++) {
                kf_repetition repetition = kinds ? KF_REPEATS_SITUATION : KF_REPEATS_POSITION;
                uint32_t found = kf_history_find(&history, &board, &played, repetition);
                uint32_t expected = search(all, count, floor, &board, colour, repetition);
                assert_int_equal(found, point == KF_PASS ? 0 : expected);
                repeats += found != 0;
            }
            assert_true(kf_history_add(&history, &board, &played));
        }
        all[count] = (seen){board, colour};
        floors[count] = floor;
        marks[count++] = kf_history_here(&history);
    }
    assert_true(repeats > 0);
    free(memory);
}

static void repetitions_are_found_and_confirmed(void **state) {
    (void)state;
    for (int i = 0; i < 40; i++) {
        walk_with_history(1 + i % 3, 2 + i % 2);
    }
}

static void two_positions_of_one_hash_are_no_repetition(void **state) {
    (void)state;
    static kf_board board;
    kf_history history;
    kf_played played;
    void *memory = malloc(kf_history_size(4, 0, 9, 9));
    assert_non_null(memory);
    kf_board_init(&board, 9, 9);
    kf_history_init(&history, memory, 4, 0, &board, KF_BLACK);
    kf_board_play(&board, kf_point_at(4, 4), KF_BLACK, &played);
    board.hash = 0; // as if the hash of this position were that of the empty board
    assert_int_equal(kf_history_find(&history, &board, &played, KF_REPEATS_POSITION), 0);
    free(memory);
}

static void single_stone_suicide_repeats(void **state) {
    (void)state;
    static kf_board board;
    kf_history history;
    kf_played played;
    void *memory = malloc(kf_history_size(4, 0, 3, 3));
    assert_non_null(memory);
    DRAW(&board, ".XO", "X.O", "OOO");
    kf_history_init(&history, memory, 4, 0, &board, KF_WHITE);
    kf_board_play(&board, kf_point_at(0, 0), KF_WHITE, &played);
    // The same stones at once; the same stones with Black to move only the second time.
    assert_int_equal(kf_history_find(&history, &board, &played, KF_REPEATS_POSITION), 1);
    assert_int_equal(kf_history_find(&history, &board, &played, KF_REPEATS_SITUATION), 0);
    kf_history_add(&history, &board, &played);
    kf_board_play(&board, KF_PASS, KF_BLACK, &played);
    kf_history_add(&history, &board, &played);
    kf_board_play(&board, kf_point_at(0, 0), KF_WHITE, &played);
    assert_int_equal(kf_history_find(&history, &board, &played, KF_REPEATS_SITUATION), 2);
    free(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_survive_every_form),
        cmocka_unit_test(points_are_named_as_people_do),
        cmocka_unit_test(texts_that_name_no_point),
        cmocka_unit_test(random_games_on_all_sizes),
        cmocka_unit_test(chains_of_random_setups),
        cmocka_unit_test(ko_is_banned_for_one_move),
        cmocka_unit_test(taking_two_is_no_ko),
        cmocka_unit_test(a_stone_with_another_liberty_makes_no_ko),
        cmocka_unit_test(a_retake_of_more_than_one_is_no_ko),
        cmocka_unit_test(snapback),
        cmocka_unit_test(what_was_taken_is_listed),
        cmocka_unit_test(points_that_have_no_chain),
        cmocka_unit_test(broken_boards_are_noticed),
        cmocka_unit_test(suicide_of_one_and_of_many),
        cmocka_unit_test(a_stone_on_a_stone_replaces_it),
        cmocka_unit_test(atari_is_announced_once),
        cmocka_unit_test(the_hash_is_the_documented_one),
        cmocka_unit_test(repetitions_are_found_and_confirmed),
        cmocka_unit_test(two_positions_of_one_hash_are_no_repetition),
        cmocka_unit_test(single_stone_suicide_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
