// SPDX-License-Identifier: MIT
// A scene on a terminal: two columns a point, and twice or three times that where there is room.

#include "cli/view/view.h"

#ifdef KIFU_HAVE_NCURSESW

#include <string.h>

#include "base/text.h"
#include "cli/print/print.h"

// Left of the board stand a row's name and the bracket of a last move; right of it likewise.
enum { NAME = 2, SIDE = NAME + 1, LARGEST = 3 };

typedef struct sheet {
    kf_view_screen *screen;
    const kf_scene *scene;
    kf_view_area area;
    int left, top, columns, rows; // the points of the region that are seen
    int x, y;                     // of the first cell of them on the screen
    int scale;                    // a cell is 2 * scale columns wide and scale rows high
    int longest;                  // columns that a label may take
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

static int longest_of(int scale) {
    return scale == 1 ? 2 : 2 * scale - 1;
}

static void put(const sheet *s, int x, int y, kf_text text, kf_view_ink ink) {
    kf_view_screen_put(s->screen, (kf_view_area){x, y, s->longest, 1}, text, ink);
}

// Where the middle of a point stands on the screen.
static int middle_x(const sheet *s, int column) {
    return s->x + (column - s->left) * 2 * s->scale + s->scale - 1;
}

static int middle_y(const sheet *s, int row) {
    return s->y + (row - s->top) * s->scale + (s->scale - 1) / 2;
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
    for (int i = 1; goes_on(s, column, row, 1, 0) && i < 2 * s->scale; i++)
        put(s, x + i, y, KF_TEXT("─"), ink);
    for (int i = 1; goes_on(s, column, row, 0, 1) && i < s->scale; i++)
        put(s, x, y + i, KF_TEXT("│"), ink);
}

// ---- Points ----

static bool has_sign(const kf_scene_point *point) {
    return point->mark != KF_MARK_NONE && point->mark != KF_MARK_LAST;
}

// A label that fits: a move's number is cut to its last two digits.
static kf_text short_label(const sheet *s, const kf_scene_point *point) {
    size_t longest = (size_t)s->longest;
    if (point->is_numbered && point->label.length > longest)
        return kf_text_cut(point->label, point->label.length - longest, point->label.length);
    return point->label;
}

// Of a label that does not fit, its first sign and a sign that there is more.
static void put_label(const sheet *s, const kf_scene_point *point, int x, int y, kf_view_ink ink) {
    kf_text label = short_label(s, point);
    int width = (int)kf_report_width(label);
    if (s->scale > 1)
        x -= (width < s->longest ? width - 1 : s->longest - 1) / 2;
    put(s, x, y, label, ink);
    if (width > s->longest)
        put(s, x + s->longest - 1, y, kf_text_of(s->is_ascii ? "~" : "…"), ink);
}

// With colours a large stone is a field of its colour, with round corners where it has three rows.
static void put_field(const sheet *s, const kf_scene_point *point, int x, int y) {
    kf_view_ink ink = point->stone == KF_BLACK ? KF_INK_BLACK : KF_INK_WHITE;
    kf_view_ink on = point->stone == KF_BLACK ? KF_INK_ON_BLACK : KF_INK_ON_WHITE;
    int width = s->longest, rows = s->scale == LARGEST ? LARGEST : 1;
    int left = s->scale == 1 ? x : x - width / 2, top = y - rows / 2;
    kf_view_screen_fill(s->screen, (kf_view_area){left, top, width, rows}, on);
    if (rows == 1 || s->is_ascii)
        return;
    put(s, left, top, KF_TEXT("▗"), ink);
    put(s, left + width - 1, top, KF_TEXT("▖"), ink);
    put(s, left, top + rows - 1, KF_TEXT("▝"), ink);
    put(s, left + width - 1, top + rows - 1, KF_TEXT("▘"), ink);
}

// A stone with something on it: with colours a field of the stone's colour, without them the
// stone and the sign beside it, or the label alone, set off as Black's or White's.
static void put_marked_stone(const sheet *s, const kf_scene_point *point, int x, int y) {
    kf_view_ink ink = point->stone == KF_BLACK ? KF_INK_ON_BLACK : KF_INK_ON_WHITE;
    kf_text text = has_sign(point) ? spell(s, marks[point->mark]) : short_label(s, point);
    if (s->is_coloured)
        put_field(s, point, x, y);
    if (s->is_coloured && has_sign(point)) {
        put(s, x, y, text, ink);
    } else if (s->is_coloured) {
        put_label(s, point, x, y, ink);
    } else if (kf_report_width(text) < 2) {
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
    if (s->is_coloured && s->scale > 1)
        put_field(s, point, x, y);
    else
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
    int x = middle_x(s, column), y = middle_y(s, row);
    if (point->is_hidden)
        return;
    put_lines(s, column, row, x, y);
    if (point->stone != KF_EMPTY)
        put_stone(s, point, x, y);
    else
        put_empty(s, point, x, y);
}

// Whether what stands on the point takes its second column, too.
static bool is_wide(const sheet *s, const kf_scene_point *point) {
    if (s->scale > 1)
        return false;
    if (point->stone != KF_EMPTY &&
        (has_sign(point) || point->label.length > 0 || point->territory != KF_EMPTY))
        return true;
    return kf_report_width(short_label(s, point)) > 1;
}

// The brackets around the last move. The left one gives way to a sign beside it.
static void put_last(const sheet *s) {
    for (int row = s->top; row < s->top + s->rows; row++)
        for (int column = s->left; column < s->left + s->columns; column++) {
            const kf_scene_point *point = point_at(s, column, row);
            int x = middle_x(s, column), y = middle_y(s, row);
            if (point->mark != KF_MARK_LAST || point->is_hidden)
                continue;
            if (column == s->left || !is_wide(s, point - 1))
                put(s, x - s->scale, y, KF_TEXT("("), KF_INK_LAST);
            put(s, x + s->scale, y, KF_TEXT(")"), KF_INK_LAST);
        }
}

// ---- Names along the edges ----

static void put_row_names(const sheet *s) {
    if ((s->scene->sides & (KF_SIDE_WEST | KF_SIDE_EAST)) == 0)
        return;
    for (int row = s->top; row < s->top + s->rows; row++) {
        kf_text name = s->scene->row_names[row];
        int width = (int)kf_report_width(name), y = middle_y(s, row);
        if (s->scene->sides & KF_SIDE_WEST)
            put(s, s->x - SIDE + (width < NAME ? NAME - width : 0), y, name, KF_INK_BOARD);
        if (s->scene->sides & KF_SIDE_EAST)
            put(s, s->x + s->columns * 2 * s->scale, y, name, KF_INK_BOARD);
    }
}

// Names of two characters would run together, so every second stands.
static void put_column_names(const sheet *s, int y) {
    for (int column = s->left; column < s->left + s->columns; column++) {
        kf_text name = s->scene->column_names[column];
        if (kf_report_width(name) < 2 || column % 2 == 0 || s->scale > 1)
            put(s, middle_x(s, column), y, name, KF_INK_BOARD);
    }
}

// ---- All of it ----

kf_view_area kf_view_board_size(const kf_scene *scene, int scale) {
    kf_view_area size = {0, 0, scene->columns * 2 * scale + 2 * SIDE, scene->rows * scale};
    size.rows += (scene->sides & KF_SIDE_NORTH) != 0;
    size.rows += (scene->sides & KF_SIDE_SOUTH) != 0;
    return size;
}

int kf_view_board_scale(const kf_scene *scene, int columns, int rows) {
    int scale = LARGEST;
    for (; scale > 1; scale--) {
        kf_view_area size = kf_view_board_size(scene, scale);
        if (size.columns <= columns && size.rows <= rows)
            break;
    }
    return scale;
}

// The first of `count` lines of which `seen` are seen, with the line `at` among them.
static int first_seen(int count, int seen, int at) {
    int first = at - seen / 2;
    if (first > count - seen)
        first = count - seen;
    return first > 0 ? first : 0;
}

// What of the board fits, around the point that must be seen.
static sheet fit(kf_view_screen *screen, const kf_scene *scene, kf_view_area area,
                 kf_point centre) {
    sheet s = {.screen = screen, .scene = scene, .area = area};
    s.scale = kf_view_board_scale(scene, area.columns, area.rows);
    s.longest = longest_of(s.scale);
    kf_view_area size = kf_view_board_size(scene, s.scale);
    bool is_on = kf_point_is_on(centre, scene->board_width, scene->board_height);
    int column = is_on ? kf_point_column(centre) - scene->left : 0;
    int row = is_on ? kf_point_row(centre) - scene->top : scene->rows - 1;
    int fits = (area.columns - 2 * SIDE) / (2 * s.scale);
    int fit_rows = (area.rows - (size.rows - scene->rows * s.scale)) / s.scale;
    s.is_ascii = kf_view_screen_is_ascii(screen);
    s.is_coloured = kf_view_screen_is_coloured(screen);
    s.columns = fits < scene->columns ? fits : scene->columns;
    s.rows = fit_rows < scene->rows ? fit_rows : scene->rows;
    s.left = first_seen(scene->columns, s.columns, column);
    s.top = first_seen(scene->rows, s.rows, row);
    s.x = area.x + SIDE;
    s.y = area.y + ((scene->sides & KF_SIDE_NORTH) != 0);
    return s;
}

kf_view_points kf_view_board_draw(kf_view_screen *screen, const kf_scene *scene, kf_view_area area,
                                  kf_point centre) {
    sheet s = fit(screen, scene, area, centre);
    if (s.columns < 1 || s.rows < 1)
        return (kf_view_points){.scale = 1};
    bool has_south = (scene->sides & KF_SIDE_SOUTH) != 0;
    int bottom = s.y + s.rows * s.scale;
    kf_view_area used = {area.x, area.y, s.columns * 2 * s.scale + 2 * SIDE,
                         bottom + has_south - area.y};
    kf_view_screen_fill(screen, used, KF_INK_BOARD);
    if (scene->sides & KF_SIDE_NORTH)
        put_column_names(&s, area.y);
    if (has_south)
        put_column_names(&s, bottom);
    put_row_names(&s);
    for (int row = s.top; row < s.top + s.rows; row++)
        for (int column = s.left; column < s.left + s.columns; column++)
            put_point(&s, column, row);
    put_last(&s);
    return (kf_view_points){{s.x, s.y, s.columns * 2 * s.scale, s.rows * s.scale},
                            scene->left + s.left,
                            scene->top + s.top,
                            s.scale};
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

void kf_view_board_legend(const kf_scene *scene, int scale, kf_buffer *out) {
    bool has_any = false;
    size_t longest = (size_t)longest_of(scale);
    for (int i = 0; i < scene->columns * scene->rows; i++) {
        const kf_scene_point *point = &scene->points[i];
        if (point->is_numbered || kf_report_width(point->label) <= longest || is_cut(point->label))
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
