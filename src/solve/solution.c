// SPDX-License-Identifier: MIT
// Problems: finding the solution that a record gives, and the group that it is about.

#include "solve/solution.h"

#include <string.h>

#include "board/benson.h"

enum { GROUPS = 6 };

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

bool kf_solution_read(kf_replay *replay, kf_node game, kf_problem *problem) {
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
    kf_replay_to(replay, problem->node, NULL, NULL);
    kf_board_copy(&problem->board, &replay->board);
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

// ---- Which group it is about ----

typedef struct group {
    kf_point point;
    int size;
    int far; // from the first move of the solution
} group;

static int distance(kf_point a, kf_point b) {
    int across = kf_point_column(a) - kf_point_column(b), down = kf_point_row(a) - kf_point_row(b);
    return (across < 0 ? -across : across) + (down < 0 ? -down : down);
}

static bool plays_in(const kf_region *region, const kf_problem *problem) {
    for (int i = 0; i < region->map.count; i++)
        for (int k = 0; k < problem->right_count; k++)
            if (region->map.point[i] == problem->right[k])
                return true;
    return false;
}

// Groups near the solution that are not safe, the largest first.
static int find_groups(const kf_problem *problem, kf_region *region, group *groups) {
    const kf_board *board = &problem->board;
    bool seen[KF_BOARD_POINTS] = {false};
    int count = 0;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (seen[i] || kf_board_get(board, point) == KF_EMPTY)
            continue;
        kf_region_input input = {.board = board, .group = point};
        if (!kf_region_find(&input, region))
            continue;
        group one = {point, kf_cells_count(region->map.target), 1000};
        for (kf_cells left = region->map.target; !kf_cells_none(left); left = kf_cells_rest(left)) {
            kf_point stone = region->map.point[kf_cells_first(left)];
            int far = distance(stone, problem->right[0]);
            seen[kf_benson_index(board, stone)] = true;
            one.far = far < one.far ? far : one.far;
        }
        if (region->has_room || !plays_in(region, problem))
            continue;
        int at = count < GROUPS ? count++ : GROUPS - 1;
        for (; at > 0 && groups[at - 1].size < one.size; at--)
            groups[at] = groups[at - 1];
        groups[at] = one;
    }
    return count;
}

// How good a result is for the defender, -1 when it is not known.
static int worth(const kf_life_case *found) {
    static const int by_word[] = {-1, 4, 3, 1, 0, -1};
    if (found->runs_out)
        return 4;
    bool wins_ko = found->word == KF_LIFE_KO && found->ko_winner == KF_DEFENDER;
    return by_word[found->word] + wins_ko;
}

// Whether the mover gains by moving first.
static bool is_in_question(const kf_life *life, int task) {
    int first = worth(&life->first[task]), second = worth(&life->first[1 - task]);
    if (first < 0)
        return false;
    if (second < 0)
        return task == KF_DEFENDER ? first > 0 : first < 4;
    return task == KF_DEFENDER ? first > second : first < second;
}

static kf_solution compare(const kf_problem *problem, const kf_life_case *found) {
    for (int i = 0; i < problem->right_count; i++)
        for (int k = 0; k < found->vital_count; k++)
            if (found->vital[k] == problem->right[i])
                return KF_SOLUTION_RIGHT;
    // Where a group only gets out, the solution may have had more in mind.
    bool is_wrong = found->is_complete && found->vital_count > 0 && !found->runs_out;
    return is_wrong ? KF_SOLUTION_WRONG : KF_SOLUTION_UNKNOWN;
}

// Reads a group as far as it must be to know whether it is in question: first with the mover to
// begin, and only where that is answered with the other side.
static bool read_group(const kf_life_input *input, int task, kf_arena *arena, kf_life *life,
                       uint64_t *nodes) {
    kf_life_input part = *input;
    kf_life_case first;
    part.only_result = true;
    part.skip[1 - task] = true;
    kf_life_judge(&part, arena, life);
    *nodes += life->first[task].nodes;
    first = life->first[task];
    if (worth(&first) < 0 || worth(&first) == (task == KF_DEFENDER ? 0 : 4))
        return false;
    part.skip[1 - task] = false;
    part.skip[task] = true;
    kf_life_judge(&part, arena, life);
    *nodes += life->first[1 - task].nodes;
    life->first[task] = first;
    return is_in_question(life, task);
}

static void solve_groups(const kf_problem *problem, const kf_life_input *input, kf_arena *arena,
                         kf_life *life, kf_solved *solved) {
    group groups[GROUPS];
    kf_life_input one = *input;
    int count = find_groups(problem, &life->region, groups);
    bool is_clear = true; // no larger group may be the one that is meant
    for (int i = 0; i < count && solved->solution != KF_SOLUTION_RIGHT; i++) {
        bool is_ours = kf_board_get(&problem->board, groups[i].point) == problem->mover;
        int task = is_ours ? KF_DEFENDER : KF_ATTACKER;
        one.where.group = groups[i].point;
        bool is_asked = read_group(&one, task, arena, life, &solved->nodes);
        bool was_clear = is_clear;
        is_clear = is_clear && !is_asked && worth(&life->first[task]) >= 0;
        if (!is_asked)
            continue;
        kf_life_case second = life->first[1 - task];
        one.skip[task] = false;
        one.skip[1 - task] = true;
        kf_life_judge(&one, arena, life);
        solved->nodes += life->first[task].nodes;
        life->first[1 - task] = second;
        life->status = kf_life_status(life);
        kf_solution verdict = compare(problem, &life->first[task]);
        if (verdict == KF_SOLUTION_WRONG && !was_clear)
            verdict = KF_SOLUTION_UNKNOWN;
        if (solved->group != KF_NOWHERE && verdict != KF_SOLUTION_RIGHT)
            continue;
        solved->solution = verdict;
        solved->group = groups[i].point;
        solved->task = task;
        solved->life = *life;
    }
}

void kf_solution_solve(const kf_problem *problem, uint64_t nodes, kf_arena *arena,
                       kf_solved *solved) {
    memset(solved, 0, sizeof *solved);
    solved->group = KF_NOWHERE;
    kf_life *life = kf_arena_resize(arena, NULL, sizeof *life);
    kf_life_input input = {.where = {.board = &problem->board},
                           .nodes = nodes,
                           .early = problem->right,
                           .early_count = problem->right_count};
    solve_groups(problem, &input, arena, life, solved);
    kf_arena_release(arena, life);
}
