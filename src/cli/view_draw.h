// SPDX-License-Identifier: MIT
// One whole screen of `kifu view`.

#ifndef KIFU_CLI_VIEW_DRAW_H
#define KIFU_CLI_VIEW_DRAW_H

#include "cli/view.h"
#include "cli/view_screen.h"

/* ---- view_draw.c ----------------------------------------------------- doc/spec/view.md ---- */

// Draws what the view holds and shows it. Call it in a protected call of both arenas.
void kf_view_draw(kf_view *view, kf_view_screen *screen);

#endif
