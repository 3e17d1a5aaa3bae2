// SPDX-License-Identifier: MIT
// Character sets with one byte a letter, by tables.

#ifndef KIFU_BASE_BYTES_H
#define KIFU_BASE_BYTES_H

#include <kifu/base.h>

enum { KF_BYTES_HIGH = 128 };

// The letters of a set for the bytes from 80 on, 0 where there is none, by its iconv name; NULL: it
// has no table. Where a sign joins the letter before it, both stand alone here.
const uint16_t *kf_bytes_of(const char *set);
// The same for who decodes by it; NULL also where signs join letters.
const uint16_t *kf_bytes_alone(const char *set);
// Whether signs join the letters before them in a set: iconv holds a letter back until it is known
// what follows.
bool kf_bytes_joins(const char *set);
// Whether none is held back between the bytes before `i` and those from there on.
bool kf_bytes_is_rest(const char *set, kf_text bytes, size_t i);

// The end of what is decoded at once: before the next character that was cut, and where no letter
// is held back.
size_t kf_bytes_end_of_run(const char *charset, kf_text bytes, size_t begin, size_t end);

#endif
