// SPDX-License-Identifier: MIT
// Building the tree of a solution from the table of a finished search.

#include "reading/life/life.h"

// How many replies are shown: at once, one reply later, and further down; of a move that fails,
// only the hardest.
static const int replies[] = {4, 2, 1};

// A position whose continuation is still to be added.
typedef struct task {
    kf_local at;
    int parent;
    int depth;
} task;

typedef struct work {
    kf_life_tree *tree;
    const kf_life_roots *roots;
    kf_answer answer; // in the branch
    bool is_right;
    int count;
    task tasks[KF_LIFE_TREE];
} work;

// Adds a move and notes that what follows it is to be added. False: there is no room.
static bool add(work *w, const task *from, int move) {
    const kf_local_map *map = w->roots->proof->map;
    if (w->tree->count == KF_LIFE_TREE || w->count == KF_LIFE_TREE ||
        from->depth >= KF_LIFE_TREE_DEEPEST)
        return false;
    task *next = &w->tasks[w->count];
    *next = (task){.at = from->at, .parent = w->tree->count, .depth = from->depth + 1};
    if (!kf_local_play(map, &next->at, move))
        return false;
    w->count++;
    w->tree->moves[w->tree->count++] =
        (kf_life_move){.point = move == KF_LOCAL_PASS ? KF_PASS : map->point[move],
                       .colour = map->colour[from->at.turn],
                       .parent = from->parent};
    return true;
}

static void follow(work *w, const task *from) {
    const kf_proof *proof = w->roots->proof;
    if (kf_refutation_wins(proof, &from->at, w->answer)) {
        int move = kf_refutation_best(proof, &from->at, w->answer);
        if (move != KF_REFUTATION_NONE)
            add(w, from, move);
        return;
    }
    int later = (from->depth - 1) / 2, moves[8];
    int count =
        kf_refutation_hardest(proof, &from->at, w->answer, moves, replies[later < 2 ? later : 2]);
    for (int i = 0; i < count; i++)
        add(w, from, moves[i]);
}

static void mark_ends(kf_life_tree *tree, int from, kf_life_mark mark) {
    for (int i = from; i < tree->count; i++)
        tree->moves[i].mark = mark;
    for (int i = from; i < tree->count; i++)
        if (tree->moves[i].parent >= from)
            tree->moves[tree->moves[i].parent].mark = KF_LIFE_PLAIN;
}

void kf_life_tree_add(kf_life_tree *tree, const kf_life_roots *roots, int move, bool is_right) {
    bool wins = kf_refutation_wins(roots->proof, roots->at, roots->answer);
    kf_answer other = roots->answer == KF_ANSWER_YES ? KF_ANSWER_NO : KF_ANSWER_YES;
    work w = {.tree = tree, .roots = roots, .is_right = is_right, .count = 0};
    task top = {.at = *roots->at, .parent = -1, .depth = 0};
    int from = tree->count;
    w.answer = wins == is_right ? roots->answer : other;
    if (!add(&w, &top, move))
        return;
    // Tasks are taken in the order in which they came, so that short lines come before long ones.
    for (int i = 0; i < w.count; i++) {
        task next = w.tasks[i];
        follow(&w, &next);
    }
    mark_ends(tree, from, is_right ? KF_LIFE_RIGHT : KF_LIFE_WRONG);
}
