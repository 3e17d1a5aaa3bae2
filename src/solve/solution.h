// SPDX-License-Identifier: MIT
// A life-and-death problem in a record: its position, its solution, and what reading makes of it.

#ifndef KIFU_SOLVE_SOLUTION_H
#define KIFU_SOLVE_SOLUTION_H

#include "record/replay.h"
#include "solve/life.h"

/* ---- solution.c ------------------------------------------------------- doc/spec/life.md ---- */

enum { KF_PROBLEM_MOVES = 32, KF_PROBLEM_GROUPS = 8 };

// What the record says.
typedef struct kf_problem {
    kf_node node; // where the position stands
    kf_board board;
    kf_colour mover; // who begins the solution
    bool is_marked;  // a branch is marked right; else the main line is the solution
    int right_count; // first moves of the solution
    kf_point right[KF_PROBLEM_MOVES];
} kf_problem;

typedef enum kf_solution { KF_SOLUTION_UNKNOWN, KF_SOLUTION_RIGHT, KF_SOLUTION_WRONG } kf_solution;

// Why a solution is neither right nor wrong.
typedef enum kf_unsolved {
    KF_UNSOLVED_NOT,    // it is one of them
    KF_UNSOLVED_GROUP,  // near it lies no group that could be taken or saved
    KF_UNSOLVED_BUDGET, // no group in question was found within the budget
    KF_UNSOLVED_OTHER   // other moves do it; of those that are given it is not known
} kf_unsolved;

// What reading says of the solution, and which first move it would choose itself.
typedef struct kf_solved {
    kf_solution solution;
    kf_unsolved reason;
    kf_point group; // the group that was read, or KF_NOWHERE
    int task;       // KF_DEFENDER: the mover makes it live; KF_ATTACKER: he takes it
    kf_reach reach; // of the part in which it was read
    kf_life life;   // of that group
    // First moves, one for each group near the solution, the one that promises most first. They are
    // found without the solution.
    int move_count;
    kf_point moves[KF_PROBLEM_GROUPS];
    bool is_proved; // that the first of them does what the mover can do for a group
    uint64_t nodes; // positions read in all, of which games at random make up a quarter
} kf_solved;

// Reads the problem from a game of a record. False: it has no first move.
bool kf_solution_read(kf_replay *replay, kf_node game, kf_problem *problem);
// Looks for the group that is in question, with that budget for all that is read, and compares its
// vital points with the solution. How the board is turned and who has which colour changes nothing.
void kf_solution_solve(const kf_problem *problem, uint64_t nodes, kf_arena *arena,
                       kf_solved *solved);

#endif
