// SPDX-License-Identifier: MIT
// Taking a folder away with all that is in it, without any memory: the process that does it may
// have none.

#define _GNU_SOURCE // for getdents64

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "cli/archive/archive.h"

// Removes the entry. True also where it is a folder that holds something: then that is the current
// one now, one step deeper.
static bool remove_entry(const char *name, size_t *depth) {
    if (unlink(name) == 0 || rmdir(name) == 0)
        return true;
    if ((errno != ENOTEMPTY && errno != EEXIST) || chdir(name) != 0)
        return false;
    ++*depth;
    return true;
}

static bool is_dots(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

// Empties the current folder, up to the first one in it that holds something, which is then the
// current one. False: something stays.
static bool empty_current(size_t *depth) {
    _Alignas(struct dirent64) char entries[8192];
    size_t before = *depth;
    bool is_good = true;
    ssize_t length = 0;
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return false;
    while (is_good && *depth == before &&
           (length = getdents64(folder, entries, sizeof entries)) > 0)
        for (ssize_t at = 0; is_good && *depth == before && at < length;) {
            const struct dirent64 *entry = (const struct dirent64 *)(entries + at);
            at += entry->d_reclen;
            is_good = is_dots(entry->d_name) || remove_entry(entry->d_name, depth);
        }
    close(folder);
    return is_good && length >= 0;
}

// Each folder is left empty and removed from the one above it, which is looked through again. What
// cannot be removed ends it all.
void kf_clear_folder(const char *path) {
    int home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    size_t depth = 0, before;
    bool is_good = home >= 0 && chdir(path) == 0;
    while (is_good) {
        before = depth;
        is_good = empty_current(&depth);
        if (!is_good || depth > before)
            continue;
        if (depth == 0)
            break;
        depth--;
        is_good = chdir("..") == 0;
    }
    if (home < 0)
        return;
    if (fchdir(home) == 0)
        rmdir(path);
    close(home);
}
