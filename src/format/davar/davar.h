// SPDX-License-Identifier: MIT
// Davar: rows of a table, read and written.

#ifndef KF_FORMAT_DAVAR_DAVAR_H
#define KF_FORMAT_DAVAR_DAVAR_H

#include <kifu/board.h>

#include "base/buffer.h"
#include "format/format.h"

/* ---- davar_read.c ------------------------------------------------------------------ ---- */

void kf_davar_read(kf_record *record, const kf_reading *how, kf_log *log);

/* ---- davar_write.c ----------------------------------------------------------------- ---- */

bool kf_davar_write(kf_writing_job *writer);

/* ---- davar_row.c ------------------------------------------------------------------- ---- */

// A row of a Davar table: reading it from a line, writing it, and the corner it counts from.

typedef enum kf_davar_kind {
    KF_DAVAR_PROSE,   // no row at all
    KF_DAVAR_BROKEN,  // begins as a row and cannot be read
    KF_DAVAR_PUT,     // +B, +W
    KF_DAVAR_TAKE,    // -B, -W
    KF_DAVAR_NUMBERED // a move
} kf_davar_kind;

// The board of a table, and the corner that its rows are counted from.
typedef struct kf_davar_frame {
    int width, height;
    bool from_right, from_top;
} kf_davar_frame;

// A row. The coordinates are as spelled: numbers from 1, and the edge each counts from.
typedef struct kf_davar_row {
    kf_davar_kind kind;
    kf_colour colour; // of a numbered row by its number
    int number;       // of a move; 0 when it is 0 or too large to be a number
    int first, second;
    bool from_right, from_top;
    bool is_swapped;   // the coordinates stood in the first column
    bool has_odd_sign; // a dash stood for a minus
    bool is_loose;     // spelled as no row is, and read all the same
    size_t at;         // where the coordinates begin in the line
    kf_text comment;
} kf_davar_row;

// Reads a line. `rows_from_top`: a vertical `+` counts from the top.
kf_davar_row kf_davar_row_read(kf_text line, bool rows_from_top);
// The same for a line that may stand behind a row, as `*is_behind` says, which is then set for the
// next line: there spellings are rows, too, that would be text elsewhere.
kf_davar_row kf_davar_row_next(kf_text line, bool rows_from_top, bool *is_behind);
// The point that the row names on that board, or KF_NOWHERE.
kf_point kf_davar_row_point(const kf_davar_row *row, const kf_davar_frame *frame);
// A row of that kind for a point, counted from the frame's corner.
kf_davar_row kf_davar_row_of(kf_davar_kind kind, kf_colour colour, kf_point point,
                             const kf_davar_frame *frame);
// Whether both are spelled alike, their comments too.
bool kf_davar_row_equal(const kf_davar_row *a, const kf_davar_row *b);
// Whether `a` stands before `b` in a table of this project: Black first, then by the numbers.
int kf_davar_row_compare(const void *a, const void *b);
// Adds the row without a line break. A comment that is empty leaves no space behind.
void kf_davar_row_write(kf_buffer *out, const kf_davar_row *row, bool rows_from_top);

// How far the stones of a table are from each edge, to find the corner nearest to them.
typedef struct kf_davar_corner {
    int64_t left, right, bottom, top;
} kf_davar_corner;

void kf_davar_row_measure(kf_davar_corner *corner, kf_point point, const kf_davar_frame *frame);
// Chooses the corner; the left and the lower edge win a tie.
void kf_davar_row_choose_corner(const kf_davar_corner *corner, kf_davar_frame *frame);

// Whether the line states a board's size as this project writes it: `Board 9x9`.
bool kf_davar_row_board(kf_text line, int *width, int *height);
// Whether a line of free text would be taken for something else.
bool kf_davar_row_is_special(kf_text line);

/* ---- davar_table.c ----------------------------------------------------------------- ---- */

// Cuts the next table off the text, with what stands before and behind it: a further one begins
// behind an empty line, with stones that are set up or a move 1, when moves went before.
kf_text kf_davar_table_next(kf_text *rest, bool rows_from_top);

/* ---- davar_stray.c ----------------------------------------------------------------- ---- */

// Lines of a table that are no rows, and may have been meant as ones.

typedef enum kf_davar_stray {
    KF_DAVAR_NO_STRAY,
    KF_DAVAR_STRAY_TEXT, // it may be text as well
    KF_DAVAR_STRAY_ROW   // it names a point as a row does
} kf_davar_stray;

// What a line is that kf_davar_row_next takes for prose, and where in the line the reason stands;
// `last` is the number of the last move, 0 before the first.
kf_davar_stray kf_davar_stray_of(kf_text line, int last, size_t *at);

#endif
