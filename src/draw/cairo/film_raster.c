// SPDX-License-Identifier: MIT
// A film in pixels, frame by frame, each with the rectangle in which it differs from the one
// before.

#include "draw/cairo/cairo.h"

#include <string.h>

#include "base/log.h"

// The usual distance between two lines, and the largest picture that is made.
enum { UNIT = 28, LARGEST = 4000 };

typedef struct raster {
    const kf_film_job *job;
    kf_log *log;
    int width, height;
    uint32_t *frames[2]; // the one in hand and the one before
    const kf_picture *picture;
    size_t missing;      // signs that no font has, of the first frame with any
    uint32_t missing_at; // the first of them
    bool has_no_font;
    bool is_done;
} raster;

// ---- One frame ----

static bool take_nothing(void *context, const void *bytes, size_t length) {
    (void)context, (void)bytes, (void)length;
    return true;
}

// Draws the picture on a surface in the frame's own memory, and takes the pixels.
static void paint(void *context) {
    raster *r = context;
    const kf_drawing *how = r->job->how;
    const kf_style *style = how->style != NULL ? how->style : kf_style_at(0);
    kf_cairo_canvas *canvas =
        kf_cairo_canvas_new(kf_film_scratch(r->job->film), KF_CAIRO_PNG, take_nothing, NULL);
    kf_cairo_canvas_page(canvas, r->width, r->height);
    kf_cairo_paint(canvas, r->picture, style, 0, 0, r->width);
    cairo_surface_flush(canvas->surface);
    if (canvas->missing > 0 && r->missing == 0) {
        r->missing = canvas->missing;
        r->missing_at = canvas->missing_at;
        r->has_no_font = canvas->has_no_font;
    }
    const unsigned char *data = cairo_image_surface_get_data(canvas->surface);
    cairo_status_t status = kf_cairo_canvas_status(canvas);
    r->is_done = status == CAIRO_STATUS_SUCCESS && data != NULL;
    if (!r->is_done) {
        kf_log_add(r->log, KF_PROGRAM_MEMORY, (kf_place){0}, "the picture cannot be drawn: %s",
                   cairo_status_to_string(status));
        return;
    }
    size_t stride = (size_t)cairo_image_surface_get_stride(canvas->surface);
    for (int y = 0; y < r->height; y++) {
        uint32_t *row = r->frames[0] + (size_t)y * (size_t)r->width;
        memcpy(row, data + (size_t)y * stride, (size_t)r->width * sizeof *row);
        for (int x = 0; x < r->width; x++)
            row[x] |= 0xFF000000u; // cairo leaves these bits as they fall
    }
}

static bool draw_frame(raster *r, size_t index) {
    kf_film *film = r->job->film;
    r->picture = kf_film_picture(film, index);
    if (index == 0) {
        const kf_picture *p = r->picture;
        int wanted = r->job->how->width;
        r->width = wanted > 0 ? wanted : (int)((int64_t)p->width * UNIT / 1000);
        r->height = (int)((int64_t)p->height * r->width / p->width);
        if (r->width > LARGEST || r->height > LARGEST) {
            kf_log_add(r->log, KF_PROGRAM_SIZE, (kf_place){0},
                       "a film of %dx%d pixels is too large; %d are the most", r->width, r->height,
                       LARGEST);
            return false;
        }
        size_t size = (size_t)r->width * (size_t)r->height * sizeof(uint32_t);
        r->frames[0] = kf_arena_alloc(film->arena, size);
        r->frames[1] = kf_arena_alloc(film->arena, size);
    }
    if (!kf_arena_try(kf_film_scratch(film), paint, r))
        kf_arena_fail(film->arena);
    return r->is_done;
}

// ---- What changed ----

// Whether a row of the frame in hand is the same as before.
static bool is_row_same(const raster *r, int y) {
    size_t at = (size_t)y * (size_t)r->width;
    return memcmp(r->frames[0] + at, r->frames[1] + at, (size_t)r->width * sizeof(uint32_t)) == 0;
}

static void find_columns(const raster *r, int top, int bottom, int *left, int *right) {
    *left = r->width;
    *right = -1;
    for (int y = top; y <= bottom; y++) {
        const uint32_t *now = r->frames[0] + (size_t)y * (size_t)r->width;
        const uint32_t *before = r->frames[1] + (size_t)y * (size_t)r->width;
        for (int x = 0; x < *left; x++)
            if (now[x] != before[x])
                *left = x;
        for (int x = r->width - 1; x > *right; x--)
            if (now[x] != before[x])
                *right = x;
    }
}

// Nothing changed: a single pixel stands for the frame, so that its time passes.
static void find_change(const raster *r, kf_film_patch *patch) {
    int top = 0, bottom = r->height - 1, left, right;
    while (top < r->height && is_row_same(r, top))
        top++;
    if (top == r->height) {
        patch->left = patch->top = 0;
        patch->columns = patch->rows = 1;
        return;
    }
    while (is_row_same(r, bottom))
        bottom--;
    find_columns(r, top, bottom, &left, &right);
    patch->left = left & ~1;
    patch->top = top & ~1;
    patch->columns = right - patch->left + 1;
    patch->rows = bottom - patch->top + 1;
}

bool kf_film_raster(const kf_film_job *job, kf_film_taker *take, void *context, kf_log *log) {
    raster r = {.job = job, .log = log};
    for (size_t i = 0; i < job->film->count; i++) {
        if (!draw_frame(&r, i))
            return false;
        kf_film_patch patch = {.index = i,
                               .delay = job->film->frames[i].delay,
                               .columns = r.width,
                               .rows = r.height,
                               .width = r.width,
                               .height = r.height,
                               .pixels = r.frames[0],
                               .before = i > 0 ? r.frames[1] : NULL};
        if (i > 0)
            find_change(&r, &patch);
        if (!take(context, &patch, log))
            return false;
        uint32_t *other = r.frames[0];
        r.frames[0] = r.frames[1];
        r.frames[1] = other;
    }
    // GIF draws some frames twice, and says this once.
    if (!job->film->has_told)
        kf_cairo_text_report(r.missing, r.missing_at, r.has_no_font, log);
    job->film->has_told = r.missing > 0 || job->film->has_told;
    return true;
}
