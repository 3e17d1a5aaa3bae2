// SPDX-License-Identifier: MIT
// Shares a game out into figures of 50 moves and names them. The header scene.h.

#include <kifu/format.h>
#include <kifu/scene.h>
#include <stdio.h>

int main(int argc, char **argv) {
    kf_record *record = argc > 1 ? kf_format_read_file(argv[1], NULL, NULL) : NULL;
    const kf_figure_plan plan = {.moves = 50, .variations = true};
    size_t count = 0;
    kf_figure *figures =
        record != NULL ? kf_figure_share(record, kf_node_child(record, 0), &plan, &count, NULL)
                       : NULL;
    for (size_t i = 0; i < count; i++) {
        char path[64];
        kf_path_of(record, figures[i].node, path, sizeof path);
        printf("%s %d ends at %s\n",
               figures[i].is_variation              ? "variation"
               : figures[i].kind == KF_FIGURE_MOVES ? "figure"
                                                    : "position",
               figures[i].index, path);
    }
    bool is_done = figures != NULL;
    kf_figure_free(figures);
    kf_record_free(record);
    return is_done ? 0 : 1;
}
