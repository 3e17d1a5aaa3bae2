// SPDX-License-Identifier: MIT
// The number that stands before a move in Ishi.

#include "format/ishi_number.h"

#include <stdint.h>

int kf_ishi_number(int before, int mn) {
    if (mn > before)
        return mn;
    return before < INT32_MAX ? before + 1 : before;
}
