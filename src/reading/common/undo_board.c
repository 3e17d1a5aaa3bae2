// SPDX-License-Identifier: MIT
// A board that writes down what each move changes, so that taking it back is quick.

#include "reading/common/cells.h"

#include <string.h>

// It keeps chains as kf_board does: rings, heads and edges. It differs in what it is made for, one
// chain that grows by a stone at a time: a new stone joins the chain instead of giving it a new
// head.

static uint64_t key_of(uint32_t at, uint32_t colour) {
    uint64_t z = (2 * at + colour) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    return z ^ (z >> 27);
}

void kf_undo_board_start(kf_undo_board *journal, const kf_board *board) {
    journal->hash = 0;
    journal->stride = board->stride;
    journal->ko = board->ko;
    journal->ko_colour = board->ko_colour;
    journal->captured = 0;
    journal->count = 0;
    memcpy(journal->cell, board->cell, board->cells * sizeof board->cell[0]);
}

static inline kf_cell *change(kf_undo_board *j, uint32_t at) {
    kf_undo_board_note *note = &j->notes[j->count++];
    note->was = j->cell[at];
    note->at = (uint16_t)at;
    return &j->cell[at];
}

static inline bool is_stone(const kf_cell *cell) {
    return cell->colour == KF_BLACK || cell->colour == KF_WHITE;
}

// Makes one chain of two. The shorter one gets the head of the other; both are walked along
// together, so the longer one costs nothing.
static void join(kf_undo_board *j, uint32_t one, uint32_t other) {
    kf_cell *cell = j->cell;
    uint32_t big = cell[one].head, small = cell[other].head, a = big, b = small;
    if (big == small)
        return;
    do {
        a = cell[a].next;
        b = cell[b].next;
    } while (a != big && b != small);
    if (b != small) {
        uint32_t swap = big;
        big = small;
        small = swap;
    }
    uint16_t edges = cell[small].edges, next = cell[small].next;
    uint32_t at = small;
    do {
        change(j, at)->head = (uint16_t)big;
        at = cell[at].next;
    } while (at != small);
    // The head of the short chain was noted just now, so its ring can be changed without a note.
    kf_cell *head = change(j, big);
    cell[small].next = head->next;
    head->next = next;
    head->edges = (uint16_t)(head->edges + edges);
}

// Takes a chain off and returns the number of its stones. Its ring is followed before it is
// cleared.
static uint32_t take_off(kf_undo_board *j, uint32_t stone) {
    kf_cell *cell = j->cell;
    kf_board_view sight = {cell, j->stride};
    uint32_t colour = cell[stone].colour, at = stone, count = 0;
    do {
        uint32_t next = cell[at].next;
        for (int side = 0; side < 4; side++) {
            const kf_cell *beside = &cell[kf_board_view_beside(sight, at, side)];
            if (is_stone(beside) && beside->colour != colour)
                change(j, beside->head)->edges++;
        }
        j->hash ^= key_of(at, colour);
        *change(j, at) = (kf_cell){0, 0, 0, KF_EMPTY, 0};
        count++;
        at = next;
    } while (at != stone);
    return count;
}

kf_undo_board_mark kf_undo_board_play(kf_undo_board *journal, uint32_t at, uint32_t colour) {
    kf_undo_board_mark mark = {journal->hash, journal->count, journal->ko, journal->ko_colour};
    kf_board_view sight = {journal->cell, journal->stride};
    uint32_t vacant = 0, last = 0;
    bool has_friend = false;
    journal->ko = 0;
    journal->captured = 0;
    if (at == 0)
        return mark;
    for (int side = 0; side < 4; side++)
        vacant += kf_board_view_is_vacant(sight, kf_board_view_beside(sight, at, side));
    *change(journal, at) =
        (kf_cell){(uint16_t)at, (uint16_t)at, (uint16_t)vacant, (uint8_t)colour, 0};
    journal->hash ^= key_of(at, colour);
    for (int side = 0; side < 4; side++) {
        uint32_t beside = kf_board_view_beside(sight, at, side);
        const kf_cell *cell = &sight.cell[beside];
        if (!is_stone(cell))
            continue;
        // What the stone touches loses an edge.
        kf_cell *head = change(journal, cell->head);
        head->edges--;
        if (cell->colour == colour) {
            has_friend = true;
            join(journal, beside, at);
        } else if (head->edges == 0) {
            journal->captured += take_off(journal, beside);
            last = beside;
        }
    }
    if (journal->captured == 1 && !has_friend && vacant == 0) {
        journal->ko = (uint16_t)last;
        journal->ko_colour = (uint8_t)(3 - colour);
    }
    return mark;
}

kf_undo_board_run kf_undo_board_run_begin(kf_undo_board *journal, uint32_t stone) {
    uint16_t head = journal->cell[stone].head;
    const kf_cell *cell = change(journal, head);
    return (kf_undo_board_run){head, cell->next, cell->edges, cell->colour};
}

void kf_undo_board_pair(kf_undo_board *journal, kf_undo_board_run *run, uint32_t atari, uint32_t at,
                        uint32_t own, uint32_t foe) {
    uint8_t chaser = (uint8_t)(3 - run->colour);
    *change(journal, at) = (kf_cell){run->head, run->next, 0, run->colour, 0};
    *change(journal, atari) = (kf_cell){(uint16_t)atari, (uint16_t)atari, 3, chaser, 0};
    run->next = (uint16_t)at;
    run->edges = (uint16_t)(run->edges + 1 - own); // two are new, the atari took one
    if (foe != 0)
        change(journal, journal->cell[foe].head)->edges--;
    journal->hash ^= key_of(at, run->colour) ^ key_of(atari, chaser);
    journal->ko = 0;
    journal->captured = 0;
}

void kf_undo_board_run_end(kf_undo_board *journal, const kf_undo_board_run *run) {
    journal->cell[run->head].next = run->next;
    journal->cell[run->head].edges = run->edges;
}

void kf_undo_board_undo(kf_undo_board *journal, const kf_undo_board_mark *mark) {
    while (journal->count > mark->notes) {
        const kf_undo_board_note *note = &journal->notes[--journal->count];
        journal->cell[note->at] = note->was;
    }
    journal->hash = mark->hash;
    journal->ko = mark->ko;
    journal->ko_colour = mark->ko_colour;
}
