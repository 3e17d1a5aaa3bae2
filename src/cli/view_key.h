// SPDX-License-Identifier: MIT
// What each key of `kifu view` does.

#ifndef KIFU_CLI_VIEW_KEY_H
#define KIFU_CLI_VIEW_KEY_H

#include "cli/view.h"

/* ---- view_key.c ------------------------------------------------------ doc/spec/view.md ---- */

// Does what the key asks for: a character, or a kf_view_name. Call it in a protected call of both
// arenas.
void kf_view_key(kf_view *view, uint32_t key);

#endif
