// SPDX-License-Identifier: MIT
// Measures how many ladder queries a second are answered on one core.
//
// A query asks of one chain, for one side to move first, whether it is caught. The kinds: every
// chain with one or two liberties in positions of games (read from a file of moves: one game a
// line, SGF points, Black first; and made up with a fixed seed), the staircase across an empty
// board of 19x19, in both colours and all eight symmetries, with and without a stone in its way,
// and the same among stones by chance, for either side to move first.

#include "reading/ladder/ladder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BOARDS = 1500, QUERIES = 200000, ROUNDS = 5, EVERY = 20 };

typedef struct query {
    const kf_board *board;
    kf_point stone;
    kf_colour to_move;
} query;

// Boards and what is asked of them.
typedef struct work {
    kf_board *boards;
    query *queries;
    size_t board_count, query_count;
} work;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 8;
}

static void add_query(work *w, const kf_board *board, kf_point stone) {
    for (int colour = KF_BLACK; colour <= KF_WHITE && w->query_count < QUERIES; colour++)
        w->queries[w->query_count++] = (query){board, stone, (kf_colour)colour};
}

static void add_board(work *w, const kf_board *board) {
    kf_point liberties[2];
    if (w->board_count == BOARDS)
        return;
    kf_board *copy = &w->boards[w->board_count++];
    kf_board_copy(copy, board);
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (kf_chain_name(board, point) == point &&
            kf_ladder_liberties(board, point, liberties) <= 2)
            add_query(w, copy, point);
    }
}

// Moves near the last one, as players do, so that fights come about.
static void make_games(work *w) {
    static kf_board board;
    uint64_t state = 88172645463325252u;
    kf_played played;
    while (w->board_count < BOARDS) {
        kf_board_init(&board, 19, 19);
        int x = 9, y = 9;
        for (int number = 1; number <= 200; number++) {
            kf_colour colour = number % 2 ? KF_BLACK : KF_WHITE;
            for (int attempt = 0; attempt < 50; attempt++) {
                bool is_near = attempt < 20 && next_random(&state) % 8 != 0;
                int column = is_near ? x + (int)(next_random(&state) % 5) - 2
                                     : (int)(next_random(&state) % 19);
                int row = is_near ? y + (int)(next_random(&state) % 5) - 2
                                  : (int)(next_random(&state) % 19);
                kf_point point = kf_point_at(column & 31, row & 31);
                if (kf_board_judge(&board, point, colour) != KF_LEGAL)
                    continue;
                kf_board_play(&board, point, colour, &played);
                x = column;
                y = row;
                break;
            }
            if (number % EVERY == 0)
                add_board(w, &board);
        }
    }
}

static void read_games(work *w, const char *name) {
    static kf_board board;
    char line[4096];
    kf_played played;
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return;
    for (int game = 0; w->board_count < BOARDS && fgets(line, sizeof line, file) != NULL; game++) {
        size_t length = strcspn(line, "\n");
        kf_board_init(&board, 19, 19);
        for (size_t i = 0; i + 1 < length; i += 2) {
            kf_point point = kf_point_read(line + i, 2, KF_COORDS_SGF, 19, 19);
            kf_board_play(&board, point, i / 2 % 2 ? KF_WHITE : KF_BLACK, &played);
            if ((i / 2 + 1) % EVERY == 0)
                add_board(w, &board);
        }
    }
    fclose(file);
}

static kf_point turn(int x, int y, int way) {
    x = way & 1 ? 18 - x : x;
    y = way & 2 ? 18 - y : y;
    return way & 4 ? kf_point_at(y, x) : kf_point_at(x, y);
}

// Stones by chance all over the board, but not where the chase begins.
static void scatter(kf_board *board, int stones, int way, uint64_t *state) {
    kf_played played;
    for (int i = 0; i < stones; i++) {
        int x = (int)(next_random(state) % 19), y = (int)(next_random(state) % 19);
        kf_colour colour = next_random(state) % 2 ? KF_BLACK : KF_WHITE;
        kf_point point = turn(x, y, way);
        if ((x > 5 || y > 5) && kf_board_judge(board, point, colour) == KF_LEGAL)
            kf_board_play(board, point, colour, &played);
    }
}

// By turns 16 boards with a chase across them, and 16 where a stone stands far away in its path;
// with `stones` others on each, and then for either side to move first.
static void make_staircases(work *w, int boards, int stones) {
    uint64_t state = 88172645463325252u;
    w->board_count = w->query_count = 0;
    for (int i = 0; i < boards; i++) {
        kf_board *board = &w->boards[w->board_count++];
        kf_colour runner = i / 8 % 2 ? KF_WHITE : KF_BLACK, chaser = kf_colour_other(runner);
        int way = i % 8;
        kf_board_init(board, 19, 19);
        kf_board_put(board, turn(3, 3, way), runner);
        kf_board_put(board, turn(3, 2, way), chaser);
        kf_board_put(board, turn(2, 3, way), chaser);
        kf_board_put(board, turn(4, 2, way), chaser);
        if (i / 16 % 2 == 1)
            kf_board_put(board, turn(15, 15, way), runner);
        scatter(board, stones, way, &state);
        if (stones == 0)
            w->queries[w->query_count++] = (query){board, turn(3, 3, way), chaser};
        else
            add_query(w, board, turn(3, 3, way));
    }
}

static int by_size(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

static void measure(const char *name, const work *w, kf_ladder *ladder, size_t wanted) {
    size_t repeats = wanted / (w->query_count ? w->query_count : 1) + 1, moves = 0, caught = 0;
    double rates[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (size_t k = 0; k < repeats; k++)
            for (size_t i = 0; i < w->query_count; i++) {
                const query *q = &w->queries[i];
                caught +=
                    kf_ladder_read(ladder, q->board, q->stone, q->to_move) == KF_LADDER_CAUGHT;
                moves += ladder->tried;
            }
        rates[round] = (double)(w->query_count * repeats) / (now() - start);
    }
    qsort(rates, ROUNDS, sizeof rates[0], by_size);
    double all = (double)(w->query_count * repeats * ROUNDS);
    printf("%s: %.0f queries a second (median of %d), %zu boards, %zu queries, %.0f %% caught, "
           "%.1f moves played a query\n",
           name, rates[ROUNDS / 2], ROUNDS, w->board_count, w->query_count,
           100.0 * (double)caught / all, (double)moves / all);
    printf("  bar >= 500000: %s\n", rates[ROUNDS / 2] >= 500000 ? "OK" : "below");
}

int main(int argc, char **argv) {
    kf_ladder *ladder = malloc(sizeof *ladder);
    work w = {malloc(BOARDS * sizeof *w.boards), malloc(QUERIES * sizeof *w.queries), 0, 0};
    if (ladder == NULL || w.boards == NULL || w.queries == NULL)
        return 2;
    ladder->budget = KF_LADDER_USUAL;
    if (argc > 1) {
        read_games(&w, argv[1]);
        measure("chains of real games", &w, ladder, 500000);
        w.board_count = w.query_count = 0;
    }
    make_games(&w);
    measure("chains of made-up games", &w, ladder, 500000);
    make_staircases(&w, 32, 0);
    measure("staircases across the board", &w, ladder, 200000);
    make_staircases(&w, 320, 30);
    measure("staircases among other stones", &w, ladder, 200000);
    free(ladder);
    free(w.boards);
    free(w.queries);
    return 0;
}
