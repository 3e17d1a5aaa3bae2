// SPDX-License-Identifier: MIT
// Noting what a conversion carried or lost.

#ifndef KIFU_RECORD_LOSS_H
#define KIFU_RECORD_LOSS_H

#include <kifu/record.h>

#include "base/log.h"

// Notes that at `node` something of this kind was carried or lost. `kind` is copied. Takes NULL
// for the loss. Without memory the loss remembers that it is incomplete.
void kf_loss_add(kf_loss *loss, bool lost, kf_text kind, kf_node node);
// Whether an addition failed for want of memory.
bool kf_loss_is_incomplete(const kf_loss *loss);

#endif
