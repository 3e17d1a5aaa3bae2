// SPDX-License-Identifier: MIT
// What letters say of their character sets.

#ifndef KIFU_BASE_MAIL_H
#define KIFU_BASE_MAIL_H

#include "base/charset/choice.h"
#include "base/text.h"

// Where one is in a letter, or in a file of many.
typedef struct kf_mail {
    bool has_heads;        // it may be one: its heads are looked for
    bool was_contradicted; // what the last head says
    char name[32];         // of the set that holds here, by the last head that names one
    size_t length;
    size_t place;   // where that name stands
    size_t at;      // the bytes before are gone through
    bool has_parts; // parts of letters, or texts around games, are read each for itself
    bool is_behind; // the text in hand stands behind a game, and goes on
    size_t count;   // parts that were recognised
    kf_choice last; // that of the last one
    kf_choice text; // that of the text around the games
} kf_mail;

// The character set that the head of a mail or of a page names for its text, a slice of it. False:
// there is none, or it is not known.
bool kf_mail_charset(kf_text bytes, kf_text *name);
// Begins with an input that has these bytes in front of its first game.
void kf_mail_begin(kf_mail *mail, kf_text front);
// Goes on to `upto`.
void kf_mail_read(kf_mail *mail, kf_text bytes, size_t upto);
// What it says of the game. False: nothing, or the bytes say more: they are in seven bits, or in
// UTF-8.
bool kf_mail_names(const kf_mail *mail, kf_choosing *choosing, kf_text game, kf_text *name);
// Chooses for a game, or for a part of a text. `set`: what is said of it, or NULL; `is_named`: it
// says so itself.
kf_choice kf_mail_choose(kf_mail *mail, kf_choosing *choosing, kf_text game, const kf_charset *set,
                         bool is_named);
// Forgets so many bytes at the front.
void kf_mail_forget(kf_mail *mail, kf_text bytes, size_t count);

// Finds parts as others find games. The head is in the part, and names its set when it is read.
size_t kf_mail_find_part(kf_text bytes, size_t from, size_t upto, kf_text *declared);

#endif
