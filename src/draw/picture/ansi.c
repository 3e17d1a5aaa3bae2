// SPDX-License-Identifier: MIT
// A board as lines of text for a terminal, in colours or without.

#include "draw/picture/cells.h"

#include <string.h>

#include "base/escape.h"
#include "base/text.h"

enum { SCREEN = 80, NAMES = 8, MANY_NOTES = 1 << 14 };

// A board under construction. The colours are those that the terminal has been told.
typedef struct page {
    kf_buffer *out;
    const kf_drawing_job *job; // takes what is ready of many notes
    bool is_stopped;           // the job's sink
    const kf_scene *scene;
    kf_ansi_look look;
    int cell;       // columns a point takes
    int name_width; // of the names of rows
    bool is_closed; // the parenthesis behind the last move stands already
    bool is_painted;
    kf_rgb front, behind;
} page;

// ---- Colours ----

// The nearest of the 256 colours that terminals agree on: a cube of six steps, and greys.
static int nearest(kf_rgb colour) {
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    int index = 16, factor = 36, parts[3], sum = 0, off = 0;
    for (int i = 0; i < 3; i++) {
        parts[i] = (int)(colour >> (16 - 8 * i) & 255);
        int step = parts[i] < 48 ? 0 : parts[i] < 115 ? 1 : (parts[i] - 35) / 40;
        index += step * factor;
        factor /= 6;
        sum += parts[i];
        off += (parts[i] - steps[step]) * (parts[i] - steps[step]);
    }
    int grey = (sum / 3 - 3) / 10;
    grey = grey < 0 ? 0 : grey > 23 ? 23 : grey;
    int off_grey = 0;
    for (int i = 0; i < 3; i++)
        off_grey += (parts[i] - (8 + 10 * grey)) * (parts[i] - (8 + 10 * grey));
    return off_grey < off ? 232 + grey : index;
}

static void add_colour(page *p, int what, kf_rgb colour) {
    kf_buffer *out = p->out;
    kf_buffer_add_number(out, what);
    if (p->look.colours == KF_ANSI_256) {
        kf_buffer_add_string(out, ";5;");
        kf_buffer_add_number(out, nearest(colour));
        return;
    }
    kf_buffer_add_string(out, ";2");
    for (int shift = 16; shift >= 0; shift -= 8) {
        kf_buffer_add_char(out, ';');
        kf_buffer_add_number(out, (long)(colour >> shift & 255));
    }
}

static void paint(page *p, kf_rgb front, kf_rgb behind) {
    bool same_front = p->is_painted && p->front == front;
    bool same_behind = p->is_painted && p->behind == behind;
    if (p->look.colours == KF_ANSI_NONE || (same_front && same_behind))
        return;
    kf_buffer_add_string(p->out, "\033[");
    if (!same_front)
        add_colour(p, 38, front);
    if (!same_front && !same_behind)
        kf_buffer_add_char(p->out, ';');
    if (!same_behind)
        add_colour(p, 48, behind);
    kf_buffer_add_char(p->out, 'm');
    p->is_painted = true;
    p->front = front;
    p->behind = behind;
}

static void unpaint(page *p) {
    if (p->is_painted)
        kf_buffer_add_string(p->out, "\033[0m");
    p->is_painted = false;
}

// ---- Rows ----

static void add_spaces(page *p, int count) {
    while (count-- > 0)
        kf_buffer_add_char(p->out, ' ');
}

// Text from the record: nothing in it that a terminal would obey.
static void add_plain(page *p, kf_text text) {
    uint32_t sign;
    while (kf_text_code_point(&text, &sign)) {
        char bytes[4];
        if (sign == '\n' || sign == '\t')
            kf_buffer_add_char(p->out, ' ');
        else if (kf_escape_is_control(sign) || (sign > 127 && p->look.is_ascii))
            kf_buffer_add_char(p->out, '?');
        else
            kf_buffer_add(p->out, bytes, kf_text_put_code_point(bytes, sign));
    }
}

// Lines break at blanks, where there are any, before the edge of the usual screen. Returns what is
// left when no more than so many bytes are.
static kf_text add_lines(page *p, kf_text text, size_t keep) {
    while (text.length > keep) {
        int columns;
        kf_text line = kf_ansi_cell_fit(text, SCREEN - 1, &columns);
        size_t cut = line.length;
        while (cut > 0 && line.length < text.length && text.data[cut] != ' ')
            cut--;
        if (cut == 0)
            cut = line.length > 0 ? line.length : text.length;
        add_plain(p, kf_text_cut(text, 0, cut));
        kf_buffer_add_char(p->out, '\n');
        text = kf_text_trim(kf_text_cut(text, cut, text.length));
    }
    return text;
}

static void add_text_line(page *p, kf_text text) {
    add_lines(p, text, 0);
}

// Writes what is ready of the notes; the last lines may go on.
static void put_notes(page *p, kf_buffer *notes) {
    kf_text rest = add_lines(p, kf_buffer_text(notes), MANY_NOTES / 4);
    memmove(notes->data, rest.data, rest.length);
    notes->length = rest.length;
    p->is_stopped = p->is_stopped || !kf_writer_put(p->job, p->out);
}

// The notes of a figure, one behind the other. There may be a million.
static void add_notes(page *p) {
    kf_buffer line = {.arena = p->out->arena};
    for (size_t i = 0; i < p->scene->note_count; i++) {
        if (i > 0)
            kf_buffer_add_string(&line, ", ");
        kf_buffer_add_text(&line, p->scene->notes[i]);
        if (line.length > MANY_NOTES)
            put_notes(p, &line);
    }
    add_text_line(p, kf_buffer_text(&line));
}

static const kf_scene_point *point_at(const page *p, int column, int row) {
    if (column < 0 || column >= p->scene->columns || row < 0 || row >= p->scene->rows)
        return NULL;
    return &p->scene->points[row * p->scene->columns + column];
}

static bool is_last(const kf_scene_point *point) {
    return point != NULL && point->mark == KF_MARK_LAST;
}

// What stands between a point and the one before it.
static void add_gap(page *p, int column, int row) {
    const kf_scene_point *before = point_at(p, column - 1, row), *after = point_at(p, column, row);
    const kf_style *style = &p->look.style;
    bool is_line = before != NULL && after != NULL && !before->is_hidden && !after->is_hidden &&
                   p->look.colours != KF_ANSI_NONE && !p->look.is_ascii;
    bool closes = is_last(before) && !p->is_closed;
    paint(p, is_last(after) || closes ? style->accent : style->line, style->board);
    kf_buffer_add_string(p->out, is_last(after) ? "(" : closes ? ")" : is_line ? "─" : " ");
}

// The lines of an empty point in colours, where the ground makes a board of it.
static const char *line_sign(const page *p, int column, int row) {
    const kf_scene *s = p->scene;
    int x = s->left + column, y = s->top + row;
    static const char *const signs[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    int across = x == 0 ? 0 : x == s->board_width - 1 ? 2 : 1;
    int down = y == 0 ? 0 : y == s->board_height - 1 ? 2 : 1;
    return signs[down][across];
}

static bool is_bare(const kf_scene_point *point) {
    return point->stone == KF_EMPTY && point->label.length == 0 && point->territory == KF_EMPTY &&
           point->ghost == KF_EMPTY && !point->is_hidden && !point->is_hoshi &&
           (point->mark == KF_MARK_NONE || point->mark == KF_MARK_LAST);
}

static void add_point(page *p, int column, int row) {
    const kf_scene_point *point = point_at(p, column, row);
    bool is_coloured = p->look.colours != KF_ANSI_NONE;
    kf_ansi_cell cell;
    kf_ansi_cell_make(&p->look, point, &cell);
    int gap = p->cell - cell.columns;
    bool is_hugged = is_last(point) || is_last(point_at(p, column - 1, row));
    if (gap > 0 && (!cell.is_block || is_hugged)) {
        add_gap(p, column, row);
        gap--;
    }
    paint(p, cell.front, cell.behind);
    if (is_coloured || kf_legend_number(point) > 0) {
        add_spaces(p, gap);
        gap = 0;
    }
    const char *sign =
        is_coloured && !p->look.is_ascii && is_bare(point) ? line_sign(p, column, row) : cell.text;
    kf_buffer_add_string(p->out, sign);
    p->is_closed = gap > 0 && is_last(point);
    if (p->is_closed)
        kf_buffer_add_char(p->out, ')');
    add_spaces(p, p->is_closed ? gap - 1 : gap);
}

static void add_row(page *p, int row) {
    const kf_scene *s = p->scene;
    if ((s->sides & KF_SIDE_WEST) != 0) {
        kf_text name = s->row_names[row];
        add_spaces(p, p->name_width - (int)name.length);
        add_plain(p, name);
    }
    for (int column = 0; column < s->columns; column++)
        add_point(p, column, row);
    bool hugs = is_last(point_at(p, s->columns - 1, row));
    bool names = (s->sides & KF_SIDE_EAST) != 0;
    if (hugs || names || p->look.colours != KF_ANSI_NONE)
        add_gap(p, s->columns, row);
    unpaint(p);
    if (names)
        add_plain(p, s->row_names[row]);
    kf_buffer_add_char(p->out, '\n');
}

static void add_column_names(page *p) {
    const kf_scene *s = p->scene;
    if ((s->sides & KF_SIDE_WEST) != 0)
        add_spaces(p, p->name_width);
    for (int column = 0; column < s->columns; column++) {
        int columns;
        kf_text name = kf_ansi_cell_fit(s->column_names[column], p->cell, &columns);
        // Names stand over the sign: in cells of three, over its first column.
        int before = p->cell > 2 && columns < 2 ? 1 : p->cell - columns;
        add_spaces(p, before);
        add_plain(p, name);
        if (column + 1 < s->columns)
            add_spaces(p, p->cell - columns - before);
    }
    kf_buffer_add_char(p->out, '\n');
}

static void add_board(page *p) {
    const kf_scene *s = p->scene;
    for (int row = 0; row < s->rows; row++)
        if ((int)s->row_names[row].length > p->name_width)
            p->name_width = (int)s->row_names[row].length;
    if ((s->sides & KF_SIDE_NORTH) != 0)
        add_column_names(p);
    for (int row = 0; row < s->rows; row++)
        add_row(p, row);
    if ((s->sides & KF_SIDE_SOUTH) != 0)
        add_column_names(p);
}

// ---- What the signs cannot say ----

static bool is_mark(const kf_scene_point *point, const void *context) {
    return point->mark == *(const kf_mark *)context && !point->is_hidden;
}

static bool is_mark_lost(const kf_scene_point *point, const void *context) {
    return is_mark(point, context) &&
           (point->label.length > 0 || (point->stone == KF_EMPTY && point->territory != KF_EMPTY));
}

static bool is_ghost(const kf_scene_point *point, const void *context) {
    return point->ghost == *(const uint8_t *)context && point->stone == KF_EMPTY;
}

static bool is_dimmed(const kf_scene_point *point, const void *context) {
    (void)context;
    return point->is_dimmed;
}

static bool is_territory_lost(const kf_scene_point *point, const void *context) {
    return point->territory == *(const uint8_t *)context &&
           (point->label.length > 0 || (point->stone != KF_EMPTY && point->mark != KF_MARK_NONE));
}

// A white number where Black's are expected, or the other way round.
static bool is_odd_one(const kf_scene_point *point, const void *context) {
    int black = *(const int *)context;
    if (kf_legend_number(point) == 0 || point->stone == KF_EMPTY || point->label.length == 0)
        return false;
    int parity = (point->label.data[point->label.length - 1] - '0') & 1;
    return (point->stone == KF_BLACK) != (parity == black);
}

// Whose numbers are odd, when no colour says it. The first number decides, and those that are
// otherwise are named.
static void report_numbers(page *p, kf_legend *legend) {
    const kf_scene *s = p->scene;
    size_t points = (size_t)s->columns * (size_t)s->rows;
    int counts[2] = {0, 0}, black;
    for (size_t i = 0; i < points; i++) {
        static const int one = 1;
        if (kf_legend_number(&s->points[i]) > 0)
            counts[is_odd_one(&s->points[i], &one)]++;
    }
    if (counts[0] + counts[1] == 0)
        return;
    black = counts[0] >= counts[1];
    kf_legend_say(legend, black ? KF_WORD_BLACK_ODD : KF_WORD_BLACK_EVEN);
    kf_legend_points(legend, KF_WORD_OTHER_WAY, NULL, is_odd_one, &black);
}

static void report_labels(page *p, kf_legend *legend) {
    const kf_scene *s = p->scene;
    size_t points = (size_t)s->columns * (size_t)s->rows;
    bool is_shortened = false;
    for (size_t i = 0; i < points; i++) {
        const kf_scene_point *point = &s->points[i];
        kf_ansi_cell cell;
        if (point->label.length == 0 || point->is_hidden)
            continue;
        kf_ansi_cell_make(&p->look, point, &cell);
        is_shortened = is_shortened || (cell.is_cut && kf_legend_number(point) > 0);
        if (cell.is_cut && kf_legend_number(point) == 0) {
            kf_legend_label(legend, point);
            kf_loss_add(legend->loss, true, KF_TEXT("label"), 0);
        }
    }
    if (!is_shortened)
        return;
    kf_legend_say(legend, KF_WORD_LAST_DIGITS);
    if (s->last_number - s->first_number >= 100)
        kf_loss_add(legend->loss, true, KF_TEXT("number"), 0);
}

static void report_marks(page *p, kf_legend *legend) {
    for (int i = KF_MARK_TRIANGLE; i < KF_MARK_LAST; i++) {
        kf_mark mark = (kf_mark)i;
        kf_legend_points(legend, kf_legend_mark(mark), "mark", is_mark_lost, &mark);
        size_t points = (size_t)p->scene->columns * (size_t)p->scene->rows;
        for (size_t k = 0; k < points && p->look.is_ascii; k++) {
            if (!is_mark(&p->scene->points[k], &mark))
                continue;
            kf_buffer line = {.arena = legend->arena};
            kf_buffer_add_string(&line, kf_ansi_cell_mark(&p->look, mark));
            kf_buffer_add_string(&line, " ");
            kf_buffer_add_string(&line, kf_language_get(p->scene->language, kf_legend_mark(mark)));
            kf_legend_add(legend, kf_buffer_text(&line));
            break;
        }
    }
}

static void add_legend(page *p, kf_loss *loss) {
    kf_legend legend = {.arena = p->out->arena, .scene = p->scene, .loss = loss};
    if (p->look.colours == KF_ANSI_NONE)
        report_numbers(p, &legend);
    report_labels(p, &legend);
    report_marks(p, &legend);
    for (int i = KF_BLACK; i <= KF_WHITE; i++) {
        uint8_t colour = (uint8_t)i;
        kf_legend_points(&legend, colour == KF_BLACK ? KF_WORD_BLACK_AREA : KF_WORD_WHITE_AREA,
                         "territory", is_territory_lost, &colour);
        if (p->look.colours == KF_ANSI_NONE)
            kf_legend_points(&legend,
                             colour == KF_BLACK ? KF_WORD_BLACK_BEGINS : KF_WORD_WHITE_BEGINS,
                             "variation", is_ghost, &colour);
    }
    if (p->look.colours == KF_ANSI_NONE)
        kf_legend_points(&legend, KF_WORD_DIMMED, "dimmed point", is_dimmed, NULL);
    kf_legend_lines(&legend);
    if (legend.count > 0 && p->scene->caption.length == 0 && p->scene->note_count == 0)
        kf_buffer_add_char(p->out, '\n');
    for (size_t i = 0; i < legend.count; i++)
        add_text_line(p, legend.lines[i]);
}

// ---- All of it ----

// Without colours, numbers and what stands on a stone need room: three columns, and four where the
// screen has them.
static int cell_width(const kf_scene *scene, const kf_ansi_look *look) {
    size_t points = (size_t)scene->columns * (size_t)scene->rows;
    int widest = 1;
    for (size_t i = 0; i < points && look->colours == KF_ANSI_NONE; i++) {
        const kf_scene_point *point = &scene->points[i];
        int columns;
        kf_ansi_cell_fit(point->label, 3, &columns);
        bool has_mark = point->mark != KF_MARK_NONE && point->mark != KF_MARK_LAST;
        if (point->stone != KF_EMPTY && kf_legend_number(point) == 0 && (columns > 0 || has_mark))
            columns = columns + 1 < 3 ? columns + 1 : 2;
        if (point->stone != KF_EMPTY && point->territory != KF_EMPTY && columns < 2)
            columns = 2;
        widest = columns > widest ? columns : widest;
    }
    if (widest == 3 && scene->columns * 4 + NAMES > SCREEN)
        widest = 2;
    return widest + 1;
}

// Adds the title, the board, the caption, the notes and the legend as lines. Call it in a protected
// call of the arena of the buffer. False: the sink of the job stopped.
static bool add_all(kf_buffer *out, const kf_drawing_job *job, const kf_scene *scene) {
    const kf_drawing *how = job->how;
    page p = {.out = out, .job = job, .scene = scene, .look = kf_ansi_cell_look(how)};
    p.cell = cell_width(scene, &p.look);
    p.look.columns = p.look.colours == KF_ANSI_NONE ? p.cell - 1 : 2;
    if (p.look.columns < 1)
        p.look.columns = 1;
    if (scene->title.length > 0) {
        add_text_line(&p, scene->title);
        kf_buffer_add_char(out, '\n');
    }
    add_board(&p);
    if (scene->caption.length > 0) {
        kf_buffer_add_char(out, '\n');
        add_text_line(&p, scene->caption);
    }
    add_notes(&p);
    add_legend(&p, how != NULL ? how->loss : NULL);
    return !p.is_stopped;
}

static bool write(const kf_drawing_job *job, kf_log *log) {
    kf_buffer out = {.arena = job->arena};
    (void)log;
    for (size_t i = 0; i < job->count; i++) {
        if (i > 0)
            kf_buffer_add_char(&out, '\n');
        if (!add_all(&out, job, kf_drawing_job_scene(job, i)) || !kf_writer_put(job, &out))
            return false;
    }
    return true;
}

const kf_writer kf_ansi_writer = {
    .name = "ansi",
    .title = "text for a terminal, in its colours",
    .suffixes = ".ans",
    .takes_many = true,
    .write = write,
};
