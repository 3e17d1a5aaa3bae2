// SPDX-License-Identifier: MIT
// The parts of the Ishi reader among themselves.

#ifndef KIFU_FORMAT_ISHI_READER_H
#define KIFU_FORMAT_ISHI_READER_H

#include "base/log.h"
#include "format/ishi_carry.h"
#include "format/ishi_header.h"
#include "format/ishi_marks.h"
#include "format/ishi_net.h"
#include "format/ishi_scan.h"
#include "format/ishi_tree.h"

// The stones of a SETUP series under way.
typedef struct kf_ishi_stones {
    uint8_t colours[KF_ISHI_POINTS]; // by column and row from the bottom, 0: none
    uint16_t points[KF_ISHI_POINTS]; // in the order of setting up
    size_t count;
} kf_ishi_stones;

typedef struct kf_ishi_reader {
    kf_record *record;
    kf_log *log;
    kf_ishi_scan scan;
    kf_ishi_line line; // that is being read
    kf_ishi_tree tree;
    kf_ishi_carry *carry;
    bool has_marks;      // marks, labels or hidden stones stand somewhere in the file
    bool has_event;      // one is being read
    bool is_front;       // its tree has not begun
    bool has_setup;      // a SETUP line stood in its front part
    bool has_setup_data; // and data behind it
    int size;            // of its board
    kf_ishi_owner root;  // of the event while its setup is a node of its own; else none
    kf_ishi_stones stones;
    bool is_own_board; // of the diagram: points that the event's board has not are kept aside
    kf_ishi_header_line *headers;
    size_t header_count, header_capacity;
    size_t once[KF_ISHI_KEYWORDS]; // 1 + the offset of the last such line in the event
    kf_text board_size;            // the last BOARDSIZE that counted
    kf_text *remarks;              // that wait for what they belong to
    size_t remark_count, remark_capacity;
    size_t remark_at;                  // offset of the first
    size_t unclosed[KF_ISHI_KEYWORDS]; // 1 + an offset behind which no such block is closed
} kf_ishi_reader;

/* ---- ishi_read.c ----------------------------------------------------- doc/spec/ishi.md ---- */

// The place of a piece of the line under reading.
kf_place kf_ishi_read_place(kf_ishi_reader *reader, const char *piece);
// Keeps the line as it stands with the owner.
void kf_ishi_read_keep(kf_ishi_reader *reader, kf_ishi_owner *owner);
// Whom data belong to that stand here; reports where they should not stand.
kf_ishi_owner *kf_ishi_read_owner(kf_ishi_reader *reader);
// Hands the waiting remarks over.
void kf_ishi_read_bind(kf_ishi_reader *reader, kf_ishi_owner *owner);

/* ---- ishi_field.c ---------------------------------------------------- doc/spec/ishi.md ---- */

// Read the line under reading: MARK, UNMARK, HIDE or PRISONER with its fields, into a list.
void kf_ishi_field_marks(kf_ishi_reader *reader, kf_ishi_owner *owner, kf_ishi_list list);
// The stones of a SETUP line.
void kf_ishi_field_setup(kf_ishi_reader *reader, kf_ishi_owner *owner);
// Gives the stones that were read to their owner.
void kf_ishi_field_settle(kf_ishi_reader *reader, kf_ishi_owner *owner);
// A B or W line.
void kf_ishi_field_move(kf_ishi_reader *reader);
// A DIAGRAM line.
void kf_ishi_field_diagram(kf_ishi_reader *reader);

/* ---- ishi_block.c ---------------------------------------------------- doc/spec/ishi.md ---- */

// A COM or USER line is being read: takes the block.
void kf_ishi_block_read(kf_ishi_reader *reader, kf_ishi_owner *owner);
// Passes over the block that the line begins, in a scan that only looks ahead.
void kf_ishi_block_skip(kf_ishi_reader *reader, kf_ishi_scan *scan, const kf_ishi_line *line);

#endif
