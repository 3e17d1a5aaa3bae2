// SPDX-License-Identifier: MIT
// Where one table of a text ends and the next one begins.

#include "base/text.h"
#include "format/davar/davar.h"

// What stands in the text up to a line.
typedef struct survey {
    int last;          // the number of the last move; 0 before the first
    const char *begin; // behind the first empty line behind the last row, or NULL
    bool is_behind;    // the line before was a row
    bool is_blank;     // the line before was empty
    bool is_front;     // no line stands before this one but empty ones
    bool has_any;      // a row stands there, or in front of all the line that names the board
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

static kf_text cut(kf_text all, const char *end, kf_text *rest) {
    size_t length = (size_t)(end - all.data);
    *rest = kf_text_cut(all, length, all.length);
    return kf_text_cut(all, 0, length);
}

// Whether the line names the board of a table that begins there, as the writer does for all tables
// but the first.
static bool is_head(survey *s, kf_text line) {
    int width, height;
    bool has_board = kf_davar_row_board(line, &width, &height);
    bool begins_here = has_board && s->is_blank && s->has_any;
    s->has_any = s->has_any || (has_board && s->is_front);
    s->is_front = s->is_blank = false;
    return begins_here;
}

kf_text kf_davar_table_next(kf_text *rest, bool rows_from_top) {
    survey s = {.is_front = true};
    kf_text all = *rest, ahead = all, line;
    while (kf_text_line(&ahead, &line)) {
        if (kf_text_trim(line).length == 0) {
            s.begin = s.begin == NULL ? ahead.data : s.begin;
            s.is_blank = true;
            continue;
        }
        kf_davar_row row = kf_davar_row_next(line, rows_from_top, &s.is_behind);
        bool is_row = row.kind != KF_DAVAR_PROSE;
        if (is_head(&s, line))
            return cut(all, line.data, rest);
        if (!is_row)
            continue;
        if (s.last > 0 && s.begin != NULL && begins(&row) && goes_on(ahead, rows_from_top))
            return cut(all, s.begin, rest);
        s.has_any = s.has_any || row.kind > KF_DAVAR_BROKEN;
        s.last = row.kind == KF_DAVAR_NUMBERED && row.number > 0 ? row.number : s.last;
        s.begin = NULL;
    }
    *rest = kf_text_cut(all, all.length, all.length);
    return all;
}
