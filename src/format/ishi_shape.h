// SPDX-License-Identifier: MIT
// The shape of a tree that was read from Ishi, changed to what the facts say.

#ifndef KIFU_FORMAT_ISHI_SHAPE_H
#define KIFU_FORMAT_ISHI_SHAPE_H

#include <kifu/kifu.h>

#include "record/record.h"

// What the facts of a node say of its place.
typedef struct kf_ishi_wish {
    kf_node node;
    bool is_node; // it takes over what stands behind it in the file at the same place
    int back;     // its parent stands so many nodes before it in the file; 0: nothing is said
    int index;    // and it is this child of it, from 1
} kf_ishi_wish;

// The nodes in the order of their places in the file, with node 0 first.
kf_node *kf_ishi_shape_order(const kf_record *record, kf_arena *arena);
// Changes the tree as the wishes ask for, in time linear in the number of nodes. A wish that
// cannot be granted is passed over. In a protected call of the record's arena.
void kf_ishi_shape_apply(kf_record *record, const kf_ishi_wish *wishes, size_t count);
// Adds a node between the node and all its children.
kf_node kf_ishi_shape_insert(kf_record *record, kf_node node);

#endif
