// SPDX-License-Identifier: MIT
// The manual page as source for scdoc.

#ifndef KIFU_CLI_GENERATE_MAN_H
#define KIFU_CLI_GENERATE_MAN_H

#include <stdio.h>

void kf_generate_man(FILE *out);

#endif
