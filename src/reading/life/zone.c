// SPDX-License-Identifier: MIT
// The zone of a proof: what the winner's way through a position rests on.
//
// A position that agrees with another one on its zone, and has all of the chains that meet it, is
// won in the same way, whatever the loser has added elsewhere. So the zone must hold what makes the
// winner's moves legal, what they take, what keeps other chains from being taken, and what forbids
// the loser to play where he may not. The idea is that of the relevance zones of C.-C. Shih,
// T.-R. Wu and others (2021).

#include "reading/life/life.h"

static kf_cells vacant_cells(const kf_local_map *map, const kf_local *at) {
    return kf_cells_minus(map->all, kf_cells_or(at->stones[0], at->stones[1]));
}

// Adds a liberty of the chain, but for one cell, unless one is there or none is needed.
static kf_cells add_liberty(const kf_local_map *map, kf_cells zone, kf_cells liberties) {
    if (kf_cells_none(liberties) || kf_cells_meet(zone, liberties))
        return zone;
    kf_cells close = kf_cells_and(liberties, kf_local_touch(map, zone));
    int cell = kf_cells_first(kf_cells_none(close) ? liberties : close);
    return kf_cells_or(zone, kf_cells_of(cell));
}

kf_cells kf_zone_hold(const kf_local_map *map, const kf_local *at, kf_cells zone) {
    kf_cells vacant = vacant_cells(map, at);
    for (int player = 0; player < 2; player++) {
        kf_cells lasting = kf_local_free(map, player);
        kf_cells left = kf_cells_and(zone, at->stones[player]);
        while (!kf_cells_none(left)) {
            kf_cells beside;
            kf_cells chain = kf_local_chain(map, at->stones[player], kf_cells_first(left), &beside);
            left = kf_cells_minus(left, chain);
            if (!kf_cells_meet(chain, lasting))
                zone = add_liberty(map, zone, kf_cells_and(beside, vacant));
        }
    }
    return zone;
}

// The chains of a player that a stone of the other one takes on that cell, with all that they
// touch.
static kf_cells find_taken(const kf_local_map *map, const kf_local *at, int cell, int player) {
    kf_cells vacant = vacant_cells(map, at), taken = {0, 0};
    kf_cells left = kf_cells_and(map->beside[cell], at->stones[player]);
    while (!kf_cells_none(left)) {
        kf_cells beside;
        kf_cells chain = kf_local_chain(map, at->stones[player], kf_cells_first(left), &beside);
        left = kf_cells_minus(left, chain);
        if (kf_cells_same(kf_cells_and(beside, vacant), kf_cells_of(cell)) &&
            !kf_cells_meet(chain, kf_local_free(map, player)))
            taken = kf_cells_or(taken, beside);
    }
    return taken;
}

kf_cells kf_zone_keep(const kf_local_map *map, const kf_local *at, kf_cells zone) {
    kf_cells target = kf_cells_and(map->target, at->stones[KF_DEFENDER]);
    return kf_cells_meet(zone, target) ? zone : kf_cells_or(zone, target);
}

kf_cells kf_zone_move(const kf_local_map *map, const kf_local *at, int cell, kf_cells zone) {
    kf_local next = *at;
    kf_local_play(map, &next, cell);
    zone = kf_cells_or(zone, kf_local_touch(map, kf_cells_of(cell)));
    zone = kf_zone_hold(map, &next, zone);
    return kf_cells_or(zone, find_taken(map, at, cell, 1 - at->turn));
}

kf_cells kf_zone_answer(const kf_local_map *map, const kf_local *at, int cell) {
    kf_cells tied = kf_cells_and(map->beside[cell], at->stones[at->turn]);
    return kf_cells_or(tied, find_taken(map, at, cell, 1 - at->turn));
}

bool kf_zone_is_apart(const kf_local_map *map, const kf_local *at, int cell, kf_cells zone) {
    kf_cells beside, own = kf_cells_or(at->stones[at->turn], kf_cells_of(cell));
    kf_cells chain = kf_local_chain(map, own, cell, &beside);
    return !kf_cells_meet(chain, zone) && kf_cells_none(find_taken(map, at, cell, 1 - at->turn));
}

// What makes a move of the player to move there suicide.
static kf_cells find_bars(const kf_local_map *map, const kf_local *at, int cell, kf_cells zone) {
    kf_cells vacant = kf_cells_minus(vacant_cells(map, at), kf_cells_of(cell));
    zone = kf_cells_or(zone, map->beside[cell]);
    for (int player = 0; player < 2; player++) {
        kf_cells left = kf_cells_and(map->beside[cell], at->stones[player]);
        while (!kf_cells_none(left)) {
            kf_cells beside;
            kf_cells chain = kf_local_chain(map, at->stones[player], kf_cells_first(left), &beside);
            left = kf_cells_minus(left, chain);
            if (player == at->turn)
                zone = kf_cells_or(zone, beside);
            else if (!kf_cells_meet(chain, kf_local_free(map, player)))
                zone = add_liberty(map, zone, kf_cells_and(beside, vacant));
        }
    }
    return zone;
}

kf_cells kf_zone_bar(const kf_local_map *map, const kf_local *at, kf_cells zone) {
    kf_cells vacant = vacant_cells(map, at), done = {0, 0}, left;
    do {
        zone = kf_zone_hold(map, at, zone);
        left = kf_cells_minus(kf_cells_and(zone, vacant), done);
        done = kf_cells_or(done, left);
        for (kf_cells open = left; !kf_cells_none(open); open = kf_cells_rest(open)) {
            kf_local next = *at;
            int cell = kf_cells_first(open);
            if (!kf_cells_meet(map->beside[cell], vacant) && cell != at->ko &&
                !kf_local_play(map, &next, cell))
                zone = find_bars(map, at, cell, zone);
        }
    } while (!kf_cells_none(left));
    return zone;
}
