// SPDX-License-Identifier: MIT
// Sixteen bytes of a text at once, where the processor can do that.

#ifndef KIFU_BASE_BLOCK_H
#define KIFU_BASE_BLOCK_H

#if defined(__SSE2__) && defined(__GNUC__)
#include <emmintrin.h>

#define KF_BLOCK              16
#define KF_BLOCK_LOWEST(bits) __builtin_ctz(bits) // the place of the lowest bit; there is one

// A bit for each of the bytes at `p` that is `c` once the bits of `blur` are set in it.
static inline unsigned kf_block_bits(const char *p, char c, char blur) {
    __m128i bytes = _mm_loadu_si128((const void *)p);
    bytes = _mm_or_si128(bytes, _mm_set1_epi8(blur));
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
}
#endif

#endif
