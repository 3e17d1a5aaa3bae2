// SPDX-License-Identifier: MIT
// Header lines of an Ishi event and the SGF properties that say the same, both ways.

#ifndef KIFU_FORMAT_ISHI_HEADER_H
#define KIFU_FORMAT_ISHI_HEADER_H

#include <kifu/kifu.h>

#include "base/buffer.h"

// A header line as it was read: its keyword in any case, and the text behind it without white
// space at both ends.
typedef struct kf_ishi_header_line {
    kf_text keyword, text;
} kf_ishi_header_line;

// Adds the properties, in SGF syntax, that all header lines of one event give: the public ones,
// and KFHEADER for each keyword whose lines could not be made again from the public ones. The
// lines are those of the event in the order of the file. EVENT and BOARDSIZE are no headers.
void kf_ishi_header_read(const kf_ishi_header_line *lines, size_t count, kf_buffer *out);

// Adds the header lines that the properties of a root give, each with CR LF, in the order of
// the specification's list. The lines hold what Ishi can hold; other text is transliterated.
void kf_ishi_header_write(kf_text properties, kf_buffer *out);

// Whether the property is one that header lines show: kf_ishi_header_write looks at it.
bool kf_ishi_header_shows(const kf_property *property);

#endif
