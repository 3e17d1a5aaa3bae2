// SPDX-License-Identifier: MIT
// Counts the games of a record and compares with the results that they state. The header score.h.

#include <kifu/format.h>
#include <kifu/score.h>
#include <stdio.h>
#include <stdlib.h>

// Both are too large for a small stack.
typedef struct counting {
    kf_ending ending;
    kf_count count;
} counting;

static int dead_stones(const counting *c) {
    int dead = 0;
    for (int i = 0; i < c->ending.board.width * c->ending.board.height; i++)
        dead += c->count.judgement.reason[i] != KF_REASON_NONE &&
                c->count.judgement.status[i] == KF_DEAD;
    return dead;
}

static void tell(const counting *c) {
    char result[KF_OUTCOME_TEXT];
    kf_outcome_write(c->count.score.result, result);
    printf("%s by %s, %d dead stones%s", result, c->ending.rules->title, dead_stones(c),
           c->count.judgement.is_certain ? "" : " (an estimate)");
    if (c->ending.outcome.kind == KF_OUTCOME_POINTS)
        printf(", the record %s",
               kf_outcome_agrees(&c->ending.outcome, c->ending.rules, c->count.score.result)
                   ? "agrees"
                   : "says otherwise");
    putchar('\n');
}

int main(int argc, char **argv) {
    kf_record *record = argc > 1 ? kf_format_read_file(argv[1], NULL, NULL) : NULL;
    kf_play *play = record != NULL ? kf_play_new(record, NULL) : NULL;
    counting *c = malloc(sizeof *c);
    bool is_done = play != NULL && c != NULL;
    kf_node game = is_done ? kf_node_child(record, 0) : 0;
    for (; game != 0 && is_done; game = kf_node_next(record, game)) {
        is_done = kf_ending_read(play, kf_path_find(record, game, "last"), &c->ending) &&
                  kf_count_position(&c->ending, KF_COUNT_AUTO, &c->count);
        if (is_done)
            tell(c);
    }
    free(c);
    kf_play_free(play);
    kf_record_free(record);
    return is_done ? 0 : 1;
}
