// SPDX-License-Identifier: MIT
// What stands around the board of `kifu view`: facts, tree and comment.

#include "cli/view/view.h"

#ifdef KIFU_HAVE_NCURSESW

#include <string.h>

#include "base/text.h"
#include "cli/print/print.h"

// ---- Bars and facts ----

void kf_view_pane_bar(kf_view_screen *screen, kf_view_area at, const char *left,
                      const char *right) {
    int width = (int)kf_report_width(kf_text_of(right));
    kf_view_area end = {at.x + at.columns - width - 1, at.y, width, 1};
    kf_view_screen_fill(screen, (kf_view_area){at.x, at.y, at.columns, 1}, KF_INK_BAR);
    at.x++;
    at.columns -= 2;
    if (width > 0 && width < at.columns) {
        kf_view_screen_put(screen, end, kf_text_of(right), KF_INK_BAR);
        at.columns -= width + 1;
    }
    kf_view_screen_put(screen, at, kf_text_of(left), KF_INK_BAR);
}

kf_text kf_view_pane_fact(const kf_view *view, const char *property) {
    kf_buffer text = {.arena = view->scratch};
    if (!kf_facts_get(view->record, view->game, property, &text))
        return KF_TEXT("");
    return kf_buffer_text(&text);
}

kf_text kf_view_pane_title(const kf_view *view, kf_node game) {
    enum { LONGEST = 500 };
    char *title = kf_arena_alloc(view->scratch, LONGEST);
    (void)kf_title_of(view->record, game, KF_LANGUAGE_EN, title, LONGEST);
    return kf_text_of(title);
}

static void add_fact(const kf_view *view, kf_buffer *line, const char *before,
                     const char *property) {
    kf_text text = kf_view_pane_fact(view, property);
    if (text.length == 0)
        return;
    if (line->length > 0)
        kf_buffer_add_string(line, before);
    kf_buffer_add_text(line, text);
}

static void put_player(const kf_view *view, kf_view_screen *screen, kf_view_area at,
                       kf_colour colour, unsigned captured) {
    bool is_black = colour == KF_BLACK;
    kf_buffer line = {.arena = view->scratch};
    char prisoners[40];
    kf_buffer_add_string(&line, is_black ? "Black " : "White ");
    add_fact(view, &line, "", is_black ? "PB" : "PW");
    add_fact(view, &line, " ", is_black ? "BR" : "WR");
    int length = snprintf(prisoners, sizeof prisoners, "%u captured", captured);
    if (captured > 0 && at.columns > length) {
        at.columns -= length;
        kf_view_screen_put(screen, (kf_view_area){at.x + at.columns, at.y, length, 1},
                           kf_text_of(prisoners), KF_INK_PLAIN);
        at.columns--;
    }
    kf_view_screen_put(screen, at, kf_buffer_text(&line), KF_INK_STRONG);
}

void kf_view_pane_players(const kf_view *view, kf_view_screen *screen, const kf_board *board,
                          kf_view_area area) {
    kf_buffer line = {.arena = view->scratch};
    kf_view_area at = {area.x, area.y, area.columns, 1};
    if (area.rows > 0)
        put_player(view, screen, at, KF_BLACK, board->prisoners[KF_WHITE]);
    at.y++;
    if (area.rows > 1)
        put_player(view, screen, at, KF_WHITE, board->prisoners[KF_BLACK]);
    at.y++;
    add_fact(view, &line, ", ", "RE");
    add_fact(view, &line, ", ", "EV");
    add_fact(view, &line, ", ", "RO");
    add_fact(view, &line, ", ", "DT");
    if (area.rows > 2)
        kf_view_screen_put(screen, at, kf_buffer_text(&line), KF_INK_PLAIN);
}

// ---- The tree ----

static bool has_property(const kf_view *view, kf_node node, const char *name) {
    kf_text value;
    return kf_property_get(view->record, node, name, &value);
}

// A node as one sign: a stone, a setup, a diagram, or anything else.
static const char *node_sign(const kf_view *view, kf_node node, bool is_ascii, bool is_coloured,
                             kf_view_ink *ink) {
    bool is_black = has_property(view, node, "B");
    *ink = KF_INK_BOARD;
    if (is_black || has_property(view, node, "W")) {
        *ink = is_black ? KF_INK_BLACK : KF_INK_WHITE;
        if (is_coloured && !is_ascii)
            return has_property(view, node, "C") ? "◉" : "●";
        return is_black ? "X" : "O";
    }
    if (has_property(view, node, "KFDIAGRAM"))
        return is_ascii ? "#" : "▦";
    if (has_property(view, node, "AB") || has_property(view, node, "AW") ||
        has_property(view, node, "AE"))
        return is_ascii ? "=" : "◆";
    return is_ascii ? "*" : "◇";
}

static void put_cell(const kf_view *view, kf_view_screen *screen, kf_view_area at,
                     const kf_view_cell *cell) {
    static const char *const signs[][2] = {
        [KF_VIEW_NOTHING] = {" ", " "}, [KF_VIEW_NODE] = {" ", " "},   [KF_VIEW_DASH] = {"─", "-"},
        [KF_VIEW_BAR] = {"│", "|"},     [KF_VIEW_CORNER] = {"└", "`"}, [KF_VIEW_TEE] = {"├", "|"},
    };
    bool is_ascii = kf_view_screen_is_ascii(screen);
    kf_view_ink ink = KF_INK_BOARD;
    const char *sign = signs[cell->sign][is_ascii];
    if (cell->sign == KF_VIEW_NODE)
        sign = node_sign(view, cell->node, is_ascii, kf_view_screen_is_coloured(screen), &ink);
    if (cell->sign == KF_VIEW_NODE && cell->node == view->node)
        ink = KF_INK_CHOSEN;
    kf_view_screen_put(screen, at, kf_text_of(sign), ink);
}

void kf_view_pane_tree(kf_view *view, kf_view_screen *screen, kf_view_area area) {
    if (area.rows < 1 || area.columns < 1 || view->tree.game != view->game)
        return;
    size_t count = (size_t)area.columns * (size_t)area.rows;
    kf_view_cell *cells = kf_arena_alloc(view->scratch, count * sizeof *cells);
    kf_view_tree_window(&view->tree, view->node, area.columns, area.rows, cells);
    view->tree_area = area;
    kf_view_screen_fill(screen, area, KF_INK_BOARD);
    for (int y = 0; y < area.rows; y++)
        for (int x = 0; x < area.columns; x++) {
            const kf_view_cell *cell = &cells[y * area.columns + x];
            if (cell->sign != KF_VIEW_NOTHING)
                put_cell(view, screen, (kf_view_area){area.x + x, area.y + y, 1, 1}, cell);
        }
}

// ---- Text ----

// Puts a line, and over it what was looked for.
static void put_line(const kf_view *view, kf_view_screen *screen, kf_view_area at, kf_text line) {
    kf_text wanted = kf_text_of(view->wanted);
    size_t begin, length;
    int used = 0;
    while (wanted.length > 0 && kf_view_find_in(line, wanted, &begin, &length)) {
        kf_view_area part = {at.x + used, at.y, at.columns - used, 1};
        used += kf_view_screen_put(screen, part, kf_text_cut(line, 0, begin), KF_INK_PLAIN);
        part = (kf_view_area){at.x + used, at.y, at.columns - used, 1};
        used += kf_view_screen_put(screen, part, kf_text_cut(line, begin, begin + length),
                                   KF_INK_CHOSEN);
        line = kf_text_cut(line, begin + length, line.length);
    }
    kf_view_screen_put(screen, (kf_view_area){at.x + used, at.y, at.columns - used, 1}, line,
                       KF_INK_PLAIN);
}

// Scrolls to the first line that holds what was just found, when it would not be seen.
static void scroll_to_found(kf_view *view, const kf_view_lines *lines, size_t rows) {
    size_t begin, length, at = 0;
    kf_text wanted = kf_text_of(view->wanted);
    if (!view->is_found)
        return;
    view->is_found = false;
    while (at < lines->count && !kf_view_find_in(lines->lines[at], wanted, &begin, &length))
        at++;
    if (at < lines->count && at >= rows)
        view->scroll = at - rows / 2;
}

void kf_view_pane_text(kf_view *view, kf_view_screen *screen, kf_view_area area, kf_text text) {
    enum { MEASURE = 80 }; // a longer line is hard to read
    kf_view_lines lines = {0};
    area.columns = area.columns < MEASURE ? area.columns : MEASURE;
    if (area.rows < 1 || area.columns < 1)
        return;
    size_t rows = (size_t)area.rows;
    kf_view_wrap(&lines, view->scratch, text, area.columns);
    scroll_to_found(view, &lines, rows);
    view->scroll_end = lines.count > rows ? lines.count - rows : 0;
    if (view->scroll > view->scroll_end)
        view->scroll = view->scroll_end;
    for (size_t i = 0; i < rows && view->scroll + i < lines.count; i++)
        put_line(view, screen, (kf_view_area){area.x, area.y + (int)i, area.columns, 1},
                 lines.lines[view->scroll + i]);
    if (view->scroll_end == 0 || area.columns < 24)
        return;
    char more[24];
    int length = snprintf(more, sizeof more, " +/- %zu%% ", view->scroll * 100 / view->scroll_end);
    kf_view_screen_put(
        screen, (kf_view_area){area.x + area.columns - length, area.y + area.rows - 1, length, 1},
        kf_text_of(more), KF_INK_BAR);
}

#endif
