// SPDX-License-Identifier: MIT
// The words that pictures, books, pages and titles add to what their record says.

#ifndef KIFU_RECORD_LANGUAGE_H
#define KIFU_RECORD_LANGUAGE_H

#include <kifu/record.h>

typedef enum kf_word {
#define KF_WORD(id, en, ja, hans, hant, ko, de, fr, es) KF_WORD_##id,
#include "record/vocabulary.def"
#undef KF_WORD
    KF_WORDS
} kf_word;

/* ---- language.c --------------------------------------------------- doc/spec/book.md ---- */

const char *kf_language_get(kf_language language, kf_word word);
// Whether words and numbers stand without a blank between them.
bool kf_language_is_close(kf_language language);
// What the texts of a record are written in, as far as signs tell; else English.
kf_language kf_language_guess(const kf_record *record);

#endif
