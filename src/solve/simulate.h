// SPDX-License-Identifier: MIT
// Trying the answers that refuted one move against the others.

#ifndef KIFU_SOLVE_SIMULATE_H
#define KIFU_SOLVE_SIMULATE_H

#include "solve/proof.h"

/* ---- simulate.c ------------------------------------------------------ doc/spec/life.md ---- */

// At a node of the other side, whose move number `solved` is proved to fail: plays the same answers
// against its other moves, and marks those as proved against which they work just as well.
void kf_simulate_spread(kf_proof *proof, kf_proof_frame *frame, int solved);

#endif
