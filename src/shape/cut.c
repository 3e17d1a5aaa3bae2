// SPDX-License-Identifier: MIT
// Parts of games: up to a node, or from a node on.

#include <kifu/shape.h>

#include <string.h>

#include "base/text.h"
#include "play/play.h"
#include "record/record.h"
#include "record/value.h"

enum { PATH = 64 };

typedef struct cutting {
    kf_record *record;
    kf_node node;
} cutting;

static bool is_node(const kf_record *record, kf_node node) {
    return node != 0 && node < kf_record_nodes(record);
}

bool kf_cut_below(kf_record *record, kf_node node) {
    if (!is_node(record, node) || kf_node_child(record, node) == 0)
        return is_node(record, node);
    record->rows[node].child = 0;
    record->is_edited = true;
    return true;
}

static void add_stones(kf_buffer *out, const kf_board *board, kf_colour colour) {
    char value[4] = "[..]";
    bool is_first = true;
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            if (kf_board_get(board, kf_point_at(x, y)) != colour)
                continue;
            if (is_first)
                kf_buffer_add_string(out, colour == KF_BLACK ? "AB" : "AW");
            is_first = false;
            kf_value_put_point(value + 1, x, y);
            kf_buffer_add(out, value, sizeof value);
        }
}

static void add_property(kf_buffer *out, const kf_property *property) {
    kf_buffer_add_text(out, property->name);
    kf_buffer_add_text(out, property->values);
}

// Of the root the header, but for the handicap: its stones are stones of the position now.
static void add_header(kf_buffer *out, kf_text rest) {
    for (kf_property property; kf_property_next(&rest, &property);) {
        const kf_property_row *row = kf_value_row(property.id);
        bool is_header = row == NULL || row->where == KF_WHERE_ROOT || row->where == KF_WHERE_INFO;
        if (is_header && property.id != KF_P_HA)
            add_property(out, &property);
    }
}

// Of the node what may stand beside any position.
static void add_notes(kf_buffer *out, kf_text rest) {
    for (kf_property property; kf_property_next(&rest, &property);) {
        const kf_property_row *row = kf_value_row(property.id);
        bool is_note =
            row != NULL && (row->where == KF_WHERE_ANY || row->where == KF_WHERE_INHERIT);
        if (is_note && strncmp(row->name, "KF", 2) != 0)
            add_property(out, &property);
    }
}

// What stood below the node stands below the root.
static void lift(kf_record *record, kf_node game, kf_node node) {
    kf_row *rows = record->rows;
    rows[game].child = rows[node].child;
    rows[node].child = 0;
    for (kf_node child = kf_node_child(record, game); child != 0;
         child = kf_node_next(record, child))
        rows[child].parent = game;
    record->is_edited = true;
}

static void begin_at(void *context) {
    cutting *c = context;
    kf_record *record = c->record;
    kf_node game = kf_node_game(record, c->node);
    kf_play *play = kf_play_in(record->arena, record, NULL);
    kf_play_go(play, c->node);
    const kf_board *board = kf_play_board(play);
    kf_colour to_move = kf_play_step(play)->to_move;
    kf_buffer out = {.arena = record->arena};
    add_header(&out, kf_node_text(record, game));
    add_stones(&out, board, KF_BLACK);
    add_stones(&out, board, KF_WHITE);
    if (to_move != KF_EMPTY)
        kf_buffer_add_string(&out, to_move == KF_BLACK ? "PL[B]" : "PL[W]");
    add_notes(&out, kf_node_text(record, c->node));
    kf_record_put(record, game, kf_buffer_text(&out));
    lift(record, game, c->node);
}

bool kf_cut_above(kf_record *record, kf_node node, kf_log *log) {
    cutting c = {.record = record, .node = node};
    if (!is_node(record, node) || kf_node_parent(record, node) == 0)
        return is_node(record, node);
    if (!kf_record_is_go(record, kf_node_game(record, node))) {
        char path[PATH];
        kf_log_add(log, KF_SHAPE_LEFT, kf_record_place(record, node, path, sizeof path),
                   "a game that is not Go does not begin later: it stays as it is");
        return true;
    }
    if (kf_arena_try(record->arena, begin_at, &c))
        return true;
    kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return false;
}
