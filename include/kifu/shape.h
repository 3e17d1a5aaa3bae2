// SPDX-License-Identifier: MIT
// Shaping records: turning boards, taking things out, bringing copies of a game together.

#ifndef KIFU_SHAPE_H
#define KIFU_SHAPE_H

#include <kifu/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- transform.c ----------------------------------------------- doc/spec/transform.md ---- */

// How a board is turned. All zero leaves it as it is.
typedef struct kf_transform {
    int turns;        // quarter turns clockwise
    bool is_mirrored; // left and right change places, before any turn
    bool is_swapped;  // so do Black and White
    bool has_texts;   // points named in comments, as in Q16, are turned too
} kf_transform;

// Turns everything in the record that names a point or a colour. A game that is not Go stays as it
// is, and so does a result whose words are not understood; the log says so. False: there was no
// memory, and the log says so.
KF_API bool kf_transform_record(kf_record *record, const kf_transform *how, kf_log *log);

/* ---- strip.c ------------------------------------------------------- doc/spec/strip.md ---- */

// What can be taken out under one name: "comments", "the texts of nodes".
typedef struct kf_strip_group {
    const char *name, *title;
} kf_strip_group;

// The groups in the order of the documentation; NULL behind the last.
KF_API const kf_strip_group *kf_strip_group_at(size_t index);
// Whether the word is the name of a group, or of a property in capital letters.
KF_API bool kf_strip_knows(kf_text word);
// Takes out what is named, words with commas between them, from all nodes of the record. Nodes stay
// where they are, but for those of variations. False: a word is not known, or there was no memory;
// the log says which.
KF_API bool kf_strip_record(kf_record *record, const char *words, kf_log *log);

/* ---- cut.c --------------------------------------------------------- doc/spec/cut.md ---- */

// Takes away everything below the node. False for node 0, and where there is no such node.
KF_API bool kf_cut_below(kf_record *record, kf_node node);
// Begins the node's game with it: the stones that lie there are set up in the root, with the
// header, and with the comment and the marks of the node; what stood below it stands below the
// root, and everything else goes. A game that is not Go stays as it is, and the log says so. False
// for node 0, where there is no such node, or no memory.
KF_API bool kf_cut_above(kf_record *record, kf_node node, kf_log *log);

/* ---- merge.c ------------------------------------------------------- doc/spec/merge.md ---- */

// Brings the games of `from` into those of `into`, game by game in their order: equal moves become
// one node, others variations; what both say of a node is said there once, and where they
// contradict each other both stand there. A game that begins from another position is added by
// itself. `name`, usually of the file of `from`, stands where texts contradict each other. False:
// there was no memory, and the log says so.
KF_API bool kf_merge_record(kf_record *into, const kf_record *from, const char *name, kf_log *log);

#ifdef __cplusplus
}
#endif

#endif
