// SPDX-License-Identifier: MIT
// The solution of a group as a tree of moves, with refutations.

#ifndef KIFU_SOLVE_LIFE_TREE_H
#define KIFU_SOLVE_LIFE_TREE_H

#include "solve/proof.h"

/* ---- life_tree.c ----------------------------------------------------- doc/spec/life.md ---- */

enum { KF_LIFE_TREE = 400, KF_LIFE_TREE_DEEPEST = 60 };

typedef enum kf_life_mark { KF_LIFE_PLAIN, KF_LIFE_RIGHT, KF_LIFE_WRONG } kf_life_mark;

typedef struct kf_life_move {
    kf_point point;
    kf_colour colour;
    int parent;        // its index, -1 at the top
    kf_life_mark mark; // at the end of a line
} kf_life_move;

// Moves stand behind their parents, lines that succeed before those that fail.
typedef struct kf_life_tree {
    int count;
    kf_life_move moves[KF_LIFE_TREE];
} kf_life_tree;

// Which search, the position where it began, and its answer.
typedef struct kf_life_roots {
    const kf_proof *proof;
    const kf_local *at;
    kf_answer answer;
} kf_life_roots;

// Adds a first move and what follows: where it succeeds, answers to the replies that took most
// work; where it fails, its refutation.
void kf_life_tree_add(kf_life_tree *tree, const kf_life_roots *roots, int move, bool is_right);

#endif
