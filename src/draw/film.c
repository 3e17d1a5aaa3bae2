// SPDX-License-Identifier: MIT
// A line of play as a moving picture: which positions are shown, and for how long.

#include "draw/film.h"

#include <string.h>

#include "base/buffer.h"
#include "base/log.h"
#include "base/text.h"
#include "draw/scene.h"
#include "record/value.h"

// ---- The memory of one frame ----

static void free_scratch(void *what) {
    kf_film *film = what;
    kf_arena_free(film->scratch);
    film->scratch = NULL;
}

kf_arena *kf_film_scratch(kf_film *film) {
    return film->scratch;
}

static void renew_scratch(kf_film *film) {
    free_scratch(film);
    film->scratch = kf_arena_new();
    if (film->scratch == NULL)
        kf_arena_fail(film->arena);
}

// What is made in a protected call of the scratch memory; a failure there is one of the film's.
typedef struct making {
    kf_film *film;
    const kf_figure *figure;
    kf_scene *scene;
    kf_picture *picture;
} making;

static void make_scene(void *context) {
    making *m = context;
    m->scene = kf_scene_new(m->film->scratch, m->film->record, m->figure);
}

static void make_picture(void *context) {
    making *m = context;
    make_scene(m);
    // All frames have one size, so nothing stands above or below the board.
    m->scene->title = m->scene->caption = (kf_text){"", 0};
    m->scene->note_count = 0;
    m->picture = kf_shape_list(m->film->scratch, m->scene);
}

static void make(making *m, void (*body)(void *)) {
    renew_scratch(m->film);
    if (!kf_arena_try(m->film->scratch, body, m))
        kf_arena_fail(m->film->arena);
}

const kf_picture *kf_film_picture(kf_film *film, size_t index) {
    kf_figure figure = film->how;
    making m = {.film = film, .figure = &figure};
    figure.node = film->frames[index].node;
    make(&m, make_picture);
    return m.picture;
}

// ---- Which frames ----

// How long a position stands: longer when there is something to read.
static int delay_of(const kf_film_plan *plan, kf_node node) {
    kf_text comment;
    int64_t more = 0;
    if (kf_property_get(plan->record, node, "C", &comment))
        more = (int64_t)kf_text_characters(comment) * KF_FILM_PER_SIGN;
    if (more > KF_FILM_LONGEST)
        more = KF_FILM_LONGEST;
    return plan->delay + (int)more + (node == plan->node ? KF_FILM_END : 0);
}

// Those from the root to the last one.
static bool list_frames(kf_film *film, const kf_film_plan *plan, kf_log *log) {
    size_t count = 0;
    for (kf_node n = plan->node; n != 0; n = kf_node_parent(plan->record, n))
        count++;
    if (count > KF_FILM_FRAMES) {
        kf_log_add(
            log, KF_PROGRAM_SIZE, (kf_place){0},
            "the line has %zu positions, and a film holds at most %d; '--at' ends it earlier",
            count, KF_FILM_FRAMES);
        return false;
    }
    film->frames = kf_arena_alloc(film->arena, count * sizeof *film->frames);
    film->count = count;
    for (kf_node n = plan->node; n != 0; n = kf_node_parent(plan->record, n)) {
        film->frames[--count] = (kf_film_frame){n, delay_of(plan, n)};
        film->length += delay_of(plan, n);
    }
    return true;
}

// ---- Which part of the board ----

static void widen(kf_figure *how, kf_point point, bool *is_first) {
    int x = kf_point_column(point), y = kf_point_row(point);
    int left = kf_point_column(how->crop_first), top = kf_point_row(how->crop_first);
    int right = kf_point_column(how->crop_last), bottom = kf_point_row(how->crop_last);
    if (*is_first) {
        how->crop_first = how->crop_last = point;
        *is_first = false;
        return;
    }
    how->crop_first = kf_point_at(x < left ? x : left, y < top ? y : top);
    how->crop_last = kf_point_at(x > right ? x : right, y > bottom ? y : bottom);
}

// The part that holds what every frame alone would be cut to.
static void join_crops(kf_film *film) {
    kf_figure how = film->how;
    bool is_first = true;
    for (size_t i = 0; i < film->count; i++) {
        making m = {.film = film, .figure = &how};
        how.node = film->frames[i].node;
        make(&m, make_scene);
        // An empty board at the beginning has nothing that it could be cut to.
        bool is_whole =
            m.scene->columns == m.scene->board_width && m.scene->rows == m.scene->board_height;
        if (i == 0 && film->count > 1 && is_whole)
            continue;
        size_t last = (size_t)m.scene->columns * (size_t)m.scene->rows - 1;
        widen(&film->how, m.scene->points[0].point, &is_first);
        widen(&film->how, m.scene->points[last].point, &is_first);
    }
}

static void choose_region(kf_film *film) {
    int width, height;
    if (film->how.crop)
        return;
    if (film->how.crop_auto) {
        join_crops(film);
    } else {
        kf_record_board(film->record, kf_node_game(film->record, film->frames[0].node), &width,
                        &height);
        film->how.crop_first = kf_point_at(0, 0);
        film->how.crop_last = kf_point_at(width - 1, height - 1);
    }
    film->how.crop = true;
}

// ---- The film ----

static void add_fact(kf_buffer *out, const kf_film *film, const char *before, const char *name) {
    kf_text value;
    if (!kf_property_get(film->record, film->frames[0].node, name, &value) || value.length == 0)
        return;
    if (out->length > 0)
        kf_buffer_add_string(out, before);
    kf_value_plain(out, value, true);
}

static kf_text title_of(const kf_film *film) {
    kf_buffer out = {.arena = film->arena};
    add_fact(&out, film, "", "GN");
    add_fact(&out, film, ": ", "PB");
    add_fact(&out, film, " - ", "PW");
    return out.length > 0 ? kf_buffer_text(&out) : KF_TEXT("A game of Go");
}

kf_film *kf_film_new(const kf_film_plan *plan, kf_log *log) {
    kf_arena *arena = plan->arena;
    kf_film *film = kf_arena_alloc(arena, sizeof *film);
    *film = (kf_film){.record = plan->record, .how = plan->how, .arena = arena};
    kf_arena_defer(arena, free_scratch, film);
    film->how.kind = KF_FIGURE_POSITION;
    film->how.keep_coords = true;
    if (!list_frames(film, plan, log))
        return NULL;
    choose_region(film);
    film->title = title_of(film);
    return film;
}
