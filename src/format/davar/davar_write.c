// SPDX-License-Identifier: MIT
// Writing Davar tables: each game's main line, captures from the board, losses listed.

#include "format/davar/davar.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/prose.h"
#include "format/stones.h"
#include "record/path.h"
#include "record/value.h"
#include <kifu/board.h>

// A writing under way. `stones` are those of the node in hand that have no row yet.
typedef struct table {
    kf_writing_job *w;
    const kf_record *record;
    kf_davar_frame frame;
    kf_buffer line;
    kf_node pending;     // its free text stands behind its rows, before the next row
    int printed, number; // of the last move: in the table, and in the record
    bool has_stones;     // anywhere on the main line: else nothing but its board makes it a game
    bool has_moves, has_rows, has_any, after_text;
    bool is_tight;   // no empty line stands around the text
    bool is_further; // a table stands before this one
    kf_point captured[KF_BOARD_POINTS];
    size_t put_count; // rows of the node in hand
    kf_davar_row put[KF_BOARD_POINTS + 1];
    kf_davar_row rows[KF_BOARD_POINTS];
    kf_stones stones;
    kf_board board;
} table;

static void lose(const table *t, const char *kind, kf_node node) {
    kf_loss_add(t->w->loss, true, kf_text_of(kind), node);
}

static void lose_property(const table *t, const kf_property *property, kf_node node) {
    char kind[64] = "property ";
    kf_text name =
        property->id >= 0 ? kf_text_of(kf_value_row(property->id)->name) : property->name;
    size_t length = strlen(kind), room = sizeof kind - length;
    size_t taken = name.length < room ? name.length : room - 1;
    memcpy(kind + length, name.data, taken);
    kf_loss_add(t->w->loss, true, (kf_text){kind, length + taken}, node);
}

static void add_plain(const table *t, kf_buffer *plain, kf_text value, kf_node node) {
    if (!kf_prose_plain(plain, value, t->record->format == &kf_davar_format))
        lose(t, "escape character", node);
}

static void put_row(table *t, const kf_davar_row *row) {
    t->put[t->put_count++] = *row;
    // An empty line parts free text from the rows behind it.
    if (t->after_text && !t->is_tight)
        kf_output_add_char(t->w->out, '\n');
    t->after_text = false;
    t->has_rows = t->has_any = true;
    t->line.length = 0;
    kf_davar_row_write(&t->line, row, t->w->how->rows_from_top);
    kf_buffer_add_char(&t->line, '\n');
    kf_output_add_text(t->w->out, kf_buffer_text(&t->line));
}

// ---- Stones with their carried spelling, then the others in our order ----

static bool take_stone(table *t, kf_colour colour, kf_point point) {
    if (point == KF_NOWHERE || !kf_stones_has(&t->stones, colour, point))
        return false;
    t->stones.rows[colour][kf_point_row(point)] &= ~((uint64_t)1 << kf_point_column(point));
    return true;
}

// Writes the rows that KFROW carries for stones of this node, each stone once. The row of the
// move, if there is one, is given back through `move`.
static void put_carried(table *t, kf_node node, kf_davar_kind kind, kf_davar_row *move) {
    kf_values values = kf_values_of(t->record, node, "KFROW");
    for (kf_text value; kf_values_next(&values, &value);) {
        // The comment of the row is needed until the node is done.
        kf_buffer plain = {.arena = t->w->arena};
        kf_value_plain(&plain, value, true);
        char *copy = kf_arena_copy(t->w->arena, kf_buffer_text(&plain).data, plain.length);
        kf_davar_row row = kf_davar_row_read((kf_text){copy, plain.length}, false);
        kf_arena_release(t->w->arena, plain.data);
        if (row.kind == KF_DAVAR_NUMBERED && move != NULL)
            *move = row;
        else if (row.kind == kind && take_stone(t, row.colour, kf_davar_row_point(&row, &t->frame)))
            put_row(t, &row);
    }
}

// The stones of a colour that are left, from the corner out.
static void put_left(table *t, kf_davar_kind kind, kf_colour colour) {
    size_t count = 0;
    for (int y = 0; y < t->frame.height; y++)
        for (int x = 0; t->stones.rows[colour][y] != 0 && x < t->frame.width; x++)
            if (take_stone(t, colour, kf_point_at(x, y)))
                t->rows[count++] = kf_davar_row_of(kind, colour, kf_point_at(x, y), &t->frame);
    if (count > 1)
        qsort(t->rows, count, sizeof *t->rows, kf_davar_row_compare);
    for (size_t i = 0; i < count; i++)
        put_row(t, &t->rows[i]);
}

// Whether the rows of the node are spelled and sorted as they would be without KFROW.
static bool is_usual(const table *t) {
    for (size_t i = 0; i < t->put_count; i++) {
        const kf_davar_row *row = &t->put[i];
        bool is_move = row->kind == KF_DAVAR_NUMBERED;
        kf_davar_row usual =
            kf_davar_row_of(row->kind, row->colour, kf_davar_row_point(row, &t->frame), &t->frame);
        usual.number = row->number;
        if (is_move)
            usual.comment = row->comment;
        if (!kf_davar_row_equal(row, &usual) ||
            (!is_move && i > 0 && kf_davar_row_compare(row - 1, row) >= 0))
            return false;
    }
    return true;
}

// Lists KFROW as lost when a reader of the table would not make the same one. `is_told`: without
// KFROW the writer could not have known the rows.
static void check_carried(table *t, kf_node node, bool is_told) {
    kf_values values = kf_values_of(t->record, node, "KFROW");
    kf_buffer plain = {.arena = t->w->arena};
    size_t due = is_told || !is_usual(t) ? t->put_count : 0, i = 0;
    bool is_same = true;
    for (kf_text value; is_same && kf_values_next(&values, &value); i++) {
        plain.length = t->line.length = 0;
        add_plain(t, &plain, value, node);
        if (i < due) {
            kf_davar_row row = t->put[i];
            row.comment.length = row.kind == KF_DAVAR_NUMBERED ? 0 : row.comment.length;
            kf_davar_row_write(&t->line, &row, false);
        }
        is_same = i < due &&
                  kf_text_equal(kf_text_trim(kf_buffer_text(&t->line)), kf_buffer_text(&plain));
    }
    if (!is_same || i != due)
        lose(t, "property KFROW", node);
    kf_arena_release(t->w->arena, plain.data);
}

// ---- Free text behind a node's rows ----

// Empty lines at the ends do not come back.
static bool has_blank_end(kf_text text) {
    size_t first = 0, last = text.length;
    while (first < text.length && text.data[first] != '\n')
        first++;
    while (last > 0 && text.data[last - 1] != '\n')
        last--;
    return kf_prose_is_blank(kf_text_cut(text, 0, first)) ||
           kf_prose_is_blank(kf_text_cut(text, last, text.length));
}

// Whether the line would do something when it is read again: it then cannot be written. Before
// the first row it would become a part of the title; behind an empty line it may begin a table.
// `is_behind` as for kf_davar_row_next: behind a row more is one.
static bool is_effective(const table *t, kf_text line, bool is_apart, bool *is_behind) {
    int width, height;
    kf_davar_row row = kf_davar_row_next(line, t->w->how->rows_from_top, is_behind);
    kf_point point = kf_davar_row_point(&row, &t->frame);
    if (row.kind == KF_DAVAR_PROSE)
        return !t->has_rows ||
               ((!t->has_any || is_apart) && kf_davar_row_board(line, &width, &height));
    bool begins = row.kind == KF_DAVAR_PUT || (row.kind == KF_DAVAR_NUMBERED && row.number == 1);
    if (is_apart && begins && t->has_moves)
        return true;
    if (row.kind == KF_DAVAR_BROKEN || point == KF_NOWHERE)
        return false;
    if (row.kind == KF_DAVAR_NUMBERED)
        return row.number > 0;
    return row.kind == KF_DAVAR_PUT && kf_board_get(&t->board, point) == KF_EMPTY;
}

// Whether a line of the text is read as a row, which was refused. Behind an empty line it may
// begin a table.
static bool has_row(kf_text text) {
    kf_text line;
    bool is_behind = true;
    while (kf_text_line(&text, &line))
        if (kf_davar_row_next(line, false, &is_behind).kind > KF_DAVAR_BROKEN)
            return true;
    return false;
}

static void put_loose(table *t, kf_node node) {
    kf_values values = kf_values_of(t->record, node, "KFLINE");
    kf_buffer plain = {.arena = t->w->arena};
    size_t count = 0;
    for (kf_text value; kf_values_next(&values, &value); count++) {
        plain.length = 0;
        add_plain(t, &plain, value, node);
        kf_text rest = kf_buffer_text(&plain), line;
        // All text in one place is read back as one value.
        if (has_blank_end(rest) || count > 0)
            lose(t, "text line", node);
        bool is_apart = t->has_rows && !t->after_text && !t->is_tight && !has_row(rest);
        if (is_apart)
            kf_output_add_char(t->w->out, '\n');
        bool is_behind = t->has_rows && !t->after_text;
        while (kf_text_line(&rest, &line)) {
            if (is_effective(t, line, is_apart, &is_behind)) {
                lose(t, "text line", node);
                continue;
            }
            is_apart = is_apart || kf_prose_is_blank(line);
            t->has_any = true;
            t->has_rows = t->has_rows || kf_davar_row_read(line, false).kind != KF_DAVAR_PROSE;
            kf_output_add_text(t->w->out, line);
            kf_output_add_char(t->w->out, '\n');
        }
        t->after_text = true;
    }
    kf_arena_release(t->w->arena, plain.data);
}

// Whether the text begins with what is no row in front of all rows, but behind one is read as one.
static bool belongs_in_front(table *t, kf_node node) {
    kf_text value, line;
    kf_buffer plain = {.arena = t->w->arena};
    bool is_behind = true;
    if (!kf_property_get(t->record, node, "KFLINE", &value))
        return false;
    add_plain(t, &plain, value, node);
    kf_text rest = kf_buffer_text(&plain);
    bool belongs = kf_text_line(&rest, &line) &&
                   kf_davar_row_read(line, false).kind == KF_DAVAR_BROKEN &&
                   kf_davar_row_next(line, false, &is_behind).kind > KF_DAVAR_BROKEN;
    kf_arena_release(t->w->arena, plain.data);
    return belongs;
}

// Writes the text in front of a row. Behind moves an empty line and a row that may begin a table
// begin one for the reader, so there is none.
static void put_pending(table *t, bool may_begin) {
    t->is_tight = may_begin && t->has_moves;
    if (t->pending != 0)
        put_loose(t, t->pending);
    t->pending = 0;
}

// ---- Nodes ----

// The first line of the comment goes into the row; the text in `t->line` is borrowed.
static kf_text comment_of(table *t, kf_node node, kf_buffer *plain) {
    kf_text value;
    if (!kf_property_get(t->record, node, "C", &value))
        return (kf_text){"", 0};
    add_plain(t, plain, value, node);
    kf_text all = kf_buffer_text(plain), rest = all, line = {"", 0};
    kf_text_line(&rest, &line);
    kf_text comment = kf_text_trim(line);
    if (comment.length == 0 || comment.length < all.length)
        lose(t, "comment text", node);
    return comment;
}

// The number to print: the record's own when it rises and fits the colour, or when KFROW says that
// the table had it; else the next one of the colour.
static int choose_number(table *t, kf_node node, kf_colour colour, const kf_davar_row *carried) {
    int wanted = kf_path_number(t->record, node, t->number);
    bool fits = wanted > 0 && (wanted % 2 != 0) == (colour == KF_BLACK);
    t->number = wanted;
    if (!fits || (wanted <= t->printed && carried->number != wanted)) {
        lose(t, "move number", node);
        wanted = t->printed < INT32_MAX - 1 ? t->printed + 1 : t->printed;
        wanted += (wanted % 2 != 0) != (colour == KF_BLACK);
    }
    return wanted;
}

static void write_move(table *t, kf_node node, kf_colour colour, kf_point point) {
    kf_played played;
    kf_davar_row move = {.kind = KF_DAVAR_PROSE};
    kf_buffer plain = {.arena = t->w->arena};
    put_pending(t, kf_path_number(t->record, node, t->number) == 1);
    t->put_count = 0;
    kf_board_play(&t->board, point, colour, &played);
    size_t count = kf_board_captured(&t->board, &played, t->captured, KF_BOARD_POINTS);
    kf_colour other = kf_colour_other(colour);
    memset(&t->stones, 0, sizeof t->stones);
    for (size_t i = 0; i < count; i++)
        t->stones.rows[other][kf_point_row(t->captured[i])] |= (uint64_t)1
                                                               << kf_point_column(t->captured[i]);
    put_carried(t, node, KF_DAVAR_TAKE, &move);
    if (count > 0)
        put_left(t, KF_DAVAR_TAKE, other);
    int number = choose_number(t, node, colour, &move);
    if (move.kind != KF_DAVAR_NUMBERED || kf_davar_row_point(&move, &t->frame) != point)
        move = kf_davar_row_of(KF_DAVAR_NUMBERED, colour, point, &t->frame);
    bool is_late = number <= t->printed;
    move.number = t->printed = number;
    move.comment = comment_of(t, node, &plain);
    put_row(t, &move);
    check_carried(t, node, is_late);
    t->has_moves = true;
    t->pending = node;
    kf_arena_release(t->w->arena, plain.data);
}

// Setup after a move: only a table that had it gets it back.
static void write_late_setup(table *t, kf_node node) {
    kf_text value;
    if (!kf_property_get(t->record, node, "KFROW", &value) || t->stones.is_odd) {
        lose(t, "setup in the middle of the game", node);
        kf_stones_put(&t->stones, &t->board);
        return;
    }
    put_pending(t, true);
    t->put_count = 0;
    kf_stones setup = t->stones;
    put_carried(t, node, KF_DAVAR_PUT, NULL);
    put_left(t, KF_DAVAR_PUT, KF_BLACK);
    put_left(t, KF_DAVAR_PUT, KF_WHITE);
    check_carried(t, node, true);
    kf_stones_put(&setup, &t->board);
    t->pending = node;
}

static bool says_nothing_new(const table *t, const kf_property *property, kf_node node) {
    kf_text value;
    if (kf_node_parent(t->record, node) != 0)
        return false;
    switch (property->id) {
    case KF_P_SZ:
        return true; // see write_board
    case KF_P_GM:
        return kf_property_get(t->record, node, "GM", &value) &&
               kf_text_is(kf_text_trim(value), "1");
    case KF_P_FF:
    case KF_P_CA:
    case KF_P_AP:
        return true;
    default:
        return false;
    }
}

// Whether the row's number says what MN says: one that goes on from the last is read without MN.
static bool is_number_held(const table *t, kf_node node) {
    kf_text value;
    int number;
    return kf_property_get(t->record, node, "MN", &value) &&
           kf_text_number(kf_text_trim(value), &number) && number != t->number + 1;
}

// Lists every property that no row can hold.
static void lose_properties(table *t, kf_node node, bool has_move, bool has_place) {
    kf_text rest = kf_node_text(t->record, node);
    bool is_first = true, seen[KF_PROPERTY_COUNT] = {false};
    for (kf_property property; kf_property_next(&rest, &property);) {
        bool is_move = property.id == KF_P_B || property.id == KF_P_W;
        bool is_stone = property.id == KF_P_AB || property.id == KF_P_AW;
        bool is_held =
            (is_move && is_first) || is_stone ||
            ((property.id == KF_P_KFROW || property.id == KF_P_C || property.id == KF_P_KFLINE) &&
             has_place) ||
            (property.id == KF_P_MN && has_move && is_number_held(t, node));
        is_first = is_first && !is_move; // a second move is too many
        bool is_second = kf_stones_is_second(&property, seen);
        if (is_second || (!is_held && !says_nothing_new(t, &property, node)))
            lose_property(t, &property, node);
    }
}

static void write_node(table *t, kf_node node) {
    kf_colour colour;
    kf_point point = KF_NOWHERE;
    bool has_move = kf_stones_move(t->record, node, &t->board, &colour, &point);
    bool is_root = kf_node_parent(t->record, node) == 0;
    bool has_setup = kf_stones_of(t->record, node, t->frame.width, t->frame.height, &t->stones);
    bool is_written = has_move && kf_point_is_on(point, t->frame.width, t->frame.height);
    bool is_late = has_setup && t->has_moves;
    if (is_late)
        write_late_setup(t, node);
    if (has_move && (is_root || has_setup))
        lose(t, "move beside setup", node);
    lose_properties(t, node, has_move, is_root || is_written || (is_late && t->pending == node));
    if (is_written)
        write_move(t, node, colour, point);
    else if (has_move)
        lose(t, point == KF_PASS ? "pass" : "move off the board", node);
    else if (!is_root && !is_late)
        lose(t, "node without a move", node);
    if (has_move && !is_written)
        t->number = kf_path_number(t->record, node, t->number);
}

// ---- The front of the table ----

// The board before the first move, and the corner nearest to the stones.
static void survey(table *t, kf_node game) {
    kf_davar_corner corner = {0};
    bool has_moves = false;
    for (kf_node node = game; node != 0; node = kf_node_child(t->record, node)) {
        kf_colour colour;
        kf_point point = KF_NOWHERE;
        bool has_move = kf_stones_move(t->record, node, &t->board, &colour, &point);
        if (!has_moves &&
            kf_stones_of(t->record, node, t->frame.width, t->frame.height, &t->stones)) {
            kf_stones_put(&t->stones, &t->board);
            if (t->stones.is_odd)
                lose(t, "setup that contradicts itself", node);
        }
        if (has_move && kf_point_is_on(point, t->frame.width, t->frame.height)) {
            kf_davar_row_measure(&corner, point, &t->frame);
            has_moves = t->has_stones = true;
        }
    }
    for (int y = 0; y < t->frame.height; y++)
        for (int x = 0; x < t->frame.width; x++) {
            if (kf_board_get(&t->board, kf_point_at(x, y)) == KF_EMPTY)
                continue;
            kf_davar_row_measure(&corner, kf_point_at(x, y), &t->frame);
            t->has_stones = true;
        }
    kf_davar_row_choose_corner(&corner, &t->frame);
}

// `Board 9x9`, for a board that is not the usual one or bare, or a title that says such a thing.
// Behind an empty line it begins a further table.
static void write_board(table *t, kf_node game, kf_text title) {
    int width, height;
    kf_text line = {"", 0};
    kf_text_line(&title, &line);
    bool is_usual = t->frame.width == 19 && t->frame.height == 19;
    if (!kf_record_board(t->record, game, &width, &height))
        lose(t, "property SZ", game);
    if (is_usual && t->has_stones && !t->is_further && !kf_davar_row_board(line, &width, &height))
        return;
    t->line.length = 0;
    kf_buffer_add_string(&t->line, "Board ");
    kf_buffer_add_number(&t->line, t->frame.width);
    kf_buffer_add_char(&t->line, 'x');
    kf_buffer_add_number(&t->line, t->frame.height);
    kf_buffer_add_char(&t->line, '\n');
    kf_output_add_text(t->w->out, kf_buffer_text(&t->line));
    t->after_text = true;
    if (!is_usual)
        kf_loss_add(t->w->loss, false, KF_TEXT("board size"), game);
}

static void write_front(table *t, kf_node game) {
    kf_buffer title = {.arena = t->w->arena};
    kf_text value;
    if (kf_property_get(t->record, game, "C", &value) && !kf_path_is_move(t->record, game)) {
        add_plain(t, &title, value, game);
        if (title.length == 0)
            lose(t, "comment text", game);
    }
    write_board(t, game, kf_buffer_text(&title));
    kf_prose_write(t->w->out, kf_buffer_text(&title), kf_davar_row_is_special);
    t->after_text = t->has_any = t->after_text || title.length > 0;
    kf_arena_release(t->w->arena, title.data);
    for (int y = 0; y < t->frame.height; y++)
        for (int x = 0; x < t->frame.width; x++) {
            kf_colour colour = kf_board_get(&t->board, kf_point_at(x, y));
            t->stones.rows[KF_BLACK][y] |= (uint64_t)(colour == KF_BLACK) << x;
            t->stones.rows[KF_WHITE][y] |= (uint64_t)(colour == KF_WHITE) << x;
        }
    bool is_in_front = belongs_in_front(t, game);
    if (is_in_front)
        put_loose(t, game);
    put_carried(t, game, KF_DAVAR_PUT, NULL);
    put_left(t, KF_DAVAR_PUT, KF_BLACK);
    put_left(t, KF_DAVAR_PUT, KF_WHITE);
    check_carried(t, game, false);
    t->pending = is_in_front ? 0 : game;
}

static void write_game(table *t, kf_node game) {
    kf_record_board(t->record, game, &t->frame.width, &t->frame.height);
    kf_board_init(&t->board, t->frame.width, t->frame.height);
    survey(t, game);
    memset(&t->stones, 0, sizeof t->stones);
    write_front(t, game);
    for (kf_node node = game; node != 0; node = kf_node_child(t->record, node)) {
        kf_node other = node == game ? 0 : kf_node_next(t->record, node);
        for (; other != 0; other = kf_node_next(t->record, other))
            lose(t, "variation", other);
        write_node(t, node);
    }
    put_pending(t, false);
}

// Forgets what the table before left.
static void begin_table(table *t, bool is_further) {
    t->pending = 0;
    t->printed = t->number = 0;
    t->put_count = 0;
    t->has_stones = t->has_moves = t->has_rows = t->has_any = t->after_text = t->is_tight = false;
    t->is_further = is_further;
    t->frame = (kf_davar_frame){.width = 0};
    memset(&t->stones, 0, sizeof t->stones);
}

bool kf_davar_write(kf_writing_job *writer) {
    table *t = kf_arena_alloc(writer->arena, sizeof *t);
    memset(t, 0, sizeof *t);
    t->w = writer;
    t->record = writer->record;
    t->line = (kf_buffer){.arena = writer->arena};
    kf_node first = kf_node_child(t->record, 0);
    const kf_series *series = writer->how->series;
    bool is_behind = series != NULL && series->has_begun, has_any = first == 0;
    for (kf_node game = first; game != 0; game = kf_node_next(t->record, game)) {
        if (!KF_FORMAT_IS_GO(writer, game))
            continue;
        begin_table(t, has_any || is_behind);
        if (t->is_further)
            kf_output_add_char(writer->out, '\n');
        write_game(t, game);
        has_any = true;
    }
    return has_any || series != NULL;
}
