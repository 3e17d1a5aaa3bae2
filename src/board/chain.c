// SPDX-License-Identifier: MIT
// Chains: their stones and liberties, and finding them again after points were edited.
//
// A chain is a ring of cells, and of its liberties only the edges are counted: how often one of
// its stones lies beside a vacant point. Edges are right after a move by addition alone, while
// liberties would have to be searched for; where their number is asked for, it is.

#include <kifu/board.h>

#include <string.h>

enum { BORDER = 3 };

// The ring leads through all stones and back to the first.
size_t kf_chain_stones(const kf_board *board, kf_point point, kf_point *points, size_t max) {
    if (kf_board_get(board, point) == KF_EMPTY) {
        return 0;
    }
    uint32_t first = kf_board_cell(board, point);
    uint32_t at = first;
    size_t count = 0;
    do {
        if (count < max) {
            points[count] = kf_board_point(board, at);
        }
        count++;
        at = board->cell[at].next;
    } while (at != first);
    return count;
}

// Edges count a liberty once for each stone that it touches, so the liberties themselves must be
// marked to be counted once.
size_t kf_chain_liberties(const kf_board *board, kf_point point, kf_point *points, size_t max) {
    if (kf_board_get(board, point) == KF_EMPTY) {
        return 0;
    }
    bool seen[KF_BOARD_CELLS];
    memset(seen, 0, board->cells * sizeof seen[0]);
    uint32_t first = kf_board_cell(board, point);
    uint32_t at = first;
    size_t count = 0;
    do {
        for (int side = 0; side < 4; side++) {
            uint32_t beside = kf_board_beside(board, at, side);
            if (board->cell[beside].colour != KF_EMPTY || seen[beside]) {
                continue;
            }
            seen[beside] = true;
            if (count < max) {
                points[count] = kf_board_point(board, beside);
            }
            count++;
        }
        at = board->cell[at].next;
    } while (at != first);
    return count;
}

// How many stones of the chain with that head stand beside the cell.
static uint32_t edges_at(const kf_board *board, uint32_t at, uint32_t head) {
    uint32_t edges = 0;
    for (int side = 0; side < 4; side++) {
        const kf_cell *cell = &board->cell[kf_board_beside(board, at, side)];
        edges += (cell->colour == KF_BLACK || cell->colour == KF_WHITE) && cell->head == head;
    }
    return edges;
}

// The walk ends as soon as the liberties that were found have all the edges of the chain.
size_t kf_chain_few(const kf_board *board, kf_point point, kf_point *points, size_t max) {
    if (kf_board_get(board, point) == KF_EMPTY) {
        return 0;
    }
    uint32_t head = board->cell[kf_board_cell(board, point)].head;
    uint32_t edges = board->cell[head].edges;
    uint32_t at = head;
    size_t count = 0;
    // One liberty has at most four edges.
    if (edges > 4 * max) {
        return max + 1;
    }
    for (; edges > 0; at = board->cell[at].next) {
        for (int side = 0; side < 4; side++) {
            uint32_t beside = kf_board_beside(board, at, side);
            kf_point liberty = kf_board_point(board, beside);
            bool known = board->cell[beside].colour != KF_EMPTY;
            for (size_t i = 0; !known && i < count; i++) {
                known = points[i] == liberty;
            }
            if (known) {
                continue;
            }
            if (count == max) {
                return max + 1;
            }
            points[count++] = liberty;
            edges -= edges_at(board, beside, head);
        }
    }
    return count;
}

// A vacant cell beside the stone, or 0.
static uint32_t vacant_beside(const kf_board *board, uint32_t at) {
    for (int side = 0; side < 4; side++) {
        uint32_t beside = kf_board_beside(board, at, side);
        if (board->cell[beside].colour == KF_EMPTY) {
            return beside;
        }
    }
    return 0;
}

// A chain is in atari when all its edges lead to one point. So it is enough to find any liberty and
// to see whether its edges are all there are.
bool kf_chain_in_atari(const kf_board *board, kf_point point) {
    if (kf_board_get(board, point) == KF_EMPTY) {
        return false;
    }
    uint32_t head = board->cell[kf_board_cell(board, point)].head;
    uint32_t edges = board->cell[head].edges;
    // One liberty has at most four edges, so most chains are answered here.
    if (edges == 0 || edges > 4) {
        return false;
    }
    uint32_t at = head;
    uint32_t liberty = 0;
    while ((liberty = vacant_beside(board, at)) == 0) {
        at = board->cell[at].next;
    }
    return edges == edges_at(board, liberty, head);
}

// The head serves as the name; which stone it is says nothing.
kf_point kf_chain_name(const kf_board *board, kf_point point) {
    if (kf_board_get(board, point) == KF_EMPTY) {
        return KF_NOWHERE;
    }
    return kf_board_point(board, board->cell[kf_board_cell(board, point)].head);
}

// Gathers the chain that holds the stone at `head` into a ring, which serves as the queue of the
// search: new stones are put in at its end. `seen` marks stones whose chain is known.
static void gather(kf_board *board, uint32_t head, bool *seen) {
    kf_cell *cell = board->cell;
    uint8_t colour = cell[head].colour;
    uint32_t last = head;
    uint32_t at = head;
    uint32_t edges = 0;
    seen[head] = true;
    cell[head].next = (uint16_t)head;
    do {
        cell[at].head = (uint16_t)head;
        for (int side = 0; side < 4; side++) {
            uint32_t beside = kf_board_beside(board, at, side);
            edges += cell[beside].colour == KF_EMPTY;
            if (cell[beside].colour != colour || seen[beside]) {
                continue;
            }
            seen[beside] = true;
            cell[last].next = (uint16_t)beside;
            cell[beside].next = (uint16_t)head;
            last = beside;
        }
        at = cell[at].next;
    } while (at != head);
    cell[head].edges = (uint16_t)edges;
}

static bool is_stone(const kf_cell *cell) {
    return cell->colour == KF_BLACK || cell->colour == KF_WHITE;
}

// Changed points can split and join chains, so each chain on or beside them is gathered anew; the
// marks keep a chain that touches many of them from being gathered many times.
void kf_chain_refresh(kf_board *board, const uint16_t *cells, size_t count) {
    bool seen[KF_BOARD_CELLS];
    memset(seen, 0, board->cells * sizeof seen[0]);
    for (size_t i = 0; i < count; i++) {
        if (is_stone(&board->cell[cells[i]]) && !seen[cells[i]]) {
            gather(board, cells[i], seen);
        }
        for (int side = 0; side < 4; side++) {
            uint32_t beside = kf_board_beside(board, cells[i], side);
            if (is_stone(&board->cell[beside]) && !seen[beside]) {
                gather(board, beside, seen);
            }
        }
    }
}

// Checks one chain against the colours: its ring is closed, holds stones of one colour and one
// head, leaves out none that touches it, and the edges are right. Marks its stones.
static bool verify_chain(const kf_board *board, uint32_t first, bool *seen) {
    const kf_cell *cell = board->cell;
    uint32_t head = cell[first].head;
    uint32_t edges = 0;
    uint32_t at = first;
    do {
        if (seen[at] || cell[at].colour != cell[first].colour || cell[at].head != head) {
            return false;
        }
        seen[at] = true;
        for (int side = 0; side < 4; side++) {
            const kf_cell *beside = &cell[kf_board_beside(board, at, side)];
            edges += beside->colour == KF_EMPTY;
            if (beside->colour == cell[first].colour && beside->head != head) {
                return false;
            }
        }
        at = cell[at].next;
    } while (at != first);
    return seen[head] && cell[head].edges == edges;
}

// Goes over the whole board: vacant cells have no head, every stone is in one good chain, and the
// hash is that of the stones.
bool kf_chain_verify(const kf_board *board) {
    bool seen[KF_BOARD_CELLS];
    memset(seen, 0, board->cells * sizeof seen[0]);
    uint64_t hash = 0;
    for (uint32_t at = 0; at < board->cells; at++) {
        const kf_cell *cell = &board->cell[at];
        if (cell->colour == BORDER) {
            continue;
        }
        if (cell->colour == KF_EMPTY) {
            if (cell->head != 0) {
                return false;
            }
            continue;
        }
        hash ^= kf_board_key(kf_board_point(board, at), (kf_colour)cell->colour);
        if (!seen[at] && !verify_chain(board, at, seen)) {
            return false;
        }
    }
    return hash == board->hash;
}
