// SPDX-License-Identifier: MIT
// Reading a whole file, and writing all of a block.

#ifndef KIFU_BASE_FILE_H
#define KIFU_BASE_FILE_H

#include "base/arena.h"
#include "base/log.h"

// Reads a file, or standard input for "-", into a block of kf_arena_resize with room for
// KF_SOURCE_PADDING bytes behind it. NULL: the log says why. Call it in a protected call.
char *kf_file_read(kf_arena *arena, const char *name, size_t *length, kf_log *log);

// Writes all of it to an open file. False: errno says why.
bool kf_file_write(int file, const void *bytes, size_t length);

// Says that the file cannot be read, by the system's number for the reason.
void kf_file_report(kf_log *log, const char *name, int error);

#endif
