// SPDX-License-Identifier: MIT
// Text on its way out in another character set, by iconv.

#include "base/charset/encode.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "base/charset/broken.h"
#include "base/charset/choice.h"
#include "base/charset/framed.h"
#include "base/charset/hz.h"
#include "base/charset/map.h"
#include "base/text.h"

enum { ROOM = 4096, LONGEST = 4 };

struct kf_encode {
    iconv_t converter;
    kf_sink *sink;
    void *context;
    char held[LONGEST]; // the front of a character
    size_t count;
    uint32_t missing;
    bool has_failed;
    kf_arena *arena;
    const char *name;
    kf_buffer sent; // as much as a reader looks at
};

const char *kf_encode_name(const char *name) {
    const kf_charset *set = kf_choice_named(kf_text_of(name));
    bool is_only_read = set != NULL && (strcmp(set->name, "HZ-GB-2312") == 0 ||
                                        strcmp(set->name, "SHIFT_JISX0213") == 0);
    return set != NULL && set->frame != KF_FRAME_OTHER && !is_only_read ? set->name : NULL;
}

static void close_converter(void *what) {
    kf_encode *e = what;
    if (e->converter != (iconv_t)-1)
        iconv_close(e->converter);
}

// Whether iconv stopped at a backslash that is to go out as it is: it knows none in JOHAB, where
// the byte is the sign of the won (see kf_map_signs).
static bool is_backslash(const char *set, const char *text, size_t length) {
    return length > 0 && *text == '\\' && strcmp(set, "JOHAB") == 0;
}

kf_encode *kf_encode_new(kf_arena *arena, const char *name, kf_sink *sink, void *context) {
    kf_encode *e = kf_arena_alloc(arena, sizeof *e);
    *e = (kf_encode){.converter = (iconv_t)-1, .sink = sink, .context = context};
    e->arena = e->sent.arena = arena;
    e->name = name;
    kf_arena_defer(arena, close_converter, e);
    e->converter = kf_detect_converter(arena, name, "UTF-8");
    if (e->converter == (iconv_t)-1)
        kf_arena_fail(arena);
    return e;
}

static bool send(kf_encode *e, const char *bytes, size_t length) {
    size_t room = KF_CHOICE_EVIDENCE - e->sent.length;
    kf_buffer_add(&e->sent, bytes, length < room ? length : room);
    return e->sink(e->context, bytes, length);
}

// Converts what it can of the text and returns how much is left.
static size_t convert(kf_encode *e, kf_text text) {
    char out[ROOM], *in = (char *)(uintptr_t)text.data;
    size_t left = text.length;
    while (left > 0 && !e->has_failed) {
        char *end = out;
        size_t room = sizeof out;
        size_t changed = iconv(e->converter, &in, &left, &end, &room);
        int error = errno;
        e->has_failed = !send(e, out, sizeof out - room);
        if (changed == 0 || (changed == (size_t)-1 && error == E2BIG))
            continue;
        if (changed == (size_t)-1 && error == EINVAL)
            break; // the rest of a character is still to come
        if (!e->has_failed && is_backslash(e->name, in, left)) {
            e->has_failed = !send(e, in++, 1);
            left--;
            continue;
        }
        // A character that the set lacks; one that was exchanged for another one is lacking, too.
        kf_text rest = {in, left};
        e->has_failed = true;
        if (!kf_text_code_point(&rest, &e->missing))
            e->missing = 0xFFFD;
    }
    return left;
}

bool kf_encode_add(void *encode, const void *bytes, size_t length) {
    kf_encode *e = encode;
    const char *p = bytes;
    // The held front gets its rest byte by byte.
    while (e->count > 0 && length > 0 && !e->has_failed) {
        e->held[e->count++] = *p++;
        length--;
        if (convert(e, (kf_text){e->held, e->count}) == 0)
            e->count = 0;
        else if (e->count == LONGEST)
            e->has_failed = true;
    }
    size_t left = convert(e, (kf_text){p, length});
    if (e->has_failed)
        return false;
    if (left > 0 && left < LONGEST) {
        memcpy(e->held, p + length - left, left);
        e->count = left;
    }
    return true;
}

bool kf_encode_end(kf_encode *e) {
    char out[ROOM], *end = out;
    size_t room = sizeof out;
    if (e->has_failed || e->count > 0)
        return false;
    iconv(e->converter, NULL, NULL, &end, &room);
    return room == sizeof out || send(e, out, sizeof out - room);
}

const char *kf_encode_mistaken(const kf_encode *e) {
    kf_choosing choosing = {.arena = e->arena};
    kf_choice taken =
        kf_choice_of(&choosing, kf_buffer_text(&e->sent), kf_choice_named(kf_text_of(e->name)));
    return strcmp(taken.charset, e->name) != 0 ? taken.charset : NULL;
}

uint32_t kf_encode_missing(const kf_encode *e) {
    return e->missing;
}

// Whether the file has NULs, which the text shows as U+2400.
static bool has_nul(const kf_source *source) {
    return source->is_repaired && memchr(source->bytes.data, '\0', source->bytes.length) != NULL;
}

// Text of a source as it goes back into its set: what was put for bytes that are no characters is a
// NUL again where the file has NULs, and a question mark where the set has no sign for it.
static kf_text put_signs(const kf_source *source, kf_text text, const char *set, kf_arena *arena) {
    static const kf_text picture = {"\xE2\x90\x80", 3}, sign = {"\xEF\xBF\xBD", 3};
    bool is_utf = strncmp(set, "UTF-", 4) == 0;
    kf_buffer out = {.arena = arena};
    // There may be as many edits as the file is long: none may look through all of it for nothing.
    if (kf_choice_is_ascii(text))
        return text;
    for (size_t i = 0; i < text.length; i++) {
        kf_text rest = kf_text_cut(text, i, i + 3);
        bool is_nul = kf_text_equal(rest, picture) && has_nul(source);
        bool is_sign = !is_utf && kf_text_equal(rest, sign);
        kf_buffer_add_char(&out, is_nul ? '\0' : is_sign ? '?' : text.data[i]);
        i += is_nul || is_sign ? 2 : 0;
    }
    return kf_buffer_text(&out);
}

// ---- The way back into a file ----

// Adds the text alone, which stands where ASCII does.
static bool encode(const char *set, kf_text text, kf_buffer *out) {
    char *in = (char *)(uintptr_t)text.data;
    // A tilde of ASCII is two there.
    if (strcmp(set, "HZ-GB-2312") == 0)
        return kf_hz_put(out, text);
    if (strcmp(set, "UTF-8") == 0 || (kf_choice_is_ascii(text) && strncmp(set, "UTF-", 4) != 0)) {
        kf_buffer_add_text(out, text);
        return true;
    }
    if (kf_map_has_signs(set, text))
        return false;
    // All memory before the converter is open.
    size_t room = 4 * text.length + KF_MAP_LONGEST, left = text.length, spare = room;
    char *made = kf_arena_alloc(out->arena, room), *end = made;
    iconv_t converter = kf_detect_converter(out->arena, set, "UTF-8");
    if (converter == (iconv_t)-1)
        return false;
    bool is_good = iconv(converter, &in, &left, &end, &spare) == 0 && left == 0;
    while (!is_good && is_backslash(set, in, left)) {
        *end++ = *in++;
        left--;
        spare--;
        is_good = iconv(converter, &in, &left, &end, &spare) == 0 && left == 0;
    }
    iconv(converter, NULL, NULL, &end, &spare);
    iconv_close(converter);
    kf_buffer_add(out, made, room - spare);
    return is_good;
}

bool kf_encode_has(kf_arena *arena, const char *name, kf_text text) {
    kf_arena_level level = kf_arena_mark(arena);
    kf_buffer out = {.arena = arena};
    bool has_all = encode(name, text, &out);
    kf_arena_rewind(arena, level);
    return has_all;
}

// The same in a frame of ASCII: within one value, or within the frame.
static bool change_framed(const kf_source *source, const kf_encode_piece *change, kf_buffer *out) {
    size_t end = change->offset + change->length; // of a value, mostly: its bracket is not of it
    kf_map_kind first = kf_map_framed(source, change->offset);
    kf_map_kind last = kf_map_framed(source, end - (change->length > 0));
    if (change->text.length == 0)
        return true;
    if (first == KF_MAP_FRAME16)
        kf_buffer_add_text(out, change->text);
    return first == last &&
           (first == KF_MAP_FRAME16 ? kf_choice_is_ascii(change->text)
                                    : kf_framed_put(first == KF_MAP_VALUE16BE, change->text, out));
}

bool kf_encode_change(const kf_source *source, const kf_encode_piece *change, kf_buffer *out) {
    if (kf_map_framed(source, change->offset) != KF_MAP_UTF8)
        return change_framed(source, change, out);
    const char *set = kf_map_set_at(source, change->offset);
    kf_text text = put_signs(source, change->text, set, out->arena);
    bool has_shifts = strcmp(set, "HZ-GB-2312") == 0 || kf_broken_has_escapes(set);
    if (!has_shifts)
        return encode(set, text, out);
    kf_map_place begin = kf_map_place_of(source, change->offset);
    kf_map_place end = kf_map_place_of(source, change->offset + change->length);
    if (text.length == 0 && strcmp(begin.shift, end.shift) == 0)
        return true;
    kf_buffer_add_string(out, kf_map_way_back(begin.shift));
    bool is_good = encode(set, text, out);
    bool is_followed = end.byte < source->bytes.length;
    if (is_followed && (*end.shift != '~' || kf_hz_is_letter(source->bytes, end.byte)))
        kf_buffer_add_string(out, end.shift);
    return is_good;
}
