// SPDX-License-Identifier: MIT
// The COM blocks of a node.

#ifndef KIFU_FORMAT_ISHI_COMMENT_H
#define KIFU_FORMAT_ISHI_COMMENT_H

#include <kifu/kifu.h>

#include "base/buffer.h"

// A block: the title, and the body with a line break between the lines.
typedef struct kf_ishi_com {
    kf_text title, body;
    size_t lines; // of the body
} kf_ishi_com;

// The blocks that C and KFCOM give; KFCOM counts only while its lines are those of C.
size_t kf_ishi_comment_blocks(kf_text properties, kf_arena *arena, kf_ishi_com **blocks);
// Adds the lines of a block, COM and ENDCOM among them. A line that would end the block, and
// what is no ASCII, is written so that it stays readable.
void kf_ishi_comment_write(const kf_ishi_com *block, kf_buffer *out);

#endif
