// SPDX-License-Identifier: MIT
// What a search for a pattern costs beside two plain passes. That over all: every column of every
// block as words, and every event of every line put on a board. That over what is concerned: of
// every block, for each turn, colouring and place of the pattern, the columns of its stones, ANDed;
// then the events of the lines that are left at any place, put on a board once a line. Nothing is
// shared between places, and nothing ends early. One thread; the best of the rounds.
//
//   search CATALOG ROUNDS PATTERN-FILE...

#include "catalog/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void give_up(const char *what) {
    fprintf(stderr, "search: %s\n", what);
    exit(2);
}

static uint64_t pass_columns(kf_store *store, const kf_segment *segment, uint64_t sum) {
    for (uint32_t block = 0; block * KF_BLOCK_LINES < segment->count; block++) {
        const uint8_t *row;
        size_t length;
        if (!kf_store_get(store, KF_TABLE_COLUMNS, (int64_t)segment->id * KF_STORE_ROWS + block,
                          &row, &length))
            give_up("no columns");
        for (size_t i = 0; i + 8 <= length; i += 8) {
            uint64_t word;
            memcpy(&word, row + i, sizeof word);
            sum |= word;
        }
    }
    return sum;
}

static uint64_t pass_events(kf_store *store, const kf_segment *segment, uint64_t sum) {
    static uint8_t board[KF_EVENT_POINT + 1];
    kf_catalog_rows rows = {NULL, 0, 0};
    kf_line line;
    for (uint32_t i = 0; i < segment->count; i++) {
        if (!kf_catalog_next_line(store, &rows, segment->id * KF_STORE_STRIDE + i, &line))
            give_up("no line");
        for (size_t k = 0; k < line.count; k++) {
            uint32_t event = kf_line_event(&line, k);
            board[event & KF_EVENT_POINT] =
                event & KF_EVENT_TAKEN ? KF_EMPTY : (uint8_t)kf_line_colour(event);
        }
        sum += board[i % KF_BOARD_POINTS];
    }
    return sum;
}

// Seconds for the columns alone, and with the events.
static void pass(kf_catalog *catalog, double out[2]) {
    kf_segment segment = {.id = 0};
    volatile uint64_t sum = 0;
    double begin = seconds();
    while (kf_store_segment(catalog->store, segment.id, &segment))
        sum = pass_columns(catalog->store, &segment, sum);
    out[0] = seconds() - begin;
    segment.id = 0;
    while (kf_store_segment(catalog->store, segment.id, &segment))
        sum = pass_events(catalog->store, &segment, sum);
    out[1] = seconds() - begin;
}

// The lines of a block that the columns leave at any place.
static void pass_probes(const kf_scan *scan, const uint8_t *columns,
                        uint64_t left[KF_BLOCK_WORDS]) {
    memset(left, 0, KF_BLOCK_BYTES);
    for (size_t i = 0; i < scan->probe_count; i++) {
        const kf_probe *probe = &scan->probes[i];
        const kf_demand *demands = scan->demands + probe->first;
        uint64_t lines[KF_BLOCK_WORDS];
        memset(lines, 0xFF, sizeof lines);
        for (uint32_t k = 0; k < probe->stones; k++) {
            bool is_white = demands[k].cell == KF_CELL_WHITE;
            size_t column = demands[k].point + (is_white ? (size_t)scan->points : 0);
            uint64_t words[KF_BLOCK_WORDS];
            memcpy(words, columns + column * KF_BLOCK_BYTES, KF_BLOCK_BYTES);
            for (int w = 0; w < KF_BLOCK_WORDS; w++)
                lines[w] &= words[w];
        }
        for (int w = 0; w < KF_BLOCK_WORDS; w++)
            left[w] |= lines[w];
    }
}

static uint64_t pass_concerned_segment(kf_catalog *catalog, const kf_segment *segment,
                                       const kf_scan *scan, uint8_t *room, size_t *count) {
    static uint8_t board[KF_EVENT_POINT + 1];
    kf_catalog_rows rows = {NULL, 0, 0};
    kf_line line;
    uint64_t sum = 0, left[KF_BLOCK_WORDS];
    for (uint32_t block = 0; block * KF_BLOCK_LINES < segment->count; block++) {
        const uint8_t *row;
        size_t length;
        if (!kf_store_get(catalog->store, KF_TABLE_COLUMNS,
                          (int64_t)segment->id * KF_STORE_ROWS + block, &row, &length) ||
            (row = kf_row_columns(row, length, scan->points, room)) == NULL)
            give_up("no columns");
        pass_probes(scan, row, left);
        for (uint32_t i = 0; i < KF_BLOCK_LINES && block * KF_BLOCK_LINES + i < segment->count;
             i++) {
            if (!(left[i / 64] >> i % 64 & 1))
                continue;
            uint32_t number = segment->id * KF_STORE_STRIDE + block * KF_BLOCK_LINES + i;
            if (!kf_catalog_next_line(catalog->store, &rows, number, &line))
                give_up("no line");
            for (size_t k = 0; k < line.count; k++) {
                uint32_t event = kf_line_event(&line, k);
                board[event & KF_EVENT_POINT] =
                    event & KF_EVENT_TAKEN ? KF_EMPTY : (uint8_t)kf_line_colour(event);
            }
            sum += board[i % KF_BOARD_POINTS];
            ++*count;
        }
    }
    return sum;
}

// A pass over what one pattern concerns, and how many lines that leaves.
typedef struct concerned {
    kf_catalog *catalog;
    const kf_find_pattern *pattern;
    kf_arena *arena;
    double seconds;
    size_t lines;
} concerned;

static void pass_concerned(void *context) {
    concerned *c = context;
    kf_segment segment = {.id = 0};
    volatile uint64_t sum = 0;
    kf_scan *scan = NULL;
    uint8_t *room = NULL;
    double begin = seconds();
    c->lines = 0;
    while (kf_store_segment(c->catalog->store, segment.id, &segment)) {
        size_t points = (size_t)segment.width * (size_t)segment.height;
        if (scan == NULL || scan->width != segment.width || scan->height != segment.height) {
            scan = kf_scan_new(c->arena, c->pattern, segment.width, segment.height, NULL);
            room = kf_arena_alloc(c->arena, 2 * points * KF_BLOCK_BYTES);
        }
        sum += pass_concerned_segment(c->catalog, &segment, scan, room, &c->lines);
    }
    c->seconds = seconds() - begin;
}

static double concern(kf_catalog *catalog, const kf_find_pattern *pattern, size_t *lines) {
    concerned c = {.catalog = catalog, .pattern = pattern, .arena = kf_arena_new()};
    if (c.arena == NULL || !kf_arena_try(c.arena, pass_concerned, &c))
        give_up("no memory");
    kf_arena_free(c.arena);
    *lines = c.lines;
    return c.seconds;
}

static bool take(void *context, const kf_found *found) {
    (void)context, (void)found;
    return true;
}

static double find(kf_catalog *catalog, const kf_find_pattern *pattern, kf_find_total *total) {
    kf_find asked = {.pattern = pattern, .counts_only = true, .jobs = 1};
    double begin = seconds();
    if (!kf_find_games(catalog, &asked, take, NULL, total, NULL))
        give_up("the search failed");
    return seconds() - begin;
}

static kf_find_pattern *read_pattern(const char *name) {
    char text[8192];
    FILE *file = fopen(name, "rb");
    size_t length = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    if (file != NULL)
        fclose(file);
    kf_find_pattern *pattern = kf_find_pattern_read((kf_text){text, length}, name, NULL);
    if (pattern == NULL)
        give_up("no pattern");
    return pattern;
}

int main(int argc, char **argv) {
    if (argc < 4)
        give_up("search CATALOG ROUNDS PATTERN-FILE...");
    kf_catalog *catalog = kf_catalog_open(argv[1], false, NULL);
    if (catalog == NULL)
        give_up("no catalogue");
    for (int i = 3; i < argc; i++) {
        kf_find_pattern *pattern = read_pattern(argv[i]);
        kf_find_total total = {0, 0};
        double best[4] = {1e9, 1e9, 1e9, 1e9}, now[2];
        size_t lines = 0;
        for (long round = strtol(argv[2], NULL, 10); round > 0; round--) {
            pass(catalog, now);
            double found = find(catalog, pattern, &total), own = concern(catalog, pattern, &lines);
            best[0] = now[0] < best[0] ? now[0] : best[0];
            best[1] = now[1] < best[1] ? now[1] : best[1];
            best[2] = found < best[2] ? found : best[2];
            best[3] = own < best[3] ? own : best[3];
        }
        printf("%s: %llu games, %llu hits in %.4f s; columns %.4f s, all %.4f s: %.2f times; "
               "concerned %zu lines %.4f s: %.2f times\n",
               argv[i], (unsigned long long)total.games, (unsigned long long)total.hits, best[2],
               best[0], best[1], best[2] / best[1], lines, best[3], best[2] / best[3]);
        kf_find_pattern_free(pattern);
    }
    kf_catalog_close(catalog);
}
