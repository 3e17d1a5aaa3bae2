// SPDX-License-Identifier: MIT
// End plays that are too large for their whole tree: only who gets what, for either who leads.

#ifndef KIFU_SOLVE_ENDSEARCH_H
#define KIFU_SOLVE_ENDSEARCH_H

#include "solve/endline.h"

/* ---- endsearch.c --------------------------------------------------- doc/spec/endgame.md ---- */

// A search by turns, in which both may pass. To be made by kf_endsearch_start.
typedef struct kf_endsearch kf_endsearch;

// A search of the region with that many positions at most. To be called in a protected call of the
// arena, as are the others.
kf_endsearch *kf_endsearch_start(kf_arena *arena, const kf_endboard *region, uint32_t budget);
// How many positions were looked at.
uint32_t kf_endsearch_count(const kf_endsearch *search);
// What the position comes to by area when the colour begins, each move costing a point: what
// kf_thermo_left and kf_thermo_right say at KF_THERMO_ONE. False: it is not known.
bool kf_endsearch_stop(kf_endsearch *search, const kf_endposition *position, kf_colour first,
                       int *area);
// Whether it comes to `area` at least for the colour that begins, whatever comes back; the area is
// seen by that colour. False also where it is not known.
bool kf_endsearch_reaches(kf_endsearch *search, const kf_endposition *position, kf_colour first,
                          int area);
// The same two where moves cost nothing, so that all dead men can be taken.
bool kf_endsearch_reaches_free(kf_endsearch *search, const kf_endposition *position,
                               kf_colour first, int area);
bool kf_endsearch_area(kf_endsearch *search, const kf_endposition *position, kf_colour first,
                       int *area);
// Whether the budget is spent; then nothing more is known.
bool kf_endsearch_is_over(const kf_endsearch *search);
const kf_endboard *kf_endsearch_region(const kf_endsearch *search);
void kf_endsearch_free(kf_endsearch *search);

#endif
