// SPDX-License-Identifier: MIT
// Which first move has most for it where none was proved: the groups vote, each for the moves that
// games at random begin with and for those that the search has read most.
//
// Either judge is often wrong, but seldom about the same move: games do not see what one answer
// refutes, and the search is drawn to what is long. It soon reads little but one move: how much
// more it has read there counts by the root. Where no move may get what a player wants, the search
// votes for those by which he could get it with the benefit of the doubt.

#include "reading/life/life.h"

enum {
    SCALE = 1000,
    READ = 2, // times what the games say counts what the search says,
    FEW = 300 // and half of that where it read no more positions
};

static void add(kf_votes *votes, kf_point point, int64_t number) {
    int at = 0;
    while (at < votes->count && votes->point[at] != point)
        at++;
    if (at == votes->count) {
        if (at == KF_VOTES_MOST)
            return;
        votes->count++;
        votes->point[at] = point;
        votes->votes[at] = 0;
    }
    votes->votes[at] += number;
}

void kf_votes_games(kf_votes *votes, const kf_ballot *ballot, int64_t weight) {
    for (int i = 0; i < ballot->count; i++)
        if (ballot->share[i] > 0)
            add(votes, ballot->point[i], weight * ballot->share[i]);
}

// The positions that were read below a move: 0 where it is known to fail.
static uint32_t work_below(const kf_proof *proof, const kf_local *at, int cell) {
    kf_transposition_entry entry;
    kf_local next = *at;
    if (!kf_local_play(proof->map, &next, cell) || !kf_proof_seen(proof, &next, &entry))
        return 0;
    if (entry.disproof == 0 && (entry.flags & KF_PROOF_PATH) == 0)
        return 0;
    return entry.work;
}

// The root of a number, in sixteenths.
static int64_t root_of(uint32_t number) {
    uint64_t square = (uint64_t)number << 8, root = 0;
    for (uint64_t bit = UINT64_C(1) << 19; bit > 0; bit /= 2)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return (int64_t)root;
}

// How much has been read below each move for a question: the roots; returns the positions in all.
static int64_t weigh_moves(kf_reader *reader, const kf_question *question, const kf_local *at,
                           int64_t *root) {
    kf_local from = kf_reader_pose(reader, question, at);
    const kf_proof *proof = &reader->proof[question->side];
    int64_t all = 0;
    for (int cell = 0; cell < proof->map->count; cell++) {
        uint32_t work = work_below(proof, &from, cell);
        root[cell] = root_of(work);
        all += work;
    }
    return all;
}

void kf_votes_search(kf_votes *votes, kf_reader *reader, const kf_local *at, int64_t weight) {
    const kf_local_map *map = &reader->region->map;
    kf_question question = kf_bounds_first(at->turn);
    int64_t root[KF_CELLS_MAX], roots = 0, all = weigh_moves(reader, &question, at, root);
    if (all == 0) {
        question.escapes = !question.escapes;
        question.is_inner = !question.is_inner;
        all = weigh_moves(reader, &question, at, root);
    }
    for (int cell = 0; cell < map->count; cell++)
        roots += root[cell];
    for (int cell = 0; cell < map->count; cell++)
        if (root[cell] > 0)
            add(votes, map->point[cell],
                weight * READ * SCALE * root[cell] / roots * all / (all + FEW));
}

kf_point kf_votes_best(const kf_votes *votes) {
    int best = 0;
    for (int i = 1; i < votes->count; i++)
        if (votes->votes[i] > votes->votes[best])
            best = i;
    return votes->count > 0 ? votes->point[best] : KF_NOWHERE;
}
