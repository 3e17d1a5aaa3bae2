// SPDX-License-Identifier: MIT
// Text that a program read in a wrong character set and wrote again.
//
// Every byte of the first text became a character. The way back gives bytes again; where these are
// valid UTF-8, that was no accident, for its bytes follow each other by a strict rule. Where they
// are in another set it has to be recognised, and only runs of letters that no Western word has
// are looked at.

#include "base/charset/twice.h"

#include <iconv.h>
#include <string.h>

#include "base/buffer.h"
#include "base/charset/bytes.h"
#include "base/charset/detect.h"
#include "base/text.h"

enum { LEAST_SURE = 97, LEAST_BYTES = 4, LONGEST = 1 << 16 };

static bool is_between(uint32_t c, uint32_t first, uint32_t last) {
    return c >= first && c <= last;
}

// The first two characters beyond ASCII, when the one follows the other.
static bool take_pair(kf_text text, uint32_t pair[2]) {
    text = kf_text_cut(text, kf_text_skip_ascii(text, 0), text.length);
    pair[0] = 0;
    return kf_text_code_point(&text, &pair[0]) && kf_text_code_point(&text, &pair[1]) &&
           pair[1] >= 0x80;
}

// Whether a text in UTF-8 that was read in that set could begin so: a byte from C2 to F4, and then
// one from 80 to BF.
static bool may_begin(const char *set, const uint32_t pair[2]) {
    uint32_t a = pair[0], b = pair[1];
    bool is_box = is_between(b, 0x2500, 0x25A0), is_letter = is_between(b, 0x410, 0x44F);
    if (strcmp(set, "ISO-8859-1") == 0)
        return is_between(a, 0xC2, 0xF4) && is_between(b, 0x80, 0xBF);
    if (strcmp(set, "Windows-1252") == 0)
        return is_between(a, 0xC2, 0xF4) && !is_between(b, 0xC0, 0x151);
    if (strcmp(set, "Windows-1251") == 0)
        return is_between(a, 0x412, 0x444) && !is_letter;
    if (strcmp(set, "KOI8-R") == 0)
        return is_between(a, 0x410, 0x44F) && (is_box || (b < 0x400 && b > 0x80));
    bool is_cyrillic = is_between(a, 0x400, 0x4FF);
    if (strcmp(set, "IBM437") == 0)
        return a >= 0x2190 || is_between(a, 0x393, 0x3C6) || a == 0xDF || a == 0xB1;
    return !is_cyrillic && !is_between(a, 0x393, 0x3C6);
}

// The byte for a character, -1 when there is none. What a set leaves open, programs keep as it is.
static int byte_of(const uint16_t *letters, uint32_t c) {
    if (c < 0x80)
        return (int)c;
    for (int i = 0; i < KF_BYTES_HIGH; i++)
        if (letters[i] == c)
            return i + 0x80;
    return c < 0xA0 && letters[c - 0x80] == 0 ? (int)c : -1;
}

// Whether a character of the text is in none of the sets that are tried, as the letters of East
// Asia are not.
static bool has_foreign(kf_text text) {
    uint32_t c;
    while (kf_text_code_point(&text, &c))
        if (is_between(c, 0x2600, 0xDFFF))
            return true;
    return false;
}

// The bytes that the text was; empty when not all of its characters were bytes.
static kf_text bytes_of(kf_arena *arena, kf_text text, const char *set) {
    kf_buffer out = {.arena = arena};
    const uint16_t *letters = kf_bytes_of(set);
    uint32_t c;
    while (kf_text_code_point(&text, &c)) {
        int byte = byte_of(letters, c);
        if (byte < 0)
            return (kf_text){"", 0};
        kf_buffer_add_char(&out, (char)byte);
    }
    return kf_buffer_text(&out);
}

// Whether it is text as people write it: letters beyond ASCII, and no control characters, no
// private ones and no signs of damage.
static bool is_sound(kf_text text) {
    size_t letters = 0;
    uint32_t c;
    while (kf_text_code_point(&text, &c)) {
        if (is_between(c, 0x7F, 0x9F) || is_between(c, 0xE000, 0xF8FF) || c == 0xFFFD)
            return false;
        letters += c >= 0x80;
    }
    return letters > 0;
}

static kf_text undo_utf8(kf_arena *arena, kf_text text, const char **was) {
    static const char *const sets[] = {"ISO-8859-1", "Windows-1252", "Windows-1251",
                                       "KOI8-R",     "IBM437",       "MACINTOSH"};
    uint32_t pair[2];
    for (size_t i = 0; take_pair(text, pair) && i < sizeof sets / sizeof *sets; i++) {
        if (!may_begin(sets[i], pair))
            continue;
        kf_text bytes = bytes_of(arena, text, sets[i]);
        // Two letters, where a sign and a letter may stand side by side in earnest.
        bool is_ascii, is_enough = i < 2 || bytes.length >= LEAST_BYTES;
        if (bytes.length > 0 && is_enough && kf_text_is_utf8(bytes, &is_ascii) && !is_ascii) {
            *was = sets[i];
            return bytes;
        }
    }
    return (kf_text){"", 0};
}

// Whether the letters beyond ASCII are all of the West, and stand in runs as no word has them.
static bool is_in_runs(kf_text text) {
    size_t run = 0, all = 0;
    uint32_t c = 0;
    while (kf_text_code_point(&text, &c)) {
        bool is_high = c >= 0x80;
        if (c == '\\' || c >= 0x2123 || is_between(c, 0x179, 0x191) || is_between(c, 0x193, 0x2C5))
            return false;
        if (!is_high && run == 1)
            return false;
        all += is_high;
        run = is_high ? run + 1 : 0;
    }
    return run != 1 && all >= LEAST_BYTES;
}

// What a text in another set than UTF-8 was, that was read as one of the West.
static kf_text undo_other(kf_arena *arena, kf_text text, const char **was) {
    kf_detect_prior prior = {.cost = {0}};
    kf_text bytes = is_in_runs(text) ? bytes_of(arena, text, "Windows-1252") : (kf_text){"", 0};
    if (bytes.length == 0)
        return bytes;
    kf_arena_level level = kf_arena_mark(arena);
    kf_detected found = kf_detect(kf_detect_sets_new(arena), bytes, NULL, false, &prior);
    kf_arena_rewind(arena, level);
    bool is_known = found.charset != NULL && found.is_valid && found.sure >= LEAST_SURE;
    if (!is_known || strcmp(found.charset, "UTF-8") == 0 || kf_detect_is_western(found.charset))
        return (kf_text){"", 0};
    size_t room = 4 * bytes.length, left = bytes.length, spare = room;
    char *made = kf_arena_alloc(arena, room), *out = made, *in = (char *)(uintptr_t)bytes.data;
    iconv_t converter = kf_detect_converter(arena, "UTF-8", found.charset);
    if (converter == (iconv_t)-1)
        return (kf_text){"", 0};
    bool is_good = iconv(converter, &in, &left, &out, &spare) != (size_t)-1 && left == 0;
    iconv_close(converter);
    kf_text undone = {made, room - spare};
    *was = "Windows-1252";
    return is_good && is_sound(undone) ? undone : (kf_text){"", 0};
}

kf_text kf_twice_undo(kf_arena *arena, kf_text text, const char **was) {
    kf_text now = text, best = {"", 0};
    uint32_t pair[2];
    if (text.length > LONGEST || !take_pair(text, pair) || pair[0] >= 0x2E80 || has_foreign(text))
        return best;
    // What was done several times may look unsound in between.
    while (true) {
        const char *set;
        kf_text undone = undo_utf8(arena, now, &set);
        undone = undone.length > 0 ? undone : undo_other(arena, now, &set);
        if (undone.length == 0)
            return best;
        now = undone;
        if (is_sound(now)) {
            best = now;
            *was = set;
        }
    }
}
