// SPDX-License-Identifier: MIT
// The status of a group in a real position, for either side to move first.

#ifndef KIFU_SOLVE_LIFE_H
#define KIFU_SOLVE_LIFE_H

#include "base/arena.h"
#include "board/rules.h"
#include "solve/life_tree.h"
#include "solve/region.h"

/* ---- life.c ---------------------------------------------------------- doc/spec/life.md ---- */

// What becomes of a group. UNSETTLED is a status only: who moves first decides.
typedef enum kf_life_word {
    KF_LIFE_UNKNOWN, // not found within the budget, or it depends on what lies outside
    KF_LIFE_ALIVE,   // two eyes, or safe stones that it connects to
    KF_LIFE_SEKI,    // it cannot be taken, and cannot get two eyes either
    KF_LIFE_KO,      // the side that wins a ko decides
    KF_LIFE_DEAD,
    KF_LIFE_UNSETTLED
} kf_life_word;

enum { KF_LIFE_LINE = 40 };

// What happens when one side moves first.
typedef struct kf_life_case {
    kf_life_word word;
    bool runs_out;   // the group gets out of the part that was read: the word is then UNKNOWN
    int ko_winner;   // in a ko: KF_DEFENDER or KF_ATTACKER, who wins it when nobody has threats
    int threats;     // in a ko: the least threats that turn that round, 0 when that was not found
    kf_point tried;  // UNKNOWN: the first move that was read most, or KF_NOWHERE
    int vital_count; // the first moves that reach this result; none when a pass does, too
    kf_point vital[KF_CELLS_MAX];
    bool is_complete; // every other first move is known to do worse
    int line_count;   // the main line
    kf_point line[KF_LIFE_LINE];
    uint64_t nodes; // positions read
} kf_life_case;

// What is asked. Cases that are not wanted cost nothing.
typedef struct kf_life_input {
    kf_region_input where;
    uint64_t nodes;   // budget for each side moving first
    bool skip[2];     // by KF_DEFENDER and KF_ATTACKER: do not look what happens if he moves first
    bool only_result; // neither vital points nor lines are wanted
    // First moves that are looked at before the others when vital points are sought.
    const kf_point *early;
    int early_count;
    // Takes solutions and refutations, for the sides that are not skipped and that gain by moving
    // first; NULL: not wanted.
    kf_life_tree *tree;
    // What earlier questions about the same part have found, and this one adds to; NULL: nothing.
    kf_memo *memo;
} kf_life_input;

typedef struct kf_life {
    kf_region region;
    bool is_read;          // false: no stone there, or too large a part
    kf_life_word status;   // of both cases together
    kf_life_case first[2]; // by KF_DEFENDER and KF_ATTACKER
} kf_life;

// An empty memory for questions with that budget. Its owner releases `memo->entries`.
void kf_life_memo(kf_memo *memo, uint64_t nodes, kf_arena *arena);
// Reads a group. Memory comes from the arena, in a protected call; it is given back before the end.
// The same input always has the same answer.
void kf_life_judge(const kf_life_input *input, kf_arena *arena, kf_life *life);
// One word for both cases.
kf_life_word kf_life_status(const kf_life *life);
// The word under these rules when the game ends and nothing more is played. It differs from the
// status only in a ko that the attacker alone can start and wins without threats, as the bent four
// in the corner: dead where own eyes in seki count for nothing (japanese, korean), else open.
kf_life_word kf_life_at_end(const kf_life *life, const kf_rules *rules);
// "alive", "unsettled", …
const char *kf_life_name(kf_life_word word);

#endif
