// SPDX-License-Identifier: MIT
// JSON as the page reads it: written straight into a text, commas set by themselves.

#ifndef KIFU_WEB_JSON_H
#define KIFU_WEB_JSON_H

#include "base/buffer.h"

// A member is written with its name; within a list the name is NULL.
void json_open(kf_buffer *out, const char *name, char bracket); // '{' or '['
void json_close(kf_buffer *out, char bracket);                  // '}' or ']'
void json_number(kf_buffer *out, const char *name, long number);
void json_bool(kf_buffer *out, const char *name, bool value);
void json_string(kf_buffer *out, const char *name, const char *string);
void json_text(kf_buffer *out, const char *name, kf_text text);

#endif
