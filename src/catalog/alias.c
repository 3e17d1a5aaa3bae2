// SPDX-License-Identifier: MIT
// Which file is one that the catalogue knows by another name.

#include "catalog/alias.h"

#ifdef KIFU_HAVE_SQLITE

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"

// ---- Names ----

// A file, or an archive with a member in it, whose other names are tried.
typedef struct naming {
    kf_store *store;
    struct stat status;  // of the file, or the archive
    char file[PATH_MAX]; // its name, which was looked for before
    const char *member;  // with the slash before it, or ""
    kf_alias *found;
} naming;

// How much of a name is that of a file that is there; 0: nothing.
static size_t file_length(const char *name, struct stat *status) {
    char file[PATH_MAX];
    size_t length = strlen(name);
    if (length >= sizeof file)
        return 0;
    snprintf(file, sizeof file, "%s", name);
    if (stat(file, status) == 0)
        return S_ISREG(status->st_mode) ? length : 0;
    for (char *slash = strchr(file, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (file[0] != '\0' && stat(file, status) == 0 && S_ISREG(status->st_mode))
            return (size_t)(slash - file);
        *slash = '/';
    }
    return 0;
}

// Whether the catalogue has that name, and what is there under it is the file.
static bool stands_as(naming *n, const char *file) {
    struct stat status;
    if (file == NULL || strcmp(file, n->file) == 0 || stat(file, &status) != 0 ||
        status.st_dev != n->status.st_dev || status.st_ino != n->status.st_ino)
        return false;
    int length = snprintf(n->found->name, sizeof n->found->name, "%s%s", file, n->member);
    return length < (int)sizeof n->found->name &&
           kf_store_source_find(n->store, kf_text_of(n->found->name), 0, &n->found->source);
}

// The path as it is called in the folder; NULL: it is not below that.
static const char *inside(const char *path, const char *folder) {
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/';
    return strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

bool kf_alias_find(kf_store *store, const char *name, kf_alias *found) {
    char real[PATH_MAX], whole[PATH_MAX], folder[PATH_MAX];
    naming n = {.store = store, .found = found};
    size_t length = file_length(name, &n.status);
    if (length == 0 || getcwd(folder, sizeof folder) == NULL)
        return false;
    n.member = name + length;
    snprintf(n.file, sizeof n.file, "%.*s", (int)length, name);
    bool is_real = realpath(n.file, real) != NULL;
    if (is_real && (stands_as(&n, real) || stands_as(&n, inside(real, folder))))
        return true;
    if (n.file[0] == '/')
        return stands_as(&n, inside(n.file, folder));
    bool fits = snprintf(whole, sizeof whole, "%s/%s", folder, n.file) < (int)sizeof whole;
    return fits && !(is_real && strcmp(whole, real) == 0) && stands_as(&n, whole);
}

// ---- Files of this run ----

static size_t place_of(const kf_alias_set *set, const struct stat *status) {
    uint64_t device = status->st_dev, inode = status->st_ino;
    size_t at = (size_t)kf_hash_mix(inode ^ kf_hash_mix(device)) & (set->room - 1);
    while (set->files[at].inode != 0 &&
           (set->files[at].inode != inode || set->files[at].device != device))
        at = (at + 1) & (set->room - 1);
    return at;
}

bool kf_alias_has(const kf_alias_set *set, const struct stat *status) {
    return set->count > 0 && set->files[place_of(set, status)].inode != 0;
}

static void grow(kf_alias_set *set, kf_arena *arena) {
    kf_alias_set before = *set;
    size_t room = before.room > 0 ? 2 * before.room : 64;
    *set = (kf_alias_set){kf_arena_resize(arena, NULL, room * sizeof *set->files), 0, room};
    memset(set->files, 0, room * sizeof *set->files);
    for (size_t i = 0; i < before.room; i++)
        if (before.files[i].inode != 0) {
            struct stat status = {.st_dev = before.files[i].device,
                                  .st_ino = before.files[i].inode};
            kf_alias_add(set, arena, &status);
        }
    if (before.files != NULL)
        kf_arena_release(arena, before.files);
}

void kf_alias_add(kf_alias_set *set, kf_arena *arena, const struct stat *status) {
    if (2 * set->count >= set->room)
        grow(set, arena);
    size_t at = place_of(set, status);
    set->count += set->files[at].inode == 0;
    set->files[at].device = status->st_dev;
    set->files[at].inode = status->st_ino;
}

void kf_alias_clear(kf_alias_set *set) {
    if (set->count > 0)
        memset(set->files, 0, set->room * sizeof *set->files);
    set->count = 0;
}

#endif
