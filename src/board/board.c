// SPDX-License-Identifier: MIT
// Playing, judging and taking back moves on a board; the hash of positions.
//
// A board is a plain value: chains are rings of numbers of cells, and nothing points anywhere, so
// that a copy is an assignment. What was captured keeps its ring, by which undo puts it back.

#include <kifu/board.h>

#include <string.h>

#include "base/hash.h"

// How it works. The points of the board are cells of one array, with a border around them, so that
// no neighbour needs a test for the edge. The stones of a chain form a ring and know their head;
// the head counts the edges of the chain: pairs of a stone and a vacant point beside it. Placing a
// stone takes one edge from each chain around it; a chain whose count comes to 0 has no liberty
// and comes off, which gives edges back to the chains around it. Two chains become one by
// exchanging the `next` of two stones, and by walking through one of them to tell its stones their
// new head. So a move costs a few steps, however large the board.
//
// Taking a move back sets the colours as they were and finds the chains around the changed points
// again. That is slower than undoing each step, and cannot go wrong after forced moves, which tear
// chains apart.

enum { BORDER = 3 };

// Where a ring is walked while colours change, the cells wait here.
typedef struct changes {
    size_t count;
    uint16_t cells[KF_BOARD_CELLS];
} changes;

// The number of a stone is one more than its place in a list of all points, Black before White, so
// that the generator's outputs are used in their order.
uint64_t kf_board_key(kf_point point, kf_colour colour) {
    uint32_t row = (uint32_t)kf_point_row(point);
    uint32_t column = (uint32_t)kf_point_column(point);
    return kf_hash_mix(2 * (row * KF_BOARD_MAX + column) + (uint32_t)colour);
}

uint64_t kf_board_hash(const kf_board *board, kf_colour to_move) {
    uint64_t white = kf_hash_mix(2 * KF_BOARD_POINTS + 1);
    return to_move == KF_WHITE ? board->hash ^ white : board->hash;
}

void kf_board_init(kf_board *board, int width, int height) {
    memset(board, 0, offsetof(kf_board, cell));
    board->width = (uint8_t)width;
    board->height = (uint8_t)height;
    board->stride = (uint16_t)(width + 1);
    board->cells = (uint16_t)((width + 1) * (height + 2));
    // Vacant and border cells have head 0: cell 0 is border, and takes what is counted for no one.
    memset(board->cell, 0, board->cells * sizeof board->cell[0]);
    // The rows above and below are border, and so is the last cell of each row between.
    uint32_t stride = board->stride, last = board->cells - stride;
    for (uint32_t at = 0; at < stride; at++) {
        board->cell[at].colour = board->cell[last + at].colour = BORDER;
    }
    for (uint32_t at = stride + (uint32_t)width; at < last; at += stride) {
        board->cell[at].colour = BORDER;
    }
}

// The cells in use stand at the start of the array, whatever the size of the board.
void kf_board_copy(kf_board *to, const kf_board *from) {
    memcpy(to, from, offsetof(kf_board, cell) + from->cells * sizeof from->cell[0]);
}

static bool is_on(const kf_board *board, kf_point point) {
    return kf_point_is_on(point, board->width, board->height);
}

kf_colour kf_board_get(const kf_board *board, kf_point point) {
    if (!is_on(board, point)) {
        return KF_EMPTY;
    }
    return (kf_colour)board->cell[kf_board_cell(board, point)].colour;
}

// The hashes are compared first: they differ for almost all boards that do.
bool kf_board_equal(const kf_board *a, const kf_board *b) {
    if (a->width != b->width || a->height != b->height || a->hash != b->hash) {
        return false;
    }
    for (uint32_t at = 0; at < a->cells; at++) {
        if (a->cell[at].colour != b->cell[at].colour) {
            return false;
        }
    }
    return true;
}

// Whether every liberty of the chain at `beside` is the vacant cell `at`.
static bool hangs_on(const kf_board *board, uint32_t beside, uint32_t at) {
    const kf_cell *cell = board->cell;
    uint32_t head = cell[beside].head;
    uint32_t edges = 0;
    for (int side = 0; side < 4; side++) {
        edges += cell[kf_board_beside(board, at, side)].head == head;
    }
    return cell[head].edges == edges;
}

// Whether a stone of that colour on the cell of a ko would take the one stone that took there and
// no other chain: only then is it a ko, for a stone that takes more makes a new position.
static bool takes_one(const kf_board *board, uint32_t at, uint8_t colour) {
    uint32_t taken = 0;
    for (int side = 0; side < 4; side++) {
        uint32_t beside = kf_board_beside(board, at, side);
        taken += board->cell[beside].colour == 3 - colour && hangs_on(board, beside, at);
    }
    return taken == 1;
}

// The ban is for one player; the other may fill the point.
static bool is_ko(const kf_board *board, uint32_t at, uint8_t colour) {
    return at == board->ko && colour == board->ko_colour && takes_one(board, at, colour);
}

// Judges without playing. A move has a liberty or takes something exactly when one of its sides
// says so, and the sides can be looked at one by one.
kf_verdict kf_board_judge(const kf_board *board, kf_point point, kf_colour colour) {
    if (point == KF_PASS) {
        return KF_LEGAL;
    }
    if (!is_on(board, point)) {
        return KF_OFF_BOARD;
    }
    uint32_t at = kf_board_cell(board, point);
    if (board->cell[at].colour != KF_EMPTY) {
        return KF_OCCUPIED;
    }
    if (is_ko(board, at, (uint8_t)colour)) {
        return KF_KO;
    }
    for (int side = 0; side < 4; side++) {
        uint32_t beside = kf_board_beside(board, at, side);
        uint8_t stone = board->cell[beside].colour;
        // A vacant neighbour, a friend with another liberty, a foe without: each one suffices.
        if (stone == KF_EMPTY ||
            (stone != BORDER && (stone == colour) != hangs_on(board, beside, at))) {
            return KF_LEGAL;
        }
    }
    return KF_SUICIDE;
}

// Takes the chain off the board and returns the number of its stones. Its cells stay in their
// ring, which becomes one with the ring of `first` if that is not 0.
static uint32_t take_off(kf_board *board, uint32_t start, uint32_t first) {
    kf_cell *cell = board->cell;
    kf_colour colour = (kf_colour)cell[start].colour;
    uint32_t at = start;
    uint32_t count = 0;
    do {
        board->hash ^= kf_board_key(kf_board_point(board, at), colour);
        cell[at].colour = KF_EMPTY;
        cell[at].head = 0;
        // What is counted here for stones of the chain itself is lost with it.
        for (int side = 0; side < 4; side++) {
            cell[cell[kf_board_beside(board, at, side)].head].edges++;
        }
        count++;
        at = cell[at].next;
    } while (at != start);
    if (first) {
        uint16_t next = cell[first].next;
        cell[first].next = cell[start].next;
        cell[start].next = next;
    }
    board->prisoners[colour] += count;
    return count;
}

// Joins the chain at `beside` and the one at `at` under the head that has more edges.
static void join(kf_cell *cell, uint32_t at, uint32_t beside) {
    uint32_t big = cell[beside].head;
    uint32_t small = cell[at].head;
    if (big == small) {
        return;
    }
    if (cell[big].edges < cell[small].edges) {
        uint32_t swap = big;
        big = small;
        small = swap;
    }
    cell[big].edges = (uint16_t)(cell[big].edges + cell[small].edges);
    uint32_t stone = small;
    do {
        cell[stone].head = (uint16_t)big;
        stone = cell[stone].next;
    } while (stone != small);
    uint16_t next = cell[big].next;
    cell[big].next = cell[small].next;
    cell[small].next = next;
}

// What a stone meets on its four sides: a bit for each side with a friend, with a foe that has
// lost its last liberty, with a friend that has, and the number of vacant sides.
typedef struct contact {
    uint32_t friends;
    uint32_t taken;
    uint32_t cornered;
    uint32_t vacant;
} contact;

// Takes one edge from what stands beside a new stone. There is no branch on what that is: in a
// real game it cannot be foretold, and a wrong guess costs more than the work.
static inline void meet(kf_cell *cell, uint32_t beside, uint32_t colour, uint32_t side,
                        contact *met) {
    uint32_t stone = cell[beside].colour;
    uint32_t edges = --cell[cell[beside].head].edges;
    uint32_t mine = stone == colour;
    uint32_t none = edges == 0;
    met->friends |= mine << side;
    met->cornered |= (mine & none) << side;
    met->taken |= ((stone == 3 - colour) & none) << side;
    met->vacant += stone == KF_EMPTY;
}

// Takes the cell from the liberties of the chains around it. The sides stand one by one, so that
// the compiler knows each.
static inline contact touch(kf_board *board, uint32_t at, uint32_t colour) {
    contact met = {0, 0, 0, 0};
    meet(board->cell, at - board->stride, colour, 0, &met);
    meet(board->cell, at - 1, colour, 1, &met);
    meet(board->cell, at + 1, colour, 2, &met);
    meet(board->cell, at + board->stride, colour, 3, &met);
    return met;
}

// Removes what the stone on `at` has left without liberties. Returns the number of stones.
static uint32_t capture(kf_board *board, uint32_t at, uint32_t sides, kf_played *played) {
    uint32_t count = 0;
    for (int side = 0; side < 4; side++) {
        uint32_t beside = kf_board_beside(board, at, side);
        if ((sides >> side & 1) && board->cell[beside].colour != KF_EMPTY) {
            count += take_off(board, beside, played->first);
            played->first = (uint16_t)beside;
        }
    }
    return count;
}

// Puts a stone on a vacant cell and does all that follows from it.
static void place(kf_board *board, uint32_t at, uint32_t colour, kf_played *played) {
    kf_cell *cell = board->cell;
    contact met = touch(board, at, colour);
    // The cell may lie in the ring of an earlier capture, and goes back there when it is undone.
    played->next = cell[at].next;
    played->from_atari = met.cornered != 0;
    cell[at] = (kf_cell){(uint16_t)at, (uint16_t)at, (uint16_t)met.vacant, (uint8_t)colour, 0};
    if (met.friends & 1) {
        join(cell, at, at - board->stride);
    }
    if (met.friends & 2) {
        join(cell, at, at - 1);
    }
    if (met.friends & 4) {
        join(cell, at, at + 1);
    }
    if (met.friends & 8) {
        join(cell, at, at + board->stride);
    }
    if (met.taken) {
        played->captured = (uint16_t)capture(board, at, met.taken, played);
        if (played->captured == 1 && met.friends == 0 && met.vacant == 0) {
            board->ko = played->first;
            board->ko_colour = (uint8_t)(3 - colour);
        }
    } else if (cell[cell[at].head].edges == 0) {
        played->first = (uint16_t)at;
        played->suicided = (uint16_t)take_off(board, at, 0);
    }
}

// Empties an occupied cell.
static void clear(kf_board *board, uint32_t at) {
    uint16_t cell = (uint16_t)at;
    kf_colour colour = (kf_colour)board->cell[at].colour;
    board->hash ^= kf_board_key(kf_board_point(board, at), colour);
    board->cell[at] = (kf_cell){0, cell, 0, KF_EMPTY, 0};
    kf_chain_refresh(board, &cell, 1);
}

kf_verdict kf_board_play(kf_board *board, kf_point point, kf_colour colour, kf_played *played) {
    // What undoing needs is noted first, whatever the move turns out to be.
    *played = (kf_played){.hash = board->hash,
                          .point = point,
                          .colour = (uint8_t)colour,
                          .ko = board->ko,
                          .ko_colour = board->ko_colour};
    if (!is_on(board, point)) {
        played->verdict = point == KF_PASS ? KF_LEGAL : KF_OFF_BOARD;
        board->ko = point == KF_PASS ? 0 : board->ko;
        return (kf_verdict)played->verdict;
    }
    uint32_t at = kf_board_cell(board, point);
    kf_verdict verdict = KF_LEGAL;
    if (board->cell[at].colour != KF_EMPTY) {
        verdict = KF_OCCUPIED;
        played->replaced = board->cell[at].colour;
        clear(board, at);
    } else if (board->ko == at && is_ko(board, at, (uint8_t)colour)) {
        verdict = KF_KO;
    }
    played->cell = (uint16_t)at;
    board->ko = 0;
    board->hash ^= kf_board_key(point, colour);
    place(board, at, colour, played);
    if (played->suicided && verdict == KF_LEGAL) {
        verdict = KF_SUICIDE;
    }
    played->verdict = (uint8_t)verdict;
    return verdict;
}

// Gives the cells of a ring a colour again and notes them. The ring is still whole: a cell leaves
// it only when a stone is put there, and taking that stone back returns it to its place.
static void restore_ring(kf_board *board, uint32_t first, uint8_t colour, changes *changed) {
    uint32_t at = first;
    do {
        board->cell[at].colour = colour;
        changed->cells[changed->count++] = (uint16_t)at;
        at = board->cell[at].next;
    } while (at != first);
}

void kf_board_undo(kf_board *board, const kf_played *played) {
    board->ko = played->ko;
    board->ko_colour = played->ko_colour;
    board->hash = played->hash;
    if (played->cell == 0) {
        return;
    }
    changes changed;
    changed.count = 0;
    if (played->captured) {
        restore_ring(board, played->first, (uint8_t)(3 - played->colour), &changed);
    } else if (played->suicided) {
        restore_ring(board, played->first, played->colour, &changed);
    }
    board->prisoners[3 - played->colour] -= played->captured;
    board->prisoners[played->colour] -= played->suicided;
    // The cell gets back its place in the ring of captures that it may have come from.
    board->cell[played->cell] = (kf_cell){0, played->next, 0, played->replaced, 0};
    changed.cells[changed.count++] = played->cell;
    kf_chain_refresh(board, changed.cells, changed.count);
}

void kf_board_put(kf_board *board, kf_point point, kf_colour colour) {
    kf_board_put_all(board, &point, 1, colour);
}

void kf_board_put_all(kf_board *board, const kf_point *points, size_t count, kf_colour colour) {
    changes changed;
    changed.count = 0;
    board->ko = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t at = is_on(board, points[i]) ? kf_board_cell(board, points[i]) : 0;
        kf_cell *cell = &board->cell[at];
        if (at == 0 || cell->colour == colour) {
            continue;
        }
        // A cell can change only once here, so there is room for all of them.
        board->hash ^= cell->colour ? kf_board_key(points[i], (kf_colour)cell->colour) : 0;
        board->hash ^= colour ? kf_board_key(points[i], colour) : 0;
        *cell = (kf_cell){0, (uint16_t)at, 0, (uint8_t)colour, 0};
        changed.cells[changed.count++] = (uint16_t)at;
    }
    kf_chain_refresh(board, changed.cells, changed.count);
}

// The ban is kept as a cell; 0 is the border's and means none.
kf_point kf_board_ko(const kf_board *board, kf_colour *banned) {
    *banned = board->ko ? (kf_colour)board->ko_colour : KF_EMPTY;
    return board->ko ? kf_board_point(board, board->ko) : KF_NOWHERE;
}

size_t kf_board_taken(const kf_board *board, const kf_played *played, kf_point *points,
                      size_t max) {
    size_t count = 0;
    if (played->captured == 0) {
        return 0;
    }
    uint32_t at = played->first;
    do {
        if (count++ < max) {
            points[count - 1] = kf_board_point(board, at);
        }
        at = board->cell[at].next;
    } while (at != played->first);
    return count;
}

// Walks the ring of captures, then goes through the board for an order that does not depend on how
// the chains were built.
size_t kf_board_captured(const kf_board *board, const kf_played *played, kf_point *points,
                         size_t max) {
    if (played->captured == 0) {
        return 0;
    }
    bool taken[KF_BOARD_CELLS];
    memset(taken, 0, board->cells * sizeof taken[0]);
    uint32_t at = played->first;
    do {
        taken[at] = true;
        at = board->cell[at].next;
    } while (at != played->first);
    size_t count = 0;
    for (at = 0; at < board->cells; at++) {
        if (taken[at] && count++ < max) {
            points[count - 1] = kf_board_point(board, at);
        }
    }
    return count;
}

// A chain of the opponent that has one liberty after the move had two before it, the played point
// among them, unless a friend of the move lay on that point already. The own chain is new in atari
// if none of the chains that the stone joined was there before.
size_t kf_board_atari(const kf_board *board, const kf_played *played, kf_point points[5]) {
    size_t count = 0;
    if (played->cell == 0 || played->suicided) {
        return 0;
    }
    for (int side = 0; side < 4; side++) {
        uint32_t beside = kf_board_beside(board, played->cell, side);
        if (board->cell[beside].colour != 3 - played->colour ||
            played->replaced == played->colour) {
            continue;
        }
        kf_point chain = kf_board_point(board, board->cell[beside].head);
        bool known = false;
        for (size_t i = 0; i < count; i++) {
            known = known || points[i] == chain;
        }
        if (!known && kf_chain_in_atari(board, chain)) {
            points[count++] = chain;
        }
    }
    if (!played->from_atari && kf_chain_in_atari(board, played->point)) {
        points[count++] = played->point;
    }
    return count;
}
