// SPDX-License-Identifier: MIT
// A line of play as a moving picture: which positions are shown, and for how long.

#ifndef KIFU_DRAW_FILM_H
#define KIFU_DRAW_FILM_H

#include <kifu/record.h>

#include "base/arena.h"
#include "draw/picture/picture.h"
#include "draw/scene/scene.h"

/* ---- film.c ---------------------------------------------------- doc/spec/animate.md ---- */

// A line of play as a moving picture: which positions are shown, and for how long.

// What a film is made from.
typedef struct kf_film_plan {
    kf_arena *arena; // that it is made in
    const kf_record *record;
    kf_node node;  // the last that is shown; those from the root on come before it
    int delay;     // of a position without a comment, in milliseconds
    kf_figure how; // how all of them are shown: coordinates, part of the board, what is hidden
} kf_film_plan;

typedef struct kf_film_frame {
    kf_node node;
    int delay; // in milliseconds
} kf_film_frame;

typedef struct kf_film {
    const kf_record *record;
    kf_figure how; // with the part of the board that all frames show
    kf_film_frame *frames;
    size_t count;
    int64_t length;    // of all, in milliseconds
    kf_text title;     // who played
    kf_arena *arena;   // that the film lives in
    kf_arena *scratch; // of the frame in hand
    kf_play *play;     // goes along with the frames
    bool has_told;     // that no font has some sign
} kf_film;

enum {
    KF_FILM_FRAMES = 2000,  // a film has at most
    KF_FILM_PER_SIGN = 40,  // milliseconds for each character of a comment
    KF_FILM_LONGEST = 8000, // that a comment adds at most
    KF_FILM_END = 3000      // that the last position adds
};

// What to write, and how.
typedef struct kf_film_job {
    kf_film *film;
    const kf_drawing *how;
    kf_sink *sink;
    void *context;
} kf_film_job;

// A kind of moving picture.
typedef struct kf_film_writer {
    const char *name;     // "gif"
    const char *title;    // "Graphics Interchange Format"
    const char *suffixes; // ".gif", with spaces between several
    const char *needs;    // what libkifu-draw writes it with, or NULL
    // NULL where it is in libkifu-draw. Call kf_film_writer_write.
    bool (*write)(const kf_film_job *job, kf_log *log);
} kf_film_writer;

// Lays a film out. NULL: it is too long, and the log says so. Call it in a protected call
// of the arena.
kf_film *kf_film_new(const kf_film_plan *plan, kf_log *log);
// The picture of a frame. It lives until the next one is asked for.
const kf_picture *kf_film_picture(kf_film *film, size_t index);
// The memory of the frame in hand, for what belongs to it alone.
kf_arena *kf_film_scratch(kf_film *film);

/* ---- film_writer.c --------------------------------------------- doc/spec/animate.md ---- */

size_t kf_film_writer_count(void);
const kf_film_writer *kf_film_writer_at(size_t index);
// By name, or by the ending of a file's name; NULL when there is none.
const kf_film_writer *kf_film_writer_named(const char *name);
const kf_film_writer *kf_film_writer_for_file(const char *file_name);
// Writes the film, by the library that the job names where the writer needs one. False: it failed,
// or there is no such library, and the log says so.
bool kf_film_writer_write(const kf_film_writer *writer, const kf_film_job *job, kf_log *log);

/* ---- film_svg.c ------------------------------------------------ doc/spec/animate.md ---- */

bool kf_film_svg(const kf_film_job *job, kf_log *log);

#endif
