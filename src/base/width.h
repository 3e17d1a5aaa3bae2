// SPDX-License-Identifier: MIT
// How wide characters are on a terminal.

#ifndef KIFU_BASE_WIDTH_H
#define KIFU_BASE_WIDTH_H

#include <stdint.h>

// How many columns of a terminal the character takes: 2 for the wide ones of East Asia, 0 for
// those that stand on the character before them.
int kf_width(uint32_t code_point);

#endif
