// SPDX-License-Identifier: MIT
// Puts the games of files into a catalogue, and lists those in which a pattern stands. The header
// catalog.h, which needs the library kifu-catalog.
//
//     catalog CATALOG PATTERN FILE...     PATTERN: rows joined by commas, as in ".X.,XOX"

#include <kifu/catalog.h>
#include <stdio.h>
#include <string.h>

typedef struct search {
    kf_catalog *catalog;
    kf_log *log;
} search;

static bool print_found(void *context, const kf_found *found) {
    const search *s = context;
    kf_catalog_game game;
    if (!kf_catalog_get(s->catalog, found->game, &game, s->log))
        return false;
    printf("%.*s – %.*s: after move %u, %zu times\n", (int)game.black.length, game.black.data,
           (int)game.white.length, game.white.data, (unsigned)found->hits[0].moves, found->count);
    return true;
}

// Adds the files. What was in the catalogue already is not read again.
static bool add_files(const search *s, char **files) {
    for (; *files != NULL; files++) {
        kf_gathered gathered = kf_gather_add(s->catalog, &(kf_gather){.name = *files}, s->log);
        if (gathered == KF_GATHERED_FAILED || gathered == KF_GATHERED_BROKEN)
            return false;
    }
    return kf_gather_commit(s->catalog, s->log);
}

int main(int argc, char **argv) {
    if (argc < 4)
        return 2;
    for (char *comma = argv[2]; (comma = strchr(comma, ',')) != NULL;)
        *comma = '\n';
    kf_log *log = kf_log_new();
    search s = {kf_catalog_open(argv[1], true, log), log};
    kf_find_pattern *pattern = kf_find_pattern_read(kf_text_of(argv[2]), NULL, log);
    kf_find find = {.pattern = pattern};
    kf_find_total total = {.games = 0};
    bool is_good = s.catalog != NULL && pattern != NULL && add_files(&s, argv + 3) &&
                   kf_find_games(s.catalog, &find, print_found, &s, &total, log);
    if (is_good)
        printf("%llu games\n", (unsigned long long)total.games);
    for (size_t i = 0; i < kf_log_count(log); i++)
        fprintf(stderr, "%s\n", kf_log_entry(log, i)->message);
    kf_find_pattern_free(pattern);
    kf_catalog_close(s.catalog);
    kf_log_free(log);
    return is_good ? 0 : 1;
}
