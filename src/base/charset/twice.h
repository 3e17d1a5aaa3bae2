// SPDX-License-Identifier: MIT
// Text that a program read in a wrong character set and wrote again.

#ifndef KIFU_BASE_TWICE_H
#define KIFU_BASE_TWICE_H

#include "base/arena.h"
#include <kifu/base.h>

// The text as it was before, when every character of it leads back to a byte and these bytes are
// text beyond doubt; empty: it was not encoded twice, or not all can be had. `was` gets how the
// text was read wrongly, by the iconv name of the set.
kf_text kf_twice_undo(kf_arena *arena, kf_text text, const char **was);

#endif
