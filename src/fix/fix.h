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
    // The record's text, in that of its source: of a stream a piece, else all. What counts from the
    // front of the text counts from there.
    kf_text text;
    size_t begin;
    kf_fixing fixing;
    kf_fix_edit *edits; // in the order of the text, without overlaps
    size_t count, capacity;
    kf_reading usual; // where nobody says how
    // The pass under way: one edit may show what is wrong beside it, so the text with all edits so
    // far is read again until nothing is found.
    const kf_record *now;
    // What is known of the character set: of the file, later of the file as it would be written.
    const kf_source *judged;
    struct kf_fix_found *found; // edits of its text, in the order of finding, then of the text
    size_t found_count, found_capacity;
    struct kf_fix_note {
        size_t offset; // in the record's text
        const char *what;
    } * notes; // what is to be told
    size_t note_count, note_capacity;
};

typedef struct kf_fix_found {
    kf_fix_edit edit;
    size_t order;
} kf_fix_found;

// What finds the edits of a notation, by its name. One row of the table in fix.c each.
typedef struct kf_fixer {
    const char *format;
    void (*find)(kf_fix *fix);
} kf_fixer;

// A change that a fixer proposes: of a piece of the text of `fix->now`.
typedef struct kf_fix_change {
    size_t offset, length;
    kf_text text;
    kf_code code; // that it mends
    bool is_guess;
} kf_fix_change;

// For fixers, which run in a protected call: notes one change, if it is wanted. The texts are
// copied.
void kf_fix_add(kf_fix *fix, const kf_fix_change *change, const char *what);

// The fixers.
void kf_fix_davar(kf_fix *fix);
void kf_fix_ishi(kf_fix *fix);
void kf_fix_sgf(kf_fix *fix);

#endif
