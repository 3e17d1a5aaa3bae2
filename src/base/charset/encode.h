// SPDX-License-Identifier: MIT
// Text on its way out in another character set.

#ifndef KIFU_BASE_ENCODE_H
#define KIFU_BASE_ENCODE_H

#include <kifu/base.h>

#include "base/arena.h"
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

// Text of a source as it goes back into its set: what was put for bytes that are no characters is a
// NUL again where the file has NULs, and a question mark where the set has no sign for it.
kf_text kf_encode_signs(const kf_source *source, kf_text text, const char *set, kf_arena *arena);

// Whether iconv stopped at a backslash that is to go out as it is: it knows none in JOHAB, where
// the byte is the sign of the won (see charset.c).
bool kf_encode_is_backslash(const char *set, const char *text, size_t length);

#endif
