// SPDX-License-Identifier: MIT
// The folders within a folder of outputs.

#define _DEFAULT_SOURCE // for lstat

#include "cli/frame/mirror.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool fail(const kf_cli *cli, const char *name, int error) {
    kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot make the folder '%.200s': %s",
               name, strerror(error));
    return false;
}

bool kf_mirror_folders(kf_cli *cli, const char *folder, const char *name) {
    char *path = kf_arena_copy(cli->arena, name, strlen(name));
    struct stat status;
    for (char *slash = path + strlen(folder); (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return fail(cli, path, errno);
        if (lstat(path, &status) != 0 || !S_ISDIR(status.st_mode))
            return fail(cli, path, ENOTDIR);
        *slash = '/';
    }
    return true;
}
