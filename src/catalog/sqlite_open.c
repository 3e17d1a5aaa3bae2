// SPDX-License-Identifier: MIT
// Opening the file of a catalogue, and making it.

#include "catalog/catalog.h"

#include "base/log.h"

#ifdef KIFU_HAVE_SQLITE

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define sqlite3_api (&sqlite->calls)

// "kifu" as a number, where SQLite keeps whose file it is.
enum { APPLICATION = 0x6B696675, HEADER = 100 };

// The version that is made, and older ones that are read and added to as they are: all have the
// words of comments as they were written and the postings of all full segments, UNMARKED has no
// mark at its end, and those before it fewer boards in their postings.
enum { VERSION = 7, UNMARKED = 5, OLDEST = 3 };

static const char schema[] =
    "CREATE TABLE source (id INTEGER PRIMARY KEY, path BLOB NOT NULL, size INTEGER, time INTEGER,"
    " digest INTEGER, games INTEGER, whole INTEGER);"
    "CREATE INDEX source_path ON source (path);"
    "CREATE TABLE text (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, value TEXT NOT NULL);"
    "CREATE UNIQUE INDEX text_value ON text (kind, value);"
    "CREATE TABLE segment (id INTEGER PRIMARY KEY, width INTEGER, height INTEGER,"
    " variations INTEGER, count INTEGER, gone BLOB);"
    "CREATE TABLE field (id INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE columns (id INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE events (id INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE posting (id INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE posting_index (id INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE record (id INTEGER PRIMARY KEY, data BLOB);"
    "CREATE VIRTUAL TABLE words USING fts5 (text, content='',"
    " tokenize='unicode61 remove_diacritics 2');";

static bool refuse(kf_log *log, const char *name, const char *what) {
    kf_log_add(log, KF_CATALOG_FILE, (kf_place){0}, "'%.200s' %s", name, what);
    return false;
}

// What the front of the file says, before SQLite sees it.
static bool judge_header(const unsigned char *header, ssize_t got, const char *name, kf_log *log) {
    static const unsigned char magic[] = "SQLite format 3";
    if (got == 0)
        return refuse(
            log, name,
            "is empty, or is only just being made; 'kifu catalog add' puts games into it");
    // A file that was only begun has the form of its first page and nothing else.
    bool is_ours = got == HEADER && kf_wal_number(header + 68) == APPLICATION;
    bool is_fresh = got == HEADER && kf_wal_number(header + 68) == 0 && header[17] == 1 &&
                    header[20] == KF_GUARD_BYTES;
    if (got < HEADER || memcmp(header, magic, sizeof magic) != 0 || (!is_ours && !is_fresh))
        return refuse(log, name, "is no catalogue; 'kifu catalog add' makes one of records");
    if (kf_wal_number(header + 60) > VERSION)
        return refuse(log, name, "was made by a newer kifu; this one cannot read it");
    if (is_ours && kf_wal_number(header + 60) < OLDEST)
        return refuse(
            log, name,
            "was made by an older kifu; make a new one of the records: 'kifu catalog add'");
    // A page of 64 KB is written as 1.
    if (header[16] != 0 || header[17] != 1 || header[20] != KF_GUARD_BYTES) {
        kf_log_add(log, KF_CATALOG_DAMAGED, (kf_place){0},
                   "'%.200s' is damaged: its first page is not as kifu writes it", name);
        return false;
    }
    return true;
}

// What a run that was ended has changed in the file.
static bool has_journal(const char *name) {
    struct stat status;
    return kf_store_beside(name, "-journal", &status) && status.st_size > 0;
}

// Whether nothing stands beside the catalogue that it is not whole without: what was committed to
// the log and is not yet in the file, or a journal.
static bool is_alone(const char *name) {
    return kf_wal_look(name, -1) == KF_WAL_EMPTY && !has_journal(name);
}

// The mark may be missing while pages move from the log to the file, and what is in the log must
// have been made of this file. While others have the file open they see to that, and both change
// under our eyes. Whoever opens and closes it just now may change both between our looks, so more
// than one must find the same.
static const char *fault_of(int file, const char *name) {
    enum { LOOKS = 20 };
    const char *fault = NULL;
    for (int look = 0; look < LOOKS; look++) {
        bool is_marked = kf_guard_is_whole(file);
        if (has_journal(name) || (is_marked && kf_wal_is_live(name)))
            return NULL;
        kf_wal log = kf_wal_look(name, file);
        if (log == KF_WAL_EMPTY ? is_marked : log == KF_WAL_FITS || kf_wal_is_live(name))
            return NULL;
        fault = log == KF_WAL_EMPTY
                    ? "it was copied while somebody added to it, or its end is missing"
                    : "it was copied while somebody added to it, or the '-wal' beside it is of "
                      "another time";
        kf_hold_nap();
    }
    return fault;
}

static bool judge_file(int file, const char *name, kf_store_mode mode, bool *is_new, kf_log *log) {
    unsigned char header[HEADER];
    struct stat status;
    if (fstat(file, &status) == 0 && !S_ISREG(status.st_mode))
        return refuse(log, name, "is no file; a catalogue is one");
    ssize_t got = read(file, header, sizeof header);
    if (got < 0) {
        kf_log_add(log, KF_PROGRAM_FILE, (kf_place){0}, "cannot read '%.200s': %s", name,
                   strerror(errno));
        return false;
    }
    // A run that was ended while it made the file leaves nothing in it.
    *is_new = got == 0 && mode == KF_STORE_CREATE;
    if (*is_new || !judge_header(header, got, name, log))
        return *is_new;
    *is_new = kf_wal_number(header + 68) == 0 && mode == KF_STORE_CREATE;
    const char *fault = kf_wal_number(header + 60) >= KF_GUARD_MARKED ? fault_of(file, name) : NULL;
    if (fault != NULL)
        kf_log_add(log, KF_CATALOG_DAMAGED, (kf_place){0}, "'%.200s' is damaged: %s", name, fault);
    return fault == NULL;
}

// Whether the file may be opened; a missing one only to be created. The size of a page is known to
// be right before SQLite maps the file.
static bool look_at(const char *name, kf_store_mode mode, bool *is_new, kf_log *log) {
    // Nobody waits here for who writes to a pipe.
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *is_new = file < 0 && errno == ENOENT;
    if (*is_new && mode == KF_STORE_CREATE)
        return true;
    if (*is_new)
        return refuse(log, name, "does not exist; 'kifu catalog add' makes it");
    if (file < 0) {
        kf_log_add(log, KF_PROGRAM_FILE, (kf_place){0}, "cannot read '%.200s': %s", name,
                   strerror(errno));
        return false;
    }
    bool is_good = judge_file(file, name, mode, is_new, log);
    close(file);
    return is_good;
}

// The file's name as an address, which can say that nobody writes to the file.
static char *address_of(const char *name) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    static const char end[] = "?immutable=1", digits[] = "0123456789ABCDEF";
    char *address = malloc(3 * strlen(name) + sizeof "file:" + sizeof end);
    if (address == NULL)
        return NULL;
    size_t length = 5;
    memcpy(address, "file:", length);
    for (const char *p = name; *p != '\0'; p++) {
        unsigned char c = (unsigned char)*p;
        if (strchr(safe, *p) != NULL) {
            address[length++] = *p;
        } else {
            address[length++] = '%';
            address[length++] = digits[c >> 4];
            address[length++] = digits[c & 15];
        }
    }
    memcpy(address + length, end, sizeof end);
    return address;
}

// Some names mean something else than a file to SQLite: ":memory:", "file:…" and none at all, which
// would take games in and forget them. With a folder in front each is a file.
static bool connect(kf_sqlite *sqlite, const char *name, int flags) {
    bool is_bare = name[0] != '/' && !(flags & SQLITE_OPEN_URI);
    char *path = malloc(strlen(name) + sizeof "./");
    if (path == NULL)
        return kf_sqlite_fail(sqlite, SQLITE_NOMEM);
    snprintf(path, strlen(name) + sizeof "./", "%s%s", is_bare ? "./" : "", name);
    int code = sqlite3_open_v2(path, &sqlite->db, flags | SQLITE_OPEN_NOMUTEX,
                               kf_guard_name(sqlite->guard));
    free(path);
    if (code != SQLITE_OK)
        return kf_sqlite_fail(sqlite, code);
    sqlite3_extended_result_codes(sqlite->db, 1);
    sqlite3_busy_timeout(sqlite->db, KF_SQLITE_BUSY);
    return true;
}

static bool settle(kf_sqlite *sqlite, kf_store_mode mode) {
    return kf_sqlite_run(sqlite, "PRAGMA mmap_size = 1099511627776; PRAGMA synchronous = NORMAL;"
                                 "PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY") &&
           kf_sqlite_run(sqlite, mode == KF_STORE_READ
                                     ? "PRAGMA cache_size = -8192; PRAGMA query_only = ON"
                                     : KF_SQLITE_CACHE) &&
           kf_sqlite_run(sqlite, "SELECT count(*) FROM sqlite_schema");
}

// ---- The log ----

// What is written goes to a log beside the file first, so that readers and writers need not wait
// for each other. The last who closes the file moves it there, and the file is all there is again.
// A reader writes no rows, but needs the log's index too, and takes it away as the last, or puts
// back what a run that was ended has left half changed. For one who may not write to the file or
// its folder, hold.c says what he does instead.

static bool open_usual(kf_sqlite *sqlite, int flags) {
    return connect(sqlite, sqlite->name, flags) && settle(sqlite, KF_STORE_READ);
}

static bool open_still(kf_sqlite *sqlite) {
    char *address = address_of(sqlite->name);
    bool is_open = address != NULL
                       ? connect(sqlite, address, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
                       : kf_sqlite_fail(sqlite, SQLITE_NOMEM);
    free(address);
    return is_open && settle(sqlite, KF_STORE_READ);
}

// After a try that failed because something could not be written.
static bool begin_again(kf_sqlite *sqlite) {
    int code = sqlite->code & 0xFF;
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY)
        return false;
    sqlite3_close(sqlite->db);
    sqlite->db = NULL;
    sqlite->code = SQLITE_OK;
    return true;
}

// Whether SQLite can read by an index. One whose owner was killed is of use only where the log
// holds something: otherwise SQLite waits for somebody who makes it anew.
static bool has_index(const kf_sqlite *sqlite) {
    struct stat status;
    if (!is_alone(sqlite->name))
        return true;
    // Another thread may read by it, and would lose its locks with our descriptor.
    return sqlite->is_another ? kf_store_beside(sqlite->name, "-shm", &status)
                              : kf_wal_is_live(sqlite->name);
}

// Who has just written may be about to put the log away, which is over soon; a log that stays was
// left by a run that was ended.
static bool open_as_guest(kf_sqlite *sqlite) {
    enum { SOON = 1000 };
    for (int waited = 0;; waited += KF_HOLD_NAP) {
        bool is_usual = has_index(sqlite);
        if (is_usual && (open_usual(sqlite, SQLITE_OPEN_READONLY) || !begin_again(sqlite)))
            return sqlite->code == SQLITE_OK;
        kf_grip grip = is_usual && sqlite->is_another
                           ? KF_GRIP_NONE
                           : kf_hold_try(sqlite->name, &sqlite->held, KF_GRIP_SHARED);
        if (grip == KF_GRIP_SHARED && is_alone(sqlite->name))
            return open_still(sqlite);
        kf_hold_end(sqlite->held);
        if (grip == KF_GRIP_UNKNOWN || waited >= (grip == KF_GRIP_SHARED ? SOON : KF_SQLITE_BUSY)) {
            sqlite->has_no_locks = grip == KF_GRIP_UNKNOWN;
            sqlite->is_left_open = grip == KF_GRIP_SHARED;
            return kf_sqlite_fail(sqlite, SQLITE_BUSY);
        }
        kf_hold_nap();
    }
}

static bool make(kf_sqlite *sqlite) {
    char numbers[80];
    int reserve = KF_GUARD_BYTES;
    sqlite3_file_control(sqlite->db, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserve);
    snprintf(numbers, sizeof numbers, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION, VERSION);
    return kf_sqlite_run(sqlite, "PRAGMA page_size = 65536") &&
           kf_sqlite_run(sqlite, "BEGIN IMMEDIATE") &&
           (kf_sqlite_number(sqlite, "SELECT count(*) FROM sqlite_schema", 0) > 0 ||
            (kf_sqlite_run(sqlite, schema) && kf_sqlite_run(sqlite, numbers))) &&
           kf_sqlite_run(sqlite, "COMMIT");
}

// What the header could not say when the file was only just made.
static bool is_catalog(kf_sqlite *sqlite, kf_log *log) {
    int64_t version = kf_sqlite_number(sqlite, "SELECT user_version FROM pragma_user_version", 0);
    int64_t tables = kf_sqlite_number(sqlite, "SELECT count(*) FROM sqlite_schema", 0);
    if (sqlite->code != SQLITE_OK)
        return false;
    if (version > VERSION)
        return refuse(log, sqlite->name, "was made by a newer kifu; this one cannot read it");
    sqlite->version = (int)version;
    sqlite->store.may_owe_postings = version >= VERSION;
    sqlite->store.has_words_as_written = version < VERSION;
    sqlite->store.posting_stones = version >= UNMARKED ? KF_POSTING_STONES
                                   : version == OLDEST ? KF_POSTING_STONES_FIRST
                                                       : KF_POSTING_STONES_BEFORE;
    return tables > 0 ||
           refuse(log, sqlite->name, "is empty; 'kifu catalog add' puts games into it");
}

static bool open_to_read(kf_sqlite *sqlite) {
    if (access(sqlite->name, W_OK) == 0 &&
        (open_usual(sqlite, SQLITE_OPEN_READWRITE) || !begin_again(sqlite)))
        return sqlite->code == SQLITE_OK;
    return open_as_guest(sqlite);
}

// Has SQLite keep a log, which the file then says. Where that cannot be, as without memory that
// processes share, it keeps a journal; but one who reads the file now is waited for, and no longer
// than for all else.
static bool begin_log(kf_sqlite *sqlite) {
    int waited = 0;
    if (!kf_sqlite_hold(sqlite, &waited))
        return false;
    sqlite3_busy_timeout(sqlite->db, waited < KF_SQLITE_BUSY ? KF_SQLITE_BUSY - waited : 1);
    int code = sqlite3_exec(sqlite->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    sqlite3_busy_timeout(sqlite->db, KF_SQLITE_BUSY);
    kf_hold_end(sqlite->held);
    return (code & 0xFF) != SQLITE_BUSY || kf_sqlite_fail(sqlite, code);
}

static bool open_to_write(kf_sqlite *sqlite, bool is_new) {
    int flags = SQLITE_OPEN_READWRITE | (is_new ? SQLITE_OPEN_CREATE : 0);
    sqlite->is_written = true;
    if (!connect(sqlite, sqlite->name, flags) || (is_new && !make(sqlite)) ||
        !settle(sqlite, KF_STORE_CREATE))
        return false;
    // SQLite opens what it may not write to for reading.
    if (sqlite3_db_readonly(sqlite->db, "main") == 1)
        return kf_sqlite_fail(sqlite, SQLITE_READONLY);
    return begin_log(sqlite) && sqlite->code == SQLITE_OK;
}

static bool open_file(kf_sqlite *sqlite, kf_store_mode mode, bool is_new) {
    sqlite->guard = kf_guard_new(&sqlite->calls);
    if (sqlite->guard == NULL) {
        sqlite->code = SQLITE_NOMEM;
        return false;
    }
    return mode == KF_STORE_READ ? open_to_read(sqlite) : open_to_write(sqlite, is_new);
}

kf_store *kf_sqlite_open(const char *name, kf_store_mode mode, kf_log *log) {
    bool is_new = false;
    if (mode != KF_STORE_AGAIN && !look_at(name, mode, &is_new, log))
        return NULL;
    bool is_another = mode == KF_STORE_AGAIN;
    mode = is_another ? KF_STORE_READ : mode;
    kf_sqlite *sqlite = malloc(sizeof *sqlite);
    if (sqlite != NULL) {
        memset(sqlite, 0, sizeof *sqlite);
        sqlite->store.way = &kf_sqlite_way;
        sqlite->name = strdup(name);
        sqlite->held = -1;
        sqlite->is_another = is_another;
    }
    if (sqlite == NULL || sqlite->name == NULL) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        free(sqlite);
        return NULL;
    }
    if (!kf_libsqlite_load(&sqlite->calls, log)) {
        free(sqlite->name);
        free(sqlite);
        return NULL;
    }
    if (open_file(sqlite, mode, is_new) && is_catalog(sqlite, log))
        return &sqlite->store;
    if (sqlite->guard != NULL)
        kf_store_report(&sqlite->store, log);
    else
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_store_close(&sqlite->store);
    return NULL;
}

#endif
