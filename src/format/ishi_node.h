// SPDX-License-Identifier: MIT
// The lines of one node of an Ishi file, in the order in which they stand there.

#ifndef KIFU_FORMAT_ISHI_NODE_H
#define KIFU_FORMAT_ISHI_NODE_H

#include <kifu/kifu.h>

#include "base/buffer.h"
#include "format/ishi_show.h"

// A text under way. The caller sets `indent` and `size` before each node.
typedef struct kf_ishi_node {
    kf_buffer text;
    kf_buffer lines;    // of the node in hand, not yet indented
    kf_text *prisoners; // by node
    bool is_careful;    // no line that kifu itself did not understand
    int indent;         // in spaces
    int size;           // of the board
} kf_ishi_node;

kf_ishi_node kf_ishi_node_begin(const kf_record *record, bool is_careful, kf_arena *arena);
// Adds the lines of a node, and returns where its USER kifu block goes.
size_t kf_ishi_node_write(kf_ishi_node *writer, const kf_ishi_view *view);
// Adds the VAR line of a variation.
void kf_ishi_node_write_var(kf_ishi_node *writer, const kf_record *record, kf_node node);
// Adds a line.
void kf_ishi_node_write_line(kf_ishi_node *writer, kf_text line);
// Adds the remarks behind the last game.
void kf_ishi_node_write_tail(kf_ishi_node *writer, const kf_record *record, kf_node game);

#endif
