// SPDX-License-Identifier: MIT
// Seki, read from a position whose dead stones are known.

#include <kifu/board.h>

#include <stdlib.h>
#include <string.h>

enum { PAIRS = 6 * KF_BOARD_POINTS, ROOM_TO_LIVE = 3 };

// Chains are joined to groups by union of their heads; the other fields are those of the group
// at its root.
typedef struct groups {
    kf_board board; // without the dead
    uint16_t root[KF_BOARD_CELLS];
    uint16_t eyes[KF_BOARD_CELLS];
    uint16_t room[KF_BOARD_CELLS];
    uint8_t touches[KF_BOARD_CELLS]; // of a vacant cell's region: bit 1 Black, bit 2 White
    uint16_t region[KF_BOARD_CELLS]; // of a vacant cell, by its first cell
    bool weak[KF_BOARD_CELLS][3];    // of a region: a weak group of the colour touches it
    uint32_t pairs[PAIRS];
    size_t pair_count;
} groups;

static bool is_stone(const kf_cell *cell) {
    return cell->colour == KF_BLACK || cell->colour == KF_WHITE;
}

// The group of a chain. The way there is shortened on each walk.
static uint16_t find(groups *g, uint16_t head) {
    while (g->root[head] != head) {
        g->root[head] = g->root[g->root[head]];
        head = g->root[head];
    }
    return head;
}

// Makes two groups one, with the eyes and the room of both.
static void join(groups *g, uint16_t a, uint16_t b) {
    a = find(g, a);
    b = find(g, b);
    if (a != b) {
        g->root[b] = a;
        g->eyes[a] = (uint16_t)(g->eyes[a] + g->eyes[b]);
        g->room[a] = (uint16_t)(g->room[a] + g->room[b]);
    }
}

// Copies the board without the dead, and makes each chain a group.
static void begin(groups *g, const kf_board *board, const uint8_t *status) {
    kf_point dead[KF_BOARD_POINTS];
    size_t count = 0;
    kf_board_copy(&g->board, board);
    for (int i = 0; i < board->width * board->height; i++) {
        if (status[i] == KF_DEAD) {
            dead[count++] = kf_point_at(i % board->width, i / board->width);
        }
    }
    kf_board_put_all(&g->board, dead, count, KF_EMPTY);
    for (uint16_t at = 0; at < board->cells; at++) {
        g->root[at] = at;
        g->eyes[at] = g->room[at] = g->region[at] = 0;
        g->touches[at] = 0;
        g->weak[at][KF_BLACK] = g->weak[at][KF_WHITE] = false;
    }
    g->pair_count = 0;
}

// Finds the vacant region of the cell. One that touches a single colour is an eye: it joins the
// chains around it, and gives them room.
static void explore(groups *g, uint16_t start) {
    uint16_t queue[KF_BOARD_POINTS];
    uint16_t last = 0;
    size_t count = 0;
    g->region[start] = start;
    queue[count++] = start;
    for (size_t i = 0; i < count; i++) {
        for (int side = 0; side < 4; side++) {
            uint16_t next = (uint16_t)kf_board_beside(&g->board, queue[i], side);
            const kf_cell *cell = &g->board.cell[next];
            if (is_stone(cell)) {
                g->touches[start] |= (uint8_t)cell->colour;
            } else if (cell->colour == KF_EMPTY && g->region[next] == 0) {
                g->region[next] = start;
                queue[count++] = next;
            }
        }
    }
    if (g->touches[start] != KF_BLACK && g->touches[start] != KF_WHITE) {
        return;
    }
    for (size_t i = 0; i < 4 * count; i++) {
        const kf_cell *cell = &g->board.cell[kf_board_beside(&g->board, queue[i / 4], (int)i % 4)];
        if (is_stone(cell)) {
            join(g, last ? last : cell->head, cell->head);
            last = cell->head;
        }
    }
    uint16_t root = find(g, last);
    g->eyes[root]++;
    g->room[root] = (uint16_t)(g->room[root] + count);
}

// Whether a stone of the colour on the vacant cell could be taken at once, so that it cuts
// nothing: it finds no friend there and at most one vacant point.
static bool is_hopeless(const groups *g, uint32_t at, uint8_t colour) {
    int vacant = 0;
    for (int side = 0; side < 4; side++) {
        const kf_cell *cell = &g->board.cell[kf_board_beside(&g->board, at, side)];
        vacant += cell->colour == KF_EMPTY;
        if (cell->colour == colour) {
            return false;
        }
    }
    return vacant <= 1;
}

// Notes which chains of one colour meet at a neutral point; joins them where nobody can cut.
static void note_pairs(groups *g, uint32_t at, uint8_t colour) {
    uint32_t heads[4] = {0};
    int count = 0;
    for (int side = 0; side < 4; side++) {
        const kf_cell *cell = &g->board.cell[kf_board_beside(&g->board, at, side)];
        bool known = cell->colour != colour;
        for (int i = 0; i < count; i++) {
            known = known || heads[i] == cell->head;
        }
        if (!known) {
            heads[count++] = cell->head;
        }
    }
    bool safe = is_hopeless(g, at, (uint8_t)(3 - colour));
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            bool order = heads[i] < heads[j];
            uint32_t low = order ? heads[i] : heads[j];
            uint32_t high = order ? heads[j] : heads[i];
            if (safe) {
                join(g, (uint16_t)low, (uint16_t)high);
            } else {
                g->pairs[g->pair_count++] = low << 16 | high;
            }
        }
    }
}

static int by_value(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Joins chains that meet at two neutral points: one of them is always left to connect.
static void join_pairs(groups *g) {
    for (uint32_t at = 0; at < g->board.cells; at++) {
        bool neutral = g->board.cell[at].colour == KF_EMPTY && g->touches[g->region[at]] == 3;
        for (uint8_t colour = KF_BLACK; neutral && colour <= KF_WHITE; colour++) {
            note_pairs(g, at, colour);
        }
    }
    qsort(g->pairs, g->pair_count, sizeof g->pairs[0], by_value);
    for (size_t i = 1; i < g->pair_count; i++) {
        if (g->pairs[i] == g->pairs[i - 1]) {
            join(g, (uint16_t)(g->pairs[i] >> 16), (uint16_t)(g->pairs[i] & 0xFFFF));
        }
    }
}

// Whether the group of the stone has neither two eyes nor the room for them.
static bool is_weak(groups *g, uint16_t head) {
    uint16_t root = find(g, head);
    return g->eyes[root] < 2 && g->room[root] < ROOM_TO_LIVE;
}

// Goes over all neutral points beside weak groups: notes the colours of these by region, or,
// on the second pass, marks by root those that share a region with a weak opponent.
static void mark_weak(groups *g, bool *in_seki) {
    for (uint32_t i = 0; i < 4u * g->board.cells; i++) {
        uint32_t at = i / 4;
        uint16_t region = g->region[at];
        if (region == 0 || g->touches[region] != 3) {
            continue;
        }
        const kf_cell *cell = &g->board.cell[kf_board_beside(&g->board, at, (int)i % 4)];
        if (!is_stone(cell) || !is_weak(g, cell->head)) {
            continue;
        }
        if (!in_seki) {
            g->weak[region][cell->colour] = true;
        } else if (g->weak[region][3 - cell->colour]) {
            in_seki[find(g, cell->head)] = true;
        }
    }
}

// Eyes first, for they join chains; then chains that cannot be kept apart; then the weak groups
// that are left are looked for on both sides of each neutral region.
int kf_seki_mark(const kf_board *board, uint8_t *status) {
    groups g;
    bool in_seki[KF_BOARD_CELLS] = {false};
    begin(&g, board, status);
    for (uint16_t at = 0; at < g.board.cells; at++) {
        if (g.board.cell[at].colour == KF_EMPTY && g.region[at] == 0) {
            explore(&g, at);
        }
    }
    join_pairs(&g);
    mark_weak(&g, NULL);
    mark_weak(&g, in_seki);
    int marked = 0;
    for (int i = 0; i < board->width * board->height; i++) {
        uint32_t at = kf_board_cell(board, kf_point_at(i % board->width, i / board->width));
        const kf_cell *cell = &g.board.cell[at];
        if (is_stone(cell) && status[i] == KF_ALIVE && in_seki[find(&g, cell->head)]) {
            status[i] = KF_SEKI;
            marked++;
        }
    }
    return marked;
}
