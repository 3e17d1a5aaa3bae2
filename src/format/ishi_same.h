// SPDX-License-Identifier: MIT
// Whether properties that were read back say the same as those that were written.

#ifndef KIFU_FORMAT_ISHI_SAME_H
#define KIFU_FORMAT_ISHI_SAME_H

#include <kifu/kifu.h>

#include "base/arena.h"

// All properties with one id among those of a node.
typedef struct kf_ishi_same_list {
    const kf_property *properties;
    size_t count;
    int id;
} kf_ishi_same_list;

// Whether both say the same of their id. Order and compression of lists of points do not count,
// nor does the way in which a text is broken into lines.
bool kf_ishi_same(kf_ishi_same_list a, kf_ishi_same_list b, kf_arena *arena);

#endif
