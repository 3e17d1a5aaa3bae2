// SPDX-License-Identifier: MIT
// The tree of an Ishi file while it is read: sequences, variations, diagrams and move numbers.

#ifndef KIFU_FORMAT_ISHI_TREE_H
#define KIFU_FORMAT_ISHI_TREE_H

#include <kifu/kifu.h>

#include "base/log.h"
#include "format/ishi_owner.h"
#include "format/ishi_scan.h"

// A move on the way to where the reader is.
typedef struct kf_ishi_move {
    int number;      // that is printed
    bool is_written; // it stands in the file; else the line has no number that can be read
    bool is_rising;  // the numbers up to this one rise
    uint32_t before; // 1 + the move of the same bucket of numbers before it
    uint32_t place;  // of the number, as an offset in the source
} kf_ishi_move;

// A sequence that is open: that of the event, or a variation within the one before.
typedef struct kf_ishi_sequence {
    kf_ishi_owner main; // the last move; where there is none, the event or its setup, or nothing
    kf_node last;       // behind which the first move goes
    bool has_move;
    bool is_after;   // variations of `main` have been read
    bool has_target; // a variation that replaces the move `target`
    bool has_label, has_content;
    uint32_t first;         // its first move, as an index
    uint32_t pending;       // its first diagram whose home is not known
    uint32_t borrowed;      // the sequence that owns what stands before its first move
    uint32_t nesting;       // how many variations of the same move it stands in
    int skipped;            // a number of a move that could not be read
    kf_node before_pending; // the sibling before that diagram, 0 for none
    kf_ishi_move target;
    kf_text label;
    size_t opened; // offset of its VAR
} kf_ishi_sequence;

// A diagram that waits for what comes behind it.
typedef struct kf_ishi_pending {
    kf_node node;
    kf_text region;
} kf_ishi_pending;

typedef struct kf_ishi_tree {
    kf_record *record;
    kf_log *log;
    kf_ishi_owners owners;
    kf_ishi_sequence *open; // the last one is where the reader is
    size_t depth, capacity;
    kf_ishi_owner diagram; // the one that is being read
    kf_ishi_pending *pending;
    size_t pending_count, pending_capacity;
    kf_ishi_move *moves; // on the way from the first one
    size_t move_count, move_capacity;
    uint32_t *buckets; // 1 + the last move of each
    size_t bucket_count;
} kf_ishi_tree;

// Starts an event below its root or setup.
void kf_ishi_tree_begin(kf_ishi_tree *tree, kf_ishi_owner main);
// The sequence where the reader is.
kf_ishi_sequence *kf_ishi_tree_here(const kf_ishi_tree *tree);
// Adds a move: its property, and the number as written, 0 when it is none. `place` is that of the
// number. `text` is what stood in its place.
void kf_ishi_tree_move(kf_ishi_tree *tree, const char *property, kf_text point, int number,
                       kf_text text, kf_place place);
// Adds the line of a move that cannot be read. `number` is that of the move, 0 when none is known.
void kf_ishi_tree_unread(kf_ishi_tree *tree, kf_text line, int number, kf_place place);
// Adds a diagram, which becomes `tree->diagram`.
void kf_ishi_tree_diagram(kf_ishi_tree *tree, kf_text region, size_t place);
// Begins a variation. `place` is that of the keyword.
void kf_ishi_tree_open(kf_ishi_tree *tree, kf_text label, kf_place place);
// Ends the innermost variation. False when none is open. `is_open`: its ENDVAR is missing.
bool kf_ishi_tree_close(kf_ishi_tree *tree, bool is_open);
// Ends the event.
void kf_ishi_tree_end(kf_ishi_tree *tree);
// Whether a move on the way has a number of that range.
bool kf_ishi_tree_has(const kf_ishi_tree *tree, int from, int to);

#endif
