// SPDX-License-Identifier: MIT
// The public interface of drawing: a place in a record becomes a picture.
//
// kf_draw makes a picture with one call. Below it, a game can be shared out into figures, each with
// its own part of the board, turned as you like, and several written to one file.
//
// Pictures are written to a sink as the notations are; the rules on ownership, failure and NULL at
// the top of kifu.h hold here too. What needs cairo is in a second library, libkifu-draw: see
// kifu/cairo.h, also for what happens there when memory runs out. Fonts are the machine's.

#ifndef KIFU_DRAW_H
#define KIFU_DRAW_H

#include <kifu/picture.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- draw.c ------------------------------------------------------- doc/spec/draw.md ---- */

// How a picture is made. All zero is the usual way: the position as SVG, with all that the record
// shows there.
typedef struct kf_draw_how {
    const char *kind;  // "svg", "png", "pdf", "eps", "tex", "ansi", "ascii", "sensei"; NULL: "svg"
    const char *style; // "book", "wood", "mono", "dark"; NULL: "book"
    int width;         // in pixels, PDF and EPS in points; 0: the usual, 1 to 20,000
    bool numbers;      // a figure of all moves up to there, each with its number
    int first_number;  // with numbers: printed on the first move; 0: as the record numbers it
    bool crop;         // only the part of the board where there is something
    bool hide_coords;  // no names along the edges
    bool hide_marks;   // only stones and numbers
    bool hide_last;    // no sign on the last move
    bool is_fragment;  // SVG, LaTeX: without what makes it a document of its own
    int colours;       // "ansi": 0 for none, 256, or 1 << 24
    kf_loss *loss;     // takes what the kind cannot show; NULL: nobody asks
    // Draws "png", "pdf" and "eps"; NULL: nothing does.
    const kf_draw_library *library;
    kf_language language; // of the words that the picture adds; 0: English
} kf_draw_how;

// The names of the kinds that need no other library; NULL when the index is too large.
KF_API const char *kf_draw_kind(size_t index);
// Draws the board after the moves up to the node, which may be any but 0. `how` may be NULL. False:
// there is no such node, kind or style, the sink stopped, or there was no memory; the log says so.
KF_API bool kf_draw(const kf_record *record, kf_node node, const kf_draw_how *how, kf_sink *sink,
                    void *context, kf_log *log);

// Figures, or scenes that were made of figures, that are written together: one, or several where
// the writer takes many. Nothing of the order is kept.
typedef struct kf_draw_order {
    const kf_record *record;
    const kf_figure *figures;      // of the record
    const kf_scene *const *scenes; // NULL: those of the figures; else neither of the two counts
    size_t count;                  // at least 1
    const kf_writer *writer;
    const kf_drawing *how; // NULL: the usual way
    // Called with each scene before it is written, in their order; or NULL.
    void (*shown)(void *watcher, const kf_scene *scene);
    void *watcher;
} kf_draw_order;

// Writes them. False: it failed, or there was no memory, and the log says so.
KF_API bool kf_draw_order_write(const kf_draw_order *order, kf_sink *sink, void *context,
                                kf_log *log);

// Writes the board of a scene as lines of ASCII: stones (X is Black, O is White), short labels and
// the names along its edges, but nothing of what stands above and below it. False: the sink
// stopped, or there was no memory.
KF_API bool kf_draw_board(const kf_scene *scene, kf_sink *sink, void *context);

#ifdef __cplusplus
}
#endif

#endif
