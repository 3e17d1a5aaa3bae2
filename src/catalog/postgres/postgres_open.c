// SPDX-License-Identifier: MIT
// Opening a catalogue on PostgreSQL servers, and making it.

#include "catalog/postgres/postgres.h"

#include <string.h>
#include <strings.h>

#include "base/address.h"
#include "base/log.h"

// Slips in the scheme are meant as addresses, too: as names of files they would be repeated whole.
bool kf_postgres_open_is_meant(const char *name) {
    const char *rest = kf_address_find(name);
    return rest != NULL && memchr(name, '/', (size_t)(rest - name)) == NULL &&
           (rest[0] == '/' || strpbrk(rest, "@?") != NULL);
}

#ifdef KIFU_HAVE_POSTGRESQL

#include <stdio.h>
#include <stdlib.h>

#include "catalog/catalog.h"

// Catalogues of the version before have the words of comments as they were written.
enum {
    VERSION = 3,
    VERSION_BEFORE = 2,
    OLDEST = 150000,
    MOST_OPTIONS = 40,
    MOST_TEXT = 4000,
    MOST_PORT = 65535
};

static const char spaces[] = " \t\n\v\f\r";

// The sizes of what a table with an index over a digest can hold are not limited.
static const char schema[] =
    "CREATE SCHEMA IF NOT EXISTS kifu;"
    "CREATE TABLE kifu.about (version integer NOT NULL);"
    "CREATE TABLE kifu.source (id bigserial PRIMARY KEY, path bytea NOT NULL, size bigint, "
    "time bigint, digest bigint, games bigint, whole integer);"
    "CREATE INDEX ON kifu.source (sha256(path));"
    "CREATE TABLE kifu.text (id bigserial PRIMARY KEY, kind integer NOT NULL, value bytea NOT "
    "NULL);"
    "CREATE UNIQUE INDEX ON kifu.text (kind, sha256(value));"
    "CREATE TABLE kifu.segment (id integer PRIMARY KEY, width integer NOT NULL, height integer "
    "NOT NULL, variations integer NOT NULL, count integer NOT NULL, gone bytea);"
    "CREATE TABLE kifu.node (number integer PRIMARY KEY, server name NOT NULL);"
    "CREATE TABLE kifu.batch (first integer PRIMARY KEY, next integer NOT NULL, server name NOT "
    "NULL);";

// ---- Addresses ----

static bool has_scheme(const char *address) {
    return strncasecmp(address, "postgresql://", 13) == 0 ||
           strncasecmp(address, "postgres://", 11) == 0;
}

// A copy with the scheme in small letters, as the library knows it. NULL: no memory.
static char *copy_address(const char *address) {
    char *copy = strdup(address);
    for (char *p = copy; p != NULL && has_scheme(address) && *p != ':'; p++)
        *p = (char)(*p | 32);
    return copy;
}

static PQconninfoOption *parse(const kf_libpq *pq, const char *address, char **error) {
    char *copy = copy_address(address);
    PQconninfoOption *options = copy != NULL ? pq->parse(copy, error) : NULL;
    free(copy);
    return options;
}

// Whether the text holds ports as the library takes them, with commas between.
static bool are_ports(const char *text) {
    for (bool is_more = true; is_more; is_more = *text++ == ',') {
        text += strspn(text, spaces);
        long port = 0;
        for (; *text >= '0' && *text <= '9' && port <= MOST_PORT; text++)
            port = 10 * port + (*text - '0');
        if (port > MOST_PORT)
            return false;
        text += strspn(text, spaces);
        if (*text != ',' && *text != '\0')
            return false;
    }
    return true;
}

// A host is looked up, so no part of a password may stand there. One with an @ in front is a socket
// without a file, which can be named as an option alone.
static bool is_host(const char *address, const char *value) {
    bool is_option = strstr(address, "host=@") != NULL || strstr(address, "host=%40") != NULL;
    return value[0] == '/' || strchr(value + (value[0] == '@' && is_option), '@') == NULL;
}

// What a server repeats must not be the rest of a password with a / in it, or options for which
// the ? was forgotten. A space is good if it is written %20.
static bool is_value(const char *address, const PQconninfoOption *option) {
    const char *value = option->val != NULL ? option->val : "", *name = option->keyword;
    if (strcmp(name, "port") == 0)
        return are_ports(value);
    if (strcmp(name, "host") == 0)
        return is_host(address, value);
    if (strcmp(name, "user") == 0)
        return strpbrk(value, "=&;") == NULL;
    return strcmp(name, "dbname") != 0 ||
           (strpbrk(value, "@=&;") == NULL &&
            (strpbrk(value, spaces) == NULL || strstr(address, value) == NULL));
}

// Whether it can be the address of a server. libpq repeats one that it cannot read, and what stands
// in the wrong place of one that it can: that may be a password, which has an @ or a / in it.
static bool is_address(const kf_libpq *pq, const char *address) {
    char *error = NULL;
    PQconninfoOption *options = parse(pq, address, &error);
    bool is_good = has_scheme(address) && (options != NULL || error == NULL); // neither: no memory
    for (PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++)
        is_good = is_good && is_value(address, o);
    pq->free_options(options);
    pq->free(error);
    return is_good;
}

// What is shown of an address: where and which, and never a password.
static char *show_address(const kf_libpq *pq, const char *address) {
    char *error = NULL, *shown = malloc(MOST_TEXT);
    PQconninfoOption *options = parse(pq, address, &error);
    const char *host = "", *port = "", *database = "";
    bool is_good = is_address(pq, address);
    for (PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++) {
        const char *value = o->val != NULL ? o->val : "";
        host = strcmp(o->keyword, "host") == 0 ? value : host;
        port = strcmp(o->keyword, "port") == 0 ? value : port;
        database = strcmp(o->keyword, "dbname") == 0 ? value : database;
    }
    if (shown != NULL && (!is_good || strpbrk(database, spaces) != NULL))
        snprintf(shown, MOST_TEXT, "postgresql://…");
    else if (shown != NULL)
        snprintf(shown, MOST_TEXT, "postgresql://%.200s%s%.20s/%.100s", host,
                 port[0] != '\0' ? ":" : "", port, database);
    pq->free_options(options);
    pq->free(error);
    return shown;
}

static void hear_nothing(void *context, const char *message) {
    (void)context, (void)message;
}

// Connects to an address, or to a node of it, whose options replace those of the address.
static bool connect(kf_postgres *pg, kf_postgres_link *link, const char *address,
                    const kf_postgres_node *node) {
    const char *names[MOST_OPTIONS] = {"application_name", "connect_timeout", "dbname"};
    const char *values[MOST_OPTIONS] = {"kifu", "10", NULL};
    int count = 3;
    const char *at = node != NULL ? node->options : NULL;
    const char *end = at != NULL ? at + node->option_length : NULL;
    memset(link, 0, sizeof *link);
    if (!is_address(&pg->pq, address))
        return kf_postgres_ask_fail(
            pg, "22023",
            "this is no address that kifu knows; it is "
            "postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and behind a ? options that PostgreSQL "
            "has; "
            "@, /, : and % in a password are written %40, %2F, %3A and %25");
    while (at != end && count < MOST_OPTIONS - 2) {
        names[count] = at;
        at += strlen(at) + 1;
        values[count++] = at;
        at += strlen(at) + 1;
    }
    names[count] = "client_encoding";
    values[count] = "UTF8";
    char *copy = copy_address(address);
    values[2] = copy;
    link->connection = copy != NULL ? pg->pq.connect(names, values, 1) : NULL;
    free(copy);
    if (link->connection == NULL)
        return kf_postgres_ask_fail(pg, "53200", "");
    if (pg->pq.status(link->connection) != CONNECTION_OK)
        return kf_postgres_ask_failed(pg, link, NULL);
    pg->pq.set_notices(link->connection, hear_nothing, NULL);
    if (pg->pq.version(link->connection) < OLDEST)
        return kf_postgres_ask_fail(pg, "0A000", "the server is older than PostgreSQL 15");
    // What the planner takes for dear is one function, which compiling a question cannot hasten.
    return kf_postgres_ask_run(pg, link,
                               "SET search_path = pg_catalog; SET jit = off; "
                               "SET enable_partitionwise_aggregate = on");
}

bool kf_postgres_open_node(kf_postgres *pg, kf_postgres_node *node) {
    if (connect(pg, &node->link, pg->address, node))
        return true;
    if (node->link.connection != NULL)
        pg->pq.finish(node->link.connection);
    node->link.connection = NULL;
    return false;
}

// ---- Nodes ----

// How the nodes are reached stands where PostgreSQL keeps it for its own connections to them.
static const char node_question[] =
    "SELECT n.server, o.name, o.value FROM kifu.node n LEFT JOIN LATERAL (SELECT "
    "substr(x, 1, strpos(x, '=') - 1) AS name, substr(x, strpos(x, '=') + 1) AS value FROM "
    "pg_foreign_server s, unnest(s.srvoptions) x WHERE s.srvname = n.server UNION ALL SELECT "
    "substr(x, 1, strpos(x, '=') - 1), substr(x, strpos(x, '=') + 1) FROM pg_user_mappings m, "
    "unnest(m.umoptions) x WHERE m.srvname = n.server AND m.usename IN (current_user, 'public')) o "
    "ON o.name IN ('host', 'hostaddr', 'port', 'dbname', 'user', 'password', 'sslmode', "
    "'sslrootcert', 'sslcert', 'sslkey', 'passfile') ORDER BY n.number";

static bool add_option(kf_postgres *pg, kf_postgres_node *node, const char *name,
                       const char *value) {
    size_t first = strlen(name) + 1, second = strlen(value) + 1;
    char *options = realloc(node->options, node->option_length + first + second);
    if (options == NULL)
        return kf_postgres_ask_fail(pg, "53200", "");
    memcpy(options + node->option_length, name, first);
    memcpy(options + node->option_length + first, value, second);
    node->options = options;
    node->option_length += first + second;
    return true;
}

static bool read_nodes(kf_postgres *pg) {
    PGresult *r = pg->pq.run(pg->link.connection, node_question);
    bool is_good = r != NULL && pg->pq.result_status(r) == PGRES_TUPLES_OK;
    int rows = is_good ? pg->pq.rows(r) : 0;
    if (!is_good)
        kf_postgres_ask_failed(pg, &pg->link, r);
    if (rows > 0)
        pg->nodes = calloc((size_t)rows, sizeof *pg->nodes);
    if (rows > 0 && pg->nodes == NULL)
        is_good = kf_postgres_ask_fail(pg, "53200", "");
    for (int i = 0; i < rows && is_good; i++) {
        const char *server = pg->pq.value(r, i, 0);
        kf_postgres_node *node = pg->node_count > 0 ? &pg->nodes[pg->node_count - 1] : NULL;
        if (node == NULL || strcmp(node->name, server) != 0) {
            node = &pg->nodes[pg->node_count++];
            node->name = strdup(server);
            is_good = node->name != NULL || kf_postgres_ask_fail(pg, "53200", "");
        }
        if (is_good && !pg->pq.is_null(r, i, 1))
            is_good = add_option(pg, node, pg->pq.value(r, i, 1), pg->pq.value(r, i, 2));
    }
    kf_postgres_ask_clear(pg, &r);
    return is_good;
}

// ---- Making ----

// A statement under construction in room of its own; what does not fit is an error.
typedef struct statement {
    char text[MOST_TEXT];
    size_t length;
} statement;

static void say(statement *s, const char *text) {
    size_t length = strlen(text), room = sizeof s->text - 1 - s->length;
    memcpy(s->text + s->length, text, length < room ? length : room);
    s->length += length < room ? length : room;
    s->text[s->length] = '\0';
}

// A name and its value as options of a server; the value is quoted by the library.
static void say_option(kf_postgres *pg, statement *s, const char *name, const char *value) {
    char *quoted = pg->pq.quote(pg->link.connection, value, strlen(value));
    say(s, s->text[s->length - 1] == '(' ? "" : ", ");
    say(s, name);
    say(s, " ");
    say(s, quoted != NULL ? quoted : "''");
    pg->pq.free(quoted);
}

static bool is_of_user(const char *name) {
    return strcmp(name, "user") == 0 || strcmp(name, "password") == 0;
}

// Makes the server known to the catalogue's own one.
static bool add_node(kf_postgres *pg, const char *address, int number, bool has_extension) {
    char *error = NULL, name[24], text[160];
    PQconninfoOption *options = parse(&pg->pq, address, &error);
    statement server = {.length = 0}, user = {.length = 0}, mapping = {.length = 0};
    snprintf(name, sizeof name, "kifu_%d", number);
    snprintf(text, sizeof text, "CREATE SERVER %s FOREIGN DATA WRAPPER postgres_fdw OPTIONS (",
             name);
    say(&server, text);
    say(&user, " OPTIONS (");
    for (PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++)
        if (o->val != NULL && o->val[0] != '\0')
            say_option(pg, is_of_user(o->keyword) ? &user : &server, o->keyword, o->val);
    // Columns of blocks are large: what comes of them, and not they, is to go over the wire.
    static const char *const own[][2] = {{"extensions", "kifu"},
                                         {"async_capable", "true"},
                                         {"fetch_size", "500"},
                                         {"fdw_tuple_cost", "1000"},
                                         {"options", "-c jit=off"}};
    for (size_t i = 0; i < sizeof own / sizeof *own - !has_extension; i++)
        say_option(pg, &server, own[i][0], own[i][1]);
    say(&server, ")");
    say(&user, ")");
    snprintf(text, sizeof text, "CREATE USER MAPPING FOR CURRENT_USER SERVER %s", name);
    say(&mapping, text);
    say(&mapping, user.text[user.length - 2] == '(' ? "" : user.text);
    bool is_good = options != NULL;
    if (!is_good)
        kf_postgres_ask_fail(pg, "53200", ""); // it was connected to, so it can be read
    snprintf(text, sizeof text, "INSERT INTO kifu.node VALUES (%d, '%s')", number, name);
    is_good = is_good && kf_postgres_ask_run(pg, &pg->link, server.text) &&
              kf_postgres_ask_run(pg, &pg->link, mapping.text) &&
              kf_postgres_ask_run(pg, &pg->link, text);
    pg->pq.free_options(options);
    pg->pq.free(error);
    return is_good;
}

// Without the extension the search runs here, so that nothing depends on it.
static void add_extension(kf_postgres *pg, kf_postgres_link *link) {
    PGresult *r = pg->pq.run(link->connection,
                             "DO $$BEGIN IF EXISTS (SELECT FROM pg_available_extensions WHERE name "
                             "= 'kifu') THEN CREATE EXTENSION IF NOT EXISTS kifu SCHEMA kifu; END "
                             "IF; EXCEPTION WHEN OTHERS THEN NULL; END$$");
    kf_postgres_ask_clear(pg, &r);
}

// Says, too, whether the node has the extension then.
static bool make_on_node(kf_postgres *pg, const char *address, bool *has_extension) {
    kf_postgres_link link = {.connection = NULL};
    bool is_good = connect(pg, &link, address, NULL) &&
                   kf_postgres_ask_run(pg, &link,
                                       "CREATE SCHEMA IF NOT EXISTS kifu; CREATE "
                                       "SCHEMA IF NOT EXISTS kifu_node");
    if (is_good)
        add_extension(pg, &link);
    *has_extension = is_good && kf_postgres_ask_number(pg, &link,
                                                       "SELECT count(*) FROM pg_extension WHERE "
                                                       "extname = 'kifu'") == 1;
    if (link.connection != NULL)
        pg->pq.finish(link.connection);
    return is_good;
}

// The tables of games: with nodes they are parted by ranges of segments, else they stand here.
static bool make_tables(kf_postgres *pg, bool has_nodes) {
    char text[MOST_TEXT];
    for (int i = 0; i < KF_POSTGRES_TABLES; i++) {
        kf_postgres_table table = (kf_postgres_table)i;
        char name[32];
        snprintf(name, sizeof name, "kifu.%s", kf_postgres_put_name(table));
        snprintf(text, sizeof text, "CREATE TABLE %s (%s) PARTITION BY RANGE (segment)", name,
                 kf_postgres_put_columns(table));
        if (has_nodes ? !kf_postgres_ask_run(pg, &pg->link, text)
                      : !kf_postgres_put_make(pg, &pg->link, name, table) ||
                            !kf_postgres_put_index(pg, &pg->link, name, table))
            return false;
    }
    return true;
}

static bool make(kf_postgres *pg, const char *const *nodes) {
    char text[80];
    int count = 0;
    bool have_extension = true, has_extension;
    for (; nodes != NULL && nodes[count] != NULL; count++) {
        if (!make_on_node(pg, nodes[count], &has_extension))
            return false;
        have_extension = have_extension && has_extension;
    }
    snprintf(text, sizeof text, "INSERT INTO kifu.about VALUES (%d)", VERSION);
    bool is_good = kf_postgres_ask_run(pg, &pg->link, "BEGIN") &&
                   kf_postgres_ask_run(pg, &pg->link, schema) &&
                   kf_postgres_ask_run(pg, &pg->link, text) && make_tables(pg, count > 0);
    if (is_good && count > 0)
        is_good = kf_postgres_ask_run(pg, &pg->link, "CREATE EXTENSION IF NOT EXISTS postgres_fdw");
    if (is_good)
        add_extension(pg, &pg->link);
    for (int i = 0; i < count && is_good; i++)
        is_good = add_node(pg, nodes[i], i + 1, have_extension);
    return is_good && kf_postgres_ask_run(pg, &pg->link, "COMMIT");
}

// ---- Opening ----

static bool refuse(kf_log *log, const kf_postgres *pg, const char *what) {
    kf_log_add(log, KF_CATALOG_FILE, (kf_place){0}, "'%.200s' %s", pg->shown, what);
    return false;
}

// What stands there already, or is made now.
static bool settle(kf_postgres *pg, bool is_made, const char *const *nodes, kf_log *log) {
    int64_t is_there = kf_postgres_ask_number(
        pg, &pg->link, "SELECT (to_regclass('kifu.about') IS NOT NULL)::integer");
    if (is_there < 0)
        return false;
    if (is_there == 0 && !is_made)
        return refuse(log, pg, "holds no catalogue; 'kifu catalog add' makes one");
    if (is_there == 1 && nodes != NULL)
        return refuse(log, pg, "holds a catalogue already");
    if (is_there == 0 && !make(pg, nodes))
        return false;
    int64_t version = kf_postgres_ask_number(pg, &pg->link, "SELECT max(version) FROM kifu.about");
    if (version > VERSION)
        return refuse(log, pg, "was made by a newer kifu; this one cannot read it");
    if (version > 0 && version < VERSION_BEFORE)
        return refuse(log, pg, "was made by an older kifu; make it anew from its records");
    bool is_ours = version >= VERSION_BEFORE;
    pg->store.has_words_as_written = version < VERSION;
    pg->has_extension =
        is_ours &&
        kf_postgres_ask_number(
            pg, &pg->link,
            "SELECT (to_regprocedure('kifu.scan(bytea,bytea,integer,integer,integer,integer,bytea,"
            "bytea)') IS NOT NULL)::integer") == 1;
    return is_ours && (!pg->is_written || read_nodes(pg));
}

static kf_postgres *new_store(const char *address, kf_log *log) {
    kf_postgres *pg = calloc(1, sizeof *pg);
    if (pg == NULL) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return NULL;
    }
    pg->store.way = &kf_postgres_way;
    bool is_loaded = kf_libpq_load(&pg->pq, log);
    if (is_loaded) {
        pg->address = copy_address(address);
        pg->shown = show_address(&pg->pq, address);
    }
    if (pg->address != NULL && pg->shown != NULL)
        return pg;
    if (is_loaded)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_store_close(&pg->store);
    return NULL;
}

kf_store *kf_postgres_open(const char *address, kf_store_mode mode, const char *const *nodes,
                           kf_log *log) {
    kf_postgres *pg = new_store(address, log);
    if (pg == NULL)
        return NULL;
    pg->is_written = mode == KF_STORE_WRITE || mode == KF_STORE_CREATE;
    if (connect(pg, &pg->link, address, NULL) && settle(pg, mode == KF_STORE_CREATE, nodes, log) &&
        !pg->has_failed)
        return &pg->store;
    kf_store_report(&pg->store, log);
    kf_store_close(&pg->store);
    return NULL;
}

#else

kf_store *kf_postgres_open(const char *address, kf_store_mode mode, const char *const *nodes,
                           kf_log *log) {
    (void)address, (void)mode, (void)nodes;
    kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){0},
               "this kifu was built without PostgreSQL, so a catalogue is a file");
    return NULL;
}

#endif
