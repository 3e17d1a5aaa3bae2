// SPDX-License-Identifier: MIT
// Ladders, beside a search that tries every move and knows nothing of ladders.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plain.h"
#include "reading/ladder/ladder.h"

static uint64_t random_state = 0x2545F4914F6CDD1Du;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % limit;
}

static kf_ladder *new_ladder(void) {
    kf_ladder *ladder = malloc(sizeof *ladder);
    assert_non_null(ladder);
    ladder->budget = KF_LADDER_USUAL;
    return ladder;
}

/* ---- the naive search: every move, no memory but the path ----------------------------------- */

enum { SIDE = 5, LARGE = 10, PATH = 200 };

typedef struct naive {
    int target;
    char runner, chaser;
    bool is_near; // only moves on liberties of the chain, and those of its owner that take
    int length;
    char path[PATH][PLAIN_MOST]; // with the chaser to move
    long nodes, most;
} naive;

static int liberties_of(const plain *p, int at) {
    plain_chain chain;
    plain_find(p, at, &chain);
    return chain.liberties;
}

// Plays a move, or passes where `at` is -1; false when the rules forbid it, which is also when a ko
// is retaken.
static bool play(plain *p, int at, char colour) {
    int ko = p->ko;
    if (at < 0) {
        p->ko = -1;
        return true;
    }
    int taken = plain_play(p, at, colour);
    return taken != PLAIN_FORBIDDEN && !(taken == 1 && at == ko);
}

static bool is_tried(const naive *n, const plain *p, const plain_chain *target, int at,
                     bool is_runner) {
    plain next = *p;
    if (!n->is_near || (at >= 0 && target->beside[at]))
        return true;
    return at >= 0 && is_runner && plain_play(&next, at, n->runner) > 0;
}

static bool naive_caught(naive *n, const plain *p, bool is_runner);

static bool naive_chaser(naive *n, const plain *p) {
    plain_chain target;
    for (int i = 0; i < n->length; i++)
        if (memcmp(n->path[i], p->at, PLAIN_MOST) == 0)
            return false;
    plain_find(p, n->target, &target);
    if (target.liberties > 2)
        return false;
    memcpy(n->path[n->length++], p->at, PLAIN_MOST);
    bool works = false;
    for (int at = 0; at < p->width * p->height && !works; at++) {
        plain next = *p;
        if (!is_tried(n, p, &target, at, false) || !play(&next, at, n->chaser))
            continue;
        if (next.at[n->target] == '.')
            works = true;
        else if (liberties_of(&next, n->target) == 1)
            works = naive_caught(n, &next, true);
    }
    n->length--;
    return works;
}

static bool naive_caught(naive *n, const plain *p, bool is_runner) {
    plain_chain target;
    if (n->nodes++ > n->most || n->length >= PATH)
        return false;
    if (!is_runner)
        return naive_chaser(n, p);
    plain_find(p, n->target, &target);
    for (int at = -1; at < p->width * p->height; at++) {
        plain next = *p;
        if (is_tried(n, p, &target, at, true) && play(&next, at, n->runner) &&
            !naive_chaser(n, &next))
            return false;
    }
    return true;
}

// What has no liberty comes off.
static void take_dead(plain *p) {
    for (int i = 0; i < p->width * p->height; i++) {
        plain_chain chain;
        plain_find(p, i, &chain);
        bool is_dead = p->at[i] != '.' && chain.liberties == 0;
        for (int k = 0; is_dead && k < PLAIN_MOST; k++)
            p->at[k] = chain.has[k] ? '.' : p->at[k];
    }
}

static void make_random(plain *p) {
    *p = (plain){.width = 3 + (int)random_below(SIDE - 2), .ko = -1};
    p->height = 3 + (int)random_below(SIDE - 2);
    uint32_t full = 20 + random_below(60);
    memset(p->at, '.', PLAIN_MOST);
    for (int i = 0; i < p->width * p->height; i++)
        if (random_below(100) < full)
            p->at[i] = random_below(2) ? 'X' : 'O';
    take_dead(p);
}

static void to_board(const plain *p, kf_board *board) {
    kf_board_init(board, p->width, p->height);
    for (int i = 0; i < p->width * p->height; i++)
        if (p->at[i] != '.')
            kf_board_put(board, kf_point_at(i % p->width, i / p->width),
                         p->at[i] == 'X' ? KF_BLACK : KF_WHITE);
}

// Asks both searches of one chain. Returns 1 when it is caught, 0 when saved, -1 when the naive
// search gives up.
static int compare(kf_ladder *ladder, const plain *p, const kf_board *board, int at, bool is_runner,
                   bool is_near) {
    static naive n;
    kf_point stone = kf_point_at(at % p->width, at / p->width);
    kf_colour colour = kf_board_get(board, stone);
    n = (naive){.target = at, .runner = p->at[at], .chaser = p->at[at] == 'X' ? 'O' : 'X'};
    n.is_near = is_near;
    n.most = is_near ? 400 : 60;
    bool is_caught = naive_caught(&n, p, is_runner);
    if (n.nodes > n.most)
        return -1;
    kf_ladder_result result =
        kf_ladder_read(ladder, board, stone, is_runner ? colour : kf_colour_other(colour));
    if (result != (is_caught ? KF_LADDER_CAUGHT : KF_LADDER_SAVED)) {
        for (int y = 0; y < p->height; y++)
            print_message("%.*s\n", p->width, p->at + (ptrdiff_t)y * p->width);
        fail_msg("%dx%d stone %d,%d runner first %d: naive %d, kifu %d", p->width, p->height,
                 at % p->width, at / p->width, is_runner, is_caught, result);
    }
    return is_caught;
}

static void agrees_with_every_move(void **state) {
    (void)state;
    static kf_board board;
    kf_ladder *ladder = new_ladder();
    int asked = 0, caught = 0, ko = 0, positions = 0;
    while (positions < 10000) {
        plain p;
        make_random(&p);
        to_board(&p, &board);
        int area = p.width * p.height, start = (int)random_below((uint32_t)area), count = 0;
        for (int i = 0; i < area && count == 0; i++) {
            int at = (start + i) % area;
            if (p.at[at] == '.' || liberties_of(&p, at) > 2)
                continue;
            for (int side = 0; side < 2; side++) {
                int is_caught = compare(ladder, &p, &board, at, side, false);
                count += is_caught >= 0;
                caught += is_caught > 0;
                ko += is_caught >= 0 && ladder->has_ko;
            }
        }
        asked += count;
        positions += count > 0;
    }
    print_message("%d queries, %d caught, %d with a ko\n", asked, caught, ko);
    assert_true(asked > 15000 && caught > 4000 && ko > 10);
    free(ladder);
}

// A stone with three of the other colour around him, from where a chase runs down a staircase, and
// others by chance. Returns where he is.
static int make_chase(plain *p) {
    static const int chasers[3][2] = {{0, -1}, {-1, 0}, {1, -1}};
    int size = 6 + (int)random_below(LARGE - 5), way = (int)random_below(8);
    int x = 2 + (int)random_below((uint32_t)size - 4),
        y = 2 + (int)random_below((uint32_t)size - 4);
    uint32_t others = random_below((uint32_t)(size * size / 4));
    char runner = random_below(2) ? 'X' : 'O', chaser = runner == 'X' ? 'O' : 'X';
    *p = (plain){.width = size, .height = size, .ko = -1};
    memset(p->at, '.', PLAIN_MOST);
    for (uint32_t i = 0; i < others; i++)
        p->at[random_below((uint32_t)(size * size))] = random_below(2) ? 'X' : 'O';
    for (int i = 0; i < 3; i++) {
        int across = way & 1 ? -chasers[i][0] : chasers[i][0];
        int down = way & 2 ? -chasers[i][1] : chasers[i][1];
        p->at[way & 4 ? (y + across) * size + x + down : (y + down) * size + x + across] = chaser;
    }
    p->at[y * size + x] = runner;
    take_dead(p);
    return y * size + x;
}

// Positions in which a forced pair of moves is nearly, but not quite, all that matters; the stone
// in question stands at `at`, and the other side moves first.
static const struct {
    const char *rows;
    int size, at;
} close_calls[] = {
    // A stone once in atari can be taken later.
    {".X........XX......OX...O..O...X.....X.....O..X...", 7, 18},
    // The flight joins a friend.
    {".......OO...O.X...X..X.O..XO...OXXXXOX..........XX.....O.XO..OO.", 8, 27},
    // The last liberty is taken because all others are filled.
    {"...XO..X....O..O...XO..O....X.OX.X..X.OO.O..XX...", 7, 31},
};

static void agrees_where_it_is_close(void **state) {
    (void)state;
    static kf_board board;
    kf_ladder *ladder = new_ladder();
    for (size_t i = 0; i < sizeof close_calls / sizeof close_calls[0]; i++) {
        plain p = {.width = close_calls[i].size, .height = close_calls[i].size, .ko = -1};
        memset(p.at, '.', PLAIN_MOST);
        memcpy(p.at, close_calls[i].rows, strlen(close_calls[i].rows));
        to_board(&p, &board);
        assert_true(compare(ladder, &p, &board, close_calls[i].at, false, true) >= 0);
    }
    free(ladder);
}

// On larger boards, where a chase has room to run: beside a search that knows nothing of liberties
// beforehand, but tries only what touches the chase.
static void agrees_where_there_is_room(void **state) {
    (void)state;
    static kf_board board;
    kf_ladder *ladder = new_ladder();
    int asked = 0, caught = 0, far = 0;
    while (asked < 8000) {
        plain p;
        int at = make_chase(&p), liberties = liberties_of(&p, at);
        if (p.at[at] == '.' || liberties > 2)
            continue;
        to_board(&p, &board);
        int is_caught = compare(ladder, &p, &board, at, liberties == 1, true);
        asked += is_caught >= 0;
        caught += is_caught > 0;
        far += is_caught >= 0 && ladder->tried >= 8;
    }
    print_message("%d queries, %d caught, %d of eight moves and more\n", asked, caught, far);
    assert_true(caught > 1000 && far > 1500);
    free(ladder);
}

// Stones by turns, each near the last one, so that fights come about.
static void fight(kf_board *board, int size, uint32_t stones) {
    int x = size / 2, y = size / 2;
    kf_played played;
    kf_board_init(board, size, size);
    for (uint32_t i = 0; i < stones; i++) {
        bool is_near = random_below(8) != 0;
        int column = is_near ? x + (int)random_below(5) - 2 : (int)random_below((uint32_t)size);
        int row = is_near ? y + (int)random_below(5) - 2 : (int)random_below((uint32_t)size);
        if (column < 0 || row < 0 || column >= size || row >= size)
            continue;
        kf_point point = kf_point_at(column, row);
        if (kf_board_judge(board, point, i % 2 ? KF_WHITE : KF_BLACK) != KF_LEGAL)
            continue;
        kf_board_play(board, point, i % 2 ? KF_WHITE : KF_BLACK, &played);
        x = column;
        y = row;
    }
}

// Whether one of all moves of the chain's owner, or none, saves it.
static bool some_move_saves(kf_ladder *ladder, const kf_board *board, kf_point stone,
                            kf_colour runner) {
    static kf_board trial;
    kf_played played;
    int area = board->width * board->height;
    for (int i = -1; i < area; i++) {
        kf_point point = i < 0 ? KF_PASS : kf_point_at(i % board->width, i / board->width);
        if (i >= 0 && kf_board_judge(board, point, runner) != KF_LEGAL)
            continue;
        kf_board_copy(&trial, board);
        kf_board_play(&trial, point, runner, &played);
        if (kf_ladder_read(ladder, &trial, stone, kf_colour_other(runner)) == KF_LADDER_SAVED)
            return true;
    }
    return false;
}

// Only some of the owner's first moves are tried; that the others do not help is seen by trying
// all.
static void all_first_moves_count(void **state) {
    (void)state;
    static kf_board board;
    kf_ladder *ladder = new_ladder();
    int asked = 0, caught = 0, elsewhere = 0;
    kf_point liberty[2];
    while (asked < 12000) {
        int size = 5 + (int)random_below(9);
        fight(&board, size, 10 + random_below((uint32_t)(size * size)));
        for (int i = 0; i < size * size; i++) {
            kf_point stone = kf_point_at(i % size, i / size);
            kf_colour runner = kf_board_get(&board, stone);
            if (runner == KF_EMPTY || kf_chain_name(&board, stone) != stone ||
                kf_ladder_liberties(&board, stone, liberty) != 2)
                continue;
            kf_ladder_result result = kf_ladder_read(ladder, &board, stone, runner);
            kf_point best = ladder->best;
            assert_int_equal(result, some_move_saves(ladder, &board, stone, runner)
                                         ? KF_LADDER_SAVED
                                         : KF_LADDER_CAUGHT);
            asked++;
            caught += result == KF_LADDER_CAUGHT;
            elsewhere += result == KF_LADDER_SAVED && best != KF_PASS && best != liberty[0] &&
                         best != liberty[1];
        }
    }
    print_message("%d queries, %d caught, %d saved from elsewhere\n", asked, caught, elsewhere);
    assert_true(caught > 200 && elsewhere > 50);
    free(ladder);
}

/* ---- the whole board ------------------------------------------------------------------------ */

// One of the eight symmetries of a square board.
static kf_point turn(kf_point point, int way, int size) {
    int x = kf_point_column(point), y = kf_point_row(point);
    if (way & 1)
        x = size - 1 - x;
    if (way & 2)
        y = size - 1 - y;
    return way & 4 ? kf_point_at(y, x) : kf_point_at(x, y);
}

// A stone at the fourth point from two edges whose chase goes to the opposite corner.
static void staircase(kf_board *board, kf_colour runner, int way, int size) {
    static const int chasers[3][2] = {{3, 2}, {2, 3}, {4, 2}};
    kf_board_init(board, size, size);
    kf_board_put(board, turn(kf_point_at(3, 3), way, size), runner);
    for (int i = 0; i < 3; i++)
        kf_board_put(board, turn(kf_point_at(chasers[i][0], chasers[i][1]), way, size),
                     kf_colour_other(runner));
}

static void both_colours_and_all_symmetries(void **state) {
    (void)state;
    static kf_board board;
    static const int sizes[] = {7, 9, 13, 19, 37, 52};
    kf_ladder *ladder = new_ladder();
    kf_point moves[2000];
    for (int i = 0; i < 6 * 16; i++) {
        int size = sizes[i / 16], way = i % 8;
        kf_colour runner = i % 16 < 8 ? KF_BLACK : KF_WHITE;
        kf_point stone = turn(kf_point_at(3, 3), way, size);
        staircase(&board, runner, way, size);
        assert_int_equal(kf_ladder_read(ladder, &board, stone, kf_colour_other(runner)),
                         KF_LADDER_CAUGHT);
        assert_int_equal(kf_ladder_read(ladder, &board, stone, runner), KF_LADDER_SAVED);
        // Each pair of moves goes one point on, down two lines by turns.
        size_t count = kf_ladder_line(ladder, &board, stone, kf_colour_other(runner), moves, 2000);
        assert_true((int)count >= 4 * (size - 6) && count % 2 == 1);
        // A stone of the owner in the last corner but one breaks it, one of the chaser does not.
        kf_point far = turn(kf_point_at(size - 3, size - 3), way, size);
        kf_board_put(&board, far, runner);
        assert_int_equal(kf_ladder_read(ladder, &board, stone, kf_colour_other(runner)),
                         KF_LADDER_SAVED);
        kf_board_put(&board, far, kf_colour_other(runner));
        assert_int_equal(kf_ladder_read(ladder, &board, stone, kf_colour_other(runner)),
                         KF_LADDER_CAUGHT);
    }
    free(ladder);
}

// The map of breakers, found by setting up each position anew.
static void breakers_are_those_of_brute_force(void **state) {
    (void)state;
    static kf_board board, trial;
    kf_ladder *ladder = new_ladder();
    kf_point points[361];
    for (int way = 0; way < 8; way++) {
        kf_colour runner = way % 2 ? KF_WHITE : KF_BLACK, chaser = kf_colour_other(runner);
        kf_point stone = turn(kf_point_at(3, 3), way, 19);
        size_t found = 0;
        staircase(&board, runner, way, 19);
        size_t count = kf_ladder_breakers(ladder, &board, stone, chaser, points, 361);
        for (int i = 0; i < 361; i++) {
            kf_point point = kf_point_at(i % 19, i / 19);
            if (kf_board_get(&board, point) != KF_EMPTY)
                continue;
            staircase(&trial, runner, way, 19);
            kf_board_put(&trial, point, runner);
            if (kf_ladder_read(ladder, &trial, stone, chaser) == KF_LADDER_SAVED) {
                assert_true(found < count);
                assert_int_equal(points[found], point);
                found++;
            }
        }
        assert_int_equal(found, count);
        assert_true(count > 60);
        assert_int_equal(kf_ladder_breakers(ladder, &board, KF_NOWHERE, chaser, points, 361), 0);
        assert_int_equal(kf_ladder_line(ladder, &board, KF_PASS, chaser, points, 361), 0);
    }
    free(ladder);
}

/* ---- hostile boards ------------------------------------------------------------------------- */

// Full boards of any size: every chain is answered, within the budget, and the board is not
// touched.
static void any_board_is_answered(void **state) {
    (void)state;
    static kf_board board;
    kf_ladder *ladder = new_ladder();
    kf_point moves[64], points[64];
    int unknown = 0;
    ladder->budget = 2000;
    for (int round = 0; round < 300; round++) {
        int width = 1 + (int)random_below(20), height = 1 + (int)random_below(20);
        uint32_t full = random_below(100);
        kf_board_init(&board, width, height);
        for (int i = 0; i < width * height; i++) {
            kf_point point = kf_point_at(i % width, i / width);
            kf_colour colour = random_below(2) ? KF_BLACK : KF_WHITE;
            kf_played played;
            if (random_below(100) < full && kf_board_judge(&board, point, colour) == KF_LEGAL)
                kf_board_play(&board, point, colour, &played);
        }
        uint64_t hash = board.hash;
        for (int i = 0; i < 12; i++) {
            kf_point stone = kf_point_at((int)random_below((uint32_t)width),
                                         (int)random_below((uint32_t)height));
            kf_colour to_move = i % 2 ? KF_BLACK : KF_WHITE;
            kf_ladder_result result = kf_ladder_read(ladder, &board, stone, to_move);
            unknown += result == KF_LADDER_UNKNOWN;
            kf_ladder_line(ladder, &board, stone, to_move, moves, 64);
            if (result == KF_LADDER_CAUGHT && width * height < 100)
                kf_ladder_breakers(ladder, &board, stone, to_move, points, 64);
        }
        assert_true(board.hash == hash && kf_chain_verify(&board));
    }
    print_message("%d unknown\n", unknown);
    free(ladder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_every_move),
        cmocka_unit_test(agrees_where_it_is_close),
        cmocka_unit_test(agrees_where_there_is_room),
        cmocka_unit_test(all_first_moves_count),
        cmocka_unit_test(both_colours_and_all_symmetries),
        cmocka_unit_test(breakers_are_those_of_brute_force),
        cmocka_unit_test(any_board_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
