// SPDX-License-Identifier: MIT
// Two eyes, or the want of room for them, without reading.

#include "reading/life/life.h"

enum {
    CHAINS = 48,
    FEW = 2,
    SMALL = 20,
    ATTACKED = 8,
    THREATS = 16, // that are looked at
    DEFENCES = 12 // most moves that are answered
};

// The chains of the defender, and the regions between them.
typedef struct plan {
    const kf_local_map *map;
    kf_cells own;
    kf_cells vacant;
    int chains;
    kf_cells chain[CHAINS];
    kf_cells beside[CHAINS];
    bool alive[CHAINS];
    bool is_ready; // the chains, and what follows, were found
    kf_cells lost; // where the attacker cannot be kept away
    kf_cells left; // what the defender does not hold but for regions that touch such cells
    int regions;
    kf_cells region[CHAINS];
    kf_cells walls[CHAINS]; // the chains that touch the region, as a set of their numbers
} plan;

static bool find_chains(plan *p) {
    p->chains = 0;
    for (kf_cells left = p->own; !kf_cells_none(left);) {
        if (p->chains == CHAINS)
            return false;
        int i = p->chains++;
        p->chain[i] = kf_local_chain(p->map, p->own, kf_cells_first(left), &p->beside[i]);
        left = kf_cells_minus(left, p->chain[i]);
    }
    return true;
}

// See the plan. Regions that the attacker holds, or that lead outside, are no eyes.
static kf_cells find_left(const kf_local_map *map, kf_cells own, kf_cells lost) {
    kf_cells free = kf_cells_minus(map->all, own);
    return kf_cells_minus(free, kf_local_flood(map, kf_cells_and(lost, free), free));
}

// Finds the regions of what is left.
static bool find_regions(plan *p) {
    p->regions = 0;
    for (kf_cells left = p->left; !kf_cells_none(left);) {
        kf_cells one = kf_local_flood(p->map, kf_cells_of(kf_cells_first(left)), left);
        left = kf_cells_minus(left, one);
        if (p->regions == CHAINS)
            return false;
        int i = p->regions++;
        p->region[i] = one;
        p->walls[i] = (kf_cells){0, 0};
        for (int k = 0; k < p->chains; k++)
            if (kf_cells_meet(p->beside[k], one))
                p->walls[i] = kf_cells_or(p->walls[i], kf_cells_of(k));
    }
    return true;
}

// Counts the regions that are vital to a chain and touch only chains still taken as alive.
static int count_vital(const plan *p, int chain, kf_cells alive) {
    int count = 0;
    for (int i = 0; i < p->regions; i++) {
        kf_cells vacant = kf_cells_and(p->region[i], p->vacant);
        count += kf_cells_has(p->walls[i], chain) && kf_cells_within(p->walls[i], alive) &&
                 kf_cells_within(vacant, p->beside[chain]);
    }
    return count;
}

// Benson's theorem on the part alone; see board/benson.c for the whole board.
static bool has_two_eyes(plan *p) {
    bool fell = true;
    kf_cells alive = {0, 0};
    for (int k = 0; k < p->chains; k++) {
        p->alive[k] = true;
        alive = kf_cells_or(alive, kf_cells_of(k));
    }
    while (fell) {
        fell = false;
        for (int k = 0; k < p->chains; k++)
            if (p->alive[k] && count_vital(p, k, alive) < 2) {
                p->alive[k] = false;
                alive = kf_cells_minus(alive, kf_cells_of(k));
                fell = true;
            }
    }
    for (int k = 0; k < p->chains; k++)
        if (p->alive[k] && kf_cells_meet(p->chain[k], p->map->target))
            return true;
    return false;
}

// Whether a region is vital to one of the chains.
static bool is_vital(const plan *p, int region, kf_cells alive) {
    kf_cells vacant = kf_cells_and(p->region[region], p->vacant);
    for (kf_cells left = alive; !kf_cells_none(left); left = kf_cells_rest(left)) {
        int chain = kf_cells_first(left);
        if (kf_cells_has(p->walls[region], chain) && kf_cells_within(vacant, p->beside[chain]))
            return true;
    }
    return false;
}

// The chains that live, and their eyes.
static kf_cells zone_of_life(const plan *p) {
    kf_cells zone = {0, 0}, alive = {0, 0};
    for (int k = 0; k < p->chains; k++)
        if (p->alive[k]) {
            alive = kf_cells_or(alive, kf_cells_of(k));
            zone = kf_cells_or(zone, p->chain[k]);
        }
    for (int i = 0; i < p->regions; i++)
        if (kf_cells_within(p->walls[i], alive) && is_vital(p, i, alive))
            zone = kf_cells_or(zone, p->region[i]);
    return zone;
}

// How many of the points can be picked so that no two are neighbours.
static int count_apart(const kf_local_map *map, kf_cells points) {
    int count = 0;
    while (!kf_cells_none(points)) {
        int first = kf_cells_first(points);
        points = kf_cells_minus(kf_cells_rest(points), map->beside[first]);
        count++;
    }
    return count;
}

static bool any_apart(const kf_local_map *map, kf_cells points) {
    for (kf_cells left = points; !kf_cells_none(left); left = kf_cells_rest(left)) {
        int first = kf_cells_first(left);
        kf_cells others =
            kf_cells_minus(kf_cells_minus(points, kf_cells_of(first)), map->beside[first]);
        if (!kf_cells_none(others))
            return true;
    }
    return false;
}

// Points of one part of what the target reaches that could become part of an eye: not beside a
// stone that stands for good. Where there is more than one chain, stones of the defender count too,
// unless they are few: they might be taken and the eye made in their place.
static kf_cells find_points(const plan *p, kf_cells part, kf_cells shut) {
    kf_cells points = kf_cells_minus(part, shut), largest = {0, 0};
    int count = 0, size = 0;
    for (int k = 0; k < p->chains; k++) {
        if (!kf_cells_meet(p->chain[k], part))
            continue;
        int own = kf_cells_count(p->chain[k]);
        count++;
        if (own > size) {
            size = own;
            largest = p->chain[k];
        }
        if (own <= FEW)
            points = kf_cells_minus(points, p->chain[k]);
    }
    kf_cells others = kf_cells_minus(points, largest);
    // The attacker takes the largest chain last, when no other one has a liberty at an eye.
    bool is_last = kf_cells_within(kf_local_touch(p->map, others), kf_cells_or(largest, others));
    return count == 1 || (is_last && !any_apart(p->map, others)) ? others : points;
}

// All such points, and whether two of them could be eyes of one chain.
static kf_cells find_all_points(const plan *p, kf_cells wall, bool *is_room) {
    kf_cells lost = kf_cells_or(p->map->firm[KF_ATTACKER], p->map->open);
    kf_cells shut = kf_cells_or(kf_local_touch(p->map, wall), lost), all = {0, 0};
    // Stones may come back where others of the target were taken.
    kf_cells left = kf_cells_minus(p->map->target, wall);
    kf_cells within = kf_cells_minus(p->map->all, wall);
    for (*is_room = false; !kf_cells_none(left);) {
        kf_cells part = kf_local_flood(p->map, kf_cells_of(kf_cells_first(left)), within);
        kf_cells points = find_points(p, part, shut);
        left = kf_cells_minus(left, part);
        *is_room = *is_room || any_apart(p->map, points);
        all = kf_cells_or(all, points);
    }
    return all;
}

// Whether some of the target is connected to what lies outside and counts as safe: that chain.
static kf_cells find_out(const plan *p) {
    kf_cells lasting = kf_local_free(p->map, KF_DEFENDER);
    for (int k = 0; k < p->chains; k++)
        if (kf_cells_meet(p->chain[k], p->map->target) && kf_cells_meet(p->chain[k], lasting))
            return p->chain[k];
    return (kf_cells){0, 0};
}

// Finds the chains. False: there are too many to be judged.
static bool prepare(plan *p, const kf_local_map *map, const kf_local *at) {
    p->map = map;
    p->own = at->stones[KF_DEFENDER];
    p->vacant = kf_cells_minus(map->all, kf_cells_or(p->own, at->stones[KF_ATTACKER]));
    return find_chains(p);
}

// Whether the target is safe as it stands.
static kf_eyespace_answer find_safety(plan *p, kf_cells *zone) {
    *zone = find_out(p);
    if (!kf_cells_none(*zone))
        return KF_EYESPACE_OUT;
    if (!find_regions(p) || p->regions < 2 || !has_two_eyes(p))
        return KF_EYESPACE_OPEN;
    *zone = zone_of_life(p);
    return KF_EYESPACE_LIVES;
}

// Looks at a position, or only whether it is the end: then nothing else is found out where there
// is room for eyes.
static kf_eyespace look(const kf_local_map *map, const kf_local *at, bool only_end, plan *p) {
    kf_eyespace seen = {.glance = KF_EYESPACE_OPEN, .zone = {0, 0}};
    p->is_ready = false;
    if (!kf_cells_meet(at->stones[KF_DEFENDER], map->target)) {
        seen.glance = KF_EYESPACE_DIES;
        seen.zone = map->target;
        return seen;
    }
    p->is_ready = prepare(p, map, at);
    if (!p->is_ready)
        return seen;
    kf_cells ties, firm = kf_local_firm(map, at), wall = kf_local_wall(map, at, firm, &ties);
    bool is_room;
    kf_cells points = find_all_points(p, wall, &is_room);
    if (only_end && is_room)
        return seen;
    seen.points = kf_cells_count(points);
    seen.room = points;
    seen.eyes = count_apart(map, points);
    p->lost = kf_cells_or(firm, kf_cells_or(map->firm[KF_ATTACKER], map->open));
    p->left = find_left(map, p->own, p->lost);
    seen.glance = find_safety(p, &seen.zone);
    if (seen.glance == KF_EYESPACE_OPEN && !is_room) {
        kf_cells reach =
            kf_local_flood(map, kf_cells_minus(map->target, wall), kf_cells_minus(map->all, wall));
        if (!kf_cells_meet(reach, kf_local_free(map, KF_DEFENDER))) {
            seen.glance = KF_EYESPACE_DIES;
            seen.zone = kf_local_touch(map, kf_cells_or(reach, ties));
        }
    }
    return seen;
}

kf_eyespace kf_eyespace_look(const kf_local_map *map, const kf_local *at) {
    plan p;
    return look(map, at, false, &p);
}

// Whether what is left of the target is one chain that can be taken now.
static bool can_take(const kf_local_map *map, const kf_local *at, kf_cells *zone) {
    kf_cells left = kf_cells_and(at->stones[KF_DEFENDER], map->target), beside;
    kf_cells chain = kf_local_chain(map, at->stones[KF_DEFENDER], kf_cells_first(left), &beside);
    kf_cells stones = kf_cells_or(at->stones[KF_DEFENDER], at->stones[KF_ATTACKER]);
    kf_cells liberties = kf_cells_minus(beside, stones);
    if (!kf_cells_within(left, chain) || kf_cells_count(liberties) != 1 ||
        kf_cells_first(liberties) == at->ko ||
        kf_cells_meet(chain, kf_local_free(map, KF_DEFENDER)))
        return false;
    *zone = kf_zone_move(map, at, kf_cells_first(liberties), map->target);
    return true;
}

// Where one move may be enough for the defender: where he gets out, and while the part is small or
// well filled, wherever he may make an eye.
static kf_cells find_tries(const kf_local_map *map, const kf_local *at, int eyes) {
    kf_cells stones = kf_cells_or(at->stones[KF_DEFENDER], at->stones[KF_ATTACKER]);
    kf_cells left = kf_cells_minus(kf_local_touch(map, at->stones[KF_DEFENDER]), stones);
    kf_cells lasting = kf_local_free(map, KF_DEFENDER);
    kf_cells roots = kf_cells_and(at->stones[KF_DEFENDER], lasting);
    kf_cells out = kf_local_touch(map, kf_local_flood(map, roots, at->stones[KF_DEFENDER]));
    bool is_small = kf_cells_count(kf_cells_minus(map->core, stones)) <= SMALL;
    return eyes >= 2 && is_small ? left : kf_cells_and(left, kf_cells_or(lasting, out));
}

// A move that decides, and what that rests on.
typedef struct win {
    int cell;
    kf_eyespace_answer answer;
    kf_cells zone;
} win;

// A position of which moves of the defender are tried, and what they have in common.
typedef struct outlook {
    const plan *p;
    kf_cells free;    // where he has no stones
    bool is_split;    // what is left is in two parts or more
    bool has_way_out; // some of his stones are connected to what lies outside
} outlook;

static bool is_split(const kf_local_map *map, kf_cells left) {
    return !kf_cells_none(left) &&
           !kf_cells_same(left, kf_local_flood(map, kf_cells_of(kf_cells_first(left)), left));
}

// Whether a stone on the cell may part what lies around it from cells that are lost.
static bool may_part(const outlook *o, int cell) {
    const kf_local_map *map = o->p->map;
    kf_cells beside = kf_cells_and(map->beside[cell], o->free);
    if (kf_cells_within(beside, o->p->lost))
        return false;
    kf_cells ring = kf_cells_and(kf_cells_or(map->beside[cell], map->across[cell]), o->free);
    kf_cells lost = kf_local_flood(map, kf_cells_and(ring, o->p->lost), ring);
    if (kf_cells_within(beside, lost))
        return false;
    if (kf_cells_has(o->p->lost, cell))
        return true;
    ring = kf_local_flood(map, kf_cells_of(kf_cells_first(beside)), ring);
    return !kf_cells_within(beside, ring);
}

// A quick look before `find_safety`: whether he may be out by that move, or has two regions for
// eyes. `left` gets what is left after it.
static bool may_be_safe(const outlook *o, int cell, kf_cells *left) {
    const kf_local_map *map = o->p->map;
    bool is_inside = kf_cells_has(o->p->left, cell),
         is_out = o->has_way_out || kf_cells_has(kf_local_free(map, KF_DEFENDER), cell);
    *left = kf_cells_minus(o->p->left, kf_cells_of(cell));
    if (is_inside)
        return is_out || is_split(map, *left);
    if (!may_part(o, cell))
        return is_out || o->is_split;
    *left = find_left(map, kf_cells_or(o->p->own, kf_cells_of(cell)), o->p->lost);
    return is_out || is_split(map, *left);
}

// The chains after his stone: those that it touches become one, and all stay in their order. False:
// there are too many.
static bool add_stone(plan *p, const plan *from, int cell) {
    kf_cells chain = kf_cells_of(cell), beside = kf_cells_or(from->map->beside[cell], chain);
    int count = 0, place;
    p->map = from->map;
    p->own = kf_cells_or(from->own, chain);
    for (int i = 0; i < from->chains; i++) {
        bool is_tied = kf_cells_has(from->beside[i], cell);
        chain = is_tied ? kf_cells_or(chain, from->chain[i]) : chain;
        beside = is_tied ? kf_cells_or(beside, from->beside[i]) : beside;
        p->chain[count] = from->chain[i];
        p->beside[count] = from->beside[i];
        count += !is_tied;
    }
    if (count == CHAINS)
        return false;
    for (place = count; place > 0 && kf_cells_first(p->chain[place - 1]) > kf_cells_first(chain);
         place--) {
        p->chain[place] = p->chain[place - 1];
        p->beside[place] = p->beside[place - 1];
    }
    p->chain[place] = chain;
    p->beside[place] = beside;
    p->chains = count + 1;
    return true;
}

// Moves by which the defender lives or gets out at once; `from` is the plan of the position.
// Returns how many: `most` at most.
static int find_wins(const plan *from, const kf_local *at, int eyes, win *wins, int most) {
    const kf_local_map *map = from->map;
    kf_cells tries = find_tries(map, at, eyes);
    int count = 0;
    if (kf_cells_none(tries))
        return 0;
    outlook o = {.p = from,
                 .free = kf_cells_minus(map->all, from->own),
                 .is_split = is_split(map, from->left),
                 .has_way_out = kf_cells_meet(from->own, kf_local_free(map, KF_DEFENDER))};
    for (; !kf_cells_none(tries) && count < most; tries = kf_cells_rest(tries)) {
        kf_local next = *at;
        kf_cells left, zone;
        int cell = kf_cells_first(tries);
        plan p;
        if (cell == at->ko || !may_be_safe(&o, cell, &left) || !kf_local_play(map, &next, cell) ||
            !add_stone(&p, from, cell))
            continue;
        p.left = left;
        p.vacant = kf_cells_minus(map->all, kf_cells_or(p.own, next.stones[KF_ATTACKER]));
        kf_eyespace_answer after = find_safety(&p, &zone);
        if (after != KF_EYESPACE_OPEN)
            wins[count++] =
                (win){cell, after, kf_zone_keep(map, at, kf_zone_move(map, at, cell, zone))};
    }
    return count;
}

// Whether the defender lives or gets out by one move.
static void try_moves(const plan *p, const kf_local *at, kf_eyespace *seen) {
    win first;
    if (!p->is_ready || find_wins(p, at, seen->eyes, &first, 1) == 0)
        return;
    seen->glance = first.answer;
    seen->zone = first.zone;
}

// Whether one move of the attacker leaves no room for two eyes. One that takes a part of the target
// is no such move: new stones may come back there.
static void try_attacks(const kf_local_map *map, const kf_local *at, kf_eyespace *seen) {
    kf_cells own = kf_cells_and(at->stones[KF_DEFENDER], map->target);
    kf_cells stones = kf_cells_or(at->stones[KF_DEFENDER], at->stones[KF_ATTACKER]);
    if (seen->points > ATTACKED)
        return;
    kf_cells left = kf_cells_minus(kf_local_touch(map, seen->room), stones);
    for (; !kf_cells_none(left); left = kf_cells_rest(left)) {
        kf_local next = *at;
        int cell = kf_cells_first(left);
        if (cell == at->ko || !kf_local_play(map, &next, cell) ||
            !kf_cells_within(own, next.stones[KF_DEFENDER]))
            continue;
        plan p;
        kf_eyespace after = look(map, &next, true, &p);
        if (after.glance == KF_EYESPACE_DIES) {
            seen->glance = KF_EYESPACE_DIES;
            seen->zone = kf_zone_move(map, at, cell, after.zone);
            return;
        }
    }
}

// What the player whose turn it is reaches at once.
static void try_at_once(const kf_local_map *map, const kf_local *at, const plan *p,
                        kf_eyespace *seen) {
    if (seen->glance == KF_EYESPACE_OPEN && at->turn == KF_DEFENDER)
        try_moves(p, at, seen);
    else if (seen->glance == KF_EYESPACE_OPEN && can_take(map, at, &seen->zone))
        seen->glance = KF_EYESPACE_DIES;
    else if (seen->glance == KF_EYESPACE_OPEN)
        try_attacks(map, at, seen);
    if (seen->glance != KF_EYESPACE_OPEN)
        seen->zone = kf_zone_hold(map, at, seen->zone);
}

kf_eyespace kf_eyespace_foresee(const kf_local_map *map, const kf_local *at) {
    plan p;
    kf_eyespace seen = look(map, at, false, &p);
    try_at_once(map, at, &p, &seen);
    return seen;
}

// ---- What the other player answers ----
//
// He has to threaten something first: what he would reach at once if the player to move passed. Who
// plays outside the zone of a threat has not met it. So only moves in the zones of all threats are
// tried, and where each of them is answered at once, the position is decided.

// Cells where a move could change anything.
static kf_cells find_moves(const kf_local_map *map, const kf_local *at) {
    kf_cells stones = kf_cells_or(at->stones[0], at->stones[1]);
    return kf_cells_minus(kf_local_reach(map, at), stones);
}

// Whether each of the moves is answered at once, so that the position is decided as `hoped`. `zone`
// is that of the threats, and gets what the answers rest on.
static bool are_answered(const kf_local_map *map, const kf_local *at, kf_cells moves,
                         kf_eyespace_answer *hoped, kf_cells *zone) {
    for (; !kf_cells_none(moves); moves = kf_cells_rest(moves)) {
        kf_local next = *at;
        int cell = kf_cells_first(moves);
        if (!kf_local_play(map, &next, cell))
            continue;
        kf_eyespace after = kf_eyespace_foresee(map, &next);
        bool is_dead = after.glance == KF_EYESPACE_DIES;
        if (after.glance == KF_EYESPACE_OPEN || is_dead != (*hoped == KF_EYESPACE_DIES))
            return false;
        if (after.glance == KF_EYESPACE_OUT)
            *hoped = KF_EYESPACE_OUT;
        *zone = kf_cells_or(kf_cells_or(*zone, after.zone), kf_zone_answer(map, at, cell));
    }
    return true;
}

// Finds out whether the defender lives or gets out whatever the attacker plays first.
static void answer_attacks(const kf_local_map *map, const kf_local *at, const plan *p,
                           kf_eyespace *seen) {
    win threats[THREATS];
    kf_local passed = *at;
    kf_local_play(map, &passed, KF_LOCAL_PASS);
    int count = p->is_ready ? find_wins(p, &passed, seen->eyes, threats, THREATS) : 0;
    kf_cells moves = find_moves(map, at), zone = {0, 0};
    kf_eyespace_answer hoped = KF_EYESPACE_LIVES;
    for (int i = 0; i < count; i++) {
        kf_cells one = kf_zone_hold(map, &passed, threats[i].zone);
        kf_cells fewer = kf_cells_and(moves, one);
        if (i > 0 && kf_cells_same(fewer, moves))
            continue;
        moves = fewer;
        zone = kf_cells_or(zone, one);
        hoped = threats[i].answer == KF_EYESPACE_OUT ? KF_EYESPACE_OUT : hoped;
    }
    if (count == 0 || !are_answered(map, at, moves, &hoped, &zone))
        return;
    seen->zone = kf_zone_bar(map, at, kf_zone_keep(map, at, zone));
    seen->glance = hoped;
}

// Finds out whether the attacker takes the target whatever the defender plays first. Where it is he
// who asks, all of his moves are tried: he might make an eye outside the zone of the threat.
static void answer_defences(const kf_local_map *map, const kf_local *at, const plan *p, int side,
                            kf_eyespace *seen) {
    kf_local passed = *at;
    kf_eyespace threat = *seen;
    kf_eyespace_answer hoped = KF_EYESPACE_DIES;
    kf_local_play(map, &passed, KF_LOCAL_PASS);
    try_at_once(map, &passed, p, &threat);
    if (threat.glance != KF_EYESPACE_DIES)
        return;
    kf_cells moves = find_moves(map, at), zone = threat.zone;
    if (side == KF_ATTACKER)
        moves = kf_cells_and(moves, zone);
    if (kf_cells_count(moves) > DEFENCES || !are_answered(map, at, moves, &hoped, &zone))
        return;
    seen->zone = kf_zone_bar(map, at, zone);
    seen->glance = KF_EYESPACE_DIES;
}

kf_eyespace kf_eyespace_foresee_answers(const kf_local_map *map, const kf_local *at, int side) {
    plan p;
    kf_eyespace seen = look(map, at, false, &p);
    try_at_once(map, at, &p, &seen);
    // A ban of a ko would end with the pass that stands for moves elsewhere.
    if (seen.glance != KF_EYESPACE_OPEN || at->ko != KF_LOCAL_NO_CELL)
        return seen;
    if (at->turn == KF_ATTACKER)
        answer_attacks(map, at, &p, &seen);
    else
        answer_defences(map, at, &p, side, &seen);
    return seen;
}
