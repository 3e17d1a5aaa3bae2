// SPDX-License-Identifier: MIT
// Scenes that end with an arena, and pictures in files.

#include "cli/print/print.h"

#include "cli/frame/cli.h"

static void free_scene(void *scene) {
    kf_scene_free(scene);
}

kf_scene *kf_draw_write_scene(kf_arena *arena, kf_play *play, const kf_figure *figure) {
    void **slot = kf_arena_slot(arena, free_scene);
    *slot = kf_scene_new(play, figure);
    if (*slot == NULL)
        kf_arena_fail(arena);
    return *slot;
}

bool kf_draw_write_file(kf_cli *cli, const kf_draw_order *order, const char *output) {
    kf_output_file *target = kf_output_file_new(cli);
    if (!kf_output_file_open(target, output, order->writer->name))
        return false;
    return kf_output_file_close(target,
                                kf_draw_order_write(order, kf_output_file_write, target, cli->log));
}
