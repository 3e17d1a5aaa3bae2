// SPDX-License-Identifier: MIT
// The list of character sets, and the choice of one for a game.

#include "base/charset/choice.h"

#include <iconv.h>
#include <string.h>

#include "base/charset/hz.h"
#include "base/text.h"

enum { PIECE = 4096, LONGEST = 8 };

static const kf_charset charsets[] = {
#define KF_CHARSET(name, frame, spellings) {name, KF_FRAME_##frame, spellings},
#include "base/charset/charsets.def"
#undef KF_CHARSET
};

// Whether the name is that spelling, but for capitals and for what stands between its parts.
static bool is_spelling(kf_text name, kf_text spelling) {
    size_t at = 0;
    for (size_t i = 0; i < name.length; i++) {
        char c = name.data[i];
        if (c == '\0' || strchr("-_:. ", c) != NULL)
            continue;
        c = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        if (at == spelling.length || spelling.data[at++] != c)
            return false;
    }
    return at == spelling.length;
}

const kf_charset *kf_choice_named(kf_text name) {
    name = kf_text_trim(name);
    bool is_private = kf_text_starts(name, KF_TEXT("x-")) || kf_text_starts(name, KF_TEXT("X-"));
    if (is_private)
        name = kf_text_cut(name, 2, name.length);
    if (name.length == 0)
        return NULL;
    for (size_t i = 0; i < sizeof charsets / sizeof charsets[0]; i++) {
        kf_text rest = kf_text_of(charsets[i].spellings), spelling;
        while (kf_text_word(&rest, &spelling))
            if (is_spelling(name, spelling))
                return &charsets[i];
    }
    return NULL;
}

// Going through all spellings takes longer than reading a short game.
const kf_charset *kf_choice_declared(kf_choosing *choosing, kf_text name) {
    if (name.length == 0)
        return NULL;
    if (kf_text_is(name, choosing->declared))
        return choosing->set;
    const kf_charset *set = kf_choice_named(name);
    if (name.length < sizeof choosing->declared && memchr(name.data, 0, name.length) == NULL) {
        memcpy(choosing->declared, name.data, name.length);
        choosing->declared[name.length] = '\0';
        choosing->set = set;
    }
    return set;
}

bool kf_choice_is_known(kf_text name) {
    return kf_choice_named(name) != NULL;
}

bool kf_choice_holds_ascii(kf_text name, bool *is_known) {
    const kf_charset *set = kf_choice_named(name);
    *is_known = set != NULL;
    return set != NULL && set->frame != KF_FRAME_OTHER;
}

const char *kf_choice_usual(const char *charset) {
    static const char *const names[][2] = {
        {"BIG5-HKSCS", "Big5"}, {"CP932", "Shift_JIS"}, {"CP949", "EUC-KR"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(charset, names[i][0]) == 0)
            return names[i][1];
    return charset;
}

// Whether the row is that of UTF-8; false for NULL.
static bool is_utf8(const kf_charset *set) {
    return set != NULL && strcmp(set->name, "UTF-8") == 0;
}

bool kf_choice_is_ascii(kf_text bytes) {
    return kf_text_skip_ascii(bytes, 0) == bytes.length &&
           memchr(bytes.data, '\0', bytes.length) == NULL;
}

bool kf_choice_has_signs(kf_text bytes) {
    const char *tilde = bytes.data, *end = bytes.data + bytes.length;
    if (bytes.length == 0)
        return false;
    while ((tilde = memchr(tilde, '~', (size_t)(end - tilde))) != NULL && tilde + 1 < end)
        if (*++tilde == '{')
            return true;
    return memchr(bytes.data, '\x1B', bytes.length) != NULL;
}

bool kf_choice_has_long(kf_text bytes) {
    size_t i = kf_text_skip_ascii(bytes, 0);
    while (i < bytes.length && (unsigned char)bytes.data[i] < 0xE0)
        i = kf_text_skip_ascii(bytes, i + 1);
    return i < bytes.length;
}

size_t kf_choice_next_pair(kf_text bytes, size_t from) {
    size_t i = from;
    while (i < bytes.length && ((unsigned char)bytes.data[i] & 0xE0) != 0xC0)
        i = (unsigned char)bytes.data[i] < 0x80 ? kf_text_skip_ascii(bytes, i) : i + 1;
    return i;
}

// Whether letters of two bytes follow that an escape leads back from, or, where they break off,
// such as are in everyday use: of ASCII that looks like letters few pairs are.
static bool is_japanese(kf_text rest) {
    size_t i = 0;
    bool are_usual = true;
    for (; i < rest.length && (unsigned char)rest.data[i] > ' '; i += 2)
        are_usual = are_usual && rest.data[i] < 'P' && (rest.data[i] < ')' || rest.data[i] >= '0');
    return i > 0 && (are_usual || (i < rest.length && rest.data[i] == '\x1B'));
}

// Whether an escape leads to JIS X 0213.
static bool is_jisx0213(const char *p) {
    return memcmp(p, "\x1B$(", 3) == 0 && (p[3] == 'O' || p[3] == 'P' || p[3] == 'Q');
}

// The set of seven bits to which the escape sequences in the bytes belong, or NULL. Those that only
// say which set a shift would lead to (the byte 0E) mean nothing where none follows: decoding would
// take them away.
static const char *set_of_escapes(kf_text bytes) {
    size_t shift = bytes.length; // behind the last one
    while (shift > 0 && bytes.data[shift - 1] != '\x0E')
        shift--;
    const char *japanese = NULL;
    for (size_t i = 0; i + 3 < bytes.length; i++) {
        const char *p = bytes.data + i;
        if (*p != '\x1B' || (p[1] == '$' && p[2] == ')' && i >= shift))
            continue;
        if (memcmp(p, "\x1B$)C", 4) == 0)
            return "ISO-2022-KR";
        if (memcmp(p, "\x1B$)A", 4) == 0 || memcmp(p, "\x1B$)G", 4) == 0)
            return "ISO-2022-CN";
        if (is_jisx0213(p) && is_japanese(kf_text_cut(bytes, i + 4, bytes.length)))
            return "ISO-2022-JP-3";
        if (p[1] == '$' && (p[2] == 'B' || p[2] == '@') &&
            is_japanese(kf_text_cut(bytes, i + 3, bytes.length)))
            japanese = "ISO-2022-JP";
    }
    return japanese;
}

// Whether every byte is a character in that set.
static bool is_valid_in(kf_arena *arena, kf_text bytes, const char *name) {
    char piece[PIECE], *in = (char *)(uintptr_t)bytes.data;
    bool is_valid = true;
    if (strcmp(name, "UTF-8") == 0)
        return kf_text_is_utf8(bytes, NULL);
    iconv_t converter = kf_detect_converter(arena, "UTF-8", name);
    if (converter == (iconv_t)-1)
        return false;
    for (size_t left = bytes.length; left > 0 && is_valid;) {
        char *out = piece;
        size_t room = sizeof piece;
        bool is_stuck = iconv(converter, &in, &left, &out, &room) == (size_t)-1;
        if (is_stuck && room == sizeof piece)
            is_valid = left < LONGEST; // cut at the end
        if (is_stuck && is_valid && left < LONGEST)
            break;
    }
    iconv_close(converter);
    return is_valid;
}

// Whether a byte stands for a control character of ISO-8859-1, and in Windows-1252 for a letter.
static bool has_controls(kf_text bytes) {
    for (size_t i = 0; i < bytes.length; i++)
        if (((unsigned char)bytes.data[i] & 0xE0) == 0x80)
            return true;
    return false;
}

// Whether the front of the input has more beyond ASCII than the game.
static bool is_longer(const kf_choosing *c, kf_text game) {
    kf_arena_level level = kf_arena_mark(c->arena);
    size_t length = kf_detect_sample(c->arena, game).length;
    kf_arena_rewind(c->arena, level);
    return c->front.length > length;
}

// What the front of the input says: the same for each game that is asked for.
static kf_detect_prior what_front_says(kf_choosing *c) {
    if (!c->has_front) {
        c->plain = c->origin;
        kf_detect(c->sets, c->front, NULL, c->is_old, &c->plain);
        c->has_front = true;
    }
    return c->plain;
}

// What a text looks like for which no set is named.
static kf_choice recognise(kf_choosing *c, kf_text game, const char *named) {
    bool ascii, is_valid = kf_text_is_utf8(game, &ascii);
    bool has_seven_bits = is_valid && ascii; // and NULs, perhaps
    const char *escaped = has_seven_bits ? set_of_escapes(game) : NULL;
    if (escaped != NULL)
        return (kf_choice){escaped, KF_WHY_RECOGNISED, 99};
    // What kifu writes in a notation that names no set is read back as it is.
    if (has_seven_bits && !c->is_old && kf_hz_is_in(game))
        return (kf_choice){"HZ-GB-2312", KF_WHY_RECOGNISED, 97};
    if (is_valid && (ascii || named == NULL || kf_choice_has_long(game)))
        return (kf_choice){"UTF-8", ascii ? KF_WHY_ASCII : KF_WHY_VALID, 100};
    if (c->sets == NULL)
        c->sets = kf_detect_sets_new(c->arena);
    kf_detect_prior prior = c->before;
    kf_detected found = kf_detect(c->sets, game, named, c->is_old, &prior);
    bool is_doubtful = found.sure < 90 && named == NULL && c->front.length > 0;
    if (is_doubtful && is_longer(c, game)) {
        // The other games may be plainer.
        prior = what_front_says(c);
        found = kf_detect(c->sets, game, NULL, c->is_old, &prior);
    }
    c->before = prior;
    bool is_utf8 = strcmp(found.charset, "UTF-8") == 0 && found.is_valid;
    return (kf_choice){found.charset, is_utf8 ? KF_WHY_VALID : KF_WHY_RECOGNISED, found.sure};
}

// Whether a text that says it is UTF-8 is that with damaged places: it has some letter in UTF-8.
// With a plain one it is no Western text in another set, where a capital with a sign behind it
// would stand for that; else it has a place or two, and another set has to be beyond doubt.
static bool is_damaged(kf_text game, const kf_choice *found) {
    enum { DOUBT = 90, PLACES = 2 };
    bool is_western = kf_detect_is_western(found->charset);
    bool is_plain = false;
    size_t places = 0, letters = 0;
    for (size_t i = kf_text_skip_ascii(game, 0); i < game.length;) {
        kf_text rest = kf_text_cut(game, i, i + 4);
        size_t length = kf_text_sequence(rest);
        unsigned char lead = (unsigned char)rest.data[0];
        is_plain = is_plain || length > 2 || (length == 2 && lead >= 0xC3 && lead <= 0xC5);
        places += length == 0;
        letters += length > 0;
        i = kf_text_skip_ascii(game, i + (length > 0 ? length : kf_detect_damage(rest)));
    }
    bool is_doubtful = letters > 0 && found->sure < DOUBT && places <= PLACES;
    return places > 0 && (is_doubtful || (is_western && is_plain));
}

bool kf_choice_is_in(kf_choosing *c, kf_text game, const kf_charset *set) {
    return set->frame == KF_FRAME_ASCII && is_valid_in(c->arena, game, set->name);
}

kf_choice kf_choice_of(kf_choosing *c, kf_text game, const kf_charset *set) {
    if (set == NULL || set->frame == KF_FRAME_OTHER)
        return recognise(c, game, NULL);
    kf_choice declared = {set->name, KF_WHY_DECLARED, 100};
    bool is_latin1 = strcmp(set->name, "ISO-8859-1") == 0;
    bool is_ascii = kf_choice_is_ascii(game), is_hz = strcmp(set->name, "HZ-GB-2312") == 0;
    bool is_shift = set->frame == KF_FRAME_SHIFT;
    // Such sets have seven bits. What escapes lead to may be damaged.
    if (is_shift && !is_ascii && (is_hz || memchr(game.data, '\x1B', game.length) == NULL))
        return recognise(c, game, NULL);
    if (is_shift || is_ascii)
        return declared;
    if (is_utf8(set) && is_valid_in(c->arena, game, set->name))
        return declared;
    kf_choice found = recognise(c, game, set->name);
    if (strcmp(found.charset, set->name) == 0 || (is_utf8(set) && is_damaged(game, &found)))
        return declared;
    // The Turkish set has six letters where this one has those of Iceland: the file knows better.
    if (is_latin1 && strcmp(found.charset, "Windows-1254") == 0 && !has_controls(game))
        return declared;
    // Where a file names ISO-8859-1 it may use the wider set.
    if (is_latin1 && strcmp(found.charset, "Windows-1252") == 0)
        return has_controls(game) ? (kf_choice){found.charset, KF_WHY_DECLARED, 100} : declared;
    bool is_other =
        !is_latin1 && !kf_detect_is_common(set->name) && strcmp(found.charset, "UTF-8") != 0;
    return is_other && is_valid_in(c->arena, game, set->name) ? declared : found;
}

bool kf_choice_names_other(kf_text bytes) {
    const char *p = bytes.data, *end = p + bytes.length;
    while ((p = memchr(p, 'C', (size_t)(end - p))) != NULL) {
        const char *name = p + 3;
        if (end - p > 4 && p[1] == 'A' && p[2] == '[') {
            const char *close = memchr(name, ']', (size_t)(end - name));
            kf_text value = {name, close != NULL ? (size_t)(close - name) : 0};
            bool is_usual = kf_text_is(value, "UTF-8");
            if (value.length > 0 && !is_usual && !is_utf8(kf_choice_named(value)))
                return true;
        }
        p++;
    }
    return false;
}
