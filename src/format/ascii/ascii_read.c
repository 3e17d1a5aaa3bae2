// SPDX-License-Identifier: MIT
// Reading boards typed as text: each becomes a game, the text around them its comment.

#include "format/ascii/ascii_board.h"

#include <string.h>

#include "base/text.h"
#include "format/foreign.h"
#include "format/prose.h"
#include "record/record.h"
#include "record/value.h"

enum { MOST_BORDERS = 4 }; // lines of letters and borders on either side of a board

// A run of rows with what frames them.
typedef struct board {
    kf_text text;              // all its lines
    kf_text rows;              // from the first row on
    int row_count;             // rows, also beyond the largest board
    int width;                 // that most rows have
    bool has_black, has_white; // stones whose sign is not B or W
    bool is_starry;            // * are black stones
    bool is_board;
    kf_ascii_sides sides;
} board;

// Kinds of rows by how well they say how wide the board is: a number at the side of a row may be
// a point, and a line with labels may be text.
enum { BARE, FRAMED, LABELLED, KINDS };

// What a run looks like, gathered line by line.
typedef struct run {
    int row_count, framed, around;
    bool has_vacant;
    int width;        // of the last row without labels, or 0
    int count[KINDS]; // of rows, and how many of them have each width
    int widths[KINDS][KF_BOARD_MAX + 1];
} run;

static kf_text up_to(kf_text from, kf_text rest) {
    return (kf_text){from.data, (size_t)(rest.data - from.data)};
}

// What stands above or below the rows.
typedef struct border {
    int around;      // how many lines of letters and of dashes
    int columns;     // that the last line of letters or numbers names, or 0
    int numbered;    // that a line of numbers names, which may be text, or 0
    kf_text numbers; // what follows that line
} border;

// Whether the text begins with a row.
static bool has_row(kf_text text) {
    kf_ascii_line read;
    kf_text line;
    if (!kf_text_line(&text, &line))
        return false;
    kf_ascii_line_read(line, &read);
    return read.kind == KF_ASCII_ROW || kf_ascii_sides_is_row(line);
}

// Passes lines of letters and borders; below the rows, where a width is given, not a second line
// that names columns right above a row: it belongs to that. Numbers count when they are those of
// `width` columns; that is 0 when it is not known yet.
static border skip_borders(kf_text *rest, int width) {
    border found = {.around = 0};
    kf_ascii_line read;
    kf_text ahead = *rest, line;
    for (int count = 0; count < MOST_BORDERS && kf_text_line(&ahead, &line); count++) {
        kf_ascii_line_read(line, &read);
        bool has_letters = read.kind == KF_ASCII_LETTERS;
        bool has_numbers = read.kind == KF_ASCII_NUMBERS && (width == 0 || read.count == width);
        if (read.kind != KF_ASCII_BORDER && !has_letters && !has_numbers)
            break;
        if (width > 0 && found.columns > 0 && read.kind != KF_ASCII_BORDER && has_row(ahead))
            break;
        found.around += !has_numbers;
        if (has_letters || has_numbers)
            found.columns = read.count;
        if (has_numbers && found.numbered == 0) {
            found.numbered = read.count;
            found.numbers = ahead;
        }
        *rest = ahead;
    }
    return found;
}

static void read_row(const board *b, kf_text line, kf_ascii_line *out) {
    kf_ascii_line_read_row(kf_ascii_sides_cut(line, &b->sides), b->width, out);
}

// Whether a line with letters or numbers on it is a row of a board of that width: a little short
// or long is a mistake, more is a line of text that happens to look like a row.
static bool is_row_of(kf_text line, int width) {
    kf_ascii_line read;
    kf_ascii_line_read_row(line, width, &read);
    bool is_near = read.is_apart && 3 * read.count >= 2 * width && 3 * width >= 2 * read.count;
    int labels = 0;
    for (int x = 0; x < read.count && x < width; x++)
        labels += strchr(".*XO", read.points[x]) == NULL;
    return read.count == width || (is_near && width > 2 && labels < width);
}

// The end of the last line that is no row of a board of that width, of those that have labels and
// stand in front of all rows without. NULL when there is none.
static const char *find_misfit(const board *b) {
    kf_ascii_line read;
    kf_text rows = b->rows, line;
    const char *misfit = NULL;
    while (kf_text_line(&rows, &line)) {
        line = kf_ascii_sides_cut(line, &b->sides);
        kf_ascii_line_read(line, &read);
        if (read.kind != KF_ASCII_LABELLED)
            break;
        if (!is_row_of(line, b->width))
            misfit = rows.data;
    }
    return misfit;
}

static void count_row(run *found, const kf_ascii_line *read) {
    int kind = read->kind == KF_ASCII_LABELLED ? LABELLED : read->is_framed ? FRAMED : BARE;
    found->row_count++;
    found->framed += read->is_framed;
    found->has_vacant = found->has_vacant || read->has_vacant;
    found->width = kind != LABELLED ? read->count : found->width;
    found->count[kind]++;
    found->widths[kind][read->count]++;
}

static void take_rows(kf_text *rest, const kf_ascii_sides *sides, run *found) {
    kf_ascii_line read;
    kf_text ahead = *rest, line;
    while (kf_text_line(&ahead, &line)) {
        if (sides->say == KF_ASCII_NAMES && found->row_count == sides->rows)
            break;
        line = kf_ascii_sides_cut(line, sides);
        kf_ascii_line_read(line, &read);
        bool is_row =
            read.kind == KF_ASCII_ROW || (read.kind == KF_ASCII_LABELLED &&
                                          (found->width == 0 || is_row_of(line, found->width)));
        if (!is_row)
            break;
        *rest = ahead;
        count_row(found, &read);
    }
}

// The most frequent width of the rows that say it best.
static int width_of(const run *found) {
    int best = 0, kind = BARE;
    while (kind < LABELLED && found->count[kind] == 0)
        kind++;
    const int *widths = found->widths[kind];
    for (int width = 0; width <= KF_BOARD_MAX; width++)
        if (widths[width] > 0 && widths[width] >= widths[best])
            best = width;
    return best;
}

// Words such as "OX" are rows too. A board has a frame, or is large enough to be none of them; one
// with labels in every row has letters or a border above or below it.
static bool is_likely(const run *found, int width) {
    bool is_framed = found->framed == found->row_count || found->has_vacant;
    bool is_large = found->row_count >= 2 && width >= 2 && is_framed && found->width > 0;
    return found->row_count > 0 && found->row_count <= KF_BOARD_MAX &&
           (found->around > 0 || is_large);
}

// What * and other signs there are on a board.
typedef struct signs {
    bool columns[KF_BOARD_MAX], rows[KF_BOARD_MAX]; // those with a *
    bool has_plus, has_b, has_pair;                 // has_pair: two * are neighbours
    int stars, others;                              // how many *; other stones and empty points
} signs;

// Whether all * stand in lines that may have star points: up to three, and on a whole board the
// third or fourth of both sides, and the middle.
static bool may_be_stars(const bool *lines, int size, bool is_whole) {
    int count = 0;
    bool is_third = true, is_fourth = true;
    for (int i = 0; i < size; i++) {
        if (!lines[i])
            continue;
        count++;
        bool is_middle = i == size / 2;
        is_third = is_third && (is_middle || i == 2 || i == size - 3);
        is_fourth = is_fourth && (is_middle || i == 3 || i == size - 4);
    }
    return count <= 3 && (!is_whole || is_third || is_fourth);
}

// Whether * are black stones: no other sign is one, and they cannot be star points, nor the sign
// of empty points.
static bool is_starry(const board *b, const signs *found) {
    int width = b->width, height = b->row_count;
    bool is_whole = width == height && (width == 9 || width == 13 || width == 19);
    bool has_others = b->has_black || found->has_b || found->has_plus;
    return b->has_white && !has_others && found->stars <= found->others && width <= 19 &&
           height <= 19 &&
           (found->has_pair || !may_be_stars(found->columns, width, is_whole) ||
            !may_be_stars(found->rows, height, is_whole));
}

// Which signs for stones there are on the board, B and W apart.
static void find_signs(board *b) {
    kf_text rest = b->rows, line;
    kf_ascii_line read, above = {.count = 0};
    signs found = {.stars = 0};
    for (int y = 0; y < b->row_count && kf_text_line(&rest, &line); y++) {
        read_row(b, line, &read);
        found.has_plus = found.has_plus || read.has_plus;
        for (int x = 0; x < read.count && x < b->width; x++) {
            unsigned char sign = read.points[x];
            b->has_black = b->has_black || sign == 'X';
            b->has_white = b->has_white || sign == 'O';
            found.has_b = found.has_b || sign == 'B';
            found.others += sign != '*';
            if (sign != '*')
                continue;
            found.stars++;
            found.columns[x] = found.rows[y] = true;
            found.has_pair = found.has_pair || (x > 0 && read.points[x - 1] == '*') ||
                             (x < above.count && above.points[x] == '*');
        }
        above = read;
    }
    b->is_starry = is_starry(b, &found);
}

// Behind what of the rows, and of what stands above them, the text goes on that they are; NULL
// when they may be a board.
static const char *find_text(const board *b, const border *above) {
    // Numbers of other columns than these.
    if (b->row_count > 0 && above->numbered != 0 && above->numbered != b->width)
        return above->numbers.data;
    return b->row_count > 0 ? find_misfit(b) : NULL;
}

// Takes a board, or lines of which none begins one, off the front of the text.
static board take_board(kf_text *rest) {
    kf_text begin = *rest, line;
    run found = {0};
    board b = {.is_board = false};
    border above = skip_borders(rest, 0);
    b.rows = *rest;
    b.sides = kf_ascii_sides_of(b.rows, above.columns);
    take_rows(rest, &b.sides, &found);
    b.rows = up_to(b.rows, *rest);
    b.row_count = found.row_count;
    b.width = width_of(&found);
    const char *text = find_text(&b, &above);
    if (text != NULL) {
        *rest = (kf_text){text, (size_t)(rest->data + rest->length - text)};
        b.text = up_to(begin, *rest);
        b.row_count = 0;
        return b;
    }
    found.around = above.around;
    if (found.row_count > 0)
        found.around += skip_borders(rest, b.width).around;
    b.text = up_to(begin, *rest);
    b.is_board = is_likely(&found, b.width);
    if (b.is_board)
        find_signs(&b);
    if (b.text.length == 0) {
        kf_text_line(rest, &line);
        b.text = up_to(begin, *rest);
    }
    return b;
}

void kf_ascii_read_rows(kf_text text, size_t *rows, size_t *points) {
    *rows = *points = 0;
    while (text.length > 0) {
        board b = take_board(&text);
        if (!b.is_board)
            continue;
        *rows += (size_t)b.row_count;
        *points += (size_t)b.row_count * (size_t)b.width;
    }
}

// ---- From a board to a game ----

typedef struct reader {
    kf_record *record;
    kf_log *log;
    kf_buffer text;   // of the node under construction
    kf_buffer points; // of the property under construction
} reader;

// What stands on a point: '.', 'X' or 'O', or else a label.
static unsigned char on_point(const board *b, unsigned char sign) {
    if (sign == '*')
        return b->is_starry ? 'X' : '.';
    if (sign == 'B' && !b->has_black)
        return 'X';
    return sign == 'W' && !b->has_white ? 'O' : sign;
}

// What is looked for on the points: a stone, parentheses, or labels.
enum { MARKED = '(', LABEL = 'a' };

static bool is_found(const board *b, const kf_ascii_line *row, int x, char wanted) {
    unsigned char sign = on_point(b, row->points[x]);
    if (wanted == MARKED)
        return row->marked[x];
    return wanted == LABEL ? strchr(".XO", sign) == NULL : sign == (unsigned char)wanted;
}

static void add_label(reader *r, unsigned char sign) {
    kf_buffer_add_char(&r->text, ':');
    if (sign >= KF_ASCII_NUMBER)
        kf_buffer_add_number(&r->text, sign - KF_ASCII_NUMBER);
    else
        kf_buffer_add_char(&r->text, (char)sign);
}

// Adds one property with all points that fit.
static void add_points(reader *r, const board *b, const char *name, char wanted) {
    kf_text rest = b->rows, line;
    kf_ascii_line read;
    bool has_any = false;
    for (int y = 0; kf_text_line(&rest, &line); y++) {
        read_row(b, line, &read);
        for (int x = 0; x < read.count && x < b->width; x++) {
            char value[3] = "[  ";
            if (!is_found(b, &read, x, wanted))
                continue;
            kf_value_put_point(value + 1, x, y);
            if (!has_any)
                kf_buffer_add_string(&r->text, name);
            kf_buffer_add(&r->text, value, sizeof value);
            if (wanted == LABEL)
                add_label(r, read.points[x]);
            kf_buffer_add_char(&r->text, ']');
            has_any = true;
        }
    }
}

static void check_rows(reader *r, const board *b) {
    kf_text rest = b->rows, line;
    kf_ascii_line read;
    while (kf_text_line(&rest, &line)) {
        read_row(b, line, &read);
        if (read.count == b->width)
            continue;
        kf_place place = {.source = r->record->source};
        place.offset = (size_t)(line.data - r->record->source->text.data);
        kf_log_add(r->log, KF_ASCII_ROW_LENGTH, place, "this row has %d points, the board has %d",
                   read.count, b->width);
        r->record->is_repaired = true;
    }
}

static void mention_sides(reader *r, const board *b) {
    if (b->sides.say != KF_ASCII_EITHER && !b->sides.is_doubtful)
        return;
    kf_place place = {.source = r->record->source};
    place.offset = (size_t)(b->rows.data - r->record->source->text.data);
    kf_log_add(r->log, KF_ASCII_ROW_LETTER, place,
               b->sides.is_doubtful
                   ? "the letters in the first column may be labels; they are read as names of rows"
                   : "the letters in the first column may name the rows; they are read as labels");
}

static void add_size(reader *r, const board *b) {
    if (b->width == 19 && b->row_count == 19)
        return;
    kf_buffer_add_string(&r->text, "SZ[");
    kf_buffer_add_number(&r->text, b->width);
    if (b->width != b->row_count) {
        kf_buffer_add_char(&r->text, ':');
        kf_buffer_add_number(&r->text, b->row_count);
    }
    kf_buffer_add_char(&r->text, ']');
}

// The text goes before the stones.
static void add_game(reader *r, const board *b, const kf_buffer *prose) {
    kf_node game = kf_record_add(r->record, 0);
    r->text.length = 0;
    kf_record_set_place(r->record, game, (size_t)(b->text.data - r->record->source->text.data));
    check_rows(r, b);
    mention_sides(r, b);
    add_size(r, b);
    if (prose->length > 0) {
        kf_buffer_add_string(&r->text, "C[");
        kf_value_escape(&r->text, kf_buffer_text(prose));
        kf_buffer_add_char(&r->text, ']');
    }
    add_points(r, b, "AB", 'X');
    add_points(r, b, "AW", 'O');
    add_points(r, b, "CR", MARKED);
    add_points(r, b, "LB", LABEL);
    kf_record_put(r->record, game, kf_buffer_text(&r->text));
}

// What stands behind the rows is text of the board.
static void add_tails(kf_buffer *prose, const board *b) {
    kf_text rest = b->rows, line;
    while (kf_text_line(&rest, &line)) {
        kf_text tail = kf_ascii_line_tail(kf_ascii_sides_cut(line, &b->sides));
        if (tail.length > 0)
            kf_prose_add(prose, tail, kf_ascii_line_is_special);
    }
}

// Why a run of rows is not read as a board, if that is worth a word.
static void mention_text(reader *r, const board *b) {
    kf_place place = {.source = r->record->source};
    place.offset = (size_t)(b->text.data - r->record->source->text.data);
    if (b->row_count > KF_BOARD_MAX)
        kf_log_add(r->log, KF_ASCII_SIZE, place, "%d rows; a board has at most %d", b->row_count,
                   KF_BOARD_MAX);
}

void kf_ascii_read(kf_record *record, const kf_reading *how, kf_log *log) {
    reader r = {.record = record, .log = log, .text = {.arena = record->arena}};
    kf_buffer prose = {.arena = record->arena};
    kf_text rest = record->source->text, text = {rest.data, 0};
    board last = {.is_board = false};
    (void)how;
    // A game is added when its text is complete: that behind the last board belongs to it.
    while (rest.length > 0) {
        board b = take_board(&rest);
        if (!b.is_board) {
            mention_text(&r, &b);
            text.length += b.text.length;
            continue;
        }
        if (last.is_board) {
            add_game(&r, &last, &prose);
            kf_arena_release(record->arena, prose.data);
            prose = (kf_buffer){.arena = record->arena};
        }
        kf_prose_add(&prose, text, kf_ascii_line_is_special);
        add_tails(&prose, &b);
        text = (kf_text){rest.data, 0};
        last = b;
    }
    kf_prose_add(&prose, text, kf_ascii_line_is_special);
    const char *other = last.is_board ? NULL : kf_foreign_other(record->source->text, NULL);
    if (last.is_board)
        add_game(&r, &last, &prose);
    else if (other == NULL)
        kf_log_add(log, KF_ASCII_NO_BOARD, (kf_place){.source = record->source},
                   "there is no board in this text");
    else
        kf_log_add(log, KF_ASCII_NO_BOARD, (kf_place){.source = record->source},
                   "there is no board in this text: it is %s", other);
    kf_arena_release(record->arena, prose.data);
    kf_arena_release(record->arena, r.text.data);
}
