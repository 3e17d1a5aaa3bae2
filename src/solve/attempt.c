// SPDX-License-Identifier: MIT
// Which group a problem is about, which first move is best for it, and whether that is the
// solution.
//
// The budget goes first to a glance at all groups near the solution, then to games at random, which
// say where a first move matters most, and then to the search, in rounds.

#include "solve/attempt.h"

#include <string.h>

#include "board/benson.h"
#include "solve/guess.h"

enum {
    GROUPS = KF_PROBLEM_GROUPS,
    REACHES = 3,
    PARTS = GROUPS * REACHES,
    ROUNDS = 4,       // in which the budget is given out
    GAMES_A_NODE = 4, // games at random that take as long as a position of the search
    LEAST_GAMES = 50,
    GLANCE = 16,  // part of the budget that a first look may cost
    LITTLE = 50,  // a gain by which a guess is worth nothing
    LIKELY = 300, // what a move gains by which a group only gets out
    SHARES = 1000,
    SURE = 2000 // what the only move gains that was found to work
};

// ---- The groups, and where they are read ----

// A group near the solution.
typedef struct group {
    kf_point point;
    int size; // its stones
    int task;
    kf_point move;  // the first move for it that promises most, or KF_NOWHERE
    int gain;       // in 1000 games, how many more the mover wins when he moves first
    bool is_proved; // the move was found to do what can be done
    bool is_open;   // reading may still say more of it
} group;

// A part of the board in which a group may be read.
typedef struct part {
    group *group;
    kf_reach reach;
    int rank;         // parts with a low one are read first
    bool is_widest;   // of those of the group
    bool is_over;     // nothing more is to be read
    bool is_asked;    // the group is in question
    kf_solution says; // of the solution
} part;

typedef struct attempt {
    const kf_problem *problem;
    kf_arena *arena;
    kf_solved *solved;
    kf_life *life;
    kf_memo memo; // of the part that is being read
    uint64_t budget;
    int group_count;
    int part_count;
    group groups[GROUPS];
    part parts[PARTS];
} attempt;

static bool plays_in(const kf_region *region, const kf_problem *problem) {
    for (int i = 0; i < region->map.count; i++)
        for (int k = 0; k < problem->right_count; k++)
            if (region->map.point[i] == problem->right[k])
                return true;
    return false;
}

// Finds a part of that reach. False: it cannot be read, or does not hold the solution.
static bool find_part(attempt *a, kf_point point, kf_reach reach) {
    kf_region *region = &a->life->region;
    kf_region_input input = {.board = &a->problem->board, .group = point, .reach = reach};
    bool is_read = kf_region_find(&input, region);
    bool is_free = region->has_room && reach != KF_REACH_SEALED;
    return is_read && !is_free && plays_in(region, a->problem);
}

// The groups near the solution, in parts of that reach. Where there are many, the largest.
static void find_groups(attempt *a, kf_reach reach) {
    const kf_board *board = &a->problem->board;
    const kf_local_map *map = &a->life->region.map;
    bool seen[KF_BOARD_POINTS] = {false};
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (seen[i] || kf_board_get(board, point) == KF_EMPTY)
            continue;
        bool is_near = find_part(a, point, reach);
        group one = {.point = point, .size = kf_cells_count(map->target), .move = KF_NOWHERE};
        for (kf_cells left = map->target; !kf_cells_none(left); left = kf_cells_rest(left))
            seen[kf_benson_index(board, map->point[kf_cells_first(left)])] = true;
        bool is_ours = kf_board_get(board, point) == a->problem->mover;
        one.task = is_ours ? KF_DEFENDER : KF_ATTACKER;
        int at = !is_near ? GROUPS : a->group_count < GROUPS ? a->group_count++ : GROUPS - 1;
        if (at == GROUPS || (at == GROUPS - 1 && a->groups[at].size >= one.size))
            continue;
        for (; at > 0 && a->groups[at - 1].size < one.size; at--)
            a->groups[at] = a->groups[at - 1];
        a->groups[at] = one;
    }
}

// ---- Guesses ----

static int gain_of(attempt *a, const group *g, int games, kf_guess *best) {
    kf_region *region = &a->life->region;
    *best = kf_guess_find(region, g->task, games, a->arena);
    kf_guess other = kf_guess_find(region, 1 - g->task, games / 4, a->arena);
    return best->share - (SHARES - other.share);
}

// Games in a close part without ways out; where they gain nothing, also in others.
static void guess(attempt *a, group *g, int games) {
    static const kf_reach order[] = {KF_REACH_SEALED, KF_REACH_CLOSE, KF_REACH_WIDE};
    int most = 0;
    for (int i = 0; i < REACHES && most < LITTLE; i++) {
        kf_guess best;
        if (!find_part(a, g->point, order[i]))
            continue;
        int gain = gain_of(a, g, games * 4 / 5, &best);
        most = gain > most ? gain : most;
        a->solved->nodes += (uint64_t)(games / GAMES_A_NODE);
        games /= i == 0 ? 2 : 1;
        if (g->is_proved || best.move == KF_LOCAL_PASS || gain <= g->gain)
            continue;
        g->gain = gain;
        g->move = a->life->region.map.point[best.move];
    }
}

// Games at random for each group say where the mover gains most, and by which move. They get a
// quarter of the budget, or half.
static void guess_all(attempt *a) {
    uint64_t games = a->budget / (uint64_t)a->group_count;
    games = games < LEAST_GAMES ? LEAST_GAMES : games;
    for (int i = 0; i < a->group_count; i++)
        guess(a, &a->groups[i], (int)games);
}

static int weight_of(const group *g) {
    return g->move == KF_NOWHERE ? 0 : g->size * g->gain;
}

// The groups for which a move there is best, together.
static int weigh(const attempt *a, kf_point move) {
    int weight = 0;
    for (int i = 0; i < a->group_count; i++)
        if (a->groups[i].move == move)
            weight += weight_of(&a->groups[i]);
    return weight;
}

// The group whose move is for the best of all, NULL when there is none.
static const group *choose(const attempt *a) {
    const group *best = NULL;
    for (int i = 0; i < a->group_count; i++) {
        const group *g = &a->groups[i];
        if (weight_of(g) > 0 && (best == NULL || weigh(a, g->move) > weigh(a, best->move)))
            best = g;
    }
    return best;
}

// The parts in which groups are read.
static void find_parts(attempt *a) {
    static const kf_reach order[REACHES] = {KF_REACH_CLOSE, KF_REACH_USUAL, KF_REACH_WIDE};
    for (int i = 0; i < a->group_count; i++) {
        group *g = &a->groups[i];
        int cells = 0, last = -1;
        for (int k = 0; k < REACHES; k++) {
            if (!find_part(a, g->point, order[k]) || a->life->region.map.count == cells)
                continue;
            cells = a->life->region.map.count;
            last = a->part_count++;
            a->parts[last] = (part){.group = g, .reach = order[k], .rank = k};
        }
        if (last >= 0)
            a->parts[last].is_widest = true;
        g->is_open = last >= 0;
    }
}

// How many groups come before this one: can gain more, or as much and are larger.
static int place_of(const attempt *a, const group *g) {
    int place = 0;
    for (int i = 0; i < a->group_count; i++)
        place += weight_of(&a->groups[i]) > weight_of(g) ||
                 (weight_of(&a->groups[i]) == weight_of(g) && &a->groups[i] < g);
    return place;
}

// The most promising first: those of groups that come first, and close ones.
static void sort_parts(attempt *a) {
    for (int i = 0; i < a->part_count; i++)
        a->parts[i].rank += place_of(a, a->parts[i].group);
    for (int i = 1; i < a->part_count; i++) {
        part one = a->parts[i];
        int at = i;
        for (; at > 0 && a->parts[at - 1].rank > one.rank; at--)
            a->parts[at] = a->parts[at - 1];
        a->parts[at] = one;
    }
}

// ---- What reading says of a group ----

// How good a result is for the defender, -1 when it is not known.
static int worth(const kf_life_case *found) {
    static const int by_word[] = {-1, 4, 3, 1, 0, -1};
    if (found->runs_out)
        return 4;
    bool wins_ko = found->word == KF_LIFE_KO && found->ko_winner == KF_DEFENDER;
    return by_word[found->word] + wins_ko;
}

static bool is_known(const kf_life *life) {
    return worth(&life->first[0]) >= 0 && worth(&life->first[1]) >= 0;
}

// Whether the mover gains by moving first. Where that is not known the group may be in question,
// unless it only gets out.
static bool is_in_question(const kf_life *life, int task) {
    int first = worth(&life->first[task]), second = worth(&life->first[1 - task]);
    if (second < 0)
        return !life->first[task].runs_out;
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

static uint64_t rest(const attempt *a) {
    return a->budget > a->solved->nodes ? a->budget - a->solved->nodes : 0;
}

// Reads what happens when that side moves first; with vital points, or only the result.
static const kf_life_case *read_case(attempt *a, const part *p, int first, bool only_result,
                                     uint64_t nodes) {
    const kf_problem *problem = a->problem;
    kf_life_input input = {
        .where = {.board = &problem->board, .group = p->group->point, .reach = p->reach},
        .nodes = nodes < rest(a) ? nodes : rest(a),
        .only_result = only_result,
        .early = problem->right,
        .early_count = problem->right_count,
        .memo = &a->memo};
    input.skip[1 - first] = true;
    kf_life_judge(&input, a->arena, a->life);
    a->solved->nodes += a->life->first[first].nodes;
    return &a->life->first[first];
}

// Keeps what was found of a group in question: the first one, unless a later one is solved by what
// is given.
static void keep(attempt *a, const part *p) {
    kf_solved *solved = a->solved;
    if (solved->group != KF_NOWHERE && p->says != KF_SOLUTION_RIGHT)
        return;
    solved->solution = p->says;
    solved->group = p->group->point;
    solved->task = p->group->task;
    solved->reach = p->reach;
    solved->life = *a->life;
}

static bool is_vital(const kf_life_case *found, kf_point point) {
    for (int i = 0; i < found->vital_count; i++)
        if (found->vital[i] == point)
            return true;
    return false;
}

// The move that the search itself found, without a look at the solution. Where it is not known what
// happens without it, or where the group only gets out by it, it is no more than a guess.
static void prove(group *g, const kf_life *life) {
    const kf_life_case *found = &life->first[g->task];
    bool has_move = found->line_count > 0 && found->line[0] != KF_PASS;
    if (g->is_proved || !has_move || !is_vital(found, found->line[0]))
        return;
    // A move that works, and no other one: that is how problems are made.
    int gain = found->runs_out ? LIKELY : 2 * SURE / (1 + found->vital_count);
    g->is_proved = is_known(life) && !found->runs_out;
    if (!g->is_proved && (gain < g->gain || (found->runs_out && g->move != KF_NOWHERE)))
        return;
    g->gain = g->is_proved ? gain : gain * 3 / 4;
    g->move = found->line[0];
}

// Seeks the vital points of a group that may be in question.
static void read_vital(attempt *a, part *p, const kf_life_case *second, uint64_t nodes) {
    int task = p->group->task;
    read_case(a, p, task, false, nodes);
    a->life->first[1 - task] = *second;
    a->life->status = kf_life_status(a->life);
    p->is_asked = is_known(a->life);
    p->is_over = p->is_asked;
    p->says = compare(a->problem, &a->life->first[task]);
    prove(p->group, a->life);
    keep(a, p);
}

// Reads a group as far as it must be to know whether it is in question: first with the mover to
// begin, and only where that is answered with the other side.
static void read_group(attempt *a, part *p, uint64_t slice) {
    int task = p->group->task;
    kf_life_case first = *read_case(a, p, task, true, slice);
    int value = worth(&first);
    if (value < 0)
        return;
    p->is_over = value == (task == KF_DEFENDER ? 0 : 4);
    if (p->is_over)
        return;
    kf_life_case second = *read_case(a, p, 1 - task, true, slice);
    a->life->first[task] = first;
    bool may_be = is_in_question(a->life, task);
    p->is_over = !may_be && is_known(a->life);
    if (may_be)
        read_vital(a, p, &second, 4 * slice);
}

static void read_part(attempt *a, part *p, uint64_t slice) {
    kf_life_memo(&a->memo, 4 * slice, a->arena);
    read_group(a, p, slice);
    kf_arena_release(a->arena, a->memo.entries);
}

// ---- All groups together ----

// Whether reading more could not change the move that is chosen: it was found to work, and no
// group that is still open weighs more.
static bool is_decided(const attempt *a) {
    const group *best = choose(a);
    if (best == NULL || !best->is_proved)
        return false;
    for (int i = 0; i < a->group_count; i++) {
        const group *g = &a->groups[i];
        if (g->is_open && !g->is_proved && g->size > best->size)
            return false;
    }
    return true;
}

static void close_groups(attempt *a) {
    for (int i = 0; i < a->group_count; i++) {
        a->groups[i].is_open = false;
        for (int k = 0; k < a->part_count; k++)
            if (a->parts[k].group == &a->groups[i] && !a->parts[k].is_over)
                a->groups[i].is_open = true;
    }
}

// Reads parts that are still open, so many of them. False: there is no more to do. The solution
// plays no role in that unless the move is decided, too.
static bool read_round(attempt *a, uint64_t slice, int count) {
    for (int i = 0; i < a->part_count && count > 0 && rest(a) > 0; i++) {
        if (a->parts[i].is_over)
            continue;
        count--;
        read_part(a, &a->parts[i], slice + 1);
        close_groups(a);
        if (a->solved->solution == KF_SOLUTION_RIGHT && is_decided(a))
            return false;
    }
    for (int i = 0; i < a->part_count; i++)
        if (!a->parts[i].is_over)
            return rest(a) > 0;
    return false;
}

static int count_open(const attempt *a) {
    int open = 0;
    for (int i = 0; i < a->part_count; i++)
        open += !a->parts[i].is_over;
    return open;
}

// First a glance at all parts, which is enough for many; then, with games that say where to look,
// a slice of the budget for each, and each time for half as many.
static void read_all(attempt *a) {
    // Groups that are free to go are looked at only when there are no others.
    find_groups(a, KF_REACH_WIDE);
    if (a->group_count == 0)
        find_groups(a, KF_REACH_SEALED);
    find_parts(a);
    if (a->group_count == 0 ||
        (a->part_count > 0 &&
         !read_round(a, a->budget / GLANCE / (uint64_t)a->part_count, a->part_count)))
        return;
    guess_all(a);
    sort_parts(a);
    int count = count_open(a);
    bool is_open = count > 0;
    for (int round = 0; round < ROUNDS && is_open; round++) {
        int open = count_open(a);
        count = count < open ? count : open;
        is_open = read_round(a, rest(a) / (uint64_t)(ROUNDS - round) / (uint64_t)count, count);
        count = (count + 1) / 2;
    }
}

// A solution is wrong only where the widest part says so, no other group is in question, and none
// that is as large is left open.
static bool is_clear(const attempt *a) {
    const group *wrong = NULL;
    for (int i = 0; i < a->part_count; i++) {
        const part *p = &a->parts[i];
        if (p->says == KF_SOLUTION_WRONG && p->is_widest)
            wrong = p->group;
        if (p->is_asked && p->says != KF_SOLUTION_WRONG)
            return false;
    }
    for (int i = 0; i < a->part_count && wrong != NULL; i++)
        if (!a->parts[i].is_over && a->parts[i].group->size >= wrong->size)
            return false;
    return wrong != NULL;
}

// Lists the moves of all groups, the best first. No group has a move after that.
static void list_moves(attempt *a) {
    kf_solved *solved = a->solved;
    const group *best = choose(a);
    solved->is_proved = best != NULL && best->is_proved;
    for (; best != NULL; best = choose(a)) {
        kf_point move = best->move;
        solved->moves[solved->move_count++] = move;
        for (int i = 0; i < a->group_count; i++)
            if (a->groups[i].move == move)
                a->groups[i].move = KF_NOWHERE;
    }
}

static void conclude(attempt *a) {
    kf_solved *solved = a->solved;
    list_moves(a);
    if (solved->solution == KF_SOLUTION_WRONG && !is_clear(a))
        solved->solution = KF_SOLUTION_UNKNOWN;
    if (solved->solution == KF_SOLUTION_UNKNOWN)
        solved->reason = a->part_count == 0            ? KF_UNSOLVED_GROUP
                         : solved->group != KF_NOWHERE ? KF_UNSOLVED_OTHER
                                                       : KF_UNSOLVED_BUDGET;
}

void kf_attempt_run(const kf_problem *problem, uint64_t nodes, kf_arena *arena, kf_solved *solved) {
    memset(solved, 0, sizeof *solved);
    solved->group = KF_NOWHERE;
    attempt *a = kf_arena_resize(arena, NULL, sizeof *a);
    *a = (attempt){.problem = problem, .arena = arena, .solved = solved, .budget = nodes};
    a->life = kf_arena_resize(arena, NULL, sizeof *a->life);
    read_all(a);
    conclude(a);
    kf_arena_release(arena, a->life);
    kf_arena_release(arena, a);
}
