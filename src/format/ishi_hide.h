// SPDX-License-Identifier: MIT
// What a diagram hides.

#ifndef KIFU_FORMAT_ISHI_HIDE_H
#define KIFU_FORMAT_ISHI_HIDE_H

#include "format/ishi_path.h"
#include "record/record.h"

// Gives a diagram that has KFHIDE the AE that shows it, and takes KFHIDE away where AE says all.
// The path goes to the node's parent. In a protected call of the record's arena.
void kf_ishi_hide_settle(kf_ishi_path *path, kf_record *record, kf_node node);

#endif
