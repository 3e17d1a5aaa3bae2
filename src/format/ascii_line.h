// SPDX-License-Identifier: MIT
// A line of a typed board: what kind it is, and the points in it.

#ifndef KIFU_FORMAT_ASCII_LINE_H
#define KIFU_FORMAT_ASCII_LINE_H

#include <kifu/kifu.h>

#include "board/point.h"

typedef enum kf_ascii_kind {
    KF_ASCII_TEXT,
    KF_ASCII_ROW,    // points
    KF_ASCII_BORDER, // a line of - and +
    KF_ASCII_LETTERS // the letters of the columns
} kf_ascii_kind;

typedef struct kf_ascii_line {
    kf_ascii_kind kind;
    int count;                 // of points
    bool is_framed;            // a row with a number or a bar at its side
    bool has_vacant;           // a row with an empty point
    char points[KF_BOARD_MAX]; // '.', 'X' or 'O'
    bool marked[KF_BOARD_MAX]; // between parentheses
} kf_ascii_line;

// Looks at a line; marks of quotation before it are passed over.
void kf_ascii_line_read(kf_text line, kf_ascii_line *out);
// Whether a line of free text would be taken for a piece of a board.
bool kf_ascii_line_is_special(kf_text line);

#endif
