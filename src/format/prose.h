// SPDX-License-Identifier: MIT
// Free text around a table or a diagram: into a comment and out of it again.

#ifndef KIFU_FORMAT_PROSE_H
#define KIFU_FORMAT_PROSE_H

#include "base/buffer.h"
#include "base/output.h"

// Whether a line would be taken for a row, a board or the like.
typedef bool kf_prose_special(kf_text line);

// Adds the lines of a piece of text, with "\n" between them and without the empty ones at its
// ends; behind what the buffer holds already stands one "\n". A backslash before a line that is
// special, empty or begins with a byte order mark is taken away; without `special` none is.
void kf_prose_add(kf_buffer *out, kf_text piece, kf_prose_special *special);
// Adds the plain text of a value of SGF. False: an escape was left out, by which a reader would
// know a set of Korea or China. Text `at_home`, read from the notation that is written, is read
// again as it was.
bool kf_prose_plain(kf_buffer *out, kf_text value, bool at_home);
// Adds plain text as lines. Those that would be read as something else get a backslash, and so do
// empty ones at the ends. Source: doc/spec/ascii.md, Text around.
void kf_prose_write(kf_output *out, kf_text plain, kf_prose_special *special);
// Whether the line holds nothing but white space.
bool kf_prose_is_blank(kf_text line);

#endif
