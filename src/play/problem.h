// SPDX-License-Identifier: MIT
// Problems: which games are questions with answers, and what a node says of an answer.

#ifndef KIFU_RECORD_PROBLEM_H
#define KIFU_RECORD_PROBLEM_H

#include <kifu/record.h>

#include <kifu/board.h>

/* ---- problem.c ---------------------------------------------------- doc/spec/page.md ---- */

// What a node says of the answer that leads to it.
typedef enum kf_problem_verdict {
    KF_PROBLEM_SILENT,
    KF_PROBLEM_RIGHT,
    KF_PROBLEM_WRONG
} kf_problem_verdict;

// Whether the game is a problem: stones are set up before the first move, moves follow, it is no
// game between two people and no handicap game, and either something in it is called right or
// wrong, or its main line has at most 60 moves and the stones are of both colours or there are
// alternatives to the first move.
bool kf_problem_is(const kf_record *record, kf_node game);
// The node that shows the question: the last one before the first move of the main line.
kf_node kf_problem_question(const kf_record *record, kf_node game);
// What the node itself says: TE and BM; GB and GW, for the player who answers; or a comment that
// begins with "Correct", "Right", "Wrong", "Failure" or their Chinese and Japanese words, or that
// has RIGHT or WRONG in capitals as a word of its own.
kf_problem_verdict kf_problem_says(const kf_record *record, kf_node node, kf_colour solver);
// Who answers: the first to move.
kf_colour kf_problem_solver(const kf_record *record, kf_node game);

#endif
