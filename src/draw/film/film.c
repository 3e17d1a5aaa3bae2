// SPDX-License-Identifier: MIT
// A line of play as a moving picture: which positions are shown, and for how long.
//
// Frames go along a line with one cursor, each a step from the last, so that a film of a long game
// costs its length.

#include "draw/film/film.h"

#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "draw/scene/scene.h"
#include "record/title.h"

// ---- The memory of one frame ----

kf_arena *kf_film_scratch(kf_film *film) {
    return film->scratch;
}

static kf_scene *make_scene(kf_film *film, const kf_figure *figure) {
    kf_arena_rewind(film->scratch, (kf_arena_level){0});
    return kf_scene_in(film->scratch, film->play, figure);
}

const kf_picture *kf_film_picture(kf_film *film, size_t index) {
    kf_figure figure = film->how;
    figure.node = film->frames[index].node;
    kf_scene *scene = make_scene(film, &figure);
    // All frames have one size, so nothing that changes stands above or below the board.
    scene->title = film->has_title ? film->title : (kf_text){"", 0};
    scene->caption = (kf_text){"", 0};
    scene->note_count = 0;
    return kf_shape_list(film->scratch, scene);
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

// Those from the first one to the last one.
static bool list_frames(kf_film *film, const kf_film_plan *plan, kf_log *log) {
    size_t count = 0;
    kf_node n = plan->node, before = plan->from != 0 ? kf_node_parent(plan->record, plan->from) : 0;
    for (; n != 0 && n != before; n = kf_node_parent(plan->record, n))
        count++;
    if (n != before || count == 0) {
        kf_log_add(log, KF_PROGRAM_ARGUMENT, (kf_place){0},
                   "the first position is not on the way to the last one");
        return false;
    }
    if (count > KF_FILM_FRAMES) {
        kf_log_add(log, KF_PROGRAM_SIZE, (kf_place){0},
                   "the line has %zu positions, and a film holds at most %d; '--start' and '--at' "
                   "make it shorter",
                   count, KF_FILM_FRAMES);
        return false;
    }
    film->frames = kf_arena_alloc(film->arena, count * sizeof *film->frames);
    film->count = count;
    for (n = plan->node; n != before; n = kf_node_parent(plan->record, n)) {
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
        how.node = film->frames[i].node;
        const kf_scene *scene = make_scene(film, &how);
        // An empty board at the beginning has nothing that it could be cut to.
        bool is_whole = scene->columns == scene->board_width && scene->rows == scene->board_height;
        if (i == 0 && film->count > 1 && is_whole)
            continue;
        size_t last = (size_t)scene->columns * (size_t)scene->rows - 1;
        widen(&film->how, scene->points[0].point, &is_first);
        widen(&film->how, scene->points[last].point, &is_first);
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

static kf_text title_of(const kf_film *film, const char *wanted) {
    if (wanted != NULL && wanted[0] != '\0')
        return kf_text_of(wanted);
    kf_text title =
        kf_title_in(film->arena, film->record, film->frames[0].node, film->how.language);
    return title.length > 0 ? title
                            : kf_text_of(kf_language_get(film->how.language, KF_WORD_A_GAME));
}

// What kf_film_new does in the protected call of the film's arena.
typedef struct errand {
    kf_arena *arena;
    const kf_film_plan *plan;
    kf_log *log;
    kf_film *film;
} errand;

static void lay_out(void *context) {
    errand *e = context;
    const kf_film_plan *plan = e->plan;
    kf_film *film = kf_arena_alloc(e->arena, sizeof *film);
    *film = (kf_film){.record = plan->record,
                      .how = plan->how,
                      .has_title = plan->title != NULL,
                      .plays = plan->plays,
                      .arena = e->arena};
    film->play = kf_play_in(e->arena, plan->record, NULL);
    film->scratch = kf_arena_new_in(e->arena);
    film->how.kind = KF_FIGURE_POSITION;
    film->how.keep_coords = true;
    if (!list_frames(film, plan, e->log))
        return;
    choose_region(film);
    film->title = title_of(film, plan->title);
    e->film = film;
}

kf_film *kf_film_new(const kf_film_plan *plan, kf_log *log) {
    errand e = {kf_arena_new(), plan, log, NULL};
    if (e.arena == NULL || !kf_arena_try(e.arena, lay_out, &e)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        e.film = NULL;
    }
    if (e.film == NULL)
        kf_arena_free(e.arena);
    return e.film;
}

void kf_film_free(kf_film *film) {
    if (film != NULL)
        kf_arena_free(film->arena);
}
