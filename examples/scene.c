// SPDX-License-Identifier: MIT
// Shares a game out into figures of 50 moves, and counts what is seen in each. The header scene.h.

#include <kifu/format.h>
#include <kifu/scene.h>
#include <stdio.h>

// What a program sees that draws in its own way.
static void look(const kf_scene *scene) {
    int stones = 0, numbers = 0;
    for (int i = 0; i < scene->rows * scene->columns; i++) {
        stones += scene->points[i].stone != KF_EMPTY;
        numbers += scene->points[i].is_numbered;
    }
    printf(": %d stones, %d with a number, %zu notes\n", stones, numbers, scene->note_count);
}

int main(int argc, char **argv) {
    kf_record *record = argc > 1 ? kf_format_read_file(argv[1], NULL, NULL) : NULL;
    const kf_figure_plan plan = {.moves = 50, .variations = true};
    size_t count = 0;
    kf_figure *figures =
        record != NULL ? kf_figure_share(record, kf_node_child(record, 0), &plan, &count, NULL)
                       : NULL;
    kf_play *play = count > 0 ? kf_play_new(record, NULL) : NULL;
    for (size_t i = 0; play != NULL && i < count; i++) {
        char path[64];
        kf_path_of(record, figures[i].node, path, sizeof path);
        printf("%s %d ends at %s",
               figures[i].is_variation              ? "variation"
               : figures[i].kind == KF_FIGURE_MOVES ? "figure"
                                                    : "position",
               figures[i].index, path);
        kf_scene *scene = kf_scene_new(play, &figures[i]);
        if (scene != NULL)
            look(scene);
        kf_scene_free(scene);
    }
    bool is_done = play != NULL;
    kf_play_free(play);
    kf_figure_free(figures);
    kf_record_free(record);
    return is_done ? 0 : 1;
}
