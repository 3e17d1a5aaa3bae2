// SPDX-License-Identifier: MIT
// What stands on one point of a board in a terminal.

#include <string.h>

#include "base/escape.h"
#include "base/text.h"
#include "base/width.h"
#include "draw/picture/cells.h"

// A colour between both: `share` thousandths of b.
static kf_rgb mix(kf_rgb a, kf_rgb b, int share) {
    kf_rgb mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        int from = (int)(a >> shift & 255), to = (int)(b >> shift & 255);
        mixed |= (kf_rgb)(from + (to - from) * share / 1000) << shift;
    }
    return mixed;
}

kf_ansi_look kf_ansi_cell_look(const kf_drawing *how) {
    const kf_style *style = how != NULL ? how->style : NULL;
    const kf_style *wood = kf_style_named("wood");
    kf_ansi_look look = {.style = style != NULL ? *style : *wood, .columns = 2};
    if (how != NULL) {
        look.colours = how->colours;
        look.is_ascii = how->is_ascii;
    }
    // A stone has no edge here, so white stones do not lie on a white board.
    if (look.style.board == look.style.white_fill || look.style.board == look.style.black_fill) {
        look.style.board = wood->board;
        look.style.line = wood->line;
    }
    return look;
}

const char *kf_ansi_cell_mark(const kf_ansi_look *look, kf_mark mark) {
    static const char *const ascii[KF_MARK_COUNT] = {"", "^", "#", "o", "x", "*", "v", "/", ""};
    static const char *const signs[KF_MARK_COUNT] = {"", "△", "□", "○", "×", "■", "◇", "✓", ""};
    return look->is_ascii ? ascii[mark] : signs[mark];
}

kf_text kf_ansi_cell_fit(kf_text text, int most, int *columns) {
    kf_text rest = text;
    uint32_t sign;
    size_t length = 0;
    *columns = 0;
    while (kf_text_code_point(&rest, &sign)) {
        int width = kf_width(sign);
        if (*columns + width > most)
            break;
        *columns += width;
        length = text.length - rest.length;
    }
    return kf_text_cut(text, 0, length);
}

// A sign may carry many that stand on it; more of them than the cell holds are left out.
static void put(kf_ansi_cell *cell, kf_text text) {
    size_t used = strlen(cell->text), room = sizeof cell->text - 1 - used, length = 0;
    kf_text rest = text;
    uint32_t sign;
    while (kf_text_code_point(&rest, &sign) && text.length - rest.length <= room)
        length = text.length - rest.length;
    memcpy(cell->text + used, text.data, length);
    cell->text[used + length] = '\0';
    cell->is_cut = cell->is_cut || length < text.length;
}

// What a terminal would obey, and in ASCII everything else, becomes a question mark.
static void put_label(const kf_ansi_look *look, kf_ansi_cell *cell, kf_text text) {
    uint32_t sign;
    while (kf_text_code_point(&text, &sign)) {
        char bytes[4];
        bool is_plain = !kf_escape_is_control(sign) && (sign < 128 || !look->is_ascii);
        if (is_plain)
            put(cell, (kf_text){bytes, kf_text_put_code_point(bytes, sign)});
        else
            put(cell, KF_TEXT("?"));
    }
}

// The label, or as much of it as the point has room for; of long numbers the last digits.
static void add_label(const kf_ansi_look *look, const kf_scene_point *point, kf_ansi_cell *cell,
                      int room) {
    kf_text label = point->label;
    int columns;
    if (kf_legend_number(point) > 0 && label.length > (size_t)room)
        label = kf_text_cut(label, label.length - (size_t)room, label.length);
    kf_text fitting = kf_ansi_cell_fit(label, room, &columns);
    put_label(look, cell, fitting);
    cell->columns += columns;
    cell->is_cut = cell->is_cut || fitting.length < point->label.length;
}

static void add_stone(const kf_ansi_look *look, kf_colour colour, kf_ansi_cell *cell) {
    static const char *const signs[] = {"", "●", "○"};
    const char *sign = look->is_ascii                  ? colour == KF_BLACK ? "X" : "O"
                       : look->colours != KF_ANSI_NONE ? "●"
                                                       : signs[colour];
    put(cell, kf_text_of(sign));
    cell->columns++;
}

// A stone. In colours, what stands on it stands on a ground of its colour; without, beside it.
static void make_stone(const kf_ansi_look *look, const kf_scene_point *point, kf_ansi_cell *cell) {
    const kf_style *style = &look->style;
    bool is_black = point->stone == KF_BLACK, is_coloured = look->colours != KF_ANSI_NONE;
    const char *mark = kf_ansi_cell_mark(look, (kf_mark)point->mark);
    bool is_bare = point->label.length == 0 && mark[0] == '\0' && point->territory == KF_EMPTY;
    kf_rgb fill = is_black ? style->black_fill : style->white_fill;
    if (is_bare || (!is_coloured && kf_legend_number(point) == 0)) {
        add_stone(look, (kf_colour)point->stone, cell);
        cell->front = fill;
        if (is_bare)
            return;
    }
    if (is_coloured) {
        cell->front = is_black ? style->black_ink : style->white_ink;
        cell->behind = fill;
        cell->is_block = true;
    }
    if (point->label.length > 0) {
        add_label(look, point, cell, look->columns - cell->columns);
    } else {
        put(cell, kf_text_of(mark[0] != '\0' ? mark : look->is_ascii ? ":" : "▪"));
        cell->columns++;
    }
}

static void make_empty(const kf_ansi_look *look, const kf_scene_point *point, kf_ansi_cell *cell) {
    const kf_style *style = &look->style;
    const char *sign = look->is_ascii ? point->is_hoshi ? "+" : "." : point->is_hoshi ? "+" : "·";
    if (point->territory != KF_EMPTY) {
        bool is_black = point->territory == KF_BLACK;
        sign = look->is_ascii                              ? is_black ? "x" : "o"
               : is_black || look->colours != KF_ANSI_NONE ? "▪"
                                                           : "▫";
        cell->front = is_black ? style->black_fill : style->white_fill;
    } else if (point->mark != KF_MARK_NONE && point->mark != KF_MARK_LAST) {
        sign = kf_ansi_cell_mark(look, (kf_mark)point->mark);
        cell->front = style->mark;
    } else if (point->ghost != KF_EMPTY && look->colours != KF_ANSI_NONE) {
        kf_rgb fill = point->ghost == KF_BLACK ? style->black_fill : style->white_fill;
        sign = look->is_ascii ? point->ghost == KF_BLACK ? "X" : "O" : "●";
        cell->front = mix(style->board, fill, 450);
    }
    put(cell, kf_text_of(sign));
    cell->columns = 1;
}

void kf_ansi_cell_make(const kf_ansi_look *look, const kf_scene_point *point, kf_ansi_cell *cell) {
    const kf_style *style = &look->style;
    *cell = (kf_ansi_cell){.front = style->line, .behind = style->board};
    if (point->is_hidden) {
        cell->columns = 1;
        cell->text[0] = ' ';
    } else if (point->stone != KF_EMPTY) {
        make_stone(look, point, cell);
    } else if (point->label.length > 0) {
        cell->front = style->mark;
        add_label(look, point, cell, look->columns);
    } else {
        make_empty(look, point, cell);
    }
    if (point->is_dimmed) {
        cell->front = mix(cell->front, 0x808080, 600);
        cell->behind = mix(cell->behind, 0x808080, 600);
    }
}
