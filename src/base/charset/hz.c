// SPDX-License-Identifier: MIT
// HZ, in which Chinese was mailed, and which the C library lacks.
//
// It is ASCII in which `~{` and `~}` enclose Chinese: pairs of bytes which are those of GB2312
// without their first bits. A line ends it, too. `~~` is a tilde.

#include "base/charset/hz.h"

#include <iconv.h>
#include <string.h>

#include "base/text.h"

enum { DAMAGED = 0xFFFD };

static bool is_at(kf_text bytes, size_t i, char second) {
    return i + 1 < bytes.length && bytes.data[i] == '~' && bytes.data[i + 1] == second;
}

static bool is_pair(kf_text bytes, size_t i) {
    if (i + 1 >= bytes.length)
        return false;
    unsigned char a = (unsigned char)bytes.data[i], b = (unsigned char)bytes.data[i + 1];
    return a >= 0x21 && a <= 0x77 && b >= 0x21 && b <= 0x7E;
}

bool kf_hz_is_in(kf_text bytes) {
    bool has_any = false;
    for (size_t i = 0; i < bytes.length; i++) {
        const char *tilde = memchr(bytes.data + i, '~', bytes.length - i);
        if (tilde == NULL)
            break;
        i = (size_t)(tilde - bytes.data);
        if (is_at(bytes, i, '~') || !is_at(bytes, i, '{')) {
            i += is_at(bytes, i, '~');
            continue;
        }
        size_t begin = i += 2;
        while (is_pair(bytes, i))
            i += 2;
        if (i + 1 >= bytes.length) // more is to come
            return has_any || i > begin;
        if (i == begin || !is_at(bytes, i, '}'))
            return false;
        has_any = true;
    }
    return has_any;
}

// What a pair of bytes of GB2312 stands for.
static uint32_t read_pair(kf_text bytes, size_t i) {
    char pair[2] = {(char)(bytes.data[i] | 0x80), (char)(bytes.data[i + 1] | 0x80)};
    char utf8[8], *in = pair, *out = utf8;
    size_t left = sizeof pair, room = sizeof utf8;
    uint32_t c = DAMAGED;
    iconv_t converter = iconv_open("UTF-8", "GB18030");
    if (converter == (iconv_t)-1)
        return DAMAGED;
    bool is_good = iconv(converter, &in, &left, &out, &room) != (size_t)-1;
    iconv_close(converter);
    kf_text made = {utf8, sizeof utf8 - room};
    return is_good && kf_text_code_point(&made, &c) ? c : DAMAGED;
}

uint32_t kf_hz_take(bool *is_chinese, kf_text bytes, size_t *i, size_t *bad) {
    if (!*is_chinese && is_at(bytes, *i, '{') && is_pair(bytes, *i + 2)) {
        *is_chinese = true;
        *i += 2;
    }
    uint32_t c = (unsigned char)bytes.data[*i];
    size_t length = 1;
    if (*is_chinese && is_pair(bytes, *i)) {
        c = read_pair(bytes, *i);
        length = 2;
    } else if (*is_chinese) {
        *is_chinese = false; // a line ends, or the sign is missing
    } else if (is_at(bytes, *i, '~')) {
        length = 2;
    }
    *bad += c == DAMAGED || (length == 1 && c >= 0x80);
    c = length == 1 && c >= 0x80 ? DAMAGED : c;
    *i += length;
    if (*is_chinese && is_at(bytes, *i, '}')) {
        *is_chinese = false;
        *i += 2;
    }
    return c;
}

// Writes the front of a text up to the next letter of ASCII. False: GB2312 lacks a character.
static bool put_pairs(kf_buffer *out, kf_text text, size_t *at) {
    size_t end = *at;
    while (end < text.length && (unsigned char)text.data[end] >= 0x80)
        end++;
    iconv_t converter = iconv_open("GB2312", "UTF-8");
    char *in = (char *)(uintptr_t)(text.data + *at);
    size_t left = end - *at;
    bool is_good = converter != (iconv_t)-1;
    kf_buffer_add_string(out, "~{");
    while (is_good && left > 0) {
        char piece[64], *to = piece;
        size_t room = sizeof piece;
        size_t result = iconv(converter, &in, &left, &to, &room);
        is_good = result == 0 || room < sizeof piece;
        for (char *p = piece; p < to; p++)
            kf_buffer_add_char(out, (char)(*p & 0x7F));
    }
    if (converter != (iconv_t)-1)
        iconv_close(converter);
    kf_buffer_add_string(out, "~}");
    *at = end;
    return is_good;
}

bool kf_hz_put(kf_buffer *out, kf_text text) {
    bool is_good = true;
    for (size_t i = 0; i < text.length;) {
        if ((unsigned char)text.data[i] >= 0x80) {
            is_good = put_pairs(out, text, &i) && is_good;
            continue;
        }
        if (text.data[i] == '~')
            kf_buffer_add_char(out, '~');
        kf_buffer_add_char(out, text.data[i++]);
    }
    return is_good;
}
