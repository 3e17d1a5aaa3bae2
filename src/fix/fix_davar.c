// SPDX-License-Identifier: MIT
// Puts the rows of captured stones before the moves that capture them, and takes others out.

#include "fix/fix.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "format/davar/davar.h"
#include "record/value.h"
#include <kifu/board.h>

enum { NUMBER = 24, SHOWN = 40 };

// A row of a captured stone that waits for its move.
typedef struct taken {
    kf_text line;
    kf_point point;
    kf_colour colour;
    bool is_claimed;
} taken;

typedef struct table {
    kf_fix *fix;
    kf_text text;
    kf_davar_frame frame;
    bool rows_from_top, is_behind;
    taken *rows;
    size_t count, capacity;
    kf_board board;
    kf_point captured[KF_BOARD_POINTS];
} table;

static size_t offset_of(const table *t, const char *p) {
    return (size_t)(p - t->text.data);
}

// The line with its line break.
static size_t whole_length(const table *t, kf_text line) {
    const char *end = line.data + line.length, *stop = t->text.data + t->text.length;
    if (end < stop && *end == '\r')
        end++;
    if (end < stop && *end == '\n')
        end++;
    return (size_t)(end - line.data);
}

// The line break behind a line; LF for the last one that has none.
static kf_text break_behind(const table *t, kf_text line) {
    size_t length = whole_length(t, line) - line.length;
    return length > 0 ? (kf_text){line.data + line.length, length} : KF_TEXT("\n");
}

// Of two rows for one stone the one nearer to the move stays, as the reader has it.
static bool claim(table *t, kf_point point, kf_colour colour) {
    for (size_t i = t->count; i > 0; i--) {
        taken *row = &t->rows[i - 1];
        if (!row->is_claimed && row->point == point && row->colour == colour)
            return row->is_claimed = true;
    }
    return false;
}

static void put_in(table *t, kf_text line, const kf_davar_row *move, kf_point point,
                   kf_colour colour) {
    kf_davar_frame frame = t->frame;
    kf_buffer out = {.arena = t->fix->arena};
    char number[NUMBER];
    frame.from_right = move->from_right;
    frame.from_top = move->from_top;
    kf_davar_row row = kf_davar_row_of(KF_DAVAR_TAKE, colour, point, &frame);
    kf_davar_row_write(&out, &row, t->rows_from_top);
    kf_text spelled = kf_buffer_text(&out);
    size_t length = spelled.length;
    snprintf(number, sizeof number, "%d", move->number);
    kf_buffer_add_text(&out, break_behind(t, line));
    kf_edit edit = {.offset = offset_of(t, line.data),
                    .text = kf_buffer_text(&out),
                    .code = KF_DAVAR_CAPTURE_MISSING,
                    .what = "row '%s' put before move %s",
                    .parts = {{out.data, length}, kf_text_of(number)}};
    kf_fix_add(t->fix, &edit, false);
    kf_arena_release(t->fix->arena, out.data);
}

static void take_out(table *t, const taken *row) {
    kf_text shown = kf_text_trim(row->line);
    kf_edit edit = {.offset = offset_of(t, row->line.data),
                    .length = whole_length(t, row->line),
                    .text = KF_TEXT(""),
                    .code = KF_DAVAR_CAPTURE_SURPLUS,
                    .what = "row '%s' taken out: no stone is captured there then",
                    .parts = {kf_text_cut(shown, 0, shown.length < SHOWN ? shown.length : SHOWN)}};
    kf_fix_add(t->fix, &edit, false);
}

// Ends the run of rows that waited for a move.
static void settle(table *t) {
    for (size_t i = 0; i < t->count; i++)
        if (!t->rows[i].is_claimed)
            take_out(t, &t->rows[i]);
    t->count = 0;
}

static void fix_move(table *t, kf_text line, const kf_davar_row *move, kf_point point) {
    kf_played played;
    kf_colour other = kf_colour_other(move->colour);
    kf_board_play(&t->board, point, move->colour, &played);
    size_t count = kf_board_captured(&t->board, &played, t->captured, KF_BOARD_POINTS);
    for (size_t i = 0; i < count; i++)
        if (!claim(t, t->captured[i], other))
            put_in(t, line, move, t->captured[i], other);
    settle(t);
}

static void fix_line(table *t, kf_text line) {
    kf_davar_row row = kf_davar_row_next(line, t->rows_from_top, &t->is_behind);
    kf_point point = KF_NOWHERE;
    if (row.kind > KF_DAVAR_BROKEN)
        point = kf_davar_row_point(&row, &t->frame);
    if (row.kind == KF_DAVAR_TAKE) {
        t->rows =
            kf_arena_grow(t->fix->arena, t->rows, &t->capacity, t->count + 1, sizeof *t->rows);
        t->rows[t->count++] = (taken){line, point, row.colour, false};
    } else if (point == KF_NOWHERE) {
        return;
    } else if (row.kind == KF_DAVAR_PUT && kf_board_get(&t->board, point) == KF_EMPTY) {
        kf_board_put(&t->board, point, row.colour);
    } else if (row.kind == KF_DAVAR_NUMBERED && row.number > 0) {
        fix_move(t, line, &row, point);
    }
}

void kf_fix_davar(kf_fix *fix) {
    table *t = kf_arena_alloc(fix->arena, sizeof *t);
    memset(t, 0, offsetof(table, board));
    t->fix = fix;
    t->text = fix->record->source->text;
    t->rows_from_top = fix->how->rows_from_top;
    kf_text rest = t->text, line;
    for (kf_node game = kf_node_child(fix->record, 0); game != 0 && rest.length > 0;
         game = kf_node_next(fix->record, game)) {
        kf_text part = kf_davar_table_next(&rest, t->rows_from_top);
        kf_record_board(fix->record, game, &t->frame.width, &t->frame.height);
        kf_board_init(&t->board, t->frame.width, t->frame.height);
        t->is_behind = false;
        while (kf_text_line(&part, &line))
            fix_line(t, line);
        settle(t);
    }
    kf_arena_release(fix->arena, t->rows);
}
