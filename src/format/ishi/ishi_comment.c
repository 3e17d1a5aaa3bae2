// SPDX-License-Identifier: MIT
// The COM blocks of a node.

#include "format/ishi/ishi.h"

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi_writer.h"
#include "record/sign.h"
#include "record/value.h"

// The comment as it is cut into lines. An empty comment has no line.
typedef struct lines {
    kf_text rest;
    bool has_more;
} lines;

static bool next_line(lines *l, kf_text *line) {
    if (!l->has_more)
        return false;
    const char *end = l->rest.length > 0 ? memchr(l->rest.data, '\n', l->rest.length) : NULL;
    size_t length = end != NULL ? (size_t)(end - l->rest.data) : l->rest.length;
    *line = kf_text_cut(l->rest, 0, length);
    l->has_more = end != NULL;
    l->rest = kf_text_cut(l->rest, length + (end != NULL), l->rest.length);
    return true;
}

static bool same_but_blanks(kf_text a, kf_text b) {
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++) {
        char x = a.data[i] == '\t' ? ' ' : a.data[i], y = b.data[i] == '\t' ? ' ' : b.data[i];
        if (x != y)
            return false;
    }
    return true;
}

// Reads "TITLE 3" or "3".
static bool read_form(kf_text form, kf_ishi_com *block) {
    size_t at = form.length;
    int count;
    while (at > 0 && form.data[at - 1] != ' ')
        at--;
    if (!kf_text_number(kf_text_cut(form, at, form.length), &count))
        return false;
    block->title = kf_text_cut(form, 0, at > 0 ? at - 1 : 0);
    block->lines = (size_t)count;
    return true;
}

// Takes the title and the lines that the form asks for. False when they are not there.
static bool take_block(lines *l, kf_ishi_com *block, bool is_empty) {
    kf_text line = {"", 0};
    if (block->title.length > 0 && (!next_line(l, &line) || !same_but_blanks(line, block->title)))
        return false;
    block->body = (kf_text){l->rest.data, 0};
    for (size_t i = 0; i < block->lines; i++) {
        bool is_lone = is_empty && block->lines == 1 && block->title.length == 0;
        if (!next_line(l, &line) && !is_lone)
            return false;
        if (!is_lone)
            block->body.length = (size_t)(line.data + line.length - block->body.data);
    }
    return true;
}

// The blocks as KFCOM has them; 0 when they are not those of the comment.
static size_t carried(kf_text properties, kf_text comment, kf_arena *arena, kf_ishi_com **blocks) {
    kf_values values = {.name = "KFCOM", .rest = properties};
    lines l = {comment, comment.length > 0};
    size_t count = 0, capacity = 0;
    kf_text value, empty;
    while (kf_values_next(&values, &value)) {
        kf_buffer form = {.arena = arena};
        kf_value_plain(&form, value, false);
        *blocks = kf_arena_grow(arena, *blocks, &capacity, count + 1, sizeof **blocks);
        kf_ishi_com *block = &(*blocks)[count];
        if (!read_form(kf_buffer_text(&form), block))
            return 0;
        // Two blocks without a line make an empty comment, as the line between them is empty.
        bool is_between = comment.length == 0 && count == 1 && (*blocks)[0].lines == 0;
        if (count > 0 && !is_between && (!next_line(&l, &empty) || empty.length > 0))
            return 0;
        if (!take_block(&l, block, comment.length == 0))
            return 0;
        count++;
    }
    return l.has_more ? 0 : count;
}

// The comment with the words that stood in the file in the place of the signs that it shows. They
// count as long as they are those signs, in that order.
static kf_text restore(kf_text properties, kf_text comment, kf_arena *arena) {
    kf_values values = {.name = "KFSIGN", .rest = properties};
    kf_buffer out = {.arena = arena}, word = {.arena = arena};
    kf_sign sign, kept;
    kf_text value;
    size_t done = 0;
    bool is_good = true;
    for (; is_good && kf_sign_next(comment, done, &sign); done = sign.begin + sign.length) {
        word.length = 0;
        is_good = kf_values_next(&values, &value);
        if (is_good)
            kf_value_plain(&word, value, true);
        is_good = is_good && kf_sign_next(kf_buffer_text(&word), 0, &kept) && kept.begin == 0 &&
                  kept.length == word.length && strcmp(kept.shown, sign.shown) == 0;
        kf_buffer_add_text(&out, kf_text_cut(comment, done, sign.begin));
        kf_buffer_add_text(&out, kf_buffer_text(&word));
    }
    if (!is_good || done == 0 || kf_values_next(&values, &value))
        return comment;
    kf_buffer_add_text(&out, kf_text_cut(comment, done, comment.length));
    return kf_buffer_text(&out);
}

static size_t find_blocks(kf_text properties, kf_arena *arena, kf_ishi_com **blocks) {
    kf_values values = {.name = "C", .rest = properties};
    kf_buffer comment = {.arena = arena};
    kf_text value;
    size_t found = 0, line_count = 0;
    *blocks = NULL;
    while (kf_values_next(&values, &value)) {
        if (found++ > 0)
            kf_buffer_add_string(&comment, "\n\n");
        kf_value_plain(&comment, value, false);
    }
    if (found == 0)
        return 0;
    kf_text whole = restore(properties, kf_buffer_text(&comment), arena), line;
    size_t count = carried(properties, whole, arena, blocks);
    if (count > 0)
        return count;
    lines l = {whole, whole.length > 0};
    while (next_line(&l, &line))
        line_count++;
    *blocks = kf_arena_alloc(arena, sizeof **blocks);
    **blocks = (kf_ishi_com){{"", 0}, whole, line_count};
    return 1;
}

static bool is_end(kf_text line) {
    kf_text word;
    return kf_text_word(&line, &word) && kf_text_equal_fold(word, KF_TEXT("ENDCOM"));
}

// Adds the lines of a block, COM and ENDCOM among them. A line that would end the block, and
// what is no ASCII, is written so that it stays readable.
static void write_block(const kf_ishi_com *block, kf_buffer *out) {
    lines l = {block->body, block->lines > 0};
    kf_text line;
    kf_ishi_show_line(out, "COM", block->title);
    while (next_line(&l, &line)) {
        size_t begin = out->length;
        kf_ishi_ascii(out, line);
        // What stands there now is what is read, so this is looked at and not the original.
        if (is_end((kf_text){out->data + begin, out->length - begin})) {
            out->length = begin;
            kf_buffer_add_string(out, "- ");
            kf_ishi_ascii(out, line);
        }
        kf_buffer_add_string(out, "\r\n");
    }
    kf_buffer_add_string(out, "ENDCOM\r\n");
}

size_t kf_ishi_comment_count(kf_text properties, kf_arena *arena) {
    kf_ishi_com *blocks;
    kf_arena_level level = kf_arena_mark(arena);
    size_t count = find_blocks(properties, arena, &blocks);
    kf_arena_rewind(arena, level);
    return count;
}

void kf_ishi_comment_add(kf_text properties, size_t from, size_t to, kf_buffer *out) {
    kf_ishi_com *blocks;
    // The buffer must be there before the mark, to be there behind it.
    kf_buffer_add_char(out, ' ');
    out->length--;
    kf_arena_level level = kf_arena_mark(out->arena);
    size_t count = find_blocks(properties, out->arena, &blocks);
    for (size_t i = from; i < count && i < to; i++)
        write_block(&blocks[i], out);
    kf_arena_rewind(out->arena, level);
}
