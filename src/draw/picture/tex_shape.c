// SPDX-License-Identifier: MIT
// A picture as a tikzpicture that a person can read and change.

#include <string.h>

#include "draw/picture/picture.h"
#include "draw/picture/tex.h"

enum {
    UNIT = 1000,
    TYPE = 10000,  // the size of the usual type, in thousandths of a point
    HALF_CAP = 345 // half the height of capitals, in thousandths of the type's size
};

typedef struct tikz {
    kf_buffer *out;
    const kf_picture *picture;
    const kf_style *style;
    int unit; // thousandths of a point
} tikz;

static void put(const tikz *t, const char *string) {
    kf_buffer_add_string(t->out, string);
}

static void decimal(const tikz *t, long thousandths) {
    kf_tex_text_decimal(t->out, thousandths);
}

// ---- Places ----

// In the picture D4 is at (4,4): columns from the left, rows from the bottom.
static void place(const tikz *t, long x, long y) {
    const kf_scene *s = t->picture->scene;
    put(t, "(");
    decimal(t, x - t->picture->x + (s->left + 1L) * UNIT);
    put(t, ",");
    decimal(t, ((long)s->board_height - s->top) * UNIT - (y - t->picture->y));
    put(t, ")");
}

static void at(const tikz *t, const kf_shape *shape) {
    place(t, shape->x, shape->y);
}

static void width(const tikz *t, const char *name, int width) {
    put(t, name);
    decimal(t, (long)width * t->unit / UNIT);
    put(t, "pt");
}

// ---- Colours ----

static void define(const tikz *t, const char *name, kf_rgb colour) {
    static const char digits[] = "0123456789ABCDEF";
    put(t, "\\definecolor{kifu");
    put(t, name);
    put(t, "}{HTML}{");
    for (int shift = 20; shift >= 0; shift -= 4)
        kf_buffer_add_char(t->out, digits[colour >> shift & 15]);
    put(t, "}%\n");
}

static void define_all(const tikz *t) {
    const kf_style *style = t->style;
    define(t, "paper", style->paper == KF_RGB_NONE ? 0xFFFFFF : style->paper);
    define(t, "board", style->board);
    define(t, "line", style->line);
    define(t, "ink", style->ink);
    define(t, "black", style->black_fill);
    define(t, "blackedge", style->black_line);
    define(t, "onblack", style->black_ink);
    define(t, "white", style->white_fill);
    define(t, "whiteedge", style->white_line);
    define(t, "onwhite", style->white_ink);
    define(t, "mark", style->mark);
    define(t, "accent", style->accent);
}

// The name of what stands on that stone.
static const char *ink_on(const kf_shape *shape) {
    return shape->on == KF_BLACK   ? "kifuonblack"
           : shape->on == KF_WHITE ? "kifuonwhite"
                                   : "kifumark";
}

static const char *stone_name(const kf_shape *shape) {
    return shape->colour == KF_BLACK ? "black" : "white";
}

// ---- Groups: an opening, one piece for each shape, and an end ----

static void open_scope(const tikz *t, const char *colour) {
    put(t, "\\begin{scope}[");
    put(t, colour);
}

static void open_stones(const tikz *t, const kf_shape *shape) {
    bool is_ball = t->style->is_shaded && shape->kind == KF_SHAPE_STONE;
    put(t, "\\begin{scope}[fill=kifu");
    put(t, stone_name(shape));
    put(t, ",draw=");
    if (shape->kind == KF_SHAPE_TERRITORY && shape->on == KF_BLACK && shape->colour == KF_BLACK)
        put(t, "kifuonblack");
    else {
        put(t, "kifu");
        put(t, stone_name(shape));
        put(t, "edge");
    }
    if (is_ball) {
        put(t, ",ball color=kifu");
        put(t, stone_name(shape));
    }
    if (shape->kind == KF_SHAPE_GHOST)
        put(t, ",opacity=.4");
    width(t, ",line width=", t->style->stone_line);
    put(t, "]\n");
}

static void open_letters(const tikz *t, const kf_shape *shape) {
    open_scope(t, shape->kind == KF_SHAPE_LABEL ? ink_on(shape) : "kifuink");
    width(t, ",line width=", shape->letters.pen);
    put(t, ",line cap=round,line join=round]\n");
}

static void open_text(const tikz *t, const kf_shape *shape) {
    if (shape->letters.pen > 0) {
        open_letters(t, shape);
        return;
    }
    bool is_line = shape->kind >= KF_SHAPE_TITLE;
    long size = (long)shape->size * t->unit / UNIT;
    put(t, "\\begin{scope}[every node/.style={anchor=base,inner sep=0pt,font=\\sffamily");
    put(t, shape->kind == KF_SHAPE_TITLE ? "\\bfseries,scale=" : ",scale=");
    decimal(t, size * UNIT / TYPE);
    put(t, ",text=");
    put(t, shape->kind == KF_SHAPE_LABEL ? ink_on(shape) : "kifuink");
    if (!is_line) {
        put(t, ",yshift=");
        decimal(t, -size * HALF_CAP / UNIT);
        put(t, "pt");
    }
    put(t, "}]\n");
}

static void open_marks(const tikz *t, const kf_shape *shape) {
    kf_rgb ink = kf_style_ink(t->style, shape->on, (kf_mark)shape->mark);
    bool is_accent = shape->mark == KF_MARK_LAST && ink == t->style->accent;
    open_scope(t, is_accent ? "kifuaccent" : ink_on(shape));
    width(t, ",line width=", t->style->mark_line);
    put(t, "]\n");
}

static void open_lines(const tikz *t, const char *colour, int line) {
    open_scope(t, colour);
    width(t, ",line width=", line);
    put(t, ",line cap=rect]\n");
}

static void open_group(const tikz *t, const kf_shape *shape) {
    switch ((kf_shape_kind)shape->kind) {
    case KF_SHAPE_GRID:
        open_lines(t, "kifuline", shape->is_edge ? t->style->edge_width : t->style->line_width);
        break;
    case KF_SHAPE_HOSHI:
        open_scope(t, "kifuline]\n");
        break;
    case KF_SHAPE_STONE:
    case KF_SHAPE_GHOST:
    case KF_SHAPE_TERRITORY:
        open_stones(t, shape);
        break;
    case KF_SHAPE_CLEAR:
        open_scope(t, "kifuboard]\n");
        break;
    case KF_SHAPE_DIM:
        open_scope(t, "kifuboard,fill opacity=.6]\n");
        break;
    case KF_SHAPE_MARK:
        open_marks(t, shape);
        break;
    case KF_SHAPE_LINE:
    case KF_SHAPE_ARROW:
        open_scope(t, "kifuaccent");
        width(t, ",line width=", t->style->mark_line);
        put(t, "]\n");
        break;
    case KF_SHAPE_LABEL:
    case KF_SHAPE_NAME:
    case KF_SHAPE_TITLE:
    case KF_SHAPE_CAPTION:
    case KF_SHAPE_NOTE:
        open_text(t, shape);
        break;
    case KF_SHAPE_PAPER:
    case KF_SHAPE_BOARD:
    case KF_SHAPE_COUNT:
        break;
    }
}

// ---- Shapes ----

static void circle(const tikz *t, const char *how, const kf_shape *shape, int radius) {
    put(t, how);
    at(t, shape);
    put(t, "circle(");
    decimal(t, radius);
    put(t, ");\n");
}

static void box(const tikz *t, const char *how, const kf_shape *shape, int half) {
    put(t, how);
    place(t, shape->x - half, shape->y + half);
    put(t, "rectangle");
    place(t, shape->x + half, shape->y - half);
    put(t, ";\n");
}

// What stands behind a label.
static void cleared(const tikz *t, const kf_shape *shape) {
    put(t, "\\fill");
    place(t, shape->x - shape->width / 2, shape->y + shape->size);
    put(t, "rectangle");
    place(t, shape->x + shape->width / 2, shape->y - shape->size);
    put(t, ";\n");
}

static void background(const tikz *t, const kf_shape *shape, const char *colour) {
    put(t, "\\fill[");
    put(t, colour);
    put(t, "]");
    place(t, shape->x, shape->y2);
    put(t, "rectangle");
    place(t, shape->x2, shape->y);
    put(t, ";\n");
}

static void line(const tikz *t, const kf_shape *shape) {
    put(t, "\\draw");
    at(t, shape);
    put(t, "--");
    place(t, shape->x2, shape->y2);
    put(t, ";\n");
}

static void arrow(const tikz *t, const kf_shape *shape) {
    kf_arrow head;
    if (!kf_outline_arrow(shape->x, shape->y, shape->x2, shape->y2, UNIT, &head))
        return;
    put(t, "\\draw");
    at(t, shape);
    put(t, "--");
    place(t, (long)head.base_x, (long)head.base_y);
    put(t, ";\n\\fill");
    place(t, shape->x2, shape->y2);
    put(t, "--");
    place(t, (long)head.left_x, (long)head.left_y);
    put(t, "--");
    place(t, (long)head.right_x, (long)head.right_y);
    put(t, "--cycle;\n");
}

static void mark(const tikz *t, const kf_shape *shape) {
    const kf_outline *outline = kf_outline_of((kf_mark)shape->mark);
    const int8_t(*point)[2] = outline->points;
    if (outline->radius > 0) {
        circle(t, outline->is_solid ? "\\fill" : "\\draw", shape,
               outline->radius * shape->size / 100);
        return;
    }
    put(t, "\\draw");
    for (const char *command = outline->commands; *command != '\0'; command++) {
        if (*command == 'z') {
            put(t, "--cycle");
            continue;
        }
        put(t, *command == 'L' ? "--" : "");
        place(t, shape->x + (*point)[0] * shape->size / 100,
              shape->y + (*point)[1] * shape->size / 100);
        point++;
    }
    put(t, ";\n");
}

// ---- Letters: drawn once in a picture, and put by their name ----

static void letters_name(const tikz *t, const kf_shape *shape) {
    put(t, shape->kind == KF_SHAPE_NAME ? "kifu name " : "kifu ");
    for (size_t i = 0; i < shape->text.length; i++) {
        unsigned char c = (unsigned char)shape->text.data[i];
        bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (is_plain)
            kf_buffer_add_char(t->out, (char)c);
        else {
            put(t, "x");
            kf_buffer_add_number(t->out, c);
        }
    }
}

static void letters_place(const tikz *t, const char *before, int x, int y) {
    put(t, before);
    put(t, "(");
    decimal(t, x);
    put(t, ",");
    decimal(t, -y);
    put(t, ")");
}

static void define_letters(const tikz *t, const kf_shape *shape) {
    kf_glyph_pen pen;
    put(t, "\\tikzset{");
    letters_name(t, shape);
    put(t, "/.pic={\\draw");
    kf_glyph_begin(&pen, shape->text, &shape->letters, 0, 0);
    for (kf_glyph_step step; kf_glyph_next(&pen, &step);) {
        if (step.command == 'z') {
            put(t, "--cycle");
            continue;
        }
        letters_place(t,
                      step.command == 'M'   ? ""
                      : step.command == 'L' ? "--"
                                            : "..controls",
                      step.x[0], step.y[0]);
        if (step.command == 'C') {
            letters_place(t, "and", step.x[1], step.y[1]);
            letters_place(t, "..", step.x[2], step.y[2]);
        }
    }
    put(t, ";}}%\n");
}

static void define_all_letters(const tikz *t) {
    for (size_t i = 0; i < t->picture->made; i++) {
        const kf_shape *shape = &t->picture->shapes[i];
        bool is_new = shape->letters.pen > 0;
        for (size_t k = 0; k < i && is_new; k++) {
            const kf_shape *other = &t->picture->shapes[k];
            is_new = other->kind != shape->kind || !kf_text_equal(other->text, shape->text);
        }
        if (is_new)
            define_letters(t, shape);
    }
}

static void text(const tikz *t, const kf_shape *shape) {
    if (shape->letters.pen > 0) {
        put(t, "\\pic at");
        at(t, shape);
        put(t, "{");
        letters_name(t, shape);
        put(t, "};\n");
        return;
    }
    put(t, "\\node at");
    at(t, shape);
    put(t, "{");
    kf_tex_text_add(t->out, shape->text, false);
    put(t, "};\n");
}

static void draw_shape(const tikz *t, const kf_shape *shape) {
    switch ((kf_shape_kind)shape->kind) {
    case KF_SHAPE_PAPER:
        // White paper is there already.
        if (t->style->paper != 0xFFFFFF && t->style->paper != KF_RGB_NONE)
            background(t, shape, "kifupaper");
        break;
    case KF_SHAPE_BOARD:
        if (t->style->board != t->style->paper)
            background(t, shape, "kifuboard");
        break;
    case KF_SHAPE_GRID:
    case KF_SHAPE_LINE:
        line(t, shape);
        break;
    case KF_SHAPE_HOSHI:
        circle(t, "\\fill", shape, t->style->hoshi_radius);
        break;
    case KF_SHAPE_CLEAR:
        cleared(t, shape);
        break;
    case KF_SHAPE_STONE:
        circle(t, t->style->is_shaded ? "\\shadedraw" : "\\filldraw", shape,
               shape->size - t->style->stone_line / 2);
        break;
    case KF_SHAPE_GHOST:
        circle(t, "\\filldraw", shape, shape->size - t->style->stone_line / 2);
        break;
    case KF_SHAPE_TERRITORY:
        box(t, "\\filldraw", shape, shape->size);
        break;
    case KF_SHAPE_DIM:
        box(t, "\\fill", shape, shape->size);
        break;
    case KF_SHAPE_MARK:
        mark(t, shape);
        break;
    case KF_SHAPE_ARROW:
        arrow(t, shape);
        break;
    case KF_SHAPE_LABEL:
    case KF_SHAPE_NAME:
    case KF_SHAPE_TITLE:
    case KF_SHAPE_CAPTION:
    case KF_SHAPE_NOTE:
        text(t, shape);
        break;
    case KF_SHAPE_COUNT:
        break;
    }
}

bool kf_tex_shape_add(kf_buffer *out, const kf_picture *picture, const kf_style *style, int unit,
                      const kf_drawing_job *job) {
    enum { PIECE = 1 << 16 };
    tikz t = {.out = out, .picture = picture, .style = style, .unit = unit};
    kf_shape_room room;
    kf_shape before = {.kind = KF_SHAPE_PAPER};
    bool is_in_group = false;
    put(&t, "\\begin{tikzpicture}[x=");
    decimal(&t, unit);
    put(&t, "pt,y=");
    decimal(&t, unit);
    put(&t, "pt]\n");
    define_all(&t);
    define_all_letters(&t);
    for (size_t i = 0; i < picture->count; i++) {
        const kf_shape *shape = kf_shape_at(picture, i, &room);
        bool has_group = shape->kind > KF_SHAPE_BOARD;
        bool goes_on = is_in_group && kf_shape_is_alike(&before, shape);
        if (is_in_group && !goes_on)
            put(&t, "\\end{scope}\n");
        if (has_group && !goes_on)
            open_group(&t, shape);
        draw_shape(&t, shape);
        before = *shape;
        is_in_group = has_group;
        if (job != NULL && out->length > PIECE && !kf_writer_put(job, out))
            return false;
    }
    if (is_in_group)
        put(&t, "\\end{scope}\n");
    put(&t, "\\end{tikzpicture}\n");
    return true;
}
