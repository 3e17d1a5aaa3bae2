// SPDX-License-Identifier: MIT
// Measures how long pictures and books take, beside a plain fill of the same pixels.
//
// Each picture is a figure of 322 numbered moves, 840 pixels wide, made from the record: scene,
// shapes, drawing and packing. A batch of 200 is made in one process, as a command with %n does.

#include <kifu/cairo.h>
#include <kifu/kifu.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef KIFU_HAVE_CAIRO
#include <cairo.h>
#endif

#include "draw/picture/picture.h"
#include <kifu/book.h>

enum { PICTURES = 200, MOVES = 322, WIDTH = 840, HEIGHT = 930, GAMES = 100, POINTS = 361 };

// What needs cairo, or NULL.
static const kf_draw_library *library(void) {
#ifdef KIFU_HAVE_CAIRO
    return kf_cairo_library();
#else
    return NULL;
#endif
}

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static bool count_bytes(void *context, const void *bytes, size_t length) {
    (void)bytes;
    *(size_t *)context += length;
    return true;
}

// A game that takes the points in an order that jumps about; no stone is ever taken.
static kf_record *make_record(void) {
    char text[MOVES * 6 + 100];
    size_t length = (size_t)snprintf(text, sizeof text, "(;FF[4]GM[1]SZ[19]GN[A long game]");
    for (int i = 0; i < MOVES; i++) {
        int point = i * 137 % POINTS;
        length += (size_t)snprintf(text + length, sizeof text - length, ";%c[%c%c]", "BW"[i % 2],
                                   'a' + point % 19, 'a' + point / 19);
    }
    text[length++] = ')';
    return kf_format_read(text, length, "bench", NULL, NULL);
}

typedef struct job {
    const kf_record *record;
    const kf_writer *writer;
    kf_arena *arena;
    size_t bytes;
} job;

static void draw(void *context) {
    job *j = context;
    kf_node game = kf_node_child(j->record, 0);
    kf_figure figure = {.kind = KF_FIGURE_MOVES, .from = game, .sides = KF_SIDES_ALL};
    figure.node = kf_path_find(j->record, game, "last");
    const kf_scene *scene = kf_scene_in(j->arena, kf_play_in(j->arena, j->record, NULL), &figure);
    kf_drawing how = {.width = WIDTH, .library = library()};
    kf_drawing_job work = {.arena = j->arena,
                           .scenes = &scene,
                           .count = 1,
                           .how = &how,
                           .sink = count_bytes,
                           .context = &j->bytes};
    if (!kf_writer_write(j->writer, &work, NULL))
        abort();
}

// The time of one picture, in milliseconds.
static double measure(const kf_record *record, const kf_writer *writer, size_t *bytes) {
    double begin = now();
    job j = {.record = record, .writer = writer};
    for (int i = 0; i < PICTURES; i++) {
        j.bytes = 0;
        j.arena = kf_arena_new();
        if (j.arena == NULL || !kf_arena_try(j.arena, draw, &j))
            abort();
        kf_arena_free(j.arena);
    }
    *bytes = j.bytes;
    return (now() - begin) * 1000 / PICTURES;
}

static double measure_fill(void) {
    double begin = now();
#ifdef KIFU_HAVE_CAIRO
    for (int i = 0; i < PICTURES; i++) {
        cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
        cairo_t *cairo = cairo_create(surface);
        cairo_set_source_rgb(cairo, 1, 1, 1);
        cairo_paint(cairo);
        cairo_destroy(cairo);
        cairo_surface_destroy(surface);
    }
#endif
    return (now() - begin) * 1000 / PICTURES;
}

// ---- Books ----

static double measure_book(const kf_record *record, const kf_book_writer *writer, size_t *bytes) {
    double begin = now();
    kf_book_plan plan = {
        .writer = writer,
        .figures = {.moves = 50, .variations = true, .how = {.sides = KF_SIDES_ALL}},
        .library = library(),
    };
    *bytes = 0;
    kf_book *book = kf_book_new(&plan, count_bytes, bytes, NULL);
    bool is_good = book != NULL;
    for (int i = 0; i < GAMES && is_good; i++)
        is_good = kf_book_add(book, record);
    if (!is_good || !kf_book_end(book))
        abort();
    kf_book_free(book);
    return now() - begin;
}

int main(void) {
    kf_record *record = make_record();
    double fill = measure_fill();
    size_t bytes;
    printf("%d figures of %d moves each, %d pixels wide; a plain fill takes %.2f ms\n", PICTURES,
           MOVES, WIDTH, fill);
    for (size_t i = 0; i < kf_writer_count(); i++) {
        const kf_writer *writer = kf_writer_at(i);
        if (writer->needs != NULL && library() == NULL)
            continue;
        double time = measure(record, writer, &bytes);
        printf("  %-8s %8.2f ms  %8zu bytes", writer->name, time, bytes);
        if (fill > 0 && strcmp(writer->name, "png") == 0)
            printf("  %.0f times the fill", time / fill);
        putchar('\n');
    }
    printf("a book of %d such games\n", GAMES);
    for (size_t i = 0; i < kf_book_writer_count(); i++) {
        const kf_book_writer *writer = kf_book_writer_at(i);
        if (writer->needs != NULL && library() == NULL)
            continue;
        double time = measure_book(record, writer, &bytes);
        printf("  %-8s %8.2f s   %8zu bytes\n", writer->name, time, bytes);
    }
    kf_record_free(record);
    return 0;
}
