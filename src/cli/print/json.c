// SPDX-License-Identifier: MIT
// JSON for standard output: one object a line.

#include "cli/print/print.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"

// An object under way, in an arena of its own. A member that cannot be made spoils all of it, so
// that nobody takes a part for the whole. A list stays open until something else is added.
struct kf_json {
    kf_arena *arena;
    kf_buffer text;
    const char *list; // the name of the open one, or NULL
    bool is_spoiled;
};

typedef enum kind { TEXT, WHOLE, REAL, YES_OR_NO, NOTHING, MADE, LIST, TEXTS, PAIR } kind;

// What is added: to the object under its name, or with `is_element` to the list of that name.
typedef struct member {
    kf_json *json;
    const char *name;
    kind kind;
    bool is_element;
    kf_text text;
    const kf_text *texts;
    int64_t numbers[2];
    size_t count;
    double real;
} member;

// ---- Adding ----

static void close_list(kf_json *json) {
    if (json->list != NULL)
        kf_json_close(&json->text, ']');
    json->list = NULL;
}

static void put_list(kf_buffer *out, const char *name, const member *m) {
    kf_json_open(out, name, '[');
    for (size_t i = 0; i < m->count && m->kind == TEXTS; i++)
        kf_json_text(out, NULL, m->texts[i]);
    for (size_t i = 0; i < 2 && m->kind == PAIR; i++)
        kf_json_number(out, NULL, m->numbers[i]);
    kf_json_close(out, ']');
}

static void put_value(kf_buffer *out, const char *name, const member *m) {
    if (m->kind == TEXT)
        kf_json_text(out, name, m->text);
    else if (m->kind == WHOLE)
        kf_json_number(out, name, m->numbers[0]);
    else if (m->kind == REAL)
        kf_json_real(out, name, m->real);
    else if (m->kind == YES_OR_NO)
        kf_json_bool(out, name, m->numbers[0] != 0);
    else if (m->kind == NOTHING)
        kf_json_null(out, name);
    else if (m->kind == MADE)
        kf_json_add(out, name, m->text);
    else
        put_list(out, name, m);
}

static void open_list(kf_json *json, const char *name) {
    if (json->list != NULL && strcmp(json->list, name) == 0)
        return;
    close_list(json);
    kf_json_open(&json->text, name, '[');
    json->list = kf_arena_copy(json->arena, name, strlen(name));
}

static void put(void *context) {
    const member *m = context;
    kf_json *json = m->json;
    if (m->is_element || m->kind == LIST)
        open_list(json, m->name);
    else
        close_list(json);
    if (m->kind != LIST)
        put_value(&json->text, m->is_element ? NULL : m->name, m);
}

static void add(kf_json *json, member m) {
    m.json = json;
    if (json != NULL && !json->is_spoiled)
        json->is_spoiled = !kf_arena_try(json->arena, put, &m);
}

void kf_json_add_text(kf_json *json, const char *name, kf_text text) {
    add(json, (member){.name = name, .kind = TEXT, .text = text});
}

void kf_json_add_string(kf_json *json, const char *name, const char *string) {
    kf_json_add_text(json, name, kf_text_of(string));
}

void kf_json_add_number(kf_json *json, const char *name, int64_t number) {
    add(json, (member){.name = name, .kind = WHOLE, .numbers = {number}});
}

void kf_json_add_bool(kf_json *json, const char *name, bool value) {
    add(json, (member){.name = name, .kind = YES_OR_NO, .numbers = {value}});
}

void kf_json_add_colour(kf_json *json, const char *name, kf_colour colour) {
    if (colour == KF_EMPTY)
        kf_json_add_null(json, name);
    else
        kf_json_add_string(json, name, colour == KF_BLACK ? "B" : "W");
}

void kf_json_add_null(kf_json *json, const char *name) {
    add(json, (member){.name = name, .kind = NOTHING});
}

void kf_json_add_texts(kf_json *json, const char *name, const kf_text *texts, size_t count) {
    add(json, (member){.name = name, .kind = TEXTS, .texts = texts, .count = count});
}

void kf_json_add_half(kf_json *json, const char *name, int64_t half_points) {
    kf_json_add_fraction(json, name, half_points, 2);
}

void kf_json_add_fraction(kf_json *json, const char *name, int64_t above, int64_t below) {
    if (above % below == 0)
        kf_json_add_number(json, name, above / below);
    else
        add(json, (member){.name = name, .kind = REAL, .real = (double)above / (double)below});
}

void kf_json_add_list(kf_json *json, const char *name) {
    add(json, (member){.name = name, .kind = LIST});
}

void kf_json_add_pair(kf_json *json, const char *name, int64_t first, int64_t second) {
    add(json, (member){.name = name, .kind = PAIR, .is_element = true, .numbers = {first, second}});
}

void kf_json_add_word(kf_json *json, const char *name, const char *word) {
    add(json, (member){.name = name, .kind = TEXT, .is_element = true, .text = kf_text_of(word)});
}

// ---- Whole objects ----

static void begin(void *json) {
    kf_json_open(&((kf_json *)json)->text, NULL, '{');
}

kf_json *kf_json_new(void) {
    kf_json *json = malloc(sizeof *json);
    if (json == NULL)
        return NULL;
    *json = (kf_json){.arena = kf_arena_new()};
    json->text.arena = json->arena;
    json->is_spoiled = json->arena == NULL || !kf_arena_try(json->arena, begin, json);
    return json;
}

static void end(void *context) {
    kf_json *json = context;
    close_list(json);
    kf_json_close(&json->text, '}');
}

// False when the object lacks a part.
static bool finish(kf_json *json) {
    return json != NULL && !json->is_spoiled && kf_arena_try(json->arena, end, json);
}

static void free_object(kf_json *json) {
    if (json != NULL)
        kf_arena_free(json->arena);
    free(json);
}

// Takes the object. One that lacks a part spoils that to which it is added.
static void add_made(kf_json *json, const char *name, kf_json *object, bool is_element) {
    if (finish(object))
        add(json, (member){.name = name,
                           .kind = MADE,
                           .is_element = is_element,
                           .text = kf_buffer_text(&object->text)});
    else if (json != NULL)
        json->is_spoiled = true;
    free_object(object);
}

void kf_json_add_object(kf_json *json, const char *name, kf_json *object) {
    add_made(json, name, object, false);
}

void kf_json_add_element(kf_json *json, const char *name, kf_json *object) {
    add_made(json, name, object, true);
}

void kf_json_print(kf_cli *cli, kf_json *json) {
    bool is_whole = finish(json);
    kf_progress_clear(cli);
    if (is_whole) {
        fwrite(json->text.data, 1, json->text.length, cli->out);
        putc('\n', cli->out); // what cannot be written is told elsewhere
    }
    free_object(json);
    if (!is_whole)
        kf_arena_fail(cli->arena);
}
