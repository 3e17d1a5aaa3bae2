// SPDX-License-Identifier: MIT
// What belongs to one node of an Ishi file while its lines are read.

#ifndef KIFU_FORMAT_ISHI_OWNER_H
#define KIFU_FORMAT_ISHI_OWNER_H

#include <kifu/kifu.h>

#include "base/buffer.h"
#include "format/ishi_show.h"
#include "record/record.h"

// Lists of values, each for one property.
typedef enum kf_ishi_list {
    KF_ISHI_LIST_BLACK,
    KF_ISHI_LIST_WHITE,
    KF_ISHI_LIST_REMARK,
    KF_ISHI_LIST_FORM, // of COM blocks
    KF_ISHI_LIST_SIGN, // in COM blocks, as they stand in the file
    KF_ISHI_LIST_MARK,
    KF_ISHI_LIST_PRISONER,
    KF_ISHI_LIST_HIDE,
    KF_ISHI_LIST_STONES, // of a diagram, as SETUP lines
    KF_ISHI_LIST_USER,
    KF_ISHI_LIST_SIZE,
    KF_ISHI_LIST_EXTRA,
    KF_ISHI_LIST_LINE,
    KF_ISHI_LISTS
} kf_ishi_list;

// The data of a node, which go from one node to the next.
typedef struct kf_ishi_data {
    kf_buffer own;                  // properties that need no more work
    kf_buffer lists[KF_ISHI_LISTS]; // values with their brackets
    size_t counts[KF_ISHI_LISTS];   // of values
    size_t before[KF_ISHI_LISTS];   // how many were there when the setup began
    kf_buffer comment;              // plain
    size_t lines;                   // of it
    bool has_signs;                 // words of the comment are shown as signs
    bool has_forms;                 // the blocks of the comment are not the default
    bool has_setup, has_stones;     // a SETUP line stood here; the list of stones is needed
    struct kf_ishi_data *next;      // of those that nobody uses
} kf_ishi_data;

// A node under way. Its data are made when there are any.
typedef struct kf_ishi_owner {
    kf_ishi_data *data;
    kf_node node; // 0: none
    uint8_t kind; // kf_ishi_kind
    uint8_t size; // of the board that its locations are judged by
} kf_ishi_owner;

// Where owners get their data from.
typedef struct kf_ishi_owners {
    kf_record *record;
    kf_ishi_data *unused;
    kf_buffer out;
} kf_ishi_owners;

kf_ishi_data *kf_ishi_owner_data(kf_ishi_owners *owners, kf_ishi_owner *owner);
// Adds a value, plain text, to a list.
void kf_ishi_owner_add(kf_ishi_owners *owners, kf_ishi_owner *owner, kf_ishi_list list,
                       kf_text value);
// Adds a COM block; the body has a line break between its lines.
void kf_ishi_owner_comment(kf_ishi_owners *owners, kf_ishi_owner *owner, kf_text title,
                           kf_text body);
// A SETUP line stands in the node: what is added from now on belongs to the setup.
void kf_ishi_owner_begin_setup(kf_ishi_owners *owners, kf_ishi_owner *owner);
// Adds a property with one plain value to those of the node's own.
void kf_ishi_owner_put(kf_ishi_owners *owners, kf_ishi_owner *owner, const char *name,
                       kf_text value);
// Gives the node all its properties. The owner is none afterwards.
void kf_ishi_owner_finish(kf_ishi_owners *owners, kf_ishi_owner *owner);

#endif
