// SPDX-License-Identifier: MIT
// What only Ishi says of a picture: diagrams with a board or stones of their own, and marks that
// SGF has no property for. The facts are carried in the record; they count as long as they agree
// with what the node shows.

#include <string.h>

#include "base/text.h"
#include "draw/scene/scene.h"
#include "record/value.h"

enum { ISHI_LARGEST = 19, LONGEST_RANGE = 4096 };

// ---- Locations ----

// A location such as Q16, column from 0 at the left and row from 1 at the bottom. False unless
// it is one of a board of 19 lines.
static bool read_location(kf_text text, int *x, int *row) {
    char letter = text.length > 1 ? text.data[0] : '\0';
    letter = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    if (letter < 'A' || letter > 'T' || letter == 'I' ||
        !kf_text_number(kf_text_cut(text, 1, text.length), row))
        return false;
    *x = letter - 'A' - (letter > 'I');
    return *row >= 1 && *row <= ISHI_LARGEST;
}

// The point of the sheet at a location; false when the sheet has none there.
static bool place(const kf_sheet *sheet, kf_text text, kf_point *point) {
    int x, row;
    if (!read_location(text, &x, &row) || x >= sheet->width || row > sheet->height)
        return false;
    *point = kf_point_at(x, sheet->height - row);
    return true;
}

// Where a point of the event's board lies on the sheet; KF_NOWHERE when it does not.
static kf_point lifted(const kf_sheet *sheet, kf_point point) {
    int row = kf_point_row(point) + sheet->lift;
    bool is_on = point != KF_PASS && point != KF_NOWHERE && row >= 0 && row < sheet->height &&
                 kf_point_column(point) < sheet->width;
    return is_on ? kf_point_at(kf_point_column(point), row) : KF_NOWHERE;
}

// ---- The board of a diagram ----

// Moves everything to a board of another size, corner to lower left corner. A board that is
// separate takes over nothing but what the node itself shows.
static void change_board(kf_sheet *sheet, int size, bool is_separate) {
    kf_sheet old = *sheet;
    kf_scene_sheet_clear(sheet, size, size);
    sheet->lift = size - old.height;
    sheet->is_separate = is_separate;
    sheet->is_viewed = false;
    sheet->last = lifted(sheet, sheet->last);
    for (int row = 0; row < old.height; row++) {
        for (int column = 0; column < old.width; column++) {
            kf_point from = kf_point_at(column, row), to = lifted(sheet, from);
            if (to == KF_NOWHERE)
                continue;
            size_t at = kf_scene_sheet_index(&old, from), index = kf_scene_sheet_index(sheet, to);
            bool is_hoshi = sheet->points[index].is_hoshi;
            sheet->points[index] = old.points[at];
            sheet->points[index].point = to;
            sheet->points[index].is_hoshi = is_hoshi;
            sheet->points[index].is_hidden = false;
            sheet->more[index] = old.more[at];
            if (is_separate) {
                sheet->points[index].stone = KF_EMPTY;
                sheet->more[index].number = 0;
            }
        }
    }
    kf_scene_sheet_end(&old);
    for (size_t i = 0; i < sheet->line_count; i++) {
        sheet->lines[i].from = lifted(sheet, sheet->lines[i].from);
        sheet->lines[i].to = lifted(sheet, sheet->lines[i].to);
    }
}

static void put_stone(kf_sheet *sheet, kf_point point, kf_colour colour) {
    size_t index = kf_scene_sheet_index(sheet, point);
    sheet->points[index].stone = (uint8_t)colour;
    sheet->points[index].label = (kf_text){"", 0};
    sheet->points[index].is_numbered = false;
    sheet->more[index].number = 0;
}

// The stones that AB and AW give to a separate board.
static void put_own(kf_sheet *sheet, const char *name, kf_colour colour) {
    kf_values values = kf_values_of(sheet->record, sheet->figure->node, name);
    kf_text value;
    int x, y, right, bottom;
    while (kf_values_next(&values, &value)) {
        if (!kf_value_rectangle(value, &x, &y, &right, &bottom))
            continue;
        for (int row = y; row <= bottom; row++)
            for (int column = x; column <= right; column++) {
                kf_point point = lifted(sheet, kf_point_at(column, row));
                if (point != KF_NOWHERE)
                    put_stone(sheet, point, colour);
            }
    }
}

// The stones of KFDSETUP: lines of colours and locations, as SETUP has them.
static void put_setup(kf_sheet *sheet) {
    kf_values values = kf_values_of(sheet->record, sheet->figure->node, "KFDSETUP");
    kf_text value, word;
    kf_point point;
    while (kf_values_next(&values, &value)) {
        kf_colour colour = KF_EMPTY;
        while (kf_text_word(&value, &word)) {
            if (kf_text_equal_fold(word, KF_TEXT("B")))
                colour = KF_BLACK;
            else if (kf_text_equal_fold(word, KF_TEXT("W")))
                colour = KF_WHITE;
            else if (colour != KF_EMPTY && place(sheet, word, &point))
                put_stone(sheet, point, colour);
        }
    }
}

// `nXn`; false when the region is something else.
static bool read_size(kf_text text, int *size) {
    const char *sign = memchr(text.data, 'x', text.length);
    int second;
    sign = sign != NULL ? sign : memchr(text.data, 'X', text.length);
    if (sign == NULL)
        return false;
    size_t middle = (size_t)(sign - text.data);
    return kf_text_number(kf_text_cut(text, 0, middle), size) &&
           kf_text_number(kf_text_cut(text, middle + 1, text.length), &second) && *size == second &&
           *size >= 1 && *size <= ISHI_LARGEST;
}

static void view(kf_sheet *sheet, kf_point a, kf_point b) {
    int x = kf_point_column(a), x2 = kf_point_column(b);
    int y = kf_point_row(a), y2 = kf_point_row(b);
    sheet->is_viewed = true;
    sheet->left = x < x2 ? x : x2;
    sheet->right = x < x2 ? x2 : x;
    sheet->top = y < y2 ? y : y2;
    sheet->bottom = y < y2 ? y2 : y;
}

// A region beyond the event's board is seen on one of 19 lines. Others are in VW.
static void show_region(kf_sheet *sheet, kf_text region) {
    kf_text first, second;
    int x, row, x2, row2, size;
    if (region.length == 0)
        return;
    if (read_size(region, &size)) {
        if (size != sheet->width || size != sheet->height) {
            change_board(sheet, size, true);
            put_own(sheet, "AB", KF_BLACK);
            put_own(sheet, "AW", KF_WHITE);
        }
        return;
    }
    if (!kf_text_word(&region, &first) || !kf_text_word(&region, &second) ||
        !read_location(first, &x, &row) || !read_location(second, &x2, &row2))
        return;
    int right = x > x2 ? x : x2, top = row > row2 ? row : row2;
    if (sheet->width > ISHI_LARGEST || (right < sheet->width && top <= sheet->height))
        return;
    change_board(sheet, ISHI_LARGEST, false);
    view(sheet, kf_point_at(x, ISHI_LARGEST - row), kf_point_at(x2, ISHI_LARGEST - row2));
}

// ---- Programs of marks ----

// What a program of MARK and UNMARK lines leaves on a point.
typedef struct shown {
    kf_text letters; // of cc@; or `\t` and the like
    bool is_number;  // the number of the stone
    bool is_set;
} shown;

typedef struct program {
    kf_sheet *sheet;
    shown *points;
    bool is_unmark;
    kf_text letters; // before the @ of the field in hand
} program;

static void do_point(program *p, kf_point point) {
    size_t index = kf_scene_sheet_index(p->sheet, point);
    bool is_visible = p->sheet->points[index].stone != KF_EMPTY && p->sheet->more[index].number > 0;
    if (p->is_unmark)
        p->points[index] = (shown){.letters = {"", 0}};
    else if (p->letters.length > 0)
        p->points[index] = (shown){.letters = p->letters, .is_set = true};
    else if (is_visible)
        p->points[index] = (shown){.letters = {"", 0}, .is_number = true, .is_set = true};
}

static void do_all(program *p, int from, int to) {
    size_t count = (size_t)p->sheet->width * (size_t)p->sheet->height;
    for (size_t i = 0; i < count; i++) {
        int number = p->sheet->more[i].number;
        bool is_meant = to == 0 || (number >= from && number <= to);
        if (is_meant)
            do_point(p, p->sheet->points[i].point);
    }
}

// The latest move of that number, if nothing was played on its point since.
static void do_number(program *p, int number) {
    kf_sheet *sheet = p->sheet;
    kf_point point = lifted(sheet, kf_play_numbered(sheet->play, number));
    if (point != KF_NOWHERE && !sheet->is_separate &&
        sheet->more[kf_scene_sheet_index(sheet, point)].number == number)
        do_point(p, point);
}

static void do_numbers(program *p, kf_text text) {
    const char *dash = text.length > 0 ? memchr(text.data, '-', text.length) : NULL;
    size_t middle = dash != NULL ? (size_t)(dash - text.data) : text.length;
    int from, to;
    if (!kf_text_number(kf_text_cut(text, 0, middle), &from))
        return;
    to = from;
    if (dash != NULL && !kf_text_number(kf_text_cut(text, middle + 1, text.length), &to))
        return;
    int first = from < to ? from : to, last = from < to ? to : from;
    if (last < 1)
        return;
    if (first < 1 || last - first > LONGEST_RANGE)
        do_all(p, first < 1 ? 1 : first, last);
    else
        for (int number = first; number <= last; number++)
            do_number(p, number);
}

static void do_field(program *p, kf_text field) {
    size_t at = field.length;
    kf_point point;
    while (at > 0 && field.data[at - 1] != '@')
        at--;
    p->letters = at > 0 ? kf_text_cut(field, 0, at - 1) : (kf_text){"", 0};
    field = kf_text_cut(field, at, field.length);
    if (at == 0 && kf_text_equal_fold(field, KF_TEXT("ALL")))
        do_all(p, 0, 0);
    else if (field.length > 0 && field.data[0] == '#')
        do_numbers(p, kf_text_cut(field, 1, field.length));
    else if (place(p->sheet, field, &point))
        do_point(p, point);
}

// Runs all lines of KFMARK; false when there are none, or they are not to be shown.
static bool run(program *p) {
    kf_values values = kf_values_of(p->sheet->record, p->sheet->figure->node, "KFMARK");
    kf_text value, word;
    bool has_any = false;
    while (kf_values_next(&values, &value)) {
        kf_text line = kf_scene_sheet_plain(p->sheet, value, true);
        if (kf_text_is(line, "HIDDEN"))
            return false;
        if (!kf_text_word(&line, &word))
            continue;
        p->is_unmark = kf_text_equal_fold(word, KF_TEXT("UNMARK"));
        if (!p->is_unmark && !kf_text_equal_fold(word, KF_TEXT("MARK")))
            continue;
        has_any = true;
        while (kf_text_word(&line, &word))
            do_field(p, word);
    }
    return has_any;
}

static kf_mark mark_of(kf_text letters) {
    static const char signs[] = "tsdc";
    static const kf_mark marks[] = {KF_MARK_TRIANGLE, KF_MARK_SQUARE, KF_MARK_DIAMOND,
                                    KF_MARK_CHECK};
    for (size_t i = 0; letters.length == 2 && letters.data[0] == '\\' && i < 4; i++)
        if ((letters.data[1] | 32) == signs[i])
            return marks[i];
    return KF_MARK_NONE;
}

// On a board of its own the program says everything: SGF's points are the event's.
static void show_point(kf_sheet *sheet, size_t index, const shown *s) {
    kf_sheet_point *more = &sheet->more[index];
    kf_mark mark = mark_of(s->letters);
    more->label = (kf_text){"", 0};
    more->mark = (uint8_t)mark;
    if (!s->is_set || mark != KF_MARK_NONE)
        return;
    kf_buffer out = {.arena = sheet->arena};
    if (s->is_number)
        kf_buffer_add_number(&out, more->number);
    else
        kf_buffer_add_text(&out, s->letters);
    more->label = kf_scene_sheet_keep(sheet, &out);
}

// SGF has a circle for the diamond and a cross for the check mark.
static void refine_point(kf_sheet_point *more, const shown *s) {
    kf_mark mark = mark_of(s->letters);
    if ((mark == KF_MARK_DIAMOND && more->mark == KF_MARK_CIRCLE) ||
        (mark == KF_MARK_CHECK && more->mark == KF_MARK_CROSS))
        more->mark = (uint8_t)mark;
}

// Marks of a figure of moves are what SGF shows, so the program only counts in positions.
static void run_program(kf_sheet *sheet, bool has_own_board) {
    kf_property property;
    size_t count = (size_t)sheet->width * (size_t)sheet->height;
    if (sheet->figure->hide_marks || sheet->is_moves ||
        !kf_property_find(sheet->record, sheet->figure->node, "KFMARK", &property))
        return;
    shown *points = kf_arena_resize(sheet->arena, NULL, count * sizeof *points);
    memset(points, 0, count * sizeof *points);
    program p = {.sheet = sheet, .points = points};
    bool is_shown = run(&p);
    for (size_t i = 0; is_shown && i < count; i++) {
        if (has_own_board)
            show_point(sheet, i, &points[i]);
        else if (points[i].is_set)
            refine_point(&sheet->more[i], &points[i]);
    }
    kf_arena_release(sheet->arena, points);
}

// ---- All of it ----

// The numbers on the event's board, for MARK lines to name.
static void read_numbers(kf_sheet *sheet) {
    size_t count = (size_t)sheet->width * (size_t)sheet->height;
    for (size_t i = 0; i < count; i++)
        sheet->more[i].number = kf_play_number_at(sheet->play, sheet->points[i].point);
}

void kf_scene_ishi_put(kf_sheet *sheet) {
    kf_property property;
    kf_values values = kf_values_of(sheet->record, sheet->figure->node, "KFDIAGRAM");
    kf_text region;
    int width = sheet->width, height = sheet->height;
    if (!sheet->is_moves &&
        kf_property_find(sheet->record, sheet->figure->node, "KFMARK", &property))
        read_numbers(sheet);
    if (!sheet->is_moves && kf_values_next(&values, &region)) {
        show_region(sheet, kf_text_trim(region));
        put_setup(sheet);
    }
    run_program(sheet, sheet->width != width || sheet->height != height);
}
