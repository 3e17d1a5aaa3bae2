// SPDX-License-Identifier: MIT
// What the mover of a problem can claim after a first move of the solution.

#include "reading/life/life.h"

enum {
    TURNS = 5,  // the part of what is kept that is read for all groups in turn
    STEPS = 10, // and in so many steps the rest, for the move that is nearest to be proved
    GROUPS = KF_PROBLEM_GROUPS,
    MOVES = KF_PROBLEM_MOVES
};

typedef kf_problem_group group;
typedef kf_problem_work search;

static kf_bounds claim_after(search *s, group *g, int cell, uint64_t slice) {
    kf_bounds claim = kf_bounds_open();
    kf_local at = kf_reader_start(&g->reader, &s->problem->board, g->task);
    uint64_t before = g->reader.nodes, left = kf_problem_group_rest(s);
    uint64_t limit = slice < left ? slice : left;
    if (kf_local_play(&g->region->map, &at, cell))
        kf_bounds_claim(&g->reader, &at, g->task, before + limit, &claim);
    g->nodes[g->task] += g->reader.nodes - before;
    s->solved->nodes += g->reader.nodes - before;
    return claim;
}

// Takes a claim over into what is known of the group: false when less is claimed than is known.
static bool take_claim(group *g, const kf_bounds *claim) {
    kf_bounds bounds = g->bounds[g->task];
    if (g->task == KF_DEFENDER ? claim->low < bounds.low : claim->high > bounds.high)
        return false;
    if (g->task == KF_DEFENDER)
        bounds.low = claim->low;
    else
        bounds.high = claim->high;
    kf_problem_group_set_bounds(g, g->task, &bounds);
    return true;
}

// Whether a first move is proved to get all there is to get for the group, or at least more than
// the other side leaves of it by moving first.
static bool prove_move(search *s, group *g, int cell, uint64_t slice) {
    kf_bounds claim = claim_after(s, g, cell, slice);
    if (!claim.has_low && !claim.has_high)
        return false;
    if (take_claim(g, &claim) && !kf_problem_group_is_in_question(g))
        kf_problem_group_narrow(s, g, 1 - g->task,
                                kf_problem_group_is_won(g) ? kf_problem_group_rest(s) / 2
                                                           : slice / 2);
    return take_claim(g, &claim) && !kf_problem_group_is_known(g) &&
           (kf_problem_group_is_won(g) || kf_problem_group_is_in_question(g));
}

static int cell_of(const group *g, kf_point point) {
    for (int cell = 0; cell < g->region->map.count; cell++)
        if (g->region->map.point[cell] == point)
            return cell;
    return KF_LOCAL_NO_CELL;
}

bool kf_problem_claims_has_right(const search *s) {
    for (int i = 0; i < s->group_count; i++) {
        const group *g = &s->groups[i];
        if (!kf_problem_group_is_known(g) && kf_problem_group_has_key(g, s->problem, KF_ANSWER_YES))
            return true;
    }
    return false;
}

static void prove_key(search *s, group *g, int key, uint64_t slice) {
    int cell = cell_of(g, s->problem->right[key]);
    if (cell != KF_LOCAL_NO_CELL && g->keys[key] == KF_ANSWER_UNKNOWN &&
        prove_move(s, g, cell, slice))
        g->keys[key] = KF_ANSWER_YES;
}

// All groups in rounds that each cost twice as much as the one before, most of all those that come
// first.
static void prove_in_turn(search *s) {
    uint64_t before = UINT64_MAX;
    for (uint64_t slice = KF_PROBLEM_SLICE;
         kf_problem_group_rest(s) > 0 && !kf_problem_claims_has_right(s) &&
         before != s->solved->nodes;
         slice *= 2) {
        before = s->solved->nodes;
        for (int rank = 0; rank < s->group_count; rank++)
            for (int i = 0; i < s->group_count && !kf_problem_claims_has_right(s); i++) {
                group *g = &s->groups[i];
                uint64_t own = (slice >> rank) / (uint64_t)s->problem->right_count + 1;
                if (g->rank != rank || kf_problem_group_is_known(g))
                    continue;
                for (int key = 0; key < s->problem->right_count; key++)
                    prove_key(s, g, key, own);
            }
    }
}

// How far a move of the solution is from being proved for a group.
static uint32_t distance_of(const search *s, group *g, int key) {
    int cell = cell_of(g, s->problem->right[key]);
    kf_local at = kf_reader_start(&g->reader, &s->problem->board, g->task);
    if (cell == KF_LOCAL_NO_CELL || g->keys[key] != KF_ANSWER_UNKNOWN ||
        kf_problem_group_is_known(g) || !kf_local_play(&g->region->map, &at, cell))
        return UINT32_MAX;
    return kf_bounds_distance(&g->reader, &at, g->task);
}

// A move of the solution, for a group.
typedef struct goal {
    group *of; // NULL: there is none
    int key;
} goal;

static goal find_nearest(search *s, bool spent[GROUPS][MOVES]) {
    goal nearest = {NULL, 0};
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < s->group_count; i++)
        for (int key = 0; key < s->problem->right_count; key++) {
            uint32_t distance = distance_of(s, &s->groups[i], key);
            if (spent[i][key] || distance >= least)
                continue;
            least = distance;
            nearest = (goal){&s->groups[i], key};
        }
    return nearest;
}

// What is left goes to the one move for the one group that the search is nearest to prove. Where
// nothing is left to be asked about it, nothing was read.
static void prove_nearest(search *s) {
    bool spent[GROUPS][MOVES] = {{false}};
    uint64_t slice = kf_problem_group_rest(s) / STEPS + 1;
    while (kf_problem_group_rest(s) > 0 && !kf_problem_claims_has_right(s)) {
        uint64_t before = s->solved->nodes;
        goal next = find_nearest(s, spent);
        if (next.of == NULL)
            return;
        prove_key(s, next.of, next.key, slice);
        spent[next.of - s->groups][next.key] = s->solved->nodes == before;
    }
}

// Reads the group in a part with more points around it from now on. False: there is none.
static bool widen(search *s, group *g) {
    kf_region_input input = {.board = &s->problem->board,
                             .group = g->point,
                             .reach = KF_REACH_FAR,
                             .is_chain = g->is_chain};
    if (g->reader.is_closed || kf_problem_group_is_known(g) ||
        !kf_region_find(&input, s->scratch) ||
        kf_cells_count(s->scratch->map.whole) <= kf_cells_count(g->region->map.whole) ||
        !kf_problem_group_is_same(g->region, s->scratch))
        return false;
    kf_reader_release(&g->reader, s->arena);
    *g->region = *s->scratch;
    g->is_far = true;
    kf_reader_init(&g->reader, g->region, &s->memo, s->arena);
    return true;
}

// Where every claim failed before the budget was spent, the group most often got out of its part.
static void prove_further(search *s) {
    bool is_wider = false;
    if (kf_problem_group_rest(s) == 0 || kf_problem_claims_has_right(s))
        return;
    for (int i = 0; i < s->group_count; i++)
        is_wider = widen(s, &s->groups[i]) || is_wider;
    if (is_wider)
        prove_in_turn(s);
}

// The program's own move is chosen by then.
void kf_problem_claims_solution(search *s) {
    uint64_t limit = s->limit, rest = kf_problem_group_rest(s);
    s->limit -= rest - rest / TURNS;
    prove_in_turn(s);
    s->limit = limit;
    prove_nearest(s);
    prove_further(s);
}
