// SPDX-License-Identifier: MIT
// What is proved of a group near the solution of a problem.

#include "reading/life/life.h"

// What a move gains that was found ...
enum {
    SURE = 2000, // to take or save a group for good,
    PART = 1500, // to get a ko or a seki, and there is no more to get,
    SOME = 1000  // or a ko, and that there is more is not disproved
};

typedef kf_problem_group group;
typedef kf_problem_work search;

uint64_t kf_problem_group_rest(const search *s) {
    return s->limit > s->solved->nodes ? s->limit - s->solved->nodes : 0;
}

bool kf_problem_group_is_known(const group *g) {
    return g->bounds[KF_DEFENDER].high <= g->bounds[KF_ATTACKER].low ||
           (g->task == KF_DEFENDER ? g->bounds[KF_DEFENDER].high == KF_FATE_DEAD
                                   : g->bounds[KF_ATTACKER].low == KF_FATE_ALIVE);
}

bool kf_problem_group_is_in_question(const group *g) {
    return g->bounds[KF_DEFENDER].low > g->bounds[KF_ATTACKER].high;
}

bool kf_problem_group_is_won(const group *g) {
    return g->task == KF_DEFENDER ? g->bounds[KF_DEFENDER].low == KF_FATE_ALIVE
                                  : g->bounds[KF_ATTACKER].high == KF_FATE_DEAD;
}

bool kf_problem_group_gets_out(const group *g) {
    return g->task == KF_DEFENDER && g->bounds[KF_DEFENDER].gets_out &&
           g->bounds[KF_ATTACKER].high == KF_FATE_DEAD;
}

bool kf_problem_group_is_tight(const group *g) {
    return g->bounds[g->task].low == g->bounds[g->task].high || kf_problem_group_is_won(g);
}

bool kf_problem_group_is_more(const group *g, const kf_bounds *found) {
    return g->task == KF_DEFENDER ? found->low > g->bounds[KF_DEFENDER].low
                                  : found->high < g->bounds[KF_ATTACKER].high;
}

void kf_problem_group_set_bounds(group *g, int first, const kf_bounds *found) {
    bool is_gain = first == g->task && kf_problem_group_is_more(g, found);
    for (int k = 0; k < KF_PROBLEM_MOVES && is_gain; k++)
        if (g->keys[k] == KF_ANSWER_YES)
            g->keys[k] = KF_ANSWER_UNKNOWN;
    g->bounds[first] = *found;
}

void kf_problem_group_take_move(group *g, kf_point move) {
    bool is_open = kf_problem_group_is_in_question(g), is_won = kf_problem_group_is_won(g);
    bool is_sure = is_open && kf_problem_group_is_tight(g);
    int gain = is_sure && is_won   ? SURE
               : is_sure           ? PART
               : is_won || is_open ? SOME
                                   : KF_PROBLEM_LIKELY;
    g->is_proved = is_sure;
    if (!is_sure && gain < g->gain)
        return;
    g->is_found = is_won;
    g->gain = gain;
    g->move = move;
}

bool kf_problem_group_is_same(const kf_region *one, const kf_region *other) {
    int count = kf_cells_count(one->map.target);
    if (count != kf_cells_count(other->map.target))
        return false;
    kf_cells a = one->map.target, b = other->map.target;
    for (; !kf_cells_none(a); a = kf_cells_rest(a), b = kf_cells_rest(b))
        if (one->map.point[kf_cells_first(a)] != other->map.point[kf_cells_first(b)])
            return false;
    return true;
}

void kf_problem_group_narrow(search *s, group *g, int first, uint64_t slice) {
    kf_bounds bounds = g->bounds[first];
    kf_local at = kf_reader_start(&g->reader, &s->problem->board, first);
    uint64_t before = g->reader.nodes, left = kf_problem_group_rest(s);
    uint64_t limit = slice < left ? slice : left;
    if (bounds.low != bounds.high)
        kf_bounds_narrow(&g->reader, &at, before + limit, &bounds);
    kf_problem_group_set_bounds(g, first, &bounds);
    g->nodes[first] += g->reader.nodes - before;
    s->solved->nodes += g->reader.nodes - before;
}

bool kf_problem_group_has_key(const group *g, const kf_problem *problem, kf_answer answer) {
    for (int i = 0; i < problem->right_count; i++)
        if (g->keys[i] == answer)
            return true;
    return false;
}
