// SPDX-License-Identifier: MIT
// The lines of an end play from what a search says of its positions.

#ifndef KIFU_SOLVE_ENDLEAD_H
#define KIFU_SOLVE_ENDLEAD_H

#include "solve/endsearch.h"

/* ---- endlead.c ----------------------------------------------------- doc/spec/endgame.md ---- */

// Finds who gets what for either who leads, and the lines; the average stays unknown. False: the
// search cannot say.
bool kf_endlead_play(kf_endsearch *search, const kf_endposition *start, kf_endplay *play);

#endif
