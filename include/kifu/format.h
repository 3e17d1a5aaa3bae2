// SPDX-License-Identifier: MIT
// Notations: reading records from bytes and files, and writing them.

#ifndef KIFU_FORMAT_H
#define KIFU_FORMAT_H

#include <kifu/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- format.c -------------------------------------------------- doc/spec/formats.md ---- */

// A notation that records are read from and written to.
typedef struct kf_format kf_format;

// All notations; NULL at an index beyond the last.
KF_API size_t kf_format_count(void);
KF_API const kf_format *kf_format_at(size_t index);
// By name ("sgf") or by the ending of a file's name ("game.sgf", ".sgf"); NULL when unknown.
KF_API const kf_format *kf_format_named(const char *name);
KF_API const kf_format *kf_format_for_file(const char *file_name);
// The notation that the bytes are most likely in; the file's name, which may be NULL, only breaks
// ties. NULL when no notation recognises anything.
KF_API const kf_format *kf_format_guess(const void *bytes, size_t length, const char *file_name);
// Its name ("sgf"), its title for people, the endings of its files without their dot, with spaces
// between several and the usual one first ("sgf mgt"), and what of a record it can hold, as a
// phrase. Constants.
KF_API const char *kf_format_name(const kf_format *format);
KF_API const char *kf_format_title(const kf_format *format);
KF_API const char *kf_format_suffix(const kf_format *format);
KF_API const char *kf_format_keeps(const kf_format *format);
// Whether kifu reads it, and whether it writes it.
KF_API bool kf_format_can_read(const kf_format *format);
KF_API bool kf_format_can_write(const kf_format *format);
// Whether its games can be read, and written, one after the other: see kf_stream and kf_series.
KF_API bool kf_format_reads_games(const kf_format *format);
KF_API bool kf_format_writes_games(const kf_format *format);
// Whether it can hold the record, or any of its games.
KF_API bool kf_format_can_hold(const kf_format *format, const kf_record *record);

// How to read. All zero is the usual way.
typedef struct kf_reading {
    const kf_format *format; // NULL: guess
    const char *charset;     // NULL: as the file says, else UTF-8, else what it looks like
    const char *likely;      // the set to prefer where the text leaves doubt; NULL: none
    int size;                // board size for a notation that does not say it; 0: 19
    bool rows_from_top;      // Davar: a vertical `+` counts from the top
    bool is_for_fix;         // the record notes its repairs: kf_fix_new need not read it again
    kf_limits limits;        // what is larger is refused
    size_t lines_before;     // what is read is a piece of a file: so many lines stand before it
} kf_reading;

// Reads a record from bytes, which are copied. `name` is for the log and may be NULL, so may
// `how`. A record is given whenever anything can be made of the bytes; NULL when there is
// no memory, the input is over a limit or 4 GiB - 64 bytes, or the notation cannot be guessed.
KF_API kf_record *kf_format_read(const void *bytes, size_t length, const char *name,
                                 const kf_reading *how, kf_log *log);
// The same from a file; "-" is standard input. NULL also when the file cannot be read.
KF_API kf_record *kf_format_read_file(const char *file_name, const kf_reading *how, kf_log *log);
// The notation that the record was read from; NULL for one made by calls.
KF_API const kf_format *kf_format_of(const kf_record *record);

// A file that is written game by game, each by a call of kf_format_write to the same sink: what is
// known of the others. All zero before the first; what comes out is what one record of all of them
// would give. A record that the notation cannot hold is counted as lost.
typedef struct kf_series {
    bool has_letters; // set before the first: kf_record_has_letters of some record
    bool is_last;     // set before the last one that the notation can hold
    bool has_begun;   // the rest is the writer's: something was written
    bool is_told;     // what is reported once a file was reported
} kf_series;

// How to write. All zero is the usual way.
typedef struct kf_writing {
    bool canonical;     // our layout, also where the bytes could be given back as they came
    bool rows_from_top; // Davar: a vertical `+` counts from the top
    kf_loss *loss;      // takes what was carried and lost; NULL: nobody asks
    kf_series *series;  // the record is a part of what is written; NULL: it is all
    int version;        // SGF: the FF that the record was brought to; 0: 4
    // SGF: the character set to write in, by any of its names, in which ASCII letters are
    // themselves; NULL: UTF-8. A character that it does not have fails the writing.
    const char *charset;
} kf_writing;

// Writes the record in that notation. False when the notation cannot hold it at all, the sink
// stopped, or there is no memory; the log says so.
KF_API bool kf_format_write(const kf_record *record, const kf_format *format, const kf_writing *how,
                            kf_sink *sink, void *context, kf_log *log);

/* ---- stream.c ------------------------------------------------------ doc/spec/formats.md ---- */

// A collection read game by game, in the memory of its largest game: 10 GB of games need no more
// than 10 of them. SGF can be read so. A file in another notation comes out as one record.
//
//     kf_stream *stream = kf_stream_open("games.sgf", NULL, log);
//     for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;)
//         ... the games of the record, which is usually one ...
//     bool is_whole = !kf_stream_has_failed(stream);
//     kf_stream_close(stream);
//
// What is found in the games is what kf_format_read_file finds, at the same places and paths.
typedef struct kf_stream kf_stream;

// Gives the next bytes of an input: writes at most `size` of them, and at least one, to `room`, and
// returns how many. 0 at the end. KF_SUPPLY_FAILED: it cannot be read, and the supplier has
// reported why.
typedef size_t kf_supply(void *context, void *room, size_t size);
#define KF_SUPPLY_FAILED SIZE_MAX

// Opens a file; "-" is standard input. `how` may be NULL. NULL: it cannot be opened, or there is no
// memory; the log says so. The log is used until the stream is closed.
KF_API kf_stream *kf_stream_open(const char *file_name, const kf_reading *how, kf_log *log);
// The same from a supply of bytes: a member of an archive, a connection, a text in memory. `name`
// is for the log and may be NULL. Where nothing names the character set, a file is looked through
// whether it is UTF-8; here it is taken for that until a byte contradicts.
KF_API kf_stream *kf_stream_open_with(kf_supply *supply, void *context, const char *name,
                                      const kf_reading *how, kf_log *log);
// The next game, borrowed until the next call; now and then a record holds several, or in a file
// without games none. NULL at the end, or when reading on is not possible.
KF_API const kf_record *kf_stream_next(kf_stream *stream);
// Whether the record in hand was the last. False may also mean that the end was not seen yet.
KF_API bool kf_stream_is_over(const kf_stream *stream);
// How many games there were before those of the record in hand.
KF_API size_t kf_stream_games(const kf_stream *stream);
// Whether the end was not reached: the input could not be read, is in no known notation or over a
// limit, or there was no memory. The log says which. Also true for NULL.
KF_API bool kf_stream_has_failed(const kf_stream *stream);

// For dividing a file among several streams, each of which reads a part of it.
//
// Where in the input the games begin that come next, in bytes from 0. UINT64_MAX: that is not
// known, or the text of the games is not the bytes as they stand there.
KF_API uint64_t kf_stream_at(const kf_stream *stream);
// Passes over so many bytes from there on, which hold so many games, without reading them: for
// callers that know the games from another stream. False: there are not so many, and the stream has
// failed.
KF_API bool kf_stream_pass(kf_stream *stream, uint64_t bytes, size_t games);
// The same, and gives the bytes to the sink. Also false when that stops; then nothing has failed,
// but the stream stands somewhere between two games.
KF_API bool kf_stream_give(kf_stream *stream, uint64_t bytes, size_t games, kf_sink *sink,
                           void *context);
KF_API void kf_stream_close(kf_stream *stream);

#ifdef __cplusplus
}
#endif

#endif
