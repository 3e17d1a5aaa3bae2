// SPDX-License-Identifier: MIT
// What the result of a running attack depends on.

#include "solve/ladder.h"

// The liberties of a chain beside the chase, if they are so few that one less could change it.
static void mark_chain(kf_ladder *l, const kf_ladder_step *step, uint32_t stone) {
    bool is_friend = l->sight.cell[stone].colour == l->runner;
    kf_sight_found found = {.count = 0};
    kf_sight_chain(l->sight, stone, is_friend ? step->liberty[0] : 0,
                   is_friend && step->liberties == 2 ? step->liberty[1] : 0, &found);
    for (uint32_t i = 0; i < found.count && found.count < KF_SIGHT_MANY; i++)
        l->zone[found.cell[i]] = true;
}

static void mark_around(kf_ladder *l, const kf_ladder_step *step, uint32_t at) {
    l->zone[at] = true;
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_sight_beside(l->sight, at, side), colour = l->sight.cell[next].colour;
        if (colour == KF_EMPTY)
            l->zone[next] = true;
        else if (colour == KF_BLACK || colour == KF_WHITE)
            mark_chain(l, step, next);
    }
}

// Marks the vacant cells whose filling could change what is found in this position: the liberties
// of the chain and what is beside them, and the liberties of men beside it that are few.
void kf_ladder_zone_mark(kf_ladder *l, const kf_ladder_step *step) {
    uint32_t at = l->chain;
    do {
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_sight_beside(l->sight, at, side);
            if (l->sight.cell[next].colour == KF_EMPTY)
                mark_around(l, step, next);
            else if (l->sight.cell[next].colour == l->chaser)
                mark_chain(l, step, next);
        }
        at = l->sight.cell[at].next;
    } while (at != l->chain);
    for (uint32_t i = 0; i < l->weak_count; i++) {
        uint32_t last =
            l->sight.cell[l->weak[i]].colour == l->chaser ? kf_sight_last(l->sight, l->weak[i]) : 0;
        if (last != 0)
            mark_around(l, step, last);
    }
}
