// SPDX-License-Identifier: MIT
// The check of one node's values, in a walk through a record.

#ifndef KIFU_RECORD_CHECK_NODE_H
#define KIFU_RECORD_CHECK_NODE_H

#include "record/check_point.h"
#include "record/record.h"

/* ---- check_node.c ---------------------------------------------------- doc/spec/check.md ---- */

// Names that are reported once a record; beyond that many they are not reported at all.
enum { KF_CHECK_NAMES = 64 };

// What is known of the nodes that were entered before. `is_go` is for reading, the rest private.
typedef struct kf_check_node {
    const kf_record *record;
    kf_log *log;
    kf_check_point points;
    int version;        // of the game in hand; 0 when it says none
    bool is_go;         // else nobody here knows what its points are
    bool is_empty_said; // an empty move in a file of old was reported for this game
    kf_node info;       // the node above that holds game-info, or 0
    size_t info_depth;  // of that node
    kf_node node;
    size_t game; // its number in the record, from 1 on
    unsigned has;
    kf_text names[KF_CHECK_NAMES]; // that were reported once and for all
    size_t name_count;
} kf_check_node;

void kf_check_node_init(kf_check_node *c, kf_arena *arena, const kf_record *record, kf_log *log);
// Reports what is wrong with the values of the node, which stands at that depth: 1 is the root of
// a game. Nodes are entered in pre-order. A node with nothing but a legal move on a point in
// small letters may be left out.
void kf_check_node_enter(kf_check_node *c, kf_node node, size_t depth);

#endif
