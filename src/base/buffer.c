// SPDX-License-Identifier: MIT
// A text under construction in an arena.
//
// Whatever is built piece by piece is built here: room is taken in growing steps, so that a long
// text costs its length, and the arena deals with failing.

#include "base/buffer.h"

#include <string.h>

void kf_buffer_add(kf_buffer *buffer, const char *data, size_t length) {
    size_t need = buffer->length + length;
    if (buffer->data == NULL || need > buffer->capacity)
        buffer->data = kf_arena_grow(buffer->arena, buffer->data, &buffer->capacity, need, 1);
    if (length > 0)
        memcpy(buffer->data + buffer->length, data, length);
    buffer->length = need;
}

void kf_buffer_add_text(kf_buffer *buffer, kf_text text) {
    kf_buffer_add(buffer, text.data, text.length);
}

void kf_buffer_add_string(kf_buffer *buffer, const char *string) {
    kf_buffer_add(buffer, string, strlen(string));
}

void kf_buffer_add_char(kf_buffer *buffer, char c) {
    if (buffer->length == buffer->capacity || buffer->data == NULL)
        buffer->data =
            kf_arena_grow(buffer->arena, buffer->data, &buffer->capacity, buffer->length + 1, 1);
    buffer->data[buffer->length++] = c;
}

void kf_buffer_add_number(kf_buffer *buffer, long number) {
    char digits[24];
    size_t begin = sizeof digits;
    unsigned long rest = number < 0 ? -(unsigned long)number : (unsigned long)number;
    do
        digits[--begin] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        digits[--begin] = '-';
    kf_buffer_add(buffer, digits + begin, sizeof digits - begin);
}

bool kf_buffer_sink(void *buffer, const void *bytes, size_t length) {
    kf_buffer_add(buffer, bytes, length);
    return true;
}

kf_text kf_buffer_text(const kf_buffer *buffer) {
    return (kf_text){buffer->data != NULL ? buffer->data : "", buffer->length};
}
