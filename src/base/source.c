// SPDX-License-Identifier: MIT
// The text of one input, and byte -> line and column.
//
// Places are offsets everywhere else; lines and columns are counted only when an entry of the log
// is made, for most files give no reason to make one.

#include "base/source.h"

#include <string.h>

#include "base/block.h"
#include "base/text.h"

// The text is cut into pieces; for each we note what stands before it. A look-up then scans one
// piece only, also in a file that is a single line of 100 MB. Most places are asked for in the
// order of the file, and then the look-up goes on where the last one ended; but of each game what
// its reader says comes first, and then what a check says.
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
    size_t seen; // the offset that was looked up last, and what stands before it
    mark last;
};

kf_source *kf_source_new(kf_arena *arena, const char *name, char *block, size_t length) {
    kf_source *source = kf_arena_alloc(arena, sizeof *source);
    memset(block + length, 0, KF_SOURCE_PADDING);
    *source = (kf_source){.arena = arena, .charset = "UTF-8"};
    source->name = kf_arena_copy(arena, name != NULL ? name : "", name != NULL ? strlen(name) : 0);
    source->bytes = source->text = (kf_text){block, length};
    return source;
}

void kf_source_pad(kf_buffer *text) {
    static const char padding[KF_SOURCE_PADDING] = "";
    kf_buffer_add(text, padding, sizeof padding);
    text->length -= sizeof padding;
}

// How many of the bytes begin a character: all but those whose top bits are 10. Eight at a time,
// for files may be one line of many megabytes.
static size_t characters(const char *data, size_t length) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    size_t i = 0, inner = 0;
    for (uint64_t word; length - i >= sizeof word; i += sizeof word) {
        memcpy(&word, data + i, sizeof word);
        word &= ~(word << 1) & tops;
        inner += word == 0 ? 0 : (size_t)(((word >> 7) * ones) >> 56);
    }
    for (; i < length; i++)
        inner += kf_text_is_inner(data[i]);
    return length - inner;
}

// Whether a line ends with the byte at `i`. LF, CR LF and CR end one; that of CR LF is its LF.
static bool is_end(const char *data, size_t i) {
    return data[i] == '\n' || (data[i] == '\r' && data[i + 1] != '\n');
}

// Moves the mark over the bytes from `begin` to `end`. Characters are counted behind the last end
// of a line only: a column is asked for where the mark ends.
static void advance(kf_text text, size_t begin, size_t end, mark *m) {
    const char *data = text.data;
    size_t i = begin, line = end, lines = 0; // the last one begins there
#ifdef KF_BLOCK
    enum { MOST = 255 };
    for (size_t blocks; (blocks = (end - i) / KF_BLOCK) > 0; i += blocks * KF_BLOCK) {
        blocks = blocks < MOST ? blocks : MOST;
        lines += kf_block_lines(data + i, blocks);
    }
#endif
    for (; i < end; i++)
        lines += is_end(data, i);
#ifdef KF_BLOCK
    while (lines > 0 && line - begin >= KF_BLOCK &&
           (kf_block_bits(data + line - KF_BLOCK, '\n', 0) |
            kf_block_bits(data + line - KF_BLOCK, '\r', 0)) == 0)
        line -= KF_BLOCK;
#endif
    while (lines > 0 && !is_end(data, line - 1))
        line--;
    if (lines > 0) {
        m->line += lines;
        m->column = 1;
        m->line_begin = line;
    }
    line = lines > 0 ? line : begin;
    m->column += characters(data + line, end - line);
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
        source->index->count = source->index->seen = 0;
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
    size_t from = 0;
    struct kf_source_index *index = has_index ? source->index : NULL;
    if (index != NULL) {
        extend_index(source, offset / PIECE);
        from = offset / PIECE * PIECE;
        m = index->marks[offset / PIECE];
        if (index->seen > from && index->seen <= offset) {
            from = index->seen;
            m = index->last;
        }
    }
    advance(source->text, from, offset, &m);
    // At the end of a window it is not known yet whether LF follows CR.
    if (index != NULL && offset < source->text.length) {
        index->seen = offset;
        index->last = m;
    }
    uint64_t byte = source->bytes_before + kf_source_byte_of(source, offset);
    return (kf_position){m.line, m.column, byte, m.line_begin};
}
