// SPDX-License-Identifier: MIT
// A catalogue on PostgreSQL servers: what the files that make up this store share.

#ifndef KF_CATALOG_POSTGRES_H
#define KF_CATALOG_POSTGRES_H

#include "catalog/store.h"

#ifdef KIFU_HAVE_POSTGRESQL

#include <libpq-fe.h>

#include "base/arena.h"
#include "base/buffer.h"

/* ---- libpq.c ----------------------------------------------------------------------------- ----
 */

// The client library. It is loaded when an address is named first: it brings two dozen others
// along, which a search in a file has no use for.
typedef struct kf_libpq {
    void *handle;
    PGconn *(*connect)(const char *const *names, const char *const *values, int expands);
    PQconninfoOption *(*parse)(const char *address, char **error);
    void (*free_options)(PQconninfoOption *options);
    void (*finish)(PGconn *connection);
    ConnStatusType (*status)(const PGconn *connection);
    PGTransactionStatusType (*transaction)(const PGconn *connection);
    int (*version)(const PGconn *connection);
    char *(*message)(const PGconn *connection);
    PQnoticeProcessor (*set_notices)(PGconn *connection, PQnoticeProcessor processor,
                                     void *context);
    PGresult *(*prepare)(PGconn *connection, const char *name, const char *text, int count,
                         const Oid *types);
    PGresult *(*ask)(PGconn *connection, const char *name, int count, const char *const *values,
                     const int *lengths, const int *formats, int result_format);
    PGresult *(*run)(PGconn *connection, const char *text);
    int (*put_copy)(PGconn *connection, const char *bytes, int length);
    int (*end_copy)(PGconn *connection, const char *error);
    PGresult *(*next)(PGconn *connection);
    ExecStatusType (*result_status)(const PGresult *result);
    char *(*result_field)(const PGresult *result, int field);
    int (*rows)(const PGresult *result);
    char *(*value)(const PGresult *result, int row, int column);
    int (*length)(const PGresult *result, int row, int column);
    int (*is_null)(const PGresult *result, int row, int column);
    void (*clear)(PGresult *result);
    void (*free)(void *memory);
    char *(*quote)(PGconn *connection, const char *text, size_t length);
} kf_libpq;

// Loads it. False: it is not installed, and the log says so.
bool kf_libpq_load(kf_libpq *pq, kf_log *log);
void kf_libpq_unload(kf_libpq *pq);

/* ---- postgres_ask.c ---------------------------------------------------------------------- ----
 */

// Questions to a server. Whatever comes from outside is a parameter of a statement, never a part of
// its text.

// The statements, made ready on a connection when they are first needed.
typedef enum kf_ask {
    KF_ASK_GAME,
    KF_ASK_FACTS,
    KF_ASK_COLUMNS,
    KF_ASK_EVENTS,
    KF_ASK_SEARCH,
    KF_ASK_SEGMENTS,
    KF_ASK_PUT_SEGMENT,
    KF_ASK_LAST_SEGMENT,
    KF_ASK_FIND_TEXT,
    KF_ASK_TEXT,
    KF_ASK_TEXTS,
    KF_ASK_LAST_TEXT,
    KF_ASK_FIND_SOURCE,
    KF_ASK_SOURCE,
    KF_ASK_NEXT_SOURCE,
    KF_ASK_ADD_SOURCE,
    KF_ASK_PUT_SOURCE,
    KF_ASK_DROP_SOURCE,
    KF_ASK_FIND_WORDS,
    KF_ASK_RECORD,
    KF_ASK_DROP_RECORD,
    KF_ASK_COUNT_SOURCES,
    KF_ASK_COUNT_UNFINISHED,
    KF_ASK_COUNT
} kf_ask;

// A connection.
typedef struct kf_postgres_link {
    PGconn *connection;
    bool is_ready[KF_ASK_COUNT];
} kf_postgres_link;

// What is written and not yet sent, for each table.
typedef enum kf_postgres_table {
    KF_POSTGRES_BLOCK,
    KF_POSTGRES_GAME,
    KF_POSTGRES_WORDS,
    KF_POSTGRES_RECORD,
    KF_POSTGRES_TABLES
} kf_postgres_table;

// Memory of the heap that grows; NULL at first.
typedef struct kf_postgres_bytes {
    uint8_t *data;
    size_t length, room;
} kf_postgres_bytes;

// A server that holds games; of a catalogue on one server there is none beside it.
typedef struct kf_postgres_node {
    char *name;            // of the foreign server: kifu_1
    char *options;         // how it is reached: names and values, each with a NUL behind it
    size_t option_length;  // of all of them
    kf_postgres_link link; // open only while games are added
} kf_postgres_node;

// A segment under way, and the events of a block of it, which wait for its columns.
typedef struct kf_postgres_waiting {
    uint32_t segment;
    int width, height;
    bool is_variations;
    kf_postgres_bytes events;
} kf_postgres_waiting;

enum { KF_POSTGRES_TEXTS = 4096, KF_POSTGRES_SHELVES = 40, KF_POSTGRES_FIELDS = 24 };

typedef struct kf_postgres {
    kf_store store; // what all stores have
    kf_libpq pq;
    char *address, *shown; // the latter without a password
    bool is_written;
    kf_postgres_link link;
    kf_postgres_node *nodes;
    size_t node_count;
    char state[6]; // SQLSTATE of the first failure; "" where there is none
    bool has_failed;
    char message[300];
    // What was read last, which callers borrow.
    PGresult *fields[KF_POSTGRES_FIELDS];
    uint32_t field_segment[KF_POSTGRES_FIELDS];
    PGresult *facts; // all fields of a segment
    uint32_t fact_segment, asked_segment;
    int asked; // fields of asked_segment, so far
    PGresult *columns, *events, *record, *source, *found;
    uint32_t event_first;
    bool has_events;
    PGresult *segments; // a page of them, while nothing changes
    int segment_at;
    PGresult *texts[KF_POSTGRES_TEXTS];
    uint32_t text_ids[KF_POSTGRES_TEXTS];
    bool is_frozen;
    bool has_extension; // which searches where the games stand
    // While games are added:
    uint32_t next_segment, first_segment; // of the transaction
    kf_postgres_bytes rows[KF_POSTGRES_TABLES];
    bool has_table[KF_POSTGRES_TABLES]; // of the partition under way, on a node
    kf_postgres_waiting waiting[KF_POSTGRES_SHELVES];
    size_t waiting_count;
    size_t batch;             // number of the partition under way
    kf_postgres_node *target; // where it goes; NULL: nothing of it went yet
    bool has_records;         // of those that were there before
    struct kf_tokens *tokens;
} kf_postgres;

// The values of a statement, up to 8.
typedef struct kf_postgres_values {
    int count;
    const char *at[8];
    int length[8], format[8];
    uint8_t room[8][8];
} kf_postgres_values;

void kf_postgres_ask_int(kf_postgres_values *values, uint32_t number);
void kf_postgres_ask_long(kf_postgres_values *values, int64_t number);
// The bytes are borrowed until the question was put. NULL: no value.
void kf_postgres_ask_bytes(kf_postgres_values *values, const void *bytes, size_t length);

// Puts a question on the catalogue's own connection. NULL: it failed, and the store remembers why.
PGresult *kf_postgres_ask(kf_postgres *pg, kf_ask which, const kf_postgres_values *values);
// Runs a statement without values. False: it failed.
bool kf_postgres_ask_run(kf_postgres *pg, kf_postgres_link *link, const char *text);
// The same, and the first value of the first row as a number; -1 where there is none.
int64_t kf_postgres_ask_number(kf_postgres *pg, kf_postgres_link *link, const char *text);

// A value of a row: numbers as the server sends them, in 2, 4 or 8 bytes.
int64_t kf_postgres_ask_number_at(const kf_postgres *pg, const PGresult *result, int row,
                                  int column);
kf_text kf_postgres_ask_bytes_at(const kf_postgres *pg, const PGresult *result, int row,
                                 int column);

// Remembers what the connection or the result says of a failure; false. The first one counts.
bool kf_postgres_ask_failed(kf_postgres *pg, const kf_postgres_link *link, const PGresult *result);
// The same in words of ours.
bool kf_postgres_ask_fail(kf_postgres *pg, const char *state, const char *message);
void kf_postgres_ask_clear(kf_postgres *pg, PGresult **result);

/* ---- postgres_open.c --------------------------------------------------------------------- ----
 */

// Connects to a node of the open catalogue.
bool kf_postgres_open_node(kf_postgres *pg, kf_postgres_node *node);

/* ---- postgres.c -------------------------------------------------------------------------- ----
 */

extern const kf_store_way kf_postgres_way;

/* ---- postgres_put.c ---------------------------------------------------------------------- ----
 */

// A table of games: its name, its columns, how it is made, and its key, which comes when it is
// full.
const char *kf_postgres_put_name(kf_postgres_table table);
const char *kf_postgres_put_columns(kf_postgres_table table);
bool kf_postgres_put_make(kf_postgres *pg, kf_postgres_link *link, const char *name,
                          kf_postgres_table table);
bool kf_postgres_put_index(kf_postgres *pg, kf_postgres_link *link, const char *name,
                           kf_postgres_table table);
bool kf_postgres_put_begin(kf_postgres *pg);
bool kf_postgres_put_commit(kf_postgres *pg);
void kf_postgres_put_rollback(kf_postgres *pg);
bool kf_postgres_put_row(kf_postgres *pg, kf_table table, int64_t id, const uint8_t *data,
                         size_t length);
bool kf_postgres_put_segment(kf_postgres *pg, const kf_segment *segment);
bool kf_postgres_put_words(kf_postgres *pg, uint32_t line, kf_text words);
bool kf_postgres_put_record(kf_postgres *pg, uint32_t line, kf_text record);
bool kf_postgres_put_drop_record(kf_postgres *pg, uint32_t line);
void kf_postgres_put_close(kf_postgres *pg);

/* ---- tokens.c ---------------------------------------------------------------------------- ----
 */

// Texts cut into words exactly as SQLite's full text does it, so that both stores find the same.

typedef struct kf_tokens kf_tokens;

kf_tokens *kf_tokens_new(void);
void kf_tokens_free(kf_tokens *tokens);
// The words of a text with one space before and behind each; borrowed until the next call. False:
// no memory.
bool kf_tokens_cut(kf_tokens *tokens, kf_text text, kf_text *words);

#endif

#endif
