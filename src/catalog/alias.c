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

// The hash of what makes it the same file. Its size and time belong to that: the number of a file
// that is gone may be given to a new one. Never 0.
static uint64_t key_of(const struct stat *status) {
    uint64_t key = kf_hash_mix(status->st_dev) ^ status->st_ino;
    key = kf_hash_mix(key) ^ (uint64_t)status->st_size;
    key = kf_hash_mix(key) ^ (uint64_t)status->st_mtim.tv_sec;
    key = kf_hash_mix(kf_hash_mix(key) ^ (uint64_t)status->st_mtim.tv_nsec);
    return key != 0 ? key : 1;
}

static size_t place_of(const kf_alias_set *set, uint64_t key) {
    size_t at = (size_t)key & (set->room - 1);
    while (set->keys[at] != 0 && set->keys[at] != key)
        at = (at + 1) & (set->room - 1);
    return at;
}

bool kf_alias_has(const kf_alias_set *set, const struct stat *status) {
    return set->count > 0 && set->keys[place_of(set, key_of(status))] != 0;
}

static void add(kf_alias_set *set, kf_arena *arena, uint64_t key);

static void grow(kf_alias_set *set, kf_arena *arena) {
    kf_alias_set before = *set;
    size_t room = before.room > 0 ? 2 * before.room : 64;
    *set = (kf_alias_set){kf_arena_resize(arena, NULL, room * sizeof *set->keys), 0, room};
    memset(set->keys, 0, room * sizeof *set->keys);
    for (size_t i = 0; i < before.room; i++)
        if (before.keys[i] != 0)
            add(set, arena, before.keys[i]);
    if (before.keys != NULL)
        kf_arena_release(arena, before.keys);
}

static void add(kf_alias_set *set, kf_arena *arena, uint64_t key) {
    if (2 * set->count >= set->room)
        grow(set, arena);
    size_t at = place_of(set, key);
    set->count += set->keys[at] == 0;
    set->keys[at] = key;
}

void kf_alias_add(kf_alias_set *set, kf_arena *arena, const struct stat *status) {
    add(set, arena, key_of(status));
}

void kf_alias_clear(kf_alias_set *set) {
    if (set->count > 0)
        memset(set->keys, 0, set->room * sizeof *set->keys);
    set->count = 0;
}

#endif
