// SPDX-License-Identifier: MIT
// Where the nodes of a game stand when its variations are drawn beside each other.

#ifndef KIFU_CLI_VIEW_TREE_H
#define KIFU_CLI_VIEW_TREE_H

#include <kifu/kifu.h>

#include "base/arena.h"

// A run of nodes, each the first child of the one before.
typedef struct kf_view_line {
    uint32_t first;  // of its nodes in `order`
    uint32_t length; // how many
    uint32_t column; // of the first
    uint32_t row, parent_row;
} kf_view_line;

typedef struct kf_view_tree {
    kf_node game; // 0: none was laid out yet
    kf_view_line *lines;
    size_t line_count, line_room;
    uint32_t rows;
    kf_node *order;  // the nodes line by line
    uint32_t *place; // by node, where it stands in `order`
    uint32_t *line;  // by node, its line
    uint32_t *used;  // by column, the lowest row that is taken
    size_t count;    // nodes in `order`
} kf_view_tree;

// What stands on a place of the drawing.
typedef enum kf_view_sign {
    KF_VIEW_NOTHING,
    KF_VIEW_NODE,
    KF_VIEW_DASH,   // from a node to the next
    KF_VIEW_BAR,    // down to a variation
    KF_VIEW_CORNER, // to the last variation of a node
    KF_VIEW_TEE     // to one that is not the last
} kf_view_sign;

typedef struct kf_view_cell {
    uint8_t sign;
    kf_node node;
} kf_view_cell;

/* ---- view_tree.c ----------------------------------------------------- doc/spec/view.md ---- */

// Lays a game out: every node one column right of its parent, a first child in the row of its
// parent, variations below. Linear in the size of the game. Call it in a protected call.
void kf_view_tree_build(kf_view_tree *tree, kf_arena *arena, const kf_record *record, kf_node game);
// Fills rows * columns cells with what is around the node. Two columns stand for one of the layout:
// the node and what leads to the next.
void kf_view_tree_window(const kf_view_tree *tree, kf_node node, int columns, int rows,
                         kf_view_cell *cells);

#endif
