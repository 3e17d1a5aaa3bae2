// SPDX-License-Identifier: MIT
// How a picture looks: colours, widths and fonts, by name or from a file.

#ifndef KIFU_DRAW_STYLE_H
#define KIFU_DRAW_STYLE_H

#include <kifu/kifu.h>

// A colour as 0xRRGGBB.
typedef uint32_t kf_rgb;

// Lengths are in thousandths of the distance between two lines of the board.
typedef struct kf_style {
    char name[32];
    kf_rgb paper, board, line, ink;           // around the board, the board, its lines, texts
    kf_rgb black_fill, black_line, black_ink; // a black stone, its edge, what stands on it
    kf_rgb white_fill, white_line, white_ink;
    kf_rgb mark;   // signs on empty points
    kf_rgb accent; // arrows, lines, the last move
    int line_width, edge_width, stone_line, mark_line;
    int stone_radius, hoshi_radius;
    bool is_shaded; // stones and board with gradients (wood)
    char font[64];  // a family, or a generic name
} kf_style;

/* ---- style.c -------------------------------------------------------- doc/spec/draw.md ---- */

size_t kf_style_count(void);
const kf_style *kf_style_at(size_t index);
// The built-in style of that name ("book", "wood", "mono"), or NULL.
const kf_style *kf_style_named(const char *name);
// Reads a style from text: lines of `name = value`, over the style that `base = NAME` names.
// False: the log says which line cannot be understood.
bool kf_style_read(kf_style *style, kf_text text, const char *file, kf_log *log);

#endif
