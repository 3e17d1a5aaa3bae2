// SPDX-License-Identifier: MIT
// Counting by filling and rearranging, as it is done on the table.

#ifndef KF_BOARD_ARRANGE_H
#define KF_BOARD_ARRANGE_H

#include "score.h"

/* ---- arrange.c ------------------------------------------------------ doc/spec/rules.md ---- */

// A territory as it lies after arranging.
typedef struct kf_arranged {
    kf_colour colour;
    int before;   // points at first
    int after;    // points left; 0 when it was filled
    kf_point top; // the upper left corner of the rectangle, or a point of it; KF_NOWHERE if filled
    int width;    // of the rectangle; 0 when it has another shape
    int height;
} kf_arranged;

typedef struct kf_arrangement {
    uint8_t point[KF_BOARD_POINTS]; // kf_colour as it lies on the table, see kf_benson_index
    int vacant[3];                  // points of territory left, by colour
    int surplus[3];                 // prisoners that found no room in their territory
    int moved[3];                   // men taken from the walls to fill elsewhere
    int rectangles[3];              // territories that became rectangles with a side of 5 or 10
    int count;
    kf_arranged territory[KF_BOARD_POINTS]; // by the region numbers of the score, from 0
} kf_arrangement;

// The bytes of memory that arranging needs, aligned as malloc does.
size_t kf_arrange_size(const kf_score *score);
// Arranges what kf_score_count counted by territory on the same board. Dead men come off; men who
// died or were captured, and those handed over for passes, go into their own territories, so that
// as few as possible but one keep an odd shape, then as many as possible become rectangles with a
// side of 5 or 10, then as few men as possible are taken from the walls. So the vacant total of a
// colour less its surplus is its count by subtraction. No wall that touches anything but its own
// colour is opened, and no more than 64 men are moved for one territory.
void kf_arrange_count(const kf_board *board, const kf_score *score, void *memory,
                      kf_arrangement *result);

#endif
