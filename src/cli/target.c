// SPDX-License-Identifier: MIT
// Writing a file so that it is the old one or the whole new one, whatever happens.

#include "cli/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/report.h"

// How many names are tried for the temporary file.
enum { TRIES = 100 };

// ---- Signals ----

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};

enum { ENDINGS = sizeof endings / sizeof endings[0] };

// A signal that is ignored must not be blocked: while it is, it would be kept and look as if it
// had an effect.
static bool is_ignored(int signal) {
    struct sigaction now;
    return sigaction(signal, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

static void block_signals(kf_target *target) {
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < ENDINGS; i++)
        if (!is_ignored(endings[i]))
            sigaddset(&blocked, endings[i]);
    target->is_blocking = sigprocmask(SIG_BLOCK, &blocked, &target->mask) == 0;
}

// Signals that were already blocked before are somebody else's business.
static bool is_signalled(const kf_target *target) {
    sigset_t waiting;
    if (!target->is_blocking || sigpending(&waiting) != 0)
        return false;
    for (size_t i = 0; i < ENDINGS; i++)
        if (sigismember(&waiting, endings[i]) == 1 && sigismember(&target->mask, endings[i]) == 0)
            return true;
    return false;
}

static void release_signals(kf_target *target) {
    if (!target->is_blocking)
        return;
    target->is_blocking = false;
    // A signal that waited ends the program inside the second call, so what was to be said is
    // said before it.
    if (target->is_stopped) {
        kf_report_entries(target->cli);
        fflush(target->cli->err);
    }
    sigprocmask(SIG_SETMASK, &target->mask, NULL);
}

// ---- Opening ----

static bool fail(kf_target *target, int error) {
    kf_log_add(target->cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot write '%.200s': %s",
               target->name, strerror(error));
    return false;
}

// The file behind the name: links are followed, so that the link stays and its file is replaced.
// Sets `status` when there is one already.
static bool find_real(kf_target *target, struct stat *status) {
    target->has_old = stat(target->name, status) == 0;
    if (target->has_old)
        return realpath(target->name, target->real) != NULL;
    if (lstat(target->name, status) == 0)
        return false; // a link to nowhere
    size_t length = strlen(target->name);
    if (length >= sizeof target->real) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(target->real, target->name, length + 1);
    return true;
}

// The name of the temporary file: in the target's folder, hidden, and nobody else's.
static bool name_temporary(kf_target *target, int attempt) {
    const char *slash = strrchr(target->real, '/');
    int folder = slash != NULL ? (int)(slash - target->real) + 1 : 0;
    int length = snprintf(target->temporary, sizeof target->temporary, "%.*s.kifu-%ld-%d.tmp",
                          folder, target->real, (long)getpid(), attempt);
    if (length > 0 && (size_t)length < sizeof target->temporary)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

static bool open_temporary(kf_target *target, const struct stat *old) {
    mode_t mode = target->has_old ? old->st_mode & 07777 : 0666;
    for (int i = 0; i < TRIES; i++) {
        if (!name_temporary(target, i))
            return false;
        target->file =
            open(target->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode & 0777);
        if (target->file >= 0 || errno != EEXIST)
            break;
    }
    if (target->file < 0)
        return false;
    // The new file belongs to whom the old one did, as far as the system lets us; the owner goes
    // first, since changing it may take permissions away.
    if (target->has_old) {
        bool is_given = fchown(target->file, old->st_uid, old->st_gid) == 0;
        return fchmod(target->file, is_given ? mode : mode & 0777) == 0;
    }
    return true;
}

static bool open_file(kf_target *target) {
    struct stat old;
    if (!find_real(target, &old))
        return false;
    if (target->has_old && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return false;
    }
    // Renaming asks nobody whether the file is protected, so it is asked here.
    if (target->has_old && access(target->real, W_OK) != 0)
        return false;
    if (target->has_old && !S_ISREG(old.st_mode)) {
        target->file = open(target->real, O_WRONLY | O_CLOEXEC);
        return target->file >= 0;
    }
    block_signals(target);
    return open_temporary(target, &old);
}

static void discard(kf_target *target) {
    if (target->file >= 0)
        close(target->file);
    if (target->file >= 0 && target->temporary[0] != '\0')
        unlink(target->temporary);
    target->file = -1;
}

static void give_up(void *what) {
    kf_target *target = what;
    if (target->is_open)
        kf_target_close(target, false);
}

kf_target *kf_target_new(kf_cli *cli) {
    kf_target *target = kf_arena_alloc(cli->arena, sizeof *target);
    target->is_open = false;
    kf_arena_defer(cli->arena, give_up, target);
    return target;
}

bool kf_target_open(kf_target *target, kf_cli *cli, const char *name) {
    target->cli = cli;
    target->name = name;
    target->real[0] = target->temporary[0] = '\0';
    target->file = -1;
    target->error = 0;
    target->has_old = target->is_stopped = target->is_blocking = false;
    target->is_open = strcmp(name, "-") == 0 || open_file(target);
    if (target->is_open)
        return true;
    fail(target, errno);
    discard(target);
    release_signals(target);
    return false;
}

// ---- Writing ----

static bool write_all(kf_target *target, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t done = write(target->file, bytes, length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        bytes += done;
        length -= (size_t)done;
    }
    return true;
}

// What fails here is told when the command has ended, with all else about standard output.
static bool write_output(kf_cli *cli, const void *bytes, size_t length) {
    errno = 0;
    if (fwrite(bytes, 1, length, cli->out) == length)
        return true;
    cli->output_error = errno;
    return false;
}

bool kf_target_write(void *context, const void *bytes, size_t length) {
    kf_target *target = context;
    if (target->error != 0 || target->is_stopped)
        return false;
    if (strcmp(target->name, "-") == 0)
        return write_output(target->cli, bytes, length);
    target->is_stopped = is_signalled(target);
    if (target->is_stopped)
        return false;
    if (!write_all(target, bytes, length))
        target->error = errno;
    return target->error == 0;
}

// ---- The end ----

// Makes the new name last through a crash of the machine. Some file systems cannot; then nothing
// is lost but that promise.
static void sync_folder(const char *path) {
    char folder[PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');
    size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    if (length > 0) {
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    int file = open(folder, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    fsync(file);
    close(file);
}

static bool commit(kf_target *target) {
    bool is_there = fsync(target->file) == 0 || errno == EINVAL || errno == ENOTSUP;
    target->is_stopped = target->is_stopped || is_signalled(target);
    if (!is_there || target->is_stopped)
        return false;
    int closing = close(target->file);
    target->file = -1;
    if (closing == 0 && rename(target->temporary, target->real) == 0)
        return true;
    int error = errno;
    unlink(target->temporary);
    errno = error;
    return false;
}

static void tell_failure(kf_target *target) {
    const char *old = target->has_old ? "the old file is as it was" : "nothing was left behind";
    if (target->is_stopped)
        kf_log_add(target->cli->log, KF_PROGRAM_FILE, (kf_place){0},
                   "interrupted while writing '%.200s': %s", target->name, old);
    else if (target->error != 0)
        kf_log_add(target->cli->log, KF_PROGRAM_FILE, (kf_place){0},
                   "cannot write '%.200s': %s; %s", target->name, strerror(target->error), old);
}

bool kf_target_close(kf_target *target, bool keep) {
    target->is_open = false;
    if (strcmp(target->name, "-") == 0)
        return keep;
    bool is_done = keep && target->error == 0 && !target->is_stopped;
    if (target->temporary[0] == '\0') {
        is_done = close(target->file) == 0 && is_done;
        target->file = -1;
        if (target->error != 0)
            fail(target, target->error);
        return is_done;
    }
    if (is_done && !commit(target)) {
        is_done = false;
        target->error = errno;
    }
    discard(target);
    if (is_done)
        sync_folder(target->real);
    tell_failure(target);
    release_signals(target);
    return is_done;
}
