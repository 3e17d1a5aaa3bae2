// SPDX-License-Identifier: MIT
// The list of character sets, and the choice of one for a game.

#ifndef KIFU_BASE_CHOICE_H
#define KIFU_BASE_CHOICE_H

#include "base/charset/detect.h"
#include "base/source.h"

// What the bytes below 128 mean in a character set; charsets.def says more.
typedef enum kf_charset_frame { KF_FRAME_ASCII, KF_FRAME_SHIFT, KF_FRAME_OTHER } kf_charset_frame;

// A row of the list. Only its name goes to iconv: what a file calls its set may ask for a module
// that we do not know, or for characters to be dropped.
typedef struct kf_charset {
    const char *name;
    kf_charset_frame frame;
    const char *spellings;
} kf_charset;

// Bytes of a game by which its set is recognised, at most, and of the input where the game alone
// leaves doubt.
enum { KF_CHOICE_EVIDENCE = 1 << 20, KF_CHOICE_FRONT = 1 << 16 };

// What a choice goes by, beside the game.
typedef struct kf_choosing {
    kf_arena *arena;
    bool is_old;            // the notation is one of DOS times
    kf_detect_prior origin; // what is known of where it comes from
    kf_detect_prior before; // what that and the games before say
    kf_text front;          // what the front of the input has beyond ASCII
    bool has_front;         // it was looked at, and
    kf_detect_prior plain;  // says this, with its origin
    char declared[32];      // the name that was asked for last, and its set; "": no name
    const kf_charset *set;
    kf_detect_sets *sets; // made when something is to be recognised
} kf_choosing;

// A set for a game, by its iconv name.
typedef struct kf_choice {
    const char *charset;
    kf_charset_why why;
    int sure; // per cent
} kf_choice;

// The row of a set by any of its names, or NULL.
const kf_charset *kf_choice_named(kf_text name);
// Whether a character set has that name.
bool kf_choice_is_known(kf_text name);
// Whether a text in ASCII may be in the set of that name; false also where none is known.
bool kf_choice_holds_ascii(kf_text name, bool *is_known);
// The same for game after game, which name one set as a rule: the name that came last is
// remembered.
const kf_charset *kf_choice_declared(kf_choosing *choosing, kf_text name);
// How files name a set, by the name that iconv has for the wider one that it is read as.
const char *kf_choice_usual(const char *charset);
// Whether all bytes are ASCII, and none is NUL.
bool kf_choice_is_ascii(kf_text bytes);
// Whether there is an escape, or the sign with which HZ begins: ASCII that a set of seven bits may
// read otherwise.
bool kf_choice_has_signs(kf_text bytes);
// Whether some byte begins a character of three bytes or more: valid UTF-8 that has one is no
// accident.
bool kf_choice_has_long(kf_text bytes);
// The first character of two bytes from `from` on, or the length.
size_t kf_choice_next_pair(kf_text bytes, size_t from);
// Whether any game in the bytes says that it is in another set than UTF-8.
bool kf_choice_names_other(kf_text bytes);
// Whether all bytes are characters of the set, one in which ASCII is itself.
bool kf_choice_is_in(kf_choosing *choosing, kf_text game, const kf_charset *set);
// The set to read a game in that says it is in `set`; NULL: it says nothing, or nothing known. It
// is believed unless its text speaks against it.
kf_choice kf_choice_of(kf_choosing *choosing, kf_text game, const kf_charset *set);

#endif
