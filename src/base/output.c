// SPDX-License-Identifier: MIT
// Bytes on their way out, collected so that a sink is called seldom.
//
// Writers add a few bytes at a time; a sink may be a file, a pipe or a socket, where each call
// costs far more than the bytes.

#include "base/output.h"

#include <stdio.h>

#include "base/text.h"

void kf_output_begin(kf_output *output, kf_sink *sink, void *context) {
    output->sink = sink;
    output->context = context;
    output->has_failed = false;
    output->used = 0;
}

bool kf_output_flush(kf_output *output) {
    if (output->used > 0 && !output->has_failed)
        output->has_failed = !output->sink(output->context, output->data, output->used);
    output->used = 0;
    return !output->has_failed;
}

void kf_output_add_slowly(kf_output *output, const char *data, size_t length) {
    kf_output_flush(output);
    if (length <= sizeof output->data) {
        memcpy(output->data, data, length);
        output->used = length;
    } else if (!output->has_failed) {
        output->has_failed = !output->sink(output->context, data, length);
    }
}

void kf_output_add_number(kf_output *output, long number) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%ld", number);
    kf_output_add(output, digits, (size_t)length);
}

bool kf_output_sink(void *context, const void *bytes, size_t length) {
    kf_output *output = context;
    kf_output_add(output, bytes, length);
    return !output->has_failed;
}

bool kf_output_pieces_end(kf_output_pieces *p) {
    size_t count = p->count;
    p->count = 0;
    return count == 0 || p->sink(p->context, p->held, count);
}

// Whether the byte belongs to the character, or to the line break, of which the rest is held.
static bool is_rest(const kf_output_pieces *p, char c) {
    return p->held[0] == '\r' ? c == '\n' && p->count == 1 : kf_text_is_inner(c);
}

bool kf_output_pieces_add(void *context, const void *bytes, size_t length) {
    kf_output_pieces *p = context;
    kf_text text = {bytes, length};
    while (p->count > 0 && p->count < sizeof p->held && text.length > 0 &&
           is_rest(p, text.data[0])) {
        p->held[p->count++] = text.data[0];
        text = kf_text_cut(text, 1, text.length);
    }
    if (text.length == 0)
        return true;
    if (!kf_output_pieces_end(p))
        return false;
    size_t whole = kf_text_whole(text);
    whole -= whole > 0 && whole == text.length && text.data[whole - 1] == '\r';
    p->count = text.length - whole;
    memcpy(p->held, text.data + whole, p->count);
    return whole == 0 || p->sink(p->context, text.data, whole);
}
