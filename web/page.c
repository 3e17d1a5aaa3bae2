// SPDX-License-Identifier: MIT
// What the page calls in the library: open a record, and ask for what is to be shown of it.

#include "page.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(alloc) void *page_alloc(size_t size) {
    return malloc(size);
}

EXPORT(release) void page_release(void *memory) {
    free(memory);
}

// Reads a record from UTF-8, which is copied. `format` is the name of a notation, or empty.
EXPORT(open)
page *page_open(const char *bytes, size_t length, const char *format, int size, int rows_from_top) {
    kf_reading how = {.charset = "UTF-8", .size = size, .rows_from_top = rows_from_top != 0};
    how.format = *format != '\0' ? kf_format_named(format) : NULL;
    page *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->record = kf_format_read(bytes, length, "", &how, NULL);
    p->play = p->record != NULL ? kf_play_new(p->record, NULL) : NULL;
    if (p->play != NULL)
        return p;
    kf_record_free(p->record);
    free(p);
    return NULL;
}

EXPORT(close) void page_close(page *p) {
    kf_arena_free(p->arena);
    kf_play_free(p->play);
    kf_record_free(p->record);
    free(p->table);
    free(p);
}

const char *page_answer(page *p, void (*write)(void *page)) {
    kf_arena_free(p->arena);
    p->arena = kf_arena_new();
    p->answer = (kf_buffer){.arena = p->arena};
    if (p->arena == NULL || !kf_arena_try(p->arena, write, p))
        __builtin_trap();
    return p->answer.data;
}

// How long the last answer is.
EXPORT(length) size_t page_length(const page *p) {
    return p->answer.length;
}

EXPORT(record) const char *page_record(page *p) {
    return page_answer(p, page_tell_record);
}

EXPORT(table) const uint32_t *page_table(page *p) {
    size_t nodes = kf_record_nodes(p->record);
    if (p->table == NULL)
        p->table = calloc(nodes * PAGE_COLUMNS, sizeof *p->table);
    if (p->table == NULL)
        __builtin_trap();
    page_answer(p, page_tell_table);
    return p->table;
}

// The node of a place, as `--at` names it; 0: there is none.
EXPORT(find) kf_node page_find(const page *p, kf_node game, const char *place) {
    return kf_path_find(p->record, game, place);
}

EXPORT(scene) const char *page_scene(page *p, kf_node node, uint32_t how) {
    p->node = node;
    p->how = how;
    return page_answer(p, page_draw_scene);
}

EXPORT(svg) const char *page_svg(page *p, kf_node node, uint32_t how) {
    p->node = node;
    p->how = how;
    return page_answer(p, page_draw_svg);
}

EXPORT(score) const char *page_score(page *p, kf_node node) {
    p->node = node;
    return page_answer(p, page_count_score);
}

// ---- The steps of Davar: a page has them among its data ----

#ifndef PAGE_IS_SMALL

static bool keep(void *context, const void *bytes, size_t length) {
    page *p = context;
    kf_buffer_add(&p->answer, bytes, length);
    return true;
}

static void write_davar(void *context) {
    page *p = context;
    kf_writing how = {.canonical = true};
    kf_buffer_add(&p->answer, "", 0);
    (void)!kf_format_write(p->record, kf_format_named("davar"), &how, keep, p, NULL);
}

EXPORT(davar) const char *page_davar(page *p) {
    return page_answer(p, write_davar);
}
#endif
