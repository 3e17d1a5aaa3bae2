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

// Where the difference d of two straight lines is 0 between t0 and t1; the signs differ.
static int32_t zero(int32_t t0, int32_t d0, int32_t t1, int32_t d1, bool *is_exact) {
    int64_t top = (int64_t)(t1 - t0) * d0, bottom = (int64_t)d0 - d1;
    *is_exact = *is_exact && top % bottom == 0;
    return (int32_t)(t0 + top / bottom);
}

// The larger of two curves everywhere.
static void raise(curve *a, const curve *b, bool *is_exact) {
    curve out = {.count = 0};
    int32_t t = 0;
    while (t >= 0) {
        int32_t va = value_at(a, t), vb = value_at(b, t), next = next_bend(a, b, t);
        append(&out, t, va > vb ? va : vb, is_exact);
        if (next >= 0) {
            int32_t d0 = va - vb, d1 = value_at(a, next) - value_at(b, next);
            if ((d0 < 0 && d1 > 0) || (d0 > 0 && d1 < 0)) {
                int32_t at = zero(t, d0, next, d1, is_exact);
                int32_t xa = value_at(a, at), xb = value_at(b, at);
                append(&out, at, xa > xb ? xa : xb, is_exact);
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
static void wall(const kf_thermo *thermo, bool is_right, int32_t sign, curve *out) {
    out->count = thermo->count;
    for (int i = 0; i < thermo->count; i++) {
        out->t[i] = thermo->t[i];
        out->v[i] = sign * (is_right ? thermo->right[i] : thermo->left[i]);
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
static bool best(const kf_thermo_pool *pool, const uint32_t *options, size_t count, bool is_black,
                 curve *out, bool *is_exact) {
    int32_t sign = is_black ? 1 : -1;
    curve level;
    level.count = level.t[0] = level.v[0] = 0;
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        const kf_thermo *thermo = kf_thermo_at(pool, options[i]);
        if (thermo->count == 1) { // level: of these the highest is enough
            int32_t value = sign * thermo->mean;
            level.v[0] = level.count == 0 || value > level.v[0] ? value : level.v[0];
            level.count = 1;
            continue;
        }
        curve other;
        wall(thermo, is_black, sign, &other);
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

// Puts the walls together up to where they meet. At t, Black's is black(t) - t and White's is
// t - white(t), for `white` has White's sign.
static void join(kf_thermo *thermo, const curve *black, const curve *white, bool *is_exact) {
    int32_t t = 0;
    for (;;) {
        int32_t left = value_at(black, t) - t, right = t - value_at(white, t);
        int32_t next = next_bend(black, white, t), gap = left - right;
        add_knot(thermo, t, left, right, is_exact);
        int32_t gap_then =
            next < 0 ? 0 : value_at(black, next) - next - (next - value_at(white, next));
        if (next >= 0 && gap_then > 0) {
            t = next;
            continue;
        }
        *is_exact = *is_exact && (next >= 0 || gap % 2 == 0);
        int32_t meet = next < 0 ? t + gap / 2 : zero(t, gap, next, gap_then, is_exact);
        thermo->mean = value_at(black, meet) - meet;
        thermo->temperature = meet;
        if (meet > t)
            add_knot(thermo, meet, thermo->mean, thermo->mean, is_exact);
        return;
    }
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
    *pool = (kf_thermo_pool){.arena = arena, .is_exact = true};
}

uint32_t kf_thermo_make(kf_thermo_pool *pool, const uint32_t *left, size_t left_count,
                        const uint32_t *right, size_t right_count, int32_t score) {
    kf_thermo thermo;
    curve black, white;
    memset(&thermo, 0, sizeof thermo);
    bool has_left = best(pool, left, left_count, true, &black, &pool->is_exact);
    bool has_right = best(pool, right, right_count, false, &white, &pool->is_exact);
    if (!has_left || !has_right || black.v[0] <= -white.v[0])
        make_number(&thermo,
                    bound_score(has_left ? &black : NULL, has_right ? &white : NULL, score));
    else
        join(&thermo, &black, &white, &pool->is_exact);
    make_room(pool);
    return intern(pool, &thermo);
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
