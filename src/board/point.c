// SPDX-License-Identifier: MIT
// Points to text and back, in the coordinate forms in use.
//
// Every notation names points in its own way, and people in yet others; each form is read and
// written here and nowhere else, so that a point means the same wherever it comes from.

#include <kifu/board.h>

#include <string.h>

// Column letters leave out I, so that nobody takes it for a 1 or an l.
static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
static const char sgf_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

enum { LETTERS = sizeof letters - 1 };

// Only ASCII letters stand in coordinates; the locale must not matter.
static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

// Compares with a word in capitals, blind to case.
static bool is_word(const char *text, size_t length, const char *word) {
    if (length != strlen(word)) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (upper(text[i]) != word[i]) {
            return false;
        }
    }
    return true;
}

// The names stand in the order of the enumeration.
bool kf_point_coords(const char *name, size_t length, kf_coords *coords) {
    static const char *const names[] = {"A1", "SGF", "IGO", "JAPANESE", "NONE"};
    for (int i = 0; i < 5; i++) {
        if (is_word(name, length, names[i])) {
            *coords = (kf_coords)i;
            return true;
        }
    }
    return false;
}

// Beyond Z a second letter is put in front, as spreadsheets do: AA follows Z, BA follows AZ.
size_t kf_point_letters(int column, char text[3]) {
    size_t length = 0;
    if (column >= LETTERS) {
        text[length++] = letters[column / LETTERS - 1];
    }
    text[length++] = letters[column % LETTERS];
    text[length] = '\0';
    return length;
}

// Writes a number of one or two digits.
static size_t write_number(int number, char *text) {
    size_t length = 0;
    if (number >= 10) {
        text[length++] = (char)('0' + number / 10);
    }
    text[length++] = (char)('0' + number % 10);
    text[length] = '\0';
    return length;
}

// Writes a number, a separator and a second part that is text already.
static size_t write_pair(int number, char separator, const char *second, char *text) {
    size_t length = write_number(number, text);
    text[length++] = separator;
    size_t rest = strlen(second);
    memcpy(text + length, second, rest + 1);
    return length + rest;
}

size_t kf_point_write(kf_point point, kf_coords coords, int width, int height,
                      char text[KF_POINT_TEXT]) {
    text[0] = '\0';
    if (point == KF_PASS && coords != KF_COORDS_SGF && coords != KF_COORDS_NONE) {
        memcpy(text, "pass", 5);
        return 4;
    }
    if (!kf_point_is_on(point, width, height)) {
        return 0;
    }
    int column = kf_point_column(point);
    int row = kf_point_row(point);
    char part[4];
    switch (coords) {
    case KF_COORDS_A1: {
        size_t length = kf_point_letters(column, text);
        return length + write_number(height - row, text + length);
    }
    case KF_COORDS_SGF:
        text[0] = sgf_letters[column];
        text[1] = sgf_letters[row];
        text[2] = '\0';
        return 2;
    case KF_COORDS_IGO:
        kf_point_letters(column, part);
        return write_pair(row + 1, '/', part, text);
    case KF_COORDS_JAPANESE:
        write_number(row + 1, part);
        return write_pair(width - column, '-', part, text);
    case KF_COORDS_NONE:
        break;
    }
    return 0;
}

// Reads column letters and returns how many there were; 0 when there are none or too many.
static size_t read_letters(const char *text, size_t length, int *column) {
    size_t count = 0;
    *column = -1;
    while (count < length && count < 3) {
        const char *found = text[count] ? strchr(letters, upper(text[count])) : NULL;
        if (!found) {
            break;
        }
        *column = (*column + 1) * LETTERS + (int)(found - letters);
        count++;
    }
    return count < 3 ? count : 0;
}

// Reads a number of one or two digits without a leading zero, and returns its length or 0.
static size_t read_number(const char *text, size_t length, int *number) {
    size_t count = 0;
    *number = 0;
    while (count < length && count < 3 && text[count] >= '0' && text[count] <= '9') {
        *number = *number * 10 + (text[count] - '0');
        count++;
    }
    return count > 0 && count < 3 && text[0] != '0' ? count : 0;
}

// A point of the board, or KF_NOWHERE when column or row lie outside it.
static kf_point bounded(int column, int row, int width, int height) {
    bool inside = column >= 0 && column < width && row >= 0 && row < height;
    return inside ? kf_point_at(column, row) : KF_NOWHERE;
}

// Reads column letters and then the row, which is counted from the bottom.
static kf_point read_a1(const char *text, size_t length, int width, int height) {
    int column;
    int row;
    size_t first = read_letters(text, length, &column);
    if (first == 0) {
        return KF_NOWHERE;
    }
    size_t second = read_number(text + first, length - first, &row);
    if (second == 0 || first + second != length) {
        return KF_NOWHERE;
    }
    return bounded(column, height - row, width, height);
}

// Reads two letters. `tt` was the pass of boards up to 19x19 before the empty value came up; on
// larger boards it is a point like any other.
static kf_point read_sgf(const char *text, size_t length, int width, int height) {
    if (length == 2 && text[0] && text[1]) {
        const char *column = strchr(sgf_letters, text[0]);
        const char *row = strchr(sgf_letters, text[1]);
        if (width <= 19 && height <= 19 && text[0] == 't' && text[1] == 't') {
            return KF_PASS;
        }
        if (column && row) {
            return bounded((int)(column - sgf_letters), (int)(row - sgf_letters), width, height);
        }
    }
    return length == 0 ? KF_PASS : KF_NOWHERE;
}

// Reads `row/column letters` or `column-row`, whichever the form asks for.
static kf_point read_pair(const char *text, size_t length, kf_coords coords, int width,
                          int height) {
    int first;
    int second;
    char separator = coords == KF_COORDS_IGO ? '/' : '-';
    size_t used = read_number(text, length, &first);
    if (used == 0 || used == length || text[used] != separator) {
        return KF_NOWHERE;
    }
    const char *rest = text + used + 1;
    size_t left = length - used - 1;
    if (coords == KF_COORDS_IGO) {
        bool whole = read_letters(rest, left, &second) == left && left > 0;
        return whole ? bounded(second, first - 1, width, height) : KF_NOWHERE;
    }
    bool whole = read_number(rest, left, &second) == left && left > 0;
    return whole ? bounded(width - first, second - 1, width, height) : KF_NOWHERE;
}

kf_point kf_point_read(const char *text, size_t length, kf_coords coords, int width, int height) {
    if (coords == KF_COORDS_SGF) {
        return read_sgf(text, length, width, height);
    }
    if (coords == KF_COORDS_NONE) {
        return KF_NOWHERE;
    }
    if (is_word(text, length, "PASS")) {
        return KF_PASS;
    }
    if (coords == KF_COORDS_A1) {
        return read_a1(text, length, width, height);
    }
    return read_pair(text, length, coords, width, height);
}
