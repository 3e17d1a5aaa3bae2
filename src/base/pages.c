// SPDX-License-Identifier: MIT
// A hint to the system about large blocks of memory.

#if defined(__linux__)
#define _DEFAULT_SOURCE // for madvise, which POSIX does not know
#include <sys/mman.h>
#endif

#include "base/pages.h"

#include <stdint.h>

enum { SMALL_PAGE = 4096, LARGE_ENOUGH = 32 * 1024 * 1024 };

void kf_pages_prefer_large(void *block, size_t size) {
    if (size < LARGE_ENOUGH)
        return;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // Only whole pages within the block; where this fails, nothing is lost.
    char *begin = (char *)block + (SMALL_PAGE - (uintptr_t)block % SMALL_PAGE) % SMALL_PAGE;
    size_t length = size - (size_t)(begin - (char *)block);
    (void)!madvise(begin, length / SMALL_PAGE * SMALL_PAGE, MADV_HUGEPAGE);
#else
    (void)block;
#endif
}
