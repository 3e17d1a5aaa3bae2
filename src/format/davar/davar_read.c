// SPDX-License-Identifier: MIT
// Reading a Davar table: rows into nodes, captures compared with the board.

#include "format/davar/davar.h"

#include <string.h>

#include "base/text.h"
#include "format/prose.h"
#include "record/record.h"
#include "record/value.h"
#include <kifu/board.h>

enum {
    HIGHEST_TRACKED = 1 << 20, // a duplicate of a higher number is reported as out of order
};

typedef enum owner { LOOSE, CURRENT, NEXT } owner;

// What stands between two rows that make nodes: a row of a captured stone, or text.
typedef struct item {
    kf_text text; // of text all its lines
    kf_davar_row row;
    owner owner;
    bool is_row;
} item;

// A node under construction: what its own rows say.
typedef struct part {
    kf_node node;
    size_t offset;    // of its first row, for findings
    kf_davar_row row; // of the move; KF_DAVAR_PUT when the node is setup
    kf_point point;   // of the move
    bool is_root;
    bool has_mn;      // the number does not follow from the one before
    bool is_late;     // the number is not above the one before
    size_t row_count; // rows of stones: put by setup, or captured by the move
    size_t captured_count;
    kf_davar_row rows[KF_BOARD_POINTS];
    kf_point captured[KF_BOARD_POINTS];
    uint8_t state[KF_BOARD_POINTS]; // of a point: 0, 1 captured and not listed yet, 2 captured and
                                    // listed
} part;

typedef struct reader {
    kf_record *record;
    kf_log *log;
    kf_text table, rest; // the table that is read, and what of it is left
    bool rows_from_top;
    bool has_game; // the board is named, or a stone put on it
    bool has_rows; // that look like rows, whatever is wrong with them
    kf_davar_frame frame;
    int ended; // with what number the table before ends, where its board is this one; or 0
    part *current, *next;
    item *items;
    size_t item_count, item_capacity;
    bool is_parted; // a stone was put behind the last item
    uint32_t *seen; // 1 + the offset of the row of each number
    size_t seen_capacity;
    kf_text title;
    kf_board board;
    bool is_behind;    // the line before was a row
    bool was_reported; // the line before was text that may have been meant as one
} reader;

static size_t offset_of(const reader *r, const char *p) {
    return (size_t)(p - r->record->source->text.data);
}

// Where the first column of a row begins.
static size_t begin_of(const reader *r, kf_text line) {
    return offset_of(r, kf_text_trim(line).data);
}

static kf_place place_of(const reader *r, size_t offset) {
    return (kf_place){.source = r->record->source, .offset = offset};
}

static size_t cell_of(kf_point point) {
    return (size_t)kf_point_row(point) * KF_BOARD_MAX + (size_t)kf_point_column(point);
}

static const char *colour_name(kf_colour colour) {
    return colour == KF_BLACK ? "Black" : "White";
}

// ---- Text and rows of captured stones, until their node is known ----

static item *add_item(reader *r) {
    r->items = kf_arena_grow(r->record->arena, r->items, &r->item_capacity, r->item_count + 1,
                             sizeof *r->items);
    return &r->items[r->item_count++];
}

// Lines of text that follow each other are one item, unless a stone was put between them.
static void add_text(reader *r, kf_text line) {
    item *last = r->item_count > 0 ? &r->items[r->item_count - 1] : NULL;
    if (last != NULL && !last->is_row && !r->is_parted)
        last->text.length = (size_t)(line.data + line.length - last->text.data);
    else
        *add_item(r) = (item){.text = line, .owner = LOOSE};
    r->is_parted = false;
}

static void add_take(reader *r, kf_text line, const kf_davar_row *row) {
    *add_item(r) = (item){.text = line, .row = *row, .is_row = true};
}

// Whether the row names a stone that this move captured and that no row listed before.
static bool claims(const reader *r, part *p, const kf_davar_row *row) {
    kf_point point = kf_davar_row_point(row, &r->frame);
    if (point == KF_NOWHERE || p->row.kind != KF_DAVAR_NUMBERED ||
        row->colour != kf_colour_other(p->row.colour) || p->state[cell_of(point)] != 1)
        return false;
    p->state[cell_of(point)] = 2;
    return true;
}

// Gives each pending row its node. Backwards, so that of two rows for one stone the one next to
// the move counts: the writer puts loose rows before those of captures.
static void claim_items(reader *r, part *next) {
    for (size_t i = r->item_count; i > 0; i--) {
        item *it = &r->items[i - 1];
        if (it->is_row && next != NULL && claims(r, next, &it->row))
            it->owner = NEXT;
        else if (it->is_row && claims(r, r->current, &it->row))
            it->owner = CURRENT;
    }
}

static void report_item(reader *r, const item *it) {
    kf_place place = place_of(r, offset_of(r, it->text.data) + it->row.at);
    if (it->owner == CURRENT)
        kf_log_add(r->log, KF_DAVAR_CAPTURE_LATE, place,
                   "this stone was captured by move %d and belongs before it",
                   r->current->row.number);
    else if (kf_davar_row_point(&it->row, &r->frame) == KF_NOWHERE)
        kf_log_add(r->log, KF_DAVAR_OFF_BOARD, place, "no such point on a %dx%d board",
                   r->frame.width, r->frame.height);
    else
        kf_log_add(r->log, KF_DAVAR_CAPTURE_SURPLUS, place,
                   "the next move does not capture a stone of %s here",
                   colour_name(it->row.colour));
    r->record->is_repaired = r->record->is_repaired || it->owner == CURRENT;
}

// Hands the pending items out; what belongs to no move is added to `loose`.
static void share_items(reader *r, part *next, kf_buffer *loose) {
    claim_items(r, next);
    for (size_t i = 0; i < r->item_count; i++) {
        item *it = &r->items[i];
        part *to = it->owner == NEXT ? next : it->owner == CURRENT ? r->current : NULL;
        if (it->is_row && it->owner != NEXT)
            report_item(r, it);
        if (to != NULL)
            to->rows[to->row_count++] = it->row;
        else
            kf_prose_add(loose, it->text, NULL);
    }
    r->item_count = 0;
}

// ---- A node's text ----

// Adds the captures that no row listed, as the writer would, and reports them.
static void complete_captures(reader *r, part *p) {
    for (size_t i = 0; i < p->captured_count; i++) {
        if (p->state[cell_of(p->captured[i])] != 1)
            continue;
        kf_davar_row row = kf_davar_row_of(KF_DAVAR_TAKE, kf_colour_other(p->row.colour),
                                           p->captured[i], &r->frame);
        kf_log_add(r->log, KF_DAVAR_CAPTURE_MISSING, place_of(r, p->offset),
                   "move %d captures a stone that no row before it takes: -%c %c%d%c%d",
                   p->row.number, row.colour == KF_BLACK ? 'B' : 'W', row.from_right ? '-' : '+',
                   row.first, (row.from_top != r->rows_from_top) ? '-' : '+', row.second);
        p->rows[p->row_count++] = row;
        r->record->is_repaired = true;
    }
}

// Whether the writer would by itself list these stones in this order and spelling.
static bool is_usual(const reader *r, const part *p) {
    for (size_t i = 0; i < p->row_count; i++) {
        const kf_davar_row *row = &p->rows[i];
        kf_davar_row usual =
            kf_davar_row_of(row->kind, row->colour, kf_davar_row_point(row, &r->frame), &r->frame);
        if (!kf_davar_row_equal(row, &usual) ||
            (i > 0 && kf_davar_row_compare(&p->rows[i - 1], row) >= 0))
            return false;
    }
    return true;
}

// A tab or its like in a value means a space, and is written as one.
static void add_value(kf_buffer *out, kf_arena *arena, const kf_davar_row *row) {
    kf_buffer line = {.arena = arena};
    kf_davar_row_write(&line, row, false);
    for (size_t i = 0; i < line.length; i++)
        line.data[i] = line.data[i] >= '\t' && line.data[i] <= '\r' ? ' ' : line.data[i];
    kf_buffer_add_char(out, '[');
    kf_value_escape(out, kf_text_trim(kf_buffer_text(&line)));
    kf_buffer_add_char(out, ']');
    kf_arena_release(arena, line.data);
}

// KFROW: all rows of the node, when the writer would not spell them so.
static void add_rows(reader *r, kf_buffer *out, const part *p) {
    bool is_move = p->row.kind == KF_DAVAR_NUMBERED;
    kf_davar_row move = p->row, usual = p->row;
    move.comment.length = usual.comment.length = 0;
    if (is_move) {
        usual = kf_davar_row_of(KF_DAVAR_NUMBERED, p->row.colour, p->point, &r->frame);
        usual.number = p->row.number;
    }
    bool is_told = kf_davar_row_equal(&move, &usual) && !p->is_late && (is_move || p->is_root);
    if (is_told && is_usual(r, p))
        return;
    kf_buffer_add_string(out, "KFROW");
    for (size_t i = 0; i < p->row_count; i++)
        add_value(out, r->record->arena, &p->rows[i]);
    if (is_move)
        add_value(out, r->record->arena, &move);
}

static void add_stones(kf_buffer *out, const reader *r, const part *p, kf_colour colour) {
    bool is_first = true;
    for (size_t i = 0; i < p->row_count; i++) {
        if (p->rows[i].colour != colour)
            continue;
        kf_point point = kf_davar_row_point(&p->rows[i], &r->frame);
        char letters[2];
        kf_value_put_point(letters, kf_point_column(point), kf_point_row(point));
        kf_buffer_add_string(out, !is_first ? "[" : colour == KF_BLACK ? "AB[" : "AW[");
        kf_buffer_add(out, letters, 2);
        kf_buffer_add_char(out, ']');
        is_first = false;
    }
}

static void add_escaped(kf_buffer *out, const char *name, kf_text plain) {
    kf_buffer_add_string(out, name);
    kf_buffer_add_char(out, '[');
    kf_value_escape(out, plain);
    kf_buffer_add_char(out, ']');
}

static void add_size(kf_buffer *out, const kf_davar_frame *frame) {
    if (frame->width == 19 && frame->height == 19)
        return;
    kf_buffer_add_string(out, "SZ[");
    kf_buffer_add_number(out, frame->width);
    if (frame->width != frame->height) {
        kf_buffer_add_char(out, ':');
        kf_buffer_add_number(out, frame->height);
    }
    kf_buffer_add_char(out, ']');
}

static void add_title(reader *r, kf_buffer *out) {
    kf_buffer title = {.arena = r->record->arena};
    kf_prose_add(&title, r->title, kf_davar_row_is_special);
    if (title.length > 0)
        add_escaped(out, "C", kf_buffer_text(&title));
    kf_arena_release(r->record->arena, title.data);
}

static void add_move(kf_buffer *out, const part *p) {
    char move[] = "B[aa]";
    move[0] = p->row.colour == KF_BLACK ? 'B' : 'W';
    kf_value_put_point(move + 2, kf_point_column(p->point), kf_point_row(p->point));
    kf_buffer_add_string(out, move);
    if (p->has_mn) {
        kf_buffer_add_string(out, "MN[");
        kf_buffer_add_number(out, p->row.number);
        kf_buffer_add_char(out, ']');
    }
    if (p->row.comment.length > 0)
        add_escaped(out, "C", p->row.comment);
}

// Ends the current node, now that the rows behind it are known. `next` becomes the current one.
static void finish(reader *r, part *next) {
    kf_arena *arena = r->record->arena;
    part *p = r->current;
    kf_buffer out = {.arena = arena}, loose = {.arena = arena};
    share_items(r, next, &loose);
    complete_captures(r, p);
    if (p->is_root) {
        add_size(&out, &r->frame);
        add_title(r, &out);
    }
    if (p->row.kind == KF_DAVAR_NUMBERED) {
        add_move(&out, p);
    } else {
        add_stones(&out, r, p, KF_BLACK);
        add_stones(&out, r, p, KF_WHITE);
    }
    if (p->row_count > 0 || p->row.kind == KF_DAVAR_NUMBERED)
        add_rows(r, &out, p);
    if (loose.length > 0)
        add_escaped(&out, "KFLINE", kf_buffer_text(&loose));
    kf_record_put(r->record, p->node, kf_buffer_text(&out));
    kf_arena_release(arena, loose.data);
    kf_arena_release(arena, out.data);
    for (size_t i = 0; i < p->captured_count; i++)
        p->state[cell_of(p->captured[i])] = 0;
    r->current = next;
    r->next = p;
}

// Empties the spare part for a node that begins at this place.
static part *begin(reader *r, size_t offset) {
    part *p = r->next;
    p->offset = offset;
    p->row = (kf_davar_row){.kind = KF_DAVAR_PUT, .comment = {"", 0}};
    p->point = KF_NOWHERE;
    p->is_root = p->has_mn = p->is_late = false;
    p->row_count = p->captured_count = 0;
    p->node = kf_record_add(r->record, r->current != NULL ? r->current->node : 0);
    kf_record_set_place(r->record, p->node, offset);
    return p;
}

// ---- Rows ----

// 1 + the offset of the first row of that number in this table; 0: there is none.
static uint32_t find_seen(const reader *r, int number) {
    uint32_t seen = (size_t)number < r->seen_capacity ? r->seen[number] : 0;
    return seen > offset_of(r, r->table.data) ? seen : 0;
}

static void report_number(reader *r, size_t offset, int number, int before) {
    kf_place place = place_of(r, offset);
    uint32_t earlier = find_seen(r, number);
    if (earlier != 0) {
        kf_log_add(r->log, KF_DAVAR_NUMBER_TWICE, place, "there is a move %d already", number);
        kf_log_add_as(r->log, KF_NOTE, KF_DAVAR_NUMBER_TWICE, place_of(r, earlier - 1),
                      "the first move %d is here", number);
    } else if (number < before) {
        kf_log_add(r->log, KF_DAVAR_NUMBER_ORDER, place, "move %d comes after move %d", number,
                   before);
    } else if (before > 0 && number > before + 1) {
        kf_log_add(r->log, KF_DAVAR_NUMBER_GAP, place, "move %d follows move %d", number, before);
    }
    if (number >= HIGHEST_TRACKED)
        return;
    size_t old = r->seen_capacity;
    r->seen = kf_arena_grow(r->record->arena, r->seen, &r->seen_capacity, (size_t)number + 1,
                            sizeof *r->seen);
    memset(r->seen + old, 0, (r->seen_capacity - old) * sizeof *r->seen);
    if (earlier == 0)
        r->seen[number] = (uint32_t)offset + 1;
}

// The number of the last move; 0 before the first.
static int last_number(const reader *r) {
    return r->current->row.number;
}

static void read_move(reader *r, kf_text line, const kf_davar_row *row) {
    size_t offset = begin_of(r, line), at = offset_of(r, line.data) + row->at;
    int before = last_number(r);
    part *p = begin(r, offset);
    kf_played played;
    bool is_first = before == 0 && r->current->row_count == 0;
    p->row = *row;
    p->point = kf_davar_row_point(row, &r->frame);
    p->has_mn = row->number != before + 1;
    p->is_late = row->number <= before;
    bool is_taken = kf_board_get(&r->board, p->point) != KF_EMPTY;
    kf_board_play(&r->board, p->point, row->colour, &played);
    p->captured_count = kf_board_captured(&r->board, &played, p->captured, KF_BOARD_POINTS);
    for (size_t i = 0; i < p->captured_count; i++)
        p->state[cell_of(p->captured[i])] = 1;
    finish(r, p);
    report_number(r, offset, row->number, before);
    if (is_first && row->number > 1 && row->number == r->ended + 1)
        kf_log_add(r->log, KF_DAVAR_NUMBER_GAP, place_of(r, offset),
                   "move %d goes on from the table before, but the line 'Board %dx%d' begins "
                   "another game",
                   row->number, r->frame.width, r->frame.height);
    if (is_taken)
        kf_log_add(r->log, KF_DAVAR_OCCUPIED, place_of(r, at), "there is a stone on this point");
}

// A stone put by setup. After a move it makes a node of its own, together with those next to it.
static void read_put(reader *r, kf_text line, const kf_davar_row *row) {
    kf_point point = kf_davar_row_point(row, &r->frame);
    size_t offset = offset_of(r, line.data);
    if (kf_board_get(&r->board, point) != KF_EMPTY) {
        kf_log_add(r->log, KF_DAVAR_OCCUPIED, place_of(r, offset + row->at),
                   "there is a stone on this point");
        add_text(r, line);
        return;
    }
    bool is_after_move = r->current->row.number > 0;
    if (is_after_move)
        kf_log_add(r->log, KF_DAVAR_SETUP_LATE, place_of(r, offset),
                   "a stone is set up after move %d", last_number(r));
    if (is_after_move && (r->current->row.kind == KF_DAVAR_NUMBERED || r->item_count > 0)) {
        int before = last_number(r);
        part *p = begin(r, offset);
        p->row.number = before;
        finish(r, p);
    }
    r->current->rows[r->current->row_count++] = *row;
    kf_board_put(&r->board, point, row->colour);
    r->is_parted = true;
}

// What cannot be a row although it looks like one. It is kept as text.
static bool is_refused(reader *r, kf_text line, const kf_davar_row *row) {
    size_t offset = offset_of(r, line.data);
    if (row->kind == KF_DAVAR_BROKEN)
        kf_log_add(r->log, KF_DAVAR_ROW, place_of(r, offset + row->at),
                   "this looks like a row, but does not have two signed numbers");
    else if (row->kind == KF_DAVAR_NUMBERED && row->number == 0)
        kf_log_add(r->log, KF_DAVAR_NUMBER, place_of(r, begin_of(r, line)),
                   "moves are numbered from 1 to 2,147,483,647");
    else if (row->kind == KF_DAVAR_TAKE || kf_davar_row_point(row, &r->frame) != KF_NOWHERE)
        return false;
    else
        kf_log_add(r->log, KF_DAVAR_OFF_BOARD, place_of(r, offset + row->at),
                   "no such point on a %dx%d board", r->frame.width, r->frame.height);
    return true;
}

static void mention_spelling(reader *r, kf_text line, const kf_davar_row *row) {
    kf_place place = place_of(r, offset_of(r, line.data) + row->at);
    if (row->is_swapped)
        kf_log_add(r->log, KF_DAVAR_COLUMNS, place, "the coordinates belong in the second column");
    if (row->has_odd_sign)
        kf_log_add(r->log, KF_DAVAR_SIGN, place, "a dash is used as the minus sign");
    if (row->is_loose)
        kf_log_add(r->log, KF_DAVAR_LOOSE, place,
                   "read as a row, though rows are spelled as in '1 +2+5'");
    r->record->is_repaired =
        r->record->is_repaired || row->is_swapped || row->has_odd_sign || row->is_loose;
}

// A line of text that may have been meant as a row. `is_in_table`: a row stands before it.
static bool mention_stray(reader *r, kf_text line, bool is_in_table) {
    size_t at;
    kf_davar_stray stray = kf_davar_stray_of(line, is_in_table ? r->current->row.number : 0, &at);
    kf_place place = place_of(r, offset_of(r, line.data) + at);
    if (stray == KF_DAVAR_STRAY_ROW && is_in_table)
        kf_log_add(r->log, KF_DAVAR_ROW, place,
                   "this looks like a row, but rows are spelled as in '1 +2+5'; it stays text");
    else if (stray == KF_DAVAR_STRAY_ROW || (stray != KF_DAVAR_NO_STRAY && is_in_table))
        kf_log_add(r->log, KF_DAVAR_TEXT, place, "this line stays text; no stone is read from it");
    return stray != KF_DAVAR_NO_STRAY;
}

// A row in the comment of another: two stand on one line.
static void mention_second(reader *r, kf_text comment) {
    bool is_behind = true;
    if (comment.length > 0 &&
        kf_davar_row_next(comment, r->rows_from_top, &is_behind).kind > KF_DAVAR_BROKEN)
        kf_log_add(r->log, KF_DAVAR_TEXT, place_of(r, offset_of(r, comment.data)),
                   "this looks like one more row, and is the comment of the one before it");
}

static void read_line(reader *r, kf_text line) {
    bool was_behind = r->is_behind || r->was_reported;
    kf_davar_row row = kf_davar_row_next(line, r->rows_from_top, &r->is_behind);
    if (row.kind == KF_DAVAR_PROSE) {
        size_t at;
        // Empty lines only part the text around them.
        if (kf_prose_is_blank(line))
            return;
        bool is_odd = was_behind || kf_davar_stray_of(line, 0, &at) == KF_DAVAR_STRAY_ROW;
        r->was_reported = is_odd && mention_stray(r, line, true);
        add_text(r, line);
        return;
    }
    r->has_rows = true;
    r->was_reported = false;
    if (is_refused(r, line, &row)) {
        add_text(r, line);
        return;
    }
    mention_spelling(r, line, &row);
    mention_second(r, row.comment);
    if (row.kind == KF_DAVAR_TAKE)
        add_take(r, line, &row);
    else if (row.kind == KF_DAVAR_PUT)
        read_put(r, line, &row);
    else
        read_move(r, line, &row);
}

// ---- The board, and the corner that the writer would count from ----

// Cuts the title off the front of the text: all that stands before the first row.
static void take_title(reader *r, const kf_reading *how) {
    int size = how->size > 0 && how->size <= KF_BOARD_MAX ? how->size : 19;
    r->frame = (kf_davar_frame){.width = size, .height = size};
    kf_text text = r->table, line = {"", 0}, ahead = text;
    while (kf_text_line(&ahead, &line) && kf_prose_is_blank(line))
        text = ahead;
    bool has_board = kf_davar_row_board(line, &r->frame.width, &r->frame.height);
    r->has_game = r->has_game || has_board;
    if (has_board)
        text = ahead;
    ahead = r->rest = text;
    while (kf_text_line(&ahead, &line) &&
           kf_davar_row_read(line, r->rows_from_top).kind == KF_DAVAR_PROSE)
        r->rest = ahead;
    r->title = kf_text_cut(text, 0, text.length - r->rest.length);
    for (ahead = r->title; r->rest.length > 0 && kf_text_line(&ahead, &line);)
        mention_stray(r, line, false);
}

// The writer looks at the first setup and at all moves; so does this scan.
static void choose_corner(reader *r) {
    kf_davar_corner corner = {0};
    kf_text rest = r->rest, line;
    bool has_moves = false, is_behind = false;
    kf_board_init(&r->board, r->frame.width, r->frame.height);
    while (kf_text_line(&rest, &line)) {
        kf_davar_row row = kf_davar_row_next(line, r->rows_from_top, &is_behind);
        bool is_move = row.kind == KF_DAVAR_NUMBERED && row.number > 0;
        kf_point point = kf_davar_row_point(&row, &r->frame);
        if ((!is_move && (row.kind != KF_DAVAR_PUT || has_moves)) || point == KF_NOWHERE)
            continue;
        has_moves = has_moves || is_move;
        r->has_game = true;
        if (!is_move && kf_board_get(&r->board, point) != KF_EMPTY)
            continue;
        kf_davar_row_measure(&corner, point, &r->frame);
        if (!is_move)
            kf_board_put(&r->board, point, row.colour);
    }
    kf_davar_row_choose_corner(&corner, &r->frame);
    kf_board_init(&r->board, r->frame.width, r->frame.height);
}

// Reads the table as one game. `parts`: two of them.
static void read_table(reader *r, const kf_reading *how, part *parts) {
    const kf_davar_frame before = r->frame;
    kf_text line;
    r->current = NULL;
    r->is_behind = r->was_reported = false;
    take_title(r, how);
    if (r->frame.width != before.width || r->frame.height != before.height)
        r->ended = 0;
    choose_corner(r);
    r->next = &parts[0];
    part *root = begin(r, offset_of(r, r->table.data));
    root->is_root = true;
    r->current = root;
    r->next = &parts[1];
    while (kf_text_line(&r->rest, &line))
        read_line(r, line);
    r->ended = last_number(r);
    // No row follows the last node: what is pending goes to it.
    finish(r, NULL);
}

void kf_davar_read(kf_record *record, const kf_reading *how, kf_log *log) {
    reader *r = kf_arena_alloc(record->arena, sizeof *r);
    kf_text rest = record->source->text;
    memset(r, 0, sizeof *r);
    r->record = record;
    record->is_played = true;
    r->log = log;
    r->rows_from_top = how->rows_from_top;
    part *parts = kf_arena_resize(record->arena, NULL, 2 * sizeof *parts);
    memset(parts[0].state, 0, KF_BOARD_POINTS);
    memset(parts[1].state, 0, KF_BOARD_POINTS);
    do {
        r->table = kf_davar_table_next(&rest, r->rows_from_top);
        read_table(r, how, parts);
    } while (rest.length > 0);
    kf_arena_release(record->arena, parts);
    if (r->has_game)
        return;
    if (!r->has_rows) // else it was said what is wrong with them
        kf_log_add(log, KF_DAVAR_NO_GAME, (kf_place){.source = record->source},
                   "there is no row with a stone in this text");
    kf_record_empty(record);
}
