// SPDX-License-Identifier: MIT
// Text of any origin in XML and HTML.
//
// XML has no way to write most control characters, not even by their number, and one of them would
// make a whole book unreadable; so they become pictures of themselves.

#include "base/xml.h"

#include <string.h>

#include "base/text.h"

// What the code point is written as, when it is not to stand there itself; else NULL.
static const char *reference(uint32_t sign) {
    switch (sign) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\n':
    case '\t':
        return " ";
    default:
        return NULL;
    }
}

// The character that stands for one that may not.
static uint32_t picture(uint32_t sign) {
    if (sign < ' ')
        return 0x2400 + sign;
    if (sign == 127)
        return 0x2421;
    return (sign & 0xFFFE) == 0xFFFE || (sign >= 0x80 && sign < 0xA0) ? 0xFFFD : sign;
}

// Takes a code point off the front; a byte that is no UTF-8 is none.
static uint32_t take(kf_text *text) {
    uint32_t sign = 0xFFFD;
    if (kf_text_sequence(*text) > 0)
        kf_text_code_point(text, &sign);
    else
        *text = kf_text_cut(*text, 1, text->length);
    return sign;
}

bool kf_xml_escape(kf_sink *sink, void *context, kf_text text) {
    const char *plain = text.data;
    while (text.length > 0) {
        const char *at = text.data;
        bool is_invalid = kf_text_sequence(text) == 0;
        uint32_t sign = take(&text), shown = picture(sign);
        const char *written = reference(sign);
        if (written == NULL && shown == sign && !is_invalid)
            continue;
        char bytes[4];
        size_t length = kf_text_put_code_point(bytes, shown);
        if (at > plain && !sink(context, plain, (size_t)(at - plain)))
            return false;
        if (!sink(context, written != NULL ? written : bytes,
                  written != NULL ? strlen(written) : length))
            return false;
        plain = text.data;
    }
    return text.data == plain || sink(context, plain, (size_t)(text.data - plain));
}
