// SPDX-License-Identifier: MIT
// What libkifu-draw is made of: a page to draw on that becomes PNG, PDF or EPS, text and pictures
// on it, and films in pixels.

#ifndef KIFU_DRAW_CAIRO_H
#define KIFU_DRAW_CAIRO_H

#include <kifu/record.h>

#include <cairo.h>
#include <pango/pangocairo.h>

#include "base/arena.h"
#include "draw/book/book.h"
#include "draw/film/film.h"
#include "draw/picture/picture.h"

/* ---- cairo_canvas.c ------------------------------------------------ doc/spec/png.md ---- */

typedef enum kf_cairo_kind { KF_CAIRO_PNG, KF_CAIRO_PDF, KF_CAIRO_EPS } kf_cairo_kind;

// What is drawn on. Lengths on it are pixels (PNG) or points (PDF, EPS), y grows down. The arena
// that it was made in closes it, whatever happens in between.
typedef struct kf_cairo_canvas {
    kf_cairo_kind kind;
    cairo_surface_t *surface;
    cairo_t *cairo;
    PangoLayout *layout; // of short texts, used again and again
    const char *font;    // that it has; NULL: none yet
    double font_size;
    bool is_bold;
    kf_sink *sink;
    void *context;
    bool is_stopped; // by the sink
    bool is_clear;   // PNG: without paper
    kf_arena *arena; // that it lives in
    // The first failure that the cairo above does not know of: on a surface or a context beside it.
    cairo_status_t status;
    bool is_headed;      // EPS: the line of the date is behind us
    size_t matched;      // EPS: so much of the line of the date was seen
    size_t missing;      // signs that no font has
    uint32_t missing_at; // the first of them
    bool has_no_font;    // not even another one than was asked for
    bool is_font_known;  // that is
    int cap_height;      // of digits, in thousandths of the font's size; 0: not yet measured
    struct kf_cairo_face *faces; // PDF: our own letters as fonts, the latest first
} kf_cairo_canvas;

// Where a text stands beside the point that it is put to.
typedef enum kf_cairo_anchor { KF_CAIRO_LEFT, KF_CAIRO_MIDDLE, KF_CAIRO_RIGHT } kf_cairo_anchor;

// How a short text is set.
typedef struct kf_cairo_lettering {
    const char *font; // a family
    double size;      // of the font
    double most;      // the width that it may take; 0: any
    kf_cairo_anchor anchor;
    kf_rgb colour;
    bool is_bold;
    bool is_cut; // too long a text ends in dots; else it is made smaller
} kf_cairo_lettering;

// A canvas without pages. Call it in a protected call.
kf_cairo_canvas *kf_cairo_canvas_new(kf_arena *arena, kf_cairo_kind kind, kf_sink *sink,
                                     void *context);
// Keeps a failure for the end, when no picture is called good that met one.
void kf_cairo_canvas_note(kf_cairo_canvas *canvas, cairo_status_t status);
// What went wrong so far.
cairo_status_t kf_cairo_canvas_status(const kf_cairo_canvas *canvas);
// Begins a page of that size; PNG and EPS have one.
void kf_cairo_canvas_page(kf_cairo_canvas *canvas, double width, double height);
// What the file is called in the list of its facts (PDF); a terminated string.
void kf_cairo_canvas_title(kf_cairo_canvas *canvas, const char *title, const char *author);
// Writes the rest. False: the sink stopped or cairo failed, and the log says so. Signs that no
// font had are told in either case.
bool kf_cairo_canvas_close(kf_cairo_canvas *canvas, kf_log *log);

/* ---- cairo_text.c -------------------------------------------------- doc/spec/png.md ---- */

// Settings of text that are the same on every machine, for a layout of one's own.
PangoLayout *kf_cairo_text_layout(kf_cairo_canvas *canvas);
// What Pango calls the language.
PangoLanguage *kf_cairo_text_tag(kf_language language);
// The language of what is put next: it decides between the forms of a Han sign.
void kf_cairo_text_language(kf_cairo_canvas *canvas, kf_language language);
// Counts the signs of the layout that no font has, and notes fonts that cannot be loaded. Where no
// font is installed the layout is empty afterwards.
void kf_cairo_text_check(kf_cairo_canvas *canvas, PangoLayout *layout);
// Whether there is any font.
bool kf_cairo_text_has_font(kf_cairo_canvas *canvas);
// Tells of so many signs, of which this was the first; nothing when there are none.
void kf_cairo_text_report(size_t missing, uint32_t first, bool has_no_font, kf_log *log);
// Puts a line of text: the middle of its capitals stands at the height y.
void kf_cairo_text_put(kf_cairo_canvas *canvas, kf_text text, const kf_cairo_lettering *how,
                       double x, double y);
void kf_cairo_text_colour(kf_cairo_canvas *canvas, kf_rgb colour);

/* ---- cairo_letter.c ------------------------------------------------ doc/spec/png.md ---- */

// Puts a text in our own letters with its middle at x, y; `scale` is one thousandth on the canvas.
void kf_cairo_letter_put(kf_cairo_canvas *canvas, kf_text text, const kf_lettering *how, double x,
                         double y, double scale);
// Gives the fonts back.
void kf_cairo_letter_close(kf_cairo_canvas *canvas);

/* ---- cairo_paint.c ------------------------------------------------- doc/spec/png.md ---- */

// Draws the picture with its upper left corner at x, y, so that it becomes as wide as that.
void kf_cairo_paint(kf_cairo_canvas *canvas, const kf_picture *picture, const kf_style *style,
                    double x, double y, double width);

/* ---- book_pdf.c --------------------------------------------------- doc/spec/book.md ---- */

extern const kf_book_writer kf_book_pdf_writer;

/* ---- book_type.c --------------------------------------------------- doc/spec/book.md ---- */

// A kind of text.
typedef struct kf_book_setting {
    const char *font;
    double size;
    bool is_bold;
    kf_rgb colour;
    PangoAlignment align;
    const char *tag; // of the structure, by which a reader finds its way
} kf_book_setting;

// Sets a text of that width, with a lead in bold before it. The layout is to be given back.
PangoLayout *kf_book_type_set(const kf_book *book, kf_cairo_canvas *canvas, kf_text lead,
                              kf_text text, const kf_book_setting *how, double width);
double kf_book_type_height(PangoLayout *layout);
// Takes the front part of a text that is set at once: a line, or part of a very long one.
kf_text kf_book_type_part(kf_text *rest);
// An element of the structure of a PDF; nothing where no font is installed.
void kf_book_type_begin(kf_cairo_canvas *canvas, const char *tag, const char *attributes);
void kf_book_type_end(kf_cairo_canvas *canvas, const char *tag);

/* ---- film_raster.c --------------------------------------------- doc/spec/animate.md ---- */

// A frame. Pixels are 0xFFRRGGBB; places are even, so that every kind of file can say them.
typedef struct kf_film_patch {
    size_t index;
    int delay;              // in milliseconds
    int left, top;          // of the rectangle
    int columns, rows;      // its size, at least 1 by 1
    int width, height;      // of the whole frame
    const uint32_t *pixels; // of the whole frame, row by row
    const uint32_t *before; // of the frame before; NULL for the first
} kf_film_patch;

// Takes a frame; false ends the film.
typedef bool kf_film_taker(void *context, const kf_film_patch *patch, kf_log *log);

// Draws all frames and hands them over. False: cairo failed or the taker stopped, and the log says
// why. Call it in a protected call of the film's arena.
bool kf_film_raster(const kf_film_job *job, kf_film_taker *take, void *context, kf_log *log);
// The pixel of a patch, 0 (transparent) where it is as before.
static inline uint32_t kf_film_pixel(const kf_film_patch *patch, int x, int y) {
    size_t at = (size_t)(patch->top + y) * (size_t)patch->width + (size_t)(patch->left + x);
    if (patch->before != NULL && patch->before[at] == patch->pixels[at])
        return 0;
    return patch->pixels[at];
}

/* ---- film_png.c ------------------------------------------------ doc/spec/animate.md ---- */

bool kf_film_png(const kf_film_job *job, kf_log *log);

/* ---- film_gif.c ------------------------------------------------ doc/spec/animate.md ---- */

bool kf_film_gif(const kf_film_job *job, kf_log *log);

/* ---- film_webp.c ----------------------------------------------- doc/spec/animate.md ---- */

bool kf_film_webp(const kf_film_job *job, kf_log *log);

#endif
