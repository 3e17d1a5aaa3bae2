// SPDX-License-Identifier: MIT
// Any bytes, read in any notation, drawn in every kind of picture: nothing crashes, the same scene
// gives the same bytes twice, and what one kind may hold is well-formed.

#include "fuzz.h"

#include <kifu/cairo.h>

#include <stdlib.h>
#include <string.h>

#include "draw/film/film.h"
#include "draw/picture/picture.h"
#include "draw/scene/scene.h"

enum { MOST_FIGURES = 4, MOST_FRAMES = 6, LARGEST_PICTURE = 200, EVERY = 3 };

// What needs cairo, or NULL.
static const kf_draw_library *library(void) {
#ifdef KIFU_HAVE_CAIRO
    return kf_cairo_library();
#else
    return NULL;
#endif
}

// A checksum of what a writer gives: FNV-1a.
typedef struct sum {
    uint64_t hash;
    size_t length;
} sum;

static bool add(void *context, const void *bytes, size_t length) {
    sum *s = context;
    const unsigned char *p = bytes;
    for (size_t i = 0; i < length; i++)
        s->hash = (s->hash ^ p[i]) * 0x100000001B3u;
    s->length += length;
    return true;
}

// What is drawn: a record, and how, as the first bytes of the input say.
typedef struct job {
    kf_arena *arena;
    const kf_record *record;
    uint8_t choice;
} job;

static void expect_scene(const kf_scene *s) {
    fuzz_expect(s->columns > 0 && s->rows > 0, "a scene without points");
    fuzz_expect(s->left + s->columns <= s->board_width && s->top + s->rows <= s->board_height,
                "a region beyond the board");
    for (size_t i = 0; i < s->line_count; i++)
        fuzz_expect(kf_scene_at(s, s->lines[i].from) != NULL &&
                        kf_scene_at(s, s->lines[i].to) != NULL,
                    "a line that leaves the region");
    for (int i = 0; i < s->rows * s->columns; i++)
        fuzz_expect(s->points[i].label.length == 0 || s->points[i].mark == KF_MARK_NONE,
                    "a label and a mark on one point");
}

// Pictures of pixels and of pages take long, so one input of eight is drawn in these too.
static bool is_wanted(const job *j, const kf_writer *writer) {
    bool is_slow = strcmp(writer->name, "png") == 0 || strcmp(writer->name, "pdf") == 0 ||
                   strcmp(writer->name, "eps") == 0;
    return !is_slow || (library() != NULL && (j->choice >> 3) % 8 == 0);
}

// Every figure goes to a few of the writers, others to others.
static void write_some(const job *j, const kf_scene *scene, size_t turn) {
    for (size_t i = turn % EVERY; i < kf_writer_count(); i += EVERY) {
        if (!is_wanted(j, kf_writer_at(i)))
            continue;
        sum first = {.hash = 0xCBF29CE484222325u}, second = first;
        kf_loss *loss = kf_loss_new();
        kf_drawing how = {.loss = loss,
                          .width = LARGEST_PICTURE,
                          .library = library(),
                          .style = kf_style_at(j->choice % kf_style_count()),
                          .is_fragment = (j->choice & 64) != 0};
        kf_drawing_job work = {.arena = j->arena,
                               .scenes = &scene,
                               .count = 1,
                               .how = &how,
                               .sink = add,
                               .context = &first};
        kf_writer_write(kf_writer_at(i), &work, NULL);
        fuzz_expect(first.length > 0, "a picture of nothing");
        work.context = &second;
        if (turn % 2 == 0)
            kf_writer_write(kf_writer_at(i), &work, NULL);
        fuzz_expect(turn % 2 != 0 || (first.hash == second.hash && first.length == second.length),
                    "a picture that differs from itself");
        kf_loss_free(loss);
    }
}

// A film of the first positions, of another kind each time.
static void write_film(const job *j, const kf_figure *how) {
    kf_film_plan plan = {.record = j->record,
                         .node = kf_node_child(j->record, 0),
                         .delay = 10 * (1 + j->choice),
                         .how = *how};
    const kf_film_writer *writer = kf_film_writer_at(j->choice % 8);
    kf_node child;
    for (int i = 0; i < MOST_FRAMES && (child = kf_node_child(j->record, plan.node)) != 0; i++)
        plan.node = child;
    bool can = writer != NULL && (writer->needs == NULL ||
                                  (library() != NULL && library()->film(writer->name) != NULL));
    if (!can)
        writer = kf_film_writer_named("svg");
    kf_film *film = kf_film_new(&plan, NULL);
    kf_drawing drawing = {.width = LARGEST_PICTURE, .library = library()};
    sum first = {.hash = 0xCBF29CE484222325u}, second = first;
    fuzz_expect(film != NULL && kf_film_writer_run(writer, film, &drawing, add, &first, NULL),
                "a film that is not made");
    fuzz_expect(first.length > 0, "a film of nothing");
    (void)!kf_film_writer_run(writer, film, &drawing, add, &second, NULL);
    fuzz_expect(first.hash == second.hash, "a film that differs from itself");
    kf_film_free(film);
}

static void draw(void *context) {
    job *j = context;
    kf_node game = kf_node_child(j->record, 0);
    kf_figure_plan plan = {
        .moves = j->choice % 8 * 10, .variations = true, .continue_numbers = (j->choice & 1) != 0};
    plan.how = (kf_figure){.sides = j->choice >> 4,
                           .caption = {"", 0},
                           .rotate = j->choice % 8,
                           .crop_auto = (j->choice & 2) != 0,
                           .hide_marks = (j->choice & 128) != 0,
                           .coords = (kf_coords)(j->choice % 5)};
    write_film(j, &plan.how);
    size_t count;
    kf_figure *figures = kf_figure_list(j->arena, j->record, game, &plan, &count, NULL);
    kf_play *play = kf_play_in(j->arena, j->record, NULL);
    for (size_t i = 0; i < count && i < MOST_FIGURES; i++) {
        const kf_scene *scene = kf_scene_in(j->arena, play, &figures[i]);
        expect_scene(scene);
        write_some(j, scene, i + j->choice / 2);
        figures[i].kind = KF_FIGURE_POSITION;
        expect_scene(kf_scene_in(j->arena, play, &figures[i]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    kf_record *record = fuzz_read(data, size, NULL, 0);
    job j = {.record = record, .choice = size > 0 ? (uint8_t)(data[size / 2] + size) : 0};
    if (record != NULL && kf_node_child(record, 0) != 0 && (j.arena = kf_arena_new()) != NULL) {
        kf_arena_try(j.arena, draw, &j);
        kf_arena_free(j.arena);
    }
    kf_record_free(record);
    return 0;
}
