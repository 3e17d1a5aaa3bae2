// SPDX-License-Identifier: MIT
// A part of a board by itself: chains, captures, ko and the hash of its positions.

#include "reading/life/life.h"

#include <stdlib.h>

#include "base/hash.h"

kf_point kf_local_near(kf_point point, int number, int width, int height) {
    int place = number < KF_NEAR / 2 ? number : number + 1; // but for the point itself
    int x = kf_point_column(point) + place % KF_NEAR_WIDE - KF_NEAR_WIDE / 2;
    int y = kf_point_row(point) + place / KF_NEAR_WIDE - KF_NEAR_WIDE / 2;
    return x < 0 || y < 0 || x >= width || y >= height ? KF_NOWHERE : kf_point_at(x, y);
}

// Notes one cell among those around another, when it is.
static void note_near(kf_local_map *map, int cell, int other, int across, int down) {
    enum { STEPS = KF_NEAR_WIDE / 2 };
    int place = (down + STEPS) * KF_NEAR_WIDE + across + STEPS;
    if (abs(across) <= STEPS && abs(down) <= STEPS && cell != other)
        map->near[cell][place < KF_NEAR / 2 ? place : place - 1] = (uint8_t)other;
}

// What lies around one cell.
static void look_around(kf_local_map *map, int cell, int width, int height) {
    int column = kf_point_column(map->point[cell]), row = kf_point_row(map->point[cell]);
    map->all = kf_cells_or(map->all, kf_cells_of(cell));
    if (column == 0 || row == 0 || column == width - 1 || row == height - 1)
        map->edge = kf_cells_or(map->edge, kf_cells_of(cell));
    for (int k = 0; k < KF_NEAR; k++) {
        bool is_off = kf_local_near(map->point[cell], k, width, height) == KF_NOWHERE;
        map->near[cell][k] = is_off ? KF_NEAR_EDGE : KF_NEAR_VACANT;
    }
    for (int other = 0; other < map->count; other++) {
        int across = kf_point_column(map->point[other]) - column;
        int down = kf_point_row(map->point[other]) - row;
        int far = across * across + down * down;
        if (map->point[other] == KF_NOWHERE)
            continue;
        note_near(map, cell, other, across, down);
        if (far == 1)
            map->beside[cell] = kf_cells_or(map->beside[cell], kf_cells_of(other));
        else if (far == 2)
            map->across[cell] = kf_cells_or(map->across[cell], kf_cells_of(other));
        if (across == 1 && down == 0)
            map->left_of = kf_cells_or(map->left_of, kf_cells_of(cell));
    }
}

void kf_local_prepare(kf_local_map *map, int width, int height) {
    map->all = map->edge = map->left_of = (kf_cells){0, 0};
    map->salt = 0;
    for (int i = 0; i < map->count; i++) {
        map->beside[i] = map->across[i] = (kf_cells){0, 0};
        if (map->point[i] == KF_NOWHERE)
            continue;
        look_around(map, i, width, height);
        map->salt = kf_hash_mix(map->salt ^ map->point[i]);
        map->key[0][i] = kf_hash_mix(4 * (uint64_t)map->point[i] + 1);
        map->key[1][i] = kf_hash_mix(4 * (uint64_t)map->point[i] + 2);
    }
    map->whole = map->all;
}

void kf_local_choose(kf_local_map *map, bool is_inner) {
    map->is_inner = is_inner;
    map->all = is_inner ? map->core : map->whole;
    map->open = is_inner ? map->core_open : map->whole_open;
}

uint64_t kf_local_hash(const kf_local_map *map, const kf_local *at) {
    uint64_t rest = (uint64_t)at->ko << 24 | (uint64_t)at->turn << 16 |
                    (uint64_t)at->threats[0] << 8 | at->threats[1];
    rest |= (uint64_t)map->escapes << 32 | (uint64_t)map->is_inner << 33;
    return at->hash ^ map->salt ^ kf_hash_mix((rest + 1) << 12);
}

// This is where reading spends its time. Where all rows have the same distance a few shifts show
// the neighbours of all cells at once; else the words are walked one after the other.

// The cells on either side of those of a set; some may lie in gaps.
typedef struct sides {
    kf_cells left, right, up, down;
} sides;

static inline sides find_sides(kf_cells left_of, int stride, kf_cells set) {
    int back = 64 - stride;
    kf_cells on_left = kf_cells_and(set, left_of);
    kf_cells left = {set.low >> 1 | set.high << 63, set.high >> 1};
    return (sides){.left = kf_cells_and(left, left_of),
                   .right = {on_left.low << 1, on_left.high << 1 | on_left.low >> 63},
                   .up = {set.low >> stride | set.high << back, set.high >> stride},
                   .down = {set.low << stride, set.high << stride | set.low >> back}};
}

// All that touches a cell of the set, and the set.
static inline kf_cells shift(kf_cells left_of, int stride, kf_cells set) {
    sides of = find_sides(left_of, stride, set);
    kf_cells rows = kf_cells_or(of.left, of.right), columns = kf_cells_or(of.up, of.down);
    return kf_cells_or(set, kf_cells_or(rows, columns));
}

static inline kf_cells walk(const kf_local_map *map, kf_cells set) {
    kf_cells found = set;
    for (uint64_t word = set.low; word != 0; word &= word - 1)
        found = kf_cells_or(found, map->beside[KF_CELLS_LOWEST(word)]);
    for (uint64_t word = set.high; word != 0; word &= word - 1)
        found = kf_cells_or(found, map->beside[64 + KF_CELLS_LOWEST(word)]);
    return found;
}

// As `flood`, in a part that a single word holds.
static inline uint64_t flood_small(uint64_t left_of, int stride, uint64_t from, uint64_t within,
                                   uint64_t *touched) {
    uint64_t found = from, before;
    do {
        before = found;
        *touched = found | (found & left_of) << 1 | (found >> 1 & left_of) | found << stride |
                   found >> stride;
        found |= *touched & within;
    } while (found != before);
    return found;
}

// As kf_local_flood; `touched` gets what touches the set or belongs to it.
static inline kf_cells flood(const kf_local_map *map, kf_cells from, kf_cells within,
                             kf_cells *touched) {
    kf_cells found = from, all = from, front = from, left_of = map->left_of;
    int stride = map->stride;
    if (stride > 0 && map->count <= 64) {
        all.high = 0;
        found.low = flood_small(left_of.low, stride, from.low, within.low, &all.low);
    } else if (stride > 0) {
        while (!kf_cells_none(front)) {
            all = shift(left_of, stride, found);
            front = kf_cells_minus(kf_cells_and(all, within), found);
            found = kf_cells_or(found, front);
        }
    } else {
        while (!kf_cells_none(front)) {
            kf_cells next = walk(map, front);
            all = kf_cells_or(all, next);
            front = kf_cells_minus(kf_cells_and(next, within), found);
            found = kf_cells_or(found, front);
        }
    }
    *touched = kf_cells_and(all, map->whole);
    return found;
}

kf_cells kf_local_flood(const kf_local_map *map, kf_cells from, kf_cells within) {
    kf_cells touched;
    return flood(map, from, within, &touched);
}

kf_cells kf_local_chain(const kf_local_map *map, kf_cells own, int cell, kf_cells *beside) {
    kf_cells stone = kf_cells_of(cell), more = kf_cells_and(map->beside[cell], own);
    *beside = kf_cells_or(map->beside[cell], stone);
    return kf_cells_none(more) ? stone : flood(map, kf_cells_or(more, stone), own, beside);
}

kf_cells kf_local_twice(const kf_local_map *map, kf_cells set, kf_cells *thrice) {
    kf_cells once = {0, 0}, twice = {0, 0}, more = {0, 0};
    if (map->stride > 0) {
        sides of = find_sides(map->left_of, map->stride, set);
        kf_cells row = kf_cells_or(of.left, of.right), column = kf_cells_or(of.up, of.down);
        kf_cells rows = kf_cells_and(of.left, of.right), columns = kf_cells_and(of.up, of.down);
        more = kf_cells_or(kf_cells_and(rows, column), kf_cells_and(columns, row));
        twice = kf_cells_or(kf_cells_and(row, column), kf_cells_or(rows, columns));
    }
    for (; map->stride == 0 && !kf_cells_none(set); set = kf_cells_rest(set)) {
        kf_cells beside = map->beside[kf_cells_first(set)];
        more = kf_cells_or(more, kf_cells_and(twice, beside));
        twice = kf_cells_or(twice, kf_cells_and(once, beside));
        once = kf_cells_or(once, beside);
    }
    *thrice = kf_cells_and(more, map->whole);
    return kf_cells_and(twice, map->whole);
}

kf_cells kf_local_touch(const kf_local_map *map, kf_cells set) {
    kf_cells all = map->stride > 0 ? shift(map->left_of, map->stride, set) : walk(map, set);
    return kf_cells_and(all, map->whole);
}

kf_cells kf_local_firm(const kf_local_map *map, const kf_local *at) {
    kf_cells stones = at->stones[KF_ATTACKER];
    return kf_local_flood(map, kf_cells_and(stones, kf_local_free(map, KF_ATTACKER)), stones);
}

static uint64_t hash_of(const kf_local_map *map, int player, kf_cells stones) {
    uint64_t hash = 0;
    for (; !kf_cells_none(stones); stones = kf_cells_rest(stones))
        hash ^= map->key[player][kf_cells_first(stones)];
    return hash;
}

static kf_cells find_reach(const kf_local_map *map, const kf_local *at, kf_cells *touched) {
    kf_cells open = kf_cells_minus(map->all, kf_local_firm(map, at));
    return flood(map, kf_cells_and(map->target, open), open, touched);
}

kf_cells kf_local_reach(const kf_local_map *map, const kf_local *at) {
    kf_cells touched;
    return find_reach(map, at, &touched);
}

uint64_t kf_local_key(const kf_local_map *map, const kf_local *at) {
    kf_local seen = *at;
    kf_cells scope, reach = find_reach(map, at, &scope);
    kf_cells wall = kf_cells_minus(kf_cells_and(scope, at->stones[KF_ATTACKER]), reach);
    for (int player = 0; player < 2; player++)
        seen.hash ^= hash_of(map, player, kf_cells_minus(at->stones[player], scope));
    // What makes the wall firm does not count, but that it is.
    seen.hash ^= kf_hash_mix(hash_of(map, KF_ATTACKER, wall));
    if (seen.ko != KF_LOCAL_NO_CELL && !kf_cells_has(scope, seen.ko))
        seen.ko = KF_LOCAL_NO_CELL;
    return kf_local_hash(map, &seen);
}

// Cells on which a stone of the attacker would stand for good.
static kf_cells find_ties(const kf_local_map *map, const kf_local *at, kf_cells firm) {
    kf_cells stones = kf_cells_or(at->stones[0], at->stones[1]);
    kf_cells beside = kf_cells_or(kf_local_free(map, KF_ATTACKER), kf_local_touch(map, firm));
    return kf_cells_minus(kf_cells_and(beside, map->all), stones);
}

kf_cells kf_local_wall(const kf_local_map *map, const kf_local *at, kf_cells firm, kf_cells *ties) {
    kf_cells wall = firm, own = at->stones[KF_ATTACKER];
    bool grew = true;
    *ties = (kf_cells){0, 0};
    while (grew) {
        kf_cells left = kf_cells_minus(own, wall);
        grew = false;
        for (kf_cells sure = find_ties(map, at, wall); !kf_cells_none(left);) {
            kf_cells beside, chain = kf_local_chain(map, own, kf_cells_first(left), &beside);
            kf_cells pair = kf_cells_minus(kf_cells_and(beside, sure), *ties);
            left = kf_cells_minus(left, chain);
            if (kf_cells_count(pair) < 2)
                continue;
            kf_cells one = kf_cells_of(kf_cells_first(pair));
            kf_cells other = kf_cells_of(kf_cells_first(kf_cells_rest(pair)));
            *ties = kf_cells_or(*ties, kf_cells_or(one, other));
            wall = kf_cells_or(wall, chain);
            grew = true;
        }
    }
    return wall;
}

static void take_off(const kf_local_map *map, kf_local *at, int player, kf_cells chain) {
    at->stones[player] = kf_cells_minus(at->stones[player], chain);
    for (; !kf_cells_none(chain); chain = kf_cells_rest(chain))
        at->hash ^= map->key[player][kf_cells_first(chain)];
}

// Takes off what a new stone has left without liberties, and returns it.
static kf_cells capture(const kf_local_map *map, kf_local *at, int cell, int foe, kf_cells vacant) {
    kf_cells near = kf_cells_and(map->beside[cell], at->stones[foe]), taken = {0, 0};
    kf_cells lasting = kf_local_free(map, foe);
    while (!kf_cells_none(near)) {
        kf_cells beside;
        int stone = kf_cells_first(near);
        near = kf_cells_rest(near);
        if (kf_cells_meet(map->beside[stone], vacant))
            continue;
        kf_cells chain = kf_local_chain(map, at->stones[foe], stone, &beside);
        near = kf_cells_minus(near, chain);
        if (!kf_cells_meet(beside, vacant) && !kf_cells_meet(chain, lasting))
            taken = kf_cells_or(taken, chain);
    }
    take_off(map, at, foe, taken);
    return taken;
}

// Puts the stone down. False: it would be suicide.
static bool place(const kf_local_map *map, kf_local *at, int cell) {
    int player = at->turn;
    at->stones[player] = kf_cells_or(at->stones[player], kf_cells_of(cell));
    at->hash ^= map->key[player][cell];
    kf_cells vacant =
        kf_cells_minus(map->all, kf_cells_or(at->stones[KF_DEFENDER], at->stones[KF_ATTACKER]));
    kf_cells taken = capture(map, at, cell, 1 - player, vacant), beside;
    at->ko = KF_LOCAL_NO_CELL;
    vacant = kf_cells_or(vacant, kf_cells_and(taken, map->all));
    bool is_single = kf_cells_count(taken) == 1;
    if (!is_single && kf_cells_meet(map->beside[cell], vacant))
        return true;
    kf_cells chain = kf_local_chain(map, at->stones[player], cell, &beside);
    kf_cells liberties = kf_cells_and(beside, vacant);
    bool lasts = kf_cells_meet(chain, kf_local_free(map, player));
    if (kf_cells_none(liberties) && !lasts)
        return false;
    // A ko: one stone has taken one stone, and stands alone with the point where it was.
    if (!lasts && is_single && kf_cells_same(liberties, taken) &&
        kf_cells_same(chain, kf_cells_of(cell)))
        at->ko = (uint8_t)kf_cells_first(taken);
    return true;
}

bool kf_local_play(const kf_local_map *map, kf_local *at, int move) {
    kf_local before = *at;
    int player = at->turn;
    if (move == KF_LOCAL_PASS) {
        at->ko = KF_LOCAL_NO_CELL;
        at->turn = (uint8_t)(1 - player);
        return true;
    }
    bool is_banned = move == at->ko;
    if (kf_cells_has(kf_cells_or(at->stones[0], at->stones[1]), move) ||
        (is_banned && at->threats[player] == 0) || !place(map, at, move)) {
        *at = before;
        return false;
    }
    if (is_banned)
        at->threats[player] = (uint8_t)(at->threats[player] - (at->threats[player] < 255));
    at->turn = (uint8_t)(1 - player);
    return true;
}
