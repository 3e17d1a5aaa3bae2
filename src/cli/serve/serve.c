// SPDX-License-Identifier: MIT
// What a server of records answers: pages of folders and records, and small pictures.

#include "cli/serve/serve.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/print/print.h"
#include <kifu/page.h>
#include <kifu/play.h>

// The largest file that is read; a browser could do nothing with a larger one. Records from LARGE
// bytes on are sent out of their file.
enum { LARGEST = 64 * 1024 * 1024, LARGE = 256 * 1024 };

void kf_serve_refuse(kf_serve *serve, unsigned status, const char *text) {
    serve->status = status;
    serve->type = "text/plain; charset=utf-8";
    kf_serve_body_begin(&serve->body, serve->arena);
    kf_serve_body_add(&serve->body, text, strlen(text));
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static void free_page(void *page) {
    kf_page_free(page);
}

// A page that ends with the answer.
static kf_page *begin_page(kf_serve *serve, const kf_page_head *head) {
    void **slot = kf_arena_slot(serve->arena, free_page);
    *slot = kf_page_begin(head, kf_serve_body_add, &serve->body);
    if (*slot == NULL)
        kf_arena_fail(serve->arena);
    return *slot;
}

// The script is added on the way out, for it is the same in all pages.
static void end_page(kf_serve *serve, kf_page *page) {
    kf_page_end_data(page);
    serve->body.has_script = true;
    serve->type = "text/html; charset=utf-8";
}

static void answer_folder(kf_serve *serve, char *path) {
    size_t length = strlen(path);
    path[length - 1] = '\0'; // the slash at the end
    kf_serve_index_answer(serve, length > 1 ? last_part(path) : serve->title, length > 1);
}

// Relative links count from the slash at the end.
static void send_to_folder(kf_serve *serve, const char *address) {
    kf_buffer location = {.arena = serve->arena};
    kf_buffer_add_string(&location, address);
    kf_buffer_add(&location, "/", sizeof "/"); // and its NUL
    kf_serve_refuse(serve, 301, "This is a folder.\n");
    serve->location = location.data;
}

// ---- Records ----

static void free_record(void *what) {
    kf_record **record = what;
    kf_record_free(*record);
    *record = NULL;
}

// The file's bytes, in a block that is as long as the file was when it was opened. False: too
// large, or it cannot be read; the answer says so.
static bool read_bytes(kf_serve *serve, kf_text *bytes) {
    size_t size = (size_t)serve->key.size, length = 0;
    if (serve->key.size > LARGEST) {
        kf_serve_refuse(serve, 413, "This file is too large.\n");
        return false;
    }
    char *block = kf_arena_resize(serve->arena, NULL, size + 1);
    for (ssize_t got; length < size; length += (size_t)got) {
        got = pread(serve->file, block + length, size - length, (off_t)length);
        if (got <= 0)
            break;
    }
    *bytes = (kf_text){block, length};
    return true;
}

// NULL: no record; the answer says so.
static kf_record **read_record(kf_serve *serve, kf_text bytes, const char *name) {
    kf_record **record = kf_arena_alloc(serve->arena, sizeof(kf_record *));
    *record = NULL;
    kf_arena_defer(serve->arena, free_record, record);
    *record = kf_format_read(bytes.data, bytes.length, name, NULL, NULL);
    if (*record != NULL && kf_node_child(*record, 0) != 0)
        return record;
    kf_serve_refuse(serve, 404, "There is no game in this file.\n");
    return NULL;
}

// Whether the page shows the record as it stands in the file, so that it need not be kept in
// memory; from which byte on, for a byte order mark is no part of it.
static bool is_in_file(const kf_record *record, kf_text bytes, uint64_t *from) {
    kf_text text = kf_record_text(record);
    *from = kf_text_starts(bytes, KF_TEXT("\xEF\xBB\xBF")) ? 3 : 0;
    return bytes.length >= LARGE && kf_format_of(record) == kf_format_named("sgf") &&
           kf_text_equal(text, kf_text_cut(bytes, (size_t)*from, bytes.length));
}

void kf_serve_show(kf_serve *serve, const kf_record *record, const kf_page_head *head,
                   const char *name, const char *at) {
    kf_page *page = begin_page(serve, head);
    bool is_whole = kf_page_add_record(page, record, name, at, NULL);
    end_page(serve, page);
    if (!is_whole)
        kf_serve_refuse(serve, 500, "This record cannot be shown.\n");
}

static void answer_record(kf_serve *serve, const kf_record *record, kf_text bytes) {
    const char *name = last_part(serve->path);
    kf_page_head head = {.title = name, .up = "./", .is_served = true};
    uint64_t from;
    if (!is_in_file(record, bytes, &from)) {
        kf_serve_show(serve, record, &head, name, NULL);
        return;
    }
    kf_page *page = begin_page(serve, &head);
    kf_page_begin_record(page, record, name, NULL);
    kf_page_flush(page);
    bool is_whole = kf_serve_body_add_file(&serve->body, serve->file, from);
    kf_page_end_record(page);
    end_page(serve, page);
    if (!is_whole)
        kf_serve_refuse(serve, 500, "This record cannot be shown.\n");
}

// A picture on its way into an arena that takes no part in the answer's protected call: the library
// that draws must see its sink return, whatever happens.
typedef struct picture {
    kf_buffer bytes;
    kf_text more;
} picture;

static void add_more(void *context) {
    picture *p = context;
    kf_buffer_add(&p->bytes, p->more.data, p->more.length);
}

static bool keep(void *context, const void *bytes, size_t length) {
    picture *p = context;
    p->more = (kf_text){bytes, length};
    return kf_arena_try(p->bytes.arena, add_more, p);
}

static void draw(kf_serve *serve, const kf_record *record, const kf_figure *figure,
                 bool has_words) {
    kf_play *play = kf_selection_cursor(serve->arena, record, NULL);
    kf_scene *scene = kf_draw_write_scene(serve->arena, play, figure);
    picture p = {.bytes = {.arena = kf_arena_new_in(serve->arena)}};
    if (!has_words) {
        scene->title = scene->caption = (kf_text){"", 0};
        scene->note_count = 0;
    }
    if (!kf_svg_write(scene, NULL, keep, &p))
        kf_arena_fail(serve->arena);
    serve->type = "image/svg+xml";
    kf_serve_body_add(&serve->body, p.bytes.data, p.bytes.length);
}

// The question of a problem, never the answer; else the end of the game.
static void answer_picture(kf_serve *serve, const kf_record *record) {
    kf_node game = kf_node_child(record, 0);
    bool is_problem = kf_problem_is(record, game);
    kf_figure figure = {.coords = KF_COORDS_NONE, .crop_auto = is_problem};
    figure.hide_ghosts = figure.hide_marks = figure.hide_last = true;
    figure.node =
        is_problem ? kf_problem_question(record, game) : kf_path_find(record, game, "last");
    draw(serve, record, &figure, false);
}

// Any place of the first game, as `kifu draw --at` draws it.
static void answer_place(kf_serve *serve, const kf_record *record) {
    kf_node game = kf_node_child(record, 0);
    kf_figure figure = {.sides = KF_SIDES_ALL};
    figure.node = kf_serve_is_place(serve->at) ? kf_path_find(record, game, serve->at) : 0;
    if (figure.node == 0)
        kf_serve_refuse(serve, 404, "There is no such place in this record.\n");
    else
        draw(serve, record, &figure, true);
}

// The answer lives on while it is sent; what it was made of does not.
static void answer_file(kf_serve *serve) {
    kf_text bytes;
    if (!read_bytes(serve, &bytes))
        return;
    kf_record **record = read_record(serve, bytes, last_part(serve->path));
    if (record != NULL && serve->at != NULL)
        answer_place(serve, *record);
    else if (record != NULL && serve->wants_picture)
        answer_picture(serve, *record);
    else if (record != NULL)
        answer_record(serve, *record, bytes);
    if (record != NULL)
        free_record(record);
    kf_arena_release(serve->arena, (char *)(uintptr_t)bytes.data);
}

// ---- Any address ----

static void close_file(void *what) {
    close(*(int *)what);
}

bool kf_serve_is_place(const char *at) {
    size_t length = strlen(at);
    for (size_t i = 0; i < length; i++)
        if (!(at[i] >= '0' && at[i] <= '9') && !(at[i] >= 'a' && at[i] <= 'z') && at[i] != '.')
            return false;
    return length > 0 && length < KF_SERVE_AT;
}

static int64_t nanoseconds(struct timespec time) {
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void find(void *context) {
    kf_serve *serve = context;
    struct stat status;
    serve->path = kf_arena_alloc(serve->arena, KF_SERVE_PATH + 1);
    if (!kf_serve_path_decode(serve->address, serve->path))
        return;
    int file = kf_serve_path_open(serve->folder, serve->path, &serve->is_folder);
    if (file < 0)
        return;
    int *closing = kf_arena_alloc(serve->arena, sizeof *closing);
    *closing = file;
    kf_arena_defer(serve->arena, close_file, closing);
    bool has_slash = serve->path[strlen(serve->path) - 1] == '/';
    bool is_shown =
        serve->is_folder || (!has_slash && kf_format_for_file(last_part(serve->path)) != NULL);
    if (!is_shown || fstat(file, &status) != 0)
        return;
    serve->file = file;
    serve->key = (kf_serve_key){.device = status.st_dev,
                                .file = status.st_ino,
                                .size = (uint64_t)status.st_size,
                                .modified = nanoseconds(status.st_mtim),
                                .changed = nanoseconds(status.st_ctim),
                                .is_picture = serve->wants_picture};
    if (serve->at != NULL)
        snprintf(serve->key.at, sizeof serve->key.at, "%s",
                 kf_serve_is_place(serve->at) ? serve->at : "?");
}

void kf_serve_fail(kf_serve *serve) {
    serve->file = -1;
    serve->status = 500;
    serve->type = "text/plain; charset=utf-8";
    kf_serve_body_begin(&serve->body, serve->arena);
}

void kf_serve_find(kf_serve *serve) {
    serve->status = 200;
    serve->file = -1;
    serve->is_folder = false;
    serve->location = NULL;
    serve->key = (kf_serve_key){0};
    kf_serve_body_begin(&serve->body, serve->arena);
    if (!kf_arena_try(serve->arena, find, serve))
        kf_serve_fail(serve);
}

bool kf_serve_has_key(const kf_serve *serve) {
    return serve->file >= 0 && !serve->is_folder;
}

static void answer(void *context) {
    kf_serve *serve = context;
    if (serve->file < 0 && kf_serve_index_file(serve))
        return;
    if (serve->file < 0)
        kf_serve_refuse(serve, 404, "There is nothing here.\n");
    else if (!serve->is_folder)
        answer_file(serve);
    else if (serve->path[strlen(serve->path) - 1] == '/')
        answer_folder(serve, serve->path);
    else
        send_to_folder(serve, serve->address);
}

void kf_serve_answer(kf_serve *serve) {
    if (serve->status == 500 || kf_arena_try(serve->arena, answer, serve))
        return;
    kf_serve_fail(serve);
}
