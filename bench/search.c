// SPDX-License-Identifier: MIT
// What a search for a pattern costs beside plain passes. That over all: every column of every
// block as words, and every event of every line put on a board. That over what is concerned: of
// every block, for each turn, colouring and place of the pattern, the columns of its stones, ANDed;
// then the events of the lines that are left at any place, put on a board once a line, or else once
// for each turn and colouring of which a place is left. Nothing is shared between places, and
// nothing ends early. One thread; the best of the rounds.
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

// The lines of a block that the columns leave at any place, by turns and colourings, or of all.
static void pass_probes(const kf_scan *scan, const uint8_t *columns, int turns,
                        uint64_t left[KF_FIND_TURNS][KF_BLOCK_WORDS]) {
    memset(left, 0, (size_t)turns * KF_BLOCK_BYTES);
    for (size_t i = 0; i < scan->probe_count; i++) {
        const kf_probe *probe = &scan->probes[i];
        const kf_demand *demands = scan->demands + probe->first;
        uint64_t lines[KF_BLOCK_WORDS], *own = left[turns > 1 ? probe->turned - scan->turned : 0];
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
            own[w] |= lines[w];
    }
}

// A pass over what one pattern concerns, and how many lines that leaves.
typedef struct concerned {
    kf_catalog *catalog;
    const kf_find_pattern *pattern;
    kf_arena *arena;
    int turns; // 1: the events of a line are read once, else for each turn that is left
    double seconds;
    size_t lines;
} concerned;

static uint64_t pass_line(const kf_line *line, uint32_t number) {
    static uint8_t board[KF_EVENT_POINT + 1];
    for (size_t k = 0; k < line->count; k++) {
        uint32_t event = kf_line_event(line, k);
        board[event & KF_EVENT_POINT] =
            event & KF_EVENT_TAKEN ? KF_EMPTY : (uint8_t)kf_line_colour(event);
    }
    return board[number % KF_BOARD_POINTS];
}

// How often the events of a line of the block are read.
static int times_left(const uint64_t *left, int turns, uint32_t line) {
    int times = 0;
    for (int turn = 0; turn < turns; turn++)
        times += (int)(left[turn * KF_BLOCK_WORDS + (int)(line / 64)] >> line % 64 & 1);
    return times;
}

static inline __attribute__((always_inline)) uint64_t
pass_concerned_segment(concerned *c, const kf_segment *segment, const kf_scan *scan, uint8_t *room,
                       int turns) {
    kf_catalog_rows rows = {NULL, 0, 0};
    kf_store *store = c->catalog->store;
    kf_line line;
    size_t lines = 0;
    uint64_t sum = 0, left[KF_FIND_TURNS][KF_BLOCK_WORDS];
    for (uint32_t first = 0; first < segment->count; first += KF_BLOCK_LINES) {
        const uint8_t *row;
        size_t length;
        int64_t id = (int64_t)segment->id * KF_STORE_ROWS + first / KF_BLOCK_LINES;
        if (!kf_store_get(store, KF_TABLE_COLUMNS, id, &row, &length) ||
            (row = kf_row_columns(row, length, scan->points, room)) == NULL)
            give_up("no columns");
        pass_probes(scan, row, turns, left);
        for (uint32_t i = 0; i < KF_BLOCK_LINES && first + i < segment->count; i++) {
            int times = times_left(left[0], turns, i);
            if (times == 0)
                continue;
            if (!kf_catalog_next_line(store, &rows, segment->id * KF_STORE_STRIDE + first + i,
                                      &line))
                give_up("no line");
            for (int k = 0; k < times; k++)
                sum += pass_line(&line, i);
            lines += (size_t)times;
        }
    }
    c->lines += lines;
    return sum;
}

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
        // Written twice, so that the pass that asks of all turns at once does not pay for the
        // other.
        sum += c->turns == 1 ? pass_concerned_segment(c, &segment, scan, room, 1)
                             : pass_concerned_segment(c, &segment, scan, room, KF_FIND_TURNS);
    }
    c->seconds = seconds() - begin;
}

static double concern(kf_catalog *catalog, const kf_find_pattern *pattern, int turns,
                      size_t *lines) {
    concerned c = {catalog, pattern, kf_arena_new(), turns, 0, 0};
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

// The least times of some rounds: of the columns, all, the search, and what is concerned, with the
// events of a line read once and for each turn.
static void measure(kf_catalog *catalog, const char *file, long rounds) {
    kf_find_pattern *pattern = read_pattern(file);
    kf_find_total total = {0, 0};
    double best[5] = {1e9, 1e9, 1e9, 1e9, 1e9}, now[5];
    size_t lines = 0, reads = 0;
    for (; rounds > 0; rounds--) {
        pass(catalog, now);
        now[2] = find(catalog, pattern, &total);
        now[3] = concern(catalog, pattern, 1, &lines);
        now[4] = concern(catalog, pattern, KF_FIND_TURNS, &reads);
        for (int k = 0; k < 5; k++)
            best[k] = now[k] < best[k] ? now[k] : best[k];
    }
    printf("%s: %llu games, %llu hits in %.4f s; columns %.4f s, all %.4f s: %.2f times; "
           "concerned %zu lines %.4f s: %.2f times; by turns %zu lines %.4f s: %.2f times\n",
           file, (unsigned long long)total.games, (unsigned long long)total.hits, best[2], best[0],
           best[1], best[2] / best[1], lines, best[3], best[2] / best[3], reads, best[4],
           best[2] / best[4]);
    kf_find_pattern_free(pattern);
}

int main(int argc, char **argv) {
    if (argc < 4)
        give_up("search CATALOG ROUNDS PATTERN-FILE...");
    kf_catalog *catalog = kf_catalog_open(argv[1], false, NULL);
    if (catalog == NULL)
        give_up("no catalogue");
    for (int i = 3; i < argc; i++)
        measure(catalog, argv[i], strtol(argv[2], NULL, 10));
    kf_catalog_close(catalog);
}
