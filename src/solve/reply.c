// SPDX-License-Identifier: MIT
// Reading the table of a finished search.

#include "solve/reply.h"

bool kf_reply_wins(const kf_proof *proof, const kf_local *at, kf_answer answer) {
    return (answer == KF_ANSWER_YES) == (at->turn == proof->side);
}

static bool is_end(kf_glance glance, int player) {
    return player == KF_ATTACKER ? glance == KF_GLANCE_DIES
                                 : glance == KF_GLANCE_LIVES || glance == KF_GLANCE_OUT;
}

// A move after which a glance suffices; the board says so already when none is needed.
static int find_end(const kf_local_map *map, const kf_local *at) {
    kf_cells stones = kf_cells_or(at->stones[0], at->stones[1]);
    if (is_end(kf_eyespace_look(map, at).glance, at->turn))
        return KF_REPLY_NONE;
    for (kf_cells left = kf_cells_minus(map->all, stones); !kf_cells_none(left);
         left = kf_cells_rest(left)) {
        kf_local next = *at;
        int cell = kf_cells_first(left);
        if (kf_local_play(map, &next, cell) &&
            is_end(kf_eyespace_look(map, &next).glance, at->turn))
            return cell;
    }
    return KF_REPLY_NONE;
}

int kf_reply_best(const kf_proof *proof, const kf_local *at, kf_answer answer) {
    kf_memo_entry entry;
    if (kf_proof_known(proof, at, &entry) != answer)
        return KF_REPLY_NONE;
    return entry.work > 0 ? entry.move : find_end(proof->map, at);
}

int kf_reply_hardest(const kf_proof *proof, const kf_local *at, kf_answer answer, int *moves,
                     int most) {
    const kf_local_map *map = proof->map;
    uint32_t work[KF_CELLS_MAX];
    int count = 0;
    for (kf_cells left = map->all; !kf_cells_none(left); left = kf_cells_rest(left)) {
        kf_memo_entry entry;
        kf_local next = *at;
        int cell = kf_cells_first(left);
        if (!kf_local_play(map, &next, cell) || kf_proof_known(proof, &next, &entry) != answer)
            continue;
        int place = count < most ? count++ : most;
        for (; place > 0 && work[place - 1] < entry.work; place--)
            if (place < most) {
                work[place] = work[place - 1];
                moves[place] = moves[place - 1];
            }
        if (place < most) {
            work[place] = entry.work;
            moves[place] = cell;
        }
    }
    return count;
}

int kf_reply_tried(const kf_proof *proof, const kf_local *at) {
    const kf_local_map *map = proof->map;
    uint32_t most = 0;
    int best = KF_REPLY_NONE;
    for (kf_cells left = map->all; !kf_cells_none(left); left = kf_cells_rest(left)) {
        kf_memo_entry entry;
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
