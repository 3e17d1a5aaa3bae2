// SPDX-License-Identifier: MIT
// A board for the LaTeX package psgo, which draws by PSTricks.

#include "base/text.h"
#include "draw/picture/tex.h"
#include "draw/scene/scene.h"

enum { LINES = 19, LONG_LABEL = 3 };

typedef struct psgo {
    kf_buffer *out;
    const kf_scene *scene;
} psgo;

static void put(const psgo *p, const char *string) {
    kf_buffer_add_string(p->out, string);
}

// The shown point as "{d}{4}": a letter without i, and a row from the bottom.
static void place(const psgo *p, int column, int row) {
    char letter = (char)('a' + column + (column >= 8));
    put(p, "{");
    kf_buffer_add_char(p->out, letter);
    put(p, "}{");
    kf_buffer_add_number(p->out, p->scene->board_height - row);
    put(p, "}");
}

static const char *mark_name(kf_mark mark) {
    static const char *const names[KF_MARK_COUNT] = {
        [KF_MARK_TRIANGLE] = "\\marktr", [KF_MARK_SQUARE] = "\\marksq",
        [KF_MARK_CIRCLE] = "\\markcr",   [KF_MARK_CROSS] = "\\markma",
        [KF_MARK_SELECTED] = "\\marksl", [KF_MARK_LAST] = "\\markcr",
    };
    return names[mark] != NULL ? names[mark] : "";
}

static void add_sign(const psgo *p, const kf_scene_point *point) {
    if (point->label.length == 0) {
        put(p, mark_name((kf_mark)point->mark));
        return;
    }
    put(p, "\\marklb{");
    if (point->label.length >= LONG_LABEL)
        put(p, "\\scriptsize ");
    kf_tex_text_add(p->out, point->label, false);
    put(p, "}");
}

static void add_point(const psgo *p, const kf_scene_point *point, int column, int row) {
    bool has_sign = point->label.length > 0 || mark_name((kf_mark)point->mark)[0] != '\0';
    if (point->stone != KF_EMPTY) {
        put(p, has_sign ? "\\stone[" : "\\stone");
        if (has_sign) {
            add_sign(p, point);
            put(p, "]");
        }
        put(p, point->stone == KF_BLACK ? "{black}" : "{white}");
        place(p, column, row);
        put(p, "\n");
    } else if (has_sign && point->mark != KF_MARK_LAST) {
        put(p, "\\markpos{");
        add_sign(p, point);
        put(p, "}");
        place(p, column, row);
        put(p, "\n");
    }
    if (point->is_dimmed) {
        put(p, "\\mdd");
        place(p, column, row);
        place(p, column, row);
        put(p, "\n");
    }
}

static void add_board(const psgo *p) {
    const kf_scene *s = p->scene;
    const char *kind = s->sides != 0 ? "psgopartialboard}" : "psgopartialboard*}";
    put(p, "\\begin{");
    put(p, kind);
    put(p, "[");
    kf_buffer_add_number(p->out, s->board_width);
    put(p, "]{(");
    kf_buffer_add_number(p->out, s->left + 1);
    put(p, ",");
    kf_buffer_add_number(p->out, s->board_height - s->top - s->rows + 1);
    put(p, ")(");
    kf_buffer_add_number(p->out, s->left + s->columns);
    put(p, ",");
    kf_buffer_add_number(p->out, s->board_height - s->top);
    put(p, ")}\n");
    for (int i = 0; i < s->rows * s->columns; i++)
        add_point(p, &s->points[i], s->left + i % s->columns, s->top + i / s->columns);
    for (size_t i = 0; i < s->line_count; i++) {
        const kf_scene_line *line = &s->lines[i];
        put(p, line->is_arrow ? "\\goarrow" : "\\goline");
        place(p, kf_point_column(line->from), kf_point_row(line->from));
        place(p, kf_point_column(line->to), kf_point_row(line->to));
        put(p, "\n");
    }
    put(p, "\\end{");
    put(p, kind);
    put(p, "\n");
}

// ---- What psgo cannot draw ----

static bool is_lost_mark(const kf_scene_point *point, const void *context) {
    return point->mark == *(const kf_mark *)context &&
           (mark_name((kf_mark)point->mark)[0] == '\0' || point->label.length > 0);
}

static bool is_territory(const kf_scene_point *point, const void *context) {
    return point->territory == *(const uint8_t *)context;
}

static bool is_hidden(const kf_scene_point *point, const void *context) {
    (void)context;
    return point->is_hidden;
}

static void add_line(const psgo *p, kf_text line) {
    if (line.length == 0)
        return;
    put(p, "\n");
    kf_tex_text_add(p->out, line, false);
    put(p, "\n");
}

static void add_words(const psgo *p, kf_loss *loss) {
    const kf_scene *s = p->scene;
    kf_legend legend = {.arena = p->out->arena, .scene = s, .loss = loss};
    kf_legend_signs(&legend, is_lost_mark, is_territory);
    kf_legend_points(&legend, KF_WORD_NOT_SHOWN, "hidden point", is_hidden, NULL);
    add_line(p, s->caption);
    for (size_t i = 0; i < s->note_count; i++)
        add_line(p, s->notes[i]);
    for (size_t i = 0; i < legend.count; i++)
        add_line(p, legend.lines[i]);
}

bool kf_tex_psgo_add(kf_buffer *out, const kf_scene *scene, kf_loss *loss) {
    psgo p = {.out = out, .scene = scene};
    if (scene->board_width != scene->board_height || scene->board_width > LINES)
        return false;
    add_line(&p, scene->title);
    put(&p, "\n");
    add_board(&p);
    add_words(&p, loss);
    return true;
}
