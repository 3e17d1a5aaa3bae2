// SPDX-License-Identifier: MIT
// LaTeX: text, pictures by TikZ or psgo, and the document around them.

#ifndef KIFU_DRAW_TEX_H
#define KIFU_DRAW_TEX_H

#include <kifu/record.h>

#include "base/buffer.h"
#include "draw/picture/picture.h"

/* ---- tex_text.c ---------------------------------------------------- doc/spec/tex.md ---- */

// Adds the text so that LaTeX prints it as it is. Runs that need a font with more than Latin
// letters stand in \kifucjk{…}. With `lines`, a line break ends a paragraph; else it is a blank.
void kf_tex_text_add(kf_buffer *out, kf_text text, bool lines);
// Whether a run of the text needs \kifucjk.
bool kf_tex_text_is_wide(kf_text text);
// A number of thousandths as a decimal: "-0.5", "12".
void kf_tex_text_decimal(kf_buffer *out, long thousandths);

/* ---- tex_shape.c --------------------------------------------------- doc/spec/tex.md ---- */

// Adds a tikzpicture; `unit` is the distance between two lines in thousandths of a point. Point
// D4 of the board is at (4,4) in it. A job takes what is ready of a long one; NULL: it stays in the
// buffer. Call it in a protected call. False: the sink of the job stopped.
bool kf_tex_shape_add(kf_buffer *out, const kf_picture *picture, const kf_style *style, int unit,
                      const kf_drawing_job *job);

/* ---- tex_psgo.c ---------------------------------------------------- doc/spec/tex.md ---- */

// Adds the board for the package psgo, and below it what psgo cannot draw. False: its boards are
// square and have up to 19 lines.
bool kf_tex_psgo_add(kf_buffer *out, const kf_scene *scene, kf_loss *loss);

/* ---- tex.c --------------------------------------------------------- doc/spec/tex.md ---- */

// Adds what stands in a document before \begin{document}, without the class.
void kf_tex_preamble(kf_buffer *out, bool psgo, kf_language language);

#endif
