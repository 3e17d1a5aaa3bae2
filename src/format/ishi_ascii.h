// SPDX-License-Identifier: MIT
// Any text in the characters that an Ishi file may hold.

#ifndef KIFU_FORMAT_ISHI_ASCII_H
#define KIFU_FORMAT_ISHI_ASCII_H

#include "base/buffer.h"

// Adds the text with every character outside of ASCII 32 to 126 replaced by something that a
// reader takes for it: "é" by "e", "①" by "1", Cyrillic and kana by their usual Latin letters,
// what has no such form by "?". Control characters are left out, a tab stays. The text is one
// line: a line break becomes a space. False: something was replaced.
bool kf_ishi_ascii(kf_buffer *out, kf_text text);

#endif
