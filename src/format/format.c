// SPDX-License-Identifier: MIT
// The list of notations: finding one, and the way in and out.
//
// Notations know neither each other nor files; this is the one place that asks all of them, and
// everything that reads or writes a record comes through it.

#include "format/format.h"

#include <string.h>

#include "base/charset/encode.h"
#include "base/charset/mail.h"
#include "base/file.h"
#include "base/text.h"
#include "format/foreign.h"

static const kf_format *const formats[] = {
#define KF_FORMAT(name) &kf_##name##_format,
#include "format/formats.def"
#undef KF_FORMAT
};

size_t kf_format_count(void) {
    return sizeof formats / sizeof formats[0];
}

const kf_format *kf_format_at(size_t index) {
    return index < kf_format_count() ? formats[index] : NULL;
}

const char *kf_format_name(const kf_format *format) {
    return format->name;
}

const char *kf_format_title(const kf_format *format) {
    return format->title;
}

const char *kf_format_suffix(const kf_format *format) {
    return format->suffix;
}

const char *kf_format_keeps(const kf_format *format) {
    return format->keeps;
}

bool kf_format_can_read(const kf_format *format) {
    return format->read != NULL;
}

bool kf_format_can_write(const kf_format *format) {
    return format->write != NULL;
}

bool kf_format_reads_games(const kf_format *format) {
    return format->read_next != NULL;
}

bool kf_format_writes_games(const kf_format *format) {
    return format->writes_games;
}

bool kf_format_can_hold(const kf_format *format, const kf_record *record) {
    return format->can_hold == NULL || format->can_hold(record);
}

const kf_format *kf_format_of(const kf_record *record) {
    return record != NULL ? record->format : NULL;
}

const kf_format *kf_format_named(const char *name) {
    for (size_t i = 0; i < kf_format_count(); i++)
        if (kf_text_equal_fold(kf_text_of(formats[i]->name), kf_text_of(name)))
            return formats[i];
    return NULL;
}

static bool has_suffix(const kf_format *format, kf_text suffix) {
    kf_text rest = kf_text_of(format->suffix), one;
    while (kf_text_word(&rest, &one))
        if (kf_text_equal_fold(one, suffix))
            return true;
    return false;
}

const kf_format *kf_format_for_file(const char *file_name) {
    const char *dot = file_name != NULL ? strrchr(file_name, '.') : NULL;
    if (dot == NULL || strchr(dot, '/') != NULL)
        return NULL;
    for (size_t i = 0; i < kf_format_count(); i++)
        if (has_suffix(formats[i], kf_text_of(dot + 1)))
            return formats[i];
    return NULL;
}

// The front of the input as sniffers want it: without a byte order mark, and from UTF-16 or -32
// only the ASCII characters, which is all that a notation is recognised by.
kf_text kf_format_head(kf_text bytes, char room[KF_FORMAT_HEAD]) {
    kf_text head = kf_text_cut(bytes, 0, KF_FORMAT_HEAD);
    if (kf_text_starts(head, KF_TEXT("\xEF\xBB\xBF")))
        return kf_text_cut(head, 3, head.length);
    size_t mark = 0, made = 0;
#ifdef KF_ONLY_READS // a page, whose text is UTF-8
    const char *wide = NULL;
#else
    const char *wide = kf_text_wide(head, &mark);
#endif
    if (wide == NULL)
        return head;
    size_t size = strncmp(wide, "UTF-32", 6) == 0 ? 4 : 2;
    size_t place = strcmp(wide + 6, "LE") == 0 ? 0 : size - 1;
    for (size_t i = mark; i + size <= head.length; i += size) {
        char low = head.data[i + place];
        size_t nuls = 0;
        for (size_t k = 0; k < size; k++)
            nuls += head.data[i + k] == 0;
        room[made++] = nuls == size - 1 && low > 0 ? low : '?';
    }
    return (kf_text){room, made};
}

// Whether what looks like that notation only comes behind the beginning of a game of SGF, as a
// diagram in a comment does. JSON, XML and pages may have games of SGF in their texts.
static bool is_within_sgf(const kf_format *format, kf_text head) {
#ifdef KF_ONLY_READS
    (void)format, (void)head;
    return false;
#else
    kf_text declared;
    if (format == NULL || format == &kf_sgf_format || kf_sgf_format.sniff(head) < KF_FORMAT_SGF)
        return false;
    bool is_around = format == &kf_json_format || format == &kf_moves_format ||
                     format == &kf_jago_format || kf_foreign_text(head) != NULL;
    if (is_around)
        return false;
    size_t begin = kf_sgf_format.find_game(head, 0, head.length, &declared);
    return format->sniff(kf_text_cut(head, 0, begin)) == 0;
#endif
}

static const kf_format *guess(kf_text head, const char *file_name) {
    const kf_format *by_name = kf_format_for_file(file_name), *best = NULL;
    int highest = 0;
    for (size_t i = 0; i < kf_format_count(); i++) {
        if (formats[i]->most > 0 && formats[i]->most < highest)
            continue;
        int bid = formats[i]->sniff != NULL ? formats[i]->sniff(head) : 0;
        if (bid > highest || (bid == highest && formats[i] == by_name)) {
            highest = bid;
            best = formats[i];
        }
    }
    return is_within_sgf(best, head) ? &kf_sgf_format : best;
}

const kf_format *kf_format_guess(const void *bytes, size_t length, const char *file_name) {
    char room[KF_FORMAT_HEAD];
    return guess(kf_format_head((kf_text){bytes, length}, room), file_name);
}

// A reading under way, for the protected call.
typedef struct reading {
    kf_record *record;
    const char *name;
    char *lent;        // the bytes, with room for the padding, or NULL
    const char *bytes; // NULL: read the file of that name
    size_t length;
    const kf_reading *how;
    kf_log *log;
    bool is_read;
} reading;

static bool take_bytes(reading *r) {
    kf_arena *arena = r->record->arena;
    char *block;
    if (r->lent != NULL) {
        block = r->lent;
    } else if (r->bytes == NULL) {
        block = kf_file_read(arena, r->name, &r->length, r->log);
        if (block == NULL)
            return false;
    } else {
        block = kf_arena_resize(arena, NULL, r->length + KF_SOURCE_PADDING);
        memcpy(block, r->bytes, r->length);
    }
    if (r->length > UINT32_MAX - 64) {
        kf_log_add(r->log, KF_PROGRAM_SIZE, (kf_place){0}, "'%.200s' is larger than 4 GiB",
                   r->name);
        return false;
    }
    r->record->source = kf_source_new(arena, r->name, block, r->length);
    r->record->source->lines_before = r->how->lines_before;
    return true;
}

const kf_format *kf_format_choose(const kf_source *source, kf_text head, const kf_reading *how,
                                  kf_log *log) {
    bool is_sgf = how->format == &kf_sgf_format && how->charset == NULL;
    const char *foreign = how->format == NULL ? kf_foreign_binary(source->bytes)
                          : is_sgf            ? kf_foreign_ebcdic(source->bytes)
                                              : NULL;
    const kf_format *format = how->format != NULL ? how->format
                              : foreign == NULL   ? guess(head, source->name)
                                                  : NULL;
    // Pages and scripts may hold SGF, and lines that look like another notation by chance.
    bool is_named = how->format != NULL || foreign != NULL || format == &kf_sgf_format;
    if (!is_named)
        foreign = kf_foreign_text(head);
    if (!is_named && foreign == NULL && format == NULL)
        foreign = kf_foreign_other(head, source->name);
    if (foreign != NULL) {
        kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){.source = source},
                   "this is %s, and no record", foreign);
        return NULL;
    }
    if (format == NULL || format->read == NULL) {
        kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){.source = source}, "%s",
                   format == NULL ? "no notation recognises this file"
                                  : "this notation cannot be read");
        return NULL;
    }
    return format;
}

kf_charset_hints kf_format_hints(const kf_format *format, const kf_reading *how, kf_text head) {
    kf_text declared = {NULL, 0};
    if (format->charset != NULL ? !format->charset(head, &declared)
                                : !kf_mail_charset(head, &declared))
        declared.length = 0;
    bool is_old = format->charset == NULL && format->read_next == NULL;
    return (kf_charset_hints){how->charset,
                              how->likely,
                              declared,
                              format->find_game,
                              format->is_within,
                              .is_old = is_old,
                              .name = format->name_text};
}

static uint64_t limit_of(uint64_t wanted, uint64_t usual) {
    return wanted > 0 ? wanted : usual;
}

void kf_format_limit(kf_record *record, const kf_reading *how) {
    record->limits = (kf_limits){
        .game_bytes = limit_of(how->limits.game_bytes, (uint64_t)256 << 20),
        .junk = limit_of(how->limits.junk, (uint64_t)64 << 20),
        .nodes = limit_of(how->limits.nodes, 10000000),
        .depth = limit_of(how->limits.depth, 100000),
    };
    // Who asks for a number of nodes gets it, however short they are.
    record->short_nodes = limit_of(how->limits.nodes, 100000);
    record->notes_mends = how->is_for_fix;
}

void kf_format_report_refusal(const kf_record *record, kf_log *log) {
    const kf_limits limits = record->limits;
    const kf_refusal *refusal = &record->refusal;
    const struct {
        uint64_t limit;
        const char *what, *of, *option;
    } reasons[] =
        {
            [KF_LIMIT_GAME] = {limits.game_bytes, "a game of more than", "bytes", "game-bytes"},
            [KF_LIMIT_JUNK] = {limits.junk, "more than", "bytes that belong to no game", "junk"},
            [KF_LIMIT_NODES] = {limits.nodes, "a game of more than", "nodes", "nodes"},
            [KF_LIMIT_DENSITY] = {record->short_nodes, "a game of more than",
                                  "nodes with less than 6 bytes for each", "nodes"},
            [KF_LIMIT_DEPTH] = {limits.depth, "more than", "variations within each other", "depth"},
        },
      *reason = &reasons[refusal->limit];
    kf_log_add(log, KF_PROGRAM_SIZE,
               (kf_place){.source = record->source, .offset = refusal->offset},
               "%s %llu %s; '--max-%s=N' lets more through", reason->what,
               (unsigned long long)reason->limit, reason->of, reason->option);
}

static void read_record(void *context) {
    reading *r = context;
    kf_record *record = r->record;
    kf_format_limit(record, r->how);
    if (!take_bytes(r))
        return;
    char *room = kf_arena_resize(record->arena, NULL, KF_FORMAT_HEAD);
    kf_text head = kf_format_head(record->source->bytes, room);
    record->format = kf_format_choose(record->source, head, r->how, r->log);
    if (record->format == NULL)
        return;
    kf_charset_hints hints = kf_format_hints(record->format, r->how, head);
    kf_charset_decode(record->source, &hints, r->log);
    kf_arena_release(record->arena, room);
    record->format->read(record, r->how, r->log);
    record->limits = (kf_limits){KF_NO_LIMIT, KF_NO_LIMIT, KF_NO_LIMIT, KF_NO_LIMIT};
    r->is_read = true;
}

static kf_record *run(reading *r) {
    static const kf_reading usual = {.format = NULL};
    r->record = kf_record_new();
    if (r->how == NULL)
        r->how = &usual;
    if (r->name == NULL)
        r->name = "";
    bool has_memory = r->record != NULL && kf_arena_try(r->record->arena, read_record, r);
    if (!has_memory && r->record != NULL && r->record->refusal.limit != KF_LIMIT_NONE)
        kf_format_report_refusal(r->record, r->log);
    else if (!has_memory)
        kf_log_add(r->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    if (has_memory && r->is_read)
        return r->record;
    kf_record_free(r->record);
    return NULL;
}

kf_record *kf_format_read(const void *bytes, size_t length, const char *name, const kf_reading *how,
                          kf_log *log) {
    reading r = {
        .name = name, .bytes = length > 0 ? bytes : "", .length = length, .how = how, .log = log};
    return run(&r);
}

kf_record *kf_format_read_buffer(kf_buffer *text, const kf_reading *how) {
    kf_source_pad(text);
    reading r = {.lent = text->data, .length = text->length, .how = how};
    return run(&r);
}

kf_record *kf_format_read_file(const char *file_name, const kf_reading *how, kf_log *log) {
    reading r = {.name = file_name, .how = how, .log = log};
    return run(&r);
}

#ifndef KF_ONLY_READS
bool kf_format_is_go(const kf_writing_job *writer, kf_node game) {
    enum { PATH = 64, LONGEST = 20 };
    const kf_record *record = writer->record;
    char path[PATH];
    kf_place place = {0};
    kf_text value = {"", 0};
    if (kf_record_is_go(record, game))
        return true;
    kf_property_get(record, game, "GM", &value);
    // To find the path takes as long as there are games.
    if (kf_log_keeps(writer->log, KF_ERROR, KF_CONVERT_OTHER_GAME))
        place = kf_record_place(record, game, path, sizeof path);
    kf_log_add(writer->log, KF_CONVERT_OTHER_GAME, place,
               "this is game number %.*s of SGF's list, not Go, and is left out",
               (int)(value.length < LONGEST ? value.length : LONGEST), value.data);
    kf_loss_add(writer->loss, true, KF_TEXT("a game that is not Go"), game);
    return false;
}
#endif

// A writing under way, for the protected call.
typedef struct writing {
    kf_writing_job writer;
    const kf_format *format;
    kf_sink *sink;
    void *context;
    bool is_written, has_bytes;
} writing;

static bool pass_on(void *context, const void *bytes, size_t length) {
    writing *w = context;
    w->has_bytes = w->has_bytes || length > 0;
    return w->sink(w->context, bytes, length);
}

static void write_record(void *context) {
    writing *w = context;
    kf_writing_job *writer = &w->writer;
    const kf_record *record = writer->record;
    writer->out = kf_arena_alloc(writer->arena, sizeof *writer->out);
    const char *set = writer->how->charset != NULL ? kf_encode_name(writer->how->charset) : NULL;
    kf_encode *encode = set != NULL ? kf_encode_new(writer->arena, set, pass_on, w) : NULL;
    if (encode != NULL)
        kf_output_begin(writer->out, kf_encode_add, encode);
    else
        kf_output_begin(writer->out, pass_on, w);
    if (record != NULL && w->format == kf_format_of(record) && kf_record_is_verbatim(record) &&
        !writer->how->canonical && writer->how->series == NULL && encode == NULL) {
        kf_output_add_text(writer->out, kf_record_bytes(record));
        w->is_written = true;
    } else {
        w->is_written = w->format->write(writer);
    }
    bool is_out = kf_output_flush(writer->out) && (encode == NULL || kf_encode_end(encode));
    if (writer->how->series != NULL && w->has_bytes) // of a game that is not Go there may be none
        writer->how->series->has_begun = true;
    const char *mistaken = encode != NULL && is_out ? kf_encode_mistaken(encode) : NULL;
    if (mistaken != NULL)
        kf_log_add(writer->log, KF_PROGRAM_FORMAT, (kf_place){0},
                   "in %s this text would be taken for %s, as it has too few letters", set,
                   mistaken);
    w->is_written = w->is_written && is_out && mistaken == NULL;
    if (encode != NULL && kf_encode_missing(encode) != 0)
        kf_log_add(writer->log, KF_PROGRAM_FORMAT, (kf_place){0},
                   "%s does not have the character U+%04lX, and the record does", set,
                   (unsigned long)kf_encode_missing(encode));
}

bool kf_format_write(const kf_record *record, const kf_format *format, const kf_writing *how,
                     kf_sink *sink, void *context, kf_log *log) {
    static const kf_writing usual = {.canonical = false};
    writing w = {.format = format, .sink = sink, .context = context};
    w.writer = (kf_writing_job){.record = record, .how = how != NULL ? how : &usual, .log = log};
    if (format->write == NULL) {
        kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){0}, "%s cannot be written", format->title);
        return false;
    }
    w.writer.loss = w.writer.how->loss;
    w.writer.arena = kf_arena_new();
    bool has_memory = w.writer.arena != NULL && kf_arena_try(w.writer.arena, write_record, &w) &&
                      !kf_loss_is_incomplete(w.writer.loss);
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_arena_free(w.writer.arena);
    return has_memory && w.is_written;
}
