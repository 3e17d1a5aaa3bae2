// SPDX-License-Identifier: MIT
// The most promising first move in a part of a board, by games played at random.

#ifndef KIFU_SOLVE_GUESS_H
#define KIFU_SOLVE_GUESS_H

#include "base/arena.h"
#include "solve/region.h"

/* ---- guess.c --------------------------------------------------------- doc/spec/life.md ---- */

typedef struct kf_guess {
    int move;  // a cell, or KF_LOCAL_PASS
    int share; // of 1000 games that begin with it, how many the player who made it wins
} kf_guess;

// Plays that many games, in which `first` begins. The attacker wins a game when all stones of the
// target are taken. The same input always has the same answer. To be called in a protected call.
kf_guess kf_guess_find(kf_region *region, int first, int games, kf_arena *arena);

#endif
