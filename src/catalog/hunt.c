// SPDX-License-Identifier: MIT
// Blocks of lines on their way through a search, by one thread or several.

#include "catalog/search.h"

#ifdef KIFU_HAVE_SQLITE

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

enum { TOGETHER = 1 << 18 }; // bytes of lines that are looked at together
enum { FREE, GIVEN, UNDER_WAY, DONE };

// One thread's own: its view of the file, and what a scan needs.
typedef struct worker {
    struct kf_hunt *hunt;
    pthread_t thread;
    bool is_running;
    kf_log *log; // of its own: a log is not shared
    kf_store *store;
    kf_arena *arena;
    kf_scan_work work;
    const kf_scan *scan; // that `work` is made for
    uint8_t *columns;    // of a block that is not full
    uint8_t *events;     // of lines that are looked at together
    kf_catalog_rows rows;
    kf_hunt_block *block; // for the protected call
    bool is_good;
} worker;

// The blocks form a ring: given at `next`, taken from `oldest` on.
struct kf_hunt {
    const char *file;
    int threads;
    worker *workers;
    kf_hunt_block *blocks;
    size_t block_count, next, oldest, searched;
    bool is_taken; // the oldest is in the caller's hands
    bool is_closing, has_failed;
    pthread_mutex_t mutex;
    pthread_cond_t given, done;
};

// ---- One block ----

// The moves behind a hit stand at the place of the hit times their number; where that is, is put
// into the hit when the block is done and nothing moves any more.
static void note_follow(worker *w, const kf_line *line, const kf_hit *hit, size_t at) {
    kf_hunt_block *block = w->block;
    size_t most = (size_t)block->next_moves;
    block->next = kf_arena_grow(block->arena, block->next, &block->next_room, (at + 1) * most,
                                sizeof *block->next);
    block->hits[at].next_count = kf_scan_follow(block->scan, &w->work, line, hit, block->next_moves,
                                                block->next + at * most);
}

static void place_follows(kf_hunt_block *block) {
    for (size_t i = 0; block->next_moves > 0 && i < block->hit_count; i++)
        block->hits[i].next = block->next + i * (size_t)block->next_moves;
}

static void note_hits(worker *w, const kf_line *line, uint32_t at) {
    kf_hunt_block *block = w->block;
    size_t count = w->work.hit_count;
    block->lines = kf_arena_grow(block->arena, block->lines, &block->line_room,
                                 block->line_count + 1, sizeof *block->lines);
    block->lines[block->line_count++] = (kf_hunt_line){at, count};
    if (block->is_counting)
        return;
    block->hits = kf_arena_grow(block->arena, block->hits, &block->hit_room,
                                block->hit_count + count, sizeof *block->hits);
    for (size_t i = 0; i < count; i++) {
        const kf_hit *hit = &w->work.hits[i];
        const kf_probe *probe = &block->scan->probes[hit->probe];
        kf_find_hit *out = &block->hits[block->hit_count++];
        *out = (kf_find_hit){.moves = hit->moves,
                             .column = probe->column,
                             .row = probe->row,
                             .symmetry = probe->turned->symmetry,
                             .is_swapped = probe->turned->is_swapped,
                             .is_variation = block->is_variations,
                             .line = at,
                             .position = hit->position};
        if (block->next_moves > 0)
            note_follow(w, line, hit, block->hit_count - 1);
    }
}

// Looks for the pattern in a line, at so many probes, or with NULL at all.
static void scan_line(worker *w, uint32_t at, const kf_line *line, const uint32_t *probes,
                      size_t count) {
    kf_hunt_block *block = w->block;
    kf_scan_line(block->scan, &w->work, line,
                 block->is_variations ? block->branches[at] : UINT32_MAX, probes, count);
    if (w->work.hit_count > 0)
        note_hits(w, line, block->first + at);
}

static bool scan_lines(worker *w) {
    kf_scan_work *work = &w->work;
    for (uint32_t i = 0; i < KF_BLOCK_LINES; i++) {
        uint32_t from = work->line_from[i], to = work->line_from[i + 1];
        kf_line line;
        if (from == to)
            continue;
        if (!kf_catalog_next_line(w->store, &w->rows, w->block->first + i, &line))
            return false;
        scan_line(w, i, &line, work->by_line + from, to - from);
    }
    return true;
}

// Lines that are looked at together. What is read of them stays in memory until another row is
// read; then they are copied.
typedef struct together {
    kf_line lines[KF_LANES];
    uint32_t at[KF_LANES];
    size_t count, copied, length; // bytes that were copied
} together;

static bool copy(worker *w, together *t) {
    for (; t->copied < t->count; t->copied++) {
        kf_line *line = &t->lines[t->copied];
        if (2 * line->count > TOGETHER - t->length)
            return false;
        line->events = memcpy(w->events + t->length, line->events, 2 * line->count);
        t->length += 2 * line->count;
    }
    return true;
}

// Takes so many lines or fewer from one on; returns the first that is not among them.
static uint32_t gather(worker *w, uint32_t from, size_t most, together *t) {
    const uint8_t *bits = (const uint8_t *)w->block->bits;
    t->count = t->copied = t->length = 0;
    for (; from < KF_BLOCK_LINES && t->count < most; from++) {
        if (!(bits[from / 8] >> from % 8 & 1))
            continue;
        uint32_t number = w->block->first + from;
        if (t->count > 0 && !kf_catalog_has_line(&w->rows, number) && !copy(w, t))
            break;
        w->is_good = kf_catalog_next_line(w->store, &w->rows, number, &t->lines[t->count]);
        if (!w->is_good)
            break;
        t->at[t->count++] = from;
    }
    return from;
}

static bool scan_all_lines(worker *w) {
    size_t most = kf_scan_together(w->block->scan, &w->work);
    together t;
    for (uint32_t from = 0; from < KF_BLOCK_LINES && w->is_good;) {
        from = gather(w, from, most, &t);
        kf_scan_ahead(w->block->scan, &w->work, t.lines, t.count, !w->block->is_variations);
        for (size_t i = 0; i < t.count; i++)
            scan_line(w, t.at[i], &t.lines[i], NULL, 0);
    }
    return w->is_good;
}

static void make_ready(worker *w, const kf_scan *scan) {
    if (w->scan == scan)
        return;
    size_t size = 2 * (size_t)scan->points * KF_BLOCK_BYTES;
    kf_scan_prepare(&w->work, w->arena, scan);
    w->columns = kf_arena_resize(w->arena, w->columns, size);
    if (w->events == NULL)
        w->events = kf_arena_alloc(w->arena, TOGETHER);
    w->scan = scan;
}

static bool rule_lines_out(worker *w) {
    kf_hunt_block *block = w->block;
    const uint8_t *row;
    size_t length;
    int64_t id = (int64_t)(block->first / KF_STORE_STRIDE) * KF_STORE_ROWS +
                 block->first % KF_STORE_STRIDE / KF_BLOCK_LINES;
    w->is_good = kf_store_get(w->store, KF_TABLE_COLUMNS, id, &row, &length);
    const uint8_t *columns =
        w->is_good ? kf_row_columns(row, length, block->scan->points, w->columns) : NULL;
    w->is_good = columns != NULL;
    return w->is_good && kf_scan_block(block->scan, &w->work, columns, block->bits) > 0;
}

static void search_block(void *context) {
    worker *w = context;
    kf_hunt_block *block = w->block;
    make_ready(w, block->scan);
    w->work.is_counting = block->is_counting;
    w->rows.row = NULL;
    w->is_good = true;
    bool is_any = block->is_chosen ? kf_scan_chosen(block->scan, &w->work, block->bits) > 0
                                   : rule_lines_out(w);
    if (is_any)
        w->is_good = w->work.is_dense ? scan_all_lines(w) : scan_lines(w);
    place_follows(block);
}

// Both arenas may run out: that of the thread, and that of what was found.
static void search_for(void *context) {
    worker *w = context;
    if (!kf_arena_try(w->block->arena, search_block, w))
        kf_arena_fail(w->arena);
}

static bool search(worker *w, kf_hunt_block *block) {
    w->block = block;
    block->line_count = block->hit_count = 0;
    if (!kf_arena_try(w->arena, search_for, w)) {
        kf_log_add(w->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return false;
    }
    if (w->is_good)
        return true;
    kf_store_report(w->store, w->log);
    if (kf_store_error(w->store)[0] == '\0')
        kf_log_add(w->log, KF_CATALOG_DAMAGED, (kf_place){0},
                   "'%.200s' is damaged: lines are missing from it", w->hunt->file);
    return false;
}

// ---- Threads ----

static void *work(void *context) {
    worker *w = context;
    kf_hunt *hunt = w->hunt;
    pthread_mutex_lock(&hunt->mutex);
    while (!hunt->is_closing) {
        if (hunt->searched == hunt->next || hunt->has_failed) {
            pthread_cond_wait(&hunt->given, &hunt->mutex);
            continue;
        }
        kf_hunt_block *block = &hunt->blocks[hunt->searched++ % hunt->block_count];
        block->state = UNDER_WAY;
        pthread_mutex_unlock(&hunt->mutex);
        bool is_good = search(w, block);
        pthread_mutex_lock(&hunt->mutex);
        block->state = DONE;
        hunt->has_failed = hunt->has_failed || !is_good;
        pthread_cond_broadcast(&hunt->done);
    }
    pthread_mutex_unlock(&hunt->mutex);
    return NULL;
}

static bool start_worker(kf_hunt *hunt, worker *w, kf_store *store) {
    *w = (worker){.hunt = hunt, .arena = kf_arena_new(), .log = kf_log_new()};
    if (w->arena == NULL || w->log == NULL)
        return false;
    w->store = hunt->threads == 1 ? store : kf_store_open(hunt->file, KF_STORE_AGAIN, w->log);
    if (w->store == NULL || hunt->threads == 1)
        return w->store != NULL;
    w->is_running = pthread_create(&w->thread, NULL, work, w) == 0;
    return w->is_running;
}

kf_hunt *kf_hunt_new(const char *file, kf_store *store, int threads) {
    kf_hunt *hunt = malloc(sizeof *hunt);
    if (hunt == NULL)
        return NULL;
    memset(hunt, 0, sizeof *hunt);
    hunt->file = file;
    hunt->threads = threads;
    pthread_mutex_init(&hunt->mutex, NULL);
    pthread_cond_init(&hunt->given, NULL);
    pthread_cond_init(&hunt->done, NULL);
    hunt->workers = calloc((size_t)threads, sizeof *hunt->workers);
    size_t count = threads == 1 ? 1 : (size_t)threads * 3;
    hunt->blocks = calloc(count, sizeof *hunt->blocks);
    bool is_good = hunt->workers != NULL && hunt->blocks != NULL;
    while (is_good && hunt->block_count < count) {
        kf_hunt_block *block = &hunt->blocks[hunt->block_count];
        block->arena = kf_arena_new();
        is_good = block->arena != NULL;
        hunt->block_count += is_good;
    }
    for (int i = 0; i < threads && is_good; i++)
        is_good = start_worker(hunt, &hunt->workers[i], store);
    hunt->has_failed = !is_good;
    if (hunt->workers != NULL && hunt->blocks != NULL)
        return hunt;
    kf_hunt_free(hunt);
    return NULL;
}

void kf_hunt_free(kf_hunt *hunt) {
    if (hunt == NULL)
        return;
    pthread_mutex_lock(&hunt->mutex);
    hunt->is_closing = true;
    pthread_cond_broadcast(&hunt->given);
    pthread_mutex_unlock(&hunt->mutex);
    for (int i = 0; i < hunt->threads && hunt->workers != NULL; i++) {
        worker *w = &hunt->workers[i];
        if (w->is_running)
            pthread_join(w->thread, NULL);
        if (hunt->threads > 1)
            kf_store_close(w->store);
        kf_arena_free(w->arena);
        kf_log_free(w->log);
    }
    for (size_t i = 0; i < hunt->block_count; i++)
        kf_arena_free(hunt->blocks[i].arena);
    pthread_mutex_destroy(&hunt->mutex);
    pthread_cond_destroy(&hunt->given);
    pthread_cond_destroy(&hunt->done);
    free(hunt->workers);
    free(hunt->blocks);
    free(hunt);
}

// Gives the block back that the caller had last.
static void let_go(kf_hunt *hunt) {
    if (!hunt->is_taken)
        return;
    hunt->is_taken = false;
    hunt->blocks[hunt->oldest++ % hunt->block_count].state = FREE;
}

kf_hunt_block *kf_hunt_slot(kf_hunt *hunt) {
    if (hunt->next - hunt->oldest == hunt->block_count)
        return NULL;
    return &hunt->blocks[hunt->next % hunt->block_count];
}

void kf_hunt_give(kf_hunt *hunt) {
    kf_hunt_block *block = &hunt->blocks[hunt->next % hunt->block_count];
    if (hunt->threads == 1) {
        hunt->has_failed = hunt->has_failed || !search(&hunt->workers[0], block);
        block->state = DONE;
        hunt->next++;
        return;
    }
    pthread_mutex_lock(&hunt->mutex);
    block->state = GIVEN;
    hunt->next++;
    pthread_cond_signal(&hunt->given);
    pthread_mutex_unlock(&hunt->mutex);
}

kf_hunt_block *kf_hunt_take(kf_hunt *hunt) {
    pthread_mutex_lock(&hunt->mutex);
    let_go(hunt);
    kf_hunt_block *block =
        hunt->oldest < hunt->next ? &hunt->blocks[hunt->oldest % hunt->block_count] : NULL;
    while (block != NULL && block->state != DONE && !hunt->has_failed)
        pthread_cond_wait(&hunt->done, &hunt->mutex);
    if (hunt->has_failed)
        block = NULL;
    hunt->is_taken = block != NULL;
    pthread_mutex_unlock(&hunt->mutex);
    return block;
}

bool kf_hunt_has_failed(kf_hunt *hunt, kf_log *log) {
    pthread_mutex_lock(&hunt->mutex);
    bool has_failed = hunt->has_failed;
    pthread_mutex_unlock(&hunt->mutex);
    if (!has_failed)
        return false;
    for (int i = 0; i < hunt->threads; i++) {
        const kf_entry *entry =
            hunt->workers[i].log != NULL ? kf_log_entry(hunt->workers[i].log, 0) : NULL;
        if (entry == NULL)
            continue;
        for (int code = 0; code < KF_CODE_COUNT; code++)
            if (strcmp(entry->code, kf_log_code((kf_code)code)->path) == 0)
                kf_log_add(log, (kf_code)code, (kf_place){0}, "%s", entry->message);
        return true;
    }
    kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return true;
}

#endif
