// SPDX-License-Identifier: MIT
// The lines below a board of text that say what its signs cannot show.

#ifndef KIFU_DRAW_LEGEND_H
#define KIFU_DRAW_LEGEND_H

#include <kifu/kifu.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "draw/scene.h"

// Lines under construction, in an arena.
typedef struct kf_legend {
    kf_arena *arena;
    const kf_scene *scene;
    kf_loss *loss; // takes what is only said; NULL: nobody asks
    kf_text *lines;
    size_t count, capacity;
} kf_legend;

// Whether the point is one of those that a line names.
typedef bool kf_legend_test(const kf_scene_point *point, const void *context);

/* ---- legend.c ------------------------------------------------------- doc/spec/ansi.md ---- */

// Adds a line. Call all of these in a protected call of the arena.
void kf_legend_add(kf_legend *legend, kf_text line);
// Adds "WHAT: D4, E5" with the points that pass; nothing when there are none. Each is a loss of
// that kind when `kind` is not NULL.
void kf_legend_points(kf_legend *legend, const char *what, const char *kind, kf_legend_test *test,
                      const void *context);
// Adds the marks that pass, the territory that passes, and the variations that begin: a line for
// each kind of mark, its kind as the context of the test, and for each colour, likewise.
void kf_legend_signs(kf_legend *legend, kf_legend_test *mark_test, kf_legend_test *territory_test);
// Adds the arrows and lines of the scene.
void kf_legend_lines(kf_legend *legend);
// Adds "D4: text", for a label that does not fit onto its point.
void kf_legend_label(kf_legend *legend, const kf_scene_point *point);
// The name of a point of the scene; A1 where the scene names none.
void kf_legend_name(const kf_scene *scene, kf_point point, char text[KF_POINT_TEXT]);
// The number on a stone, of a move or a label of digits; 0 when there is none.
int kf_legend_number(const kf_scene_point *point);
// The name of a mark: "triangle".
const char *kf_legend_mark(kf_mark mark);

#endif
