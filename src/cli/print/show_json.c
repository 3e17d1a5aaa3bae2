// SPDX-License-Identifier: MIT
// A position with its marks as a JSON object.

#include "cli/print/print.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include <kifu/play.h>

// What is written: the place, and the object under way.
typedef struct position {
    kf_cli *cli;
    const kf_record *record;
    kf_node node;
    const kf_board *board;
    kf_json *json;
    // Texts are made before the object is begun: memory that ends there would leave it behind.
    char *path;
    kf_text name, comment; // no data: the node has none
    kf_text *labels;       // the words of LB, value by value
} position;

// ---- The board ----

static void add_point(const position *p, kf_json *json, const char *name, kf_point point) {
    char text[KF_POINT_TEXT];
    if (point == KF_NOWHERE) {
        kf_json_add_null(json, name);
        return;
    }
    kf_point_write(point, KF_COORDS_A1, p->board->width, p->board->height, text);
    kf_json_add_string(json, name, text);
}

// A text a row, from the top: `B`, `W`, `.`
static void add_board(const position *p) {
    char signs[KF_BOARD_POINTS];
    kf_text rows[KF_BOARD_MAX];
    int width = p->board->width, height = p->board->height;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            signs[y * width + x] = ".BW"[kf_board_get(p->board, kf_point_at(x, y))];
        rows[y] = (kf_text){signs + (size_t)y * width, width};
    }
    kf_json_add_texts(p->json, "board", rows, height);
}

static void add_move(const position *p, const kf_step *step) {
    kf_json_add_colour(p->json, "color", step->is_move ? step->colour : KF_EMPTY);
    add_point(p, p->json, "point", step->is_move ? step->point : KF_NOWHERE);
    kf_json_add_colour(p->json, "to_move", step->to_move);
}

// ---- Marks ----

// Sets the points of a value; many rectangles cost no more than their corners and the board once:
// `edge` counts what begins and ends in each row.
static void count_edges(const position *p, kf_text value, int32_t (*edge)[KF_BOARD_MAX + 1]) {
    int x, y, right, bottom;
    if (!kf_value_rectangle(value, &x, &y, &right, &bottom)) {
        if (!kf_value_point(value, &x, &y))
            return;
        right = x;
        bottom = y;
    }
    for (int row = y; row <= bottom && row < p->board->height; row++)
        if (x < p->board->width) {
            edge[row][x]++;
            edge[row][right + 1]--;
        }
}

static void add_marked(const position *p, const char *property) {
    int32_t edge[KF_BOARD_MAX][KF_BOARD_MAX + 1] = {{0}};
    char text[KF_BOARD_POINTS][KF_POINT_TEXT];
    kf_text points[KF_BOARD_POINTS], value;
    size_t count = 0;
    kf_values values = kf_values_of(p->record, p->node, property);
    while (kf_values_next(&values, &value))
        count_edges(p, value, edge);
    for (int y = 0; y < p->board->height; y++)
        for (int x = 0, open = 0; x < p->board->width; x++) {
            open += edge[y][x];
            if (open == 0)
                continue;
            kf_point_write(kf_point_at(x, y), KF_COORDS_A1, p->board->width, p->board->height,
                           text[count]);
            points[count] = kf_text_of(text[count]);
            count++;
        }
    if (count > 0)
        kf_json_add_texts(p->json, property, points, count);
}

// Labels with their text.
static void add_labels(const position *p) {
    kf_values values = kf_values_of(p->record, p->node, "LB");
    kf_text value, point, text;
    int x, y;
    for (size_t i = 0; kf_values_next(&values, &value); i++) {
        if (!kf_property_split(value, &point, &text) || !kf_value_point(point, &x, &y))
            continue;
        kf_json *pair = kf_json_new();
        add_point(p, pair, "point", kf_point_at(x, y));
        kf_json_add_text(pair, "text", p->labels[i]);
        kf_json_add_element(p->json, "LB", pair);
    }
}

// Lines and arrows from one point to another.
static void add_pairs(const position *p, const char *property) {
    kf_values values = kf_values_of(p->record, p->node, property);
    kf_text value, from, to;
    int x, y, to_x, to_y;
    while (kf_values_next(&values, &value)) {
        if (!kf_property_split(value, &from, &to) || !kf_value_point(from, &x, &y) ||
            !kf_value_point(to, &to_x, &to_y))
            continue;
        kf_json *pair = kf_json_new();
        add_point(p, pair, "from", kf_point_at(x, y));
        add_point(p, pair, "to", kf_point_at(to_x, to_y));
        kf_json_add_element(p->json, property, pair);
    }
}

static void add_marks(position *p) {
    static const char *const points[] = {"TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD"};
    kf_json *object = p->json, *marks = p->json = kf_json_new();
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        add_marked(p, points[i]);
    add_labels(p);
    add_pairs(p, "LN");
    add_pairs(p, "AR");
    p->json = object;
    kf_json_add_object(object, "marks", marks);
}

// ---- The object ----

static kf_text text_of(const position *p, const char *property, bool is_simple) {
    kf_text value;
    kf_buffer plain = {.arena = p->cli->arena};
    if (!kf_property_get(p->record, p->node, property, &value))
        return (kf_text){NULL, 0};
    kf_facts_plain(&plain, value, is_simple);
    kf_text text = kf_buffer_text(&plain);
    return text.data != NULL ? text : KF_TEXT("");
}

static void make_texts(position *p) {
    kf_arena *arena = p->cli->arena;
    size_t length = kf_path_of(p->record, p->node, NULL, 0), count = 0;
    kf_values values = kf_values_of(p->record, p->node, "LB");
    kf_text value, point, text;
    p->path = kf_arena_alloc(arena, length + 1);
    kf_path_of(p->record, p->node, p->path, length + 1);
    p->name = text_of(p, "N", true);
    p->comment = text_of(p, "C", false);
    while (kf_values_next(&values, &value))
        count++;
    p->labels = kf_arena_alloc(arena, (count + 1) * sizeof *p->labels);
    values = kf_values_of(p->record, p->node, "LB");
    for (size_t i = 0; kf_values_next(&values, &value); i++) {
        kf_buffer plain = {.arena = arena};
        if (kf_property_split(value, &point, &text))
            kf_facts_plain(&plain, text, true);
        p->labels[i] = plain.data != NULL ? kf_buffer_text(&plain) : KF_TEXT("");
    }
}

void kf_show_json_print(kf_cli *cli, const char *file, const kf_record *record,
                        const kf_play *play) {
    const kf_step *step = kf_play_step(play);
    position p = {.cli = cli, .record = record, .node = step->node, .board = kf_play_board(play)};
    make_texts(&p);
    p.json = kf_json_new();
    kf_json_add_string(p.json, "file", file);
    kf_json_add_number(p.json, "game", strtoll(p.path, NULL, 10));
    kf_json_add_string(p.json, "path", p.path);
    kf_json_add_number(p.json, "number", step->number);
    add_move(&p, step);
    kf_json_add_number(p.json, "width", p.board->width);
    kf_json_add_number(p.json, "height", p.board->height);
    add_board(&p);
    kf_json_add_number(p.json, "black_prisoners", p.board->prisoners[KF_BLACK]);
    kf_json_add_number(p.json, "white_prisoners", p.board->prisoners[KF_WHITE]);
    add_marks(&p);
    if (p.name.data != NULL)
        kf_json_add_text(p.json, "name", p.name);
    if (p.comment.data != NULL)
        kf_json_add_text(p.json, "comment", p.comment);
    kf_json_print(cli, p.json);
}
