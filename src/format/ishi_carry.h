// SPDX-License-Identifier: MIT
// Facts of SGF that Ishi has no words for: the USER kifu block, read and applied.

#ifndef KIFU_FORMAT_ISHI_CARRY_H
#define KIFU_FORMAT_ISHI_CARRY_H

#include <kifu/kifu.h>

#include "record/record.h"

// All USER kifu blocks of a file under reading. It lives in the record's arena.
typedef struct kf_ishi_carry kf_ishi_carry;

// An empty collection for a record that is being read.
kf_ishi_carry *kf_ishi_carry_new(kf_record *record);

// Takes a USER block that belongs to `node`: `title` is the rest of the USER line, `body` the lines
// up to ENDUSER, with their line ends. False when the block is not one of ours, or is not
// well-formed: then it is its owner's, and stays a USER block. A block that is taken is not
// counted in KFSETUP and leaves no KFUSER.
bool kf_ishi_carry_take(kf_ishi_carry *carry, kf_node node, kf_text title, kf_text body);

// Applies all blocks when the whole file has been read and every node has its properties: first
// the shape of the tree, then the properties. What no longer fits to the lines of the file gives
// way to them. Settles the prisoners afterwards (see kf_ishi_board_settle). Each node must have
// its place in the source, which is at or behind the beginning of its first line and rises with
// the order of the file. In a protected call of the record's arena.
void kf_ishi_carry_apply(kf_ishi_carry *carry, kf_log *log);

#endif
