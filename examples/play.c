// SPDX-License-Identifier: MIT
// Follows the main line of a record and tells of captures, kos and faults. The header play.h.

#include <kifu/format.h>
#include <kifu/play.h>
#include <stdio.h>

static void tell(const kf_play *play) {
    const kf_step *step = kf_play_step(play);
    const kf_board *board = kf_play_board(play);
    char point[KF_POINT_TEXT] = "nowhere";
    kf_point_write(step->point, KF_COORDS_A1, board->width, board->height, point);
    if (kf_play_is_illegal(play))
        printf("%d at %s is against the rules\n", step->number, point);
    if (step->is_turn_fault)
        printf("%d at %s is out of turn\n", step->number, point);
    if (step->played.captured > 1)
        printf("%d at %s takes %d\n", step->number, point, step->played.captured);
}

int main(int argc, char **argv) {
    kf_record *record = argc > 1 ? kf_format_read_file(argv[1], NULL, NULL) : NULL;
    kf_play *play = record != NULL ? kf_play_new(record, NULL) : NULL;
    if (play == NULL)
        return 1;
    kf_play_aim(play, 0, kf_path_find(record, kf_node_child(record, 0), "last"));
    while (kf_play_follow(play))
        if (kf_play_step(play)->is_move)
            tell(play);
    const kf_board *board = kf_play_board(play);
    printf("%zu moves, prisoners: Black has %u, White has %u\n", kf_play_step(play)->moves,
           board->prisoners[KF_WHITE], board->prisoners[KF_BLACK]);
    kf_play_free(play);
    kf_record_free(record);
    return 0;
}
