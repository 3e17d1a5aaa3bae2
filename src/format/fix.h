// SPDX-License-Identifier: MIT
// Mending a file's text at the very places that are wrong, so that the rest keeps its bytes.

#ifndef KIFU_FORMAT_FIX_H
#define KIFU_FORMAT_FIX_H

#include <kifu/kifu.h>

#include "base/buffer.h"
#include "record/record.h"

// One change: a piece of the source's text and what comes in its place, both possibly empty.
typedef struct kf_fix_edit {
    size_t offset, length;
    kf_text text;
    const char *what; // for people, one line
} kf_fix_edit;

// A file being mended. All of it lives in the arena; the calls are made in a protected call.
typedef struct kf_fix {
    kf_arena *arena;
    const kf_record *record;
    const kf_reading *how; // it was read
    kf_fix_edit *edits;    // in the order of the text, without overlaps
    size_t count, capacity;
} kf_fix;

// A thing that can be mended: the code that reports it, the notation it knows how to mend (by
// name), and what finds the edits. One row of the table in fix.c each.
typedef struct kf_fixer {
    const char *code;
    const char *format;
    const char *title;
    void (*find)(kf_fix *fix);
} kf_fixer;

// The rows of the table; NULL behind the last.
const kf_fixer *kf_fix_at(size_t index);
// Runs all fixers that know the record's notation.
void kf_fix_find(kf_fix *fix);
// For fixers: notes one change. The texts are copied.
void kf_fix_add(kf_fix *fix, size_t offset, size_t length, kf_text text, const char *what);
// The file's bytes with all edits made. False: the bytes are in a charset of two bytes a character,
// and what the edits bring would not fit.
bool kf_fix_apply(const kf_fix *fix, kf_buffer *out);
// What changes, as a unified diff of the text with three lines of context.
void kf_fix_diff(const kf_fix *fix, kf_buffer *out);

// The fixers.
void kf_fix_davar(kf_fix *fix);
void kf_fix_ishi(kf_fix *fix);
void kf_fix_sgf(kf_fix *fix);

#endif
