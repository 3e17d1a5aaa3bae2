// SPDX-License-Identifier: MIT
// The text of one input, and byte -> line and column.

#include "base/source.h"

#include <string.h>

#include "base/charset.h"

// The text is cut into pieces; for each we note what stands before it. A look-up then scans one
// piece only, also in a file that is a single line of 100 MB.
enum { PIECE = 32 * 1024 };

typedef struct mark {
    size_t line, column, line_begin; // at the first byte of the piece
} mark;

struct kf_source_index {
    mark *marks;
};

kf_source *kf_source_new(kf_arena *arena, const char *name, char *block, size_t length) {
    kf_source *source = kf_arena_alloc(arena, sizeof *source);
    memset(block + length, 0, KF_SOURCE_PADDING);
    *source = (kf_source){.arena = arena, .charset = "UTF-8"};
    source->name = kf_arena_copy(arena, name != NULL ? name : "", name != NULL ? strlen(name) : 0);
    source->bytes = source->text = (kf_text){block, length};
    return source;
}

// Moves the mark over the bytes from `begin` to `end`. LF, CR LF and CR end a line.
static void advance(kf_text text, size_t begin, size_t end, mark *m) {
    for (size_t i = begin; i < end; i++) {
        char c = text.data[i];
        bool ends = c == '\n' || (c == '\r' && text.data[i + 1] != '\n');
        if (ends) {
            m->line++;
            m->column = 1;
            m->line_begin = i + 1;
        } else if (((unsigned char)c & 0xC0) != 0x80) {
            m->column++;
        }
    }
}

typedef struct indexing {
    kf_source *source;
} indexing;

static void make_index(void *context) {
    kf_source *source = ((indexing *)context)->source;
    size_t pieces = source->text.length / PIECE + 1;
    struct kf_source_index *index = kf_arena_alloc(source->arena, sizeof *index);
    index->marks = kf_arena_alloc(source->arena, pieces * sizeof *index->marks);
    mark m = {1, 1, 0};
    for (size_t i = 0; i < pieces; i++) {
        index->marks[i] = m;
        size_t begin = i * PIECE;
        size_t end = begin + PIECE < source->text.length ? begin + PIECE : source->text.length;
        advance(source->text, begin, end, &m);
    }
    source->index = index;
}

bool kf_source_locate(const kf_source *source, size_t offset, kf_position *position) {
    // The index is a cache: it changes nothing that the caller can see.
    indexing made = {(kf_source *)(uintptr_t)source};
    if (source->index == NULL && !kf_arena_try(source->arena, make_index, &made))
        return false;
    if (offset > source->text.length)
        offset = source->text.length;
    mark m = source->index->marks[offset / PIECE];
    advance(source->text, offset / PIECE * PIECE, offset, &m);
    *position = (kf_position){m.line, m.column, kf_charset_byte_of(source, offset), m.line_begin};
    return true;
}
