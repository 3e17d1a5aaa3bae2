// SPDX-License-Identifier: MIT
// Letters at the sides of a typed board that name its rows: `A . X .`, `B . . O`.
//
// Such a letter may as well be a label on the row's first point. Rows are named in the order of
// the alphabet, every one of them; what else tells names from labels is weighed here.

#include "format/ascii/ascii_board.h"

#include <string.h>

#include "base/text.h"

// Rows that are hardly labelled one after the other by chance, and beyond which nobody doubts it.
enum { LIKELY = 4, CERTAIN = 6 };

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Whether b is the next letter after a, with or without I between them.
static bool is_after(char a, char b) {
    return b == a + 1 || (b == a + 2 && (a == 'H' || a == 'h'));
}

// Takes the letter that stands alone at the front of a row, and the same one at its end, off it.
static kf_text cut(kf_text line, char *letter, bool *is_twice) {
    kf_text bare = kf_ascii_line_unquote(line);
    *letter = '\0';
    *is_twice = false;
    if (bare.length < 3 || !is_letter(bare.data[0]) || strchr(" \t|(", bare.data[1]) == NULL)
        return bare;
    size_t end = bare.length;
    *letter = bare.data[0];
    *is_twice = bare.data[end - 1] == *letter && strchr(" \t|)", bare.data[end - 2]) != NULL;
    return kf_text_trim(kf_text_cut(bare, 1, end - *is_twice));
}

kf_text kf_ascii_sides_cut(kf_text line, const kf_ascii_sides *sides) {
    kf_text bare = kf_ascii_line_unquote(line);
    if (sides->say != KF_ASCII_NAMES || bare.length < 2)
        return line;
    return kf_text_trim(kf_text_cut(bare, 1, bare.length - sides->is_twice));
}

static bool is_row(kf_text line) {
    kf_ascii_line read;
    kf_ascii_line_read(line, &read);
    return read.kind == KF_ASCII_ROW || (read.kind == KF_ASCII_LABELLED && read.has_vacant);
}

bool kf_ascii_sides_is_row(kf_text line) {
    char letter;
    bool is_twice;
    kf_text points = cut(line, &letter, &is_twice);
    return letter != '\0' && is_row(points);
}

// What was seen of the rows so far.
typedef struct survey {
    int rows, width, step; // step: 1 down the alphabet, -1 up, 0 not known yet
    char before;           // the letter of the row before
    bool is_twice;         // every row has its letter at both sides
    bool is_framed;        // every row has bars, too
    bool is_numbered;      // every row has a number behind it
    bool is_touching;      // a row has points that touch
    bool has_stones;       // anywhere
    bool has_other;        // a letter that is no stone
} survey;

// Takes the next row; false when it has no letter that goes on from the one before.
static bool take_row(survey *s, kf_text line) {
    kf_ascii_line read;
    char letter;
    bool is_first = s->rows == 0, is_twice;
    kf_text points = cut(line, &letter, &is_twice);
    int step = is_after(s->before, letter) ? 1 : is_after(letter, s->before) ? -1 : 0;
    if (letter == '\0' || (!is_first && step == 0) || (s->step != 0 && s->step != step))
        return false;
    // A number in the first row would be read as one that names it.
    if (is_first && points.length > 0 && is_digit(points.data[0]))
        return false;
    kf_ascii_line_read(points, &read);
    if (read.kind != KF_ASCII_ROW && read.kind != KF_ASCII_LABELLED)
        return false;
    bool has_bars = points.data[0] == '|' && points.data[points.length - 1] == '|';
    s->is_twice = is_twice && (is_first || s->is_twice);
    s->is_framed = has_bars && (is_first || s->is_framed);
    s->is_numbered = is_digit(points.data[points.length - 1]) && (is_first || s->is_numbered);
    s->is_touching = s->is_touching || (read.count > 1 && !read.is_apart);
    for (int x = 0; x < read.count; x++)
        s->has_stones = s->has_stones || read.points[x] == 'X' || read.points[x] == 'O';
    s->has_other = s->has_other || strchr("XxOoBW", letter) == NULL;
    s->width = is_first ? read.count : s->width;
    s->step = is_first ? 0 : step;
    s->before = letter;
    s->rows++;
    return true;
}

// What the letters are. `columns`: how many have a name above them, 0 when none has.
static kf_ascii_say weigh(const survey *s, int columns) {
    if (s->rows < 2 || s->is_numbered || columns == s->width + 1)
        return KF_ASCII_LABELS;
    if (s->is_twice || s->is_framed || columns == s->width)
        return KF_ASCII_NAMES;
    if (s->is_touching)
        return s->has_stones ? KF_ASCII_NAMES : KF_ASCII_LABELS;
    if (s->rows >= LIKELY)
        return KF_ASCII_NAMES;
    return s->has_other ? KF_ASCII_EITHER : KF_ASCII_LABELS;
}

kf_ascii_sides kf_ascii_sides_of(kf_text text, int columns) {
    survey s = {.rows = 0};
    kf_text line = {"", 0};
    while (kf_text_line(&text, &line) && take_row(&s, line))
        line = (kf_text){"", 0};
    // One more row, without a letter or with one out of order: then the others are labels.
    bool has_other = is_row(line) || kf_ascii_sides_is_row(line);
    kf_ascii_say say = has_other ? KF_ASCII_LABELS : weigh(&s, columns);
    bool is_alone = !s.is_twice && !s.is_framed && !s.is_touching && columns != s.width;
    return (kf_ascii_sides){.say = say,
                            .rows = s.rows,
                            .is_twice = s.is_twice,
                            .is_doubtful = say == KF_ASCII_NAMES && is_alone && s.rows < CERTAIN};
}
