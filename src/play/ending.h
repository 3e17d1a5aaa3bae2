// SPDX-License-Identifier: MIT
// Endings for who goes through many games.

#ifndef KIFU_PLAY_ENDING_H
#define KIFU_PLAY_ENDING_H

#include <kifu/score.h>

/* ---- ending.c ------------------------------------------------------ doc/spec/score.md ---- */

// As kf_ending_read, in less time; up to the next start the cursor looks for no repetitions.
bool kf_ending_skim(kf_play *replay, kf_node node, kf_ending *ending);
// The same without a replay, for who has played the game, which has neither setup nor handicap, and
// has entered board, rules, passes, and who made the last move. All else was 0.
bool kf_ending_fill(kf_play *replay, kf_node node, kf_ending *ending);

#endif
