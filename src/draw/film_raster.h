// SPDX-License-Identifier: MIT
// A film in pixels, frame by frame, each with the rectangle in which it differs from the one
// before.

#ifndef KIFU_DRAW_FILM_RASTER_H
#define KIFU_DRAW_FILM_RASTER_H

#include "draw/film.h"

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

/* ---- film_raster.c ------------------------------------------------ doc/spec/animate.md ---- */

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

#endif
