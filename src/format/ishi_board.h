// SPDX-License-Identifier: MIT
// What each move of a record captures, as a PRISONER line says it.

#ifndef KIFU_FORMAT_ISHI_BOARD_H
#define KIFU_FORMAT_ISHI_BOARD_H

#include <kifu/kifu.h>

#include "base/arena.h"

// The fields of the PRISONER line of every node, by node: locations such as "B8 C7" from the
// left, then from the bottom; an empty text where nothing was captured. Diagrams do not count.
// The array has kf_record_nodes entries.
kf_text *kf_ishi_board_prisoners(const kf_record *record, kf_arena *arena);

// For the reader, when the whole record is there: takes KFPRISONER away where it names what the
// board says, and adds an empty one to a move that captures but had no PRISONER line. The nodes
// for which `is_carried` is true are left alone; it may be NULL, or else has kf_record_nodes
// entries. To be called in a protected call of the record's arena.
void kf_ishi_board_settle(kf_record *record, const bool *is_carried);

#endif
