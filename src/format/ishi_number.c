// SPDX-License-Identifier: MIT
// The number that stands before a move in Ishi.

#include "format/ishi_number.h"

#include <stdint.h>

// A number that is told by SGF leaves room for as many moves as any file has behind it, so that
// these are never out of numbers.
enum { LARGEST_TOLD = 1000000000 };

int kf_ishi_number(int before, int mn) {
    if (mn > before && mn <= LARGEST_TOLD)
        return mn;
    return before < INT32_MAX ? before + 1 : before;
}
