// SPDX-License-Identifier: MIT
// Handicaps: where the stones lie, and how many are given.

#ifndef KF_BOARD_HANDICAP_H
#define KF_BOARD_HANDICAP_H

#include "rules.h"

/* ---- handicap.c ----------------------------------------------------- doc/spec/rules.md ---- */

// The most stones of any table.
#define KF_HANDICAP_MAX 17

// How many stones the custom knows on a board of that size; 0 when it knows none. The book goes
// to 17 on 19x19, all others to 9; on other square boards from 7x7 to 19x19 the custom is GTP's.
int kf_handicap_most(kf_handicap handicap, int width, int height);
// Writes the points of a handicap of that many stones in the order of the custom, and returns
// their number; 0 when there is no such custom. Free placement gets the stars as a proposal.
int kf_handicap_place(kf_handicap handicap, int stones, int width, int height,
                      kf_point points[KF_HANDICAP_MAX]);
// Whether the points, in any order, are those of the custom, as they lie or turned or mirrored in
// one of the eight ways. Free placement fits always.
bool kf_handicap_fits(kf_handicap handicap, const kf_point *points, int count, int width,
                      int height);

// The rule of three: after three wins in a row by the same player the handicap changes by one,
// and the count starts again. Starts from `stones`, where 1 means no stones and Black first, and
// 0 that colours are drawn by odd and even. `winners` are KF_BLACK for the player who takes the
// handicap and KF_WHITE for the other. The answer is 0 to KF_HANDICAP_MAX.
int kf_handicap_after(int stones, const kf_colour *winners, size_t count);
// A rank as a number: 1 kyu is 0, 1 dan is 1, 5 kyu is -4. Knows 5k, 5 kyu, 3d, 3 dan, 3-dan;
// 30 kyu to 9 dan. False: no rank.
bool kf_handicap_rank(const char *text, size_t length, int *rank);
// The handicap between two players of these ranks: their difference, at most `most`, as the
// answer of kf_handicap_after.
int kf_handicap_between(int rank, int other, int most);

#endif
