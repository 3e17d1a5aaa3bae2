// SPDX-License-Identifier: MIT
// The door: whatever came in becomes valid UTF-8 without NUL.

#ifndef KIFU_BASE_CHARSET_H
#define KIFU_BASE_CHARSET_H

#include "base/log.h"
#include "base/source.h"

// Sets the source's text from its bytes. `wanted` (from the command line) goes first, then a byte
// order mark, then `declared` (what the file says of itself), then UTF-8 when the bytes are
// that, else ISO-8859-1 with a warning. Either may be NULL.
void kf_charset_decode(kf_source *source, const char *wanted, const char *declared, kf_log *log);

// The offset in the source's bytes of an offset in its text.
uint64_t kf_charset_byte_of(const kf_source *source, size_t offset);

#endif
