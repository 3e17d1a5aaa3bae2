// SPDX-License-Identifier: MIT
// Text in UTF-16 within a frame of ASCII: names, brackets and points are single bytes, and only
// what stands in the values of text is in UTF-16.
//
// A backslash guards the byte behind it, as in every set; programs that escape before they encode
// have a backslash and a bracket of two bytes, and these are read, too.

#ifndef KIFU_BASE_FRAMED_H
#define KIFU_BASE_FRAMED_H

#include "base/buffer.h"

// What stands in the values of a property, by its name: no text, text, or text behind a colon.
typedef enum kf_framed_type { KF_FRAMED_OTHER, KF_FRAMED_TEXT, KF_FRAMED_LABEL } kf_framed_type;
typedef kf_framed_type kf_framed_name(kf_text name);

// Goes from value to value. The bytes at `at` are of the frame.
typedef struct kf_framed {
    kf_framed_name *name;
    size_t at;
    kf_framed_type type; // of the property in hand
    bool is_big;
    bool has_ascii; // there is text of odd length in the frame's letters, so all such text is
    // What kf_framed_next found.
    size_t open, begin, end; // the bracket, the text in the value, where it ends
    bool is_closed;
} kf_framed;

// The next value that is in UTF-16. False: there is none, and `open` is where one may begin when
// more bytes have come in.
bool kf_framed_next(kf_framed *framed, kf_text bytes);
// Whether the game is written so, in the set of that name; sets the order of bytes, and whether it
// has text in ASCII, too. Of a new one that has its `name`.
bool kf_framed_choose(kf_framed *framed, const char *set, kf_text game);
// Decodes a character of a value and moves behind it; what is not valid is counted. A bracket or
// backslash that a byte guards gets a backslash of its own: this one comes first, and `is_behind`
// remembers it.
uint32_t kf_framed_take(bool is_big, bool *is_behind, kf_text bytes, size_t *i, size_t *bad);
// Adds text of a value. False: it is more than the text of one, or has a backslash that
// guards no bracket.
bool kf_framed_put(bool is_big, kf_text text, kf_buffer *out);

#endif
