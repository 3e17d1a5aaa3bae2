// SPDX-License-Identifier: MIT
// Findings in the order of their places.

#ifndef KIFU_CLI_ORDER_H
#define KIFU_CLI_ORDER_H

#include "cli/command.h"

// The log's entries by their bytes in the file, each with its notes behind it; those without a
// place stand last. NULL when there is nothing to put in order. In a block of cli->arena that
// the caller releases.
const kf_entry **kf_order_entries(kf_cli *cli);

#endif
