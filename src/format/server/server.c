// SPDX-License-Identifier: MIT
// A game as servers write it, on its way into a record: facts, stones, one line of moves.

#include "format/server/server.h"

#include <string.h>

#include "record/value.h"

kf_place kf_server_place(const kf_record *record, const char *piece) {
    return (kf_place){.source = record->source,
                      .offset = (size_t)(piece - record->source->text.data)};
}

void kf_server_none(const kf_record *record, kf_log *log) {
    kf_log_add(log, KF_SERVER_LINE, (kf_place){.source = record->source},
               "there is no game in this file");
}

void kf_server_leave_out(kf_record *record, kf_log *log, const char *piece, const char *what) {
    kf_log_add(log, KF_SERVER_LINE, kf_server_place(record, piece), "%s", what);
    record->is_repaired = true;
}

static void begin_node(kf_server_node *node, kf_arena *arena) {
    *node = (kf_server_node){.text.arena = arena, .comment.arena = arena};
}

void kf_server_begin(kf_server_game *game, kf_record *record, int size, kf_log *log) {
    *game = (kf_server_game){.record = record, .log = log, .size = size};
    game->facts.arena = game->black.arena = game->white.arena = record->arena;
    begin_node(&game->own, record->arena);
    begin_node(&game->root, record->arena);
    game->game = game->node = kf_record_add(record, 0);
}

// Where the values of that property end; 0: the text does not have it.
static size_t find_end(kf_text text, const char *name) {
    kf_text rest = text;
    for (kf_property property; kf_property_next(&rest, &property);)
        if (kf_text_is(property.name, name))
            return (size_t)(property.values.data + property.values.length - text.data);
    return 0;
}

// Each name is looked for in the text once.
static bool has_fact(kf_server_game *game, const char *name) {
    for (size_t i = 0; i < game->told_count; i++)
        if (strcmp(game->told[i], name) == 0)
            return true;
    if (game->told_count < KF_SERVER_TOLD)
        game->told[game->told_count++] = name;
    return find_end(kf_buffer_text(&game->facts), name) > 0;
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

static kf_server_node *in_hand(kf_server_game *game) {
    if (game->node == game->game)
        return &game->root;
    return game->is_resumed ? game->later[game->node] : &game->own;
}

static void insert(kf_buffer *out, size_t at, kf_text text) {
    size_t behind = out->length - at;
    kf_buffer_add_text(out, text);
    memmove(out->data + at + text.length, out->data + at, behind);
    memcpy(out->data + at, text.data, text.length);
}

// Where the node has a comment already, what is added stands below it.
static void add_comment(kf_server_node *node, kf_buffer *out) {
    kf_text text = kf_text_trim(kf_buffer_text(&node->comment));
    if (text.length == 0)
        return;
    kf_buffer value = {.arena = out->arena};
    size_t end = find_end(kf_buffer_text(out), "C");
    kf_buffer_add_string(&value, end > 0 ? "\n" : "C[");
    kf_value_escape(&value, text);
    if (end == 0)
        kf_buffer_add_char(&value, ']');
    insert(out, end > 0 ? end - 1 : out->length, kf_buffer_text(&value));
    kf_arena_release(out->arena, value.data);
    node->comment.length = 0;
}

// Values go behind those that the property has.
static void add_lists(kf_server_node *node, kf_buffer *out) {
    for (size_t i = 0; i < node->list_count; i++) {
        kf_server_values *list = &node->lists[i];
        kf_text values = kf_buffer_text(&list->values);
        if (values.length == 0)
            continue;
        size_t at = find_end(kf_buffer_text(out), list->name);
        if (at == 0) {
            kf_buffer_add_string(out, list->name);
            at = out->length;
        }
        insert(out, at, values);
        list->values.length = 0;
    }
}

// The root waits until the end.
static void end_node(kf_server_game *game) {
    kf_buffer *out = &game->own.text;
    if (game->is_resumed || game->node == game->game)
        return;
    add_lists(&game->own, out);
    add_comment(&game->own, out);
    kf_record_put(game->record, game->node, kf_buffer_text(out));
    out->length = 0;
}

// A node may be taken in hand again after each of its variations, so what it gets then waits.
void kf_server_turn_to(kf_server_game *game, kf_node node) {
    kf_arena *arena = game->record->arena;
    end_node(game);
    game->node = node;
    game->is_resumed = node != game->game;
    if (!game->is_resumed)
        return;
    game->later = kf_arena_grow(arena, game->later, &game->later_room, (size_t)node + 1,
                                sizeof(kf_server_node *));
    while (game->later_count <= node)
        game->later[game->later_count++] = NULL;
    if (game->later[node] != NULL)
        return;
    game->later[node] = kf_arena_alloc(arena, sizeof *game->later[node]);
    begin_node(game->later[node], arena);
}

static void end_later(kf_server_game *game) {
    for (size_t i = 0; i < game->later_count; i++) {
        kf_server_node *later = game->later[i];
        if (later == NULL)
            continue;
        kf_buffer text = {.arena = game->record->arena};
        kf_buffer_add_text(&text, kf_node_text(game->record, (kf_node)i));
        kf_buffer_add_text(&text, kf_buffer_text(&later->text));
        add_lists(later, &text);
        add_comment(later, &text);
        if (text.length == 0)
            continue;
        kf_record_put(game->record, (kf_node)i, kf_buffer_text(&text));
        kf_arena_release(text.arena, text.data);
    }
}

static int height_of(const kf_server_game *game) {
    return game->height > 0 ? game->height : game->size;
}

static bool is_on_board(const kf_server_game *game, int x, int y) {
    return x >= 0 && y >= 0 && x < game->size && y < height_of(game);
}

void kf_server_step(kf_server_game *game, const char *piece) {
    end_node(game);
    game->is_resumed = false;
    game->node = kf_record_add(game->record, game->node);
    kf_record_set_place(game->record, game->node,
                        (size_t)(piece - game->record->source->text.data));
}

void kf_server_play(kf_server_game *game, kf_colour colour, int x, int y) {
    char text[6] = "B[";
    size_t length = 2;
    text[0] = colour == KF_BLACK ? 'B' : 'W';
    if (is_on_board(game, x, y)) {
        kf_value_put_point(text + 2, x, y);
        length += 2;
        if (game->moves < KF_SERVER_EARLY)
            game->early[game->moves++] = kf_point_at(x, y);
    }
    text[length++] = ']';
    text[length] = '\0';
    kf_server_put(game, text);
    game->last = colour;
}

void kf_server_move(kf_server_game *game, kf_colour colour, int x, int y, const char *piece) {
    kf_server_step(game, piece);
    kf_server_play(game, colour, x, y);
}

void kf_server_say(kf_server_game *game, kf_text line) {
    kf_buffer *comment = &in_hand(game)->comment;
    kf_buffer_add_text(comment, line);
    kf_buffer_add_char(comment, '\n');
}

void kf_server_put(kf_server_game *game, const char *property) {
    kf_buffer_add_string(game->node == game->game ? &game->facts : &in_hand(game)->text, property);
}

void kf_server_list(kf_server_game *game, const char *name, kf_text value) {
    kf_server_node *node = in_hand(game);
    size_t i = 0;
    while (i < node->list_count && strcmp(node->lists[i].name, name) != 0)
        i++;
    if (i == node->list_count) {
        node->lists = kf_arena_grow(game->record->arena, node->lists, &node->list_room, i + 1,
                                    sizeof *node->lists);
        node->lists[node->list_count++] = (kf_server_values){name, {.arena = game->record->arena}};
    }
    kf_buffer *values = &node->lists[i].values;
    kf_buffer_add_char(values, '[');
    kf_buffer_add_text(values, value);
    kf_buffer_add_char(values, ']');
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
    end_later(game);
    add_lists(&game->root, &game->facts);
    add_comment(&game->root, &game->facts);
    if (game->black.length == 0 && !game->has_own_stones)
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
