// SPDX-License-Identifier: MIT
// Text on its way out in another character set.

#ifndef KIFU_BASE_ENCODE_H
#define KIFU_BASE_ENCODE_H

#include <kifu/base.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/source.h"

// Stands before a sink, which gets the bytes.
typedef struct kf_encode kf_encode;

// The name by which the list knows a set that SGF can be written in; NULL: there is none, or ASCII
// letters look otherwise in it.
const char *kf_encode_name(const char *name);
// One for that set, closed with the arena. To be called in a protected call.
kf_encode *kf_encode_new(kf_arena *arena, const char *name, kf_sink *sink, void *context);
// A kf_sink that takes UTF-8; the context is the kf_encode. False also where the set has not all
// characters.
bool kf_encode_add(void *encode, const void *bytes, size_t length);
// Sends the rest. False: not everything went out.
bool kf_encode_end(kf_encode *encode);
// The set that a reader would take for that of the text, though a name stands in it, where that is
// another one; NULL: it would not. Of few letters that are no ASCII the name alone is no proof.
const char *kf_encode_mistaken(const kf_encode *encode);
// The first character that the set does not have; 0: there was none.
uint32_t kf_encode_missing(const kf_encode *encode);

// Whether the set of that name has all letters of the text. The system is asked, by which a narrow
// set, such as GB2312, is not the wider one that it is read as. False also where it does not know
// the name. In a protected call.
bool kf_encode_has(kf_arena *arena, const char *name, kf_text text);

// A piece of a source's text, and what comes in its place.
typedef struct kf_encode_piece {
    size_t offset, length;
    kf_text text;
} kf_encode_piece;

// Adds the bytes that come in the place of those of the piece, in the character set that these are
// in; in a set of seven bits those behind stand as they did. False: the set has not all letters.
bool kf_encode_change(const kf_source *source, const kf_encode_piece *change, kf_buffer *out);

#endif
