// SPDX-License-Identifier: MIT
// What a file that is about to be written does not give back, as facts to be carried.

#ifndef KIFU_FORMAT_ISHI_TELL_H
#define KIFU_FORMAT_ISHI_TELL_H

#include <kifu/kifu.h>

#include "format/ishi_emit.h"
#include "record/loss.h"

// The facts of each unit, in the order of the units.
typedef struct kf_ishi_told {
    kf_text *facts;   // lines with CR LF; an empty text where there is nothing to tell
    bool is_complete; // the nodes that were read back are the units, one by one
} kf_ishi_told;

// What must stand in the text before it is read back: which DIAGRAMs are nodes.
kf_ishi_told kf_ishi_tell_nodes(const kf_ishi_emitted *emitted, kf_arena *arena);
// Writes the text with the facts in it, each in a USER kifu block. With `begins`, which has a
// place for every unit, the units' places in that text are noted.
void kf_ishi_tell_write(const kf_ishi_emitted *emitted, const kf_ishi_told *told, kf_buffer *out,
                        size_t *begins);
// Compares the record with what was read back from the text with the first facts in it. `begins`
// are the places of the units in that text.
kf_ishi_told kf_ishi_tell(const kf_record *record, const kf_ishi_emitted *emitted,
                          const size_t *begins, const kf_record *back, kf_loss *loss,
                          kf_arena *arena);

#endif
