// SPDX-License-Identifier: MIT
// Text of any origin cut into lines of so many columns.

#include "cli/view/view.h"

#include <wchar.h>

#include "base/text.h"

// ---- Characters ----

bool kf_view_wrap_is_dropped(uint32_t c) {
    return (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF ||
           c == 0x061C || c == 0x00AD || c >= 0xE0000;
}

int kf_view_wrap_width(uint32_t c) {
    if (c == '\t')
        return KF_VIEW_TAB;
    if (c < ' ' || (c >= 0x7F && c < 0xA0))
        return 1;
    if (c < 0x7F)
        return 1;
    if (kf_view_wrap_is_dropped(c))
        return 0;
    int width = wcwidth((wchar_t)c);
    return width < 0 ? 1 : width;
}

// ---- Lines ----

static void add_line(kf_view_lines *lines, kf_arena *arena, kf_text line) {
    lines->lines =
        kf_arena_grow(arena, lines->lines, &lines->room, lines->count + 1, sizeof *lines->lines);
    lines->lines[lines->count++] = line;
}

// How many bytes of the line stand in the first row, and how many more are left out behind it.
static size_t take_row(kf_text line, int columns, size_t *skipped) {
    kf_text rest = line;
    uint32_t code_point;
    size_t fits = 0, at = 0;
    int used = 0;
    *skipped = 0;
    while (at = line.length - rest.length, kf_text_code_point(&rest, &code_point)) {
        int width = kf_view_wrap_width(code_point);
        bool is_space = code_point == ' ' || code_point == '\t';
        if (is_space) {
            fits = at;
            *skipped = line.length - rest.length - at;
        } else if (width == 2 && at > 0) {
            fits = at;
            *skipped = 0;
        }
        // A space may stand outside.
        if (used + width > columns && !is_space)
            break;
        used += width;
        if (width == 2) {
            fits = line.length - rest.length;
            *skipped = 0;
        }
    }
    if (at == line.length)
        return at;
    if (fits > 0 || *skipped > 0)
        return fits;
    // A word that is too wide, or a character wider than the row: at least one is taken.
    if (at == 0)
        at = line.length - rest.length;
    return at;
}

void kf_view_wrap(kf_view_lines *lines, kf_arena *arena, kf_text text, int columns) {
    kf_text line;
    while (kf_text_line(&text, &line)) {
        do {
            size_t skipped, length = take_row(line, columns, &skipped);
            add_line(lines, arena, kf_text_cut(line, 0, length));
            line = kf_text_cut(line, length + skipped, line.length);
        } while (line.length > 0);
    }
}
