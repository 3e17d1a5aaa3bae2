// SPDX-License-Identifier: MIT
// What a place looks like: the figure as data for the board on the page, and as a picture.

#include "base/json.h"
#include "draw/picture/picture.h"
#include "draw/scene/scene.h"
#include "page.h"

static kf_figure figure_of(const page *p) {
    kf_figure figure = {.node = p->node, .sides = KF_SIDES_ALL};
    bool is_thumbnail = (p->how & HOW_THUMBNAIL) != 0;
    figure.crop_auto = (p->how & HOW_CROPPED) != 0;
    figure.hide_marks = figure.hide_last = is_thumbnail;
    figure.hide_ghosts = (p->how & (HOW_THUMBNAIL | HOW_QUESTION)) != 0;
    if (is_thumbnail) {
        figure.coords = KF_COORDS_NONE;
        figure.sides = 0;
    }
    if ((p->how & HOW_NUMBERED) != 0) {
        figure.kind = KF_FIGURE_MOVES;
        figure.from = kf_node_child(p->record, kf_node_game(p->record, p->node));
    }
    return figure;
}

// ---- The scene as data ----

static void tell_points(page *p, const kf_scene *scene) {
    size_t count = (size_t)scene->rows * (size_t)scene->columns;
    char *signs = kf_arena_alloc(p->arena, count + 1);
    // One sign a point: stones in the low bits, then ghosts, territory and three yes or no.
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (size_t i = 0; i < count; i++) {
        const kf_scene_point *point = &scene->points[i];
        signs[i] = digits[point->stone | point->ghost << 2 | point->territory << 4];
    }
    kf_json_text(&p->answer, "points", (kf_text){signs, count});
    for (size_t i = 0; i < count; i++) {
        const kf_scene_point *point = &scene->points[i];
        int flags = point->is_dimmed | point->is_hidden << 1 | point->is_numbered << 2;
        signs[i] = digits[flags | point->is_hoshi << 3];
    }
    kf_json_text(&p->answer, "flags", (kf_text){signs, count});
}

static void tell_signs(page *p, const kf_scene *scene) {
    size_t count = (size_t)scene->rows * (size_t)scene->columns;
    kf_json_open(&p->answer, "signs", '[');
    for (size_t i = 0; i < count; i++) {
        const kf_scene_point *point = &scene->points[i];
        if (point->mark == KF_MARK_NONE && point->label.length == 0)
            continue;
        kf_json_open(&p->answer, NULL, '[');
        kf_json_number(&p->answer, NULL, (long)i);
        kf_json_number(&p->answer, NULL, point->mark);
        kf_json_text(&p->answer, NULL, point->label);
        kf_json_close(&p->answer, ']');
    }
    kf_json_close(&p->answer, ']');
}

static void tell_lines(page *p, const kf_scene *scene) {
    kf_json_open(&p->answer, "lines", '[');
    for (size_t i = 0; i < scene->line_count; i++) {
        const kf_scene_line *line = &scene->lines[i];
        kf_json_open(&p->answer, NULL, '[');
        kf_json_number(&p->answer, NULL, kf_point_column(line->from));
        kf_json_number(&p->answer, NULL, kf_point_row(line->from));
        kf_json_number(&p->answer, NULL, kf_point_column(line->to));
        kf_json_number(&p->answer, NULL, kf_point_row(line->to));
        kf_json_number(&p->answer, NULL, line->is_arrow);
        kf_json_close(&p->answer, ']');
    }
    kf_json_close(&p->answer, ']');
}

static void tell_scene(page *p, const kf_scene *scene) {
    kf_buffer *out = &p->answer;
    kf_json_number(out, "width", scene->board_width);
    kf_json_number(out, "height", scene->board_height);
    kf_json_number(out, "left", scene->left);
    kf_json_number(out, "top", scene->top);
    kf_json_number(out, "columns", scene->columns);
    kf_json_number(out, "rows", scene->rows);
    kf_json_text(out, "title", scene->title);
    kf_json_text(out, "caption", scene->caption);
    kf_json_text(out, "comment", scene->comment);
    kf_json_text(out, "words", scene->alternative);
    kf_json_number(out, "toMove", scene->to_move);
    kf_json_open(out, "notes", '[');
    for (size_t i = 0; i < scene->note_count; i++)
        kf_json_text(out, NULL, scene->notes[i]);
    kf_json_close(out, ']');
    tell_points(p, scene);
    tell_signs(p, scene);
    tell_lines(p, scene);
}

void page_draw_scene(void *context) {
    page *p = context;
    kf_figure figure = figure_of(p);
    const kf_scene *scene = kf_scene_new(p->arena, p->play, &figure);
    kf_json_open(&p->answer, NULL, '{');
    tell_scene(p, scene);
    kf_json_close(&p->answer, '}');
}

// ---- The picture ----

static bool keep(void *context, const void *bytes, size_t length) {
    page *p = context;
    kf_buffer_add(&p->answer, bytes, length);
    return true;
}

void page_draw_svg(void *context) {
    page *p = context;
    kf_figure figure = figure_of(p);
    kf_scene *scene = kf_scene_new(p->arena, p->play, &figure);
    if ((p->how & HOW_THUMBNAIL) != 0) {
        scene->title = scene->caption = (kf_text){"", 0};
        scene->note_count = 0;
    }
    kf_drawing how = {.style = NULL};
    kf_drawing_job job = {p->arena, (const kf_scene *const *)&scene, 1, &how, keep, p};
    (void)!kf_svg_writer.write(&job, NULL);
}
