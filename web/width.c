// SPDX-License-Identifier: MIT
// How wide characters are: what src/base/width.c says, from a smaller table.

#include "base/width.h"

#include <stddef.h>

// For each range of src/base/width.def, in numbers of seven bits a byte, the highest first: how far
// it begins behind the one before, twice, and 1 more where it takes two columns; then its length
// less 1. Made by build.mjs.
static const uint8_t ranges[] = {
#include "width.inc"
};

static uint32_t number(size_t *at) {
    uint32_t n = ranges[*at] & 127;
    while (ranges[(*at)++] > 127)
        n = n << 7 | (ranges[*at] & 127);
    return n;
}

int kf_width(uint32_t code_point) {
    uint32_t next = 0;
    if (code_point < 0x300)
        return 1;
    for (size_t at = 0; at < sizeof ranges;) {
        uint32_t begin = number(&at), length = number(&at) + 1;
        next += begin >> 1;
        if (code_point < next)
            return 1;
        if (code_point < next + length)
            return (begin & 1) != 0 ? 2 : 0;
        next += length;
    }
    return 1;
}
