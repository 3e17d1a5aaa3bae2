// SPDX-License-Identifier: MIT
// Characters that a program cut, which took so many bytes of a value and no more.

#ifndef KIFU_BASE_BROKEN_H
#define KIFU_BASE_BROKEN_H

#include "base/text.h"

// So many bytes are looked at behind a bracket.
enum { KF_BROKEN_AHEAD = 64 };

// Whether escapes lead to other letters in a set, by its iconv name: it is one of ISO-2022.
bool kf_broken_has_escapes(const char *charset);
// Whether the byte is the first of two in a set of letters whose second byte may be a bracket.
bool kf_broken_is_first(const char *charset, char byte);
// Whether `]` stands at `i`, and behind it a property or the end of a game. White space and
// parentheses alone, as far as it looks, are the end of one, too.
bool kf_broken_ends_value(kf_text bytes, size_t i);
// Whether at `i` stands the first byte of a character that lost its second one: the bracket behind
// it, which could be a second byte, is a bracket. Or an escape of ISO-2022 that leads nowhere.
bool kf_broken_is_half(const char *charset, kf_text bytes, size_t i);

#endif
