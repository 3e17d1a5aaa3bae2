// SPDX-License-Identifier: MIT
// JSON as the page reads it: written straight into a text, commas set by themselves.

#include "json.h"

#include <string.h>

// Everything but the first member of a list or an object is separated from the one before.
static void begin(kf_buffer *out, const char *name) {
    char last = out->length > 0 ? out->data[out->length - 1] : '[';
    if (last != '[' && last != '{')
        kf_buffer_add_char(out, ',');
    if (name == NULL)
        return;
    kf_buffer_add_char(out, '"');
    kf_buffer_add_string(out, name);
    kf_buffer_add(out, "\":", 2);
}

void json_open(kf_buffer *out, const char *name, char bracket) {
    begin(out, name);
    kf_buffer_add_char(out, bracket);
}

void json_close(kf_buffer *out, char bracket) {
    kf_buffer_add_char(out, bracket);
}

void json_number(kf_buffer *out, const char *name, long number) {
    begin(out, name);
    kf_buffer_add_number(out, number);
}

void json_bool(kf_buffer *out, const char *name, bool value) {
    begin(out, name);
    kf_buffer_add_string(out, value ? "true" : "false");
}

static void add_escaped(kf_buffer *out, unsigned char c) {
    static const char digits[] = "0123456789abcdef";
    char escape[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    kf_buffer_add(out, escape, sizeof escape);
}

void json_text(kf_buffer *out, const char *name, kf_text text) {
    begin(out, name);
    kf_buffer_add_char(out, '"');
    size_t done = 0;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= ' ' && c != '"' && c != '\\')
            continue;
        kf_buffer_add(out, text.data + done, i - done);
        add_escaped(out, c);
        done = i + 1;
    }
    kf_buffer_add(out, text.data + done, text.length - done);
    kf_buffer_add_char(out, '"');
}

void json_string(kf_buffer *out, const char *name, const char *string) {
    json_text(out, name, kf_text_of(string));
}
