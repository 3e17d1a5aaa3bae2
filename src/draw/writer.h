// SPDX-License-Identifier: MIT
// The list of things that a figure can be written as: each a struct at the end of its file.

#ifndef KIFU_DRAW_WRITER_H
#define KIFU_DRAW_WRITER_H

#include <kifu/kifu.h>

#include "draw/scene.h"
#include "draw/shape.h"
#include "draw/style.h"

// How a figure is written. All zero is the usual way.
typedef struct kf_drawing {
    const kf_style *style; // NULL: "book"
    int width;             // of the picture in pixels (PNG) or points (PDF, EPS); 0: the usual
    int colours;           // ANSI: 0 none, 256, or 1 << 24
    bool is_ascii;         // ANSI: `X O` instead of signs outside ASCII
    bool psgo;             // LaTeX: for the package psgo instead of TikZ
    bool is_fragment;      // LaTeX, SVG: without what makes it a document of its own
    kf_loss *loss;         // takes what the target cannot show; NULL: nobody asks
} kf_drawing;

// What to write: the figures in order. Most writers take one; `takes_many` those that take pages.
typedef struct kf_drawing_job {
    kf_arena *arena; // in a protected call
    const kf_scene *const *scenes;
    size_t count;
    const kf_drawing *how;
    kf_sink *sink;
    void *context;
} kf_drawing_job;

typedef struct kf_writer {
    const char *name;     // "svg"
    const char *title;    // "Scalable Vector Graphics"
    const char *suffixes; // ".svg", with spaces between several
    bool takes_many;      // one file holds several figures
    // False when the sink stopped or the library behind it failed; the log says so.
    bool (*write)(const kf_drawing_job *job, kf_log *log);
} kf_writer;

/* ---- writer.c ------------------------------------------------------- doc/spec/draw.md ---- */

size_t kf_writer_count(void);
const kf_writer *kf_writer_at(size_t index);
// By name or by the ending of a file's name; NULL when there is none in this build.
const kf_writer *kf_writer_named(const char *name);
const kf_writer *kf_writer_for_file(const char *file_name);
// The optional library that this build lacks for the writer of that name, or for a file with that
// ending; NULL when it is not known or not missing.
const char *kf_writer_missing(const char *name);

#define KF_WRITER(name) extern const kf_writer kf_##name##_writer;
#include "draw/writers.def"
#undef KF_WRITER

#endif
