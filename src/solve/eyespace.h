// SPDX-License-Identifier: MIT
// What can be said of a group at a glance: that it has two eyes, or can never get them.

#ifndef KIFU_SOLVE_EYESPACE_H
#define KIFU_SOLVE_EYESPACE_H

#include "solve/local.h"

/* ---- eyespace.c ------------------------------------------------------ doc/spec/life.md ---- */

typedef enum kf_glance {
    KF_GLANCE_OPEN,  // it must be read
    KF_GLANCE_LIVES, // a stone of the target cannot be taken even if the defender always passes
    KF_GLANCE_OUT,   // it is connected to the outside: to safe stones, or to vacant points there
    KF_GLANCE_DIES   // all stones of the target are taken, or can be, whatever the defender does
} kf_glance;

// The answer, and how many points could still become eyes of the target: what is left of them is a
// measure of how far either side is from what it wants.
typedef struct kf_eyespace {
    kf_glance glance;
    kf_cells
        zone;   // where the answer comes from: stones that the loser adds elsewhere change nothing
    int points; // that could belong to an eye
    int eyes;   // of them that could be eyes beside one another, as far as a quick count goes
} kf_eyespace;

kf_eyespace kf_eyespace_look(const kf_local_map *map, const kf_local *at);
// The same one move further: what the player whose turn it is reaches at once counts as reached.
kf_eyespace kf_eyespace_foresee(const kf_local_map *map, const kf_local *at);

// Adds to a zone all chains that touch it, with what they touch, but for stones of the attacker
// that can never be taken.
kf_cells kf_eyespace_close(const kf_local_map *map, const kf_local *at, kf_cells zone);

#endif
