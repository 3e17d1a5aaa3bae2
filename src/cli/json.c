// SPDX-License-Identifier: MIT
// JSON for standard output: one object a line. Made by jansson, and missing without it.

#include "cli/json.h"

#include "cli/options.h"

#ifdef KIFU_HAVE_JANSSON

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

bool kf_json_is_ready(kf_cli *cli) {
    (void)cli;
    return true;
}

// An object under way. A member that cannot be made spoils all of it, so that nobody takes a part
// for the whole.
struct kf_json {
    json_t *object;
    bool is_spoiled;
};

kf_json *kf_json_new(void) {
    kf_json *json = malloc(sizeof *json);
    if (json == NULL)
        return NULL;
    *json = (kf_json){.object = json_object()};
    json->is_spoiled = json->object == NULL;
    return json;
}

// Gives the object itself away; NULL when it is spoiled.
static json_t *take(kf_json *json) {
    json_t *object = json != NULL ? json->object : NULL;
    if (json != NULL && json->is_spoiled) {
        json_decref(object);
        object = NULL;
    }
    free(json);
    return object;
}

static void add(kf_json *json, const char *name, json_t *value) {
    if (json == NULL)
        json_decref(value);
    else if (json_object_set_new(json->object, name, value) != 0)
        json->is_spoiled = true;
}

// Names of files may be no UTF-8, which JSON cannot say: then each odd byte becomes U+FFFD.
static json_t *repaired(kf_text text) {
    char room[1024];
    size_t used = 0;
    for (size_t i = 0; i < text.length && used + 4 < sizeof room; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c < 128)
            room[used++] = (char)c;
        else
            used += kf_text_put_code_point(room + used, 0xFFFD);
    }
    return json_stringn(room, used);
}

void kf_json_add_text(kf_json *json, const char *name, kf_text text) {
    bool is_utf8 = kf_text_is_utf8(text, NULL);
    add(json, name,
        is_utf8 ? json_stringn(text.length > 0 ? text.data : "", text.length) : repaired(text));
}

void kf_json_add_string(kf_json *json, const char *name, const char *string) {
    kf_json_add_text(json, name, kf_text_of(string));
}

void kf_json_add_number(kf_json *json, const char *name, int64_t number) {
    add(json, name, json_integer(number));
}

void kf_json_add_bool(kf_json *json, const char *name, bool value) {
    add(json, name, json_boolean(value));
}

void kf_json_add_null(kf_json *json, const char *name) {
    add(json, name, json_null());
}

void kf_json_add_texts(kf_json *json, const char *name, const kf_text *texts, size_t count) {
    json_t *array = json_array();
    bool is_whole = array != NULL;
    for (size_t i = 0; i < count && is_whole; i++)
        is_whole = json_array_append_new(array, json_stringn(texts[i].data, texts[i].length)) == 0;
    if (!is_whole) {
        json_decref(array);
        array = NULL;
    }
    add(json, name, array);
}

void kf_json_add_half(kf_json *json, const char *name, int64_t half_points) {
    bool is_whole = half_points % 2 == 0;
    add(json, name, is_whole ? json_integer(half_points / 2) : json_real((double)half_points / 2));
}

void kf_json_add_fraction(kf_json *json, const char *name, int64_t above, int64_t below) {
    add(json, name,
        above % below == 0 ? json_integer(above / below)
                           : json_real((double)above / (double)below));
}

void kf_json_add_object(kf_json *json, const char *name, kf_json *object) {
    add(json, name, take(object));
}

// Takes the element. The list is made with its first one.
static void append(kf_json *json, const char *name, json_t *element) {
    json_t *list = json != NULL ? json_object_get(json->object, name) : NULL;
    if (list == NULL) {
        add(json, name, json_array());
        list = json != NULL ? json_object_get(json->object, name) : NULL;
    }
    if (json_array_append_new(list, element) != 0 && json != NULL)
        json->is_spoiled = true;
}

void kf_json_add_element(kf_json *json, const char *name, kf_json *object) {
    append(json, name, take(object));
}

void kf_json_add_list(kf_json *json, const char *name) {
    add(json, name, json_array());
}

void kf_json_add_pair(kf_json *json, const char *name, int64_t first, int64_t second) {
    append(json, name, json_pack("[II]", (json_int_t)first, (json_int_t)second));
}

void kf_json_add_word(kf_json *json, const char *name, const char *word) {
    append(json, name, json_string(word));
}

static int put(const char *bytes, size_t length, void *context) {
    return fwrite(bytes, 1, length, context) == length ? 0 : -1;
}

void kf_json_print(kf_cli *cli, kf_json *json) {
    json_t *object = take(json);
    bool is_written =
        object != NULL && json_dump_callback(object, put, cli->out, JSON_COMPACT) == 0;
    json_decref(object);
    if (is_written)
        putc('\n', cli->out);
    else if (!ferror(cli->out)) // what cannot be written is told elsewhere
        kf_arena_fail(cli->arena);
}

#else

bool kf_json_is_ready(kf_cli *cli) {
    if (!kf_options_has(cli, KF_OPTION_JSON))
        return true;
    kf_options_wrong(cli, "this kifu was built without jansson, so there is no '--json'");
    return false;
}

kf_json *kf_json_new(void) {
    return NULL;
}

void kf_json_add_string(kf_json *json, const char *name, const char *string) {
    (void)json, (void)name, (void)string;
}

void kf_json_add_text(kf_json *json, const char *name, kf_text text) {
    (void)json, (void)name, (void)text;
}

void kf_json_add_number(kf_json *json, const char *name, int64_t number) {
    (void)json, (void)name, (void)number;
}

void kf_json_add_bool(kf_json *json, const char *name, bool value) {
    (void)json, (void)name, (void)value;
}

void kf_json_add_null(kf_json *json, const char *name) {
    (void)json, (void)name;
}

void kf_json_add_texts(kf_json *json, const char *name, const kf_text *texts, size_t count) {
    (void)json, (void)name, (void)texts, (void)count;
}

void kf_json_add_half(kf_json *json, const char *name, int64_t half_points) {
    (void)json, (void)name, (void)half_points;
}

void kf_json_add_fraction(kf_json *json, const char *name, int64_t above, int64_t below) {
    (void)json, (void)name, (void)above, (void)below;
}

void kf_json_add_object(kf_json *json, const char *name, kf_json *object) {
    (void)json, (void)name, (void)object;
}

void kf_json_add_element(kf_json *json, const char *name, kf_json *object) {
    (void)json, (void)name, (void)object;
}

void kf_json_add_list(kf_json *json, const char *name) {
    (void)json, (void)name;
}

void kf_json_add_pair(kf_json *json, const char *name, int64_t first, int64_t second) {
    (void)json, (void)name, (void)first, (void)second;
}

void kf_json_add_word(kf_json *json, const char *name, const char *word) {
    (void)json, (void)name, (void)word;
}

void kf_json_print(kf_cli *cli, kf_json *json) {
    (void)cli, (void)json;
}

#endif
