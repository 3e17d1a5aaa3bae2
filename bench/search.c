// SPDX-License-Identifier: MIT
// What a search for a pattern costs beside a plain pass over what it looks at: every column of
// every block as words, and every event of every line put on a board. One thread; the best of the
// rounds.
//
//   search CATALOG ROUNDS PATTERN-FILE...

#include "catalog/catalog.h"

#include <stdio.h>
#include <stdlib.h>
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
        double best[3] = {1e9, 1e9, 1e9}, now[2];
        for (long round = strtol(argv[2], NULL, 10); round > 0; round--) {
            pass(catalog, now);
            double found = find(catalog, pattern, &total);
            best[0] = now[0] < best[0] ? now[0] : best[0];
            best[1] = now[1] < best[1] ? now[1] : best[1];
            best[2] = found < best[2] ? found : best[2];
        }
        printf("%s: %llu games, %llu hits in %.4f s; columns %.4f s, all %.4f s: %.2f times\n",
               argv[i], (unsigned long long)total.games, (unsigned long long)total.hits, best[2],
               best[0], best[1], best[2] / best[1]);
        kf_find_pattern_free(pattern);
    }
    kf_catalog_close(catalog);
}
