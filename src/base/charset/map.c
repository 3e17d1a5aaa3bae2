// SPDX-License-Identifier: MIT
// From the text back to the bytes that it was decoded from.
//
// Findings name bytes of the file, and `fix` changes them, but only the text is kept. A place for
// each character would take more memory than the text; so there is one for every few thousand
// bytes, and between two of them the bytes are decoded once more.

#include "base/charset/map.h"

#include <iconv.h>
#include <string.h>

#include "base/charset/broken.h"
#include "base/charset/bytes.h"
#include "base/charset/detect.h"
#include "base/charset/framed.h"
#include "base/charset/hz.h"
#include "base/text.h"

// ---- One character at a time ----

// Decodes the character at `i` and moves behind it. What is not valid is counted.
uint32_t kf_map_take_utf8(kf_text bytes, size_t *i, size_t *bad) {
    kf_text rest = kf_text_cut(bytes, *i, *i + KF_MAP_LONGEST);
    size_t length = kf_text_sequence(rest);
    uint32_t c;
    if (length > 0) {
        kf_text_code_point(&rest, &c);
    } else if ((length = kf_detect_java(rest, &c)) > 0) {
        *bad += c != 0;
    } else {
        c = KF_MAP_DAMAGED;
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

// The letter of ASCII that a unit is with its bytes exchanged, or 0.
static char exchanged(kf_text bytes, size_t i, bool big) {
    uint32_t c = i + 2 <= bytes.length ? unit(bytes, i, !big) : 0;
    return c < 0x80 ? (char)c : '\0';
}

// Whether the letters from `i` on, read with their bytes exchanged, are a record, `before` in front
// of them: there is a value where one may stand, a name between two values, or the end of the
// bytes. Letters such as U+2500, U+3000 and U+4E00 stand in rows, too, but are one or two signs
// again and again.
static bool is_record(kf_text bytes, size_t i, bool big, char before) {
    enum { MANY = 256, LONGEST = 2 };
    size_t stop = i + (size_t)2 * MANY, capitals = 0;
    bool is_in_value = false, is_behind = before == ']';
    char c = '\0';
    for (; i < stop && (c = exchanged(bytes, i, big)) != '\0'; i += 2, before = c) {
        bool is_capital = c >= 'A' && c <= 'Z', is_apart = strchr("; \r\n", c) != NULL;
        if (is_in_value && before == ']' && (is_capital || is_apart || strchr("()[", c) != NULL))
            return true;
        bool is_named = is_behind && capitals > 0 && capitals <= LONGEST;
        if (c == '[' && is_named && exchanged(bytes, i + 2, big) != '[')
            return true;
        bool follows_name = (before >= 'A' && before <= 'Z') || before == ']';
        is_in_value = c == '[' ? follows_name : is_in_value && before != ']';
        is_behind = c == ']' || (is_behind && (is_capital || is_apart));
        capitals = is_capital ? capitals + 1 : 0;
    }
    return i + 1 == bytes.length;
}

// Whether a byte was lost, or put in before the end of a line, so that the text goes on behind the
// one at `i`: all that follows has its bytes exchanged.
static bool is_out_of_step(kf_text bytes, size_t i, bool big) {
    enum { UNITS = 4, MANY = 2 * (UNITS + 1), BROKEN_LINE = 0x0A0D, LINE = 0x0A00 };
    size_t rest = bytes.length - i;
    if (rest < MANY && rest % 2 == 0)
        return false;
    uint32_t here = unit(bytes, i, big), next = unit(bytes, i + 1, big);
    for (size_t k = 1; k <= UNITS && 2 * k + 1 < rest; k++)
        if (exchanged(bytes, i + 2 * k, big) == '\0')
            return false;
    if (next == 0 || next >= 0x80)
        return false;
    // A line that a program ended anew is two signs that Unicode does not have.
    return here == (big ? LINE : BROKEN_LINE) || is_record(bytes, i + 2, big, (char)next);
}

// What a byte that lacks its other half stands for.
static uint32_t take_alone(kf_text bytes, size_t i, bool big) {
    unsigned char alone = (unsigned char)bytes.data[i];
    if (alone == 0 && i + 2 < bytes.length && unit(bytes, i + 1, big) == '\n')
        return '\r';
    return alone > 0 && alone < 0x80 ? alone : KF_MAP_DAMAGED;
}

static uint32_t take_utf16(kf_text bytes, size_t *i, bool big, size_t *bad) {
    if (*i + 2 > bytes.length || is_out_of_step(bytes, *i, big)) {
        (*bad)++;
        return take_alone(bytes, (*i)++, big);
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

static uint32_t take_framed(kf_map_kind *kind, kf_text bytes, size_t *i, size_t *bad) {
    bool is_big = *kind == KF_MAP_VALUE16BE || *kind == KF_MAP_GUARD16BE;
    bool is_behind = *kind == KF_MAP_GUARD16BE || *kind == KF_MAP_GUARD16LE;
    uint32_t c = kf_framed_take(is_big, &is_behind, bytes, i, bad);
    kf_map_kind value = is_big ? KF_MAP_VALUE16BE : KF_MAP_VALUE16LE;
    kf_map_kind guard = is_big ? KF_MAP_GUARD16BE : KF_MAP_GUARD16LE;
    *kind = is_behind ? guard : value;
    return c;
}

static uint32_t take_byte(const uint16_t *letters, unsigned char byte, size_t *bad) {
    uint32_t c = byte < 0x80 ? byte : letters[byte - 0x80];
    bool is_bad = byte >= 0x80 && c == 0;
    *bad += is_bad;
    return is_bad ? KF_MAP_DAMAGED : c;
}

uint32_t kf_map_take(kf_map_kind *kind, const uint16_t *letters, kf_text bytes, size_t *i,
                     size_t *bad) {
    uint32_t c;
    bool is_chinese = *kind == KF_MAP_HZ_PAIR;
    if (*kind == KF_MAP_UTF8 || *kind == KF_MAP_FRAME16)
        return kf_map_take_utf8(bytes, i, bad);
    if (*kind >= KF_MAP_VALUE16LE && *kind <= KF_MAP_GUARD16BE)
        return take_framed(kind, bytes, i, bad);
    if (*kind == KF_MAP_BYTES)
        return take_byte(letters, (unsigned char)bytes.data[(*i)++], bad);
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

// What iconv makes of a byte that every file means as a sign of ASCII.
static const struct {
    const char *charset, *made;
    char meant;
} signs[] = {{"JOHAB", "\xE2\x82\xA9", '\\'},      // of the won
             {"SHIFT_JISX0213", "\xC2\xA5", '\\'}, // of the yen
             {"SHIFT_JISX0213", "\xE2\x80\xBE", '~'}};

size_t kf_map_signs(const char *charset, char *text, size_t length) {
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
        const size_t size = strlen(signs[k].made);
        size_t made = 0;
        if (strcmp(charset, signs[k].charset) != 0)
            continue;
        for (size_t i = 0; i < length;) {
            bool is_sign = length - i >= size && memcmp(text + i, signs[k].made, size) == 0;
            text[made++] = is_sign ? signs[k].meant : text[i];
            i += is_sign ? size : 1;
        }
        length = made;
    }
    return length;
}

bool kf_map_has_signs(const char *charset, kf_text text) {
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (strcmp(charset, signs[k].charset) == 0 &&
            kf_text_find_fold(text, kf_text_of(signs[k].made)) < text.length)
            return true;
    return false;
}

// The length of what leads back to ASCII in a set of seven bits: it belongs to the letter before.
static size_t way_back(const char *charset, kf_text rest) {
    if (!kf_broken_has_escapes(charset))
        return 0;
    return kf_text_starts(rest, KF_TEXT("\x1B(B")) || kf_text_starts(rest, KF_TEXT("\x1B(J")) ? 3
           : kf_text_starts(rest, KF_TEXT("\x0F"))                                            ? 1
                                                                                              : 0;
}

static bool is_escape(kf_text rest, const char *signs) {
    return kf_text_starts(rest, kf_text_of(signs));
}

const char *kf_map_shift_behind(kf_text bytes, const char *shift) {
    static const char *const known[] = {"\x1B$B",  "\x1B$@",  "\x1B$(D", "\x1B(I", "\x1B$A",
                                        "\x1B$(C", "\x1B$(O", "\x1B$(P", "\x1B$(Q"};
    for (size_t i = 0; i < bytes.length; i++) {
        kf_text rest = kf_text_cut(bytes, i, bytes.length);
        if (rest.data[0] == '\x0E')
            shift = "\x0E";
        else if (rest.data[0] == '\x0F' || is_escape(rest, "\x1B(B") || is_escape(rest, "\x1B(J"))
            shift = "";
        for (size_t k = 0; rest.data[0] == '\x1B' && k < sizeof known / sizeof *known; k++)
            shift = is_escape(rest, known[k]) ? known[k] : shift;
    }
    return shift;
}

const char *kf_map_way_back(const char *shift) {
    return *shift == '\0' ? "" : *shift == '~' ? "~}" : *shift == '\x0E' ? "\x0F" : "\x1B(B";
}

static bool is_pair(kf_text bytes, size_t i) {
    return i + 1 < bytes.length && bytes.data[i] > ' ' && bytes.data[i] < 0x7F &&
           bytes.data[i + 1] > ' ' && bytes.data[i + 1] < 0x7F;
}

// Whether the letters from `i` on are led back from. Of many this is not known.
static bool is_led_back(kf_text bytes, size_t i) {
    const size_t most = i + KF_HZ_AHEAD - KF_BROKEN_AHEAD;
    while (i < most && is_pair(bytes, i))
        i += 2;
    kf_text rest = kf_text_cut(bytes, i, bytes.length);
    return i >= most || is_escape(rest, "\x1B(") || is_escape(rest, "\x0F");
}

size_t kf_map_broken(kf_text bytes, size_t begin, size_t end, const char *shift) {
    enum { ESCAPE = 3 };
    for (size_t i = begin, next; i < end; i = next) {
        bool is_wide = *shift == '\x0E' || (*shift != '\0' && shift[1] == '$');
        bool is_letter = is_wide && bytes.data[i] > ' ', is_sign = bytes.data[i] == '\x1B';
        next = i + (is_letter && is_pair(bytes, i) ? 2 : is_sign ? ESCAPE : 1);
        bool is_end =
            is_letter && (kf_broken_ends_value(bytes, i) || kf_broken_ends_value(bytes, i + 1));
        if (is_end && !is_led_back(bytes, i))
            return i;
        if (is_sign || bytes.data[i] == '\x0E' || bytes.data[i] == '\x0F')
            shift = kf_map_shift_behind(kf_text_cut(bytes, i, i + ESCAPE + is_sign), shift);
    }
    return end;
}

// Feeds what says how the bytes behind stand.
static void enter(iconv_t converter, const char *charset, const char *shift) {
    char out[32], *o = out;
    // Which set SO leads to is said once, in front.
    const char *said = *shift != '\x0E'                      ? shift
                       : strcmp(charset, "ISO-2022-KR") == 0 ? "\x1B$)C\x0E"
                                                             : "\x1B$)A\x0E";
    char *in = (char *)(uintptr_t)said;
    size_t left = strlen(said), room = sizeof out;
    if (left > 0)
        iconv(converter, &in, &left, &o, &room);
}

void kf_map_forget(void *map) {
    struct kf_charset_map *of = map;
    if (of->way.converter != NULL)
        iconv_close((iconv_t)of->way.converter);
    of->way.converter = NULL;
    of->near_count = 0;
}

// Stands at the beginning of the step, or where the way ended that led to a place before. Who fixes
// a file asks for one place behind the other.
static bool set_out(struct kf_charset_map *map, size_t index, size_t end, size_t want) {
    const kf_map_step *step = &map->steps[index];
    struct kf_map_way *way = &map->way;
    if (way->converter != NULL && way->step == index && way->end == end && way->made <= want)
        return true;
    kf_map_forget(map);
    iconv_t converter = iconv_open("UTF-8", step->charset);
    if (converter == (iconv_t)-1)
        return false;
    *way = (struct kf_map_way){converter, index, end, 0, {step->byte, step->shift}};
    enter(converter, step->charset, step->shift);
    return true;
}

// Takes the letter at `byte` with the signs that join it; returns how many bytes that are, 0 where
// there is none, and the length of what they are in the text.
static size_t take_joined(iconv_t converter, kf_text bytes, size_t byte, size_t end,
                          size_t *length) {
    enum { MOST = 3 };
    size_t taken = 0;
    for (size_t n = 1; n <= MOST && byte + n <= end; n++) {
        char out[32], *o = out, *in = (char *)(uintptr_t)(bytes.data + byte);
        if (n > 1 && (unsigned char)in[n - 1] < 0x80) // no sign
            break;
        size_t left = n, room = sizeof out;
        iconv(converter, NULL, NULL, NULL, NULL);
        iconv(converter, &in, &left, &o, &room);
        iconv(converter, NULL, NULL, &o, &room);
        kf_text made = {out, sizeof out - room};
        if (left > 0 || kf_text_characters(made) != 1)
            break;
        taken = n;
        *length = decoded_size(made);
    }
    return taken;
}

// The place behind that of the step where `want` bytes of text were made, in a set in which signs
// join letters: there iconv is a letter behind.
static kf_map_place place_of_joined(struct kf_charset_map *map, kf_text bytes, size_t end,
                                    size_t want) {
    struct kf_map_way *way = &map->way;
    while (way->made < want && way->place.byte < end) {
        size_t length = 3; // of the sign of damage
        size_t taken = take_joined((iconv_t)way->converter, bytes, way->place.byte, end, &length);
        way->place.byte += taken > 0 ? taken : 1;
        way->made += length;
    }
    return way->place;
}

// Goes on over what is ASCII in every set without escapes, where iconv holds nothing back.
static void pass_plain(kf_text bytes, size_t end, size_t want, size_t *byte, size_t *made) {
    size_t most = *byte + (want - *made);
    size_t plain = kf_map_count_plain(bytes, *byte, most < end ? most : end);
    *byte += plain;
    *made += plain;
}

// The place behind that of the step where iconv has given `want` bytes of text. The step is decoded
// up to `end`.
static kf_map_place place_by_iconv(struct kf_charset_map *map, size_t index, kf_text bytes,
                                   size_t end, size_t want) {
    const char *charset = map->steps[index].charset;
    if (!set_out(map, index, end, want))
        return (kf_map_place){map->steps[index].byte, map->steps[index].shift};
    if (kf_bytes_joins(charset))
        return place_of_joined(map, bytes, end, want);
    iconv_t converter = (iconv_t)map->way.converter;
    kf_map_place place = map->way.place;
    size_t made = map->way.made;
    while (made < want && place.byte < end) {
        const size_t byte = place.byte;
        char out[32], *o = out, *in = (char *)(uintptr_t)(bytes.data + byte);
        size_t fed = 0, room = sizeof out;
        bool is_cut = kf_broken_is_half(charset, bytes, byte);
        // A letter ends before one that was cut, as it does in decoding.
        while (!is_cut && room == sizeof out && ++fed <= KF_MAP_LONGEST && byte + fed <= end &&
               (fed == 1 || !kf_broken_is_half(charset, bytes, byte + fed - 1))) {
            size_t left = fed;
            in = (char *)(uintptr_t)(bytes.data + byte);
            iconv(converter, &in, &left, &o, &room);
        }
        bool is_bad = room == sizeof out;
        place.byte = (size_t)(in - bytes.data) + is_bad;
        if (kf_broken_has_escapes(charset))
            place.shift = kf_map_shift_behind(kf_text_cut(bytes, byte, place.byte), place.shift);
        // Behind damage it begins anew, as decoding does: what was shifted is no longer.
        if (is_bad)
            iconv(converter, NULL, NULL, &o, &room);
        place.shift = is_bad ? "" : place.shift;
        size_t length = kf_map_signs(charset, out, sizeof out - room);
        made += decoded_size((kf_text){out, length}) + (is_bad ? 3 : 0);
        bool is_plain = length == 1 && place.byte == byte + 1 && out[0] == bytes.data[byte];
        if (is_plain && made < want && !kf_broken_has_escapes(charset))
            pass_plain(bytes, end, want, &place.byte, &made);
    }
    map->way.place = place;
    map->way.made = made;
    size_t back = way_back(charset, kf_text_cut(bytes, place.byte, end));
    place.byte += back;
    place.shift = back > 0 ? "" : place.shift;
    return place;
}

size_t kf_map_count_plain(kf_text bytes, size_t begin, size_t end) {
    kf_text piece = kf_text_cut(bytes, begin, end);
    size_t plain = kf_text_skip_ascii(piece, 0);
    const char *nul = plain > 0 ? memchr(piece.data, '\0', plain) : NULL;
    return nul != NULL ? (size_t)(nul - piece.data) : plain;
}

kf_map_place kf_map_place_of(const kf_source *source, size_t offset) {
    // How far a step was decoded is a cache: it changes nothing that the caller can see.
    struct kf_charset_map *map = source->map;
    if (map == NULL || map->count == 0)
        return (kf_map_place){offset, ""};
    size_t step = kf_map_step_before(map, offset);
    kf_map_step at = map->steps[step];
    if (at.kind == KF_MAP_ICONV) {
        // With a game what was decoded at once ends, and the next one is a step.
        size_t end = step + 1 < map->count ? map->steps[step + 1].byte : source->bytes.length;
        return place_by_iconv(map, step, source->bytes, end, offset - at.text);
    }
    if (map->near_count == step + 1 && map->near.text <= offset)
        at = map->near;
    size_t bad = 0;
    char utf8[4];
    const uint16_t *letters = at.kind == KF_MAP_BYTES ? kf_bytes_of(at.charset) : NULL;
    bool has_plain = at.kind == KF_MAP_UTF8 || at.kind == KF_MAP_FRAME16 || letters != NULL;
    while (at.text < offset && at.byte < source->bytes.length) {
        size_t most = at.byte + (offset - at.text);
        size_t plain = has_plain ? kf_map_count_plain(source->bytes, at.byte, most) : 0;
        at.byte += plain;
        at.text += plain;
        if (plain > 0)
            continue;
        uint32_t c = kf_map_take(&at.kind, letters, source->bytes, &at.byte, &bad);
        at.text += kf_text_put_code_point(utf8, c != 0 ? c : KF_MAP_NUL);
    }
    map->near = at;
    map->near_count = step + 1;
    return (kf_map_place){at.byte, at.kind == KF_MAP_HZ_PAIR ? "~{" : ""};
}

// The offset in the source's bytes of an offset in its text.
uint64_t kf_map_byte_of(const kf_source *source, size_t offset) {
    return kf_map_place_of(source, offset).byte;
}

size_t kf_map_offset_of(const kf_source *source, size_t byte) {
    size_t low = 0, high = source->text.length;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (kf_source_byte_of(source, middle) < byte)
            low = middle + 1;
        else
            high = middle;
    }
    // What was found may be within a character of several bytes.
    while (low < source->text.length && kf_text_is_inner(source->text.data[low]))
        low++;
    return low;
}

const kf_map_step *kf_map_at(const kf_source *source, size_t offset) {
    const struct kf_charset_map *map = source->map;
    return map != NULL && map->count > 0 ? &map->steps[kf_map_step_before(map, offset)] : NULL;
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

kf_map_kind kf_map_framed(const kf_source *source, size_t offset) {
    const kf_map_step *at = kf_map_at(source, offset);
    bool is_framed = at != NULL && at->kind >= KF_MAP_FRAME16 && at->kind <= KF_MAP_GUARD16BE;
    bool is_big = is_framed && (at->kind == KF_MAP_VALUE16BE || at->kind == KF_MAP_GUARD16BE);
    return !is_framed                   ? KF_MAP_UTF8
           : at->kind == KF_MAP_FRAME16 ? KF_MAP_FRAME16
           : is_big                     ? KF_MAP_VALUE16BE
                                        : KF_MAP_VALUE16LE;
}
