// SPDX-License-Identifier: MIT
// A row of a Davar table: reading it from a line, writing it, and the corner it counts from.
//
// A row is read and written without knowing its table: then each can be tested by itself, and the
// author's spelling is kept with it.

#include "format/davar/davar.h"

#include <string.h>

#include "base/text.h"

// What is left of a line, while it is read from the front.
typedef struct scan {
    const char *p, *end;
    bool has_odd_sign;
    bool has_columns; // signs stand between the columns, as in a table of text
} scan;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static void skip_blanks(scan *s) {
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\t'))
        s->p++;
}

static bool is_column(char c) {
    return c == '|' || c == ',' || c == ';';
}

// Passes what parts columns: blanks, or one sign of a table among them.
static void skip_column(scan *s) {
    skip_blanks(s);
    if (s->p < s->end && is_column(*s->p)) {
        s->has_columns = true;
        s->p++;
        skip_blanks(s);
    }
}

// Takes a sign. Web pages and word processors like to set a dash for a minus.
static bool take_sign(scan *s, bool *is_minus) {
    static const char *const dashes[] = {"\xE2\x88\x92", "\xE2\x80\x93", "\xE2\x80\x90"};
    if (s->p < s->end && (*s->p == '+' || *s->p == '-')) {
        *is_minus = *s->p++ == '-';
        return true;
    }
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++)
        if (s->end - s->p >= 3 && memcmp(s->p, dashes[i], 3) == 0) {
            s->p += 3;
            s->has_odd_sign = *is_minus = true;
            return true;
        }
    return false;
}

// Takes digits. A number that is too large becomes 0, which no table uses.
static bool take_number(scan *s, int *number) {
    int64_t value = 0;
    const char *begin = s->p;
    for (; s->p < s->end && is_digit(*s->p); s->p++)
        value = value > INT32_MAX ? value : value * 10 + (*s->p - '0');
    *number = value > INT32_MAX ? 0 : (int)value;
    return s->p > begin;
}

// The first column: a sign and a colour, or the number of a move.
static bool take_head(scan *s, kf_davar_row *row) {
    bool is_minus;
    if (take_number(s, &row->number)) {
        row->kind = KF_DAVAR_NUMBERED;
        row->colour = row->number % 2 != 0 ? KF_BLACK : KF_WHITE;
        return true;
    }
    if (!take_sign(s, &is_minus))
        return false;
    skip_blanks(s);
    if (s->p == s->end || strchr("BWbw", *s->p) == NULL)
        return false;
    row->kind = is_minus ? KF_DAVAR_TAKE : KF_DAVAR_PUT;
    row->colour = *s->p == 'B' || *s->p == 'b' ? KF_BLACK : KF_WHITE;
    s->p++;
    return true;
}

// The second column: two signed numbers. White space between them does no harm.
static bool take_point(scan *s, kf_davar_row *row) {
    if (!take_sign(s, &row->from_right) || !take_number(s, &row->first))
        return false;
    skip_blanks(s);
    if (s->has_columns)
        skip_column(s);
    return take_sign(s, &row->from_top) && take_number(s, &row->second);
}

static bool ends_word(const scan *s) {
    return s->p == s->end || *s->p == ' ' || *s->p == '\t' || (s->has_columns && is_column(*s->p));
}

// The columns in their usual order. PROSE when not even the first one is there.
static kf_davar_kind read_usual(scan *s, kf_davar_row *row) {
    kf_davar_row none = {.kind = KF_DAVAR_PROSE};
    if (!take_head(s, row)) {
        *row = none;
        return KF_DAVAR_PROSE;
    }
    kf_davar_kind kind = row->kind;
    bool is_numbered = kind == KF_DAVAR_NUMBERED;
    bool is_parted = s->p < s->end && (*s->p == ' ' || *s->p == '\t' || is_column(*s->p));
    skip_column(s);
    row->at = (size_t)(s->p - s->end); // set right by the caller
    // A number makes a row only when white space and a sign follow: 2024-01-15 is a date. A colour
    // needs a sign or a digit behind it.
    scan ahead = *s;
    bool is_minus, has_sign = take_sign(&ahead, &is_minus);
    bool has_digit = ahead.p < ahead.end && is_digit(*ahead.p);
    bool looks = is_numbered ? is_parted && has_sign && has_digit
                             : (has_sign && has_digit) || (is_parted && (has_sign || has_digit));
    if (!looks)
        kind = KF_DAVAR_PROSE;
    else if (!take_point(s, row) || !ends_word(s))
        kind = KF_DAVAR_BROKEN;
    return kind;
}

// The coordinates first, then the column that should have stood before them.
static bool read_swapped(scan *s, kf_davar_row *row) {
    if (!take_point(s, row) || !ends_word(s))
        return false;
    skip_blanks(s);
    row->is_swapped = true;
    return take_head(s, row) && ends_word(s);
}

// The comment without the signs of the table around it.
static kf_text comment_of(const scan *s) {
    kf_text comment = kf_text_trim((kf_text){s->p, (size_t)(s->end - s->p)});
    while (s->has_columns && comment.length > 0 && is_column(comment.data[0]))
        comment = kf_text_trim(kf_text_cut(comment, 1, comment.length));
    while (s->has_columns && comment.length > 0 && comment.data[comment.length - 1] == '|')
        comment = kf_text_trim(kf_text_cut(comment, 0, comment.length - 1));
    return comment;
}

kf_davar_row kf_davar_row_read(kf_text line, bool rows_from_top) {
    kf_davar_row row = {.kind = KF_DAVAR_PROSE}, swapped = row;
    scan start = {line.data, line.data + line.length, false, false};
    skip_blanks(&start);
    if (start.p < start.end && *start.p == '|')
        skip_column(&start);
    scan s = start;
    row.kind = read_usual(&s, &row);
    row.at += line.length;
    scan other = start;
    if (row.kind == KF_DAVAR_PROSE && read_swapped(&other, &swapped)) {
        row = swapped;
        row.at = (size_t)(start.p - line.data);
        s = other;
    }
    if (row.kind <= KF_DAVAR_BROKEN)
        return row;
    row.has_odd_sign = s.has_odd_sign;
    row.from_top ^= rows_from_top;
    row.comment = comment_of(&s);
    return row;
}

// ---- Almost rows ----

static void skip_signs(scan *s, const char *signs) {
    while (s->p < s->end && strchr(signs, *s->p) != NULL)
        s->p++;
}

// A sign and a number with white space, a bracket or a comma between.
static bool take_loose(scan *s, bool *is_minus, int *number) {
    skip_signs(s, " \t(,|;");
    if (!take_sign(s, is_minus))
        return false;
    skip_blanks(s);
    return take_number(s, number);
}

static bool is_pass(const scan *s) {
    kf_text rest = kf_text_trim((kf_text){s->p, (size_t)(s->end - s->p)});
    return kf_text_equal_fold(kf_text_cut(rest, 0, 4), KF_TEXT("pass")) &&
           (rest.length == 4 || rest.data[4] == ' ' || rest.data[4] == '.');
}

// `3 + 5 + 5`, `5: +6+6`, `6 (+7,+7)` are rows; `2 0+3` and `4 PASS` begin as one.
static kf_davar_row read_loose(kf_text line, bool rows_from_top) {
    kf_davar_row row = {.kind = KF_DAVAR_PROSE}, none = row;
    scan s = {line.data, line.data + line.length, false, false};
    skip_blanks(&s);
    if (!take_head(&s, &row) || s.p == s.end || strchr(" \t:.)|,;", *s.p) == NULL)
        return none;
    skip_signs(&s, " \t:.)|,;");
    row.at = (size_t)(s.p - line.data);
    scan ahead = s;
    bool begins = s.p < s.end && (is_digit(*s.p) || strchr("+-(", *s.p) != NULL);
    if (take_loose(&ahead, &row.from_right, &row.first) &&
        take_loose(&ahead, &row.from_top, &row.second)) {
        skip_signs(&ahead, ")");
        ahead.has_columns = true;
        if (ends_word(&ahead)) {
            row.is_loose = true;
            row.from_top ^= rows_from_top;
            row.comment = comment_of(&ahead);
            return row;
        }
    }
    // Nothing but digits and signs up to the next blank.
    for (ahead = s; begins && ahead.p < ahead.end && *ahead.p != ' ' && *ahead.p != '\t'; ahead.p++)
        begins = is_digit(*ahead.p) || strchr("+-(),", *ahead.p) != NULL;
    if (!begins && !is_pass(&s))
        return none;
    row.kind = KF_DAVAR_BROKEN;
    return row;
}

kf_davar_row kf_davar_row_next(kf_text line, bool rows_from_top, bool *is_behind) {
    kf_davar_row row = kf_davar_row_read(line, rows_from_top);
    if (*is_behind && row.kind <= KF_DAVAR_BROKEN) {
        kf_davar_row loose = read_loose(line, rows_from_top);
        row = loose.kind != KF_DAVAR_PROSE ? loose : row;
    }
    // Tables have empty lines in them, pages between all their rows.
    if (kf_text_trim(line).length > 0)
        *is_behind = row.kind != KF_DAVAR_PROSE;
    return row;
}

kf_point kf_davar_row_point(const kf_davar_row *row, const kf_davar_frame *frame) {
    if (row->first < 1 || row->first > frame->width || row->second < 1 ||
        row->second > frame->height)
        return KF_NOWHERE;
    int column = row->from_right ? frame->width - row->first : row->first - 1;
    return kf_point_at(column, row->from_top ? row->second - 1 : frame->height - row->second);
}

kf_davar_row kf_davar_row_of(kf_davar_kind kind, kf_colour colour, kf_point point,
                             const kf_davar_frame *frame) {
    int column = kf_point_column(point), line = kf_point_row(point);
    return (kf_davar_row){
        .kind = kind,
        .colour = colour,
        .first = frame->from_right ? frame->width - column : column + 1,
        .second = frame->from_top ? line + 1 : frame->height - line,
        .from_right = frame->from_right,
        .from_top = frame->from_top,
        .comment = {"", 0},
    };
}

bool kf_davar_row_equal(const kf_davar_row *a, const kf_davar_row *b) {
    return a->kind == b->kind && a->colour == b->colour && a->number == b->number &&
           a->first == b->first && a->second == b->second && a->from_right == b->from_right &&
           a->from_top == b->from_top && kf_text_equal(a->comment, b->comment);
}

int kf_davar_row_compare(const void *a, const void *b) {
    const kf_davar_row *x = a, *y = b;
    if (x->colour != y->colour)
        return x->colour < y->colour ? -1 : 1;
    int order = (x->first > y->first) - (x->first < y->first);
    return order != 0 ? order : (x->second > y->second) - (x->second < y->second);
}

void kf_davar_row_write(kf_buffer *out, const kf_davar_row *row, bool rows_from_top) {
    if (row->kind == KF_DAVAR_NUMBERED) {
        if (row->number < 10)
            kf_buffer_add_char(out, ' ');
        kf_buffer_add_number(out, row->number);
    } else {
        kf_buffer_add_char(out, row->kind == KF_DAVAR_PUT ? '+' : '-');
        kf_buffer_add_char(out, row->colour == KF_BLACK ? 'B' : 'W');
    }
    kf_buffer_add_char(out, ' ');
    kf_buffer_add_char(out, row->from_right ? '-' : '+');
    kf_buffer_add_number(out, row->first);
    kf_buffer_add_char(out, row->from_top != rows_from_top ? '-' : '+');
    kf_buffer_add_number(out, row->second);
    if (row->comment.length > 0)
        kf_buffer_add_char(out, ' ');
    kf_buffer_add_text(out, row->comment);
}

void kf_davar_row_measure(kf_davar_corner *corner, kf_point point, const kf_davar_frame *frame) {
    corner->left += kf_point_column(point) + 1;
    corner->right += frame->width - kf_point_column(point);
    corner->top += kf_point_row(point) + 1;
    corner->bottom += frame->height - kf_point_row(point);
}

void kf_davar_row_choose_corner(const kf_davar_corner *corner, kf_davar_frame *frame) {
    frame->from_right = corner->right < corner->left;
    frame->from_top = corner->top < corner->bottom;
}

bool kf_davar_row_board(kf_text line, int *width, int *height) {
    kf_text rest = kf_text_trim(line), word;
    if (!kf_text_word(&rest, &word) || !kf_text_is(word, "Board") || !kf_text_word(&rest, &word) ||
        rest.length > 0)
        return false;
    const char *x = memchr(word.data, 'x', word.length);
    size_t at = x != NULL ? (size_t)(x - word.data) : 0;
    int w, h;
    if (!kf_text_number(kf_text_cut(word, 0, at), &w) ||
        !kf_text_number(kf_text_cut(word, at + 1, word.length), &h) || w < 1 || h < 1 ||
        w > KF_BOARD_MAX || h > KF_BOARD_MAX)
        return false;
    *width = w;
    *height = h;
    return true;
}

bool kf_davar_row_is_special(kf_text line) {
    int width, height;
    bool is_behind = true;
    return kf_davar_row_next(line, false, &is_behind).kind != KF_DAVAR_PROSE ||
           kf_davar_row_board(line, &width, &height);
}
