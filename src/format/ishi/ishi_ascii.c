// SPDX-License-Identifier: MIT
// Any text in the characters that an Ishi file may hold.

#include "format/ishi/ishi.h"

#include "base/text.h"

typedef struct row {
    uint16_t code_point;
    const char *text;
} row;

static const row rows[] = {
#define KF_ASCII(code_point, text) {code_point, text},
#include "format/ishi/ishi_ascii.def"
#undef KF_ASCII
};

static const char *find(uint32_t code_point) {
    size_t low = 0, high = sizeof rows / sizeof rows[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (rows[middle].code_point == code_point)
            return rows[middle].text;
        if (rows[middle].code_point < code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return "?";
}

// Adds what stands for a character that Ishi has not.
static void replace(kf_buffer *out, uint32_t c) {
    bool is_control = c < 32 || c == 127 || (c >= 0x80 && c < 0xA0) || c == 0x2400;
    if (c == '\n' || c == '\r')
        kf_buffer_add_char(out, ' ');
    else if (c >= 0xFF01 && c <= 0xFF5E) // full-width forms
        kf_buffer_add_char(out, (char)(c - 0xFF01 + '!'));
    else if (c >= 0x3041 && c <= 0x3096) // hiragana, by the katakana of the same sound
        kf_buffer_add_string(out, find(c + 0x60));
    else if (!is_control)
        kf_buffer_add_string(out, find(c));
}

bool kf_ishi_ascii(kf_buffer *out, kf_text text) {
    bool is_same = true;
    while (text.length > 0) {
        size_t i = 0;
        while (i < text.length &&
               ((text.data[i] >= 32 && text.data[i] < 127) || text.data[i] == '\t'))
            i++;
        kf_buffer_add(out, text.data, i);
        text = kf_text_cut(text, i, text.length);
        uint32_t code_point;
        if (kf_text_code_point(&text, &code_point)) {
            replace(out, code_point);
            is_same = false;
        }
    }
    return is_same;
}
