// SPDX-License-Identifier: MIT
// Bytes on their way out, collected so that a sink is called seldom.

#ifndef KIFU_BASE_OUTPUT_H
#define KIFU_BASE_OUTPUT_H

#include <string.h>

#include <kifu/base.h>

typedef struct kf_output {
    kf_sink *sink;
    void *context;
    bool has_failed; // the sink stopped; everything after that is dropped
    size_t used;
    char data[32 * 1024];
} kf_output;

void kf_output_begin(kf_output *output, kf_sink *sink, void *context);
// Hands over what was collected. False when the sink stopped, now or before.
bool kf_output_flush(kf_output *output);
void kf_output_add_slowly(kf_output *output, const char *data, size_t length);

static inline void kf_output_add(kf_output *output, const char *data, size_t length) {
    if (length > sizeof output->data - output->used) {
        kf_output_add_slowly(output, data, length);
        return;
    }
    if (length > 0)
        memcpy(output->data + output->used, data, length);
    output->used += length;
}

static inline void kf_output_add_char(kf_output *output, char c) {
    kf_output_add(output, &c, 1);
}

static inline void kf_output_add_text(kf_output *output, kf_text text) {
    kf_output_add(output, text.data, text.length);
}

static inline void kf_output_add_string(kf_output *output, const char *string) {
    kf_output_add(output, string, strlen(string));
}

void kf_output_add_number(kf_output *output, long number);

// A kf_sink that adds to an output.
bool kf_output_sink(void *output, const void *bytes, size_t length);

// Passes on what comes in pieces so that no character of UTF-8 and no CR LF is cut: what was cut
// waits for its rest, or for the end.
typedef struct kf_output_pieces {
    kf_sink *sink;
    void *context;
    char held[4];
    size_t count;
} kf_output_pieces;

// A kf_sink.
bool kf_output_pieces_add(void *pieces, const void *bytes, size_t length);
bool kf_output_pieces_end(kf_output_pieces *pieces);

#endif
