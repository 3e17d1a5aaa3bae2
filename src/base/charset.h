// SPDX-License-Identifier: MIT
// The door: whatever came in becomes valid UTF-8 without NUL.

#ifndef KIFU_BASE_CHARSET_H
#define KIFU_BASE_CHARSET_H

#include "base/log.h"
#include "base/source.h"

// Sets the source's text from its bytes. `wanted` (from the command line, or NULL) goes first, then
// a byte order mark, then `declared` (what the file says of itself, a slice of the bytes in
// ASCII, or empty), then UTF-8 when the bytes are that, else ISO-8859-1 with a warning. Only the
// sets of charsets.def are known. A declared set in which ASCII letters would look otherwise is
// disproved by the file, and not taken.
// Whether a character set has that name.
bool kf_charset_is_known(kf_text name);

void kf_charset_decode(kf_source *source, const char *wanted, kf_text declared, kf_log *log);

// The same as the bytes come in. The source's bytes are a window, in memory that can be written to.
typedef struct kf_charset_reader kf_charset_reader;
// Chooses the set by the front of the input, which the window holds now. `declared` is a slice of
// it.
kf_charset_reader *kf_charset_reader_new(kf_source *source, const char *wanted, kf_text declared);
// Whether nothing named a set: then it is UTF-8, unless a byte anywhere contradicts.
bool kf_charset_reader_is_open(const kf_charset_reader *reader);
// Says which of both it is, when somebody has looked through the whole input.
void kf_charset_reader_settle(kf_charset_reader *reader, bool is_utf8);
// Bytes were added to the window: sets the source's text. `is_final`: they are the last.
void kf_charset_reader_feed(kf_charset_reader *reader, bool is_final);
// The last place up to that offset in the text before which all can be forgotten, and where it is
// in the bytes.
size_t kf_charset_reader_cut(const kf_charset_reader *reader, size_t text, size_t *bytes);
// Forgets the text before such a place. The caller takes the bytes out of the window.
void kf_charset_reader_forget(kf_charset_reader *reader, size_t text, size_t bytes);
// Sets the source's text again when the bytes have been moved.
void kf_charset_reader_refresh(kf_charset_reader *reader);
// Reports what was found in the text before that offset and was not reported yet.
void kf_charset_reader_report(kf_charset_reader *reader, size_t upto, kf_log *log);

#endif
