// SPDX-License-Identifier: MIT
// Endgames that are too large for their whole tree: only who gets what, for either who leads.

#include "reading/endgame/endgame.h"

#include <string.h>

// Both move by turns, each move costing a point, and may pass. When both have passed, the dead
// stones are still to be taken: what the region is worth then is found by playing on at no cost,
// once with each colour first. Where the two differ it is a neutral point, or places are still open
// that nobody wanted to play; in both cases no more than the first point of the difference counts.
//
// A position that comes back on the way to itself is a loss, at first for Black, then for White.
// The first reading finds at most what is true and the second at least that, whatever the way; so
// where both agree it is proved. Each reading asks only whether the result is so much or not, again
// and again, and remembers the answers.

enum { LIMIT = 1000, DEPTH = 128, MOVES = KF_ENDBOARD_MOST + 1, WAYS = 4, PASS = 255, SAFE = 200 };

// A position with a player to move.
typedef struct state {
    kf_endposition position;
    uint16_t colour;
    uint16_t passes;   // how many just now
    uint16_t is_free;  // moves cost nothing
    uint16_t is_white; // a position that comes back is White's loss
} state;

// What is known of a state, seen by who is to move.
typedef struct entry {
    state state; // of colour 0: none
    int16_t low, high;
    uint8_t move; // the one that was best
} entry;

typedef struct option {
    kf_endposition position;
    int rank;
    uint8_t at;
} option;

// One step of the way: is the state worth `goal` or more to who is to move?
typedef struct frame {
    state state;
    int goal, best;
    int count, next;
    uint8_t best_move;
    option options[MOVES];
} frame;

struct kf_endsearch {
    kf_arena *arena;
    kf_endboard region;
    uint32_t count, budget;
    bool is_over; // the budget is spent
    entry *table;
    kf_endsettle *settle;
    size_t mask;
    uint32_t merit[3][KF_ENDBOARD_MOST]; // how often a move was enough, by colour
    frame frames[DEPTH];
};

// ---- What is remembered ----

static entry *find(const kf_endsearch *s, const state *at) {
    uint64_t z = at->position.stones[0] * UINT64_C(0x9E3779B97F4A7C15) +
                 (uint64_t)(at->colour | at->passes << 2 | at->is_free << 4 | at->is_white << 5);
    z = (z ^ (z >> 29) ^ at->position.stones[1]) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 32) ^ at->position.stones[2]) * UINT64_C(0x94D049BB133111EB);
    entry *first = &s->table[(z ^ (z >> 31)) & s->mask & ~(size_t)(WAYS - 1)];
    for (int i = 0; i < WAYS; i++)
        if (first[i].state.colour == 0 || memcmp(&first[i].state, at, sizeof *at) == 0)
            return &first[i];
    return &first[z >> 62];
}

static entry *find_or_make(kf_endsearch *s, const state *at) {
    entry *e = find(s, at);
    if (e->state.colour == 0 || memcmp(&e->state, at, sizeof *at) != 0)
        *e = (entry){.state = *at, .low = -LIMIT, .high = LIMIT, .move = PASS};
    return e;
}

static void remember(kf_endsearch *s, const frame *f) {
    entry *e = find_or_make(s, &f->state);
    if (f->best >= f->goal && f->best > e->low)
        e->low = (int16_t)f->best;
    if (f->best < f->goal && f->best < e->high)
        e->high = (int16_t)f->best;
    e->move = f->best_move;
    if (f->best >= f->goal && f->best_move != PASS)
        s->merit[f->state.colour][f->best_move]++;
}

// ---- Moves ----

static int area_of(const kf_endsearch *s, const kf_endposition *p, kf_colour colour) {
    uint64_t owned[3];
    kf_endboard_owners(&s->region, p, owned);
    return kf_endboard_size(owned[colour]) - kf_endboard_size(owned[3 - colour]);
}

// How many stones of the colour cannot be taken, less those of the other.
static int safety_of(const kf_endsearch *s, const kf_endposition *p, kf_colour colour) {
    return kf_endboard_size(kf_endboard_safe(&s->region, p, colour)) -
           kf_endboard_size(kf_endboard_safe(&s->region, p, kf_colour_other(colour)));
}

static void add_option(frame *f, const option *o) {
    int at = f->count++;
    for (; at > 0 && f->options[at - 1].rank < o->rank; at--)
        f->options[at] = f->options[at - 1];
    f->options[at] = *o;
}

// Fills what is settled; what is looked at for that is of the budget.
static void settle(kf_endsearch *s, kf_endposition *position) {
    s->count += kf_endsettle_fill(s->settle, position, s->budget - s->count);
}

// The moves, those first that were best before or gain most at once. Passing comes last, except
// where it is enough as the stones lie.
static void list_moves(kf_endsearch *s, frame *f, uint8_t known) {
    kf_colour colour = (kf_colour)f->state.colour;
    option pass = {.position = f->state.position, .at = PASS, .rank = -LIMIT * LIMIT};
    if (f->state.is_free && area_of(s, &f->state.position, colour) >= f->goal)
        pass.rank = 2 * LIMIT * LIMIT;
    add_option(f, &pass);
    uint64_t moves = kf_endboard_moves(&s->region, &f->state.position, colour);
    for (; moves != 0; moves &= moves - 1) {
        option o = {.position = f->state.position, .at = (uint8_t)kf_endboard_first(moves)};
        bool is_ko = false;
        if (!kf_endboard_play(&s->region, &o.position, o.at, colour, &is_ko))
            continue;
        settle(s, &o.position);
        o.rank = o.at == known
                     ? LIMIT * LIMIT
                     : (int)s->merit[colour][o.at] + SAFE * safety_of(s, &o.position, colour);
        add_option(f, &o);
    }
}

// ---- The search ----

static int worth(kf_endsearch *s, size_t base, const state *at, int guess);

// What it is worth to Black when both have passed.
static int worth_at_rest(kf_endsearch *s, size_t base, const state *at) {
    state black = *at, white;
    black.colour = KF_BLACK;
    black.passes = 0;
    black.is_free = true;
    white = black;
    white.colour = KF_WHITE;
    int guess = area_of(s, &at->position, KF_BLACK);
    int left = worth(s, base, &black, guess), right = -worth(s, base, &white, -guess);
    bool is_open = left - right >= 2;
    return at->is_white ? left - is_open : right + is_open;
}

static bool comes_back(const kf_endsearch *s, size_t base, size_t depth) {
    const state *at = &s->frames[depth].state;
    for (size_t i = base; i < depth; i++)
        if (memcmp(&s->frames[i].state, at, sizeof *at) == 0)
            return true;
    return false;
}

// Whether stones who cannot be taken decide the step already: neither side gets more than all the
// rest.
static bool is_decided(const kf_endsearch *s, const frame *f, int *value) {
    kf_colour colour = (kf_colour)f->state.colour;
    int low = 2 * kf_endboard_size(kf_endboard_safe(&s->region, &f->state.position, colour));
    int high = 2 * kf_endboard_size(
                       kf_endboard_safe(&s->region, &f->state.position, kf_colour_other(colour)));
    low -= s->region.count;
    high = s->region.count - high;
    *value = low >= f->goal ? low : high;
    return low >= f->goal || high < f->goal;
}

// Begins a step of the way, which `*value` answers at once if this is true.
static bool enter(kf_endsearch *s, size_t base, size_t depth, int *value) {
    frame *f = &s->frames[depth];
    const entry *known = find_or_make(s, &f->state);
    kf_colour colour = (kf_colour)f->state.colour;
    int sign = colour == KF_BLACK ? 1 : -1;
    f->count = f->next = 0;
    f->best = -2 * LIMIT;
    f->best_move = PASS;
    *value = known->low >= f->goal ? known->low : known->high;
    if (known->low >= f->goal || known->high < f->goal)
        return true;
    if (is_decided(s, f, value))
        return true;
    s->is_over = s->is_over || s->count >= s->budget;
    *value = f->state.is_white ? sign * LIMIT : -sign * LIMIT;
    if (s->is_over || depth + 3 >= DEPTH || comes_back(s, base, depth))
        return true;
    s->count++;
    if (f->state.passes == 2) {
        *value = f->state.is_free ? area_of(s, &f->state.position, colour)
                                  : sign * worth_at_rest(s, depth + 1, &f->state);
        f->best = *value;
        if (!s->is_over)
            remember(s, f);
        return true;
    }
    list_moves(s, f, known->move);
    return false;
}

static int cost_of(const frame *f, const option *o) {
    return o->at == PASS || f->state.is_free ? 0 : 1;
}

// Puts the next move of a step on the way.
static void descend(const frame *f, const option *o, frame *below) {
    below->state = f->state;
    below->state.position = o->position;
    below->state.colour = (uint16_t)(3 - f->state.colour);
    below->state.passes = o->at == PASS ? (uint16_t)(f->state.passes + 1) : 0;
    below->goal = 1 - f->goal - cost_of(f, o);
}

static void take_back(frame *f, int value) {
    const option *o = &f->options[f->next - 1];
    int mine = -value - cost_of(f, o);
    if (mine > f->best) {
        f->best = mine;
        f->best_move = o->at;
    }
}

// Answers the step at `base`.
static int answer(kf_endsearch *s, size_t base) {
    size_t depth = base;
    int value;
    if (enter(s, base, base, &value))
        return value;
    for (;;) {
        frame *f = &s->frames[depth];
        if (s->is_over)
            return 0;
        if (f->next < f->count && f->best < f->goal) {
            descend(f, &f->options[f->next], &s->frames[depth + 1]);
            f->next++;
            if (enter(s, base, depth + 1, &value))
                take_back(f, value);
            else
                depth++;
            continue;
        }
        remember(s, f);
        if (depth == base)
            return f->best;
        depth--;
        take_back(&s->frames[depth], f->best);
    }
}

// What a state is worth to who is to move.
static int worth(kf_endsearch *s, size_t base, const state *at, int guess) {
    int low = -LIMIT, high = LIMIT, value = guess;
    while (low < high && !s->is_over) {
        frame *f = &s->frames[base];
        f->state = *at;
        f->goal = value == low ? value + 1 : value;
        value = answer(s, base);
        if (value < f->goal)
            high = value;
        else
            low = value;
    }
    return value;
}

// Both readings. False: they differ, or the budget is spent.
static bool read_both(kf_endsearch *s, state *at, int *area) {
    int guess = worth(s, 0, at, area_of(s, &at->position, (kf_colour)at->colour));
    at->is_white = true;
    int again = worth(s, 0, at, guess);
    *area = at->colour == KF_BLACK ? guess : -guess;
    return !s->is_over && again == guess;
}

static state begin(kf_endsearch *s, const kf_endposition *position, kf_colour first, bool is_free) {
    state at;
    memset(&at, 0, sizeof at);
    at.position = *position;
    at.colour = (uint16_t)first;
    at.is_free = is_free;
    settle(s, &at.position);
    return at;
}

bool kf_endsearch_stop(kf_endsearch *search, const kf_endposition *position, kf_colour first,
                       int *area) {
    state at = begin(search, position, first, false);
    return read_both(search, &at, area);
}

// One question of one reading, in which what comes back is bad for who asks.
static bool reaches(kf_endsearch *s, const state *at, int area) {
    frame *f = &s->frames[0];
    f->state = *at;
    f->state.is_white = at->colour == KF_WHITE;
    f->goal = area;
    int value = answer(s, 0);
    return !s->is_over && value >= area;
}

bool kf_endsearch_reaches(kf_endsearch *search, const kf_endposition *position, kf_colour first,
                          int area) {
    state at = begin(search, position, first, false);
    return reaches(search, &at, area);
}

bool kf_endsearch_reaches_free(kf_endsearch *search, const kf_endposition *position,
                               kf_colour first, int area) {
    state at = begin(search, position, first, true);
    return reaches(search, &at, area);
}

bool kf_endsearch_area(kf_endsearch *search, const kf_endposition *position, kf_colour first,
                       int *area) {
    state at = begin(search, position, first, true);
    return read_both(search, &at, area);
}

bool kf_endsearch_is_over(const kf_endsearch *search) {
    return search->is_over;
}

const kf_endboard *kf_endsearch_region(const kf_endsearch *search) {
    return &search->region;
}

uint32_t kf_endsearch_count(const kf_endsearch *search) {
    return search->count;
}

kf_endsearch *kf_endsearch_start(kf_arena *arena, const kf_endboard *region, uint32_t budget) {
    kf_endsearch *s = kf_arena_resize(arena, NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->arena = arena;
    s->region = *region;
    s->budget = budget;
    s->settle = kf_endsettle_start(arena, region);
    size_t size = 1 << 12;
    while (size < budget && size < (size_t)1 << 20)
        size *= 2;
    s->mask = size - 1;
    s->table = kf_arena_resize(arena, NULL, size * sizeof *s->table);
    memset(s->table, 0, size * sizeof *s->table);
    return s;
}

void kf_endsearch_free(kf_endsearch *search) {
    kf_arena *arena = search->arena;
    kf_arena_release(arena, search->table);
    kf_endsettle_free(search->settle);
    kf_arena_release(arena, search);
}
