// SPDX-License-Identifier: MIT
// Signs in running text.

#include "record/sign.h"

#include <string.h>

#include "base/buffer.h"
#include "base/text.h"

static const struct {
    char letter;
    const char *shown;
} signs[] = {{'t', "△"}, {'s', "□"}, {'d', "◇"}, {'c', "✓"}};

enum { SIGNS = sizeof signs / sizeof signs[0] };

// Whether a word goes on with this byte.
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '\\' || (unsigned char)c >= 128;
}

// Only whole words are signs: `\t` is one in "take \t.", and none in "C:\temp".
static bool is_word(kf_text text, size_t at) {
    return text.data[at] == '\\' && at + 1 < text.length &&
           (at == 0 || !is_letter(text.data[at - 1])) &&
           (at + 2 == text.length || !is_letter(text.data[at + 2]));
}

static bool read_sign(kf_text text, size_t at, kf_sign *sign) {
    bool may_be_word = is_word(text, at);
    for (size_t i = 0; i < SIGNS; i++) {
        size_t length = strlen(signs[i].shown);
        bool is_here = may_be_word && (text.data[at + 1] | 32) == signs[i].letter;
        if (is_here) {
            *sign = (kf_sign){at, 2, signs[i].shown, true};
            return true;
        }
        if (at + length <= text.length && memcmp(text.data + at, signs[i].shown, length) == 0) {
            *sign = (kf_sign){at, length, signs[i].shown, false};
            return true;
        }
    }
    return false;
}

bool kf_sign_next(kf_text text, size_t from, kf_sign *sign) {
    for (size_t at = from; at < text.length; at++)
        if ((text.data[at] == '\\' || (unsigned char)text.data[at] == 0xE2) &&
            read_sign(text, at, sign))
            return true;
    return false;
}

kf_text kf_sign_show(kf_arena *arena, kf_text text) {
    kf_buffer out = {.arena = arena};
    kf_sign sign;
    size_t done = 0;
    for (size_t from = 0; kf_sign_next(text, from, &sign); from = sign.begin + sign.length) {
        if (!sign.is_word)
            continue;
        kf_buffer_add_text(&out, kf_text_cut(text, done, sign.begin));
        kf_buffer_add_string(&out, sign.shown);
        done = sign.begin + sign.length;
    }
    if (done == 0)
        return text;
    kf_buffer_add_text(&out, kf_text_cut(text, done, text.length));
    kf_text made = {kf_arena_copy(arena, out.data, out.length), out.length};
    kf_arena_release(arena, out.data);
    return made;
}
