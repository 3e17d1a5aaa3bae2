// SPDX-License-Identifier: MIT
// The SQLite file of a catalogue, as a store.

#include "catalog/catalog.h"

#include "base/log.h"

#ifdef KIFU_HAVE_SQLITE

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define sqlite3_api (&sqlite->calls)

// Statements are made when they are first needed and kept.
enum {
    GET_FIELD,
    GET_COLUMNS,
    GET_EVENTS,
    GET_POSTINGS,
    GET_INDEX,
    FIND_EVENTS,
    PUT_FIELD,
    PUT_COLUMNS,
    PUT_EVENTS,
    PUT_POSTINGS,
    PUT_INDEX,
    NEXT_SEGMENT,
    PUT_SEGMENT,
    LAST_SEGMENT,
    NEW_SEGMENT,
    FIND_TEXT,
    ADD_TEXT,
    GET_TEXT,
    ALL_TEXTS,
    FIND_SOURCE,
    GET_SOURCE,
    NEXT_SOURCE,
    PUT_SOURCE,
    DROP_SOURCE,
    PUT_WORDS,
    FIND_WORDS,
    PUT_RECORD,
    GET_RECORD,
    DROP_RECORD,
    STATEMENTS
};

_Static_assert((int)STATEMENTS <= (int)KF_SQLITE_STATEMENTS, "room for all statements");

#define SOURCE_COLUMNS  "id, path, size, time, digest, games, whole"
#define SEGMENT_COLUMNS "id, width, height, variations, count, gone"

static const char *const texts[STATEMENTS] = {
    [GET_FIELD] = "SELECT data FROM field WHERE id = ?",
    [GET_COLUMNS] = "SELECT data FROM columns WHERE id = ?",
    [GET_EVENTS] = "SELECT data FROM events WHERE id = ?",
    [GET_POSTINGS] = "SELECT data FROM posting WHERE id = ?",
    [GET_INDEX] = "SELECT data FROM posting_index WHERE id = ?",
    [FIND_EVENTS] = "SELECT data, id FROM events WHERE id <= ? ORDER BY id DESC LIMIT 1",
    [PUT_FIELD] = "INSERT OR REPLACE INTO field VALUES (?, ?)",
    [PUT_COLUMNS] = "INSERT OR REPLACE INTO columns VALUES (?, ?)",
    [PUT_EVENTS] = "INSERT OR REPLACE INTO events VALUES (?, ?)",
    [PUT_POSTINGS] = "INSERT OR REPLACE INTO posting VALUES (?, ?)",
    [PUT_INDEX] = "INSERT OR REPLACE INTO posting_index VALUES (?, ?)",
    [NEXT_SEGMENT] = "SELECT " SEGMENT_COLUMNS " FROM segment WHERE id > ? ORDER BY id LIMIT 1",
    [PUT_SEGMENT] = "INSERT OR REPLACE INTO segment VALUES (?, ?, ?, ?, ?, ?)",
    [LAST_SEGMENT] = "SELECT " SEGMENT_COLUMNS " FROM segment WHERE width = ? AND height = ? AND "
                     "variations = ? ORDER BY id DESC LIMIT 1",
    [NEW_SEGMENT] = "SELECT max(id) FROM segment",
    [FIND_TEXT] = "SELECT id FROM text WHERE kind = ? AND value = ?",
    [ADD_TEXT] = "INSERT INTO text (kind, value) VALUES (?, ?)",
    [GET_TEXT] = "SELECT value FROM text WHERE id = ?",
    [ALL_TEXTS] = "SELECT id, value FROM text INDEXED BY text_value "
                  "WHERE kind = ? ORDER BY value",
    [FIND_SOURCE] = "SELECT " SOURCE_COLUMNS " FROM source WHERE path = ? AND (? OR digest = ?)",
    [GET_SOURCE] = "SELECT " SOURCE_COLUMNS " FROM source WHERE id = ?",
    [NEXT_SOURCE] = "SELECT " SOURCE_COLUMNS " FROM source WHERE id > ? ORDER BY id LIMIT 1",
    [PUT_SOURCE] = "INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?, ?, ?, ?)",
    [DROP_SOURCE] = "DELETE FROM source WHERE id = ?",
    [PUT_WORDS] = "INSERT INTO words (rowid, text) VALUES (?, ?)",
    [FIND_WORDS] = "SELECT rowid FROM words WHERE words MATCH ?",
    [PUT_RECORD] = "INSERT OR REPLACE INTO record VALUES (?, ?)",
    [GET_RECORD] = "SELECT data FROM record WHERE id = ?",
    [DROP_RECORD] = "DELETE FROM record WHERE id = ?",
};

// Every store of this kind is one.
static kf_sqlite *of(kf_store *store) {
    return (kf_sqlite *)store;
}

// ---- Failure ----

// Remembers the first failure; the others follow from it.
bool kf_sqlite_fail(kf_sqlite *sqlite, int code) {
    if (sqlite->code == SQLITE_OK) {
        sqlite->code = code;
        snprintf(sqlite->message, sizeof sqlite->message, "%s", sqlite3_errmsg(sqlite->db));
    }
    return false;
}

static const char *error(const kf_store *store) {
    const kf_sqlite *sqlite = (const kf_sqlite *)store;
    return sqlite->code != SQLITE_OK ? sqlite->message : "";
}

static const char *shown(const kf_store *store) {
    return ((const kf_sqlite *)store)->name;
}

static bool is_damage(const kf_sqlite *sqlite) {
    int code = sqlite->code & 0xFF;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || kf_guard_damaged(sqlite->guard) > 0;
}

// The length of the whole path where that is more than SQLite takes, which names files beside it;
// else 0.
static size_t measure_long(const kf_sqlite *sqlite, int *most) {
    enum { ENDING = sizeof "-journal" - 1 };
    char folder[PATH_MAX];
    const sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    size_t length = strlen(sqlite->name);
    if (sqlite->name[0] != '/' && getcwd(folder, sizeof folder) != NULL)
        length += strlen(folder) + 1;
    *most = system != NULL ? system->mxPathname - ENDING : INT_MAX;
    return length > (size_t)*most ? length : 0;
}

static void report(const kf_store *store, kf_log *log) {
    const kf_sqlite *sqlite = (const kf_sqlite *)store;
    int code = sqlite->code & 0xFF;
    uint32_t page = kf_guard_damaged(sqlite->guard);
    int most;
    size_t length = code == SQLITE_CANTOPEN ? measure_long(sqlite, &most) : 0;
    const char *place =
        sqlite->has_no_locks
            ? "cannot be read here without the right to write to it: there are no locks, so it may "
              "change meanwhile; copy it to another disk"
        : sqlite->is_left_open
            ? "was left open by a run that was ended, and its folder cannot be written to; 'kifu "
              "catalog check' repairs it where that is allowed"
            : NULL;
    if (code == SQLITE_OK)
        return;
    if (place != NULL && !is_damage(sqlite)) {
        kf_log_add(log, KF_CATALOG_FILE, (kf_place){0}, "'%.200s' %s", sqlite->name, place);
        return;
    }
    if (is_damage(sqlite) && page > 0)
        kf_log_add(log, KF_CATALOG_DAMAGED, (kf_place){0},
                   "'%.200s' is damaged: page %u does not fit its checksum", sqlite->name, page);
    else if (is_damage(sqlite))
        kf_log_add(log, KF_CATALOG_DAMAGED, (kf_place){0}, "'%.200s' is damaged: %s", sqlite->name,
                   sqlite->message);
    else if (code == SQLITE_NOMEM || sqlite->code == SQLITE_IOERR_NOMEM)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        kf_log_add(log, KF_CATALOG_BUSY, (kf_place){0},
                   "another process is at work on '%.200s'; try again when it has finished",
                   sqlite->name);
    else if (length > 0)
        kf_log_add(log, KF_PROGRAM_FILE, (kf_place){0},
                   "cannot use '%.200s': its path has %zu bytes, and SQLite takes %d", sqlite->name,
                   length, most);
    else if (sqlite->is_written && (code == SQLITE_READONLY || code == SQLITE_CANTOPEN))
        kf_log_add(log, KF_PROGRAM_FILE, (kf_place){0},
                   "cannot change '%.200s': it may not be written to, or nothing can be written in "
                   "its folder",
                   sqlite->name);
    else
        kf_log_add(log, KF_PROGRAM_FILE, (kf_place){0}, "cannot use '%.200s': %s", sqlite->name,
                   sqlite->message);
}

// ---- Statements ----

// A statement ready for its arguments. NULL: the store remembers why.
static sqlite3_stmt *prepare(kf_sqlite *sqlite, int which) {
    sqlite3_stmt **statement = &sqlite->statements[which];
    if (*statement != NULL) {
        sqlite3_reset(*statement);
        return *statement;
    }
    int code = sqlite3_prepare_v3(sqlite->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT,
                                  statement, NULL);
    if (code != SQLITE_OK)
        kf_sqlite_fail(sqlite, code);
    return *statement;
}

static void bind_text(const kf_sqlite *sqlite, sqlite3_stmt *statement, int at, kf_text text) {
    sqlite3_bind_text(statement, at, text.length > 0 ? text.data : "", (int)text.length,
                      SQLITE_STATIC);
}

static void bind_blob(const kf_sqlite *sqlite, sqlite3_stmt *statement, int at, const void *data,
                      size_t length) {
    if (data == NULL)
        sqlite3_bind_null(statement, at);
    else
        sqlite3_bind_blob64(statement, at, data, length, SQLITE_STATIC);
}

// Whether there is a row. At the end of rows, and on failure, the statement is let go.
static bool step(kf_sqlite *sqlite, sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        kf_sqlite_fail(sqlite, code);
    sqlite3_reset(statement);
    return false;
}

// Runs a statement that gives no rows. When memory or the disk ends, SQLite may give a transaction
// up by itself, and what is written after that would stand in the file alone: so nothing is.
static bool finish(kf_sqlite *sqlite, sqlite3_stmt *statement) {
    if (sqlite->code != SQLITE_OK)
        return false;
    int code = sqlite3_step(statement);
    if (code != SQLITE_DONE)
        kf_sqlite_fail(sqlite, code);
    sqlite3_reset(statement);
    return code == SQLITE_DONE;
}

bool kf_sqlite_run(kf_sqlite *sqlite, const char *sql) {
    int code = sqlite3_exec(sqlite->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || kf_sqlite_fail(sqlite, code);
}

// Where memory ends the text is empty, and the store remembers why.
static kf_text text_at(kf_sqlite *sqlite, sqlite3_stmt *statement, int column) {
    const void *data = sqlite3_column_blob(statement, column);
    size_t length = (size_t)sqlite3_column_bytes(statement, column);
    if (data == NULL && sqlite3_errcode(sqlite->db) == SQLITE_NOMEM)
        kf_sqlite_fail(sqlite, SQLITE_NOMEM);
    return (kf_text){data != NULL ? data : "", data != NULL ? length : 0};
}

// ---- Closing ----

// The last of all who have the file open puts what the log holds into it.
static void disconnect(kf_sqlite *sqlite) {
    for (int i = 0; i < STATEMENTS; i++) {
        sqlite3_finalize(sqlite->statements[i]);
        sqlite->statements[i] = NULL;
    }
    sqlite3_close(sqlite->db);
    sqlite->db = NULL;
    // Not before: with any descriptor of the file that a process closes, SQLite's locks are gone.
    if (sqlite->held >= 0)
        close(sqlite->held);
    sqlite->held = -1;
}

static void close_file(kf_store *store) {
    kf_sqlite *sqlite = of(store);
    if (store == NULL)
        return;
    disconnect(sqlite);
    kf_guard_free(sqlite->guard);
    free(sqlite->name);
    free(store);
}

// ---- Transactions ----

bool kf_sqlite_hold(kf_sqlite *sqlite, int *waited) {
    // Where there are no such locks, nobody reads the file in that way.
    while (kf_hold_try(sqlite->name, &sqlite->held, KF_GRIP_ALONE) == KF_GRIP_NONE) {
        if (*waited >= KF_SQLITE_BUSY)
            return kf_sqlite_fail(sqlite, SQLITE_BUSY);
        kf_hold_nap();
        *waited += KF_HOLD_NAP;
    }
    return true;
}

static void let_go(const kf_sqlite *sqlite) {
    if (sqlite->is_written)
        kf_hold_end(sqlite->held);
}

static void reset_all(kf_sqlite *sqlite) {
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_reset(sqlite->statements[i]);
}

// Every change has a first page of its own, with a number that counts up: the mark at the end of
// the file needs it, and it says to which file a log belongs. SQLite counts in the log only what is
// the first change since the file was opened.
static bool count_up(kf_sqlite *sqlite) {
    char touch[48];
    if (sqlite->version < KF_GUARD_MARKED)
        return true;
    int64_t cookie =
        kf_sqlite_number(sqlite, "SELECT schema_version FROM pragma_schema_version", 0);
    snprintf(touch, sizeof touch, "PRAGMA schema_version = %d", (int)(uint32_t)(cookie + 1));
    return sqlite->code == SQLITE_OK && kf_sqlite_run(sqlite, touch);
}

static bool begin(kf_store *store) {
    kf_sqlite *sqlite = of(store);
    int waited = 0;
    // A statement that has not come to its end sees the file as it was, and nobody may change that.
    reset_all(sqlite);
    if (kf_sqlite_hold(sqlite, &waited) && kf_sqlite_run(sqlite, "BEGIN IMMEDIATE") &&
        count_up(sqlite))
        return true;
    let_go(sqlite);
    return false;
}

static bool commit(kf_store *store) {
    kf_sqlite *sqlite = of(store);
    if (sqlite->code != SQLITE_OK || !kf_sqlite_run(sqlite, "COMMIT"))
        return false;
    // Leaves a mark in the log's index of how far it may be read, for those who cannot make one.
    sqlite3_exec(sqlite->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    let_go(sqlite);
    return true;
}

static void roll_back(kf_store *store) {
    kf_sqlite *sqlite = of(store);
    reset_all(sqlite);
    // It takes memory to give up, too, and the next transaction cannot begin within this one.
    for (int tries = 0; tries < 2 && !sqlite3_get_autocommit(sqlite->db); tries++)
        sqlite3_exec(sqlite->db, "ROLLBACK", NULL, NULL, NULL);
    let_go(sqlite);
}

static bool freeze(kf_store *store) {
    kf_sqlite *sqlite = of(store);
    return kf_sqlite_run(sqlite, "BEGIN");
}

// Pages that do not fit go to the log before the transaction ends; nobody reads them there till
// then.
static bool keep_little(kf_store *store, bool is_little) {
    return kf_sqlite_run(of(store), is_little ? "PRAGMA cache_size = -4096" : KF_SQLITE_CACHE);
}

// ---- Rows of bytes ----

// The row stays under the statement until it is used again.
static bool get(kf_sqlite *sqlite, sqlite3_stmt *statement, const uint8_t **data, size_t *length) {
    *data = NULL;
    *length = 0;
    if (statement == NULL)
        return false;
    if (!step(sqlite, statement))
        return sqlite->code == SQLITE_OK;
    *data = sqlite3_column_blob(statement, 0);
    *length = (size_t)sqlite3_column_bytes(statement, 0);
    return (*data != NULL || *length == 0) || kf_sqlite_fail(sqlite, SQLITE_NOMEM);
}

static bool get_row(kf_store *store, kf_table table, int64_t id, const uint8_t **data,
                    size_t *length) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, GET_FIELD + (int)table);
    if (statement != NULL)
        sqlite3_bind_int64(statement, 1, id);
    return get(sqlite, statement, data, length);
}

static bool get_events(kf_store *store, uint32_t line, const uint8_t **data, size_t *length,
                       uint32_t *first) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, FIND_EVENTS);
    if (statement != NULL)
        sqlite3_bind_int64(statement, 1, line);
    bool is_good = get(sqlite, statement, data, length);
    *first = *data != NULL ? (uint32_t)sqlite3_column_int64(statement, 1) : 0;
    return is_good;
}

static bool put_row(kf_store *store, kf_table table, int64_t id, const uint8_t *data,
                    size_t length) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, PUT_FIELD + (int)table);
    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, id);
    bind_blob(sqlite, statement, 2, data, length);
    return finish(sqlite, statement);
}

// ---- Segments ----

static bool read_segment(kf_sqlite *sqlite, sqlite3_stmt *statement, kf_segment *segment) {
    if (!step(sqlite, statement))
        return false;
    *segment = (kf_segment){.id = (uint32_t)sqlite3_column_int64(statement, 0),
                            .width = sqlite3_column_int(statement, 1),
                            .height = sqlite3_column_int(statement, 2),
                            .is_variations = sqlite3_column_int(statement, 3) != 0,
                            .count = (uint32_t)sqlite3_column_int64(statement, 4),
                            .gone = sqlite3_column_blob(statement, 5)};
    size_t length = (size_t)sqlite3_column_bytes(statement, 5);
    return kf_store_segment_is_sound(segment, length) || kf_sqlite_fail(sqlite, SQLITE_CORRUPT);
}

static bool next_segment(kf_store *store, int64_t behind, kf_segment *segment) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, NEXT_SEGMENT);
    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, behind);
    return read_segment(sqlite, statement, segment);
}

static bool last_segment(kf_store *store, const int board[2], bool is_variations,
                         kf_segment *segment) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, LAST_SEGMENT);
    if (statement == NULL)
        return false;
    sqlite3_bind_int(statement, 1, board[0]);
    sqlite3_bind_int(statement, 2, board[1]);
    sqlite3_bind_int(statement, 3, is_variations);
    return read_segment(sqlite, statement, segment);
}

static bool put_segment(kf_store *store, const kf_segment *segment) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, PUT_SEGMENT);
    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, segment->id);
    sqlite3_bind_int(statement, 2, segment->width);
    sqlite3_bind_int(statement, 3, segment->height);
    sqlite3_bind_int(statement, 4, segment->is_variations);
    sqlite3_bind_int64(statement, 5, segment->count);
    bind_blob(sqlite, statement, 6, segment->gone, KF_STORE_LINES / 8);
    return finish(sqlite, statement);
}

static uint32_t new_segment(kf_store *store) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, NEW_SEGMENT);
    if (statement == NULL || !step(sqlite, statement))
        return 0;
    int64_t id = sqlite3_column_int64(statement, 0) + 1;
    sqlite3_reset(statement);
    return id < (int64_t)(UINT32_MAX / KF_STORE_STRIDE) ? (uint32_t)id : 0;
}

// ---- Texts ----

static uint32_t text_id(kf_store *store, int kind, kf_text text) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *find = prepare(sqlite, FIND_TEXT);
    if (find == NULL)
        return 0;
    sqlite3_bind_int(find, 1, kind);
    bind_text(sqlite, find, 2, text);
    if (step(sqlite, find)) {
        int64_t id = sqlite3_column_int64(find, 0);
        sqlite3_reset(find);
        return (uint32_t)id;
    }
    sqlite3_stmt *add = sqlite->code == SQLITE_OK ? prepare(sqlite, ADD_TEXT) : NULL;
    if (add == NULL)
        return 0;
    sqlite3_bind_int(add, 1, kind);
    bind_text(sqlite, add, 2, text);
    return finish(sqlite, add) ? (uint32_t)sqlite3_last_insert_rowid(sqlite->db) : 0;
}

static kf_text get_text(kf_store *store, uint32_t id) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = id != 0 ? prepare(sqlite, GET_TEXT) : NULL;
    if (statement == NULL)
        return (kf_text){"", 0};
    sqlite3_bind_int64(statement, 1, id);
    return step(sqlite, statement) ? text_at(sqlite, statement, 0) : (kf_text){"", 0};
}

static bool list_texts(kf_store *store, int kind, bool (*take)(void *, uint32_t, kf_text),
                       void *context) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, ALL_TEXTS);
    if (statement == NULL)
        return false;
    sqlite3_bind_int(statement, 1, kind);
    bool goes_on = true;
    while (goes_on && step(sqlite, statement))
        goes_on = take(context, (uint32_t)sqlite3_column_int64(statement, 0),
                       text_at(sqlite, statement, 1));
    sqlite3_reset(statement);
    return sqlite->code == SQLITE_OK;
}

static uint32_t last_text(kf_store *store) {
    kf_sqlite *sqlite = of(store);
    int64_t last = kf_sqlite_number(sqlite, "SELECT max(id) FROM text", 0);
    return last > 0 && last < (int64_t)UINT32_MAX ? (uint32_t)last : 0;
}

// ---- Sources ----

static bool read_source(kf_sqlite *sqlite, sqlite3_stmt *statement, kf_store_source *source) {
    if (!step(sqlite, statement))
        return false;
    *source = (kf_store_source){.id = (uint32_t)sqlite3_column_int64(statement, 0),
                                .path = text_at(sqlite, statement, 1),
                                .size = sqlite3_column_int64(statement, 2),
                                .time = sqlite3_column_int64(statement, 3),
                                .digest = (uint64_t)sqlite3_column_int64(statement, 4),
                                .games = (uint32_t)sqlite3_column_int64(statement, 5),
                                .is_whole = sqlite3_column_int(statement, 6) != 0};
    return true;
}

static bool find_source(kf_store *store, kf_text path, uint64_t digest, kf_store_source *source) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, FIND_SOURCE);
    if (statement == NULL)
        return false;
    bind_blob(sqlite, statement, 1, path.data, path.length);
    sqlite3_bind_int(statement, 2, !kf_text_is(path, "-"));
    sqlite3_bind_int64(statement, 3, (int64_t)digest);
    return read_source(sqlite, statement, source);
}

static bool source_by(kf_sqlite *sqlite, int which, uint32_t id, kf_store_source *source) {
    sqlite3_stmt *statement = prepare(sqlite, which);
    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, id);
    return read_source(sqlite, statement, source);
}

static bool get_source(kf_store *store, uint32_t id, kf_store_source *source) {
    kf_sqlite *sqlite = of(store);
    return source_by(sqlite, GET_SOURCE, id, source);
}

static bool next_source(kf_store *store, uint32_t behind, kf_store_source *source) {
    kf_sqlite *sqlite = of(store);
    return source_by(sqlite, NEXT_SOURCE, behind, source);
}

static uint32_t put_source(kf_store *store, const kf_store_source *source) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, PUT_SOURCE);
    if (statement == NULL)
        return 0;
    if (source->id == 0)
        sqlite3_bind_null(statement, 1);
    else
        sqlite3_bind_int64(statement, 1, source->id);
    bind_blob(sqlite, statement, 2, source->path.data, source->path.length);
    sqlite3_bind_int64(statement, 3, source->size);
    sqlite3_bind_int64(statement, 4, source->time);
    sqlite3_bind_int64(statement, 5, (int64_t)source->digest);
    sqlite3_bind_int64(statement, 6, source->games);
    sqlite3_bind_int(statement, 7, source->is_whole);
    if (!finish(sqlite, statement))
        return 0;
    return source->id != 0 ? source->id : (uint32_t)sqlite3_last_insert_rowid(sqlite->db);
}

static bool drop_row(kf_sqlite *sqlite, int which, int64_t id) {
    sqlite3_stmt *statement = prepare(sqlite, which);
    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, id);
    return finish(sqlite, statement);
}

static bool drop_source(kf_store *store, uint32_t id) {
    kf_sqlite *sqlite = of(store);
    return drop_row(sqlite, DROP_SOURCE, id);
}

// ---- Words and records ----

static bool put_words(kf_store *store, uint32_t line, kf_text words) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, PUT_WORDS);
    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, line);
    bind_text(sqlite, statement, 2, words);
    return finish(sqlite, statement);
}

static bool find_words(kf_store *store, kf_text query, bool (*take)(void *, uint32_t),
                       void *context) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, FIND_WORDS);
    if (statement == NULL)
        return false;
    bind_text(sqlite, statement, 1, query);
    bool goes_on = true;
    while (goes_on && step(sqlite, statement))
        goes_on = take(context, (uint32_t)sqlite3_column_int64(statement, 0));
    sqlite3_reset(statement);
    return sqlite->code == SQLITE_OK;
}

static bool put_record(kf_store *store, uint32_t line, kf_text record) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, PUT_RECORD);
    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, line);
    bind_blob(sqlite, statement, 2, record.data, record.length);
    return finish(sqlite, statement);
}

static kf_text get_record(kf_store *store, uint32_t line) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = prepare(sqlite, GET_RECORD);
    if (statement == NULL)
        return (kf_text){"", 0};
    sqlite3_bind_int64(statement, 1, line);
    return step(sqlite, statement) ? text_at(sqlite, statement, 0) : (kf_text){"", 0};
}

static bool drop_record(kf_store *store, uint32_t line) {
    kf_sqlite *sqlite = of(store);
    return drop_row(sqlite, DROP_RECORD, line);
}

// ---- The whole file ----

// SQLite counts a page that it has no memory for among the faults: "… error code=7".
static bool is_want_of_memory(const char *fault) {
    static const char mark[] = "error code";
    const char *at = strstr(fault, mark);
    if (at == NULL)
        return false;
    at += sizeof mark - 1;
    long code = strtol(at + strspn(at, "= "), NULL, 10);
    return (code & 0xFF) == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM;
}

// Reports the faults of a text, each of which has a line, below a headline.
static void tell_lines(const char *lines, void (*found)(void *, const char *), void *context) {
    char line[200];
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        bool is_head = strncmp(lines, "***", 3) == 0;
        snprintf(line, sizeof line, "%.*s",
                 length < sizeof line ? (int)length : (int)sizeof line - 1, lines);
        if (!is_head && *line != '\0')
            found(context, line);
        lines += length + (lines[length] == '\n');
    }
}

static bool check(kf_store *store, void (*found)(void *, const char *), void *context) {
    kf_sqlite *sqlite = of(store);
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(sqlite->db, "PRAGMA integrity_check(20)", -1, &statement, NULL);
    bool is_sound = code == SQLITE_OK || kf_sqlite_fail(sqlite, code);
    while (is_sound && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(statement, 0);
        if (line == NULL || strcmp(line, "ok") == 0)
            continue;
        if (is_want_of_memory(line))
            is_sound = kf_sqlite_fail(sqlite, SQLITE_NOMEM);
        else
            tell_lines(line, found, context);
    }
    sqlite3_finalize(statement);
    return is_sound && (code == SQLITE_DONE || kf_sqlite_fail(sqlite, code));
}

int64_t kf_sqlite_number(kf_sqlite *sqlite, const char *sql, int64_t argument) {
    sqlite3_stmt *statement = NULL;
    int64_t number = 0;
    int code = sqlite3_prepare_v2(sqlite->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, argument);
        code = sqlite3_step(statement);
    }
    if (code == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    else if (code != SQLITE_DONE)
        kf_sqlite_fail(sqlite, code);
    sqlite3_finalize(statement);
    return number;
}

static uint64_t count(kf_store *store, kf_store_what what) {
    static const char *const counts[] = {[KF_STORE_SOURCES] = "SELECT count(*) FROM source",
                                         [KF_STORE_UNFINISHED] =
                                             "SELECT count(*) FROM source WHERE whole = 0"};
    return (uint64_t)kf_sqlite_number(of(store), counts[what], 0);
}

const kf_store_way kf_sqlite_way = {
    .is_blockwise = false,
    .close = close_file,
    .report = report,
    .error = error,
    .shown = shown,
    .begin = begin,
    .commit = commit,
    .rollback = roll_back,
    .freeze = freeze,
    .keep_little = keep_little,
    .get = get_row,
    .events = get_events,
    .put = put_row,
    .segment = next_segment,
    .put_segment = put_segment,
    .last_segment = last_segment,
    .new_segment = new_segment,
    .text_id = text_id,
    .text = get_text,
    .texts = list_texts,
    .last_text = last_text,
    .source_find = find_source,
    .source_get = get_source,
    .source_next = next_source,
    .source_put = put_source,
    .source_drop = drop_source,
    .put_words = put_words,
    .find_words = find_words,
    .put_record = put_record,
    .record = get_record,
    .drop_record = drop_record,
    .check = check,
    .count = count,
};

#endif
