// SPDX-License-Identifier: MIT
// The table of fixers, and putting their edits into the text.

#include "fix/fix.h"

#include <stdlib.h>
#include <string.h>

#include "base/charset/charset.h"
#include "base/charset/choice.h"
#include "base/log.h"
#include "base/text.h"
#include "format/format.h"

static const kf_fixer fixers[] = {
    {"davar", kf_fix_davar},
    {"ishi", kf_fix_ishi},
    {"sgf", kf_fix_sgf},
};

enum { FIXERS = sizeof fixers / sizeof *fixers, PASSES = 12 };

// ---- What is wanted ----

// Whether a list of codes, or of fronts of codes, names the code.
static bool names(const char *list, const char *code) {
    while (list != NULL && *list != '\0') {
        size_t length = strcspn(list, ",");
        if (length > 0 && strncmp(list, code, length) == 0 &&
            (code[length] == '\0' || list[length - 1] == '/'))
            return true;
        list += length + (list[length] == ',');
    }
    return false;
}

void kf_fix_add(kf_fix *fix, const kf_fix_change *change, const char *what) {
    const char *code = kf_log_code(change->code)->path;
    kf_arena *arena = fix->arena;
    if ((change->is_guess && !fix->fixing.guesses) ||
        (fix->fixing.only != NULL && !names(fix->fixing.only, code)) ||
        names(fix->fixing.leave, code))
        return;
    size_t front = fix->now == fix->record ? fix->begin : 0;
    fix->found = kf_arena_grow(arena, fix->found, &fix->found_capacity, fix->found_count + 1,
                               sizeof *fix->found);
    kf_text text = {kf_arena_copy(arena, change->text.data, change->text.length),
                    change->text.length};
    kf_fix_edit edit = {change->offset - front, change->length, text,
                        kf_arena_copy(arena, what, strlen(what))};
    fix->found[fix->found_count] = (kf_fix_found){edit, fix->found_count};
    fix->found_count++;
}

static int by_offset(const void *a, const void *b) {
    const kf_fix_found *x = a, *y = b;
    int order = (x->edit.offset > y->edit.offset) - (x->edit.offset < y->edit.offset);
    // What is put in at a place stands before what is taken out from there on.
    if (order == 0)
        order = (x->edit.length > 0) - (y->edit.length > 0);
    return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

// Puts what was found into the order of the text. Of changes that overlap the first counts; the
// others are found again in the next pass, if there is still something to them.
static void settle(kf_fix *fix) {
    size_t kept = 0, end = 0;
    if (fix->found_count > 1)
        qsort(fix->found, fix->found_count, sizeof *fix->found, by_offset);
    for (size_t i = 0; i < fix->found_count; i++) {
        const kf_fix_edit *edit = &fix->found[i].edit;
        if (kept > 0 && edit->offset < end)
            continue;
        end = edit->offset + edit->length;
        fix->found[kept++] = fix->found[i];
    }
    fix->found_count = kept;
}

// ---- Passes ----

static void add_edit(kf_fix *fix, kf_fix_edit **edits, size_t *count, size_t *room,
                     kf_fix_edit edit) {
    *edits = kf_arena_grow(fix->arena, *edits, room, *count + 1, sizeof **edits);
    (*edits)[(*count)++] = edit;
}

static void add_note(kf_fix *fix, size_t offset, const char *what) {
    fix->notes = kf_arena_grow(fix->arena, fix->notes, &fix->note_capacity, fix->note_count + 1,
                               sizeof *fix->notes);
    fix->notes[fix->note_count++] = (struct kf_fix_note){offset, what};
}

// Edits of this pass that meet each other or edits before, as one of the record's text. `i` and
// `j` are moved behind those; `delta` is how far what follows was moved by the edits before.
static kf_fix_edit join(kf_fix *fix, kf_text now, size_t *i, size_t *j, size_t *delta) {
    const size_t none = SIZE_MAX;
    size_t old = *i < fix->count ? fix->edits[*i].offset + *delta : none;
    size_t fresh = *j < fix->found_count ? fix->found[*j].edit.offset : none;
    size_t begin = old < fresh ? old : fresh, end = begin, moved = *delta, first = *j;
    const char *what = NULL;
    for (;;) {
        const kf_fix_edit *before = *i < fix->count ? &fix->edits[*i] : NULL;
        const kf_fix_edit *found = *j < fix->found_count ? &fix->found[*j].edit : NULL;
        if (before != NULL && before->offset + moved <= end) {
            size_t behind = before->offset + moved + before->text.length;
            end = behind > end ? behind : end;
            moved += before->text.length - before->length;
            what = what == NULL ? before->what : what;
            ++*i;
        } else if (found != NULL && found->offset <= end) {
            size_t behind = found->offset + found->length;
            end = behind > end ? behind : end;
            what = what == NULL ? found->what : what;
            size_t place = found->offset - moved, least = begin - *delta;
            bool is_before = found->offset < moved || place < least;
            add_note(fix, is_before ? least : place, found->what);
            ++*j;
        } else {
            break;
        }
    }
    kf_buffer text = {.arena = fix->arena};
    size_t at = begin;
    for (size_t k = first; k < *j; k++) {
        const kf_fix_edit *found = &fix->found[k].edit;
        kf_buffer_add_text(&text, kf_text_cut(now, at, found->offset));
        kf_buffer_add_text(&text, found->text);
        at = found->offset + found->length;
    }
    kf_buffer_add_text(&text, kf_text_cut(now, at, end));
    kf_fix_edit joined = {begin - *delta, (end - moved) - (begin - *delta), kf_buffer_text(&text),
                          what};
    *delta = moved;
    return joined;
}

// Makes edits of the record's text of those that were found in the text of this pass.
static void compose(kf_fix *fix, kf_text now) {
    kf_fix_edit *edits = NULL;
    size_t count = 0, room = 0, delta = 0;
    for (size_t i = 0; i < fix->found_count && fix->count == 0; i++) {
        add_edit(fix, &edits, &count, &room, fix->found[i].edit);
        add_note(fix, fix->found[i].edit.offset, fix->found[i].edit.what);
    }
    bool is_first = fix->count == 0;
    for (size_t i = 0, j = 0; !is_first && (i < fix->count || j < fix->found_count);)
        add_edit(fix, &edits, &count, &room, join(fix, now, &i, &j, &delta));
    fix->edits = edits;
    fix->count = count;
    fix->capacity = room;
}

// The text with what was found in this pass.
static kf_text apply(kf_fix *fix, kf_text now) {
    kf_buffer out = {.arena = fix->arena};
    size_t at = 0;
    for (size_t i = 0; i < fix->found_count; i++) {
        const kf_fix_edit *edit = &fix->found[i].edit;
        kf_buffer_add_text(&out, kf_text_cut(now, at, edit->offset));
        kf_buffer_add_text(&out, edit->text);
        at = edit->offset + edit->length;
    }
    kf_buffer_add_text(&out, kf_text_cut(now, at, now.length));
    return kf_buffer_text(&out);
}

// A text being read again, with notes of what its reader mends.
typedef struct again {
    kf_record *record;
    kf_text text;
    const kf_fix *fix;
} again;

static void read_again(void *context) {
    again *a = context;
    kf_record *record = a->record;
    char *block = kf_arena_resize(record->arena, NULL, a->text.length + KF_SOURCE_PADDING);
    memcpy(block, a->text.data, a->text.length);
    record->source = kf_source_new(record->arena, "", block, a->text.length);
    record->format = kf_format_of(a->fix->record);
    kf_format_limit(record, a->fix->how);
    record->notes_mends = true;
    record->format->read(record, a->fix->how, NULL);
}

static void free_record(void *record) {
    kf_record_free(record);
}

// Whether the notation's reader notes what it mends.
static bool is_read_again(const kf_fix *fix) {
    const kf_format *format = kf_format_of(fix->record);
    return format != NULL && strcmp(kf_format_name(format), "sgf") == 0;
}

static void find(kf_fix *fix) {
    const kf_format *format = kf_format_of(fix->record);
    fix->found_count = 0;
    for (size_t i = 0; i < FIXERS && format != NULL; i++)
        if (strcmp(fixers[i].format, kf_format_name(format)) == 0)
            fixers[i].find(fix);
    settle(fix);
}

// Reads the text with the edits so far as a record of its own, noted in a slot of the fix's arena.
static void **read_now(kf_fix *fix, kf_text now) {
    void **slot = kf_arena_slot(fix->arena, free_record);
    again a = {kf_record_new(), now, fix};
    *slot = a.record;
    if (a.record == NULL || !kf_arena_try(a.record->arena, read_again, &a))
        kf_arena_fail(fix->arena);
    fix->now = a.record;
    return slot;
}

// Goes through the text until nothing more is found in it. What the record itself says of its text
// need not be read again.
static kf_text find_in(kf_fix *fix, kf_text now) {
    const kf_record *record = fix->record;
    bool is_again = is_read_again(fix);
    for (int pass = 0; pass < (is_again ? PASSES : 1); pass++) {
        bool is_known = now.data == fix->text.data && record->notes_mends && !record->is_edited;
        void **slot = is_again && !is_known ? read_now(fix, now) : NULL;
        find(fix);
        compose(fix, now);
        now = fix->found_count > 0 ? apply(fix, now) : now;
        if (slot != NULL) {
            kf_record_free(*slot);
            *slot = NULL;
        }
        fix->now = fix->record;
        if (fix->found_count == 0)
            break;
    }
    return now;
}

static bool add_bytes(void *context, const void *bytes, size_t length) {
    kf_buffer_add(context, bytes, length);
    return true;
}

// What a reader would take the character set of the file for that would be written now. What was
// mended before may be what spoke for another set, or against the one that the file names.
static const kf_source *judge(kf_fix *fix, kf_text now) {
    const kf_source *old = fix->record->source;
    // The way out gives memory of the fix back behind each edit.
    kf_arena *arena = kf_arena_new_in(fix->arena);
    kf_buffer bytes = {.arena = arena};
    kf_reading how = *fix->how;
    kf_text declared;
    how.format = kf_format_of(fix->record);
    if (!kf_fix_write(fix, add_bytes, &bytes, NULL))
        return old;
    size_t length = bytes.length;
    char *block = kf_arena_alloc(arena, length + KF_SOURCE_PADDING);
    memcpy(block, kf_buffer_text(&bytes).data, length);
    kf_source *source = kf_source_new(arena, old->name, block, length);
    char *room = kf_arena_alloc(arena, KF_FORMAT_HEAD);
    const kf_format *format = kf_format_choose(source, &how, room, &declared, NULL);
    if (format == NULL)
        return old;
    kf_charset_hints hints = kf_format_hints(format, &how, declared);
    kf_charset_decode(source, &hints, NULL);
    if (!kf_text_equal(source->text, now) && !old->is_mixed) {
        // It would be misread: the file has to name the set.
        source->charset = old->charset;
        source->why = KF_WHY_RECOGNISED;
        source->sure = 100;
    }
    return source;
}

static void find_all(kf_fix *fix) {
    const kf_record *record = fix->record;
    fix->begin = record->begin;
    fix->text = kf_record_text(record);
    kf_text now = fix->text;
    fix->now = record;
    fix->judged = fix->record->source;
    now = find_in(fix, now);
    // A piece of UTF-8 stays that, and does not speak for the others.
    if (!is_read_again(fix) || fix->count == 0 || kf_choice_is_ascii(now) ||
        kf_fix_takes_piece(record))
        return;
    fix->judged = judge(fix, now);
    find_in(fix, now);
}

bool kf_fix_takes_piece(const kf_record *record) {
    if (record->end == 0 || record->source->is_mixed || record->source->is_repaired ||
        record->is_repaired || record->mend_count > 0)
        return false;
    // A mark of the character set in front of the file is no text, and would be left out.
    bool is_first = record->begin == 0;
    return kf_text_equal(kf_record_bytes(record), kf_record_text(record)) &&
           (!is_first || kf_source_byte_of(record->source, 0) == 0);
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
    find_all(copy);
}

static int by_place(const void *a, const void *b) {
    const struct kf_fix_note *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static void report(kf_fix *fix, kf_log *log) {
    if (fix->note_count > 1)
        qsort(fix->notes, fix->note_count, sizeof *fix->notes, by_place);
    for (size_t i = 0; i < fix->note_count; i++) {
        kf_place place = {.source = fix->record->source,
                          .offset = fix->begin + fix->notes[i].offset};
        kf_log_add(log, KF_FIX_DONE, place, "fixed: %s", fix->notes[i].what);
    }
}

kf_fix *kf_fix_new_for(const kf_record *record, const kf_reading *how, const kf_fixing *fixing,
                       kf_log *log) {
    kf_fix start = {.arena = kf_arena_new(), .record = record, .how = how}, *fix = &start;
    if (fixing != NULL)
        start.fixing = *fixing;
    if (start.arena != NULL && kf_arena_try(start.arena, begin, &fix)) {
        report(fix, log);
        return fix;
    }
    kf_arena_free(start.arena);
    kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return NULL;
}

kf_fix *kf_fix_new(const kf_record *record, const kf_reading *how, kf_log *log) {
    return kf_fix_new_for(record, how, NULL, log);
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

// An edit in the character set of the bytes around it, for the protected call.
typedef struct encoding {
    const kf_fix *fix;
    const kf_fix_edit *edit;
    kf_buffer out;
    bool is_good;
} encoding;

static void encode(void *context) {
    encoding *e = context;
    e->is_good = kf_charset_encode(e->fix->record->source, e->fix->begin + e->edit->offset,
                                   e->edit->text, &e->out);
}

static bool write_edit(const kf_fix *fix, const kf_fix_edit *edit, kf_sink *sink, void *context,
                       kf_log *log) {
    kf_arena_level level = kf_arena_mark(fix->arena);
    encoding e = {fix, edit, {.arena = fix->arena}, false};
    bool is_made = kf_arena_try(fix->arena, encode, &e);
    kf_text made = kf_buffer_text(&e.out);
    bool is_out =
        is_made && e.is_good && (made.length == 0 || sink(context, made.data, made.length));
    if (!is_made)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (!e.is_good)
        kf_log_add(log, KF_PROGRAM_FORMAT,
                   (kf_place){.source = fix->record->source, .offset = fix->begin + edit->offset},
                   "the character set of the file lacks a character that belongs here");
    kf_arena_rewind(fix->arena, level);
    return is_out;
}

// Where in the source's bytes a place of the record's text is.
static size_t byte_of(const kf_fix *fix, size_t offset) {
    return (size_t)kf_source_byte_of(fix->record->source, fix->begin + offset);
}

// A piece of the file as it is, then an edit, and so on: nothing is copied.
bool kf_fix_write(const kf_fix *fix, kf_sink *sink, void *context, kf_log *log) {
    const kf_source *source = fix->record->source;
    bool is_piece = fix->record->end > 0;
    size_t at = is_piece ? byte_of(fix, 0) : 0;
    size_t last = is_piece ? byte_of(fix, fix->text.length) : source->bytes.length;
    for (size_t i = 0; i <= fix->count; i++) {
        const kf_fix_edit *edit = i < fix->count ? &fix->edits[i] : NULL;
        size_t begin = edit == NULL ? last : byte_of(fix, edit->offset);
        if (begin > at && !sink(context, source->bytes.data + at, begin - at))
            return false;
        if (edit == NULL)
            break;
        if (edit->text.length > 0 && !write_edit(fix, edit, sink, context, log))
            return false;
        at = byte_of(fix, edit->offset + edit->length);
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
    kf_text text = fix->text;
    if (from >= to)
        return;
    size_t count = add_lines(&h->body, ' ', kf_text_cut(text, l->begins[from], l->begins[to]));
    h->olds += count;
    h->news += count;
}

// The edits that share lines, as those lines taken out and put in again. Returns the edit behind.
static size_t add_change(hunk *h, const kf_fix *fix, const lines *l, size_t i, size_t *line) {
    kf_text text = fix->text;
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
    lines l = split(fix->arena, fix->text);
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
