// SPDX-License-Identifier: MIT
// The fields of MARK, UNMARK, HIDE and PRISONER, and what a series of MARK lines shows.

#ifndef KIFU_FORMAT_ISHI_MARKS_H
#define KIFU_FORMAT_ISHI_MARKS_H

#include <kifu/kifu.h>

#include "base/buffer.h"
#include "format/ishi_path.h"
#include "record/record.h"

typedef enum kf_ishi_target {
    KF_ISHI_ALL,
    KF_ISHI_AT,     // a location
    KF_ISHI_NUMBERS // #n or #n-n
} kf_ishi_target;

// A field. `letters` is what stands before the @, in its own case; empty where there is none.
typedef struct kf_ishi_field {
    kf_ishi_target target;
    int x, y;          // of AT: column from 0 at the left, row from 1 at the bottom
    int from, to;      // of NUMBERS, the lower one first
    bool is_backwards; // the range was written the other way round
    kf_text letters;
} kf_ishi_field;

// What may be wrong with a field; the rows of codes.def are the reader's.
typedef enum kf_ishi_fault {
    KF_ISHI_FINE,
    KF_ISHI_FORM,   // it is no field at all
    KF_ISHI_POINT,  // it names a point off the board, or column I
    KF_ISHI_LETTERS // one or two characters were to stand before the @
} kf_ishi_fault;

// Reads a location such as Q16 on a board of that size; rows count from the bottom.
kf_ishi_fault kf_ishi_marks_location(kf_text text, int size, int *x, int *y);
// Reads a field of MARK (`has_letters`: cc@… and \C@… are allowed) or of the others. ALL is a field
// of MARK and UNMARK only: `has_all`.
kf_ishi_fault kf_ishi_marks_field(kf_text text, int size, bool has_letters, bool has_all,
                                  kf_ishi_field *field);
// Adds a field with its keywords and locations in upper case; what is no field stays as it is.
void kf_ishi_marks_normal(kf_text text, kf_buffer *out);

// For the writer: adds the MARK and UNMARK lines of a node, each with CR LF. They are those of
// KFMARK while these show what the node's LB, TR, SQ, CR and MA show, and otherwise new ones. The
// labels of variations at points of the node are theirs. `path` goes to the node.
void kf_ishi_marks_write(kf_ishi_path *path, kf_node node, kf_buffer *out);
// The label of the variation that begins with `child`, as VAR has it; false when it has none.
bool kf_ishi_marks_label(const kf_record *record, kf_node child, kf_text *label);

// For the reader, when the whole record is there: gives every node that has KFMARK, or a variation
// with a label, its LB, TR, SQ, CR and MA, and takes KFMARK away where the writer does without.
// What diagrams hide becomes AE. In a protected call of the record's arena.
void kf_ishi_marks_settle(kf_record *record, kf_log *log);

#endif
