// SPDX-License-Identifier: MIT
// The main line of a solved eye space.

#include "reading/eyes/eyes.h"

// A line under construction.
typedef struct walk {
    kf_eyes *eyes;
    kf_eyes_first *first;
    kf_eyes_side threatens; // who began, and has the threats
    int threats;            // that he has left
    kf_eyes_state state;    // to move from
    uint32_t rank;          // of that state
    uint8_t value;          // that both sides keep to
    int32_t visited[KF_EYES_LINE];
    int visited_count;
} walk;

// A move that keeps the value.
typedef struct step {
    int move;
    int32_t node;
    bool retakes;
    uint32_t rank;
    uint8_t otherwise; // its value if the other side had the threats
} step;

// Whether the move is to be looked at, and where it leads.
static bool follow(walk *w, int move, step *s) {
    bool is_point = move < KF_EYES_MAX;
    if (is_point && move >= w->eyes->graph.rule.count)
        return false;
    s->move = move;
    s->node = kf_eyes_graph_follow(&w->eyes->graph, &w->state, move, &s->retakes);
    // A state that was found only now belongs to a move that the solver had no need to look at.
    if (s->node == KF_EYES_NO_NODE || (size_t)s->node >= w->eyes->graph.done)
        return false;
    if (s->retakes && (w->state.side != (int)w->threatens || w->threats == 0))
        return false;
    const kf_eyes_level *level =
        kf_eyes_line_level(w->eyes, (int)w->threatens, w->threats - (s->retakes ? 1 : 0));
    s->rank = level->ranks[s->node];
    kf_eyes_side other = w->threatens == KF_EYES_ATTACKER ? KF_EYES_DEFENDER : KF_EYES_ATTACKER;
    s->otherwise = kf_eyes_line_level(w->eyes, (int)other, w->eyes->most[other])->values[s->node];
    return level->values[s->node] == w->value;
}

// Whether a is the better step for a player who wins, loses, or does neither. Who wins must get
// on. Then both look at what threats of the other side would make of it, so that a ko is fought.
static bool is_better(const walk *w, const step *a, const step *b) {
    bool attacks = w->state.side == KF_EYES_ATTACKER;
    bool wins = w->value == (attacks ? KF_EYES_LOST : KF_EYES_LIVES);
    bool gets_on[2] = {!a->retakes && a->rank < w->rank, !b->retakes && b->rank < w->rank};
    if (w->value == KF_EYES_NEITHER)
        return false; // the first one found
    if (wins && gets_on[0] != gets_on[1])
        return gets_on[0];
    if (a->otherwise != b->otherwise)
        return attacks ? a->otherwise < b->otherwise : a->otherwise > b->otherwise;
    if (wins)
        return a->rank < b->rank;
    return (b->move == KF_EYES_PASS) != (a->move == KF_EYES_PASS) ? b->move == KF_EYES_PASS
                                                                  : a->rank > b->rank;
}

// The best of the allowed moves (a bit each); false when none keeps the value.
static bool choose(walk *w, unsigned allowed, step *best) {
    bool is_found = false;
    for (int move = 0; move < KF_EYES_MOVES; move++) {
        step s;
        if ((allowed >> move & 1) != 0 && follow(w, move, &s) &&
            (!is_found || is_better(w, &s, best))) {
            *best = s;
            is_found = true;
        }
    }
    return is_found;
}

static bool was_visited(const walk *w, int32_t node) {
    for (int i = 0; i < w->visited_count; i++)
        if (w->visited[i] == node)
            return true;
    return false;
}

// Writes the step down. False when the line ends with it.
static bool take(walk *w, const step *s) {
    kf_eyes_first *first = w->first;
    if (first->length + 2 > KF_EYES_LINE)
        return false;
    if (s->retakes) {
        first->line[first->length++] = KF_EYES_THREAT;
        w->threats--;
    }
    first->line[first->length++] = (uint8_t)s->move;
    if (s->node < KF_EYES_FIRST_NODE || was_visited(w, s->node))
        return false;
    w->visited[w->visited_count++] = s->node;
    w->state = w->eyes->graph.states[s->node];
    w->rank = kf_eyes_line_level(w->eyes, (int)w->threatens, w->threats)->ranks[s->node];
    return true;
}

// In a seki nobody plays on who may as well pass.
static bool is_at_rest(walk *w) {
    step pass;
    return w->value == KF_EYES_NEITHER && follow(w, KF_EYES_PASS, &pass);
}

void kf_eyes_line_follow(kf_eyes *eyes, const kf_eyes_root *root, kf_eyes_first *first) {
    walk w = {.eyes = eyes,
              .first = first,
              .threatens = root->side,
              .state = root->state,
              .rank = UINT32_MAX};
    unsigned points = (1u << KF_EYES_MAX) - 1;
    unsigned best = first->vital | (first->vital_pass ? 1u << KF_EYES_PASS : 0) |
                    (first->vital_outside ? 1u << KF_EYES_OUTSIDE : 0);
    step s;
    w.threats = first->threats[root->side];
    w.value = root->values[root->side][w.threats];
    first->length = 0;
    if (kf_eyes_rule_is_safe(&eyes->graph.rule, &root->state.at))
        return;
    // A pass is a main line only where nothing else is as good.
    if (!choose(&w, best & points, &s) && !choose(&w, best, &s))
        return;
    while (take(&w, &s) && !is_at_rest(&w) && choose(&w, ~0u, &s))
        continue;
}
