// SPDX-License-Identifier: MIT
// HZ: Chinese in pairs of letters.

#ifndef KIFU_BASE_CHARSET_HZ_H
#define KIFU_BASE_CHARSET_HZ_H

#include "base/buffer.h"

// So many bytes are looked at behind a letter.
enum { KF_HZ_AHEAD = 1024 + 64 };

// Whether the bytes have Chinese in HZ, `~{0WFe~}`: each sign that begins some is followed by pairs
// of bytes that are letters, and by the sign that ends it, or breaks off.
bool kf_hz_is_in(kf_text bytes);
// Whether between such signs a pair at `i` is a letter.
bool kf_hz_is_letter(kf_text bytes, size_t i);
// Decodes the character at `i` and moves behind it. `is_chinese` says whether it stands between the
// signs. What is not valid is counted.
uint32_t kf_hz_take(bool *is_chinese, kf_text bytes, size_t *i, size_t *bad);
// Writes a text. False: GB2312 lacks a character.
bool kf_hz_put(kf_buffer *out, kf_text text);

#endif
