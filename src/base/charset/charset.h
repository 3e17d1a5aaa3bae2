// SPDX-License-Identifier: MIT
// The door: whatever came in becomes valid UTF-8 without NUL.

#ifndef KIFU_BASE_CHARSET_H
#define KIFU_BASE_CHARSET_H

#include "base/charset/framed.h"
#include "base/log.h"
#include "base/source.h"

// No more than so many bytes of a game's first node are looked at to tell that it is one.
enum { KF_CHARSET_NODE = 4096 };

// Finds the next game from `from` on and before `upto` in bytes that are not decoded yet: returns
// where it begins, the length of the bytes when there is none, and what its first node says of its
// character set, a slice of the bytes or empty.
typedef size_t kf_charset_find(kf_text bytes, size_t from, size_t upto, kf_text *declared);

// Where one stands in the games within games: `{.depth = 0}` where the outermost begins.
typedef struct kf_charset_nest {
    size_t depth;
    bool is_in_value;
} kf_charset_nest;

// Whether the game at `game` stands in the one that the nest belongs to: goes on from `from`, where
// that or the last one in it began.
typedef bool kf_charset_within(kf_text bytes, size_t from, size_t game, kf_charset_nest *nest);

// Where the game at `game` ends, before `upto`, when it stands in a text and names that set.
typedef size_t kf_charset_end(kf_text bytes, size_t game, size_t upto, kf_text declared);

// What is known of the character set beside the bytes.
typedef struct kf_charset_hints {
    const char *wanted;    // from the command line, or NULL: goes before everything
    const char *likely;    // where the text leaves doubt, or NULL
    kf_text declared;      // what the front says of itself, in ASCII, or empty
    kf_charset_find *find; // NULL: the input is read as one game
    kf_charset_within *is_within;
    bool is_old;          // the notation is one of DOS times
    kf_framed_name *name; // NULL: no text in UTF-16 stands among letters of ASCII
    kf_charset_end *end;  // NULL: a game ends where the next one begins
} kf_charset_hints;

// Sets the source's text from its bytes, and what it says of their character set. After `wanted`
// goes a byte order mark; then each game for itself: what it says, unless its bytes speak against
// that, then UTF-8, then what it looks like. Only the sets of charsets.def are known. A declared
// set in which ASCII letters would look otherwise is disproved by the file, and not taken.
void kf_charset_decode(kf_source *source, const kf_charset_hints *hints, kf_log *log);

// The same as the bytes come in. The source's bytes are a window, in memory that can be written to,
// and it holds the front of the input now; `declared` may be a slice of it.
typedef struct kf_charset_reader kf_charset_reader;
kf_charset_reader *kf_charset_reader_new(kf_source *source, const kf_charset_hints *hints);
// Bytes were added to the window: sets the source's text, as far as it is certain in which set it
// is. `is_final`: they are the last.
void kf_charset_reader_feed(kf_charset_reader *reader, bool is_final);
// The last place up to that offset in the text before which all can be forgotten, and where it is
// in the bytes.
size_t kf_charset_reader_cut(const kf_charset_reader *reader, size_t text, size_t *bytes);
// Forgets the text before such a place. The caller takes the bytes out of the window.
void kf_charset_reader_forget(kf_charset_reader *reader, size_t text, size_t bytes);
// Reports what was found in the text before that offset and was not reported yet.
void kf_charset_reader_report(kf_charset_reader *reader, size_t upto, kf_log *log);

#endif
