// SPDX-License-Identifier: MIT
// A game as servers write it, on its way into a record: facts, stones, one line of moves.

#include "format/server/server.h"

#include <string.h>

#include "record/value.h"

kf_place kf_server_place(const kf_record *record, const char *piece) {
    return (kf_place){.source = record->source,
                      .offset = (size_t)(piece - record->source->text.data)};
}

void kf_server_begin(kf_server_game *game, kf_record *record, int size, kf_log *log) {
    *game = (kf_server_game){.record = record, .log = log, .size = size};
    game->facts.arena = game->text.arena = game->comment.arena = record->arena;
    game->black.arena = game->white.arena = record->arena;
    game->game = game->node = kf_record_add(record, 0);
}

static bool has_fact(const kf_server_game *game, const char *name) {
    kf_text rest = kf_buffer_text(&game->facts);
    for (kf_property property; kf_property_next(&rest, &property);)
        if (kf_text_is(property.name, name))
            return true;
    return false;
}

void kf_server_fact(kf_server_game *game, const char *name, kf_text value) {
    value = kf_text_trim(value);
    if (value.length == 0 || has_fact(game, name))
        return;
    kf_buffer_add_string(&game->facts, name);
    kf_buffer_add_char(&game->facts, '[');
    kf_value_escape(&game->facts, value);
    kf_buffer_add_char(&game->facts, ']');
}

void kf_server_string(kf_server_game *game, const char *name, const char *value) {
    kf_server_fact(game, name, kf_text_of(value));
}

// ---- Nodes ----

static void add_comment(kf_server_game *game, kf_buffer *out) {
    kf_text text = kf_text_trim(kf_buffer_text(&game->comment));
    if (text.length == 0)
        return;
    kf_buffer_add_string(out, "C[");
    kf_value_escape(out, text);
    kf_buffer_add_char(out, ']');
}

// The comment on the root goes with its facts, and so does the rest of it.
static void end_node(kf_server_game *game) {
    bool is_root = game->node == game->game;
    add_comment(game, is_root ? &game->facts : &game->text);
    game->comment.length = 0;
    if (is_root)
        return;
    kf_record_put(game->record, game->node, kf_buffer_text(&game->text));
    game->text.length = 0;
}

void kf_server_turn_to(kf_server_game *game, kf_node node) {
    end_node(game);
    // What the root has is kept apart until the end.
    if (node != game->game)
        kf_buffer_add_text(&game->text, kf_node_text(game->record, node));
    game->node = node;
}

static int height_of(const kf_server_game *game) {
    return game->height > 0 ? game->height : game->size;
}

static bool is_on_board(const kf_server_game *game, int x, int y) {
    return x >= 0 && y >= 0 && x < game->size && y < height_of(game);
}

void kf_server_move(kf_server_game *game, kf_colour colour, int x, int y, const char *piece) {
    char text[6] = "B[";
    size_t length = 2;
    end_node(game);
    game->node = kf_record_add(game->record, game->node);
    kf_record_set_place(game->record, game->node,
                        (size_t)(piece - game->record->source->text.data));
    text[0] = colour == KF_BLACK ? 'B' : 'W';
    if (is_on_board(game, x, y)) {
        kf_value_put_point(text + 2, x, y);
        length += 2;
        if (game->moves < KF_SERVER_EARLY)
            game->early[game->moves++] = kf_point_at(x, y);
    }
    text[length] = ']';
    kf_buffer_add(&game->text, text, length + 1);
    game->last = colour;
}

void kf_server_say(kf_server_game *game, kf_text line) {
    kf_buffer_add_text(&game->comment, line);
    kf_buffer_add_char(&game->comment, '\n');
}

void kf_server_put(kf_server_game *game, const char *property) {
    kf_buffer_add_string(game->node == game->game ? &game->facts : &game->text, property);
}

void kf_server_list(kf_server_game *game, const char *name, kf_text value) {
    kf_buffer *out = game->node == game->game ? &game->facts : &game->text;
    kf_text rest = kf_buffer_text(out);
    size_t at = 0, length = value.length + 2;
    for (kf_property property; kf_property_next(&rest, &property);)
        if (kf_text_is(property.name, name))
            at = (size_t)(property.values.data + property.values.length - out->data);
    if (at == 0)
        kf_buffer_add_string(out, name);
    at = at == 0 ? out->length : at;
    kf_buffer_add_char(out, '[');
    kf_buffer_add_text(out, value);
    kf_buffer_add_char(out, ']');
    // It stands at the end, and belongs behind the values before it.
    size_t behind = out->length - length - at;
    if (behind == 0)
        return;
    char *copy = kf_arena_copy(out->arena, out->data + out->length - length, length);
    memmove(out->data + at + length, out->data + at, behind);
    memcpy(out->data + at, copy, length);
    kf_arena_release(out->arena, copy);
}

bool kf_server_stone(kf_server_game *game, kf_colour colour, int x, int y) {
    char value[4] = "[..]";
    if (!is_on_board(game, x, y))
        return false;
    kf_value_put_point(value + 1, x, y);
    kf_buffer_add(colour == KF_BLACK ? &game->black : &game->white, value, sizeof value);
    return true;
}

// ---- Handicap ----

static bool is_played(const kf_server_game *game, int x, int y) {
    for (size_t i = 0; i < game->moves; i++)
        if (game->early[i] == kf_point_at(x, y))
            return true;
    return false;
}

// Stones on the stars: two in opposite corners, the third in one of the others, then the fourth;
// the centre for odd numbers from five on, then the sides, left and right before the others.
static void place_handicap(kf_server_game *game) {
    int far = game->size < 13 ? 2 : 3, low = far, high = game->size - 1 - far;
    int middle = game->size / 2, stones = game->handicap;
    if (stones < 2 || stones > 9 || game->size < 7 || height_of(game) != game->size ||
        (game->size % 2 == 0 && stones > 4))
        return;
    bool is_left = !is_played(game, low, low) || is_played(game, high, high);
    kf_server_stone(game, KF_BLACK, high, low);
    kf_server_stone(game, KF_BLACK, low, high);
    if (stones >= 4 || (stones == 3 && is_left))
        kf_server_stone(game, KF_BLACK, low, low);
    if (stones >= 4 || (stones == 3 && !is_left))
        kf_server_stone(game, KF_BLACK, high, high);
    if (stones == 5 || stones == 7 || stones == 9)
        kf_server_stone(game, KF_BLACK, middle, middle);
    if (stones >= 6) {
        kf_server_stone(game, KF_BLACK, low, middle);
        kf_server_stone(game, KF_BLACK, high, middle);
    }
    if (stones >= 8) {
        kf_server_stone(game, KF_BLACK, middle, low);
        kf_server_stone(game, KF_BLACK, middle, high);
    }
}

static void add_stones(kf_buffer *out, const char *name, const kf_buffer *stones) {
    if (stones->length == 0)
        return;
    kf_buffer_add_string(out, name);
    kf_buffer_add_text(out, kf_buffer_text(stones));
}

void kf_server_end(kf_server_game *game) {
    kf_buffer root = {.arena = game->record->arena};
    end_node(game);
    if (game->black.length == 0)
        place_handicap(game);
    kf_buffer_add_string(&root, "SZ[");
    kf_buffer_add_number(&root, game->size);
    if (height_of(game) != game->size) {
        kf_buffer_add_char(&root, ':');
        kf_buffer_add_number(&root, height_of(game));
    }
    kf_buffer_add_char(&root, ']');
    if (game->handicap > 1) {
        kf_buffer_add_string(&root, "HA[");
        kf_buffer_add_number(&root, game->handicap);
        kf_buffer_add_char(&root, ']');
    }
    add_stones(&root, "AB", &game->black);
    add_stones(&root, "AW", &game->white);
    kf_buffer_add_text(&root, kf_buffer_text(&game->facts));
    kf_record_put(game->record, game->game, kf_buffer_text(&root));
}
