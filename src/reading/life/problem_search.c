// SPDX-License-Identifier: MIT
// Which group a problem is about, which first move is best for it, and whether that is the
// solution.
//
// The budget goes first to a glance at all groups near the solution, then to games at random, which
// say where a first move matters most, and then to the search, in rounds that each cost twice as
// much as the one before. A larger budget only adds rounds: what these prove with a smaller one
// they prove with it, too. What is left goes to the moves of the solution: see problem_claims.c.

#include "reading/life/life.h"

#include <string.h>

#include <kifu/board.h>

enum {
    GROUPS = KF_PROBLEM_GROUPS,
    GLANCE = 100,     // positions of a first look, for either side to move first
    LEAST_SLICE = 50, // and in any round, for any group
    GAMES_A_NODE = 8, // games at random that take as long as a position of the search
    LEAST_GAMES = 50,
    LITTLE = 50, // a gain by which a guess is worth nothing
    MORSEL = 2,  // how much larger a group is of which another one is a small part
    SHARES = 1000,
    WHOLE = 2,    // how much more a group counts in the vote than a chain by itself
    KEYS = 2,     // part of the budget that is kept for the moves of the solution
    CHECKED = 16, // part of it for asking the other side after a move that was found
    SHOWN = 16    // part of the budget that goes to other moves which do as well
};

typedef kf_problem_group group;
typedef kf_problem_work search;

// ---- The groups, and where they are read ----

static bool plays_in(const kf_region *region, const kf_problem *problem) {
    for (int i = 0; i < region->map.count; i++)
        for (int k = 0; k < problem->right_count; k++)
            if (region->map.point[i] == problem->right[k])
                return true;
    return false;
}

static bool find_region(const search *s, kf_point point, bool is_chain, kf_reach reach,
                        kf_region *region) {
    kf_region_input input = {
        .board = &s->problem->board, .group = point, .reach = reach, .is_chain = is_chain};
    bool is_found = kf_region_find(&input, region);
    bool is_free = region->has_room && reach != KF_REACH_SEALED;
    return is_found && !is_free && plays_in(region, s->problem);
}

// Adds a group unless it is there. Where there are many, the largest stay. Returns the region that
// nobody needs, or NULL.
static kf_region *add_group(search *s, const group *one) {
    kf_region *left = NULL;
    for (int i = 0; i < s->group_count; i++)
        if (kf_problem_group_is_same(s->groups[i].region, one->region))
            return one->region;
    int at = s->group_count < GROUPS ? s->group_count++ : GROUPS - 1;
    left = s->groups[at].region;
    if (left != NULL && s->groups[at].size >= one->size)
        return one->region;
    for (; at > 0 && s->groups[at - 1].size < one->size; at--)
        s->groups[at] = s->groups[at - 1];
    s->groups[at] = *one;
    return left;
}

static void find_group(search *s, kf_point point, bool is_chain, kf_reach reach) {
    bool is_ours = kf_board_get(&s->problem->board, point) == s->problem->mover;
    if (!find_region(s, point, is_chain, reach, s->scratch))
        return;
    kf_region *region = kf_arena_resize(s->arena, NULL, sizeof *region);
    *region = *s->scratch;
    group one = {.point = point,
                 .is_chain = is_chain,
                 .region = region,
                 .size = kf_cells_count(region->map.target),
                 .task = is_ours ? KF_DEFENDER : KF_ATTACKER,
                 .move = KF_NOWHERE,
                 .asked = KF_NOWHERE};
    one.bounds[0] = one.bounds[1] = kf_bounds_open();
    kf_arena_release(s->arena, add_group(s, &one));
}

// The groups near the solution: those that are enclosed together, and chains of them by themselves.
static void find_groups(search *s, kf_reach reach) {
    const kf_board *board = &s->problem->board;
    for (int is_chain = 0; is_chain < 2; is_chain++)
        for (int i = 0; i < board->width * board->height; i++) {
            kf_point point = kf_point_at(i % board->width, i / board->width);
            if (kf_board_get(board, point) != KF_EMPTY && kf_chain_name(board, point) == point)
                find_group(s, point, is_chain, reach);
        }
}

// ---- Guesses ----

static int gain_of(search *s, group *g, int games, kf_first_move *best) {
    kf_ballot *ballot = g->ballot.count == 0 ? &g->ballot : NULL;
    *best = kf_first_move_find(s->scratch, g->task, games, ballot, s->arena);
    kf_first_move other = kf_first_move_find(s->scratch, 1 - g->task, games / 4, NULL, s->arena);
    return best->share - (SHARES - other.share);
}

// Games in a close part without ways out; where they gain nothing, also in others.
static void estimate(search *s, group *g, int games) {
    static const kf_reach order[] = {KF_REACH_SEALED, KF_REACH_CLOSE, KF_REACH_WIDE};
    enum { ORDERS = sizeof order / sizeof order[0] };
    int most = 0;
    for (int i = 0; i < ORDERS && most < LITTLE; i++) {
        kf_first_move best;
        if (!find_region(s, g->point, g->is_chain, order[i], s->scratch))
            continue;
        int gain = gain_of(s, g, games * 4 / 5, &best);
        most = gain > most ? gain : most;
        s->solved->nodes += (uint64_t)(games / GAMES_A_NODE);
        games /= i == 0 ? 2 : 1;
        if (g->is_proved || best.move == KF_LOCAL_PASS || gain <= g->gain)
            continue;
        g->gain = gain;
        g->move = s->scratch->map.point[best.move];
    }
}

// Games at random for each group say where the mover gains most, and by which move. They get an
// eighth of the budget, or a quarter.
static void estimate_all(search *s) {
    uint64_t games = s->budget / (uint64_t)s->group_count;
    games = games < LEAST_GAMES ? LEAST_GAMES : games;
    for (int i = 0; i < s->group_count; i++)
        estimate(s, &s->groups[i], (int)games);
}

// Whether all stones of one group belong to the other one.
static bool is_within(const group *g, const group *other) {
    const kf_local_map *one = &g->region->map, *all = &other->region->map;
    for (kf_cells left = one->target; !kf_cells_none(left); left = kf_cells_rest(left)) {
        bool is_there = false;
        for (int i = 0; i < all->count && !is_there; i++)
            is_there =
                all->point[i] == one->point[kf_cells_first(left)] && kf_cells_has(all->target, i);
        if (!is_there)
            return false;
    }
    return true;
}

// Whether it is a small part of a group enclosed together, of which it is open what becomes: that
// a few of its stones can be taken says little then.
static bool is_morsel(const search *s, const group *g) {
    for (int i = 0; g->is_chain && i < s->group_count; i++) {
        const group *other = &s->groups[i];
        if (other->size >= MORSEL * g->size && !kf_problem_group_is_known(other) &&
            is_within(g, other))
            return true;
    }
    return false;
}

// A problem is seldom about few stones where there are more.
static int weight_of(const search *s, const group *g) {
    int gain = g->gain > KF_PROBLEM_LIKELY && is_morsel(s, g) ? KF_PROBLEM_LIKELY : g->gain;
    return g->move == KF_NOWHERE ? 0 : g->size * g->size * gain;
}

// The groups for which a move there is best, together.
static int weigh(const search *s, kf_point move) {
    int weight = 0;
    for (int i = 0; i < s->group_count; i++)
        if (s->groups[i].move == move)
            weight += weight_of(s, &s->groups[i]);
    return weight;
}

// The group whose move is for the best of all, NULL when there is none.
static group *choose(search *s) {
    group *best = NULL;
    for (int i = 0; i < s->group_count; i++) {
        group *g = &s->groups[i];
        if (weight_of(s, g) > 0 && (best == NULL || weigh(s, g->move) > weigh(s, best->move)))
            best = g;
    }
    return best;
}

// How many groups come before each: can gain more, or as much and are larger.
static void rank_groups(search *s) {
    for (int i = 0; i < s->group_count; i++) {
        group *g = &s->groups[i];
        g->rank = 0;
        for (int k = 0; k < s->group_count; k++) {
            int other = weight_of(s, &s->groups[k]), own = weight_of(s, g);
            g->rank += other > own || (other == own && k < i);
        }
    }
}

// What a first move comes to: YES, it does what can be done.
static kf_answer try_move(search *s, group *g, int cell, uint64_t slice) {
    const kf_bounds *bounds = &g->bounds[g->task];
    kf_local at = kf_reader_start(&g->reader, &s->problem->board, g->task);
    uint64_t before = g->reader.nodes,
             limit = slice < kf_problem_group_rest(s) ? slice : kf_problem_group_rest(s);
    kf_answer answer;
    if (!kf_local_play(&g->region->map, &at, cell))
        return KF_ANSWER_NO;
    if (g->task == KF_DEFENDER) {
        answer = kf_bounds_decide(&g->reader, &at, bounds->low, before + limit);
    } else {
        answer = kf_bounds_decide(&g->reader, &at, bounds->high + 1, before + limit);
        answer = answer == KF_ANSWER_NO    ? KF_ANSWER_YES
                 : answer == KF_ANSWER_YES ? KF_ANSWER_NO
                                           : answer;
    }
    g->nodes[g->task] += g->reader.nodes - before;
    s->solved->nodes += g->reader.nodes - before;
    return answer;
}

static void try_keys(search *s, group *g, uint64_t slice) {
    const kf_problem *problem = s->problem;
    const kf_local_map *map = &g->region->map;
    for (int i = 0; i < problem->right_count; i++)
        for (int cell = 0; cell < map->count && g->keys[i] == KF_ANSWER_UNKNOWN; cell++)
            if (map->point[cell] == problem->right[i])
                g->keys[i] = try_move(s, g, cell, slice / (uint64_t)problem->right_count);
}

// The move that the search itself found, without a look at the solution.
static void find_move(search *s, group *g) {
    const kf_bounds *bounds = &g->bounds[g->task];
    const kf_question *by = g->task == KF_DEFENDER ? &bounds->low_by : &bounds->high_by;
    bool is_open = kf_problem_group_is_in_question(g), is_won = kf_problem_group_is_won(g);
    if (g->is_proved || (!is_open && !is_won && !kf_problem_group_gets_out(g)))
        return;
    if (!is_open && !is_won)
        by = &bounds->out_by;
    kf_local at = kf_reader_start(&g->reader, &s->problem->board, g->task);
    at = kf_reader_pose(&g->reader, by, &at);
    kf_transposition_entry entry;
    const kf_proof *proof = &g->reader.proof[by->side];
    int cell = kf_refutation_best(proof, &at, kf_proof_known(proof, &at, &entry));
    if (cell < g->region->map.count)
        kf_problem_group_take_move(g, g->region->map.point[cell]);
}

// Reads a group a little further: what either side gets by moving first, and when that shows that
// the group is in question, what the moves of the solution get.
static void read_group(search *s, group *g, uint64_t slice) {
    int task = g->task;
    uint64_t before = s->solved->nodes;
    if (!kf_problem_group_is_in_question(g)) {
        bool is_told =
            g->bounds[1 - task].low == g->bounds[1 - task].high || kf_problem_group_is_won(g);
        kf_problem_group_narrow(s, g, task,
                                is_told && !kf_problem_group_is_won(g) ? slice : slice / 2);
        kf_problem_group_narrow(s, g, 1 - task, slice / 2);
    } else if (!kf_problem_group_is_tight(g)) {
        kf_problem_group_narrow(s, g, task, slice / 2);
    }
    find_move(s, g);
    // That a group gets out of its part by a move of the solution does not save it yet.
    if (kf_problem_group_is_in_question(g) || kf_problem_group_is_won(g))
        try_keys(s, g, slice);
    bool is_key_told = !kf_problem_group_has_key(g, s->problem, KF_ANSWER_UNKNOWN) ||
                       kf_problem_group_has_key(g, s->problem, KF_ANSWER_YES);
    // Where nothing is left to be asked, nothing was read.
    g->is_over = kf_problem_group_is_known(g) ||
                 (kf_problem_group_is_in_question(g) && g->is_proved && is_key_told) ||
                 s->solved->nodes == before;
}

// Asks the other side after a move that was found to do what can be done for the group.
static bool ask_after(search *s, const group *g, kf_point move) {
    kf_life_input input = {
        .where = {.board = &s->problem->board, .group = g->point, .is_chain = g->is_chain},
        .nodes = s->budget / CHECKED};
    const kf_bounds *bounds = &g->bounds[g->task];
    uint64_t left = s->budget > s->solved->nodes ? s->budget - s->solved->nodes : 0;
    input.nodes = left < input.nodes ? left : input.nodes;
    kf_fate fate = g->task == KF_DEFENDER ? bounds->low : bounds->high;
    return left > 0 && kf_life_stands(&input, g->task, move, fate, s->arena, &s->solved->nodes);
}

// Whether such a move stands then. The program's own move may be one of the solution.
static bool stands(search *s, group *g, kf_point move) {
    // That a group gets out is told of its first part only.
    if (!kf_problem_group_is_in_question(g) && !kf_problem_group_is_won(g))
        return true;
    if (g->asked != move)
        g->stood = ask_after(s, g, move);
    g->asked = move;
    return g->stood;
}

// Takes back what does not stand of the moves of the solution, having asked whether their groups
// need one.
static void check_keys(search *s) {
    for (int i = 0; i < s->group_count; i++) {
        group *g = &s->groups[i];
        if (kf_problem_group_has_key(g, s->problem, KF_ANSWER_YES) &&
            !kf_problem_group_is_in_question(g))
            kf_problem_group_narrow(s, g, 1 - g->task, kf_problem_group_rest(s) / 2);
        for (int k = 0; k < s->problem->right_count && !kf_problem_group_is_known(g); k++)
            if (g->keys[k] == KF_ANSWER_YES && !stands(s, g, s->problem->right[k]))
                g->keys[k] = KF_ANSWER_UNKNOWN;
    }
}

// ---- All groups together ----

// Whether reading more could not change the move that is chosen: it was found to work, and no
// group that is still open weighs more.
static bool is_decided(search *s) {
    const group *best = choose(s);
    if (best == NULL || !best->is_proved)
        return false;
    for (int i = 0; i < s->group_count; i++) {
        const group *g = &s->groups[i];
        if (!g->is_over && !g->is_proved && g->size > best->size)
            return false;
    }
    return true;
}

static bool is_any_open(const search *s) {
    for (int i = 0; i < s->group_count; i++)
        if (!s->groups[i].is_over)
            return true;
    return false;
}

// Reads all groups that are still open, most of all those that come first. False: there is no more
// to do. The solution plays no role in that unless the move is decided, too.
static bool read_round(search *s, uint64_t slice) {
    bool is_open = false;
    for (int rank = 0; rank < s->group_count; rank++)
        for (int i = 0; i < s->group_count && kf_problem_group_rest(s) > 0; i++) {
            group *g = &s->groups[i];
            uint64_t own = slice >> rank;
            if (g->rank != rank || g->is_over)
                continue;
            read_group(s, g, own < LEAST_SLICE ? LEAST_SLICE : own);
            is_open = is_open || !g->is_over;
            if (is_decided(s) && kf_problem_claims_has_right(s))
                return false;
        }
    return is_open && kf_problem_group_rest(s) > 0;
}

static void read_all(search *s) {
    // Groups that are free to go are looked at only when there are no others.
    find_groups(s, KF_REACH_USUAL);
    bool is_free = s->group_count == 0;
    if (is_free)
        find_groups(s, KF_REACH_SEALED);
    for (int i = 0; i < s->group_count; i++)
        kf_reader_init(&s->groups[i].reader, s->groups[i].region, &s->memo, s->arena);
    for (int i = 0; i < s->group_count && !is_free; i++)
        read_group(s, &s->groups[i], (uint64_t)2 * GLANCE);
    if (s->group_count == 0 ||
        (is_decided(s) && (kf_problem_claims_has_right(s) || !is_any_open(s))))
        return;
    estimate_all(s);
    rank_groups(s);
    bool is_open = !is_free;
    for (uint64_t slice = KF_PROBLEM_SLICE; is_open; slice *= 2)
        is_open = read_round(s, slice);
}

// ---- What is said ----

// A solution is wrong only for the largest group, where each of its moves is proved to do less than
// another one does, and no other group could be meant.
static bool is_wrong(const search *s) {
    const group *largest = NULL;
    for (int i = 0; i < s->group_count; i++) {
        const group *g = &s->groups[i];
        if (largest == NULL || g->size > largest->size)
            largest = g;
        bool fails = kf_problem_group_is_in_question(g) &&
                     !kf_problem_group_has_key(g, s->problem, KF_ANSWER_UNKNOWN) &&
                     !kf_problem_group_has_key(g, s->problem, KF_ANSWER_YES);
        if (!fails && !kf_problem_group_is_known(g))
            return false;
    }
    return largest != NULL && kf_problem_group_is_in_question(largest);
}

// The group to be shown: one that the solution is right for, or else the largest in question.
static group *find_shown(search *s) {
    group *shown = NULL;
    bool was_right = false;
    for (int i = 0; i < s->group_count; i++) {
        group *g = &s->groups[i];
        bool is_right =
            kf_problem_group_has_key(g, s->problem, KF_ANSWER_YES) && !kf_problem_group_is_known(g);
        if (!is_right &&
            (was_right || (!kf_problem_group_is_in_question(g) && !kf_problem_group_is_won(g) &&
                           !kf_problem_group_gets_out(g))))
            continue;
        if (shown == NULL || is_right > was_right || g->size > shown->size)
            shown = g;
        was_right = was_right || is_right;
    }
    return shown;
}

// Whether the problem is about that group: it is in question, the mover gets all there is to get,
// and none near the solution is larger.
static bool is_main(const search *s, const group *g) {
    for (int i = 0; i < s->group_count; i++)
        if (s->groups[i].size > g->size)
            return false;
    return kf_problem_group_is_in_question(g) && kf_problem_group_is_won(g);
}

// Whether the line of play shows more than what the moves of the solution are known to get.
static bool is_surpassed(const search *s, group *g, const kf_life *life) {
    const kf_life_case *found = &life->first[g->task];
    bool was_right = kf_problem_group_has_key(g, s->problem, KF_ANSWER_YES);
    if (!kf_problem_group_is_more(g, &life->bounds[g->task]))
        return false;
    kf_problem_group_set_bounds(g, g->task, &life->bounds[g->task]);
    for (int k = 0; k < s->problem->right_count; k++)
        for (int i = 0; i < found->vital_count; i++)
            if (found->vital[i] == s->problem->right[k])
                g->keys[k] = KF_ANSWER_YES;
    return was_right && !kf_problem_group_has_key(g, s->problem, KF_ANSWER_YES);
}

// What was proved of the moves of the solution, where the line of play shows nothing.
static void add_keys(const search *s, const group *g, kf_life_case *found) {
    if (found->word != KF_LIFE_UNKNOWN || !kf_problem_group_has_key(g, s->problem, KF_ANSWER_YES))
        return;
    kf_life_report(&g->bounds[g->task], found);
    found->tried = KF_NOWHERE;
    found->vital_count = found->line_count = 0;
    found->is_complete = false;
    for (int k = 0; k < s->problem->right_count; k++)
        if (g->keys[k] == KF_ANSWER_YES)
            found->vital[found->vital_count++] = s->problem->right[k];
}

// Reads once more, in the table, for the line of play, and looks for other moves that do as well.
// False: it found that a move of the solution does not.
static bool show(search *s, group *g) {
    const kf_problem *problem = s->problem;
    kf_solved *solved = s->solved;
    uint64_t nodes = s->budget / SHOWN;
    kf_life_input input = {.where = {.board = &problem->board,
                                     .group = g->point,
                                     .reach = g->is_far ? KF_REACH_FAR : KF_REACH_USUAL,
                                     .is_chain = g->is_chain},
                           .nodes =
                               nodes < kf_problem_group_rest(s) ? nodes : kf_problem_group_rest(s),
                           .early = problem->right,
                           .early_count = problem->right_count,
                           .memo = &s->memo};
    input.skip[1 - g->task] = true;
    kf_life *life = kf_arena_resize(s->arena, NULL, sizeof *life);
    kf_life_solve(&input, s->arena, life);
    solved->nodes += life->first[g->task].nodes;
    bool stays = !is_surpassed(s, g, life);
    add_keys(s, g, &life->first[g->task]);
    for (int first = 0; first < 2; first++)
        life->first[first].nodes += g->nodes[first];
    solved->group = g->point;
    solved->is_chain = g->is_chain;
    solved->is_main = is_main(s, g);
    solved->is_needed = kf_problem_group_is_in_question(g);
    solved->task = g->task;
    kf_life_report(&g->bounds[1 - g->task], &life->first[1 - g->task]);
    life->status = kf_life_status(life);
    kf_life_sum(life, &solved->life);
    kf_arena_release(s->arena, life);
    return stays;
}

// Whether what is proved of the group answers the problem: none near the solution is still open
// that is much larger, or larger and the mover's own. A few stones that can be taken say little
// about that one. Whether the group would be lost without the move may be open.
static bool is_answer(search *s, group *g) {
    for (int i = 0; i < s->group_count; i++) {
        const group *other = &s->groups[i];
        bool is_larger = other->size >= MORSEL * g->size ||
                         (other->task == KF_DEFENDER && other->size > g->size);
        if (is_larger && !kf_problem_group_is_known(other) && !other->is_proved)
            return false;
    }
    bool is_told = g->is_proved || (g->is_found && !kf_problem_group_is_known(g));
    return is_told && stands(s, g, g->move);
}

// The first move that most speaks for where none is proved: all groups that are still in question
// vote, by the square of their size. A chain by itself often belongs to one that votes, too.
static kf_point vote(search *s) {
    kf_votes *votes = kf_arena_resize(s->arena, NULL, sizeof *votes);
    votes->count = 0;
    for (int i = 0; i < s->group_count; i++) {
        group *g = &s->groups[i];
        int64_t weight = (int64_t)g->size * g->size * (g->is_chain ? 1 : WHOLE);
        if (kf_problem_group_is_known(g))
            continue;
        kf_local at = kf_reader_start(&g->reader, &s->problem->board, g->task);
        kf_votes_games(votes, &g->ballot, weight);
        kf_votes_search(votes, &g->reader, &at, weight);
    }
    kf_point best = kf_votes_best(votes);
    kf_arena_release(s->arena, votes);
    return best;
}

static void add_move(search *s, kf_point move) {
    kf_solved *solved = s->solved;
    if (solved->move_count < KF_PROBLEM_GROUPS)
        solved->moves[solved->move_count++] = move;
    for (int i = 0; i < s->group_count; i++)
        if (s->groups[i].move == move)
            s->groups[i].move = KF_NOWHERE;
}

// The move that most speaks for, where it is proved to do as much for the group as the one that was
// proved first; else that one.
static kf_point prefer(search *s, group *g) {
    kf_point voted = vote(s);
    for (int cell = 0; cell < g->region->map.count; cell++)
        if (g->region->map.point[cell] == voted && voted != g->move &&
            try_move(s, g, cell, s->budget / CHECKED) == KF_ANSWER_YES && stands(s, g, voted))
            return voted;
    return g->move;
}

// Lists the moves of all groups, the best first. No group has a move after that.
static void list_moves(search *s) {
    kf_solved *solved = s->solved;
    group *best = choose(s);
    kf_point first = KF_NOWHERE;
    // More reading may show another group as the one that the move is best for.
    for (int i = 0; i < s->group_count && best != NULL && !solved->is_proved; i++) {
        solved->is_proved = s->groups[i].move == best->move && is_answer(s, &s->groups[i]);
        first = solved->is_proved ? prefer(s, &s->groups[i]) : first;
    }
    first = solved->is_proved ? first : vote(s);
    if (first != KF_NOWHERE)
        add_move(s, first);
    for (best = choose(s); best != NULL; best = choose(s))
        add_move(s, best->move);
}

// Whether a larger group that holds all stones of this one is won by another move, and each of the
// solution is proved to do less for it: then the problem is not about the part.
static bool is_part_of_won(const search *s, const group *g) {
    for (int i = 0; i < s->group_count; i++) {
        const group *other = &s->groups[i];
        if (other->size > g->size && kf_problem_group_is_won(other) && is_within(g, other) &&
            !kf_problem_group_has_key(other, s->problem, KF_ANSWER_YES) &&
            !kf_problem_group_has_key(other, s->problem, KF_ANSWER_UNKNOWN))
            return true;
    }
    return false;
}

// Takes back what the solution does for such parts.
static void drop_parts(search *s) {
    for (int i = 0; i < s->group_count; i++) {
        group *g = &s->groups[i];
        for (int k = 0; k < s->problem->right_count; k++)
            if (g->keys[k] == KF_ANSWER_YES && is_part_of_won(s, g))
                g->keys[k] = KF_ANSWER_UNKNOWN;
    }
}

static void conclude(search *s) {
    kf_solved *solved = s->solved;
    check_keys(s);
    drop_parts(s);
    group *shown = find_shown(s);
    while (shown != NULL && !show(s, shown))
        shown = find_shown(s);
    solved->solution = kf_problem_claims_has_right(s) ? KF_SOLUTION_RIGHT
                       : is_wrong(s)                  ? KF_SOLUTION_WRONG
                                                      : KF_SOLUTION_UNKNOWN;
    if (solved->solution == KF_SOLUTION_UNKNOWN)
        solved->reason = s->group_count == 0 ? KF_UNSOLVED_GROUP
                         : shown != NULL     ? KF_UNSOLVED_OTHER
                                             : KF_UNSOLVED_BUDGET;
}

void kf_problem_search(const kf_problem *problem, uint64_t nodes, kf_arena *arena,
                       kf_solved *solved) {
    memset(solved, 0, sizeof *solved);
    solved->group = KF_NOWHERE;
    search *s = kf_arena_resize(arena, NULL, sizeof *s);
    *s = (search){.problem = problem, .arena = arena, .solved = solved, .budget = nodes};
    s->scratch = kf_arena_resize(arena, NULL, sizeof *s->scratch);
    kf_life_table(&s->memo, nodes / 2, arena);
    s->limit = nodes - nodes / KEYS;
    read_all(s);
    list_moves(s);
    s->limit = nodes - nodes / CHECKED;
    kf_problem_claims_solution(s);
    s->limit = nodes;
    conclude(s);
    for (int i = 0; i < s->group_count; i++) {
        kf_reader_release(&s->groups[i].reader, arena);
        kf_arena_release(arena, s->groups[i].region);
    }
    kf_transposition_release(&s->memo, arena);
    kf_arena_release(arena, s->scratch);
    kf_arena_release(arena, s);
}
