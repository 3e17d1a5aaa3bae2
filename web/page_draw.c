// SPDX-License-Identifier: MIT
// What a place looks like: the figure as data for the board on the page, and as a picture.

#include "base/json.h"
#include "page.h"
#include "record/language.h"
#include <kifu/picture.h>

static kf_figure figure_of(const page *p) {
    kf_figure figure = {.node = p->node, .sides = KF_SIDES_ALL};
    bool is_thumbnail = (p->how & HOW_THUMBNAIL) != 0;
    figure.crop_auto = (p->how & HOW_CROPPED) != 0;
    figure.hide_marks = figure.hide_last = is_thumbnail;
    figure.hide_ghosts = (p->how & (HOW_THUMBNAIL | HOW_QUESTION)) != 0;
    if (is_thumbnail || (p->how & HOW_NAMELESS) != 0) {
        figure.coords = KF_COORDS_NONE;
        figure.sides = 0;
    }
    if ((p->how & HOW_NUMBERED) != 0) {
        figure.kind = KF_FIGURE_MOVES;
        figure.from = kf_node_child(p->record, kf_node_game(p->record, p->node));
    }
    return figure;
}

static kf_scene *scene_of(const page *p, const kf_figure *figure) {
    kf_scene *scene = kf_scene_new(p->play, figure);
    if (scene == NULL)
        __builtin_trap();
    return scene;
}

// ---- The scene as data ----

// What lies on the points, for the count.
static void tell_stones(page *p, const kf_scene *scene) {
    size_t count = (size_t)scene->rows * (size_t)scene->columns;
    char *signs = kf_arena_alloc(p->arena, count + 1);
    for (size_t i = 0; i < count; i++)
        signs[i] = ".XO"[scene->points[i].stone];
    kf_json_text(&p->answer, "stones", (kf_text){signs, count});
}

// The picture, with its words left to the page; the page touches what is told of its places.
static void tell_picture(page *p, const kf_scene *scene) {
    kf_scene bare = *scene;
    kf_extent extent;
    kf_buffer svg = {.arena = p->arena};
    kf_drawing how = {.is_fragment = true};
    bare.title = bare.caption = bare.alternative = (kf_text){"", 0};
    bare.note_count = 0;
    (void)!kf_shape_extent(&bare, &extent);
    (void)!kf_svg_write(&bare, &how, kf_buffer_sink, &svg);
    kf_json_text(&p->answer, "svg", kf_buffer_text(&svg));
    kf_json_number(&p->answer, "x", extent.x / 10);
    kf_json_number(&p->answer, "y", extent.y / 10);
    kf_json_number(&p->answer, "across", extent.width / 10);
    kf_json_number(&p->answer, "down", extent.height / 10);
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
    tell_stones(p, scene);
    tell_picture(p, scene);
}

// A letter of SGF as a number from 0.
static int place_of(char letter) {
    return letter >= 'a' ? letter - 'a' : letter - 'A' + 26;
}

// In Ishi the labels of variations stand on the board before them, and would tell the answer.
static void hide_answers(const page *p, kf_scene *scene) {
    for (kf_node n = kf_node_child(p->record, p->node); n != 0; n = kf_node_next(p->record, n)) {
        kf_text value;
        if ((kf_property_get(p->record, n, "B", &value) ||
             kf_property_get(p->record, n, "W", &value)) &&
            value.length == 2) {
            int x = place_of(value.data[0]), y = place_of(value.data[1]);
            kf_scene_point *point = kf_scene_at(scene, kf_point_at(x, y));
            if (point != NULL)
                point->label = (kf_text){"", 0};
        }
    }
}

void page_draw_scene(void *context) {
    page *p = context;
    kf_figure figure = figure_of(p);
    kf_scene *scene = scene_of(p, &figure);
    if ((p->how & HOW_HIDE_ANSWERS) != 0)
        hide_answers(p, scene);
    kf_json_open(&p->answer, NULL, '{');
    tell_scene(p, scene);
    kf_json_close(&p->answer, '}');
    kf_scene_free(scene);
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
    kf_scene *scene = scene_of(p, &figure);
    if ((p->how & HOW_THUMBNAIL) != 0) {
        scene->title = scene->caption = (kf_text){"", 0};
        scene->note_count = 0;
    }
    (void)!kf_svg_write(scene, NULL, keep, p);
    kf_scene_free(scene);
}

// ---- Words ----

// A page speaks one language: English, until it hands over the words of its own. The build writes
// the English ones down from the library's table.
static struct {
    const char *words[KF_WORDS];
    bool is_close;
} spoken = {{
#include "english.inc"
}};

// A word in a line, in the order of the table, each ended by its newline; before them "1" where no
// space stands between words, else "0". They stay with the page.
__attribute__((export_name("speak"))) void page_speak(char *lines) {
    spoken.is_close = *lines++ == '1';
    for (size_t i = 0; i < KF_WORDS && *lines != '\0'; i++) {
        spoken.words[i] = lines;
        while (*lines != '\n')
            lines++;
        *lines++ = '\0';
    }
}

const char *kf_language_get(kf_language language, kf_word word) {
    (void)language;
    return spoken.words[word];
}

bool kf_language_is_close(kf_language language) {
    (void)language;
    return spoken.is_close;
}

// Scenes here have the first language, which a picture does not name: the page around it does.
const char *kf_language_tag(kf_language language) {
    (void)language;
    return "";
}
