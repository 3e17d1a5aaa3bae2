// SPDX-License-Identifier: MIT
// From a shape on a board to a task for the eye solver: the cordon around it.

#include <kifu/reading.h>

#include <string.h>

// A grid with room for the widest shape and the cordon around it.
enum { KF_ENCLOSURE_SIDE = KF_EYES_MAX + 4 };

enum { SIDE = KF_ENCLOSURE_SIDE, CELLS = SIDE * SIDE };
enum { NOTHING, OFF_BOARD, CORDON, INSIDE, REACHED };

static const int steps[4] = {1, SIDE, -1, -SIDE};

// The grid: the shape begins at column 2 of row 2, so that there is room on all sides.
static int cell_at(uint8_t cell) {
    return ((cell >> 4) + 2) * SIDE + (cell & 15) + 2;
}

static void draw(const kf_polyomino *shape, kf_eyes_where where, uint8_t *grid) {
    memset(grid, NOTHING, CELLS);
    for (int i = 0; i < 2 * SIDE && where != KF_EYES_CENTRE; i++)
        grid[i] = OFF_BOARD;
    for (uint8_t *row = grid; row < grid + CELLS && where == KF_EYES_CORNER; row += SIDE)
        row[0] = row[1] = OFF_BOARD;
    for (int i = 0; i < shape->count; i++) {
        int at = cell_at(shape->cells[i]);
        for (int k = 0; k < 9; k++) {
            int beside = at + (k / 3 - 1) * SIDE + k % 3 - 1;
            if (grid[beside] == NOTHING)
                grid[beside] = CORDON;
        }
    }
    for (int i = 0; i < shape->count; i++)
        grid[cell_at(shape->cells[i])] = INSIDE;
}

// Which point of the shape lies on the cell, or -1.
static int point_at(const kf_polyomino *shape, int at) {
    for (int i = 0; i < shape->count; i++)
        if (cell_at(shape->cells[i]) == at)
            return i;
    return -1;
}

// Takes a whole chain of the cordon off the grid: the points of the shape beside it, and whether
// it reaches the outside, that is, has beside it something that is neither shape, cordon nor edge.
static void take_chain(const kf_polyomino *shape, uint8_t *grid, int at, kf_eyes_set *touch,
                       bool *is_open) {
    int stack[CELLS], depth = 0;
    *touch = 0;
    *is_open = false;
    grid[at] = REACHED;
    stack[depth++] = at;
    while (depth > 0) {
        at = stack[--depth];
        for (int side = 0; side < 4; side++) {
            int beside = at + steps[side];
            if (grid[beside] == INSIDE)
                *touch |= (kf_eyes_set)1 << point_at(shape, beside);
            *is_open = *is_open || grid[beside] == NOTHING;
            if (grid[beside] == CORDON) {
                grid[beside] = REACHED;
                stack[depth++] = beside;
            }
        }
    }
}

bool kf_enclosure_task(const kf_polyomino *shape, kf_eyes_where where, int liberties,
                       kf_eyes_task *task) {
    uint8_t grid[CELLS];
    memset(task, 0, sizeof *task);
    draw(shape, where, grid);
    task->count = shape->count;
    task->liberties = liberties;
    for (int i = 0; i < shape->count; i++) {
        for (int side = 0; side < 4; side++) {
            int beside = cell_at(shape->cells[i]) + steps[side];
            if (grid[beside] == INSIDE)
                task->near[i] |= (kf_eyes_set)1 << point_at(shape, beside);
        }
    }
    for (int at = 0; at < CELLS; at++) {
        if (grid[at] != CORDON || task->chains == KF_EYES_CHAINS)
            continue;
        take_chain(shape, grid, at, &task->touch[task->chains], &task->open[task->chains]);
        task->chains++;
    }
    return task->chains == 1;
}
