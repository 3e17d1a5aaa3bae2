// SPDX-License-Identifier: MIT
// What the mover of a problem can claim after a first move of the solution.

#include "reading/life/life.h"

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
    if (take_claim(g, &claim) && !kf_problem_group_is_won(g))
        kf_problem_group_narrow(s, g, 1 - g->task, slice / 2);
    return take_claim(g, &claim) &&
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

// The program's own move is chosen by then.
static void prove_keys(search *s, group *g, uint64_t slice) {
    const kf_problem *problem = s->problem;
    for (int i = 0; i < problem->right_count; i++) {
        int cell = cell_of(g, problem->right[i]);
        if (cell != KF_LOCAL_NO_CELL && g->keys[i] == KF_ANSWER_UNKNOWN &&
            prove_move(s, g, cell, slice))
            g->keys[i] = KF_ANSWER_YES;
    }
}

void kf_problem_claims_solution(search *s) {
    uint64_t before = UINT64_MAX;
    for (uint64_t slice = KF_PROBLEM_SLICE;
         kf_problem_group_rest(s) > 0 && !kf_problem_claims_has_right(s) &&
         before != s->solved->nodes;
         slice *= 2) {
        before = s->solved->nodes;
        for (int rank = 0; rank < s->group_count; rank++)
            for (int i = 0; i < s->group_count && !kf_problem_claims_has_right(s); i++) {
                group *g = &s->groups[i];
                uint64_t own = slice >> rank;
                if (g->rank == rank && !kf_problem_group_is_known(g) &&
                    kf_problem_group_has_key(g, s->problem, KF_ANSWER_UNKNOWN))
                    prove_keys(s, g, own / (uint64_t)s->problem->right_count + 1);
            }
    }
}
