// SPDX-License-Identifier: MIT
// A scene on a terminal: two columns a point.

#ifndef KIFU_CLI_VIEW_BOARD_H
#define KIFU_CLI_VIEW_BOARD_H

#include "base/buffer.h"
#include "cli/view_screen.h"
#include "draw/scene.h"

/* ---- view_board.c ---------------------------------------------------- doc/spec/view.md ---- */

// How many columns and rows all of the scene takes.
kf_view_area kf_view_board_size(const kf_scene *scene);
// Draws it into the area. When that is too small, the part around the point `centre` of the shown
// board, which may be KF_NOWHERE.
void kf_view_board_draw(kf_view_screen *screen, const kf_scene *scene, kf_view_area area,
                        kf_point centre);
// Adds, a line a kind, what a terminal has no room for: long labels, arrows and lines.
void kf_view_board_legend(const kf_view_screen *screen, const kf_scene *scene, kf_buffer *out);

#endif
