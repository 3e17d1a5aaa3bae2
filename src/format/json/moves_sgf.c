// SPDX-License-Identifier: MIT
// Games of SGF in strings, beside games that are read from their moves.

#include <string.h>

#include "format/json/moves.h"

static void free_record(void *record) {
    kf_record_free(record);
}

static void free_log(void *log) {
    kf_log_free(log);
}

// What was found in the string stands at it.
static void move_findings(kf_moves *r, const kf_log *log, kf_place place) {
    for (size_t i = 0; i < kf_log_count(log); i++)
        kf_log_report(r->log, kf_log_entry(log, i)->code, place, kf_log_entry(log, i)->message);
}

// A game with nothing in it is none: a text may begin as a game does.
static bool copy_games(kf_moves *r, const kf_record *from, size_t offset) {
    bool has_game = false;
    for (kf_node game = kf_node_child(from, 0); game != 0; game = kf_node_next(from, game)) {
        if (kf_node_text(from, game).length == 0 && kf_node_child(from, game) == 0)
            continue;
        has_game = true;
        kf_node node = kf_record_copy(r->record, 0, from, game);
        for (; node < r->record->count; node++)
            kf_record_set_place(r->record, node, offset);
    }
    return has_game;
}

// The string as plain text. One that is not closed goes on to the end.
static kf_text take_string(kf_moves *r, size_t offset) {
    kf_text text = r->record->source->text, string = kf_text_cut(text, offset + 1, text.length);
    kf_json_reader json = {.rest = kf_text_cut(text, offset, text.length)};
    kf_json_read_string(&json, &string);
    r->plain.length = 0;
    kf_json_read_plain(&r->plain, string);
    return kf_buffer_text(&r->plain);
}

// The record of a text that is in no way SGF, or over a limit, is NULL, and the log says why.
static bool has_no_memory(const kf_record *record, const kf_log *log) {
    const kf_entry *last =
        log != NULL && kf_log_count(log) > 0 ? kf_log_entry(log, kf_log_count(log) - 1) : NULL;
    return log == NULL ||
           (record == NULL && (last == NULL || strcmp(last->code, "program/memory") == 0));
}

bool kf_moves_sgf_take(kf_moves *r, size_t offset, const kf_reading *how) {
    kf_arena *arena = r->record->arena;
    const char *piece = r->record->source->text.data + offset;
    kf_reading inner = {
        .format = kf_format_named("sgf"), .charset = "UTF-8", .limits = how->limits};
    void **slot_of_log = kf_arena_slot(arena, free_log);
    void **slot = kf_arena_slot(arena, free_record);
    kf_log *log = *slot_of_log = kf_log_new();
    kf_text plain = take_string(r, offset);
    kf_record *from = *slot = kf_format_read(plain.data, plain.length, NULL, &inner, log);
    if (has_no_memory(from, log))
        kf_arena_fail(arena);
    bool has_game = from != NULL && copy_games(r, from, offset);
    if (has_game || from == NULL)
        move_findings(r, log, kf_server_place(r->record, piece));
    if (!has_game)
        kf_moves_tree_report(r, piece, "this is no game of SGF; it is left out");
    r->record->is_repaired = r->record->is_repaired || (from != NULL && from->is_repaired);
    kf_record_free(from);
    kf_log_free(log);
    *slot = *slot_of_log = NULL;
    return has_game;
}
