// SPDX-License-Identifier: MIT
// A file that has no name until it is whole.

#define _GNU_SOURCE // for O_TMPFILE, which POSIX does not know

#include "cli/frame/cli.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// How many names are tried, and how long the name of an open file in /proc may be.
enum { TRIES = 100, HANDLE = 40 };

// ---- Names ----

static size_t folder_length(const char *target) {
    const char *slash = strrchr(target, '/');
    return slash != NULL ? (size_t)(slash - target) + 1 : 0;
}

// The folder that the target stands in.
static bool name_folder(const char *target, char folder[PATH_MAX]) {
    size_t length = folder_length(target);
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(folder, target, length);
    snprintf(folder + length, PATH_MAX - length, "%s", length == 0 ? "." : "");
    return true;
}

// A hidden name in the target's folder, and nobody else's.
static bool name_file(char name[PATH_MAX], const char *target, int attempt) {
    int length = snprintf(name, PATH_MAX, "%.*s.kifu-%ld-%d.tmp", (int)folder_length(target),
                          target, (long)getpid(), attempt);
    if (length > 0 && length < PATH_MAX)
        return true;
    name[0] = '\0';
    errno = ENAMETOOLONG;
    return false;
}

// Whether a name is one of those: `.kifu-`, digits, `-`, digits, `.tmp`.
static bool is_ours(const char *name) {
    size_t first, second;
    if (strncmp(name, ".kifu-", 6) != 0)
        return false;
    name += 6;
    first = strspn(name, "0123456789");
    if (first == 0 || name[first] != '-')
        return false;
    name += first + 1;
    second = strspn(name, "0123456789");
    return second > 0 && strcmp(name + second, ".tmp") == 0;
}

// ---- Opening ----

// A lock says that somebody is still writing. File systems without locks have none to give.
static bool lock(int file) {
    return flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

// The name under which the system shows an open file, by which it can get another one.
static bool find_handle(int file, char handle[HANDLE]) {
    struct stat shown, own;
    snprintf(handle, HANDLE, "/proc/self/fd/%d", file);
    return stat(handle, &shown) == 0 && fstat(file, &own) == 0 && shown.st_dev == own.st_dev &&
           shown.st_ino == own.st_ino;
}

static bool open_unnamed(kf_temporary *temporary, const char *target, mode_t mode) {
#ifdef O_TMPFILE
    char folder[PATH_MAX], handle[HANDLE];
    if (!name_folder(target, folder))
        return false;
    temporary->file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    if (temporary->file < 0)
        return false;
    if (lock(temporary->file) && find_handle(temporary->file, handle))
        return true;
    close(temporary->file);
    temporary->file = -1;
#else
    (void)temporary, (void)target, (void)mode, (void)find_handle, (void)name_folder;
#endif
    return false;
}

// Whether the open file still has the name. Between the two calls that make and lock it, another
// run may have taken it for one that was left.
static bool is_still(const kf_temporary *temporary) {
    struct stat named, own;
    return stat(temporary->name, &named) == 0 && fstat(temporary->file, &own) == 0 &&
           named.st_dev == own.st_dev && named.st_ino == own.st_ino;
}

static bool open_named(kf_temporary *temporary, const char *target, mode_t mode) {
    for (int i = 0; i < TRIES; i++) {
        if (!name_file(temporary->name, target, i))
            return false;
        temporary->file = open(temporary->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (temporary->file >= 0 && lock(temporary->file) && is_still(temporary))
            return true;
        if (temporary->file >= 0)
            close(temporary->file);
        else if (errno != EEXIST)
            break;
        temporary->file = -1;
    }
    temporary->name[0] = '\0';
    return false;
}

bool kf_temporary_open(kf_temporary *temporary, const char *target, mode_t mode) {
    temporary->file = -1;
    temporary->name[0] = '\0';
    return open_unnamed(temporary, target, mode) || open_named(temporary, target, mode);
}

// ---- Placing ----

static bool give_name(const kf_temporary *temporary, const char *name) {
    char handle[HANDLE];
    return find_handle(temporary->file, handle) &&
           linkat(AT_FDCWD, handle, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

// A link never replaces a name, so the file gets one of its own for a moment.
static bool give_own_name(kf_temporary *temporary, const char *target) {
    for (int i = 0; i < TRIES; i++) {
        if (!name_file(temporary->name, target, i))
            return false;
        if (give_name(temporary, temporary->name))
            return true;
        if (errno != EEXIST)
            break;
    }
    temporary->name[0] = '\0';
    return false;
}

static bool rename_to(kf_temporary *temporary, const char *target) {
    if (rename(temporary->name, target) != 0)
        return false;
    temporary->name[0] = '\0';
    return true;
}

static bool place_new(kf_temporary *temporary, const char *target) {
    if (temporary->name[0] == '\0')
        return give_name(temporary, target);
    if (link(temporary->name, target) == 0) {
        unlink(temporary->name);
        temporary->name[0] = '\0';
        return true;
    }
    // There are file systems that know no links.
    return errno != EEXIST && access(target, F_OK) != 0 && rename_to(temporary, target);
}

// Copies all of a file that may not be given a name.
static bool copy_bytes(int from, int to) {
    char block[16 * 1024];
    off_t at = 0;
    for (ssize_t got; (got = pread(from, block, sizeof block, at)) != 0; at += got) {
        if (got < 0)
            return false;
        for (ssize_t done = 0, now; done < got; done += now)
            if ((now = write(to, block + done, (size_t)(got - done))) < 0)
                return false;
    }
    return fsync(to) == 0;
}

// There are systems that give files without names and then no names to them: in containers, and in
// a sandbox. The bytes then go to a file that has one.
static bool change_to_named(kf_temporary *temporary, const char *target) {
    kf_temporary named;
    struct stat status;
    if (fstat(temporary->file, &status) != 0 || !open_named(&named, target, status.st_mode & 0777))
        return false;
    bool is_given = fchown(named.file, status.st_uid, status.st_gid) == 0;
    if (fchmod(named.file, status.st_mode & (is_given ? 07777 : 0777)) == 0 &&
        copy_bytes(temporary->file, named.file)) {
        close(temporary->file);
        *temporary = named;
        return true;
    }
    int error = errno;
    kf_temporary_discard(&named);
    errno = error;
    return false;
}

static bool place_old(kf_temporary *temporary, const char *target) {
    if (temporary->name[0] == '\0' && !give_own_name(temporary, target))
        return false;
    return rename_to(temporary, target);
}

static bool place(kf_temporary *temporary, const char *target, bool is_new) {
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGHUP);
    sigaddset(&blocked, KF_SIGNAL_END);
    bool is_blocking = sigprocmask(SIG_BLOCK, &blocked, &before) == 0;
    bool is_placed = is_new ? place_new(temporary, target) : place_old(temporary, target);
    int error = errno;
    if (!is_placed && temporary->name[0] != '\0') {
        unlink(temporary->name);
        temporary->name[0] = '\0';
    }
    if (is_blocking)
        sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return is_placed;
}

bool kf_temporary_place(kf_temporary *temporary, const char *target, bool is_new) {
    bool is_unnamed = temporary->name[0] == '\0';
    if (place(temporary, target, is_new))
        return true;
    return is_unnamed && errno != EEXIST && errno != ENOSPC && errno != EDQUOT &&
           change_to_named(temporary, target) && place(temporary, target, is_new);
}

bool kf_temporary_discard(kf_temporary *temporary) {
    if (temporary->file < 0)
        return true;
    if (temporary->name[0] != '\0')
        unlink(temporary->name);
    int file = temporary->file;
    temporary->file = -1;
    temporary->name[0] = '\0';
    return close(file) == 0;
}

// ---- What was left ----

// A file that can only be written cannot be locked for reading on some file systems, and the other
// way round on others.
static int open_left(int folder, const char *name) {
    int flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int file = openat(folder, name, O_WRONLY | flags);
    return file >= 0 ? file : openat(folder, name, O_RDONLY | flags);
}

static void remove_left(int folder, const char *name) {
    struct stat named, own;
    int file = open_left(folder, name);
    if (file < 0)
        return;
    bool is_left = fstat(file, &own) == 0 && S_ISREG(own.st_mode) && own.st_uid == geteuid() &&
                   flock(file, LOCK_EX | LOCK_NB) == 0;
    if (is_left && fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
        named.st_dev == own.st_dev && named.st_ino == own.st_ino)
        unlinkat(folder, name, 0);
    close(file);
}

void kf_temporary_sweep(const char *target) {
    char name[PATH_MAX];
    DIR *folder = name_folder(target, name) ? opendir(name) : NULL;
    if (folder == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (is_ours(entry->d_name))
            remove_left(dirfd(folder), entry->d_name);
    closedir(folder);
}
