// SPDX-License-Identifier: MIT
// Setup with a memory: what lay on a point, and where a vacant point stood in a ring of captures.

#include "edit.h"

// The cells that changed, for finding their chains again. They are handed over in portions.
typedef struct changes {
    size_t count;
    uint16_t cells[KF_BOARD_CELLS];
} changes;

static void note(kf_board *board, changes *changed, uint16_t cell) {
    changed->cells[changed->count++] = cell;
    if (changed->count == KF_BOARD_CELLS) {
        kf_chain_refresh(board, changed->cells, changed->count);
        changed->count = 0;
    }
}

// Gives a cell a colour and the place in a ring that goes with it.
static void set(kf_board *board, uint16_t at, uint8_t colour, uint16_t next) {
    kf_cell *cell = &board->cell[at];
    kf_point point = kf_board_point(board, at);
    board->hash ^= cell->colour ? kf_board_key(point, (kf_colour)cell->colour) : 0;
    board->hash ^= colour ? kf_board_key(point, (kf_colour)colour) : 0;
    *cell = (kf_cell){0, next, 0, colour, 0};
}

size_t kf_edit_put(kf_board *board, const kf_point *points, size_t count, kf_colour colour,
                   kf_edit *made) {
    changes changed;
    size_t edits = 0;
    changed.count = 0;
    board->ko = 0;
    for (size_t i = 0; i < count; i++) {
        if (!kf_point_is_on(points[i], board->width, board->height)) {
            continue;
        }
        uint16_t at = (uint16_t)kf_board_cell(board, points[i]);
        const kf_cell *cell = &board->cell[at];
        if (cell->colour == colour) {
            continue;
        }
        made[edits++] = (kf_edit){at, cell->next, cell->colour, (uint8_t)colour};
        set(board, at, (uint8_t)colour, at);
        note(board, &changed, at);
    }
    kf_chain_refresh(board, changed.cells, changed.count);
    return edits;
}

void kf_edit_undo(kf_board *board, const kf_edit *made, size_t count) {
    changes changed;
    changed.count = 0;
    for (size_t i = count; i > 0; i--) {
        // A stone gets its ring from its chain; what is vacant again goes back to where it was.
        set(board, made[i - 1].cell, made[i - 1].from, made[i - 1].next);
        note(board, &changed, made[i - 1].cell);
    }
    kf_chain_refresh(board, changed.cells, changed.count);
}

void kf_edit_redo(kf_board *board, const kf_edit *made, size_t count) {
    changes changed;
    changed.count = 0;
    board->ko = 0;
    for (size_t i = 0; i < count; i++) {
        set(board, made[i].cell, made[i].to, made[i].cell);
        note(board, &changed, made[i].cell);
    }
    kf_chain_refresh(board, changed.cells, changed.count);
}
