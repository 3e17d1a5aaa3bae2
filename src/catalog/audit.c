// SPDX-License-Identifier: MIT
// Counting what a catalogue holds, and looking for faults in it.

#include "catalog/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"

#ifdef KIFU_HAVE_SQLITE

// ---- Counting ----

typedef struct counting {
    kf_catalog *catalog;
    kf_audit_count *count;
    kf_arena *arena;
    uint64_t *players, *events; // bits of the texts that games name
    uint32_t last;              // id of a text
    bool is_good;
} counting;

// The row of a field of a segment.
static bool get_field(kf_store *store, const kf_segment *segment, kf_field field,
                      const uint8_t **row, size_t *length) {
    int64_t id = (int64_t)segment->id * KF_STORE_ROWS + (int64_t)field;
    return kf_store_get(store, KF_TABLE_FIELD, id, row, length);
}

// What it says of a line; 0 when that is gone.
static uint32_t value_at(const uint8_t *row, size_t length, const uint8_t *gone, uint32_t line) {
    return gone[line / 8] >> line % 8 & 1 ? 0 : kf_row_number(row, length, line);
}

static void copy_gone(const kf_segment *segment, uint8_t gone[KF_STORE_LINES / 8]) {
    memset(gone, 0, KF_STORE_LINES / 8);
    if (segment->gone != NULL)
        memcpy(gone, segment->gone, KF_STORE_LINES / 8);
}

// Adds up a field of the lines that are not gone, or, with `texts`, marks what they name.
static bool count_field(counting *c, const kf_segment *segment, const uint8_t *gone, kf_field field,
                        uint64_t *texts) {
    const uint8_t *row;
    size_t length;
    if (!get_field(c->catalog->store, segment, field, &row, &length))
        return false;
    for (uint32_t i = 0; i < segment->count; i++) {
        uint32_t value = value_at(row, length, gone, i);
        if (texts == NULL)
            c->count->moves += value;
        else if (value <= c->last)
            texts[value / 64] |= (uint64_t)1 << value % 64;
    }
    return true;
}

static bool count_segments(counting *c) {
    kf_audit_count *count = c->count;
    kf_segment segment = {.id = 0};
    while (kf_store_segment(c->catalog->store, segment.id, &segment)) {
        uint64_t lines = segment.count - segment.gone_count;
        count->gone += segment.is_variations ? 0 : segment.gone_count;
        *(segment.is_variations ? &count->variations : &count->games) += lines;
        uint8_t gone[KF_STORE_LINES / 8];
        copy_gone(&segment, gone);
        if (segment.is_variations)
            continue;
        if (!count_field(c, &segment, gone, KF_FIELD_MOVES, NULL) ||
            !count_field(c, &segment, gone, KF_FIELD_BLACK, c->players) ||
            !count_field(c, &segment, gone, KF_FIELD_WHITE, c->players) ||
            !count_field(c, &segment, gone, KF_FIELD_EVENT, c->events))
            return false;
    }
    return kf_store_error(c->catalog->store)[0] == '\0';
}

// A text stays where it is when the last game that names it is gone, so the games are asked.
static void count_all(void *context) {
    counting *c = context;
    c->last = kf_store_last_text(c->catalog->store);
    size_t words = (size_t)c->last / 64 + 1;
    c->players = kf_arena_alloc(c->arena, 2 * words * sizeof *c->players);
    c->events = c->players + words;
    memset(c->players, 0, 2 * words * sizeof *c->players);
    c->is_good = count_segments(c);
    c->count->files = kf_store_count(c->catalog->store, KF_STORE_SOURCES);
    c->count->unfinished = kf_store_count(c->catalog->store, KF_STORE_UNFINISHED);
    c->count->waiting = kf_posting_owed(c->catalog->store);
    c->is_good = c->is_good && kf_store_error(c->catalog->store)[0] == '\0';
    // The text without a character is none.
    c->players[0] &= ~UINT64_C(1);
    c->events[0] &= ~UINT64_C(1);
    for (size_t i = 0; i < words; i++) {
        c->count->players += kf_count_bits(c->players[i]);
        c->count->events += kf_count_bits(c->events[i]);
    }
}

// Calls in a protected call of an arena of its own, with the view of the store held.
static bool run_held(kf_catalog *catalog, void (*act)(void *), void *context, kf_arena **arena,
                     kf_log *log) {
    if (!kf_catalog_hold(catalog, log))
        return false;
    *arena = kf_arena_new();
    bool has_memory = *arena != NULL && kf_arena_try(*arena, act, context);
    kf_arena_free(*arena);
    kf_catalog_release(catalog);
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return has_memory;
}

bool kf_audit_counts(kf_catalog *catalog, kf_audit_count *count, kf_log *log) {
    counting c = {.catalog = catalog, .count = count};
    *count = (kf_audit_count){0};
    return run_held(catalog, count_all, &c, &c.arena, log) &&
           (c.is_good || kf_catalog_fail(catalog, log));
}

// ---- Names ----

typedef struct naming {
    kf_catalog *catalog;
    kf_arena *arena;
    const kf_field *fields; // one or two
    size_t field_count;
    bool (*take)(void *context, const kf_audit_name *name);
    void *context;
    uint32_t last;      // id of a text
    uint32_t *games[2]; // by the ids, of each field
    uint32_t *twice;    // games in which both are the same
    bool is_good;
} naming;

static bool tally_segment(naming *n, const kf_segment *segment) {
    uint8_t gone[KF_STORE_LINES / 8];
    uint32_t before[KF_STORE_LINES] = {0};
    copy_gone(segment, gone);
    for (size_t k = 0; k < n->field_count; k++) {
        const uint8_t *row;
        size_t length;
        if (!get_field(n->catalog->store, segment, n->fields[k], &row, &length))
            return false;
        for (uint32_t i = 0; i < segment->count; i++) {
            uint32_t value = value_at(row, length, gone, i);
            value = value <= n->last ? value : 0;
            n->games[k][value]++;
            n->twice[value] += k > 0 && value == before[i];
            before[i] = value;
        }
    }
    return true;
}

// By the number of games, above their ids from the top.
static int by_games(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x < y) - (x > y);
}

static uint32_t *count_none(const naming *n) {
    size_t size = ((size_t)n->last + 1) * sizeof(uint32_t);
    uint32_t *counts = kf_arena_alloc(n->arena, size);
    memset(counts, 0, size);
    return counts;
}

static uint32_t games_of(const naming *n, size_t id) {
    return n->games[0][id] + n->games[1][id] - n->twice[id];
}

static void name_all(void *context) {
    naming *n = context;
    kf_store *store = n->catalog->store;
    kf_segment segment = {.id = 0};
    n->last = kf_store_last_text(store);
    size_t ids = (size_t)n->last + 1, count = 0;
    uint64_t *order = kf_arena_alloc(n->arena, ids * sizeof *order);
    for (size_t k = 0; k < 2; k++)
        n->games[k] = count_none(n);
    n->twice = count_none(n);
    while (kf_store_segment(store, segment.id, &segment))
        if (!segment.is_variations && !tally_segment(n, &segment))
            return;
    for (size_t id = 1; id < ids; id++)
        if (games_of(n, id) > 0)
            order[count++] = (uint64_t)games_of(n, id) << 32 | (UINT32_MAX - (uint32_t)id);
    qsort(order, count, sizeof *order, by_games);
    bool goes_on = true;
    for (size_t i = 0; i < count && goes_on && kf_store_error(store)[0] == '\0'; i++) {
        uint32_t id = UINT32_MAX - (uint32_t)order[i];
        kf_audit_name name = {kf_store_text(store, id), games_of(n, id), n->games[0][id],
                              n->games[1][id]};
        goes_on = kf_store_error(store)[0] != '\0' || n->take(n->context, &name);
    }
    n->is_good = kf_store_error(store)[0] == '\0';
}

bool kf_audit_names(kf_catalog *catalog, kf_audit_kind kind,
                    bool (*take)(void *context, const kf_audit_name *name), void *context,
                    kf_log *log) {
    static const kf_field fields[][2] = {
        [KF_AUDIT_PLAYER] = {KF_FIELD_BLACK, KF_FIELD_WHITE},
        [KF_AUDIT_RANK] = {KF_FIELD_BLACK_RANK, KF_FIELD_WHITE_RANK},
        [KF_AUDIT_EVENT] = {KF_FIELD_EVENT},
        [KF_AUDIT_PLACE] = {KF_FIELD_PLACE},
        [KF_AUDIT_DATE] = {KF_FIELD_DATE},
        [KF_AUDIT_RESULT] = {KF_FIELD_RESULT},
        [KF_AUDIT_RULES] = {KF_FIELD_RULES},
        [KF_AUDIT_KOMI] = {KF_FIELD_KOMI},
        [KF_AUDIT_HANDICAP] = {KF_FIELD_HANDICAP}};
    naming n = {.catalog = catalog,
                .fields = fields[kind],
                .field_count = kind <= KF_AUDIT_RANK ? 2 : 1,
                .take = take,
                .context = context};
    return run_held(catalog, name_all, &n, &n.arena, log) &&
           (n.is_good || kf_catalog_fail(catalog, log));
}

bool kf_audit_files(kf_catalog *catalog,
                    bool (*take)(void *context, kf_text file, uint32_t games, bool is_whole),
                    void *context, kf_log *log) {
    kf_store_source source = {.id = 0};
    while (kf_store_source_next(catalog->store, source.id, &source))
        if (!take(context, source.path, source.games, source.is_whole))
            break;
    return kf_store_error(catalog->store)[0] == '\0' || kf_catalog_fail(catalog, log);
}

// ---- Looking for faults ----

typedef struct audit {
    kf_catalog *catalog;
    kf_arena *arena;
    kf_log *log;
    kf_segment segment;
    uint8_t *expected; // columns, as the lines of the block give them
    uint8_t *room;
    size_t expected_size;
    uint8_t *front; // as the lines of the segment give it
    uint16_t *index;
    size_t front_points, front_width;
    uint32_t last_source;
    bool is_sound, has_failed;
} audit;

static void fault(audit *a, const char *what, uint32_t line) {
    a->is_sound = false;
    kf_log_add(a->log, KF_CATALOG_DAMAGED, (kf_place){0}, "'%.200s' is damaged: %s (game %u)",
               a->catalog->name, what, line);
}

static void note_fault(void *context, const char *what) {
    audit *a = context;
    a->is_sound = false;
    kf_log_add(a->log, KF_CATALOG_DAMAGED, (kf_place){0}, "'%.200s' is damaged: %s",
               a->catalog->name, what);
}

static void mark_front(audit *a, size_t column, uint32_t line, bool is_white) {
    column += is_white ? a->front_points : 0;
    a->front[column * a->front_width + line / 8] |= (uint8_t)(1u << line % 8);
}

// Whether the events are such as a line has, and marks in the columns what they put.
static bool read_line(audit *a, const kf_line *line, uint32_t line_at) {
    uint32_t points = (uint32_t)(a->segment.width * a->segment.height);
    uint32_t event = KF_EVENT_END, bit = line_at % KF_BLOCK_LINES;
    bool has_setups = false;
    for (size_t i = 0; i < line->count; i++) {
        event = kf_line_event(line, i);
        has_setups |= i >= line->initial && (event & KF_EVENT_SETUP);
        uint32_t point = event & KF_EVENT_POINT;
        if (point >= points && point != KF_EVENT_NOWHERE)
            return false;
        if (point >= points || (event & KF_EVENT_TAKEN))
            continue;
        size_t column = point + (event & KF_EVENT_WHITE ? points : 0);
        a->expected[column * KF_BLOCK_BYTES + bit / 8] |= (uint8_t)(1u << bit % 8);
        if (a->index[point] != UINT16_MAX)
            mark_front(a, a->index[point], line_at, (event & KF_EVENT_WHITE) != 0);
    }
    return line->groups == kf_line_groups(line) && line->has_setups == has_setups &&
           (line->count == line->initial || (event & KF_EVENT_END) != 0);
}

static bool check_block(audit *a, uint32_t from) {
    kf_store *store = a->catalog->store;
    const uint8_t *row;
    size_t length;
    uint32_t base = a->segment.id * KF_STORE_STRIDE;
    int points = a->segment.width * a->segment.height;
    memset(a->expected, 0, a->expected_size);
    for (uint32_t i = 0; i < KF_BLOCK_LINES && from + i < a->segment.count; i++) {
        kf_line line;
        bool is_whole =
            kf_catalog_line(store, base + from + i, &line) && read_line(a, &line, from + i);
        if (kf_store_error(store)[0] != '\0')
            return false;
        if (!is_whole)
            fault(a, "a line of play is not whole", base + from + i);
    }
    int64_t id = (int64_t)a->segment.id * KF_STORE_ROWS + from / KF_BLOCK_LINES;
    if (!kf_store_get(store, KF_TABLE_COLUMNS, id, &row, &length))
        return false;
    const uint8_t *columns = kf_row_columns(row, length, points, a->room);
    if (columns == NULL || memcmp(columns, a->expected, a->expected_size) != 0)
        fault(a, "what is kept for searching does not fit the lines", base + from);
    return true;
}

// Every line comes from a file that is there, unless it is gone.
static bool check_sources(audit *a) {
    const uint8_t *row;
    size_t length;
    int64_t id = (int64_t)a->segment.id * KF_STORE_ROWS + KF_FIELD_SOURCE;
    uint8_t gone[KF_STORE_LINES / 8] = {0};
    if (a->segment.gone != NULL)
        memcpy(gone, a->segment.gone, sizeof gone);
    if (!kf_store_get(a->catalog->store, KF_TABLE_FIELD, id, &row, &length))
        return false;
    for (uint32_t i = 0; i < a->segment.count; i++) {
        uint32_t source = kf_row_number(row, length, i);
        kf_store_source from;
        if ((gone[i / 8] >> i % 8 & 1) || (source != 0 && source == a->last_source))
            continue;
        bool is_known = source != 0 && kf_store_source_get(a->catalog->store, source, &from);
        if (kf_store_error(a->catalog->store)[0] != '\0')
            return false;
        if (!is_known)
            fault(a, "a game comes from no file", a->segment.id * KF_STORE_STRIDE + i);
        a->last_source = source;
    }
    return kf_store_error(a->catalog->store)[0] == '\0';
}

static void begin_front(audit *a) {
    size_t points = (size_t)a->segment.width * (size_t)a->segment.height;
    a->index = kf_arena_resize(a->arena, a->index, points * sizeof *a->index);
    a->front_points = kf_front_index(a->segment.width, a->segment.height, a->index);
    a->front_width = kf_front_width(a->segment.count);
    size_t size = 2 * a->front_points * a->front_width;
    a->front = kf_arena_resize(a->arena, a->front, size + 1);
    memset(a->front, 0, size);
}

// Servers have none.
static bool check_front(audit *a) {
    kf_store *store = a->catalog->store;
    const uint8_t *row;
    size_t length, size = 2 * a->front_points * a->front_width;
    int64_t id = (int64_t)a->segment.id * KF_STORE_ROWS + KF_FRONT_ROW;
    if (size == 0 || store->way->is_blockwise)
        return true;
    if (!kf_store_get(store, KF_TABLE_COLUMNS, id, &row, &length))
        return false;
    if (row == NULL || length != size || memcmp(row, a->front, size) != 0)
        fault(a, "what is kept for searching does not fit the lines",
              a->segment.id * KF_STORE_STRIDE);
    return true;
}

// Only full segments have any, and narrow fields, and none on servers.
static bool check_postings(audit *a) {
    bool is_sound = true, is_narrow_sound = true;
    if (a->segment.count < KF_STORE_LINES || a->catalog->store->way->is_blockwise)
        return true;
    if (!kf_posting_check(a->arena, a->catalog->store, &a->segment, &is_sound) ||
        !kf_narrow_check(a->arena, a->catalog->store, a->segment.id, &is_narrow_sound))
        return false;
    if (!is_sound || !is_narrow_sound)
        fault(a, "what is kept for searching does not fit the lines",
              a->segment.id * KF_STORE_STRIDE);
    return true;
}

static bool check_segments(audit *a) {
    uint32_t behind = 0;
    while (kf_store_segment(a->catalog->store, behind, &a->segment)) {
        behind = a->segment.id;
        a->expected_size = 2 * (size_t)(a->segment.width * a->segment.height) * KF_BLOCK_BYTES;
        a->expected = kf_arena_resize(a->arena, a->expected, a->expected_size);
        a->room = kf_arena_resize(a->arena, a->room, a->expected_size);
        begin_front(a);
        if (!check_sources(a))
            return false;
        for (uint32_t from = 0; from < a->segment.count; from += KF_BLOCK_LINES)
            if (!check_block(a, from))
                return false;
        if (!check_front(a) || !check_postings(a))
            return false;
    }
    return kf_store_error(a->catalog->store)[0] == '\0';
}

static void check_all(void *context) {
    audit *a = context;
    a->has_failed = !kf_store_check(a->catalog->store, note_fault, a) || !check_segments(a);
}

bool kf_audit_check(kf_catalog *catalog, kf_log *log) {
    audit a = {.catalog = catalog, .log = log, .is_sound = true};
    a.arena = kf_arena_new();
    if (!kf_catalog_hold(catalog, log)) {
        kf_arena_free(a.arena);
        return false;
    }
    bool has_memory = a.arena != NULL && kf_arena_try(a.arena, check_all, &a);
    kf_arena_free(a.arena);
    kf_catalog_release(catalog);
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (a.has_failed)
        kf_store_report(catalog->store, log);
    return has_memory && !a.has_failed && a.is_sound;
}

#else

bool kf_audit_counts(kf_catalog *catalog, kf_audit_count *count, kf_log *log) {
    (void)catalog, (void)count;
    return kf_catalog_lacks(log);
}

bool kf_audit_names(kf_catalog *catalog, kf_audit_kind kind,
                    bool (*take)(void *context, const kf_audit_name *name), void *context,
                    kf_log *log) {
    (void)catalog, (void)kind, (void)take, (void)context;
    return kf_catalog_lacks(log);
}

bool kf_audit_check(kf_catalog *catalog, kf_log *log) {
    (void)catalog;
    return kf_catalog_lacks(log);
}

bool kf_audit_files(kf_catalog *catalog,
                    bool (*take)(void *context, kf_text file, uint32_t games, bool is_whole),
                    void *context, kf_log *log) {
    (void)catalog, (void)take, (void)context;
    return kf_catalog_lacks(log);
}

#endif
