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

#endif
