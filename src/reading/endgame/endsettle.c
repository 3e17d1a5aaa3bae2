// SPDX-License-Identifier: MIT
// Territory with room in it that its owner keeps all the same, because he has an answer to
// everything. Then it is worth to him all that it can be: no move there changes anything, and a
// search need not look at what could be tried in it. The whole tree does without: there most
// positions are open, and to ask costs more than it saves.

#include "reading/endgame/endgame.h"

#include <string.h>

// The other colour moves first or passes, its every move is tried, and one answer that holds is
// enough. A position that comes back on the way to itself counts as not held, so what is held is
// proved. Small areas only, and a limited look at each: what is not seen to be held is searched.

enum { SLOTS = 1 << 16, WAYS = 4, LOOKS = 3000, DEEPEST = 24, WIDEST = 20 };

typedef enum verdict { NONE, OPEN, HELD, LOST } verdict;

typedef struct entry {
    kf_endposition position;
    uint8_t owner, verdict;
} entry;

struct kf_endsettle {
    kf_arena *arena;
    kf_endboard region;
    entry *table;
    kf_colour owner, enemy; // whose area is looked at
    uint64_t area;
    int looks;
    uint32_t left; // looks that may still be taken in all
    bool is_cut;   // something was not looked at to its end
};

// Most regions are too narrow to have room in them: the table is made when it is needed.
static void make_table(kf_endsettle *s) {
    if (s->table != NULL)
        return;
    s->table = kf_arena_resize(s->arena, NULL, SLOTS * sizeof *s->table);
    memset(s->table, 0, SLOTS * sizeof *s->table);
}

static entry *find(const kf_endsettle *s, const kf_endposition *p, kf_colour owner) {
    uint64_t z = p->stones[0] * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)owner;
    z = (z ^ (z >> 29) ^ p->stones[1]) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 32) ^ p->stones[2]) * UINT64_C(0x94D049BB133111EB);
    entry *first = &s->table[(z ^ (z >> 31)) & (SLOTS - 1) & ~(uint64_t)(WAYS - 1)], *spare = NULL;
    for (int i = 0; i < WAYS; i++) {
        entry *e = &first[i];
        if (e->verdict == NONE)
            return e;
        if (e->owner == owner && memcmp(&e->position, p, sizeof *p) == 0)
            return e;
        spare = e->verdict != OPEN && (spare == NULL || i == (int)(z >> 62)) ? e : spare;
    }
    return spare != NULL ? spare : first;
}

static verdict recall(const kf_endsettle *s, const kf_endposition *p) {
    const entry *e = find(s, p, s->owner);
    bool is_same = e->owner == s->owner && memcmp(&e->position, p, sizeof *p) == 0;
    return is_same ? (verdict)e->verdict : NONE;
}

static void note(kf_endsettle *s, const kf_endposition *p, verdict what) {
    *find(s, p, s->owner) = (entry){*p, (uint8_t)s->owner, (uint8_t)what};
}

static bool is_all_his(const kf_endsettle *s, const kf_endposition *p) {
    return (s->area & ~p->stones[s->owner]) == 0;
}

static bool play(const kf_endsettle *s, const kf_endposition *from, int at, kf_colour colour,
                 kf_endposition *next) {
    bool is_ko = false;
    *next = *from;
    if (!kf_endboard_play(&s->region, next, at, colour, &is_ko))
        return false;
    kf_endboard_fill(&s->region, next);
    return true;
}

static bool holds(kf_endsettle *s, const kf_endposition *p, int depth);

// Whether the owner has a move after which he holds the area: those among `first` are tried first.
static bool has_move(kf_endsettle *s, const kf_endposition *p, uint64_t first, int depth) {
    uint64_t moves = kf_endboard_moves(&s->region, p, s->owner) & s->area;
    for (int turn = 0; turn < 2; turn++)
        for (uint64_t rest = turn == 0 ? moves & first : moves & ~first; rest != 0;
             rest &= rest - 1) {
            kf_endposition next;
            if (play(s, p, kf_endboard_first(rest), s->owner, &next) && holds(s, &next, depth + 1))
                return true;
        }
    return false;
}

// Every move of the other colour has an answer, or needs none. And if he makes none, the owner must
// come nearer to taking what lies there: else it could be a seki, or live by a ko.
static bool tries_all(kf_endsettle *s, const kf_endposition *p, int depth) {
    uint64_t moves = kf_endboard_moves(&s->region, p, s->enemy) & s->area;
    for (; moves != 0; moves &= moves - 1) {
        kf_endposition next;
        int at = kf_endboard_first(moves);
        if (!play(s, p, at, s->enemy, &next) || is_all_his(s, &next))
            continue;
        if (!has_move(s, &next, s->region.beside[at], depth) && !holds(s, &next, depth + 1))
            return false;
    }
    return has_move(s, p, 0, depth);
}

// Whether the owner keeps all of the area when the other moves first.
static bool holds(kf_endsettle *s, const kf_endposition *p, int depth) {
    if (is_all_his(s, p))
        return true;
    verdict known = recall(s, p);
    if (known == HELD || known == LOST)
        return known == HELD;
    if (known == OPEN || depth >= DEEPEST || s->looks >= LOOKS || s->left == 0) {
        s->is_cut = true;
        return false;
    }
    s->looks++;
    s->left--;
    bool was_cut = s->is_cut;
    s->is_cut = false;
    note(s, p, OPEN);
    bool is_held = tries_all(s, p, depth);
    note(s, p, is_held ? HELD : s->is_cut ? NONE : LOST);
    s->is_cut = s->is_cut || was_cut;
    return is_held;
}

// The area alone: all else is the owner's.
static bool look(kf_endsettle *s, const kf_endposition *p, kf_colour owner, uint64_t area) {
    kf_endposition alone = *p;
    make_table(s);
    s->owner = owner;
    s->enemy = kf_colour_other(owner);
    s->area = area;
    s->looks = 0;
    s->is_cut = false;
    for (int set = 0; set < 3; set++)
        alone.stones[set] &= area;
    alone.stones[owner] |= ~area & kf_endboard_all(&s->region);
    bool is_held = holds(s, &alone, 0);
    if (s->is_cut && !is_held)
        note(s, &alone, LOST); // not to be asked again
    return is_held;
}

uint32_t kf_endsettle_fill(kf_endsettle *settle, kf_endposition *position, uint32_t most) {
    kf_endboard_fill(&settle->region, position);
    settle->left = most;
    for (kf_colour owner = KF_BLACK; owner <= KF_WHITE; owner++) {
        uint64_t rooms[KF_ENDBOARD_MOST];
        size_t count = kf_endboard_rooms(&settle->region, position, owner, rooms);
        for (size_t i = 0; i < count; i++)
            if (kf_endboard_size(rooms[i]) <= WIDEST && look(settle, position, owner, rooms[i]))
                kf_endboard_give(position, rooms[i], owner);
    }
    return most - settle->left;
}

kf_endsettle *kf_endsettle_start(kf_arena *arena, const kf_endboard *region) {
    kf_endsettle *s = kf_arena_resize(arena, NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->arena = arena;
    s->region = *region;
    return s;
}

void kf_endsettle_free(kf_endsettle *settle) {
    kf_arena *arena = settle->arena;
    if (settle->table != NULL)
        kf_arena_release(arena, settle->table);
    kf_arena_release(arena, settle);
}
