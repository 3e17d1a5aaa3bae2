// SPDX-License-Identifier: MIT
// Bringing a record into another version of SGF: what its parts share.

#ifndef KIFU_FIX_VERSION_H
#define KIFU_FIX_VERSION_H

#include <kifu/check.h>
#include <kifu/play.h>

#include "base/buffer.h"
#include "record/record.h"
#include "record/value.h"

// A property of the node in hand.
typedef struct kf_version_item {
    kf_text name, values;
    int id;
    bool is_gone; // it is not written
} kf_version_item;

// What is known while a record is brought into the version `to`.
typedef struct kf_version {
    kf_record *record;
    int to;
    kf_loss *loss;
    kf_arena *arena; // of the node in hand, given back behind it
    kf_play *play;   // made when the first mark asks whether there is a stone below it
    bool has_letters;
    // The game in hand.
    kf_node game;
    int from; // the version that it is in
    bool is_go;
    int width, height;
    // The node in hand.
    kf_node node;
    kf_version_item *items;
    size_t count, room;
    uint32_t first[KF_PROPERTY_COUNT]; // by id: 1 + the index of the first, 0: there is none
    bool is_changed;
} kf_version;

/* ---- version.c --------------------------------------------------------------------- ---- */

// Takes those properties for the ones of the node in hand.
void kf_version_parse(kf_version *v, kf_text text);
// The property of that id in the node in hand, NULL when there is none.
kf_version_item *kf_version_find(kf_version *v, int id);
// Gives a property other values, with their brackets, in the node's arena.
void kf_version_put(kf_version *v, kf_version_item *item, kf_text values);
// Adds values to the property of that id, which is made behind the others if there is none.
void kf_version_add(kf_version *v, int id, kf_text values);
// Takes a property out. `kind`: what is noted as lost by that, or NULL.
void kf_version_drop(kf_version *v, kf_version_item *item, const char *kind);

/* ---- version_value.c --------------------------------------------------------------- ---- */

// Adds a point as a value, with its brackets.
void kf_version_value_point(kf_buffer *out, int x, int y);
// Respells the values of the node whose type or meaning differs between the versions.
void kf_version_value_all(kf_version *v);
// The same without what FF[4] keeps of versions before it.
void kf_version_value_become(kf_version *v);

/* ---- version_mark.c ---------------------------------------------------------------- ---- */

// Respells marks and letters on points. Moves and stones stay as they are.
void kf_version_mark_all(kf_version *v);
// Marks and letters of versions before FF[4] become those of FF[4].
void kf_version_mark_become(kf_version *v);

// The board at the node in hand.
const kf_board *kf_version_mark_board(kf_version *v);

/* ---- version_old.c ----------------------------------------------------------------- ---- */

// On the way to FF[4]: keeps what the text of the node says in words that it has no more.
void kf_version_old_keep(kf_version *v);
// On the way back: says it in these words again, marks or the others. Behind the others it is gone.
void kf_version_old_say(kf_version *v, bool is_mark);

#endif
