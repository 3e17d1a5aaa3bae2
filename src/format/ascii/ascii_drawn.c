// SPDX-License-Identifier: MIT
// Boards that are drawn with lines: of the signs that Chinese and Japanese sets have for that, with
// circles for stones, or of dashes and bars between the points.
//
// Such a line becomes one of points with space between them, in as many bytes, so that every place
// in it stays where it was.

#include <string.h>

#include "base/text.h"
#include "format/ascii/ascii_board.h"

// What a line is, as far as it is drawn.
typedef enum drawn {
    DRAWN_NOT,
    DRAWN_BOX,   // of signs for crossings, with stones
    DRAWN_ROUND, // stones alone, which are a row below a row
    DRAWN_GRID,  // of points with dashes between them
    DRAWN_BARS   // what stands between two rows of it
} drawn;

typedef struct line_of {
    drawn kind;
    int points, stones;
} line_of;

// ---- Signs ----

static bool is_across(uint32_t sign) {
    return sign == 0x2500 || sign == 0x2501 || sign == 0x2550;
}

static bool is_bar(uint32_t sign) {
    return sign == 0x2502 || sign == 0x2503 || sign == 0x2551 || sign == '|';
}

static bool is_crossing(uint32_t sign) {
    return (sign >= 0x250C && sign <= 0x254B) || (sign >= 0x2552 && sign <= 0x256C) ||
           sign == 0xFF0B;
}

// What stands for a sign in a row; 0: it is none of a board. A number is up to 20.
static char meaning(uint32_t sign, int *number) {
    static const uint32_t black[] = {0x25CF, 0x26AB, 0x2B24, 0},
                          white[] = {0x25CB, 0x26AA, 0x25EF, 0};
    *number = 0;
    for (size_t i = 0; black[i] != 0; i++)
        if (sign == black[i] || sign == white[i])
            return sign == black[i] ? 'X' : 'O';
    if (is_crossing(sign) || sign == 0x30FB || sign == 0xB7)
        return '.';
    if (is_across(sign) || sign == 0x3000 || sign == ' ' || sign == '\t' || sign == '\r')
        return ' ';
    if (is_bar(sign))
        return '|';
    *number = sign >= 0x2460 && sign <= 0x2473 ? (int)sign - 0x245F : 0;
    if (*number > 0)
        return '1';
    bool is_wide = sign >= 0xFF10 && sign <= 0xFF5A;
    uint32_t narrow = is_wide ? sign - 0xFEE0 : sign;
    bool is_word =
        (narrow >= '0' && narrow <= '9') || ((narrow | 0x20) >= 'a' && (narrow | 0x20) <= 'z');
    return is_word ? (char)narrow : '\0';
}

// ---- Lines ----

// A row of points that stand two or three bytes apart, with dashes or spaces between them: behind
// its number, if it has one.
static line_of read_grid(kf_text line) {
    line_of out = {DRAWN_NOT, 0, 0};
    line = kf_text_trim(line);
    size_t begin = 0, dashes = 0, step;
    while (begin < line.length && line.data[begin] >= '0' && line.data[begin] <= '9')
        begin++;
    while (begin < line.length && strchr(" -|", line.data[begin]) != NULL)
        begin++;
    for (step = 1; begin + step < line.length && strchr(" -", line.data[begin + step]) != NULL;)
        step++;
    if (step < 2 || step > 3)
        return out;
    for (size_t i = begin; i < line.length; i++) {
        char c = line.data[i];
        bool is_point = (i - begin) % step == 0;
        if (is_point && strchr("+.XxOo@#", c) == NULL)
            return out;
        if (!is_point && strchr(" -", c) == NULL)
            return i + 2 < line.length || c != '|' ? out
                                                   : (line_of){DRAWN_GRID, out.points, out.stones};
        out.points += is_point;
        out.stones += is_point && c != '+' && c != '.';
        dashes += !is_point && c == '-';
    }
    out.kind = out.points > 2 && 2 * dashes >= (size_t)out.points ? DRAWN_GRID : DRAWN_NOT;
    return out;
}

static line_of read_line(kf_text line) {
    line_of out = {DRAWN_NOT, 0, 0};
    int crossings = 0, bars = 0, across = 0, number;
    kf_text rest = line;
    for (uint32_t sign; rest.length > 0 && kf_text_code_point(&rest, &sign);) {
        char c = meaning(sign, &number);
        across = is_across(sign) ? across + 1 : 0;
        if (c == '\0' || across > 1)
            return read_grid(line);
        crossings += is_crossing(sign);
        out.stones += c == 'X' || c == 'O' ? sign > 0x7F : 0;
        bars += c == '|';
        out.points += c != ' ' && c != '|';
    }
    if (out.points == 0 && bars > 1)
        out.kind = DRAWN_BARS;
    else if (crossings > 0 && crossings + out.stones > 1)
        out.kind = DRAWN_BOX;
    else if (out.stones > 1)
        out.kind = DRAWN_ROUND;
    return out.kind != DRAWN_NOT ? out : read_grid(line);
}

// ---- Rewriting ----

static void rewrite_box(char *line, size_t length) {
    int number;
    kf_text rest = {line, length};
    for (uint32_t sign; rest.length > 0;) {
        char *at = line + length - rest.length;
        if (!kf_text_code_point(&rest, &sign) || sign < 0x80)
            continue;
        char c = meaning(sign, &number);
        memset(at, ' ', (size_t)(line + length - rest.length - at));
        at[0] = number > 9 ? (char)('0' + number / 10) : c;
        if (c == '1' && number > 0)
            at[number > 9] = (char)('0' + number % 10);
    }
}

// Bars between two rows go, and with them the end of the line before.
static void rewrite(char *text, kf_text line, size_t offset, drawn kind) {
    char *begin = text + offset;
    if (kind == DRAWN_BARS)
        memset(offset > 0 ? begin - 1 : begin, ' ', line.length + (offset > 0));
    else if (kind == DRAWN_GRID)
        for (size_t i = 0; i < line.length; i++)
            begin[i] = begin[i] == '-' ? ' ' : begin[i];
    else
        rewrite_box(begin, line.length);
}

// How long the drawing at the front is, and whether it is a board: rows of one kind, and of as many
// points if they are of dashes, with stones on one of them.
static size_t measure(kf_text text, bool *is_board) {
    kf_text rest = text, line;
    size_t end = 0;
    int rows = 0, stones = 0;
    line_of first = {DRAWN_NOT, 0, 0};
    while (kf_text_line(&rest, &line)) {
        line_of here = read_line(line);
        bool is_round = here.kind == DRAWN_ROUND && first.kind == DRAWN_BOX;
        bool is_row = is_round || (here.kind == DRAWN_BOX && rows == 0) ||
                      (here.kind == DRAWN_GRID && rows == 0) ||
                      (here.kind == first.kind && here.kind != DRAWN_NOT &&
                       (here.kind == DRAWN_BOX || here.points == first.points));
        if (!is_row && (here.kind != DRAWN_BARS || rows == 0))
            break;
        first = rows == 0 ? here : first;
        rows += is_row;
        stones += here.stones;
        end = is_row ? (size_t)(line.data - text.data) + line.length : end;
    }
    *is_board = rows > 1 && stones > 0;
    return end;
}

static bool may_be_drawn(kf_text text) {
    return kf_text_has_fold(text, "\xE2\x94") || kf_text_has_fold(text, "\xEF\xBC\x8B") ||
           kf_text_has_fold(text, "+-") || kf_text_has_fold(text, "-+");
}

bool kf_ascii_drawn_row(kf_text line) {
    drawn kind = read_line(line).kind;
    return kind == DRAWN_BOX || kind == DRAWN_GRID;
}

bool kf_ascii_drawn_is(kf_text text) {
    kf_text line;
    bool is_board = false;
    while (text.length > 0 && !is_board) {
        size_t length = measure(text, &is_board);
        if (length == 0 && kf_text_line(&text, &line))
            continue;
        text = kf_text_cut(text, length, text.length);
    }
    return is_board;
}

kf_text kf_ascii_drawn(kf_arena *arena, kf_text text) {
    char *copy = NULL;
    kf_text rest = text, line;
    if (!may_be_drawn(text))
        return text;
    while (rest.length > 0) {
        bool is_board;
        size_t length = measure(rest, &is_board), begin = (size_t)(rest.data - text.data);
        kf_text drawing = kf_text_cut(rest, 0, length), left = drawing;
        if (length == 0 && kf_text_line(&rest, &line))
            continue;
        if (is_board && copy == NULL) {
            copy = kf_arena_alloc(arena, text.length + 1);
            memcpy(copy, text.data, text.length);
            copy[text.length] = '\0';
        }
        while (is_board && kf_text_line(&left, &line))
            rewrite(copy, line, (size_t)(line.data - text.data), read_line(line).kind);
        rest = kf_text_cut(text, begin + length, text.length);
    }
    return copy != NULL ? (kf_text){copy, text.length} : text;
}
