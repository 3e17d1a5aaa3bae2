// SPDX-License-Identifier: MIT
// A notation is one of these structs, at the end of its file, and a row in formats.def.

#ifndef KIFU_FORMAT_FORMAT_H
#define KIFU_FORMAT_FORMAT_H

#include <kifu/kifu.h>

#include "base/output.h"
#include "record/record.h"

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
    // The character set that the file says it is in; false when it says none. May be NULL.
    bool (*charset)(kf_text head, kf_text *name);
    // Fills the record from `record->source->text`, in a protected call of its arena. What it mends
    // it reports, and sets `record->is_repaired` when the bytes are no longer the record.
    void (*read)(kf_record *record, const kf_reading *how, kf_log *log);
    // Writes everything. False when the record cannot be held at all; the log says why.
    bool (*write)(kf_writing_job *writer);
};

// The notations by name.
#define KF_FORMAT(name) extern const kf_format kf_##name##_format;
#include "format/formats.def"
#undef KF_FORMAT

#endif
