// SPDX-License-Identifier: MIT
// Moves out of a finished search: what wins, and what holds out longest.

#ifndef KIFU_SOLVE_REPLY_H
#define KIFU_SOLVE_REPLY_H

#include "solve/proof.h"

/* ---- reply.c --------------------------------------------------------- doc/spec/life.md ---- */

// No move is needed, or none is known.
#define KF_REPLY_NONE 253

// Whether the side to move is the one that gets what it wants, when that is the answer.
bool kf_reply_wins(const kf_proof *proof, const kf_local *at, kf_answer answer);
// The winner's move: from the table, or the one that ends it at a glance.
int kf_reply_best(const kf_proof *proof, const kf_local *at, kf_answer answer);
// The loser's moves that took most work to refute, hardest first; a pass is never among them. At
// most `most` are written; returns how many.
int kf_reply_hardest(const kf_proof *proof, const kf_local *at, kf_answer answer, int *moves,
                     int most);
// The move that most work went into and that is not known to fail, for a position without an
// answer. KF_REPLY_NONE: nothing was read.
int kf_reply_tried(const kf_proof *proof, const kf_local *at);

#endif
