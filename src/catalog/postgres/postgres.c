// SPDX-License-Identifier: MIT
// A catalogue on PostgreSQL servers, as a store: what is read.

#include "catalog/postgres/postgres.h"

#include "base/log.h"
#include "catalog/search.h"

#ifdef KIFU_HAVE_POSTGRESQL

#include <stdlib.h>
#include <string.h>

enum { PAGE = 64 };

static kf_postgres *of(kf_store *store) {
    return (kf_postgres *)store;
}

// ---- Failure ----

static const char *error(const kf_store *store) {
    const kf_postgres *pg = (const kf_postgres *)store;
    return pg->has_failed ? pg->message : "";
}

static void report(const kf_store *store, kf_log *log) {
    const kf_postgres *pg = (const kf_postgres *)store;
    if (!pg->has_failed)
        return;
    if (strcmp(pg->state, "55P03") == 0)
        kf_log_add(log, KF_CATALOG_BUSY, (kf_place){0},
                   "another process is writing to '%.200s'; try again when it has finished",
                   pg->shown);
    else if (strcmp(pg->state, "53200") == 0 && pg->message[0] == '\0')
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else
        kf_log_add(log, KF_CATALOG_SERVER, (kf_place){0}, "'%.200s': %s", pg->shown, pg->message);
}

static const char *shown(const kf_store *store) {
    return ((const kf_postgres *)store)->shown;
}

// ---- Closing ----

// Forgets all that was read.
static void forget(kf_postgres *pg) {
    for (int i = 0; i < KF_POSTGRES_FIELDS; i++)
        kf_postgres_ask_clear(pg, &pg->fields[i]);
    for (int i = 0; i < KF_POSTGRES_TEXTS; i++)
        kf_postgres_ask_clear(pg, &pg->texts[i]);
    PGresult **others[] = {&pg->columns,  &pg->events, &pg->record, &pg->source,
                           &pg->segments, &pg->facts,  &pg->found};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        kf_postgres_ask_clear(pg, others[i]);
    pg->has_events = false;
}

static void close_link(kf_postgres *pg, kf_postgres_link *link) {
    if (link->connection != NULL)
        pg->pq.finish(link->connection);
    link->connection = NULL;
}

static void close_all(kf_store *store) {
    kf_postgres *pg = of(store);
    if (pg->pq.handle != NULL) {
        forget(pg);
        close_link(pg, &pg->link);
    }
    for (size_t i = 0; i < pg->node_count; i++) {
        close_link(pg, &pg->nodes[i].link);
        free(pg->nodes[i].name);
        free(pg->nodes[i].options);
    }
    kf_postgres_put_close(pg);
    kf_libpq_unload(&pg->pq);
    kf_tokens_free(pg->tokens);
    free(pg->nodes);
    free(pg->address);
    free(pg->shown);
    free(pg);
}

// ---- Transactions ----

static bool begin(kf_store *store) {
    return kf_postgres_put_begin(of(store));
}

static bool commit(kf_store *store) {
    return kf_postgres_put_commit(of(store));
}

static void roll_back(kf_store *store) {
    kf_postgres *pg = of(store);
    kf_postgres_ask_clear(pg, &pg->segments);
    kf_postgres_ask_clear(pg, &pg->facts);
    pg->is_frozen = false;
    kf_postgres_put_rollback(pg);
}

static bool freeze(kf_store *store) {
    kf_postgres *pg = of(store);
    pg->is_frozen =
        !pg->has_failed &&
        kf_postgres_ask_run(pg, &pg->link, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return pg->is_frozen;
}

// ---- Rows of bytes ----

static bool give_row(const kf_postgres *pg, const PGresult *result, int row, const uint8_t **data,
                     size_t *length) {
    kf_text text = {NULL, 0};
    if (result != NULL && row < pg->pq.rows(result))
        text = kf_postgres_ask_bytes_at(pg, result, row, 0);
    *data = (const uint8_t *)text.data;
    *length = text.length;
    return result != NULL;
}

static bool give(const kf_postgres *pg, const PGresult *result, const uint8_t **data,
                 size_t *length) {
    return give_row(pg, result, 0, data, length);
}

static PGresult *ask_two(kf_postgres *pg, kf_ask which, uint32_t a, uint32_t b) {
    kf_postgres_values values = {.count = 0};
    kf_postgres_ask_int(&values, a);
    kf_postgres_ask_int(&values, b);
    return kf_postgres_ask(pg, which, &values);
}

// All fields of a segment at once.
static bool get_fact(kf_postgres *pg, uint32_t segment, uint32_t field, const uint8_t **data,
                     size_t *length) {
    kf_postgres_values values = {.count = 0};
    if (pg->facts == NULL || pg->fact_segment != segment) {
        kf_postgres_ask_int(&values, segment);
        kf_postgres_ask_clear(pg, &pg->facts);
        pg->facts = kf_postgres_ask(pg, KF_ASK_FACTS, &values);
        pg->fact_segment = segment;
    }
    int row = 0, rows = pg->facts != NULL ? pg->pq.rows(pg->facts) : 0;
    while (row < rows && kf_postgres_ask_number_at(pg, pg->facts, row, 1) != (int64_t)field)
        row++;
    return give_row(pg, pg->facts, row, data, length);
}

// Fields stay at hand until those of another segment are read: games are looked at in order. A
// question about names takes one or two of each segment; whoever needs more needs all.
static bool get_field(kf_postgres *pg, int64_t id, const uint8_t **data, size_t *length) {
    enum { FEW = 2 };
    uint32_t segment = (uint32_t)(id / KF_STORE_ROWS), field = (uint32_t)(id % KF_STORE_ROWS);
    *data = NULL;
    *length = 0;
    if (field >= KF_POSTGRES_FIELDS)
        return true;
    PGresult **kept = &pg->fields[field];
    if (*kept != NULL && pg->field_segment[field] == segment && pg->pq.rows(*kept) > 0)
        return give(pg, *kept, data, length);
    pg->asked = pg->asked_segment == segment ? pg->asked + 1 : 1;
    pg->asked_segment = segment;
    if (pg->asked > FEW)
        return get_fact(pg, segment, field, data, length);
    kf_postgres_ask_clear(pg, kept);
    *kept = ask_two(pg, KF_ASK_GAME, segment, field);
    pg->field_segment[field] = segment;
    return give(pg, *kept, data, length);
}

static bool get_events(kf_store *store, uint32_t line, const uint8_t **data, size_t *length,
                       uint32_t *first) {
    kf_postgres *pg = of(store);
    uint32_t segment = line / KF_STORE_STRIDE, block = line % KF_STORE_STRIDE / KF_BLOCK_LINES;
    *first = segment * KF_STORE_STRIDE + block * KF_BLOCK_LINES;
    if (!pg->has_events || pg->event_first != *first) {
        kf_postgres_ask_clear(pg, &pg->events);
        pg->events = ask_two(pg, KF_ASK_EVENTS, segment, block);
        pg->event_first = *first;
        pg->has_events = pg->events != NULL && pg->pq.rows(pg->events) > 0;
    }
    return give(pg, pg->events, data, length);
}

static bool get_row(kf_store *store, kf_table table, int64_t id, const uint8_t **data,
                    size_t *length) {
    kf_postgres *pg = of(store);
    uint32_t first;
    if (table == KF_TABLE_FIELD)
        return get_field(pg, id, data, length);
    if (table == KF_TABLE_EVENTS)
        return get_events(store, (uint32_t)id, data, length, &first);
    kf_postgres_ask_clear(pg, &pg->columns);
    pg->columns =
        ask_two(pg, KF_ASK_COLUMNS, (uint32_t)(id / KF_STORE_ROWS), (uint32_t)(id % KF_STORE_ROWS));
    return give(pg, pg->columns, data, length);
}

static bool put_row(kf_store *store, kf_table table, int64_t id, const uint8_t *data,
                    size_t length) {
    return kf_postgres_put_row(of(store), table, id, data, length);
}

// ---- Segments ----

static bool read_segment(kf_postgres *pg, int row, kf_segment *segment) {
    const PGresult *r = pg->segments;
    kf_text gone = kf_postgres_ask_bytes_at(pg, r, row, 5);
    *segment = (kf_segment){.id = (uint32_t)kf_postgres_ask_number_at(pg, r, row, 0),
                            .width = (int)kf_postgres_ask_number_at(pg, r, row, 1),
                            .height = (int)kf_postgres_ask_number_at(pg, r, row, 2),
                            .is_variations = kf_postgres_ask_number_at(pg, r, row, 3) != 0,
                            .count = (uint32_t)kf_postgres_ask_number_at(pg, r, row, 4),
                            .gone = (const uint8_t *)gone.data};
    return kf_store_segment_is_sound(segment, gone.length) ||
           kf_postgres_ask_fail(pg, "XX001", "a segment of the catalogue is damaged");
}

// In a view that does not change, segments come a page at a time.
static bool next_segment(kf_store *store, int64_t behind, kf_segment *segment) {
    kf_postgres *pg = of(store);
    int at = pg->segment_at;
    bool is_next = pg->is_frozen && pg->segments != NULL && at > 0 &&
                   at < pg->pq.rows(pg->segments) &&
                   kf_postgres_ask_number_at(pg, pg->segments, at - 1, 0) == behind;
    if (!is_next) {
        kf_postgres_values values = {.count = 0};
        kf_postgres_ask_int(&values, behind > 0 ? (uint32_t)behind : 0);
        kf_postgres_ask_int(&values, pg->is_frozen ? PAGE : 1);
        kf_postgres_ask_clear(pg, &pg->segments);
        pg->segments = kf_postgres_ask(pg, KF_ASK_SEGMENTS, &values);
        at = 0;
    }
    if (pg->segments == NULL || at >= pg->pq.rows(pg->segments))
        return false;
    pg->segment_at = at + 1;
    return read_segment(pg, at, segment);
}

// What was committed stays as it is, so that a partition is whole or absent.
static bool last_segment(kf_store *store, const int board[2], bool is_variations,
                         kf_segment *segment) {
    (void)store, (void)board, (void)is_variations, (void)segment;
    return false;
}

static bool put_segment(kf_store *store, const kf_segment *segment) {
    return kf_postgres_put_segment(of(store), segment);
}

static uint32_t new_segment(kf_store *store) {
    kf_postgres *pg = of(store);
    if (pg->next_segment < UINT32_MAX / KF_STORE_STRIDE)
        return pg->next_segment++;
    kf_postgres_ask_fail(pg, "54000", "the catalogue is full");
    return 0;
}

// ---- Texts ----

// A number that a statement gives; -1 when it fails.
static int64_t ask_number(kf_postgres *pg, kf_ask which, const kf_postgres_values *values) {
    PGresult *result = kf_postgres_ask(pg, which, values);
    int64_t number = result != NULL && pg->pq.rows(result) > 0
                         ? kf_postgres_ask_number_at(pg, result, 0, 0)
                         : -1;
    kf_postgres_ask_clear(pg, &result);
    return number;
}

static uint32_t text_id(kf_store *store, int kind, kf_text text) {
    kf_postgres *pg = of(store);
    kf_postgres_values values = {.count = 0};
    kf_postgres_ask_int(&values, (uint32_t)kind);
    kf_postgres_ask_bytes(&values, text.data, text.length);
    int64_t id = ask_number(pg, KF_ASK_FIND_TEXT, &values);
    if (id >= (int64_t)UINT32_MAX)
        kf_postgres_ask_fail(pg, "54000", "the catalogue has no number left for a text");
    return id > 0 && id < (int64_t)UINT32_MAX ? (uint32_t)id : 0;
}

static kf_text get_text(kf_store *store, uint32_t id) {
    kf_postgres *pg = of(store);
    uint32_t slot = id % KF_POSTGRES_TEXTS;
    PGresult **kept = &pg->texts[slot];
    if (id == 0)
        return (kf_text){"", 0};
    if (*kept == NULL || pg->text_ids[slot] != id) {
        kf_postgres_values values = {.count = 0};
        kf_postgres_ask_long(&values, id);
        kf_postgres_ask_clear(pg, kept);
        *kept = kf_postgres_ask(pg, KF_ASK_TEXT, &values);
        pg->text_ids[slot] = id;
    }
    if (*kept == NULL || pg->pq.rows(*kept) == 0)
        return (kf_text){"", 0};
    return kf_postgres_ask_bytes_at(pg, *kept, 0, 0);
}

static bool list_texts(kf_store *store, int kind, bool (*take)(void *, uint32_t, kf_text),
                       void *context) {
    kf_postgres *pg = of(store);
    bool goes_on = true;
    for (int64_t behind = 0; goes_on;) {
        kf_postgres_values values = {.count = 0};
        kf_postgres_ask_int(&values, (uint32_t)kind);
        kf_postgres_ask_long(&values, behind);
        PGresult *page = kf_postgres_ask(pg, KF_ASK_TEXTS, &values);
        int rows = page != NULL ? pg->pq.rows(page) : 0;
        for (int i = 0; i < rows && goes_on; i++) {
            behind = kf_postgres_ask_number_at(pg, page, i, 0);
            goes_on = take(context, (uint32_t)behind, kf_postgres_ask_bytes_at(pg, page, i, 1));
        }
        kf_postgres_ask_clear(pg, &page);
        goes_on = goes_on && rows > 0;
    }
    return !pg->has_failed;
}

static uint32_t last_text(kf_store *store) {
    int64_t last = ask_number(of(store), KF_ASK_LAST_TEXT, NULL);
    return last > 0 && last < (int64_t)UINT32_MAX ? (uint32_t)last : 0;
}

// ---- Sources ----

static bool read_source(kf_postgres *pg, kf_ask which, const kf_postgres_values *values,
                        kf_store_source *source) {
    PGresult *r = kf_postgres_ask(pg, which, values);
    kf_postgres_ask_clear(pg, &pg->source);
    pg->source = r;
    if (r == NULL || pg->pq.rows(r) == 0)
        return false;
    *source = (kf_store_source){.id = (uint32_t)kf_postgres_ask_number_at(pg, r, 0, 0),
                                .path = kf_postgres_ask_bytes_at(pg, r, 0, 1),
                                .size = kf_postgres_ask_number_at(pg, r, 0, 2),
                                .time = kf_postgres_ask_number_at(pg, r, 0, 3),
                                .digest = (uint64_t)kf_postgres_ask_number_at(pg, r, 0, 4),
                                .games = (uint32_t)kf_postgres_ask_number_at(pg, r, 0, 5),
                                .is_whole = kf_postgres_ask_number_at(pg, r, 0, 6) != 0};
    return true;
}

static bool find_source(kf_store *store, kf_text path, uint64_t digest, kf_store_source *source) {
    kf_postgres_values values = {.count = 0};
    kf_postgres_ask_bytes(&values, path.data, path.length);
    kf_postgres_ask_int(&values, !kf_text_is(path, "-"));
    kf_postgres_ask_long(&values, (int64_t)digest);
    return read_source(of(store), KF_ASK_FIND_SOURCE, &values, source);
}

static bool get_source(kf_store *store, uint32_t id, kf_store_source *source) {
    kf_postgres_values values = {.count = 0};
    kf_postgres_ask_long(&values, id);
    return read_source(of(store), KF_ASK_SOURCE, &values, source);
}

static bool next_source(kf_store *store, uint32_t behind, kf_store_source *source) {
    kf_postgres_values values = {.count = 0};
    kf_postgres_ask_long(&values, behind);
    return read_source(of(store), KF_ASK_NEXT_SOURCE, &values, source);
}

static uint32_t put_source(kf_store *store, const kf_store_source *source) {
    kf_postgres_values values = {.count = 0};
    kf_postgres_ask_bytes(&values, source->path.data, source->path.length);
    kf_postgres_ask_long(&values, source->size);
    kf_postgres_ask_long(&values, source->time);
    kf_postgres_ask_long(&values, (int64_t)source->digest);
    kf_postgres_ask_long(&values, source->games);
    kf_postgres_ask_int(&values, source->is_whole);
    if (source->id != 0)
        kf_postgres_ask_long(&values, source->id);
    int64_t id =
        ask_number(of(store), source->id != 0 ? KF_ASK_PUT_SOURCE : KF_ASK_ADD_SOURCE, &values);
    return id > 0 && id < (int64_t)UINT32_MAX ? (uint32_t)id : 0;
}

static bool drop_source(kf_store *store, uint32_t id) {
    kf_postgres *pg = of(store);
    kf_postgres_values values = {.count = 0};
    kf_postgres_ask_long(&values, id);
    PGresult *result = kf_postgres_ask(pg, KF_ASK_DROP_SOURCE, &values);
    bool is_good = result != NULL;
    kf_postgres_ask_clear(pg, &result);
    return is_good;
}

// ---- Words and records ----

static bool put_words(kf_store *store, uint32_t line, kf_text words) {
    return kf_postgres_put_words(of(store), line, words);
}

// The question comes in FTS5's syntax: one phrase, and a star where its last word is only begun.
// Words stand between single spaces on both sides, so that a phrase is a run of bytes.
static bool find_words(kf_store *store, kf_text query, bool (*take)(void *, uint32_t),
                       void *context) {
    kf_postgres *pg = of(store);
    bool is_begun = query.length > 0 && query.data[query.length - 1] == '*';
    size_t ends = is_begun ? 2 : 1;
    kf_text words = {"", 0}, phrase = {"", 0};
    if (query.length > ends + 1)
        phrase = (kf_text){query.data + 1, query.length - ends - 1};
    if (pg->tokens == NULL)
        pg->tokens = kf_tokens_new();
    if (pg->tokens == NULL || !kf_tokens_cut(pg->tokens, phrase, &words))
        return kf_postgres_ask_fail(pg, "53200", "");
    if (words.length == 0)
        return true;
    kf_postgres_values values = {.count = 0};
    kf_postgres_ask_bytes(&values, words.data, words.length - is_begun);
    PGresult *result = kf_postgres_ask(pg, KF_ASK_FIND_WORDS, &values);
    int rows = result != NULL ? pg->pq.rows(result) : 0;
    for (int i = 0; i < rows; i++)
        if (!take(context, (uint32_t)kf_postgres_ask_number_at(pg, result, i, 0)))
            break;
    kf_postgres_ask_clear(pg, &result);
    return !pg->has_failed;
}

static bool put_record(kf_store *store, uint32_t line, kf_text record) {
    return kf_postgres_put_record(of(store), line, record);
}

static kf_text get_record(kf_store *store, uint32_t line) {
    kf_postgres *pg = of(store);
    kf_postgres_values values = {.count = 0};
    kf_postgres_ask_int(&values, line / KF_STORE_STRIDE);
    kf_postgres_ask_long(&values, line);
    kf_postgres_ask_clear(pg, &pg->record);
    pg->record = kf_postgres_ask(pg, KF_ASK_RECORD, &values);
    if (pg->record == NULL || pg->pq.rows(pg->record) == 0)
        return (kf_text){"", 0};
    return kf_postgres_ask_bytes_at(pg, pg->record, 0, 0);
}

static bool drop_record(kf_store *store, uint32_t line) {
    return kf_postgres_put_drop_record(of(store), line);
}

// ---- All of it ----

// The server looks after its own pages (`initdb --data-checksums`).
static bool check(kf_store *store, void (*found)(void *, const char *), void *context) {
    (void)found, (void)context;
    return !of(store)->has_failed;
}

static uint64_t count(kf_store *store, kf_store_what what) {
    kf_postgres_values values = {.count = 0};
    static const kf_ask asks[] = {
        [KF_STORE_SOURCES] = KF_ASK_COUNT_SOURCES, [KF_STORE_UNFINISHED] = KF_ASK_COUNT_UNFINISHED};
    int64_t number = ask_number(of(store), asks[what], &values);
    return number > 0 ? (uint64_t)number : 0;
}

// ---- The search ----

static bool can_search(const kf_store *store) {
    return ((const kf_postgres *)store)->has_extension;
}

// What was found in a block.
typedef struct answer {
    int64_t number;
    kf_text found;
} answer;

static int by_number(const void *a, const void *b) {
    const answer *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

// The pieces of all rows; `answers` has room for them, or is NULL to count them.
static size_t list_answers(kf_postgres *pg, const PGresult *r, answer *answers) {
    size_t count = 0;
    for (int row = 0; row < pg->pq.rows(r); row++) {
        int64_t segment = kf_postgres_ask_number_at(pg, r, row, 0);
        kf_text found = kf_postgres_ask_bytes_at(pg, r, row, 1), piece;
        uint32_t block;
        for (; kf_packed_piece(&found, &block, &piece); count++)
            if (answers != NULL)
                answers[count] = (answer){segment * KF_STORE_ROWS + block, piece};
        if (found.length > 0)
            kf_postgres_ask_fail(pg, "XX001", "the server's answer is damaged");
    }
    return count;
}

// Servers answer in the order in which they are done.
static bool give_answers(kf_postgres *pg, const PGresult *r, const kf_store_search *search) {
    size_t count = list_answers(pg, r, NULL);
    answer *answers = malloc((count + 1) * sizeof *answers);
    if (answers == NULL)
        return kf_postgres_ask_fail(pg, "53200", "");
    list_answers(pg, r, answers);
    qsort(answers, count, sizeof *answers, by_number);
    for (size_t i = 0; i < count && !pg->has_failed; i++)
        if (!search->take(search->context, (uint32_t)(answers[i].number / KF_STORE_ROWS),
                          (uint32_t)(answers[i].number % KF_STORE_ROWS), answers[i].found))
            break;
    free(answers);
    return !pg->has_failed;
}

static bool search_blocks(kf_store *store, const kf_store_search *search) {
    kf_postgres *pg = of(store);
    kf_postgres_values values = {.count = 0};
    kf_postgres_ask_bytes(&values, search->question.data, search->question.length);
    kf_postgres_ask_bytes(&values, search->lines.data, search->lines.length);
    kf_postgres_ask_int(&values, search->from);
    kf_postgres_ask_clear(pg, &pg->found);
    pg->found = kf_postgres_ask(pg, KF_ASK_SEARCH, &values);
    return pg->found != NULL && give_answers(pg, pg->found, search);
}

const kf_store_way kf_postgres_way = {
    .is_blockwise = true,
    .close = close_all,
    .report = report,
    .error = error,
    .shown = shown,
    .begin = begin,
    .commit = commit,
    .rollback = roll_back,
    .freeze = freeze,
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
    .can_search = can_search,
    .search = search_blocks,
};

#endif
