// SPDX-License-Identifier: MIT
// Makes scenes: gathers what a figure shows, cuts its region out, turns it and names its lines.
//
// A scene knows what stands on each point and nothing of sizes, colours or files. So a picture in
// text, on the page or in a book cannot say different things of one position.

#include "draw/scene/scene.h"

#include <string.h>

#include "base/text.h"
#include "record/record.h"

enum { CROP_MARGIN = 2, MANY = 1000 };

// ---- The region ----

// Part of the board, in points; right and bottom belong to it.
typedef struct region {
    int left, top, right, bottom;
    bool is_empty;
} region;

static void widen(region *r, kf_point point) {
    int x = kf_point_column(point), y = kf_point_row(point);
    r->left = r->is_empty || x < r->left ? x : r->left;
    r->top = r->is_empty || y < r->top ? y : r->top;
    r->right = r->is_empty || x > r->right ? x : r->right;
    r->bottom = r->is_empty || y > r->bottom ? y : r->bottom;
    r->is_empty = false;
}

static bool shows_anything(const kf_scene_point *p) {
    return p->stone != KF_EMPTY || p->ghost != KF_EMPTY || p->territory != KF_EMPTY ||
           p->mark != KF_MARK_NONE || p->label.length > 0;
}

// Whether a figure speaks of the point: a stone without a number only lies there.
static bool speaks(const kf_scene_point *p) {
    return p->ghost != KF_EMPTY || p->mark != KF_MARK_NONE || p->label.length > 0;
}

// What is there with a margin. Where the edge is near the region goes on to it, since the edge
// matters to what stands beside it.
static region what_is_there(const kf_sheet *sheet) {
    region r = {.is_empty = true};
    int margin = sheet->figure->crop_margin > 0 ? sheet->figure->crop_margin : CROP_MARGIN;
    size_t count = (size_t)sheet->width * (size_t)sheet->height;
    for (size_t i = 0; i < count; i++)
        if (sheet->figure->crop_moves ? speaks(&sheet->points[i])
                                      : shows_anything(&sheet->points[i]))
            widen(&r, sheet->points[i].point);
    for (size_t i = 0; i < sheet->line_count; i++) {
        widen(&r, sheet->lines[i].from);
        widen(&r, sheet->lines[i].to);
    }
    if (r.is_empty)
        return (region){0, 0, sheet->width - 1, sheet->height - 1, false};
    int snap = margin + 1;
    r.left = r.left <= snap ? 0 : r.left - margin;
    r.top = r.top <= snap ? 0 : r.top - margin;
    r.right = r.right >= sheet->width - 1 - snap ? sheet->width - 1 : r.right + margin;
    r.bottom = r.bottom >= sheet->height - 1 - snap ? sheet->height - 1 : r.bottom + margin;
    return r;
}

static int within(int value, int limit) {
    return value < 0 ? 0 : value < limit ? value : limit - 1;
}

static region choose_region(const kf_sheet *sheet) {
    const kf_figure *figure = sheet->figure;
    region r = {0, 0, sheet->width - 1, sheet->height - 1, false};
    if (figure->crop) {
        r.is_empty = true;
        widen(&r, figure->crop_first);
        widen(&r, figure->crop_last);
    } else if (sheet->is_viewed) {
        r = (region){sheet->left, sheet->top, sheet->right, sheet->bottom, false};
    } else if (figure->crop_auto || figure->crop_moves) {
        r = what_is_there(sheet);
    }
    r.left = within(r.left, sheet->width);
    r.right = within(r.right, sheet->width);
    r.top = within(r.top, sheet->height);
    r.bottom = within(r.bottom, sheet->height);
    return r;
}

// ---- Turning ----

// Where a point of a board comes to lie when the board is mirrored, then turned. The size is that
// of the board before.
static kf_point turned(kf_point point, int width, int height, int rotate) {
    int x = kf_point_column(point), y = kf_point_row(point);
    if ((rotate & 4) != 0)
        x = width - 1 - x;
    for (int i = 0; i < (rotate & 3); i++) {
        int old_x = x, old_height = i % 2 == 0 ? height : width;
        x = old_height - 1 - y;
        y = old_x;
    }
    return kf_point_at(x, y);
}

static region turned_region(region r, int width, int height, int rotate) {
    region out = {.is_empty = true};
    widen(&out, turned(kf_point_at(r.left, r.top), width, height, rotate));
    widen(&out, turned(kf_point_at(r.right, r.bottom), width, height, rotate));
    return out;
}

// ---- Names of lines ----

static void name_column(int column, int width, kf_coords coords, kf_buffer *out) {
    char letters[3];
    if (coords == KF_COORDS_JAPANESE)
        kf_buffer_add_number(out, width - column);
    else if (coords == KF_COORDS_SGF)
        kf_buffer_add_char(out, (char)(column < 26 ? 'a' + column : 'A' + column - 26));
    else
        kf_buffer_add(out, letters, kf_point_letters(column, letters));
}

static void name_row(int row, int height, kf_coords coords, kf_buffer *out) {
    if (coords == KF_COORDS_SGF)
        kf_buffer_add_char(out, (char)(row < 26 ? 'a' + row : 'A' + row - 26));
    else
        kf_buffer_add_number(out, coords == KF_COORDS_A1 ? height - row : row + 1);
}

// The name of the line through a point: that of its column or row before the board was turned.
static kf_text name_of(kf_arena *arena, const kf_scene *scene, kf_point point, bool is_column,
                       bool is_turned) {
    kf_buffer out = {.arena = arena};
    if (is_column)
        name_column(kf_point_column(point), is_turned ? scene->board_height : scene->board_width,
                    scene->coords, &out);
    else
        name_row(kf_point_row(point), is_turned ? scene->board_width : scene->board_height,
                 scene->coords, &out);
    kf_text name = {kf_arena_copy(arena, out.data, out.length), out.length};
    kf_arena_release(arena, out.data);
    return name;
}

static void name_lines(kf_arena *arena, kf_scene *scene, int rotate) {
    bool is_turned = rotate % 2 == 1;
    size_t columns = (size_t)scene->columns, rows = (size_t)scene->rows;
    scene->column_names = kf_arena_alloc(arena, columns * sizeof *scene->column_names);
    scene->row_names = kf_arena_alloc(arena, rows * sizeof *scene->row_names);
    for (size_t i = 0; i < columns; i++)
        scene->column_names[i] =
            name_of(arena, scene, scene->points[i].point, !is_turned, is_turned);
    for (size_t i = 0; i < rows; i++)
        scene->row_names[i] =
            name_of(arena, scene, scene->points[i * columns].point, is_turned, is_turned);
}

// ---- The scene ----

static bool is_within(const kf_scene *scene, kf_point point) {
    int x = kf_point_column(point) - scene->left, y = kf_point_row(point) - scene->top;
    return x >= 0 && y >= 0 && x < scene->columns && y < scene->rows;
}

static void copy_points(const kf_sheet *sheet, kf_scene *scene, region from, int rotate) {
    size_t count = (size_t)scene->columns * (size_t)scene->rows;
    scene->points = kf_arena_alloc(sheet->arena, count * sizeof *scene->points);
    for (int row = from.top; row <= from.bottom; row++) {
        for (int column = from.left; column <= from.right; column++) {
            kf_point point = kf_point_at(column, row);
            kf_point to = turned(point, sheet->width, sheet->height, rotate);
            int x = kf_point_column(to) - scene->left, y = kf_point_row(to) - scene->top;
            scene->points[y * scene->columns + x] =
                sheet->points[kf_scene_sheet_index(sheet, point)];
        }
    }
}

static void copy_lines(const kf_sheet *sheet, kf_scene *scene, int rotate) {
    scene->lines = kf_arena_alloc(sheet->arena, (sheet->line_count + 1) * sizeof *scene->lines);
    for (size_t i = 0; i < sheet->line_count; i++) {
        kf_scene_line line = sheet->lines[i];
        line.from = turned(line.from, sheet->width, sheet->height, rotate);
        line.to = turned(line.to, sheet->width, sheet->height, rotate);
        if (is_within(scene, line.from) && is_within(scene, line.to))
            scene->lines[scene->line_count++] = line;
    }
    if (sheet->lines != NULL)
        kf_arena_release(sheet->arena, sheet->lines);
}

// Where there are many, they stay where they are.
static void copy_notes(const kf_sheet *sheet, kf_scene *scene) {
    scene->note_count = sheet->note_count;
    if (sheet->note_count > MANY) {
        scene->notes = kf_arena_resize(sheet->arena, sheet->notes,
                                       (sheet->note_count + 1) * sizeof *scene->notes);
        return;
    }
    scene->notes = kf_arena_alloc(sheet->arena, (sheet->note_count + 1) * sizeof *scene->notes);
    if (sheet->note_count > 0)
        memcpy(scene->notes, sheet->notes, sheet->note_count * sizeof *scene->notes);
    if (sheet->notes != NULL)
        kf_arena_release(sheet->arena, sheet->notes);
}

// What is said outside of the rectangle that somebody asked for; VW leaves out what it means to.
static void count_cut(const kf_sheet *sheet, kf_scene *scene, region r) {
    size_t count = (size_t)sheet->width * (size_t)sheet->height;
    for (size_t i = 0; i < count; i++) {
        const kf_scene_point *p = &sheet->points[i];
        int x = kf_point_column(p->point), y = kf_point_row(p->point);
        if (x >= r.left && x <= r.right && y >= r.top && y <= r.bottom)
            continue;
        bool is_last = p->mark == KF_MARK_LAST;
        scene->cut_marks += (p->mark != KF_MARK_NONE && !is_last) || p->territory != KF_EMPTY;
        scene->cut_labels += p->label.length > 0;
    }
    scene->cut_lines = (int)(sheet->line_count - scene->line_count);
}

static void cut_out(const kf_sheet *sheet, kf_scene *scene) {
    const kf_figure *figure = sheet->figure;
    int rotate = figure->rotate & 7;
    bool is_turned = rotate % 2 == 1;
    region from = choose_region(sheet);
    region to = turned_region(from, sheet->width, sheet->height, rotate);
    scene->record_width = sheet->width;
    scene->record_height = sheet->height;
    scene->board_width = is_turned ? sheet->height : sheet->width;
    scene->board_height = is_turned ? sheet->width : sheet->height;
    scene->left = to.left;
    scene->top = to.top;
    scene->columns = to.right - to.left + 1;
    scene->rows = to.bottom - to.top + 1;
    scene->coords = figure->coords;
    scene->sides = figure->sides;
    bool has_none = figure->coords == KF_COORDS_NONE ||
                    ((sheet->flags & KF_FG_NO_COORDS) != 0 && !figure->keep_coords);
    if (has_none)
        scene->sides = 0;
    copy_points(sheet, scene, from, rotate);
    copy_lines(sheet, scene, rotate);
    if (figure->crop)
        count_cut(sheet, scene, from);
    copy_notes(sheet, scene);
    name_lines(sheet->arena, scene, rotate);
}

static bool shows_moves(const kf_figure *figure) {
    if (figure->kind == KF_FIGURE_AUTO)
        return figure->from != 0;
    return figure->kind == KF_FIGURE_MOVES;
}

// A cursor with an arena of its own says that its memory ended; there is nothing to be shown then.
static void expect_cursor(const kf_sheet *sheet) {
    if (kf_play_failed(sheet->play))
        kf_arena_fail(sheet->arena);
}

kf_scene *kf_scene_in(kf_arena *arena, kf_play *play, const kf_figure *figure) {
    kf_scene *scene = kf_arena_alloc(arena, sizeof *scene);
    kf_sheet sheet = {.arena = arena,
                      .record = play->record,
                      .play = play,
                      .figure = figure,
                      .is_moves = shows_moves(figure),
                      .last = KF_NOWHERE,
                      .name = {"", 0}};
    memset(scene, 0, sizeof *scene);
    kf_scene_moves_begin(&sheet);
    expect_cursor(&sheet);
    kf_scene_sheet_clear(&sheet, play->board.width, play->board.height);
    kf_scene_marks_flags(&sheet);
    kf_scene_marks_read(&sheet);
    kf_scene_moves_put(&sheet);
    kf_scene_ishi_put(&sheet);
    expect_cursor(&sheet);
    kf_scene_marks_settle(&sheet);
    cut_out(&sheet, scene);
    scene->first_number = sheet.first_number;
    scene->last_number = sheet.last_number;
    scene->to_move = sheet.to_move;
    scene->language = figure->language;
    kf_scene_words_put(&sheet, scene);
    kf_scene_sheet_end(&sheet);
    return scene;
}

kf_scene_point *kf_scene_at(const kf_scene *scene, kf_point point) {
    if (!is_within(scene, point))
        return NULL;
    int x = kf_point_column(point) - scene->left, y = kf_point_row(point) - scene->top;
    return &scene->points[y * scene->columns + x];
}

// ---- Scenes with memory of their own ----

// What a scene is made of, and the scene.
typedef struct making {
    kf_arena *arena;
    kf_play *play; // NULL: an empty board of the size
    const kf_figure *figure;
    int width, height;
    kf_scene *scene;
} making;

static void empty(making *m) {
    kf_scene *scene = m->scene = kf_arena_alloc(m->arena, sizeof *scene);
    kf_sheet sheet = {.arena = m->arena, .figure = m->figure};
    memset(scene, 0, sizeof *scene);
    scene->language = m->figure->language;
    kf_scene_sheet_clear(&sheet, m->width, m->height);
    cut_out(&sheet, scene);
    scene->title = scene->caption = scene->comment = (kf_text){"", 0};
    scene->alternative = kf_text_of(kf_language_get(m->figure->language, KF_WORD_EMPTY_BOARD));
    kf_scene_sheet_end(&sheet);
}

static void make_protected(void *context) {
    making *m = context;
    if (m->play != NULL)
        m->scene = kf_scene_in(m->arena, m->play, m->figure);
    else
        empty(m);
    m->scene->memory = m->arena;
}

static kf_scene *make(making *m) {
    m->arena = kf_arena_new();
    if (m->arena != NULL && kf_arena_try(m->arena, make_protected, m))
        return m->scene;
    kf_arena_free(m->arena);
    return NULL;
}

kf_scene *kf_scene_new(kf_play *play, const kf_figure *figure) {
    return make(&(making){.play = play, .figure = figure});
}

kf_scene *kf_scene_empty(int width, int height, const kf_figure *figure) {
    return make(&(making){.figure = figure, .width = width, .height = height});
}

kf_scene *kf_scene_board(const kf_board *board, kf_point last, kf_coords coords) {
    kf_figure figure = {.sides = KF_SIDES_ALL, .coords = coords};
    kf_scene *scene = kf_scene_empty(board->width, board->height, &figure);
    for (int i = 0; scene != NULL && i < scene->rows * scene->columns; i++) {
        kf_scene_point *p = &scene->points[i];
        p->stone = (uint8_t)kf_board_get(board, p->point);
        if (p->point == last)
            p->mark = KF_MARK_LAST;
    }
    return scene;
}

void kf_scene_free(kf_scene *scene) {
    if (scene != NULL)
        kf_arena_free(scene->memory);
}
