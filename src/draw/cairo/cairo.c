// SPDX-License-Identifier: MIT
// libkifu-draw as libkifu sees it: what is written with cairo, by name.

#include <kifu/cairo.h>

#include <string.h>

#include "draw/cairo/cairo.h"

// ---- Pictures ----

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
    canvas->is_clear = style->paper == KF_RGB_NONE;
    kf_cairo_canvas_page(canvas, width, height);
    kf_cairo_paint(canvas, picture, style, 0, 0, width);
}

static bool write_pages(const kf_drawing_job *job, kf_cairo_kind kind, kf_log *log) {
    kf_cairo_canvas *canvas = kf_cairo_canvas_new(job->arena, kind, job->sink, job->context);
    for (size_t i = 0; i < job->count; i++) {
        const kf_scene *scene = kf_drawing_job_scene(job, i);
        write_page(job, canvas, scene);
        if (i == 0)
            kf_cairo_canvas_title(
                canvas, kf_arena_copy(job->arena, scene->title.data, scene->title.length), "");
    }
    return kf_cairo_canvas_close(canvas, log);
}

// A call for each picture in the list that is drawn here.
#define KF_WRITER(name)
#define KF_WRITER_DRAWN(stem, title, many, kind)                                                   \
    static bool write_##stem(const kf_drawing_job *job, kf_log *log) {                             \
        return write_pages(job, kind, log);                                                        \
    }
#include "draw/picture/writers.def"
#undef KF_WRITER

typedef struct picture {
    const char *name;
    kf_writer_call *write;
} picture;

static const picture pictures[] = {
#define KF_WRITER(name)
#define KF_WRITER_DRAWN(stem, title, many, kind) {#stem, write_##stem},
#include "draw/picture/writers.def"
#undef KF_WRITER
};

typedef struct film {
    const char *name;
    bool (*write)(const kf_film_job *job, kf_log *log);
} film;

// A row without a name stands for what this build lacks.
static const film films[] = {
#ifdef KIFU_HAVE_GIF
    {"gif", kf_film_gif},
#endif
#ifdef KIFU_HAVE_ZLIB
    {"apng", kf_film_png},
#endif
#ifdef KIFU_HAVE_WEBP
    {"webp", kf_film_webp},
#endif
    {"", NULL},
};

static kf_writer_call *find_picture(const char *name) {
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (strcmp(pictures[i].name, name) == 0)
            return pictures[i].write;
    return NULL;
}

static bool (*find_film(const char *name))(const kf_film_job *job, kf_log *log) {
    for (size_t i = 0; i < sizeof films / sizeof *films; i++)
        if (strcmp(films[i].name, name) == 0)
            return films[i].write;
    return NULL;
}

static const kf_book_writer *find_book(const char *name) {
    return strcmp(name, kf_book_pdf_writer.name) == 0 ? &kf_book_pdf_writer : NULL;
}

const kf_draw_library *kf_cairo_library(void) {
    static const kf_draw_library library = {
        .version = KF_VERSION, .picture = find_picture, .film = find_film, .book = find_book};
    return &library;
}
