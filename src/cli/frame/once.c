// SPDX-License-Identifier: MIT
// A file that is named in several ways, as through a link in a folder, is rewritten once.

#include "cli/frame/once.h"

#include <stdlib.h>
#include <string.h>

#include "cli/print/print.h"

typedef struct named {
    size_t index; // among the inputs
    kf_identity file;
    const char *path; // without links; NULL while nothing else is the same file
} named;

static int by_file(const void *a, const void *b) {
    const named *x = a, *y = b;
    if (x->file.device != y->file.device)
        return x->file.device < y->file.device ? -1 : 1;
    if (x->file.inode != y->file.inode)
        return x->file.inode < y->file.inode ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static int by_path(const void *a, const void *b) {
    const named *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

// Of names that lead to one path all but the first go. Hard links are files of their own: each
// keeps its place when the other one is replaced.
static void leave_out(kf_cli *cli, kf_inputs *inputs, named *same, size_t count) {
    char path[PATH_MAX];
    for (size_t i = 0; i < count; i++) {
        const char *name = inputs->names[same[i].index];
        const char *real = realpath(name, path) != NULL ? path : name;
        same[i].path = kf_arena_copy(cli->arena, real, strlen(real));
    }
    qsort(same, count, sizeof *same, by_path);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (strcmp(same[i].path, same[first].path) != 0) {
            first = i;
            continue;
        }
        kf_log_add_as(cli->log, KF_NOTE, KF_PROGRAM_TARGET, (kf_place){0},
                      "'%.200s' is the same file as '%.200s', and it is taken once",
                      inputs->names[same[i].index], inputs->names[same[first].index]);
        inputs->names[same[i].index] = NULL;
    }
}

void kf_once_keep(kf_cli *cli, kf_inputs *inputs) {
    named *all = kf_arena_alloc(cli->arena, (inputs->count + 1) * sizeof *all);
    size_t count = 0, kept = 0;
    struct stat status;
    for (size_t i = 0; i < inputs->count; i++)
        if (stat(inputs->names[i], &status) == 0)
            all[count++] = (named){i, {status.st_dev, status.st_ino}, NULL};
    qsort(all, count, sizeof *all, by_file);
    for (size_t i = 0, end = 0; i < count; i = end) {
        for (end = i + 1; end < count && all[end].file.device == all[i].file.device &&
                          all[end].file.inode == all[i].file.inode;)
            end++;
        if (end > i + 1)
            leave_out(cli, inputs, &all[i], end - i);
    }
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->names[i] != NULL) {
            inputs->prefixes[kept] = inputs->prefixes[i];
            inputs->names[kept++] = inputs->names[i];
        }
    inputs->count = kept;
    cli->listed_count = cli->listed_count < kept ? cli->listed_count : kept;
    kf_report_entries(cli);
}
