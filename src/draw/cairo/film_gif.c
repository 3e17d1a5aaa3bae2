// SPDX-License-Identifier: MIT
// A film as animated GIF by giflib: exact colours where a frame has at most 255, else coarser ones.

#include "draw/cairo/cairo.h"

#include <string.h>

#include <gif_lib.h>

#include "base/log.h"

// A map has at most 256 entries, one of which says that a pixel stays as it was.
enum { COLOURS = 255, BUCKETS = 4096, TICK = 10, SAMPLES = 3 };

typedef struct palette {
    uint32_t colours[COLOURS];
    int count;
    int bits; // of each part of a colour that are kept
    // By a hash of the colour, its entry in `colours` and 1; 0: none. Open addressing.
    uint16_t buckets[BUCKETS];
} palette;

typedef struct gif {
    const kf_film_job *job;
    GifFileType *file;
    palette shared; // of the whole file
    palette own;    // of a frame that has other colours
    GifPixelType *row;
    bool is_stopped; // by the sink
} gif;

// ---- Colours ----

static void forget_colours(palette *p, int bits) {
    p->count = 0;
    p->bits = bits;
    memset(p->buckets, 0, sizeof p->buckets);
}

// The entry of a colour, or where it would go.
static uint16_t *bucket_of(palette *p, uint32_t colour) {
    size_t at = (colour * 0x9E3779B1u) >> 20 & (BUCKETS - 1);
    while (p->buckets[at] != 0 && p->colours[p->buckets[at] - 1] != colour)
        at = (at + 1) & (BUCKETS - 1);
    return &p->buckets[at];
}

// Keeps the upper bits of each part of the colour, the rest filled in from them.
static uint32_t coarse(uint32_t colour, int bits) {
    uint32_t result = 0xFF000000u;
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t part = (colour >> shift & 255) >> (8 - bits) << (8 - bits);
        for (int filled = bits; filled < 8; filled *= 2)
            part |= part >> filled;
        result |= (part & 255) << shift;
    }
    return result;
}

// Adds a colour. False: there is no room for it.
static bool add_colour(palette *p, uint32_t colour) {
    colour = coarse(colour, p->bits);
    uint16_t *bucket = bucket_of(p, colour);
    if (*bucket != 0)
        return true;
    if (p->count == COLOURS)
        return false;
    p->colours[p->count++] = colour;
    *bucket = (uint16_t)p->count;
    return true;
}

static bool has_colour(palette *p, uint32_t colour) {
    return *bucket_of(p, coarse(colour, p->bits)) != 0;
}

// Whether the palette's `visit` is content with all that the patch changes.
static bool visit(palette *p, const kf_film_patch *patch, bool (*visit)(palette *, uint32_t)) {
    for (int y = 0; y < patch->rows; y++)
        for (int x = 0; x < patch->columns; x++) {
            uint32_t pixel = kf_film_pixel(patch, x, y);
            if (pixel != 0 && !visit(p, pixel))
                return false;
        }
    return true;
}

// The colours of a patch, coarser and coarser until they have room: 2 bits of each always do.
static void collect(palette *p, const kf_film_patch *patch) {
    for (int bits = 8; bits >= 2; bits--) {
        forget_colours(p, bits);
        if (visit(p, patch, add_colour))
            return;
    }
}

// Adds the colours of a few frames to the shared ones, as many as have room.
static bool take_colours(void *context, const kf_film_patch *patch, kf_log *log) {
    gif *g = context;
    (void)log;
    visit(&g->shared, patch, add_colour);
    return true;
}

// The first, the middle and the last frame have nearly all colours of the film.
static bool share_colours(gif *g, kf_log *log) {
    kf_film *film = g->job->film;
    kf_film_frame *frames = film->frames, samples[SAMPLES];
    size_t count = film->count;
    const size_t at[SAMPLES] = {0, count / 2, count - 1};
    for (int i = 0; i < SAMPLES; i++)
        samples[i] = frames[at[i]];
    forget_colours(&g->shared, 8);
    film->frames = samples;
    film->count = SAMPLES;
    bool is_done = kf_film_raster(g->job, take_colours, g, log);
    film->frames = frames;
    film->count = count;
    return is_done;
}

// A map has a power of two of entries; the one behind the colours is the clear one.
static ColorMapObject *make_map(const gif *g, const palette *p) {
    ColorMapObject *map = GifMakeMapObject(1 << GifBitSize(p->count + 1), NULL);
    if (map == NULL)
        kf_arena_fail(g->job->film->arena);
    for (int i = 0; i < p->count; i++) {
        map->Colors[i].Red = (GifByteType)(p->colours[i] >> 16);
        map->Colors[i].Green = (GifByteType)(p->colours[i] >> 8);
        map->Colors[i].Blue = (GifByteType)p->colours[i];
    }
    return map;
}

// ---- Frames ----

static int take_bytes(GifFileType *file, const GifByteType *bytes, int length) {
    gif *g = file->UserData;
    if (!g->is_stopped && !g->job->sink(g->job->context, bytes, (size_t)length))
        g->is_stopped = true;
    return g->is_stopped ? 0 : length;
}

// How often it is shown again, 0 for without end; without this it is shown once.
static bool put_loop(gif *g) {
    int again = g->job->film->plays > 0 ? g->job->film->plays - 1 : 0;
    const unsigned char loop[] = {1, (unsigned char)(again & 255), (unsigned char)(again >> 8)};
    if (g->job->film->plays == 1)
        return true;
    return EGifPutExtensionLeader(g->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(g->file, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(g->file, sizeof loop, loop) == GIF_OK &&
           EGifPutExtensionTrailer(g->file) == GIF_OK;
}

// The size of all, and how often it is shown.
static bool put_front(gif *g, const kf_film_patch *patch) {
    EGifSetGifVersion(g->file, true);
    ColorMapObject *map = make_map(g, &g->shared);
    bool is_done = EGifPutScreenDesc(g->file, patch->width, patch->height, 8, 0, map) == GIF_OK;
    GifFreeMapObject(map);
    return is_done && put_loop(g);
}

static bool put_control(gif *g, const kf_film_patch *patch, int clear) {
    GifByteType bytes[4];
    int ticks = (patch->delay + TICK / 2) / TICK;
    GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                    .DelayTime = ticks < 65535 ? ticks : 65535,
                                    .TransparentColor = clear};
    EGifGCBToExtension(&control, bytes);
    return EGifPutExtension(g->file, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK;
}

static bool put_row(gif *g, const kf_film_patch *patch, int y, palette *p) {
    for (int x = 0; x < patch->columns; x++) {
        uint32_t pixel = kf_film_pixel(patch, x, y);
        g->row[x] = (GifPixelType)p->count;
        if (pixel != 0)
            g->row[x] = (GifPixelType)(*bucket_of(p, coarse(pixel, p->bits)) - 1);
    }
    return EGifPutLine(g->file, g->row, patch->columns) == GIF_OK;
}

static bool put_frame(gif *g, const kf_film_patch *patch) {
    palette *p = &g->shared;
    ColorMapObject *map = NULL;
    if (!visit(p, patch, has_colour)) {
        p = &g->own;
        collect(p, patch);
        map = make_map(g, p);
    }
    // giflib forgets the map of the picture before without giving it back.
    GifFreeMapObject(g->file->Image.ColorMap);
    g->file->Image.ColorMap = NULL;
    bool is_done = put_control(g, patch, p->count) &&
                   EGifPutImageDesc(g->file, patch->left, patch->top, patch->columns, patch->rows,
                                    false, map) == GIF_OK;
    GifFreeMapObject(map);
    for (int y = 0; is_done && y < patch->rows; y++)
        is_done = put_row(g, patch, y, p);
    return is_done;
}

static bool take(void *context, const kf_film_patch *patch, kf_log *log) {
    gif *g = context;
    bool is_done = true;
    if (patch->index == 0) {
        g->row = kf_arena_alloc(g->job->film->arena, (size_t)patch->width * sizeof *g->row);
        is_done = put_front(g, patch);
    }
    is_done = is_done && put_frame(g, patch);
    if (!is_done && !g->is_stopped)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "giflib cannot write a frame: %s",
                   GifErrorString(g->file->Error));
    return is_done;
}

// ---- The film ----

static void forget(void *what) {
    gif *g = what;
    int error;
    g->is_stopped = true; // whatever is not out now is not wanted
    if (g->file != NULL)
        EGifCloseFile(g->file, &error);
    g->file = NULL;
}

bool kf_film_gif(const kf_film_job *job, kf_log *log) {
    kf_arena *arena = job->film->arena;
    gif *g = kf_arena_alloc(arena, sizeof *g);
    int error;
    memset(g, 0, sizeof *g);
    g->job = job;
    kf_arena_defer(arena, forget, g);
    g->file = EGifOpen(g, take_bytes, &error);
    if (g->file == NULL)
        kf_arena_fail(arena);
    bool is_done = share_colours(g, log) && kf_film_raster(job, take, g, log);
    if (is_done) {
        is_done = EGifCloseFile(g->file, &error) == GIF_OK && !g->is_stopped;
        g->file = NULL;
    }
    forget(g);
    return is_done;
}
