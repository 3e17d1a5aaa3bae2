// SPDX-License-Identifier: MIT
// Free text around a table or a diagram: into a comment and out of it again.
//
// People paste diagrams into mails and pages; what stands around a diagram belongs to it, and
// would be lost where only the diagram is read.

#include "format/prose.h"

#include <string.h>

#include "base/text.h"
#include "record/value.h"

bool kf_prose_is_blank(kf_text line) {
    return kf_text_trim(line).length == 0;
}

// Whether a line, however many backslashes stand before it, could be misread.
static bool needs_guard(kf_text line, kf_prose_special *special) {
    while (line.length > 0 && line.data[0] == '\\')
        line = kf_text_cut(line, 1, line.length);
    return kf_prose_is_blank(line) || kf_text_starts(line, KF_TEXT("\xEF\xBB\xBF")) ||
           special(line);
}

static bool is_guarded(kf_text line, kf_prose_special *special) {
    return special != NULL && line.length > 0 && line.data[0] == '\\' && needs_guard(line, special);
}

void kf_prose_add(kf_buffer *out, kf_text piece, kf_prose_special *special) {
    kf_text line;
    size_t blanks = 0; // empty lines that are added only if another line follows
    const char *first_blank = NULL;
    bool is_first = true;
    while (kf_text_line(&piece, &line)) {
        if (kf_prose_is_blank(line)) {
            first_blank = blanks == 0 ? line.data : first_blank;
            blanks++;
            continue;
        }
        if (out->length > 0 || !is_first)
            kf_buffer_add_char(out, '\n');
        kf_text between = {first_blank,
                           (size_t)(line.data - (blanks > 0 ? first_blank : line.data))};
        for (kf_text blank; !is_first && blanks > 0 && kf_text_line(&between, &blank);) {
            kf_buffer_add_text(out, blank);
            kf_buffer_add_char(out, '\n');
        }
        is_first = false;
        blanks = 0;
        kf_buffer_add_text(out, kf_text_cut(line, is_guarded(line, special), line.length));
    }
}

// Behind the last sign that shifts to letters of two bytes, if two follow it; 0: there is none.
static size_t find_shift(kf_text text) {
    for (size_t i = text.length; i > 2; i--)
        if (text.data[i - 3] == '\x0E' && text.data[i - 2] > ' ' && text.data[i - 1] > ' ')
            return i;
    return 0;
}

// Whether the text goes on as escapes do that announce sets of Japan.
static bool is_japanese(kf_text text) {
    return text.length > 1 && text.data[0] == '$' &&
           (text.data[1] == '@' || text.data[1] == 'B' || text.data[1] == '(');
}

// A set of seven bits is announced by an escape, and the letters of some come behind a shift.
bool kf_prose_plain(kf_buffer *out, kf_text value, bool at_home) {
    size_t begin = out->length;
    kf_value_plain(out, value, false);
    size_t length = begin, end = out->length, behind = begin;
    size_t shift = at_home ? 0 : find_shift(kf_buffer_text(out));
    bool announces = false; // of the escapes up to `behind`
    for (size_t i = begin; i < end; i++) {
        if (out->data[i] == '\x1B' && i >= behind) {
            for (behind = i; behind < end && out->data[behind] == '\x1B';)
                behind++;
            kf_text rest = {out->data + behind, end - behind};
            announces = kf_text_starts(rest, KF_TEXT("$)")) ? behind < shift : is_japanese(rest);
        }
        if (i >= behind || !announces)
            out->data[length++] = out->data[i];
    }
    out->length = length;
    return length == end;
}

void kf_prose_write(kf_output *out, kf_text plain, kf_prose_special *special) {
    kf_text rest = plain, line;
    bool is_first = true;
    // The last line, which may be empty, is not a line to kf_text_line.
    bool ends_empty = plain.length > 0 && plain.data[plain.length - 1] == '\n';
    while (kf_text_line(&rest, &line)) {
        bool is_blank = kf_prose_is_blank(line), is_last = rest.length == 0 && !ends_empty;
        bool is_edge = is_first || is_last;
        if (is_blank ? is_edge : needs_guard(line, special))
            kf_output_add_char(out, '\\');
        kf_output_add_text(out, line);
        kf_output_add_char(out, '\n');
        is_first = false;
    }
    if (ends_empty)
        kf_output_add_string(out, "\\\n");
}
