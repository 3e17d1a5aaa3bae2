// SPDX-License-Identifier: MIT
// All parts of the programs beside kifu, for tests that run commands in process.

#ifndef KIFU_TEST_PARTS_H
#define KIFU_TEST_PARTS_H

#include "cli/frame/cli.h"

// Those that this build has.
kf_parts parts_all(void);

#endif
