// SPDX-License-Identifier: MIT
// Mending a file's text at the very places that are wrong, so that the rest keeps its bytes.

#ifndef KIFU_FIX_FIX_H
#define KIFU_FIX_FIX_H

#include <kifu/check.h>

#include "base/edits.h"
#include "record/record.h"

// The edit that was asked for last.
struct kf_fix_shown {
    kf_edits_look look;
    kf_fix_edit edit;
    char words[KF_EDITS_WORDS];
};

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
    kf_edits edits; // in the order of the text, without overlaps
    // Its source, as it is known where all of the file has been read. Of a piece that is looked at
    // for itself NULL stands for it at first.
    const kf_source *origin;
    bool is_judged;   // by who fixes the file piece by piece, who takes what this makes of it
    bool has_nul;     // the file has NULs, which the text shows as U+2400
    kf_text made;     // the text with all edits, of such a piece
    kf_reading usual; // where nobody says how
    // The pass under way: one edit may show what is wrong beside it, so the text with all edits so
    // far is read again until nothing is found.
    const kf_record *now;
    // What is known of the character set: of the file, later of the file as it would be written.
    const kf_source *judged;
    bool is_misread;             // a reader would take it for something else
    bool is_left[KF_CODE_COUNT]; // of which nothing is fixed
    struct kf_fix_left {
        size_t offset; // in the record's text
        const char *why;
    } * left;
    size_t left_count, left_room;
    bool is_syntax; // what this pass found is what the reader repaired
    bool is_stuck;  // that is left as it is now
    size_t tried;   // bytes that were read to see what may be mended
    kf_edits found; // edits of its text, in the order of finding, then of the text
    // What is to be told: of all notes those at the front of the text, as many as the log keeps.
    struct kf_fix_note {
        size_t offset; // in the record's text
        size_t order;
        const char *words;
    } * notes;
    size_t note_count, note_capacity, note_total, note_limit;
    size_t note_end;            // notes from there on are told by nobody
    struct kf_fix_shown *shown; // the edit that was asked for last
};

// What finds the edits of a notation, by its name. One row of the table in fix.c each.
typedef struct kf_fixer {
    const char *format;
    void (*find)(kf_fix *fix);
} kf_fixer;

// A fix of the record of that one, with what that one says beside. NULL: no memory, and the log
// says so.
kf_fix *kf_fix_find(const kf_fix *like, kf_log *log);
// In protected calls. A copy of the fix in its own arena, which is freed with it, for the text of
// its record.
kf_fix *kf_fix_begin(const kf_fix *fix);
// Makes a text as edits make it, with what a reader needs behind it.
void kf_fix_apply(const kf_edits *edits, kf_text now, kf_buffer *out);
// Reads the text, with the edits so far, as a record of its own, which is `fix->now` then: noted in
// a slot of the fix's arena. Where edits made the text it stays with the caller, longer than that.
void **kf_fix_read(kf_fix *fix, kf_text now);
// What a reader would take the character set of the file for with the edits so far, and whether it
// would read that text.
const kf_source *kf_fix_judge(kf_fix *fix, kf_text now, bool *is_same);

// For fixers, which run in a protected call: notes an edit of the text of `fix->now`, if it is
// wanted. The texts are copied.
void kf_fix_add(kf_fix *fix, const kf_edit *edit, bool is_guess);

// The fixers.
void kf_fix_davar(kf_fix *fix);
void kf_fix_ishi(kf_fix *fix);
void kf_fix_sgf(kf_fix *fix);
// Lists of prisoners in SGF, as part of that.
void kf_fix_prisoner(kf_fix *fix);

#endif
