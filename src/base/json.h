// SPDX-License-Identifier: MIT
// JSON: written straight into a text, commas set by themselves.

#ifndef KIFU_BASE_JSON_H
#define KIFU_BASE_JSON_H

#include "base/buffer.h"

// A member is written with its name; within a list the name is NULL.
void kf_json_open(kf_buffer *out, const char *name, char bracket); // '{' or '['
void kf_json_close(kf_buffer *out, char bracket);                  // '}' or ']'
void kf_json_number(kf_buffer *out, const char *name, int64_t number);
// A number that need not be whole.
void kf_json_real(kf_buffer *out, const char *name, double number);
void kf_json_bool(kf_buffer *out, const char *name, bool value);
void kf_json_null(kf_buffer *out, const char *name);
void kf_json_string(kf_buffer *out, const char *name, const char *string);
void kf_json_text(kf_buffer *out, const char *name, kf_text text);
// What is already JSON: an object or a list.
void kf_json_add(kf_buffer *out, const char *name, kf_text json);

// Passes the inside of a JSON string on: quotes and backslashes escaped, and so all that a terminal
// would obey (base/escape.h); with `html` also `<`, `>` and `&`, so that the string may stand in a
// page. A byte that is no UTF-8, which JSON cannot say, becomes U+FFFD. False: the sink stopped.
bool kf_json_escape(kf_sink *sink, void *context, kf_text text, bool html);

#endif
