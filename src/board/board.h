// SPDX-License-Identifier: MIT
// The board: stones, captures, ko, the hash of a position, and taking a move back.

#ifndef KF_BOARD_BOARD_H
#define KF_BOARD_BOARD_H

#include "point.h"

/* ---- board.c -------------------------------------------------------- doc/spec/rules.md ---- */

// One point as the board keeps it. Private: only board.c and chain.c look inside. Every stone
// knows the head of its chain, and the stones of a chain form a ring through `next`. `edges`
// counts on the head, for the whole chain, the pairs of a stone and a vacant point beside it: a
// liberty that touches three stones counts three times, so the count is 0 exactly when the chain
// has no liberty. Points that were just captured stay in a ring too: it is the list of captures.
typedef struct kf_cell {
    uint16_t head;
    uint16_t next;
    uint16_t edges;
    uint8_t colour; // kf_colour, or 3 for the border
    uint8_t spare;
} kf_cell;

// A border row above and below, one border column, which serves as the left and the right one.
enum { KF_BOARD_CELLS = (KF_BOARD_MAX + 2) * (KF_BOARD_MAX + 1) };

// A position. It is a plain value: copy it with `=`, or with kf_board_copy, which copies only
// what a board of its size uses (3 KB for 19x19). All fields are for reading.
typedef struct kf_board {
    uint64_t hash;         // of the position, see kf_board_hash
    uint8_t width;         // in points
    uint8_t height;        // in points
    uint16_t stride;       // cells from one row to the next
    uint16_t cells;        // how many cells are in use
    uint16_t ko;           // the cell that may not be retaken, 0 when there is none
    uint8_t ko_colour;     // who may not retake it
    uint32_t prisoners[3]; // by colour of the stones: prisoners[KF_WHITE] = white men captured
    kf_cell cell[KF_BOARD_CELLS];
} kf_board;

// What the rules common to all rule sets say of a move. A suicide is told as such, whether the
// rule set allows it or not; a repetition that is longer than a ko is kf_history's business.
typedef enum kf_verdict { KF_LEGAL, KF_OCCUPIED, KF_KO, KF_SUICIDE, KF_OFF_BOARD } kf_verdict;

// A move as it was played: what it did, and what kf_board_undo needs to take it back.
typedef struct kf_played {
    uint64_t hash;     // of the position before
    kf_point point;    // KF_PASS for a pass
    uint8_t colour;    // who played
    uint8_t verdict;   // kf_verdict
    uint8_t replaced;  // the colour of the stone that lay there, KF_EMPTY as a rule
    bool from_atari;   // the move joined a chain of its own colour that stood in atari
    uint16_t captured; // how many men of the opponent came off
    uint16_t suicided; // how many of its own, the new one among them, came off
    uint16_t cell;     // private from here on
    uint16_t next;     // what the cell had in its ring
    uint16_t first;    // a cell of the ring of captured points
    uint16_t ko;       // the ban before
    uint8_t ko_colour;
} kf_played;

// Makes an empty board of that size, without prisoners. Width and height are 1 to KF_BOARD_MAX.
void kf_board_init(kf_board *board, int width, int height);
// Copies a board; `to` may be uninitialized.
void kf_board_copy(kf_board *to, const kf_board *from);
// What lies on the point; KF_EMPTY for one that is not on the board.
kf_colour kf_board_get(const kf_board *board, kf_point point);
// Whether both boards have the same size and the same stones; ko and prisoners do not count.
bool kf_board_equal(const kf_board *a, const kf_board *b);

// What kf_board_play would answer. Nothing changes.
kf_verdict kf_board_judge(const kf_board *board, kf_point point, kf_colour colour);
// Plays a move or a pass, also against the rules, and says what the rules say. On an occupied
// point the stone that lies there is replaced (it is nobody's prisoner). Then chains of the
// opponent without liberties come off, then the own one if it has none. A ko is taken as usual.
// Off the board nothing happens. Every move ends the ban of a ko. `played` may not be NULL.
kf_verdict kf_board_play(kf_board *board, kf_point point, kf_colour colour, kf_played *played);
// Takes back the last move that was played and not taken back. Positions, ko, prisoners and hash
// are then exactly as before the move. Edits by kf_board_put between a move and its undo are not
// allowed: keep a copy of the board instead.
void kf_board_undo(kf_board *board, const kf_played *played);
// Sets a point by setup: a stone, or KF_EMPTY. Captures nothing, and ends the ban of a ko.
void kf_board_put(kf_board *board, kf_point point, kf_colour colour);
// The same for many points at once, in time linear in their number and the size of the board.
// Points off the board are passed over.
void kf_board_put_all(kf_board *board, const kf_point *points, size_t count, kf_colour colour);

// The point that may not be taken back at once, or KF_NOWHERE; and who may not.
kf_point kf_board_ko(const kf_board *board, kf_colour *banned);
// The men of the opponent that the move captured, as points in the order of the board; at most
// `max` are written, all are counted. To be asked while `played` is the last move of the board.
size_t kf_board_captured(const kf_board *board, const kf_played *played, kf_point *points,
                         size_t max);
// The chains that the move brought into atari: one point of each, first those of the opponent,
// last the own one if it went into atari itself. At most 5. To be asked as kf_board_captured.
size_t kf_board_atari(const kf_board *board, const kf_played *played, kf_point points[5]);

// The hash of one stone, 64 bits: output number 2 * (52 * row + column) + colour of the generator
// splitmix64 started at 0, where Black is 1 and White 2. The hash of a position is the exclusive
// or over its stones; it does not depend on the size of the board, and an empty board has 0.
uint64_t kf_board_key(kf_point point, kf_colour colour);
// The hash of the position together with the player to move: for White another constant, output
// number 5,409 of the same generator, is joined by exclusive or.
uint64_t kf_board_hash(const kf_board *board, kf_colour to_move);

/* ---- chain.c -------------------------------------------------------- doc/spec/rules.md ---- */

// The stones of the chain on that point, in no special order; at most `max` are written, all are
// counted. An empty point has none.
size_t kf_chain_stones(const kf_board *board, kf_point point, kf_point *points, size_t max);
// The liberties of that chain, likewise.
size_t kf_chain_liberties(const kf_board *board, kf_point point, kf_point *points, size_t max);
// The same where only few liberties matter, which is quicker: if there are no more than `max` they
// are written and counted, else the answer is `max` + 1.
size_t kf_chain_few(const kf_board *board, kf_point point, kf_point *points, size_t max);
// Whether the chain has exactly one liberty. Quicker than counting.
bool kf_chain_in_atari(const kf_board *board, kf_point point);
// A point that is the same for all stones of a chain and differs between chains, until the board
// changes; KF_NOWHERE on an empty point.
kf_point kf_chain_name(const kf_board *board, kf_point point);
// Whether chains, rings and counts are what the colours of the points say. For tests: O(points).
bool kf_chain_verify(const kf_board *board);

// Private, for board.c: finds the chains again that stand on or beside any of these cells, after
// the colours of these cells were changed directly.
void kf_chain_refresh(kf_board *board, const uint16_t *cells, size_t count);

// Private: cells and points.
static inline uint32_t kf_board_cell(const kf_board *board, kf_point point) {
    return (uint32_t)(kf_point_row(point) + 1) * board->stride + (uint32_t)kf_point_column(point);
}
static inline kf_point kf_board_point(const kf_board *board, uint32_t cell) {
    return kf_point_at((int)(cell % board->stride), (int)(cell / board->stride) - 1);
}
// Private: the cell above (0), left (1), right (2) or below (3).
static inline uint32_t kf_board_beside(const kf_board *board, uint32_t cell, int side) {
    uint32_t stride = board->stride;
    return side == 0 ? cell - stride : side == 1 ? cell - 1 : side == 2 ? cell + 1 : cell + stride;
}

#endif
