// SPDX-License-Identifier: MIT
// The end of a gzip, or of a member of a zip, that was cut off. libarchive gives whole blocks
// alone, so of the last block, which may be all there is, nothing comes out.

#include "cli/archive/ungzip.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef KIFU_HAVE_ZLIB
#include <zlib.h>

enum { BLOCK = 16 * 1024, RAW = -15, GZIP = 15 + 16 };

typedef struct ungzip {
    z_stream z;
    bool is_gzip;
    uint64_t skip; // bytes that are passed over
    char *rest;
    size_t length;
    unsigned char in[BLOCK], out[BLOCK];
} ungzip;

// Keeps what came out, behind what is passed over. False: it is too much.
static bool keep(ungzip *u, size_t count) {
    size_t skipped = u->skip < count ? (size_t)u->skip : count;
    u->skip -= skipped;
    count -= skipped;
    if (count > KF_UNGZIP_MOST - u->length)
        return false;
    memcpy(u->rest + u->length, u->out + skipped, count);
    u->length += count;
    return true;
}

// Takes out what the input has. False: it is no gzip there, or damaged, or whole.
static bool inflate_block(ungzip *u) {
    do {
        u->z.next_out = u->out;
        u->z.avail_out = sizeof u->out;
        int result = inflate(&u->z, Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return false;
        if (!keep(u, sizeof u->out - u->z.avail_out))
            return false;
        // Several may stand behind each other.
        if (result == Z_STREAM_END && (!u->is_gzip || inflateReset(&u->z) != Z_OK))
            return false;
    } while (u->z.avail_out == 0 || u->z.avail_in > 0);
    return true;
}

static bool take_out(ungzip *u, int file, off_t at) {
    for (ssize_t got; (got = pread(file, u->in, sizeof u->in, at)) > 0; at += got) {
        u->z.next_in = u->in;
        u->z.avail_in = (uInt)got;
        if (!inflate_block(u))
            return false;
    }
    return true;
}

char *kf_ungzip_rest(int file, size_t at, bool is_gzip, uint64_t skip, size_t *length) {
    ungzip *u = calloc(1, sizeof *u);
    char *rest = malloc(KF_UNGZIP_MOST);
    bool is_good = false;
    *length = 0;
    if (u != NULL && rest != NULL && inflateInit2(&u->z, is_gzip ? GZIP : RAW) == Z_OK) {
        u->is_gzip = is_gzip;
        u->skip = skip;
        u->rest = rest;
        is_good = take_out(u, file, (off_t)at) && u->length > 0;
        *length = is_good ? u->length : 0;
        inflateEnd(&u->z);
    }
    free(u);
    if (is_good)
        return rest;
    free(rest);
    return NULL;
}

#else

char *kf_ungzip_rest(int file, size_t at, bool is_gzip, uint64_t skip, size_t *length) {
    (void)file, (void)at, (void)is_gzip, (void)skip;
    *length = 0;
    return NULL;
}
#endif
