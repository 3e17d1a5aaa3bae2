// SPDX-License-Identifier: MIT
// Solves the first game of a record as a problem: first what the record says, then what reading
// finds. The header life.h.

#include <kifu/format.h>
#include <kifu/life.h>
#include <stdio.h>
#include <stdlib.h>

static void list(const char *what, const kf_board *board, const kf_point *points, int count) {
    printf("%s:", what);
    for (int i = 0; i < count; i++) {
        char text[KF_POINT_TEXT];
        kf_point_write(points[i], KF_COORDS_A1, board->width, board->height, text);
        printf(" %s", text);
    }
    putchar('\n');
}

static void tell(const kf_problem *problem, const kf_solved *solved) {
    static const char *const words[] = {"unknown", "right", "wrong"};
    const kf_life_case *first = &solved->life.first[solved->task];
    list("the record plays", &problem->board, problem->right, problem->right_count);
    printf("that is %s\n", words[solved->solution]);
    if (solved->group == KF_NOWHERE)
        return;
    list("the group of", &problem->board, &solved->group, 1);
    printf("is %s, and %s when it is %s first\n", kf_life_name(solved->life.status),
           kf_life_name(first->word), solved->task == KF_DEFENDER ? "defended" : "attacked");
    list("vital", &problem->board, first->vital, first->vital_count);
    list("line", &problem->board, first->line, first->line_count);
}

int main(int argc, char **argv) {
    kf_record *record = argc > 1 ? kf_format_read_file(argv[1], NULL, NULL) : NULL;
    kf_play *play = record != NULL ? kf_play_new(record, NULL) : NULL;
    kf_problem *problem = malloc(sizeof *problem);
    kf_solved *solved = malloc(sizeof *solved);
    bool is_done = play != NULL && problem != NULL && solved != NULL &&
                   kf_solution_read(play, kf_node_child(record, 0), problem) &&
                   kf_solution_solve(problem, 20000, solved);
    if (is_done)
        tell(problem, solved);
    free(problem);
    free(solved);
    kf_play_free(play);
    kf_record_free(record);
    return is_done ? 0 : 1;
}
