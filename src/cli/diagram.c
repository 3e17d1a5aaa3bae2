// SPDX-License-Identifier: MIT
// A position as plain text: the board, its labels and marks.

#include "cli/diagram.h"

#include <string.h>

#include "base/text.h"
#include "cli/report.h"
#include "record/value.h"

enum { MARKS_COLUMN = 14 };

// What stands between two stones: parentheses around the last move.
static char gap(int column, int row, kf_point last) {
    if (last == KF_NOWHERE || last == KF_PASS || kf_point_row(last) != row)
        return ' ';
    if (kf_point_column(last) == column)
        return '(';
    return kf_point_column(last) == column - 1 ? ')' : ' ';
}

// Whether a line of that number, counted from 0, holds handicap points; boards under 7 have none.
static bool is_star_line(int line, int size) {
    int edge = size >= 13 ? 3 : 2;
    if (size < 7)
        return false;
    bool has_middle = size % 2 == 1;
    return line == edge || line == size - 1 - edge || (has_middle && line == size / 2);
}

// On boards under 13 only corners and the middle are marked.
static bool is_star(int column, int row, int width, int height) {
    bool is_middle = column == width / 2 && row == height / 2;
    if (!is_star_line(column, width) || !is_star_line(row, height))
        return false;
    if (width >= 13 && height >= 13)
        return true;
    return is_middle || (column != width / 2 && row != height / 2) ||
           (width % 2 == 0 && height % 2 == 0);
}

// ---- The frame ----

// Writes what stands above a column: letters or a number, at most two characters.
static void print_column(FILE *out, int column, int width, kf_coords coords) {
    char text[3];
    if (coords == KF_COORDS_JAPANESE) {
        fprintf(out, "%2d", width - column);
    } else if (coords == KF_COORDS_SGF) {
        fprintf(out, " %c", column < 26 ? 'a' + column : 'A' + column - 26);
    } else {
        size_t length = kf_point_letters(column, text);
        fprintf(out, "%s%.*s", length < 2 ? " " : "", (int)length, text);
    }
}

static void print_columns(FILE *out, int width, kf_coords coords) {
    if (coords == KF_COORDS_NONE)
        return;
    fputs("  ", out);
    for (int x = 0; x < width; x++)
        print_column(out, x, width, coords);
    putc('\n', out);
}

// Writes what stands beside a row into `text`.
static void name_row(char text[12], int row, int height, kf_coords coords) {
    if (coords == KF_COORDS_NONE)
        text[0] = '\0';
    else if (coords == KF_COORDS_SGF)
        snprintf(text, 12, "%c", row < 26 ? 'a' + row : 'A' + row - 26);
    else
        snprintf(text, 12, "%d", coords == KF_COORDS_A1 ? height - row : row + 1);
}

// ---- The points ----

// The labels of one printable ASCII letter, by point; 0 where there is none.
static void find_letters(const kf_record *record, kf_node node, const kf_board *board,
                         char letters[KF_BOARD_MAX * KF_BOARD_MAX]) {
    kf_values values = kf_values_of(record, node, "LB");
    kf_text value, point, label;
    int x, y;
    memset(letters, 0, (size_t)KF_BOARD_MAX * KF_BOARD_MAX);
    while (kf_values_next(&values, &value))
        if (kf_property_split(value, &point, &label) && kf_value_point(point, &x, &y) &&
            x < board->width && y < board->height && label.length == 1 && label.data[0] > ' ' &&
            label.data[0] < 127)
            letters[y * KF_BOARD_MAX + x] = label.data[0];
}

static char sign_at(const kf_board *board, const char *letters, int x, int y) {
    kf_colour colour = kf_board_get(board, kf_point_at(x, y));
    if (colour != KF_EMPTY)
        return colour == KF_BLACK ? 'X' : 'O';
    if (letters[y * KF_BOARD_MAX + x] != 0)
        return letters[y * KF_BOARD_MAX + x];
    return is_star(x, y, board->width, board->height) ? '+' : '.';
}

static void print_board(FILE *out, const kf_board *board, const char *letters, kf_point last,
                        kf_coords coords) {
    char name[12];
    print_columns(out, board->width, coords);
    for (int y = 0; y < board->height; y++) {
        name_row(name, y, board->height, coords);
        if (coords != KF_COORDS_NONE)
            fprintf(out, "%2s", name);
        for (int x = 0; x < board->width; x++)
            fprintf(out, "%c%c", gap(x, y, last), sign_at(board, letters, x, y));
        fprintf(out, "%c%s\n", gap(board->width, y, last), name);
    }
    print_columns(out, board->width, coords);
}

void kf_diagram_print(FILE *out, const kf_board *board, kf_point last, kf_coords coords) {
    char letters[KF_BOARD_MAX * KF_BOARD_MAX] = {0};
    print_board(out, board, letters, last, coords);
}

void kf_diagram_print_node(FILE *out, const kf_board *board, kf_point last, const kf_record *record,
                           kf_node node) {
    char letters[KF_BOARD_MAX * KF_BOARD_MAX];
    find_letters(record, node, board, letters);
    print_board(out, board, letters, last, KF_COORDS_A1);
}

// ---- With texts ----

// Pads a column's name, or a text, to the right side of its column.
static void print_wide(FILE *out, const char *text, int width) {
    fprintf(out, " %*s", width, text);
}

static void print_wide_columns(FILE *out, const kf_board *board, kf_coords coords, int width) {
    if (coords == KF_COORDS_NONE)
        return;
    fputs("  ", out);
    for (int x = 0; x < board->width; x++) {
        fprintf(out, "%*s", width - 1, "");
        print_column(out, x, board->width, coords);
    }
    putc('\n', out);
}

void kf_diagram_print_texts(FILE *out, const kf_board *board, const char (*texts)[KF_DIAGRAM_TEXT],
                            kf_coords coords) {
    static const char none[KF_BOARD_MAX * KF_BOARD_MAX] = {0};
    char name[12];
    int width = 1;
    for (int i = 0; i < board->height * KF_BOARD_MAX; i++)
        width = (int)strlen(texts[i]) > width ? (int)strlen(texts[i]) : width;
    print_wide_columns(out, board, coords, width);
    for (int y = 0; y < board->height; y++) {
        name_row(name, y, board->height, coords);
        if (coords != KF_COORDS_NONE)
            fprintf(out, "%2s", name);
        for (int x = 0; x < board->width; x++) {
            char sign[2] = {sign_at(board, none, x, y), '\0'};
            const char *text = texts[y * KF_BOARD_MAX + x];
            print_wide(out, text[0] != '\0' ? text : sign, width);
        }
        fprintf(out, "%s%s\n", coords != KF_COORDS_NONE ? " " : "", name);
    }
    print_wide_columns(out, board, coords, width);
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
    kf_value_plain(&plain, label, true);
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
                 {"MA", "Crosses"}, {"SL", "Selected"},  {"TB", "Black has"}, {"TW", "White has"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        kf_values values = kf_values_of(record, node, kinds[i].property);
        kf_text value;
        bool has_any = false;
        while (kf_values_next(&values, &value)) {
            if (!has_any) {
                fputs(kinds[i].label, cli->out);
                kf_report_pad(cli->out, strlen(kinds[i].label), MARKS_COLUMN - 1);
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
