// SPDX-License-Identifier: MIT
// Reading the table of a finished search.

#include "reading/life/life.h"

enum { MANY = 16 }; // above all costs of a move

bool kf_refutation_wins(const kf_proof *proof, const kf_local *at, kf_answer answer) {
    return (answer == KF_ANSWER_YES) == (at->turn == proof->side);
}

static bool is_end(kf_eyespace_answer glance, int player) {
    return player == KF_ATTACKER ? glance == KF_EYESPACE_DIES
                                 : glance == KF_EYESPACE_LIVES || glance == KF_EYESPACE_OUT;
}

// A move after which a glance suffices; the board says so already when none is needed.
static int find_end(const kf_local_map *map, const kf_local *at) {
    kf_cells stones = kf_cells_or(at->stones[0], at->stones[1]);
    if (is_end(kf_eyespace_look(map, at).glance, at->turn))
        return KF_REFUTATION_NONE;
    for (kf_cells left = kf_cells_minus(map->all, stones); !kf_cells_none(left);
         left = kf_cells_rest(left)) {
        kf_local next = *at;
        int cell = kf_cells_first(left);
        if (kf_local_play(map, &next, cell) &&
            is_end(kf_eyespace_look(map, &next).glance, at->turn))
            return cell;
    }
    return KF_REFUTATION_NONE;
}

int kf_refutation_best(const kf_proof *proof, const kf_local *at, kf_answer answer) {
    kf_transposition_entry entry;
    if (kf_proof_known(proof, at, &entry) != answer)
        return KF_REFUTATION_NONE;
    return entry.work > 0 ? entry.move : find_end(proof->map, at);
}

int kf_refutation_hardest(const kf_proof *proof, const kf_local *at, kf_answer answer, int *moves,
                          int most) {
    const kf_local_map *map = proof->map;
    kf_surroundings around;
    kf_features_around(map, at, KF_LOCAL_PASS, &around);
    uint64_t work[KF_CELLS_MAX];
    int count = 0;
    // A move out of reach is a pass by another name.
    kf_cells left = kf_cells_and(kf_proof_near(proof, at), kf_local_reach(map, at));
    for (; !kf_cells_none(left); left = kf_cells_rest(left)) {
        kf_transposition_entry entry;
        kf_local next = *at;
        int cell = kf_cells_first(left);
        if (!kf_local_play(map, &next, cell) || kf_proof_known(proof, &next, &entry) != answer)
            continue;
        // Of moves that took the same work, those that look better come first.
        uint64_t own = (uint64_t)entry.work * MANY + MANY - kf_move_order_cost(&around, cell);
        int place = count < most ? count++ : most;
        for (; place > 0 && work[place - 1] < own; place--)
            if (place < most) {
                work[place] = work[place - 1];
                moves[place] = moves[place - 1];
            }
        if (place < most) {
            work[place] = own;
            moves[place] = cell;
        }
    }
    return count;
}

int kf_refutation_tried(const kf_proof *proof, const kf_local *at) {
    const kf_local_map *map = proof->map;
    uint32_t most = 0;
    int best = KF_REFUTATION_NONE;
    for (kf_cells left = kf_local_reach(map, at); !kf_cells_none(left);
         left = kf_cells_rest(left)) {
        kf_transposition_entry entry;
        kf_local next = *at;
        int cell = kf_cells_first(left);
        if (!kf_local_play(map, &next, cell))
            continue;
        kf_answer answer = kf_proof_known(proof, &next, &entry);
        bool fails = answer == (at->turn == proof->side ? KF_ANSWER_NO : KF_ANSWER_YES);
        if (!fails && entry.work > most) {
            most = entry.work;
            best = cell;
        }
    }
    return best;
}
