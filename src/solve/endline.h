// SPDX-License-Identifier: MIT
// Lines of an end play, counted by territory, and who keeps the lead.

#ifndef KIFU_SOLVE_ENDLINE_H
#define KIFU_SOLVE_ENDLINE_H

#include "solve/endgame.h"

enum { KF_ENDLINE_MOST = 160 };

// Moves by turns, and what is left in the region after them.
typedef struct kf_endline {
    kf_colour first;
    int count;
    uint8_t move[KF_ENDLINE_MOST]; // places in region->point
    uint32_t node;                 // where it ends
    kf_endposition position;       // as the stones lie there
    int captured[3];               // men of each colour that were taken
    bool is_settled;               // nothing is left to gain there
    bool is_counted;               // the territories below are certain
    int territory[3];              // of each colour, dead men of the other one counted twice
    int32_t score;                 // Black's points less White's, in units of 1/KF_THERMO_ONE
} kf_endline;

// The end play as a whole. Numbers are in units of 1/KF_THERMO_ONE.
typedef struct kf_endplay {
    bool has_mean;         // the two numbers that follow are known
    int32_t mean;          // what the region is worth on the average: Black less White
    int32_t temperature;   // what a move is worth there; at most 0: nothing is to be gained
    int32_t stop[3];       // the result when each colour begins and all is played to the end
    kf_endline lead[3];    // by who leads: up to where the lead passes, or all is done
    kf_endline rest[3][3]; // by who leads, then by who comes back first; if not all is done
} kf_endplay;

/* ---- endline.c ----------------------------------------------------- doc/spec/endgame.md ---- */

// Finds the lines of a solved end play.
void kf_endline_play(const kf_endgame *endgame, kf_endplay *play);
// Whether the one who began a line keeps the lead: an even number of moves was made.
static inline bool kf_endline_keeps(const kf_endline *line) {
    return line->count % 2 == 0;
}

#endif
