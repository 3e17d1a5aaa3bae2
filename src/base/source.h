// SPDX-License-Identifier: MIT
// The text of one input: its bytes, its UTF-8 form, and byte -> line and column.

#ifndef KIFU_BASE_SOURCE_H
#define KIFU_BASE_SOURCE_H

#include <kifu/base.h>

#include "base/buffer.h"

// Behind the text stand this many NUL bytes, so that a reader may look ahead without a test.
enum { KF_SOURCE_PADDING = 32 };

typedef struct kf_source {
    kf_arena *arena;
    const char *name;    // as the caller named it, or ""
    kf_text bytes;       // as they came; padded like the text
    kf_text text;        // valid UTF-8 without NUL; the bytes themselves whenever they are that
    const char *charset; // of the bytes, by its iconv name
    kf_charset_why why;  // it was taken
    int sure;            // per cent, where it was recognised
    bool is_mixed;       // some games are in another set
    bool is_repaired;    // bytes or NULs were replaced: the text says something else
    struct kf_source_index *index; // lines, made by the first look-up
    // Text -> bytes, where they differ; else NULL. Who decoded the text knows how.
    struct kf_charset_map *map;
    uint64_t (*byte_of)(const struct kf_source *source, size_t offset);
    // Of an input that is read piece by piece the text and the bytes are a window. What went by
    // before it: whole lines, then characters, then bytes.
    size_t lines_before, columns_before;
    uint64_t bytes_before;
} kf_source;

// A line and column for an offset in the text.
typedef struct kf_position {
    size_t line, column; // from 1; columns in characters
    uint64_t byte;       // offset in `bytes`
    size_t line_begin;   // offset of the line in the text
} kf_position;

// The place in the file of an offset in the text. Takes constant time beside a first scan.
// Without memory for an index it takes a scan each time.
kf_position kf_source_locate(const kf_source *source, size_t offset);

// The offset in the bytes of an offset in the text.
uint64_t kf_source_byte_of(const kf_source *source, size_t offset);

// Moves the window on: forgets so much of the text, and so many bytes, at its front. The text and
// the bytes are moved by the caller, afterwards.
void kf_source_forget(kf_source *source, size_t text, size_t bytes);

// An input of `length` bytes in a block of `length + KF_SOURCE_PADDING` bytes got from
// kf_arena_resize, which the source takes over. The text is set by kf_charset_decode.
kf_source *kf_source_new(kf_arena *arena, const char *name, char *block, size_t length);

// Puts the padding behind a text, which stays as long as it is.
void kf_source_pad(kf_buffer *text);

#endif
