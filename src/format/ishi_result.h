// SPDX-License-Identifier: MIT
// Results in words and as SGF's RE has them.

#ifndef KIFU_FORMAT_ISHI_RESULT_H
#define KIFU_FORMAT_ISHI_RESULT_H

#include "base/buffer.h"

// Adds the RE value that the words mean: "White wins by resignation" is "W+R". A text that already
// has RE's form stays. False, and nothing is added, when the words are not understood.
bool kf_ishi_result_read(kf_text text, kf_buffer *out);
// Adds words for an RE value: "B+3" is "Black wins by 3". False when there are none for it.
bool kf_ishi_result_write(kf_text value, kf_buffer *out);

#endif
