// SPDX-License-Identifier: MIT
// Text of any origin cut into lines of so many columns.

#ifndef KIFU_CLI_VIEW_WRAP_H
#define KIFU_CLI_VIEW_WRAP_H

#include <kifu/kifu.h>

#include "base/buffer.h"

enum { KF_VIEW_TAB = 4 };

// The lines of a text, pieces of it, one after another.
typedef struct kf_view_lines {
    kf_text *lines;
    size_t count, room;
} kf_view_lines;

/* ---- view_wrap.c ----------------------------------------------------- doc/spec/view.md ---- */

// How many columns a character takes in the locale in force: 0 for one that is joined to the one
// before or left out, 1 for one that cannot be shown, for a sign stands in its place.
int kf_view_wrap_width(uint32_t code_point);
// Whether the character is left out: it has no shape of its own and would only disturb others, or
// turn the direction of what stands beside the text.
bool kf_view_wrap_is_dropped(uint32_t code_point);
// Adds the lines of the text. Lines break at spaces and beside wide characters, and anywhere when
// a word alone is too wide. An empty line stays one. Call it in a protected call.
void kf_view_wrap(kf_view_lines *lines, kf_arena *arena, kf_text text, int columns);

#endif
