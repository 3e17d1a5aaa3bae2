// SPDX-License-Identifier: MIT
// The character sets that texts of one folder are in.
//
// A name of two letters may be read in several sets; the other files of its folder, which mostly
// came from one program, say which is meant. Each gives its voice, as far as it is sure.

#include "cli/frame/folder.h"

#include <stdlib.h>
#include <string.h>

#include "base/charset/choice.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/archive/archive.h"

enum { HALF = 50 };

typedef struct folder {
    kf_text name;
    int votes[KF_DETECT_SETS];
    const char *likely; // NULL: nothing is known
} folder;

struct kf_folders {
    folder *all; // by name, when the survey is done
    size_t count, capacity;
};

static kf_text folder_of(const char *name) {
    const char *slash = strrchr(name, '/');
    return (kf_text){name, slash != NULL ? (size_t)(slash - name) : 0};
}

static int by_name(const void *a, const void *b) {
    const folder *x = a, *y = b;
    return kf_text_order(x->name, y->name);
}

// A set that programs write into any file says nothing.
static int weight_of(const kf_record *record) {
    const char *set = kf_record_charset(record);
    int sure;
    kf_charset_why why = kf_record_charset_why(record, &sure, NULL);
    if (why == KF_WHY_RECOGNISED)
        return sure - HALF;
    bool is_said = why == KF_WHY_DECLARED && strcmp(set, "ISO-8859-1") != 0;
    return why == KF_WHY_VALID || is_said ? HALF : 0;
}

static void count_voice(folder *f, const kf_record *record) {
    int set = record != NULL && kf_record_has_letters(record)
                  ? kf_detect_index(kf_record_charset(record))
                  : -1;
    if (set >= 0)
        f->votes[set] += weight_of(record);
}

static void elect(folder *f) {
    int best = -1;
    for (int i = 0; i < KF_DETECT_SETS; i++)
        if (f->votes[i] > (best < 0 ? 0 : f->votes[best]))
            best = i;
    f->likely = best >= 0 ? kf_detect_name(best) : NULL;
}

// Brings what was counted for one folder at several times together.
static void merge(struct kf_folders *folders) {
    size_t kept = 0;
    qsort(folders->all, folders->count, sizeof *folders->all, by_name);
    for (size_t i = 0; i < folders->count; i++) {
        folder *f = &folders->all[i], *last = kept > 0 ? &folders->all[kept - 1] : NULL;
        if (last != NULL && kf_text_equal(last->name, f->name)) {
            for (int k = 0; k < KF_DETECT_SETS; k++)
                last->votes[k] += f->votes[k];
        } else {
            folders->all[kept++] = *f;
        }
    }
    folders->count = kept;
    for (size_t i = 0; i < kept; i++)
        elect(&folders->all[i]);
}

static void free_log(void *log) {
    kf_log_free(log);
}

void kf_folder_survey(kf_cli *cli, const kf_inputs *inputs) {
    struct kf_folders *folders = kf_arena_alloc(cli->arena, sizeof *folders);
    char *room = kf_arena_resize(cli->arena, NULL, KF_CHOICE_FRONT);
    void **quiet = kf_arena_slot(cli->arena, free_log);
    *folders = (struct kf_folders){.count = 0};
    if ((*quiet = kf_log_new()) == NULL)
        kf_arena_fail(cli->arena);
    for (size_t i = 0; i < inputs->count; i++) {
        const char *name = inputs->names[i];
        kf_text own = folder_of(name);
        if (strcmp(name, "-") == 0)
            continue;
        if (folders->count == 0 || !kf_text_equal(folders->all[folders->count - 1].name, own)) {
            folders->all = kf_arena_grow(cli->arena, folders->all, &folders->capacity,
                                         folders->count + 1, sizeof *folders->all);
            folders->all[folders->count++] = (folder){.name = own};
        }
        size_t length = kf_member_front(kf_member_find(cli, name), name, room, KF_CHOICE_FRONT);
        kf_record *record =
            length > 0 ? kf_format_read(room, length, name, &cli->reading, *quiet) : NULL;
        count_voice(&folders->all[folders->count - 1], record);
        kf_record_free(record);
        kf_log_clear(*quiet);
    }
    merge(folders);
    kf_arena_release(cli->arena, room);
    cli->folders = folders;
}

void kf_folder_lean(kf_cli *cli, const char *name) {
    folder wanted = {.name = folder_of(name)};
    const folder *found =
        cli->folders != NULL && cli->folders->count > 0
            ? bsearch(&wanted, cli->folders->all, cli->folders->count, sizeof wanted, by_name)
            : NULL;
    cli->reading.likely = found != NULL ? found->likely : NULL;
}
