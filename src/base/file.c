// SPDX-License-Identifier: MIT
// Reading a whole file, and writing all of a block.

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEP = 64 * 1024 };

void kf_file_report(kf_log *log, const char *name, int error) {
    char reason[128] = "";
    if (strerror_r(error, reason, sizeof reason) != 0)
        reason[0] = '\0';
    kf_log_add(log, KF_PROGRAM_FILE, (kf_place){0}, "cannot read '%.200s': %s", name, reason);
}

bool kf_file_write(int file, const void *bytes, size_t length) {
    for (const char *p = bytes; length > 0;) {
        ssize_t done = write(file, p, length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        p += done;
        length -= (size_t)done;
    }
    return true;
}

// Reads until the end. The size that the file states is only a first guess: it may be a pipe, or
// be written to at this moment.
static char *read_all(kf_arena *arena, int file, size_t guess, size_t *length) {
    size_t room = guess + 1;
    char *block = kf_arena_resize(arena, NULL, room + KF_SOURCE_PADDING);
    *length = 0;
    for (;;) {
        if (*length == room) {
            room += room / 2 + STEP;
            block = kf_arena_resize(arena, block, room + KF_SOURCE_PADDING);
        }
        ssize_t got = read(file, block + *length, room - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return NULL;
        if (got == 0)
            return block;
        *length += (size_t)got;
    }
}

// An open file, for the arena to close when reading leaves by a failed allocation.
typedef struct opened {
    int file;
} opened;

static void close_file(void *what) {
    opened *o = what;
    if (o->file > STDERR_FILENO)
        close(o->file);
    o->file = -1;
}

char *kf_file_read(kf_arena *arena, const char *name, size_t *length, kf_log *log) {
    opened *o = kf_arena_alloc(arena, sizeof *o);
    *o = (opened){-1};
    kf_arena_defer(arena, close_file, o);
    o->file = strcmp(name, "-") == 0 ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (o->file < 0 || fstat(o->file, &status) != 0) {
        kf_file_report(log, name, errno);
        return NULL;
    }
    size_t guess = S_ISREG(status.st_mode) && status.st_size > 0 ? (size_t)status.st_size : 0;
    char *block = read_all(arena, o->file, guess > 0 ? guess : STEP, length);
    if (block == NULL)
        kf_file_report(log, name, errno);
    close_file(o);
    return block;
}
