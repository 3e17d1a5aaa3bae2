// SPDX-License-Identifier: MIT
// A position as plain text: the board, its labels and marks.

#include "cli/print/print.h"

#include <string.h>

#include "base/text.h"

enum { MARKS_COLUMN = 14 };

// What is printed.
typedef struct diagram {
    kf_cli *cli;
    const kf_board *board;
    kf_point last;
    kf_coords coords;
    const kf_record *record; // whose labels are shown, or NULL
    kf_node node;
    const char (*texts)[KF_DIAGRAM_TEXT]; // or NULL
} diagram;

static bool write_out(void *context, const void *bytes, size_t length) {
    kf_cli *cli = context;
    return fwrite(bytes, 1, length, cli->out) == length;
}

// The labels of one printable ASCII letter on empty points; the others are listed below.
static void add_letters(const diagram *d, kf_scene *scene) {
    kf_values values = kf_values_of(d->record, d->node, "LB");
    kf_text value, point, label;
    int x, y;
    while (kf_values_next(&values, &value)) {
        if (!kf_property_split(value, &point, &label) || !kf_value_point(point, &x, &y) ||
            x >= d->board->width || y >= d->board->height)
            continue;
        kf_scene_point *p = kf_scene_at(scene, kf_point_at(x, y));
        if (p->stone == KF_EMPTY && label.length == 1 && label.data[0] > ' ' && label.data[0] < 127)
            p->label = label;
    }
}

// ---- With texts ----

static void print_names(const diagram *d, const kf_scene *scene, int width) {
    if (d->coords == KF_COORDS_NONE)
        return;
    fputs("  ", d->cli->out);
    for (int x = 0; x < scene->columns; x++)
        fprintf(d->cli->out, "%*.*s", width + 1, (int)scene->column_names[x].length,
                scene->column_names[x].data);
    putc('\n', d->cli->out);
}

static char sign_of(const kf_scene_point *p) {
    if (p->stone != KF_EMPTY)
        return p->stone == KF_BLACK ? 'X' : 'O';
    return p->is_hoshi ? '+' : '.';
}

static void print_texts(const diagram *d, const kf_scene *scene) {
    FILE *out = d->cli->out;
    int width = 1;
    for (int i = 0; i < scene->rows * KF_BOARD_MAX; i++)
        width = (int)strlen(d->texts[i]) > width ? (int)strlen(d->texts[i]) : width;
    print_names(d, scene, width);
    for (int y = 0; y < scene->rows; y++) {
        kf_text name = d->coords != KF_COORDS_NONE ? scene->row_names[y] : KF_TEXT("");
        if (name.length > 0)
            fprintf(out, "%2.*s", (int)name.length, name.data);
        for (int x = 0; x < scene->columns; x++) {
            char sign[2] = {sign_of(&scene->points[y * scene->columns + x]), '\0'};
            const char *text = d->texts[y * KF_BOARD_MAX + x];
            fprintf(out, " %*s", width, text[0] != '\0' ? text : sign);
        }
        fprintf(out, "%s%.*s\n", name.length > 0 ? " " : "", (int)name.length, name.data);
    }
    print_names(d, scene, width);
}

// ---- Printing ----

static void print(const diagram *d) {
    kf_scene *scene = kf_scene_board(d->board, d->last, d->coords);
    if (scene == NULL)
        kf_arena_fail(d->cli->arena);
    if (d->record != NULL)
        add_letters(d, scene);
    // Where the output ends early is noticed when it is closed, as with all that is printed.
    bool is_done = true;
    if (d->texts != NULL)
        print_texts(d, scene);
    else
        is_done = kf_draw_board(scene, write_out, d->cli) || ferror(d->cli->out) != 0;
    kf_scene_free(scene);
    if (!is_done)
        kf_arena_fail(d->cli->arena);
}

void kf_diagram_print(kf_cli *cli, const kf_board *board, kf_point last, kf_coords coords) {
    print(&(diagram){.cli = cli, .board = board, .last = last, .coords = coords});
}

void kf_diagram_print_node(kf_cli *cli, const kf_board *board, kf_point last,
                           const kf_record *record, kf_node node) {
    print(&(diagram){.cli = cli, .board = board, .last = last, .record = record, .node = node});
}

void kf_diagram_print_texts(kf_cli *cli, const kf_board *board,
                            const char (*texts)[KF_DIAGRAM_TEXT], kf_coords coords) {
    print(&(diagram){
        .cli = cli, .board = board, .last = KF_NOWHERE, .coords = coords, .texts = texts});
}

// ---- Marks ----

static void print_point(FILE *out, const kf_board *board, int x, int y) {
    char text[KF_POINT_TEXT];
    kf_point_write(kf_point_at(x, y), KF_COORDS_A1, board->width, board->height, text);
    fprintf(out, " %s", text);
}

// A point, or the corners of a rectangle of points.
static void print_points(FILE *out, const kf_board *board, kf_text value) {
    kf_text first, second;
    int x, y, right, below;
    bool is_area = kf_property_split(value, &first, &second);
    if (!kf_value_point(first, &x, &y))
        return;
    print_point(out, board, x, y);
    if (!is_area || !kf_value_point(second, &right, &below))
        return;
    putc('-', out);
    char text[KF_POINT_TEXT];
    kf_point_write(kf_point_at(right, below), KF_COORDS_A1, board->width, board->height, text);
    fputs(text, out);
}

static void print_label(kf_cli *cli, const kf_board *board, kf_text value) {
    kf_text point, label;
    kf_buffer plain = {.arena = cli->arena};
    int x, y;
    if (!kf_property_split(value, &point, &label) || !kf_value_point(point, &x, &y))
        return;
    kf_facts_plain(&plain, label, true);
    print_point(cli->out, board, x, y);
    putc('=', cli->out);
    kf_report_text(cli->out, kf_buffer_text(&plain), false);
    if (plain.data != NULL)
        kf_arena_release(cli->arena, plain.data);
}

void kf_diagram_print_marks(kf_cli *cli, const kf_board *board, const kf_record *record,
                            kf_node node) {
    static const struct {
        const char *property, *label;
    } kinds[] = {{"LB", "Labels"},  {"TR", "Triangles"}, {"SQ", "Squares"},   {"CR", "Circles"},
                 {"MA", "Crosses"}, {"SL", "Selected"},  {"TB", "Black has"}, {"TW", "White has"},
                 {"LN", "Lines"},   {"AR", "Arrows"},    {"DD", "Dimmed"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        kf_values values = kf_values_of(record, node, kinds[i].property);
        kf_text value;
        const char *name = kinds[i].label;
        bool has_any = false;
        // Ishi has no circles and crosses; these are its diamonds and check marks.
        if (kf_record_has_diamonds(record) && kinds[i].property[0] == 'C')
            name = "Diamonds";
        else if (kf_record_has_diamonds(record) && kinds[i].property[0] == 'M')
            name = "Checks";
        while (kf_values_next(&values, &value)) {
            if (!has_any) {
                fputs(name, cli->out);
                kf_report_pad(cli->out, strlen(name), MARKS_COLUMN - 1);
            }
            has_any = true;
            if (i == 0)
                print_label(cli, board, value);
            else
                print_points(cli->out, board, value);
        }
        if (has_any)
            putc('\n', cli->out);
    }
}
