// SPDX-License-Identifier: MIT
// The text of one input: its bytes, its UTF-8 form, and byte -> line and column.

#ifndef KIFU_BASE_SOURCE_H
#define KIFU_BASE_SOURCE_H

#include <kifu/kifu.h>

#include "base/arena.h"

// Behind the text stand this many NUL bytes, so that a reader may look ahead without a test.
enum { KF_SOURCE_PADDING = 32 };

typedef struct kf_source {
    kf_arena *arena;
    const char *name;    // as the caller named it, or ""
    kf_text bytes;       // as they came; padded like the text
    kf_text text;        // valid UTF-8 without NUL; the bytes themselves whenever they are that
    const char *charset; // of the bytes, by its iconv name
    bool is_repaired;    // bytes or NULs were replaced: the text says something else
    struct kf_source_index *index; // lines, made by the first look-up
    struct kf_charset_map *map;    // text -> bytes, where they differ; else NULL
} kf_source;

// A line and column for an offset in the text.
typedef struct kf_position {
    size_t line, column; // from 1; columns in characters
    uint64_t byte;       // offset in `bytes`
    size_t line_begin;   // offset of the line in the text
} kf_position;

// The place in the file of an offset in the text. Takes constant time beside a first scan.
// False when there is no memory for the index.
bool kf_source_locate(const kf_source *source, size_t offset, kf_position *position);

// An input of `length` bytes in a block of `length + KF_SOURCE_PADDING` bytes got from
// kf_arena_resize, which the source takes over. The text is set by kf_charset_decode.
kf_source *kf_source_new(kf_arena *arena, const char *name, char *block, size_t length);

#endif
