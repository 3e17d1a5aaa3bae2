// SPDX-License-Identifier: MIT
// The table of fixers, and putting their edits into the text.

#include "fix/fix.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/text.h"

static const kf_fixer fixers[] = {
    {"davar/capture-missing", "davar", kf_fix_davar},
    {"go/prisoner", "ishi", kf_fix_ishi},
    {"go/prisoner", "sgf", kf_fix_sgf},
};

enum { FIXERS = sizeof fixers / sizeof *fixers };

void kf_fix_add(kf_fix *fix, size_t offset, size_t length, kf_text text, const char *what) {
    fix->edits =
        kf_arena_grow(fix->arena, fix->edits, &fix->capacity, fix->count + 1, sizeof *fix->edits);
    char *copy = kf_arena_copy(fix->arena, text.data, text.length);
    fix->edits[fix->count++] = (kf_fix_edit){
        offset, length, {copy, text.length}, kf_arena_copy(fix->arena, what, strlen(what))};
}

static int by_offset(const void *a, const void *b) {
    const kf_fix_edit *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static void find(void *context) {
    kf_fix *fix = context;
    const kf_format *format = kf_format_of(fix->record);
    for (size_t i = 0; i < FIXERS && format != NULL; i++)
        if (strcmp(fixers[i].format, kf_format_name(format)) == 0)
            fixers[i].find(fix);
    if (fix->count > 1)
        qsort(fix->edits, fix->count, sizeof *fix->edits, by_offset);
}

// The fix stands in its own arena, which is freed with it.
static void begin(void *context) {
    kf_fix **fix = context;
    kf_arena *arena = (*fix)->arena;
    kf_fix *copy = kf_arena_alloc(arena, sizeof *copy);
    *copy = **fix;
    if (copy->how == NULL)
        copy->how = &copy->usual;
    *fix = copy;
    find(copy);
}

static void report(const kf_fix *fix, kf_log *log) {
    for (size_t i = 0; i < fix->count; i++) {
        kf_place place = {.source = fix->record->source, .offset = fix->edits[i].offset};
        kf_log_add(log, KF_FIX_DONE, place, "fixed: %s", fix->edits[i].what);
    }
}

kf_fix *kf_fix_new(const kf_record *record, const kf_reading *how, kf_log *log) {
    kf_fix start = {.arena = kf_arena_new(), .record = record, .how = how}, *fix = &start;
    if (start.arena != NULL && kf_arena_try(start.arena, begin, &fix)) {
        report(fix, log);
        return fix;
    }
    kf_arena_free(start.arena);
    kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return NULL;
}

void kf_fix_free(kf_fix *fix) {
    if (fix != NULL)
        kf_arena_free(fix->arena);
}

size_t kf_fix_count(const kf_fix *fix) {
    return fix->count;
}

const kf_fix_edit *kf_fix_edit_at(const kf_fix *fix, size_t index) {
    return index < fix->count ? &fix->edits[index] : NULL;
}

// ---- Writing ----

// A piece of the file as it is, then an edit, and so on: nothing is copied.
bool kf_fix_write(const kf_fix *fix, kf_sink *sink, void *context, kf_log *log) {
    const kf_source *source = fix->record->source;
    size_t at = 0;
    if (kf_text_starts(kf_text_of(source->charset), KF_TEXT("UTF-16")) ||
        kf_text_starts(kf_text_of(source->charset), KF_TEXT("UTF-32"))) {
        kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){0},
                   "'%.200s' is in %s and cannot be mended in place; convert it first",
                   source->name, source->charset);
        return false;
    }
    for (size_t i = 0; i <= fix->count; i++) {
        const kf_fix_edit *edit = i < fix->count ? &fix->edits[i] : NULL;
        size_t begin =
            edit == NULL ? source->bytes.length : (size_t)kf_source_byte_of(source, edit->offset);
        if (begin > at && !sink(context, source->bytes.data + at, begin - at))
            return false;
        if (edit == NULL)
            break;
        if (edit->text.length > 0 && !sink(context, edit->text.data, edit->text.length))
            return false;
        at = (size_t)kf_source_byte_of(source, edit->offset + edit->length);
    }
    return true;
}

// ---- The difference ----

enum { CONTEXT = 3 };

// A line of the old text: where it begins, where the next one does.
typedef struct lines {
    size_t *begins; // one more than there are lines: the last is the text's length
    size_t count;
} lines;

static lines split(kf_arena *arena, kf_text text) {
    size_t breaks = 0;
    for (size_t i = 0; i < text.length; i++)
        breaks += text.data[i] == '\n' || text.data[i] == '\r';
    lines l = {kf_arena_resize(arena, NULL, (breaks + 2) * sizeof *l.begins), 0};
    kf_text rest = text, line;
    l.begins[0] = 0;
    while (kf_text_line(&rest, &line))
        l.begins[++l.count] = (size_t)(rest.data - text.data);
    return l;
}

static size_t line_of(const lines *l, size_t offset) {
    size_t low = 0, high = l->count;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (l->begins[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Adds a text as lines with a sign before each.
static size_t add_lines(kf_buffer *out, char sign, kf_text text) {
    size_t count = 0;
    for (kf_text line; kf_text_line(&text, &line); count++) {
        kf_buffer_add_char(out, sign);
        kf_buffer_add_text(out, line);
        kf_buffer_add_char(out, '\n');
    }
    return count;
}

// A run of edits whose contexts meet.
typedef struct hunk {
    size_t first, last; // edits, the last one included
    size_t begin, end;  // lines of the old text, with context
    kf_buffer body;
    size_t olds, news;
} hunk;

// The last line that an edit touches. One that only puts whole lines in touches none of the old.
static size_t end_of(const lines *l, const kf_fix_edit *edit) {
    size_t line = line_of(l, edit->offset);
    if (edit->length == 0)
        return l->begins[line] == edit->offset ? line : line + 1;
    return line_of(l, edit->offset + edit->length - 1) + 1;
}

static void add_context(hunk *h, const kf_fix *fix, const lines *l, size_t from, size_t to) {
    kf_text text = fix->record->source->text;
    if (from >= to)
        return;
    size_t count = add_lines(&h->body, ' ', kf_text_cut(text, l->begins[from], l->begins[to]));
    h->olds += count;
    h->news += count;
}

// The edits that share lines, as those lines taken out and put in again. Returns the edit behind.
static size_t add_change(hunk *h, const kf_fix *fix, const lines *l, size_t i, size_t *line) {
    kf_text text = fix->record->source->text;
    kf_buffer fresh = {.arena = fix->arena};
    size_t from = line_of(l, fix->edits[i].offset), to = from, at = l->begins[from];
    if (fix->edits[i].offset == text.length)
        from = to = l->count, at = text.length;
    add_context(h, fix, l, *line, from);
    do {
        const kf_fix_edit *edit = &fix->edits[i++];
        size_t end = edit->offset == text.length ? l->count : end_of(l, edit);
        kf_buffer_add_text(&fresh, kf_text_cut(text, at, edit->offset));
        kf_buffer_add_text(&fresh, edit->text);
        at = edit->offset + edit->length;
        to = end > to ? end : to;
    } while (i <= h->last && fix->edits[i].offset < l->begins[to]);
    kf_buffer_add_text(&fresh, kf_text_cut(text, at, l->begins[to]));
    h->olds += add_lines(&h->body, '-', kf_text_cut(text, l->begins[from], l->begins[to]));
    h->news += add_lines(&h->body, '+', kf_buffer_text(&fresh));
    *line = to;
    return i;
}

static void add_hunk(hunk *h, const kf_fix *fix, const lines *l, kf_buffer *out, size_t *shift) {
    size_t line = h->begin;
    for (size_t i = h->first; i <= h->last;)
        i = add_change(h, fix, l, i, &line);
    add_context(h, fix, l, line, h->end > line ? h->end : line);
    kf_buffer_add_string(out, "@@ -");
    kf_buffer_add_number(out, (long)(h->begin + (h->olds > 0)));
    kf_buffer_add_char(out, ',');
    kf_buffer_add_number(out, (long)h->olds);
    kf_buffer_add_string(out, " +");
    kf_buffer_add_number(out, (long)(h->begin + *shift + (h->news > 0)));
    kf_buffer_add_char(out, ',');
    kf_buffer_add_number(out, (long)h->news);
    kf_buffer_add_string(out, " @@\n");
    kf_buffer_add_text(out, kf_buffer_text(&h->body));
    *shift += h->news - h->olds;
}

static void compare(const kf_fix *fix, kf_buffer *out) {
    lines l = split(fix->arena, fix->record->source->text);
    size_t shift = 0;
    for (size_t i = 0; i < fix->count;) {
        hunk h = {.first = i, .last = i, .body = {.arena = fix->arena}};
        size_t line = line_of(&l, fix->edits[i].offset), end = end_of(&l, &fix->edits[i]);
        h.begin = line > CONTEXT ? line - CONTEXT : 0;
        for (i++; i < fix->count && line_of(&l, fix->edits[i].offset) <= end + CONTEXT + CONTEXT;
             i++) {
            h.last = i;
            end = end_of(&l, &fix->edits[i]);
        }
        h.end = end + CONTEXT < l.count ? end + CONTEXT : l.count;
        add_hunk(&h, fix, &l, out, &shift);
    }
}

// One difference, for the protected call.
typedef struct difference {
    const kf_fix *fix;
    kf_buffer out;
} difference;

static void make_difference(void *context) {
    difference *d = context;
    compare(d->fix, &d->out);
}

bool kf_fix_diff(const kf_fix *fix, kf_sink *sink, void *context, kf_log *log) {
    difference d = {fix, {.arena = fix->arena}};
    kf_arena_level level = kf_arena_mark(fix->arena);
    bool is_made = kf_arena_try(fix->arena, make_difference, &d);
    bool is_good = is_made && (d.out.length == 0 || sink(context, d.out.data, d.out.length));
    if (!is_made)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_arena_rewind(fix->arena, level);
    return is_good;
}
