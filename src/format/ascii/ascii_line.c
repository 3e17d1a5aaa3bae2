// SPDX-License-Identifier: MIT
// A line of a typed board: what kind it is, and the points in it.

#include "format/ascii/ascii_board.h"

#include <string.h>

#include "base/text.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// What a character means on a board: '.', '*', 'X', 'O', 'B', 'W', or 0 for none of them.
static char meaning(char c) {
    if (c == '*')
        return '*';
    if (strchr(".,:+-_", c) != NULL)
        return '.';
    if (strchr("Xx#@", c) != NULL)
        return 'X';
    if (strchr("Oo0", c) != NULL)
        return 'O';
    return c == 'B' || c == 'W' ? c : 0;
}

// What quotes a line in a letter: `> > `.
kf_text kf_ascii_line_unquote(kf_text line) {
    kf_text rest = line;
    for (size_t i = 0; i < line.length; i++) {
        char c = line.data[i];
        if (c == '>')
            rest = kf_text_cut(line, i + 1, line.length);
        else if (c != ' ' && c != '\t')
            break;
    }
    return kf_text_trim(rest);
}

// A number of at most two digits at an end of a row is the row's label. `0` may be a stone: a
// label is parted from the points by a space or a bar, and a lone 0 is none.
static bool cut_label(kf_text *line, bool at_end) {
    size_t n = 0, length = line->length;
    while (n < length && is_digit(line->data[at_end ? length - 1 - n : n]))
        n++;
    if (n == 0 || n > 2 || n == length)
        return false;
    char beside = line->data[at_end ? length - 1 - n : n];
    bool is_parted = strchr(" \t|(", beside) != NULL || (at_end && beside == ')');
    int number;
    kf_text label = kf_text_cut(*line, at_end ? length - n : 0, at_end ? length : n);
    if (!is_parted || !kf_text_number(label, &number) || number == 0)
        return false;
    *line = kf_text_cut(*line, at_end ? 0 : n, at_end ? length - n : length);
    return true;
}

// Labels, on the sides that are asked for, and bars at both sides of a row.
static bool cut_frame(kf_text *line, bool front, bool back) {
    bool found = false;
    found |= front && cut_label(line, false);
    found |= back && cut_label(line, true);
    *line = kf_text_trim(*line);
    if (line->length > 0 && line->data[0] == '|') {
        *line = kf_text_cut(*line, 1, line->length);
        found = true;
    }
    if (line->length > 0 && line->data[line->length - 1] == '|') {
        line->length--;
        found = true;
    }
    *line = kf_text_trim(*line);
    return found;
}

// Takes the point at `i`: a stone, an empty one, a letter, or a number up to 99, of one digit where
// points touch. 0: it is none.
static unsigned char take_point(kf_text line, size_t *i, bool is_touching, kf_ascii_line *out) {
    char c = line.data[*i], m = meaning(c);
    out->has_vacant = out->has_vacant || m == '.' || m == '*';
    out->has_plus = out->has_plus || c == '+';
    if (m != 0)
        return (unsigned char)m;
    out->labels++;
    if (!is_digit(c))
        return is_letter(c) ? (unsigned char)c : 0;
    int number = c - '0';
    if (!is_touching && *i + 1 < line.length && is_digit(line.data[*i + 1]))
        number = number * 10 + line.data[++*i] - '0';
    return (unsigned char)(KF_ASCII_NUMBER + number);
}

// Whether the labels among the points leave a row. A point has to be something that is no letter.
// Points that touch and have labels look much like a word or a row of a table, so there most have
// to be empty, or one between bars, and a number at an end, where no frame is, may be that of the
// row.
static bool is_plausible(const kf_ascii_line *row, kf_text bare, bool is_framed) {
    int vacant = 0, stones = 0;
    for (int i = 0; i < row->count; i++) {
        vacant += row->points[i] == '.' || row->points[i] == '*';
        stones += row->points[i] == 'X' || row->points[i] == 'O';
    }
    bool has_number =
        row->points[0] >= KF_ASCII_NUMBER || row->points[row->count - 1] >= KF_ASCII_NUMBER;
    bool has_bars = bare.data[0] == '|' && bare.data[bare.length - 1] == '|';
    if (row->is_apart)
        return vacant + stones > 0;
    return vacant > (has_bars ? 0 : row->labels) && (is_framed || !has_number);
}

// Reads the points between the frames. Either all of them touch or none does; a parenthesis that
// marks a point may stand in the place of a space.
static bool read_points(kf_text line, kf_ascii_line *out) {
    size_t touching = 0, apart = 0;
    bool is_opened = false, has_space = false, has_mark = false;
    bool is_touching = line.length > 0 && memchr(line.data, ' ', line.length) == NULL &&
                       memchr(line.data, '\t', line.length) == NULL;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < line.length; i++) {
        char c = line.data[i];
        if (c == '(' && !is_opened) {
            is_opened = has_mark = true;
        } else if (c == ')' && out->count > 0) {
            out->marked[out->count - 1] = has_mark = true;
        } else if (c == ' ' || c == '\t') {
            has_space = true;
        } else {
            unsigned char point =
                out->count < KF_BOARD_MAX ? take_point(line, &i, is_touching, out) : 0;
            if (point == 0)
                return false;
            bool is_first = out->count == 0 || has_mark;
            touching += !is_first && !has_space;
            apart += !is_first && has_space;
            out->marked[out->count] = is_opened;
            out->points[out->count++] = point;
            is_opened = has_space = has_mark = false;
        }
    }
    out->is_apart = apart > 0;
    return out->count > 0 && !is_opened && (touching == 0 || apart == 0);
}

// Nothing but - = + | and spaces, with two dashes that touch; or the border of a single column.
static bool is_border(kf_text line) {
    bool has_dashes = kf_text_is(line, "+-+");
    for (size_t i = 0; i < line.length; i++) {
        char c = line.data[i];
        if (strchr("-=+| \t", c) == NULL)
            return false;
        has_dashes = has_dashes || (i > 0 && (c == '-' || c == '=') && c == line.data[i - 1]);
    }
    return has_dashes;
}

// Single letters in the order of the alphabet, with or without I; behind Z they begin again. One
// letter may repeat: columns 26 to 52 have two letters, written on two lines.
static bool is_letters(kf_text line, int *columns) {
    int before = 0;
    size_t count = 0, touching = 0;
    for (size_t i = 0; i < line.length; i++) {
        int c = (unsigned char)line.data[i];
        if (c == ' ' || c == '\t')
            continue;
        if (c >= 'a' && c <= 'z')
            c -= 'a' - 'A';
        bool follows = before == 0 || c == before || c == before + 1 ||
                       (before == 'H' && c == 'J') || (before == 'Z' && c == 'A');
        if (c < 'A' || c > 'Z' || !follows)
            return false;
        touching += i > 0 && line.data[i - 1] != ' ' && line.data[i - 1] != '\t';
        before = c;
        count++;
    }
    *columns = (int)count;
    return count > 0 && (touching == 0 || touching == count - 1) && (touching == 0 || count > 2);
}

// Numbers from 1 up, three or more, or the last digits of such, which may touch.
static bool is_numbers(kf_text line, int *columns) {
    kf_text rest = line, word;
    int number, count = 0, touching = 0;
    while (touching < (int)line.length && line.data[touching] == '0' + (touching + 1) % 10)
        touching++;
    for (; kf_text_word(&rest, &word); count++) {
        bool is_last = word.length == 1 && word.data[0] == '0' + (count + 1) % 10;
        if (!is_last && (!kf_text_number(word, &number) || number != count + 1))
            break;
    }
    bool is_touching = touching > 2 && touching == (int)line.length;
    *columns = is_touching ? touching : count;
    return is_touching || (count > 2 && word.length == 0);
}

// What the line is when the numbers at these sides are none of its points.
static void read_framed(kf_text bare, bool front, bool back, kf_ascii_line *out) {
    kf_text points = bare;
    bool is_framed = cut_frame(&points, front, back);
    bool is_row = read_points(points, out);
    int columns;
    if (is_border(bare))
        out->kind = KF_ASCII_BORDER;
    else if (is_row && out->labels == 0)
        out->kind = KF_ASCII_ROW;
    else if (is_letters(bare, &columns) || is_numbers(bare, &columns))
        out->kind = is_letter(bare.data[0]) ? KF_ASCII_LETTERS : KF_ASCII_NUMBERS;
    else if (is_row && is_plausible(out, bare, is_framed))
        out->kind = KF_ASCII_LABELLED;
    if (out->kind == KF_ASCII_LETTERS || out->kind == KF_ASCII_NUMBERS)
        out->count = columns;
    out->is_framed = is_framed;
}

// How much of the line is a row with its number at both sides, where something else stands behind
// that: ` 2 . . X . 2     White has captured 1 stone`. All of it where nothing does. Where nothing
// but the number stands behind it, that one is the row's, and the one before a label on the last
// point.
static size_t length_of_row(kf_text line) {
    kf_ascii_line row;
    size_t digits = 0;
    while (digits < line.length && is_digit(line.data[digits]))
        digits++;
    kf_text label = kf_text_cut(line, 0, digits);
    for (size_t i = digits + 1; digits > 0 && digits <= 2 && i + digits + 2 < line.length; i++) {
        size_t end = i + digits;
        bool is_label = line.data[i - 1] == ' ' && line.data[end] == ' ' &&
                        line.data[end + 1] == ' ' &&
                        kf_text_equal(kf_text_cut(line, i, end), label);
        kf_text behind = kf_text_trim(kf_text_cut(line, end, line.length));
        if (!is_label || kf_text_equal(behind, label))
            continue;
        kf_text points = kf_text_trim(kf_text_cut(line, digits, i));
        if (read_points(points, &row) && row.labels == 0 && row.has_vacant)
            return end;
    }
    return line.length;
}

static kf_text bare_line(kf_text line) {
    // No board is as wide as this; the look at a long line ends here.
    enum { LONGEST = 400 };
    kf_text bare = kf_ascii_line_unquote(line);
    if (bare.length > LONGEST)
        return (kf_text){NULL, 0};
    return kf_text_cut(bare, 0, length_of_row(bare));
}

kf_text kf_ascii_line_tail(kf_text line) {
    kf_text bare = kf_ascii_line_unquote(line), row = bare_line(line);
    return row.length > 0 ? kf_text_trim(kf_text_cut(bare, row.length, bare.length))
                          : (kf_text){"", 0};
}

void kf_ascii_line_read(kf_text line, kf_ascii_line *out) {
    kf_text bare = bare_line(line);
    memset(out, 0, sizeof *out);
    if (bare.length > 0)
        read_framed(bare, true, true, out);
}

void kf_ascii_line_read_row(kf_text line, int width, kf_ascii_line *out) {
    kf_ascii_line other;
    kf_ascii_line_read(line, out);
    bool is_row = out->kind == KF_ASCII_ROW || out->kind == KF_ASCII_LABELLED;
    if (!is_row || !out->is_framed || out->count >= width)
        return;
    for (int sides = 2; sides >= 0; sides--) {
        read_framed(bare_line(line), sides == 2, sides == 1, &other);
        if (other.kind == KF_ASCII_LABELLED && other.count == width) {
            *out = other;
            return;
        }
    }
}

bool kf_ascii_line_is_special(kf_text line) {
    kf_ascii_line read;
    kf_ascii_line_read(line, &read);
    return read.kind != KF_ASCII_TEXT || kf_ascii_sides_is_row(line);
}
