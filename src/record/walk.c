// SPDX-License-Identifier: MIT
// A walk through a tree that enters and leaves every node, without recursion.
//
// A tree may be a million nodes deep, and a stack is not; the parent of each node is known, so
// going back needs no memory of the way.

#include <kifu/record.h>

kf_walk kf_walk_from(const kf_record *record, kf_node top) {
    return (kf_walk){.record = record, .top = top};
}

bool kf_walk_step(kf_walk *walk) {
    if (!walk->started) {
        walk->started = walk->entering = true;
        walk->node = walk->top;
        return true;
    }
    kf_node next;
    if (walk->entering) {
        next = kf_node_child(walk->record, walk->node);
        walk->entering = next != 0;
    } else {
        if (walk->node == walk->top)
            return false;
        next = kf_node_next(walk->record, walk->node);
        walk->entering = next != 0;
        if (next == 0) {
            walk->node = kf_node_parent(walk->record, walk->node);
            return true;
        }
    }
    if (next != 0)
        walk->node = next;
    return true;
}

kf_node kf_walk_enter(kf_walk *walk) {
    while (kf_walk_step(walk))
        if (walk->entering && walk->node != 0)
            return walk->node;
    return 0;
}
