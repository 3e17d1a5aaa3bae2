// SPDX-License-Identifier: MIT
// The manual page and the shells' completions, made from the tables.

#include "cli/generate.h"

bool kf_generate(FILE *out, const char *kind) {
    (void)out;
    (void)kind;
    return false;
}
