// SPDX-License-Identifier: MIT
// Our own digits and letters on a canvas. In a PDF they are fonts, so that numbers can be found and
// copied; else they are drawn where they stand.

#include "draw/cairo/cairo.h"

#include <string.h>

// A font of one weight and width. Its capitals are 720 thousandths of its size.
typedef struct kf_cairo_face {
    int pen, stretch; // for capitals of that height
    cairo_font_face_t *face;
    struct kf_cairo_face *next;
} kf_cairo_face;

enum { CAP = 720, MOST_FACES = 24 };

static void draw_way(cairo_t *cairo, kf_glyph_pen *pen, double scale) {
    for (kf_glyph_step step; kf_glyph_next(pen, &step);) {
        const int *x = step.x, *y = step.y;
        if (step.command == 'M')
            cairo_move_to(cairo, x[0] * scale, y[0] * scale);
        else if (step.command == 'L')
            cairo_line_to(cairo, x[0] * scale, y[0] * scale);
        else if (step.command == 'C')
            cairo_curve_to(cairo, x[0] * scale, y[0] * scale, x[1] * scale, y[1] * scale,
                           x[2] * scale, y[2] * scale);
        else
            cairo_close_path(cairo);
    }
}

static void stroke(cairo_t *cairo, double width) {
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
}

// ---- As paths ----

static void put_path(kf_cairo_canvas *canvas, kf_text text, const kf_lettering *how, double x,
                     double y, double scale) {
    kf_glyph_pen pen;
    cairo_save(canvas->cairo);
    cairo_translate(canvas->cairo, x, y);
    kf_glyph_begin(&pen, text, how, 0, 0);
    draw_way(canvas->cairo, &pen, scale);
    stroke(canvas->cairo, how->pen * scale);
    cairo_restore(canvas->cairo);
}

// ---- As a font ----

static const cairo_user_data_key_t key;

// A sign of the font, from its left edge and on the base line. Its number is its ASCII code.
static cairo_status_t render(cairo_scaled_font_t *font, unsigned long glyph, cairo_t *cairo,
                             cairo_text_extents_t *extents) {
    const kf_cairo_face *face =
        cairo_font_face_get_user_data(cairo_scaled_font_get_font_face(font), &key);
    char sign = (char)glyph;
    kf_text text = {&sign, 1};
    kf_glyph_pen pen;
    kf_lettering how = {
        .cap = CAP, .pen = (int16_t)face->pen, .stretch = (int16_t)face->stretch, .middle = 50};
    how.width = kf_glyph_width(text, &how);
    kf_glyph_begin(&pen, text, &how, how.width / 2, -CAP / 2);
    draw_way(cairo, &pen, 0.001);
    stroke(cairo, face->pen / 1000.0);
    extents->x_advance = how.width / 1000.0;
    return CAIRO_STATUS_SUCCESS;
}

static kf_cairo_face *find_face(kf_cairo_canvas *canvas, const kf_lettering *how) {
    int pen = how->pen * CAP / how->cap, count = 0;
    for (kf_cairo_face *face = canvas->faces; face != NULL; face = face->next, count++)
        if (face->pen == pen && face->stretch == how->stretch)
            return face;
    if (count >= MOST_FACES)
        return NULL;
    kf_cairo_face *face = kf_arena_alloc(canvas->arena, sizeof *face);
    *face = (kf_cairo_face){pen, how->stretch, cairo_user_font_face_create(), canvas->faces};
    canvas->faces = face;
    kf_cairo_canvas_note(canvas, cairo_font_face_status(face->face));
    kf_cairo_canvas_note(canvas, cairo_font_face_set_user_data(face->face, &key, face, NULL));
    cairo_user_font_face_set_render_glyph_func(face->face, render);
    return face;
}

// False: it is no text for a font.
static bool put_font(kf_cairo_canvas *canvas, kf_text text, const kf_lettering *how, double x,
                     double y, double scale) {
    enum { SIGNS = 8 };
    cairo_glyph_t glyphs[SIGNS];
    cairo_text_cluster_t clusters[SIGNS];
    if (text.length > SIGNS || canvas->kind != KF_CAIRO_PDF)
        return false;
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.data[i] >= 127)
            return false;
    const kf_cairo_face *face = find_face(canvas, how);
    if (face == NULL)
        return false;
    double left = x - how->width * scale / 2;
    int below = (how->pen + how->middle * (how->cap - how->pen) / 50) / 2;
    double base = y + below * scale;
    for (size_t i = 0; i < text.length; i++) {
        kf_text one = {text.data + i, 1};
        glyphs[i] = (cairo_glyph_t){(unsigned char)text.data[i], left, base};
        clusters[i] = (cairo_text_cluster_t){1, 1};
        left += (kf_glyph_width(one, how) + how->gap) * scale;
    }
    cairo_set_font_face(canvas->cairo, face->face);
    cairo_set_font_size(canvas->cairo, how->cap * scale * 1000 / CAP);
    cairo_show_text_glyphs(canvas->cairo, text.data, (int)text.length, glyphs, (int)text.length,
                           clusters, (int)text.length, (cairo_text_cluster_flags_t)0);
    return true;
}

void kf_cairo_letter_put(kf_cairo_canvas *canvas, kf_text text, const kf_lettering *how, double x,
                         double y, double scale) {
    if (!put_font(canvas, text, how, x, y, scale))
        put_path(canvas, text, how, x, y, scale);
}

void kf_cairo_letter_close(kf_cairo_canvas *canvas) {
    for (kf_cairo_face *face = canvas->faces; face != NULL; face = face->next)
        cairo_font_face_destroy(face->face);
    canvas->faces = NULL;
}
