// SPDX-License-Identifier: MIT
// What kifu find is asked: options become a search.

#include "cli/find/find.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/text.h"
#include "cli/frame/cli.h"

enum { MOST_JOBS = 64, MOST_DEPTH = 100, PATTERN_BYTES = 64 * 1024, SOURCE_BYTES = 4096 };

static void close_catalog(void *what) {
    kf_catalog_close(what);
}

kf_catalog *kf_find_question_open(kf_cli *cli) {
    kf_catalog *catalog = kf_catalog_open(cli->operands[0], false, cli->log);
    if (catalog != NULL)
        kf_arena_defer(cli->arena, close_catalog, catalog);
    return catalog;
}

static void free_pattern(void *what) {
    kf_find_pattern_free(what);
}

// ---- A typed pattern ----

// The text of a typed board, from a file or the command's standard input.
static bool read_text(kf_cli *cli, const char *name, kf_buffer *out) {
    char room[4096];
    bool is_input = strcmp(name, "-") == 0;
    FILE *file = is_input ? cli->in : fopen(name, "rb");
    if (file == NULL) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot read '%.200s': %s", name,
                   strerror(errno));
        return false;
    }
    size_t got;
    while (out->length < PATTERN_BYTES && (got = fread(room, 1, sizeof room, file)) > 0)
        kf_buffer_add(out, room, got);
    bool has_failed = ferror(file) != 0;
    if (!is_input)
        fclose(file);
    if (has_failed || out->length >= PATTERN_BYTES)
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "'%.200s' %s", name,
                   has_failed ? "cannot be read" : "is too long for a pattern");
    return !has_failed && out->length < PATTERN_BYTES;
}

static kf_find_pattern *read_pattern(kf_cli *cli, const char *name) {
    kf_buffer text = {.arena = cli->arena};
    if (!read_text(cli, name, &text))
        return NULL;
    return kf_find_pattern_read(kf_buffer_text(&text), name, cli->log);
}

// ---- A position ----

static kf_find_pattern *read_position(kf_cli *cli, const char *name) {
    kf_find_pattern *pattern = NULL;
    kf_record *record = kf_input_read(cli, name);
    kf_node game = record != NULL ? kf_selection_game(cli, record) : 0;
    kf_node node = game != 0 ? kf_selection_node(cli, record, game, "last") : 0;
    if (node != 0)
        pattern = kf_find_pattern_of(record, node, cli->values[KF_OPTION_REGION], cli->log);
    kf_input_free(cli, record);
    return pattern;
}

// ---- How it may stand ----

bool kf_find_question_anchor(const char *name, kf_anchor *anchor) {
    static const struct {
        const char *name;
        kf_anchor anchor;
    } anchors[] = {{"anywhere", KF_ANCHOR_ANYWHERE}, {"corner", KF_ANCHOR_CORNER},
                   {"side", KF_ANCHOR_SIDE},         {"centre", KF_ANCHOR_CENTRE},
                   {"center", KF_ANCHOR_CENTRE},     {"fixed", KF_ANCHOR_FIXED}};
    for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++)
        if (strcmp(anchors[i].name, name) == 0) {
            *anchor = anchors[i].anchor;
            return true;
        }
    return false;
}

static bool set_anchor(kf_cli *cli, kf_find_pattern *pattern) {
    const char *wanted = cli->values[KF_OPTION_ANCHOR];
    kf_anchor anchor;
    if (wanted == NULL)
        return true;
    if (kf_find_question_anchor(wanted, &anchor)) {
        kf_find_pattern_set_anchor(pattern, anchor);
        return true;
    }
    kf_options_wrong(cli, "'--anchor' takes anywhere, corner, side, centre or fixed, not '%.60s'",
                     wanted);
    return false;
}

static bool set_moves(kf_cli *cli, kf_find_pattern *pattern) {
    const char *next = cli->values[KF_OPTION_NEXT], *sequence = cli->values[KF_OPTION_SEQUENCE];
    int by_move = -1;
    if (next != NULL && strcmp(next, "B") != 0 && strcmp(next, "W") != 0) {
        kf_options_wrong(cli, "'--next' takes B or W, not '%.60s'", next);
        return false;
    }
    if (!kf_options_number(cli, KF_OPTION_BY_MOVE, 0, INT32_MAX, &by_move))
        return false;
    if (next != NULL)
        kf_find_pattern_set_next(pattern, next[0]);
    if (by_move >= 0)
        kf_find_pattern_set_by_move(pattern, (uint32_t)by_move);
    return sequence == NULL ||
           kf_find_pattern_set_sequence(pattern, kf_text_of(sequence), cli->log);
}

// Options that say how a pattern stands cannot be used without one.
static bool has_orphans(kf_cli *cli) {
    static const struct {
        int key;
        const char *name;
    } orphans[] = {{KF_OPTION_ANCHOR, "anchor"},
                   {KF_OPTION_ANY_COLOUR, "any-colour"},
                   {KF_OPTION_NEXT, "next"},
                   {KF_OPTION_BY_MOVE, "by-move"},
                   {KF_OPTION_SEQUENCE, "sequence"},
                   {KF_OPTION_VARIATIONS, "variations"},
                   {KF_OPTION_CONTINUATIONS, "continuations"},
                   {KF_OPTION_NO_SYMMETRY, "no-symmetry"}};
    for (size_t i = 0; i < sizeof orphans / sizeof *orphans; i++)
        if (kf_options_has(cli, orphans[i].key)) {
            kf_options_wrong(cli, "'--%s' needs '--pattern' or '--position'", orphans[i].name);
            return true;
        }
    return false;
}

// Options that say which position cannot be used without a record that has positions.
static bool has_places(kf_cli *cli) {
    static const struct {
        int key;
        const char *name;
    } places[] = {{KF_OPTION_AT, "at"}, {KF_OPTION_REGION, "region"}, {KF_OPTION_GAME, "game"}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        bool is_other = places[i].key == KF_OPTION_GAME && cli->values[KF_OPTION_SIMILAR] != NULL;
        if (!is_other && kf_options_has(cli, places[i].key)) {
            kf_options_wrong(cli, "'--%s' needs '--position'", places[i].name);
            return true;
        }
    }
    return false;
}

static bool read_board(kf_cli *cli, kf_find *find) {
    const char *typed = cli->values[KF_OPTION_PATTERN], *file = cli->values[KF_OPTION_POSITION];
    if (file == NULL && has_places(cli))
        return false;
    if (typed == NULL && file == NULL)
        return !has_orphans(cli);
    if (typed != NULL && file != NULL) {
        kf_options_wrong(cli, "'--pattern' and '--position' exclude each other");
        return false;
    }
    kf_find_pattern *pattern = typed != NULL ? read_pattern(cli, typed) : read_position(cli, file);
    if (pattern == NULL)
        return false;
    kf_arena_defer(cli->arena, free_pattern, pattern);
    kf_find_pattern_set_any_colour(pattern, kf_options_has(cli, KF_OPTION_ANY_COLOUR));
    kf_find_pattern_set_symmetry(pattern, !kf_options_has(cli, KF_OPTION_NO_SYMMETRY));
    find->pattern = pattern;
    find->has_variations = kf_options_has(cli, KF_OPTION_VARIATIONS);
    return set_anchor(cli, pattern) && set_moves(cli, pattern);
}

typedef struct sparing {
    const char *name;
    struct stat status;
    bool is_source;
} sparing;

// Only files of that name are looked at: a catalogue may have a million.
static bool compare_source(void *context, kf_text file, uint32_t games, bool is_whole) {
    sparing *s = context;
    const char *slash = strrchr(s->name, '/');
    kf_text last = kf_text_of(slash != NULL ? slash + 1 : s->name);
    char path[SOURCE_BYTES];
    struct stat status;
    (void)games, (void)is_whole;
    size_t before = file.length - last.length;
    if (file.length >= sizeof path || file.length < last.length ||
        memcmp(file.data + before, last.data, last.length) != 0)
        return true;
    memcpy(path, file.data, file.length);
    path[file.length] = '\0';
    s->is_source = stat(path, &status) == 0 && status.st_dev == s->status.st_dev &&
                   status.st_ino == s->status.st_ino;
    return !s->is_source;
}

bool kf_find_question_spares(kf_cli *cli, kf_catalog *catalog, const char *name) {
    sparing s = {.name = name};
    if (name == NULL || stat(name, &s.status) != 0 || !S_ISREG(s.status.st_mode))
        return true;
    if (kf_gather_owns(catalog, name)) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0},
                   "'%.200s' belongs to the catalogue itself; write to another file", name);
        return false;
    }
    if (!kf_audit_files(catalog, compare_source, &s, cli->log))
        return false;
    if (s.is_source)
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0},
                   "'%.200s' is a file that the games were added from, and may hold more than the "
                   "catalogue; write to another",
                   name);
    return !s.is_source;
}

bool kf_find_question_read(kf_cli *cli, kf_find *find) {
    const char **values = cli->values;
    int jobs = 0;
    *find = (kf_find){.player = values[KF_OPTION_PLAYER],
                      .opponent = values[KF_OPTION_OPPONENT],
                      .black = values[KF_OPTION_BLACK],
                      .white = values[KF_OPTION_WHITE],
                      .date = values[KF_OPTION_DATE],
                      .event = values[KF_OPTION_EVENT],
                      .place = values[KF_OPTION_PLACE],
                      .result = values[KF_OPTION_RESULT],
                      .rank = values[KF_OPTION_RANK],
                      .handicap = values[KF_OPTION_HANDICAP],
                      .komi = values[KF_OPTION_KOMI],
                      .rules = values[KF_OPTION_RULES],
                      .size = values[KF_OPTION_SIZE],
                      .moves = values[KF_OPTION_MOVES],
                      .source = values[KF_OPTION_SOURCE],
                      .words = values[KF_OPTION_WORDS]};
    if (!kf_options_number(cli, KF_OPTION_JOBS, 1, MOST_JOBS, &jobs))
        return false;
    find->jobs = jobs;
    find->next_moves = 1;
    if (kf_options_has(cli, KF_OPTION_DEPTH) && !kf_options_has(cli, KF_OPTION_CONTINUATIONS)) {
        kf_options_wrong(cli, "'--depth' needs '--continuations'");
        return false;
    }
    if (!kf_options_number(cli, KF_OPTION_DEPTH, 1, MOST_DEPTH, &find->next_moves))
        return false;
    if (!kf_options_has(cli, KF_OPTION_CONTINUATIONS))
        find->next_moves = 0;
    return read_board(cli, find);
}
