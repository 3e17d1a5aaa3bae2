// SPDX-License-Identifier: MIT
// What the moves of a game capture, whatever notation it is in: the example of README.md.
#include <kifu/kifu.h>
#include <stdio.h>

int main(int argc, char **argv) {
    kf_log *log = kf_log_new();
    kf_record *record = argc > 1 ? kf_format_read_file(argv[1], NULL, log) : NULL;
    kf_play *play = record != NULL ? kf_play_new(record, NULL) : NULL;
    if (play == NULL)
        return 2;
    kf_play_aim(play, 0, kf_path_find(record, kf_node_child(record, 0), "last"));
    while (kf_play_follow(play)) {
        const kf_step *step = kf_play_step(play);
        if (step->is_move && step->played.captured > 0)
            printf("move %d takes %d\n", step->number, step->played.captured);
    }
    kf_play_free(play);
    kf_record_free(record);
    kf_log_free(log);
    return 0;
}
