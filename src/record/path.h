// SPDX-License-Identifier: MIT
// Paths: what who makes many of them may know.

#ifndef KIFU_RECORD_PATH_H
#define KIFU_RECORD_PATH_H

#include "record/record.h"

// kf_path_of for who knows which game of the record it is, from 1 on: in a large collection, that
// takes long to count.
size_t kf_path_in_game(const kf_record *record, kf_node node, size_t game, char *out, size_t size);

// A path under way. It is built from its end, since it is found from the node upwards.
typedef struct kf_path_tail {
    char *out;
    size_t size;   // room in `out`
    size_t length; // needed so far
} kf_path_tail;

// Adds a number before what is there, with a dot before it unless it is the first of the path.
void kf_path_put(kf_path_tail *tail, size_t number, bool is_first);
// Moves the path to the front of `out` and ends it. Returns the length that it needs.
size_t kf_path_finish(const kf_path_tail *tail);
// Which child of its parent a node is, from 1.
size_t kf_path_index(const kf_record *record, kf_node node);

#endif
