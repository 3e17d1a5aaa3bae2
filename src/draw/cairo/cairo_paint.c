// SPDX-License-Identifier: MIT
// A picture's shapes on a canvas, one after the other.

#include "draw/cairo/cairo.h"

#include <math.h>

static const double turn = 6.283185307179586;

typedef struct brush {
    kf_cairo_canvas *canvas;
    cairo_t *cairo;
    const kf_style *style;
    const kf_picture *picture;
    double x, y, scale;         // from thousandths to the canvas
    double phase;               // PNG: where in a pixel the middle of a line lies
    cairo_surface_t *stones[3]; // PNG: one stone of each colour, copied to all points
    int stone_size;             // half the side of those pictures
    int stone_radius;           // the radius they were made for
    bool has_shadows;           // they lie below all stones
} brush;

// ---- Places ----

// In pixels the lines of the board lie on whole ones; points follow them, so that every stone
// lies as much on its lines as the next.
static double place(const brush *b, double from, int length) {
    double at = from + length * b->scale;
    return b->canvas->kind == KF_CAIRO_PNG ? floor(at) + b->phase : at;
}

static double across(const brush *b, int x) {
    return place(b, b->x, x);
}

static double down(const brush *b, int y) {
    return place(b, b->y, y);
}

static double line_width(const brush *b, int width) {
    double wide = width * b->scale;
    if (b->canvas->kind != KF_CAIRO_PNG)
        return wide;
    // An odd number of pixels, since lines lie in the middle of one.
    return wide < 1.75 ? 1 : floor((wide - 1) / 2 + 0.6) * 2 + 1;
}

static void colour(const brush *b, kf_rgb rgb) {
    kf_cairo_text_colour(b->canvas, rgb);
}

static void veil(const brush *b, kf_rgb rgb, double cover) {
    cairo_set_source_rgba(b->cairo, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                          (rgb & 255) / 255.0, cover);
}

static void circle(cairo_t *cairo, double x, double y, double radius) {
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, turn);
    cairo_close_path(cairo);
}

// ---- The board ----

static void box(const brush *b, const kf_shape *shape) {
    double left = b->x + shape->x * b->scale, top = b->y + shape->y * b->scale;
    double right = b->x + shape->x2 * b->scale, bottom = b->y + shape->y2 * b->scale;
    if (b->canvas->kind == KF_CAIRO_PNG) {
        left = floor(left + 0.5);
        top = floor(top + 0.5);
        right = floor(right + 0.5);
        bottom = floor(bottom + 0.5);
    }
    cairo_rectangle(b->cairo, left, top, right - left, bottom - top);
}

static void draw_grain(const brush *b, const int frame[4]) {
    int heights[KF_GRAIN_BENDS + 1];
    double width = (frame[2] - frame[0]) * b->scale / KF_GRAIN_BENDS;
    veil(b, b->style->line, 0.13);
    cairo_set_line_width(b->cairo, 50 * b->scale);
    for (int line = 0; line < KF_GRAIN_LINES; line++) {
        kf_outline_grain(frame, line, heights);
        double x = b->x + frame[0] * b->scale;
        cairo_move_to(b->cairo, x, b->y + heights[0] * b->scale);
        for (int i = 0; i < KF_GRAIN_BENDS; i++) {
            double from = b->y + heights[i] * b->scale, to = b->y + heights[i + 1] * b->scale;
            cairo_curve_to(b->cairo, x + width / 2, from, x + width / 2, to, x + width, to);
            x += width;
        }
    }
    cairo_stroke(b->cairo);
}

// A wooden board goes on below the names.
static void draw_board(const brush *b, const kf_shape *shape) {
    kf_shape wide = *shape;
    if (b->style->is_shaded) {
        wide.x = shape->frame[0];
        wide.y = shape->frame[1];
        wide.x2 = shape->frame[2];
        wide.y2 = shape->frame[3];
    }
    colour(b, b->style->board);
    box(b, &wide);
    cairo_fill(b->cairo);
    if (b->style->is_shaded)
        draw_grain(b, shape->frame);
}

static void draw_paper(const brush *b, const kf_shape *shape) {
    if (b->style->paper == KF_RGB_NONE)
        return;
    colour(b, b->style->paper);
    box(b, shape);
    cairo_fill(b->cairo);
}

// Of an edge that is an even number of pixels wide one more lies outside: half a pixel that way.
static double outward(const brush *b, const kf_shape *shape, double width) {
    const kf_scene *s = b->picture->scene;
    if (b->canvas->kind != KF_CAIRO_PNG || !shape->is_edge || (int)width % 2 != 0)
        return 0;
    bool is_level = shape->y == shape->y2;
    int middle =
        is_level ? b->picture->y + (s->rows - 1) * 500 : b->picture->x + (s->columns - 1) * 500;
    return (is_level ? shape->y : shape->x) <= middle ? -0.5 : 0.5;
}

static void draw_grid(const brush *b, const kf_shape *shape) {
    double width = line_width(b, b->style->line_width);
    // The edge is as many times as wide as the style says, in whole pixels.
    if (shape->is_edge && b->canvas->kind == KF_CAIRO_PNG && b->style->line_width > 0)
        width = floor(width * b->style->edge_width / b->style->line_width + 0.5);
    else if (shape->is_edge)
        width = line_width(b, b->style->edge_width);
    double off = outward(b, shape, width);
    bool is_level = shape->y == shape->y2;
    colour(b, b->style->line);
    cairo_set_line_width(b->cairo, width);
    // Square ends: the corners of the board are closed.
    cairo_set_line_cap(b->cairo, CAIRO_LINE_CAP_SQUARE);
    double x_off = is_level ? 0 : off, y_off = is_level ? off : 0;
    cairo_move_to(b->cairo, across(b, shape->x) + x_off, down(b, shape->y) + y_off);
    cairo_line_to(b->cairo, across(b, shape->x2) + x_off, down(b, shape->y2) + y_off);
    cairo_stroke(b->cairo);
}

static void draw_disc(const brush *b, const kf_shape *shape, int radius, kf_rgb rgb) {
    colour(b, rgb);
    circle(b->cairo, across(b, shape->x), down(b, shape->y), radius * b->scale);
    cairo_fill(b->cairo);
}

// ---- Stones ----

static kf_rgb mixed(kf_rgb a, kf_rgb c, double share) {
    kf_rgb result = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        double from = a >> shift & 255, to = c >> shift & 255;
        result |= (kf_rgb)(from + (to - from) * share + 0.5) << shift;
    }
    return result;
}

static void add_stop(cairo_pattern_t *pattern, double at, kf_rgb rgb) {
    cairo_pattern_add_color_stop_rgb(pattern, at, (rgb >> 16 & 255) / 255.0,
                                     (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

// Light from the upper left.
static void shade(const brush *b, cairo_t *cairo, double x, double y, double radius, int stone) {
    bool is_black = stone == KF_BLACK;
    kf_rgb fill = is_black ? b->style->black_fill : b->style->white_fill;
    cairo_pattern_t *light =
        cairo_pattern_create_radial(x - radius * 0.35, y - radius * 0.4, radius * 0.05,
                                    x - radius * 0.1, y - radius * 0.1, radius * 1.25);
    add_stop(light, 0, is_black ? mixed(fill, 0xFFFFFF, 0.45) : 0xFFFFFF);
    add_stop(light, is_black ? 0.6 : 0.5, fill);
    add_stop(light, 1, mixed(fill, 0, is_black ? 0.6 : 0.25));
    kf_cairo_canvas_note(b->canvas, cairo_pattern_status(light));
    cairo_set_source(cairo, light);
    cairo_pattern_destroy(light);
}

static void draw_stone_on(const brush *b, cairo_t *cairo, double x, double y,
                          const kf_shape *shape) {
    bool is_black = shape->colour == KF_BLACK;
    double radius = shape->size * b->scale, edge = b->style->stone_line * b->scale;
    kf_rgb fill = is_black ? b->style->black_fill : b->style->white_fill;
    kf_rgb line = is_black ? b->style->black_line : b->style->white_line;
    if (b->style->is_shaded)
        shade(b, cairo, x, y, radius, shape->colour);
    else
        cairo_set_source_rgb(cairo, (fill >> 16 & 255) / 255.0, (fill >> 8 & 255) / 255.0,
                             (fill & 255) / 255.0);
    circle(cairo, x, y, radius - edge / 2);
    cairo_fill_preserve(cairo);
    cairo_set_source_rgb(cairo, (line >> 16 & 255) / 255.0, (line >> 8 & 255) / 255.0,
                         (line & 255) / 255.0);
    cairo_set_line_width(cairo, edge);
    cairo_stroke(cairo);
}

// The soft shadow of all stones, before the first of them.
static void draw_shadows(brush *b) {
    b->has_shadows = true;
    for (size_t i = 0; i < b->picture->made && b->style->is_shaded; i++) {
        const kf_shape *shape = &b->picture->shapes[i];
        if (shape->kind != KF_SHAPE_STONE)
            continue;
        double x = across(b, shape->x) + 30 * b->scale, y = down(b, shape->y) + 50 * b->scale;
        double inner = shape->size * b->scale * 0.82, outer = shape->size * b->scale * 1.12;
        cairo_pattern_t *fade = cairo_pattern_create_radial(x, y, inner, x, y, outer);
        cairo_pattern_add_color_stop_rgba(fade, 0, 0, 0, 0, 0.45);
        cairo_pattern_add_color_stop_rgba(fade, 1, 0, 0, 0, 0);
        kf_cairo_canvas_note(b->canvas, cairo_pattern_status(fade));
        cairo_set_source(b->cairo, fade);
        cairo_pattern_destroy(fade);
        circle(b->cairo, x, y, outer);
        cairo_fill(b->cairo);
    }
}

// On paper every stone is a path; of pixels one stone is made and copied.
static void draw_stone(brush *b, const kf_shape *shape) {
    double x = across(b, shape->x), y = down(b, shape->y);
    if (!b->has_shadows)
        draw_shadows(b);
    if (b->canvas->kind != KF_CAIRO_PNG) {
        draw_stone_on(b, b->cairo, x, y, shape);
        return;
    }
    if (b->stone_radius != shape->size)
        for (int i = KF_BLACK; i <= KF_WHITE; i++) {
            cairo_surface_destroy(b->stones[i]);
            b->stones[i] = NULL;
        }
    if (b->stones[shape->colour] == NULL) {
        int half = (int)(shape->size * b->scale) + 2;
        cairo_surface_t *stone =
            cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 2 * half, 2 * half);
        cairo_t *cairo = cairo_create(stone);
        draw_stone_on(b, cairo, half + b->phase, half + b->phase, shape);
        kf_cairo_canvas_note(b->canvas, cairo_status(cairo));
        kf_cairo_canvas_note(b->canvas, cairo_surface_status(stone));
        cairo_destroy(cairo);
        b->stones[shape->colour] = stone;
        b->stone_size = half;
        b->stone_radius = shape->size;
    }
    cairo_set_source_surface(b->cairo, b->stones[shape->colour], x - b->phase - b->stone_size,
                             y - b->phase - b->stone_size);
    cairo_paint(b->cairo);
}

static void draw_ghost(const brush *b, const kf_shape *shape) {
    bool is_black = shape->colour == KF_BLACK;
    kf_rgb fill = is_black ? b->style->black_fill : b->style->white_fill;
    kf_rgb board = b->style->board;
    double x = across(b, shape->x), y = down(b, shape->y);
    circle(b->cairo, x, y, shape->size * b->scale);
    colour(b, mixed(board, fill, 0.35));
    cairo_fill_preserve(b->cairo);
    cairo_set_line_width(b->cairo, b->style->stone_line * b->scale);
    colour(b, mixed(board, is_black ? b->style->black_line : b->style->white_line, 0.5));
    cairo_stroke(b->cairo);
}

// ---- Marks ----

static kf_rgb ink_on(const brush *b, const kf_shape *shape) {
    return kf_style_ink(b->style, shape->on, (kf_mark)shape->mark);
}

static void outline_mark(const brush *b, const kf_shape *shape, const kf_outline *outline) {
    double x = across(b, shape->x), y = down(b, shape->y), size = shape->size * b->scale / 100;
    const int8_t(*point)[2] = outline->points;
    if (outline->radius > 0)
        circle(b->cairo, x, y, outline->radius * size);
    for (const char *command = outline->commands; *command != '\0'; command++) {
        if (*command == 'z') {
            cairo_close_path(b->cairo);
            continue;
        }
        if (*command == 'M')
            cairo_new_sub_path(b->cairo);
        cairo_line_to(b->cairo, x + (*point)[0] * size, y + (*point)[1] * size);
        point++;
    }
}

static void draw_mark(const brush *b, const kf_shape *shape) {
    const kf_outline *outline = kf_outline_of((kf_mark)shape->mark);
    colour(b, ink_on(b, shape));
    outline_mark(b, shape, outline);
    cairo_set_line_width(b->cairo, b->style->mark_line * b->scale);
    cairo_set_line_cap(b->cairo, CAIRO_LINE_CAP_BUTT);
    if (outline->is_solid)
        cairo_fill(b->cairo);
    else
        cairo_stroke(b->cairo);
}

static void draw_territory(const brush *b, const kf_shape *shape) {
    bool is_black = shape->colour == KF_BLACK;
    double half = shape->size * b->scale;
    cairo_rectangle(b->cairo, across(b, shape->x) - half, down(b, shape->y) - half, 2 * half,
                    2 * half);
    colour(b, is_black ? b->style->black_fill : b->style->white_fill);
    cairo_fill_preserve(b->cairo);
    cairo_set_line_width(b->cairo, b->style->stone_line * b->scale);
    // On a stone of its own colour it would not be seen without its edge.
    colour(b, !is_black               ? b->style->white_line
              : shape->on == KF_BLACK ? b->style->black_ink
                                      : b->style->black_line);
    cairo_stroke(b->cairo);
}

static void draw_line(const brush *b, const kf_shape *shape) {
    double x = across(b, shape->x), y = down(b, shape->y);
    double x2 = across(b, shape->x2), y2 = down(b, shape->y2);
    cairo_t *cairo = b->cairo;
    kf_arrow arrow;
    bool has_head =
        shape->kind == KF_SHAPE_ARROW && kf_outline_arrow(x, y, x2, y2, 1000 * b->scale, &arrow);
    colour(b, b->style->accent);
    cairo_set_line_width(cairo, b->style->mark_line * b->scale);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_move_to(cairo, x, y);
    if (has_head)
        cairo_line_to(cairo, arrow.base_x, arrow.base_y);
    else
        cairo_line_to(cairo, x2, y2);
    cairo_stroke(cairo);
    if (!has_head)
        return;
    cairo_move_to(cairo, x2, y2);
    cairo_line_to(cairo, arrow.left_x, arrow.left_y);
    cairo_line_to(cairo, arrow.right_x, arrow.right_y);
    cairo_close_path(cairo);
    cairo_fill(cairo);
}

static void draw_dim(const brush *b, const kf_shape *shape) {
    double half = shape->size * b->scale;
    double x = b->x + shape->x * b->scale, y = b->y + shape->y * b->scale;
    veil(b, b->style->board, 0.6);
    cairo_rectangle(b->cairo, x - half, y - half, 2 * half, 2 * half);
    cairo_fill(b->cairo);
}

// ---- Text ----

// What stands behind a label.
static void draw_clear(const brush *b, const kf_shape *shape) {
    double wide = shape->width * b->scale, high = 2 * shape->size * b->scale;
    colour(b, b->style->board);
    cairo_rectangle(b->cairo, across(b, shape->x) - wide / 2, down(b, shape->y) - high / 2, wide,
                    high);
    cairo_fill(b->cairo);
}

static void draw_letters(const brush *b, const kf_shape *shape) {
    bool is_label = shape->kind == KF_SHAPE_LABEL;
    colour(b, is_label ? ink_on(b, shape) : b->style->ink);
    double x = is_label ? across(b, shape->x) : b->x + shape->x * b->scale;
    double y = is_label ? down(b, shape->y) : b->y + shape->y * b->scale;
    kf_cairo_letter_put(b->canvas, shape->text, &shape->letters, x, y, b->scale);
}

static void draw_text(const brush *b, const kf_shape *shape) {
    if (shape->letters.pen > 0) {
        draw_letters(b, shape);
        return;
    }
    bool is_line = shape->kind >= KF_SHAPE_TITLE;
    kf_cairo_lettering how = {
        .font = b->style->font,
        .size = shape->size * b->scale,
        .most = shape->width * b->scale,
        .anchor = KF_CAIRO_MIDDLE,
        .colour = shape->kind == KF_SHAPE_LABEL ? ink_on(b, shape) : b->style->ink,
        .is_bold = shape->kind == KF_SHAPE_TITLE,
    };
    double x = b->x + shape->x * b->scale, y = b->y + shape->y * b->scale;
    // A line of text is told by where it stands, all others by their middle.
    if (is_line)
        y -= how.size * 0.365;
    else if (shape->kind == KF_SHAPE_LABEL) {
        x = across(b, shape->x);
        y = down(b, shape->y);
    }
    kf_cairo_text_put(b->canvas, shape->text, &how, x, y);
}

static void draw_shape(brush *b, const kf_shape *shape) {
    switch ((kf_shape_kind)shape->kind) {
    case KF_SHAPE_PAPER:
        draw_paper(b, shape);
        break;
    case KF_SHAPE_BOARD:
        draw_board(b, shape);
        break;
    case KF_SHAPE_GRID:
        draw_grid(b, shape);
        break;
    case KF_SHAPE_HOSHI:
        draw_disc(b, shape, b->style->hoshi_radius, b->style->line);
        break;
    case KF_SHAPE_CLEAR:
        draw_clear(b, shape);
        break;
    case KF_SHAPE_STONE:
        draw_stone(b, shape);
        break;
    case KF_SHAPE_GHOST:
        draw_ghost(b, shape);
        break;
    case KF_SHAPE_TERRITORY:
        draw_territory(b, shape);
        break;
    case KF_SHAPE_MARK:
        draw_mark(b, shape);
        break;
    case KF_SHAPE_LINE:
    case KF_SHAPE_ARROW:
        draw_line(b, shape);
        break;
    case KF_SHAPE_DIM:
        draw_dim(b, shape);
        break;
    case KF_SHAPE_LABEL:
    case KF_SHAPE_NAME:
    case KF_SHAPE_TITLE:
    case KF_SHAPE_CAPTION:
    case KF_SHAPE_NOTE:
        draw_text(b, shape);
        break;
    case KF_SHAPE_COUNT:
        break;
    }
}

void kf_cairo_paint(kf_cairo_canvas *canvas, const kf_picture *picture, const kf_style *style,
                    double x, double y, double width) {
    brush b = {.canvas = canvas,
               .cairo = canvas->cairo,
               .style = style,
               .picture = picture,
               .x = x,
               .y = y,
               .scale = width / picture->width,
               .phase = canvas->kind == KF_CAIRO_PNG ? 0.5 : 0};
    kf_cairo_text_language(canvas, picture->scene->language);
    kf_shape_room room;
    for (size_t i = 0; i < picture->count; i++)
        draw_shape(&b, kf_shape_at(picture, i, &room));
    cairo_surface_destroy(b.stones[KF_BLACK]);
    cairo_surface_destroy(b.stones[KF_WHITE]);
}
