// SPDX-License-Identifier: MIT
// Where one table of a text ends and the next one begins.

#include "base/text.h"
#include "format/davar/davar.h"

// What stands in the text up to a line.
typedef struct survey {
    int last;          // the number of the last move; 0 before the first
    const char *begin; // behind the first empty line behind the last row, or NULL
    bool is_behind;    // the line before was a row
} survey;

static bool begins(const kf_davar_row *row) {
    return row->kind == KF_DAVAR_PUT || (row->kind == KF_DAVAR_NUMBERED && row->number == 1);
}

// Whether one more row stands right behind.
static bool goes_on(kf_text rest, bool rows_from_top) {
    kf_text line;
    bool is_behind = true;
    while (kf_text_line(&rest, &line))
        if (kf_text_trim(line).length > 0)
            return kf_davar_row_next(line, rows_from_top, &is_behind).kind > KF_DAVAR_BROKEN;
    return false;
}

kf_text kf_davar_table_next(kf_text *rest, bool rows_from_top) {
    survey s = {.last = 0};
    kf_text all = *rest, ahead = all, line;
    while (kf_text_line(&ahead, &line)) {
        if (kf_text_trim(line).length == 0) {
            s.begin = s.begin == NULL ? ahead.data : s.begin;
            continue;
        }
        kf_davar_row row = kf_davar_row_next(line, rows_from_top, &s.is_behind);
        if (row.kind == KF_DAVAR_PROSE)
            continue;
        if (s.last > 0 && s.begin != NULL && begins(&row) && goes_on(ahead, rows_from_top)) {
            size_t length = (size_t)(s.begin - all.data);
            *rest = kf_text_cut(all, length, all.length);
            return kf_text_cut(all, 0, length);
        }
        s.last = row.kind == KF_DAVAR_NUMBERED && row.number > 0 ? row.number : s.last;
        s.begin = NULL;
    }
    *rest = kf_text_cut(all, all.length, all.length);
    return all;
}
