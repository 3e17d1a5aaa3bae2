// SPDX-License-Identifier: MIT
// Spreading numbers over all 64 bits.

#ifndef KIFU_BASE_HASH_H
#define KIFU_BASE_HASH_H

#include <stdint.h>

// The output of that number of splitmix64, started at 0. Source: Steele, Lea and Flood, Fast
// Splittable Pseudorandom Number Generators, 2014.
static inline uint64_t kf_hash_mix(uint64_t number) {
    uint64_t z = number * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

#endif
