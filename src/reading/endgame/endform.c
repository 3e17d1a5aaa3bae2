// SPDX-License-Identifier: MIT
// The canonical form of an endgame, chilled as in 'Mathematical Go' (Berlekamp and Wolfe, 1994).

#include "reading/endgame/endgame.h"

#include <stdio.h>
#include <string.h>

// Chilled, every move costs a point more than by territory, and two more than by area. A position
// in which a move is then worth less than nothing is the number that it comes to; all others are
// what Black and White can move to. Options that are dominated are left out, reversible ones
// replaced, so that equal games have one form, each of which is kept once.

enum { ONE = KF_THERMO_ONE, TAX = 2 * ONE };
enum { OPTIONS = 12, NODES = 8000, FORMS = 8000, PAIRS = 1 << 16, STEPS = 300000, DEEPEST = 150 };
enum { SLOTS = 1 << 14, UPS = 30, ROUNDS = 6 }; // more slots than forms

typedef struct form {
    int32_t is_number;
    int32_t value;
    int count[2];
    uint32_t option[2][OPTIONS]; // of Black, of White; in rising order
} form;

typedef struct forms {
    kf_arena *arena;
    const kf_endgame *endgame;
    form *items; // from 1 on
    uint32_t count;
    uint16_t *slot; // the number of a form
    uint64_t *pair; // what is known of a <= b: key * 2 + answer
    uint32_t *of_node;
    uint32_t *before; // what was found for each with the last guess
    uint8_t *is_open; // on the way
    int32_t guess;    // what a position is taken to be worth that comes back
    long steps;
    bool has_failed;
} forms;

// ---- The pool ----

static uint32_t hash_of(const form *one) {
    uint64_t z = (uint64_t)(uint32_t)one->value << 1 | (uint64_t)(one->is_number & 1);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < one->count[side]; i++)
            z = (z ^ (z >> 29) ^ one->option[side][i]) * UINT64_C(0xBF58476D1CE4E5B9) + 1;
    return (uint32_t)(z ^ (z >> 31));
}

static uint32_t intern(forms *f, const form *one) {
    uint32_t at = hash_of(one) & (SLOTS - 1);
    for (; f->slot[at] != 0; at = (at + 1) & (SLOTS - 1))
        if (memcmp(&f->items[f->slot[at]], one, sizeof *one) == 0)
            return f->slot[at];
    if (f->count + 1 >= FORMS) {
        f->has_failed = true;
        return 1;
    }
    f->items[++f->count] = *one;
    f->slot[at] = (uint16_t)f->count;
    return f->count;
}

static uint32_t number(forms *f, int32_t value) {
    form one;
    memset(&one, 0, sizeof one);
    one.is_number = true;
    one.value = value;
    return intern(f, &one);
}

static void add_option(forms *f, form *one, int side, uint32_t option) {
    int at = 0;
    while (at < one->count[side] && one->option[side][at] < option)
        at++;
    if (at < one->count[side] && one->option[side][at] == option)
        return;
    if (one->count[side] == OPTIONS) {
        f->has_failed = true;
        return;
    }
    for (int i = one->count[side]++; i > at; i--)
        one->option[side][i] = one->option[side][i - 1];
    one->option[side][at] = option;
}

// ---- Comparing ----

static bool is_at_most(forms *f, uint32_t a, uint32_t b, int depth);

// Whether no option of the one who would spoil it does: Black's of a, White's of b. A number is not
// moved in while there is something else.
static bool holds(forms *f, uint32_t a, uint32_t b, int depth) {
    const form x = f->items[a], y = f->items[b];
    for (int i = 0; !x.is_number && i < x.count[0]; i++)
        if (is_at_most(f, b, x.option[0][i], depth + 1))
            return false;
    for (int i = 0; !y.is_number && i < y.count[1]; i++)
        if (is_at_most(f, y.option[1][i], a, depth + 1))
            return false;
    return true;
}

static bool is_at_most(forms *f, uint32_t a, uint32_t b, int depth) {
    if (a == b)
        return true;
    if (f->items[a].is_number && f->items[b].is_number)
        return f->items[a].value <= f->items[b].value;
    if (depth > DEEPEST || ++f->steps > STEPS)
        f->has_failed = true;
    if (f->has_failed)
        return false;
    uint64_t key = (uint64_t)a << 32 | b;
    uint64_t *slot = &f->pair[(key * UINT64_C(0x9E3779B97F4A7C15)) >> 48 & (PAIRS - 1)];
    if (*slot >> 1 == key)
        return *slot & 1;
    bool answer = holds(f, a, b, depth);
    *slot = key << 1 | answer;
    return answer;
}

// The same where `a` is at least `b`, seen by a side: 0 is Black's.
static bool is_as_good(forms *f, int side, uint32_t a, uint32_t b) {
    return side == 0 ? is_at_most(f, b, a, 0) : is_at_most(f, a, b, 0);
}

// ---- Canonical forms ----

static void drop_dominated(forms *f, form *one, int side) {
    int kept = 0;
    for (int i = 0; i < one->count[side]; i++) {
        bool is_dominated = false;
        for (int k = 0; k < one->count[side] && !is_dominated; k++)
            is_dominated =
                k != i && is_as_good(f, side, one->option[side][k], one->option[side][i]);
        if (!is_dominated)
            one->option[side][kept++] = one->option[side][i];
        else {
            for (int k = i; k + 1 < one->count[side]; k++)
                one->option[side][k] = one->option[side][k + 1];
            one->count[side]--;
            i--;
        }
    }
    for (int i = one->count[side]; i < OPTIONS; i++)
        one->option[side][i] = 0;
}

// The answer of the other side to an option that is at least as good for him as the whole, or 0.
static uint32_t find_reversal(forms *f, uint32_t whole, int side, uint32_t option) {
    const form one = f->items[option];
    for (int i = 0; !one.is_number && i < one.count[1 - side]; i++)
        if (is_as_good(f, 1 - side, one.option[1 - side][i], whole))
            return one.option[1 - side][i];
    return 0;
}

// Puts what a side can do after the reversing answer in place of one option. False: none reverses.
static bool bypass(forms *f, form *one, int side) {
    uint32_t whole = intern(f, one);
    for (int i = 0; i < one->count[side] && !f->has_failed; i++) {
        uint32_t answer = find_reversal(f, whole, side, one->option[side][i]);
        if (answer == 0)
            continue;
        const form after = f->items[answer];
        if (after.is_number && one->count[side] == 1)
            continue; // a number is enough as it stands: the simplest form has it
        for (int k = i; k + 1 < one->count[side]; k++)
            one->option[side][k] = one->option[side][k + 1];
        one->option[side][--one->count[side]] = 0;
        for (int k = 0; !after.is_number && k < after.count[side]; k++)
            add_option(f, one, side, after.option[side][k]);
        return true;
    }
    return false;
}

static uint32_t canonical(forms *f, form *one, int32_t mean) {
    bool has_changed = true;
    while (has_changed && !f->has_failed) {
        drop_dominated(f, one, 0);
        drop_dominated(f, one, 1);
        has_changed = bypass(f, one, 0) || bypass(f, one, 1);
    }
    uint32_t whole = intern(f, one), same = number(f, mean);
    bool is_number = is_at_most(f, whole, same, 0) && is_at_most(f, same, whole, 0);
    return is_number ? same : whole;
}

// The form and a number together.
static uint32_t shift(forms *f, uint32_t from, int32_t by, int depth) {
    form one = f->items[from], out;
    if (by == 0 || f->has_failed)
        return from;
    if (one.is_number)
        return number(f, one.value + by);
    f->has_failed = f->has_failed || depth > DEEPEST || ++f->steps > STEPS;
    memset(&out, 0, sizeof out);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < one.count[side]; i++)
            add_option(f, &out, side, shift(f, one.option[side][i], by, depth + 1));
    return intern(f, &out);
}

// The same with the colours exchanged.
static uint32_t negate(forms *f, uint32_t from, int depth) {
    form one = f->items[from], out;
    if (f->has_failed)
        return from;
    if (one.is_number)
        return number(f, -one.value);
    f->has_failed = depth > DEEPEST || ++f->steps > STEPS;
    memset(&out, 0, sizeof out);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < one.count[side]; i++)
            add_option(f, &out, 1 - side, negate(f, one.option[side][i], depth + 1));
    return intern(f, &out);
}

// The form of a position by area. One that comes back on the way to itself is taken to be worth a
// guess, which is less than it can be, or more.
static uint32_t form_of(forms *f, uint32_t node, int depth) {
    const kf_endgame *e = f->endgame;
    const kf_thermo *value = kf_endgame_value(e, node);
    const kf_endnode *at = &e->nodes[node];
    form one;
    if (f->of_node[node] != 0 || f->has_failed)
        return f->of_node[node];
    if (value->temperature < TAX || value->count == 1)
        return f->of_node[node] = number(f, value->mean);
    if (f->is_open[node])
        return f->before[node] != 0 ? f->before[node] : number(f, f->guess);
    f->has_failed = depth > DEEPEST || ++f->steps > STEPS;
    f->is_open[node] = true;
    memset(&one, 0, sizeof one);
    for (int i = 0; i < at->counts[KF_BLACK] + at->counts[KF_WHITE] && !f->has_failed; i++) {
        int side = i >= at->counts[KF_BLACK];
        uint32_t next = form_of(f, e->edges[at->edges + (uint32_t)i].node, depth + 1);
        if (f->has_failed)
            break;
        uint32_t taxed = shift(f, next, side == 0 ? -TAX : TAX, 0);
        if (one.count[side] == OPTIONS)
            drop_dominated(f, &one, side);
        add_option(f, &one, side, taxed);
    }
    if (f->has_failed)
        return 0;
    f->is_open[node] = false;
    return f->of_node[node] = canonical(f, &one, value->mean);
}

// ---- Names ----

typedef struct text {
    char *out;
    size_t length, room;
} text;

static void put(text *t, const char *words) {
    size_t length = strlen(words);
    if (t->length + length < t->room) {
        memcpy(t->out + t->length, words, length + 1);
        t->length += length;
    } else {
        t->room = 0;
    }
}

static void put_number(text *t, int32_t value) {
    char words[40];
    int32_t size = value < 0 ? -value : value, rest = size % ONE, below = ONE;
    for (; rest > 0 && rest % 2 == 0; rest /= 2)
        below /= 2;
    if (rest == 0)
        snprintf(words, sizeof words, "%s%d", value < 0 ? "-" : "", (int)(size / ONE));
    else if (size < ONE)
        snprintf(words, sizeof words, "%s%d/%d", value < 0 ? "-" : "", (int)rest, (int)below);
    else
        snprintf(words, sizeof words, "%s%d %d/%d", value < 0 ? "-" : "", (int)(size / ONE),
                 (int)rest, (int)below);
    put(t, words);
}

// The form with one option on each side.
static uint32_t pair_of(forms *f, uint32_t left, uint32_t right) {
    form one;
    memset(&one, 0, sizeof one);
    add_option(f, &one, 0, left);
    add_option(f, &one, 1, right);
    return intern(f, &one);
}

// Ups and downs, with a star or without: whether the form is one of them, and its name.
static bool put_ups(forms *f, text *t, uint32_t which) {
    uint32_t zero = number(f, 0), star = pair_of(f, zero, zero);
    for (int sign = 0; sign < 2; sign++) {
        uint32_t plain = zero, starred = star;
        for (int n = 1; n <= UPS; n++) {
            uint32_t next = sign == 0 ? pair_of(f, zero, starred) : pair_of(f, starred, zero);
            uint32_t beside = sign == 0 ? pair_of(f, zero, plain) : pair_of(f, plain, zero);
            if (n == 1) { // up and star: {0, * | 0}
                form one = f->items[star];
                add_option(f, &one, sign, star);
                beside = intern(f, &one);
            }
            plain = next;
            starred = beside;
            if (which != plain && which != starred)
                continue;
            char words[40];
            snprintf(words, sizeof words, "%s%s", sign == 0 ? "up" : "down",
                     which == starred ? " + star" : "");
            if (n > 1)
                snprintf(words, sizeof words, "%d %s%s", n, sign == 0 ? "ups" : "downs",
                         which == starred ? " + star" : "");
            put(t, words);
            return true;
        }
    }
    return false;
}

// Tiny x is {0 || 0 | -x}, miny x its opposite.
static bool put_tiny(forms *f, text *t, uint32_t which) {
    uint32_t zero = number(f, 0);
    const form one = f->items[which];
    for (int side = 0; side < 2; side++) {
        if (one.is_number || one.count[0] != 1 || one.count[1] != 1 || one.option[side][0] != zero)
            continue;
        const form threat = f->items[one.option[1 - side][0]];
        if (threat.is_number || threat.count[0] != 1 || threat.count[1] != 1 ||
            threat.option[side][0] != zero || !f->items[threat.option[1 - side][0]].is_number)
            continue;
        int32_t size = f->items[threat.option[1 - side][0]].value;
        put(t, side == 0 ? "tiny " : "miny ");
        put_number(t, side == 0 ? -size : size);
        return true;
    }
    return false;
}

// Pieces of a text, one after the other.
typedef struct pieces {
    int count;
    size_t start[OPTIONS + 1]; // the last one is where they end
} pieces;

static bool is_before(const char *words, const pieces *p, int a, int b) {
    size_t size_a = p->start[a + 1] - p->start[a], size_b = p->start[b + 1] - p->start[b];
    int order = memcmp(words + p->start[a], words + p->start[b], size_a < size_b ? size_a : size_b);
    return order != 0 ? order < 0 : size_a < size_b;
}

// Puts the pieces at the end of the text in the order of their words, with commas between them: in
// whatever order the options of a form were found, it has the same words.
static void put_in_order(text *t, const pieces *p) {
    char words[KF_ENDGAME_TEXT];
    uint32_t rest = ((uint32_t)1 << p->count) - 1;
    memcpy(words, t->out, t->length);
    t->length = p->start[0];
    while (rest != 0 && t->room > 0) {
        int next = -1;
        for (int i = 0; i < p->count; i++)
            if ((rest >> i & 1) != 0 && (next < 0 || is_before(words, p, i, next)))
                next = i;
        char word[KF_ENDGAME_TEXT] = "";
        memcpy(word, words + p->start[next], p->start[next + 1] - p->start[next]);
        put(t, t->length > p->start[0] ? ", " : "");
        put(t, word);
        rest &= ~((uint32_t)1 << next);
    }
}

static void put_form(forms *f, text *t, uint32_t which, int depth) {
    const form one = f->items[which];
    if (one.is_number) {
        put_number(t, one.value);
        return;
    }
    if (depth > 8)
        t->room = 0;
    put(t, "{");
    for (int side = 0; side < 2 && t->room > 0; side++) {
        pieces p = {.count = one.count[side], .start = {t->length}};
        for (int i = 0; i < p.count; i++) {
            put_form(f, t, one.option[side][i], depth + 1);
            p.start[i + 1] = t->length;
        }
        if (t->room > 0)
            put_in_order(t, &p);
        put(t, side == 0 ? " | " : "}");
    }
}

// A number, or a number with an infinitesimal that has a name, or braces.
static void put_name(forms *f, text *t, uint32_t which, int32_t mean) {
    uint32_t zero = number(f, 0), small = shift(f, which, -mean, 0);
    if (f->items[which].is_number) {
        put_number(t, f->items[which].value);
        return;
    }
    if (mean != 0)
        put_number(t, mean);
    size_t before = t->length;
    put(t, mean != 0 ? " + " : "");
    if (small == pair_of(f, zero, zero)) {
        put(t, "star");
        return;
    }
    if (put_ups(f, t, small) || put_tiny(f, t, small))
        return;
    t->length = before;
    t->length = 0;
    put_form(f, t, which, 0);
}

// The form of the whole with that guess, in points, where nothing better is known: `before` has
// what was found for each position last time, and takes what is found now. The lower guess gives at
// most what is true and the higher one at least that, each time, so what both give is true.
static uint32_t form_within(forms *f, int32_t guess, uint32_t *before) {
    size_t size = f->endgame->node_count * sizeof *f->of_node;
    f->guess = guess * ONE;
    f->before = before;
    f->steps = 0;
    memset(f->of_node, 0, size);
    memset(f->is_open, 0, f->endgame->node_count);
    uint32_t whole = form_of(f, 0, 0);
    memcpy(before, f->of_node, size);
    return whole;
}

// The form that both guesses come to, or 0. Each time positions that come back are followed once
// more around.
static uint32_t find_whole(forms *f) {
    kf_arena *arena = f->arena;
    size_t size = f->endgame->node_count * sizeof *f->of_node;
    uint32_t *low = kf_arena_resize(arena, NULL, size), *high = kf_arena_resize(arena, NULL, size);
    uint32_t found = 0;
    memset(low, 0, size);
    memset(high, 0, size);
    for (int i = 0; i < ROUNDS && found == 0 && !f->has_failed; i++) {
        uint32_t least = form_within(f, -KF_ENDBOARD_MOST, low);
        uint32_t most = form_within(f, KF_ENDBOARD_MOST, high);
        found = least == most ? most : 0;
    }
    kf_arena_release(arena, high);
    kf_arena_release(arena, low);
    return f->has_failed ? 0 : found;
}

bool kf_endform_write(const kf_endgame *endgame, bool is_swapped, char *out, size_t size) {
    kf_arena *arena = endgame->arena;
    forms f = {.arena = arena, .endgame = endgame};
    text t = {out, 0, size};
    int32_t stones = (kf_endboard_size(endgame->start.stones[KF_BLACK]) -
                      kf_endboard_size(endgame->start.stones[KF_WHITE])) *
                     ONE;
    out[0] = '\0';
    if (endgame->node_count > NODES || kf_endgame_value(endgame, 0)->is_rounded)
        return false;
    f.items = kf_arena_resize(arena, NULL, FORMS * sizeof *f.items);
    f.slot = kf_arena_resize(arena, NULL, SLOTS * sizeof *f.slot);
    memset(f.slot, 0, SLOTS * sizeof *f.slot);
    f.pair = kf_arena_resize(arena, NULL, PAIRS * sizeof *f.pair);
    f.of_node = kf_arena_resize(arena, NULL, endgame->node_count * sizeof *f.of_node);
    f.is_open = kf_arena_resize(arena, NULL, endgame->node_count);
    memset(f.pair, 0, PAIRS * sizeof *f.pair);
    uint32_t whole = find_whole(&f);
    if (whole != 0) {
        int32_t mean = kf_endgame_value(endgame, 0)->mean - stones;
        whole = shift(&f, whole, -stones, 0);
        f.steps = 0;
        put_name(&f, &t, is_swapped ? negate(&f, whole, 0) : whole, is_swapped ? -mean : mean);
    }
    kf_arena_release(arena, f.is_open);
    kf_arena_release(arena, f.of_node);
    kf_arena_release(arena, f.pair);
    kf_arena_release(arena, f.slot);
    kf_arena_release(arena, f.items);
    if (whole == 0 || f.has_failed || t.room == 0)
        out[0] = '\0';
    return out[0] != '\0';
}
