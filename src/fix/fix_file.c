// SPDX-License-Identifier: MIT
// A file that is fixed game by game, in the memory of its largest game.
//
// What is to be done with a game depends on the others where they may be in other character sets:
// whether there are several sets in the file, and what speaks for one in a game, which the games
// before do, too. So all games are looked at first; and what would be written is read by its
// character sets, window by window, while it is made: each game has to be read as the text that it
// is meant to be, in the set that it was in. Where that is not so the file is fixed as a whole, for
// which this is looked at over and over.

#include <kifu/check.h>

#include <string.h>

#include "base/charset/broken.h"
#include "base/charset/charset.h"
#include "base/charset/choice.h"
#include "base/charset/map.h"
#include "base/text.h"
#include "fix/fix.h"
#include "format/format.h"

enum {
    CHUNK = 256 * 1024, // bytes that are decoded at once
    SURE = 95           // from there on a set that was recognised is named
};

// What is known of the character sets of games.
typedef struct sets {
    kf_choice first; // of the first game that is not in ASCII, when there is one
    bool has_letters, is_mixed;
} sets;

// A game that is to come out, at a place of the text that is meant, and how it was read.
typedef struct due {
    uint64_t at;
    kf_choice set;
} due;

// What would be written, as a reader decodes it.
typedef struct outcome {
    kf_source *source; // a window of `room` bytes; NULL: nothing was made yet
    kf_charset_reader *reader;
    char *raw;
    size_t length, room, fed; // bytes in it, and how many of them the reader has seen
    size_t step;              // so many more are waited for
    size_t at;                // in its text, as far as that was compared
    kf_buffer meant;          // the text that is meant, from there on
    size_t met;               // of that was found
    uint64_t before;          // of it was forgotten
    due *dues;
    size_t due, due_count, due_room;
    sets sets;
    bool is_other; // it is another text, or in other sets
} outcome;

struct kf_fix_file {
    kf_arena *arena;
    kf_fix like;
    kf_reading how;
    sets sets;
    bool is_repaired, has_nul, is_judged;
    bool is_mended, is_open, is_named; // in a game: syntax, what it is in, what it would be in
    uint64_t end;                      // of the games so far, in bytes
    size_t edits;                      // that would be made
    kf_source origin;                  // of the record in hand, with what is known of the whole
    outcome out;
};

// ---- The games as they are ----

// Takes into account what is known up to a text that was read.
static void note_sets(sets *s, const kf_source *source, kf_text text) {
    const kf_choice now = {source->charset, source->why, source->sure};
    bool has_letters =
        source->map == NULL ? !kf_choice_is_ascii(text) : source->why != KF_WHY_ASCII;
    bool is_other = s->has_letters && has_letters && strcmp(s->first.charset, now.charset) != 0;
    s->is_mixed = s->is_mixed || source->is_mixed || is_other;
    if (!s->has_letters)
        s->first = now;
    s->has_letters = s->has_letters || has_letters;
}

// Whether all bytes of the piece stand for themselves, and not for what signs before them say.
static bool has_no_shifts(const kf_record *record) {
    const struct kf_charset_map *map = record->source->map;
    size_t i = map != NULL && map->count > 0 ? kf_map_step_before(map, record->begin) : 0;
    for (; map != NULL && i < map->count && map->steps[i].text < record->end; i++) {
        const kf_map_step *step = &map->steps[i];
        bool is_by_iconv = step->kind == KF_MAP_ICONV;
        if ((step->kind >= KF_MAP_FRAME16 && !is_by_iconv) ||
            (is_by_iconv && kf_broken_has_escapes(step->charset)))
            return false;
    }
    return true;
}

// Whether all that the reader mended stays within nodes, so that the piece ends where it did.
static bool stays_in_nodes(const kf_record *record) {
    kf_edits_cursor cursor = kf_edits_from(&record->mends, 0);
    for (kf_edit edit; kf_edits_next(&cursor, &edit);)
        if (edit.code != KF_SGF_REPEATED)
            return false;
    return record->mends.count > 0 || !record->is_repaired;
}

bool kf_fix_file_takes(const kf_record *record) {
    if (record->end == 0 || record->source->is_mixed || record->source->is_repaired ||
        !stays_in_nodes(record))
        return false;
    // A mark of the character set in front of the file is no text, and would be left out.
    bool is_first = record->begin == 0;
    return kf_text_equal(kf_record_bytes(record), kf_record_text(record)) &&
           (!is_first || kf_source_byte_of(record->source, 0) == 0);
}

static void make(void *context) {
    kf_fix_file **made = context, *file = *made, *fresh;
    fresh = kf_arena_alloc(file->arena, sizeof *fresh);
    *fresh = *file;
    fresh->out.meant.arena = file->arena;
    fresh->like.how = &fresh->how;
    fresh->like.origin = &fresh->origin;
    *made = fresh;
}

kf_fix_file *kf_fix_file_new(const kf_reading *how, const kf_fixing *fixing) {
    kf_fix_file start = {.arena = kf_arena_new(), .like.is_judged = true}, *file = &start;
    if (how != NULL)
        start.how = *how;
    if (fixing != NULL)
        start.like.fixing = *fixing;
    if (start.arena != NULL && kf_arena_try(start.arena, make, &file))
        return file;
    kf_arena_free(start.arena);
    return NULL;
}

void kf_fix_file_free(kf_fix_file *file) {
    if (file != NULL)
        kf_arena_free(file->arena);
}

// How a game is read that begins at a place of the text.
static kf_choice set_at(const kf_source *source, size_t offset) {
    const kf_map_step *step = kf_map_at(source, offset);
    if (step == NULL || step->charset == NULL)
        return (kf_choice){"UTF-8", KF_WHY_VALID, 100};
    return (kf_choice){step->kind == KF_MAP_UTF8 ? "UTF-8" : step->charset, step->why, step->sure};
}

// Whether a game with letters does not name its set, and need not where nothing is misread: it is
// in UTF-8, or what was recognised is not sure.
static bool has_open(const kf_record *record) {
    if (kf_choice_is_ascii(kf_record_text(record)))
        return false;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        kf_choice set = set_at(record->source, kf_record_place(record, game, NULL, 0).offset);
        bool is_utf8 = set.why == KF_WHY_VALID || set.why == KF_WHY_MARK;
        if (is_utf8 || (set.why == KF_WHY_RECOGNISED && set.sure < SURE))
            return true;
    }
    return false;
}

// Whether the front of a game came in as text as it stands, and what came after is in another set:
// that goes for all of the game, but its front does not say so.
static bool has_plain_front(const kf_record *record) {
    const kf_source *source = record->source;
    for (kf_node game = kf_node_child(record, 0), next; source->map != NULL && game != 0;
         game = next) {
        next = kf_node_next(record, game);
        size_t begin = kf_record_place(record, game, NULL, 0).offset;
        size_t end = next != 0 ? kf_record_place(record, next, NULL, 0).offset : record->end;
        const kf_map_step *front = kf_map_at(source, begin);
        const char *set = kf_map_set_at(source, end);
        if (front != NULL && front->charset == NULL && set != NULL && strcmp(set, "UTF-8") != 0)
            return true;
    }
    return false;
}

bool kf_fix_file_look(kf_fix_file *file, const kf_record *record) {
    const kf_source *source = record->source;
    if (record->end == 0 || !stays_in_nodes(record) || !has_no_shifts(record) ||
        has_plain_front(record))
        return false;
    kf_text bytes = kf_record_bytes(record);
    uint64_t begin = source->bytes_before + (uint64_t)(bytes.data - source->bytes.data);
    bool is_first = source->bytes_before == 0 && record->begin == 0;
    bool is_next = begin == file->end || is_first;
    file->end = begin + bytes.length;
    file->is_repaired = file->is_repaired || source->is_repaired;
    file->has_nul = file->has_nul || memchr(bytes.data, '\0', bytes.length) != NULL;
    file->is_mended = file->is_mended || record->mends.count > 0;
    file->is_open = file->is_open || has_open(record);
    note_sets(&file->sets, source, kf_record_text(record));
    return is_next;
}

// ---- What would be written ----

static void begin_reader(kf_fix_file *file, const kf_format *format) {
    outcome *o = &file->out;
    kf_reading how = file->how;
    how.format = format;
    o->source = kf_source_new(file->arena, "", o->raw, o->length);
    char *room = kf_arena_alloc(file->arena, KF_FORMAT_HEAD);
    kf_text head = kf_format_head(o->source->bytes, room);
    format = kf_format_choose(o->source, head, &how, NULL);
    kf_charset_hints hints = kf_format_hints(format, &how, head);
    o->reader = kf_charset_reader_new(o->source, &hints);
}

// Whether nothing more would be fixed in what is read so.
static bool is_settled(const kf_choice *was, const kf_choice *is) {
    bool is_alike = was->why == is->why && strcmp(was->charset, is->charset) == 0;
    bool was_sure = was->sure >= SURE, is_sure = is->sure >= SURE;
    return is->why == KF_WHY_DECLARED || is->why == KF_WHY_ASCII ||
           (is_alike && (is->why != KF_WHY_RECOGNISED || was_sure == is_sure));
}

// How many bytes at the front of both are the same, but for damage, of which only a question mark
// may be left. 0: there is a difference, or more has to come.
static size_t pass_alike(kf_text text, kf_text meant, size_t *in_meant) {
    static const char sign[] = "\xEF\xBF\xBD";
    size_t most = text.length < meant.length ? text.length : meant.length, i = 0;
    if (most > 0 && memcmp(text.data, meant.data, most) == 0)
        i = most;
    while (i < most && text.data[i] == meant.data[i])
        i++;
    *in_meant = i;
    if (i > 0 || most == 0 || *text.data != '?' || !kf_text_starts(meant, kf_text_of(sign)))
        return i;
    *in_meant = sizeof sign - 1;
    return 1;
}

// Compares what is known of both, game by game.
static void compare(kf_fix_file *file, bool is_final) {
    outcome *o = &file->out;
    size_t begin = o->at, length = o->source->text.length;
    while (!o->is_other && o->at < length && o->met < o->meant.length) {
        uint64_t next = UINT64_MAX;
        const due *d = o->due < o->due_count ? &o->dues[o->due] : NULL;
        if (d != NULL && d->at == o->before + o->met) {
            kf_choice is = set_at(o->source, o->at);
            o->is_other = file->sets.is_mixed && !is_settled(&d->set, &is);
            o->due++;
            continue;
        }
        if (d != NULL)
            next = d->at - o->before;
        size_t end = next < o->meant.length ? (size_t)next : o->meant.length, passed;
        kf_text rest = kf_text_cut(kf_buffer_text(&o->meant), o->met, end);
        size_t alike = pass_alike(kf_text_cut(o->source->text, o->at, length), rest, &passed);
        const size_t sign = 3; // of damage, of which more may come
        if (alike == 0 && (is_final || rest.length >= sign || next < o->meant.length))
            o->is_other = true;
        if (alike == 0)
            break;
        o->at += alike;
        o->met += passed;
    }
    note_sets(&o->sets, o->source, kf_text_cut(o->source->text, begin, o->at));
}

// Forgets what was compared, when that is much.
static void forget(outcome *o) {
    size_t bytes, cut = kf_charset_reader_cut(o->reader, o->at, &bytes);
    if (o->met > o->meant.length / 2) {
        memmove(o->meant.data, o->meant.data + o->met, o->meant.length - o->met);
        o->meant.length -= o->met;
        o->before += o->met;
        o->met = 0;
        memmove(o->dues, o->dues + o->due, (o->due_count - o->due) * sizeof *o->dues);
        o->due_count -= o->due;
        o->due = 0;
    }
    if (bytes < o->length / 2)
        return;
    kf_source_forget(o->source, cut, bytes);
    kf_charset_reader_forget(o->reader, cut, bytes);
    memmove(o->raw, o->raw + bytes, o->length - bytes);
    o->length -= bytes;
    o->fed -= bytes;
    o->at -= cut;
    o->source->bytes.length = o->length;
    o->source->text.length -= cut;
}

// Decodes what was made. Where that did not yet tell in which set it is, it is asked again only
// when it has become half as long again.
static void read_made(kf_fix_file *file, const kf_format *format, bool is_final) {
    outcome *o = &file->out;
    if (o->source == NULL)
        begin_reader(file, format);
    memset(o->raw + o->length, 0, KF_SOURCE_PADDING);
    o->source->bytes = (kf_text){o->raw, o->length};
    o->fed = o->length;
    kf_charset_reader_feed(o->reader, is_final);
    kf_charset_reader_report(o->reader, SIZE_MAX, NULL);
    compare(file, is_final);
    forget(o);
    o->step = o->length / 2 > CHUNK ? o->length / 2 : CHUNK;
}

static bool add_made(void *context, const void *bytes, size_t length) {
    kf_fix_file *file = context;
    outcome *o = &file->out;
    o->raw =
        kf_arena_grow(file->arena, o->raw, &o->room, o->length + length + KF_SOURCE_PADDING, 1);
    memcpy(o->raw + o->length, bytes, length);
    o->length += length;
    return true;
}

// What is meant by the games: their text with the edits, and the sets that they were in.
static void add_meant(kf_fix_file *file, const kf_fix *fix) {
    outcome *o = &file->out;
    const kf_record *record = fix->record;
    kf_edits_cursor cursor = kf_edits_from(&fix->edits, 0);
    kf_edit edit;
    bool has_edit = kf_edits_next(&cursor, &edit);
    uint64_t moved = o->before + o->meant.length;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        size_t place = kf_record_place(record, game, NULL, 0).offset;
        for (; has_edit && fix->begin + edit.offset < place;
             has_edit = kf_edits_next(&cursor, &edit))
            moved += (uint64_t)edit.text.length - edit.length;
        o->dues =
            kf_arena_grow(file->arena, o->dues, &o->due_room, o->due_count + 1, sizeof *o->dues);
        o->dues[o->due_count++] =
            (due){moved + (place - fix->begin), set_at(record->source, place)};
    }
    kf_buffer_add_text(&o->meant, fix->made);
}

// A fix of which the result is to be read, for the protected call.
typedef struct judging {
    kf_fix_file *file;
    const kf_fix *fix; // NULL: there is no more
    bool is_written;
} judging;

static void judge(void *context) {
    judging *j = context;
    kf_fix_file *file = j->file;
    outcome *o = &file->out;
    const size_t step = o->step > 0 ? o->step : CHUNK;
    if (j->fix != NULL) {
        add_meant(file, j->fix);
        j->is_written = kf_fix_write(j->fix, add_made, file, NULL);
    }
    if (j->fix != NULL ? j->is_written && o->length - o->fed >= step : o->raw != NULL)
        read_made(file, file->like.record->format, j->fix == NULL);
}

static bool is_alike(const kf_fix_file *file) {
    const outcome *o = &file->out;
    const kf_choice *was = &file->sets.first, *is = &o->sets.first;
    return !o->is_other && o->at == o->source->text.length && o->met == o->meant.length &&
           o->due == o->due_count && o->sets.is_mixed == file->sets.is_mixed &&
           strcmp(was->charset, is->charset) == 0 && (o->sets.is_mixed || is_settled(was, is));
}

// Whether a set would be named.
static bool names_sets(const kf_fix *fix) {
    kf_edits_cursor cursor = kf_edits_from(&fix->edits, 0);
    for (kf_edit edit; kf_edits_next(&cursor, &edit);)
        if (edit.code == KF_TEXT_CHARSET || edit.code == KF_TEXT_CONTRADICTED)
            return true;
    return false;
}

// Whether sets may be named in two steps where the whole is fixed: what mends syntax is looked at
// before any set is named, and where a game would be misread then, all games name theirs.
static bool takes_two_steps(const kf_fix_file *file) {
    return file->sets.is_mixed && file->is_mended && file->is_open && file->is_named;
}

// ---- Game by game ----

kf_fix *kf_fix_file_next(kf_fix_file *file, const kf_record *record, kf_log *log) {
    if (record->end == 0 || !stays_in_nodes(record) || file->out.is_other)
        return NULL;
    const kf_choice *set = &file->sets.first;
    file->origin = *record->source;
    file->origin.charset = set->charset;
    file->origin.why = set->why;
    file->origin.sure = set->sure;
    file->origin.is_mixed = file->sets.is_mixed;
    file->origin.is_repaired = file->is_repaired;
    file->like.record = record;
    file->like.has_nul = file->has_nul && file->is_repaired;
    kf_fix *fix = kf_fix_find(&file->like, log);
    judging j = {file, fix, true};
    if (fix == NULL || file->is_judged)
        return fix;
    file->edits += fix->edits.count;
    file->is_named = file->is_named || names_sets(fix);
    if (takes_two_steps(file) || fix->left_count > 0 || !kf_arena_try(file->arena, judge, &j) ||
        !j.is_written || file->out.is_other) {
        kf_fix_free(fix);
        return NULL;
    }
    return fix;
}

bool kf_fix_file_end(kf_fix_file *file) {
    judging j = {.file = file};
    if (file->edits > 0 &&
        (!kf_arena_try(file->arena, judge, &j) || file->out.source == NULL || !is_alike(file)))
        return false;
    file->is_judged = true;
    return true;
}

// ---- Of pieces ----

// A piece whose edits are added, for the protected call.
typedef struct adding {
    kf_fix *whole;
    const kf_fix *piece;
} adding;

static void begin_whole(void *context) {
    kf_fix **fix = context;
    kf_arena *arena = (*fix)->arena;
    *fix = kf_arena_alloc(arena, sizeof **fix);
    **fix = (kf_fix){.arena = arena, .edits.bytes.arena = arena};
    (*fix)->shown = kf_arena_alloc(arena, sizeof *(*fix)->shown);
    (*fix)->shown->look = (kf_edits_look){.next = 0};
}

static void add_piece(void *context) {
    const adding *a = context;
    const kf_source *source = a->piece->record->source;
    uint64_t before = source->bytes_before + kf_source_byte_of(source, a->piece->begin);
    kf_edits_cursor cursor = kf_edits_from(&a->piece->edits, 0);
    for (kf_edit edit; kf_edits_next(&cursor, &edit);) {
        edit.offset += (size_t)before;
        kf_edits_add(&a->whole->edits, &edit);
    }
}

kf_fix *kf_fix_file_join(kf_fix *whole, const kf_fix *piece) {
    kf_fix start = {.arena = NULL}, *fix = whole;
    if (whole == NULL) {
        start.arena = kf_arena_new();
        fix = &start;
        if (start.arena == NULL || !kf_arena_try(start.arena, begin_whole, &fix)) {
            kf_arena_free(start.arena);
            return NULL;
        }
    }
    adding a = {fix, piece};
    if (kf_arena_try(fix->arena, add_piece, &a))
        return fix;
    kf_fix_free(fix);
    return NULL;
}

bool kf_fix_file_set_text(kf_fix *whole, kf_text text) {
    size_t end = 0;
    kf_edits_cursor cursor = kf_edits_from(&whole->edits, 0);
    for (kf_edit edit; kf_edits_next(&cursor, &edit);)
        end = edit.offset + edit.length;
    whole->text = end <= text.length ? text : (kf_text){NULL, 0};
    return end <= text.length;
}
