// SPDX-License-Identifier: MIT
// How wide characters are on a terminal.

#include "base/width.h"

#include <stddef.h>

// Ranges of characters that do not take one column, sorted.
static const struct range {
    uint32_t first, last;
    uint8_t columns;
} ranges[] = {
#define KF_WIDTH(first, last, columns) {first, last, columns},
#include "base/width.def"
#undef KF_WIDTH
};

int kf_width(uint32_t code_point) {
    size_t low = 0, high = sizeof ranges / sizeof ranges[0];
    if (code_point < ranges[0].first)
        return 1;
    // Between `low` and `high` lies the last range that begins at the character or before.
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].first <= code_point)
            low = middle;
        else
            high = middle;
    }
    return code_point <= ranges[low].last ? ranges[low].columns : 1;
}
