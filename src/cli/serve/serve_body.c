// SPDX-License-Identifier: MIT
// The body of an answer: made text, the file of a record inside it, and the page's script.

#include "cli/serve/serve.h"

#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include <kifu/page.h>

// How much of a file is read at once. Escaped it may be six times as long.
enum { PIECE = 16 * 1024 };

void kf_serve_body_begin(kf_serve_body *body, kf_arena *arena) {
    *body = (kf_serve_body){.text = {.arena = arena}, .file = -1};
}

bool kf_serve_body_add(void *context, const void *bytes, size_t length) {
    kf_serve_body *body = context;
    kf_buffer_add(&body->text, bytes, length);
    return true;
}

// ---- The file in it ----

// Reads a piece, without a character that is cut off at its end. -1: it cannot be read.
static long read_piece(int file, uint64_t from, char piece[PIECE]) {
    size_t length = 0;
    while (length < PIECE) {
        ssize_t got = pread(file, piece + length, PIECE - length, (off_t)(from + length));
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return length < PIECE ? (long)length : (long)kf_text_whole((kf_text){piece, length});
}

static bool count(void *context, const void *bytes, size_t length) {
    (void)bytes;
    *(uint64_t *)context += length;
    return true;
}

static void add_mark(kf_serve_body *body, uint64_t from, uint64_t at) {
    body->marks = kf_arena_grow(body->text.arena, body->marks, &body->capacity, body->count + 1,
                                sizeof *body->marks);
    body->marks[body->count++] = (kf_serve_mark){from, at};
}

bool kf_serve_body_add_file(kf_serve_body *body, int file, uint64_t from) {
    char *piece = kf_arena_alloc(body->text.arena, PIECE);
    uint64_t at = body->text.length;
    long length;
    body->split = body->text.length;
    body->file = file;
    while ((length = read_piece(body->file, from, piece)) > 0) {
        add_mark(body, from, at);
        kf_json_escape(count, &at, (kf_text){piece, (size_t)length}, true);
        from += (uint64_t)length;
    }
    add_mark(body, from, at);
    return length == 0;
}

// How long the file is in the answer.
static uint64_t file_size(const kf_serve_body *body) {
    return body->file < 0 ? 0 : body->marks[body->count - 1].at - body->split;
}

// Takes a range out of what passes by.
typedef struct cutter {
    char *to;
    uint64_t skip; // bytes that still come before the range
    size_t room, used;
} cutter;

static bool cut(void *context, const void *bytes, size_t length) {
    cutter *c = context;
    size_t skip = c->skip < length ? (size_t)c->skip : length;
    size_t taken = length - skip < c->room - c->used ? length - skip : c->room - c->used;
    c->skip -= skip;
    memcpy(c->to + c->used, (const char *)bytes + skip, taken);
    c->used += taken;
    return c->used < c->room;
}

// The last piece that begins at `at` or before.
static size_t piece_at(const kf_serve_body *body, uint64_t at) {
    size_t low = 0, high = body->count - 1;
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (body->marks[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Somebody may write into the file meanwhile: what it gives now must be as long as it was.
// NOLINTNEXTLINE(readability-non-const-parameter): it is written through.
static long read_file(const kf_serve_body *body, uint64_t at, char *to, size_t most) {
    char piece[PIECE];
    size_t index = piece_at(body, at);
    const kf_serve_mark *mark = &body->marks[index];
    long length = read_piece(body->file, mark->from, piece);
    uint64_t size = 0;
    if (length < 0 || (uint64_t)length != mark[1].from - mark->from)
        return -1;
    kf_text text = {piece, (size_t)length};
    kf_json_escape(count, &size, text, true);
    if (size != mark[1].at - mark->at)
        return -1;
    cutter c = {.to = to, .skip = at - mark->at, .room = most};
    kf_json_escape(cut, &c, text, true);
    return (long)c.used;
}

// ---- All of it ----

uint64_t kf_serve_body_size(const kf_serve_body *body) {
    uint64_t size = body->text.length + file_size(body);
    for (size_t i = 0; body->has_script && kf_page_piece(i).data != NULL; i++)
        size += kf_page_piece(i).length;
    return size;
}

static long copy(kf_text from, uint64_t at, char *to, size_t most) {
    size_t length = from.length - (size_t)at < most ? from.length - (size_t)at : most;
    memcpy(to, from.data + at, length);
    return (long)length;
}

long kf_serve_body_read(const kf_serve_body *body, uint64_t at, char *to, size_t most) {
    kf_text text = kf_buffer_text(&body->text);
    size_t split = body->file >= 0 ? body->split : text.length;
    uint64_t size = file_size(body);
    if (at < split)
        return copy(kf_text_cut(text, 0, split), at, to, most);
    if (at < split + size)
        return read_file(body, at, to, most);
    at -= size;
    if (at < text.length)
        return copy(text, at, to, most);
    at -= text.length;
    for (size_t i = 0; body->has_script && kf_page_piece(i).data != NULL; i++) {
        if (at < kf_page_piece(i).length)
            return copy(kf_page_piece(i), at, to, most);
        at -= kf_page_piece(i).length;
    }
    return 0;
}
