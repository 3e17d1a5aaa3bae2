// SPDX-License-Identifier: MIT
// A film as animated WebP, without loss: each frame's rectangle packed by libwebp.

#include "draw/cairo/cairo.h"

#include <string.h>

#include <webp/encode.h>
#include <webp/mux.h>

#include "base/log.h"

// From 0, quick, to 9, small.
enum { EFFORT = 4, LONGEST = (1 << 24) - 1 };

typedef struct webp {
    WebPMux *mux;
    WebPConfig config;
    WebPPicture picture;
    WebPMemoryWriter packed;
} webp;

static void forget_frame(webp *w) {
    WebPPictureFree(&w->picture);
    WebPMemoryWriterClear(&w->packed);
    WebPMemoryWriterInit(&w->packed);
}

static void forget(void *what) {
    webp *w = what;
    forget_frame(w);
    WebPMuxDelete(w->mux);
    w->mux = NULL;
}

static bool refuse(kf_log *log, const char *what) {
    kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "libwebp cannot %s", what);
    return false;
}

// Packs the rectangle of a frame; what is as before is transparent.
static bool pack(webp *w, const kf_film_patch *patch) {
    if (!WebPPictureInit(&w->picture))
        return false;
    w->picture.use_argb = 1;
    w->picture.width = patch->columns;
    w->picture.height = patch->rows;
    if (!WebPPictureAlloc(&w->picture))
        return false;
    for (int y = 0; y < patch->rows; y++)
        for (int x = 0; x < patch->columns; x++)
            w->picture.argb[y * w->picture.argb_stride + x] = kf_film_pixel(patch, x, y);
    w->picture.writer = WebPMemoryWrite;
    w->picture.custom_ptr = &w->packed;
    return WebPEncode(&w->config, &w->picture) != 0;
}

static bool take(void *context, const kf_film_patch *patch, kf_log *log) {
    webp *w = context;
    bool is_done = pack(w, patch);
    if (is_done) {
        WebPMuxFrameInfo frame = {.bitstream = {w->packed.mem, w->packed.size},
                                  .x_offset = patch->left,
                                  .y_offset = patch->top,
                                  .duration = patch->delay < LONGEST ? patch->delay : LONGEST,
                                  .id = WEBP_CHUNK_ANMF,
                                  .dispose_method = WEBP_MUX_DISPOSE_NONE,
                                  .blend_method = WEBP_MUX_BLEND};
        if (patch->index == 0)
            is_done = WebPMuxSetCanvasSize(w->mux, patch->width, patch->height) == WEBP_MUX_OK;
        is_done = is_done && WebPMuxPushFrame(w->mux, &frame, 1) == WEBP_MUX_OK;
    }
    forget_frame(w);
    return is_done || refuse(log, "pack a frame");
}

static bool write_out(webp *w, const kf_film_job *job, kf_log *log) {
    WebPMuxAnimParams animation = {.bgcolor = 0xFFFFFFFFu, .loop_count = job->film->plays};
    WebPData all = {NULL, 0};
    if (WebPMuxSetAnimationParams(w->mux, &animation) != WEBP_MUX_OK ||
        WebPMuxAssemble(w->mux, &all) != WEBP_MUX_OK)
        return refuse(log, "join the frames");
    bool is_done = job->sink(job->context, all.bytes, all.size);
    WebPDataClear(&all);
    return is_done;
}

bool kf_film_webp(const kf_film_job *job, kf_log *log) {
    kf_arena *arena = job->film->arena;
    webp *w = kf_arena_alloc(arena, sizeof *w);
    memset(w, 0, sizeof *w);
    WebPMemoryWriterInit(&w->packed);
    if (!WebPPictureInit(&w->picture) || !WebPConfigInit(&w->config) ||
        !WebPConfigLosslessPreset(&w->config, EFFORT))
        return refuse(log, "begin");
    w->mux = WebPMuxNew();
    kf_arena_defer(arena, forget, w);
    if (w->mux == NULL)
        kf_arena_fail(arena);
    bool is_done = kf_film_raster(job, take, w, log) && write_out(w, job, log);
    forget(w);
    return is_done;
}
