// SPDX-License-Identifier: MIT
// Files that are named in several ways.

#ifndef KF_CLI_ONCE_H
#define KF_CLI_ONCE_H

#include "cli/frame/cli.h"

// Leaves out inputs that are the same file as one before, by another way or named again: what
// changes a file in place would change it twice. A note says so for each.
void kf_once_keep(kf_cli *cli, kf_inputs *inputs);

#endif
