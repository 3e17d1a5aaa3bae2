// SPDX-License-Identifier: MIT
// Catalogues: opening them, and looking at one game.

#include "catalog/catalog.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "record/value.h"

bool kf_catalog_lacks(kf_log *log) {
    kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){0},
               "this kifu was built without SQLite, so there are no catalogues");
    return false;
}

bool kf_catalog_is_on_server(const char *name) {
    return kf_postgres_open_is_meant(name);
}

#ifdef KIFU_HAVE_SQLITE

bool kf_catalog_fail(kf_catalog *catalog, kf_log *log) {
    kf_store_report(catalog->store, log);
    return false;
}

kf_catalog *kf_catalog_open(const char *name, bool is_written, kf_log *log) {
    kf_catalog *catalog = malloc(sizeof *catalog);
    if (catalog == NULL) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return NULL;
    }
    memset(catalog, 0, sizeof *catalog);
    catalog->is_written = is_written;
    catalog->arena = kf_arena_new();
    catalog->name = strdup(name);
    catalog->near = is_written ? NULL : kf_near_new();
    if (catalog->arena == NULL || catalog->name == NULL || (!is_written && catalog->near == NULL))
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else
        catalog->store = kf_store_open(name, is_written ? KF_STORE_CREATE : KF_STORE_READ, log);
    if (catalog->store == NULL) {
        kf_catalog_close(catalog);
        return NULL;
    }
    kf_store_beside_name(catalog->path, name, "");
    catalog->names = (kf_names){.arena = catalog->arena, .store = catalog->store};
    catalog->maker.arena = catalog->card.buffer.arena = catalog->card.words.arena = catalog->arena;
    catalog->text.arena = catalog->folded.arena = catalog->facts.arena = catalog->arena;
    return catalog;
}

bool kf_catalog_create(const char *name, const char *const *nodes, kf_log *log) {
    kf_store *store = kf_store_make(name, nodes, log);
    kf_store_close(store);
    return store != NULL;
}

const char *kf_catalog_name(const kf_catalog *catalog) {
    return kf_store_shown(catalog->store);
}

void kf_catalog_close(kf_catalog *catalog) {
    if (catalog == NULL)
        return;
    if (catalog->store != NULL)
        kf_store_rollback(catalog->store);
    kf_store_close(catalog->store);
    kf_near_free(catalog->near);
    kf_arena_free(catalog->arena);
    free(catalog->name);
    free(catalog);
}

bool kf_catalog_hold(kf_catalog *catalog, kf_log *log) {
    return kf_store_freeze(catalog->store) || kf_catalog_fail(catalog, log);
}

void kf_catalog_release(kf_catalog *catalog) {
    kf_store_thaw(catalog->store);
}

bool kf_catalog_field(kf_catalog *catalog, uint32_t line, kf_field field, uint32_t *value) {
    return kf_near_field(catalog->near, catalog->store, line, field, value);
}

bool kf_catalog_has_line(const kf_catalog_rows *rows, uint32_t line) {
    const uint8_t *packed;
    size_t length;
    return rows->row != NULL && line >= rows->first &&
           kf_row_line(rows->row, rows->length, line - rows->first, &packed, &length);
}

bool kf_catalog_next_line(kf_store *store, kf_catalog_rows *rows, uint32_t line, kf_line *out) {
    const uint8_t *packed;
    size_t length;
    bool is_there = rows->row != NULL && line >= rows->first &&
                    kf_row_line(rows->row, rows->length, line - rows->first, &packed, &length);
    if (!is_there)
        is_there = kf_store_events(store, line, &rows->row, &rows->length, &rows->first) &&
                   rows->row != NULL &&
                   kf_row_line(rows->row, rows->length, line - rows->first, &packed, &length);
    if (is_there)
        *out = kf_line_of(packed, length);
    return is_there;
}

bool kf_catalog_line(kf_store *store, uint32_t line, kf_line *out) {
    kf_catalog_rows rows = {NULL, 0, 0};
    return kf_catalog_next_line(store, &rows, line, out);
}

// ---- One game ----

// A look at a game, for the protected call.
typedef struct looking {
    kf_catalog *catalog;
    uint32_t id;
    kf_catalog_game *game;
    bool is_good;
} looking;

// The texts go into one buffer, which may move: first their places are noted.
static bool add_text(kf_catalog *catalog, uint32_t text, kf_text *place) {
    kf_text value = kf_near_text(catalog->near, catalog->store, text);
    place->length = value.length;
    kf_buffer_add_text(&catalog->facts, value);
    return kf_store_error(catalog->store)[0] == '\0';
}

static void place_texts(kf_catalog *catalog, kf_text *const *places, size_t count) {
    const char *at = catalog->facts.data != NULL ? catalog->facts.data : "";
    for (size_t i = 0; i < count; i++) {
        places[i]->data = at;
        at += places[i]->length;
    }
}

static bool read_numbers(kf_catalog *catalog, uint32_t id, kf_catalog_game *game,
                         uint32_t *source) {
    uint32_t low, high;
    kf_segment segment;
    bool is_good = kf_catalog_field(catalog, id, KF_FIELD_SOURCE, source) &&
                   kf_catalog_field(catalog, id, KF_FIELD_NUMBER, &game->number) &&
                   kf_catalog_field(catalog, id, KF_FIELD_MOVES, &game->moves) &&
                   kf_catalog_field(catalog, id, KF_FIELD_OFFSET, &low) &&
                   kf_catalog_field(catalog, id, KF_FIELD_OFFSET_HIGH, &high) &&
                   kf_near_segment(catalog->near, catalog->store, id / KF_STORE_STRIDE, &segment);
    uint32_t line = id % KF_STORE_STRIDE;
    if (!is_good || line >= segment.count || kf_segment_is_gone(&segment, line))
        return false;
    game->id = id;
    game->offset = (uint64_t)high << 32 | low;
    game->width = segment.width;
    game->height = segment.height;
    return game->number > 0;
}

static void look(void *context) {
    looking *l = context;
    kf_catalog *catalog = l->catalog;
    kf_catalog_game *game = l->game;
    kf_text *const places[] = {&game->black,  &game->white, &game->black_rank, &game->white_rank,
                               &game->event,  &game->round, &game->place,      &game->date,
                               &game->result, &game->komi,  &game->handicap,   &game->rules,
                               &game->name,   &game->file};
    uint32_t source = 0, text;
    catalog->facts.length = 0;
    l->is_good = read_numbers(catalog, l->id, game, &source);
    for (int field = 0; field < KF_FIELD_TEXTS && l->is_good; field++)
        l->is_good = kf_catalog_field(catalog, l->id, (kf_field)field, &text) &&
                     add_text(catalog, text, places[field]);
    if (!l->is_good)
        return;
    kf_text path = kf_near_path(catalog->near, catalog->store, source);
    l->is_good = kf_store_error(catalog->store)[0] == '\0';
    if (!l->is_good)
        return;
    game->file.length = path.length;
    kf_buffer_add_text(&catalog->facts, path);
    place_texts(catalog, places, sizeof places / sizeof places[0]);
}

bool kf_catalog_get(kf_catalog *catalog, uint32_t id, kf_catalog_game *game, kf_log *log) {
    looking l = {catalog, id, game, false};
    *game = (kf_catalog_game){.id = 0};
    if (!kf_arena_try(catalog->arena, look, &l)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return false;
    }
    if (l.is_good)
        return true;
    kf_store_report(catalog->store, log);
    if (kf_store_error(catalog->store)[0] == '\0')
        kf_log_add(log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "the catalogue has no game %u", id);
    return false;
}

// ---- A game as a record ----

static void put_header(kf_buffer *out, const kf_catalog_game *game) {
    const kf_text texts[] = {game->black,  game->white, game->black_rank, game->white_rank,
                             game->event,  game->round, game->place,      game->date,
                             game->result, game->komi,  game->handicap,   game->rules,
                             game->name};
    kf_buffer_add_string(out, "(;GM[1]FF[4]CA[UTF-8]SZ[");
    kf_buffer_add_number(out, game->width);
    if (game->height != game->width) {
        kf_buffer_add_char(out, ':');
        kf_buffer_add_number(out, game->height);
    }
    kf_buffer_add_char(out, ']');
    for (int field = 0; field < KF_FIELD_TEXTS; field++) {
        if (texts[field].length == 0)
            continue;
        kf_buffer_add_string(out, kf_card_property((kf_field)field));
        kf_buffer_add_char(out, '[');
        kf_value_escape(out, texts[field]);
        kf_buffer_add_char(out, ']');
    }
}

// A record under way, for the protected call.
typedef struct rebuilding {
    kf_catalog *catalog;
    const kf_catalog_game *game;
    kf_buffer *out;
    bool is_good;
} rebuilding;

static void rebuild(void *context) {
    rebuilding *r = context;
    kf_line line;
    r->out->length = 0;
    kf_text kept = kf_store_record(r->catalog->store, r->game->id);
    if (kept.length > 0) {
        kf_buffer_add_text(r->out, kept);
        r->is_good = true;
        return;
    }
    r->is_good = kf_near_line(r->catalog->near, r->catalog->store, r->game->id, &line);
    if (!r->is_good)
        return;
    put_header(r->out, r->game);
    kf_place_write(r->out, &line, r->game->width);
    kf_buffer_add_char(r->out, ')');
}

kf_record *kf_catalog_record(kf_catalog *catalog, uint32_t id, kf_log *log) {
    kf_catalog_game game;
    if (!kf_catalog_get(catalog, id, &game, log))
        return NULL;
    rebuilding r = {catalog, &game, &catalog->text, false};
    if (!kf_arena_try(catalog->arena, rebuild, &r)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return NULL;
    }
    if (!r.is_good) {
        kf_store_report(catalog->store, log);
        return NULL;
    }
    kf_text text = kf_buffer_text(&catalog->text);
    kf_reading reading = {.format = kf_format_named("sgf"), .charset = "UTF-8"};
    return kf_format_read(text.data, text.length, catalog->name, &reading, log);
}

#else

bool kf_catalog_create(const char *name, const char *const *nodes, kf_log *log) {
    (void)name, (void)nodes;
    return kf_catalog_lacks(log);
}

const char *kf_catalog_name(const kf_catalog *catalog) {
    (void)catalog;
    return "";
}

kf_catalog *kf_catalog_open(const char *name, bool is_written, kf_log *log) {
    (void)name, (void)is_written;
    kf_catalog_lacks(log);
    return NULL;
}

void kf_catalog_close(kf_catalog *catalog) {
    (void)catalog;
}

bool kf_catalog_hold(kf_catalog *catalog, kf_log *log) {
    (void)catalog;
    return kf_catalog_lacks(log);
}

void kf_catalog_release(kf_catalog *catalog) {
    (void)catalog;
}

bool kf_catalog_get(kf_catalog *catalog, uint32_t id, kf_catalog_game *game, kf_log *log) {
    (void)catalog, (void)id, (void)game;
    return kf_catalog_lacks(log);
}

kf_record *kf_catalog_record(kf_catalog *catalog, uint32_t id, kf_log *log) {
    (void)catalog, (void)id;
    kf_catalog_lacks(log);
    return NULL;
}

#endif
