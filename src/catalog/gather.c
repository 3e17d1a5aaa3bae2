// SPDX-License-Identifier: MIT
// Adding the games of files to a catalogue.

#include "catalog/catalog.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/text.h"
#include "record/record.h"
#include "record/value.h"

#ifdef KIFU_HAVE_SQLITE

// After so many games what was added is committed, also within a file.
enum { COMMIT_GAMES = 64 * 1024, MOST_SHELVES = 32 };

// After so many games of a file the one who adds it hears of it.
enum { GAMES_OF_STEP = 256 };

// How much of a game's variations is kept, in bytes of lines: each stands there whole, from the
// root on, so that all would grow with the square of the game. The largest collections of openings
// need a fifth of what is given to them.
enum { ROOM = 512 * 1024, ROOM_OF_NODE = 32, MOST_ROOM = 8 << 20 };

// A file on its way, for the protected call.
typedef struct gathering {
    kf_catalog *catalog;
    kf_gather *gather;
    kf_log *log;
    kf_store_source source;
    kf_gathered result;
    kf_stream *stream;
    const kf_record *record; // of the game in hand
    uint64_t digest;
    bool has_begun; // the file is being taken in
    size_t at;      // in the bytes, where they are given
} gathering;

// ---- Shelves ----

static void close_shelves(kf_catalog *catalog) {
    for (size_t i = 0; i < catalog->shelf_count; i++)
        kf_shelf_close(&catalog->shelves[i]);
    catalog->shelf_count = 0;
}

static bool flush_shelves(kf_catalog *catalog) {
    for (size_t i = 0; i < catalog->shelf_count; i++)
        if (!kf_shelf_flush(&catalog->shelves[i]))
            return false;
    return true;
}

// The shelf of such lines. Only a few are open at a time.
static kf_shelf *shelf_for(kf_catalog *catalog, int width, int height, bool is_variations) {
    for (size_t i = 0; i < catalog->shelf_count; i++) {
        kf_shelf *shelf = &catalog->shelves[i];
        if (shelf->width == width && shelf->height == height &&
            shelf->is_variations == is_variations)
            return shelf;
    }
    if (catalog->shelf_count == MOST_SHELVES) {
        if (!flush_shelves(catalog))
            return NULL;
        close_shelves(catalog);
    }
    catalog->shelves = kf_arena_grow(catalog->arena, catalog->shelves, &catalog->shelf_room,
                                     catalog->shelf_count + 1, sizeof *catalog->shelves);
    kf_shelf *shelf = &catalog->shelves[catalog->shelf_count++];
    bool is_open = kf_shelf_open(shelf, catalog->arena, catalog->store,
                                 (const int[2]){width, height}, is_variations);
    return is_open ? shelf : NULL;
}

// ---- Transactions ----

// After a failure nothing in memory fits the store any more.
static void give_up(kf_catalog *catalog) {
    kf_store_rollback(catalog->store);
    close_shelves(catalog);
    kf_names_clear(&catalog->names);
    catalog->is_begun = false;
    catalog->pending = catalog->leaving_count = 0;
    catalog->fresh = 0;
}

static bool begin(kf_catalog *catalog) {
    if (!catalog->is_begun)
        catalog->is_begun = kf_store_begin(catalog->store);
    return catalog->is_begun;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// The list is in order.
static bool is_leaving(const kf_catalog *catalog, uint32_t source) {
    return bsearch(&source, catalog->leaving, catalog->leaving_count, sizeof source, by_number) !=
           NULL;
}

// Marks the lines of a segment that come from a source that leaves.
static bool mark_gone(kf_catalog *catalog, const kf_segment *segment, uint8_t *gone,
                      bool *has_changed) {
    const uint8_t *row;
    size_t length;
    int64_t id = (int64_t)segment->id * KF_STORE_ROWS + KF_FIELD_SOURCE;
    if (!kf_store_get(catalog->store, KF_TABLE_FIELD, id, &row, &length))
        return false;
    memset(gone, 0, KF_STORE_LINES / 8);
    if (segment->gone != NULL)
        memcpy(gone, segment->gone, KF_STORE_LINES / 8);
    for (uint32_t i = 0; i < segment->count && 4 * (size_t)i + 4 <= length; i++) {
        uint32_t source = kf_row_load(row + 4 * (size_t)i);
        if (!is_leaving(catalog, source) || (gone[i / 8] >> i % 8 & 1))
            continue;
        gone[i / 8] |= (uint8_t)(1u << i % 8);
        *has_changed = true;
        catalog->removed += !segment->is_variations;
        if (!segment->is_variations &&
            !kf_store_drop_record(catalog->store, segment->id * KF_STORE_STRIDE + i))
            return false;
    }
    return true;
}

// Takes out the games of the sources that leave. The shelves are flushed, and are opened again when
// they are needed.
static bool sweep(kf_catalog *catalog) {
    kf_segment segment = {.id = 0};
    uint8_t gone[KF_STORE_LINES / 8];
    if (catalog->leaving_count == 0)
        return true;
    close_shelves(catalog);
    qsort(catalog->leaving, catalog->leaving_count, sizeof *catalog->leaving, by_number);
    while (kf_store_segment(catalog->store, segment.id, &segment)) {
        bool has_changed = false;
        if (!mark_gone(catalog, &segment, gone, &has_changed))
            return false;
        segment.gone = gone;
        if (has_changed && !kf_store_put_segment(catalog->store, &segment))
            return false;
    }
    if (kf_store_error(catalog->store)[0] != '\0')
        return false;
    for (size_t i = 0; i < catalog->leaving_count; i++)
        if (!kf_store_source_drop(catalog->store, catalog->leaving[i]))
            return false;
    catalog->leaving_count = 0;
    return kf_store_error(catalog->store)[0] == '\0';
}

static bool commit(kf_catalog *catalog) {
    bool is_done = !catalog->is_begun ||
                   (flush_shelves(catalog) && sweep(catalog) && kf_store_commit(catalog->store));
    catalog->pending = 0;
    catalog->fresh = 0;
    catalog->is_begun = false;
    if (!is_done)
        give_up(catalog);
    else if (catalog->store->way->is_blockwise)
        close_shelves(catalog);
    return is_done;
}

// ---- Games ----

// Where a game begins in the bytes of its file.
static uint64_t offset_of(const kf_record *record, kf_node game) {
    kf_place place = kf_record_place_of(record, game, kf_node_text(record, game).data);
    return place.source != NULL
               ? place.source->bytes_before + kf_source_byte_of(place.source, place.offset)
               : 0;
}

static bool fill_fields(gathering *g, kf_node game, uint32_t number,
                        uint32_t fields[KF_FIELD_COUNT]) {
    kf_catalog *catalog = g->catalog;
    const kf_line_maker *maker = &catalog->maker;
    memset(fields, 0, KF_FIELD_COUNT * sizeof *fields);
    kf_card_read(&catalog->card, g->record, game);
    for (int i = 0; i < KF_FIELD_TEXTS; i++) {
        fields[i] = kf_names_id(&catalog->names, (kf_field)i, catalog->card.texts[i]);
        if (fields[i] == UINT32_MAX)
            return false;
    }
    uint64_t offset = offset_of(g->record, game);
    uint64_t key = kf_card_key(maker->first, maker->width, maker->height);
    fields[KF_FIELD_SOURCE] = g->source.id;
    fields[KF_FIELD_NUMBER] = number;
    fields[KF_FIELD_OFFSET] = (uint32_t)offset;
    fields[KF_FIELD_OFFSET_HIGH] = (uint32_t)(offset >> 32);
    fields[KF_FIELD_MOVES] = maker->moves;
    fields[KF_FIELD_KEY] = (uint32_t)key;
    fields[KF_FIELD_KEY_HIGH] = (uint32_t)(key >> 32);
    return true;
}

// The game as SGF, with all its nodes as they stand.
static void put_record(kf_buffer *out, const kf_record *record, kf_node game) {
    kf_walk walk = kf_walk_from(record, game);
    out->length = 0;
    while (kf_walk_step(&walk)) {
        kf_node parent = kf_node_parent(record, walk.node), first = kf_node_child(record, parent);
        bool is_tree = walk.node == game || kf_node_next(record, first) != 0;
        if (walk.entering) {
            kf_buffer_add_string(out, is_tree ? "(;" : ";");
            kf_buffer_add_text(out, kf_node_text(record, walk.node));
        } else if (is_tree) {
            kf_buffer_add_char(out, ')');
        }
    }
}

static bool add_variation(gathering *g, kf_node node, uint32_t parent, size_t *room) {
    kf_catalog *catalog = g->catalog;
    kf_line_maker *maker = &catalog->maker;
    uint32_t fields[KF_FIELD_COUNT] = {0};
    fields[KF_FIELD_BRANCH] = kf_line_variation(maker, g->record, node);
    // Also what is not kept takes its time, and so do nodes that do nothing to the board.
    size_t cost = maker->length > 2 * maker->nodes ? maker->length : 2 * maker->nodes;
    *room -= cost < *room ? cost : *room;
    // A variation that only says something plays nothing.
    if (*room == 0 || maker->groups == fields[KF_FIELD_BRANCH])
        return true;
    fields[KF_FIELD_PARENT] = parent;
    fields[KF_FIELD_SOURCE] = g->source.id;
    fields[KF_FIELD_MOVES] = maker->moves;
    kf_shelf *shelf = shelf_for(catalog, maker->width, maker->height, true);
    return shelf != NULL && kf_shelf_add(shelf, maker->data, maker->length, fields) != UINT32_MAX;
}

static bool add_variations(gathering *g, kf_node game, uint32_t parent, size_t nodes) {
    const kf_row *rows = g->record->rows;
    kf_walk walk = kf_walk_from(g->record, game);
    size_t room = nodes < MOST_ROOM / ROOM_OF_NODE ? ROOM + nodes * ROOM_OF_NODE : MOST_ROOM;
    for (kf_node node; room > 0 && (node = kf_walk_enter(&walk)) != 0;) {
        kf_node last = rows[rows[node].parent].child;
        bool is_first = node == game || rows[last].next == node;
        if (!is_first && !add_variation(g, node, parent, &room))
            return false;
    }
    if (room == 0)
        kf_log_add(g->log, KF_CATALOG_SOURCE, (kf_place){0},
                   "'%.200s': a game has too many variations; not all of them can be found",
                   g->gather->name);
    return true;
}

// Fills the catalogue's text with what full text is to cut.
static void put_words(kf_catalog *catalog, kf_text words) {
    catalog->text.length = 0;
    if (!catalog->store->has_words_as_written) {
        catalog->folded.length = 0;
        kf_words_fold(&catalog->folded, words);
        words = kf_buffer_text(&catalog->folded);
    }
    kf_words_index(&catalog->text, words);
}

// The words of a game whose nodes are nothing but moves all stand at its root.
static bool add_texts(gathering *g, kf_node game, uint32_t line, bool is_bare) {
    kf_catalog *catalog = g->catalog;
    kf_card_read_words(&catalog->card, g->record, game, is_bare);
    if (catalog->card.words.length > 0) {
        put_words(catalog, kf_buffer_text(&catalog->card.words));
        if (!kf_store_put_words(catalog->store, line, kf_buffer_text(&catalog->text)))
            return false;
    }
    if (!g->gather->keeps_text)
        return true;
    put_record(&catalog->text, g->record, game);
    return kf_store_put_record(catalog->store, line, kf_buffer_text(&catalog->text));
}

static bool add_game(gathering *g, kf_node game, uint32_t number) {
    kf_catalog *catalog = g->catalog;
    kf_line_maker *maker = &catalog->maker;
    uint32_t fields[KF_FIELD_COUNT];
    kf_line_main(maker, g->record, game);
    kf_shelf *shelf = shelf_for(catalog, maker->width, maker->height, false);
    if (shelf == NULL || !fill_fields(g, game, number, fields))
        return false;
    // The nodes of a game that was read stand one behind the other, up to the next game.
    kf_node next = kf_node_next(g->record, game);
    size_t nodes = (next != 0 ? next : kf_record_nodes(g->record)) - game;
    bool is_bare = maker->nodes == nodes && !maker->has_long_nodes;
    bool has_variations = maker->nodes != nodes;
    uint32_t line = kf_shelf_add(shelf, maker->data, maker->length, fields);
    catalog->pending++;
    if (++g->gather->games % GAMES_OF_STEP == 0 && g->gather->step != NULL)
        g->gather->step(g->gather->context, g->gather->games, offset_of(g->record, game));
    return line != UINT32_MAX && add_texts(g, game, line, is_bare) &&
           (!has_variations || add_variations(g, game, line, nodes));
}

// ---- Files ----

static bool put_source(gathering *g) {
    uint32_t id = kf_store_source_put(g->catalog->store, &g->source);
    if (g->source.id == 0 && g->catalog->fresh == 0)
        g->catalog->fresh = id;
    g->source.id = id;
    return id != 0;
}

// Before the transaction another may have added the file, or removed it.
static bool begin_with_source(gathering *g) {
    kf_store_source *source = &g->source, before = g->source;
    if (g->catalog->is_begun || !begin(g->catalog))
        return g->catalog->is_begun;
    kf_text path = kf_text_of(g->gather->name);
    if (!kf_store_source_find(g->catalog->store, path, g->digest, source))
        *source = (kf_store_source){.id = 0};
    source->size = before.size;
    source->time = before.time;
    return true;
}

// The games that a file had leave when its new ones come.
static bool replace(gathering *g) {
    kf_catalog *catalog = g->catalog;
    // Where batches are whole or absent, only those that are there can lose games.
    bool is_fresh =
        catalog->store->way->is_blockwise && catalog->fresh != 0 && g->source.id >= catalog->fresh;
    if (is_fresh && (!commit(catalog) || !begin(catalog)))
        return false;
    catalog->leaving = kf_arena_grow(catalog->arena, catalog->leaving, &catalog->leaving_room,
                                     catalog->leaving_count + 1, sizeof *catalog->leaving);
    catalog->leaving[catalog->leaving_count++] = g->source.id;
    g->source.id = g->source.games = 0;
    g->source.is_whole = false;
    g->result = KF_GATHERED_CHANGED;
    return true;
}

// The first game of a file settles that it is taken in, and that those it had before leave.
static bool enter_source(gathering *g) {
    kf_store_source *source = &g->source;
    bool is_same = source->id != 0 && source->digest == g->digest;
    g->has_begun = true;
    if (source->id != 0 && !is_same && !replace(g))
        return false;
    source->digest = g->digest;
    source->path = kf_text_of(g->gather->name);
    source->is_whole = false;
    return put_source(g);
}

// Adds the games of the record in hand, but for those that stand there already. `before` games of
// the file came before it.
static bool add_games(gathering *g, size_t before) {
    uint32_t number = (uint32_t)before;
    for (kf_node game = kf_node_child(g->record, 0); game != 0;
         game = kf_node_next(g->record, game)) {
        if (!g->has_begun && !enter_source(g))
            return false;
        if (++number <= g->source.games || !kf_record_is_go(g->record, game))
            continue;
        if (!add_game(g, game, number))
            return false;
        g->source.games = number;
        if (g->catalog->pending >= COMMIT_GAMES &&
            (!put_source(g) || !commit(g->catalog) || !begin(g->catalog)))
            return false;
    }
    return true;
}

// ---- What tells the bytes of a file from those of another ----

enum { PIECE = 64 * 1024 };

static uint64_t digest_on(uint64_t digest, const uint8_t *bytes, size_t length) {
    uint8_t end[32] = {0};
    size_t whole = length / 32 * 32;
    if (length > whole)
        memcpy(end, bytes + whole, length - whole);
    digest = (digest ^ kf_guard_sum(bytes, whole)) * UINT64_C(0x9E3779B97F4A7C15);
    return (digest ^ (kf_guard_sum(end, 32) + length)) * UINT64_C(0x9E3779B97F4A7C15);
}

static uint64_t digest_bytes(const uint8_t *bytes, size_t length) {
    uint64_t digest = 0;
    for (size_t at = 0; at < length; at += PIECE)
        digest = digest_on(digest, bytes + at, length - at < PIECE ? length - at : PIECE);
    return digest;
}

// The same of a file, read piece by piece. False: it cannot be read.
static bool digest_file(const char *name, uint8_t *room, uint64_t *digest) {
    int file = open(name, O_RDONLY | O_CLOEXEC);
    bool is_good = file >= 0;
    *digest = 0;
    for (size_t length = PIECE; is_good && length == PIECE;) {
        length = 0;
        for (ssize_t got = 1; is_good && got > 0 && length < PIECE;) {
            got = read(file, room + length, PIECE - length);
            is_good = got >= 0 || errno == EINTR;
            length += got > 0 ? (size_t)got : 0;
            got = got < 0 ? 1 : got;
        }
        if (length > 0)
            *digest = digest_on(*digest, room, length);
    }
    if (file >= 0)
        close(file);
    return is_good;
}

// ---- Files ----

// Whether reading failed for want of memory: then the run ends.
static bool has_no_memory(const kf_log *log) {
    const char *code = kf_log_code(KF_PROGRAM_MEMORY)->path;
    for (size_t i = 0; log != NULL && i < kf_log_count(log); i++)
        if (strcmp(kf_log_entry(log, i)->code, code) == 0)
            return true;
    return false;
}

static void store_failed(gathering *g) {
    kf_store_report(g->catalog->store, g->log);
    give_up(g->catalog);
    g->result = KF_GATHERED_BROKEN;
}

static size_t supply(void *context, void *room, size_t size) {
    gathering *g = context;
    size_t left = g->gather->length - g->at;
    size_t length = left < size ? left : size;
    memcpy(room, (const char *)g->gather->bytes + g->at, length);
    g->at += length;
    return length;
}

// Whether the record in hand was made of bytes that are no text, such as those of a picture.
static bool is_noise(const gathering *g, size_t faults_before) {
    kf_text text = kf_record_text(g->record);
    return kf_log_total(g->log, KF_ERROR) > faults_before &&
           kf_text_is_binary(kf_text_odd_bytes(text), text.length);
}

// Reads the file game by game. What cannot be read leaves the games that the file had before.
static void gather_games(gathering *g) {
    const kf_gather *wanted = g->gather;
    size_t faults = kf_log_total(g->log, KF_ERROR);
    g->stream = wanted->bytes != NULL
                    ? kf_stream_open_with(supply, g, wanted->name, &wanted->reading, g->log)
                    : kf_stream_open(wanted->name, &wanted->reading, g->log);
    if (g->stream != NULL && !begin_with_source(g)) {
        store_failed(g);
        return;
    }
    while (g->stream != NULL && (g->record = kf_stream_next(g->stream)) != NULL)
        if (is_noise(g, faults)) {
            g->gather->is_noise = true;
        } else if (!add_games(g, kf_stream_games(g->stream))) {
            store_failed(g);
            return;
        }
    // What is missing for an entry of the log may be missing for all that was found.
    bool is_silent = g->log != NULL && kf_log_count(g->log) == 0;
    if (has_no_memory(g->log) || (kf_stream_has_failed(g->stream) && is_silent)) {
        give_up(g->catalog);
        g->result = KF_GATHERED_BROKEN;
    } else if (!g->has_begun) {
        g->result = KF_GATHERED_FAILED;
    } else {
        g->source.is_whole = true;
        if (!put_source(g))
            store_failed(g);
    }
}

static bool stands_there(const gathering *g) {
    return g->source.id != 0 && g->source.is_whole && g->source.digest == g->digest;
}

// A file that was touched and not changed is only noted again. False: it has no games there now.
static bool note_unchanged(gathering *g) {
    bool is_begun = begin_with_source(g);
    if (is_begun && !stands_there(g))
        return false;
    g->result = KF_GATHERED_UNCHANGED;
    g->source.path = kf_text_of(g->gather->name);
    if (!is_begun || !put_source(g))
        store_failed(g);
    return true;
}

static void look_up(gathering *g, const struct stat *status, uint64_t digest) {
    kf_text path = kf_text_of(g->gather->name);
    if (!kf_store_source_find(g->catalog->store, path, digest, &g->source))
        g->source = (kf_store_source){.id = 0};
    bool is_same = status != NULL && g->source.size == (int64_t)status->st_size &&
                   g->source.time == (int64_t)status->st_mtim.tv_sec * 1000000000 +
                                         (int64_t)status->st_mtim.tv_nsec;
    if (is_same && g->source.id != 0 && g->source.is_whole && !g->gather->is_looked_into)
        g->result = KF_GATHERED_UNCHANGED;
    g->source.size = status != NULL ? (int64_t)status->st_size : (int64_t)g->gather->length;
    g->source.time = status != NULL ? (int64_t)status->st_mtim.tv_sec * 1000000000 +
                                          (int64_t)status->st_mtim.tv_nsec
                                    : 0;
}

// Whether it is the file of the catalogue, or one that SQLite puts beside it. Such a file is not
// even opened: a process that closes a file loses all its locks on it (POSIX). Those beside it come
// and go, so each is looked at anew.
static bool is_own(const kf_catalog *catalog, const struct stat *status) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char path[KF_STORE_PATH];
    struct stat own;
    size_t end = strlen(catalog->path);
    memcpy(path, catalog->path, end);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path + end, sizeof path - end, "%s", endings[i]);
        if (stat(path, &own) == 0 && own.st_dev == status->st_dev && own.st_ino == status->st_ino)
            return true;
    }
    return false;
}

bool kf_gather_owns(const kf_catalog *catalog, const char *file) {
    struct stat status;
    return stat(file, &status) == 0 && is_own(catalog, &status);
}

static void gather(void *context) {
    gathering *g = context;
    kf_gather *wanted = g->gather;
    struct stat status;
    bool is_file =
        wanted->bytes == NULL && stat(wanted->name, &status) == 0 && S_ISREG(status.st_mode);
    bool has_digest = wanted->bytes != NULL;
    if (is_file && is_own(g->catalog, &status)) {
        kf_log_add(g->log, KF_PROGRAM_FILE, (kf_place){0}, "it belongs to the catalogue itself");
        g->result = KF_GATHERED_FAILED;
        return;
    }
    if (has_digest)
        g->digest = digest_bytes(wanted->bytes, wanted->length);
    look_up(g, is_file ? &status : NULL, g->digest);
    if (g->result == KF_GATHERED_UNCHANGED)
        return;
    if (is_file) {
        uint8_t *room = kf_arena_resize(g->catalog->arena, NULL, PIECE);
        has_digest = digest_file(wanted->name, room, &g->digest);
        kf_arena_release(g->catalog->arena, room);
    }
    if (!has_digest || !stands_there(g) || !note_unchanged(g))
        gather_games(g);
}

kf_gathered kf_gather_add(kf_catalog *catalog, kf_gather *wanted, kf_log *log) {
    gathering g = {.catalog = catalog, .gather = wanted, .log = log, .result = KF_GATHERED_NEW};
    wanted->games = 0;
    wanted->is_noise = false;
    if (!kf_arena_try(catalog->arena, gather, &g)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        give_up(catalog);
        g.result = KF_GATHERED_BROKEN;
    }
    kf_stream_close(g.stream);
    return g.result;
}

// The next source of a name behind one of that name; what standard input gave has the same name
// each time.
static bool find_next(gathering *g, uint32_t behind) {
    kf_store *store = g->catalog->store;
    kf_text name = kf_text_of(g->gather->name);
    if (!kf_text_is(name, "-"))
        return behind == 0 && kf_store_source_find(store, name, 0, &g->source);
    while (kf_store_source_next(store, behind, &g->source)) {
        if (kf_text_equal(g->source.path, name))
            return true;
        behind = g->source.id;
    }
    return false;
}

// A removal under way, for the protected call.
static void remove_source(void *context) {
    gathering *g = context;
    bool is_good = true;
    g->result = KF_GATHERED_FAILED;
    for (uint32_t behind = 0; is_good && find_next(g, behind);) {
        bool was_begun = g->catalog->is_begun;
        is_good = begin(g->catalog);
        // What was found before the transaction is found again: another may have removed it.
        if (!is_good || !was_begun)
            continue;
        behind = g->source.id;
        is_good = replace(g);
    }
    if (!is_good)
        g->result = KF_GATHERED_FAILED;
}

bool kf_gather_remove(kf_catalog *catalog, const char *name, kf_log *log) {
    kf_gather wanted = {.name = name};
    gathering g = {.catalog = catalog, .gather = &wanted, .log = log};
    if (!kf_arena_try(catalog->arena, remove_source, &g)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return false;
    }
    if (g.result == KF_GATHERED_CHANGED)
        return true;
    if (kf_store_error(catalog->store)[0] != '\0')
        return kf_catalog_fail(catalog, log);
    kf_log_add(log, KF_CATALOG_SOURCE, (kf_place){0}, "'%.200s' is not in the catalogue", name);
    return false;
}

typedef struct committing {
    kf_catalog *catalog;
    bool is_done;
} committing;

// Does the one or the other in a protected call.
static bool finish(kf_catalog *catalog, void (*act)(void *), kf_log *log) {
    committing c = {catalog, false};
    if (!kf_arena_try(catalog->arena, act, &c)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        give_up(catalog);
        return false;
    }
    return c.is_done || kf_catalog_fail(catalog, log);
}

// In a transaction of its own, behind that of what was added before, which does not hang on it.
static void settle(void *context) {
    committing *c = context;
    kf_store *store = c->catalog->store;
    if (!commit(c->catalog))
        return;
    uint32_t owed = kf_posting_owed(store);
    c->is_done =
        kf_store_error(store)[0] == '\0' &&
        (owed == 0 || (begin(c->catalog) && kf_posting_settle(c->catalog->arena, store, owed) &&
                       commit(c->catalog)));
    if (!c->is_done)
        give_up(c->catalog);
}

bool kf_gather_settle(kf_catalog *catalog, kf_log *log) {
    return finish(catalog, settle, log);
}

static void commit_all(void *context) {
    committing *c = context;
    c->is_done = commit(c->catalog);
}

bool kf_gather_commit(kf_catalog *catalog, kf_log *log) {
    return finish(catalog, commit_all, log);
}

uint64_t kf_gather_removed(const kf_catalog *catalog) {
    return catalog->removed;
}

#else

kf_gathered kf_gather_add(kf_catalog *catalog, kf_gather *wanted, kf_log *log) {
    (void)catalog, (void)wanted;
    kf_catalog_lacks(log);
    return KF_GATHERED_BROKEN;
}

bool kf_gather_remove(kf_catalog *catalog, const char *name, kf_log *log) {
    (void)catalog, (void)name;
    return kf_catalog_lacks(log);
}

bool kf_gather_settle(kf_catalog *catalog, kf_log *log) {
    (void)catalog;
    return kf_catalog_lacks(log);
}

bool kf_gather_commit(kf_catalog *catalog, kf_log *log) {
    (void)catalog;
    return kf_catalog_lacks(log);
}

uint64_t kf_gather_removed(const kf_catalog *catalog) {
    (void)catalog;
    return 0;
}

bool kf_gather_owns(const kf_catalog *catalog, const char *file) {
    (void)catalog;
    (void)file;
    return false;
}

#endif
