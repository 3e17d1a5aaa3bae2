// SPDX-License-Identifier: MIT
// The lines that Ishi has for a node, by group: what any reader of the file sees.

#ifndef KIFU_FORMAT_ISHI_SHOW_H
#define KIFU_FORMAT_ISHI_SHOW_H

#include <kifu/kifu.h>

#include "base/buffer.h"
#include "format/ishi_path.h"

// What a node is in an Ishi file.
typedef enum kf_ishi_kind {
    KF_ISHI_ROOT,    // EVENT
    KF_ISHI_SETUP,   // a setup that is a node of its own, below the root
    KF_ISHI_MOVE,    // B or W
    KF_ISHI_DIAGRAM, // DIAGRAM
    KF_ISHI_NODE     // a node of SGF without a move, shown as a DIAGRAM
} kf_ishi_kind;

// The properties of a node and its lines fall into groups that show the same thing.
typedef enum kf_ishi_group {
    KF_ISHI_TITLE,
    KF_ISHI_HEADER,
    KF_ISHI_SIZE,
    KF_ISHI_PLAY,
    KF_ISHI_STONES,
    KF_ISHI_COMMENT,
    KF_ISHI_MARKS,
    KF_ISHI_GROUPS,
    KF_ISHI_UNSEEN = KF_ISHI_GROUPS // shown nowhere
} kf_ishi_group;

typedef struct kf_ishi_view {
    const kf_record *record;
    kf_node node;
    kf_ishi_kind kind;
    int size;           // of the board
    int number;         // that is printed before the node's move, or was before it
    kf_ishi_path *path; // of the record, for the marks
} kf_ishi_view;

// What the node is by its place in the tree and its properties. Never KF_ISHI_SETUP.
kf_ishi_kind kf_ishi_show_kind(const kf_record *record, kf_node node, int size);
// The colour, 'B' or 'W', and the value of the node's move that Ishi can say; false when none.
bool kf_ishi_show_move(kf_text properties, int size, char *colour, kf_text *value);
// The line of a move that could not be read, as KFMOVE keeps it, escapes and all. False when the
// node has none, or a move beside it.
bool kf_ishi_show_unread(kf_text properties, kf_text *line);
// The number in MN, 0 where there is none; with KFNUMBER also one that does not rise.
int kf_ishi_show_number(kf_text properties, int before);
// The group that a property of such a node belongs to.
kf_ishi_group kf_ishi_show_group(const kf_property *property, kf_ishi_kind kind);
// Adds the lines of a group, each with CR LF, not indented.
void kf_ishi_show(const kf_ishi_view *view, kf_ishi_group group, kf_buffer *out);
// Adds the text with a space before it, if there is any, and ends the line.
void kf_ishi_show_line(kf_buffer *out, const char *keyword, kf_text text);

#endif
