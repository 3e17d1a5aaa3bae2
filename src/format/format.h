// SPDX-License-Identifier: MIT
// A notation is one of these structs, at the end of its file, and a row in formats.def.

#ifndef KIFU_FORMAT_FORMAT_H
#define KIFU_FORMAT_FORMAT_H

#include <kifu/format.h>

#include "base/charset/charset.h"
#include "base/output.h"
#include "record/record.h"

// What a notation's entry says of its writer. A program that only reads records (the page is one)
// is built with KF_ONLY_READS and links no writer but Davar's.
#ifdef KF_ONLY_READS
#define KF_FORMAT_WRITER(function)    NULL
#define KF_FORMAT_IS_GO(writer, game) ((void)(game), true)
#else
#define KF_FORMAT_WRITER(function)    (function)
#define KF_FORMAT_IS_GO(writer, game) kf_format_is_go(writer, game)
#endif

// What a writer needs. Allocations come from `arena`, in a protected call.
typedef struct kf_writing_job {
    const kf_record *record;
    kf_arena *arena; // freed after the writing
    kf_output *out;
    const kf_writing *how;
    kf_loss *loss; // may be NULL
    kf_log *log;
} kf_writing_job;

struct kf_format {
    const char *name;   // "sgf"
    const char *title;  // "Smart Game Format FF[4]"
    const char *suffix; // "sgf", the usual ending first: "go ishi"
    const char *keeps;  // what it keeps and what it loses, one line
    // The number of bits of the text that were checked and look like this notation, 0 when it is
    // none. `head` is the front of the input (64 KB at most), in bytes that may be no UTF-8.
    int (*sniff)(kf_text head);
    int most; // bits that it ever answers; 0: there is no bound
    // The character set that the file says it is in; false when it says none. May be NULL.
    bool (*charset)(kf_text head, kf_text *name);
    // Where the next game begins in bytes, and the set that it says it is in: see kf_charset_find.
    // NULL: a file is one game in this regard.
    size_t (*find_game)(kf_text bytes, size_t from, size_t upto, kf_text *declared);
    // Whether that game stands in another one: see kf_charset_within.
    bool (*is_within)(kf_text bytes, size_t from, size_t game, struct kf_charset_nest *nest);
    // Fills the record from `record->source->text`, in a protected call of its arena. What it mends
    // it reports, and sets `record->is_repaired` when the bytes are no longer the record.
    void (*read)(kf_record *record, const kf_reading *how, kf_log *log);
    // For a notation whose games can be read one after the other, else NULL. Reads the game that
    // begins at `*begin` of `record->source->text`, of which more may come unless `is_final`, and
    // moves `*begin` behind it. False: the text ends before the game does, or before it is certain
    // that it has ended; what was added to the record and the log is void. `*state` is NULL for the
    // first game and belongs to the reader.
    bool (*read_next)(kf_record *record, void **state, size_t *begin, bool is_final, kf_log *log);
    // Writes everything. False when the record cannot be held at all; the log says why.
    bool (*write)(kf_writing_job *writer);
    // What stands in the values of a property, where games may have text in UTF-16 in a frame of
    // ASCII.
    kf_framed_name *name_text;
    // Whether any game can be held; NULL: all can.
    bool (*can_hold)(const kf_record *record);
    // It heeds `how->series`.
    bool writes_games;
};

/* ---- format.c ------------------------------------------------------ doc/spec/formats.md ---- */

// How much of the front of an input sniffers see.
enum { KF_FORMAT_HEAD = 64 * 1024 };
// What that of SGF answers to a node with a move, `(;B[`, at least.
enum { KF_FORMAT_SGF = 24 };
// The front as they want it; `room` may take it.
kf_text kf_format_head(kf_text bytes, char room[KF_FORMAT_HEAD]);
// The notation to read the source in, whose front is `head`. NULL: there is none, and the log says
// so.
const kf_format *kf_format_choose(const kf_source *source, kf_text head, const kf_reading *how,
                                  kf_log *log);
// Sets the limits to keep in reading: the default ones where `how` says nothing.
void kf_format_limit(kf_record *record, const kf_reading *how);
// What is known of the character set of a source in that notation. The name that the file says is
// a slice of `head`.
kf_charset_hints kf_format_hints(const kf_format *format, const kf_reading *how, kf_text head);
// Reads a record from a text that was made, where it stands: the buffer must outlive the record.
// NULL: there is no memory, or the text is over a limit. In a protected call of the buffer's arena.
kf_record *kf_format_read_buffer(kf_buffer *text, const kf_reading *how);
// Whether the game is Go, for a notation that shows nothing but its board. Reports one that is not,
// which is lost.
bool kf_format_is_go(const kf_writing_job *writer, kf_node game);
// Says over which limit an input was.
void kf_format_report_refusal(const kf_record *record, kf_log *log);

// The notations by name.
#define KF_FORMAT(name) extern const kf_format kf_##name##_format;
#include "format/formats.def"
#undef KF_FORMAT

#endif
