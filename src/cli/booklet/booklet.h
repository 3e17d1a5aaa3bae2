// SPDX-License-Identifier: MIT
// The figures of 'The Game of I-Go' (1931) as records, each with what the book claims of it and
// what that comes to.

#ifndef KIFU_BOOKLET_H
#define KIFU_BOOKLET_H

#include "cli/frame/cli.h"
#include <kifu/play.h>

// What a claim is asked of.
typedef struct kf_booklet_case {
    kf_cli *cli;
    const kf_record *record; // all figures
    kf_play *play;
    kf_node game;   // the figure's
    kf_board board; // as it stands at the figure's end
} kf_booklet_case;

enum { KF_BOOKLET_TEXT = 400, KF_BOOKLET_BOX = 16 };

// Two stones of one colour, the box of points in which moves are made to connect or part them, at
// most KF_BOOKLET_BOX wide and high with both stones in it, and who begins.
typedef struct kf_booklet_link {
    kf_point one, other;
    int left, top, right, bottom;
    kf_colour to_move;
} kf_booklet_link;

// The least number of stones that it costs to connect the two, whatever the other side does in the
// box, even if it wins every ko; -1: not found out. Works in the arena.
int kf_booklet_connect(kf_arena *arena, const kf_board *board, const kf_booklet_link *link);

// Works out what `kind` asks of `words` (both as KFCLAIM has them), as the words that a true claim
// has for it. Empty: that was not found out, or the claim cannot be read.
void kf_booklet_find(const kf_booklet_case *figure, kf_text kind, kf_text words,
                     char found[KF_BOOKLET_TEXT]);

// Makes the record of all figures, positions with their claims and verdicts in words. It belongs to
// the caller.
kf_record *kf_booklet_make(kf_cli *cli);

#endif
