// SPDX-License-Identifier: MIT
// JSON for standard output: one object a line. Made by jansson, and missing without it.

#include "cli/json.h"

#include "cli/options.h"

#ifdef KIFU_HAVE_JANSSON

#include <jansson.h>
#include <string.h>

#include "base/text.h"

bool kf_json_is_ready(kf_cli *cli) {
    (void)cli;
    return true;
}

kf_json *kf_json_new(void) {
    return (kf_json *)json_object();
}

// A member that cannot be made spoils the whole object, so that nobody takes a part for the whole.
static void add(kf_json *json, const char *name, json_t *value) {
    json_t *object = (json_t *)json;
    if (object != NULL && json_object_set_new(object, name, value) != 0)
        json_object_set_new(object, "", json_null());
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
    for (size_t i = 0; i < count; i++)
        if (json_array_append_new(array, json_stringn(texts[i].data, texts[i].length)) != 0) {
            json_decref(array);
            array = NULL;
        }
    add(json, name, array);
}

void kf_json_add_half(kf_json *json, const char *name, int64_t half_points) {
    bool is_whole = half_points % 2 == 0;
    add(json, name, is_whole ? json_integer(half_points / 2) : json_real((double)half_points / 2));
}

void kf_json_add_object(kf_json *json, const char *name, kf_json *object) {
    add(json, name, (json_t *)object);
}

// The list is made with its first element.
void kf_json_add_element(kf_json *json, const char *name, kf_json *object) {
    json_t *list = json_object_get((json_t *)json, name);
    if (list == NULL) {
        add(json, name, json_array());
        list = json_object_get((json_t *)json, name);
    }
    if (json_array_append_new(list, (json_t *)object) != 0)
        add(json, "", json_null());
}

static int put(const char *bytes, size_t length, void *context) {
    return fwrite(bytes, 1, length, context) == length ? 0 : -1;
}

void kf_json_print(kf_cli *cli, kf_json *json) {
    json_t *object = (json_t *)json;
    if (object == NULL || json_object_get(object, "") != NULL)
        kf_log_add(cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (json_dump_callback(object, put, cli->out, JSON_COMPACT) == 0)
        putc('\n', cli->out);
    json_decref(object);
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

void kf_json_add_object(kf_json *json, const char *name, kf_json *object) {
    (void)json, (void)name, (void)object;
}

void kf_json_add_element(kf_json *json, const char *name, kf_json *object) {
    (void)json, (void)name, (void)object;
}

void kf_json_print(kf_cli *cli, kf_json *json) {
    (void)cli, (void)json;
}

#endif
