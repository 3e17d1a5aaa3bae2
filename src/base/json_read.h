// SPDX-License-Identifier: MIT
// JSON read piece by piece, without a tree and without recursion.

#ifndef KIFU_BASE_JSON_READ_H
#define KIFU_BASE_JSON_READ_H

#include "base/buffer.h"
#include "base/log.h"
#include "base/text.h"

// What a value is, by its first sign; numbers are '0', true and false 't' and 'f', null 'n', and
// what is no value 0.
typedef struct kf_json_reader {
    kf_text rest;
    bool is_broken; // what stands at `rest` is no JSON; nothing more is read
    bool is_fresh;  // a bracket was entered, and nothing is read behind it
    // The first value or member that lacks the comma before it; NULL: there is none.
    const char *gap;
} kf_json_reader;

// The kind of value that comes next. 0: there is none, or what comes is no value.
char kf_json_read_kind(kf_json_reader *reader);
// Enters an object or a list, whose bracket it is. False: something else comes.
bool kf_json_read_enter(kf_json_reader *reader, char bracket);
// Within an object, takes the name of the next member; what stands between the quotes, still
// escaped. False: the object ends, and was left.
bool kf_json_read_member(kf_json_reader *reader, kf_text *name);
// Within a list, whether there is a further element. False: the list ends, and was left.
bool kf_json_read_element(kf_json_reader *reader);
// Takes a string, still escaped; a number. False: something else comes.
bool kf_json_read_string(kf_json_reader *reader, kf_text *string);
bool kf_json_read_number(kf_json_reader *reader, kf_text *number);
// A number that is whole, within 32 bits; what is behind its point does not count. False: another
// one, or something else, comes.
bool kf_json_read_integer(kf_json_reader *reader, int *number);
// Takes true or false.
bool kf_json_read_bool(kf_json_reader *reader, bool *value);
// Passes over a value, whatever it is.
void kf_json_read_skip(kf_json_reader *reader);
// Reports the gap, if there is one and all behind it is JSON, of a reader of the source's text.
void kf_json_read_report(const kf_json_reader *reader, const kf_source *source, kf_log *log);
// Adds the text of a string that was taken: UTF-8 without NUL.
void kf_json_read_plain(kf_buffer *out, kf_text string);

#endif
