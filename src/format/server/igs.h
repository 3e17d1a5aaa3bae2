// SPDX-License-Identifier: MIT
// The lines of a log of the servers IGS and NNGS.

#ifndef KF_FORMAT_SERVER_IGS_H
#define KF_FORMAT_SERVER_IGS_H

#include <kifu/board.h>

#include "base/text.h"

// How many numbers of games there are, and of moves.
enum { KF_IGS_NUMBERS = 10000 };

/* ---- igs_line.c -------------------------------------------------------------------- ---- */

// Takes a number off the front. False: there is none, or none that a game or a move has.
bool kf_igs_line_number(kf_text *rest, int *number);
bool kf_igs_line_word(kf_text *rest, const char *word);
// Takes the text up to that word off the front, and the word. False: the word is not there.
bool kf_igs_line_upto(kf_text *rest, const char *word, kf_text *text);
// `12(B): Q16`. The rest is what stands behind the colon.
bool kf_igs_line_move(kf_text line, int *number, kf_colour *colour, kf_text *rest);
// Cuts off the prompt that a terminal shows before a line, or the signs of a quotation, and the
// code; what it has before that is in `*uncoded`.
kf_text kf_igs_line_bare(kf_text line, kf_text *uncoded);
// Whether it begins as what stands above the moves of a game does, of whatever number.
bool kf_igs_line_is_header(kf_text line);
// `Game 12 I: ann (0 600 -1) vs ben (0 580 -1)`, where the letter says what game it is.
bool kf_igs_line_header(kf_text line, int *number, char *kind, kf_text *white, kf_text *black);
// A row of a board, ` 9 |. . # O . . . . .| 9`: its points without what stands between.
bool kf_igs_line_row(kf_text line, int *rank, char points[KF_BOARD_MAX], int *width);
// A row of a board in figures, behind its code, `0: 012000000`: how many there are.
bool kf_igs_line_figures(kf_text line, int *width);
// How much the front of a text looks like a log.
int kf_igs_line_sniff(kf_text head);
enum { KF_IGS_MOST = 96 }; // that it ever answers

#endif
