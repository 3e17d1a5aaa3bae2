// SPDX-License-Identifier: MIT
// The Davar notation: recognising it, and its entry in the list of notations.

#include "format/davar/davar.h"

#include "base/text.h"
#include "format/prose.h"

enum { MOST = 28, FEW = 12 };

// Rows are strict, but another notation may quote them in a comment: where they are not most of
// the text they count little, and never as much as the front of a game in SGF.
static int sniff(kf_text head) {
    enum { BITS = 14 };
    int rows = 0, others = 0;
    for (kf_text line; kf_text_line(&head, &line);) {
        bool is_row = kf_davar_row_read(line, false).kind > KF_DAVAR_BROKEN;
        rows += is_row;
        others += !is_row && !kf_prose_is_blank(line);
    }
    int most = rows >= others ? MOST : FEW;
    return rows * BITS < most ? rows * BITS : most;
}

const kf_format kf_davar_format = {
    .name = "davar",
    .title = "Davar sequence notation",
    .suffix = "davar",
    .keeps = "setup, moves, captures and short comments of one line of play; not headers, passes, "
             "marks or variations",
    .sniff = sniff,
    .most = MOST,
    .read = kf_davar_read,
    .write = kf_davar_write,
    .writes_games = true,
};
