// SPDX-License-Identifier: MIT
// Boards of text: for terminals and mail.

#ifndef KF_DRAW_PICTURE_CELLS_H
#define KF_DRAW_PICTURE_CELLS_H

#include <kifu/record.h>

#include "base/buffer.h"
#include "base/output.h"
#include "draw/picture/picture.h"
#include "draw/scene/scene.h"

/* ---- ansi.c ------------------------------------------------------- doc/spec/ansi.md ---- */

// A board as lines of text for a terminal, in colours or without.

// What a terminal can show.
enum { KF_ANSI_NONE = 0, KF_ANSI_256 = 256, KF_ANSI_TRUE = 1 << 24 };

/* ---- ansi_cell.c -------------------------------------------------- doc/spec/ansi.md ---- */

// What stands on one point: the sign, and the colours of it and of what is behind it.
typedef struct kf_ansi_cell {
    char text[64];
    int columns;          // that the text takes
    kf_rgb front, behind; // of the sign
    bool is_block;        // the ground behind it fills the whole point, not only the sign
    bool is_cut;          // the text is a part of the label
} kf_ansi_cell;

// How the signs are chosen.
typedef struct kf_ansi_look {
    kf_style style;
    int colours;
    bool is_ascii;
    int columns; // that a sign may take
} kf_ansi_look;

kf_ansi_look kf_ansi_cell_look(const kf_drawing *how);
void kf_ansi_cell_make(const kf_ansi_look *look, const kf_scene_point *point, kf_ansi_cell *cell);
// The sign of a mark.
const char *kf_ansi_cell_mark(const kf_ansi_look *look, kf_mark mark);
// The columns of a text, and its front part that fits into `most` of them.
kf_text kf_ansi_cell_fit(kf_text text, int most, int *columns);

/* ---- ascii.c ------------------------------------------------------ doc/spec/draw.md ---- */

// Adds the board of a scene with its stones, its short labels and the names along its edges, but
// nothing of what stands above and below it.
void kf_ascii_board(kf_output *out, const kf_scene *scene);

#endif
