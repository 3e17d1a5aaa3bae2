// SPDX-License-Identifier: MIT
// Unconditional life by Benson's algorithm, over the cells of the board.

#include <kifu/board.h>

#include <string.h>

enum { BORDER = 3, PAIRS = 4 * KF_BOARD_POINTS };

// A region and a chain beside it, by the head of the chain. `vacant` counts the points of the
// region that touch the chain and must all do so for the region to be vital to it.
typedef struct pair {
    uint16_t region;
    uint16_t head;
    uint16_t touching;
} pair;

// The regions that the stones of one colour cut out of the board.
typedef struct plan {
    const kf_board *board;
    kf_colour colour;
    bool suicide;
    int regions;
    int pairs;
    uint16_t region[KF_BOARD_CELLS];    // of a cell, from 1; 0 for stones of the colour and border
    uint16_t must[KF_BOARD_POINTS + 1]; // points of the region that must touch, by region
    bool healthy[KF_BOARD_POINTS + 1];  // all chains around the region are still taken as alive
    pair pair[PAIRS];
    uint16_t slot[KF_BOARD_CELLS]; // of a head: its pair in the region at hand, plus 1
    bool alive[KF_BOARD_CELLS];    // by head
} plan;

// Notes that the point of the region touches these chains; each is counted once a point.
static void touch(plan *p, uint32_t at, int region, bool counts) {
    uint16_t heads[4] = {0};
    int known = 0;
    for (int side = 0; side < 4; side++) {
        const kf_cell *beside = &p->board->cell[kf_board_beside(p->board, at, side)];
        bool again = beside->colour != p->colour;
        for (int i = 0; i < known; i++) {
            again = again || heads[i] == beside->head;
        }
        if (again) {
            continue;
        }
        heads[known++] = beside->head;
        uint16_t *slot = &p->slot[beside->head];
        if (*slot == 0 || p->pair[*slot - 1].region != region) {
            p->pair[p->pairs] = (pair){(uint16_t)region, beside->head, 0};
            *slot = (uint16_t)++p->pairs;
        }
        p->pair[*slot - 1].touching = (uint16_t)(p->pair[*slot - 1].touching + counts);
    }
}

// Finds the region that holds the cell, and the chains around it.
static void explore(plan *p, uint32_t start) {
    uint16_t queue[KF_BOARD_POINTS];
    size_t count = 0;
    int region = ++p->regions;
    p->must[region] = 0;
    p->region[start] = (uint16_t)region;
    queue[count++] = (uint16_t)start;
    for (size_t i = 0; i < count; i++) {
        bool counts = p->suicide || p->board->cell[queue[i]].colour == KF_EMPTY;
        p->must[region] = (uint16_t)(p->must[region] + counts);
        touch(p, queue[i], region, counts);
        for (int side = 0; side < 4; side++) {
            uint32_t beside = kf_board_beside(p->board, queue[i], side);
            uint8_t colour = p->board->cell[beside].colour;
            if (colour == p->colour || colour == BORDER || p->region[beside]) {
                continue;
            }
            p->region[beside] = (uint16_t)region;
            queue[count++] = (uint16_t)beside;
        }
    }
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
    memset(p->healthy, true, sizeof p->healthy);
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
int kf_benson_find(const kf_board *board, kf_colour colour, bool suicide, bool *alive) {
    plan p;
    begin(&p, board, colour, suicide);
    // Each round takes away at least one chain, and what is left when none falls supports itself.
    bool fell = true;
    while (fell) {
        fell = narrow(&p);
    }
    int count = 0;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        const kf_cell *cell = &board->cell[kf_board_cell(board, point)];
        alive[i] = cell->colour == colour && p.alive[cell->head];
        count += alive[i];
    }
    return count;
}

// Adds up, for each region, the points out of touch with the stones around it.
static void count_inner(const plan *p, uint16_t *inner) {
    memset(inner, 0, (KF_BOARD_POINTS + 1) * sizeof *inner);
    for (uint32_t at = 0; at < p->board->cells; at++) {
        bool touches = false;
        for (int side = 0; p->region[at] && side < 4; side++) {
            uint32_t beside = kf_board_beside(p->board, at, side);
            touches = touches || p->board->cell[beside].colour == p->colour;
        }
        uint16_t *of_region = &inner[p->region[at]];
        *of_region = (uint16_t)(*of_region + !touches);
    }
}

// An eye of the opponent needs a point that no stone of the colour touches, and a life two of them.
void kf_benson_eyes(const kf_board *board, kf_colour colour, const bool *alive, bool *safe) {
    plan p;
    uint16_t inner[KF_BOARD_POINTS + 1];
    begin(&p, board, colour, false);
    memset(p.alive, 0, board->cells * sizeof p.alive[0]);
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (alive[i]) {
            p.alive[board->cell[kf_board_cell(board, point)].head] = true;
        }
    }
    memset(p.healthy, false, sizeof p.healthy);
    for (int i = 0; i < p.pairs; i++) {
        p.healthy[p.pair[i].region] = true;
    }
    for (int i = 0; i < p.pairs; i++) {
        bool falls = !p.alive[p.pair[i].head];
        p.healthy[p.pair[i].region] = p.healthy[p.pair[i].region] && !falls;
    }
    count_inner(&p, inner);
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        uint16_t region = p.region[kf_board_cell(board, point)];
        safe[i] = region && p.healthy[region] && inner[region] <= 1;
    }
}
