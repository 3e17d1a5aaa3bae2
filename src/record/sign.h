// SPDX-License-Identifier: MIT
// Signs in running text: Ishi's words `\t`, `\s`, `\d` and `\c`, and the characters they stand for.

#ifndef KIFU_RECORD_SIGN_H
#define KIFU_RECORD_SIGN_H

#include <kifu/record.h>

#include "base/arena.h"

// A sign in a text: a word of Ishi, or the character itself.
typedef struct kf_sign {
    size_t begin, length; // where it stands, in bytes
    const char *shown;    // the character: "△", "□", "◇" or "✓"
    bool is_word;         // it stands there as a word
} kf_sign;

/* ---- sign.c ------------------------------------------------------- doc/spec/ishi.md ---- */

// The first sign that begins at `from` or behind it; false when there is none.
bool kf_sign_next(kf_text text, size_t from, kf_sign *sign);
// The text with the characters in the place of the words, in the arena; the same text when it has
// no such word.
kf_text kf_sign_show(kf_arena *arena, kf_text text);

#endif
