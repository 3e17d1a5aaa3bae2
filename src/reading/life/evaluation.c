// SPDX-License-Identifier: MIT
// How far either side looks from what it wants: a small network over what features.c counts.
//
// Its sum is the logarithm of the odds that the attacker gets what is asked, in steps of an eighth.
// The weights were learned from what reading found, see weights.c and bench/learn.

#include "reading/life/life.h"

#include <assert.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { STEPS = 80, STEP = 512 };

// 1 and six times e to the power of half the odds, from 10 below zero on, in steps of an eighth.
static const uint16_t powers[2 * STEPS + 1] = {
    1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,
    1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,
    1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   1,   2,   2,
    2,   2,   2,   2,   2,   2,   2,   2,   2,   3,   3,   3,   3,   3,   3,   4,   4,   4,
    4,   4,   5,   5,   5,   5,   6,   6,   7,   7,   7,   8,   8,   9,   9,   10,  10,  11,
    12,  12,  13,  14,  15,  16,  17,  18,  19,  20,  21,  23,  24,  26,  27,  29,  31,  33,
    35,  37,  40,  42,  45,  48,  51,  54,  57,  61,  65,  69,  74,  78,  83,  89,  94,  100,
    107, 114, 121, 129, 137, 146, 155, 165, 176, 187, 199, 212, 226, 240, 256, 272, 290, 308,
    328, 349, 372, 396, 421, 448, 477, 508, 541, 575, 613, 652, 694, 739, 786, 837, 891};

// The hidden counts while they are summed up; sixteen bytes at once where the processor can do
// that.
#if defined(__SSE2__)
enum { LANES = 8 };
typedef struct sums {
    __m128i a, b, c, d;
} sums;
static_assert(KF_WEIGHTS_HIDDEN == 4 * LANES, "there are as many hidden ones");

static inline __m128i part_of(const int16_t *row, size_t number) {
    return _mm_loadu_si128((const void *)(row + number * LANES));
}

static inline void add_row(sums *to, const int16_t *row, int times) {
    __m128i by = _mm_set1_epi16((int16_t)times);
    to->a = _mm_add_epi16(to->a, _mm_mullo_epi16(part_of(row, 0), by));
    to->b = _mm_add_epi16(to->b, _mm_mullo_epi16(part_of(row, 1), by));
    to->c = _mm_add_epi16(to->c, _mm_mullo_epi16(part_of(row, 2), by));
    to->d = _mm_add_epi16(to->d, _mm_mullo_epi16(part_of(row, 3), by));
}

// The products of those that are positive.
static inline __m128i weigh(__m128i hidden, __m128i out) {
    return _mm_madd_epi16(_mm_max_epi16(hidden, _mm_setzero_si128()), out);
}

static inline int32_t sum_up(const sums *hidden, const int16_t *out) {
    int32_t all[4];
    __m128i one =
        _mm_add_epi32(weigh(hidden->a, part_of(out, 0)), weigh(hidden->b, part_of(out, 1)));
    __m128i other =
        _mm_add_epi32(weigh(hidden->c, part_of(out, 2)), weigh(hidden->d, part_of(out, 3)));
    _mm_storeu_si128((void *)all, _mm_add_epi32(one, other));
    return all[0] + all[1] + all[2] + all[3];
}
#else
typedef struct sums {
    int16_t one[KF_WEIGHTS_HIDDEN];
} sums;

static void add_row(sums *to, const int16_t *row, int times) {
    for (int k = 0; k < KF_WEIGHTS_HIDDEN; k++)
        to->one[k] = (int16_t)(to->one[k] + times * row[k]);
}

static int32_t sum_up(const sums *hidden, const int16_t *out) {
    int32_t sum = 0;
    for (int k = 0; k < KF_WEIGHTS_HIDDEN; k++)
        sum += hidden->one[k] > 0 ? hidden->one[k] * out[k] : 0;
    return sum;
}
#endif

// What the network says of the counts.
static int32_t judge(const kf_weights *weights, const int8_t *counts, const uint8_t *kinds) {
    sums hidden;
    int32_t sum = 0;
    memset(&hidden, 0, sizeof hidden);
    uint8_t place[KF_FEATURES];
    int count = 0;
    for (int i = 0; i < KF_FEATURES; i++) {
        place[count] = (uint8_t)i;
        count += counts[i] != 0;
    }
    for (int n = 0; n < count; n++) {
        add_row(&hidden, weights->hidden[place[n]], counts[place[n]]);
        sum += counts[place[n]] * weights->plain[place[n]];
    }
    count = 0;
    for (int i = 0; i < KF_NEAR; i++) {
        place[count] = (uint8_t)i;
        count += kinds[i] != 0;
    }
    for (int n = 0; n < count; n++) {
        add_row(&hidden, weights->near[place[n]][kinds[place[n]]], 1);
        sum += weights->plain_near[place[n]][kinds[place[n]]];
    }
    return sum + sum_up(&hidden, weights->out);
}

kf_evaluation kf_evaluation_find(int turn, const int8_t *counts, const uint8_t *kinds) {
    int step = judge(kf_weights_of(turn), counts, kinds) / STEP;
    step = step > STEPS ? STEPS : step < -STEPS ? -STEPS : step;
    return (kf_evaluation){.kill = powers[STEPS - step], .live = powers[STEPS + step]};
}
