// SPDX-License-Identifier: MIT
// A second solver of eye spaces. It shares nothing with the first but the numbers of points and
// moves: stones lie on a real board, captures and ko are the board's, and values are found by going
// over all states again and again until nothing changes.

#include "eyes_naive.h"

#include <stdlib.h>
#include <string.h>

#include <kifu/board.h>

enum { SIDE = 20, FAR = 6, MOST_STATES = 1 << 14, TABLE = 1 << 16 };
enum { TAKEN = -2, NOWHERE = -1 };
enum { LOST, NEITHER, LIVES };

// The attacker is White and has everything around, with two eyes in the far corner.
static const kf_colour colours[2] = {KF_WHITE, KF_BLACK};

typedef struct state {
    uint8_t stones[KF_EYES_MAX]; // the colour on every point
    int left, side, ko;
    int next[NAIVE_MOVES]; // a state, TAKEN or NOWHERE
    int banned;            // the move that the ko forbids, or NOWHERE
    bool is_safe, is_in_danger;
    uint8_t values[2][NAIVE_THREATS + 1];
} state;

typedef struct world {
    int count, liberties;
    kf_point points[KF_EYES_MAX], outside[KF_EYES_LIBERTIES], cordon;
    kf_board empty; // with the cordon and what is around it
    state *states;
    int state_count;
    int table[TABLE];
} world;

// ---- The board ----

static kf_point point_of(kf_eyes_where where, int column, int row) {
    return kf_point_at(column + (where == KF_EYES_CORNER ? 0 : FAR),
                       row + (where == KF_EYES_CENTRE ? FAR : 0));
}

static bool touches(const world *w, int x, int y, int reach) {
    for (int i = 0; i < w->count; i++) {
        int dx = abs(kf_point_column(w->points[i]) - x), dy = abs(kf_point_row(w->points[i]) - y);
        if (dx <= 1 && dy <= 1 && dx + dy <= reach)
            return true;
    }
    return false;
}

static bool has_neighbour(const kf_board *board, int x, int y, kf_colour colour) {
    return (x > 0 && kf_board_get(board, kf_point_at(x - 1, y)) == colour) ||
           (y > 0 && kf_board_get(board, kf_point_at(x, y - 1)) == colour) ||
           (x + 1 < SIDE && kf_board_get(board, kf_point_at(x + 1, y)) == colour) ||
           (y + 1 < SIDE && kf_board_get(board, kf_point_at(x, y + 1)) == colour);
}

static void build(world *w, const kf_polyomino *shape, kf_eyes_where where) {
    kf_board_init(&w->empty, SIDE, SIDE);
    for (int i = 0; i < w->count; i++)
        w->points[i] = point_of(where, shape->cells[i] & 15, shape->cells[i] >> 4);
    for (int i = 0; i < SIDE * SIDE; i++) {
        int x = i % SIDE, y = i / SIDE;
        bool is_eye = y == SIDE - 1 && (x == SIDE - 1 || x == SIDE - 3);
        if (touches(w, x, y, 0) || is_eye)
            continue;
        bool is_cordon = touches(w, x, y, 2);
        kf_board_put(&w->empty, kf_point_at(x, y), is_cordon ? KF_BLACK : KF_WHITE);
        w->cordon = is_cordon ? kf_point_at(x, y) : w->cordon;
    }
    // Outside liberties lie beside the cordon, and one apart from the other.
    int made = 0;
    for (int i = 0; i < SIDE * SIDE && made < w->liberties; i += 1) {
        int x = i % SIDE, y = i / SIDE;
        if (kf_board_get(&w->empty, kf_point_at(x, y)) == KF_WHITE &&
            has_neighbour(&w->empty, x, y, KF_BLACK) && !has_neighbour(&w->empty, x, y, KF_EMPTY)) {
            kf_board_put(&w->empty, kf_point_at(x, y), KF_EMPTY);
            w->outside[made++] = kf_point_at(x, y);
        }
    }
}

static void set_up(const world *w, const state *s, kf_board *board) {
    kf_board_copy(board, &w->empty);
    for (int i = 0; i < w->count; i++)
        kf_board_put(board, w->points[i], (kf_colour)s->stones[i]);
    for (int i = s->left; i < w->liberties; i++)
        kf_board_put(board, w->outside[i], KF_WHITE);
}

// ---- The states ----

static int state_number(world *w, const kf_board *board, int left, int side, int ko) {
    state made = {.left = left, .side = side, .ko = ko, .banned = NOWHERE};
    uint32_t hash = (uint32_t)(left * 2 + side) * 16 + (uint32_t)(ko + 1);
    for (int i = 0; i < w->count; i++) {
        made.stones[i] = (uint8_t)kf_board_get(board, w->points[i]);
        hash = hash * 31 + made.stones[i];
    }
    uint32_t at = hash * 2654435761u >> 16;
    for (; w->table[at] != 0; at = (at + 1) % TABLE) {
        const state *other = &w->states[w->table[at]];
        if (memcmp(other->stones, made.stones, KF_EYES_MAX) == 0 && other->left == left &&
            other->side == side && other->ko == ko)
            return w->table[at];
    }
    if (w->state_count == MOST_STATES)
        abort();
    w->states[w->state_count] = made;
    return w->table[at] = w->state_count++;
}

static int point_number(const world *w, kf_point point) {
    for (int i = 0; i < w->count; i++)
        if (w->points[i] == point)
            return i;
    return NOWHERE;
}

static int follow(world *w, int number, int move, bool *is_banned) {
    const state from = w->states[number];
    kf_board board;
    kf_played played;
    kf_colour banned;
    int left = from.left - (move == KF_EYES_OUTSIDE);
    bool is_point = move < KF_EYES_MAX;
    if ((is_point && (move >= w->count || from.stones[move] != KF_EMPTY)) || left < 0 ||
        (move == KF_EYES_OUTSIDE && from.side != KF_EYES_ATTACKER))
        return NOWHERE;
    set_up(w, &from, &board);
    kf_point point = is_point ? w->points[move] : KF_PASS;
    if (move == KF_EYES_OUTSIDE)
        point = w->outside[left];
    if (kf_board_play(&board, point, colours[from.side], &played) != KF_LEGAL)
        return NOWHERE;
    if (kf_board_get(&board, w->cordon) != KF_BLACK)
        return TAKEN;
    *is_banned = is_point && from.ko == move && played.captured == 1;
    int ko = point_number(w, kf_board_ko(&board, &banned));
    return state_number(w, &board, left, 1 - from.side, ko);
}

// All states from the first two, each also with the other side to move and without its ko.
static void explore(world *w) {
    for (int number = 1; number < w->state_count; number++) {
        for (int move = 0; move < NAIVE_MOVES; move++) {
            bool is_banned = false;
            int next = follow(w, number, move, &is_banned);
            w->states[number].next[move] = next;
            if (is_banned)
                w->states[number].banned = move;
        }
        kf_board board;
        set_up(w, &w->states[number], &board);
        state_number(w, &board, w->states[number].left, KF_EYES_ATTACKER, NOWHERE);
        state_number(w, &board, w->states[number].left, KF_EYES_DEFENDER, NOWHERE);
    }
}

// The state after a move of the attacker and a pass.
static int after_pass(const world *w, int number) {
    return w->states[number].next[KF_EYES_PASS];
}

// In danger: the attacker takes the cordon if nobody answers.
static void find_safe(world *w) {
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (int number = 1; number < w->state_count; number++) {
            state *s = &w->states[number];
            bool was = s->is_in_danger;
            if (s->side == KF_EYES_DEFENDER)
                s->is_in_danger = was || w->states[after_pass(w, number)].is_in_danger;
            for (int move = 0; move < NAIVE_MOVES && s->side == KF_EYES_ATTACKER; move++)
                if (s->next[move] == TAKEN ||
                    (s->next[move] > 0 && w->states[s->next[move]].is_in_danger))
                    s->is_in_danger = true;
            has_changed = has_changed || was != s->is_in_danger;
        }
    }
    // Neither who is to move nor a ko matters for it.
    for (int number = 1; number < w->state_count; number++) {
        kf_board board;
        set_up(w, &w->states[number], &board);
        int same = state_number(w, &board, w->states[number].left, KF_EYES_ATTACKER, NOWHERE);
        w->states[number].is_safe = !w->states[same].is_in_danger;
    }
}

// ---- The values ----

// What a move is worth when `who` has so many threats; -1 when there is no such move.
static int value_of(const world *w, const state *s, int move, int who, int threats) {
    int next = s->next[move];
    if (next == TAKEN)
        return LOST;
    if (next == NOWHERE)
        return -1;
    if (move != s->banned)
        return w->states[next].values[who][threats];
    return s->side == who && threats > 0 ? w->states[next].values[who][threats - 1] : -1;
}

static bool improve(world *w, int who, int threats, int wanted) {
    bool has_changed = false;
    int winner = wanted == LOST ? KF_EYES_ATTACKER : KF_EYES_DEFENDER;
    for (int number = 1; number < w->state_count; number++) {
        state *s = &w->states[number];
        bool has_one = false, has_all = true;
        if (s->values[who][threats] != NEITHER)
            continue;
        for (int move = 0; move < NAIVE_MOVES; move++) {
            int value = value_of(w, s, move, who, threats);
            has_one = has_one || value == wanted;
            has_all = has_all && (value == wanted || value < 0);
        }
        if (s->side == winner ? has_one : has_all) {
            s->values[who][threats] = (uint8_t)wanted;
            has_changed = true;
        }
    }
    return has_changed;
}

static void find_values(world *w) {
    for (int i = 0; i < 2 * (NAIVE_THREATS + 1); i++) {
        int who = i % 2, threats = i / 2;
        for (int number = 1; number < w->state_count; number++)
            w->states[number].values[who][threats] = w->states[number].is_safe ? LIVES : NEITHER;
        while (improve(w, who, threats, LIVES))
            continue;
        while (improve(w, who, threats, LOST))
            continue;
    }
}

// Whether the move a is nowhere worse for the side than b, and somewhere better.
static bool beats(const world *w, const state *s, int a, int b) {
    bool is_better = false;
    for (int i = 0; i < 2 * (NAIVE_THREATS + 1); i++) {
        int worst = s->side == KF_EYES_ATTACKER ? LIVES : LOST;
        int sign = s->side == KF_EYES_ATTACKER ? -1 : 1;
        int x = value_of(w, s, a, i % 2, i / 2), y = value_of(w, s, b, i % 2, i / 2);
        x = x < 0 ? worst : x;
        y = y < 0 ? worst : y;
        if (sign * x < sign * y)
            return false;
        is_better = is_better || x != y;
    }
    return is_better;
}

static unsigned find_vital(const world *w, const state *s) {
    unsigned vital = 0;
    for (int move = 0; move < NAIVE_MOVES; move++) {
        bool is_best = s->next[move] != NOWHERE;
        for (int other = 0; other < NAIVE_MOVES && is_best; other++)
            is_best = s->next[other] == NOWHERE || !beats(w, s, other, move);
        vital |= is_best ? 1u << move : 0;
    }
    return vital;
}

void naive_solve(const kf_polyomino *shape, kf_eyes_where where, int liberties,
                 naive_first first[2]) {
    world *w = calloc(1, sizeof *w);
    state *states = calloc(MOST_STATES, sizeof *states);
    if (w == NULL || states == NULL)
        abort();
    w->states = states;
    w->state_count = 1; // 0 is no state
    w->count = shape->count;
    w->liberties = liberties;
    build(w, shape, where);
    for (int side = 0; side < 2; side++)
        state_number(w, &w->empty, liberties, side, NOWHERE);
    explore(w);
    find_safe(w);
    find_values(w);
    for (int side = 0; side < 2; side++) {
        const state *root = &w->states[side + 1];
        for (int i = 0; i < 2 * (NAIVE_THREATS + 1); i++)
            first[side].values[i % 2][i / 2] = root->values[i % 2][i / 2];
        first[side].vital = find_vital(w, root);
    }
    free(states);
    free(w);
}
