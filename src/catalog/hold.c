// SPDX-License-Identifier: MIT
// The lock between those who change the file of a catalogue and those who see it as unchanging.

#define _GNU_SOURCE // for locks that belong to an open file, which POSIX knows since 2024 only

#include "catalog/catalog.h"

#ifdef KIFU_HAVE_SQLITE

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

// How it works. One who may write to the file and its folder uses SQLite's own locks and nothing
// else. One who may not ("the guest") can make no index of the log (`-shm`), so:
//
// 1. Where there is an index, somebody keeps the file open and knows SQLite's locks. The guest
//    reads that index and takes part in the locks, which needs no right to write.
// 2. Otherwise the guest shares our lock, makes sure that nothing was committed to a log (`-wal`)
//    or stands in a journal, and reads the file as one that never changes, without any lock of
//    SQLite's.
//
// Whoever begins a transaction takes our lock alone, and gives it back behind the commit.
//
// - No guest of the second kind sees a change: the file itself is changed only from what was
//   committed to a log, or under a journal. Both begin to be filled in a transaction, so not while
//   the guest shares the lock; and once filled they stay until all of them stands in the file, so a
//   guest that shares the lock then does not find them empty.
// - Guests that come and go, however many, do not keep a writer out: from when it has opened the
//   file there is an index, and new ones are of the first kind. It waits for those who were there.
// - A guest does not wait for a transaction: the one who is in it keeps an index. Behind its commit
//   the guest needs a mark in the index of what is read, which it cannot make; so the writer does.
// - Who is killed loses the lock. A log that is left over is read by way 1 where its index is left,
//   too, and otherwise reported. An index that nobody keeps any more, of a log in which nothing was
//   committed, is left alone: way 2.
//
// The lock is on a byte of the page at 1 GiB, which SQLite leaves empty for locks; its own are on
// the first 512. It belongs to the open file, not to the process, so no other descriptor that is
// closed takes it away, and unlike flock it does not meet SQLite's locks where a network's file
// system makes one kind of the other.

enum { BYTE = 0x40000000 + 1024 };

kf_grip kf_hold_try(const char *name, int *file, kf_grip grip) {
    bool is_alone = grip == KF_GRIP_ALONE;
    if (*file < 0)
        *file = open(name, (is_alone ? O_RDWR : O_RDONLY) | O_CLOEXEC);
#ifdef F_OFD_SETLK
    struct flock lock = {
        .l_type = is_alone ? F_WRLCK : F_RDLCK, .l_whence = SEEK_SET, .l_start = BYTE, .l_len = 1};
    if (fcntl(*file, F_OFD_SETLK, &lock) == 0)
        return grip;
    if (errno == EAGAIN || errno == EACCES || errno == EINTR)
        return KF_GRIP_NONE;
#endif
    return KF_GRIP_UNKNOWN;
}

void kf_hold_end(int file) {
    (void)file;
#ifdef F_OFD_SETLK
    struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = BYTE, .l_len = 1};
    if (file >= 0)
        fcntl(file, F_OFD_SETLK, &lock);
#endif
}

void kf_hold_nap(void) {
    nanosleep(&(struct timespec){.tv_nsec = KF_HOLD_NAP * 1000000L}, NULL);
}

#endif
