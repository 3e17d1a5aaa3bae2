// SPDX-License-Identifier: MIT
// The rules of play inside a cordon: a task, its moves, and when the cordon is out of danger.

#ifndef KIFU_SOLVE_EYES_RULE_H
#define KIFU_SOLVE_EYES_RULE_H

#include <stdbool.h>
#include <stdint.h>

// Points inside the cordon are numbered 0 to KF_EYES_MAX - 1, its chains 0 to KF_EYES_CHAINS - 1.
enum { KF_EYES_MAX = 12, KF_EYES_CHAINS = 8, KF_EYES_LIBERTIES = 9 };
enum { KF_EYES_POINTS = 1 << KF_EYES_MAX };

// Moves that are no point: to pass, to fill an outside liberty, and, where a line of play tells
// it, to play a ko threat that is answered.
enum { KF_EYES_PASS = KF_EYES_MAX, KF_EYES_OUTSIDE, KF_EYES_THREAT };

// A set of points, bit by number. Inside this file and its friends the bits from KF_EYES_MAX on
// are the chains of the cordon, which are then part of the defender's stones.
typedef uint32_t kf_eyes_set;

typedef enum kf_eyes_side { KF_EYES_ATTACKER, KF_EYES_DEFENDER, KF_EYES_SIDES } kf_eyes_side;

// An eye space: a graph. Of the board nothing matters but which points are neighbours, and which
// touch the cordon.
typedef struct kf_eyes_task {
    int count;                         // of the points inside
    kf_eyes_set near[KF_EYES_MAX];     // the neighbours of each point, inside
    int chains;                        // that the cordon consists of, 1 when it is real
    kf_eyes_set touch[KF_EYES_CHAINS]; // the points inside that are beside each of them
    bool open[KF_EYES_CHAINS];         // whether it has the outside liberties
    int liberties;                     // outside, which only the attacker can fill
    kf_eyes_set stones[KF_EYES_SIDES]; // that lie inside at the beginning; every chain of them has
                                       // a liberty
    bool has_ko;                       // whether `banned` may not retake on the point `ko` first
    int ko;
    kf_eyes_side banned;
} kf_eyes_task;

// A task made ready for play.
typedef struct kf_eyes_rule {
    int count, liberties;
    kf_eyes_set all, chains, open;
    kf_eyes_set near[KF_EYES_POINTS];        // of a set of points, chains among them
    kf_eyes_set beside[1 << KF_EYES_CHAINS]; // of a set of chains
    uint32_t digits[KF_EYES_POINTS];         // the set as a number of base 3
    uint32_t positions;                      // 3 to the power of count
    uint8_t *safe;                           // of each position: unknown, safe, in danger
} kf_eyes_rule;

// A filling of the inside: the stones of each side, without the cordon.
typedef struct kf_eyes_position {
    kf_eyes_set stones[KF_EYES_SIDES];
} kf_eyes_position;

typedef enum kf_eyes_outcome { KF_EYES_ILLEGAL, KF_EYES_PLAYED, KF_EYES_TAKEN } kf_eyes_outcome;

typedef struct kf_eyes_move {
    kf_eyes_position after;
    kf_eyes_set removed; // stones that came off
    bool makes_ko;       // the one stone removed may not be retaken at once
} kf_eyes_move;

// The memory for `safe` must hold 3 to the power of task->count bytes; it is cleared.
void kf_eyes_rule_init(kf_eyes_rule *rule, const kf_eyes_task *task, uint8_t *safe);

// Plays a stone on a vacant point while `left` outside liberties are left. Ko is not looked at.
// KF_EYES_TAKEN: the attacker took a chain of the cordon, and `move` says nothing.
kf_eyes_outcome kf_eyes_rule_play(const kf_eyes_rule *rule, const kf_eyes_position *position,
                                  int left, kf_eyes_side side, int point, kf_eyes_move *move);

// Whether the attacker took a chain of the cordon by filling an outside liberty: `left` are left.
bool kf_eyes_rule_is_taken(const kf_eyes_rule *rule, const kf_eyes_position *position, int left);

// Whether the attacker cannot take any chain of the cordon even if the defender always passes.
bool kf_eyes_rule_is_safe(kf_eyes_rule *rule, const kf_eyes_position *position);

// The position's number, below rule->positions.
static inline uint32_t kf_eyes_rule_index(const kf_eyes_rule *rule,
                                          const kf_eyes_position *position) {
    return rule->digits[position->stones[KF_EYES_ATTACKER]] +
           2 * rule->digits[position->stones[KF_EYES_DEFENDER]];
}

#endif
