// SPDX-License-Identifier: MIT
// A film as one animated SVG: every shape once, with the time in which it is seen.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "draw/film/film.h"
#include "draw/picture/picture.h"

// A shape and the frames that show it, the last one included.
typedef struct span {
    kf_shape shape;
    uint32_t first, last;
    size_t before; // of the same hash: its index and 1, or 0
} span;

typedef struct stage {
    kf_film *film;
    span *spans;
    size_t count, room;
    size_t *buckets; // by hash: the index of the latest span and 1, or 0
} stage;

enum { BUCKETS = 4096 };

// ---- The same shape in several frames ----

// What a shape stands on matters only to what takes its colour from there.
static kf_shape bare(const kf_shape *shape) {
    kf_shape b = *shape;
    if (b.kind != KF_SHAPE_MARK && b.kind != KF_SHAPE_LABEL && b.kind != KF_SHAPE_TERRITORY)
        b.on = KF_EMPTY;
    return b;
}

static bool is_same(const kf_shape *a, const kf_shape *b) {
    return a->kind == b->kind && a->colour == b->colour && a->mark == b->mark && a->on == b->on &&
           a->is_edge == b->is_edge && a->x == b->x && a->y == b->y && a->x2 == b->x2 &&
           a->y2 == b->y2 && a->size == b->size && kf_text_equal(a->text, b->text);
}

static size_t hash_of(const kf_shape *s) {
    uint32_t hash = s->kind * 31u + s->colour * 7u + s->mark * 13u + s->on;
    const int numbers[] = {s->x, s->y, s->x2, s->y2, s->size};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = (hash ^ (uint32_t)numbers[i]) * 0x9E3779B1u;
    for (size_t i = 0; i < s->text.length; i++)
        hash = (hash ^ (unsigned char)s->text.data[i]) * 0x01000193u;
    return hash >> 16 & (BUCKETS - 1);
}

// Joins a shape of a frame to the span that it goes on, or begins a new one.
static void add_shape(stage *s, const kf_shape *given, uint32_t frame) {
    kf_shape shape = bare(given);
    size_t *bucket = &s->buckets[hash_of(&shape)];
    for (size_t i = *bucket; i != 0; i = s->spans[i - 1].before) {
        span *old = &s->spans[i - 1];
        if (old->last + 1 < frame || !is_same(&old->shape, &shape))
            continue;
        old->last = frame;
        return;
    }
    if (shape.text.length > 0)
        shape.text.data = kf_arena_copy(s->film->arena, shape.text.data, shape.text.length);
    s->spans = kf_arena_grow(s->film->arena, s->spans, &s->room, s->count + 1, sizeof *s->spans);
    s->spans[s->count++] = (span){shape, frame, frame, *bucket};
    *bucket = s->count;
}

// ---- Their order ----

// Shapes that can lie on each other are drawn in this order.
static int layer_of(const kf_shape *shape) {
    static const uint8_t layers[KF_SHAPE_COUNT] = {
        [KF_SHAPE_PAPER] = 0,    [KF_SHAPE_BOARD] = 1,     [KF_SHAPE_GRID] = 2,
        [KF_SHAPE_HOSHI] = 4,    [KF_SHAPE_CLEAR] = 5,     [KF_SHAPE_GHOST] = 6,
        [KF_SHAPE_STONE] = 7,    [KF_SHAPE_TERRITORY] = 8, [KF_SHAPE_MARK] = 9,
        [KF_SHAPE_LABEL] = 10,   [KF_SHAPE_LINE] = 11,     [KF_SHAPE_ARROW] = 12,
        [KF_SHAPE_DIM] = 13,     [KF_SHAPE_NAME] = 14,     [KF_SHAPE_TITLE] = 15,
        [KF_SHAPE_CAPTION] = 16, [KF_SHAPE_NOTE] = 17,
    };
    return layers[shape->kind] + (shape->kind == KF_SHAPE_GRID && shape->is_edge);
}

// Below one another what shares a group, so that a group's attributes stand seldom.
static int compare_spans(const void *a, const void *b) {
    const span *x = a, *y = b;
    const int keys[][2] = {
        {layer_of(&x->shape), layer_of(&y->shape)},
        {x->shape.mark == KF_MARK_LAST, y->shape.mark == KF_MARK_LAST},
        {x->shape.colour, y->shape.colour},
        {x->shape.on, y->shape.on},
        {x->shape.kind == KF_SHAPE_LABEL ? x->shape.size : 0,
         y->shape.kind == KF_SHAPE_LABEL ? y->shape.size : 0},
        {(int)x->first, (int)y->first},
        {x->shape.y, y->shape.y},
        {x->shape.x, y->shape.x},
        {x->shape.y2, y->shape.y2},
        {x->shape.x2, y->shape.x2},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

// ---- Writing ----

// A time as a part of the whole, in hundred thousandths: ".5", ".00125".
static void write_part(char out[16], int64_t time, int64_t whole) {
    int part = (int)(time * 100000 / whole);
    int length = snprintf(out, 16, ".%05d", part < 99999 ? part : 99999);
    while (length > 2 && out[length - 1] == '0')
        out[--length] = '\0';
}

// Opens a group that is seen only in the time of the span. Who shows no animation sees the last
// frame.
static void write_group(const stage *s, const span *span, const int64_t *starts, char *out,
                        size_t size) {
    const kf_film *film = s->film;
    bool is_first = span->first == 0, is_last = span->last + 1 == film->count;
    char from[16], to[16], whole[32], plays[16] = "indefinite";
    write_part(from, starts[span->first], film->length);
    write_part(to, is_last ? film->length : starts[span->last + 1], film->length);
    snprintf(whole, sizeof whole, "%lld.%03d", (long long)(film->length / 1000),
             (int)(film->length % 1000));
    if (film->plays > 0)
        snprintf(plays, sizeof plays, "%d", film->plays);
    snprintf(out, size,
             "<g%s><animate attributeName=\"visibility\" values=\"%svisible%s\" "
             "keyTimes=\"0%s%s%s%s\" dur=\"%ss\" calcMode=\"discrete\" "
             "repeatCount=\"%s\"/>",
             is_last ? "" : " visibility=\"hidden\"", is_first ? "" : "hidden;",
             is_last ? "" : ";hidden", is_first ? "" : ";", is_first ? "" : from,
             is_last ? "" : ";", is_last ? "" : to, whole, plays);
}

// Who asked for less motion sees the last frame: what is important outdoes an animation.
static const char still[] = "<style>@media (prefers-reduced-motion:reduce){g{visibility:visible"
                            "!important}g[visibility]{visibility:hidden!important}}</style>\n";

static void write_spans(const stage *s, kf_svg *svg, const int64_t *starts) {
    char group[400];
    for (size_t i = 0; i < s->count; i++) {
        const span *span = &s->spans[i];
        if (span->first == 0 && span->last + 1 == s->film->count) {
            kf_svg_shape(svg, &span->shape);
            continue;
        }
        write_group(s, span, starts, group, sizeof group);
        kf_svg_shape_within(svg, &span->shape, group, "</g>");
    }
}

bool kf_film_svg(const kf_film_job *job, kf_log *log) {
    (void)log;
    kf_film *film = job->film;
    stage s = {.film = film};
    const kf_picture *picture;
    kf_shape_room room;
    size_t frame = 0;
    int64_t *starts = kf_arena_alloc(film->arena, film->count * sizeof *starts), time = 0;
    s.buckets = kf_arena_alloc(film->arena, BUCKETS * sizeof *s.buckets);
    memset(s.buckets, 0, BUCKETS * sizeof *s.buckets);
    do { // there is at least one
        picture = kf_film_picture(film, frame);
        starts[frame] = time;
        time += film->frames[frame].delay;
        for (size_t i = 0; i < picture->count; i++)
            add_shape(&s, kf_shape_at(picture, i, &room), (uint32_t)frame);
    } while (++frame < film->count);
    qsort(s.spans, s.count, sizeof *s.spans, compare_spans);
    // The front tells the size, the title, and the last frame in words.
    kf_scene scene = *picture->scene;
    kf_picture front = *picture;
    scene.title = film->title; // also where it is not drawn
    front.scene = &scene;
    front.shapes = kf_arena_alloc(film->arena, s.count * sizeof *front.shapes);
    front.made = front.count = s.count;
    for (size_t i = 0; i < s.count; i++)
        front.shapes[i] = s.spans[i].shape;
    kf_drawing_job work = {
        .arena = film->arena, .how = job->how, .sink = job->sink, .context = job->context};
    kf_svg *svg = kf_svg_begin(&work, &front);
    kf_svg_put(svg, still);
    write_spans(&s, svg, starts);
    return kf_svg_end(svg);
}
