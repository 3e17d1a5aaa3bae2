// SPDX-License-Identifier: MIT
// A line of a typed board: what kind it is, and the points in it.

#include "format/ascii_line.h"

#include <string.h>

#include "base/text.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// What a character means on a board: '.', 'X', 'O', or 0 for none.
static char meaning(char c) {
    if (strchr(".,:+*-_", c) != NULL)
        return '.';
    if (strchr("Xx#@B", c) != NULL)
        return 'X';
    if (strchr("Oo0W", c) != NULL)
        return 'O';
    return 0;
}

// Takes what quotes a line in a letter off its front: `> > `.
static kf_text unquote(kf_text line) {
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

// Labels and bars at both sides of a row.
static bool cut_frame(kf_text *line) {
    bool found = false;
    found |= cut_label(line, false);
    found |= cut_label(line, true);
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

// Reads the points between the frames. Either all of them touch or none does; a parenthesis that
// marks a point may stand in the place of a space.
static bool read_points(kf_text line, kf_ascii_line *out) {
    size_t touching = 0, apart = 0;
    bool is_opened = false, has_space = false, has_mark = false;
    out->count = 0;
    for (size_t i = 0; i < line.length; i++) {
        char c = line.data[i], m = meaning(c);
        if (c == '(' && !is_opened) {
            is_opened = has_mark = true;
        } else if (c == ')' && out->count > 0) {
            out->marked[out->count - 1] = has_mark = true;
        } else if (c == ' ' || c == '\t') {
            has_space = true;
        } else if (m != 0 && out->count < KF_BOARD_MAX) {
            bool is_first = out->count == 0 || has_mark;
            touching += !is_first && !has_space;
            apart += !is_first && has_space;
            out->marked[out->count] = is_opened;
            out->points[out->count++] = m;
            out->has_vacant = out->has_vacant || m == '.';
            is_opened = has_space = has_mark = false;
        } else {
            return false;
        }
    }
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
static bool is_letters(kf_text line) {
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
    return count > 0 && (touching == 0 || touching == count - 1) && (touching == 0 || count > 2);
}

void kf_ascii_line_read(kf_text line, kf_ascii_line *out) {
    kf_text bare = unquote(line);
    // No board is as wide as this; the look at a long line ends here.
    enum { LONGEST = 400 };
    memset(out, 0, sizeof *out);
    if (bare.length == 0 || bare.length > LONGEST)
        return;
    kf_text points = bare;
    bool is_framed = cut_frame(&points);
    if (is_border(bare))
        out->kind = KF_ASCII_BORDER;
    else if (read_points(points, out))
        out->kind = KF_ASCII_ROW;
    else if (is_letters(bare))
        out->kind = KF_ASCII_LETTERS;
    out->is_framed = is_framed;
}

bool kf_ascii_line_is_special(kf_text line) {
    kf_ascii_line read;
    kf_ascii_line_read(line, &read);
    return read.kind != KF_ASCII_TEXT;
}
