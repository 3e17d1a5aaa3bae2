// SPDX-License-Identifier: MIT
// Films: a line of play as a moving picture.
//
//     kf_film_plan plan = {.record = record, .node = node, .delay = 1000};
//     kf_film *film = kf_film_new(&plan, log);
//     if (film != NULL)
//         kf_film_writer_run(kf_film_writer_named("svg"), film, NULL, sink, context, log);
//     kf_film_free(film);
//
// Animated SVG is written by libkifu itself; for GIF, APNG and WebP see kifu/cairo.h.

#ifndef KIFU_FILM_H
#define KIFU_FILM_H

#include <kifu/picture.h>

#ifdef __cplusplus
extern "C" {
#endif

struct kf_film_job;

/* ---- film.c ---------------------------------------------------- doc/spec/animate.md ---- */

// What a film is made from.
typedef struct kf_film_plan {
    const kf_record *record;
    kf_node node;      // the last that is shown
    kf_node from;      // the first, on the way to it; 0: the root
    int delay;         // of a position without a comment, in milliseconds
    int plays;         // how often the film is shown; 0: without end
    const char *title; // above the board, UTF-8; "": who played; NULL: nothing
    kf_figure how;     // how all of them are shown: coordinates, part of the board, what is hidden
} kf_film_plan;

// A film that was laid out, with memory of its own. The record must live as long.
typedef struct kf_film kf_film;

enum {
    KF_FILM_FRAMES = 2000,  // a film has at most
    KF_FILM_PLAYS = 1000,   // it is shown at most, unless it has no end
    KF_FILM_PER_SIGN = 40,  // milliseconds for each character of a comment
    KF_FILM_LONGEST = 8000, // that a comment adds at most
    KF_FILM_END = 3000      // that the last position adds
};

// Lays a film out. NULL: it is too long, its first position is not on the way to the last, or there
// is no memory, and the log says so.
KF_API kf_film *kf_film_new(const kf_film_plan *plan, kf_log *log);
KF_API void kf_film_free(kf_film *film);

/* ---- film_writer.c --------------------------------------------- doc/spec/animate.md ---- */

// A kind of moving picture.
typedef struct kf_film_writer {
    const char *name;     // "gif"
    const char *title;    // "Graphics Interchange Format"
    const char *suffixes; // ".gif", with spaces between several
    const char *needs;    // what libkifu-draw writes it with, or NULL
    bool (*write)(const struct kf_film_job *job, kf_log *log); // private: call kf_film_writer_run
} kf_film_writer;

// All kinds of moving pictures; NULL at an index beyond the last.
KF_API size_t kf_film_writer_count(void);
KF_API const kf_film_writer *kf_film_writer_at(size_t index);
// By name, or by the ending of a file's name; NULL when there is none.
KF_API const kf_film_writer *kf_film_writer_named(const char *name);
KF_API const kf_film_writer *kf_film_writer_for_file(const char *file_name);
// Whether films of that kind can be written, by the library where the writer needs one (NULL: there
// is none): a library may have been built without what a kind needs.
KF_API bool kf_film_writer_can(const kf_film_writer *writer, const kf_draw_library *library);
// Writes the film, by the library that `how` names where the writer needs one; NULL: the usual way.
// False: it failed, or there is no such library or no memory, and the log says so.
KF_API bool kf_film_writer_run(const kf_film_writer *writer, kf_film *film, const kf_drawing *how,
                               kf_sink *sink, void *context, kf_log *log);

#ifdef __cplusplus
}
#endif

#endif
