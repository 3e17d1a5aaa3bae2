// SPDX-License-Identifier: MIT
// Thermographs: what a local position is worth to each side at every temperature.

#include "reading/endgame/endgame.h"

#include <string.h>

// A position is worth to Black, moving first, the best of what it is worth with White to move after
// his moves, less the cost t of a move; to White likewise. Where the cost is so high that moving no
// longer beats waiting, the walls meet, and above there the position is worth the same to both:
// its mean. The cost at which they meet is its temperature, the worth of a move.

enum { MOST = 4 * KF_THERMO_KNOTS };

// A function of t: straight between its points, level after the last one.
typedef struct curve {
    int count;
    int32_t t[MOST], v[MOST];
} curve;

// ---- Curves ----

// Between two points; what is no whole number of units is rounded down.
static int32_t between(int32_t t0, int32_t v0, int32_t t1, int32_t v1, int32_t t) {
    return (int32_t)(v0 + (int64_t)(v1 - v0) * (t - t0) / (t1 - t0));
}

static int32_t value_at(const curve *c, int32_t t) {
    for (int i = 1; i < c->count; i++)
        if (t < c->t[i])
            return between(c->t[i - 1], c->v[i - 1], c->t[i], c->v[i], t);
    return c->v[c->count - 1];
}

// Adds a point, and drops the one before it if it stands on the straight line.
static void append(curve *c, int32_t t, int32_t v, bool *is_exact) {
    if (c->count > 0 && c->t[c->count - 1] == t)
        return;
    if (c->count >= 2) {
        int64_t t0 = c->t[c->count - 2], v0 = c->v[c->count - 2];
        int64_t t1 = c->t[c->count - 1], v1 = c->v[c->count - 1];
        if ((v1 - v0) * (t - t1) == (v - v1) * (t1 - t0))
            c->count--;
    }
    if (c->count == MOST) {
        *is_exact = false;
        c->count--;
    }
    c->t[c->count] = t;
    c->v[c->count++] = v;
}

// The next place after `t` where one of two curves bends, or -1.
static int32_t next_bend(const curve *a, const curve *b, int32_t t) {
    int32_t next = -1;
    for (int i = 0; i < a->count; i++)
        if (a->t[i] > t && (next < 0 || a->t[i] < next))
            next = a->t[i];
    for (int i = 0; i < b->count; i++)
        if (b->t[i] > t && (next < 0 || b->t[i] < next))
            next = b->t[i];
    return next;
}

// The last whole place before the difference d of two straight lines is 0, or where it is, between
// t0 and t1; the signs differ.
static int32_t zero(int32_t t0, int32_t d0, int32_t t1, int32_t d1, bool *is_whole) {
    int64_t top = (int64_t)(t1 - t0) * d0, bottom = (int64_t)d0 - d1;
    *is_whole = top % bottom == 0;
    return (int32_t)(t0 + top / bottom);
}

static void append_higher(curve *out, const curve *a, const curve *b, int32_t t, bool *is_exact) {
    int32_t va = value_at(a, t), vb = value_at(b, t);
    append(out, t, va > vb ? va : vb, is_exact);
}

// The larger of two curves everywhere. Where they cross between two whole places, it has both.
static void raise(curve *a, const curve *b, bool *is_exact) {
    curve out = {.count = 0};
    int32_t t = 0;
    while (t >= 0) {
        int32_t d0 = value_at(a, t) - value_at(b, t), next = next_bend(a, b, t);
        append_higher(&out, a, b, t, is_exact);
        if (next >= 0) {
            int32_t d1 = value_at(a, next) - value_at(b, next);
            if ((d0 < 0 && d1 > 0) || (d0 > 0 && d1 < 0)) {
                bool is_whole;
                int32_t at = zero(t, d0, next, d1, &is_whole);
                append_higher(&out, a, b, at, is_exact);
                if (!is_whole)
                    append_higher(&out, a, b, at + 1, is_exact);
            }
        }
        t = next;
    }
    *a = out;
}

// Whether a curve is nowhere below another one by what they reach at all.
static bool is_above(const curve *a, const curve *b) {
    int32_t lowest = a->v[0], highest = b->v[0];
    for (int i = 1; i < a->count; i++)
        lowest = a->v[i] < lowest ? a->v[i] : lowest;
    for (int i = 1; i < b->count; i++)
        highest = b->v[i] > highest ? b->v[i] : highest;
    return lowest >= highest;
}

// One wall of a position as a curve, with the other sign if asked for.
static void wall(const kf_thermo *thermo, bool is_right, int32_t sign, int32_t more, curve *out) {
    out->count = thermo->count;
    for (int i = 0; i < thermo->count; i++) {
        out->t[i] = thermo->t[i];
        out->v[i] = sign * ((is_right ? thermo->right[i] : thermo->left[i]) + more);
    }
}

// The same for curves of which one is often above the other, or `a` is still empty.
static void take_higher(curve *a, const curve *b, bool *is_exact) {
    if (a->count > 0 && is_above(a, b))
        return;
    if (a->count == 0 || is_above(b, a))
        *a = *b;
    else
        raise(a, b, is_exact);
}

// The best of what a player can move to, seen by him. False when he has no move.
static bool best(const kf_thermo_pool *pool, const kf_thermo_options *options, bool is_black,
                 curve *out, bool *is_exact) {
    int32_t sign = is_black ? 1 : -1;
    curve level;
    level.count = level.t[0] = level.v[0] = 0;
    out->count = 0;
    for (size_t i = 0; options != NULL && i < options->count; i++) {
        const kf_thermo_option *option = &options->option[i];
        const kf_thermo *thermo = kf_thermo_at(pool, option->number);
        if (thermo->count == 1) { // level: of these the highest is enough
            int32_t value = sign * (thermo->mean + option->more);
            level.v[0] = level.count == 0 || value > level.v[0] ? value : level.v[0];
            level.count = 1;
            *is_exact = *is_exact && !thermo->is_rounded;
            continue;
        }
        curve other;
        wall(thermo, is_black, sign, option->more, &other);
        if (out->count > 0 && is_above(out, &other))
            continue;
        *is_exact = *is_exact && !thermo->is_rounded;
        take_higher(out, &other, is_exact);
    }
    if (level.count > 0)
        take_higher(out, &level, is_exact);
    return out->count > 0;
}

// ---- One position ----

static void make_number(kf_thermo *thermo, int32_t value) {
    thermo->count = 1;
    thermo->mean = thermo->left[0] = thermo->right[0] = value;
}

// Nobody gains by moving: then it is worth what lies there, within what a move would give.
static int32_t bound_score(const curve *black, const curve *white, int32_t score) {
    if (black != NULL && score < black->v[0])
        score = black->v[0];
    if (white != NULL && score > -white->v[0])
        score = -white->v[0];
    return score;
}

static void add_knot(kf_thermo *thermo, int32_t t, int32_t left, int32_t right, bool *is_exact) {
    if (thermo->count == KF_THERMO_KNOTS) {
        *is_exact = false;
        thermo->count--;
    }
    thermo->t[thermo->count] = t;
    thermo->left[thermo->count] = left;
    thermo->right[thermo->count++] = right;
}

static int32_t gap_at(const curve *black, const curve *white, int32_t t) {
    return value_at(black, t) + value_at(white, t) - 2 * t;
}

// Where both walls meet, `t` being the last knot with a gap between them: black(t) - t and
// t - white(t), for `white` has White's sign. Between two whole places the mean of a bound is one
// that the truth is not beyond.
static void meet(kf_thermo *thermo, const curve *black, const curve *white, int32_t t, int32_t next,
                 kf_thermo_kind kind) {
    int32_t gap = gap_at(black, white, t);
    int32_t end = next >= 0 ? next : t + gap + 1;
    int32_t gap_then = gap_at(black, white, end);
    bool is_whole = true, is_exact = true;
    int32_t at = gap > 0 ? zero(t, gap, end, gap_then, &is_whole) : t;
    int32_t left = value_at(black, at) - at, right = at - value_at(white, at);
    thermo->mean = left;
    if (!is_whole && (kind == KF_THERMO_VALUE || kind == KF_THERMO_KO))
        is_exact = false;
    else if (!is_whole) {
        if (at > t)
            add_knot(thermo, at, left, right, &is_exact);
        at++;
        int32_t left_then = value_at(black, at) - at, right_then = at - value_at(white, at);
        int32_t low = right > left_then ? right : left_then;
        int32_t high = left < right_then ? left : right_then;
        thermo->mean = kind == KF_THERMO_LEAST ? low : high;
    }
    thermo->temperature = at;
    if (at > t)
        add_knot(thermo, at, thermo->mean, thermo->mean, &is_exact);
    thermo->is_rounded = thermo->is_rounded || !is_exact;
}

// Whether there is a gap between the walls anywhere above `t`, or they touch.
static bool has_gap_above(const curve *black, const curve *white, int32_t t) {
    bool has_gap = false;
    for (t = next_bend(black, white, t); t >= 0; t = next_bend(black, white, t))
        has_gap = has_gap || gap_at(black, white, t) >= 0;
    return has_gap;
}

// Puts the walls together up to where they meet.
static void join(kf_thermo *thermo, const curve *black, const curve *white, kf_thermo_kind kind) {
    int32_t t = 0, next;
    bool is_exact = true;
    for (;; t = next) {
        add_knot(thermo, t, value_at(black, t) - t, t - value_at(white, t), &is_exact);
        next = next_bend(black, white, t);
        if (next < 0 || gap_at(black, white, next) < (kind == KF_THERMO_KO ? 0 : 1))
            break;
    }
    thermo->is_rounded = !is_exact;
    meet(thermo, black, white, t, next, kind);
}

static size_t hash_of(const kf_thermo *thermo) {
    uint64_t hash = (uint32_t)thermo->mean * UINT64_C(0x9E3779B97F4A7C15);
    for (int32_t i = 0; i < thermo->count; i++) {
        hash = (hash ^ hash >> 29 ^ (uint32_t)thermo->t[i]) * UINT64_C(0xBF58476D1CE4E5B9);
        hash = (hash ^ hash >> 32 ^ (uint32_t)thermo->left[i]) * UINT64_C(0x94D049BB133111EB);
        hash = (hash ^ hash >> 31 ^ (uint32_t)thermo->right[i]) * UINT64_C(0x9E3779B97F4A7C15);
    }
    return (size_t)(hash ^ hash >> 32);
}

static uint32_t intern(kf_thermo_pool *pool, const kf_thermo *thermo) {
    size_t at = hash_of(thermo) & (pool->bucket_count - 1);
    while (pool->buckets[at] != 0) {
        if (memcmp(kf_thermo_at(pool, pool->buckets[at]), thermo, sizeof *thermo) == 0)
            return pool->buckets[at];
        at = (at + 1) & (pool->bucket_count - 1);
    }
    pool->items = kf_arena_grow(pool->arena, pool->items, &pool->capacity, pool->count + 1,
                                sizeof *pool->items);
    pool->items[pool->count++] = *thermo;
    pool->buckets[at] = (uint32_t)pool->count;
    return (uint32_t)pool->count;
}

// Doubles the table when it is half full.
static void make_room(kf_thermo_pool *pool) {
    if (pool->count * 2 < pool->bucket_count)
        return;
    size_t old_count = pool->bucket_count;
    uint32_t *old = pool->buckets;
    pool->bucket_count = old_count > 0 ? 4 * old_count : 4096;
    size_t size = pool->bucket_count * sizeof *pool->buckets;
    pool->buckets = kf_arena_resize(pool->arena, NULL, size);
    memset(pool->buckets, 0, size);
    size_t count = pool->count;
    pool->count = 0;
    kf_thermo *items = pool->items;
    for (size_t i = 0; i < count; i++) {
        kf_thermo item = items[i];
        intern(pool, &item);
    }
    if (old != NULL)
        kf_arena_release(pool->arena, old);
}

void kf_thermo_start(kf_thermo_pool *pool, kf_arena *arena) {
    *pool = (kf_thermo_pool){.arena = arena};
}

uint32_t kf_thermo_make(kf_thermo_pool *pool, const kf_thermo_options *left,
                        const kf_thermo_options *right, int32_t score, kf_thermo_kind kind) {
    kf_thermo thermo;
    curve black, white;
    memset(&thermo, 0, sizeof thermo);
    bool is_exact = true;
    bool has_left = best(pool, left, true, &black, &is_exact);
    bool has_right = best(pool, right, false, &white, &is_exact);
    int32_t gap = has_left && has_right ? gap_at(&black, &white, 0) : -1;
    if (gap < (kind == KF_THERMO_KO ? 0 : 1))
        make_number(&thermo,
                    bound_score(has_left ? &black : NULL, has_right ? &white : NULL, score));
    else
        join(&thermo, &black, &white, kind);
    if (kind == KF_THERMO_KO && has_left && has_right)
        pool->has_cave =
            pool->has_cave || has_gap_above(&black, &white, gap < 0 ? 0 : thermo.temperature);
    thermo.is_rounded = thermo.is_rounded || !is_exact;
    make_room(pool);
    return intern(pool, &thermo);
}

// ---- Sums and bounds ----

static void add_curves(const curve *a, const curve *b, bool *is_exact, curve *out) {
    out->count = 0;
    for (int32_t t = 0; t >= 0; t = next_bend(a, b, t))
        append(out, t, value_at(a, t) + value_at(b, t), is_exact);
}

// A thermograph from both walls, which meet in the end; `sign` -1: of what they are for White.
static uint32_t assemble(kf_thermo_pool *pool, const curve *left, const curve *right, int32_t sign,
                         bool is_exact) {
    kf_thermo thermo;
    memset(&thermo, 0, sizeof thermo);
    for (int32_t t = 0; t >= 0; t = next_bend(left, right, t)) {
        int32_t high = sign * value_at(left, t), low = sign * value_at(right, t);
        add_knot(&thermo, t, sign > 0 ? high : low, sign > 0 ? low : high, &is_exact);
    }
    int last = thermo.count - 1;
    thermo.mean = thermo.left[last];
    while (last > 0 && thermo.left[last - 1] == thermo.mean &&
           thermo.right[last - 1] == thermo.mean) {
        thermo.t[last] = thermo.left[last] = thermo.right[last] = 0;
        last--;
    }
    thermo.count = last + 1;
    thermo.temperature = thermo.t[last];
    thermo.is_rounded = !is_exact;
    make_room(pool);
    return intern(pool, &thermo);
}

// Both walls, seen by White if `sign` is -1.
typedef struct walls {
    curve left, right;
} walls;

static void take_walls(const kf_thermo_pool *pool, uint32_t number, int32_t sign, walls *out,
                       bool *is_exact) {
    const kf_thermo *thermo = kf_thermo_at(pool, number);
    wall(thermo, sign < 0, sign, 0, &out->left);
    wall(thermo, sign > 0, sign, 0, &out->right);
    *is_exact = *is_exact && !thermo->is_rounded;
}

// Who moves first in a sum gets at least what he gets first in one and second in the other.
uint32_t kf_thermo_sum(kf_thermo_pool *pool, uint32_t a, uint32_t b, bool is_most) {
    int32_t sign = is_most ? -1 : 1;
    bool is_exact = true;
    walls x, y;
    curve sum, other;
    take_walls(pool, a, sign, &x, &is_exact);
    take_walls(pool, b, sign, &y, &is_exact);
    add_curves(&x.left, &y.right, &is_exact, &sum);
    add_curves(&x.right, &y.left, &is_exact, &other);
    take_higher(&sum, &other, &is_exact);
    add_curves(&x.right, &y.right, &is_exact, &other);
    return assemble(pool, &sum, &other, sign, is_exact);
}

uint32_t kf_thermo_closer(kf_thermo_pool *pool, uint32_t a, uint32_t b, bool is_most) {
    int32_t sign = is_most ? -1 : 1;
    bool is_exact = true;
    walls x, y;
    if (a == b)
        return a;
    take_walls(pool, a, sign, &x, &is_exact);
    take_walls(pool, b, sign, &y, &is_exact);
    take_higher(&x.left, &y.left, &is_exact);
    take_higher(&x.right, &y.right, &is_exact);
    return assemble(pool, &x.left, &x.right, sign, is_exact);
}

// Above the temperature nobody moves, so below it only: the higher of what moving brings and what
// leaving the turn does.
uint32_t kf_thermo_wait(kf_thermo_pool *pool, uint32_t free, const kf_thermo_options *options,
                        kf_colour colour) {
    const kf_thermo *at = kf_thermo_at(pool, free);
    int32_t sign = colour == KF_BLACK ? 1 : -1, end = at->temperature;
    bool is_exact = true;
    curve moves, own = {.count = 0};
    walls leave;
    if (at->count == 1 || !best(pool, options, colour == KF_BLACK, &moves, &is_exact))
        own.count = 0;
    else {
        for (int32_t t = 0; t >= 0 && t < end; t = next_bend(&moves, &moves, t))
            append(&own, t, value_at(&moves, t) - t, &is_exact);
        append(&own, end, value_at(&moves, end) - end, &is_exact);
    }
    take_walls(pool, free, sign, &leave, &is_exact);
    take_higher(&own, &leave.right, &is_exact);
    return assemble(pool, &own, &leave.right, sign, is_exact);
}

static int32_t wall_at(const kf_thermo *thermo, const int32_t *v, int32_t t) {
    for (int i = 1; i < thermo->count; i++)
        if (t < thermo->t[i])
            return between(thermo->t[i - 1], v[i - 1], thermo->t[i], v[i], t);
    return t >= thermo->temperature ? thermo->mean : v[thermo->count - 1];
}

int32_t kf_thermo_left(const kf_thermo *thermo, int32_t t) {
    return wall_at(thermo, thermo->left, t);
}

int32_t kf_thermo_right(const kf_thermo *thermo, int32_t t) {
    return wall_at(thermo, thermo->right, t);
}
