// SPDX-License-Identifier: MIT
// Where a catalogue is kept, and what the stores of SQLite and PostgreSQL have in common.

#ifndef KF_CATALOG_STORE_H
#define KF_CATALOG_STORE_H

#include <kifu/kifu.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/arena.h"

/* ---- store.c ----------------------------------------------------------------------------- ----
 */

// Where a catalogue is kept: a SQLite file, or a PostgreSQL server. All else in this folder knows
// only what stands here; the stores themselves are one struct each, at the end.

// Lines are numbered: their segment times KF_STORE_STRIDE plus their place in it. A segment holds
// 23 blocks of 704 lines, of boards of one size, and either main lines or variations.
enum {
    KF_STORE_BLOCKS = 23,
    KF_STORE_LINES = KF_STORE_BLOCKS * 704,
    KF_STORE_STRIDE = 1 << 14,
    KF_STORE_ROWS = 32,    // ids of a segment's rows in the tables of fields and columns
    KF_STORE_CHUNK = 65400 // bytes of events in a row, so that it stays on one page
};

// What is known of a line: numbers of 32 bits, 0 where there is nothing. Those up to
// KF_FIELD_TEXTS are texts by their id.
typedef enum kf_field {
    KF_FIELD_BLACK,
    KF_FIELD_WHITE,
    KF_FIELD_BLACK_RANK,
    KF_FIELD_WHITE_RANK,
    KF_FIELD_EVENT,
    KF_FIELD_ROUND,
    KF_FIELD_PLACE,
    KF_FIELD_DATE,
    KF_FIELD_RESULT,
    KF_FIELD_KOMI,
    KF_FIELD_HANDICAP,
    KF_FIELD_RULES,
    KF_FIELD_NAME,
    KF_FIELD_TEXTS,
    KF_FIELD_SOURCE = KF_FIELD_TEXTS, // id of the file
    KF_FIELD_NUMBER,                  // of the game in it, from 1
    KF_FIELD_OFFSET,                  // of the game in it, in bytes
    KF_FIELD_OFFSET_HIGH,
    KF_FIELD_MOVES,
    KF_FIELD_KEY, // of the first moves, the same for a game that is turned
    KF_FIELD_KEY_HIGH,
    KF_FIELD_PARENT, // of a variation: the main line of its game
    KF_FIELD_BRANCH, // how many groups it shares with the line that it leaves
    KF_FIELD_COUNT
} kf_field;

// The kind of text of a field: players share one, and so do ranks.
int kf_store_kind(kf_field field);

typedef enum kf_table {
    KF_TABLE_FIELD,
    KF_TABLE_COLUMNS,
    KF_TABLE_EVENTS,
    KF_TABLE_POSTINGS, // these two not where rows of events are blocks
    KF_TABLE_INDEX,
    KF_TABLE_COUNT
} kf_table;

typedef struct kf_store kf_store;

typedef enum kf_store_mode {
    KF_STORE_READ,
    KF_STORE_AGAIN,
    KF_STORE_WRITE,
    KF_STORE_CREATE
} kf_store_mode;

// Opens the store that the name says: an address `postgresql://…`, or else a file. CREATE makes it
// when there is none. AGAIN is READ for a further store of a
// process that has the file open: it is not looked at before SQLite has it, for a process that
// closes a file loses all its locks on it (POSIX), and a writer would come in between. NULL: the
// log says why.
kf_store *kf_store_open(const char *name, kf_store_mode mode, kf_log *log);
// Makes a catalogue on servers; NULL: there is one already, or it cannot be made. The log says why.
kf_store *kf_store_make(const char *address, const char *const *nodes, kf_log *log);
void kf_store_close(kf_store *store);
// Room for the longest name and an ending.
enum { KF_STORE_PATH = PATH_MAX + 16 };
// The name of a file beside that of the catalogue, with that ending; symbolic links are followed
// first, as SQLite does. It takes no memory: what belongs to a catalogue is known without any.
// Returns `path`.
const char *kf_store_beside_name(char path[KF_STORE_PATH], const char *name, const char *ending);
// Whether there is such a file. `status` gets what the system says of it.
bool kf_store_beside(const char *name, const char *ending, struct stat *status);

// Every call that can fail returns false and remembers why; this puts it into the log.
void kf_store_report(const kf_store *store, kf_log *log);
// The same as text, for whoever has no log; "" when nothing failed.
const char *kf_store_error(const kf_store *store);

// Its name as messages show it: of an address without the password.
const char *kf_store_shown(const kf_store *store);

// All changes stand between these two. The first waits a while for other writers.
bool kf_store_begin(kf_store *store);
bool kf_store_commit(kf_store *store);
void kf_store_rollback(kf_store *store);
// A view of the file that does not change until it is let go as often as it was asked for; `view`
// is its number.
bool kf_store_freeze(kf_store *store);
// Whether little of what is written is kept in memory: for much that is written once, in order.
bool kf_store_keep_little(kf_store *store, bool is_little);
void kf_store_thaw(kf_store *store);

// A row of bytes; borrowed until the next call for that table. `*data` is NULL when there is none.
bool kf_store_get(kf_store *store, kf_table table, int64_t id, const uint8_t **data,
                  size_t *length);
// The row of events in which the line stands; `*first` is the first line of it.
bool kf_store_events(kf_store *store, uint32_t line, const uint8_t **data, size_t *length,
                     uint32_t *first);
bool kf_store_put(kf_store *store, kf_table table, int64_t id, const uint8_t *data, size_t length);

typedef struct kf_segment {
    uint32_t id;
    int width, height;
    bool is_variations;
    uint32_t count;      // lines
    uint32_t gone_count; // of them are gone
    const uint8_t *gone; // a bit each, NULL: none; borrowed until the next step
} kf_segment;

// Whether a line of the segment was removed.
static inline bool kf_segment_is_gone(const kf_segment *segment, uint32_t line) {
    return segment->gone != NULL && (segment->gone[line / 8] >> line % 8 & 1) != 0;
}

// The segments in their order, from behind that id. False at the end, or when it fails.
bool kf_store_segment(kf_store *store, int64_t behind, kf_segment *segment);
// Whether it can be what a store holds; counts the lines that are gone.
bool kf_store_segment_is_sound(kf_segment *segment, size_t gone_length);
bool kf_store_put_segment(kf_store *store, const kf_segment *segment);
// The last segment of such boards and lines; false when there is none.
bool kf_store_last_segment(kf_store *store, int width, int height, bool is_variations,
                           kf_segment *segment);
// An id that no segment has yet; 0: the file is full.
uint32_t kf_store_new_segment(kf_store *store);

// The id of a text, which is added when it is new; 0 on failure.
uint32_t kf_store_text_id(kf_store *store, int kind, kf_text text);
// The text of an id, borrowed until the next call; empty when there is none.
kf_text kf_store_text(kf_store *store, uint32_t id);
// All texts of a kind in their order; `take` returns false to stop.
bool kf_store_texts(kf_store *store, int kind, bool (*take)(void *, uint32_t, kf_text),
                    void *context);
uint32_t kf_store_last_text(kf_store *store);

// A file of games that was added.
typedef struct kf_store_source {
    uint32_t id;
    kf_text path; // borrowed until the next call
    int64_t size, time;
    uint64_t digest;
    uint32_t games; // that stand in the catalogue
    bool is_whole;  // all of it was added; else its first `games` games
} kf_store_source;

// Finds a source by its path, or by its digest for the path "-". False when there is none.
bool kf_store_source_find(kf_store *store, kf_text path, uint64_t digest, kf_store_source *source);
bool kf_store_source_get(kf_store *store, uint32_t id, kf_store_source *source);
// The next source behind that id.
bool kf_store_source_next(kf_store *store, uint32_t behind, kf_store_source *source);
// Writes a source; id 0: a new one, whose id is returned. 0 on failure.
uint32_t kf_store_source_put(kf_store *store, const kf_store_source *source);
bool kf_store_source_drop(kf_store *store, uint32_t id);

// What is said in a game, for full text; and its record, word by word.
bool kf_store_put_words(kf_store *store, uint32_t line, kf_text words);
// Calls `take` with each line in which the words stand, in the syntax of FTS5.
bool kf_store_find_words(kf_store *store, kf_text query, bool (*take)(void *, uint32_t),
                         void *context);
bool kf_store_put_record(kf_store *store, uint32_t line, kf_text record);
// Borrowed until the next call; empty when it was not kept.
kf_text kf_store_record(kf_store *store, uint32_t line);
bool kf_store_drop_record(kf_store *store, uint32_t line);

// Looks through the whole store for what it can find wrong by itself; `found` gets each fault.
bool kf_store_check(kf_store *store, void (*found)(void *, const char *), void *context);

typedef enum kf_store_what {
    KF_STORE_SOURCES,
    KF_STORE_UNFINISHED // sources of which not all was added
} kf_store_what;

// How many there are.
uint64_t kf_store_count(kf_store *store, kf_store_what what);

// A search that the store does where the games stand; question and lines are those of packed.c.
typedef struct kf_store_search {
    kf_text question, lines;
    uint32_t from; // the first segment of them
    // Gets each block that is asked for, in order, and what was found there (NULL: nothing); false
    // stops.
    bool (*take)(void *context, uint32_t segment, uint32_t block, kf_text found);
    void *context;
} kf_store_search;

// Whether it can do so.
bool kf_store_can_search(const kf_store *store);
bool kf_store_search_blocks(kf_store *store, const kf_store_search *search);

// ---- What a store is inside ----

// What a kind of store does; the functions above say what. Each begins with a kf_store.
typedef struct kf_store_way {
    // Its lines are in rows of one block each, and what was committed is not continued.
    bool is_blockwise;
    void (*close)(kf_store *store);
    void (*report)(const kf_store *store, kf_log *log);
    const char *(*error)(const kf_store *store);
    const char *(*shown)(const kf_store *store);
    bool (*begin)(kf_store *store);
    bool (*commit)(kf_store *store);
    void (*rollback)(kf_store *store);
    bool (*freeze)(kf_store *store);
    bool (*keep_little)(kf_store *store, bool is_little); // NULL: it keeps nothing
    bool (*get)(kf_store *store, kf_table table, int64_t id, const uint8_t **data, size_t *length);
    bool (*events)(kf_store *store, uint32_t line, const uint8_t **data, size_t *length,
                   uint32_t *first);
    bool (*put)(kf_store *store, kf_table table, int64_t id, const uint8_t *data, size_t length);
    bool (*segment)(kf_store *store, int64_t behind, kf_segment *segment);
    bool (*put_segment)(kf_store *store, const kf_segment *segment);
    bool (*last_segment)(kf_store *store, const int board[2], bool is_variations,
                         kf_segment *segment);
    uint32_t (*new_segment)(kf_store *store);
    uint32_t (*text_id)(kf_store *store, int kind, kf_text text);
    kf_text (*text)(kf_store *store, uint32_t id);
    bool (*texts)(kf_store *store, int kind, bool (*take)(void *, uint32_t, kf_text),
                  void *context);
    uint32_t (*last_text)(kf_store *store);
    bool (*source_find)(kf_store *store, kf_text path, uint64_t digest, kf_store_source *source);
    bool (*source_get)(kf_store *store, uint32_t id, kf_store_source *source);
    bool (*source_next)(kf_store *store, uint32_t behind, kf_store_source *source);
    uint32_t (*source_put)(kf_store *store, const kf_store_source *source);
    bool (*source_drop)(kf_store *store, uint32_t id);
    bool (*put_words)(kf_store *store, uint32_t line, kf_text words);
    bool (*find_words)(kf_store *store, kf_text query, bool (*take)(void *, uint32_t),
                       void *context);
    bool (*put_record)(kf_store *store, uint32_t line, kf_text record);
    kf_text (*record)(kf_store *store, uint32_t line);
    bool (*drop_record)(kf_store *store, uint32_t line);
    bool (*check)(kf_store *store, void (*found)(void *, const char *), void *context);
    uint64_t (*count)(kf_store *store, kf_store_what what);
    bool (*can_search)(const kf_store *store); // NULL: it cannot
    bool (*search)(kf_store *store, const kf_store_search *search);
} kf_store_way;

struct kf_store {
    const kf_store_way *way;
    uint32_t posting_stones;   // of the boards that its postings have, at most
    bool may_owe_postings;     // full segments need not have any yet
    bool has_words_as_written; // its full text has more letters than kf_words_fold leaves
    uint32_t view, views;      // that is held, 0: none; and how many were held
    uint32_t holders;          // of it, one within the other
    // What postings are made in, kept from one segment to the next: of new memory the system fills
    // each page with zeros, a fifth of all the work.
    kf_arena *posting_arena;
    void *posting_room;
    size_t posting_room_size;
};

// The most stones of such boards, and those of files of the two versions before.
enum { KF_POSTING_STONES = 80, KF_POSTING_STONES_BEFORE = 60, KF_POSTING_STONES_FIRST = 30 };

/* ---- libsqlite.c ------------------------------------------------------------------------- ----
 */

// SQLite itself, loaded when a catalogue is opened: the other commands start sooner without it.

#ifdef KIFU_HAVE_SQLITE

// Its header for extensions sends each call through a table named sqlite3_api. The files that call
// it say where theirs is.
#include <sqlite3ext.h>

// Loads the library, for good, and fills the table with what is called. False: it is missing or too
// old, or there is no memory for it; the log says which.
bool kf_libsqlite_load(sqlite3_api_routines *table, kf_log *log);

#endif

/* ---- guard.c ----------------------------------------------------------------------------- ----
 */

// A checksum on every page of a SQLite file, looked at whenever the page is read.

// Pages of 64 KB, of which the last 8 bytes hold the checksum of the others.
enum { KF_GUARD_PAGE = 65536, KF_GUARD_BYTES = 8 };

// The first version of files that have a mark at their end.
enum { KF_GUARD_MARKED = 6 };

// The checksum of so many bytes, a multiple of 32. It changes when any 8 of them in a row do.
uint64_t kf_guard_sum(const uint8_t *bytes, size_t length);

#ifdef KIFU_HAVE_SQLITE

typedef struct kf_guard kf_guard;

// Adds a way to open files to SQLite: the system's own with the checksums. NULL: no memory.
kf_guard *kf_guard_new(const sqlite3_api_routines *calls);
// Takes it away again, when no file is open that way any more.
void kf_guard_free(kf_guard *guard);
// The name to give to sqlite3_open_v2.
const char *kf_guard_name(const kf_guard *guard);
// Whether the file ends as one to which nothing is being written: false of a copy that was made
// meanwhile. Only of files of version KF_GUARD_MARKED and later.
bool kf_guard_is_whole(int file);
// Whether pages were being moved to it, and the cookie of the first page behind that.
bool kf_guard_is_moving(int file, uint8_t cookie[4]);
// The page, from 1, that did not fit its checksum, of the files opened so far; 0: there was none.
uint32_t kf_guard_damaged(const kf_guard *guard);

#endif

/* ---- hold.c ------------------------------------------------------------------------------ ----
 */

// The lock between those who change the file and those who see it as unchanging, because they may
// not write to it.

#ifdef KIFU_HAVE_SQLITE

// UNKNOWN: there are no such locks here.
typedef enum kf_grip { KF_GRIP_NONE, KF_GRIP_SHARED, KF_GRIP_ALONE, KF_GRIP_UNKNOWN } kf_grip;

// So many milliseconds lie between two tries.
enum { KF_HOLD_NAP = 10 };

// Tries to take the lock, SHARED or ALONE, and does not wait. The file is opened when `*file` is
// negative, and stays open: with any descriptor of the file that a process closes, SQLite's locks
// are gone.
kf_grip kf_hold_try(const char *name, int *file, kf_grip grip);
// Gives it back.
void kf_hold_end(int file);
void kf_hold_nap(void);

#endif

/* ---- wal.c ------------------------------------------------------------------------------- ----
 */

// The log beside the file (`-wal`), looked at without SQLite.

#ifdef KIFU_HAVE_SQLITE

// EMPTY: there is none, or nothing in it was committed. OTHER: it does not belong to the file as it
// is. One that cannot be opened is taken to fit.
typedef enum kf_wal { KF_WAL_EMPTY, KF_WAL_FITS, KF_WAL_OTHER } kf_wal;

// Looks at the log of a catalogue. The descriptor is of its file; -1: it is not compared with that.
kf_wal kf_wal_look(const char *name, int file);
// Whether a process has the file open and keeps an index of the log, or that cannot be known. Not
// when this process may be the one: it would lose its locks.
bool kf_wal_is_live(const char *name);

// A number as SQLite writes it, high byte first.
static inline uint32_t kf_wal_number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

#endif

/* ---- postgres_open.c --------------------------------------------------------------------- ----
 */

// Whether the name is the address of a server: `postgresql://` or `postgres://`.
bool kf_postgres_open_is_meant(const char *name);
// Opens the catalogue of a server; CREATE makes it there when there is none. `nodes` are the
// addresses of servers that are to hold its games, for a catalogue that is made, NULL ends them; no
// nodes: this one holds them.
kf_store *kf_postgres_open(const char *address, kf_store_mode mode, const char *const *nodes,
                           kf_log *log);

/* ---- sqlite_open.c ----------------------------------------------------------------------- ----
 */

// The file of a catalogue: a SQLite database of few, large rows.

#ifdef KIFU_HAVE_SQLITE

enum { KF_SQLITE_STATEMENTS = 32 };

// So many milliseconds one waits for another.
enum { KF_SQLITE_BUSY = 10000 };
// How much of what is written is kept in memory, in KiB.
#define KF_SQLITE_CACHE "PRAGMA cache_size = -65536"

typedef struct kf_sqlite {
    kf_store store; // what all stores have
    sqlite3_api_routines calls;
    sqlite3 *db;
    kf_guard *guard;
    char *name;
    bool is_written;
    bool is_another;   // this process has the file open already
    int version;       // of the file
    int held;          // descriptor for the lock of hold.c; -1: none
    bool is_left_open; // a run was ended in the middle, and nothing can be written to mend it
    bool has_no_locks; // that are needed to read without the right to write
    sqlite3_stmt *statements[KF_SQLITE_STATEMENTS]; // made when they are first needed
    int code;                                       // of the first call that failed
    char message[200];                              // of SQLite about it
} kf_sqlite;

kf_store *kf_sqlite_open(const char *name, kf_store_mode mode, kf_log *log);
/* ---- sqlite.c ---------------------------------------------------------------------------- ----
 */

// What it does as a store.
extern const kf_store_way kf_sqlite_way;
// Remembers the first failure, and returns false.
bool kf_sqlite_fail(kf_sqlite *sqlite, int code);
bool kf_sqlite_run(kf_sqlite *sqlite, const char *sql);
// The number that a statement gives, 0 when it gives none; its argument, where it has one.
int64_t kf_sqlite_number(kf_sqlite *sqlite, const char *sql, int64_t argument);
// Waits until nobody sees the file as one that does not change, and keeps it so. False: it took too
// long. `waited` adds up the milliseconds.
bool kf_sqlite_hold(kf_sqlite *sqlite, int *waited);

#endif

#endif
