// SPDX-License-Identifier: MIT
// A film as animated PNG: the chunks by hand, what is packed in them by zlib.

#include "draw/cairo/cairo.h"

#include <string.h>

#include <zlib.h>

#include "base/buffer.h"
#include "base/crc.h"
#include "base/log.h"
#include "base/output.h"

enum { CHANNELS = 4, PACKED = 32 * 1024, FAST_ENOUGH = 9 };

typedef struct png {
    const kf_film_job *job;
    kf_output out;
    z_stream packer;
    bool is_open;      // the packer is
    kf_buffer chunk;   // under construction: its name and its content
    uint32_t sequence; // of the chunks that belong to the animation
    unsigned char *row;
} png;

// ---- Chunks ----

static void put_number(kf_buffer *out, uint32_t number, int bytes) {
    for (int i = bytes - 1; i >= 0; i--)
        kf_buffer_add_char(out, (char)(number >> (8 * i) & 255));
}

static void begin_chunk(png *p, const char *name) {
    p->chunk.length = 0;
    kf_buffer_add_string(&p->chunk, name);
}

static void end_chunk(png *p) {
    kf_buffer number = {.arena = p->job->film->arena};
    const kf_buffer *chunk = &p->chunk;
    put_number(&number, (uint32_t)(chunk->length - 4), 4);
    kf_output_add(&p->out, number.data, number.length);
    kf_output_add(&p->out, chunk->data, chunk->length);
    number.length = 0;
    put_number(&number, kf_crc(kf_buffer_text(chunk)), 4);
    kf_output_add(&p->out, number.data, number.length);
    kf_arena_release(number.arena, number.data);
}

// The size, the number of frames, and how often they are shown: 0 is without end.
static void put_front(png *p, const kf_film_patch *patch) {
    static const char magic[] = "\x89PNG\r\n\x1a\n";
    kf_output_add(&p->out, magic, sizeof magic - 1);
    begin_chunk(p, "IHDR");
    put_number(&p->chunk, (uint32_t)patch->width, 4);
    put_number(&p->chunk, (uint32_t)patch->height, 4);
    put_number(&p->chunk, 8, 1); // bits
    put_number(&p->chunk, 6, 1); // red, green, blue, alpha
    put_number(&p->chunk, 0, 3); // packing, filter, interlacing: the usual
    end_chunk(p);
    begin_chunk(p, "acTL");
    put_number(&p->chunk, (uint32_t)p->job->film->count, 4);
    put_number(&p->chunk, (uint32_t)p->job->film->plays, 4);
    end_chunk(p);
}

// The place and the time of a frame, which lies over what was there.
static void put_control(png *p, const kf_film_patch *patch) {
    begin_chunk(p, "fcTL");
    put_number(&p->chunk, p->sequence++, 4);
    put_number(&p->chunk, (uint32_t)patch->columns, 4);
    put_number(&p->chunk, (uint32_t)patch->rows, 4);
    put_number(&p->chunk, (uint32_t)patch->left, 4);
    put_number(&p->chunk, (uint32_t)patch->top, 4);
    bool is_fine = patch->delay <= 65535;
    put_number(&p->chunk, (uint32_t)(is_fine ? patch->delay : patch->delay / 100), 2);
    put_number(&p->chunk, is_fine ? 1000 : 10, 2);
    put_number(&p->chunk, 0, 1);                         // what is there stays
    put_number(&p->chunk, patch->index == 0 ? 0 : 1, 1); // laid over it, but for the first
    end_chunk(p);
}

// ---- Pixels ----

static void close_packer(void *what) {
    png *p = what;
    if (p->is_open)
        deflateEnd(&p->packer);
    p->is_open = false;
}

// Packs bytes into the chunk in hand.
static void pack(png *p, unsigned char *bytes, size_t length, int flush) {
    char packed[PACKED];
    p->packer.next_in = bytes;
    p->packer.avail_in = (uInt)length;
    do {
        p->packer.next_out = (Bytef *)packed;
        p->packer.avail_out = PACKED;
        deflate(&p->packer, flush);
        kf_buffer_add(&p->chunk, packed, PACKED - p->packer.avail_out);
    } while (p->packer.avail_out == 0);
}

static void put_pixels(png *p, const kf_film_patch *patch) {
    begin_chunk(p, patch->index == 0 ? "IDAT" : "fdAT");
    if (patch->index > 0)
        put_number(&p->chunk, p->sequence++, 4);
    deflateReset(&p->packer);
    for (int y = 0; y < patch->rows; y++) {
        size_t at = 0;
        p->row[at++] = 0; // no filter: most of it is one colour
        for (int x = 0; x < patch->columns; x++) {
            uint32_t pixel = kf_film_pixel(patch, x, y);
            p->row[at++] = (unsigned char)(pixel >> 16);
            p->row[at++] = (unsigned char)(pixel >> 8);
            p->row[at++] = (unsigned char)pixel;
            p->row[at++] = (unsigned char)(pixel >> 24);
        }
        pack(p, p->row, at, y + 1 < patch->rows ? Z_NO_FLUSH : Z_FINISH);
    }
    end_chunk(p);
}

static bool take(void *context, const kf_film_patch *patch, kf_log *log) {
    png *p = context;
    (void)log;
    if (patch->index == 0) {
        put_front(p, patch);
        p->row = kf_arena_alloc(p->job->film->arena, (size_t)patch->width * CHANNELS + 1);
    }
    put_control(p, patch);
    put_pixels(p, patch);
    return !p->out.has_failed;
}

bool kf_film_png(const kf_film_job *job, kf_log *log) {
    kf_arena *arena = job->film->arena;
    png *p = kf_arena_alloc(arena, sizeof *p);
    memset(p, 0, sizeof *p);
    p->job = job;
    p->chunk.arena = arena;
    kf_output_begin(&p->out, job->sink, job->context);
    kf_arena_defer(arena, close_packer, p);
    p->is_open = deflateInit(&p->packer, FAST_ENOUGH) == Z_OK;
    if (!p->is_open)
        kf_arena_fail(arena);
    bool is_done = kf_film_raster(job, take, p, log);
    close_packer(p);
    if (is_done) {
        begin_chunk(p, "IEND");
        end_chunk(p);
    }
    return is_done && kf_output_flush(&p->out);
}
