// SPDX-License-Identifier: MIT
// The lines below a board of text that say what its signs cannot show.

#include "draw/scene/scene.h"

#include "base/text.h"

void kf_legend_add(kf_legend *legend, kf_text line) {
    legend->lines = kf_arena_grow(legend->arena, legend->lines, &legend->capacity,
                                  legend->count + 1, sizeof *legend->lines);
    legend->lines[legend->count++] = line;
}

// The name of a point of the scene; A1 where the scene names none.
static void name_point(const kf_scene *scene, kf_point point, char text[KF_POINT_TEXT]) {
    // A turned board that is not square was higher than it is now, or wider: the larger of both
    // never refuses a point, and on square boards they are the same.
    int width = scene->board_width, height = scene->board_height;
    if (!kf_point_is_on(point, width, height)) {
        width = scene->board_height;
        height = scene->board_width;
    }
    kf_point_write(point, scene->coords == KF_COORDS_NONE ? KF_COORDS_A1 : scene->coords, width,
                   height, text);
}

int kf_legend_number(const kf_scene_point *point) {
    enum { MOST = 9999 };
    int number;
    bool has_number = point->stone != KF_EMPTY && !point->is_hidden && point->label.length > 0 &&
                      kf_text_number(point->label, &number);
    return has_number && number <= MOST ? number : 0;
}

kf_word kf_legend_mark(kf_mark mark) {
    static const kf_word words[KF_MARK_COUNT] = {
        [KF_MARK_TRIANGLE] = KF_WORD_TRIANGLES, [KF_MARK_SQUARE] = KF_WORD_SQUARES,
        [KF_MARK_CIRCLE] = KF_WORD_CIRCLES,     [KF_MARK_CROSS] = KF_WORD_CROSSES,
        [KF_MARK_SELECTED] = KF_WORD_SELECTED,  [KF_MARK_DIAMOND] = KF_WORD_DIAMONDS,
        [KF_MARK_CHECK] = KF_WORD_CHECKS,       [KF_MARK_LAST] = KF_WORD_LAST_MOVE,
    };
    return words[mark];
}

static const char *say(const kf_legend *legend, kf_word word) {
    return kf_language_get(legend->scene->language, word);
}

void kf_legend_say(kf_legend *legend, kf_word word) {
    kf_legend_add(legend, kf_text_of(say(legend, word)));
}

void kf_legend_points(kf_legend *legend, kf_word what, const char *kind, kf_legend_test *test,
                      const void *context) {
    const kf_scene *scene = legend->scene;
    size_t points = (size_t)scene->columns * (size_t)scene->rows;
    kf_buffer line = {.arena = legend->arena};
    for (size_t i = 0; i < points; i++) {
        const kf_scene_point *point = &scene->points[i];
        char name[KF_POINT_TEXT];
        if (!test(point, context))
            continue;
        name_point(scene, point->point, name);
        bool is_first = line.length == 0;
        kf_buffer_add_string(&line, is_first ? say(legend, what) : ",");
        kf_buffer_add_string(&line, is_first ? ": " : " ");
        kf_buffer_add_string(&line, name);
        if (kind != NULL)
            kf_loss_add(legend->loss, true, kf_text_of(kind), 0);
    }
    if (line.length > 0)
        kf_legend_add(legend, kf_buffer_text(&line));
}

// The name of the record's point that is shown at that point of the shown board.
static void name_shown(const kf_scene *scene, kf_point shown, char text[KF_POINT_TEXT]) {
    const kf_scene_point *point = kf_scene_at(scene, shown);
    name_point(scene, point != NULL ? point->point : shown, text);
}

static bool is_ghost(const kf_scene_point *point, const void *context) {
    return point->ghost == *(const uint8_t *)context && point->stone == KF_EMPTY;
}

void kf_legend_signs(kf_legend *legend, kf_legend_test *mark_test, kf_legend_test *territory_test) {
    for (int i = KF_MARK_TRIANGLE; i < KF_MARK_LAST; i++) {
        kf_mark mark = (kf_mark)i;
        kf_legend_points(legend, kf_legend_mark(mark), "mark", mark_test, &mark);
    }
    for (int i = KF_BLACK; i <= KF_WHITE; i++) {
        uint8_t colour = (uint8_t)i;
        bool is_black = colour == KF_BLACK;
        kf_legend_points(legend, is_black ? KF_WORD_BLACK_AREA : KF_WORD_WHITE_AREA, "territory",
                         territory_test, &colour);
        kf_legend_points(legend, is_black ? KF_WORD_BLACK_BEGINS : KF_WORD_WHITE_BEGINS,
                         "variation", is_ghost, &colour);
    }
}

void kf_legend_lines(kf_legend *legend) {
    const kf_scene *scene = legend->scene;
    for (size_t i = 0; i < scene->line_count; i++) {
        const kf_scene_line *line = &scene->lines[i];
        kf_buffer text = {.arena = legend->arena};
        char name[KF_POINT_TEXT];
        kf_buffer_add_string(&text, say(legend, line->is_arrow ? KF_WORD_ARROW : KF_WORD_LINE));
        kf_buffer_add_string(&text, ": ");
        name_shown(scene, line->from, name);
        kf_buffer_add_string(&text, name);
        kf_buffer_add_string(&text, " - ");
        name_shown(scene, line->to, name);
        kf_buffer_add_string(&text, name);
        kf_legend_add(legend, kf_buffer_text(&text));
        kf_loss_add(legend->loss, true, line->is_arrow ? KF_TEXT("arrow") : KF_TEXT("line"), 0);
    }
}

void kf_legend_label(kf_legend *legend, const kf_scene_point *point) {
    kf_buffer text = {.arena = legend->arena};
    char name[KF_POINT_TEXT];
    name_point(legend->scene, point->point, name);
    kf_buffer_add_string(&text, name);
    kf_buffer_add_string(&text, ": ");
    kf_buffer_add_text(&text, point->label);
    kf_legend_add(legend, kf_buffer_text(&text));
}
