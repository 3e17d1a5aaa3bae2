// SPDX-License-Identifier: MIT
// Unconditional life by Benson's algorithm, over the cells of the board.

#include "board/benson.h"

#include <string.h>

enum { BORDER = 3, PAIRS = 4 * KF_BOARD_POINTS };

// A region and a chain beside it, by the head of the chain. `touching` counts the points of the
// region that touch the chain and must all do so for the region to be vital to it.
typedef struct pair {
    uint16_t region;
    uint16_t head;
    uint16_t touching;
    uint16_t last; // the cell that touched it last
} pair;

// The regions that the stones of one colour cut out of the board.
typedef struct plan {
    const kf_board *board;
    kf_colour colour;
    bool suicide;
    int regions;
    int pairs;
    uint16_t region[KF_BOARD_CELLS];     // of a cell, from 1; 0 for stones of the colour and border
    uint16_t must[KF_BOARD_POINTS + 1];  // points of the region that must touch, by region
    uint16_t inner[KF_BOARD_POINTS + 1]; // points of the region that touch no stone around it
    bool healthy[KF_BOARD_POINTS + 1];   // all chains around the region are still taken as alive
    pair pair[PAIRS];
    uint16_t slot[KF_BOARD_CELLS]; // of a head: its pair in the region at hand, plus 1
    bool alive[KF_BOARD_CELLS];    // by head
} plan;

// Notes that the cell of the region touches this chain, which is counted once a cell.
static void touch(plan *p, uint32_t head, uint32_t at, int region, bool counts) {
    uint16_t *slot = &p->slot[head];
    if (*slot == 0 || p->pair[*slot - 1].region != region) {
        p->pair[p->pairs] = (pair){.region = (uint16_t)region, .head = (uint16_t)head};
        *slot = (uint16_t)++p->pairs;
    }
    pair *one = &p->pair[*slot - 1];
    one->touching = (uint16_t)(one->touching + (counts && one->last != at));
    one->last = (uint16_t)at;
}

// Finds the region that holds the cell, and the chains around it.
static void explore(plan *p, uint32_t start) {
    uint16_t queue[KF_BOARD_POINTS];
    size_t count = 0;
    int region = ++p->regions;
    uint16_t must = 0, inner = 0;
    p->region[start] = (uint16_t)region;
    queue[count++] = (uint16_t)start;
    for (size_t i = 0; i < count; i++) {
        const uint32_t at = queue[i];
        bool counts = p->suicide || p->board->cell[at].colour == KF_EMPTY, touches = false;
        for (int side = 0; side < 4; side++) {
            uint32_t beside = kf_board_beside(p->board, at, side);
            const kf_cell *cell = &p->board->cell[beside];
            if (cell->colour == p->colour) {
                touch(p, cell->head, at, region, counts);
                touches = true;
            } else if (cell->colour != BORDER && p->region[beside] == 0) {
                p->region[beside] = (uint16_t)region;
                queue[count++] = (uint16_t)beside;
            }
        }
        must = (uint16_t)(must + counts);
        inner = (uint16_t)(inner + !touches);
    }
    p->must[region] = must;
    p->inner[region] = inner;
}

// Starts with all chains alive and all regions found.
static void begin(plan *p, const kf_board *board, kf_colour colour, bool suicide) {
    p->board = board;
    p->colour = colour;
    p->suicide = suicide;
    p->regions = 0;
    p->pairs = 0;
    memset(p->region, 0, board->cells * sizeof p->region[0]);
    memset(p->slot, 0, board->cells * sizeof p->slot[0]);
    memset(p->alive, 0, board->cells * sizeof p->alive[0]);
    for (uint32_t at = 0; at < board->cells; at++) {
        uint8_t stone = board->cell[at].colour;
        if (stone == colour) {
            p->alive[board->cell[at].head] = true;
        } else if (stone != BORDER && p->region[at] == 0) {
            explore(p, at);
        }
    }
}

// One round: regions beside a chain that fell are no longer healthy, and chains with fewer than
// two healthy regions that are vital to them fall. False when nothing fell.
static bool narrow(plan *p) {
    uint16_t vital[KF_BOARD_CELLS];
    bool fell = false;
    memset(vital, 0, p->board->cells * sizeof vital[0]);
    memset(p->healthy, true, (size_t)p->regions + 1);
    for (int i = 0; i < p->pairs; i++) {
        if (!p->alive[p->pair[i].head]) {
            p->healthy[p->pair[i].region] = false;
        }
    }
    for (int i = 0; i < p->pairs; i++) {
        const pair *one = &p->pair[i];
        uint16_t must = p->must[one->region];
        vital[one->head] = (uint16_t)(vital[one->head] + (p->healthy[one->region] && must > 0 &&
                                                          one->touching == must));
    }
    for (uint32_t at = 0; at < p->board->cells; at++) {
        if (p->alive[at] && vital[at] < 2) {
            p->alive[at] = false;
            fell = true;
        }
    }
    return fell;
}

// Benson's theorem: a set of chains of which each has two regions that are vital to it, and in
// which all these regions touch chains of the set only, cannot be taken. The largest such set is
// what is left after all that cannot belong to one was taken away, again and again.
static int find(plan *p, bool *alive) {
    const kf_board *board = p->board;
    // Each round takes away at least one chain, and what is left when none falls supports itself.
    bool fell = true;
    while (fell) {
        fell = narrow(p);
    }
    int count = 0, i = 0;
    for (int row = 0; row < board->height; row++) {
        const kf_cell *cell = &board->cell[kf_board_cell(board, kf_point_at(0, row))];
        for (int column = 0; column < board->width; column++, cell++, i++) {
            alive[i] = cell->colour == p->colour && p->alive[cell->head];
            count += alive[i];
        }
    }
    return count;
}

// An eye of the opponent needs a point that no stone of the colour touches, and a life two of them.
static void find_eyes(plan *p, bool *safe) {
    const kf_board *board = p->board;
    memset(p->healthy, false, (size_t)p->regions + 1);
    for (int i = 0; i < p->pairs; i++) {
        p->healthy[p->pair[i].region] = true;
    }
    for (int i = 0; i < p->pairs; i++) {
        bool falls = !p->alive[p->pair[i].head];
        p->healthy[p->pair[i].region] = p->healthy[p->pair[i].region] && !falls;
    }
    int i = 0;
    for (int row = 0; row < board->height; row++) {
        const uint16_t *region = &p->region[kf_board_cell(board, kf_point_at(0, row))];
        for (int column = 0; column < board->width; column++, region++, i++) {
            safe[i] = *region != 0 && p->healthy[*region] && p->inner[*region] <= 1;
        }
    }
}

int kf_benson_find(const kf_board *board, kf_colour colour, bool suicide, bool *alive) {
    plan p;
    begin(&p, board, colour, suicide);
    return find(&p, alive);
}

void kf_benson_eyes(const kf_board *board, kf_colour colour, const bool *alive, bool *safe) {
    plan p;
    begin(&p, board, colour, false);
    memset(p.alive, 0, board->cells * sizeof p.alive[0]);
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (alive[i]) {
            p.alive[board->cell[kf_board_cell(board, point)].head] = true;
        }
    }
    find_eyes(&p, safe);
}

int kf_benson_life(const kf_board *board, kf_colour colour, bool suicide, bool *alive, bool *safe) {
    plan p;
    begin(&p, board, colour, suicide);
    int count = find(&p, alive);
    if (count > 0) {
        find_eyes(&p, safe);
    }
    return count;
}
