// SPDX-License-Identifier: MIT
// Mending a file's text at the very places that are wrong, so that the rest keeps its bytes.

#ifndef KIFU_FIX_FIX_H
#define KIFU_FIX_FIX_H

#include <kifu/check.h>

#include "base/buffer.h"
#include "record/record.h"

// A file being mended. All of it lives in the arena.
struct kf_fix {
    kf_arena *arena;
    const kf_record *record;
    const kf_reading *how; // it was read
    kf_fix_edit *edits;    // in the order of the text, without overlaps
    size_t count, capacity;
    kf_reading usual; // where nobody says how
};

// A thing that can be mended: the code that reports it, the notation it knows how to mend (by
// name), and what finds the edits. One row of the table in fix.c each.
typedef struct kf_fixer {
    const char *code;
    const char *format;
    void (*find)(kf_fix *fix);
} kf_fixer;

// For fixers, which run in a protected call: notes one change. The texts are copied.
void kf_fix_add(kf_fix *fix, size_t offset, size_t length, kf_text text, const char *what);

// The fixers.
void kf_fix_davar(kf_fix *fix);
void kf_fix_ishi(kf_fix *fix);
void kf_fix_sgf(kf_fix *fix);

#endif
