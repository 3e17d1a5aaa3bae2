// SPDX-License-Identifier: MIT
// Plays moves on an empty 9x9 board and counts what they surround: the headers base.h and board.h.
//
//     board D5 E6 …      Black begins; "pass" is a move

#include <kifu/board.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 9 };

static const char *verdict_of(kf_verdict verdict) {
    static const char *const words[] = {"", "occupied", "ko", "suicide", "off the board"};
    return words[verdict];
}

static void print_board(const kf_board *board) {
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++)
            printf(" %c", ".XO"[kf_board_get(board, kf_point_at(column, row))]);
        putchar('\n');
    }
}

static void count(const kf_board *board) {
    kf_score_input input = {
        .board = board, .rules = kf_rules_default(), .counting = KF_COUNTING_AREA};
    kf_score score;
    kf_score_count(&input, &score);
    printf("by area: Black %d, White %d\n", score.side[KF_BLACK].points,
           score.side[KF_WHITE].points);
}

int main(int argc, char **argv) {
    kf_board board; // a plain value: copy it with `=`
    kf_colour colour = KF_BLACK;
    kf_board_init(&board, SIZE, SIZE);
    for (int i = 1; i < argc; i++) {
        kf_played played;
        kf_point point = kf_point_read(argv[i], strlen(argv[i]), KF_COORDS_A1, SIZE, SIZE);
        kf_verdict verdict = kf_board_play(&board, point, colour, &played);
        if (verdict != KF_LEGAL) {
            fprintf(stderr, "%s: %s\n", argv[i], verdict_of(verdict));
            return 1;
        }
        if (played.captured > 0)
            printf("%s takes %d\n", argv[i], played.captured);
        colour = kf_colour_other(colour);
    }
    print_board(&board);
    count(&board);
    return 0;
}
