// SPDX-License-Identifier: MIT
// A short proof that an eye space is alive, without the graph of all its states.
//
// The attacker moves first and may retake every ko, as if his threats had no end; the defender has
// none and may not. Who lives so, lives with any number of threats on either side, and also when he
// moves first himself, for he may pass. The search is one in depth, with one answer of the
// defender more each time, until he is out of danger by then whatever the attacker does. Since no
// ko binds the attacker, what is found out about a position with him to move holds for good.

#include "reading/eyes/eyes.h"

#include <string.h>

// Answers of the defender in a row, and moves of the search, after which it is given up.
enum { MOST_ANSWERS = 7, MOST_STEPS = 1 << 22 };
// What is known of a position with the attacker to move: that it lives, or else with how many
// answers it was not shown to live.
enum { LIVES = 255 };

struct kf_eyes_alive {
    kf_arena *arena;
    kf_eyes_rule rule;
    uint8_t *safe, *known;
    size_t safe_room, known_room;
    long steps;
};

// A position with the outside liberties left.
typedef struct place {
    kf_eyes_position at;
    int left;
} place;

// A position with the attacker to move, the move of his that is being answered, and the answer
// that is being tried.
typedef struct frame {
    place from, after;
    int answers; // that are left to the defender
    int move, answer;
    int ko; // where that move forbids to retake, or -1
} frame;

enum { UNANSWERED = -1 };

typedef enum attack { HARMLESS, SERIOUS, FATAL } attack;

kf_eyes_alive *kf_eyes_alive_new(kf_arena *arena) {
    kf_eyes_alive *alive = kf_arena_resize(arena, NULL, sizeof *alive);
    memset(alive, 0, sizeof *alive);
    alive->arena = arena;
    return alive;
}

static uint8_t *find_known(const kf_eyes_alive *alive, const place *at) {
    size_t index = kf_eyes_rule_index(&alive->rule, &at->at);
    return &alive->known[index * (size_t)(alive->rule.liberties + 1) + (size_t)at->left];
}

static int bit_of(kf_eyes_set set) {
    int bit = 0;
    while (set >> bit != 1)
        bit++;
    return bit;
}

// Plays the frame's move.
static attack attack_with(kf_eyes_alive *alive, frame *f) {
    kf_eyes_set stones = f->from.at.stones[0] | f->from.at.stones[1];
    kf_eyes_move made = {0};
    f->after = f->from;
    f->ko = -1;
    if (f->move == KF_EYES_OUTSIDE) {
        if (f->from.left == 0)
            return HARMLESS;
        f->after.left--;
        if (kf_eyes_rule_is_taken(&alive->rule, &f->after.at, f->after.left))
            return FATAL;
    } else if (f->move < alive->rule.count) {
        kf_eyes_outcome outcome = KF_EYES_ILLEGAL;
        if ((stones >> f->move & 1) == 0)
            outcome = kf_eyes_rule_play(&alive->rule, &f->from.at, f->from.left, KF_EYES_ATTACKER,
                                        f->move, &made);
        if (outcome != KF_EYES_PLAYED)
            return outcome == KF_EYES_TAKEN ? FATAL : HARMLESS;
        f->after.at = made.after;
        f->ko = made.makes_ko ? bit_of(made.removed) : -1;
    } else if (f->move != KF_EYES_PASS) {
        return HARMLESS;
    }
    return kf_eyes_rule_is_safe(&alive->rule, &f->after.at) ? HARMLESS : SERIOUS;
}

// Plays the frame's answer, the number of a point or else a pass. False: there is no such move.
static bool answer_with(const kf_eyes_alive *alive, const frame *f, int answer, place *to) {
    kf_eyes_move made;
    *to = f->after;
    if (answer == alive->rule.count)
        return true;
    if (((f->after.at.stones[0] | f->after.at.stones[1]) >> answer & 1) != 0 ||
        kf_eyes_rule_play(&alive->rule, &f->after.at, f->after.left, KF_EYES_DEFENDER, answer,
                          &made) != KF_EYES_PLAYED)
        return false;
    to->at = made.after;
    return answer != f->ko || (made.removed & (made.removed - 1)) != 0;
}

// Whether some answer leads at once to what is known to live.
static bool is_answered(kf_eyes_alive *alive, const frame *f) {
    for (int answer = 0; answer <= alive->rule.count; answer++) {
        place to;
        if (answer_with(alive, f, answer, &to) &&
            (*find_known(alive, &to) == LIVES || kf_eyes_rule_is_safe(&alive->rule, &to.at)))
            return true;
    }
    return false;
}

// Goes on to the next of the attacker's moves that needs a deeper answer. HARMLESS: there is none,
// he has nothing. FATAL: one of his moves has no answer.
static attack next_attack(kf_eyes_alive *alive, frame *f) {
    while (++f->move <= KF_EYES_OUTSIDE) {
        attack made = attack_with(alive, f);
        alive->steps++;
        if (made == FATAL)
            return FATAL;
        if (made == HARMLESS || is_answered(alive, f))
            continue;
        f->answer = UNANSWERED;
        return f->answers > 1 ? SERIOUS : FATAL;
    }
    return HARMLESS;
}

// Finds the next answer that was not tried so deep before; false when there is none.
static bool next_answer(const kf_eyes_alive *alive, frame *f, place *to) {
    while (++f->answer <= alive->rule.count)
        if (answer_with(alive, f, f->answer, to) && *find_known(alive, to) < f->answers - 1)
            return true;
    return false;
}

static frame begin(place from, int answers) {
    return (frame){.from = from, .answers = answers, .move = -1};
}

// Whether the defender is out of danger after so many answers at most.
static bool search(kf_eyes_alive *alive, place root, int answers) {
    frame stack[MOST_ANSWERS];
    int depth = 1;
    stack[0] = begin(root, answers);
    attack came = next_attack(alive, &stack[0]);
    while (alive->steps < MOST_STEPS) {
        frame *f = &stack[depth - 1];
        place to;
        if (came == SERIOUS && next_answer(alive, f, &to)) {
            f = &stack[depth++];
            *f = begin(to, answers - depth + 1);
            came = next_attack(alive, f);
            continue;
        }
        *find_known(alive, &f->from) = came == HARMLESS ? LIVES : (uint8_t)f->answers;
        if (--depth == 0)
            return came == HARMLESS;
        // What lives answers the move before; else that needs another answer.
        came = came == HARMLESS ? next_attack(alive, f - 1) : SERIOUS;
    }
    return false;
}

bool kf_eyes_alive_prove(kf_eyes_alive *alive, const kf_eyes_task *task) {
    place root = {.at = {{task->stones[0], task->stones[1]}}, .left = task->liberties};
    size_t positions = 1;
    for (int point = 0; point < task->count; point++)
        positions *= 3;
    size_t entries = positions * (size_t)(task->liberties + 1);
    alive->safe = kf_arena_grow(alive->arena, alive->safe, &alive->safe_room, positions, 1);
    alive->known = kf_arena_grow(alive->arena, alive->known, &alive->known_room, entries, 1);
    memset(alive->known, 0, entries);
    kf_eyes_rule_init(&alive->rule, task, alive->safe);
    alive->steps = 0;
    if (kf_eyes_rule_is_safe(&alive->rule, &root.at))
        return true;
    for (int answers = 1; answers <= MOST_ANSWERS && alive->steps < MOST_STEPS; answers++)
        if (search(alive, root, answers))
            return true;
    return false;
}
