// SPDX-License-Identifier: MIT
// What a fix changes, as a unified difference that `patch` takes.

#include <string.h>

#include "base/charset/encode.h"
#include "base/text.h"
#include "fix/fix.h"

enum { CONTEXT = 3 };

// The old text as it is shown, and the edits in it.
typedef struct old {
    kf_text text;
    const kf_edits *edits;
    kf_edits_look look;
    size_t *begins; // of lines, one more than there are: the last is the text's length
    size_t count;   // of lines
} old;

// A run of lines taken out and put in again, with the edits that share them.
typedef struct change {
    size_t first, end; // edits, the last one not included
    size_t from, to;   // lines of the old text
    kf_buffer fresh;
} change;

// Changes whose contexts meet.
typedef struct hunk {
    size_t begin, end; // lines of the old text, so far
    kf_buffer body;
    size_t olds, news;
} hunk;

static bool ends_line(kf_text text) {
    return text.length > 0 && text.data[text.length - 1] == '\n';
}

// A line ends with its LF, as in `diff`: a CR before it belongs to the line.
static bool take_line(kf_text *rest, kf_text *line) {
    if (rest->length == 0)
        return false;
    const char *end = memchr(rest->data, '\n', rest->length);
    size_t length = end != NULL ? (size_t)(end - rest->data) + 1 : rest->length;
    *line = kf_text_cut(*rest, 0, length);
    *rest = kf_text_cut(*rest, length, rest->length);
    return true;
}

static void split(kf_arena *arena, old *o) {
    size_t room = 0;
    kf_text rest = o->text, line;
    o->begins = kf_arena_grow(arena, NULL, &room, 1, sizeof *o->begins);
    o->begins[0] = 0;
    while (take_line(&rest, &line)) {
        o->begins = kf_arena_grow(arena, o->begins, &room, o->count + 2, sizeof *o->begins);
        o->begins[++o->count] = (size_t)(rest.data - o->text.data);
    }
}

static kf_text lines_of(const old *o, size_t from, size_t to) {
    return kf_text_cut(o->text, o->begins[from], o->begins[to]);
}

// The line in which a place is; behind the last LF of the text there is none, but a place for one.
static size_t line_of(const old *o, size_t offset) {
    size_t low = 0, high = o->count;
    if (offset == o->text.length && (offset == 0 || ends_line(o->text)))
        return o->count;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (o->begins[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Behind the last line that an edit touches. One that puts whole lines in touches none of the old.
static size_t end_of(const old *o, const kf_edit *edit) {
    if (edit->length > 0)
        return line_of(o, edit->offset + edit->length - 1) + 1;
    size_t line = line_of(o, edit->offset);
    bool is_between =
        line == o->count || (o->begins[line] == edit->offset && ends_line(edit->text));
    return is_between ? line : line + 1;
}

// The change that begins with an edit.
static change find_change(kf_arena *arena, old *o, size_t first) {
    change c = {.first = first, .end = first, .fresh = {.arena = arena}};
    c.from = c.to = line_of(o, kf_edits_at(o->edits, &o->look, first)->offset);
    for (size_t at = o->begins[c.from];;) {
        const kf_edit *edit =
            c.end < o->edits->count ? kf_edits_at(o->edits, &o->look, c.end) : NULL;
        bool is_shared =
            edit != NULL && (c.end == first || c.to == o->count || edit->offset < o->begins[c.to]);
        if (is_shared) {
            size_t end = end_of(o, edit);
            kf_buffer_add_text(&c.fresh, kf_text_cut(o->text, at, edit->offset));
            kf_buffer_add_text(&c.fresh, edit->text);
            at = edit->offset + edit->length;
            c.to = end > c.to ? end : c.to;
            c.end++;
            continue;
        }
        kf_buffer_add_text(&c.fresh, kf_text_cut(o->text, at, o->begins[c.to]));
        at = o->begins[c.to];
        // Where the end of a line goes the next one is joined to it.
        kf_text fresh = kf_buffer_text(&c.fresh);
        if (fresh.length == 0 || ends_line(fresh) || c.to == o->count)
            return c;
        c.to++;
    }
}

// Adds a text as lines with a sign before each. What has no end of line is the end of the file.
static size_t add_lines(kf_buffer *out, char sign, kf_text text) {
    size_t count = 0;
    for (kf_text line; take_line(&text, &line); count++) {
        kf_buffer_add_char(out, sign);
        kf_buffer_add_text(out, line);
        if (!ends_line(line))
            kf_buffer_add_string(out, "\n\\ No newline at end of file\n");
    }
    return count;
}

static void add_context(hunk *h, const old *o, size_t to) {
    size_t count = add_lines(&h->body, ' ', lines_of(o, h->end, to));
    h->olds += count;
    h->news += count;
    h->end = to;
}

static void add_change(hunk *h, const old *o, change *c) {
    add_context(h, o, c->from);
    h->olds += add_lines(&h->body, '-', lines_of(o, c->from, c->to));
    h->news += add_lines(&h->body, '+', kf_buffer_text(&c->fresh));
    h->end = c->to;
    kf_arena_release(c->fresh.arena, c->fresh.data);
}

static void add_hunk(hunk *h, const old *o, kf_buffer *out, size_t *shift) {
    add_context(h, o, h->end + CONTEXT < o->count ? h->end + CONTEXT : o->count);
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
    kf_arena_release(h->body.arena, h->body.data);
    *shift += h->news - h->olds;
}

static void compare(kf_arena *arena, old *o, kf_buffer *out) {
    size_t shift = 0, next = 0;
    split(arena, o);
    while (next < o->edits->count) {
        change c = find_change(arena, o, next);
        hunk h = {.body = {.arena = arena}};
        h.begin = h.end = c.from > CONTEXT ? c.from - CONTEXT : 0;
        do {
            add_change(&h, o, &c);
            next = c.end;
            if (next < o->edits->count)
                c = find_change(arena, o, next);
        } while (next < o->edits->count && c.from <= h.end + CONTEXT + CONTEXT);
        add_hunk(&h, o, out, &shift);
    }
}

// Whether the text is decoded from bytes of UTF-8, which show as they are: with NULs, or damage.
static bool shows_bytes(const kf_source *source) {
    return source->map != NULL && strcmp(source->charset, "UTF-8") == 0 && !source->is_mixed;
}

// The edits of the text as those of the bytes.
static kf_edits edits_of_bytes(const kf_fix *fix) {
    const kf_source *source = fix->record->source;
    kf_edits edits = {.bytes.arena = fix->arena};
    kf_edits_cursor cursor = kf_edits_from(&fix->edits, 0);
    for (kf_edit edit; kf_edits_next(&cursor, &edit);) {
        kf_buffer text = {.arena = fix->arena};
        size_t end = (size_t)kf_source_byte_of(source, edit.offset + edit.length);
        const kf_encode_piece change = {edit.offset, edit.length, edit.text};
        kf_encode_change(source, &change, &text);
        edit.offset = (size_t)kf_source_byte_of(source, edit.offset);
        edit.length = end - edit.offset;
        edit.text = kf_buffer_text(&text);
        kf_edits_add(&edits, &edit);
        kf_arena_release(fix->arena, text.data);
    }
    return edits;
}

// One difference, for the protected call.
typedef struct difference {
    const kf_fix *fix;
    kf_buffer out;
} difference;

static void make_difference(void *context) {
    difference *d = context;
    const kf_fix *fix = d->fix;
    old o = {.text = fix->text, .edits = &fix->edits};
    kf_edits edits;
    if (fix->record != NULL && fix->record->end == 0 && shows_bytes(fix->record->source)) {
        edits = edits_of_bytes(fix);
        o.edits = &edits;
        o.text = fix->record->source->bytes;
    }
    compare(fix->arena, &o, &d->out);
}

bool kf_fix_diff(const kf_fix *fix, kf_sink *sink, void *context, kf_log *log) {
    if (fix->record == NULL && fix->text.data == NULL) // it was joined, and lacks its text
        return false;
    difference d = {fix, {.arena = fix->arena}};
    kf_arena_level level = kf_arena_mark(fix->arena);
    bool is_made = kf_arena_try(fix->arena, make_difference, &d);
    bool is_good = is_made && (d.out.length == 0 || sink(context, d.out.data, d.out.length));
    if (!is_made)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_arena_rewind(fix->arena, level);
    return is_good;
}
