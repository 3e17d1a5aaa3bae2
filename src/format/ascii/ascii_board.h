// SPDX-License-Identifier: MIT
// Typed boards: lines, read and written.

#ifndef KF_FORMAT_ASCII_ASCII_BOARD_H
#define KF_FORMAT_ASCII_ASCII_BOARD_H

#include <kifu/board.h>
#include <kifu/format.h>

#include "format/format.h"

/* ---- ascii_read.c ------------------------------------------------------------------ ---- */

void kf_ascii_read(kf_record *record, const kf_reading *how, kf_log *log);
// How many rows of boards stand in the text, and how many points they have.
void kf_ascii_read_rows(kf_text text, size_t *rows, size_t *points);

/* ---- ascii_write.c ----------------------------------------------------------------- ---- */

bool kf_ascii_write(kf_writing_job *writer);

/* ---- ascii_line.c ------------------------------------------------------------------ ---- */

// A line of a typed board: what kind it is, and the points in it.

typedef enum kf_ascii_kind {
    KF_ASCII_TEXT,
    KF_ASCII_ROW,      // stones and empty points
    KF_ASCII_LABELLED, // the same with letters or numbers on some points: beside a row it is one
    KF_ASCII_BORDER,   // a line of - and +
    KF_ASCII_LETTERS,  // the letters of the columns
    KF_ASCII_NUMBERS   // their numbers, from 1: `1 2 3`; or text
} kf_ascii_kind;

// A point with a number on it is this much more than the number.
enum { KF_ASCII_NUMBER = 128 };

typedef struct kf_ascii_line {
    kf_ascii_kind kind;
    int count;      // of points, or of the columns that letters or numbers name
    int labels;     // how many of them have a letter or a number
    bool is_framed; // a row with a number or a bar at its side
    bool is_apart;  // a row with space between its points
    bool has_vacant;
    bool has_plus; // as a point
    // '.', 'X', 'O'; '*', which is a star point or a black stone; 'B' and 'W', which are stones on
    // a board that has no others of their colour, and letters else; another letter; or
    // KF_ASCII_NUMBER and a number up to 99.
    unsigned char points[KF_BOARD_MAX];
    bool marked[KF_BOARD_MAX]; // between parentheses
} kf_ascii_line;

// Looks at a line; marks of quotation before it are passed over.
void kf_ascii_line_read(kf_text line, kf_ascii_line *out);
// The same for a row of a board that is `width` wide: a number at its end is a point if the row is
// too short without it.
void kf_ascii_line_read_row(kf_text line, int width, kf_ascii_line *out);
// What stands behind a row that has its number at both sides, or an empty text.
kf_text kf_ascii_line_tail(kf_text line);
// The line without what quotes it in a letter, and without the space around it.
kf_text kf_ascii_line_unquote(kf_text line);
// Whether a line of free text would be taken for a piece of a board.
bool kf_ascii_line_is_special(kf_text line);

/* ---- ascii_sides.c ----------------------------------------------------------------- ---- */

// What letters at the front of the rows of a board are.
typedef enum kf_ascii_say {
    KF_ASCII_LABELS, // labels on points, or there are none
    KF_ASCII_NAMES,  // names of the rows
    KF_ASCII_EITHER  // perhaps names; they are read as labels
} kf_ascii_say;

typedef struct kf_ascii_sides {
    kf_ascii_say say;
    int rows;         // that have names
    bool is_twice;    // at both sides
    bool is_doubtful; // names that few rows have, and nothing else says that they are names
} kf_ascii_sides;

// Looks at the rows at the front of the text. `columns`: how many have a name above them, 0 when
// none has.
kf_ascii_sides kf_ascii_sides_of(kf_text text, int columns);
// Whether a line, behind a letter at its front, is a row.
bool kf_ascii_sides_is_row(kf_text line);
// A row without its name.
kf_text kf_ascii_sides_cut(kf_text line, const kf_ascii_sides *sides);

#endif
