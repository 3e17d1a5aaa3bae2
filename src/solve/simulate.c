// SPDX-License-Identifier: MIT
// Proofs borrowed from a neighbour: most moves that change nothing are refuted by the same answers.

#include "solve/simulate.h"

enum { DEEPEST = 40, MOST = 300 };

// Two positions that are played through side by side: the proof of `known` is tried in `other`.
typedef struct pair {
    kf_local known;
    kf_local other;
} pair;

typedef struct trial {
    kf_proof *proof;
    int left; // positions that may still be looked at
} trial;

static bool is_proved(const kf_proof *proof, const kf_local *at, kf_memo_entry *entry) {
    return kf_proof_known(proof, at, entry) == KF_ANSWER_YES;
}

static bool answer(trial *t, const pair *at, int depth);

static void remember(trial *t, const kf_local *at, int move, unsigned flags) {
    kf_memo_entry entry;
    kf_proof_known(t->proof, at, &entry);
    entry.proof = 0;
    entry.disproof = UINT32_C(0x3FFFFFFF);
    entry.move = (uint8_t)move;
    entry.flags = (uint8_t)flags;
    entry.work++;
    entry.depth = 0xFFFF;
    kf_memo_put(t->proof->memo, &entry);
}

// The other side is to move in both: each of its moves must meet the answer that it met in the
// known position.
static bool all_fail(trial *t, const pair *at, int depth, unsigned *flags) {
    kf_memo_entry entry;
    if (is_proved(t->proof, &at->other, &entry)) {
        *flags |= entry.flags;
        return true;
    }
    if (depth >= DEEPEST || --t->left < 0)
        return false;
    t->proof->nodes++;
    const kf_local_map *map = t->proof->map;
    kf_cells stones = kf_cells_or(at->other.stones[0], at->other.stones[1]);
    kf_cells vacant = kf_cells_minus(map->all, stones);
    unsigned own = 0;
    int move = KF_LOCAL_PASS;
    for (bool is_last = false; !is_last; vacant = kf_cells_rest(vacant)) {
        is_last = kf_cells_none(vacant);
        move = is_last ? KF_LOCAL_PASS : kf_cells_first(vacant);
        pair next = *at;
        if (!kf_local_play(map, &next.other, move)) {
            own |= move == at->other.ko ? KF_PROOF_KO : 0u;
            continue;
        }
        own |= next.other.spent ? KF_PROOF_KO : 0u;
        if (!kf_local_play(map, &next.known, move) || !answer(t, &next, depth + 1))
            return false;
        kf_proof_known(t->proof, &next.other, &entry);
        own |= entry.flags;
        if (is_last)
            break;
    }
    *flags |= own;
    remember(t, &at->other, move, own);
    return true;
}

// The side that asks is to move in both, and has a proved move in the known one.
static bool answer(trial *t, const pair *at, int depth) {
    kf_memo_entry entry;
    if (is_proved(t->proof, &at->other, &entry))
        return true;
    if (!is_proved(t->proof, &at->known, &entry) || entry.work == 0)
        return false;
    int move = entry.move;
    pair next = *at;
    if (!kf_local_play(t->proof->map, &next.other, move) ||
        !kf_local_play(t->proof->map, &next.known, move))
        return false;
    unsigned flags = next.other.spent ? KF_PROOF_KO : 0u;
    if (!all_fail(t, &next, depth + 1, &flags))
        return false;
    remember(t, &at->other, move, flags);
    return true;
}

void kf_simulate_spread(kf_proof *proof, kf_proof_frame *frame, int solved) {
    pair at = {frame->at, frame->at};
    trial t = {proof, 0};
    kf_local_play(proof->map, &at.known, frame->moves[solved].move);
    for (int i = 0; i < frame->count; i++) {
        const kf_proof_move *move = &frame->moves[i];
        if (i == solved || move->proof == 0 || move->disproof == 0)
            continue;
        at.other = frame->at;
        kf_local_play(proof->map, &at.other, move->move);
        t.left = MOST;
        (void)answer(&t, &at, 0);
    }
}
