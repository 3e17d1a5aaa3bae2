// SPDX-License-Identifier: MIT
// From the text back to the bytes that it was decoded from.
//
// Findings name bytes of the file, and `fix` changes them, but only the text is kept. A place for
// each character would take more memory than the text; so there is one for every few thousand
// bytes, and between two of them the bytes are decoded once more.

#include "base/charset/map.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "base/charset/choice.h"
#include "base/charset/detect.h"
#include "base/charset/hz.h"
#include "base/text.h"

// ---- One character at a time ----

// Decodes the character at `i` and moves behind it. What is not valid is counted.
uint32_t kf_map_take_utf8(kf_text bytes, size_t *i, size_t *bad) {
    kf_text rest = kf_text_cut(bytes, *i, *i + 4);
    size_t length = kf_text_sequence(rest);
    uint32_t c = KF_MAP_DAMAGED;
    if (length > 0) {
        kf_text_code_point(&rest, &c);
    } else {
        length = kf_detect_damage(rest);
        (*bad)++;
    }
    *i += length;
    return c;
}

static uint32_t unit(kf_text bytes, size_t i, bool big) {
    unsigned char a = (unsigned char)bytes.data[i], b = (unsigned char)bytes.data[i + 1];
    return big ? (uint32_t)a << 8 | b : (uint32_t)b << 8 | a;
}

static uint32_t take_utf16(kf_text bytes, size_t *i, bool big, size_t *bad) {
    if (*i + 2 > bytes.length) {
        (*bad)++;
        (*i)++;
        return KF_MAP_DAMAGED;
    }
    uint32_t c = unit(bytes, *i, big);
    *i += 2;
    if (c < 0xD800 || c > 0xDFFF)
        return c;
    if (c <= 0xDBFF && *i + 2 <= bytes.length) {
        uint32_t low = unit(bytes, *i, big);
        if (low >= 0xDC00 && low <= 0xDFFF) {
            *i += 2;
            return 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        }
    }
    (*bad)++;
    return KF_MAP_DAMAGED;
}

uint32_t kf_map_take(kf_map_kind *kind, kf_text bytes, size_t *i, size_t *bad) {
    uint32_t c;
    bool is_chinese = *kind == KF_MAP_HZ_PAIR;
    if (*kind == KF_MAP_UTF8)
        return kf_map_take_utf8(bytes, i, bad);
    if (*kind == KF_MAP_LATIN1)
        return (unsigned char)bytes.data[(*i)++];
    if (*kind != KF_MAP_HZ && *kind != KF_MAP_HZ_PAIR)
        return take_utf16(bytes, i, *kind == KF_MAP_UTF16BE, bad);
    c = kf_hz_take(&is_chinese, bytes, i, bad);
    *kind = is_chinese ? KF_MAP_HZ_PAIR : KF_MAP_HZ;
    return c;
}

// ---- The way back ----

// The last kf_map_step that begins at the offset or before.
size_t kf_map_step_before(const struct kf_charset_map *map, size_t text) {
    size_t low = 0, high = map->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (map->steps[middle].text <= text)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// What iconv made takes in the text: a NUL has a picture, and what is no UTF-8 a sign of three
// bytes.
static size_t decoded_size(kf_text made) {
    size_t size = 0, bad = 0;
    for (size_t i = 0; i < made.length;) {
        char utf8[4];
        uint32_t c = kf_map_take_utf8(made, &i, &bad);
        size += kf_text_put_code_point(utf8, c != 0 ? c : KF_MAP_NUL);
    }
    return size;
}

// The length of what leads back to ASCII in a set of seven bits: it belongs to the letter before.
static size_t way_back(const char *charset, kf_text rest) {
    if (strncmp(charset, "ISO-2022-", 9) != 0)
        return 0;
    return kf_text_starts(rest, KF_TEXT("\x1B(B")) || kf_text_starts(rest, KF_TEXT("\x1B(J")) ? 3
           : kf_text_starts(rest, KF_TEXT("\x0F"))                                            ? 1
                                                                                              : 0;
}

// The number of bytes after `byte` that iconv needs to give `want` bytes of text.
static size_t bytes_for(const char *charset, kf_text bytes, size_t byte, size_t want) {
    iconv_t converter = iconv_open("UTF-8", charset);
    size_t made = 0, used = 0;
    if (converter == (iconv_t)-1)
        return 0;
    while (made < want && byte + used < bytes.length) {
        char out[32], *o = out, *in = (char *)(uintptr_t)(bytes.data + byte + used);
        size_t fed = 0, room = sizeof out;
        bool is_cut = kf_choice_is_cut(charset, bytes, byte + used);
        // A letter ends before one that was cut, as it does in decoding.
        while (!is_cut && room == sizeof out && ++fed <= KF_MAP_LONGEST &&
               byte + used + fed <= bytes.length &&
               (fed == 1 || !kf_choice_is_cut(charset, bytes, byte + used + fed - 1))) {
            size_t left = fed;
            in = (char *)(uintptr_t)(bytes.data + byte + used);
            iconv(converter, &in, &left, &o, &room);
        }
        bool is_bad = room == sizeof out;
        used = (size_t)(in - (bytes.data + byte)) + is_bad;
        // Behind damage it begins anew, as decoding does: what was shifted is no longer.
        if (is_bad)
            iconv(converter, NULL, NULL, &o, &room);
        made += decoded_size((kf_text){out, sizeof out - room}) + (is_bad ? 3 : 0);
    }
    iconv_close(converter);
    return used + way_back(charset, kf_text_cut(bytes, byte + used, bytes.length));
}

// How many of the bytes from `begin` up to `end` are ASCII, and what they seem: all but a NUL.
static size_t count_plain(kf_text bytes, size_t begin, size_t end) {
    kf_text piece = kf_text_cut(bytes, begin, end);
    size_t plain = kf_text_skip_ascii(piece, 0);
    const char *nul = plain > 0 ? memchr(piece.data, '\0', plain) : NULL;
    return nul != NULL ? (size_t)(nul - piece.data) : plain;
}

// The offset in the source's bytes of an offset in its text.
uint64_t kf_map_byte_of(const kf_source *source, size_t offset) {
    const struct kf_charset_map *map = source->map;
    if (map->count == 0)
        return offset;
    kf_map_step at = map->steps[kf_map_step_before(map, offset)];
    if (at.kind == KF_MAP_ICONV)
        return at.byte + bytes_for(at.charset, source->bytes, at.byte, offset - at.text);
    size_t bad = 0;
    char utf8[4];
    bool has_plain = at.kind == KF_MAP_UTF8 || at.kind == KF_MAP_LATIN1;
    while (at.text < offset && at.byte < source->bytes.length) {
        size_t most = at.byte + (offset - at.text);
        size_t plain = has_plain ? count_plain(source->bytes, at.byte, most) : 0;
        at.byte += plain;
        at.text += plain;
        if (plain > 0)
            continue;
        uint32_t c = kf_map_take(&at.kind, source->bytes, &at.byte, &bad);
        at.text += kf_text_put_code_point(utf8, c != 0 ? c : KF_MAP_NUL);
    }
    return at.byte;
}

// The set of the bytes at an offset of the text, by its iconv name.
const char *kf_map_set_at(const kf_source *source, size_t offset) {
    const struct kf_charset_map *map = source->map;
    if (map == NULL || map->count == 0)
        return "UTF-8";
    const kf_map_step *at = &map->steps[kf_map_step_before(map, offset > 0 ? offset - 1 : 0)];
    return at->kind == KF_MAP_UTF8      ? "UTF-8"
           : at->kind == KF_MAP_UTF16LE ? "UTF-16LE"
           : at->kind == KF_MAP_UTF16BE ? "UTF-16BE"
                                        : at->charset;
}

// Whether all of it are letters of the set: behind damage nothing is shifted any more.
static bool is_sound(const char *charset, kf_text bytes) {
    iconv_t converter = iconv_open("UTF-8", charset);
    char *in = (char *)(uintptr_t)bytes.data;
    size_t left = bytes.length, result = (size_t)-1;
    if (converter == (iconv_t)-1)
        return false;
    do {
        char out[256], *o = out;
        size_t room = sizeof out;
        result = iconv(converter, &in, &left, &o, &room);
    } while (result == (size_t)-1 && errno == E2BIG);
    iconv_close(converter);
    return result != (size_t)-1;
}

// The escape sequence by which the bytes at an offset of the text are letters of two bytes, in
// ISO-2022-JP; else empty.
kf_text kf_map_shift_at(const kf_source *source, size_t offset) {
    enum { NEAR = 4096 };
    const kf_text none = {"", 0};
    if (strncmp(kf_map_set_at(source, offset), "ISO-2022-JP", 11) != 0)
        return none;
    size_t byte = (size_t)kf_map_byte_of(source, offset);
    for (size_t i = byte; i > 0 && byte - i < NEAR; i--) {
        kf_text rest = kf_text_cut(source->bytes, i - 1, byte);
        if (rest.data[0] == '\x1B')
            return rest.length > 2 && rest.data[1] == '$' &&
                           is_sound(kf_map_set_at(source, offset), rest)
                       ? kf_text_cut(rest, 0, rest.data[2] == '(' ? 4 : 3)
                       : none;
    }
    return none;
}
