// SPDX-License-Identifier: MIT
// The words of the game in the book's and in today's languages.

#ifndef KIFU_CLI_TERM_H
#define KIFU_CLI_TERM_H

#include <stdio.h>

#include <kifu/kifu.h>

// Prints every row of terms.def that has the word in any column, without regard to case. False:
// there is none.
bool kf_term_print(FILE *out, const char *word);

#endif
