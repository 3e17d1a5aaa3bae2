// SPDX-License-Identifier: MIT
// The folders within a folder of outputs.

#define _DEFAULT_SOURCE // for lstat

#include "cli/frame/mirror.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const char *slash_behind(const char *folder) {
    size_t length = strlen(folder);
    return length > 0 && folder[length - 1] == '/' ? "" : "/";
}

const char *kf_mirror_name(kf_cli *cli, const char *folder, const char *name, const char *ending) {
    if (strcmp(name, "-") == 0)
        name = "stdin";
    const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;
    bool has_own = ending != NULL && kf_format_for_file(base) != NULL;
    const char *dot = has_own ? strrchr(base, '.') : NULL;
    size_t stem = dot != NULL && dot > base ? (size_t)(dot - name) : strlen(name);
    size_t size = strlen(folder) + stem + (ending != NULL ? strlen(ending) : 0) + 3;
    char *made = kf_arena_alloc(cli->arena, size);
    snprintf(made, size, "%s%s%.*s%s%s", folder, slash_behind(folder), (int)stem, name,
             ending != NULL ? "." : "", ending != NULL ? ending : "");
    return made;
}

kf_text kf_mirror_ending(const kf_format *format) {
    kf_text rest = kf_text_of(kf_format_suffix(format)), word = {"", 0};
    kf_text_word(&rest, &word);
    return word;
}

const char *kf_mirror_piece(kf_cli *cli, const char *folder, kf_text stem, size_t number,
                            const kf_format *format) {
    size_t size = strlen(folder) + stem.length + 64;
    char *made = kf_arena_alloc(cli->arena, size);
    kf_text ending = kf_mirror_ending(format);
    snprintf(made, size, "%s%s%.*s-%05zu.%.*s", folder, slash_behind(folder), (int)stem.length,
             stem.data, number, (int)ending.length, ending.data);
    return made;
}

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
