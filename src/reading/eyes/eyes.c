// SPDX-License-Identifier: MIT
// Eye spaces read to the end: from the values of all states to classes, threats and best moves.

//
// The graph is valued once without ko threats, then with one threat more for the attacker, and one
// more, each level built on the one before, until a threat more changes no state; then the same for
// the defender. So a result that would need threats without end is never reached, and the least
// number for each result falls out. Since a level is known for all states, so are the first moves,
// and the best of them are chosen with all levels in view.

#include "reading/eyes/eyes.h"

#include <string.h>

kf_eyes *kf_eyes_new(kf_arena *arena) {
    kf_eyes *eyes = kf_arena_resize(arena, NULL, sizeof *eyes);
    memset(eyes, 0, sizeof *eyes);
    eyes->graph.arena = eyes->retro.arena = arena;
    return eyes;
}

const char *kf_eyes_word(kf_eyes_class kind) {
    static const char *const words[] = {"dead", "ko", "ko/seki", "seki", "seki/ko", "alive"};
    return words[kind];
}

// ---- Solving ----

static void open_root(kf_eyes *eyes, const kf_eyes_task *task, kf_eyes_side side, kf_eyes_root *r) {
    kf_eyes_graph *graph = &eyes->graph;
    bool is_banned = task->has_ko && task->banned == side;
    r->side = side;
    r->state = (kf_eyes_state){
        .at = {{task->stones[0], task->stones[1]}},
        .left = (int8_t)task->liberties,
        .side = (int8_t)side,
        .ko = (int8_t)(is_banned ? task->ko : -1),
        .decided = KF_EYES_NO_NODE,
        .retake = KF_EYES_NO_NODE,
    };
    for (int move = 0; move < KF_EYES_MOVES; move++) {
        kf_eyes_choice *c = &r->choices[move];
        bool is_point = move < KF_EYES_MAX;
        c->node = is_point && move >= task->count
                      ? KF_EYES_NO_NODE
                      : kf_eyes_graph_follow(graph, &r->state, move, &c->retakes);
    }
    kf_eyes_graph_add(graph, &r->state);
}

// One threat more for that side, until it makes no difference anywhere.
static void solve_side(kf_eyes *eyes, kf_eyes_side side) {
    int most = 0;
    while (eyes->graph.has_ko && most < KF_EYES_MOST_THREATS) {
        const kf_eyes_level *before = kf_eyes_line_level(eyes, side, most);
        kf_eyes_level *level = &eyes->levels[side][most + 1];
        kf_eyes_retro_solve(&eyes->retro, &eyes->graph, side, before, level);
        if (memcmp(before->values, level->values, eyes->graph.count) == 0)
            break;
        most++;
    }
    eyes->most[side] = most;
}

// ---- Judging ----

// Whether a value is better for the side than another.
static bool is_better(kf_eyes_side side, uint8_t value, uint8_t than) {
    return side == KF_EYES_ATTACKER ? value < than : value > than;
}

// The values of a first move. A retake costs a threat; without one there is no such move.
static void value_choice(kf_eyes *eyes, const kf_eyes_root *r, kf_eyes_choice *c) {
    uint8_t worst = r->side == KF_EYES_ATTACKER ? KF_EYES_LIVES : KF_EYES_LOST;
    for (int side = 0; side < KF_EYES_SIDES; side++) {
        for (int threats = 0; threats <= eyes->most[side]; threats++) {
            int spent = c->retakes ? 1 : 0;
            bool is_possible = spent == 0 || (side == (int)r->side && threats > 0);
            c->values[side][threats] =
                is_possible ? kf_eyes_line_level(eyes, side, threats - spent)->values[c->node]
                            : worst;
        }
    }
}

static void value_root(kf_eyes *eyes, kf_eyes_root *r) {
    memset(r->values, r->side == KF_EYES_ATTACKER ? KF_EYES_LIVES : KF_EYES_LOST, sizeof r->values);
    for (int move = 0; move < KF_EYES_MOVES; move++) {
        kf_eyes_choice *c = &r->choices[move];
        if (c->node == KF_EYES_NO_NODE)
            continue;
        value_choice(eyes, r, c);
        for (int side = 0; side < KF_EYES_SIDES; side++)
            for (int threats = 0; threats <= eyes->most[side]; threats++)
                if (is_better(r->side, c->values[side][threats], r->values[side][threats]))
                    r->values[side][threats] = c->values[side][threats];
    }
}

// Whether one move is as good as another with any number of threats, and somewhere better. The
// other side's threats are in view too, for two moves that win a ko may differ in how many threats
// would turn it.
static bool beats(const kf_eyes *eyes, kf_eyes_side mover, const kf_eyes_choice *a,
                  const kf_eyes_choice *b) {
    bool is_ahead = false;
    for (int side = 0; side < KF_EYES_SIDES; side++) {
        for (int threats = 0; threats <= eyes->most[side]; threats++) {
            uint8_t mine = a->values[side][threats], other = b->values[side][threats];
            if (is_better(mover, other, mine))
                return false;
            is_ahead = is_ahead || is_better(mover, mine, other);
        }
    }
    return is_ahead;
}

static bool is_vital(const kf_eyes *eyes, const kf_eyes_root *r, int move) {
    if (r->choices[move].node == KF_EYES_NO_NODE)
        return false;
    for (int other = 0; other < KF_EYES_MOVES; other++)
        if (r->choices[other].node != KF_EYES_NO_NODE &&
            beats(eyes, r->side, &r->choices[other], &r->choices[move]))
            return false;
    return true;
}

// The class is told by the two ends: the value with all the threats that help the attacker, and
// with all that help the defender. The first is never above the second.
static void decide(const kf_eyes *eyes, const kf_eyes_root *r, kf_eyes_first *first) {
    static const kf_eyes_class classes[3][3] = {
        {KF_EYES_DEAD, KF_EYES_KO_SEKI, KF_EYES_KO},
        {KF_EYES_DEAD, KF_EYES_SEKI, KF_EYES_SEKI_KO},
        {KF_EYES_DEAD, KF_EYES_SEKI, KF_EYES_ALIVE},
    };
    uint8_t ends[KF_EYES_SIDES];
    for (int side = 0; side < KF_EYES_SIDES; side++) {
        int needed = eyes->most[side];
        ends[side] = r->values[side][needed];
        while (needed > 0 && r->values[side][needed - 1] == ends[side])
            needed--;
        first->threats[side] = needed;
    }
    first->kind = classes[ends[KF_EYES_ATTACKER]][ends[KF_EYES_DEFENDER]];
    int end = r->side == KF_EYES_ATTACKER ? KF_EYES_TAKEN_NODE : KF_EYES_SAFE_NODE;
    for (int move = 0; move < KF_EYES_MAX; move++) {
        if (is_vital(eyes, r, move))
            first->vital |= (kf_eyes_set)1 << move;
        if (r->choices[move].node == end)
            first->ends |= (kf_eyes_set)1 << move;
    }
    first->vital_pass = is_vital(eyes, r, KF_EYES_PASS);
    first->vital_outside = is_vital(eyes, r, KF_EYES_OUTSIDE);
}

void kf_eyes_solve(kf_eyes *eyes, const kf_eyes_task *task, kf_eyes_answer *answer) {
    kf_eyes_root roots[KF_EYES_SIDES] = {0};
    kf_eyes_graph_begin(&eyes->graph, task);
    for (int side = 0; side < KF_EYES_SIDES; side++)
        open_root(eyes, task, (kf_eyes_side)side, &roots[side]);
    kf_eyes_graph_complete(&eyes->graph);
    kf_eyes_retro_solve(&eyes->retro, &eyes->graph, KF_EYES_ATTACKER, NULL,
                        &eyes->levels[KF_EYES_ATTACKER][0]);
    memset(answer, 0, sizeof *answer);
    answer->states = eyes->graph.count - KF_EYES_FIRST_NODE;
    for (int side = 0; side < KF_EYES_SIDES; side++)
        solve_side(eyes, (kf_eyes_side)side);
    for (int side = 0; side < KF_EYES_SIDES; side++) {
        value_root(eyes, &roots[side]);
        decide(eyes, &roots[side], &answer->first[side]);
        kf_eyes_line_follow(eyes, &roots[side], &answer->first[side]);
    }
}

// ---- One task by itself ----

typedef struct question {
    kf_arena *arena;
    const kf_eyes_task *task;
    kf_eyes_answer *answer;
} question;

static void ask(void *context) {
    question *q = context;
    kf_eyes_solve(kf_eyes_new(q->arena), q->task, q->answer);
}

bool kf_eyes_ask(const kf_eyes_task *task, kf_eyes_answer *answer) {
    question q = {kf_arena_new(), task, answer};
    bool is_done = q.arena != NULL && kf_arena_try(q.arena, ask, &q);
    kf_arena_free(q.arena);
    return is_done;
}
