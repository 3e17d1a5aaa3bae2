// SPDX-License-Identifier: MIT
// Asks what reading ahead says: a ladder on a board, and an eye space in a corner. The header
// reading.h.

#include <kifu/reading.h>
#include <stdio.h>
#include <string.h>

static void put(kf_board *board, kf_colour colour, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        kf_board_put(board, kf_point_read(names[i], strlen(names[i]), KF_COORDS_A1, 19, 19),
                     colour);
}

// The black stone on C3 is in atari. It can extend to D3, and White can give atari again and again,
// to the other corner; a black stone on the way there breaks the ladder.
static void ask_ladder(void) {
    static const char *const white[] = {"B3", "C4", "C2", "D2"}, *const black[] = {"C3"};
    kf_board board;
    kf_point moves[64];
    kf_point stone = kf_point_read("C3", 2, KF_COORDS_A1, 19, 19);
    kf_ladder *ladder = kf_ladder_new();
    if (ladder == NULL)
        return;
    kf_board_init(&board, 19, 19);
    put(&board, KF_BLACK, black, 1);
    put(&board, KF_WHITE, white, 4);
    kf_ladder_result result = kf_ladder_read(ladder, &board, stone, KF_BLACK);
    size_t count = kf_ladder_line(ladder, &board, stone, KF_BLACK, moves, 64);
    size_t breakers = kf_ladder_breakers(ladder, &board, stone, KF_BLACK, NULL, 0);
    printf("C3: %s, a line of %zu moves, %zu points break it\n",
           result == KF_LADDER_CAUGHT ? "caught" : "saved", count, breakers);
    kf_ladder_free(ladder);
}

static void ask_eyes(const char *rows) {
    kf_polyomino shape;
    kf_eyes_task task;
    kf_eyes_answer answer;
    if (!kf_polyomino_read(rows, &shape))
        return;
    kf_enclosure_task(&shape, KF_EYES_CORNER, 0, &task);
    if (kf_eyes_ask(&task, &answer))
        printf("%s in the corner: %s if attacked first, %s if defended first\n", rows,
               kf_eyes_word(answer.first[KF_EYES_ATTACKER].kind),
               kf_eyes_word(answer.first[KF_EYES_DEFENDER].kind));
}

int main(void) {
    ask_ladder();
    ask_eyes("...");
    ask_eyes("../..");
    ask_eyes(".../...");
    return 0;
}
