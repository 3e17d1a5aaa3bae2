// SPDX-License-Identifier: MIT
// What is seen around a cell of a board: the few lines on which the speed of reading depends.

#ifndef KIFU_SOLVE_SIGHT_H
#define KIFU_SOLVE_SIGHT_H

#include "board/board.h"

// The cells of a board or of a journal. Handed over as a value, so that it stays in registers.
typedef struct kf_sight {
    const kf_cell *cell;
    int32_t stride;
} kf_sight;

enum { KF_SIGHT_MANY = 3 }; // liberties are not told apart beyond that number

// The liberties of a chain; `count` is 3 also for more.
typedef struct kf_sight_found {
    uint32_t cell[KF_SIGHT_MANY];
    uint32_t count;
} kf_sight_found;

static inline uint32_t kf_sight_beside(kf_sight s, uint32_t at, int side) {
    int32_t step = side == 0 ? -s.stride : side == 1 ? -1 : side == 2 ? 1 : s.stride;
    return (uint32_t)((int32_t)at + step);
}

static inline bool kf_sight_is_vacant(kf_sight s, uint32_t at) {
    return s.cell[at].colour == KF_EMPTY;
}

// ---- Around one cell ----

// How many of the cells beside that one are vacant, but for the cell `but`.
static inline uint32_t kf_sight_vacant(kf_sight s, uint32_t at, uint32_t but) {
    uint32_t up = kf_sight_beside(s, at, 0), left = kf_sight_beside(s, at, 1),
             right = kf_sight_beside(s, at, 2), down = kf_sight_beside(s, at, 3);
    return (uint32_t)(kf_sight_is_vacant(s, up) & (up != but)) +
           (uint32_t)(kf_sight_is_vacant(s, left) & (left != but)) +
           (uint32_t)(kf_sight_is_vacant(s, right) & (right != but)) +
           (uint32_t)(kf_sight_is_vacant(s, down) & (down != but));
}

// What lies on the four sides of a liberty of a chain. Counted without branches, for they would go
// either way.
typedef struct kf_sight_view {
    uint32_t vacant[5]; // the vacant cells, in the order of the board
    uint32_t count;     // of these
    uint32_t own;       // sides on which that chain lies
    uint32_t friends;   // other men of its colour
    uint32_t foes;      // men of the other colour
} kf_sight_view;

// Counts a cell in the byte of its colour; the first byte says where the next vacant one goes.
static inline uint32_t kf_sight_count(kf_sight s, uint32_t at, uint32_t but, uint32_t counts,
                                      kf_sight_view *view) {
    view->vacant[counts & 7] = at;
    return counts + ((uint32_t)(at != but) << (8 * s.cell[at].colour));
}

// How many of the cells around a vacant one belong to the chain of that head. No other cell has
// it, for vacant cells and the border have none.
static inline uint32_t kf_sight_edges(kf_sight s, uint32_t at, uint32_t head) {
    return (uint32_t)(s.cell[kf_sight_beside(s, at, 0)].head == head) +
           (uint32_t)(s.cell[kf_sight_beside(s, at, 1)].head == head) +
           (uint32_t)(s.cell[kf_sight_beside(s, at, 2)].head == head) +
           (uint32_t)(s.cell[kf_sight_beside(s, at, 3)].head == head);
}

// Looks around a liberty of the chain with that head; the vacant cell `but` does not count.
static inline void kf_sight_around(kf_sight s, uint32_t at, uint32_t but, uint32_t head,
                                   kf_sight_view *view) {
    uint32_t mine = s.cell[head].colour, counts = 0;
    counts = kf_sight_count(s, kf_sight_beside(s, at, 0), but, counts, view);
    counts = kf_sight_count(s, kf_sight_beside(s, at, 1), but, counts, view);
    counts = kf_sight_count(s, kf_sight_beside(s, at, 2), but, counts, view);
    counts = kf_sight_count(s, kf_sight_beside(s, at, 3), but, counts, view);
    view->count = counts & 7;
    view->own = kf_sight_edges(s, at, head);
    view->friends = (counts >> (8 * mine) & 7) - view->own;
    view->foes = counts >> (8 * (3 - mine)) & 7;
}

// ---- Chains ----

// Adds a cell that is vacant, not there yet, and none of two.
static inline void kf_sight_note(kf_sight s, uint32_t at, uint32_t but, uint32_t nor,
                                 kf_sight_found *found) {
    if (!kf_sight_is_vacant(s, at) || at == but || at == nor || found->count == KF_SIGHT_MANY ||
        at == found->cell[0] || at == found->cell[1])
        return;
    found->cell[found->count++] = at;
}

// Adds the liberties of a chain that are none of two, until there are three.
static inline void kf_sight_chain(kf_sight s, uint32_t stone, uint32_t but, uint32_t nor,
                                  kf_sight_found *found) {
    uint32_t at = stone;
    do {
        kf_sight_note(s, kf_sight_beside(s, at, 0), but, nor, found);
        kf_sight_note(s, kf_sight_beside(s, at, 1), but, nor, found);
        kf_sight_note(s, kf_sight_beside(s, at, 2), but, nor, found);
        kf_sight_note(s, kf_sight_beside(s, at, 3), but, nor, found);
        at = s.cell[at].next;
    } while (at != stone && found->count < KF_SIGHT_MANY);
}

// Whether all edges of the chain that holds `stone` lead to the vacant cell `at`.
static inline bool kf_sight_hangs(kf_sight s, uint32_t stone, uint32_t at) {
    uint32_t head = s.cell[stone].head, edges = s.cell[head].edges;
    return edges <= 4 && edges == kf_sight_edges(s, at, head);
}

// A vacant cell beside that one, or 0.
static inline uint32_t kf_sight_vacancy(kf_sight s, uint32_t at) {
    uint32_t found = 0;
    found = kf_sight_is_vacant(s, kf_sight_beside(s, at, 0)) ? kf_sight_beside(s, at, 0) : found;
    found = kf_sight_is_vacant(s, kf_sight_beside(s, at, 1)) ? kf_sight_beside(s, at, 1) : found;
    found = kf_sight_is_vacant(s, kf_sight_beside(s, at, 2)) ? kf_sight_beside(s, at, 2) : found;
    return kf_sight_is_vacant(s, kf_sight_beside(s, at, 3)) ? kf_sight_beside(s, at, 3) : found;
}

// The liberty of a chain that has just one, else 0: all its edges lead there.
static inline uint32_t kf_sight_last(kf_sight s, uint32_t stone) {
    uint32_t head = s.cell[stone].head, liberty = 0, edges = s.cell[head].edges;
    if (edges == 0 || edges > 4 || (edges > 1 && s.cell[stone].next == stone))
        return 0;
    for (uint32_t at = stone; liberty == 0; at = s.cell[at].next)
        liberty = kf_sight_vacancy(s, at);
    return edges == 1 || edges == kf_sight_edges(s, liberty, head) ? liberty : 0;
}

#endif
