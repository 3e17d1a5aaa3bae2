// SPDX-License-Identifier: MIT
// Pictures: the kinds that figures are written as, and how they look.

#ifndef KIFU_PICTURE_H
#define KIFU_PICTURE_H

#include <kifu/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

// What another library can draw: kf_cairo_library() of kifu/cairo.h.
typedef struct kf_draw_library kf_draw_library;

/* ---- style.c ------------------------------------------------------ doc/spec/draw.md ---- */

// How a picture looks: colours, widths and fonts, by name or from a file.

// A colour as 0xRRGGBB, or none.
typedef uint32_t kf_rgb;
#define KF_RGB_NONE 0xFFFFFFFFu

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
    bool is_shaded; // stones with light and shadow on a board with a grain (wood)
    char font[64];  // a family, or a generic name
} kf_style;

// The built-in styles; NULL at an index beyond the last.
KF_API size_t kf_style_count(void);
KF_API const kf_style *kf_style_at(size_t index);
// The built-in style of that name ("book", "wood", "mono", "dark"), or NULL.
KF_API const kf_style *kf_style_named(const char *name);
// Reads a style from text: lines of `name = value`, over the style that `base = NAME` names.
// False: the log says which line cannot be understood.
KF_API bool kf_style_read(kf_style *style, kf_text text, const char *file, kf_log *log);

/* ---- writer.c ----------------------------------------------------- doc/spec/draw.md ---- */

// How a figure is written. All zero is the usual way.
typedef struct kf_drawing {
    const kf_style *style; // NULL: "book"
    int width;             // of the picture in pixels (PNG) or points (PDF, EPS); 0: the usual
    int colours;           // ANSI: 0 none, 256, or 1 << 24
    bool is_ascii;         // ANSI: `X O` instead of signs outside ASCII
    bool psgo;             // LaTeX: for the package psgo instead of TikZ
    bool is_fragment;      // LaTeX, SVG: without what makes it a document of its own
    // SVG: signs that the document around it has, by set and ASCII code; those that the picture
    // needs besides are added. NULL: it has none.
    uint8_t (*signs)[128];
    kf_loss *loss; // takes what the target cannot show; NULL: nobody asks
    // Writes what needs cairo; NULL: nothing does.
    const kf_draw_library *library;
} kf_drawing;

struct kf_drawing_job;

// What writes it; private.
typedef bool kf_writer_call(const struct kf_drawing_job *job, kf_log *log);

// A kind of picture. They are constants.
typedef struct kf_writer {
    const char *name;      // "svg"
    const char *title;     // "Scalable Vector Graphics"
    const char *suffixes;  // ".svg", with spaces between several
    bool takes_many;       // one file holds several figures
    const char *needs;     // what libkifu-draw writes it with, "cairo"; NULL: nothing
    kf_writer_call *write; // private: call kf_draw_order_write
} kf_writer;

// All kinds of pictures; NULL at an index beyond the last.
KF_API size_t kf_writer_count(void);
KF_API const kf_writer *kf_writer_at(size_t index);
// By name or by the ending of a file's name; NULL when there is none.
KF_API const kf_writer *kf_writer_named(const char *name);
KF_API const kf_writer *kf_writer_for_file(const char *file_name);

/* ---- shape.c ------------------------------------------------------ doc/spec/draw.md ---- */

// How large the picture of a scene is, and where in it the upper left point of the region lies, in
// thousandths of the distance between two lines. y grows downwards.
typedef struct kf_extent {
    int width, height, x, y;
} kf_extent;

// Measures the picture that the graphical writers make of the scene. False: there was no memory.
KF_API bool kf_shape_extent(const kf_scene *scene, kf_extent *extent);

/* ---- svg.c -------------------------------------------------------- doc/spec/draw.md ---- */

// Writes a scene as SVG, as the writer of that name does: for programs that link no other. `how`
// may be NULL. False: the sink stopped, or there was no memory.
KF_API bool kf_svg_write(const kf_scene *scene, const kf_drawing *how, kf_sink *sink,
                         void *context);

#ifdef __cplusplus
}
#endif

#endif
