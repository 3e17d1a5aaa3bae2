// SPDX-License-Identifier: MIT
// The public way to a picture, from a record's node to the bytes.

#include <kifu/draw.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "draw/picture/cells.h"
#include "draw/picture/picture.h"
#include "draw/scene/scene.h"

enum { LARGEST_WIDTH = 20000 };

const char *kf_draw_kind(size_t index) {
    const kf_writer *writer = NULL;
    for (size_t i = 0; (writer = kf_writer_at(i)) != NULL; i++)
        if (writer->needs == NULL && index-- == 0)
            return writer->name;
    return NULL;
}

// What is asked for, once it has been understood.
typedef struct job {
    kf_arena *arena;
    const kf_record *record;
    kf_figure figure;
    kf_drawing drawing;
    const kf_writer *writer;
    kf_sink *sink;
    void *context;
    kf_log *log;
    bool is_good;
} job;

static bool refuse(kf_log *log, const char *what, const char *word) {
    kf_log_add(log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "%s '%.60s'", what, word);
    return false;
}

static bool understand(job *j, const kf_draw_how *how) {
    const char *kind = how->kind != NULL ? how->kind : "svg";
    const char *style = how->style != NULL ? how->style : "book";
    j->writer = kf_writer_named(kind);
    if (j->writer == NULL)
        return refuse(j->log, "there is no kind of picture", kind);
    j->drawing.style = kf_style_named(style);
    if (j->drawing.style == NULL)
        return refuse(j->log, "there is no style", style);
    if (how->width < 0 || how->width > LARGEST_WIDTH)
        return refuse(j->log, "a width is 1 to 20000, or 0 for", "the usual");
    j->drawing.width = how->width;
    j->drawing.colours = how->colours;
    j->drawing.is_fragment = how->is_fragment;
    j->drawing.loss = how->loss;
    j->drawing.library = how->library;
    j->figure.kind = how->numbers ? KF_FIGURE_MOVES : KF_FIGURE_POSITION;
    j->figure.first_number = how->numbers ? how->first_number : 0;
    j->figure.crop_auto = how->crop;
    j->figure.sides = how->hide_coords ? 0 : KF_SIDES_ALL;
    j->figure.hide_marks = how->hide_marks;
    j->figure.hide_last = how->hide_last;
    j->figure.language = how->language;
    return true;
}

static void draw(void *context) {
    job *j = context;
    const kf_scene *scene =
        kf_scene_in(j->arena, kf_play_in(j->arena, j->record, NULL), &j->figure);
    kf_drawing_job work = {.arena = j->arena,
                           .scenes = &scene,
                           .count = 1,
                           .how = &j->drawing,
                           .sink = j->sink,
                           .context = j->context};
    j->is_good = kf_writer_write(j->writer, &work, j->log);
}

// A node that was taken out of its tree has no game.
static bool is_node(const kf_record *record, kf_node node) {
    return node != 0 && node < kf_record_nodes(record) && kf_node_game(record, node) != 0;
}

bool kf_draw(const kf_record *record, kf_node node, const kf_draw_how *how, kf_sink *sink,
             void *context, kf_log *log) {
    static const kf_draw_how usual = {.kind = NULL};
    job j = {.record = record, .sink = sink, .context = context, .log = log};
    if (!is_node(record, node))
        return refuse(log, "there is nothing to be drawn:", "no such node");
    if (!understand(&j, how != NULL ? how : &usual))
        return false;
    j.figure.node = node;
    j.figure.from = j.figure.kind == KF_FIGURE_MOVES ? kf_node_game(record, node) : 0;
    j.arena = kf_arena_new();
    bool is_done = j.arena != NULL && kf_arena_try(j.arena, draw, &j);
    kf_arena_free(j.arena);
    if (!is_done)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return is_done && j.is_good;
}

// ---- Figures ----

// An order with the memory that it is carried out in.
typedef struct carrying {
    kf_arena *arena;
    const kf_draw_order *order;
    kf_sink *sink;
    void *context;
    kf_log *log;
    bool is_good;
    kf_arena *pieces; // of the scene in hand
    kf_play *play;
    size_t shown;
} carrying;

// Whether all figures are of nodes. Each node is gone through once, however many figures a line of
// a million moves has.
static bool are_nodes(const carrying *c) {
    const kf_draw_order *order = c->order;
    const kf_record *record = order->record;
    size_t count = kf_record_nodes(record), size = count / CHAR_BIT + 1;
    uint8_t *known = kf_arena_resize(c->arena, NULL, size);
    memset(known, 0, size);
    bool is_good = true;
    for (size_t i = 0; is_good && i < order->count; i++) {
        kf_node node = order->figures[i].node, top = node;
        is_good = node != 0 && node < count;
        for (; is_good && top != 0; top = kf_node_parent(record, top)) {
            uint8_t *byte = &known[top / CHAR_BIT], bit = (uint8_t)(1 << top % CHAR_BIT);
            if ((*byte & bit) != 0)
                break;
            *byte |= bit;
            is_good = kf_node_parent(record, top) != 0 || is_node(record, top);
        }
    }
    kf_arena_release(c->arena, known);
    return is_good;
}

// There can be thousands: what one of them takes is given back before the next.
static const kf_scene *make_scene(void *context, size_t index) {
    carrying *c = context;
    const kf_draw_order *order = c->order;
    kf_arena_rewind(c->pieces, (kf_arena_level){0});
    const kf_scene *scene = kf_scene_in(c->pieces, c->play, &order->figures[index]);
    if (order->shown != NULL && index == c->shown) {
        c->shown++;
        order->shown(order->watcher, scene);
    }
    return scene;
}

static void carry_out(void *context) {
    static const kf_drawing usual = {.style = NULL};
    carrying *c = context;
    const kf_draw_order *order = c->order;
    if (order->scenes == NULL && !are_nodes(c)) {
        refuse(c->log, "there is nothing to be drawn:", "no such node");
        return;
    }
    if (order->scenes == NULL) {
        c->pieces = kf_arena_new_in(c->arena);
        c->play = kf_play_in(c->arena, order->record, NULL);
    }
    for (size_t i = 0; order->scenes != NULL && order->shown != NULL && i < order->count; i++)
        order->shown(order->watcher, order->scenes[i]);
    kf_drawing_job work = {.arena = c->arena,
                           .scenes = order->scenes,
                           .make = make_scene,
                           .maker = c,
                           .count = order->count,
                           .how = order->how != NULL ? order->how : &usual,
                           .sink = c->sink,
                           .context = c->context};
    c->is_good = kf_writer_write(order->writer, &work, c->log);
}

bool kf_draw_order_write(const kf_draw_order *order, kf_sink *sink, void *context, kf_log *log) {
    carrying c = {
        .arena = kf_arena_new(), .order = order, .sink = sink, .context = context, .log = log};
    bool is_done = c.arena != NULL && kf_arena_try(c.arena, carry_out, &c);
    kf_arena_free(c.arena);
    if (!is_done)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return is_done && c.is_good;
}

// ---- The board alone ----

bool kf_draw_board(const kf_scene *scene, kf_sink *sink, void *context) {
    kf_output *out = malloc(sizeof *out);
    if (out == NULL)
        return false;
    kf_output_begin(out, sink, context);
    kf_ascii_board(out, scene);
    bool is_good = kf_output_flush(out);
    free(out);
    return is_good;
}
