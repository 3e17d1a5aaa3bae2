// SPDX-License-Identifier: MIT
// PNG, PDF and EPS: one way of drawing for the three entries in the list of writers.

#ifdef KIFU_HAVE_CAIRO

#include "draw/cairo_write.h"

#include "draw/cairo_paint.h"

// The usual distance between two lines: in pixels on a screen, in points on paper.
static const double pixels = 32, points = 15;

static void write_page(const kf_drawing_job *job, kf_cairo_canvas *canvas, const kf_scene *scene) {
    const kf_drawing *how = job->how;
    const kf_style *style = how != NULL && how->style != NULL ? how->style : kf_style_named("book");
    const kf_picture *picture = kf_shape_list(job->arena, scene);
    double unit = canvas->kind == KF_CAIRO_PNG ? pixels : points;
    double width = how != NULL && how->width > 0 ? how->width : picture->width * unit / 1000;
    if (canvas->kind == KF_CAIRO_PNG)
        width = (int)(width + 0.5);
    double height = width * picture->height / picture->width;
    kf_cairo_canvas_page(canvas, width, height);
    kf_cairo_paint(canvas, picture, style, 0, 0, width);
}

bool kf_cairo_write(const kf_drawing_job *job, kf_cairo_kind kind, kf_log *log) {
    kf_cairo_canvas *canvas = kf_cairo_canvas_new(job->arena, kind, job->sink, job->context);
    kf_text title = job->scenes[0]->title;
    for (size_t i = 0; i < job->count; i++) {
        write_page(job, canvas, job->scenes[i]);
        if (i == 0)
            kf_cairo_canvas_title(canvas, kf_arena_copy(job->arena, title.data, title.length), "");
    }
    return kf_cairo_canvas_close(canvas, log);
}

#else
typedef int kf_cairo_write_is_not_built; // a file may not be empty
#endif
