// SPDX-License-Identifier: MIT
// Where the nodes of a game stand when its variations are drawn beside each other.

#include "cli/view/view.h"

#include <string.h>

// ---- The layout ----

// A line whose variations are being placed, from its last node to its first: so a variation
// stands above those that leave the line earlier, and no connection crosses a line.
typedef struct pending {
    uint32_t line;
    uint32_t left;   // nodes of the line that were not looked at yet
    kf_node sibling; // the next variation of the node that is being looked at, or 0
} pending;

typedef struct layout {
    kf_view_tree *tree;
    kf_arena *arena;
    const kf_record *record;
    pending *stack;
    size_t depth, room;
} layout;

static void make_room(kf_view_tree *tree, kf_arena *arena, const kf_record *record) {
    size_t size = kf_record_nodes(record) * sizeof(uint32_t);
    if (tree->order == NULL) {
        tree->order = kf_arena_alloc(arena, size);
        tree->place = kf_arena_alloc(arena, size);
        tree->line = kf_arena_alloc(arena, size);
        tree->used = kf_arena_alloc(arena, size);
    }
    memset(tree->used, 0, size);
}

// The highest row that is free in all these columns, below everything that was placed there.
static uint32_t free_row(const kf_view_tree *tree, uint32_t from, uint32_t to) {
    uint32_t row = 0;
    for (uint32_t column = from; column <= to; column++)
        if (tree->used[column] > row)
            row = tree->used[column];
    return row;
}

// Places the line that begins with the node, and puts it on the stack.
static void place_line(layout *l, kf_node node, uint32_t column, uint32_t parent_row) {
    kf_view_tree *tree = l->tree;
    size_t number = tree->line_count;
    tree->lines =
        kf_arena_grow(l->arena, tree->lines, &tree->line_room, number + 1, sizeof *tree->lines);
    kf_view_line *line = &tree->lines[tree->line_count++];
    *line = (kf_view_line){(uint32_t)tree->count, 0, column, 0, parent_row};
    for (; node != 0; node = kf_node_child(l->record, node)) {
        tree->place[node] = (uint32_t)tree->count;
        tree->line[node] = (uint32_t)number;
        tree->order[tree->count++] = node;
        line->length++;
    }
    // The connection takes the column of the parent. Rows count from 1 in `used`.
    uint32_t from = column > 0 ? column - 1 : 0, to = column + line->length - 1;
    line->row = free_row(tree, from, to);
    for (uint32_t c = from; c <= to; c++)
        tree->used[c] = line->row + 1;
    if (line->row + 1 > tree->rows)
        tree->rows = line->row + 1;
    l->stack = kf_arena_grow(l->arena, l->stack, &l->room, l->depth + 1, sizeof *l->stack);
    l->stack[l->depth++] = (pending){(uint32_t)number, line->length, 0};
}

// Places the next variation of the line on top, or takes the line off.
static void advance(layout *l) {
    pending *p = &l->stack[l->depth - 1];
    const kf_view_line *line = &l->tree->lines[p->line];
    if (p->sibling == 0) {
        if (p->left == 0) {
            l->depth--;
            return;
        }
        p->left--;
        kf_node child = kf_node_child(l->record, l->tree->order[line->first + p->left]);
        p->sibling = child != 0 ? kf_node_next(l->record, child) : 0;
        return;
    }
    kf_node node = p->sibling;
    p->sibling = kf_node_next(l->record, node);
    place_line(l, node, line->column + p->left + 1, line->row);
}

void kf_view_tree_build(kf_view_tree *tree, kf_arena *arena, const kf_record *record,
                        kf_node game) {
    layout l = {.tree = tree, .arena = arena, .record = record};
    make_room(tree, arena, record);
    tree->game = 0;
    tree->line_count = tree->count = 0;
    tree->rows = 0;
    place_line(&l, game, 0, 0);
    while (l.depth > 0)
        advance(&l);
    kf_arena_release(arena, l.stack);
    tree->game = game;
}

// ---- A window of it ----

typedef struct window {
    kf_view_cell *cells;
    int64_t left, top; // of the layout
    int columns, rows; // cells
} window;

static void put(const window *w, int64_t x, int64_t y, kf_view_sign sign, kf_node node) {
    if (x < 0 || y < 0 || x >= w->columns || y >= w->rows)
        return;
    w->cells[y * w->columns + x] = (kf_view_cell){(uint8_t)sign, node};
}

static kf_view_sign sign_at(const window *w, int64_t x, int64_t y) {
    if (x < 0 || y < 0 || x >= w->columns || y >= w->rows)
        return KF_VIEW_NOTHING;
    return w->cells[y * w->columns + x].sign;
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

// The nodes of a line within the window, with a dash between two.
static void put_nodes(const window *w, const kf_view_tree *tree, const kf_view_line *line) {
    int64_t y = line->row - w->top;
    if (y < 0 || y >= w->rows)
        return;
    int64_t first = w->left > line->column ? w->left - line->column : 0;
    int64_t end = least(line->length, w->left - line->column + w->columns / 2 + 1);
    for (int64_t i = first; i < end; i++) {
        int64_t x = (line->column + i - w->left) * 2;
        if (i > 0)
            put(w, x - 1, y, KF_VIEW_DASH, 0);
        put(w, x, y, KF_VIEW_NODE, tree->order[line->first + (size_t)i]);
    }
    if (end < line->length)
        put(w, (line->column + end - w->left) * 2 - 1, y, KF_VIEW_DASH, 0);
}

// The connection from the parent of a variation down to it. Variations of one parent come in the
// order of their rows, so a corner that is met belongs to one above.
static void put_connection(const window *w, const kf_view_line *line) {
    int64_t x = ((int64_t)line->column - 1 - w->left) * 2, y = line->row - w->top;
    if (line->column == 0 || x < 0 || x >= w->columns)
        return;
    int64_t from = line->parent_row + 1 - w->top;
    for (int64_t at = from < 0 ? 0 : from; at < least(y, w->rows); at++) {
        kf_view_sign above = sign_at(w, x, at);
        put(w, x, at, above == KF_VIEW_CORNER || above == KF_VIEW_TEE ? KF_VIEW_TEE : KF_VIEW_BAR,
            0);
    }
    put(w, x, y, KF_VIEW_CORNER, 0);
    put(w, x + 1, y, KF_VIEW_DASH, 0);
}

void kf_view_tree_window(const kf_view_tree *tree, kf_node node, int columns, int rows,
                         kf_view_cell *cells) {
    const kf_view_line *line = &tree->lines[tree->line[node]];
    int64_t column = line->column + (tree->place[node] - line->first), row = line->row;
    // Most of what is interesting lies ahead and below.
    int64_t left = column - columns / 2 / 2, top = row - rows / 3;
    top = least(top, (int64_t)tree->rows - rows);
    window w = {cells, left > 0 ? left : 0, top > 0 ? top : 0, columns, rows};
    memset(cells, 0, (size_t)columns * (size_t)rows * sizeof *cells);
    for (size_t i = 0; i < tree->line_count; i++) {
        put_nodes(&w, tree, &tree->lines[i]);
        put_connection(&w, &tree->lines[i]);
    }
}

kf_node kf_view_tree_at(const kf_view_tree *tree, kf_arena *scratch, kf_node node,
                        kf_view_area area, int x, int y) {
    x -= area.x;
    y -= area.y;
    if (x < 0 || y < 0 || x >= area.columns || y >= area.rows)
        return 0;
    size_t count = (size_t)area.columns * (size_t)area.rows;
    kf_view_cell *cells = kf_arena_alloc(scratch, count * sizeof *cells);
    kf_view_tree_window(tree, node, area.columns, area.rows, cells);
    return cells[y * area.columns + x].node;
}
