// SPDX-License-Identifier: MIT
// The lines of a USER kifu block, each one fact.

#ifndef KIFU_FORMAT_ISHI_FACT_H
#define KIFU_FORMAT_ISHI_FACT_H

#include <kifu/kifu.h>

#include "base/buffer.h"

typedef enum kf_ishi_fact_kind {
    KF_ISHI_FACT_SET,   // `. NAME[value]`: the node has this property, whatever the lines give
    KF_ISHI_FACT_GONE,  // `. -NAME`: the node has no such property, though the lines give one
    KF_ISHI_FACT_SHOWN, // `. =NAME[value]`: the lines gave this when the facts were written
    KF_ISHI_FACT_NODE,  // `. node`: this DIAGRAM is a node of its own in the sequence
    KF_ISHI_FACT_NEXT,  // `. ;`: what follows belongs to a further node behind this one
    KF_ISHI_FACT_AT     // `. at 3 1`: the parent stands 3 nodes back, and this is its first child
} kf_ishi_fact_kind;

typedef struct kf_ishi_fact {
    kf_ishi_fact_kind kind;
    kf_property property; // of SET, GONE and SHOWN; the values may be empty in the last two
    int back, index;      // of AT
} kf_ishi_fact;

// Reads a line of a block. False when it is no fact.
bool kf_ishi_fact_read(kf_text line, kf_arena *arena, kf_ishi_fact *fact);
// Adds the line of a fact, with CR LF.
void kf_ishi_fact_write(kf_buffer *out, const kf_ishi_fact *fact);
// Whether all lines of the text are facts, and there is one at least.
bool kf_ishi_fact_fits(kf_text lines, kf_arena *arena);

#endif
