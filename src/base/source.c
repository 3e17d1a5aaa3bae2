// SPDX-License-Identifier: MIT
// The text of one input, and byte -> line and column.

#include "base/source.h"

#include <string.h>

// The text is cut into pieces; for each we note what stands before it. A look-up then scans one
// piece only, also in a file that is a single line of 100 MB.
enum { PIECE = 2 * 1024 };

typedef struct mark {
    size_t line, column, line_begin; // at the first byte of the piece
} mark;

// The pieces are marked as far as somebody has asked, for most findings stand in the front of a
// long file: beyond a certain number they are only counted.
struct kf_source_index {
    size_t count; // of marks that are there
    size_t room;
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

static const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;

// Whether one of the eight bytes is LF or CR. The subtraction may also mark a byte behind a real
// one, never one of a word that has none.
static inline bool has_break(uint64_t word) {
    uint64_t feed = word ^ (ones * '\n'), carriage = word ^ (ones * '\r');
    return ((((feed - ones) & ~feed) | ((carriage - ones) & ~carriage)) & tops) != 0;
}

// How many of the eight bytes begin a character: all but those whose top bits are 10.
static inline size_t characters(uint64_t word) {
    uint64_t inner = word & ~(word << 1) & tops;
    return 8 - (size_t)(((inner >> 7) * ones) >> 56);
}

// Moves the mark over the bytes from `begin` to `end`. LF, CR LF and CR end a line. Words of
// eight bytes without the end of a line are taken whole, for files may be one line of many
// megabytes.
static void advance(kf_text text, size_t begin, size_t end, mark *m) {
    for (size_t i = begin; i < end; i++) {
        uint64_t word;
        char c = text.data[i];
        while (end - i > sizeof word) {
            memcpy(&word, text.data + i, sizeof word);
            if (has_break(word))
                break;
            m->column += characters(word);
            i += sizeof word;
            c = text.data[i];
        }
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

// An index with room for the whole text, and at least its first mark.
static void make_index(void *context) {
    kf_source *source = ((indexing *)context)->source;
    if (source->index == NULL) {
        source->index = kf_arena_alloc(source->arena, sizeof *source->index);
        *source->index = (struct kf_source_index){.count = 0};
    }
    struct kf_source_index *index = source->index;
    index->marks = kf_arena_grow(source->arena, index->marks, &index->room,
                                 source->text.length / PIECE + 1, sizeof *index->marks);
    if (index->count == 0)
        index->marks[index->count++] =
            (mark){source->lines_before + 1, source->columns_before + 1, 0};
}

static void extend_index(const kf_source *source, size_t piece) {
    struct kf_source_index *index = source->index;
    for (size_t i = index->count; i <= piece; i++) {
        mark m = index->marks[i - 1];
        advance(source->text, (i - 1) * PIECE, i * PIECE, &m);
        index->marks[i] = m;
        index->count = i + 1;
    }
}

uint64_t kf_source_byte_of(const kf_source *source, size_t offset) {
    return source->map != NULL ? source->byte_of(source, offset) : offset;
}

void kf_source_forget(kf_source *source, size_t text, size_t bytes) {
    mark m = {source->lines_before + 1, source->columns_before + 1, 0};
    size_t piece = 0;
    if (source->index != NULL && source->index->count > 0) {
        piece = source->index->count - 1;
        piece = piece < text / PIECE ? piece : text / PIECE;
        m = source->index->marks[piece];
        source->index->count = 0;
    }
    advance(source->text, piece * PIECE, text, &m);
    source->lines_before = m.line - 1;
    source->columns_before = m.column - 1;
    source->bytes_before += bytes;
}

kf_position kf_source_locate(const kf_source *source, size_t offset) {
    // The index is a cache: it changes nothing that the caller can see.
    indexing made = {(kf_source *)(uintptr_t)source};
    bool has_index = source->index != NULL && source->index->count > 0 &&
                     source->index->room > source->text.length / PIECE;
    has_index = has_index || kf_arena_try(source->arena, make_index, &made);
    if (offset > source->text.length)
        offset = source->text.length;
    // Without memory for it, all that stands in front is read again.
    mark m = {source->lines_before + 1, source->columns_before + 1, 0};
    size_t from = has_index ? offset / PIECE : 0;
    if (has_index) {
        extend_index(source, from);
        m = source->index->marks[from];
    }
    advance(source->text, from * PIECE, offset, &m);
    uint64_t byte = source->bytes_before + kf_source_byte_of(source, offset);
    return (kf_position){m.line, m.column, byte, m.line_begin};
}
