// SPDX-License-Identifier: MIT
// Sixteen bytes of a text at once, where the processor can do that.

#ifndef KIFU_BASE_BLOCK_H
#define KIFU_BASE_BLOCK_H

#if defined(__SSE2__) && defined(__GNUC__)
#include <emmintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define KF_BLOCK              16
#define KF_BLOCK_LOWEST(bits) __builtin_ctz(bits) // the place of the lowest bit; there is one

// A bit for each of the bytes at `p` that is `c` once the bits of `blur` are set in it.
static inline unsigned kf_block_bits(const char *p, char c, char blur) {
    __m128i bytes = _mm_loadu_si128((const void *)p);
    bytes = _mm_or_si128(bytes, _mm_set1_epi8(blur));
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
}

// Whether one of them is `c` or no ASCII.
static inline bool kf_block_has(const char *p, char c) {
    __m128i bytes = _mm_loadu_si128((const void *)p);
    return _mm_movemask_epi8(_mm_or_si128(bytes, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)))) != 0;
}

// A bit for each of them that is no white space.
static inline unsigned kf_block_words(const char *p) {
    __m128i bytes = _mm_loadu_si128((const void *)p);
    __m128i controls = _mm_sub_epi8(bytes, _mm_set1_epi8('\t'));
    controls = _mm_cmpeq_epi8(_mm_min_epu8(controls, _mm_set1_epi8('\r' - '\t')), controls);
    __m128i blanks = _mm_or_si128(controls, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')));
    return (unsigned)_mm_movemask_epi8(blanks) ^ 0xFFFF;
}

// How many lines end in `count` such blocks, 255 at most: at LF, or at CR with no LF behind it.
static inline size_t kf_block_lines(const char *p, size_t count) {
    const __m128i feed = _mm_set1_epi8('\n'), carriage = _mm_set1_epi8('\r');
    __m128i sums = _mm_setzero_si128();
    bool is_simple = memchr(p, '\r', count * KF_BLOCK) == NULL;
    for (; is_simple && count > 0; count--, p += KF_BLOCK)
        sums = _mm_sub_epi8(sums, _mm_cmpeq_epi8(_mm_loadu_si128((const void *)p), feed));
    for (; count > 0; count--, p += KF_BLOCK) {
        __m128i bytes = _mm_loadu_si128((const void *)p);
        __m128i behind = _mm_cmpeq_epi8(_mm_loadu_si128((const void *)(p + 1)), feed);
        __m128i ends = _mm_andnot_si128(behind, _mm_cmpeq_epi8(bytes, carriage));
        sums = _mm_sub_epi8(sums, _mm_or_si128(ends, _mm_cmpeq_epi8(bytes, feed)));
    }
    sums = _mm_sad_epu8(sums, _mm_setzero_si128());
    return (size_t)_mm_cvtsi128_si32(sums) + (size_t)_mm_extract_epi16(sums, 4);
}
#endif

#endif
