// SPDX-License-Identifier: MIT
// A page to draw on that becomes PNG, PDF or EPS, and the text on it.

#ifndef KIFU_DRAW_CAIRO_CANVAS_H
#define KIFU_DRAW_CAIRO_CANVAS_H

#include <kifu/kifu.h>

#include <cairo.h>
#include <pango/pangocairo.h>

#include "base/arena.h"
#include "draw/style.h"

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
    bool is_stopped;     // by the sink
    bool is_headed;      // EPS: the line of the date is behind us
    size_t matched;      // EPS: so much of the line of the date was seen
    size_t missing;      // signs that no font has
    uint32_t missing_at; // the first of them
    int cap_height;      // of digits, in thousandths of the font's size; 0: not yet measured
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

/* ---- cairo_canvas.c -------------------------------------------------- doc/spec/png.md ---- */

// A canvas without pages. Call it in a protected call.
kf_cairo_canvas *kf_cairo_canvas_new(kf_arena *arena, kf_cairo_kind kind, kf_sink *sink,
                                     void *context);
// Begins a page of that size; PNG and EPS have one.
void kf_cairo_canvas_page(kf_cairo_canvas *canvas, double width, double height);
// What the file is called in the list of its facts (PDF); a terminated string.
void kf_cairo_canvas_title(kf_cairo_canvas *canvas, const char *title, const char *author);
// Writes the rest. False: the sink stopped or cairo failed, and the log says so. Signs that no
// font had are told in either case.
bool kf_cairo_canvas_close(kf_cairo_canvas *canvas, kf_log *log);

/* ---- cairo_text.c ---------------------------------------------------- doc/spec/png.md ---- */

// Settings of text that are the same on every machine, for a layout of one's own.
PangoLayout *kf_cairo_text_layout(kf_cairo_canvas *canvas);
// Counts the signs of the layout that no font has.
void kf_cairo_text_check(kf_cairo_canvas *canvas, PangoLayout *layout);
// Puts a line of text: the middle of its capitals stands at the height y.
void kf_cairo_text_put(kf_cairo_canvas *canvas, kf_text text, const kf_cairo_lettering *how,
                       double x, double y);
void kf_cairo_text_colour(kf_cairo_canvas *canvas, kf_rgb colour);

#endif
