// SPDX-License-Identifier: MIT
// Handing figures to a writer, with memory of its own.

#include "cli/print/print.h"

#include "cli/frame/cli.h"

typedef struct writing {
    kf_drawing_job work;
    const kf_writer *writer;
    kf_log *log;
    bool is_good;
} writing;

static void write_protected(void *context) {
    writing *w = context;
    w->is_good = kf_writer_write(w->writer, &w->work, w->log);
}

bool kf_draw_write_to(kf_cli *cli, const kf_writer *writer, kf_drawing_job work) {
    work.arena = kf_arena_new();
    writing w = {.work = work, .writer = writer, .log = cli->log};
    if (work.arena == NULL || !kf_arena_try(work.arena, write_protected, &w)) {
        kf_log_add(cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        w.is_good = false;
    }
    kf_arena_free(work.arena);
    return w.is_good;
}

bool kf_draw_write_file(kf_cli *cli, const kf_writer *writer, kf_drawing_job work,
                        const char *output) {
    kf_output_file *target = kf_output_file_new(cli);
    if (!kf_output_file_open(target, output, writer->name))
        return false;
    work.sink = kf_output_file_write;
    work.context = target;
    return kf_output_file_close(target, kf_draw_write_to(cli, writer, work));
}
