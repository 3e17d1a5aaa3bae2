// SPDX-License-Identifier: MIT
// Measures how many moves a second the board replays with full legality and hash.
//
// The moves are random legal games on 19x19, made once with a fixed seed and read from memory
// before the clock starts. With a file of moves as argument (one game a line, SGF points, Black
// first) those are replayed instead.

#include <kifu/board.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GAMES = 2000, LENGTH = 250, ROUNDS = 5, MOST = 1000 };

// All moves, one game after another; a game ends with KF_NOWHERE. Colours alternate.
typedef struct moves {
    kf_point *points;
    size_t count;
    size_t games;
} moves;

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

// Whether all neighbours are friends: playing there would fill an eye.
static bool is_eye(const kf_board *board, kf_point point, kf_colour colour) {
    int column = kf_point_column(point);
    int row = kf_point_row(point);
    int friends = 0;
    int sides = 0;
    for (int side = 0; side < 4; side++) {
        int x = column + (side == 1) - (side == 3);
        int y = row + (side == 0) - (side == 2);
        if (x >= 0 && y >= 0 && x < board->width && y < board->height) {
            sides++;
            friends += kf_board_get(board, kf_point_at(x, y)) == colour;
        }
    }
    return friends == sides;
}

// A move near the last one as a rule, as players do, so that chains and fights come about.
static kf_point choose(const kf_board *board, kf_colour colour, kf_point last, uint64_t *state) {
    for (int attempt = 0; attempt < 200; attempt++) {
        uint64_t random = next_random(state) >> 8;
        int x = (int)(random % 19);
        int y = (int)(random / 19 % 19);
        if (last != KF_PASS && attempt < 20) {
            x = kf_point_column(last) + (int)(random % 5) - 2;
            y = kf_point_row(last) + (int)(random / 5 % 5) - 2;
        }
        if (x < 0 || y < 0 || x > 18 || y > 18) {
            continue;
        }
        kf_point point = kf_point_at(x, y);
        if (kf_board_judge(board, point, colour) == KF_LEGAL && !is_eye(board, point, colour)) {
            return point;
        }
    }
    return KF_PASS;
}

static moves make_games(void) {
    static kf_board board;
    moves made = {malloc((size_t)GAMES * (LENGTH + 1) * sizeof(kf_point)), 0, GAMES};
    uint64_t state = 88172645463325252u;
    for (int game = 0; game < GAMES; game++) {
        kf_board_init(&board, 19, 19);
        kf_point last = KF_PASS;
        for (int number = 0; number < LENGTH; number++) {
            kf_colour colour = number % 2 ? KF_WHITE : KF_BLACK;
            kf_played played;
            last = choose(&board, colour, next_random(&state) % 8 ? last : KF_PASS, &state);
            kf_board_play(&board, last, colour, &played);
            made.points[made.count++] = last;
        }
        made.points[made.count++] = KF_NOWHERE;
    }
    return made;
}

static moves read_games(const char *name) {
    FILE *file = fopen(name, "rb");
    moves made = {NULL, 0, 0};
    size_t room = 0;
    char text[2];
    while (file && fread(text, 1, 1, file) == 1) {
        if (made.count == room) {
            room = room * 2 + 4096;
            made.points = realloc(made.points, room * sizeof(kf_point));
        }
        if (text[0] == '\n') {
            made.points[made.count++] = KF_NOWHERE;
            made.games++;
        } else if (fread(text + 1, 1, 1, file) == 1) {
            made.points[made.count++] = kf_point_read(text, 2, KF_COORDS_SGF, 19, 19);
        }
    }
    if (file) {
        fclose(file);
    }
    return made;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// Replays everything once; the results depend on every move, so that nothing can be left out.
static uint64_t replay(const moves *all, size_t *illegal) {
    static kf_board empty;
    static kf_board board;
    kf_board_init(&empty, 19, 19);
    kf_board_copy(&board, &empty);
    uint64_t sum = 0;
    kf_colour colour = KF_BLACK;
    for (size_t i = 0; i < all->count; i++) {
        if (all->points[i] == KF_NOWHERE) {
            sum += board.hash + board.prisoners[KF_BLACK] + board.prisoners[KF_WHITE];
            kf_board_copy(&board, &empty);
            colour = KF_BLACK;
            continue;
        }
        kf_played played;
        *illegal += kf_board_play(&board, all->points[i], colour, &played) != KF_LEGAL;
        sum += kf_board_hash(&board, colour) >> 7;
        colour = kf_colour_other(colour);
    }
    return sum;
}

// The same with situational superko: every move is looked up and added.
static uint64_t replay_superko(const moves *all, void *memory, size_t *illegal) {
    static kf_board empty;
    static kf_board board;
    kf_history history;
    kf_board_init(&empty, 19, 19);
    kf_board_copy(&board, &empty);
    kf_history_init(&history, memory, MOST, 0, &board, KF_BLACK);
    uint64_t sum = 0;
    kf_colour colour = KF_BLACK;
    for (size_t i = 0; i < all->count; i++) {
        if (all->points[i] == KF_NOWHERE) {
            sum += board.hash;
            kf_board_copy(&board, &empty);
            kf_history_init(&history, memory, MOST, 0, &board, KF_BLACK);
            colour = KF_BLACK;
            continue;
        }
        kf_played played;
        *illegal += kf_board_play(&board, all->points[i], colour, &played) != KF_LEGAL;
        *illegal += kf_history_find(&history, &board, &played, KF_REPEATS_SITUATION) != 0;
        kf_history_add(&history, &board, &played);
        colour = kf_colour_other(colour);
    }
    return sum;
}

static int by_size(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

// Runs one of the two five times and prints the median. Without memory there is no superko.
static void measure(const char *name, const moves *all, void *memory) {
    size_t count = all->count - all->games;
    size_t repeats = 10000000 / (count ? count : 1) + 1;
    double rates[ROUNDS];
    size_t illegal = 0;
    uint64_t sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (size_t i = 0; i < repeats; i++) {
            sum += memory ? replay_superko(all, memory, &illegal) : replay(all, &illegal);
        }
        rates[round] = (double)(count * repeats) / (now() - start) / 1e6;
    }
    qsort(rates, ROUNDS, sizeof rates[0], by_size);
    printf("%s: %.1f million moves a second (median of %d, %.1f to %.1f), %zu illegal of %zu, "
           "check %016llx\n",
           name, rates[ROUNDS / 2], ROUNDS, rates[0], rates[ROUNDS - 1],
           illegal / (ROUNDS * repeats), count, (unsigned long long)sum);
    if (!memory)
        printf("  bar >= 20, goal 30: %s\n", rates[ROUNDS / 2] >= 20 ? "OK" : "below");
}

int main(int argc, char **argv) {
    moves all = argc > 1 ? read_games(argv[1]) : make_games();
    void *memory = malloc(kf_history_size(MOST, 0, 19, 19));
    if (!all.points || !memory) {
        return 2;
    }
    measure("replay", &all, NULL);
    measure("replay with superko", &all, memory);
    free(memory);
    free(all.points);
    return 0;
}
