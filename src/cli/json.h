// SPDX-License-Identifier: MIT
// JSON for standard output: one object a line. Made by jansson, and missing without it.

#ifndef KIFU_CLI_JSON_H
#define KIFU_CLI_JSON_H

#include "cli/command.h"

// An object under construction. NULL is one for which there was no memory: adding to it does
// nothing. Printing what lacks a part leaves by the command's arena, as any allocation that fails;
// nothing else may do so while an object is open, which would then never be freed.
typedef struct kf_json kf_json;

// False when --json was given and this program was built without jansson; the log says so.
bool kf_json_is_ready(kf_cli *cli);

kf_json *kf_json_new(void);
void kf_json_add_string(kf_json *json, const char *name, const char *string);
void kf_json_add_text(kf_json *json, const char *name, kf_text text);
void kf_json_add_number(kf_json *json, const char *name, int64_t number);
void kf_json_add_null(kf_json *json, const char *name);
// An array of texts.
void kf_json_add_texts(kf_json *json, const char *name, const kf_text *texts, size_t count);
void kf_json_add_bool(kf_json *json, const char *name, bool value);
// Half points: a number that is whole or ends in .5.
void kf_json_add_half(kf_json *json, const char *name, int64_t half_points);
// A fraction: a number that is whole or has a point.
void kf_json_add_fraction(kf_json *json, const char *name, int64_t above, int64_t below);
// An object as a member, or as a further element of a list. Takes the object.
void kf_json_add_object(kf_json *json, const char *name, kf_json *object);
void kf_json_add_element(kf_json *json, const char *name, kf_json *object);
// A further element of a list: a pair of numbers, or a text. The list may be begun empty.
void kf_json_add_list(kf_json *json, const char *name);
void kf_json_add_pair(kf_json *json, const char *name, int64_t first, int64_t second);
void kf_json_add_word(kf_json *json, const char *name, const char *word);
// Prints the object as a line of the command's output, and frees it.
void kf_json_print(kf_cli *cli, kf_json *json);

#endif
