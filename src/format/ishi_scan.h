// SPDX-License-Identifier: MIT
// An Ishi text as lines with keywords, without its control characters.

#ifndef KIFU_FORMAT_ISHI_SCAN_H
#define KIFU_FORMAT_ISHI_SCAN_H

#include <kifu/kifu.h>

#include "base/log.h"
#include "base/source.h"
#include "format/ishi.h"

// A line: its keyword, and what stands behind it. Both are free of control characters other than
// tabs; the rest may begin and end with white space.
typedef struct kf_ishi_line {
    kf_ishi_keyword keyword;
    kf_text all, word, rest; // the line, its first word, and what is behind that
    size_t begin;            // offset in the source's text
    size_t behind;           // offset of the next line
} kf_ishi_line;

typedef struct kf_ishi_scan {
    const kf_source *source;
    kf_arena *arena;
    size_t at; // offset of the next line
    bool has_controls;
    // A place in a cleaned line whose place in the source is known, to go on from.
    const char *known_line, *known_clean;
    size_t known_offset;
} kf_ishi_scan;

// Looks at all characters and reports those that Ishi does not know.
kf_ishi_scan kf_ishi_scan_begin(const kf_source *source, kf_arena *arena, kf_log *log);
// The next line; false at the end of the text.
bool kf_ishi_scan_next(kf_ishi_scan *scan, kf_ishi_line *line);
// The text of the source from one offset to another, without control characters.
kf_text kf_ishi_scan_cut(kf_ishi_scan *scan, size_t begin, size_t end);
// The place of a piece of a line, for the log.
kf_place kf_ishi_scan_place(kf_ishi_scan *scan, const kf_ishi_line *line, const char *piece);

#endif
