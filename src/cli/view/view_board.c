// SPDX-License-Identifier: MIT
// A scene on a terminal: two columns a point.

#include "cli/view/view.h"

#ifdef KIFU_HAVE_NCURSESW

#include <string.h>

#include "base/text.h"
#include "cli/print/print.h"

// Left of the board stand a row's name and the bracket of a last move; right of it likewise.
enum { NAME = 2, SIDE = NAME + 1, LONGEST = 2 };

typedef struct sheet {
    kf_view_screen *screen;
    const kf_scene *scene;
    kf_view_area area;
    int left, top, columns, rows; // the points of the region that are seen
    int x, y;                     // of the first of them on the screen
    bool is_ascii, is_coloured;
} sheet;

// A sign in three spellings: with colours, without, and in ASCII.
typedef struct sign {
    const char *coloured, *plain, *ascii;
} sign;

static const sign stones[] = {[KF_BLACK] = {"●", "X", "X"}, [KF_WHITE] = {"●", "O", "O"}};
static const sign ghosts[] = {[KF_BLACK] = {"•", "x", "x"}, [KF_WHITE] = {"•", "o", "o"}};
static const sign territories[] = {[KF_BLACK] = {"▪", "▪", "b"}, [KF_WHITE] = {"▪", "▫", "w"}};
static const sign marks[KF_MARK_COUNT] = {
    [KF_MARK_TRIANGLE] = {"△", "△", "^"}, [KF_MARK_SQUARE] = {"□", "□", "#"},
    [KF_MARK_CIRCLE] = {"○", "○", "@"},   [KF_MARK_CROSS] = {"×", "×", "*"},
    [KF_MARK_SELECTED] = {"◎", "◎", "="}, [KF_MARK_DIAMOND] = {"◇", "◇", "&"},
    [KF_MARK_CHECK] = {"✓", "✓", "!"},
};

static kf_text spell(const sheet *s, sign sign) {
    return kf_text_of(s->is_ascii ? sign.ascii : s->is_coloured ? sign.coloured : sign.plain);
}

static void put(const sheet *s, int x, int y, kf_text text, kf_view_ink ink) {
    kf_view_screen_put(s->screen, (kf_view_area){x, y, LONGEST, 1}, text, ink);
}

static const kf_scene_point *point_at(const sheet *s, int column, int row) {
    return &s->scene->points[row * s->scene->columns + column];
}

// ---- Lines ----

// Whether the board goes on beyond that side of a point of the region.
static bool goes_on(const sheet *s, int column, int row, int dx, int dy) {
    int x = s->scene->left + column + dx, y = s->scene->top + row + dy;
    if (x < 0 || y < 0 || x >= s->scene->board_width || y >= s->scene->board_height)
        return false;
    column += dx;
    row += dy;
    if (column < 0 || row < 0 || column >= s->scene->columns || row >= s->scene->rows)
        return true;
    return !point_at(s, column, row)->is_hidden;
}

static const char *crossing(const sheet *s, int column, int row) {
    // By left, right, above, below: 8, 4, 2, 1.
    static const char *const crossings[16] = {"·", "╷", "╵", "│", "╶", "┌", "└", "├",
                                              "╴", "┐", "┘", "┤", "─", "┬", "┴", "┼"};
    return crossings[goes_on(s, column, row, -1, 0) * 8 + goes_on(s, column, row, 1, 0) * 4 +
                     goes_on(s, column, row, 0, -1) * 2 + goes_on(s, column, row, 0, 1)];
}

static void put_lines(const sheet *s, int column, int row, int x, int y) {
    const kf_scene_point *point = point_at(s, column, row);
    kf_view_ink ink = point->is_dimmed ? KF_INK_FAINT : KF_INK_BOARD;
    if (s->is_ascii) {
        put(s, x, y, kf_text_of(point->is_hoshi ? "+" : "."), ink);
        return;
    }
    put(s, x, y, kf_text_of(point->is_hoshi ? "╋" : crossing(s, column, row)), ink);
    if (goes_on(s, column, row, 1, 0))
        put(s, x + 1, y, KF_TEXT("─"), ink);
}

// ---- Points ----

static bool has_sign(const kf_scene_point *point) {
    return point->mark != KF_MARK_NONE && point->mark != KF_MARK_LAST;
}

// A label that fits: a move's number is cut to its last two digits.
static kf_text short_label(const kf_scene_point *point) {
    if (point->is_numbered && point->label.length > LONGEST)
        return kf_text_cut(point->label, point->label.length - LONGEST, point->label.length);
    return point->label;
}

// Of a label that does not fit, its first sign and a sign that there is more.
static void put_label(const sheet *s, const kf_scene_point *point, int x, int y, kf_view_ink ink) {
    kf_text label = short_label(point);
    put(s, x, y, label, ink);
    if (kf_report_width(label) > LONGEST)
        put(s, x + 1, y, kf_text_of(s->is_ascii ? "~" : "…"), ink);
}

// A stone with something on it: with colours a field of the stone's colour, without them the
// stone and the sign beside it, or the label alone, set off as Black's or White's.
static void put_marked_stone(const sheet *s, const kf_scene_point *point, int x, int y) {
    kf_view_ink ink = point->stone == KF_BLACK ? KF_INK_ON_BLACK : KF_INK_ON_WHITE;
    kf_text text = has_sign(point) ? spell(s, marks[point->mark]) : short_label(point);
    if (s->is_coloured)
        kf_view_screen_fill(s->screen, (kf_view_area){x, y, LONGEST, 1}, ink);
    if (s->is_coloured && has_sign(point)) {
        put(s, x, y, text, ink);
    } else if (s->is_coloured) {
        put_label(s, point, x, y, ink);
    } else if (kf_report_width(text) < LONGEST) {
        put(s, x, y, spell(s, stones[point->stone]), KF_INK_BLACK);
        put(s, x + 1, y, text, KF_INK_MARK);
    } else {
        put_label(s, point, x, y, ink);
    }
}

static void put_stone(const sheet *s, const kf_scene_point *point, int x, int y) {
    kf_view_ink ink = point->stone == KF_BLACK ? KF_INK_BLACK : KF_INK_WHITE;
    if (has_sign(point) || point->label.length > 0) {
        put_marked_stone(s, point, x, y);
        return;
    }
    put(s, x, y, spell(s, stones[point->stone]), ink);
    if (point->territory != KF_EMPTY)
        put(s, x + 1, y, spell(s, territories[point->territory]),
            point->territory == KF_BLACK ? KF_INK_BLACK : KF_INK_WHITE);
}

static void put_empty(const sheet *s, const kf_scene_point *point, int x, int y) {
    if (point->ghost != KF_EMPTY && point->label.length == 0)
        put(s, x, y, spell(s, ghosts[point->ghost]),
            point->ghost == KF_BLACK ? KF_INK_BLACK : KF_INK_WHITE);
    if (point->territory != KF_EMPTY)
        put(s, x, y, spell(s, territories[point->territory]),
            point->territory == KF_BLACK ? KF_INK_BLACK : KF_INK_WHITE);
    if (has_sign(point))
        put(s, x, y, spell(s, marks[point->mark]), KF_INK_MARK);
    else
        put_label(s, point, x, y, KF_INK_MARK);
}

static void put_point(const sheet *s, int column, int row) {
    const kf_scene_point *point = point_at(s, column, row);
    int x = s->x + (column - s->left) * 2, y = s->y + row - s->top;
    if (point->is_hidden)
        return;
    put_lines(s, column, row, x, y);
    if (point->stone != KF_EMPTY)
        put_stone(s, point, x, y);
    else
        put_empty(s, point, x, y);
}

// Whether what stands on the point takes its second column, too.
static bool is_wide(const kf_scene_point *point) {
    if (point->stone != KF_EMPTY &&
        (has_sign(point) || point->label.length > 0 || point->territory != KF_EMPTY))
        return true;
    return kf_report_width(short_label(point)) > 1;
}

// The brackets around the last move. The left one gives way to a sign beside it.
static void put_last(const sheet *s) {
    for (int row = s->top; row < s->top + s->rows; row++)
        for (int column = s->left; column < s->left + s->columns; column++) {
            const kf_scene_point *point = point_at(s, column, row);
            int x = s->x + (column - s->left) * 2, y = s->y + row - s->top;
            if (point->mark != KF_MARK_LAST || point->is_hidden)
                continue;
            if (column == s->left || !is_wide(point - 1))
                put(s, x - 1, y, KF_TEXT("("), KF_INK_LAST);
            put(s, x + 1, y, KF_TEXT(")"), KF_INK_LAST);
        }
}

// ---- Names along the edges ----

static void put_row_names(const sheet *s) {
    if ((s->scene->sides & (KF_SIDE_WEST | KF_SIDE_EAST)) == 0)
        return;
    for (int row = s->top; row < s->top + s->rows; row++) {
        kf_text name = s->scene->row_names[row];
        int width = (int)kf_report_width(name), y = s->y + row - s->top;
        if (s->scene->sides & KF_SIDE_WEST)
            put(s, s->x - SIDE + (width < NAME ? NAME - width : 0), y, name, KF_INK_BOARD);
        if (s->scene->sides & KF_SIDE_EAST)
            put(s, s->x + s->columns * 2, y, name, KF_INK_BOARD);
    }
}

// Names of two characters would run together, so every second stands.
static void put_column_names(const sheet *s, int y) {
    for (int column = s->left; column < s->left + s->columns; column++) {
        kf_text name = s->scene->column_names[column];
        if (kf_report_width(name) < LONGEST || column % 2 == 0)
            put(s, s->x + (column - s->left) * 2, y, name, KF_INK_BOARD);
    }
}

// ---- All of it ----

kf_view_area kf_view_board_size(const kf_scene *scene) {
    kf_view_area size = {0, 0, scene->columns * 2 + 2 * SIDE, scene->rows};
    size.rows += (scene->sides & KF_SIDE_NORTH) != 0;
    size.rows += (scene->sides & KF_SIDE_SOUTH) != 0;
    return size;
}

// The first of `count` lines of which `seen` are seen, with the line `at` among them.
static int first_seen(int count, int seen, int at) {
    int first = at - seen / 2;
    if (first > count - seen)
        first = count - seen;
    return first > 0 ? first : 0;
}

void kf_view_board_draw(kf_view_screen *screen, const kf_scene *scene, kf_view_area area,
                        kf_point centre) {
    sheet s = {.screen = screen, .scene = scene, .area = area};
    kf_view_area size = kf_view_board_size(scene);
    bool is_on = kf_point_is_on(centre, scene->board_width, scene->board_height);
    int column = is_on ? kf_point_column(centre) - scene->left : 0;
    int row = is_on ? kf_point_row(centre) - scene->top : scene->rows - 1;
    int fits = (area.columns - 2 * SIDE) / 2, fit_rows = area.rows - (size.rows - scene->rows);
    s.is_ascii = kf_view_screen_is_ascii(screen);
    s.is_coloured = kf_view_screen_is_coloured(screen);
    s.columns = fits < scene->columns ? fits : scene->columns;
    s.rows = fit_rows < scene->rows ? fit_rows : scene->rows;
    if (s.columns < 1 || s.rows < 1)
        return;
    s.left = first_seen(scene->columns, s.columns, column);
    s.top = first_seen(scene->rows, s.rows, row);
    s.x = area.x + SIDE;
    s.y = area.y + ((scene->sides & KF_SIDE_NORTH) != 0);
    kf_view_area used = {area.x, area.y, s.columns * 2 + 2 * SIDE,
                         s.rows + size.rows - scene->rows};
    kf_view_screen_fill(screen, used, KF_INK_BOARD);
    if (scene->sides & KF_SIDE_NORTH)
        put_column_names(&s, area.y);
    if (scene->sides & KF_SIDE_SOUTH)
        put_column_names(&s, s.y + s.rows);
    put_row_names(&s);
    for (row = s.top; row < s.top + s.rows; row++)
        for (column = s.left; column < s.left + s.columns; column++)
            put_point(&s, column, row);
    put_last(&s);
}

// ---- What has no room ----

static void add_point(const kf_scene *scene, kf_point point, kf_buffer *out) {
    int column = kf_point_column(point) - scene->left, row = kf_point_row(point) - scene->top;
    char text[KF_POINT_TEXT] = "";
    if (column >= 0 && row >= 0 && column < scene->columns && row < scene->rows)
        kf_point_write(scene->points[row * scene->columns + column].point,
                       scene->coords == KF_COORDS_NONE ? KF_COORDS_A1 : scene->coords,
                       scene->board_width, scene->board_height, text);
    kf_buffer_add_string(out, text);
}

static void begin(kf_buffer *out, const char *title, bool *has_any) {
    if (!*has_any && out->length > 0)
        kf_buffer_add_char(out, '\n');
    kf_buffer_add_string(out, *has_any ? ", " : title);
    *has_any = true;
}

static void add_lines(const kf_scene *scene, bool arrows, kf_buffer *out) {
    bool has_any = false;
    for (size_t i = 0; i < scene->line_count; i++) {
        const kf_scene_line *line = &scene->lines[i];
        if (line->is_arrow != arrows)
            continue;
        begin(out, arrows ? "Arrows: " : "Lines: ", &has_any);
        add_point(scene, line->from, out);
        kf_buffer_add_string(out, arrows ? " > " : " - ");
        add_point(scene, line->to, out);
    }
}

// The scene cuts a very long label, and tells all of it in its notes.
static bool is_cut(kf_text label) {
    static const char dots[] = "…";
    size_t length = sizeof dots - 1;
    return label.length > length && memcmp(label.data + label.length - length, dots, length) == 0;
}

void kf_view_board_legend(const kf_view_screen *screen, const kf_scene *scene, kf_buffer *out) {
    bool has_any = false;
    (void)screen;
    for (int i = 0; i < scene->columns * scene->rows; i++) {
        const kf_scene_point *point = &scene->points[i];
        if (point->is_numbered || kf_report_width(point->label) <= LONGEST || is_cut(point->label))
            continue;
        begin(out, "Labels: ", &has_any);
        add_point(scene,
                  kf_point_at(scene->left + i % scene->columns, scene->top + i / scene->columns),
                  out);
        kf_buffer_add_char(out, ' ');
        kf_buffer_add_text(out, point->label);
    }
    add_lines(scene, true, out);
    add_lines(scene, false, out);
    for (size_t i = 0; i < scene->note_count; i++) {
        if (out->length > 0)
            kf_buffer_add_char(out, '\n');
        kf_buffer_add_text(out, scene->notes[i]);
    }
}

#endif
