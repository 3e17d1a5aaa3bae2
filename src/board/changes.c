// SPDX-License-Identifier: MIT
// A log of what moves and setup changed on a board, which brings it back over any number of them.
//
// A word is a cell and the colour that lay there before. Long lists are replaced by the whole
// position before, two bits a cell, with a word behind it that says so: the log is read backwards.
// Going back writes the colours of all changes first and finds the chains only then, so that a
// hundred moves are not a hundred times as much work as one.

#include "board/changes.h"

#include <string.h>

enum { PACKED = 0x8000, IN_WORD = 8 };

static size_t packed_length(const kf_board *board) {
    return ((size_t)board->cells + IN_WORD - 1) / IN_WORD;
}

static void make_room(kf_changes *log, size_t more) {
    log->words =
        kf_arena_grow(log->arena, log->words, &log->room, log->count + more, sizeof *log->words);
}

static void add(kf_changes *log, uint32_t cell, uint32_t before) {
    log->words[log->count++] = (uint16_t)(cell << 2 | before);
}

// Replaces the list that begins there by the position before it, if that is shorter. The board
// stands behind the changes.
static void pack(kf_changes *log, const kf_board *board, size_t begin) {
    uint8_t colours[KF_BOARD_CELLS];
    size_t length = packed_length(board);
    if (log->count - begin <= length + 1)
        return;
    for (uint32_t at = 0; at < board->cells; at++)
        colours[at] = board->cell[at].colour;
    for (size_t i = log->count; i > begin; i--)
        colours[log->words[i - 1] >> 2] = log->words[i - 1] & 3;
    memset(log->words + begin, 0, length * sizeof *log->words);
    for (uint32_t at = 0; at < board->cells; at++)
        log->words[begin + at / IN_WORD] |= (uint16_t)(colours[at] << (at % IN_WORD * 2));
    log->words[begin + length] = PACKED;
    log->count = begin + length + 1;
}

// A stone that took its own life stands in the ring of its chain; it is noted with the move.
void kf_changes_ring(kf_changes *log, const kf_board *board, const kf_played *played) {
    size_t begin = log->count;
    uint32_t colour = played->captured ? 3u - played->colour : played->colour, at = played->first;
    make_room(log, 1u + played->captured + played->suicided);
    if (played->cell == 0)
        return;
    add(log, played->cell, played->replaced);
    if (played->captured == 0 && played->suicided == 0)
        return;
    do {
        if (at != played->cell)
            add(log, at, colour);
        at = board->cell[at].next;
    } while (at != played->first);
    pack(log, board, begin);
}

// ---- Changing many points ----

// Gives a cell a colour, and its hash; its chain is found later.
static void set(kf_board *board, uint32_t at, uint8_t colour) {
    kf_cell *cell = &board->cell[at];
    kf_point point = kf_board_point(board, at);
    board->hash ^= cell->colour ? kf_board_key(point, (kf_colour)cell->colour) : 0;
    board->hash ^= colour ? kf_board_key(point, (kf_colour)colour) : 0;
    *cell = (kf_cell){0, (uint16_t)at, 0, colour, 0};
}

void kf_changes_set_up(kf_changes *log, kf_board *board, const uint16_t *cells, size_t count,
                       kf_colour colour) {
    uint16_t changed[KF_BOARD_CELLS];
    size_t begin = log->count, changes = 0;
    board->ko = 0;
    make_room(log, count);
    for (size_t i = 0; i < count; i++) {
        if (board->cell[cells[i]].colour == colour)
            continue;
        add(log, cells[i], board->cell[cells[i]].colour);
        set(board, cells[i], (uint8_t)colour);
        changed[changes++] = cells[i];
    }
    kf_chain_refresh(board, changed, changes);
    pack(log, board, begin);
}

// The colours that the log gives to cells, before they are put on the board.
typedef struct earlier {
    uint8_t colours[KF_BOARD_CELLS];
    bool is_touched[KF_BOARD_CELLS];
    uint16_t cells[KF_BOARD_CELLS];
    size_t count;
} earlier;

static void touch(earlier *e, uint32_t at, uint32_t colour) {
    e->colours[at] = (uint8_t)colour;
    if (e->is_touched[at])
        return;
    e->is_touched[at] = true;
    e->cells[e->count++] = (uint16_t)at;
}

static void unpack(earlier *e, const kf_board *board, const uint16_t *words) {
    for (uint32_t at = 0; at < board->cells; at++) {
        uint32_t colour = words[at / IN_WORD] >> (at % IN_WORD * 2) & 3;
        if (colour != (e->is_touched[at] ? e->colours[at] : board->cell[at].colour))
            touch(e, at, colour);
    }
}

void kf_changes_back(kf_changes *log, kf_board *board, size_t count) {
    earlier e;
    size_t changed = 0;
    e.count = 0;
    memset(e.is_touched, 0, board->cells * sizeof e.is_touched[0]);
    while (log->count > count) {
        uint16_t word = log->words[--log->count];
        if (word & PACKED) {
            log->count -= packed_length(board);
            unpack(&e, board, log->words + log->count);
        } else {
            touch(&e, word >> 2, word & 3u);
        }
    }
    for (size_t i = 0; i < e.count; i++) {
        uint16_t at = e.cells[i];
        if (board->cell[at].colour == e.colours[at])
            continue;
        set(board, at, e.colours[at]);
        e.cells[changed++] = at;
    }
    kf_chain_refresh(board, e.cells, changed);
}
