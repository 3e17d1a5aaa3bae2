// SPDX-License-Identifier: MIT
// Pictures: shapes, outlines, styles, and the list of writers.

#ifndef KF_DRAW_PICTURE_PICTURE_H
#define KF_DRAW_PICTURE_PICTURE_H

#include <kifu/picture.h>

#include "base/arena.h"
#include "draw/scene/scene.h"

/* ---- outline.c ----------------------------------------------------- doc/spec/png.md ---- */

// The outlines of marks and of heads of arrows, for writers that draw lines.

// A mark within a circle of radius 100: runs of points, or a circle. The commands stand for one
// point each: `M` begins a run, `L` draws a line to the point, `z` closes the run and has none.
typedef struct kf_outline {
    const char *commands; // "" for a circle
    const int8_t (*points)[2];
    int radius;    // of the circle
    bool is_solid; // filled, not stroked
} kf_outline;

const kf_outline *kf_outline_of(kf_mark mark);

// The head of an arrow that ends at x2, y2 and where its shaft ends: `base` and the two corners.
typedef struct kf_arrow {
    double base_x, base_y, left_x, left_y, right_x, right_y;
} kf_arrow;

// The arrow from one place to another, `unit` being the distance between two lines. False: both
// places are one.
bool kf_outline_arrow(double x, double y, double x2, double y2, double unit, kf_arrow *arrow);

// The grain of the wood: lines over the board that `frame` bounds, the same on every machine.
enum { KF_GRAIN_LINES = 46, KF_GRAIN_BENDS = 6 };
// The line as its heights at equal distances from left to right, the ends included.
void kf_outline_grain(const int frame[4], int line, int heights[KF_GRAIN_BENDS + 1]);

/* ---- glyph.c ------------------------------------------------------ doc/spec/draw.md ---- */

// Our own digits and letters, the same in every kind of picture: what a round pen draws.

// How a short text is lettered. Lengths are in thousandths of the distance between two lines, or
// in whatever the caller counts.
typedef struct kf_lettering {
    int16_t cap;     // height of digits and capitals, ink and all
    int16_t pen;     // thickness of the lines; 0: the text has signs that we have not drawn
    int16_t stretch; // width of the signs, in thousandths of the usual
    int16_t gap;     // between the ink of two signs
    int16_t middle;  // what stands at the middle, in hundredths of the height of capitals
    int width;       // of the ink
} kf_lettering;

// How the pen goes on: `M` to x[0], y[0] without drawing, `L` in a line, `C` in a curve to x[2],
// y[2] with two control points, `z` back to the last `M`. The end of every line is round.
typedef struct kf_glyph_step {
    char command;
    int x[3], y[3];
} kf_glyph_step;

typedef struct kf_glyph_pen {
    kf_lettering how;
    kf_text rest;
    const char *way;
    int left, span, base, x, y;
} kf_glyph_pen;

// How a label is lettered: one, two and three signs equally high, more narrowly the more there are.
// False: more than four signs, or one that we have not drawn.
bool kf_glyph_fit(kf_text text, kf_lettering *how);
// How a coordinate is lettered that may be so wide. False: a sign that we have not drawn.
bool kf_glyph_name(kf_text text, int cap, int most, kf_lettering *how);
// Letterings that are used again and again have a number below KF_GLYPH_SETS; -1: it is none.
enum { KF_GLYPH_SETS = 5 };
int kf_glyph_set(const kf_lettering *how);
// How wide the ink of a text is.
int kf_glyph_width(kf_text text, const kf_lettering *how);
// Begins a text with its middle at x, y.
void kf_glyph_begin(kf_glyph_pen *pen, kf_text text, const kf_lettering *how, int x, int y);
// False: all is drawn.
bool kf_glyph_next(kf_glyph_pen *pen, kf_glyph_step *step);

/* ---- shape.c ------------------------------------------------------ doc/spec/draw.md ---- */

// A scene as a list of shapes with places and sizes: what every graphical writer draws in order.

typedef enum kf_shape_kind {
    KF_SHAPE_PAPER,     // the whole picture: x, y, x2, y2 are its corners
    KF_SHAPE_BOARD,     // the board's surface, likewise; `frame`: with the names around it
    KF_SHAPE_GRID,      // a line of the board from x, y to x2, y2; `is_edge`: the board ends there
    KF_SHAPE_HOSHI,     // a dot
    KF_SHAPE_STONE,     // of `colour` with radius `size`
    KF_SHAPE_GHOST,     // the same, faint
    KF_SHAPE_TERRITORY, // a small square of `colour`
    KF_SHAPE_MARK,      // `mark` within radius `size`
    KF_SHAPE_CLEAR,     // the board's colour, `width` by 2 `size`, so that no line crosses a label
    KF_SHAPE_LABEL,     // `text` on a point, by `letters`; else of the height `size`, no wider than
                        // `width`
    KF_SHAPE_LINE,      // LN
    KF_SHAPE_ARROW,     // AR, the head at x2, y2
    KF_SHAPE_DIM,       // a veil over the square around a point, `size` is half its side
    KF_SHAPE_NAME,      // a coordinate along the edge
    KF_SHAPE_TITLE,     // a line of text above the board
    KF_SHAPE_CAPTION,   // a line of text below it
    KF_SHAPE_NOTE,      // a line of text below the caption
    KF_SHAPE_COUNT
} kf_shape_kind;

// Lengths are in thousandths of the distance between two lines; x grows to the right and y down,
// from the upper left corner of the picture. Whole numbers, so that every machine draws the same.
typedef struct kf_shape {
    uint8_t kind;   // kf_shape_kind
    uint8_t colour; // kf_colour of a stone, a ghost or a territory
    uint8_t mark;   // kf_mark
    uint8_t on;     // kf_colour of the stone below a mark or a label; KF_EMPTY: the board
    bool is_edge;
    kf_point point; // of the record's board, for what stands on a point; KF_NOWHERE else
    int x, y, x2, y2;
    int size, width;
    int frame[4];
    kf_lettering letters; // of a label or a name; no pen: in a font
    kf_text text;
} kf_shape;

// The picture of one scene, in the arena of the scene.
typedef struct kf_picture {
    const kf_scene *scene;
    kf_shape *shapes; // the first in the order in which they are drawn
    size_t made;      // of them
    size_t count;     // all there are: the others are notes in columns, each made when it is asked
                      // for, for a figure may have a million
    int note_rows, note_width, note_top; // of the columns
    int width, height;                   // in thousandths of the distance between two lines
    int x, y;                            // where the upper left point of the region lies
} kf_picture;

// Where a shape is made that is not kept.
typedef struct kf_shape_room {
    kf_shape shape;
    char text[64];
} kf_shape_room;

// Lays out the scene. Labels are fitted: `size` is chosen by the length of the text so that three
// digits stay inside a stone. Call it in a protected call of the arena.
kf_picture *kf_shape_list(kf_arena *arena, const kf_scene *scene);
// The shape of that index, as long as the picture and the room are.
const kf_shape *kf_shape_at(const kf_picture *picture, size_t index, kf_shape_room *room);
// The whole part of a square root, of a length at most 200 lines' distances.
int64_t kf_shape_root(int64_t square);
// Whether two shapes are drawn in one way, so that writers may put them into one group.
bool kf_shape_is_alike(const kf_shape *a, const kf_shape *b);

/* ---- style.c ------------------------------------------------------ doc/spec/draw.md ---- */

// What stands on a stone, or with KF_EMPTY on the board: the ink for it; for the last move the
// accent where it is seen as well, three to one.
kf_rgb kf_style_ink(const kf_style *style, int on, kf_mark mark);

/* ---- writer.c ----------------------------------------------------- doc/spec/draw.md ---- */

// The list of things that a figure can be written as: each a struct at the end of its file.

// What to write: the figures in order. Most writers take one; `takes_many` those that take pages.
typedef struct kf_drawing_job {
    kf_arena *arena;               // in a protected call
    const kf_scene *const *scenes; // NULL: each is made when it is asked for
    const kf_scene *(*make)(void *maker, size_t index);
    void *maker;
    size_t count;
    const kf_drawing *how;
    kf_sink *sink;
    void *context;
} kf_drawing_job;

// The scene of that index, which lasts until another is asked for.
static inline const kf_scene *kf_drawing_job_scene(const kf_drawing_job *job, size_t index) {
    return job->scenes != NULL ? job->scenes[index] : job->make(job->maker, index);
}

struct kf_film_job;
struct kf_book_writer;

// What libkifu-draw gives to libkifu. The two are of one version, or nothing is called.
struct kf_draw_library {
    const char *version;
    // Each by its name in the lists of libkifu; NULL: this build has it not.
    kf_writer_call *(*picture)(const char *name);
    bool (*(*film)(const char *name))(const struct kf_film_job *job, kf_log *log);
    const struct kf_book_writer *(*book)(const char *name);
};

// Gives what is in the buffer to the job's sink, and empties it. False: the sink stopped.
bool kf_writer_put(const kf_drawing_job *job, kf_buffer *out);
// Whether the library can be used together with this one; NULL cannot.
bool kf_writer_knows(const kf_draw_library *library);
// Writes the job, by the library that it names where the writer needs one. False: it failed, or
// there is no such library, and the log says so.
bool kf_writer_write(const kf_writer *writer, const kf_drawing_job *job, kf_log *log);

#define KF_WRITER(name) extern const kf_writer kf_##name##_writer;
#include "draw/picture/writers.def"
#undef KF_WRITER

/* ---- svg.c -------------------------------------------------------- doc/spec/draw.md ---- */

// Pictures as SVG, shape by shape, for writers that put something around a shape.

typedef struct kf_svg kf_svg;

// Writes what stands before the first shape.
kf_svg *kf_svg_begin(const kf_drawing_job *job, const kf_picture *picture);
// Writes a shape; shapes of one kind that follow one another share a group.
void kf_svg_shape(kf_svg *svg, const kf_shape *shape);
// The same with elements around it, such as `<g>` and `</g>`.
void kf_svg_shape_within(kf_svg *svg, const kf_shape *shape, const char *before, const char *after);
// Ends the picture. False when the sink stopped.
// Writes an element that is not a shape.
void kf_svg_put(kf_svg *svg, const char *element);
bool kf_svg_end(kf_svg *svg);

#endif
