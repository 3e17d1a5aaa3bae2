// SPDX-License-Identifier: MIT
// How far either side looks from what it wants: a small network over what features.c counts.
//
// Its sum is the logarithm of the odds that the attacker gets what is asked, in steps of an eighth.
// The weights were learned from what reading found, see weights.c and bench/learn.

#include "reading/life/life.h"

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

// What the network says of the counts: the hidden ones count where they are positive.
static int32_t judge(const kf_weights *weights, const int8_t *counts, const uint8_t *kinds) {
    int16_t hidden[KF_WEIGHTS_HIDDEN] = {0};
    int32_t sum = 0;
    uint8_t place[KF_FEATURES];
    int count = 0;
    for (int i = 0; i < KF_FEATURES; i++) {
        place[count] = (uint8_t)i;
        count += counts[i] != 0;
    }
    for (int n = 0; n < count; n++) {
        const int16_t *row = weights->hidden[place[n]];
        int16_t times = (int16_t)counts[place[n]];
        for (int k = 0; k < KF_WEIGHTS_HIDDEN; k++)
            hidden[k] = (int16_t)(hidden[k] + times * row[k]);
        sum += times * weights->plain[place[n]];
    }
    for (int n = 0; n < KF_NEAR; n++) {
        const int16_t *row = weights->near[n][kinds[n]];
        for (int k = 0; k < KF_WEIGHTS_HIDDEN; k++)
            hidden[k] = (int16_t)(hidden[k] + row[k]);
        sum += weights->plain_near[n][kinds[n]];
    }
    for (int k = 0; k < KF_WEIGHTS_HIDDEN; k++)
        sum += hidden[k] > 0 ? hidden[k] * weights->out[k] : 0;
    return sum;
}

kf_evaluation kf_evaluation_find(int turn, const int8_t *counts, const uint8_t *kinds) {
    int step = judge(kf_weights_of(turn), counts, kinds) / STEP;
    step = step > STEPS ? STEPS : step < -STEPS ? -STEPS : step;
    return (kf_evaluation){.kill = powers[STEPS - step], .live = powers[STEPS + step]};
}
