// SPDX-License-Identifier: MIT
// Figures as plain text: X is Black, O is White, and what has no place on the board is told below.

#include "draw/picture/cells.h"

#include <string.h>

#include "base/escape.h"
#include "base/output.h"
#include "base/text.h"
#include "draw/picture/picture.h"

enum { NAMES_COLUMN = 14, LONGEST_LABEL = 4 };

typedef struct ascii {
    kf_output *out;
    const kf_scene *scene;
    int cell; // columns of a point, the gap before it included
} ascii;

static void put(ascii *a, const char *text) {
    kf_output_add_string(a->out, text);
}

static void pad(ascii *a, size_t from, size_t to) {
    for (; from < to; from++)
        kf_output_add_char(a->out, ' ');
}

// Text of any origin, on one line: what a terminal would obey becomes a space.
static void line(ascii *a, kf_text text) {
    uint32_t sign;
    char bytes[4];
    while (kf_text_code_point(&text, &sign)) {
        uint32_t shown = kf_escape_is_control(sign) ? ' ' : sign;
        kf_output_add(a->out, bytes, kf_text_put_code_point(bytes, shown));
    }
}

// ---- The board ----

// Whether the label can stand on the board: a few signs of ASCII.
static bool fits(kf_text label) {
    if (label.length == 0 || label.length > LONGEST_LABEL)
        return false;
    for (size_t i = 0; i < label.length; i++)
        if (label.data[i] <= ' ' || label.data[i] > 126)
            return false;
    return true;
}

// On an empty point a label stands for the point; on a stone it stands behind it.
static int width_of(const kf_scene_point *p) {
    int label = fits(p->label) && !p->is_hidden ? (int)p->label.length : 0;
    if (p->stone != KF_EMPTY)
        return 1 + label;
    return label > 0 ? label : 1;
}

static void put_names(ascii *a) {
    const kf_scene *s = a->scene;
    put(a, "  ");
    for (int i = 0; i < s->columns; i++) {
        kf_text name = s->column_names[i];
        // One sign stands over the stone, two begin in the gap where there is no other room.
        bool is_wide = a->cell > 2 || name.length < 2;
        put(a, is_wide ? " " : "");
        kf_output_add_text(a->out, name);
        if (i + 1 < s->columns)
            pad(a, name.length + is_wide, (size_t)a->cell);
    }
    put(a, "\n");
}

static char gap_before(const kf_scene *s, int row, int column) {
    const kf_scene_point *points = s->points + (ptrdiff_t)row * s->columns;
    if (column < s->columns && points[column].mark == KF_MARK_LAST)
        return '(';
    return column > 0 && points[column - 1].mark == KF_MARK_LAST ? ')' : ' ';
}

static void put_point(ascii *a, const kf_scene_point *p, bool is_padded) {
    size_t width = 1;
    bool has_label = fits(p->label);
    if (p->is_hidden)
        put(a, " ");
    else if (p->stone != KF_EMPTY)
        put(a, p->stone == KF_BLACK ? "X" : "O");
    else if (has_label)
        width = 0;
    else if (p->ghost != KF_EMPTY)
        put(a, p->ghost == KF_BLACK ? "x" : "o");
    else
        put(a, p->is_hoshi ? "+" : ".");
    if (has_label && !p->is_hidden) {
        kf_output_add_text(a->out, p->label);
        width += p->label.length;
    }
    if (p->mark == KF_MARK_LAST && a->cell > 2) {
        put(a, ")");
        width++;
    }
    if (is_padded)
        pad(a, width + 1, (size_t)a->cell);
}

static void put_row(ascii *a, int row) {
    const kf_scene *s = a->scene;
    kf_text name = s->sides != 0 ? s->row_names[row] : KF_TEXT("");
    bool has_west = (s->sides & KF_SIDE_WEST) != 0, has_east = (s->sides & KF_SIDE_EAST) != 0;
    bool has_column = (s->sides & (KF_SIDE_NORTH | KF_SIDE_SOUTH | KF_SIDE_WEST)) != 0;
    pad(a, has_west ? name.length : 0, has_column ? 2 : 0);
    if (has_west)
        kf_output_add_text(a->out, name);
    for (int column = 0; column < s->columns; column++) {
        // Cells of two columns hold the parentheses of the last move in their gaps.
        kf_output_add_char(a->out, a->cell > 2 && gap_before(s, row, column) == ')'
                                       ? ' '
                                       : gap_before(s, row, column));
        put_point(a, &s->points[row * s->columns + column],
                  column + 1 < s->columns || (has_east && a->cell > 2));
    }
    if (a->cell == 2 && (has_east || gap_before(s, row, s->columns) != ' '))
        kf_output_add_char(a->out, gap_before(s, row, s->columns));
    else if (has_east)
        put(a, " ");
    if (has_east)
        kf_output_add_text(a->out, name);
    put(a, "\n");
}

static void put_board(ascii *a) {
    const kf_scene *s = a->scene;
    a->cell = 2;
    for (int i = 0; i < s->rows * s->columns; i++)
        if (width_of(&s->points[i]) + 1 > a->cell)
            a->cell = width_of(&s->points[i]) + 1;
    if ((s->sides & KF_SIDE_NORTH) != 0)
        put_names(a);
    for (int row = 0; row < s->rows; row++)
        put_row(a, row);
    if ((s->sides & KF_SIDE_SOUTH) != 0)
        put_names(a);
}

// ---- What stands below ----

// The point by its names on the edges, or as A1 where they are not shown.
static void put_place(ascii *a, kf_point point, const kf_scene *s) {
    char text[KF_POINT_TEXT];
    kf_coords coords = s->coords == KF_COORDS_NONE ? KF_COORDS_A1 : s->coords;
    kf_point_write(point, coords, s->record_width, s->record_height, text);
    put(a, " ");
    put(a, text);
}

static void begin_list(ascii *a, const char *name, bool *has_any) {
    if (*has_any)
        return;
    *has_any = true;
    put(a, name);
    pad(a, strlen(name), NAMES_COLUMN - 1);
}

typedef enum what { MARK, TERRITORY, GHOST, DIM } what;

static bool is_listed(const kf_scene_point *p, what what, int which) {
    if (p->is_hidden)
        return false;
    switch (what) {
    case MARK:
        return p->mark == which;
    case TERRITORY:
        return p->territory == which;
    case GHOST:
        return p->ghost == which;
    case DIM:
        return p->is_dimmed;
    }
    return false;
}

static void put_list(ascii *a, const char *name, what what, int which) {
    const kf_scene *s = a->scene;
    bool has_any = false;
    for (int i = 0; i < s->rows * s->columns; i++) {
        if (!is_listed(&s->points[i], what, which))
            continue;
        begin_list(a, name, &has_any);
        put_place(a, s->points[i].point, s);
    }
    if (has_any)
        put(a, "\n");
}

// The labels that could not stand on the board.
static void put_labels(ascii *a) {
    const kf_scene *s = a->scene;
    bool has_any = false;
    for (int i = 0; i < s->rows * s->columns; i++) {
        const kf_scene_point *p = &s->points[i];
        if (p->label.length == 0 || fits(p->label) || p->is_hidden)
            continue;
        begin_list(a, "Labels", &has_any);
        put_place(a, p->point, s);
        put(a, "=");
        line(a, p->label);
    }
    if (has_any)
        put(a, "\n");
}

// The record's point that is shown there.
static kf_point shown(const kf_scene *s, kf_point point) {
    return kf_scene_at(s, point)->point;
}

static void put_lines(ascii *a, const char *name, bool is_arrow) {
    const kf_scene *s = a->scene;
    bool has_any = false;
    for (size_t i = 0; i < s->line_count; i++) {
        if (s->lines[i].is_arrow != is_arrow)
            continue;
        begin_list(a, name, &has_any);
        put_place(a, shown(s, s->lines[i].from), s);
        put(a, is_arrow ? " >" : " -");
        put_place(a, shown(s, s->lines[i].to), s);
    }
    if (has_any)
        put(a, "\n");
}

static void put_below(ascii *a) {
    static const char *const marks[KF_MARK_COUNT] = {
        [KF_MARK_TRIANGLE] = "Triangles", [KF_MARK_SQUARE] = "Squares",
        [KF_MARK_CIRCLE] = "Circles",     [KF_MARK_CROSS] = "Crosses",
        [KF_MARK_SELECTED] = "Selected",  [KF_MARK_DIAMOND] = "Diamonds",
        [KF_MARK_CHECK] = "Checks",
    };
    const kf_scene *s = a->scene;
    if (s->caption.length > 0) {
        line(a, s->caption);
        put(a, "\n");
    }
    for (size_t i = 0; i < s->note_count; i++) {
        put(a, i > 0 ? ", " : "");
        line(a, s->notes[i]);
    }
    put(a, s->note_count > 0 ? "\n" : "");
    put_labels(a);
    for (int mark = KF_MARK_TRIANGLE; mark < KF_MARK_LAST; mark++)
        put_list(a, marks[mark], MARK, mark);
    put_lines(a, "Lines", false);
    put_lines(a, "Arrows", true);
    put_list(a, "Black has", TERRITORY, KF_BLACK);
    put_list(a, "White has", TERRITORY, KF_WHITE);
    put_list(a, "Black might", GHOST, KF_BLACK);
    put_list(a, "White might", GHOST, KF_WHITE);
    put_list(a, "Dimmed", DIM, 0);
}

void kf_ascii_board(kf_output *out, const kf_scene *scene) {
    ascii a = {.out = out, .scene = scene};
    put_board(&a);
}

static bool write_ascii(const kf_drawing_job *job, kf_log *log) {
    (void)log;
    ascii *a = kf_arena_alloc(job->arena, sizeof *a);
    a->out = kf_arena_alloc(job->arena, sizeof *a->out);
    kf_output_begin(a->out, job->sink, job->context);
    for (size_t i = 0; i < job->count; i++) {
        a->scene = kf_drawing_job_scene(job, i);
        put(a, i > 0 ? "\n" : "");
        if (a->scene->title.length > 0) {
            line(a, a->scene->title);
            put(a, "\n");
        }
        put_board(a);
        put_below(a);
    }
    return kf_output_flush(a->out);
}

const kf_writer kf_ascii_writer = {
    .name = "ascii",
    .title = "plain text",
    .suffixes = ".txt .asc",
    .takes_many = true,
    .write = write_ascii,
};
