// SPDX-License-Identifier: MIT
// Edits of a text, packed: what is wrong in every byte of a file has a million of them.

#ifndef KIFU_BASE_EDITS_H
#define KIFU_BASE_EDITS_H

#include "base/buffer.h"
#include "base/log.h"

// How long the words for an edit get, and how many parts they have at the most.
enum { KF_EDITS_WORDS = 200, KF_EDITS_PARTS = 3 };

// A piece of a text and what comes in its place, both possibly empty.
typedef struct kf_edit {
    size_t offset, length;
    kf_text text;
    kf_code code;     // what it mends
    const char *what; // for people, a constant; each %s in it is the next part
    kf_text parts[KF_EDITS_PARTS];
} kf_edit;

// A list of edits. `{.bytes.arena = a}` is an empty one.
typedef struct kf_edits {
    kf_buffer bytes; // one edit behind the other
    size_t count;
    size_t last, end;  // of the edit that was added last: where it begins and ends
    bool is_unordered; // some edit begins before the one that was added before it,
    bool has_overlaps; // or before that one's end
    struct kf_edits_kind {
        const char *what;
        kf_code code;
        size_t parts;
    } * kinds; // of words, which an edit names by their number
    size_t kind_count, kind_room, kind;
    struct kf_edits_mark {
        size_t at, offset;
    } * marks; // where every so many edits one begins, for finding edits by their number
    size_t mark_count, mark_room;
} kf_edits;

// Where somebody is in a list.
typedef struct kf_edits_cursor {
    const kf_edits *edits;
    size_t at, offset; // the next edit's bytes, and where the one before begins in the text
} kf_edits_cursor;

// The edit that was asked for last. `{.next = 0}` to begin with.
typedef struct kf_edits_look {
    kf_edits_cursor cursor;
    kf_edit edit;
    size_t next; // the index of the one behind it
} kf_edits_look;

// In a protected call of the list's arena: adds an edit, of which all but `what` is copied.
void kf_edits_add(kf_edits *edits, const kf_edit *edit);
// Before the edit of that index, which is at most their number.
kf_edits_cursor kf_edits_from(const kf_edits *edits, size_t index);
// The next edit; its texts are borrowed until the list changes. False: there are no more.
bool kf_edits_next(kf_edits_cursor *cursor, kf_edit *edit);
// The edit of an index, which is there; the cheapest is the one behind the last. Borrowed until the
// next one is asked for.
const kf_edit *kf_edits_at(const kf_edits *edits, kf_edits_look *look, size_t index);
// In a protected call: puts the edits into the order of the text; at one place those come first
// that take nothing out, and else the one that was added first. Of edits that overlap the first
// stays.
void kf_edits_settle(kf_edits *edits);
// Gives the memory back; the list is empty then.
void kf_edits_clear(kf_edits *edits);
// The words for an edit.
void kf_edits_say(const kf_edit *edit, char words[KF_EDITS_WORDS]);

#endif
