// SPDX-License-Identifier: MIT
// What 'The Game of I-Go' (1931) says of eye spaces, beside what is true.

#ifndef KIFU_CLI_EYES_BOOKLET_H
#define KIFU_CLI_EYES_BOOKLET_H

#include "cli/command.h"

// Prints every claim on eyes up to that size: what was found, and whether the claim is right. From
// eleven points on only the corner is looked at.
void kf_eyes_booklet_print(kf_cli *cli, int size);

#endif
