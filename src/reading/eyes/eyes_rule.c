// SPDX-License-Identifier: MIT
// The rules of play inside a cordon.

#include "reading/eyes/eyes.h"

#include <string.h>

enum { UNKNOWN, SAFE, IN_DANGER };

void kf_eyes_rule_init(kf_eyes_rule *rule, const kf_eyes_task *task, uint8_t *safe) {
    rule->count = task->count;
    rule->liberties = task->liberties;
    rule->all = ((kf_eyes_set)1 << task->count) - 1;
    rule->chains = (((kf_eyes_set)1 << task->chains) - 1) << KF_EYES_MAX;
    rule->open = 0;
    rule->near[0] = rule->beside[0] = 0;
    rule->digits[0] = 0;
    rule->positions = 1;
    for (int chain = 0; chain < task->chains; chain++) {
        kf_eyes_set bit = (kf_eyes_set)1 << chain;
        rule->open |= task->open[chain] ? bit << KF_EYES_MAX : 0;
        for (kf_eyes_set set = 0; set < bit; set++)
            rule->beside[bit | set] = rule->beside[set] | task->touch[chain];
    }
    for (int point = 0; point < task->count; point++) {
        kf_eyes_set bit = (kf_eyes_set)1 << point, near = task->near[point];
        for (int chain = 0; chain < task->chains; chain++)
            near |= (task->touch[chain] >> point & 1) << (KF_EYES_MAX + chain);
        for (kf_eyes_set set = 0; set < bit; set++) {
            rule->near[bit | set] = rule->near[set] | near;
            rule->digits[bit | set] = rule->digits[set] + rule->positions;
        }
        rule->positions *= 3;
    }
    rule->safe = safe;
    memset(safe, UNKNOWN, rule->positions);
}

// Everything beside a set of stones.
static inline kf_eyes_set spread(const kf_eyes_rule *rule, kf_eyes_set set) {
    return rule->near[set & rule->all] | rule->beside[set >> KF_EYES_MAX];
}

// The chain among `stones` that the stone belongs to.
static inline kf_eyes_set grow(const kf_eyes_rule *rule, kf_eyes_set stones, kf_eyes_set chain) {
    for (kf_eyes_set before = 0; chain != before;) {
        before = chain;
        chain |= spread(rule, chain) & stones;
    }
    return chain;
}

static inline bool has_one(kf_eyes_set set) {
    return set != 0 && (set & (set - 1)) == 0;
}

// The chains of `foes` beside the stone that have no liberty.
static kf_eyes_set find_captured(const kf_eyes_rule *rule, kf_eyes_set stone, kf_eyes_set foes,
                                 kf_eyes_set vacant, kf_eyes_set open) {
    kf_eyes_set captured = 0, beside = spread(rule, stone) & foes;
    while (beside != 0) {
        kf_eyes_set chain = grow(rule, foes, beside & -beside);
        beside &= ~chain;
        if ((spread(rule, chain) & vacant) == 0 && (chain & open) == 0)
            captured |= chain;
    }
    return captured;
}

kf_eyes_outcome kf_eyes_rule_play(const kf_eyes_rule *rule, const kf_eyes_position *position,
                                  int left, kf_eyes_side side, int point, kf_eyes_move *move) {
    kf_eyes_side other = side == KF_EYES_ATTACKER ? KF_EYES_DEFENDER : KF_EYES_ATTACKER;
    kf_eyes_set stone = (kf_eyes_set)1 << point;
    kf_eyes_set own = position->stones[side] | stone, foes = position->stones[other];
    kf_eyes_set open = left > 0 ? rule->open : 0;
    kf_eyes_set vacant = rule->all & ~(own | foes);
    *(side == KF_EYES_DEFENDER ? &own : &foes) |= rule->chains;
    kf_eyes_set removed = find_captured(rule, stone, foes, vacant, open);
    if ((removed & rule->chains) != 0)
        return KF_EYES_TAKEN;
    kf_eyes_set chain = grow(rule, own, stone);
    kf_eyes_set liberties = spread(rule, chain) & (vacant | removed);
    if (liberties == 0 && (chain & open) == 0)
        return KF_EYES_ILLEGAL;
    move->removed = removed;
    move->makes_ko = has_one(removed) && chain == stone && has_one(liberties);
    move->after.stones[side] = own & rule->all;
    move->after.stones[other] = foes & rule->all & ~removed;
    return KF_EYES_PLAYED;
}

// Whether a chain of the cordon has no liberty inside.
static bool is_full(const kf_eyes_rule *rule, const kf_eyes_position *position) {
    kf_eyes_set own = position->stones[KF_EYES_DEFENDER] | rule->chains;
    kf_eyes_set vacant = rule->all & ~(own | position->stones[KF_EYES_ATTACKER]);
    for (kf_eyes_set left = rule->chains; left != 0;) {
        kf_eyes_set chain = grow(rule, own, left & -left);
        left &= ~chain;
        if ((spread(rule, chain) & vacant) == 0)
            return true;
    }
    return false;
}

bool kf_eyes_rule_is_taken(const kf_eyes_rule *rule, const kf_eyes_position *position, int left) {
    return left == 0 && is_full(rule, position);
}

// Outside liberties make no difference here: the attacker fills them first. Every move adds a
// stone or takes some of the defender's for good, so the moves lead in no circle, and a walk in
// depth with a stack of twice the points answers for each position once. A ko binds nobody, for
// the defender's pass lifts it.
bool kf_eyes_rule_is_safe(kf_eyes_rule *rule, const kf_eyes_position *position) {
    struct {
        kf_eyes_position at;
        int point;
    } stack[2 * KF_EYES_MAX + 2];
    uint8_t *answer = &rule->safe[kf_eyes_rule_index(rule, position)];
    int depth = 0;
    if (*answer == UNKNOWN && rule->liberties > 0 && is_full(rule, position))
        *answer = IN_DANGER;
    if (*answer == UNKNOWN) {
        stack[depth].at = *position;
        stack[depth++].point = 0;
    }
    while (depth > 0) {
        kf_eyes_position *at = &stack[depth - 1].at;
        int point = stack[depth - 1].point;
        uint8_t *here = &rule->safe[kf_eyes_rule_index(rule, at)];
        kf_eyes_set stones = at->stones[KF_EYES_ATTACKER] | at->stones[KF_EYES_DEFENDER];
        kf_eyes_move move = {0};
        kf_eyes_outcome outcome = KF_EYES_ILLEGAL;
        if (point == rule->count) {
            *here = SAFE;
            depth--;
            continue;
        }
        if ((stones >> point & 1) == 0)
            outcome = kf_eyes_rule_play(rule, at, 0, KF_EYES_ATTACKER, point, &move);
        uint8_t then = SAFE;
        if (outcome == KF_EYES_TAKEN)
            then = IN_DANGER;
        else if (outcome == KF_EYES_PLAYED)
            then = rule->safe[kf_eyes_rule_index(rule, &move.after)];
        if (then == IN_DANGER) {
            *here = IN_DANGER;
            depth--;
        } else if (then == SAFE) {
            stack[depth - 1].point++;
        } else {
            stack[depth].at = move.after;
            stack[depth++].point = 0;
        }
    }
    return *answer == SAFE;
}
