// SPDX-License-Identifier: MIT
// Patterns of stones: typed or cut from a position, turned, mirrored, and put on a board.

#include "catalog/search.h"

#include <kifu/play.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/text.h"

// ---- Making one ----

static kf_find_pattern *new_pattern(kf_log *log) {
    kf_find_pattern *pattern = malloc(sizeof *pattern);
    if (pattern == NULL) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return NULL;
    }
    memset(pattern, 0, sizeof *pattern);
    pattern->by_move = UINT32_MAX;
    pattern->grid.first = KF_BLACK;
    return pattern;
}

void kf_find_pattern_free(kf_find_pattern *pattern) {
    free(pattern);
}

void kf_find_pattern_set_anchor(kf_find_pattern *pattern, kf_anchor anchor) {
    pattern->anchor = anchor;
    // What was cut from one board may then stand on any.
    if (anchor != KF_ANCHOR_FIXED)
        pattern->board_width = pattern->board_height = 0;
}

void kf_find_pattern_set_symmetry(kf_find_pattern *pattern, bool may_turn) {
    pattern->is_as_typed = !may_turn;
}

void kf_find_pattern_set_any_colour(kf_find_pattern *pattern, bool may_swap) {
    pattern->is_any_colour = may_swap;
}

void kf_find_pattern_set_next(kf_find_pattern *pattern, char colour) {
    pattern->next = colour == 'W' ? KF_WHITE : colour == 'B' ? KF_BLACK : KF_EMPTY;
    pattern->grid.first = colour == 'W' ? KF_WHITE : KF_BLACK;
}

void kf_find_pattern_set_by_move(kf_find_pattern *pattern, uint32_t moves) {
    pattern->by_move = moves;
}

// ---- Showing one ----

char kf_find_pattern_at(const kf_find_pattern *pattern, int column, int row) {
    const kf_grid *grid = &pattern->grid;
    if (column < 0 || row < 0 || column >= grid->width || row >= grid->height)
        return '\0';
    switch (grid->cells[row * grid->width + column]) {
    case KF_CELL_EMPTY:
        return '.';
    case KF_CELL_BLACK:
        return 'X';
    case KF_CELL_WHITE:
        return 'O';
    case KF_CELL_EMPTY | KF_CELL_BLACK:
        return 'x';
    case KF_CELL_EMPTY | KF_CELL_WHITE:
        return 'o';
    default:
        return '*';
    }
}

void kf_find_pattern_show(const kf_find_pattern *pattern, int board[2], int place[2]) {
    const int size[2] = {pattern->grid.width, pattern->grid.height};
    const int own[2] = {pattern->board_width, pattern->board_height};
    const int at[2] = {pattern->column, pattern->row};
    const unsigned before[2] = {KF_EDGE_LEFT, KF_EDGE_TOP};
    const unsigned behind[2] = {KF_EDGE_RIGHT, KF_EDGE_BOTTOM};
    for (int i = 0; i < 2; i++) {
        bool has_before = (pattern->grid.edges & before[i]) != 0;
        bool has_behind = (pattern->grid.edges & behind[i]) != 0;
        board[i] = own[i] != 0                ? own[i]
                   : has_before && has_behind ? size[i]
                   : size[i] > 19             ? KF_BOARD_MAX
                                              : 19;
        place[i] = own[i] != 0 || pattern->anchor == KF_ANCHOR_FIXED ? at[i]
                   : has_before                                      ? 0
                   : has_behind                                      ? board[i] - size[i]
                                                                     : (board[i] - size[i]) / 2;
    }
}

// ---- Reading a typed board ----

// A typed board under way.
typedef struct typed {
    kf_find_pattern *pattern;
    const char *name;
    kf_log *log;
    size_t line;               // from 1
    int number[KF_FIND_CELLS]; // of the move on each cell, 0: none
    bool is_closed;            // a line of the lower edge was read
    bool has_failed;
} typed;

static bool refuse(typed *t, const char *what) {
    kf_log_add(t->log, KF_FIND_PATTERN, (kf_place){0}, "'%.200s', line %zu: %s", t->name, t->line,
               what);
    t->has_failed = true;
    return false;
}

static int cell_of(char c) {
    switch (c) {
    case '.':
    case ',':
    case '+':
        return KF_CELL_EMPTY;
    case 'X':
        return KF_CELL_BLACK;
    case 'O':
        return KF_CELL_WHITE;
    case 'x':
        return KF_CELL_BLACK | KF_CELL_EMPTY;
    case 'o':
        return KF_CELL_WHITE | KF_CELL_EMPTY;
    case '*':
        return KF_CELL_ANY;
    default:
        return 0;
    }
}

// Whether the line is an edge: nothing but `-`, with `+` or `|` at its ends.
static bool is_edge(kf_text line) {
    bool has_dash = false;
    for (size_t i = 0; i < line.length; i++) {
        has_dash |= line.data[i] == '-';
        if (strchr("-+| \t", line.data[i]) == NULL)
            return false;
    }
    return has_dash;
}

// Takes a number off the front of a row: one digit, or more where spaces part the points.
static int take_number(kf_text *row, bool is_spaced) {
    int number = 0;
    do {
        number = number * 10 + (row->data[0] - '0');
        *row = kf_text_cut(*row, 1, row->length);
    } while (is_spaced && number < 100 && row->length > 0 && row->data[0] >= '0' &&
             row->data[0] <= '9');
    return number;
}

// Adds a cell to the row under way; false when there is no room or it is no cell.
static bool take_cell(typed *t, kf_text *row, int *column, bool is_spaced) {
    kf_grid *grid = &t->pattern->grid;
    char c = row->data[0];
    bool is_number = c >= '1' && c <= '9';
    if (*column >= KF_BOARD_MAX)
        return refuse(t, "a row has more than 52 points");
    int at = grid->height * (grid->height > 0 ? grid->width : 0) + *column;
    int cell = is_number ? KF_CELL_EMPTY : cell_of(c);
    if (cell == 0)
        return refuse(t, "a point is one of . X O x o * or a number");
    grid->cells[at] = (uint8_t)cell;
    t->number[at] = is_number ? take_number(row, is_spaced) : 0;
    if (!is_number)
        *row = kf_text_cut(*row, 1, row->length);
    ++*column;
    return true;
}

// Whether spaces stand between the points of a row, so that numbers may have two digits.
static bool is_spaced_row(kf_text row) {
    return row.length > 1 && (memchr(row.data, ' ', row.length) != NULL ||
                              memchr(row.data, '\t', row.length) != NULL);
}

static bool read_row(typed *t, kf_text row) {
    kf_grid *grid = &t->pattern->grid;
    int column = 0;
    if (t->is_closed || grid->height == KF_BOARD_MAX)
        return refuse(t, t->is_closed ? "a row below the lower edge" : "more than 52 rows");
    if (row.data[0] == '|') {
        grid->edges |= KF_EDGE_LEFT;
        row = kf_text_trim(kf_text_cut(row, 1, row.length));
    }
    if (row.length > 0 && row.data[row.length - 1] == '|') {
        grid->edges |= KF_EDGE_RIGHT;
        row = kf_text_trim(kf_text_cut(row, 0, row.length - 1));
    }
    bool is_spaced = is_spaced_row(row);
    while (row.length > 0) {
        if (row.data[0] == ' ' || row.data[0] == '\t')
            row = kf_text_cut(row, 1, row.length);
        else if (!take_cell(t, &row, &column, is_spaced))
            return false;
    }
    if (column == 0 || (grid->height > 0 && column != grid->width))
        return refuse(t, column == 0 ? "a row without points"
                                     : "a row is longer or shorter than the others");
    grid->width = column;
    grid->height++;
    return true;
}

static bool read_line(typed *t, kf_text line) {
    kf_grid *grid = &t->pattern->grid;
    line = kf_text_trim(line);
    t->line++;
    if (line.length == 0)
        return true;
    if (!is_edge(line))
        return read_row(t, line);
    if (grid->height > 0)
        t->is_closed = true;
    grid->edges |= grid->height > 0 ? KF_EDGE_BOTTOM : KF_EDGE_TOP;
    return true;
}

// Puts the numbered points in order. They begin with 1, and none is left out or given twice.
static bool order_moves(typed *t) {
    kf_grid *grid = &t->pattern->grid;
    int count = 0;
    for (int i = 0; i < grid->width * grid->height; i++)
        count += t->number[i] > 0;
    if (count > KF_FIND_MOVES)
        return refuse(t, "more than 99 moves");
    for (int number = 1; number <= count; number++) {
        int found = 0;
        for (int i = 0; i < grid->width * grid->height; i++)
            if (t->number[i] == number && ++found > 0)
                grid->move[number - 1] = (uint16_t)i;
        if (found != 1)
            return refuse(t, "the moves are not numbered from 1 on, each once");
    }
    grid->moves = count;
    return true;
}

kf_find_pattern *kf_find_pattern_read(kf_text text, const char *name, kf_log *log) {
    kf_find_pattern *pattern = new_pattern(log);
    typed *t = pattern != NULL ? malloc(sizeof *t) : NULL;
    if (t == NULL) {
        if (pattern != NULL)
            kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        kf_find_pattern_free(pattern);
        return NULL;
    }
    memset(t, 0, sizeof *t);
    *t = (typed){.pattern = pattern, .name = name, .log = log};
    kf_text line, mark = KF_TEXT("\xEF\xBB\xBF");
    bool is_good = true;
    // Some editors put a mark before all text.
    if (kf_text_starts(text, mark))
        text = kf_text_cut(text, mark.length, text.length);
    while (is_good && kf_text_line(&text, &line))
        is_good = read_line(t, line);
    if (is_good && pattern->grid.height == 0) {
        kf_log_add(log, KF_FIND_PATTERN, (kf_place){0}, "'%.200s': there is no board in the text",
                   name);
        is_good = false;
    }
    is_good = is_good && order_moves(t);
    free(t);
    if (is_good)
        return pattern;
    kf_find_pattern_free(pattern);
    return NULL;
}

bool kf_find_pattern_set_sequence(kf_find_pattern *pattern, kf_text moves, kf_log *log) {
    kf_grid *grid = &pattern->grid;
    kf_text word;
    grid->moves = 0;
    while (kf_text_word(&moves, &word)) {
        kf_point point =
            kf_point_read(word.data, word.length, KF_COORDS_A1, grid->width, grid->height);
        if (point == KF_NOWHERE || point == KF_PASS || grid->moves == KF_FIND_MOVES) {
            kf_log_add(log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "'%.*s' is no point of the pattern",
                       word.length < 60 ? (int)word.length : 60, word.data);
            return false;
        }
        grid->move[grid->moves++] =
            (uint16_t)(kf_point_row(point) * grid->width + kf_point_column(point));
    }
    return true;
}

// ---- Cutting one from a position ----

// Reads "A1-G7" or one point into two corners: left, top, right, bottom.
static bool read_region(const char *region, const kf_board *board, int corner[4]) {
    kf_text text = kf_text_of(region);
    size_t dash = 0;
    while (dash < text.length && text.data[dash] != '-' && text.data[dash] != ':')
        dash++;
    kf_point a = kf_point_read(text.data, dash, KF_COORDS_A1, board->width, board->height);
    kf_point b = a;
    if (dash < text.length)
        b = kf_point_read(text.data + dash + 1, text.length - dash - 1, KF_COORDS_A1, board->width,
                          board->height);
    if (a >= KF_NOWHERE || b >= KF_NOWHERE)
        return false;
    int ax = kf_point_column(a), ay = kf_point_row(a), bx = kf_point_column(b),
        by = kf_point_row(b);
    corner[0] = ax < bx ? ax : bx;
    corner[1] = ay < by ? ay : by;
    corner[2] = ax < bx ? bx : ax;
    corner[3] = ay < by ? by : ay;
    return true;
}

static kf_find_pattern *cut(const kf_board *board, const char *region, kf_log *log) {
    int corner[4] = {0, 0, board->width - 1, board->height - 1};
    if (region != NULL && !read_region(region, board, corner)) {
        kf_log_add(log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "'%.60s' names no part of the board",
                   region);
        return NULL;
    }
    kf_find_pattern *pattern = new_pattern(log);
    if (pattern == NULL)
        return NULL;
    kf_grid *grid = &pattern->grid;
    pattern->anchor = KF_ANCHOR_FIXED;
    pattern->column = corner[0];
    pattern->row = corner[1];
    pattern->board_width = board->width;
    pattern->board_height = board->height;
    grid->width = corner[2] - corner[0] + 1;
    grid->height = corner[3] - corner[1] + 1;
    for (int i = 0; i < grid->width * grid->height; i++) {
        kf_point point = kf_point_at(corner[0] + i % grid->width, corner[1] + i / grid->width);
        grid->cells[i] = (uint8_t)(KF_CELL_EMPTY << kf_board_get(board, point));
    }
    return pattern;
}

kf_find_pattern *kf_find_pattern_of(const kf_record *record, kf_node node, const char *region,
                                    kf_log *log) {
    kf_find_pattern *pattern = NULL;
    kf_play *play = kf_play_new(record, NULL);
    if (play != NULL && kf_play_go(play, node))
        pattern = cut(kf_play_board(play), region, log);
    else
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_play_free(play);
    return pattern;
}

// ---- Turning ----

int kf_find_pattern_origin(const kf_grid *typed, int symmetry, int column, int row) {
    int width = symmetry & 4 ? typed->height : typed->width;
    int height = symmetry & 4 ? typed->width : typed->height;
    int x = symmetry & 1 ? width - 1 - column : column;
    int y = symmetry & 2 ? height - 1 - row : row;
    return symmetry & 4 ? x * typed->width + y : y * typed->width + x;
}

static unsigned turn_edges(unsigned edges, int symmetry) {
    bool top = edges & KF_EDGE_TOP, right = edges & KF_EDGE_RIGHT;
    bool bottom = edges & KF_EDGE_BOTTOM, left = edges & KF_EDGE_LEFT;
    if (symmetry & 4) {
        bool was_top = top, was_bottom = bottom;
        top = left, left = was_top;
        bottom = right, right = was_bottom;
    }
    if (symmetry & 1) {
        bool was_left = left;
        left = right, right = was_left;
    }
    if (symmetry & 2) {
        bool was_top = top;
        top = bottom, bottom = was_top;
    }
    return (top ? KF_EDGE_TOP : 0u) | (right ? KF_EDGE_RIGHT : 0u) |
           (bottom ? KF_EDGE_BOTTOM : 0u) | (left ? KF_EDGE_LEFT : 0u);
}

static uint8_t swap_cell(uint8_t cell) {
    return (uint8_t)((cell & KF_CELL_EMPTY) | (cell & KF_CELL_BLACK ? KF_CELL_WHITE : 0) |
                     (cell & KF_CELL_WHITE ? KF_CELL_BLACK : 0));
}

static void turn(const kf_find_pattern *pattern, int symmetry, bool is_swapped, kf_turned *out) {
    const kf_grid *typed = &pattern->grid;
    kf_grid *grid = &out->grid;
    grid->width = symmetry & 4 ? typed->height : typed->width;
    grid->height = symmetry & 4 ? typed->width : typed->height;
    grid->edges = turn_edges(typed->edges, symmetry);
    grid->moves = typed->moves;
    bool has_colour = typed->moves > 0 || pattern->next != KF_EMPTY;
    grid->first = !has_colour  ? KF_EMPTY
                  : is_swapped ? kf_colour_other(typed->first)
                               : typed->first;
    out->symmetry = (uint8_t)symmetry;
    out->is_swapped = is_swapped;
    out->column = symmetry & 4 ? pattern->row : pattern->column;
    out->row = symmetry & 4 ? pattern->column : pattern->row;
    for (int i = 0; i < grid->width * grid->height; i++) {
        int from = kf_find_pattern_origin(typed, symmetry, i % grid->width, i / grid->width);
        grid->cells[i] = is_swapped ? swap_cell(typed->cells[from]) : typed->cells[from];
        for (int k = 0; k < typed->moves; k++)
            if (typed->move[k] == from)
                grid->move[k] = (uint16_t)i;
    }
}

int kf_find_pattern_turns(const kf_find_pattern *pattern, kf_turned *turned) {
    int count = 0;
    for (int swap = 0; swap <= (pattern->is_any_colour ? 1 : 0); swap++)
        for (int symmetry = 0; symmetry < (pattern->is_as_typed ? 1 : 8); symmetry++)
            turn(pattern, symmetry, swap, &turned[count++]);
    return count;
}

bool kf_find_pattern_same(const kf_grid *a, const kf_grid *b) {
    return a->width == b->width && a->height == b->height && a->moves == b->moves &&
           a->first == b->first &&
           memcmp(a->move, b->move, (size_t)a->moves * sizeof *a->move) == 0 &&
           memcmp(a->cells, b->cells, (size_t)a->width * (size_t)a->height) == 0;
}

// The place of a fixed pattern, turned with the board.
static bool is_fixed_place(const kf_turned *turned, const int at[2], const int room[2]) {
    int column = turned->symmetry & 1 ? room[0] - turned->column : turned->column;
    int row = turned->symmetry & 2 ? room[1] - turned->row : turned->row;
    return at[0] == column && at[1] == row;
}

bool kf_find_pattern_may_stand(const kf_find_pattern *pattern, const kf_turned *turned, int column,
                               int row, const int board[2]) {
    const kf_grid *grid = &turned->grid;
    const int room[2] = {board[0] - grid->width, board[1] - grid->height};
    bool left = column == 0, right = column == room[0], top = row == 0, bottom = row == room[1];
    bool fits =
        column >= 0 && row >= 0 && column <= room[0] && row <= room[1] &&
        !((grid->edges & KF_EDGE_TOP) && !top) && !((grid->edges & KF_EDGE_BOTTOM) && !bottom) &&
        !((grid->edges & KF_EDGE_LEFT) && !left) && !((grid->edges & KF_EDGE_RIGHT) && !right);
    // A board that is not square turns into itself only without an exchange of its sides.
    if (!fits || ((turned->symmetry & 4) && pattern->board_width != 0 && board[0] != board[1]))
        return false;
    switch (pattern->anchor) {
    case KF_ANCHOR_CORNER:
        return (left || right) && (top || bottom);
    case KF_ANCHOR_SIDE:
        return (left || right) != (top || bottom);
    case KF_ANCHOR_CENTRE:
        return !left && !right && !top && !bottom;
    case KF_ANCHOR_FIXED:
        return is_fixed_place(turned, (const int[2]){column, row}, room);
    case KF_ANCHOR_ANYWHERE:
    default:
        return true;
    }
}
