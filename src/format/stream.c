// SPDX-License-Identifier: MIT
// Reading a collection game by game, in the memory of its largest game.
//
// The input is seen through a window. A notation that can read one game after the other is asked
// for the game that begins in it; when the game does not end there, the window takes more and the
// game is read again from its beginning. The window grows by halves at least, so that even a game
// of many windows is read a few times and not once for each. What was given out leaves the window
// when it next takes something in, but for a little that the excerpts of findings show.

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "format/format.h"
#include "record/record.h"

enum {
    CHUNK = 256 * 1024, // bytes that are taken in at once; a processor's cache holds them
    LARGE = 6 * CHUNK,  // the same, where a game is larger than that, for it is read again
    CONTEXT = 1024,     // what stays of the text before the game in hand
    FEW = 4             // less than so many parts of the window are not worth to be taken off it
};

struct kf_stream {
    kf_record *record;
    kf_source *source;
    kf_arena *home; // of the window; the record's own goes back after each game
    kf_arena_level level;
    kf_supply *supply;
    void *context;
    int file;        // of the supply, when it is a file of ours, else -1
    bool is_regular; // and nobody has to wait for what is in it
    uint64_t size;   // of that, when it was opened
    kf_reading how;
    kf_log *log;
    kf_log *found; // by the attempt under way
    kf_charset_reader *charset;
    char *raw; // the window
    size_t length, room;
    size_t begin;   // of what was not given out yet, in the text of the window
    void *state;    // of the notation's reader
    size_t games;   // given out before those in hand
    bool is_at_end; // of the input: the window holds the rest of it
    bool has_begun, has_failed, is_over;
};

// ---- The window ----

// Leaves the protected call when the input cannot be read; whoever supplies it has said why.
static _Noreturn void fail(kf_stream *s) {
    s->has_failed = true;
    kf_arena_fail(s->record->arena);
}

// The window without what was given out.
static void forget(kf_stream *s) {
    size_t bytes, cut = s->begin > CONTEXT ? s->begin - CONTEXT : 0;
    if (s->charset == NULL || cut == 0)
        return;
    cut = kf_charset_reader_cut(s->charset, cut, &bytes);
    if (bytes < (s->length - bytes) / FEW) // it would be much work for little
        return;
    kf_source_forget(s->source, cut, bytes);
    kf_charset_reader_forget(s->charset, cut, bytes);
    memmove(s->raw, s->raw + bytes, s->length - bytes);
    s->length -= bytes;
    s->begin -= cut;
}

// Whether the input ends behind what was taken in. A file that has given as much as it has, and
// less than it was asked for, is not asked again: in a folder of small games that counts.
static bool ends(const kf_stream *s, size_t taken, size_t more, size_t asked) {
    return more == 0 ||
           (s->is_regular && more < asked && s->source->bytes_before + taken == s->size);
}

// Takes in `least` bytes, where there are so many, and up to `most`.
static void take_in(kf_stream *s, size_t least, size_t most) {
    size_t got = 0;
    if (s->length + most + KF_SOURCE_PADDING > s->room) {
        s->room = s->length + most + KF_SOURCE_PADDING;
        s->raw = kf_arena_resize(s->home, s->raw, s->room);
    }
    while (got < (s->is_regular ? most : least) && !s->is_at_end) {
        size_t more = s->supply(s->context, s->raw + s->length + got, most - got);
        if (more == KF_SUPPLY_FAILED)
            fail(s);
        s->is_at_end = ends(s, s->length + got + more, more, most - got);
        got += more;
    }
    s->length += got;
    memset(s->raw + s->length, 0, KF_SOURCE_PADDING);
    s->source->bytes = (kf_text){s->raw, s->length};
    if (s->charset == NULL)
        s->source->text = s->source->bytes;
}

// How much to take in where so much was not enough: as much again, or what is usual, but not far
// beyond the limit.
static size_t room_below(uint64_t limit, size_t length, size_t usual) {
    size_t most = length > usual ? length : usual;
    uint64_t left = limit > length ? limit - length + CHUNK : CHUNK;
    return most < left ? most : (size_t)left;
}

// Whether no game can begin in these bytes, in whatever character set.
static bool is_quiet(const char *bytes, size_t length) {
    return memchr(bytes, '(', length) == NULL && memchr(bytes, ';', length) == NULL &&
           memchr(bytes, '[', length) == NULL;
}

// Passes over bytes between two games before any work goes into them: /dev/zero ends here.
static void pass_junk(kf_stream *s, size_t from) {
    size_t seen = from;
    uint64_t limit = s->record->limits.junk;
    while (!s->is_at_end && is_quiet(s->raw + seen, s->length - seen)) {
        if (s->length - from > limit)
            kf_record_refuse(s->record, KF_LIMIT_JUNK, s->begin);
        seen = s->length;
        take_in(s, CHUNK, room_below(limit, s->length - from, CHUNK));
    }
}

static void take_more(kf_stream *s) {
    size_t left = s->source->text.length - s->begin;
    if (left > s->record->limits.game_bytes || s->length > UINT32_MAX / 2)
        kf_record_refuse(s->record, KF_LIMIT_GAME, s->begin);
    forget(s);
    size_t from = (size_t)kf_source_byte_of(s->source, s->begin);
    size_t usual = left > CHUNK / 2 ? LARGE : CHUNK;
    size_t most = room_below(s->record->limits.game_bytes, left, usual);
    take_in(s, left / 2 < most ? left / 2 + 1 : most, most);
    pass_junk(s, from);
    kf_charset_reader_feed(s->charset, s->is_at_end);
}

// ---- The beginning ----

// Takes in all of an input whose notation is read as a whole.
static void take_whole(kf_stream *s, bool is_recognised) {
    const kf_limits *limits = &s->record->limits;
    uint64_t most = is_recognised ? limits->game_bytes : limits->junk;
    while (!s->is_at_end) {
        if (s->length > most || s->length > UINT32_MAX / 2)
            kf_record_refuse(s->record, is_recognised ? KF_LIMIT_GAME : KF_LIMIT_JUNK, 0);
        take_in(s, CHUNK, room_below(most, s->length, CHUNK));
    }
}

static bool begin(kf_stream *s) {
    kf_record *record = s->record;
    take_in(s, KF_FORMAT_HEAD, CHUNK);
    char *room = kf_arena_resize(s->home, NULL, KF_FORMAT_HEAD);
    kf_text head = kf_format_head(s->source->bytes, room);
    record->format = kf_format_choose(s->source, head, &s->how, s->log);
    if (record->format == NULL)
        return false;
    bool is_recognised = record->format->sniff == NULL || record->format->sniff(head) > 0;
    if (record->format->read_next != NULL)
        pass_junk(s, 0);
    else
        take_whole(s, is_recognised);
    head = kf_format_head(s->source->bytes, room); // the window may have moved
    kf_charset_hints hints = kf_format_hints(record->format, &s->how, head);
    s->charset = kf_charset_reader_new(s->source, &hints);
    kf_arena_release(s->home, room);
    kf_charset_reader_feed(s->charset, s->is_at_end);
    return true;
}

// ---- Games ----

static void restart(kf_stream *s) {
    kf_arena_rewind(s->record->arena, s->level);
    kf_record_restart(s->record);
    kf_log_clear(s->found);
    kf_log_limit_like(s->found, s->log);
}

// Reads what follows, as often as it takes.
static void read_games(kf_stream *s) {
    kf_record *record = s->record;
    size_t end = s->begin;
    while (!record->format->read_next(record, &s->state, &end, s->is_at_end, s->found)) {
        restart(s);
        take_more(s);
        end = s->begin;
    }
    record->begin = s->begin;
    record->end = end;
    s->begin = end;
    s->is_over = s->is_at_end && end == s->source->text.length;
}

static void next(void *context) {
    kf_stream *s = context;
    s->games += kf_record_games(s->record);
    s->record->games_before = s->games;
    if (!s->has_begun) {
        s->has_begun = true;
        s->is_over = !begin(s);
        s->has_failed = s->is_over;
        if (s->is_over)
            return;
        s->level = kf_arena_mark(s->record->arena);
    }
    restart(s);
    if (s->record->format->read_next != NULL) {
        read_games(s);
    } else {
        s->record->format->read(s->record, &s->how, s->found);
        s->is_over = true;
    }
    size_t seen = s->record->end > 0 ? s->record->end : SIZE_MAX;
    kf_charset_reader_report(s->charset, s->is_over ? SIZE_MAX : seen, s->log);
    kf_log_move(s->log, s->found);
}

const kf_record *kf_stream_next(kf_stream *s) {
    if (s == NULL || s->is_over || s->has_failed)
        return NULL;
    bool is_done = kf_arena_try(s->record->arena, next, s);
    if (is_done)
        return s->has_failed ? NULL : s->record;
    if (s->record->refusal.limit != KF_LIMIT_NONE)
        kf_format_report_refusal(s->record, s->log);
    else if (!s->has_failed)
        kf_log_add(s->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    s->has_failed = true;
    return NULL;
}

uint64_t kf_stream_at(const kf_stream *s) {
    bool is_known = s != NULL && s->has_begun && !s->has_failed && !s->is_over &&
                    s->record->format->read_next != NULL;
    const kf_source *source = is_known ? s->source : NULL;
    bool is_text = is_known && source->map == NULL && !source->is_mixed && !source->is_repaired &&
                   strcmp(source->charset, "UTF-8") == 0;
    return is_text ? source->bytes_before + kf_source_byte_of(source, s->begin) : UINT64_MAX;
}

// What a pass is about, for the protected call.
typedef struct passing {
    kf_stream *stream;
    uint64_t bytes;
    kf_sink *sink; // that gets them, or NULL
    void *context;
    bool is_stopped; // by the sink
} passing;

static void pass(void *context) {
    passing *p = context;
    kf_stream *s = p->stream;
    for (;;) {
        size_t left = s->source->text.length - s->begin;
        size_t step = p->bytes < left ? (size_t)p->bytes : left;
        p->is_stopped = p->sink != NULL && step > 0 &&
                        !p->sink(p->context, s->source->text.data + s->begin, step);
        if (p->is_stopped)
            return;
        s->begin += step;
        p->bytes -= step;
        if (p->bytes == 0 || s->is_at_end)
            break;
        take_more(s);
    }
    s->is_over = s->is_at_end && s->begin == s->source->text.length;
}

bool kf_stream_give(kf_stream *s, uint64_t bytes, size_t games, kf_sink *sink, void *context) {
    passing p = {.stream = s, .bytes = bytes, .sink = sink, .context = context};
    s->games += games;
    if (kf_arena_try(s->record->arena, pass, &p) && p.bytes == 0)
        return true;
    if (!s->has_failed && !p.is_stopped)
        kf_log_add(s->log, KF_PROGRAM_FILE, (kf_place){0}, "'%.200s' was changed while it was read",
                   s->source->name);
    s->has_failed = s->has_failed || !p.is_stopped;
    return false;
}

bool kf_stream_pass(kf_stream *s, uint64_t bytes, size_t games) {
    return kf_stream_give(s, bytes, games, NULL, NULL);
}

bool kf_stream_is_over(const kf_stream *stream) {
    return stream == NULL || stream->is_over || stream->has_failed;
}

size_t kf_stream_games(const kf_stream *stream) {
    return stream != NULL ? stream->games : 0;
}

bool kf_stream_has_failed(const kf_stream *stream) {
    return stream == NULL || stream->has_failed;
}

// ---- Opening and closing ----

// What is made with the stream, for the protected call.
typedef struct opening {
    kf_record *record;
    kf_supply *supply;
    void *context;
    const char *name;
    const kf_reading *how;
    kf_log *log;
    kf_stream *made;
} opening;

static void close_file(void *what) {
    kf_stream *s = what;
    if (s->file > STDERR_FILENO)
        close(s->file);
    kf_log_free(s->found);
}

static void make(void *context) {
    opening *o = context;
    kf_arena *arena = o->record->arena;
    kf_stream *s = kf_arena_alloc(arena, sizeof *s);
    *s =
        (kf_stream){.record = o->record, .supply = o->supply, .context = o->context, .log = o->log};
    s->file = -1;
    kf_arena_defer(arena, close_file, s);
    s->found = kf_log_new();
    if (s->found == NULL)
        kf_arena_fail(arena);
    kf_log_bequeath(s->found, s->log);
    s->home = kf_arena_new_in(arena);
    if (o->how != NULL)
        s->how = *o->how;
    kf_format_limit(s->record, &s->how);
    s->raw = kf_arena_resize(s->home, NULL, KF_SOURCE_PADDING);
    s->room = KF_SOURCE_PADDING;
    s->source = s->record->source = kf_source_new(s->home, o->name, s->raw, 0);
    s->source->lines_before = s->how.lines_before;
    o->made = s;
}

kf_stream *kf_stream_open_with(kf_supply *supply, void *context, const char *name,
                               const kf_reading *how, kf_log *log) {
    opening o = {kf_record_new(), supply, context, name, how, log, NULL};
    if (o.record != NULL && kf_arena_try(o.record->arena, make, &o))
        return o.made;
    kf_record_free(o.record);
    kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return NULL;
}

static size_t read_file(void *context, void *bytes, size_t room) {
    kf_stream *s = context;
    for (;;) {
        ssize_t got = read(s->file, bytes, room);
        if (got >= 0)
            return (size_t)got;
        if (errno == EINTR)
            continue;
        kf_file_report(s->log, s->source->name, errno);
        return KF_SUPPLY_FAILED;
    }
}

kf_stream *kf_stream_open(const char *file_name, const kf_reading *how, kf_log *log) {
    kf_stream *s = kf_stream_open_with(read_file, NULL, file_name, how, log);
    if (s == NULL)
        return NULL;
    s->context = s;
    s->file = strcmp(file_name, "-") == 0 ? STDIN_FILENO : open(file_name, O_RDONLY | O_CLOEXEC);
    struct stat status;
    s->is_regular = s->file >= 0 && fstat(s->file, &status) == 0 && S_ISREG(status.st_mode);
    s->size = s->is_regular && status.st_size > 0 ? (uint64_t)status.st_size : 0;
    if (s->file >= 0)
        return s;
    kf_file_report(log, file_name, errno);
    kf_stream_close(s);
    return NULL;
}

void kf_stream_close(kf_stream *stream) {
    if (stream != NULL)
        kf_record_free(stream->record);
}
