// SPDX-License-Identifier: MIT
// Adding games to a catalogue on PostgreSQL servers.

#include "catalog/postgres/postgres.h"

#include "catalog/catalog.h"

#ifdef KIFU_HAVE_POSTGRESQL

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How it works. What is added between two commits is a batch: segments of their own. With nodes, a
// batch is a partition, which goes to one of them by COPY on a connection of its own, into tables
// that nobody knows of yet. They are committed there first; then the catalogue's own server learns
// of the partition in one transaction with the names, the sources and the segments. A run that ends
// in between leaves tables that no partition points to, and the next batch, which has the same
// number, drops them.

enum { FULL = 4 << 20, MOST_TEXT = 400 };

static const struct {
    const char *name, *columns, *key;
} tables[KF_POSTGRES_TABLES] = {
    [KF_POSTGRES_BLOCK] = {"block",
                           "segment integer NOT NULL, block integer NOT NULL, width integer NOT "
                           "NULL, height integer NOT NULL, columns bytea NOT NULL, events bytea "
                           "NOT NULL",
                           "segment, block"},
    [KF_POSTGRES_GAME] = {"game",
                          "segment integer NOT NULL, field integer NOT NULL, data bytea NOT NULL",
                          "segment, field"},
    [KF_POSTGRES_WORDS] = {"words",
                           "segment integer NOT NULL, line bigint NOT NULL, tokens bytea NOT NULL",
                           "segment, line"},
    [KF_POSTGRES_RECORD] = {"record",
                            "segment integer NOT NULL, line bigint NOT NULL, data bytea NOT NULL",
                            "segment, line"},
};

// ---- Tables ----

const char *kf_postgres_put_columns(kf_postgres_table table) {
    return tables[table].columns;
}

const char *kf_postgres_put_name(kf_postgres_table table) {
    return tables[table].name;
}

bool kf_postgres_put_make(kf_postgres *pg, kf_postgres_link *link, const char *name,
                          kf_postgres_table table) {
    char text[MOST_TEXT];
    snprintf(text, sizeof text, "CREATE TABLE %s (%s)", name, tables[table].columns);
    bool is_good = kf_postgres_ask_run(pg, link, text);
    // Bits that are compressed for nothing only cost time.
    snprintf(text, sizeof text,
             "ALTER TABLE %s ALTER columns SET STORAGE EXTERNAL, ALTER events SET STORAGE "
             "EXTERNAL, SET (parallel_workers = 8)",
             name);
    return is_good && (table != KF_POSTGRES_BLOCK || kf_postgres_ask_run(pg, link, text));
}

bool kf_postgres_put_index(kf_postgres *pg, kf_postgres_link *link, const char *name,
                           kf_postgres_table table) {
    char text[MOST_TEXT];
    snprintf(text, sizeof text, "ALTER TABLE %s ADD PRIMARY KEY (%s)", name, tables[table].key);
    return kf_postgres_ask_run(pg, link, text);
}

// The table of a batch: on a node it has its number.
static void name_table(const kf_postgres *pg, kf_postgres_table table, char name[32]) {
    if (pg->node_count > 0)
        snprintf(name, 32, "kifu_node.%s_%u", tables[table].name, pg->first_segment);
    else
        snprintf(name, 32, "kifu.%s", tables[table].name);
}

// Where the batch goes: batches take turns among the nodes.
static kf_postgres_link *find_target(kf_postgres *pg) {
    if (pg->node_count == 0)
        return &pg->link;
    if (pg->target != NULL)
        return &pg->target->link;
    kf_postgres_node *node = &pg->nodes[pg->batch % pg->node_count];
    bool is_open = (node->link.connection != NULL || kf_postgres_open_node(pg, node)) &&
                   kf_postgres_ask_run(pg, &node->link, "BEGIN");
    pg->target = is_open ? node : NULL;
    return is_open ? &node->link : NULL;
}

static bool make_table(kf_postgres *pg, kf_postgres_link *link, kf_postgres_table table) {
    char name[32], text[80];
    if (pg->node_count == 0 || pg->has_table[table])
        return true;
    name_table(pg, table, name);
    snprintf(text, sizeof text, "DROP TABLE IF EXISTS %s", name);
    pg->has_table[table] =
        kf_postgres_ask_run(pg, link, text) && kf_postgres_put_make(pg, link, name, table);
    return pg->has_table[table];
}

// ---- Bytes ----

static bool add(kf_postgres *pg, kf_postgres_bytes *bytes, const void *data, size_t length) {
    if (bytes->length + length > bytes->room) {
        size_t room = (bytes->length + length) * 3 / 2 + 4096;
        uint8_t *block = realloc(bytes->data, room);
        if (block == NULL)
            return kf_postgres_ask_fail(pg, "53200", "");
        bytes->data = block;
        bytes->room = room;
    }
    if (length > 0)
        memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
    return true;
}

static bool add_number(kf_postgres *pg, kf_postgres_bytes *bytes, uint64_t number, int size) {
    uint8_t room[8];
    for (int i = 0; i < size; i++)
        room[i] = (uint8_t)(number >> 8 * (size - 1 - i));
    return add(pg, bytes, room, (size_t)size);
}

// A value of a row: its length, then the value.
static bool add_value(kf_postgres *pg, kf_postgres_bytes *bytes, uint64_t number, int size) {
    return add_number(pg, bytes, (uint64_t)size, 4) && add_number(pg, bytes, number, size);
}

static bool add_data(kf_postgres *pg, kf_postgres_bytes *bytes, const void *data, size_t length) {
    return add_number(pg, bytes, length, 4) && add(pg, bytes, data, length);
}

// ---- Sending ----

// The end of a COPY: its result, and what comes behind it.
static bool finish_copy(kf_postgres *pg, kf_postgres_link *link) {
    bool is_good = true;
    for (PGresult *r; (r = pg->pq.next(link->connection)) != NULL; kf_postgres_ask_clear(pg, &r))
        if (pg->pq.result_status(r) != PGRES_COMMAND_OK)
            is_good = kf_postgres_ask_failed(pg, link, r);
    return is_good;
}

// PostgreSQL's binary form: a head, rows of a count of values, and -1 as the last count. Source:
// the manual, COPY, "Binary Format".
static bool send(kf_postgres *pg, kf_postgres_table table) {
    static const char head[19] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0";
    static const char end[2] = "\377\377";
    kf_postgres_bytes *rows = &pg->rows[table];
    char name[32], text[80];
    if (rows->length == 0 || pg->has_failed)
        return !pg->has_failed;
    kf_postgres_link *link = find_target(pg);
    if (link == NULL || !make_table(pg, link, table))
        return false;
    name_table(pg, table, name);
    snprintf(text, sizeof text, "COPY %s FROM STDIN (FORMAT binary)", name);
    PGresult *begun = pg->pq.run(link->connection, text);
    bool is_good = begun != NULL && pg->pq.result_status(begun) == PGRES_COPY_IN;
    if (!is_good)
        kf_postgres_ask_failed(pg, link, begun);
    kf_postgres_ask_clear(pg, &begun);
    if (!is_good)
        return false;
    is_good = pg->pq.put_copy(link->connection, head, sizeof head) == 1;
    for (size_t at = 0; at < rows->length && is_good; at += FULL) {
        size_t size = rows->length - at < FULL ? rows->length - at : FULL;
        is_good = pg->pq.put_copy(link->connection, (const char *)rows->data + at, (int)size) == 1;
    }
    is_good = is_good && pg->pq.put_copy(link->connection, end, sizeof end) == 1 &&
              pg->pq.end_copy(link->connection, NULL) == 1;
    if (!is_good)
        kf_postgres_ask_failed(pg, link, NULL);
    rows->length = 0;
    return is_good && finish_copy(pg, link);
}

static bool send_full(kf_postgres *pg, kf_postgres_table table) {
    return pg->rows[table].length < FULL || send(pg, table);
}

// ---- Rows ----

static kf_postgres_waiting *waiting_for(kf_postgres *pg, uint32_t segment) {
    for (size_t i = 0; i < pg->waiting_count; i++)
        if (pg->waiting[i].segment == segment)
            return &pg->waiting[i];
    return NULL;
}

// A segment that has begun waits for its blocks until it is written as a whole.
bool kf_postgres_put_segment(kf_postgres *pg, const kf_segment *segment) {
    kf_postgres_values values = {.count = 0};
    if (segment->count == 0) {
        if (pg->waiting_count == KF_POSTGRES_SHELVES)
            return kf_postgres_ask_fail(pg, "54000", "too many segments at once");
        kf_postgres_waiting *w = &pg->waiting[pg->waiting_count++];
        w->segment = segment->id;
        w->width = segment->width;
        w->height = segment->height;
        w->events.length = 0;
        return true;
    }
    kf_postgres_waiting *w = waiting_for(pg, segment->id);
    if (w != NULL) {
        // Its memory stays for the next one.
        kf_postgres_waiting *last = &pg->waiting[--pg->waiting_count], done = *w;
        *w = *last;
        *last = done;
    }
    kf_postgres_ask_int(&values, segment->id);
    kf_postgres_ask_int(&values, (uint32_t)segment->width);
    kf_postgres_ask_int(&values, (uint32_t)segment->height);
    kf_postgres_ask_int(&values, segment->is_variations);
    kf_postgres_ask_int(&values, segment->count);
    kf_postgres_ask_bytes(&values, segment->gone, KF_STORE_LINES / 8);
    PGresult *result = kf_postgres_ask(pg, KF_ASK_PUT_SEGMENT, &values);
    bool is_good = result != NULL;
    kf_postgres_ask_clear(pg, &result);
    return is_good;
}

static bool put_block(kf_postgres *pg, uint32_t segment, uint32_t block, kf_text columns) {
    kf_postgres_bytes *rows = &pg->rows[KF_POSTGRES_BLOCK];
    kf_postgres_waiting *w = waiting_for(pg, segment);
    if (w == NULL)
        return kf_postgres_ask_fail(pg, "XX000", "a block of no segment");
    bool is_good = add_number(pg, rows, 6, 2) && add_value(pg, rows, segment, 4) &&
                   add_value(pg, rows, block, 4) && add_value(pg, rows, (uint64_t)w->width, 4) &&
                   add_value(pg, rows, (uint64_t)w->height, 4) &&
                   add_data(pg, rows, columns.data, columns.length) &&
                   add_data(pg, rows, w->events.data, w->events.length);
    w->events.length = 0;
    return is_good && send_full(pg, KF_POSTGRES_BLOCK);
}

static bool put_field(kf_postgres *pg, uint32_t segment, uint32_t field, kf_text data) {
    kf_postgres_bytes *rows = &pg->rows[KF_POSTGRES_GAME];
    return add_number(pg, rows, 3, 2) && add_value(pg, rows, segment, 4) &&
           add_value(pg, rows, field, 4) && add_data(pg, rows, data.data, data.length) &&
           send_full(pg, KF_POSTGRES_GAME);
}

bool kf_postgres_put_row(kf_postgres *pg, kf_table table, int64_t id, const uint8_t *data,
                         size_t length) {
    kf_text bytes = {(const char *)data, length};
    if (table == KF_TABLE_EVENTS) {
        kf_postgres_waiting *w = waiting_for(pg, (uint32_t)(id / KF_STORE_STRIDE));
        return w != NULL ? add(pg, &w->events, data, length)
                         : kf_postgres_ask_fail(pg, "XX000", "events of no segment");
    }
    uint32_t segment = (uint32_t)(id / KF_STORE_ROWS), at = (uint32_t)(id % KF_STORE_ROWS);
    return table == KF_TABLE_COLUMNS ? put_block(pg, segment, at, bytes)
                                     : put_field(pg, segment, at, bytes);
}

static bool put_text(kf_postgres *pg, kf_postgres_table table, uint32_t line, kf_text text) {
    kf_postgres_bytes *rows = &pg->rows[table];
    return add_number(pg, rows, 3, 2) && add_value(pg, rows, line / KF_STORE_STRIDE, 4) &&
           add_value(pg, rows, line, 8) && add_data(pg, rows, text.data, text.length) &&
           send_full(pg, table);
}

bool kf_postgres_put_words(kf_postgres *pg, uint32_t line, kf_text words) {
    kf_text cut;
    if (pg->tokens == NULL)
        pg->tokens = kf_tokens_new();
    if (pg->tokens == NULL || !kf_tokens_cut(pg->tokens, words, &cut))
        return kf_postgres_ask_fail(pg, "53200", "");
    return cut.length == 0 || put_text(pg, KF_POSTGRES_WORDS, line, cut);
}

bool kf_postgres_put_record(kf_postgres *pg, uint32_t line, kf_text record) {
    return put_text(pg, KF_POSTGRES_RECORD, line, record);
}

bool kf_postgres_put_drop_record(kf_postgres *pg, uint32_t line) {
    kf_postgres_values values = {.count = 0};
    if (!pg->has_records)
        return true;
    kf_postgres_ask_int(&values, line / KF_STORE_STRIDE);
    kf_postgres_ask_long(&values, line);
    PGresult *result = kf_postgres_ask(pg, KF_ASK_DROP_RECORD, &values);
    bool is_good = result != NULL;
    kf_postgres_ask_clear(pg, &result);
    return is_good;
}

// ---- Transactions ----

bool kf_postgres_put_begin(kf_postgres *pg) {
    // Two batches at once would take the same numbers.
    bool is_good =
        !pg->has_failed &&
        kf_postgres_ask_run(pg, &pg->link,
                            "BEGIN; SET LOCAL lock_timeout = '10s'; LOCK TABLE "
                            "kifu.segment IN EXCLUSIVE MODE; SET LOCAL lock_timeout = 0");
    int64_t last = is_good ? kf_postgres_ask_number(pg, &pg->link,
                                                    "SELECT coalesce(max(id), 0) FROM kifu.segment")
                           : -1;
    int64_t batch =
        last >= 0 ? kf_postgres_ask_number(pg, &pg->link, "SELECT count(*) FROM kifu.batch") : -1;
    pg->has_records =
        batch >= 0 &&
        kf_postgres_ask_number(pg, &pg->link,
                               "SELECT count(*) FROM (SELECT FROM kifu.record LIMIT 1) x") > 0;
    pg->next_segment = pg->first_segment = (uint32_t)(last + 1);
    pg->batch = (size_t)batch;
    return !pg->has_failed;
}

// Makes the batch a partition of the catalogue's tables.
static bool attach(kf_postgres *pg) {
    char name[32], text[MOST_TEXT];
    bool is_good = true;
    for (int i = 0; i < KF_POSTGRES_TABLES && is_good; i++) {
        if (!pg->has_table[i])
            continue;
        snprintf(name, sizeof name, "%s_%u", tables[i].name, pg->first_segment);
        snprintf(text, sizeof text,
                 "CREATE FOREIGN TABLE kifu.%s PARTITION OF kifu.%s FOR VALUES FROM (%u) TO (%u) "
                 "SERVER %s OPTIONS (schema_name 'kifu_node', table_name '%s')",
                 name, tables[i].name, pg->first_segment, pg->next_segment, pg->target->name, name);
        is_good = kf_postgres_ask_run(pg, &pg->link, text);
    }
    snprintf(text, sizeof text,
             "INSERT INTO kifu.batch (first, next, server) VALUES (%u, %u, '%s')",
             pg->first_segment, pg->next_segment, pg->target->name);
    return is_good && kf_postgres_ask_run(pg, &pg->link, text);
}

static bool commit_node(kf_postgres *pg) {
    char name[32], text[80];
    kf_postgres_link *link = &pg->target->link;
    for (int i = 0; i < KF_POSTGRES_TABLES; i++) {
        if (!pg->has_table[i])
            continue;
        name_table(pg, (kf_postgres_table)i, name);
        snprintf(text, sizeof text, "ANALYZE %s", name);
        if (!kf_postgres_put_index(pg, link, name, (kf_postgres_table)i) ||
            !kf_postgres_ask_run(pg, link, text))
            return false;
    }
    return kf_postgres_ask_run(pg, link, "COMMIT");
}

static void forget_batch(kf_postgres *pg) {
    for (int i = 0; i < KF_POSTGRES_TABLES; i++) {
        pg->rows[i].length = 0;
        pg->has_table[i] = false;
    }
    pg->waiting_count = 0;
    pg->target = NULL;
}

bool kf_postgres_put_commit(kf_postgres *pg) {
    bool is_good = !pg->has_failed;
    for (int i = 0; i < KF_POSTGRES_TABLES && is_good; i++)
        is_good = send(pg, (kf_postgres_table)i);
    if (is_good && pg->target != NULL)
        is_good = commit_node(pg) && attach(pg);
    is_good = is_good && kf_postgres_ask_run(pg, &pg->link, "COMMIT");
    if (is_good)
        forget_batch(pg);
    return is_good;
}

static void roll_back(kf_postgres *pg, kf_postgres_link *link) {
    if (link->connection == NULL || pg->pq.transaction(link->connection) == PQTRANS_IDLE)
        return;
    PGresult *result = pg->pq.run(link->connection, "ROLLBACK");
    kf_postgres_ask_clear(pg, &result);
}

void kf_postgres_put_rollback(kf_postgres *pg) {
    if (pg->target != NULL)
        roll_back(pg, &pg->target->link);
    roll_back(pg, &pg->link);
    forget_batch(pg);
}

void kf_postgres_put_close(kf_postgres *pg) {
    for (int i = 0; i < KF_POSTGRES_TABLES; i++)
        free(pg->rows[i].data);
    for (size_t i = 0; i < KF_POSTGRES_SHELVES; i++)
        free(pg->waiting[i].events.data);
}

#endif
