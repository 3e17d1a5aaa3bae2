// SPDX-License-Identifier: MIT
// Life and death: agreement with the eye solver, and with reading every position there is:
// test_life [POSITIONS].

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <kifu/reading.h>

#include "reading/life/life.h"

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

// ---- Eye spaces ----

enum { SIDE = 15 };

typedef struct job {
    kf_arena *arena;
    int size;
    int asked, known, vital; // placements, answers, and sets of vital points compared
    uint64_t nodes;
    kf_life life;
} job;

// A shape in its cordon, with White around it, on a board with room.
static void build(const kf_placements_row *row, kf_board *board, kf_point *stone, kf_point *first) {
    int left = row->where == KF_EYES_CORNER ? 0 : 4, bottom = row->where != KF_EYES_CENTRE ? 0 : 4;
    char grid[SIDE + 4][SIDE + 4];
    memset(grid, 0, sizeof grid);
    for (int ring = 3; ring >= 1; ring--)
        for (int i = 0; i < row->placed.count; i++) {
            int x = (row->placed.cells[i] & 15) + left + 2,
                y = (row->placed.cells[i] >> 4) + bottom + 2;
            for (int dy = 1 - ring; dy < ring; dy++)
                for (int dx = 1 - ring; dx < ring; dx++)
                    grid[y + dy][x + dx] = (char)ring;
        }
    kf_board_init(board, SIDE, SIDE);
    *stone = KF_NOWHERE;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            kf_point point = kf_point_at(x, SIDE - 1 - y);
            char ring = grid[y + 2][x + 2];
            if (ring >= 2)
                kf_board_put(board, point, ring == 2 ? KF_BLACK : KF_WHITE);
            if (ring == 2 && *stone == KF_NOWHERE)
                *stone = point;
        }
    *first = kf_point_at(left, SIDE - 1 - bottom);
}

static bool is_same_word(kf_eyes_class class, kf_life_word word) {
    switch (class) {
    case KF_EYES_DEAD:
        return word == KF_LIFE_DEAD;
    case KF_EYES_ALIVE:
        return word == KF_LIFE_ALIVE;
    case KF_EYES_SEKI:
        return word == KF_LIFE_SEKI;
    case KF_EYES_KO:
        return word == KF_LIFE_KO;
    case KF_EYES_KO_SEKI:
    case KF_EYES_SEKI_KO:
        return word == KF_LIFE_KO || word == KF_LIFE_SEKI;
    case KF_EYES_CLASSES:
    default:
        return false;
    }
}

static void compare_vital(job *j, const kf_placements_row *row, kf_point origin, int first) {
    const kf_eyes_first *eyes = &row->answer.first[first == KF_ATTACKER ? 0 : 1];
    const kf_life_case *found = &j->life.first[first];
    kf_eyes_set vital = 0;
    bool is_plain = eyes->kind == KF_EYES_DEAD || eyes->kind == KF_EYES_ALIVE;
    if (eyes->vital_pass || !found->is_complete || !is_plain)
        return;
    for (int i = 0; i < found->vital_count; i++)
        for (int k = 0; k < row->placed.count; k++) {
            int x = row->placed.cells[k] & 15, y = row->placed.cells[k] >> 4;
            kf_point point = kf_point_at(kf_point_column(origin) + x, kf_point_row(origin) - y);
            if (point == found->vital[i])
                vital |= (kf_eyes_set)1 << k;
        }
    j->vital++;
    if (vital != eyes->vital) {
        char text[KF_POLYOMINO_TEXT];
        fail_msg("%s at %d, side %d: vital %x, not %x", kf_polyomino_write(&row->placed, text),
                 (int)row->where, first, (unsigned)vital, (unsigned)eyes->vital);
    }
}

static void compare(const kf_placements_row *row, job *j) {
    kf_board board;
    kf_point stone, origin;
    if (!row->is_real)
        return;
    build(row, &board, &stone, &origin);
    kf_life_input input = {.where = {.board = &board, .group = stone}, .nodes = j->nodes};
    kf_life_solve(&input, j->arena, &j->life);
    for (int first = 0; first < 2; first++) {
        kf_eyes_class class = row->answer.first[first == KF_ATTACKER ? 0 : 1].kind;
        kf_life_word word = j->life.first[first].word;
        char text[KF_POLYOMINO_TEXT];
        j->asked++;
        if (word == KF_LIFE_UNKNOWN)
            continue;
        j->known++;
        if (!is_same_word(class, word))
            fail_msg("%s at %d, side %d: %s, not %s", kf_polyomino_write(&row->placed, text),
                     (int)row->where, first, kf_life_name(word), kf_eyes_word(class));
        compare_vital(j, row, origin, first);
    }
}

static void compare_all(void *context) {
    job *j = context;
    kf_placements_how how = {.size = j->size, .places = KF_PLACEMENTS_EVERYWHERE};
    kf_placements *survey = kf_placements_new(&how);
    const kf_placements_row *row;
    assert_non_null(survey);
    while ((row = kf_placements_next(survey)) != NULL)
        compare(row, j);
    assert_false(kf_placements_has_failed(survey));
    kf_placements_free(survey);
}

// Both engines answer every empty eye space up to five points, and never differ.
static void test_eyes(void **unused) {
    (void)unused;
    for (int size = 1; size <= 5; size++) {
        job *j = calloc(1, sizeof *j);
        assert_non_null(j);
        j->arena = kf_arena_new();
        j->size = size;
        j->nodes = size < 5 ? 5000 : 500;
        assert_true(kf_arena_try(j->arena, compare_all, j));
        print_message("%d points: %d of %d known, %d times vital points\n", size, j->known,
                      j->asked, j->vital);
        assert_true(j->known * 10 >= j->asked * 8);
        kf_arena_free(j->arena);
        free(j);
    }
}

// ---- Every position of a small part ----

enum { STATES = 1 << 17, MOVES = 15, CELLS_MOST = MOVES - 1, TRIALS = 800 };

// A state of play and where its moves lead.
typedef struct state {
    kf_local at;
    int count;
    int child[MOVES];
    bool taken; // the target is off the board
    bool wins;  // the attacker takes it
    bool bare;  // the attacker takes it while the defender passes
    bool lives; // the defender gets to where he may pass for ever
} state;

typedef struct graph {
    const kf_local_map *map;
    int count;
    int *bucket; // by hash, -1 for none
    state *states;
} graph;

static bool is_same_state(const kf_local *a, const kf_local *b) {
    return kf_cells_same(a->stones[0], b->stones[0]) && kf_cells_same(a->stones[1], b->stones[1]) &&
           a->ko == b->ko && a->turn == b->turn;
}

// The number of a state, which is added when it is new; -1 when there is no room.
static int find(graph *g, const kf_local *at) {
    uint64_t hash = kf_local_hash(g->map, at);
    for (uint64_t i = hash % STATES;; i = (i + 1) % STATES) {
        if (g->bucket[i] < 0) {
            if (g->count >= STATES / 2)
                return -1;
            g->bucket[i] = g->count;
            g->states[g->count] = (state){.at = *at};
            return g->count++;
        }
        if (is_same_state(&g->states[g->bucket[i]].at, at))
            return g->bucket[i];
    }
}

static bool explore(graph *g, const kf_local *root) {
    for (int i = 0; i < STATES; i++)
        g->bucket[i] = -1;
    g->count = 0;
    find(g, root);
    for (int i = 0; i < g->count; i++) {
        kf_local at = g->states[i].at;
        g->states[i].taken = !kf_cells_meet(at.stones[KF_DEFENDER], g->map->target);
        for (int move = 0; move <= g->map->count && !g->states[i].taken; move++) {
            kf_local next = at;
            if (!kf_local_play(g->map, &next, move < g->map->count ? move : KF_LOCAL_PASS))
                continue;
            int child = find(g, &next);
            if (child < 0)
                return false;
            g->states[i].child[g->states[i].count++] = child;
        }
    }
    return true;
}

// The pass is the last move of a state.
static bool step(graph *g, state *s) {
    bool any[3] = {false, false, false}, all[3] = {true, true, true};
    for (int i = 0; i < s->count; i++) {
        const state *child = &g->states[s->child[i]];
        bool is[3] = {child->wins, child->bare, child->lives};
        for (int k = 0; k < 3; k++) {
            any[k] = any[k] || is[k];
            all[k] = all[k] && is[k];
        }
    }
    bool attacks = s->at.turn == KF_ATTACKER;
    bool wins = s->taken || (attacks ? any[0] : all[0]);
    bool bare = s->taken || (attacks ? any[1] : g->states[s->child[s->count - 1]].bare);
    bool changed = wins != s->wins || bare != s->bare;
    s->wins = wins;
    s->bare = bare;
    return changed;
}

static bool step_lives(graph *g, state *s) {
    bool attacks = s->at.turn == KF_ATTACKER, any = false, all = s->count > 0;
    for (int i = 0; i < s->count; i++) {
        any = any || g->states[s->child[i]].lives;
        all = all && g->states[s->child[i]].lives;
    }
    bool lives = !s->taken && (!s->bare || (attacks ? all : any));
    bool changed = lives != s->lives;
    s->lives = lives;
    return changed;
}

static void solve(graph *g) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = g->count - 1; i >= 0; i--)
            changed = step(g, &g->states[i]) || changed;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = g->count - 1; i >= 0; i--)
            changed = step_lives(g, &g->states[i]) || changed;
    }
}

typedef struct trial {
    kf_arena *arena;
    graph graph;
    uint32_t random;
    int trials, asked, known[2], leaks;
    long shared;  // states that have the key of another one
    long further; // that are decided two moves further only
    kf_region region;
    kf_transposition memo;
} trial;

// The part as rows: where the target was, signs are D, A and a comma, else d, a and a point; cells
// where the attacker, or the defender, is safe outside follow as a list.
static void draw(const kf_region *region, const kf_local *at, char *text, size_t size) {
    size_t length = 0;
    for (int i = 0; i < region->map.count && length + 16 < size; i++) {
        if (region->map.point[i] == KF_NOWHERE)
            continue;
        char sign = kf_cells_has(at->stones[0], i)   ? 'd'
                    : kf_cells_has(at->stones[1], i) ? 'a'
                                                     : '.';
        if (kf_cells_has(region->map.target, i))
            sign = sign == '.' ? ',' : (char)(sign - 'a' + 'A');
        length += (size_t)snprintf(text + length, size - length, " %c%d%c%s%s",
                                   'a' + kf_point_column(region->map.point[i]),
                                   kf_point_row(region->map.point[i]), sign,
                                   kf_cells_has(region->map.firm[1], i) ? "+" : "",
                                   kf_cells_has(region->map.firm[0], i) ? "-" : "");
    }
}

// Asks the search what the graph knows.
static void ask(trial *t, int side, bool expected) {
    unsigned flags;
    kf_proof proof;
    kf_transposition_clear(&t->memo);
    kf_proof_init(&proof, &t->region.map, side, &t->memo, t->arena);
    proof.limit = 20000;
    kf_answer answer = kf_proof_run(&proof, &t->region.start, &flags);
    kf_arena_release(t->arena, proof.frames);
    t->known[side] += answer != KF_ANSWER_UNKNOWN;
    if (answer != KF_ANSWER_UNKNOWN && (answer == KF_ANSWER_YES) != expected) {
        char text[400];
        draw(&t->region, &t->region.start, text, sizeof text);
        fail_msg("%s, turn %d, ko %d, side %d: the search says %s", text, t->region.start.turn,
                 t->region.start.ko, side, answer == KF_ANSWER_YES ? "yes" : "no");
    }
}

static void check_glance(const trial *t, const state *s, kf_eyespace_answer glance) {
    bool lives = glance == KF_EYESPACE_LIVES || glance == KF_EYESPACE_OUT;
    bool is_false = glance == KF_EYESPACE_DIES ? !s->wins : lives && (s->wins || !s->lives);
    if (is_false && !s->taken) {
        char text[400];
        draw(&t->region, &s->at, text, sizeof text);
        fail_msg("%s, turn %d, ko %d: a glance says %d", text, s->at.turn, s->at.ko, glance);
    }
}

// What a glance says of a state holds, one move further and two.
static void check_glances(trial *t) {
    enum { EVERY = 5 };
    for (int i = 0; i < t->graph.count; i += EVERY) {
        const state *s = &t->graph.states[i];
        kf_eyespace_answer near = kf_eyespace_foresee(t->graph.map, &s->at).glance;
        check_glance(t, s, near);
        for (int side = 0; side < 2 && !s->taken; side++) {
            kf_eyespace_answer far = kf_eyespace_foresee_answers(t->graph.map, &s->at, side).glance;
            check_glance(t, s, far);
            t->further += near == KF_EYESPACE_OPEN && far != near;
            assert_true(near == KF_EYESPACE_OPEN || far == near);
        }
    }
}

static int by_key(const void *a, const void *b) {
    const uint64_t *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

// States with the same key come to the same, whatever else lies on the board.
static void check_keys(trial *t) {
    const graph *g = &t->graph;
    uint64_t(*keys)[2] = kf_arena_resize(t->arena, NULL, (size_t)g->count * sizeof *keys);
    for (int i = 0; i < g->count; i++) {
        keys[i][0] = kf_local_key(g->map, &g->states[i].at);
        keys[i][1] = (uint64_t)i;
    }
    qsort(keys, (size_t)g->count, sizeof *keys, by_key);
    for (int i = 1; i < g->count; i++) {
        const state *one = &g->states[keys[i - 1][1]], *other = &g->states[keys[i][1]];
        if (keys[i][0] != keys[i - 1][0])
            continue;
        t->shared++;
        if (one->wins != other->wins || one->lives != other->lives) {
            char text[2][400];
            draw(&t->region, &one->at, text[0], sizeof text[0]);
            draw(&t->region, &other->at, text[1], sizeof text[1]);
            fail_msg("one key: %s and %s, turn %d, ko %d and %d", text[0], text[1], one->at.turn,
                     one->at.ko, other->at.ko);
        }
    }
    kf_arena_release(t->arena, keys);
}

// Puts stones anywhere in a corner, and beside it some by the other dice; all moves are legal ones.
static kf_point fill(trial *t, kf_board *board, int width, int height, unsigned gaps) {
    kf_point group = KF_NOWHERE;
    unsigned dense = 2 + next_random(&t->random) % 3;
    for (int y = 0; y <= height + 1 && y < board->height; y++)
        for (int x = 0; x <= width + 1 && x < board->width; x++) {
            kf_point point = kf_point_at(x, y);
            bool outside = x >= width || y >= height, beyond = x > width || y > height;
            unsigned dice = next_random(&t->random) % (2 * dense);
            int colour = dice < 2 ? (int)dice + 1 : 0;
            if (outside)
                colour = gaps == 0 ? (dice == 0 ? KF_BLACK : KF_WHITE)
                         : beyond || next_random(&t->random) % gaps == 0 ? 0
                                                                         : KF_WHITE;
            kf_played played;
            if (colour != 0 && kf_board_judge(board, point, (kf_colour)colour) == KF_LEGAL)
                kf_board_play(board, point, (kf_colour)colour, &played);
            if (!outside && kf_board_get(board, point) == KF_BLACK)
                group = point;
        }
    return group != KF_NOWHERE && kf_board_get(board, group) == KF_BLACK ? group : KF_NOWHERE;
}

// A random position: a small board, all of which or a corner of which is read; or the corner of a
// larger one with a wall that has gaps, where the part is found by the program.
static bool choose(trial *t) {
    kf_board board;
    unsigned kind = next_random(&t->random) % 3;
    int width = 2 + (int)(next_random(&t->random) % 3);
    int height = 2 + (int)(next_random(&t->random) % 2);
    if (kind == 2)
        kf_board_init(&board, 9, 9);
    else
        kf_board_init(&board, kind == 0 ? width : width + 2, kind == 0 ? height : height + 2);
    kf_point group = fill(t, &board, width, height, kind == 2 ? 6 : 0);
    if (group == KF_NOWHERE)
        return false;
    kf_region_input input = {.board = &board, .group = group, .is_given = kind != 2};
    input.corners[1] = kf_point_at(width - 1, height - 1);
    t->region = (kf_region){0};
    bool is_found =
        kf_region_find(&input, &t->region) && kf_cells_count(t->region.map.whole) <= CELLS_MOST;
    t->region.map.escapes = kind == 2;
    t->leaks += is_found && !kf_cells_none(t->region.map.open);
    return is_found;
}

static void trial_body(void *context) {
    trial *t = context;
    kf_transposition_init(&t->memo, t->arena, 1 << 12);
    for (int i = 0; i < t->trials; i++) {
        if (!choose(t))
            continue;
        t->region.start.turn = (uint8_t)(next_random(&t->random) % 2);
        t->region.start.threats[i % 3 % 2] = i % 3 == 2 ? 0 : KF_LOCAL_ENDLESS;
        t->graph.map = &t->region.map;
        if (!explore(&t->graph, &t->region.start))
            continue;
        solve(&t->graph);
        check_keys(t);
        check_glances(t);
        t->asked++;
        ask(t, KF_ATTACKER, t->graph.states[0].wins);
        ask(t, KF_DEFENDER, t->graph.states[0].lives);
    }
}

static int trial_count = TRIALS;

// The search agrees with all states of small parts, and answers nearly all of them.
static void test_all_states(void **unused) {
    (void)unused;
    trial *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->arena = kf_arena_new();
    t->random = 20;
    t->trials = trial_count;
    t->graph.bucket = malloc(STATES * sizeof *t->graph.bucket);
    t->graph.states = malloc(STATES / 2 * sizeof *t->graph.states);
    assert_true(t->graph.bucket != NULL && t->graph.states != NULL);
    assert_true(kf_arena_try(t->arena, trial_body, t));
    print_message(
        "%d positions, %d with a way out, known: attack %d, life %d; %ld keys shared, %ld "
        "decided by answers\n",
        t->asked, t->leaks, t->known[1], t->known[0], t->shared, t->further);
    assert_true(t->shared > 0 && t->further > 0);
    assert_true(t->known[0] * 100 >= t->asked * 95 && t->known[1] * 100 >= t->asked * 95);
    kf_arena_free(t->arena);
    free(t->graph.bucket);
    free(t->graph.states);
    free(t);
}

// ---- Problems, however they are turned ----

enum { WIDE = 9, PROBLEMS = 40 };

typedef struct turning {
    kf_arena *arena;
    uint32_t random;
    kf_problem problem, turned;
    kf_solved solved, again;
    int decided;
} turning;

// Bit 0 mirrors columns, bit 1 rows, bit 2 swaps both.
static kf_point turn_point(kf_point point, int turn) {
    int column = kf_point_column(point), row = kf_point_row(point);
    if (point == KF_NOWHERE)
        return point;
    column = (turn & 1) != 0 ? WIDE - 1 - column : column;
    row = (turn & 2) != 0 ? WIDE - 1 - row : row;
    return (turn & 4) != 0 ? kf_point_at(row, column) : kf_point_at(column, row);
}

// A corner with stones of both colours, behind a wall; the solution is a vacant point there.
static void make_problem(turning *t) {
    kf_problem *problem = &t->problem;
    kf_board_init(&problem->board, WIDE, WIDE);
    problem->mover = KF_BLACK;
    problem->right_count = 0;
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 6; x++) {
            bool is_wall = x == 5 || y == 3, is_ours = !is_wall && (x == 4 || y == 2);
            uint32_t colour = is_wall ? KF_WHITE : is_ours ? KF_BLACK : next_random(&t->random) % 5;
            kf_point point = kf_point_at(x, y);
            kf_played played;
            if (!is_wall && !is_ours && colour == 0 && problem->right_count == 0)
                problem->right[problem->right_count++] = point;
            else if ((colour == KF_BLACK || colour == KF_WHITE) &&
                     next_random(&t->random) % 12 != 0 &&
                     kf_board_judge(&problem->board, point, (kf_colour)colour) == KF_LEGAL)
                kf_board_play(&problem->board, point, (kf_colour)colour, &played);
        }
    if (problem->right_count == 0 || kf_board_get(&problem->board, problem->right[0]) != KF_EMPTY)
        problem->right_count = 0;
}

static void turn_problem(turning *t, int turn, bool swaps) {
    t->turned = t->problem;
    kf_board_init(&t->turned.board, WIDE, WIDE);
    for (int i = 0; i < WIDE * WIDE; i++) {
        kf_point point = kf_point_at(i % WIDE, i / WIDE);
        kf_colour colour = kf_board_get(&t->problem.board, point);
        if (colour != KF_EMPTY)
            kf_board_put(&t->turned.board, turn_point(point, turn),
                         swaps ? kf_colour_other(colour) : colour);
    }
    t->turned.mover = swaps ? KF_WHITE : KF_BLACK;
    t->turned.right[0] = turn_point(t->problem.right[0], turn);
}

static void turning_body(void *context) {
    turning *t = context;
    for (int i = 0; i < PROBLEMS; i++) {
        make_problem(t);
        if (t->problem.right_count == 0)
            continue;
        kf_solution_solve_in(&t->problem, 400, t->arena, &t->solved);
        t->decided += t->solved.solution != KF_SOLUTION_UNKNOWN;
        for (int turn = 0; turn < 16; turn++) {
            turn_problem(t, turn % 8, turn >= 8);
            kf_solution_solve_in(&t->turned, 400, t->arena, &t->again);
            assert_int_equal(t->again.solution, t->solved.solution);
            assert_int_equal(t->again.nodes, t->solved.nodes);
            assert_int_equal(t->again.life.status, t->solved.life.status);
            assert_int_equal(t->again.move_count, t->solved.move_count);
            for (int k = 0; k < t->solved.move_count; k++)
                assert_int_equal(t->again.moves[k], turn_point(t->solved.moves[k], turn % 8));
        }
    }
}

// A problem has the same answer in all eight turns of the board and for either colour.
static void test_turned(void **unused) {
    (void)unused;
    turning *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->arena = kf_arena_new();
    t->random = 7;
    assert_true(kf_arena_try(t->arena, turning_body, t));
    print_message("%d problems, %d decided\n", PROBLEMS, t->decided);
    assert_true(t->decided > 0);
    kf_arena_free(t->arena);
    free(t);
}

// ---- Claims ----

// The corner of figure 28: who starts there comes to a ko by one move, and saves all by the other.
static const char *const corner[] = {"OOO......", "XXOOO....", ".XXXO....", "...XO...."};

static void claim_body(void *context) {
    job *j = context;
    kf_board board;
    kf_region region;
    kf_transposition memo;
    kf_board_init(&board, 9, 9);
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 9; x++)
            if (corner[y][x] != '.')
                kf_board_put(&board, kf_point_at(x, y + 5),
                             corner[y][x] == 'X' ? KF_BLACK : KF_WHITE);
    kf_region_input input = {.board = &board, .group = kf_point_at(3, 8)};
    assert_true(kf_region_find(&input, &region));
    kf_life_table(&memo, 2000, j->arena);
    for (int side = 0; side < 2; side++) {
        kf_reader reader;
        kf_bounds claim = kf_bounds_open();
        kf_reader_init(&reader, &region, &memo, j->arena);
        kf_local at = kf_reader_start(&reader, &board, side);
        for (int cell = 0; cell < region.map.count; cell++)
            if (region.map.point[cell] == kf_point_at(1, 8))
                assert_true(kf_local_play(&region.map, &at, cell));
        kf_bounds_claim(&reader, &at, side, 2000, &claim);
        if (side == KF_DEFENDER)
            assert_int_equal(claim.low, KF_FATE_ALIVE);
        else
            assert_int_equal(claim.high, KF_FATE_KO_LOST);
        kf_reader_release(&reader, j->arena);
    }
}

// What a side can claim after its move: a ko counts, too.
static void test_claim(void **unused) {
    (void)unused;
    job j = {.arena = kf_arena_new()};
    assert_true(kf_arena_try(j.arena, claim_body, &j));
    kf_arena_free(j.arena);
}

// ---- Votes for a first move ----

// The first points of the region, with the games that begin there.
static kf_ballot ballot_of(const kf_region *region, const int16_t *share, int count) {
    kf_ballot ballot = {.count = count};
    for (int i = 0; i < count; i++) {
        ballot.point[i] = region->map.point[i];
        ballot.share[i] = share[i];
    }
    return ballot;
}

static void votes_body(void *context) {
    job *j = context;
    static kf_votes votes;
    static kf_region region;
    kf_board board;
    kf_transposition memo;
    kf_board_init(&board, 9, 9);
    for (int x = 0; x < 5; x++)
        for (int y = x < 3; y < 3; y++)
            kf_board_put(&board, kf_point_at(x, y), x == 4 || y == 2 ? KF_WHITE : KF_BLACK);
    kf_region_input input = {.board = &board, .group = kf_point_at(3, 0)};
    assert_true(kf_region_find(&input, &region));
    assert_int_equal(kf_votes_best(&votes), KF_NOWHERE);
    kf_ballot small = ballot_of(&region, (const int16_t[]){600, 400, 0}, 3);
    kf_ballot large = ballot_of(&region, (const int16_t[]){100, 100, 800}, 3);
    kf_votes_games(&votes, &small, 4);
    assert_int_equal(kf_votes_best(&votes), region.map.point[0]);
    kf_votes_games(&votes, &large, 9);
    assert_int_equal(kf_votes_best(&votes), region.map.point[2]);
    // A part that was not read has no say; one that was has the last word over games that differ
    // little.
    kf_life_table(&memo, 2000, j->arena);
    kf_reader reader;
    unsigned flags;
    kf_reader_init(&reader, &region, &memo, j->arena);
    kf_local at = kf_reader_start(&reader, &board, KF_ATTACKER);
    int before = votes.count;
    kf_votes_search(&votes, &reader, &at, 9);
    assert_int_equal(votes.count, before);
    kf_question question = kf_bounds_first(KF_ATTACKER);
    assert_int_equal(kf_reader_ask(&reader, &question, &at, 2000, &flags), KF_ANSWER_YES);
    votes.count = 0;
    kf_votes_search(&votes, &reader, &at, 9);
    assert_int_equal(kf_votes_best(&votes), kf_point_at(1, 0));
    kf_reader_release(&reader, j->arena);
}

static void test_votes(void **unused) {
    (void)unused;
    job j = {.arena = kf_arena_new()};
    assert_true(kf_arena_try(j.arena, votes_body, &j));
    kf_arena_free(j.arena);
}

int main(int count, char **words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eyes),   cmocka_unit_test(test_all_states),
        cmocka_unit_test(test_turned), cmocka_unit_test(test_claim),
        cmocka_unit_test(test_votes),
    };
    if (count > 1)
        trial_count = (int)strtol(words[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
