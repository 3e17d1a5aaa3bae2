// SPDX-License-Identifier: MIT
// What a server of records answers: pages of folders and records, and small pictures.

#include "cli/serve.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/page.h"
#include "cli/serve_path.h"
#include "draw/writer.h"
#include "record/problem.h"

enum { LARGEST = 256 * 1024 * 1024, PIECE = 64 * 1024 };

static bool keep(void *context, const void *bytes, size_t length) {
    kf_buffer_add(context, bytes, length);
    return true;
}

static void refuse(kf_serve *serve, unsigned status, const char *text) {
    serve->status = status;
    serve->type = "text/plain; charset=utf-8";
    serve->body.length = 0;
    kf_buffer_add_string(&serve->body, text);
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

// ---- Folders ----

typedef struct entry {
    const char *name;
    bool is_folder;
} entry;

typedef struct listing {
    kf_serve *serve;
    entry *entries;
    size_t count, capacity;
} listing;

// Folders before records, each by name.
static int in_order(const void *a, const void *b) {
    const entry *x = a, *y = b;
    return x->is_folder != y->is_folder ? y->is_folder - x->is_folder : strcmp(x->name, y->name);
}

// Hidden names, links, and what is no record are not listed.
static bool is_listed(int folder, const char *name, bool *is_folder) {
    struct stat status;
    if (name[0] == '.' || strpbrk(name, "\\\n\r\t") != NULL ||
        fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    *is_folder = S_ISDIR(status.st_mode);
    const char *dot = strrchr(name, '.');
    return *is_folder || (S_ISREG(status.st_mode) && kf_format_for_file(name) != NULL &&
                          (dot == NULL || strcmp(dot, ".txt") != 0));
}

static void close_listing(void *what) {
    DIR **stream = what;
    if (*stream != NULL)
        closedir(*stream);
    *stream = NULL;
}

static void read_listing(listing *list, int folder) {
    kf_arena *arena = list->serve->arena;
    DIR **stream = kf_arena_alloc(arena, sizeof(DIR *));
    int copy = dup(folder);
    *stream = copy >= 0 ? fdopendir(copy) : NULL;
    if (*stream == NULL && copy >= 0)
        close(copy);
    if (*stream == NULL)
        return;
    kf_arena_defer(arena, close_listing, stream);
    for (struct dirent *found; (found = readdir(*stream)) != NULL;) {
        bool is_folder = false;
        if (!is_listed(folder, found->d_name, &is_folder))
            continue;
        list->entries = kf_arena_grow(arena, list->entries, &list->capacity, list->count + 1,
                                      sizeof *list->entries);
        list->entries[list->count++] =
            (entry){kf_arena_copy(arena, found->d_name, strlen(found->d_name)), is_folder};
    }
    close_listing(stream);
}

static void add_entry(kf_page *page, kf_arena *arena, const entry *e) {
    size_t length = strlen(e->name);
    char *address = kf_arena_alloc(arena, length * 3 + 2 + sizeof "?picture=1");
    char *picture = kf_arena_alloc(arena, length * 3 + 2 + sizeof "?picture=1");
    size_t used = kf_serve_path_encode(e->name, address);
    memcpy(picture, address, used + 1);
    if (e->is_folder)
        memcpy(address + used, "/", 2);
    else
        memcpy(picture + used, "?picture=1", sizeof "?picture=1");
    kf_page_add_entry(page, e->name, address, e->is_folder ? NULL : picture);
}

static void answer_folder(kf_serve *serve, int folder, char *path) {
    listing list = {.serve = serve};
    size_t length = strlen(path);
    read_listing(&list, folder);
    if (list.count > 1)
        qsort(list.entries, list.count, sizeof *list.entries, in_order);
    path[length - 1] = '\0'; // the slash at the end
    kf_page_head head = {.title = length > 1 ? last_part(path) : serve->title, .is_served = true};
    head.up = length > 1 ? "../" : NULL;
    kf_page *page = kf_arena_alloc(serve->arena, sizeof *page);
    kf_page_begin(page, &head, keep, &serve->body);
    for (size_t i = 0; i < list.count; i++)
        add_entry(page, serve->arena, &list.entries[i]);
    kf_page_end(page);
    serve->type = "text/html; charset=utf-8";
}

// Relative links count from the slash at the end.
static void send_to_folder(kf_serve *serve, const char *address) {
    kf_buffer location = {.arena = serve->arena};
    kf_buffer_add_string(&location, address);
    kf_buffer_add(&location, "/", sizeof "/"); // and its NUL
    refuse(serve, 301, "This is a folder.\n");
    serve->location = location.data;
}

// ---- Records ----

static void free_record(void *what) {
    kf_record **record = what;
    kf_record_free(*record);
}

// NULL: too large, or no record; the answer says so.
static kf_record *read_record(kf_serve *serve, int file, const char *name) {
    kf_buffer bytes = {.arena = serve->arena};
    char *piece = kf_arena_alloc(serve->arena, PIECE);
    for (ssize_t got; (got = read(file, piece, PIECE)) > 0 && bytes.length <= LARGEST;)
        kf_buffer_add(&bytes, piece, (size_t)got);
    if (bytes.length > LARGEST) {
        refuse(serve, 404, "This file is too large.\n");
        return NULL;
    }
    kf_record **record = kf_arena_alloc(serve->arena, sizeof(kf_record *));
    *record = NULL;
    kf_arena_defer(serve->arena, free_record, record);
    kf_text text = kf_buffer_text(&bytes);
    *record = kf_format_read(text.data, text.length, name, NULL, NULL);
    kf_arena_release(serve->arena, bytes.data);
    if (*record == NULL || kf_node_child(*record, 0) == 0) {
        refuse(serve, 404, "There is no game in this file.\n");
        return NULL;
    }
    return *record;
}

static void answer_record(kf_serve *serve, const kf_record *record, const char *name) {
    kf_page_head head = {.title = name, .up = "./", .is_served = true};
    kf_page *page = kf_arena_alloc(serve->arena, sizeof *page);
    kf_page_begin(page, &head, keep, &serve->body);
    bool is_whole = kf_page_add_record(page, record, name, NULL, NULL);
    kf_page_end(page);
    serve->type = "text/html; charset=utf-8";
    if (!is_whole)
        refuse(serve, 500, "This record cannot be shown.\n");
}

// The question of a problem, never the answer; else the end of the game.
static void answer_picture(kf_serve *serve, const kf_record *record) {
    kf_node game = kf_node_child(record, 0);
    bool is_problem = kf_problem_is(record, game);
    kf_figure figure = {.coords = KF_COORDS_NONE, .crop_auto = is_problem};
    figure.hide_ghosts = figure.hide_marks = figure.hide_last = true;
    figure.node =
        is_problem ? kf_problem_question(record, game) : kf_path_find(record, game, "last");
    kf_scene *scene = kf_scene_new(serve->arena, record, &figure);
    scene->title = scene->caption = (kf_text){"", 0};
    scene->note_count = 0;
    const kf_scene *scenes[] = {scene};
    kf_drawing how = {.style = NULL};
    kf_drawing_job job = {serve->arena, scenes, 1, &how, keep, &serve->body};
    serve->type = "image/svg+xml";
    if (!kf_svg_writer.write(&job, NULL))
        refuse(serve, 500, "This record cannot be drawn.\n");
}

// ---- Any address ----

static void close_file(void *what) {
    close(*(int *)what);
}

static void answer(void *context) {
    kf_serve *serve = context;
    char *path = kf_arena_alloc(serve->arena, KF_SERVE_PATH + 1);
    int *file = kf_arena_alloc(serve->arena, sizeof *file);
    bool is_folder = false;
    *file = kf_serve_path_decode(serve->address, path)
                ? kf_serve_path_open(serve->folder, path, &is_folder)
                : -1;
    if (*file < 0) {
        refuse(serve, 404, "There is nothing here.\n");
        return;
    }
    kf_arena_defer(serve->arena, close_file, file);
    bool has_slash = path[strlen(path) - 1] == '/';
    const char *name = last_part(path);
    if (is_folder && has_slash) {
        answer_folder(serve, *file, path);
    } else if (is_folder) {
        send_to_folder(serve, serve->address);
    } else if (has_slash || kf_format_for_file(name) == NULL) {
        refuse(serve, 404, "There is nothing here.\n");
    } else {
        const kf_record *record = read_record(serve, *file, name);
        if (record != NULL && serve->wants_picture)
            answer_picture(serve, record);
        else if (record != NULL)
            answer_record(serve, record, name);
    }
}

void kf_serve_answer(kf_serve *serve) {
    serve->status = 200;
    serve->location = NULL;
    serve->body = (kf_buffer){.arena = serve->arena};
    if (!kf_arena_try(serve->arena, answer, serve)) {
        serve->status = 500;
        serve->type = "text/plain; charset=utf-8";
        serve->body.length = 0;
    }
}
