// SPDX-License-Identifier: MIT
// Inputs made of others by chance: a little fuzzing without a fuzzer.

#ifndef KIFU_TEST_MUTANT_H
#define KIFU_TEST_MUTANT_H

#include <stddef.h>
#include <stdint.h>

// Numbers by chance; the same ones for the same seed, which is not 0.
typedef struct mutant_chance {
    uint64_t state;
} mutant_chance;

// A number below `limit`; 0 when that is 0.
size_t mutant_draw(mutant_chance *chance, size_t limit);

// Changes `data`, which has room for `room` bytes, in one to eight places: bytes are set, taken
// out, doubled, or copied out of `other`. Returns the new length.
size_t mutant_make(mutant_chance *chance, uint8_t *data, size_t length, size_t room,
                   const uint8_t *other, size_t other_length);

#endif
