// SPDX-License-Identifier: MIT
// A checksum on every page of a SQLite file, looked at whenever the page is read.

#include <stdbool.h>
#include <stddef.h>

#include "catalog/search.h"

#ifdef KIFU_HAVE_SQLITE

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/prefetch.h"

#define sqlite3_api (guard->calls)

// How it works. SQLite leaves the end of each page to us. A page on its way into the database file
// gets its checksum in a copy; a page that is read, or mapped for the first time, is compared. The
// write-ahead log has checksums of SQLite's own, and its pages get ours when they move to the file.
//
// Pages of two states of the file may all fit, as in a copy that was made while some of them moved.
// So behind the last page stands a mark with the checksum of the first one, which every transaction
// changes. It is cut off before the first page moves; the first page is written when all others
// are, and then the mark. A copy takes the first page early and the mark late. Where both agree,
// all pages had moved when the first one was copied, and no others had begun to before the mark
// was. While they move another mark stands there, so that a log that is copied too, but earlier, is
// not taken to hold all that was moved.

struct kf_guard {
    sqlite3_vfs vfs;
    const sqlite3_api_routines *calls;
    char name[32];
    atomic_uint damaged;
};

// An open file: our methods, and behind them the system's file.
typedef struct guarded {
    sqlite3_file base;
    kf_guard *guard;
    bool is_main;     // the database itself, and no log
    uint8_t *checked; // a bit for each page that was found good while mapped
    size_t checked_bytes;
    uint8_t *copy;    // of a page on its way out
    uint8_t *first;   // the first page, which waits for the others
    bool has_first;   // it is to be written
    bool is_changing; // the mark is cut off, and pages are written
    bool is_marked;   // files of this version have a mark
} guarded;

static sqlite3_file *inner(sqlite3_file *file) {
    return (sqlite3_file *)((guarded *)file + 1);
}

// ---- Checksums ----

// A page is read from memory that no processor has at hand, and what fetches ahead by itself stops
// every 4096 bytes.
enum { AHEAD = 4096 };

static uint64_t rotate(uint64_t word, int by) {
    return word << by | word >> (64 - by);
}

// Four lanes side by side, each a chain of steps that can be undone: a change of one word always
// changes its lane. The constants are odd and otherwise of no account.
uint64_t kf_guard_sum(const uint8_t *bytes, size_t length) {
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t a = odd, b = odd * 3, c = odd * 5, d = odd * 7;
    for (const uint8_t *p = bytes, *end = bytes + length / 32 * 32; p < end; p += 32) {
        KF_PREFETCH((uintptr_t)p + AHEAD);
        a = rotate((a ^ kf_word_at(p)) * odd, 29);
        b = rotate((b ^ kf_word_at(p + 8)) * odd, 29);
        c = rotate((c ^ kf_word_at(p + 16)) * odd, 29);
        d = rotate((d ^ kf_word_at(p + 24)) * odd, 29);
    }
    const uint64_t lane[4] = {a, b, c, d};
    uint64_t sum = length * odd;
    for (size_t k = 0; k < 4; k++)
        sum = rotate((sum ^ lane[k]) * UINT64_C(0xBF58476D1CE4E5B9), 31);
    return sum ^ sum >> 32;
}

// The place of the page goes in, so that a page in another's place is noticed. The sum covers a
// multiple of 32 bytes: the last ones before our own are zero, as is the place of the sum.
static uint64_t sum_of(const uint8_t *page, sqlite3_int64 offset) {
    uint8_t end[32] = {0};
    memcpy(end, page + KF_GUARD_PAGE - 32, 32 - KF_GUARD_BYTES);
    uint64_t sum = kf_guard_sum(page, KF_GUARD_PAGE - 32) ^ rotate(kf_guard_sum(end, 32), 17);
    return sum ^ (uint64_t)offset * UINT64_C(0x94D049BB133111EB);
}

static uint64_t stored_sum(const uint8_t *page) {
    return kf_word_at(page + KF_GUARD_PAGE - KF_GUARD_BYTES);
}

// A page that was never written is a hole: nothing but zeros. SQLite makes such when a file grows.
static bool is_hole(const uint8_t *page) {
    for (size_t i = 0; i < KF_GUARD_PAGE; i++)
        if (page[i] != 0)
            return false;
    return true;
}

static bool is_good(const uint8_t *page, sqlite3_int64 offset) {
    return sum_of(page, offset) == stored_sum(page) || is_hole(page);
}

static bool is_page(const guarded *file, int amount, sqlite3_int64 offset) {
    return file->is_main && amount == KF_GUARD_PAGE && offset % KF_GUARD_PAGE == 0;
}

// ---- Reading and writing ----

// A reader that has just come looks at the first page before it knows of the log, and a writer may
// be moving that page from the log to the file. So a page that does not fit is looked at again, for
// an eighth of a second, before it is called damaged.
enum { LOOKS = 8 };

static int wait_for(guarded *g, int look, sqlite3_int64 offset) {
    if (look == LOOKS) {
        atomic_store(&g->guard->damaged, (unsigned)(offset / KF_GUARD_PAGE) + 1);
        return SQLITE_IOERR_DATA;
    }
    g->guard->vfs.xSleep(&g->guard->vfs, 500 << look);
    return SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *data, int amount, sqlite3_int64 offset) {
    guarded *g = (guarded *)file;
    if (g->has_first && offset + amount <= KF_GUARD_PAGE) {
        memcpy(data, g->first + offset, (size_t)amount);
        return SQLITE_OK;
    }
    int code = inner(file)->pMethods->xRead(inner(file), data, amount, offset);
    for (int look = 1; code == SQLITE_OK && is_page(g, amount, offset) && !is_good(data, offset);
         look++) {
        code = wait_for(g, look, offset);
        if (code == SQLITE_OK)
            code = inner(file)->pMethods->xRead(inner(file), data, amount, offset);
    }
    return code;
}

// The same for a page under our eyes.
static int look_at(guarded *g, const uint8_t *page, sqlite3_int64 offset) {
    int code = SQLITE_OK;
    for (int look = 1; code == SQLITE_OK && !is_good(page, offset); look++)
        code = wait_for(g, look, offset);
    return code;
}

// ---- The mark at the end ----

// While pages move there is another: of what the first page will be when all have.
static const uint8_t end_sign[8] = "kifu-end", moving_sign[8] = "kifu-mov";

enum {
    END = sizeof end_sign + KF_GUARD_BYTES,
    COOKIE_AT = 40,
    COOKIE_BYTES = 4,
    VERSION_AT = 60,
    SUM_AT = KF_GUARD_PAGE - KF_GUARD_BYTES
};

static bool has_mark(const uint8_t version[4]) {
    return version[0] != 0 || version[1] != 0 || version[2] != 0 || version[3] >= KF_GUARD_MARKED;
}

bool kf_guard_is_whole(int file) {
    uint8_t end[END], sum[KF_GUARD_BYTES];
    struct stat status;
    return fstat(file, &status) == 0 && status.st_size % KF_GUARD_PAGE == END &&
           pread(file, end, END, status.st_size - END) == END &&
           pread(file, sum, sizeof sum, SUM_AT) == (ssize_t)sizeof sum &&
           memcmp(end, end_sign, sizeof end_sign) == 0 &&
           memcmp(end + sizeof end_sign, sum, sizeof sum) == 0;
}

bool kf_guard_is_moving(int file, uint8_t cookie[4]) {
    uint8_t end[END];
    struct stat status;
    if (fstat(file, &status) != 0 || status.st_size % KF_GUARD_PAGE != END ||
        pread(file, end, END, status.st_size - END) != END ||
        memcmp(end, moving_sign, sizeof moving_sign) != 0)
        return false;
    memcpy(cookie, end + sizeof moving_sign, COOKIE_BYTES);
    return true;
}

// Before anything in the file changes.
static int cut_end(guarded *g) {
    sqlite3_file *file = inner(&g->base);
    sqlite3_int64 size = 0;
    uint8_t version[4] = {0};
    if (g->is_changing)
        return SQLITE_OK;
    int code = file->pMethods->xFileSize(file, &size);
    if (code == SQLITE_OK && size >= KF_GUARD_PAGE)
        code = file->pMethods->xRead(file, version, sizeof version, VERSION_AT);
    if (code == SQLITE_OK && size % KF_GUARD_PAGE != 0)
        code = file->pMethods->xTruncate(file, size - size % KF_GUARD_PAGE);
    g->is_marked = has_mark(version);
    g->is_changing = code == SQLITE_OK;
    return code;
}

static int write_first(guarded *g) {
    sqlite3_file *file = inner(&g->base);
    int code = SQLITE_OK;
    if (g->has_first)
        code = file->pMethods->xWrite(file, g->first, KF_GUARD_PAGE, 0);
    g->has_first = g->has_first && code != SQLITE_OK;
    return code;
}

static int put_end(guarded *g) {
    sqlite3_file *file = inner(&g->base);
    uint8_t end[END];
    sqlite3_int64 size = 0;
    int code = write_first(g);
    if (code == SQLITE_OK)
        code = file->pMethods->xFileSize(file, &size);
    size -= size % KF_GUARD_PAGE;
    if (code != SQLITE_OK || !g->is_marked || size == 0)
        return code;
    memcpy(end, end_sign, sizeof end_sign);
    code = file->pMethods->xRead(file, end + sizeof end_sign, KF_GUARD_BYTES, SUM_AT);
    return code == SQLITE_OK ? file->pMethods->xWrite(file, end, END, size) : code;
}

// What was written is sure to be on the disk after this, so the first page and the mark come
// before.
static int file_sync(sqlite3_file *file, int flags) {
    guarded *g = (guarded *)file;
    int code = g->is_changing ? put_end(g) : SQLITE_OK;
    if (code != SQLITE_OK)
        return code;
    g->is_changing = false;
    return inner(file)->pMethods->xSync(inner(file), flags);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    guarded *g = (guarded *)file;
    int code = g->is_main ? cut_end(g) : SQLITE_OK;
    return code == SQLITE_OK ? inner(file)->pMethods->xTruncate(inner(file), size) : code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    guarded *g = (guarded *)file;
    int code = inner(file)->pMethods->xFileSize(inner(file), size);
    if (g->is_main)
        *size -= *size % KF_GUARD_PAGE;
    return code;
}

// SQLite may make the file longer when it hears how long it will be.
static int file_control(sqlite3_file *file, int operation, void *argument) {
    guarded *g = (guarded *)file;
    int code = g->is_main && operation == SQLITE_FCNTL_SIZE_HINT ? cut_end(g) : SQLITE_OK;
    return code == SQLITE_OK ? inner(file)->pMethods->xFileControl(inner(file), operation, argument)
                             : code;
}

// A copy that has pages that were moved has this too, or what came later.
static int put_moving(guarded *g, sqlite3_int64 size) {
    sqlite3_file *file = inner(&g->base);
    uint8_t end[END] = {0};
    memcpy(end, moving_sign, sizeof moving_sign);
    memcpy(end + sizeof moving_sign, g->first + COOKIE_AT, COOKIE_BYTES);
    return file->pMethods->xWrite(file, end, END, size);
}

// The first page waits, but for that of a new file: without it nobody knows what the file is.
static int put_first(guarded *g) {
    sqlite3_file *file = inner(&g->base);
    sqlite3_int64 size = 0;
    int code = file->pMethods->xFileSize(file, &size);
    g->is_marked = has_mark(g->copy + VERSION_AT);
    g->has_first = code == SQLITE_OK && size > 0 && g->is_marked;
    if (g->has_first) {
        memcpy(g->first, g->copy, KF_GUARD_PAGE);
        code = put_moving(g, size - size % KF_GUARD_PAGE);
    } else if (code == SQLITE_OK)
        code = file->pMethods->xWrite(file, g->copy, KF_GUARD_PAGE, 0);
    return code;
}

static int file_write(sqlite3_file *file, const void *data, int amount, sqlite3_int64 offset) {
    guarded *g = (guarded *)file;
    if (!is_page(g, amount, offset))
        return inner(file)->pMethods->xWrite(inner(file), data, amount, offset);
    memcpy(g->copy, data, KF_GUARD_PAGE);
    uint64_t sum = sum_of(g->copy, offset);
    for (int i = 0; i < KF_GUARD_BYTES; i++)
        g->copy[SUM_AT + i] = (uint8_t)(sum >> 8 * i);
    int code = cut_end(g);
    if (code != SQLITE_OK || offset == 0)
        return code != SQLITE_OK ? code : put_first(g);
    return inner(file)->pMethods->xWrite(inner(file), g->copy, amount, offset);
}

// ---- Pages under our eyes ----

// Whether the page is known to be good, or is found so now. Without memory for the bits it is
// looked at each time.
static bool check_mapped(guarded *g, const uint8_t *page, sqlite3_int64 offset) {
    size_t number = (size_t)(offset / KF_GUARD_PAGE);
    if (number / 8 >= g->checked_bytes) {
        size_t size = number / 8 + 1024;
        uint8_t *more = realloc(g->checked, size);
        if (more == NULL)
            return look_at(g, page, offset) == SQLITE_OK;
        memset(more + g->checked_bytes, 0, size - g->checked_bytes);
        g->checked = more;
        g->checked_bytes = size;
    }
    uint8_t bit = (uint8_t)(1 << number % 8);
    if (!(g->checked[number / 8] & bit) && look_at(g, page, offset) != SQLITE_OK)
        return false;
    g->checked[number / 8] |= bit;
    return true;
}

static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int amount, void **data) {
    guarded *g = (guarded *)file;
    *data = NULL;
    if (g->has_first && offset == 0)
        return SQLITE_OK;
    int code = inner(file)->pMethods->xFetch(inner(file), offset, amount, data);
    if (code != SQLITE_OK || *data == NULL || !is_page(g, amount, offset) ||
        check_mapped(g, *data, offset))
        return code;
    inner(file)->pMethods->xUnfetch(inner(file), offset, *data);
    *data = NULL;
    return SQLITE_IOERR_DATA;
}

static int file_close(sqlite3_file *file) {
    guarded *g = (guarded *)file;
    free(g->checked);
    free(g->copy);
    g->checked = g->copy = NULL;
    return inner(file)->pMethods->xClose(inner(file));
}

// ---- What is handed on ----

static int file_lock(sqlite3_file *file, int lock) {
    return inner(file)->pMethods->xLock(inner(file), lock);
}
static int file_unlock(sqlite3_file *file, int lock) {
    return inner(file)->pMethods->xUnlock(inner(file), lock);
}
static int file_reserved(sqlite3_file *file, int *out) {
    return inner(file)->pMethods->xCheckReservedLock(inner(file), out);
}
static int file_sector(sqlite3_file *file) {
    return inner(file)->pMethods->xSectorSize(inner(file));
}
static int file_device(sqlite3_file *file) {
    return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}
static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
    return inner(file)->pMethods->xShmMap(inner(file), page, size, extend, out);
}
// Pages were moved from the log under a lock that is given back here. Where a reader needs some of
// the log, SQLite moves only a part of them, and does not call file_sync. Then the file is of no
// time, and has no mark; another may put one there before the next pages move.
static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    guarded *g = (guarded *)file;
    if (g->is_changing && flags == (SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE))
        g->is_changing = write_first(g) != SQLITE_OK;
    return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags);
}
static void file_shm_barrier(sqlite3_file *file) {
    inner(file)->pMethods->xShmBarrier(inner(file));
}
static int file_shm_unmap(sqlite3_file *file, int is_deleted) {
    return inner(file)->pMethods->xShmUnmap(inner(file), is_deleted);
}
static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *data) {
    return inner(file)->pMethods->xUnfetch(inner(file), offset, data);
}

static const sqlite3_io_methods methods = {
    .iVersion = 3,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_device,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
    .xFetch = file_fetch,
    .xUnfetch = file_unfetch,
};

// ---- The door ----

static int guard_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                      int *out_flags) {
    kf_guard *guard = vfs->pAppData;
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    guarded *g = (guarded *)file;
    memset(g, 0, sizeof *g);
    g->guard = guard;
    g->is_main = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    // The room for pages is there before any is written: a page that could not be written would
    // leave a transaction half undone.
    if (g->is_main && (g->copy = malloc((size_t)2 * KF_GUARD_PAGE)) == NULL)
        return SQLITE_NOMEM;
    g->first = g->is_main ? g->copy + KF_GUARD_PAGE : NULL;
    int code = system->xOpen(system, name, inner(file), flags, out_flags);
    if (inner(file)->pMethods == NULL) {
        free(g->copy);
        g->copy = NULL;
    }
    // A file without methods is closed by nobody.
    if (inner(file)->pMethods != NULL)
        g->base.pMethods = &methods;
    return code;
}

kf_guard *kf_guard_new(const sqlite3_api_routines *calls) {
    sqlite3_vfs *system = calls->vfs_find(NULL);
    kf_guard *guard = system != NULL ? malloc(sizeof *guard) : NULL;
    if (guard == NULL)
        return NULL;
    memset(guard, 0, sizeof *guard);
    guard->calls = calls;
    // All but opening is the system's own, which knows its file only behind ours.
    guard->vfs = *system;
    guard->vfs.pNext = NULL;
    guard->vfs.szOsFile = (int)sizeof(guarded) + system->szOsFile;
    guard->vfs.pAppData = guard;
    guard->vfs.xOpen = guard_open;
    snprintf(guard->name, sizeof guard->name, "kifu-%p", (void *)guard);
    guard->vfs.zName = guard->name;
    if (sqlite3_vfs_register(&guard->vfs, 0) == SQLITE_OK)
        return guard;
    free(guard);
    return NULL;
}

void kf_guard_free(kf_guard *guard) {
    if (guard == NULL)
        return;
    sqlite3_vfs_unregister(&guard->vfs);
    free(guard);
}

const char *kf_guard_name(const kf_guard *guard) {
    return guard->name;
}

uint32_t kf_guard_damaged(const kf_guard *guard) {
    return atomic_load(&guard->damaged);
}

#endif
