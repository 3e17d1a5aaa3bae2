// SPDX-License-Identifier: MIT
// Points, colours and the forms in which people write a point down.

#ifndef KF_BOARD_POINT_H
#define KF_BOARD_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- point.c -------------------------------------------------------- doc/spec/rules.md ---- */

// Boards have 1 to 52 columns and 1 to 52 rows; they need not be square.
#define KF_BOARD_MAX 52

// What lies on a point, and who moves. The opponent of a colour c is 3 - c.
typedef enum kf_colour { KF_EMPTY = 0, KF_BLACK = 1, KF_WHITE = 2 } kf_colour;

// The other player.
static inline kf_colour kf_colour_other(kf_colour colour) {
    return (kf_colour)(3 - (int)colour);
}

// A point of a board: its row times 256 plus its column. Column 0 is the left one and row 0 the
// TOP one, as in SGF. The value does not depend on the size of the board.
typedef uint16_t kf_point;

#define KF_PASS    ((kf_point)0xFFFF) // a move that places no stone
#define KF_NOWHERE ((kf_point)0xFFFE) // no point: a text that names none, no ko, no last move

static inline kf_point kf_point_at(int column, int row) {
    return (kf_point)(row * 256 + column);
}
static inline int kf_point_column(kf_point point) {
    return point & 255;
}
static inline int kf_point_row(kf_point point) {
    return point >> 8;
}
// Whether the point lies on a board of that size. Neither KF_PASS nor KF_NOWHERE does.
static inline bool kf_point_is_on(kf_point point, int width, int height) {
    return kf_point_column(point) < width && kf_point_row(point) < height;
}

// How points are written.
//   A1        Q16     column letter without I (after Z: AA, AB …), row from the bottom
//   SGF       pd      column and row from the top left, a–z then A–Z
//   IGO       16/Q    row from the TOP, then the column letter, as a book of 1931 has it
//   JAPANESE  4-16    column from the right, then row from the top, both as numbers
//   NONE              nothing is written and nothing can be read
typedef enum kf_coords {
    KF_COORDS_A1,
    KF_COORDS_SGF,
    KF_COORDS_IGO,
    KF_COORDS_JAPANESE,
    KF_COORDS_NONE
} kf_coords;

// Room for any written point and its final NUL.
#define KF_POINT_TEXT 8

// The form of that name (a1, sgf, igo, japanese, none; case does not matter), or false.
bool kf_point_coords(const char *name, size_t length, kf_coords *coords);
// Writes the point as it stands on a board of that size, and returns the number of bytes before
// the NUL. A pass is `pass`, in SGF nothing. A point off the board is written as nothing.
size_t kf_point_write(kf_point point, kf_coords coords, int width, int height,
                      char text[KF_POINT_TEXT]);
// Reads a point. Letters may have either case except in SGF, where case tells columns apart.
// `pass` in any case is a pass; in SGF so are the empty text and, on boards up to 19x19, `tt`.
// KF_NOWHERE: the text names no point of a board of that size.
kf_point kf_point_read(const char *text, size_t length, kf_coords coords, int width, int height);
// Writes the letters of a column of the A1 and IGO forms (0 = A), and returns their number.
size_t kf_point_letters(int column, char text[3]);

#endif
