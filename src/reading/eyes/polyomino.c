// SPDX-License-Identifier: MIT
// Free polyominoes, and where on a board they can lie.

#include "reading/eyes/eyes.h"

#include <stdlib.h>
#include <string.h>

int kf_polyomino_compare(const kf_polyomino *a, const kf_polyomino *b) {
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return memcmp(a->cells, b->cells, a->count);
}

static int by_cells(const void *a, const void *b) {
    return kf_polyomino_compare(a, b);
}

// Sorts cells that are given by columns and rows, with the lowest of both made 0.
static kf_polyomino place_cells(const int *columns, const int *rows, int count) {
    kf_polyomino shape = {.count = (uint8_t)count};
    int left = columns[0], bottom = rows[0];
    for (int i = 1; i < count; i++) {
        left = columns[i] < left ? columns[i] : left;
        bottom = rows[i] < bottom ? rows[i] : bottom;
    }
    for (int i = 0; i < count; i++) {
        uint8_t cell = (uint8_t)(16 * (rows[i] - bottom) + columns[i] - left);
        int place = i;
        for (; place > 0 && shape.cells[place - 1] > cell; place--)
            shape.cells[place] = shape.cells[place - 1];
        shape.cells[place] = cell;
    }
    return shape;
}

kf_polyomino kf_polyomino_turn(const kf_polyomino *shape, int way) {
    int columns[KF_EYES_MAX] = {0}, rows[KF_EYES_MAX] = {0};
    for (int i = 0; i < shape->count; i++) {
        int column = shape->cells[i] & 15, row = shape->cells[i] >> 4;
        column = way & 1 ? -column : column;
        row = way & 2 ? -row : row;
        columns[i] = way & 4 ? row : column;
        rows[i] = way & 4 ? column : row;
    }
    return place_cells(columns, rows, shape->count);
}

// The first in order of the shapes that the ways in the set make of it.
static kf_polyomino first_of(const kf_polyomino *shape, unsigned ways) {
    kf_polyomino first = *shape;
    for (int way = 0; way < 8; way++) {
        kf_polyomino turned = kf_polyomino_turn(shape, way);
        if ((ways >> way & 1) != 0 && kf_polyomino_compare(&turned, &first) < 0)
            first = turned;
    }
    return first;
}

kf_polyomino kf_polyomino_canonical(const kf_polyomino *shape) {
    return first_of(shape, 0xff);
}

bool kf_polyomino_contains(const kf_polyomino *shape, int column, int row) {
    for (int i = 0; i < shape->count; i++)
        if ((shape->cells[i] & 15) == column && shape->cells[i] >> 4 == row)
            return true;
    return false;
}

// Adds every shape that one more cell makes of this one.
static size_t extend(const kf_polyomino *shape, kf_polyomino *list) {
    int columns[KF_EYES_MAX], rows[KF_EYES_MAX], count = shape->count;
    size_t added = 0;
    for (int i = 0; i < count; i++) {
        columns[i] = shape->cells[i] & 15;
        rows[i] = shape->cells[i] >> 4;
    }
    for (int i = 0; i < 4 * count; i++) {
        int side = i & 3;
        columns[count] = columns[i >> 2] + (side == 0) - (side == 1);
        rows[count] = rows[i >> 2] + (side == 2) - (side == 3);
        if (kf_polyomino_contains(shape, columns[count], rows[count]))
            continue;
        kf_polyomino made = place_cells(columns, rows, count + 1);
        list[added++] = first_of(&made, 0xff);
    }
    return added;
}

static size_t drop_doubles(kf_polyomino *list, size_t count) {
    size_t kept = 0;
    qsort(list, count, sizeof *list, by_cells);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || kf_polyomino_compare(&list[i], &list[kept - 1]) != 0)
            list[kept++] = list[i];
    return kept;
}

kf_polyomino *kf_polyomino_list(kf_arena *arena, int cells, size_t *count) {
    kf_polyomino *list = kf_arena_resize(arena, NULL, sizeof *list);
    list[0] = (kf_polyomino){.count = 1};
    *count = 1;
    for (int size = 2; size <= cells; size++) {
        size_t room = *count * 4 * (size_t)(size - 1), made = 0;
        kf_polyomino *larger = kf_arena_resize(arena, NULL, room * sizeof *larger);
        for (size_t i = 0; i < *count; i++)
            made += extend(&list[i], larger + made);
        kf_arena_release(arena, list);
        *count = drop_doubles(larger, made);
        list = kf_arena_resize(arena, larger, *count * sizeof *larger);
    }
    return list;
}

int kf_polyomino_place(const kf_polyomino *shape, kf_eyes_where where, kf_polyomino placed[8]) {
    // What leaves the place as it is: everything; left and right; the diagonal of the corner.
    static const unsigned ways[KF_EYES_WHERES] = {0xff, 1 << 0 | 1 << 1, 1 << 0 | 1 << 4};
    int count = 0;
    for (int way = 0; way < 8; way++) {
        kf_polyomino turned = kf_polyomino_turn(shape, way);
        turned = first_of(&turned, ways[where]);
        bool is_new = where != KF_EYES_CORNER || kf_polyomino_contains(&turned, 0, 0);
        int place = count;
        for (int i = 0; i < count; i++)
            is_new = is_new && kf_polyomino_compare(&placed[i], &turned) != 0;
        for (; is_new && place > 0 && kf_polyomino_compare(&placed[place - 1], &turned) > 0;
             place--)
            placed[place] = placed[place - 1];
        if (is_new) {
            placed[place] = turned;
            count++;
        }
    }
    return count;
}

// Whether all cells hang together.
static bool is_connected(const kf_polyomino *shape) {
    unsigned reached = 1, before = 0;
    while (reached != before) {
        before = reached;
        for (int i = 0; i < shape->count; i++) {
            for (int k = 0; k < shape->count; k++) {
                int columns = (shape->cells[i] & 15) - (shape->cells[k] & 15);
                int rows = (shape->cells[i] >> 4) - (shape->cells[k] >> 4);
                if (columns * columns + rows * rows == 1 && (before >> k & 1) != 0)
                    reached |= 1u << i;
            }
        }
    }
    return reached == (1u << shape->count) - 1;
}

// Puts a cell into the shape, which then stays sorted: rows are read from the top.
static bool add_cell(kf_polyomino *shape, int column, int row) {
    if (shape->count == KF_EYES_MAX || column >= KF_EYES_MAX)
        return false;
    int place = shape->count++;
    uint8_t cell = (uint8_t)(16 * row + column);
    for (; place > 0 && shape->cells[place - 1] > cell; place--)
        shape->cells[place] = shape->cells[place - 1];
    shape->cells[place] = cell;
    return true;
}

bool kf_polyomino_read(const char *text, kf_polyomino *shape) {
    int column = 0, row = KF_EYES_MAX;
    *shape = (kf_polyomino){0};
    for (; *text != '\0'; text++) {
        bool is_end = *text == '/';
        if (*text == '.' && (row < 0 || !add_cell(shape, column, row)))
            return false;
        if (*text != '.' && *text != '#' && !is_end)
            return false;
        column = is_end ? 0 : column + 1;
        row -= is_end ? 1 : 0;
        if (column > KF_EYES_MAX || row < -KF_EYES_MAX)
            return false;
    }
    if (shape->count == 0)
        return false;
    *shape = kf_polyomino_turn(shape, 0);
    return is_connected(shape);
}

void kf_polyomino_measure(const kf_polyomino *shape, int *width, int *height) {
    *width = *height = 0;
    for (int i = 0; i < shape->count; i++) {
        int column = shape->cells[i] & 15, row = shape->cells[i] >> 4;
        *width = column >= *width ? column + 1 : *width;
        *height = row >= *height ? row + 1 : *height;
    }
}

char *kf_polyomino_write(const kf_polyomino *shape, char text[KF_POLYOMINO_TEXT]) {
    int width, height, length = 0;
    kf_polyomino_measure(shape, &width, &height);
    for (int row = height - 1; row >= 0; row--) {
        for (int column = 0; column < width; column++)
            text[length++] = kf_polyomino_contains(shape, column, row) ? '.' : '#';
        text[length++] = row > 0 ? '/' : '\0';
    }
    return text;
}
