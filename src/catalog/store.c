// SPDX-License-Identifier: MIT
// Where a catalogue is kept: picks the kind of store by the name, and hands every call on to it.

#define _GNU_SOURCE // for O_PATH, which POSIX does not know; SQLite's locks outlive its closing

#include "catalog/store.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"

int kf_store_kind(kf_field field) {
    switch ((int)field) {
    case KF_FIELD_WHITE:
        return KF_FIELD_BLACK;
    case KF_FIELD_WHITE_RANK:
        return KF_FIELD_BLACK_RANK;
    default:
        return (int)field;
    }
}

const char *kf_store_beside_name(char path[KF_STORE_PATH], const char *name, const char *ending) {
    char entry[40];
    int file = open(name, O_PATH | O_CLOEXEC); // realpath takes memory for a long path
    snprintf(entry, sizeof entry, "/proc/self/fd/%d", file);
    ssize_t length = file >= 0 ? readlink(entry, path, PATH_MAX - 1) : -1;
    if (file >= 0)
        close(file);
    if (length > 0)
        path[length] = '\0';
    else if (realpath(name, path) == NULL)
        snprintf(path, KF_STORE_PATH, "%s", name);
    size_t end = strlen(path);
    snprintf(path + end, KF_STORE_PATH - end, "%s", ending);
    return path;
}

bool kf_store_beside(const char *name, const char *ending, struct stat *status) {
    char path[KF_STORE_PATH];
    return stat(kf_store_beside_name(path, name, ending), status) == 0;
}

#ifdef KIFU_HAVE_SQLITE

// The words of a catalogue on a server are cut as those in a file are, by SQLite.
static bool can_cut_words(kf_log *log) {
    sqlite3_api_routines calls;
    return kf_libsqlite_load(&calls, log);
}

kf_store *kf_store_open(const char *name, kf_store_mode mode, kf_log *log) {
    if (!kf_postgres_open_is_meant(name))
        return kf_sqlite_open(name, mode, log);
    return can_cut_words(log) ? kf_postgres_open(name, mode, NULL, log) : NULL;
}

kf_store *kf_store_make(const char *address, const char *const *nodes, kf_log *log) {
    return can_cut_words(log) ? kf_postgres_open(address, KF_STORE_CREATE, nodes, log) : NULL;
}

void kf_store_close(kf_store *store) {
    if (store == NULL)
        return;
    kf_arena_free(store->posting_arena);
    store->way->close(store);
}

void kf_store_report(const kf_store *store, kf_log *log) {
    store->way->report(store, log);
}

const char *kf_store_error(const kf_store *store) {
    return store->way->error(store);
}

const char *kf_store_shown(const kf_store *store) {
    return store->way->shown(store);
}

// ---- Transactions ----

bool kf_store_begin(kf_store *store) {
    return store->way->begin(store);
}

bool kf_store_commit(kf_store *store) {
    return store->way->commit(store);
}

void kf_store_rollback(kf_store *store) {
    store->way->rollback(store);
}

bool kf_store_keep_little(kf_store *store, bool is_little) {
    return store->way->keep_little == NULL || store->way->keep_little(store, is_little);
}

bool kf_store_freeze(kf_store *store) {
    bool is_good = store->holders > 0 || store->way->freeze(store);
    if (is_good && store->holders++ == 0)
        store->view = ++store->views;
    return is_good;
}

void kf_store_thaw(kf_store *store) {
    if (--store->holders > 0)
        return;
    store->view = 0;
    store->way->rollback(store);
}

// ---- Rows of bytes, and segments ----

bool kf_store_get(kf_store *store, kf_table table, int64_t id, const uint8_t **data,
                  size_t *length) {
    return store->way->get(store, table, id, data, length);
}

bool kf_store_events(kf_store *store, uint32_t line, const uint8_t **data, size_t *length,
                     uint32_t *first) {
    return store->way->events(store, line, data, length, first);
}

bool kf_store_put(kf_store *store, kf_table table, int64_t id, const uint8_t *data, size_t length) {
    return store->way->put(store, table, id, data, length);
}

bool kf_store_segment(kf_store *store, int64_t behind, kf_segment *segment) {
    return store->way->segment(store, behind, segment);
}

static uint32_t count_bits(const uint8_t *data, size_t length) {
    uint32_t count = 0;
    for (size_t i = 0; i < length; i++)
        for (unsigned byte = data[i]; byte != 0; byte &= byte - 1)
            count++;
    return count;
}

bool kf_store_segment_is_sound(kf_segment *segment, size_t gone_length) {
    bool is_sound = segment->count <= KF_STORE_LINES && segment->width >= 1 &&
                    segment->height >= 1 && segment->width <= 52 && segment->height <= 52 &&
                    (segment->gone == NULL || gone_length == KF_STORE_LINES / 8);
    if (segment->gone != NULL && is_sound)
        segment->gone_count = count_bits(segment->gone, gone_length);
    return is_sound;
}

bool kf_store_put_segment(kf_store *store, const kf_segment *segment) {
    return store->way->put_segment(store, segment);
}

bool kf_store_last_segment(kf_store *store, int width, int height, bool is_variations,
                           kf_segment *segment) {
    return store->way->last_segment(store, (const int[2]){width, height}, is_variations, segment);
}

uint32_t kf_store_new_segment(kf_store *store) {
    return store->way->new_segment(store);
}

// ---- Texts and sources ----

uint32_t kf_store_text_id(kf_store *store, int kind, kf_text text) {
    return store->way->text_id(store, kind, text);
}

kf_text kf_store_text(kf_store *store, uint32_t id) {
    return store->way->text(store, id);
}

bool kf_store_texts(kf_store *store, int kind, bool (*take)(void *, uint32_t, kf_text),
                    void *context) {
    return store->way->texts(store, kind, take, context);
}

uint32_t kf_store_last_text(kf_store *store) {
    return store->way->last_text(store);
}

bool kf_store_source_find(kf_store *store, kf_text path, uint64_t digest, kf_store_source *source) {
    return store->way->source_find(store, path, digest, source);
}

bool kf_store_source_get(kf_store *store, uint32_t id, kf_store_source *source) {
    return store->way->source_get(store, id, source);
}

bool kf_store_source_next(kf_store *store, uint32_t behind, kf_store_source *source) {
    return store->way->source_next(store, behind, source);
}

uint32_t kf_store_source_put(kf_store *store, const kf_store_source *source) {
    return store->way->source_put(store, source);
}

bool kf_store_source_drop(kf_store *store, uint32_t id) {
    return store->way->source_drop(store, id);
}

// ---- Words and records ----

bool kf_store_put_words(kf_store *store, uint32_t line, kf_text words) {
    return store->way->put_words(store, line, words);
}

bool kf_store_find_words(kf_store *store, kf_text query, bool (*take)(void *, uint32_t),
                         void *context) {
    return store->way->find_words(store, query, take, context);
}

bool kf_store_put_record(kf_store *store, uint32_t line, kf_text record) {
    return store->way->put_record(store, line, record);
}

kf_text kf_store_record(kf_store *store, uint32_t line) {
    return store->way->record(store, line);
}

bool kf_store_drop_record(kf_store *store, uint32_t line) {
    return store->way->drop_record(store, line);
}

// ---- All of it ----

bool kf_store_check(kf_store *store, void (*found)(void *, const char *), void *context) {
    return store->way->check(store, found, context);
}

bool kf_store_can_search(const kf_store *store) {
    return store->way->can_search != NULL && store->way->can_search(store);
}

bool kf_store_search_blocks(kf_store *store, const kf_store_search *search) {
    return store->way->search(store, search);
}

uint64_t kf_store_count(kf_store *store, kf_store_what what) {
    return store->way->count(store, what);
}

#endif
