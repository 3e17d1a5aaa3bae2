// SPDX-License-Identifier: MIT
// Counts the positions that legal play reaches on the smallest boards, against known figures.
//
// The figures are those of J. Tromp and G. Farnebäck, "Combinatorics of Go": the positions in
// which every chain has a liberty. From an empty board legal play without suicide reaches them
// all, except on 1x1 where nothing can be played.

#include <kifu/board.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One bit for each way to colour the points, in base 3; and the positions still to be played from.
typedef struct search {
    unsigned char *seen;
    uint32_t *queue;
    size_t count;
} search;

static uint32_t number_of(const kf_board *board) {
    uint32_t number = 0;
    for (int row = 0; row < board->height; row++) {
        for (int column = 0; column < board->width; column++) {
            number = number * 3 + (uint32_t)kf_board_get(board, kf_point_at(column, row));
        }
    }
    return number;
}

static void set_up(kf_board *board, int size, uint32_t number) {
    kf_point points[3][16];
    size_t counts[3] = {0, 0, 0};
    for (int i = size * size - 1; i >= 0; i--) {
        uint32_t colour = number % 3;
        points[colour][counts[colour]++] = kf_point_at(i % size, i / size);
        number /= 3;
    }
    kf_board_init(board, size, size);
    kf_board_put_all(board, points[KF_BLACK], counts[KF_BLACK], KF_BLACK);
    kf_board_put_all(board, points[KF_WHITE], counts[KF_WHITE], KF_WHITE);
}

// Plays every legal move of both players, for a pass gives either the turn. The ban of a ko keeps
// no position away: any other order of moves, with passes, leads to it.
static void expand(search *found, kf_board *board) {
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
            if (kf_board_judge(board, point, (kf_colour)colour) != KF_LEGAL) {
                continue;
            }
            kf_played played;
            kf_board_play(board, point, (kf_colour)colour, &played);
            uint32_t number = number_of(board);
            if (!(found->seen[number / 8] >> number % 8 & 1)) {
                found->seen[number / 8] |= (unsigned char)(1 << number % 8);
                found->queue[found->count++] = number;
            }
            kf_board_undo(board, &played);
        }
    }
}

static size_t count(int size, size_t most) {
    static kf_board board;
    size_t numbers = 1;
    for (int i = 0; i < size * size; i++) {
        numbers *= 3;
    }
    search found = {calloc(numbers / 8 + 1, 1), malloc(most * 2 * sizeof(uint32_t)), 0};
    if (!found.seen || !found.queue) {
        abort();
    }
    found.seen[0] = 1;
    found.queue[found.count++] = 0;
    for (size_t next = 0; next < found.count && found.count < most * 2 - 64; next++) {
        set_up(&board, size, found.queue[next]);
        expand(&found, &board);
    }
    free(found.seen);
    free(found.queue);
    return found.count;
}

int main(int argc, char **argv) {
    static const size_t known[] = {0, 1, 57, 12675, 24318165};
    int last = argc > 1 && strcmp(argv[1], "--long") == 0 ? 4 : 3;
    int wrong = 0;
    for (int size = 1; size <= last; size++) {
        size_t reached = count(size, known[size] + 64);
        printf("%dx%d: %zu positions, %zu known\n", size, size, reached, known[size]);
        wrong += reached != known[size];
    }
    return wrong != 0;
}
