// SPDX-License-Identifier: MIT
// Questions to a PostgreSQL server, and what failed of them.

#include "catalog/postgres/postgres.h"

#ifdef KIFU_HAVE_POSTGRESQL

#include <stdio.h>
#include <string.h>

// Types of values, by the numbers that PostgreSQL's catalogue has for them.
enum { BYTES = 17, LONG = 20, INT = 23 };

#define SOURCE_COLUMNS  "id, path, size, time, digest, games, whole"
#define SEGMENT_COLUMNS "id, width, height, variations, count, gone"

// The tables stand in the schema `kifu`, whatever the server's search path is.
static const struct {
    const char *text;
    Oid types[8];
} statements[KF_ASK_COUNT] = {
    [KF_ASK_GAME] = {"SELECT data FROM kifu.game WHERE segment = $1 AND field = $2", {INT, INT}},
    [KF_ASK_FACTS] = {"SELECT data, field FROM kifu.game WHERE segment = $1", {INT}},
    [KF_ASK_COLUMNS] = {"SELECT columns FROM kifu.block WHERE segment = $1 AND block = $2",
                        {INT, INT}},
    [KF_ASK_EVENTS] = {"SELECT events FROM kifu.block WHERE segment = $1 AND block = $2",
                       {INT, INT}},
    // Grouped by what the tables are divided by, the search goes to where the partitions are. An
    // upper bound would make the planner expect so few rows that it fetched them instead; blocks
    // behind it are not asked for, and cost next to nothing.
    [KF_ASK_SEARCH] = {"SELECT segment, string_agg(kifu.scan($1, $2, segment, block, width, "
                       "height, columns, events), NULL) FROM kifu.block WHERE segment >= $3 "
                       "GROUP BY segment",
                       {BYTES, BYTES, INT}},
    [KF_ASK_SEGMENTS] = {"SELECT " SEGMENT_COLUMNS
                         " FROM kifu.segment WHERE id > $1 ORDER BY id LIMIT $2",
                         {INT, INT}},
    [KF_ASK_PUT_SEGMENT] = {"INSERT INTO kifu.segment (" SEGMENT_COLUMNS
                            ") VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET "
                            "count = EXCLUDED.count, gone = EXCLUDED.gone",
                            {INT, INT, INT, INT, INT, BYTES}},
    [KF_ASK_LAST_SEGMENT] = {"SELECT coalesce(max(id), 0) FROM kifu.segment", {0}},
    [KF_ASK_FIND_TEXT] =
        {"WITH old AS (SELECT id FROM kifu.text WHERE kind = $1 AND "
         "sha256(value) = sha256($2)), new AS (INSERT INTO kifu.text (kind, value) "
         "SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM old) RETURNING id) "
         "SELECT id FROM old UNION ALL SELECT id FROM new",
         {INT, BYTES}},
    [KF_ASK_TEXT] = {"SELECT value FROM kifu.text WHERE id = $1", {LONG}},
    [KF_ASK_TEXTS] = {"SELECT id, value FROM kifu.text WHERE kind = $1 AND id > $2 "
                      "ORDER BY id LIMIT 20000",
                      {INT, LONG}},
    [KF_ASK_LAST_TEXT] = {"SELECT coalesce(max(id), 0) FROM kifu.text", {0}},
    [KF_ASK_FIND_SOURCE] = {"SELECT " SOURCE_COLUMNS " FROM kifu.source WHERE sha256(path) = "
                            "sha256($1) AND ($2 = 1 OR digest = $3) ORDER BY id LIMIT 1",
                            {BYTES, INT, LONG}},
    [KF_ASK_SOURCE] = {"SELECT " SOURCE_COLUMNS " FROM kifu.source WHERE id = $1", {LONG}},
    [KF_ASK_NEXT_SOURCE] = {"SELECT " SOURCE_COLUMNS
                            " FROM kifu.source WHERE id > $1 ORDER BY id LIMIT 1",
                            {LONG}},
    [KF_ASK_ADD_SOURCE] = {"INSERT INTO kifu.source (path, size, time, digest, games, whole) "
                           "VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
                           {BYTES, LONG, LONG, LONG, LONG, INT}},
    [KF_ASK_PUT_SOURCE] = {"UPDATE kifu.source SET path = $1, size = $2, time = $3, digest = $4, "
                           "games = $5, whole = $6 WHERE id = $7 RETURNING id",
                           {BYTES, LONG, LONG, LONG, LONG, INT, LONG}},
    [KF_ASK_DROP_SOURCE] = {"DELETE FROM kifu.source WHERE id = $1", {LONG}},
    [KF_ASK_FIND_WORDS] = {"SELECT line FROM kifu.words WHERE position($1 IN tokens) > 0", {BYTES}},
    [KF_ASK_RECORD] = {"SELECT data FROM kifu.record WHERE segment = $1 AND line = $2",
                       {INT, LONG}},
    [KF_ASK_DROP_RECORD] = {"DELETE FROM kifu.record WHERE segment = $1 AND line = $2",
                            {INT, LONG}},
    [KF_ASK_COUNT_SOURCES] = {"SELECT count(*) FROM kifu.source", {0}},
    [KF_ASK_COUNT_UNFINISHED] = {"SELECT count(*) FROM kifu.source WHERE whole = 0", {0}},
};

// ---- Failure ----

bool kf_postgres_ask_fail(kf_postgres *pg, const char *state, const char *message) {
    if (pg->has_failed)
        return false;
    size_t length = strcspn(message, "\n");
    pg->has_failed = true;
    snprintf(pg->state, sizeof pg->state, "%s", state);
    snprintf(pg->message, sizeof pg->message, "%.*s", (int)(length < 280 ? length : 280), message);
    return false;
}

bool kf_postgres_ask_failed(kf_postgres *pg, const kf_postgres_link *link, const PGresult *result) {
    const char *state = result != NULL ? pg->pq.result_field(result, PG_DIAG_SQLSTATE) : NULL;
    const char *message =
        result != NULL ? pg->pq.result_field(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    bool is_lost = pg->pq.status(link->connection) != CONNECTION_OK;
    if (message == NULL || is_lost)
        message = pg->pq.message(link->connection);
    // 08006: the connection failed.
    return kf_postgres_ask_fail(pg, state != NULL ? state : is_lost ? "08006" : "XX000", message);
}

void kf_postgres_ask_clear(kf_postgres *pg, PGresult **result) {
    if (*result != NULL)
        pg->pq.clear(*result);
    *result = NULL;
}

// ---- Values ----

static void put_number(kf_postgres_values *values, uint64_t number, int size) {
    uint8_t *room = values->room[values->count];
    for (int i = 0; i < size; i++)
        room[i] = (uint8_t)(number >> 8 * (size - 1 - i));
    kf_postgres_ask_bytes(values, room, (size_t)size);
}

void kf_postgres_ask_int(kf_postgres_values *values, uint32_t number) {
    put_number(values, number, 4);
}

void kf_postgres_ask_long(kf_postgres_values *values, int64_t number) {
    put_number(values, (uint64_t)number, 8);
}

void kf_postgres_ask_bytes(kf_postgres_values *values, const void *bytes, size_t length) {
    values->at[values->count] = bytes;
    values->length[values->count] = (int)length;
    values->format[values->count++] = 1;
}

int64_t kf_postgres_ask_number_at(const kf_postgres *pg, const PGresult *result, int row,
                                  int column) {
    const uint8_t *p = (const uint8_t *)pg->pq.value(result, row, column);
    int length = pg->pq.length(result, row, column);
    uint64_t number = length > 0 && (p[0] & 0x80) ? UINT64_MAX : 0;
    for (int i = 0; i < length; i++)
        number = number << 8 | p[i];
    return (int64_t)number;
}

kf_text kf_postgres_ask_bytes_at(const kf_postgres *pg, const PGresult *result, int row,
                                 int column) {
    if (pg->pq.is_null(result, row, column))
        return (kf_text){NULL, 0};
    return (kf_text){pg->pq.value(result, row, column), (size_t)pg->pq.length(result, row, column)};
}

// ---- Questions ----

static bool is_done(const kf_postgres *pg, const PGresult *result) {
    ExecStatusType status = result != NULL ? pg->pq.result_status(result) : PGRES_FATAL_ERROR;
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

static bool make_ready(kf_postgres *pg, kf_postgres_link *link, kf_ask which, const char *name) {
    int count = 0;
    if (link->is_ready[which])
        return true;
    while (count < 8 && statements[which].types[count] != 0)
        count++;
    PGresult *result = pg->pq.prepare(link->connection, name, statements[which].text, count,
                                      statements[which].types);
    link->is_ready[which] = is_done(pg, result);
    if (!link->is_ready[which])
        kf_postgres_ask_failed(pg, link, result);
    kf_postgres_ask_clear(pg, &result);
    return link->is_ready[which];
}

PGresult *kf_postgres_ask(kf_postgres *pg, kf_ask which, const kf_postgres_values *values) {
    static const kf_postgres_values none = {.count = 0};
    const kf_postgres_values *v = values != NULL ? values : &none;
    char name[16];
    snprintf(name, sizeof name, "kifu_%d", (int)which);
    if (pg->has_failed || !make_ready(pg, &pg->link, which, name))
        return NULL;
    PGresult *result =
        pg->pq.ask(pg->link.connection, name, v->count, v->at, v->length, v->format, 1);
    if (is_done(pg, result))
        return result;
    kf_postgres_ask_failed(pg, &pg->link, result);
    kf_postgres_ask_clear(pg, &result);
    return NULL;
}

bool kf_postgres_ask_run(kf_postgres *pg, kf_postgres_link *link, const char *text) {
    PGresult *result = pg->pq.run(link->connection, text);
    bool is_good = is_done(pg, result);
    if (!is_good)
        kf_postgres_ask_failed(pg, link, result);
    kf_postgres_ask_clear(pg, &result);
    return is_good;
}

int64_t kf_postgres_ask_number(kf_postgres *pg, kf_postgres_link *link, const char *text) {
    PGresult *result = pg->pq.run(link->connection, text);
    int64_t number = -1;
    if (!is_done(pg, result)) {
        kf_postgres_ask_failed(pg, link, result);
    } else if (pg->pq.rows(result) > 0 && !pg->pq.is_null(result, 0, 0)) {
        const char *digits = pg->pq.value(result, 0, 0);
        number = 0;
        for (; *digits >= '0' && *digits <= '9' && number < INT64_MAX / 10 - 10; digits++)
            number = number * 10 + (*digits - '0');
    }
    kf_postgres_ask_clear(pg, &result);
    return number;
}

#endif
