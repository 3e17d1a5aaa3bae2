// SPDX-License-Identifier: MIT
// What is changed in the games of a large file, one after the other.

#include "cli/frame/changed.h"

#include <errno.h>
#include <string.h>

enum { BLOCK = 64 * 1024 };

struct kf_changed {
    kf_cli *cli;
    FILE *file;
    kf_fix_series *series;
    bool is_broken; // the file took not all
};

static void close_changed(void *context) {
    kf_changed *changed = context;
    kf_fix_series_free(changed->series);
    if (changed->file != NULL)
        fclose(changed->file);
}

kf_changed *kf_changed_new(kf_cli *cli) {
    kf_changed *changed = kf_arena_alloc(cli->arena, sizeof *changed);
    *changed = (kf_changed){.cli = cli};
    kf_arena_defer(cli->arena, close_changed, changed);
    changed->series = kf_fix_series_new();
    if (changed->series == NULL)
        kf_arena_fail(cli->arena);
    changed->file = tmpfile();
    return changed->file != NULL ? changed : NULL;
}

void kf_changed_look(kf_changed *changed, const kf_record *record) {
    kf_fix_series_look(changed->series, record);
}

static bool keep(void *context, const void *bytes, size_t length) {
    kf_changed *changed = context;
    return fwrite(bytes, 1, length, changed->file) == length;
}

bool kf_changed_add(kf_changed *changed, const kf_record *record, kf_log *log) {
    size_t before = kf_log_total(log, KF_ERROR);
    kf_fix *fix = kf_fix_series_changes(changed->series, record, &changed->cli->reading, log);
    bool is_written = fix == NULL || kf_fix_write(fix, keep, changed, log);
    changed->is_broken = changed->is_broken || !is_written;
    kf_fix_free(fix);
    return kf_log_total(log, KF_ERROR) == before;
}

// Where there is no room for the file, the other way needs none.
kf_fix_series_state kf_changed_state(const kf_changed *changed) {
    kf_fix_series_state state = kf_fix_series_end(changed->series);
    return changed->is_broken && state == KF_FIX_SERIES_EDITED ? KF_FIX_SERIES_WHOLE : state;
}

// The last bytes may be those for which there is no room.
kf_fix_series_state kf_changed_end(kf_changed *changed) {
    bool is_whole = fflush(changed->file) == 0 && fseeko(changed->file, 0, SEEK_SET) == 0;
    changed->is_broken = changed->is_broken || !is_whole;
    return kf_changed_state(changed);
}

bool kf_changed_copy(kf_changed *changed, kf_sink *sink, void *context) {
    kf_cli *cli = changed->cli;
    kf_arena_level level = kf_arena_mark(cli->arena);
    char *block = kf_arena_alloc(cli->arena, BLOCK);
    errno = 0;
    bool is_read = fseeko(changed->file, 0, SEEK_SET) == 0, is_good = true;
    size_t got;
    while (is_good && is_read && (got = fread(block, 1, BLOCK, changed->file)) > 0)
        is_good = sink(context, block, got);
    is_read = is_read && !ferror(changed->file);
    if (!is_read)
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot read what was changed: %s",
                   strerror(errno));
    kf_arena_rewind(cli->arena, level);
    return is_good && is_read;
}
