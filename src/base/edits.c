// SPDX-License-Identifier: MIT
// Edits of a text, packed.
//
// A file that is wrong in every byte has as many edits as bytes, so an edit takes what it has to
// say and no more: numbers of seven bits a byte, the distance from the edit before instead of the
// place, and the number of its words, of which there are few.

#include "base/edits.h"

#include <stdint.h>
#include <string.h>

enum { MARK = 256, NUMBER = 10, NUMBERS = 4, SEVEN = 7, HIGH = 0x80 };

// ---- Numbers ----

static size_t spell_number(char *bytes, uint64_t number) {
    size_t length = 0;
    for (; number >= HIGH; number >>= SEVEN)
        bytes[length++] = (char)(number | HIGH);
    bytes[length++] = (char)number;
    return length;
}

static uint64_t take_number(kf_edits_cursor *cursor) {
    const unsigned char *p = (const unsigned char *)cursor->edits->bytes.data + cursor->at;
    uint64_t number = 0;
    for (int shift = 0;; shift += SEVEN) {
        number |= (uint64_t)(*p & (HIGH - 1)) << shift;
        cursor->at++;
        if (*p++ < HIGH)
            return number;
    }
}

// ---- Texts ----

static kf_text take_text(kf_edits_cursor *cursor, size_t length) {
    kf_text text = {cursor->edits->bytes.data + cursor->at, length};
    cursor->at += length;
    return text;
}

static size_t parts_of(const char *what) {
    size_t count = 0;
    for (const char *p = strstr(what, "%s"); p != NULL; p = strstr(p + 2, "%s"))
        count++;
    return count;
}

// ---- The list ----

static bool is_kind(const struct kf_edits_kind *kind, const kf_edit *edit) {
    return kind->what == edit->what && kind->code == edit->code;
}

// The number of the edit's words, mostly those of the edit before.
static size_t kind_of(kf_edits *edits, const kf_edit *edit) {
    if (edits->kind < edits->kind_count && is_kind(&edits->kinds[edits->kind], edit))
        return edits->kind;
    size_t kind = 0;
    while (kind < edits->kind_count && !is_kind(&edits->kinds[kind], edit))
        kind++;
    if (kind == edits->kind_count) {
        edits->kinds = kf_arena_grow(edits->bytes.arena, edits->kinds, &edits->kind_room, kind + 1,
                                     sizeof *edits->kinds);
        edits->kinds[edits->kind_count++] =
            (struct kf_edits_kind){edit->what, edit->code, parts_of(edit->what)};
    }
    return edits->kind = kind;
}

static void mark(kf_edits *edits) {
    edits->marks = kf_arena_grow(edits->bytes.arena, edits->marks, &edits->mark_room,
                                 edits->mark_count + 1, sizeof *edits->marks);
    edits->marks[edits->mark_count++] = (struct kf_edits_mark){edits->bytes.length, edits->last};
}

// Whether the first stands before the second, whichever was added first.
static bool is_before(const kf_edit *first, const kf_edit *second) {
    return first->offset < second->offset ||
           (first->offset == second->offset && first->length == 0 && second->length > 0);
}

void kf_edits_add(kf_edits *edits, const kf_edit *edit) {
    kf_buffer *out = &edits->bytes;
    const kf_edit before = {.offset = edits->last, .length = edits->end - edits->last};
    if (edits->count > 0) {
        edits->is_unordered = edits->is_unordered || is_before(edit, &before);
        edits->has_overlaps = edits->has_overlaps || edit->offset < edits->end;
    }
    if (edits->count % MARK == 0)
        mark(edits);
    bool is_back = edit->offset < edits->last;
    uint64_t step = is_back ? edits->last - edit->offset : edit->offset - edits->last;
    size_t kind = kind_of(edits, edit);
    const uint64_t numbers[] = {step << 1 | is_back, edit->length, kind, edit->text.length};
    char bytes[NUMBERS * NUMBER];
    size_t length = 0;
    for (size_t i = 0; i < NUMBERS; i++)
        length += spell_number(bytes + length, numbers[i]);
    kf_buffer_add(out, bytes, length);
    kf_buffer_add_text(out, edit->text);
    for (size_t i = 0; i < edits->kinds[kind].parts; i++) {
        kf_buffer_add(out, bytes, spell_number(bytes, edit->parts[i].length));
        kf_buffer_add_text(out, edit->parts[i]);
    }
    edits->last = edit->offset;
    edits->end = edit->offset + edit->length;
    edits->count++;
}

kf_edits_cursor kf_edits_from(const kf_edits *edits, size_t index) {
    kf_edits_cursor cursor = {edits, 0, 0};
    kf_edit passed;
    if (index / MARK < edits->mark_count) {
        cursor.at = edits->marks[index / MARK].at;
        cursor.offset = edits->marks[index / MARK].offset;
    }
    for (size_t i = index / MARK * MARK; i < index; i++)
        kf_edits_next(&cursor, &passed);
    return cursor;
}

bool kf_edits_next(kf_edits_cursor *cursor, kf_edit *edit) {
    if (cursor->at >= cursor->edits->bytes.length)
        return false;
    uint64_t step = take_number(cursor);
    cursor->offset += (step & 1) != 0 ? 0 - (size_t)(step >> 1) : (size_t)(step >> 1);
    *edit = (kf_edit){.offset = cursor->offset, .length = (size_t)take_number(cursor)};
    const struct kf_edits_kind *kind = &cursor->edits->kinds[take_number(cursor)];
    edit->code = kind->code;
    edit->what = kind->what;
    edit->text = take_text(cursor, (size_t)take_number(cursor));
    for (size_t i = 0; i < kind->parts; i++)
        edit->parts[i] = take_text(cursor, (size_t)take_number(cursor));
    return true;
}

const kf_edit *kf_edits_at(const kf_edits *edits, kf_edits_look *look, size_t index) {
    bool is_begun = look->cursor.edits == edits;
    if (is_begun && index + 1 == look->next)
        return &look->edit;
    if (!is_begun || index != look->next)
        look->cursor = kf_edits_from(edits, index);
    kf_edits_next(&look->cursor, &look->edit);
    look->next = index + 1;
    return &look->edit;
}

void kf_edits_clear(kf_edits *edits) {
    kf_arena *arena = edits->bytes.arena;
    kf_arena_release(arena, edits->bytes.data);
    kf_arena_release(arena, edits->kinds);
    kf_arena_release(arena, edits->marks);
    *edits = (kf_edits){.bytes.arena = arena};
}

// ---- The order of the text ----

// A list that is gone through, with the edit that comes next.
typedef struct ahead {
    kf_edits_cursor cursor;
    kf_edit edit;
    bool is_run; // there is one, and it belongs to the run in hand
} ahead;

static void go_on(ahead *a) {
    kf_edit before = a->edit;
    a->is_run = kf_edits_next(&a->cursor, &a->edit) && !is_before(&a->edit, &before);
}

static ahead begin_run(kf_edits_cursor cursor) {
    ahead a = {.cursor = cursor};
    a.is_run = kf_edits_next(&a.cursor, &a.edit);
    return a;
}

// Behind the run that begins at the cursor.
static kf_edits_cursor end_of_run(kf_edits_cursor cursor) {
    kf_edits_cursor end = cursor;
    for (ahead a = begin_run(cursor); a.is_run; go_on(&a))
        end = a.cursor;
    return end;
}

// Puts each two runs of edits that are in order together. Texts of a million edits are packed, and
// cannot be changed places with; what is added twice is added in the same order.
static kf_edits merge_runs(const kf_edits *from) {
    kf_edits to = {.bytes.arena = from->bytes.arena};
    for (kf_edits_cursor cursor = {from, 0, 0}; cursor.at < from->bytes.length;) {
        ahead one = begin_run(cursor);
        cursor = end_of_run(cursor);
        ahead two = begin_run(cursor);
        while (one.is_run || two.is_run) {
            ahead *next =
                !one.is_run || (two.is_run && is_before(&two.edit, &one.edit)) ? &two : &one;
            kf_edits_add(&to, &next->edit);
            if (next == &two)
                cursor = two.cursor;
            go_on(next);
        }
    }
    return to;
}

static kf_edits without_overlaps(const kf_edits *from) {
    kf_edits to = {.bytes.arena = from->bytes.arena};
    kf_edits_cursor cursor = kf_edits_from(from, 0);
    for (kf_edit edit; kf_edits_next(&cursor, &edit);)
        if (to.count == 0 || edit.offset >= to.end)
            kf_edits_add(&to, &edit);
    return to;
}

void kf_edits_settle(kf_edits *edits) {
    while (edits->is_unordered) {
        kf_edits merged = merge_runs(edits);
        kf_edits_clear(edits);
        *edits = merged;
    }
    if (edits->has_overlaps) {
        kf_edits kept = without_overlaps(edits);
        kf_edits_clear(edits);
        *edits = kept;
    }
}

// ---- For people ----

void kf_edits_say(const kf_edit *edit, char words[KF_EDITS_WORDS]) {
    size_t length = 0, part = 0;
    for (const char *p = edit->what; *p != '\0'; p++) {
        bool is_part = strncmp(p, "%s", 2) == 0;
        kf_text piece = is_part ? edit->parts[part++] : (kf_text){p, 1};
        p += is_part;
        for (size_t i = 0; i < piece.length && length + 1 < KF_EDITS_WORDS; i++)
            words[length++] = piece.data[i];
    }
    words[length] = '\0';
}
