// SPDX-License-Identifier: MIT
// Boards as plain text.

#ifndef KIFU_DRAW_ASCII_H
#define KIFU_DRAW_ASCII_H

#include <kifu/kifu.h>

#include "base/output.h"
#include "draw/scene.h"

/* ---- ascii.c -------------------------------------------------------- doc/spec/draw.md ---- */

// Adds the board of a scene with its stones, its short labels and the names along its edges, but
// nothing of what stands above and below it.
void kf_ascii_board(kf_output *out, const kf_scene *scene);

#endif
