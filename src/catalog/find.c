// SPDX-License-Identifier: MIT
// Finding games in a catalogue: filters its segments, has their blocks searched, and gives what was
// found in order.

#include "catalog/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"

#ifdef KIFU_HAVE_SQLITE

#include <unistd.h>

enum { MOST_JOBS = 64 };

// A hit in a variation, which waits for its game.
typedef struct branched {
    uint32_t game;
    size_t order; // in which it was found
    kf_find_hit hit;
} branched;

// A search under way.
typedef struct job {
    kf_catalog *catalog;
    const kf_find *find;
    kf_log *log;
    kf_arena *arena;
    kf_hunt *hunt;
    kf_filter *filter;
    kf_scan **scans; // one for each size of board
    size_t scan_count, scan_room;
    branched *branched; // hits in variations, in the order of their games
    size_t branched_count, branched_room;
    size_t branched_next; // the first that was not given yet
    uint64_t **passed;    // what the filter lets through of each segment of main lines
    size_t passed_room;
    bool (*take)(void *, const kf_found *);
    void *context;
    kf_find_total *total;
    bool is_stopped, is_good;
    // Where the store itself searches:
    bool is_away;
    kf_packed_lines lines; // to be looked at next
    kf_buffer question, bytes;
    kf_hunt_block *block;        // the one in hand
    uint32_t first_asked;        // segment
    uint32_t segments, returned; // how many, and how many of their blocks came back
} job;

// ---- Scans ----

// The first block of the segment says which stones are rare.
static kf_scan *scan_for(job *j, const kf_segment *segment) {
    for (size_t i = 0; i < j->scan_count; i++)
        if (j->scans[i]->width == segment->width && j->scans[i]->height == segment->height)
            return j->scans[i];
    const uint8_t *row, *columns = NULL;
    int points = segment->width * segment->height;
    size_t length;
    uint8_t *room = kf_arena_resize(j->arena, NULL, 2 * (size_t)points * KF_BLOCK_BYTES);
    if (kf_store_get(j->catalog->store, KF_TABLE_COLUMNS, (int64_t)segment->id * KF_STORE_ROWS,
                     &row, &length))
        columns = kf_row_columns(row, length, points, room);
    kf_scan *scan =
        kf_scan_new(j->arena, j->find->pattern, segment->width, segment->height, columns);
    kf_arena_release(j->arena, room);
    if (!j->is_away && !j->catalog->store->way->is_blockwise)
        scan->front = kf_front_new(j->arena, scan);
    if (!j->is_away && !j->catalog->store->way->is_blockwise)
        scan->posting = kf_posting_new(j->arena, scan, j->catalog->store->posting_stones);
    j->scans =
        kf_arena_grow(j->arena, j->scans, &j->scan_room, j->scan_count + 1, sizeof(kf_scan *));
    j->scans[j->scan_count++] = scan;
    return scan;
}

// ---- Giving ----

static void look_whether_on(job *j) {
    if (j->find->goes_on != NULL && !j->find->goes_on(j->find->going))
        j->is_stopped = true;
}

static void give(job *j, uint32_t game, const kf_find_hit *hits, size_t count) {
    kf_found found = {.game = game, .hits = hits, .count = count};
    j->total->games++;
    j->total->hits += count;
    if (j->take != NULL && !j->take(j->context, &found))
        j->is_stopped = true;
}

// Gives a game with the hits of its main line, and behind them those of its variations.
static void give_both(job *j, uint32_t game, const kf_find_hit *hits, size_t count) {
    size_t end = j->branched_next;
    while (end < j->branched_count && j->branched[end].game == game)
        end++;
    size_t more = end - j->branched_next;
    if (more == 0) {
        give(j, game, hits, count);
        return;
    }
    kf_find_hit *all = kf_arena_resize(j->arena, NULL, (count + more) * sizeof *all);
    if (count > 0)
        memcpy(all, hits, count * sizeof *all);
    for (size_t i = 0; i < more; i++)
        all[count + i] = j->branched[j->branched_next + i].hit;
    j->branched_next = end;
    give(j, game, all, count + more);
    kf_arena_release(j->arena, all);
}

// Games before `game` in whose variations alone the pattern stands.
static void give_branched(job *j, uint64_t game) {
    while (!j->is_stopped && j->branched_next < j->branched_count &&
           j->branched[j->branched_next].game < game)
        give_both(j, j->branched[j->branched_next].game, NULL, 0);
}

static void give_block(job *j, const kf_hunt_block *block) {
    const kf_find_hit *hits = block->is_counting ? NULL : block->hits;
    for (size_t i = 0; i < block->line_count && !j->is_stopped; i++) {
        give_branched(j, block->lines[i].line);
        if (!j->is_stopped)
            give_both(j, block->lines[i].line, hits, block->lines[i].hits);
        hits += block->is_counting ? 0 : block->lines[i].hits;
    }
}

// The moves behind a hit are the block's, and stay for as long as the hit does.
static void keep_next(job *j, kf_find_hit *hit) {
    size_t size = (size_t)hit->next_count * sizeof *hit->next;
    if (size > 0)
        hit->next = memcpy(kf_arena_alloc(j->arena, size), hit->next, size);
}

static void keep_branched(job *j, const kf_hunt_block *block) {
    const kf_find_hit *hits = block->hits;
    j->branched = kf_arena_grow(j->arena, j->branched, &j->branched_room,
                                j->branched_count + block->hit_count, sizeof *j->branched);
    for (size_t i = 0; i < block->line_count; i++)
        for (size_t k = 0; k < block->lines[i].hits; k++) {
            uint32_t game = block->parents[block->lines[i].line - block->first];
            j->branched[j->branched_count] = (branched){game, j->branched_count, *hits++};
            keep_next(j, &j->branched[j->branched_count++].hit);
        }
}

static void take_blocks(job *j, bool are_all) {
    kf_hunt_block *block;
    while (!j->is_stopped && (are_all || kf_hunt_slot(j->hunt) == NULL) &&
           (block = kf_hunt_take(j->hunt)) != NULL) {
        if (block->is_variations)
            keep_branched(j, block);
        else
            give_block(j, block);
    }
    j->is_good = j->is_good && !kf_hunt_has_failed(j->hunt, j->log);
}

// ---- Segments ----

// The value of a field for each line of a block.
static bool read_field(job *j, const kf_segment *segment, kf_field field, uint32_t from,
                       uint32_t out[KF_BLOCK_LINES]) {
    const uint8_t *row;
    size_t length;
    int64_t id = (int64_t)segment->id * KF_STORE_ROWS + (int64_t)field;
    if (!kf_store_get(j->catalog->store, KF_TABLE_FIELD, id, &row, &length))
        return false;
    for (uint32_t i = 0; i < KF_BLOCK_LINES; i++)
        out[i] = kf_row_number(row, length, (size_t)from + i);
    return true;
}

static bool has_passed(const job *j, uint32_t game) {
    uint32_t segment = game / KF_STORE_STRIDE, at = game % KF_STORE_STRIDE;
    return segment < j->passed_room && at < KF_STORE_LINES && j->passed[segment] != NULL &&
           (j->passed[segment][at / 64] >> at % 64 & 1);
}

// The lines of a block that are to be looked at.
static bool fill_bits(job *j, const kf_segment *segment, uint32_t from, const uint64_t *bits,
                      kf_hunt_block *block) {
    memset(block->bits, 0, sizeof block->bits);
    if (!segment->is_variations) {
        for (uint32_t i = 0; i < KF_BLOCK_BYTES; i++)
            ((uint8_t *)block->bits)[i] = (uint8_t)(bits[from / 64 + i / 8] >> 8 * (i % 8));
        return true;
    }
    if (!read_field(j, segment, KF_FIELD_PARENT, from, block->parents) ||
        !read_field(j, segment, KF_FIELD_BRANCH, from, block->branches))
        return false;
    for (uint32_t i = 0; i < KF_BLOCK_LINES && from + i < segment->count; i++)
        if (has_passed(j, block->parents[i]))
            ((uint8_t *)block->bits)[i / 8] |= (uint8_t)(1u << i % 8);
    return true;
}

static bool is_any(const uint64_t words[KF_BLOCK_WORDS]) {
    uint64_t any = 0;
    for (int k = 0; k < KF_BLOCK_WORDS; k++)
        any |= words[k];
    return any != 0;
}

// Says so, unless the store itself failed. Always false.
static bool lacks_lines(job *j) {
    if (kf_store_error(j->catalog->store)[0] == '\0')
        kf_log_add(j->log, KF_CATALOG_DAMAGED, (kf_place){0},
                   "'%.200s' is damaged: lines are missing from it",
                   kf_store_shown(j->catalog->store));
    return false;
}

// How often the board stands in a line of a segment that has postings.
static size_t count_posted(job *j, kf_posting *posting, uint32_t segment, uint32_t at) {
    const uint8_t *apart = (const uint8_t *)kf_posting_apart(posting);
    size_t hits = kf_posting_hits(posting)[at];
    if ((apart[at / 8] >> at % 8 & 1) &&
        !kf_posting_look(posting, j->catalog->store, segment * KF_STORE_STRIDE + at, &hits))
        j->is_good = lacks_lines(j);
    return hits;
}

// Gives what the postings alone say, behind all that was found before.
static void give_posted(job *j, kf_posting *posting, const kf_segment *segment,
                        const uint64_t *bits) {
    look_whether_on(j);
    take_blocks(j, true);
    const uint64_t *lines = kf_posting_lines(posting);
    for (uint32_t k = 0; k < KF_FILTER_WORDS; k++) {
        uint64_t word = bits[k] & kf_word_at(&lines[k]);
        for (; word != 0 && j->is_good && !j->is_stopped; word &= word - 1) {
            uint32_t at = 64 * k + (uint32_t)kf_lowest_bit(word);
            size_t hits = count_posted(j, posting, segment->id, at);
            if (hits > 0)
                give(j, segment->id * KF_STORE_STRIDE + at, NULL, hits);
        }
    }
}

// What is known of a segment before its blocks are looked at.
typedef struct choice {
    bool is_made;                   // only these lines can have the pattern
    bool is_narrow;                 // nearly all of them do
    uint64_t lines[KF_FRONT_WORDS]; // in the order of bytes
} choice;

static void choose(job *j, const kf_scan *scan, const kf_segment *segment, choice *c) {
    kf_store *store = j->catalog->store;
    c->is_made = c->is_narrow = false;
    if (scan->posting != NULL && !kf_posting_find(scan->posting, store, segment, &c->is_narrow))
        j->is_good = lacks_lines(j);
    else if (!c->is_narrow && scan->front != NULL &&
             !kf_front_lines(scan->front, store, segment, c->lines))
        j->is_good = lacks_lines(j);
    c->is_made = c->is_narrow || scan->front != NULL;
    if (c->is_narrow && j->is_good)
        memcpy(c->lines, kf_posting_lines(scan->posting), sizeof c->lines);
}

// The columns rule out no more than a look at the line itself, where there is only one.
static bool is_alone(const uint64_t bits[KF_BLOCK_WORDS]) {
    uint32_t count = 0;
    for (int k = 0; k < KF_BLOCK_WORDS; k++)
        count += kf_count_bits(bits[k]);
    return count == 1;
}

static void search_here(job *j, const kf_segment *segment, const uint64_t *bits) {
    kf_scan *scan = scan_for(j, segment);
    bool is_counting = j->find->counts_only && !j->find->has_variations;
    choice choice;
    if (scan->probe_count == 0 || segment->count == 0)
        return;
    choose(j, scan, segment, &choice);
    if (choice.is_narrow && j->is_good && is_counting && kf_posting_counts(scan->posting)) {
        give_posted(j, scan->posting, segment, bits);
        return;
    }
    for (uint32_t from = 0; from < segment->count && !j->is_stopped && j->is_good;
         from += KF_BLOCK_LINES) {
        if (choice.is_made && !is_any(choice.lines + from / 64))
            continue;
        look_whether_on(j);
        take_blocks(j, false);
        kf_hunt_block *block = j->is_good ? kf_hunt_slot(j->hunt) : NULL;
        uint64_t any = 0;
        if (block == NULL)
            return;
        block->scan = scan;
        block->first = segment->id * KF_STORE_STRIDE + from;
        block->is_variations = segment->is_variations;
        block->next_moves = j->find->next_moves;
        block->is_counting = is_counting;
        j->is_good = fill_bits(j, segment, from, bits, block);
        for (uint32_t k = 0; k < KF_BLOCK_WORDS; k++) {
            block->bits[k] &= choice.is_made ? choice.lines[from / 64 + k] : UINT64_MAX;
            any |= block->bits[k];
        }
        block->is_chosen = choice.is_narrow || (choice.is_made && is_alone(block->bits));
        if (any != 0 && j->is_good)
            kf_hunt_give(j->hunt);
    }
}

// ---- Searches that the store does ----

// Segments that are asked for at once: enough for many servers, and what they find is no burden.
enum { ASKED_AT_ONCE = 24 };

static bool take_block(void *context, uint32_t segment, uint32_t block, kf_text found) {
    job *j = context;
    kf_hunt_block *b = j->block;
    kf_segment own = {.id = segment};
    kf_text lines = kf_buffer_text(&j->bytes);
    if (!kf_packed_is_asked((const uint8_t *)lines.data, lines.length,
                            segment * KF_STORE_ROWS + block))
        return true;
    j->returned++;
    if (found.length == 0)
        return true;
    b->first = segment * KF_STORE_STRIDE + block * KF_BLOCK_LINES;
    j->is_good = kf_packed_found((const uint8_t *)found.data, found.length, b) &&
                 (!b->is_variations ||
                  read_field(j, &own, KF_FIELD_PARENT, block * KF_BLOCK_LINES, b->parents));
    if (j->is_good && b->is_variations)
        keep_branched(j, b);
    else if (j->is_good)
        give_block(j, b);
    return j->is_good && !j->is_stopped;
}

// Has the segments searched that were noted. Every block that was asked for comes back, or there is
// no answer.
static void search_noted(job *j) {
    if (j->segments == 0 || j->is_stopped || !j->is_good)
        return;
    kf_text lines = kf_packed_lines_end(&j->lines, &j->bytes);
    kf_store_search search = {.question = kf_buffer_text(&j->question),
                              .lines = lines,
                              .from = j->first_asked,
                              .take = take_block,
                              .context = j};
    uint32_t asked = j->lines.count;
    j->returned = 0;
    bool is_done = asked == 0 || kf_store_search_blocks(j->catalog->store, &search);
    if (is_done && (!j->is_good || (!j->is_stopped && j->returned != asked)))
        lacks_lines(j);
    j->is_good = j->is_good && is_done && (j->is_stopped || j->returned == asked);
    kf_packed_lines_begin(&j->lines, j->arena);
    j->segments = 0;
}

static void note_segment(job *j, const kf_segment *segment, const uint64_t *bits) {
    kf_hunt_block *b = j->block;
    b->is_variations = segment->is_variations;
    b->next_moves = j->find->next_moves;
    j->first_asked = j->segments == 0 ? segment->id : j->first_asked;
    for (uint32_t from = 0; from < segment->count && j->is_good; from += KF_BLOCK_LINES) {
        uint64_t any = 0;
        b->first = segment->id * KF_STORE_STRIDE + from;
        j->is_good = fill_bits(j, segment, from, bits, b);
        for (int k = 0; k < KF_BLOCK_WORDS; k++)
            any |= b->bits[k];
        if (any != 0 && j->is_good)
            kf_packed_lines_add(&j->lines, b);
    }
    if (++j->segments == ASKED_AT_ONCE)
        search_noted(j);
}

static void begin_away(job *j) {
    j->is_away = true;
    j->question.arena = j->bytes.arena = j->arena;
    kf_packed_question(&j->question, j->find->pattern, j->find->next_moves);
    kf_packed_lines_begin(&j->lines, j->arena);
    j->block = kf_arena_alloc(j->arena, sizeof *j->block);
    memset(j->block, 0, sizeof *j->block);
    j->block->arena = j->arena;
}

static void search_segment(job *j, const kf_segment *segment, const uint64_t *bits) {
    if (j->is_away)
        note_segment(j, segment, bits);
    else
        search_here(j, segment, bits);
}

// Without a pattern a game is found by what is said of it.
static void give_all(job *j, const kf_segment *segment, const uint64_t *bits) {
    for (uint32_t k = 0; k < KF_FILTER_WORDS && j->take == NULL; k++)
        j->total->games += kf_count_bits(bits[k]);
    if (j->take == NULL)
        return;
    for (uint32_t k = 0; k < KF_FILTER_WORDS; k++)
        for (uint64_t word = bits[k]; word != 0 && !j->is_stopped; word &= word - 1) {
            uint32_t at = 64 * k + (uint32_t)kf_lowest_bit(word);
            if (at < segment->count)
                give(j, segment->id * KF_STORE_STRIDE + at, NULL, 0);
        }
}

// Filters all main lines first: their variations are found before them.
static bool filter_all(job *j) {
    kf_segment segment = {.id = 0};
    kf_store *store = j->catalog->store;
    while (kf_store_segment(store, segment.id, &segment)) {
        size_t room = j->passed_room;
        if (segment.is_variations)
            continue;
        j->passed = kf_arena_grow(j->arena, j->passed, &j->passed_room, (size_t)segment.id + 1,
                                  sizeof *j->passed);
        for (; room < j->passed_room; room++)
            j->passed[room] = NULL;
        uint64_t *bits = kf_arena_alloc(j->arena, KF_FILTER_WORDS * sizeof *bits);
        if (!kf_filter_segment(j->filter, store, &segment, bits))
            return false;
        j->passed[segment.id] = bits;
    }
    return kf_store_error(store)[0] == '\0';
}

static void search_kind(job *j, bool is_variations) {
    kf_segment segment = {.id = 0};
    kf_store *store = j->catalog->store;
    uint64_t own[KF_FILTER_WORDS];
    while (!j->is_stopped && j->is_good && kf_store_segment(store, segment.id, &segment)) {
        const uint64_t *bits = own;
        if (segment.is_variations != is_variations)
            continue;
        look_whether_on(j);
        if (!is_variations && j->passed != NULL)
            bits = j->passed[segment.id];
        else if (!is_variations)
            j->is_good = kf_filter_segment(j->filter, store, &segment, own);
        if (j->is_good && j->find->pattern == NULL)
            give_all(j, &segment, bits);
        else if (j->is_good)
            search_segment(j, &segment, bits);
    }
    if (j->is_away)
        search_noted(j);
    else if (j->find->pattern != NULL)
        take_blocks(j, true);
    j->is_good = j->is_good && kf_store_error(store)[0] == '\0';
}

static int by_game(const void *a, const void *b) {
    const branched *x = a, *y = b;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static int threads_for(const kf_find *find) {
    long processors = find->jobs > 0 ? find->jobs : sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > MOST_JOBS ? MOST_JOBS : (int)processors;
}

static void search(void *context) {
    job *j = context;
    bool has_pattern = j->find->pattern != NULL;
    bool has_variations = has_pattern && j->find->has_variations;
    j->filter = kf_filter_new(j->arena, j->catalog->store, j->find, j->log);
    if (j->filter == NULL)
        return;
    if (has_pattern && kf_store_can_search(j->catalog->store))
        begin_away(j);
    else if (has_pattern)
        j->hunt = kf_hunt_new(j->catalog->name, j->catalog->store, threads_for(j->find));
    if (has_pattern && j->hunt == NULL && !j->is_away)
        kf_arena_fail(j->arena);
    j->is_good = !has_variations || filter_all(j);
    if (has_variations && j->is_good) {
        search_kind(j, true);
        if (j->branched_count > 1)
            qsort(j->branched, j->branched_count, sizeof *j->branched, by_game);
    }
    if (j->is_good)
        search_kind(j, false);
    if (j->is_good)
        give_branched(j, UINT64_MAX);
    if (!j->is_good)
        kf_store_report(j->catalog->store, j->log);
}

bool kf_find_games(kf_catalog *catalog, const kf_find *find,
                   bool (*take)(void *context, const kf_found *found), void *context,
                   kf_find_total *total, kf_log *log) {
    kf_find_total unasked = {0};
    job j = {.catalog = catalog, .find = find, .log = log, .take = take, .context = context};
    j.total = total != NULL ? total : &unasked;
    *j.total = (kf_find_total){0, 0};
    j.arena = kf_arena_new();
    if (!kf_catalog_hold(catalog, log)) {
        kf_arena_free(j.arena);
        return false;
    }
    bool has_memory = j.arena != NULL && kf_arena_try(j.arena, search, &j);
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_hunt_free(j.hunt);
    kf_arena_free(j.arena);
    kf_catalog_release(catalog);
    return has_memory && j.is_good;
}

#else

bool kf_find_games(kf_catalog *catalog, const kf_find *find,
                   bool (*take)(void *context, const kf_found *found), void *context,
                   kf_find_total *total, kf_log *log) {
    (void)catalog, (void)find, (void)take, (void)context, (void)total;
    return kf_catalog_lacks(log);
}

#endif
