// SPDX-License-Identifier: MIT
// The log beside the file of a catalogue (`-wal`), looked at without SQLite: whether it holds
// anything, and whether it belongs to the file as it is.

#define _GNU_SOURCE // for locks that belong to an open file, which POSIX knows since 2024 only

#include "catalog/catalog.h"

#ifdef KIFU_HAVE_SQLITE

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// A log begins with a header, and a frame holds a page, behind a header of its own. Frames with
// other salts than the log's were there before it was begun anew, and are void.
enum { HEADER = 32, FRAME = 24, SALTS = 16, FRAME_SALTS = 8, SALT_BYTES = 8 };

// What is compared of a first page: SQLite's header, with the numbers that each change counts up.
enum { FRONT = 100, COUNTER = 24, COOKIE = 40 };

static bool load(int file, void *to, size_t length, off_t at) {
    return pread(file, to, length, at) == (ssize_t)length;
}

static int open_beside(const char *name, const char *ending) {
    char path[KF_STORE_PATH];
    return open(kf_store_beside_name(path, name, ending), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

// Whether the second first page was made of the first one. Each transaction counts the cookie up;
// earlier ones did so with the counter only, and only once for each opening of the file.
static bool follows(const uint8_t *before, const uint8_t *after) {
    uint32_t cookies = kf_wal_number(after + COOKIE) - kf_wal_number(before + COOKIE);
    uint32_t counts = kf_wal_number(after + COUNTER) - kf_wal_number(before + COUNTER);
    return cookies == 1 || (cookies == 0 && counts <= 1);
}

// What is found while one goes through the frames.
typedef struct looking {
    int log;
    bool has_own;    // first page of the file, to compare with
    bool is_first;   // no first page was met yet
    bool fits;       // the first one follows the file's, or one is what was moved there
    bool has_target; // the one is met to which pages were on their way
    bool has_commit;
    uint8_t own[FRONT]; // the front of the file's first page
    uint8_t target[4];  // the cookie of the page to which pages were on their way
} looking;

static void take_front(looking *l, off_t at) {
    uint8_t front[FRONT];
    if (!l->has_own || !load(l->log, front, FRONT, at))
        return;
    l->fits =
        l->fits || (l->is_first && follows(l->own, front)) || memcmp(l->own, front, FRONT) == 0;
    l->has_target = l->has_target || memcmp(front + COOKIE, l->target, sizeof l->target) == 0;
    l->is_first = false;
}

static kf_wal look_through(int log, int file) {
    uint8_t header[HEADER], frame[FRAME];
    looking l = {.log = log, .is_first = true};
    bool is_log = load(log, header, HEADER, 0) && (kf_wal_number(header) | 1) == 0x377F0683 &&
                  kf_wal_number(header + 8) == KF_GUARD_PAGE;
    l.has_own = file >= 0 && load(file, l.own, FRONT, 0);
    l.has_target = file < 0 || !kf_guard_is_moving(file, l.target);
    for (off_t at = HEADER; is_log && load(log, frame, FRAME, at); at += FRAME + KF_GUARD_PAGE) {
        if (memcmp(frame + FRAME_SALTS, header + SALTS, SALT_BYTES) != 0)
            break;
        l.has_commit = l.has_commit || kf_wal_number(frame + 4) != 0;
        if (kf_wal_number(frame) == 1)
            take_front(&l, at + FRAME);
        if (l.has_commit && ((l.fits && l.has_target) || !l.has_own))
            break;
    }
    return !l.has_commit ? KF_WAL_EMPTY : l.fits && l.has_target ? KF_WAL_FITS : KF_WAL_OTHER;
}

kf_wal kf_wal_look(const char *name, int file) {
    int log = open_beside(name, "-wal");
    if (log < 0)
        return errno == ENOENT ? KF_WAL_EMPTY : KF_WAL_FITS;
    kf_wal found = look_through(log, file);
    close(log);
    return found;
}

// SQLite keeps a lock on this byte of the index while it has the file open.
bool kf_wal_is_live(const char *name) {
    enum { ALIVE = 128 };
    int index = open_beside(name, "-shm");
    if (index < 0)
        return errno != ENOENT;
    bool is_live = true;
#ifdef F_OFD_GETLK
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = ALIVE, .l_len = 1};
    is_live = fcntl(index, F_OFD_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
#endif
    close(index);
    return is_live;
}

#endif
