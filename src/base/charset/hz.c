// SPDX-License-Identifier: MIT
// HZ, in which Chinese was mailed, and which the C library lacks.
//
// It is ASCII in which `~{` and `~}` enclose Chinese: pairs of bytes which are those of GB2312
// without their first bits. A line ends it, too. `~~` is a tilde.

#include "base/charset/hz.h"

#include <iconv.h>
#include <string.h>

#include "base/charset/broken.h"
#include "base/text.h"

enum { DAMAGED = 0xFFFD };

static bool is_at(kf_text bytes, size_t i, char second) {
    return i + 1 < bytes.length && bytes.data[i] == '~' && bytes.data[i + 1] == second;
}

// Whether it may be the first half of a letter: a bracket at the end is rather that of the value.
static bool is_letter_byte(char c) {
    return c >= 0x21 && c <= 0x77 && c != ']';
}

static bool is_pair(kf_text bytes, size_t i) {
    if (i + 1 >= bytes.length)
        return false;
    unsigned char a = (unsigned char)bytes.data[i], b = (unsigned char)bytes.data[i + 1];
    return a >= 0x21 && a <= 0x77 && b >= 0x21 && b <= 0x7E;
}

// Whether the letters from `i` on are not led back from. Of many this is not known.
static bool breaks_off(kf_text bytes, size_t i) {
    const size_t most = i + KF_HZ_AHEAD - KF_BROKEN_AHEAD;
    while (i < most && is_pair(bytes, i))
        i += 2;
    return i < most && !is_at(bytes, i, '}');
}

// Where what leads back is missing, the bracket that closes the value is no letter, and half a
// letter may stand before it.
bool kf_hz_is_letter(kf_text bytes, size_t i) {
    if (!is_pair(bytes, i))
        return false;
    bool is_end = kf_broken_ends_value(bytes, i) || kf_broken_ends_value(bytes, i + 1);
    return !is_end || !breaks_off(bytes, i);
}

static bool is_white(kf_text bytes, size_t i) {
    return i >= bytes.length || (unsigned char)bytes.data[i] <= ' ';
}

// The length of what a value breaks off with: the sign without letters, or half a letter.
static size_t half_at(kf_text bytes, size_t i) {
    size_t sign = is_at(bytes, i, '{') ? 2 : 0;
    size_t half = i + sign < bytes.length && is_letter_byte(bytes.data[i + sign]);
    bool is_last = is_white(bytes, i + sign + half) || kf_broken_ends_value(bytes, i + sign + half);
    return is_last ? sign + half : 0;
}

// Whether there are letters, and all of them in everyday use: of ASCII that looks like letters few
// pairs are.
static bool are_usual(kf_text pairs) {
    for (size_t i = 0; i < pairs.length; i += 2) {
        char row = pairs.data[i];
        if (row > 'W' || (row > ')' && row < '0'))
            return false;
    }
    return pairs.length > 0;
}

// Whether it is rather a word in braces: small letters of ASCII, none of which begins a letter in
// everyday use.
static bool is_word(kf_text pairs) {
    size_t i = 0;
    while (i < pairs.length && pairs.data[i] >= 'a' && pairs.data[i] <= 'z')
        i++;
    return i == pairs.length;
}

bool kf_hz_is_in(kf_text bytes) {
    enum { WORD = 4 }; // two letters
    bool has_any = false, has_closed = false;
    int broken = 0; // runs of two letters and more that nothing leads back from
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
        while (kf_hz_is_letter(bytes, i))
            i += 2;
        kf_text pairs = kf_text_cut(bytes, begin, i);
        bool all_usual = are_usual(pairs), is_usual = has_any || all_usual;
        i += half_at(bytes, i);
        bool is_end = kf_text_trim(kf_text_cut(bytes, i, bytes.length)).length == 0;
        if (is_end) // more is to come, or it breaks off
            return has_closed || broken > 1 || (is_usual && pairs.length >= WORD);
        bool is_closed = pairs.length > 0 && is_at(bytes, i, '}');
        if (!is_closed && !(is_usual && kf_broken_ends_value(bytes, i)))
            return false;
        has_any = true;
        has_closed = has_closed || (is_closed && !is_word(pairs));
        broken += !is_closed && all_usual && pairs.length >= WORD;
    }
    return has_closed || broken > 1;
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
    bool is_sign = !*is_chinese && is_at(bytes, *i, '{');
    if (is_sign && kf_hz_is_letter(bytes, *i + 2)) {
        *is_chinese = true;
        *i += 2;
    }
    uint32_t c = (unsigned char)bytes.data[*i];
    size_t length = 1, half = *is_chinese || is_sign ? half_at(bytes, *i) : 0;
    if (*is_chinese && kf_hz_is_letter(bytes, *i)) {
        c = read_pair(bytes, *i);
        length = 2;
    } else if (half > 0) {
        *is_chinese = false;
        c = DAMAGED;
        length = half;
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
    // All memory before the converter is open: no letter is longer there than in UTF-8.
    size_t left = end - *at, room = left;
    char *made = kf_arena_alloc(out->arena, room), *to = made;
    char *in = (char *)(uintptr_t)(text.data + *at);
    iconv_t converter = iconv_open("GB2312", "UTF-8");
    bool is_good = converter != (iconv_t)-1;
    if (is_good) {
        is_good = iconv(converter, &in, &left, &to, &room) == 0;
        iconv_close(converter);
    }
    kf_buffer_add_string(out, "~{");
    for (char *p = made; p < to; p++)
        kf_buffer_add_char(out, (char)(*p & 0x7F));
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
