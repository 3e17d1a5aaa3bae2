// SPDX-License-Identifier: MIT
// What is counted of a move and of the position after it, for the guess how promising that is.
//
// All are small numbers, most of them 0 or 1. Which of them counts for how much was learned, see
// weights.c; the order here is that of the weights.

#include "reading/life/life.h"

#include <assert.h>
#include <string.h>

enum { FAR = 8 }; // more liberties than are told apart

// The counts of a move; those of the position after it follow.
enum {
    PASS,
    TAKES,           // the last liberty of a chain of the other side,
    TAKES_MORE,      // of two stones or more
    SAVES,           // the last liberty of an own chain,
    SAVES_MORE,      // of two stones or more
    ATARI,           // one of two liberties of a chain of the other side,
    LENGTHENS,       // or of an own one
    PRESSES,         // one of three
    STRENGTHENS,     // likewise
    FROM_SAFE,       // beside own stones that stand for good
    TO_SAFE,         // beside such stones of the other side
    BESIDE_OWN,      // beside an own chain
    BESIDE_OTHER,    // beside one of the other side
    AT_TARGET,       // a liberty of the target,
    AT_SHORT_TARGET, // one of two at most,
    AT_LONG_TARGET,  // or one of three
    EDGE,
    SECOND_LINE,
    CORNER,
    VACANT,                 // 0 to 4 neighbours are vacant
    OWN = VACANT + 5,       // none, one or more of them belong to the player; all do
    OTHER = OWN + 4,        // likewise for the other side
    OWN_ACROSS = OTHER + 4, // diagonal neighbours
    OTHER_ACROSS,
    EDGE_OWN,
    EDGE_OTHER,
    BESIDE_LAST,   // the move before,
    ACROSS_LAST,   // or diagonally from it,
    TWO_FROM_LAST, // two steps away,
    THREE_FROM_LAST,
    HAS_LAST,             // whether there is such a move on the board
    LONELY,               // without support, 0 to 2 liberties
    IN_CORE = LONELY + 3, // of the part
    ALL_VACANT,
    BETWEEN, // beside chains of either side
    ANY
};

// How many there are, but never more than 3: faster than to count them all.
static int count_few(kf_cells cells) {
    int count = 0;
    for (; count < 3 && !kf_cells_none(cells); count++)
        cells = kf_cells_rest(cells);
    return count;
}

static void add(kf_cells *to, kf_cells cells) {
    *to = kf_cells_or(*to, cells);
}

// What stands on a point near a move. Of a vacant cell nothing is said.
enum {
    OWN_STONE = 1,               // that stands for good, has three liberties or more, two or one
    OTHER_STONE = OWN_STONE + 4, // likewise
    OFF_BOARD = OTHER_STONE + 4,
    OUT_VACANT, // outside the part,
    OUT_OWN,    // a stone there
    OUT_OTHER
};

static_assert((int)OUT_OTHER + 1 == (int)KF_FEATURES_KINDS, "the weights are of other kinds");

static void tell_chain(kf_surroundings *s, int player, kf_cells chain, int liberties, bool lasts) {
    int kind = player == s->player ? OWN_STONE : OTHER_STONE;
    kind += lasts ? 0 : liberties >= 3 ? 1 : liberties == 2 ? 2 : 3;
    for (; !kf_cells_none(chain); chain = kf_cells_rest(chain))
        s->kind[kf_cells_first(chain)] = (uint8_t)kind;
}

static void tell_outside(kf_surroundings *s) {
    s->kind[KF_NEAR_EDGE] = OFF_BOARD;
    s->kind[KF_NEAR_VACANT] = OUT_VACANT;
    s->kind[KF_NEAR_STONE + s->player] = OUT_OWN;
    s->kind[KF_NEAR_STONE + 1 - s->player] = OUT_OTHER;
}

void kf_features_near(const kf_surroundings *s, int move, uint8_t *kinds) {
    memset(kinds, 0, KF_NEAR);
    for (int i = 0; i < KF_NEAR && move != KF_LOCAL_PASS; i++)
        kinds[i] = s->kind[s->map->near[move][i]];
}

// Sorts the liberties of one chain by how many it has.
static void sort_chain(kf_surroundings *s, int player, kf_cells chain, kf_cells liberties,
                       bool is_target) {
    int count = kf_cells_count(liberties);
    if (is_target) {
        add(&s->target, liberties);
        if (count <= 3)
            add(count == 3 ? &s->long_target : &s->short_target, liberties);
    }
    if (count >= 1 && count <= 3)
        add(&s->few[player][count - 1], liberties);
    if (count == 1 && !kf_cells_none(kf_cells_rest(chain)))
        add(&s->large[player], liberties);
}

void kf_features_around(const kf_local_map *map, const kf_local *at, int last, kf_surroundings *s) {
    memset(s, 0, sizeof *s);
    s->map = map;
    s->player = at->turn;
    s->last = last;
    s->stones[0] = at->stones[0];
    s->stones[1] = at->stones[1];
    s->vacant = kf_cells_minus(map->all, kf_cells_or(at->stones[0], at->stones[1]));
    s->second = kf_cells_minus(kf_local_touch(map, map->edge), map->edge);
    for (int player = 0; player < 2; player++) {
        kf_cells lasting = kf_local_free(map, player), left = at->stones[player];
        while (!kf_cells_none(left)) {
            kf_cells beside;
            kf_cells chain = kf_local_chain(map, at->stones[player], kf_cells_first(left), &beside);
            kf_cells liberties = kf_cells_and(beside, s->vacant);
            bool is_target = player == KF_DEFENDER && kf_cells_meet(chain, map->target);
            left = kf_cells_minus(left, chain);
            add(&s->beside[player], liberties);
            bool lasts = kf_cells_meet(chain, lasting);
            tell_chain(s, player, chain, kf_cells_count(liberties), lasts);
            if (lasts)
                add(&s->safe[player], liberties);
            else
                sort_chain(s, player, chain, liberties, is_target);
        }
    }
    tell_outside(s);
    int own = s->player;
    kf_cells weak = kf_cells_or(s->few[own][0], s->few[own][1]);
    s->support = kf_cells_minus(s->beside[own], weak);
    s->support = kf_cells_or(s->support, kf_cells_or(s->safe[own], s->few[1 - own][0]));
    if (last < KF_CELLS_MAX) {
        s->two_steps = kf_local_touch(map, map->beside[last]);
        s->three_steps = kf_local_touch(map, s->two_steps);
    }
}

static void count_chains(const kf_surroundings *s, int cell, int8_t *counts) {
    int own = s->player, other = 1 - own;
    counts[TAKES] = kf_cells_has(s->few[other][0], cell);
    counts[TAKES_MORE] = kf_cells_has(s->large[other], cell);
    counts[SAVES] = kf_cells_has(s->few[own][0], cell);
    counts[SAVES_MORE] = kf_cells_has(s->large[own], cell);
    counts[ATARI] = kf_cells_has(s->few[other][1], cell);
    counts[LENGTHENS] = kf_cells_has(s->few[own][1], cell);
    counts[PRESSES] = kf_cells_has(s->few[other][2], cell);
    counts[STRENGTHENS] = kf_cells_has(s->few[own][2], cell);
    counts[FROM_SAFE] = kf_cells_has(s->safe[own], cell);
    counts[TO_SAFE] = kf_cells_has(s->safe[other], cell);
    counts[BESIDE_OWN] = kf_cells_has(s->beside[own], cell);
    counts[BESIDE_OTHER] = kf_cells_has(s->beside[other], cell);
    counts[BETWEEN] = counts[BESIDE_OWN] & counts[BESIDE_OTHER];
    counts[AT_TARGET] = kf_cells_has(s->target, cell);
    counts[AT_SHORT_TARGET] = kf_cells_has(s->short_target, cell);
    counts[AT_LONG_TARGET] = kf_cells_has(s->long_target, cell);
}

// None, one or more; and all.
static void count_side(int count, int all, int8_t *counts) {
    counts[count < 2 ? count : 2] = 1;
    counts[3] = count == all;
}

static void count_neighbours(const kf_surroundings *s, int cell, int8_t *counts) {
    kf_cells beside = s->map->beside[cell], across = s->map->across[cell];
    kf_cells own = s->stones[s->player], other = s->stones[1 - s->player];
    int all = kf_cells_count(beside), vacant = kf_cells_count(kf_cells_and(beside, s->vacant));
    bool is_edge = kf_cells_has(s->map->edge, cell);
    counts[VACANT + vacant] = 1;
    counts[ALL_VACANT] = vacant == all;
    count_side(kf_cells_count(kf_cells_and(beside, own)), all, counts + OWN);
    count_side(kf_cells_count(kf_cells_and(beside, other)), all, counts + OTHER);
    counts[OWN_ACROSS] = (int8_t)kf_cells_count(kf_cells_and(across, own));
    counts[OTHER_ACROSS] = (int8_t)kf_cells_count(kf_cells_and(across, other));
    counts[EDGE] = is_edge;
    counts[SECOND_LINE] = kf_cells_has(s->second, cell);
    counts[CORNER] = is_edge && all == 2;
    counts[EDGE_OWN] = is_edge && counts[OWN] == 0;
    counts[EDGE_OTHER] = is_edge && counts[OTHER] == 0;
    if (vacant < 3 && !kf_cells_has(s->support, cell))
        counts[LONELY + vacant] = 1;
}

static void count_last(const kf_surroundings *s, int cell, int8_t *counts) {
    if (s->last >= KF_CELLS_MAX)
        return;
    counts[HAS_LAST] = 1;
    int step = kf_cells_has(s->map->beside[cell], s->last)   ? BESIDE_LAST
               : kf_cells_has(s->map->across[cell], s->last) ? ACROSS_LAST
               : kf_cells_has(s->two_steps, cell)            ? TWO_FROM_LAST
               : kf_cells_has(s->three_steps, cell)          ? THREE_FROM_LAST
                                                             : HAS_LAST;
    counts[step] = 1;
}

void kf_features_move(const kf_surroundings *s, int move, int8_t *counts) {
    memset(counts, 0, KF_FEATURES_MOVE);
    if (move == KF_LOCAL_PASS) {
        counts[PASS] = 1;
        return;
    }
    count_chains(s, move, counts);
    count_neighbours(s, move, counts);
    count_last(s, move, counts);
    counts[IN_CORE] = kf_cells_has(s->map->core, move);
    counts[ANY] = 1;
}

// ---- The position after it ----

enum {
    ALWAYS,
    POINTS,                 // that could become part of an eye
    EYES,                   // of them that could be eyes beside one another
    TWO_EYES,               // two of these at most,
    THREE_EYES,             // or three
    PIECES,                 // chains that are left of the target
    WIDTH,                  // liberties of the largest of them
    LEAST,                  // whether the shortest has one, two or three
    IN_ATARI = LEAST + 3,   // stones of the target
    STONES,                 // of it
    LARGEST,                // of its largest chain
    LIBERTIES,              // of all of it,
    OUTER,                  // and those that are no points for eyes
    REACH,                  // vacant points within reach
    INTRUDERS,              // stones of the attacker there that do not stand for good
    WAY_OUT,                // one, two or three steps from a way out
    TAKEABLE = WAY_OUT + 3, // chains of the intruders with a single liberty,
    TAKEABLE_STONES,
    CHAINS_OF_TWO, // with two, three or more
    CHAINS_OF_THREE,
    CHAINS_OF_MORE,
    RACE,    // 4, and by how many liberties the shortest of them beside the target is ahead of it
    NO_RACE, // none of them is beside it
    SINGLE,  // vacant points between stones of the defender alone
    SOLID,   // of them that cannot be made false
    NEARLY,  // points that one more stone makes such
    ROOMS,   // pieces of the points for eyes
    LARGEST_ROOM,
    CROSSINGS,   // vacant ones with three neighbours among them,
    BENDS,       // or two
    ROOM_TAKEN,  // points under stones of the attacker,
    ROOM_FILLED, // or of the defender
    ROOM_EDGE,
    KO,
    THREATS_OWN,
    THREATS_OTHER,
    ESCAPES,
    INNER,
    BANNED,
    FRIENDS, // stones of the defender within reach that are no target
    MANY_ROOMS,
    ROOM_SIZE, // three points at most, four, five or six
    FEW_STONES = ROOM_SIZE + 4,
    NO_INTRUDER,
    FEW_POINTS,  // four at most,
    MANY_POINTS, // or ten at least
    ANY_SOLID,
    TWO_SINGLE,
    REACHES_OUT,
    KILL,
    KILL_CLAIMED,
    COUNTS
};

static_assert((int)ANY + 1 == (int)KF_FEATURES_MOVE && (int)COUNTS == (int)KF_FEATURES_POSITION,
              "the weights are of other counts");

// A position while it is counted.
typedef struct position {
    const kf_local_map *map;
    kf_cells own, foes, vacant;
    kf_cells target; // what is left of it
    kf_cells reach;
    kf_cells room;
    int least; // liberties of the shortest chain of the target
    int8_t *counts;
} position;

static void set(const position *p, int what, int count, int most) {
    p->counts[what] = (int8_t)(count < most ? count : most);
}

static void count_target(position *p) {
    kf_cells left = p->target, liberties = {0, 0};
    int pieces = 0, largest = 0, width = 0, in_atari = 0, stones = kf_cells_count(left);
    for (p->least = FAR; !kf_cells_none(left); pieces++) {
        kf_cells beside, chain = kf_local_chain(p->map, p->own, kf_cells_first(left), &beside);
        kf_cells free = kf_cells_and(beside, p->vacant);
        int size = kf_cells_count(chain), count = kf_cells_count(free);
        left = kf_cells_minus(left, chain);
        liberties = kf_cells_or(liberties, free);
        p->least = count < p->least ? count : p->least;
        in_atari += count == 1 ? size : 0;
        width = size > largest ? count : width;
        largest = size > largest ? size : largest;
    }
    set(p, PIECES, pieces, 6);
    set(p, WIDTH, width, 10);
    if (p->least >= 1 && p->least <= 3)
        p->counts[LEAST + p->least - 1] = 1;
    set(p, IN_ATARI, in_atari, 5);
    set(p, STONES, stones, 15);
    set(p, LARGEST, largest, 12);
    set(p, LIBERTIES, kf_cells_count(liberties), 12);
    set(p, OUTER, kf_cells_count(kf_cells_minus(liberties, p->room)), 8);
    p->counts[FEW_STONES] = stones <= 2;
    set(p, FRIENDS, kf_cells_count(kf_cells_and(p->reach, p->own)) - stones, 8);
}

// The attacker's chains within reach, and the race with those beside the target.
static void count_intruders(const position *p, kf_cells left) {
    kf_cells touch = kf_local_touch(p->map, p->target);
    int of[4] = {0, 0, 0, 0}, stones = 0, shortest = FAR;
    p->counts[NO_INTRUDER] = kf_cells_none(left);
    set(p, INTRUDERS, kf_cells_count(left), 12);
    while (!kf_cells_none(left)) {
        kf_cells beside, chain = kf_local_chain(p->map, p->foes, kf_cells_first(left), &beside);
        int count = kf_cells_count(kf_cells_and(beside, p->vacant));
        left = kf_cells_minus(left, chain);
        of[count >= 1 && count <= 3 ? count - 1 : 3]++;
        stones += count == 1 ? kf_cells_count(chain) : 0;
        if (count < shortest && kf_cells_meet(chain, touch))
            shortest = count;
    }
    set(p, TAKEABLE, of[0], 4);
    set(p, TAKEABLE_STONES, stones, 8);
    for (int i = 1; i < 4; i++)
        set(p, TAKEABLE + 1 + i, of[i], 4);
    int ahead = shortest - p->least + 4;
    set(p, RACE, ahead > 0 ? ahead : 0, 8);
    p->counts[NO_RACE] = shortest == FAR;
}

static void count_reach(const position *p) {
    const kf_local_map *map = p->map;
    kf_cells out = kf_cells_or(map->firm[KF_DEFENDER], map->open);
    kf_cells near = kf_local_touch(map, kf_cells_and(p->own, p->reach));
    kf_cells one = kf_cells_minus(near, p->foes);
    kf_cells two = kf_cells_and(kf_local_touch(map, one), p->vacant);
    set(p, REACH, kf_cells_count(kf_cells_and(p->reach, p->vacant)), 25);
    p->counts[WAY_OUT] = kf_cells_meet(kf_cells_and(one, p->vacant), out);
    p->counts[WAY_OUT + 1] = kf_cells_meet(two, out);
    p->counts[WAY_OUT + 2] = kf_cells_meet(kf_cells_and(kf_local_touch(map, two), p->vacant), out);
    p->counts[REACHES_OUT] = kf_cells_meet(p->reach, out);
}

static void count_single(const position *p) {
    const kf_local_map *map = p->map;
    kf_cells others = kf_cells_minus(map->all, p->own);
    kf_cells lost = kf_cells_or(map->open, kf_local_free(map, KF_ATTACKER));
    int single = 0, solid = 0, nearly = 0;
    kf_cells left = kf_cells_and(p->vacant, kf_local_touch(map, p->own));
    kf_cells thrice, twice = kf_local_twice(map, others, &thrice);
    left = kf_cells_minus(left, kf_cells_or(lost, twice));
    for (; !kf_cells_none(left); left = kf_cells_rest(left)) {
        int cell = kf_cells_first(left), most = kf_cells_has(map->edge, cell) ? 0 : 1;
        int missing = kf_cells_meet(map->beside[cell], others);
        kf_cells against = missing == 1 ? p->foes : others;
        bool is_good = count_few(kf_cells_and(map->across[cell], against)) <= most;
        single += missing == 0;
        solid += missing == 0 && is_good;
        nearly += missing == 1 && is_good;
    }
    set(p, SINGLE, single, 5);
    set(p, SOLID, solid, 5);
    set(p, NEARLY, nearly, 6);
    p->counts[ANY_SOLID] = solid >= 1;
    p->counts[TWO_SINGLE] = single >= 2;
}

static void count_rooms(const position *p) {
    int rooms = 0, largest = 0;
    kf_cells thrice, twice = kf_local_twice(p->map, p->room, &thrice);
    kf_cells vacant = kf_cells_and(p->room, p->vacant);
    for (kf_cells left = p->room; !kf_cells_none(left); rooms++) {
        kf_cells one = kf_local_flood(p->map, kf_cells_of(kf_cells_first(left)), p->room);
        int size = kf_cells_count(one);
        left = kf_cells_minus(left, one);
        largest = size > largest ? size : largest;
    }
    set(p, ROOMS, rooms, 5);
    set(p, LARGEST_ROOM, largest, 12);
    set(p, CROSSINGS, kf_cells_count(kf_cells_and(vacant, thrice)), 5);
    set(p, BENDS, kf_cells_count(kf_cells_and(vacant, kf_cells_minus(twice, thrice))), 6);
    set(p, ROOM_TAKEN, kf_cells_count(kf_cells_and(p->room, p->foes)), 6);
    set(p, ROOM_FILLED, kf_cells_count(kf_cells_and(p->room, p->own)), 8);
    set(p, ROOM_EDGE, kf_cells_count(kf_cells_and(p->room, p->map->edge)), 8);
    p->counts[MANY_ROOMS] = rooms >= 2;
    if (largest <= 6)
        p->counts[ROOM_SIZE + (largest < 3 ? 3 : largest) - 3] = 1;
}

static void count_terms(const position *p, const kf_local *at, int side) {
    bool is_kill = side == KF_ATTACKER;
    p->counts[ALWAYS] = 1;
    p->counts[KO] = at->ko != KF_LOCAL_NO_CELL;
    p->counts[THREATS_OWN] = at->threats[at->turn] > 0;
    p->counts[THREATS_OTHER] = at->threats[1 - at->turn] > 0;
    p->counts[BANNED] = p->counts[KO] && at->threats[at->turn] == 0;
    p->counts[ESCAPES] = p->map->escapes;
    p->counts[INNER] = p->map->is_inner;
    p->counts[KILL] = is_kill;
    p->counts[KILL_CLAIMED] = is_kill && p->map->escapes;
}

void kf_features_position(const kf_local_map *map, const kf_local *at, const kf_eyespace *seen,
                          int side, int8_t *counts) {
    position p = {.map = map,
                  .own = at->stones[KF_DEFENDER],
                  .foes = at->stones[KF_ATTACKER],
                  .target = kf_cells_and(at->stones[KF_DEFENDER], map->target),
                  .room = seen->room,
                  .counts = counts};
    p.vacant = kf_cells_minus(map->all, kf_cells_or(p.own, p.foes));
    p.reach = kf_local_flood(map, p.target, kf_cells_minus(map->all, kf_local_firm(map, at)));
    memset(counts, 0, KF_FEATURES_POSITION);
    set(&p, POINTS, seen->points, 15);
    set(&p, EYES, seen->eyes, 8);
    counts[TWO_EYES] = seen->eyes <= 2;
    counts[THREE_EYES] = seen->eyes == 3;
    counts[FEW_POINTS] = seen->points <= 4;
    counts[MANY_POINTS] = seen->points >= 10;
    count_target(&p);
    count_intruders(&p, kf_cells_and(p.foes, p.reach));
    count_reach(&p);
    count_single(&p);
    count_rooms(&p);
    count_terms(&p, at, side);
}
