// SPDX-License-Identifier: MIT
// Problems: finding the solution that a record gives, and the group that it is about.

#include "reading/life/life.h"

#include <string.h>

#include "reading/common/cells.h"
#include <kifu/board.h>

// ---- What the record says ----

static bool holds(kf_text text, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.length; i++)
        if (memcmp(text.data + i, word, length) == 0)
            return true;
    return false;
}

// A node that says it is right: by a property of SGF, or in its comment as collections do.
static bool is_right(const kf_record *record, kf_node node) {
    static const char *const words[] = {"RIGHT", "Correct", "CORRECT", "correct!", "正解", "恭喜"};
    kf_text comment;
    if (kf_property_get(record, node, "TE", &comment))
        return true;
    if (!kf_property_get(record, node, "C", &comment))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (holds(comment, words[i]))
            return true;
    return false;
}

static bool has_right(const kf_record *record, kf_node top) {
    kf_walk walk = kf_walk_from(record, top);
    for (kf_node node = kf_walk_enter(&walk); node != 0; node = kf_walk_enter(&walk))
        if (is_right(record, node))
            return true;
    return false;
}

// The move of a node, KF_NOWHERE when it has none.
static kf_point move_of(const kf_record *record, kf_node node, kf_colour *colour,
                        const kf_board *board) {
    static const char *const names[] = {NULL, "B", "W"};
    for (int c = KF_BLACK; c <= KF_WHITE; c++) {
        kf_text value;
        if (!kf_property_get(record, node, names[c], &value))
            continue;
        *colour = (kf_colour)c;
        return kf_point_read(value.data, value.length, KF_COORDS_SGF, board->width, board->height);
    }
    return KF_NOWHERE;
}

static void add_right(kf_problem *problem, kf_point point) {
    for (int i = 0; i < problem->right_count; i++)
        if (problem->right[i] == point)
            return;
    if (problem->right_count < KF_PROBLEM_MOVES)
        problem->right[problem->right_count++] = point;
}

bool kf_solution_read(kf_play *replay, kf_node game, kf_problem *problem) {
    const kf_record *record = replay->record;
    kf_colour colour = KF_EMPTY;
    memset(problem, 0, sizeof *problem);
    kf_node child = kf_node_child(record, game);
    problem->node = game;
    // The position may be set up in a node of its own.
    while (child != 0 && !kf_property_get(record, child, "B", &(kf_text){0}) &&
           !kf_property_get(record, child, "W", &(kf_text){0})) {
        problem->node = child;
        child = kf_node_child(record, child);
    }
    if (!kf_play_go(replay, problem->node))
        return false;
    kf_board_copy(&problem->board, kf_play_board(replay));
    kf_point first = KF_NOWHERE;
    for (kf_node move = child; move != 0; move = kf_node_next(record, move)) {
        kf_colour own = KF_EMPTY;
        kf_point point = move_of(record, move, &own, &problem->board);
        if (point == KF_NOWHERE || point == KF_PASS || (colour != KF_EMPTY && own != colour))
            continue;
        colour = own;
        first = first == KF_NOWHERE ? point : first;
        if (has_right(record, move)) {
            problem->is_marked = true;
            add_right(problem, point);
        }
    }
    problem->mover = colour;
    if (first != KF_NOWHERE && !problem->is_marked)
        add_right(problem, first);
    return first != KF_NOWHERE;
}

// ---- However the board is turned ----

static void turn_problem(const kf_canonical *how, const kf_problem *problem, kf_problem *upright) {
    kf_canonical_board(how, &problem->board, &upright->board);
    upright->mover = kf_canonical_colour(how, problem->mover);
    upright->right_count = problem->right_count;
    for (int i = 0; i < problem->right_count; i++)
        upright->right[i] = kf_canonical_point(how, problem->right[i]);
}

static void turn_points(const kf_canonical *how, kf_point *points, int count) {
    for (int i = 0; i < count; i++)
        points[i] = kf_canonical_back(how, points[i]);
}

static bool comes_before(kf_point a, kf_point b) {
    int down = kf_point_row(a) - kf_point_row(b);
    return down != 0 ? down < 0 : kf_point_column(a) < kf_point_column(b);
}

// The stone of a chain by which it is named: the first in the order of the board.
static kf_point name_of(const kf_board *board, kf_point stone) {
    kf_point stones[KF_BOARD_POINTS];
    size_t count = kf_chain_stones(board, stone, stones, KF_BOARD_POINTS);
    for (size_t i = 0; i < count; i++)
        stone = comes_before(stones[i], stone) ? stones[i] : stone;
    return stone;
}

static void turn_back(const kf_canonical *how, const kf_board *board, kf_solved *solved) {
    kf_life_group *life = &solved->life;
    turn_points(how, &solved->group, 1);
    turn_points(how, solved->moves, solved->move_count);
    turn_points(how, life->safe, life->safe_count);
    turn_points(how, life->stones, life->stone_count);
    for (int i = 0; i < life->safe_count; i++)
        life->safe[i] = name_of(board, life->safe[i]);
    for (int i = 0; i < life->stone_count; i++)
        if (comes_before(life->stones[i], solved->group))
            solved->group = life->stones[i];
    for (int side = 0; side < 2; side++) {
        life->colour[side] = kf_canonical_colour(how, life->colour[side]);
        turn_points(how, life->first[side].vital, life->first[side].vital_count);
        turn_points(how, life->first[side].line, life->first[side].line_count);
        turn_points(how, &life->first[side].tried, 1);
    }
}

void kf_solution_solve_in(const kf_problem *problem, uint64_t nodes, kf_arena *arena,
                          kf_solved *solved) {
    kf_canonical how;
    kf_problem *upright = kf_arena_resize(arena, NULL, sizeof *upright);
    kf_canonical_find(&problem->board, problem->mover, &how);
    turn_problem(&how, problem, upright);
    kf_problem_search(upright, nodes, arena, solved);
    turn_back(&how, &problem->board, solved);
    kf_arena_release(arena, upright);
}

// What kf_solution_solve does in its protected call.
typedef struct errand {
    const kf_problem *problem;
    uint64_t nodes;
    kf_arena *arena;
    kf_solved *solved;
} errand;

static void solve(void *context) {
    const errand *e = context;
    kf_solution_solve_in(e->problem, e->nodes, e->arena, e->solved);
}

bool kf_solution_solve(const kf_problem *problem, uint64_t nodes, kf_solved *solved) {
    errand e = {problem, nodes, kf_arena_new(), solved};
    bool is_done = e.arena != NULL && kf_arena_try(e.arena, solve, &e);
    kf_arena_free(e.arena);
    return is_done;
}
