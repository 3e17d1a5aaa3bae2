// SPDX-License-Identifier: MIT
// The table of fixers, and putting their edits into the text.

#include "fix/fix.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/charset/charset.h"
#include "base/charset/choice.h"
#include "base/charset/encode.h"
#include "base/charset/map.h"
#include "base/log.h"
#include "base/output.h"
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
static bool names(const char *list, kf_code code) {
    kf_text rest = kf_text_of(list != NULL ? list : ""), word;
    while (kf_text_item(&rest, &word))
        if (kf_log_is_named(code, word))
            return true;
    return false;
}

// A text without the signs of damage, for which other sets than Unicode have a question mark.
static kf_text without_damage(kf_fix *fix, kf_text text) {
    static const kf_text sign = {"\xEF\xBF\xBD", 3};
    kf_buffer out = {.arena = fix->arena};
    if (kf_text_find_fold(text, sign) == text.length)
        return text;
    for (size_t i = 0; i < text.length; i++) {
        bool is_sign = kf_text_starts(kf_text_cut(text, i, text.length), sign);
        kf_buffer_add_char(&out, is_sign ? '?' : text.data[i]);
        i += is_sign ? sign.length - 1 : 0;
    }
    return kf_buffer_text(&out);
}

void kf_fix_add(kf_fix *fix, const kf_edit *edit, bool is_guess) {
    if (fix->is_left[edit->code] || (is_guess && !fix->fixing.guesses) ||
        (fix->fixing.only != NULL && !names(fix->fixing.only, edit->code)) ||
        names(fix->fixing.leave, edit->code))
        return;
    kf_edit wanted = *edit;
    wanted.offset -= fix->now == fix->record ? fix->begin : 0;
    if (strncmp(kf_map_set_at(fix->record->source, fix->begin + wanted.offset), "UTF-", 4) != 0)
        wanted.text = without_damage(fix, wanted.text);
    kf_edits_add(&fix->found, &wanted);
}

// ---- Notes ----

static int by_place(const void *a, const void *b) {
    const struct kf_fix_note *x = a, *y = b;
    int order = (x->offset > y->offset) - (x->offset < y->offset);
    return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

// Leaves as many notes as are told, those at the front of the text.
static void cut_notes(kf_fix *fix) {
    if (fix->note_count > 1)
        qsort(fix->notes, fix->note_count, sizeof *fix->notes, by_place);
    if (fix->note_limit > 0 && fix->note_count >= fix->note_limit) {
        fix->note_count = fix->note_limit;
        fix->note_end = fix->notes[fix->note_count - 1].offset;
    }
}

static void add_note(kf_fix *fix, size_t offset, const kf_edit *edit) {
    char words[KF_EDITS_WORDS];
    size_t order = fix->note_total++;
    if (fix->note_limit == 0 || offset >= fix->note_end)
        return;
    kf_edits_say(edit, words);
    fix->notes = kf_arena_grow(fix->arena, fix->notes, &fix->note_capacity, fix->note_count + 1,
                               sizeof *fix->notes);
    fix->notes[fix->note_count++] =
        (struct kf_fix_note){offset, order, kf_arena_copy(fix->arena, words, strlen(words))};
    if (fix->note_count / 2 >= fix->note_limit)
        cut_notes(fix);
}

// ---- Passes ----

// A list that is gone through, with the edit that comes next.
typedef struct ahead {
    kf_edits_cursor cursor;
    kf_edit edit;
    bool is_there;
} ahead;

static void go_on(ahead *a) {
    a->is_there = kf_edits_next(&a->cursor, &a->edit);
}

static ahead begin_at(const kf_edits *edits) {
    ahead a = {.cursor = kf_edits_from(edits, 0)};
    go_on(&a);
    return a;
}

// Edits being put together.
typedef struct joining {
    ahead old, fresh; // those of the record's text, and those of this pass
    size_t moved;     // how far what follows was moved by the old ones
    kf_buffer text;
} joining;

// The pieces of the text of this pass from `begin` to `end`, with the edits from `fresh` on.
static void add_pieces(joining *j, ahead fresh, kf_text now, size_t begin, size_t end) {
    j->text.length = 0;
    for (; fresh.cursor.at < j->fresh.cursor.at || (fresh.is_there && !j->fresh.is_there);
         go_on(&fresh)) {
        kf_buffer_add_text(&j->text, kf_text_cut(now, begin, fresh.edit.offset));
        kf_buffer_add_text(&j->text, fresh.edit.text);
        begin = fresh.edit.offset + fresh.edit.length;
    }
    kf_buffer_add_text(&j->text, kf_text_cut(now, begin, end));
}

// Edits of this pass that meet each other or edits before, as one of the record's text, with the
// words of the first.
static kf_edit join(kf_fix *fix, joining *j, kf_text now) {
    size_t begin = j->old.is_there ? j->old.edit.offset + j->moved : SIZE_MAX;
    bool is_fresh = j->fresh.is_there && j->fresh.edit.offset < begin;
    ahead first = j->fresh;
    const size_t before = j->moved;
    begin = is_fresh ? j->fresh.edit.offset : begin;
    kf_edit joined = {.what = NULL};
    for (size_t end = begin;;) {
        const kf_edit *old = &j->old.edit, *fresh = &j->fresh.edit;
        if (j->old.is_there && old->offset + j->moved <= end) {
            size_t behind = old->offset + j->moved + old->text.length;
            end = behind > end ? behind : end;
            j->moved += old->text.length - old->length;
            joined = joined.what == NULL ? *old : joined;
            go_on(&j->old);
        } else if (j->fresh.is_there && fresh->offset <= end) {
            size_t behind = fresh->offset + fresh->length;
            end = behind > end ? behind : end;
            joined = joined.what == NULL ? *fresh : joined;
            // Where much was taken out before, `moved` is less than nothing.
            size_t place = fresh->offset - j->moved, least = begin - before;
            add_note(fix, (ptrdiff_t)place < (ptrdiff_t)least ? least : place, fresh);
            go_on(&j->fresh);
        } else {
            add_pieces(j, first, now, begin, end);
            joined.offset = begin - before;
            joined.length = (end - j->moved) - joined.offset;
            joined.text = kf_buffer_text(&j->text);
            return joined;
        }
    }
}

// Makes edits of the record's text of those that were found in the text of this pass.
static void compose(kf_fix *fix, kf_text now) {
    kf_arena *arena = fix->arena;
    kf_edits edits = {.bytes.arena = arena};
    if (fix->edits.count == 0) {
        for (ahead a = begin_at(&fix->found); a.is_there; go_on(&a))
            add_note(fix, a.edit.offset, &a.edit);
        edits = fix->found;
        fix->found = (kf_edits){.bytes.arena = arena};
    } else {
        joining j = {
            .old = begin_at(&fix->edits), .fresh = begin_at(&fix->found), .text = {.arena = arena}};
        while (j.old.is_there || j.fresh.is_there) {
            kf_edit joined = join(fix, &j, now);
            kf_edits_add(&edits, &joined);
        }
        kf_arena_release(arena, j.text.data);
    }
    kf_edits_clear(&fix->edits);
    fix->edits = edits;
}

void kf_fix_apply(const kf_edits *edits, kf_text now, kf_buffer *out) {
    size_t at = 0;
    for (ahead a = begin_at(edits); a.is_there; go_on(&a)) {
        kf_buffer_add_text(out, kf_text_cut(now, at, a.edit.offset));
        kf_buffer_add_text(out, a.edit.text);
        at = a.edit.offset + a.edit.length;
    }
    kf_buffer_add_text(out, kf_text_cut(now, at, now.length));
    kf_source_pad(out);
}

// The text with what was found in this pass.
static kf_text apply(kf_fix *fix, kf_text now) {
    kf_buffer out = {.arena = fix->arena};
    kf_fix_apply(&fix->found, now, &out);
    return kf_buffer_text(&out);
}

// A text being read again, with notes of what its reader mends. Of what edits made it is borrowed.
typedef struct again {
    kf_record *record;
    kf_text text;
    const kf_fix *fix;
} again;

static void read_again(void *context) {
    again *a = context;
    kf_record *record = a->record;
    char *block = (char *)(uintptr_t)a->text.data;
    if (a->text.length == 0 || block == a->fix->text.data) {
        block = kf_arena_resize(record->arena, NULL, a->text.length + KF_SOURCE_PADDING);
        memcpy(block, a->text.data, a->text.length);
    }
    record->source = kf_source_new(record->arena, "", block, a->text.length);
    record->source->is_repaired = a->fix->origin->is_repaired; // NULs stand for NULs
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
    kf_edits_clear(&fix->found);
    for (size_t i = 0; i < FIXERS && format != NULL; i++)
        if (strcmp(fixers[i].format, kf_format_name(format)) == 0)
            fixers[i].find(fix);
    kf_edits_settle(&fix->found);
}

void **kf_fix_read(kf_fix *fix, kf_text now) {
    void **slot = kf_arena_slot(fix->arena, free_record);
    again a = {kf_record_new(), now, fix};
    *slot = a.record;
    if (a.record == NULL || !kf_arena_try(a.record->arena, read_again, &a))
        kf_arena_fail(fix->arena);
    fix->now = a.record;
    return slot;
}

// Gives the text of a pass back.
static void release_text(kf_fix *fix, kf_text now) {
    if (now.data != fix->text.data && now.length > 0)
        kf_arena_release(fix->arena, (void *)(uintptr_t)now.data);
}

// ---- What was read stays ----

// The edits of a pass, and which of them are made.
typedef struct choice {
    kf_edits all;
    bool *takes;
} choice;

static void choose(kf_fix *fix, const choice *c) {
    size_t i = 0;
    kf_edits_clear(&fix->found);
    for (ahead a = begin_at(&c->all); a.is_there; go_on(&a))
        if (c->takes[i++])
            kf_edits_add(&fix->found, &a.edit);
}

// Where in the text of this pass a node stands.
static size_t place_of(const kf_fix *fix, kf_node node) {
    return kf_record_place(fix->now, node, NULL, 0).offset -
           (fix->now == fix->record ? fix->begin : 0);
}

// Where the game begins in the text in which a node stands, and the one behind it.
static void find_game(const kf_fix *fix, kf_node node, size_t *begin, size_t *end) {
    const kf_record *record = fix->now;
    *begin = 0;
    *end = SIZE_MAX;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        if (game > node) {
            *end = place_of(fix, game);
            return;
        }
        *begin = game > 1 ? place_of(fix, game - 1) : 0;
    }
}

// Leaves out the edits of one code in the game where what is read would differ: that which has one
// nearest to the place. False: there is none.
static bool leave_out(const kf_fix *fix, choice *c, kf_node node) {
    size_t begin, end, i = 0, nearest = SIZE_MAX;
    size_t place = place_of(fix, node);
    kf_code code = KF_FIX_DONE;
    find_game(fix, node, &begin, &end);
    for (ahead a = begin_at(&c->all); a.is_there; go_on(&a), i++) {
        size_t far = a.edit.offset > place ? a.edit.offset - place : place - a.edit.offset;
        if (c->takes[i] && a.edit.offset >= begin && a.edit.offset < end && far < nearest) {
            nearest = far;
            code = a.edit.code;
        }
    }
    i = 0;
    for (ahead a = begin_at(&c->all); a.is_there; go_on(&a), i++)
        if (a.edit.offset >= begin && a.edit.offset < end && a.edit.code == code)
            c->takes[i] = false;
    return nearest != SIZE_MAX;
}

// Makes of the edits that mend the syntax those by which the text is read as it was before: it may
// be that one mend shows something else in what stands beside it. Returns the text, and what was
// read of it in a slot.
static kf_text apply_safely(kf_fix *fix, kf_text now, void ***slot) {
    enum { MOST = 24, SMALL = 16 << 20, TIMES = 12 };
    const kf_record *record = fix->now;
    choice c = {.all = fix->found};
    fix->found = (kf_edits){.bytes.arena = fix->arena};
    c.takes = kf_arena_alloc(fix->arena, c.all.count);
    memset(c.takes, true, c.all.count);
    for (int i = 0; i < MOST; i++) {
        kf_difference difference;
        // In the first try it is read as it would be in any case.
        fix->tried += i > 0 ? now.length : 0;
        if (fix->tried / TIMES > fix->text.length + SMALL / TIMES)
            break;
        choose(fix, &c);
        kf_text next = apply(fix, now);
        *slot = kf_fix_read(fix, next);
        bool is_same = kf_compare_readings(record, fix->now, &difference);
        fix->now = record;
        if (!is_same && *difference.what == '\0')
            kf_arena_fail(fix->arena);
        if (is_same && fix->found.count > 0)
            return next;
        kf_record_free(**slot);
        **slot = NULL;
        kf_arena_release(fix->arena, (void *)(uintptr_t)next.data);
        kf_node last = (kf_node)(kf_record_nodes(record) - 1);
        kf_node node = difference.left != 0 ? difference.left : last;
        if (is_same || !leave_out(fix, &c, node))
            break;
    }
    *slot = NULL;
    kf_edits_clear(&fix->found);
    fix->is_stuck = true;
    return now;
}

static void free_now(void **slot) {
    if (slot != NULL) {
        kf_record_free(*slot);
        *slot = NULL;
    }
}

// Goes through the text until nothing more is found in it. What the record itself says of its text
// need not be read again.
static kf_text find_in(kf_fix *fix, kf_text now) {
    const kf_record *record = fix->record;
    bool is_again = is_read_again(fix);
    bool is_known = now.data == fix->text.data && record->notes_mends && !record->is_edited;
    void **slot = is_again && !is_known ? kf_fix_read(fix, now) : NULL;
    fix->is_stuck = false;
    for (int pass = 0; pass < (is_again ? PASSES : 1); pass++) {
        bool was_stuck = fix->is_stuck;
        kf_text next = now;
        void **fresh = NULL;
        fix->now = slot != NULL ? *slot : record;
        find(fix);
        if (fix->found.count > 0 && fix->is_syntax)
            next = apply_safely(fix, now, &fresh);
        else if (fix->found.count > 0)
            next = apply(fix, now);
        if (fix->is_stuck && !was_stuck)
            continue;
        fix->is_stuck = false; // what values say now may show it otherwise
        free_now(slot);
        slot = fresh;
        fix->now = record;
        if (fix->found.count == 0)
            break;
        compose(fix, now);
        release_text(fix, now);
        now = next;
        if (slot == NULL && is_again && pass + 1 < PASSES)
            slot = kf_fix_read(fix, now);
    }
    free_now(slot);
    fix->now = record;
    return now;
}

static bool add_bytes(void *context, const void *bytes, size_t length) {
    kf_buffer_add(context, bytes, length);
    return true;
}

// Whether both texts are the same, but for damage, of which only a question mark may be left.
static bool reads_alike(kf_text a, kf_text b) {
    static const char sign[] = "\xEF\xBF\xBD";
    const size_t length = sizeof sign - 1;
    size_t i = 0, k = 0;
    if (a.length == b.length && memcmp(a.data, b.data, a.length) == 0)
        return true;
    while (i < a.length && k < b.length) {
        if (a.data[i] == b.data[k]) {
            i++;
            k++;
        } else if (a.data[i] == '?' &&
                   kf_text_starts(kf_text_cut(b, k, b.length), kf_text_of(sign))) {
            i++;
            k += length;
        } else {
            return false;
        }
    }
    return i == a.length && k == b.length;
}

// What was mended before may be what spoke for another set, or against the one that the file names.
const kf_source *kf_fix_judge(kf_fix *fix, kf_text now, bool *is_same) {
    const kf_source *old = fix->record->source;
    *is_same = false;
    // The way out gives memory of the fix back behind each edit.
    kf_arena *arena = kf_arena_new_in(fix->arena);
    kf_buffer bytes = {.arena = arena};
    kf_reading how = *fix->how;
    how.format = kf_format_of(fix->record);
    if (!kf_fix_write(fix, add_bytes, &bytes, NULL))
        return old;
    kf_source_pad(&bytes);
    kf_source *source = kf_source_new(arena, old->name, bytes.data, bytes.length);
    char *room = kf_arena_alloc(arena, KF_FORMAT_HEAD);
    kf_text head = kf_format_head(source->bytes, room);
    const kf_format *format = kf_format_choose(source, head, &how, NULL);
    if (format == NULL)
        return old;
    kf_charset_hints hints = kf_format_hints(format, &how, head);
    kf_charset_decode(source, &hints, NULL);
    *is_same = reads_alike(source->text, now);
    if (!*is_same && !old->is_mixed) {
        // It would be misread: the file has to name the set.
        source->charset = old->charset;
        source->why = KF_WHY_RECOGNISED;
        source->sure = 100;
    }
    return source;
}

// Whether both say the same of the character set, as far as fixers ask.
static bool are_alike(const kf_source *a, const kf_source *b) {
    return strcmp(a->charset, b->charset) == 0 && a->why == b->why && a->sure == b->sure &&
           a->is_mixed == b->is_mixed;
}

// Begins anew without what was found.
static void take_back(kf_fix *fix) {
    kf_edits_clear(&fix->edits);
    kf_edits_clear(&fix->found);
    fix->note_count = fix->note_total = 0;
    fix->note_end = SIZE_MAX;
    fix->tried = 0;
    fix->now = fix->record;
    fix->judged = fix->origin;
}

// Leaves something as it is, and notes where and why.
static void leave(kf_fix *fix, size_t offset, const char *why) {
    fix->left = kf_arena_grow(fix->arena, fix->left, &fix->left_room, fix->left_count + 1,
                              sizeof *fix->left);
    fix->left[fix->left_count++] = (struct kf_fix_left){offset, why};
}

// Whether the bytes around an edit can hold it: text may go from a game to another one, which is in
// another set.
static bool can_be_held(const kf_fix *fix, const kf_edit *edit) {
    const kf_source *source = fix->record->source;
    bool is_framed = kf_map_framed(source, fix->begin + edit->offset) != KF_MAP_UTF8;
    if (kf_choice_is_ascii(edit->text) && !is_framed)
        return true;
    kf_arena_level level = kf_arena_mark(fix->arena);
    kf_buffer out = {.arena = fix->arena};
    const kf_encode_piece change = {fix->begin + edit->offset, edit->length, edit->text};
    bool is_good = kf_encode_change(source, &change, &out);
    kf_arena_rewind(fix->arena, level);
    return is_good;
}

// The edits that can be made. Of a kind of which one cannot none is, for two may belong together.
static kf_text find_possible(kf_fix *fix) {
    for (;;) {
        kf_text now = find_in(fix, fix->text);
        ahead a = begin_at(&fix->edits);
        while (a.is_there && can_be_held(fix, &a.edit))
            go_on(&a);
        if (!a.is_there)
            return now;
        const kf_code code = a.edit.code;
        const size_t offset = a.edit.offset;
        char why[120];
        snprintf(why, sizeof why,
                 "the character set here lacks a character that belongs here; %s is left as it is",
                 fix->is_left[code] ? "everything" : kf_log_code(code)->path);
        leave(fix, offset, kf_arena_copy(fix->arena, why, strlen(why)));
        take_back(fix);
        if (fix->is_left[code])
            return fix->text;
        fix->is_left[code] = true;
    }
}

static void find_all(kf_fix *fix) {
    enum { ROUNDS = 3 };
    const kf_record *record = fix->record;
    take_back(fix);
    // The signs of its code would be taken for faults.
    if (is_read_again(fix) && fix->how->is_for_fix && !record->notes_mends) {
        leave(fix, 0,
              "this letter is coded: 'kifu extract' decodes it, and what that writes can "
              "be fixed");
        return;
    }
    kf_text now = fix->made = find_possible(fix);
    // A piece of UTF-8 stays that, and does not speak for the others.
    bool is_plain = kf_choice_is_ascii(now) && !kf_choice_has_signs(now);
    if (!is_read_again(fix) || fix->edits.count == 0 || is_plain || fix->is_judged ||
        kf_fix_file_takes(record))
        return;
    bool is_same = false, is_changed = true;
    for (int round = 0; is_changed && round < ROUNDS; round++) {
        size_t before = fix->note_total;
        const kf_source *judged = kf_fix_judge(fix, now, &is_same);
        // Of several sets it is known only now which each game is in.
        bool is_known =
            are_alike(judged, fix->judged) && fix->found.count == 0 && !judged->is_mixed;
        fix->judged = judged;
        fix->is_misread = !is_same;
        if (is_known && is_same)
            return;
        now = find_in(fix, now);
        is_changed = fix->note_total != before;
    }
    if (is_changed)
        kf_fix_judge(fix, now, &is_same);
    if (is_same)
        return;
    take_back(fix);
    leave(fix, 0,
          "with what would be fixed the file would be read in another character set; it is left as "
          "it is");
}

kf_fix *kf_fix_begin(const kf_fix *fix) {
    kf_arena *arena = fix->arena;
    kf_fix *copy = kf_arena_alloc(arena, sizeof *copy);
    *copy = *fix;
    copy->begin = fix->record->begin;
    copy->text = kf_record_text(fix->record);
    copy->now = fix->record;
    copy->edits.bytes.arena = copy->found.bytes.arena = arena;
    copy->shown = kf_arena_alloc(arena, sizeof *copy->shown);
    copy->shown->look = (kf_edits_look){.next = 0};
    if (copy->how == NULL)
        copy->how = &copy->usual;
    if (copy->origin == NULL) {
        const kf_source *source = copy->origin = copy->record->source;
        copy->has_nul =
            source->is_repaired && memchr(source->bytes.data, '\0', source->bytes.length) != NULL;
    }
    return copy;
}

static void begin(void *context) {
    kf_fix **fix = context;
    *fix = kf_fix_begin(*fix);
    find_all(*fix);
}

static void report(kf_fix *fix, kf_log *log) {
    cut_notes(fix);
    for (size_t i = 0; i < fix->note_count; i++) {
        kf_place place = {.source = fix->record->source,
                          .offset = fix->begin + fix->notes[i].offset};
        kf_log_add(log, KF_FIX_DONE, place, "fixed: %s", fix->notes[i].words);
    }
    for (size_t i = 0; i < fix->left_count; i++)
        kf_log_add(
            log, KF_FIX_LEFT,
            (kf_place){.source = fix->record->source, .offset = fix->begin + fix->left[i].offset},
            "%s", fix->left[i].why);
    // The others are counted.
    for (size_t i = fix->note_count; i < fix->note_total; i++)
        kf_log_add(log, KF_FIX_DONE, (kf_place){0}, "fixed");
}

kf_fix *kf_fix_find(const kf_fix *like, kf_log *log) {
    kf_fix start = *like, *fix = &start;
    start.arena = kf_arena_new();
    start.note_limit = kf_log_room(log, KF_FIX_DONE);
    if (start.arena != NULL && kf_arena_try(start.arena, begin, &fix)) {
        report(fix, log);
        return fix;
    }
    kf_arena_free(start.arena);
    kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return NULL;
}

kf_fix *kf_fix_new_for(const kf_record *record, const kf_reading *how, const kf_fixing *fixing,
                       kf_log *log) {
    kf_fix like = {.record = record, .how = how};
    if (fixing != NULL)
        like.fixing = *fixing;
    return kf_fix_find(&like, log);
}

kf_fix *kf_fix_new(const kf_record *record, const kf_reading *how, kf_log *log) {
    return kf_fix_new_for(record, how, NULL, log);
}

void kf_fix_free(kf_fix *fix) {
    if (fix != NULL)
        kf_arena_free(fix->arena);
}

size_t kf_fix_count(const kf_fix *fix) {
    return fix->edits.count;
}

const kf_fix_edit *kf_fix_edit_at(const kf_fix *fix, size_t index) {
    struct kf_fix_shown *shown = fix->shown;
    if (index >= fix->edits.count)
        return NULL;
    const kf_edit *edit = kf_edits_at(&fix->edits, &shown->look, index);
    kf_edits_say(edit, shown->words);
    shown->edit = (kf_fix_edit){edit->offset, edit->length, edit->text, shown->words};
    return &shown->edit;
}

// ---- Writing ----

// The file being written.
typedef struct writing {
    const kf_fix *fix;
    ahead next; // edit
    kf_output *out;
    kf_log *log;
    kf_buffer made; // of the edits in hand
    size_t end;     // of what they take the place of
    bool is_good;
} writing;

// Edits that touch each other, in the character set of the bytes around them: signs that lead to
// other letters stand once around them all.
static void encode(void *context) {
    writing *w = context;
    const kf_source *source = w->fix->record->source;
    kf_buffer text = {.arena = w->fix->arena};
    size_t begin = w->next.edit.offset;
    w->made = (kf_buffer){.arena = w->fix->arena};
    w->end = begin;
    do {
        kf_buffer_add_text(&text, w->next.edit.text);
        w->end += w->next.edit.length;
        go_on(&w->next);
    } while (source->map != NULL && w->next.is_there && w->next.edit.offset == w->end);
    const kf_encode_piece change = {w->fix->begin + begin, w->end - begin, kf_buffer_text(&text)};
    w->is_good = kf_encode_change(source, &change, &w->made);
}

// A text in ASCII goes as it is into a file whose bytes are its text.
static bool write_edits(writing *w) {
    const kf_edit *edit = &w->next.edit;
    if (w->fix->record->source->map == NULL && kf_choice_is_ascii(edit->text)) {
        w->end = edit->offset + edit->length;
        kf_output_add_text(w->out, edit->text);
        go_on(&w->next);
        return true;
    }
    kf_arena *arena = w->fix->arena;
    kf_arena_level level = kf_arena_mark(arena);
    kf_place place = {.source = w->fix->record->source,
                      .offset = w->fix->begin + w->next.edit.offset};
    bool is_made = kf_arena_try(arena, encode, w);
    bool is_good = is_made && w->is_good;
    if (is_good)
        kf_output_add_text(w->out, kf_buffer_text(&w->made));
    if (!is_made)
        kf_log_add(w->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (!w->is_good)
        kf_log_add(w->log, KF_PROGRAM_FORMAT, place,
                   "the character set of the file lacks a character that belongs here");
    kf_arena_rewind(arena, level);
    return is_good;
}

// Where in the source's bytes a place of the record's text is.
static size_t byte_of(const kf_fix *fix, size_t offset) {
    return (size_t)kf_source_byte_of(fix->record->source, fix->begin + offset);
}

// A piece of the file as it is, then an edit, and so on.
bool kf_fix_write(const kf_fix *fix, kf_sink *sink, void *context, kf_log *log) {
    if (fix->record == NULL) // what was joined has a text alone
        return false;
    const kf_source *source = fix->record->source;
    bool is_piece = fix->record->end > 0;
    // A mark of the character set stands in front of the text of the first.
    bool is_behind = is_piece && fix->begin + source->bytes_before > 0;
    size_t at = is_behind ? byte_of(fix, 0) : 0;
    size_t last = is_piece ? byte_of(fix, fix->text.length) : source->bytes.length;
    kf_output out;
    kf_output_begin(&out, sink, context);
    writing w = {fix, begin_at(&fix->edits), &out, log, .end = 0};
    while (w.next.is_there) {
        kf_output_add_text(&out, kf_text_cut(source->bytes, at, byte_of(fix, w.next.edit.offset)));
        if (out.has_failed || !write_edits(&w))
            return false;
        at = byte_of(fix, w.end);
    }
    kf_output_add_text(&out, kf_text_cut(source->bytes, at, last));
    return kf_output_flush(&out);
}
