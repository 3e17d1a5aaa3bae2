// SPDX-License-Identifier: MIT
// Thermographs from bounds: of a large tree only what they rest on.

#include "reading/endgame/endgame.h"

#include <string.h>

// Each position has two thermographs, for what it is worth at least and at most. As long as its
// moves were not listed both are numbers: all points in play are White's, or Black's. With them
// they come from those of the positions that the moves lead to, for thermographs only rise with
// what they are made of; where both walls are alike the value is proved. That holds where positions
// come back as well: what is found from below never is too much, nor too little from above.
//
// A question is whether a wall reaches a goal when a move costs t. The way goes down by moves that
// are not decided yet to one that was not looked at, and its moves are listed. It goes up again
// where a question is decided. The other wall is asked about, too, where moves cost more than is to
// be gained: then both have to meet high or low enough.
//
// What cannot be taken is out of play, so places that can no longer touch each other are parts of a
// sum, and each is looked at once however the others stand. The means of the parts add up, and
// their walls bound those of the sum.

enum {
    ONE = KF_THERMO_ONE,
    DEEPEST = 200,
    COLD = KF_ENDBOARD_MOST * ONE, // no move is worth more
    SEEN = 1 << 12,
    MOST_SEEN = 1 << 20,
    IDLE = 1 << 18, // questions in a row that tell nothing new
    NARROW = ONE,   // of bounds so close one is likely to be right
    MERIT = 20000,  // what a move that was enough elsewhere is worth as a guess
    DOUBT = 8,      // how much better those moves are of which more is known
    NO_MOVE = 255,
    WAY = 1 << 10,
    FEW = 40000,
    SWEEPS = 60,
    MOST_SWEEPS = 3 // of one region
};

// Whether a wall reaches the goal: the one of who begins, when a move costs `t`.
typedef struct question {
    uint32_t node;
    kf_colour first;
    int32_t t, goal;
} question;

typedef struct seen {
    question what;
    uint32_t clock;
} seen;

struct kf_endbound {
    kf_endgame tree;
    uint32_t clock; // how often anything became known
    uint32_t idle;
    int sweeps;
    uint32_t swept;                      // the clock when all positions were looked at
    uint32_t merit[3][KF_ENDBOARD_MOST]; // how often a move was enough, by colour
    size_t depth;
    question path[DEEPEST];
    uint8_t move[DEEPEST]; // that the way came by; NO_MOVE: to a part of a sum
    uint8_t on_way[WAY];   // see count_on_way
    seen *seen;            // questions that nothing was found for since the clock last went on
    size_t seen_count;
};

// ---- Bounds ----

static const kf_thermo *least(const kf_endbound *b, uint32_t node) {
    return kf_thermo_at(&b->tree.pool, b->tree.nodes[node].value);
}

static const kf_thermo *most(const kf_endbound *b, uint32_t node) {
    return kf_thermo_at(&b->tree.pool, b->tree.nodes[node].most);
}

static int32_t wall_of(const kf_thermo *value, kf_colour first, int32_t t) {
    return first == KF_BLACK ? kf_thermo_left(value, t) : kf_thermo_right(value, t);
}

// What a position is worth at least and at most, both for the question's wall.
typedef struct range {
    int32_t low, high;
} range;

static range range_of(const kf_endbound *b, uint32_t node, kf_colour first, int32_t t) {
    return (range){wall_of(least(b, node), first, t), wall_of(most(b, node), first, t)};
}

static uint32_t number(kf_endbound *b, int points) {
    return kf_thermo_make(&b->tree.pool, NULL, NULL, points * ONE, KF_THERMO_LEAST);
}

static uint32_t add_up(kf_endbound *b, uint32_t node, bool is_most) {
    kf_endgame *e = &b->tree;
    const uint32_t *part = &e->parts[e->nodes[node].parts];
    uint32_t sum = is_most ? e->nodes[*part].most : e->nodes[*part].value;
    for (part++; *part != 0; part++)
        sum = kf_thermo_sum(&e->pool, sum, is_most ? e->nodes[*part].most : e->nodes[*part].value,
                            is_most);
    return sum;
}

static uint32_t find_bound(kf_endbound *b, uint32_t node, bool is_most) {
    kf_endgame *e = &b->tree;
    bool is_open = e->nodes[node].is_open, is_sum = e->nodes[node].parts != 0;
    uint32_t sum = is_sum ? add_up(b, node, is_most) : 0;
    if (is_open)
        return sum;
    uint32_t value = kf_endgame_evaluate(e, node, is_most ? KF_THERMO_MOST : KF_THERMO_LEAST);
    return is_sum ? kf_thermo_closer(&e->pool, value, sum, is_most) : value;
}

// Whether what the bounds of a position rest on became another since they were made.
static bool is_stale(const kf_endbound *b, const kf_endnode *at) {
    const kf_endnode *nodes = b->tree.nodes;
    const kf_endedge *edge = &b->tree.edges[at->edges];
    if (at->looked == b->clock)
        return false;
    bool is_stale = at->looked == 0;
    for (int i = 0; i < at->counts[KF_BLACK] + at->counts[KF_WHITE] && !is_stale; i++)
        is_stale = nodes[edge[i].node].changed > at->looked;
    for (const uint32_t *part = &b->tree.parts[at->parts]; *part != 0 && !is_stale; part++)
        is_stale = nodes[*part].changed > at->looked;
    return is_stale;
}

// Makes the bounds anew from what they rest on; a position whose moves were not listed must be a
// sum. Whether they became others.
static bool update(kf_endbound *b, uint32_t node) {
    bool was_stale = is_stale(b, &b->tree.nodes[node]);
    b->tree.nodes[node].looked = b->clock;
    if (!was_stale)
        return false;
    uint32_t low = find_bound(b, node, false), high = find_bound(b, node, true);
    kf_endnode *at = &b->tree.nodes[node];
    if (low == at->value && high == at->most)
        return false;
    at->value = low;
    at->most = high;
    at->changed = at->looked = ++b->clock;
    b->idle = 0;
    return true;
}

// ---- Positions ----

static void add_part(kf_endgame *e, uint32_t part) {
    e->parts =
        kf_arena_grow(e->arena, e->parts, &e->part_room, e->part_count + 1, sizeof *e->parts);
    e->parts[e->part_count++] = part;
}

// The first bounds of a position.
static void guess(kf_endbound *b, uint32_t node) {
    uint64_t in_play = kf_endboard_all(&b->tree.region) & ~b->tree.nodes[node].position.out;
    int points = kf_endboard_size(in_play);
    uint32_t low = number(b, -points), high = number(b, points);
    b->tree.nodes[node].value = low;
    b->tree.nodes[node].most = high;
}

static uint32_t add_alone(kf_endbound *b, const kf_endposition *position) {
    size_t before = b->tree.node_count;
    uint32_t node = kf_endgame_add(&b->tree, position);
    if (b->tree.node_count > before)
        guess(b, node);
    return node;
}

// Finds the parts of a position that is new, and what they say.
static void prepare(kf_endbound *b, uint32_t node) {
    kf_endgame *e = &b->tree;
    const kf_endposition whole = e->nodes[node].position;
    uint64_t rest = kf_endboard_all(&e->region) & ~whole.out;
    kf_endposition part;
    kf_endboard_split(&e->region, &whole, &rest, &part);
    if (rest == 0)
        return;
    uint32_t first = (uint32_t)e->part_count;
    add_part(e, add_alone(b, &part));
    while (rest != 0) {
        kf_endboard_split(&e->region, &whole, &rest, &part);
        add_part(e, add_alone(b, &part));
    }
    add_part(e, 0);
    if (e->is_full)
        return;
    e->nodes[node].parts = first;
    update(b, node);
}

static void open(kf_endbound *b, uint32_t node) {
    size_t before = b->tree.node_count;
    kf_endgame_open(&b->tree, node);
    size_t end = b->tree.node_count;
    for (size_t i = before; i < end; i++)
        guess(b, (uint32_t)i);
    for (size_t i = before; i < end; i++)
        prepare(b, (uint32_t)i);
    if (b->tree.is_full) { // what was not listed is known no better than before
        b->tree.nodes[node].counts[KF_BLACK] = b->tree.nodes[node].counts[KF_WHITE] = 0;
        b->tree.nodes[node].is_open = true;
        return;
    }
    b->tree.nodes[node].looked = 0;
    update(b, node);
    b->clock++;
    b->idle = 0;
}

// The number of a filled position, and what it is worth beyond that. False: it is new, and no room
// is left for it.
static bool find_node(kf_endbound *b, const kf_endposition *position, uint32_t *node,
                      int32_t *more) {
    kf_endposition reduced = *position;
    size_t before = b->tree.node_count;
    *more = kf_endboard_reduce(&b->tree.region, &reduced) * ONE;
    if (!kf_endgame_has_room(&b->tree, &reduced))
        return false;
    *node = add_alone(b, &reduced);
    if (b->tree.node_count > before)
        prepare(b, *node);
    return true;
}

// ---- Questions ----

static bool is_decided(const kf_endbound *b, const question *at) {
    range r = range_of(b, at->node, at->first, at->t);
    return r.high < at->goal || r.low >= at->goal;
}

static uint64_t hash_of(const question *at) {
    uint64_t z = ((uint64_t)at->node << 1 | (at->first == KF_BLACK)) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 29) ^ (uint32_t)at->t) * UINT64_C(0xBF58476D1CE4E5B9);
    return (z ^ (z >> 32) ^ (uint32_t)at->goal) * UINT64_C(0x94D049BB133111EB);
}

static seen *find_seen(kf_endbound *b, const question *at) {
    return &b->seen[hash_of(at) >> 32 & (b->seen_count - 1)];
}

// How many questions of the way may be this one: another one is counted with it now and then.
static uint8_t *count_on_way(kf_endbound *b, const question *at) {
    return &b->on_way[hash_of(at) >> 16 & (WAY - 1)];
}

// Room for more questions where there are more positions: as long as nothing new is found, each is
// asked once.
static void widen_seen(kf_endbound *b) {
    size_t count = b->seen_count > 0 ? 4 * b->seen_count : SEEN;
    if (b->seen_count == MOST_SEEN || b->tree.node_count < b->seen_count)
        return;
    b->seen = kf_arena_resize(b->tree.arena, b->seen, count * sizeof *b->seen);
    memset(b->seen, 0, count * sizeof *b->seen);
    b->seen_count = count;
}

// Whether a question is on the way already, or nothing was found for it just now.
static bool is_vain(kf_endbound *b, const question *at) {
    const seen *s = find_seen(b, at);
    for (size_t i = 0; *count_on_way(b, at) > 0 && i <= b->depth; i++)
        if (memcmp(&b->path[i], at, sizeof *at) == 0)
            return true;
    return s->clock == b->clock && memcmp(&s->what, at, sizeof *at) == 0;
}

static void go_down(kf_endbound *b, const question *next, uint8_t move) {
    widen_seen(b);
    *find_seen(b, next) = (seen){*next, b->clock};
    b->move[++b->depth] = move;
    b->path[b->depth] = *next;
    ++*count_on_way(b, next);
    b->idle++;
}

// Seeks the move of a colour by which a position most likely reaches the goal (White: by which it
// does not). False: one is known already, or none is left that could.
static bool try_moves(kf_endbound *b, kf_colour colour, int32_t t, int32_t goal) {
    const kf_endgame *e = &b->tree;
    const kf_endnode *at = &e->nodes[b->path[b->depth].node];
    const kf_endedge *edge = &e->edges[at->edges + (colour == KF_WHITE ? at->counts[KF_BLACK] : 0)];
    int32_t needed = colour == KF_BLACK ? goal + t : goal - t;
    int64_t highest = INT64_MIN;
    question best = {0, KF_EMPTY, 0, 0};
    uint8_t move = NO_MOVE;
    for (int i = 0; i < at->counts[colour]; i++) {
        question next = {edge[i].node, kf_colour_other(colour), t, needed - edge[i].more * ONE};
        range r = range_of(b, next.node, next.first, t);
        if (colour == KF_BLACK ? r.low >= next.goal : r.high < next.goal)
            return false;
        if (is_decided(b, &next) || is_vain(b, &next))
            continue;
        int64_t middle = ((int64_t)r.low + r.high) * (colour == KF_BLACK ? 1 : -1);
        int64_t rank = middle + (int64_t)b->merit[colour][edge[i].at] * MERIT -
                       ((int64_t)r.high - r.low) / 8 * DOUBT;
        if (rank > highest) {
            highest = rank;
            best = next;
            move = edge[i].at;
        }
    }
    if (move != NO_MOVE)
        go_down(b, &best, move);
    return move != NO_MOVE;
}

// Seeks the wall of a part that is least known.
static bool try_parts(kf_endbound *b) {
    const kf_endgame *e = &b->tree;
    const question *at = &b->path[b->depth];
    question best = {0, KF_EMPTY, 0, 0};
    int32_t widest = 0;
    for (const uint32_t *part = &e->parts[e->nodes[at->node].parts]; *part != 0; part++)
        for (kf_colour first = KF_BLACK; first <= KF_WHITE; first++) {
            range r = range_of(b, *part, first, at->t);
            question next = {*part, first, at->t, r.low + (r.high - r.low + 1) / 2};
            if (r.high - r.low > widest && !is_vain(b, &next)) {
                widest = r.high - r.low;
                best = next;
            }
        }
    if (widest > 0)
        go_down(b, &best, NO_MOVE);
    return widest > 0;
}

// Seeks a move of either colour that would help: of the other one where moving costs more than is
// to be gained, for then both walls have to meet on one side of the goal.
static bool try_move(kf_endbound *b, const question *at) {
    kf_thermo_kind kind = at->first == KF_BLACK ? KF_THERMO_MOST : KF_THERMO_LEAST;
    const kf_endnode *node = &b->tree.nodes[at->node];
    uint32_t hope = node->parts != 0         ? kf_endgame_evaluate(&b->tree, at->node, kind)
                    : kind == KF_THERMO_MOST ? node->most
                                             : node->value;
    int32_t meet = kf_thermo_at(&b->tree.pool, hope)->temperature;
    if (at->t < meet)
        return try_moves(b, at->first, at->t, at->goal);
    // Where they meet between two whole places, the first one is looked at as well.
    for (int32_t t = meet; t >= 0 && t >= meet - 1; t--)
        if (try_moves(b, at->first, t, at->goal) ||
            try_moves(b, kf_colour_other(at->first), t, at->goal))
            return true;
    return false;
}

// Goes on from a question that is not decided. False: nothing more is to be found there.
static bool step(kf_endbound *b) {
    const question at = b->path[b->depth];
    const kf_endnode *node = &b->tree.nodes[at.node];
    bool is_sum = node->parts != 0;
    if (is_sum && b->depth + 1 < DEEPEST && try_parts(b))
        return true;
    if (is_sum && update(b, at.node))
        return true;
    if (b->tree.nodes[at.node].is_open) {
        open(b, at.node);
        return true;
    }
    if (b->depth + 1 < DEEPEST && try_move(b, &at))
        return true;
    return update(b, at.node);
}

// Goes back to the question that this one was asked for; a move that was enough is noted.
static void go_up(kf_endbound *b) {
    const question *at = &b->path[b->depth];
    kf_colour mover = kf_colour_other(at->first);
    uint8_t move = b->move[b->depth];
    range r = range_of(b, at->node, at->first, at->t);
    if (move != NO_MOVE && (mover == KF_BLACK ? r.low >= at->goal : r.high < at->goal))
        b->merit[mover][move]++;
    --*count_on_way(b, at);
    b->depth--;
    update(b, b->path[b->depth].node);
}

static bool is_over(const kf_endbound *b) {
    return b->tree.is_full || b->idle > IDLE;
}

// Answers a question. False: it cannot be said, or not within the budget.
static bool decide(kf_endbound *b, const question *what) {
    b->depth = 0;
    b->path[0] = *what;
    memset(b->on_way, 0, sizeof b->on_way);
    ++*count_on_way(b, what);
    widen_seen(b);
    for (;;) {
        const question *at = &b->path[b->depth];
        bool is_done = is_decided(b, at);
        if (is_done && b->depth == 0)
            return true;
        if (!is_done && is_over(b))
            return false;
        if (!is_done && step(b))
            continue;
        if (b->depth == 0)
            return false;
        if (!is_done)
            *find_seen(b, at) = (seen){*at, b->clock};
        go_up(b);
    }
}

// ---- Walls ----

// The better known of two numbers is the one with fewer halves in it.
static bool is_rounder(int32_t a, int32_t b) {
    return a == 0 || (b != 0 && (a & -a) >= (b & -b));
}

// Finds the wall at one place.
static bool find_wall(kf_endbound *b, uint32_t node, kf_colour first, int32_t t) {
    for (;;) {
        range r = range_of(b, node, first, t);
        if (r.low == r.high)
            return true;
        question what = {node, first, t, r.low + (r.high - r.low + 1) / 2};
        if (r.high - r.low <= NARROW)
            what.goal = is_rounder(r.low, r.high) ? r.low + 1 : r.high;
        if (!decide(b, &what))
            return false;
    }
}

// Finds both walls at one place.
static bool find_both(kf_endbound *b, uint32_t node, int32_t t) {
    return find_wall(b, node, KF_BLACK, t) && find_wall(b, node, KF_WHITE, t);
}

// The first place from ONE on where the bounds bend and differ, or -1.
static int32_t find_gap(const kf_endbound *b, uint32_t node) {
    const kf_thermo *bounds[] = {least(b, node), most(b, node)};
    for (int set = 0; set < 2; set++)
        for (int i = 0; i <= bounds[set]->count; i++) {
            int32_t t = i < bounds[set]->count ? bounds[set]->t[i] : ONE;
            for (kf_colour first = KF_BLACK; t >= ONE && first <= KF_WHITE; first++)
                if (wall_of(bounds[0], first, t) != wall_of(bounds[1], first, t))
                    return t;
        }
    return -1;
}

// Finds the whole thermograph from ONE on. What a move costs little is easy to see, and helps where
// it costs more.
static bool find_value(kf_endbound *b, uint32_t node) {
    for (int32_t t = ONE; t < COLD; t += ONE) {
        if (kf_thermo_left(most(b, node), t) <= kf_thermo_right(least(b, node), t))
            break;
        if (!find_both(b, node, t))
            return false;
    }
    if (!find_both(b, node, COLD))
        return false;
    for (int32_t t = find_gap(b, node); t >= 0; t = find_gap(b, node))
        if (!find_both(b, node, t))
            return false;
    return true;
}

// Where positions come back, bounds wait for each other. Then all positions are looked at, if there
// are few, and all bounds made anew until nothing changes.
static void look_at_all(kf_endbound *b) {
    kf_endgame *e = &b->tree;
    bool has_changed = b->swept != b->clock && b->sweeps++ < MOST_SWEEPS;
    for (uint32_t i = 0; has_changed && i < e->node_count && e->node_count < FEW; i++)
        if (e->nodes[i].is_open)
            open(b, i);
    for (int sweep = 0; sweep < SWEEPS && has_changed; sweep++) {
        has_changed = false;
        for (uint32_t i = (uint32_t)e->node_count; i-- > 0;)
            if (!e->nodes[i].is_open || e->nodes[i].parts != 0)
                has_changed = update(b, i) || has_changed;
    }
    b->swept = b->clock;
}

// Whether the thermograph is known from ONE on.
static bool is_known(const kf_endbound *b, uint32_t node) {
    return least(b, node)->mean == most(b, node)->mean && find_gap(b, node) < 0;
}

kf_endbound *kf_endbound_start(kf_arena *arena, const kf_endboard *region, uint32_t budget) {
    const kf_endposition nothing = {.out = kf_endboard_all(region)};
    kf_endbound *b = kf_arena_resize(arena, NULL, sizeof *b);
    memset(b, 0, sizeof *b);
    kf_endgame_start(&b->tree, arena, region, &nothing, budget);
    b->tree.is_split = true;
    b->clock = 1;
    // What is all decided is the first position, so no part of a sum has the number 0.
    uint32_t decided = add_alone(b, &nothing);
    b->tree.nodes[decided].is_open = false;
    add_part(&b->tree, 0);
    return b;
}

bool kf_endbound_wall(kf_endbound *bound, const kf_endposition *position, kf_colour first,
                      int32_t t, int32_t *value) {
    int32_t more;
    uint32_t node;
    if (!find_node(bound, position, &node, &more))
        return false;
    bool is_found = find_wall(bound, node, first, t);
    *value = wall_of(least(bound, node), first, t) + more;
    return is_found;
}

bool kf_endbound_value(kf_endbound *bound, const kf_endposition *position, kf_thermo *value) {
    int32_t more;
    uint32_t node;
    *value = *least(bound, 0);
    if (!find_node(bound, position, &node, &more))
        return false;
    bool is_found = find_value(bound, node);
    if (!is_found && !is_over(bound)) {
        look_at_all(bound);
        is_found = is_known(bound, node);
    }
    *value = *least(bound, node);
    value->is_rounded = value->is_rounded || most(bound, node)->is_rounded;
    value->mean += more;
    for (int i = 0; i < value->count; i++) {
        value->left[i] += more;
        value->right[i] += more;
    }
    return is_found;
}

// Positions to choose from, by bits.
typedef struct choice {
    uint64_t set;
    kf_colour mover;
    int32_t t;
    uint32_t nodes[KF_ENDBOARD_MOST];
    int32_t more[KF_ENDBOARD_MOST];
} choice;

static range range_in(const kf_endbound *b, const choice *c, int i) {
    range r = range_of(b, c->nodes[i], kf_colour_other(c->mover), c->t);
    return (range){r.low + c->more[i], r.high + c->more[i]};
}

// Finds what the best of the positions comes to for who moved there, those left out that nothing
// can be said about. False: none is left.
static bool find_best(kf_endbound *b, const choice *c, int32_t *best) {
    uint64_t set = c->set;
    while (set != 0) {
        int32_t highest = INT32_MIN;
        int at = kf_endboard_first(set);
        for (uint64_t rest = set; rest != 0; rest &= rest - 1) {
            range r = range_in(b, c, kf_endboard_first(rest));
            int32_t hope = c->mover == KF_BLACK ? r.high : -r.low;
            at = hope > highest ? kf_endboard_first(rest) : at;
            highest = hope > highest ? hope : highest;
        }
        range r = range_in(b, c, at);
        *best = r.low;
        if (r.low == r.high)
            return true;
        if (!find_wall(b, c->nodes[at], kf_colour_other(c->mover), c->t))
            set &= ~((uint64_t)1 << at);
    }
    return false;
}

uint64_t kf_endbound_select(kf_endbound *bound, const kf_endposition *positions, uint64_t kept,
                            kf_colour mover, int32_t t) {
    choice c = {.set = kept, .mover = mover, .t = t};
    int32_t best;
    uint64_t found = 0;
    for (uint64_t rest = kept; rest != 0; rest &= rest - 1) {
        int i = kf_endboard_first(rest);
        if (!find_node(bound, &positions[i], &c.nodes[i], &c.more[i]))
            return 0;
    }
    if (!find_best(bound, &c, &best))
        return 0;
    for (uint64_t rest = kept; rest != 0; rest &= rest - 1) {
        int i = kf_endboard_first(rest);
        question what = {c.nodes[i], kf_colour_other(mover), t,
                         best - c.more[i] + (mover == KF_WHITE)};
        bool is_known = decide(bound, &what);
        range r = range_in(bound, &c, i);
        if (is_known && (mover == KF_BLACK ? r.low >= best : r.high <= best))
            found |= (uint64_t)1 << i;
    }
    return found;
}

const kf_endgame *kf_endbound_tree(const kf_endbound *bound) {
    return &bound->tree;
}
