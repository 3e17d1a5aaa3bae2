// SPDX-License-Identifier: MIT
// The door: whatever came in becomes valid UTF-8 without NUL.

#include "base/charset.h"

#include <iconv.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"

// What the bytes are. Everything that is not one of the first four goes through iconv.
typedef enum kind { KIND_UTF8, KIND_LATIN1, KIND_UTF16LE, KIND_UTF16BE, KIND_ICONV } kind;

// Where a decoded piece begins. Within a piece the way back is found by decoding it again.
typedef struct step {
    size_t text, byte;
} step;

struct kf_charset_map {
    kind kind;
    const char *charset; // for iconv
    step *steps;
    size_t count, capacity;
};

enum {
    PIECE = 4096,          // bytes between two steps
    NUL_PICTURE = 0x2400,  // what stands for a NUL
    OUT_OF_RANGE = 0xFFFD, // a lone surrogate
    LONGEST = 8            // bytes of one character in any charset, with its shift sequences
};

// Names that files use for a charset, and the wider one that decodes them in practice.
static const char *const aliases[][2] = {
    {"gb2312", "GB18030"},     {"gbk", "GB18030"},          {"gb_2312-80", "GB18030"},
    {"shift_jis", "CP932"},    {"shift-jis", "CP932"},      {"sjis", "CP932"},
    {"x-sjis", "CP932"},       {"euc-kr", "CP949"},         {"ks_c_5601-1987", "CP949"},
    {"big5", "BIG5-HKSCS"},    {"utf8", "UTF-8"},           {"latin1", "ISO-8859-1"},
    {"latin-1", "ISO-8859-1"}, {"iso8859-1", "ISO-8859-1"}, {"ascii", "UTF-8"},
    {"us-ascii", "UTF-8"},
};

static const char *iconv_name(kf_arena *arena, const char *name) {
    kf_text text = kf_text_trim(kf_text_of(name));
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (kf_text_equal_fold(text, kf_text_of(aliases[i][0])))
            return aliases[i][1];
    return kf_arena_copy(arena, text.data, text.length);
}

static bool is_utf8_name(const char *name) {
    return kf_text_equal_fold(kf_text_of(name), KF_TEXT("UTF-8"));
}

// ---- One character at a time ----

// Decodes the character at `i` and moves behind it. What is not valid is read byte by byte as
// ISO-8859-1 and counted, so that no byte is lost.
static uint32_t take_utf8(kf_text bytes, size_t *i, size_t *bad) {
    kf_text rest = kf_text_cut(bytes, *i, *i + 4);
    for (size_t n = 1; n <= rest.length; n++) {
        kf_text one = {rest.data, n};
        uint32_t code_point;
        if (!kf_text_is_utf8(one, NULL))
            continue;
        kf_text_code_point(&one, &code_point);
        *i += n;
        return code_point;
    }
    (*bad)++;
    return (unsigned char)bytes.data[(*i)++];
}

static uint32_t unit(kf_text bytes, size_t i, bool big) {
    unsigned char a = (unsigned char)bytes.data[i], b = (unsigned char)bytes.data[i + 1];
    return big ? (uint32_t)a << 8 | b : (uint32_t)b << 8 | a;
}

static uint32_t take_utf16(kf_text bytes, size_t *i, bool big, size_t *bad) {
    if (*i + 2 > bytes.length) {
        (*bad)++;
        return (unsigned char)bytes.data[(*i)++];
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
    return OUT_OF_RANGE;
}

static uint32_t take(kind kind, kf_text bytes, size_t *i, size_t *bad) {
    uint32_t c;
    if (kind == KIND_UTF8)
        c = take_utf8(bytes, i, bad);
    else if (kind == KIND_LATIN1)
        c = (unsigned char)bytes.data[(*i)++];
    else
        c = take_utf16(bytes, i, kind == KIND_UTF16BE, bad);
    return c;
}

// ---- The whole text ----

// What decoding met on its way.
typedef struct decoding {
    kf_source *source;
    struct kf_charset_map *map;
    kf_buffer out;
    size_t bad, nuls;
    size_t first_bad, first_nul; // offsets in the text
} decoding;

static void add_step(decoding *d, size_t byte) {
    struct kf_charset_map *map = d->map;
    map->steps = kf_arena_grow(d->source->arena, map->steps, &map->capacity, map->count + 1,
                               sizeof *map->steps);
    map->steps[map->count++] = (step){d->out.length, byte};
}

static void add_character(decoding *d, uint32_t c, bool is_bad) {
    char utf8[4];
    if (is_bad && d->bad == 1)
        d->first_bad = d->out.length;
    if (c == 0 && d->nuls++ == 0)
        d->first_nul = d->out.length;
    kf_buffer_add(&d->out, utf8, kf_text_put_code_point(utf8, c != 0 ? c : NUL_PICTURE));
}

static void decode_stepwise(decoding *d, size_t i) {
    kf_text bytes = d->source->bytes;
    size_t next = i;
    while (i < bytes.length) {
        if (i >= next) {
            add_step(d, i);
            next = i + PIECE;
        }
        size_t bad = d->bad;
        uint32_t c = take(d->map->kind, bytes, &i, &d->bad);
        add_character(d, c, d->bad != bad);
    }
}

// Adds what iconv made, which may hold NUL, and from some sets even what is no UTF-8.
static void add_converted(decoding *d, kf_text made) {
    if (memchr(made.data, '\0', made.length) == NULL && kf_text_is_utf8(made, NULL)) {
        kf_buffer_add_text(&d->out, made);
        return;
    }
    for (size_t i = 0; i < made.length;) {
        size_t bad = d->bad;
        uint32_t c = take_utf8(made, &i, &d->bad);
        add_character(d, c, d->bad != bad);
    }
}

// An allocation may fail while a converter is open; the arena closes it in any case.
static void close_converter(void *holder) {
    iconv_t *converter = holder;
    if (*converter != (iconv_t)-1)
        iconv_close(*converter);
}

static bool decode_by_iconv(decoding *d) {
    kf_text bytes = d->source->bytes;
    iconv_t *holder = kf_arena_alloc(d->source->arena, sizeof *holder);
    *holder = (iconv_t)-1;
    kf_arena_defer(d->source->arena, close_converter, holder);
    iconv_t converter = *holder = iconv_open("UTF-8", d->map->charset);
    if (converter == (iconv_t)-1)
        return false;
    for (size_t i = 0; i < bytes.length;) {
        char piece[PIECE], *out = piece, *in = (char *)(uintptr_t)(bytes.data + i);
        size_t room = sizeof piece;
        // Four bytes come out of one at most, so the room is never the limit of a short piece.
        size_t left = bytes.length - i < PIECE / 4 ? bytes.length - i : PIECE / 4, fed = left;
        add_step(d, i);
        size_t result = iconv(converter, &in, &left, &out, &room);
        add_converted(d, (kf_text){piece, sizeof piece - room});
        i += fed - left;
        // Stuck at a byte that begins nothing, or at a character cut off by the end of the file.
        bool is_cut = i + left < bytes.length && fed > left && left < LONGEST;
        if (result == (size_t)-1 && left > 0 && !is_cut) {
            d->bad++;
            add_character(d, (unsigned char)bytes.data[i++], true);
            iconv(converter, NULL, NULL, NULL, NULL);
        }
    }
    return true;
}

static void finish(decoding *d, kf_log *log) {
    kf_source *source = d->source;
    kf_buffer_add(&d->out, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                  KF_SOURCE_PADDING);
    source->text = (kf_text){d->out.data, d->out.length - KF_SOURCE_PADDING};
    source->map = d->map;
    source->is_repaired = d->bad > 0 || d->nuls > 0;
    if (d->bad > 0)
        kf_log_add(log, KF_TEXT_INVALID, (kf_place){source, d->first_bad, NULL},
                   "%zu byte%s not valid %s; read as ISO-8859-1", d->bad,
                   d->bad == 1 ? " is" : "s are", source->charset);
    if (d->nuls > 0)
        kf_log_add(log, KF_TEXT_NUL, (kf_place){source, d->first_nul, NULL},
                   "%zu NUL byte%s; shown as U+2400", d->nuls, d->nuls == 1 ? "" : "s");
}

// Decodes from byte `begin` on. False: iconv does not know the charset, nothing was done.
static bool decode(kf_source *source, kind kind, const char *charset, size_t begin, kf_log *log) {
    decoding d = {.source = source, .out = {.arena = source->arena}};
    d.map = kf_arena_alloc(source->arena, sizeof *d.map);
    *d.map = (struct kf_charset_map){.kind = kind, .charset = charset};
    if (kind == KIND_ICONV) {
        if (!decode_by_iconv(&d))
            return false;
    } else {
        decode_stepwise(&d, begin);
    }
    source->charset = charset;
    finish(&d, log);
    return true;
}

static bool decode_named(kf_source *source, const char *name, kf_log *log) {
    const char *charset = iconv_name(source->arena, name);
    kf_text text = kf_text_of(charset);
    if (is_utf8_name(charset))
        return decode(source, KIND_UTF8, "UTF-8", 0, log);
    if (kf_text_equal_fold(text, KF_TEXT("ISO-8859-1")))
        return decode(source, KIND_LATIN1, "ISO-8859-1", 0, log);
    if (decode(source, KIND_ICONV, charset, 0, log))
        return true;
    kf_log_add(log, KF_TEXT_CHARSET, (kf_place){.source = source},
               "character set '%.40s' is not known", name);
    return false;
}

static bool begins(kf_text bytes, const char *mark, size_t length) {
    return bytes.length >= length && memcmp(bytes.data, mark, length) == 0;
}

static bool decode_marked(kf_source *source, kf_log *log) {
    if (begins(source->bytes, "\xFF\xFE", 2))
        return decode(source, KIND_UTF16LE, "UTF-16LE", 2, log);
    if (begins(source->bytes, "\xFE\xFF", 2))
        return decode(source, KIND_UTF16BE, "UTF-16BE", 2, log);
    if (begins(source->bytes, "\xEF\xBB\xBF", 3))
        return decode(source, KIND_UTF8, "UTF-8", 3, log);
    return false;
}

void kf_charset_decode(kf_source *source, const char *wanted, const char *declared, kf_log *log) {
    kf_text bytes = source->bytes;
    bool ascii;
    bool is_utf8 = kf_text_is_utf8(bytes, &ascii);
    bool has_nul = memchr(bytes.data, '\0', bytes.length) != NULL;
    // Nearly every file ends here: its bytes are its text.
    bool is_plain = is_utf8 && !has_nul && !begins(bytes, "\xEF\xBB\xBF", 3);
    const char *name = wanted != NULL ? wanted : declared;
    if (is_plain && (name == NULL || is_utf8_name(iconv_name(source->arena, name))))
        return;
    if (wanted != NULL && decode_named(source, wanted, log))
        return;
    if (decode_marked(source, log))
        return;
    if (declared != NULL && decode_named(source, declared, log))
        return;
    if (is_plain)
        return;
    if (is_utf8) {
        decode(source, KIND_UTF8, "UTF-8", 0, log);
        return;
    }
    decode(source, KIND_LATIN1, "ISO-8859-1", 0, log);
    kf_log_add(log, KF_TEXT_CHARSET, (kf_place){.source = source},
               "no character set is told and the bytes are not UTF-8; read as ISO-8859-1");
}

// ---- The way back ----

// The number of bytes after `byte` that iconv needs to give `want` bytes of text.
static size_t bytes_for(const struct kf_charset_map *map, kf_text bytes, size_t byte, size_t want) {
    iconv_t converter = iconv_open("UTF-8", map->charset);
    size_t made = 0, used = 0;
    if (converter == (iconv_t)-1)
        return 0;
    while (made < want && byte + used < bytes.length) {
        char out[32], *o = out, *in = (char *)(uintptr_t)(bytes.data + byte + used);
        size_t fed = 0, room = sizeof out;
        while (room == sizeof out && ++fed <= LONGEST && byte + used + fed <= bytes.length) {
            size_t left = fed;
            in = (char *)(uintptr_t)(bytes.data + byte + used);
            iconv(converter, &in, &left, &o, &room);
        }
        bool is_bad = room == sizeof out;
        made += is_bad ? 2 : sizeof out - room;
        used += is_bad ? 1 : fed;
    }
    iconv_close(converter);
    return used;
}

uint64_t kf_charset_byte_of(const kf_source *source, size_t offset) {
    const struct kf_charset_map *map = source->map;
    if (map == NULL || map->count == 0)
        return offset;
    size_t low = 0, high = map->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (map->steps[middle].text <= offset)
            low = middle;
        else
            high = middle;
    }
    step at = map->steps[low];
    if (map->kind == KIND_ICONV)
        return at.byte + bytes_for(map, source->bytes, at.byte, offset - at.text);
    size_t bad = 0;
    char utf8[4];
    while (at.text < offset && at.byte < source->bytes.length) {
        uint32_t c = take(map->kind, source->bytes, &at.byte, &bad);
        at.text += kf_text_put_code_point(utf8, c != 0 ? c : NUL_PICTURE);
    }
    return at.byte;
}
