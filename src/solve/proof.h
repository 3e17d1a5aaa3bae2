// SPDX-License-Identifier: MIT
// Proof-number search: whether one side forces what it wants in a part of a board.

#ifndef KIFU_SOLVE_PROOF_H
#define KIFU_SOLVE_PROOF_H

#include "solve/eyespace.h"
#include "solve/memo.h"

/* ---- proof.c --------------------------------------------------------- doc/spec/life.md ---- */

typedef enum kf_answer { KF_ANSWER_UNKNOWN, KF_ANSWER_YES, KF_ANSWER_NO } kf_answer;

// What an answer rests on.
enum {
    KF_PROOF_KO = 1,    // somebody could not take back a ko, or paid for it with a threat
    KF_PROOF_REST = 2,  // somebody passed, or a position came back: there may be a seki
    KF_PROOF_OUT = 4,   // the defender gets out
    KF_PROOF_PATH = 128 // private: good only on the way on which it was found
};

// A move at a node that is being read.
typedef struct kf_proof_move {
    uint64_t key;
    kf_cells zone; // when it is solved, see kf_memo_entry
    uint32_t proof;
    uint32_t disproof;
    uint16_t depth; // to which it leads back, when a position is repeated
    uint8_t move;
    uint8_t flags;
    bool is_idle; // solved because it changes nothing where another move was solved
} kf_proof_move;

// A node on the way from the question to the position at hand.
typedef struct kf_proof_frame {
    kf_local at;
    uint64_t key;
    uint64_t path;  // of all nodes above it
    uint64_t start; // the number of positions read when it was entered
    uint32_t proof_limit;
    uint32_t disproof_limit;
    uint32_t work;
    uint8_t flags;   // what was noticed of the node itself
    uint8_t is_ours; // the side that must prove is to move
    int count;
    int best;
    kf_proof_move moves[KF_CELLS_MAX + 1];
} kf_proof_frame;

// The attacker asks whether he can take all stones of the target, the defender whether he can make
// two eyes or get out. The other side has done enough when that never happens.
typedef struct kf_proof {
    const kf_local_map *map;
    kf_memo *memo;
    kf_arena *arena; // takes the frames
    int side;        // who asks
    uint64_t salt;   // keeps the answers of different questions apart in one table
    uint64_t nodes;  // positions read so far, in all runs
    uint64_t limit;  // when to give up
    kf_proof_frame *frames;
    size_t room;
    int depth;
    bool is_over; // the limit is reached
} kf_proof;

// Makes ready for questions of `side` about the part. The memo may be shared by all questions about
// one map.
void kf_proof_init(kf_proof *proof, const kf_local_map *map, int side, kf_memo *memo,
                   kf_arena *arena);
// Reads a position until it is answered, or until `proof->nodes` comes to `proof->limit`. `flags`
// gets what the answer rests on.
kf_answer kf_proof_run(kf_proof *proof, const kf_local *at, unsigned *flags);
// What is known of a position, as kf_proof_run would answer. KF_ANSWER_UNKNOWN if nothing is.
kf_answer kf_proof_known(const kf_proof *proof, const kf_local *at, kf_memo_entry *entry);

#endif
