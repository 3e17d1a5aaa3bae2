// SPDX-License-Identifier: MIT
// A text under construction in an arena.

#ifndef KIFU_BASE_BUFFER_H
#define KIFU_BASE_BUFFER_H

#include <kifu/base.h>

#include "base/arena.h"

// A text under construction in an arena. `{.arena = a}` is an empty one.
typedef struct kf_buffer {
    kf_arena *arena;
    char *data;
    size_t length, capacity;
} kf_buffer;

void kf_buffer_add(kf_buffer *buffer, const char *data, size_t length);
void kf_buffer_add_text(kf_buffer *buffer, kf_text text);
void kf_buffer_add_string(kf_buffer *buffer, const char *string);
void kf_buffer_add_char(kf_buffer *buffer, char c);
void kf_buffer_add_number(kf_buffer *buffer, long number);
// A kf_sink that adds to a buffer.
bool kf_buffer_sink(void *buffer, const void *bytes, size_t length);
// What is in the buffer now; borrowed until the next addition.
kf_text kf_buffer_text(const kf_buffer *buffer);

#endif
