// SPDX-License-Identifier: MIT
// What the desktop's rules want to stand in a thumbnail: of which file it is, and of which time.

#ifndef KIFU_CLI_STAMP_H
#define KIFU_CLI_STAMP_H

#include "base/buffer.h"
#include "cli/command.h"

// A kf_sink for a PNG on its way to another one: puts texts behind its head.
typedef struct kf_stamp {
    kf_sink *sink;
    void *context;
    kf_buffer texts; // chunks that are ready to be written
    size_t passed;   // bytes
} kf_stamp;

/* ---- stamp.c ---------------------------------------------------- doc/spec/thumbnail.md ---- */

// Adds a text with its name, as a chunk.
void kf_stamp_add(kf_stamp *stamp, const char *name, const char *text);
// Adds where the file lies, its time, its size and its kind. Nothing for "-" and for what is gone.
void kf_stamp_add_file(kf_stamp *stamp, const char *name, const char *mime);
bool kf_stamp_write(void *context, const void *bytes, size_t length);

// The path that a file:// address names, in the arena; the name itself when it is no address.
const char *kf_stamp_path(kf_arena *arena, const char *name);

#endif
