// SPDX-License-Identifier: MIT
// A line of play as a moving picture: which positions are shown, and for how long.

#ifndef KIFU_DRAW_FILM_H
#define KIFU_DRAW_FILM_H

#include <kifu/film.h>

#include "base/arena.h"
#include "draw/picture/picture.h"
#include "draw/scene/scene.h"

/* ---- film.c ---------------------------------------------------- doc/spec/animate.md ---- */

// A line of play as a moving picture: which positions are shown, and for how long.

typedef struct kf_film_frame {
    kf_node node;
    int delay; // in milliseconds
} kf_film_frame;

struct kf_film {
    const kf_record *record;
    kf_figure how; // with the part of the board that all frames show
    kf_film_frame *frames;
    size_t count;
    int64_t length;    // of all, in milliseconds
    kf_text title;     // who played, or what the plan says
    bool has_title;    // it stands above the board
    int plays;         // 0: without end
    kf_arena *arena;   // that the film lives in
    kf_arena *scratch; // of the frame in hand
    kf_play *play;     // goes along with the frames
    bool has_told;     // that no font has some sign
};

// What to write, and how.
typedef struct kf_film_job {
    kf_film *film;
    const kf_drawing *how;
    kf_sink *sink;
    void *context;
} kf_film_job;

// The picture of a frame. It lives until the next one is asked for.
const kf_picture *kf_film_picture(kf_film *film, size_t index);
// The memory of the frame in hand, for what belongs to it alone.
kf_arena *kf_film_scratch(kf_film *film);

/* ---- film_writer.c --------------------------------------------- doc/spec/animate.md ---- */

// What writes each kind, in a file of its own: film_<name>.c.
#define KF_FILM(name, title, suffixes) bool kf_film_##name(const kf_film_job *job, kf_log *log);
#include "draw/film/films.def"

#endif
