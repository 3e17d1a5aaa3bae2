// SPDX-License-Identifier: MIT
// Sets of cells, and boards on which moves are quickly taken back.

#ifndef KF_READING_COMMON_CELLS_H
#define KF_READING_COMMON_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include <kifu/board.h>

// The most cells that a set can have; they are numbered from 0.
#define KF_CELLS_MAX 128

typedef struct kf_cells {
    uint64_t low, high;
} kf_cells;

static inline kf_cells kf_cells_of(int cell) {
    return cell < 64 ? (kf_cells){UINT64_C(1) << cell, 0}
                     : (kf_cells){0, UINT64_C(1) << (cell - 64)};
}
static inline kf_cells kf_cells_and(kf_cells a, kf_cells b) {
    return (kf_cells){a.low & b.low, a.high & b.high};
}
static inline kf_cells kf_cells_or(kf_cells a, kf_cells b) {
    return (kf_cells){a.low | b.low, a.high | b.high};
}
static inline kf_cells kf_cells_minus(kf_cells a, kf_cells b) {
    return (kf_cells){a.low & ~b.low, a.high & ~b.high};
}
static inline bool kf_cells_none(kf_cells a) {
    return (a.low | a.high) == 0;
}
static inline bool kf_cells_meet(kf_cells a, kf_cells b) {
    return ((a.low & b.low) | (a.high & b.high)) != 0;
}
static inline bool kf_cells_has(kf_cells a, int cell) {
    return ((cell < 64 ? a.low >> cell : a.high >> (cell - 64)) & 1) != 0;
}
static inline bool kf_cells_within(kf_cells a, kf_cells b) {
    return ((a.low & ~b.low) | (a.high & ~b.high)) == 0;
}
static inline bool kf_cells_same(kf_cells a, kf_cells b) {
    return a.low == b.low && a.high == b.high;
}

// The place of the lowest bit of a word that is not 0: the compiler knows an instruction for it.
#if defined(__GNUC__)
#define KF_CELLS_LOWEST(word) __builtin_ctzll(word)
#else
#define KF_CELLS_LOWEST(word) kf_cells_bits(((word) & (0 - (word))) - 1)
#endif

static inline int kf_cells_bits(uint64_t word) {
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)((word * UINT64_C(0x0101010101010101)) >> 56);
}
// Both words together: sums of four bits, of bytes, and of all.
static inline int kf_cells_count(kf_cells a) {
    const uint64_t pairs = UINT64_C(0x5555555555555555), fours = UINT64_C(0x3333333333333333);
    uint64_t low = a.low - ((a.low >> 1) & pairs), high = a.high - ((a.high >> 1) & pairs);
    low = (low & fours) + ((low >> 2) & fours) + (high & fours) + ((high >> 2) & fours);
    low = (low & UINT64_C(0x0F0F0F0F0F0F0F0F)) + ((low >> 4) & UINT64_C(0x0F0F0F0F0F0F0F0F));
    return (int)((low * UINT64_C(0x0101010101010101)) >> 56);
}
// The lowest cell of a set that is not empty.
static inline int kf_cells_first(kf_cells a) {
    uint64_t word = a.low != 0 ? a.low : a.high;
    return KF_CELLS_LOWEST(word) + (a.low == 0 ? 64 : 0);
}
// The set without its lowest cell. Without branches, for they would go either way.
static inline kf_cells kf_cells_rest(kf_cells a) {
    return (kf_cells){a.low & (a.low - 1), a.high & (a.high - (a.low == 0))};
}

// What is seen around a cell of a board: the few lines on which the speed of reading depends.

// The cells of a board or of a journal. Handed over as a value, so that it stays in registers.
typedef struct kf_board_view {
    const kf_cell *cell;
    int32_t stride;
} kf_board_view;

enum { KF_BOARD_VIEW_MANY = 3 }; // liberties are not told apart beyond that number

// The liberties of a chain; `count` is 3 also for more.
typedef struct kf_board_view_found {
    uint32_t cell[KF_BOARD_VIEW_MANY];
    uint32_t count;
} kf_board_view_found;

static inline uint32_t kf_board_view_beside(kf_board_view s, uint32_t at, int side) {
    int32_t step = side == 0 ? -s.stride : side == 1 ? -1 : side == 2 ? 1 : s.stride;
    return (uint32_t)((int32_t)at + step);
}

static inline bool kf_board_view_is_vacant(kf_board_view s, uint32_t at) {
    return s.cell[at].colour == KF_EMPTY;
}

// ---- Around one cell ----

// How many of the cells beside that one are vacant, but for the cell `but`.
static inline uint32_t kf_board_view_vacant(kf_board_view s, uint32_t at, uint32_t but) {
    uint32_t up = kf_board_view_beside(s, at, 0), left = kf_board_view_beside(s, at, 1),
             right = kf_board_view_beside(s, at, 2), down = kf_board_view_beside(s, at, 3);
    return (uint32_t)(kf_board_view_is_vacant(s, up) & (up != but)) +
           (uint32_t)(kf_board_view_is_vacant(s, left) & (left != but)) +
           (uint32_t)(kf_board_view_is_vacant(s, right) & (right != but)) +
           (uint32_t)(kf_board_view_is_vacant(s, down) & (down != but));
}

// What lies on the four sides of a liberty of a chain. Counted without branches, for they would go
// either way.
typedef struct kf_board_view_view {
    uint32_t vacant[5]; // the vacant cells, in the order of the board
    uint32_t count;     // of these
    uint32_t own;       // sides on which that chain lies
    uint32_t friends;   // other stones of its colour
    uint32_t foes;      // stones of the other colour
} kf_board_view_view;

// Counts a cell in the byte of its colour; the first byte says where the next vacant one goes.
static inline uint32_t kf_board_view_count(kf_board_view s, uint32_t at, uint32_t but,
                                           uint32_t counts, kf_board_view_view *view) {
    view->vacant[counts & 7] = at;
    return counts + ((uint32_t)(at != but) << (8 * s.cell[at].colour));
}

// How many of the cells around a vacant one belong to the chain of that head. No other cell has
// it, for vacant cells and the border have none.
static inline uint32_t kf_board_view_edges(kf_board_view s, uint32_t at, uint32_t head) {
    return (uint32_t)(s.cell[kf_board_view_beside(s, at, 0)].head == head) +
           (uint32_t)(s.cell[kf_board_view_beside(s, at, 1)].head == head) +
           (uint32_t)(s.cell[kf_board_view_beside(s, at, 2)].head == head) +
           (uint32_t)(s.cell[kf_board_view_beside(s, at, 3)].head == head);
}

// Looks around a liberty of the chain with that head; the vacant cell `but` does not count.
static inline void kf_board_view_around(kf_board_view s, uint32_t at, uint32_t but, uint32_t head,
                                        kf_board_view_view *view) {
    uint32_t mine = s.cell[head].colour, counts = 0;
    counts = kf_board_view_count(s, kf_board_view_beside(s, at, 0), but, counts, view);
    counts = kf_board_view_count(s, kf_board_view_beside(s, at, 1), but, counts, view);
    counts = kf_board_view_count(s, kf_board_view_beside(s, at, 2), but, counts, view);
    counts = kf_board_view_count(s, kf_board_view_beside(s, at, 3), but, counts, view);
    view->count = counts & 7;
    view->own = kf_board_view_edges(s, at, head);
    view->friends = (counts >> (8 * mine) & 7) - view->own;
    view->foes = counts >> (8 * (3 - mine)) & 7;
}

// ---- Chains ----

// Adds a cell that is vacant, not there yet, and none of two. Returns whether it is vacant.
static inline uint32_t kf_board_view_note(kf_board_view s, uint32_t at, uint32_t but, uint32_t nor,
                                          kf_board_view_found *found) {
    if (!kf_board_view_is_vacant(s, at))
        return 0;
    if (at == but || at == nor || found->count == KF_BOARD_VIEW_MANY || at == found->cell[0] ||
        at == found->cell[1])
        return 1;
    found->cell[found->count++] = at;
    return 1;
}

// Adds the liberties of a chain that are none of two, until there are three. Beyond the last of its
// edges it has none.
static inline void kf_board_view_chain(kf_board_view s, uint32_t stone, uint32_t but, uint32_t nor,
                                       kf_board_view_found *found) {
    uint32_t at = stone, left = s.cell[s.cell[stone].head].edges;
    do {
        left -= kf_board_view_note(s, kf_board_view_beside(s, at, 0), but, nor, found);
        left -= kf_board_view_note(s, kf_board_view_beside(s, at, 1), but, nor, found);
        left -= kf_board_view_note(s, kf_board_view_beside(s, at, 2), but, nor, found);
        left -= kf_board_view_note(s, kf_board_view_beside(s, at, 3), but, nor, found);
        at = s.cell[at].next;
    } while (at != stone && left > 0 && found->count < KF_BOARD_VIEW_MANY);
}

// Whether all edges of the chain that holds `stone` lead to the vacant cell `at`.
static inline bool kf_board_view_hangs(kf_board_view s, uint32_t stone, uint32_t at) {
    uint32_t head = s.cell[stone].head, edges = s.cell[head].edges;
    return edges <= 4 && edges == kf_board_view_edges(s, at, head);
}

// A vacant cell beside that one, or 0.
static inline uint32_t kf_board_view_vacancy(kf_board_view s, uint32_t at) {
    uint32_t found = 0;
    found = kf_board_view_is_vacant(s, kf_board_view_beside(s, at, 0))
                ? kf_board_view_beside(s, at, 0)
                : found;
    found = kf_board_view_is_vacant(s, kf_board_view_beside(s, at, 1))
                ? kf_board_view_beside(s, at, 1)
                : found;
    found = kf_board_view_is_vacant(s, kf_board_view_beside(s, at, 2))
                ? kf_board_view_beside(s, at, 2)
                : found;
    return kf_board_view_is_vacant(s, kf_board_view_beside(s, at, 3))
               ? kf_board_view_beside(s, at, 3)
               : found;
}

// The liberty of a chain that has just one, else 0: all its edges lead there.
static inline uint32_t kf_board_view_last(kf_board_view s, uint32_t stone) {
    uint32_t head = s.cell[stone].head, liberty = 0, edges = s.cell[head].edges;
    if (edges == 0 || edges > 4 || (edges > 1 && s.cell[stone].next == stone))
        return 0;
    for (uint32_t at = stone; liberty == 0; at = s.cell[at].next)
        liberty = kf_board_view_vacancy(s, at);
    return edges == 1 || edges == kf_board_view_edges(s, liberty, head) ? liberty : 0;
}

/* ---- undo_board.c ----------------------------------------------- doc/spec/ladder.md ---- */

// A board that writes down what each move changes, so that taking it back is quick.

enum {
    KF_UNDO_BOARD_NOTES = 1 << 16,
    KF_UNDO_BOARD_RESERVE = 6 * KF_BOARD_CELLS // what a single move can change at most
};

// A cell as it was.
typedef struct kf_undo_board_note {
    kf_cell was;
    uint16_t at;
} kf_undo_board_note;

// A move, as taking it back wants it.
typedef struct kf_undo_board_mark {
    uint64_t hash;
    uint32_t notes;
    uint16_t ko;
    uint8_t ko_colour;
} kf_undo_board_mark;

// The cells are laid out as those of a kf_board; fields are for reading.
typedef struct kf_undo_board {
    uint64_t hash;  // of the stones; not the one of kf_board
    int32_t stride; // as in kf_board
    uint16_t ko;    // as in kf_board
    uint8_t ko_colour;
    uint32_t captured; // stones that the last move took
    uint32_t count;    // notes in use
    kf_cell cell[KF_BOARD_CELLS];
    kf_undo_board_note notes[KF_UNDO_BOARD_NOTES];
} kf_undo_board;

// A row of pairs on its way: the head of the chain, and what is to be entered there.
typedef struct kf_undo_board_run {
    uint16_t head, next, edges;
    uint8_t colour;
} kf_undo_board_run;

// Copies a board; the journal begins there.
void kf_undo_board_start(kf_undo_board *journal, const kf_board *board);
// Whether the journal has room for another move.
static inline bool kf_undo_board_has_room(const kf_undo_board *journal) {
    return journal->count + KF_UNDO_BOARD_RESERVE <= KF_UNDO_BOARD_NOTES;
}
// Plays a legal move on a cell, 0 for a pass, and gives what kf_undo_board_undo wants.
kf_undo_board_mark kf_undo_board_play(kf_undo_board *journal, uint32_t at, uint32_t colour);

// A chain that grows by a row of pairs. Its ring and its edges are entered when the row ends.
kf_undo_board_run kf_undo_board_run_begin(kf_undo_board *journal, uint32_t stone);
// Plays two moves that take nothing: an atari, with vacant cells on all other sides, and the flight
// of the chain, which joins no other. Around the flight there are two vacant cells, the chain on
// `own` sides, and at most one stone of the other colour, `foe`, or 0.
void kf_undo_board_pair(kf_undo_board *journal, kf_undo_board_run *run, uint32_t atari, uint32_t at,
                        uint32_t own, uint32_t foe);
void kf_undo_board_run_end(kf_undo_board *journal, const kf_undo_board_run *run);

// Takes back all moves since the one that gave the mark, and that one.
void kf_undo_board_undo(kf_undo_board *journal, const kf_undo_board_mark *mark);

/* ---- canonical.c -------------------------------------------------- doc/spec/life.md ---- */

// How a position is brought to that form.
typedef struct kf_canonical {
    int width, height; // as it lies
    int turn;          // bit 0 mirrors columns, bit 1 rows, bit 2 swaps both after that
    bool swaps;        // the colours
} kf_canonical;

// Chooses the form, in which `mover` is Black.
void kf_canonical_find(const kf_board *board, kf_colour mover, kf_canonical *how);
// Without a ban of a ko: the positions of problems have no last move.
void kf_canonical_board(const kf_canonical *how, const kf_board *from, kf_board *to);
kf_colour kf_canonical_colour(const kf_canonical *how, kf_colour colour);
// A point as it lies, in that form; and the other way. KF_PASS and KF_NOWHERE stay what they are.
kf_point kf_canonical_point(const kf_canonical *how, kf_point point);
kf_point kf_canonical_back(const kf_canonical *how, kf_point point);

#endif
