// SPDX-License-Identifier: MIT
// Boards typed as text: recognising them, and their entry in the list of notations.

#include "format/ascii/ascii_board.h"

enum { MOST = 24 };

// A point is one of three, which is a bit and a half; but letters hold diagrams beside records in
// other notations, and those are stricter.
static int sniff(kf_text head) {
    enum { LEAST = 4 };
    size_t rows, points;
    kf_ascii_read_rows(head, &rows, &points);
    size_t bits = points + points / 2;
    return points < LEAST ? (int)(rows > 0) : bits < MOST ? (int)bits : MOST;
}

const kf_format kf_ascii_format = {
    .name = "ascii",
    .title = "Board typed as text",
    .suffix = "txt asc",
    .keeps = "the stones at the end of the main line, circles, labels of a letter or a number, and "
             "the root's "
             "comment; nothing else",
    .sniff = sniff,
    .most = MOST,
    .read = kf_ascii_read,
    .write = KF_FORMAT_WRITER(kf_ascii_write),
    .writes_games = true,
};
