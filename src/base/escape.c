// SPDX-License-Identifier: MIT
// Characters that a terminal would obey instead of showing, and how they are shown.
//
// Names and comments come from strangers, and a terminal does what an escape sequence in them
// says. So whatever is printed of a record passes through here, in messages as in results.

#include "base/escape.h"

#include <string.h>

#include "base/text.h"
#include "base/width.h"

// Ranges of such characters above the first control block, sorted. U+061C, U+200E and U+200F mark
// a direction, U+202A and the following and U+2066 and the following turn it, and U+2028 and U+2029
// break lines for some programs and not for others.
static const struct range {
    uint32_t first, last;
} ranges[] = {{0x7F, 0x9F}, {0x61C, 0x61C}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};

bool kf_escape_is_control(uint32_t code_point) {
    if (code_point < ' ')
        return true;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && code_point >= ranges[i].first; i++)
        if (code_point <= ranges[i].last)
            return true;
    return false;
}

// Whether these are three bytes of UTF-8 that mean U+3000 to U+CFFF, of which all can be shown:
// most of what is not ASCII in records.
static bool is_of_cjk(const char *p, size_t length) {
    return length > 2 && p[0] >= '\xE3' && p[0] <= '\xEC' && (p[1] & 0xC0) == 0x80 &&
           (p[2] & 0xC0) == 0x80;
}

kf_escape kf_escape_next(kf_text text) {
    size_t i = 0;
    while (i < text.length) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= ' ' && c < 127) {
            i++;
            continue;
        }
        if (is_of_cjk(text.data + i, text.length - i)) {
            i += 3;
            continue;
        }
        kf_text rest = kf_text_cut(text, i, text.length);
        size_t length = kf_text_sequence(rest);
        if (length == 0)
            return (kf_escape){i, 1, c, true};
        uint32_t code_point = 0;
        kf_text_code_point(&rest, &code_point);
        if (kf_escape_is_control(code_point))
            return (kf_escape){i, length, code_point, false};
        i += length;
    }
    return (kf_escape){.plain = i};
}

// Writes how such a character is shown, and returns the length: ^[ for ESC, <U+200F> for what has
// no such picture, <FF> for a byte that is no UTF-8.
static size_t show(const kf_escape *escape, char shown[KF_ESCAPE_SHOWN]) {
    static const char digits[] = "0123456789ABCDEF";
    uint32_t c = escape->code_point;
    size_t length = 0;
    if (!escape->is_invalid && c < 128) {
        shown[0] = '^';
        shown[1] = (char)(c ^ 64); // ^@ to ^_, and ^? for DEL
        return 2;
    }
    shown[length++] = '<';
    if (!escape->is_invalid) {
        shown[length++] = 'U';
        shown[length++] = '+';
    }
    for (int shift = escape->is_invalid ? 4 : 12; shift >= 0; shift -= 4)
        shown[length++] = digits[c >> shift & 15];
    shown[length++] = '>';
    return length;
}

// Tabs and line breaks: LF, and CR before it. CR alone would let what follows stand over the line.
static bool is_kept(const char *at, size_t length) {
    return *at == '\n' || *at == '\t' || (*at == '\r' && length > 1 && at[1] == '\n');
}

bool kf_escape_text(kf_sink *sink, void *context, kf_text text, bool lines) {
    char shown[KF_ESCAPE_SHOWN];
    size_t plain = 0; // bytes at the front that were looked at and go out as they are
    while (plain < text.length) {
        kf_escape next = kf_escape_next(kf_text_cut(text, plain, text.length));
        plain += next.plain;
        bool kept = lines && plain < text.length && is_kept(text.data + plain, text.length - plain);
        plain += kept ? next.length : 0;
        if (kept)
            continue;
        if (plain > 0 && !sink(context, text.data, plain))
            return false;
        if (next.length > 0 && !sink(context, shown, show(&next, shown)))
            return false;
        text = kf_text_cut(text, plain + next.length, text.length);
        plain = 0;
    }
    return plain == 0 || sink(context, text.data, plain);
}

size_t kf_escape_width(kf_text text) {
    char shown[KF_ESCAPE_SHOWN];
    size_t width = 0;
    while (text.length > 0) {
        kf_escape next = kf_escape_next(text);
        kf_text plain = kf_text_cut(text, 0, next.plain);
        uint32_t code_point;
        while (kf_text_code_point(&plain, &code_point))
            width += (size_t)kf_width(code_point);
        width += next.length > 0 ? show(&next, shown) : 0;
        text = kf_text_cut(text, next.plain + next.length, text.length);
    }
    return width;
}
