// SPDX-License-Identifier: MIT
// How far either side looks from what it wants: a sum of a few counts.
//
// The weights are those of a logistic regression over 42,000 positions of problems to which reading
// had found the answer, in hundredths, one set for either side to move. The sum is then the
// logarithm of the odds that the target is taken; nine of ten positions fall on the right side.

#include "reading/life/life.h"

enum { CHAINS = 5, LIBERTIES = 8, STEPS = 20 };

// What is counted.
enum {
    POINTS,    // points that could become part of an eye
    EYES,      // of them that could be eyes beside one another
    VACANT,    // points within reach of the target
    INTRUDERS, // stones of the attacker there that are not safe
    PIECES,    // chains that are left of the target
    WIDTH,     // liberties of the largest of them
    ATARI,     // whether one of them has a single liberty,
    SHORT,     // or none has, but one has two
    SINGLE,    // vacant points between stones of the defender alone
    SOLID,     // of them that cannot be made false
    WAY_OUT,   // whether a way out is near
    TAKEABLE,  // chains of the attacker within reach that have a single liberty
    ALWAYS,    // 1
    COUNTS
};

static const int16_t weights[2][COUNTS] = {
    [KF_DEFENDER] = {-26, 44, -12, -2, -57, -114, 157, 60, -84, 80, -79, -246, 489},
    [KF_ATTACKER] = {-17, 17, -1, 15, -53, -154, 216, 138, -80, 90, 6, -149, 709},
};

// 1 and six times e to the power of a sixth of the number, from -20 on.
static const uint8_t powers[2 * STEPS + 1] = {
    1, 1, 1,  1,  1,  1,  2,  2,  2,  2,  2,  2,  3,  3,  3,  4,  4,   5,   5,   6,  7,
    8, 9, 11, 13, 15, 17, 20, 24, 28, 33, 39, 45, 53, 63, 74, 87, 103, 122, 143, 169};

static kf_cells vacant_cells(const kf_local_map *map, const kf_local *at) {
    return kf_cells_minus(map->all, kf_cells_or(at->stones[KF_DEFENDER], at->stones[KF_ATTACKER]));
}

static void count_target(const kf_local_map *map, const kf_local *at, int *counts) {
    kf_cells own = at->stones[KF_DEFENDER], vacant = vacant_cells(map, at);
    kf_cells left = kf_cells_and(own, map->target);
    int largest = 0, least = LIBERTIES;
    while (!kf_cells_none(left)) {
        kf_cells beside, chain = kf_local_chain(map, own, kf_cells_first(left), &beside);
        int size = kf_cells_count(chain), liberties = kf_cells_count(kf_cells_and(beside, vacant));
        left = kf_cells_minus(left, chain);
        least = liberties < least ? liberties : least;
        counts[PIECES] += counts[PIECES] < CHAINS;
        if (size > largest) {
            largest = size;
            counts[WIDTH] = liberties < LIBERTIES ? liberties : LIBERTIES;
        }
    }
    counts[ATARI] = least == 1;
    counts[SHORT] = least == 2;
}

static void count_single(const kf_local_map *map, const kf_local *at, int *counts) {
    kf_cells own = at->stones[KF_DEFENDER];
    kf_cells others = kf_cells_minus(map->all, own);
    kf_cells lost = kf_cells_or(map->open, kf_local_free(map, KF_ATTACKER));
    kf_cells left = kf_cells_minus(vacant_cells(map, at), lost);
    for (; !kf_cells_none(left); left = kf_cells_rest(left)) {
        int cell = kf_cells_first(left);
        if (kf_cells_meet(map->beside[cell], others))
            continue;
        int gaps = kf_cells_count(kf_cells_and(map->across[cell], others));
        counts[SINGLE]++;
        counts[SOLID] += gaps <= (kf_cells_has(map->edge, cell) ? 0 : 1);
    }
}

// What lies within reach of the target: over everything but the attacker's safe stones.
static void count_reach(const kf_local_map *map, const kf_local *at, int *counts) {
    kf_cells own = at->stones[KF_DEFENDER], foes = at->stones[KF_ATTACKER];
    kf_cells vacant = vacant_cells(map, at);
    kf_cells reach = kf_local_flood(map, kf_cells_and(own, map->target),
                                    kf_cells_minus(map->all, kf_local_firm(map, at)));
    kf_cells one_step = kf_cells_minus(kf_local_touch(map, kf_cells_and(own, reach)), foes);
    kf_cells two_steps = kf_cells_and(kf_local_touch(map, one_step), vacant);
    kf_cells left = kf_cells_and(foes, reach);
    counts[VACANT] = kf_cells_count(kf_cells_and(reach, vacant));
    counts[INTRUDERS] = kf_cells_count(left);
    counts[WAY_OUT] = kf_cells_meet(two_steps, kf_cells_or(map->firm[KF_DEFENDER], map->open));
    while (!kf_cells_none(left)) {
        kf_cells beside, chain = kf_local_chain(map, foes, kf_cells_first(left), &beside);
        left = kf_cells_minus(left, chain);
        counts[TAKEABLE] += kf_cells_count(kf_cells_and(beside, vacant)) == 1;
    }
}

kf_evaluation kf_evaluation_find(const kf_local_map *map, const kf_local *at,
                                 const kf_eyespace *seen) {
    int counts[COUNTS] = {[POINTS] = seen->points, [EYES] = seen->eyes, [ALWAYS] = 1};
    int odds = 0;
    count_target(map, at, counts);
    count_single(map, at, counts);
    count_reach(map, at, counts);
    for (int i = 0; i < COUNTS; i++)
        odds += weights[at->turn][i] * counts[i];
    int step = odds / 50;
    step = step > STEPS ? STEPS : step < -STEPS ? -STEPS : step;
    return (kf_evaluation){.kill = powers[STEPS - step], .live = powers[STEPS + step]};
}
