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
    LONGEST_NAME = 40,     // bytes of a set's name in a message
    LONGEST = 8            // bytes of one character in any charset, with its shift sequences
};

// What the bytes below 128 mean in a character set; charsets.def says more.
typedef enum frame { FRAME_ASCII, FRAME_SHIFT, FRAME_OTHER } frame;

// A row of the list. Only its name goes to iconv: what a file calls its set may ask for a module
// that we do not know, or for characters to be dropped.
typedef struct charset {
    const char *name;
    frame frame;
    const char *spellings;
} charset;

static const charset charsets[] = {
#define KF_CHARSET(name, frame, spellings) {name, FRAME_##frame, spellings},
#include "base/charsets.def"
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

// The row of a set by any of its names, or NULL.
static const charset *charset_named(kf_text name) {
    name = kf_text_trim(name);
    bool is_private = kf_text_starts(name, KF_TEXT("x-")) || kf_text_starts(name, KF_TEXT("X-"));
    if (is_private)
        name = kf_text_cut(name, 2, name.length);
    for (size_t i = 0; i < sizeof charsets / sizeof charsets[0]; i++) {
        kf_text rest = kf_text_of(charsets[i].spellings), spelling;
        while (kf_text_word(&rest, &spelling))
            if (is_spelling(name, spelling))
                return &charsets[i];
    }
    return NULL;
}

bool kf_charset_is_known(kf_text name) {
    return charset_named(name) != NULL;
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

// ---- The text, as far as it has come in ----

// Reads bytes as they come. As long as they are their own text nothing is copied; from the first
// byte on that is not, the text is built in a buffer.
struct kf_charset_reader {
    kf_source *source;
    struct kf_charset_map *map; // that of the source from then on
    kf_buffer out;              // the text; no arena: the bytes are it
    kind kind;
    const charset *set; // of the list, NULL: it was chosen by the look of the bytes
    bool is_open;       // the set is not certain: UTF-8, unless a byte contradicts
    bool takes_utf8;    // plain bytes may be UTF-8, else only ASCII
    size_t done;        // bytes of the window that are in the text
    size_t next;        // where the next step is due
    char held[4];       // bytes behind the text, of a character that has not come in whole
    size_t held_count;  // in whose places NULs stand
    iconv_t *converter; // closed with the arena
    size_t bad, nuls;   // how many there were
    size_t first_bad, first_nul;
    size_t from; // where the text began to contradict UTF-8; 0 when that was known from the start
    bool is_bad_told, is_nul_told;
    struct refused {  // names of sets that were not taken: what the file says, what the user says
        kf_text name; // empty: there is none
        bool is_in_file;
        size_t byte; // where it stands there
        kf_code reason;
    } refused[2];
    bool is_name_told;
};

static void add_step(kf_charset_reader *r, size_t byte) {
    struct kf_charset_map *map = r->map;
    map->steps = kf_arena_grow(r->source->arena, map->steps, &map->capacity, map->count + 1,
                               sizeof *map->steps);
    map->steps[map->count++] = (step){r->out.length, byte};
}

static void add_character(kf_charset_reader *r, uint32_t c, bool is_bad) {
    char utf8[4];
    if (is_bad && r->bad == 1)
        r->first_bad = r->out.length;
    if (c == 0 && r->nuls++ == 0)
        r->first_nul = r->out.length;
    kf_buffer_add(&r->out, utf8, kf_text_put_code_point(utf8, c != 0 ? c : NUL_PICTURE));
}

// What may be the front of a character waits for the rest of it.
static void decode_stepwise(kf_charset_reader *r, bool is_final) {
    kf_text bytes = r->source->bytes;
    size_t i = r->done;
    while (is_final ? i < bytes.length : i + LONGEST < bytes.length) {
        if (i >= r->next) {
            add_step(r, i);
            r->next = i + PIECE;
        }
        size_t bad = r->bad;
        uint32_t c = take(r->kind, bytes, &i, &r->bad);
        add_character(r, c, r->bad != bad);
    }
    r->done = i;
}

// Adds what iconv made, which may hold NUL, and from some sets even what is no UTF-8.
static void add_converted(kf_charset_reader *r, kf_text made) {
    if (memchr(made.data, '\0', made.length) == NULL && kf_text_is_utf8(made, NULL)) {
        kf_buffer_add_text(&r->out, made);
        return;
    }
    for (size_t i = 0; i < made.length;) {
        size_t bad = r->bad;
        uint32_t c = take_utf8(made, &i, &r->bad);
        add_character(r, c, r->bad != bad);
    }
}

// An allocation may fail while a converter is open; the arena closes it in any case.
static void close_converter(void *holder) {
    iconv_t *converter = holder;
    if (*converter != (iconv_t)-1)
        iconv_close(*converter);
}

static bool open_converter(kf_charset_reader *r, const char *name) {
    if (r->converter == NULL) {
        r->converter = kf_arena_alloc(r->source->arena, sizeof *r->converter);
        *r->converter = (iconv_t)-1;
        kf_arena_defer(r->source->arena, close_converter, r->converter);
    }
    close_converter(r->converter);
    *r->converter = iconv_open("UTF-8", name);
    return *r->converter != (iconv_t)-1;
}

// Some sets hold a letter back until it is known what stands on it; here it comes out, and the
// converter is as it was in the beginning.
static void flush(kf_charset_reader *r) {
    char rest[64], *out = rest;
    size_t room = sizeof rest;
    iconv(*r->converter, NULL, NULL, &out, &room);
    add_converted(r, (kf_text){rest, sizeof rest - room});
}

static void decode_by_iconv(kf_charset_reader *r, bool is_final) {
    kf_text bytes = r->source->bytes;
    size_t i = r->done;
    while (i < bytes.length) {
        char piece[PIECE], *out = piece, *in = (char *)(uintptr_t)(bytes.data + i);
        size_t room = sizeof piece;
        // Four bytes come out of one at most, so the room is never the limit of a short piece.
        size_t left = bytes.length - i < PIECE / 4 ? bytes.length - i : PIECE / 4, fed = left;
        if (i >= r->next) {
            add_step(r, i);
            r->next = i + PIECE / 4;
        }
        size_t result = iconv(*r->converter, &in, &left, &out, &room);
        add_converted(r, (kf_text){piece, sizeof piece - room});
        i += fed - left;
        bool is_stuck = result == (size_t)-1 && left > 0;
        // A character that is cut off by the end of the piece, or of what has come in.
        if (is_stuck && left < LONGEST && (!is_final || i + left < bytes.length)) {
            if (i + left == bytes.length)
                break;
            is_stuck = fed == left;
        }
        if (is_stuck) {
            flush(r);
            r->bad++;
            add_character(r, (unsigned char)bytes.data[i++], true);
        }
    }
    r->done = i;
    if (is_final)
        flush(r);
}

static uint64_t byte_of(const kf_source *source, size_t offset);

// From here on the text is built. What has come in up to `done` is its own text.
static void begin_decoding(kf_charset_reader *r) {
    kf_source *source = r->source;
    r->map = source->map = kf_arena_alloc(source->arena, sizeof *r->map);
    *r->map = (struct kf_charset_map){.kind = r->kind, .charset = source->charset};
    source->byte_of = byte_of;
    r->out = (kf_buffer){.arena = source->arena};
    for (size_t i = 0; i < r->done; i += PIECE) {
        size_t end = i + PIECE < r->done ? i + PIECE : r->done;
        add_step(r, i);
        kf_buffer_add(&r->out, source->bytes.data + i, end - i);
    }
    r->next = r->done;
}

static void decode_more(kf_charset_reader *r, bool is_final) {
    static const char padding[KF_SOURCE_PADDING] = "";
    if (r->kind == KIND_ICONV)
        decode_by_iconv(r, is_final);
    else
        decode_stepwise(r, is_final);
    kf_buffer_add(&r->out, padding, sizeof padding);
    r->out.length -= sizeof padding;
    r->source->text = kf_buffer_text(&r->out);
    r->source->is_repaired = r->bad > 0 || r->nuls > 0;
}

// ---- Bytes that are their own text ----

static bool begins(kf_text bytes, const char *mark, size_t length) {
    return bytes.length >= length && memcmp(bytes.data, mark, length) == 0;
}

// Whether the bytes are text as they stand, in the sense that the set allows.
static bool is_plain(const kf_charset_reader *r, kf_text bytes) {
    bool ascii;
    return kf_text_is_utf8(bytes, &ascii) && (ascii || r->takes_utf8) &&
           memchr(bytes.data, '\0', bytes.length) == NULL;
}

// How many bytes at the end may be the front of a character.
static size_t cut_at_end(kf_text bytes) {
    size_t count = 0;
    while (count < 3 && count < bytes.length) {
        unsigned char c = (unsigned char)bytes.data[bytes.length - ++count];
        if (c >= 0xC0)
            return count;
        if (c < 0x80)
            break;
    }
    return 0;
}

// Takes what has come in as it stands. False: it is no text.
static bool take_plain(kf_charset_reader *r, bool is_final) {
    kf_text fresh = kf_text_cut(r->source->bytes, r->done, r->source->bytes.length);
    size_t cut = 0;
    if (!is_plain(r, fresh)) {
        cut = is_final ? 0 : cut_at_end(fresh);
        if (cut == 0 || !is_plain(r, kf_text_cut(fresh, 0, fresh.length - cut)))
            return false;
    }
    r->done += fresh.length - cut;
    char *behind = (char *)(uintptr_t)r->source->bytes.data + r->done;
    r->held_count = cut;
    memcpy(r->held, behind, cut);
    memset(behind, 0, cut);
    r->source->text = kf_text_cut(r->source->bytes, 0, r->done);
    return true;
}

void kf_charset_reader_feed(kf_charset_reader *r, bool is_final) {
    kf_source *source = r->source;
    memcpy((char *)(uintptr_t)source->bytes.data + r->done, r->held, r->held_count);
    r->held_count = 0;
    if (r->out.arena == NULL && take_plain(r, is_final))
        return;
    if (r->out.arena == NULL) {
        kf_text fresh = kf_text_cut(source->bytes, r->done, source->bytes.length);
        fresh.length -= is_final ? 0 : cut_at_end(fresh);
        if (!kf_text_is_utf8(fresh, NULL))
            kf_charset_reader_settle(r, false);
        begin_decoding(r);
    }
    decode_more(r, is_final);
}

void kf_charset_reader_settle(kf_charset_reader *r, bool is_utf8) {
    if (!r->is_open || r->out.arena != NULL)
        return;
    r->kind = is_utf8 ? KIND_UTF8 : KIND_LATIN1;
    r->takes_utf8 = is_utf8;
    r->is_open = !is_utf8;
    r->source->charset = is_utf8 ? "UTF-8" : "ISO-8859-1";
    r->from = r->done;
}

// The last step that begins at the offset or before.
static size_t step_before(const struct kf_charset_map *map, size_t text) {
    size_t at = 0;
    while (at + 1 < map->count && map->steps[at + 1].text <= text)
        at++;
    return at;
}

size_t kf_charset_reader_cut(const kf_charset_reader *r, size_t text, size_t *bytes) {
    const struct kf_charset_map *map = r->map;
    if (map == NULL) {
        while (text > 0 && (r->source->text.data[text] & 0xC0) == 0x80)
            text--;
        *bytes = text;
        return text;
    }
    step at = map->count > 0 ? map->steps[step_before(map, text)] : (step){0, 0};
    *bytes = at.byte;
    return at.text;
}

void kf_charset_reader_forget(kf_charset_reader *r, size_t text, size_t bytes) {
    struct kf_charset_map *map = r->map;
    if (map != NULL && map->count > 0) {
        size_t first = step_before(map, text);
        for (size_t i = first; i < map->count; i++)
            map->steps[i - first] = (step){map->steps[i].text - text, map->steps[i].byte - bytes};
        map->count -= first;
        memmove(r->out.data, r->out.data + text, r->out.length - text + KF_SOURCE_PADDING);
        r->out.length -= text;
        r->next -= bytes;
    }
    r->done -= bytes;
    r->first_bad -= r->first_bad < text ? r->first_bad : text;
    r->first_nul -= r->first_nul < text ? r->first_nul : text;
    r->from -= r->from < text ? r->from : text;
}

void kf_charset_reader_refresh(kf_charset_reader *r) {
    r->source->text =
        r->out.arena != NULL ? kf_buffer_text(&r->out) : kf_text_cut(r->source->bytes, 0, r->done);
}

// ---- Which set it is ----

// Takes a set of the list. False: there is none, or this system's iconv does not have it.
static bool take_set(kf_charset_reader *r, const charset *set) {
    if (set == NULL)
        return false;
    bool is_utf8 = strcmp(set->name, "UTF-8") == 0;
    r->kind = is_utf8 ? KIND_UTF8 : strcmp(set->name, "ISO-8859-1") == 0 ? KIND_LATIN1 : KIND_ICONV;
    if (r->kind == KIND_ICONV && !open_converter(r, set->name))
        return false;
    r->takes_utf8 = is_utf8;
    r->source->charset = set->name;
    bool has_mark = begins(r->source->bytes, "\xEF\xBB\xBF", 3);
    if (set->frame != FRAME_ASCII || (is_utf8 && has_mark))
        begin_decoding(r);
    return true;
}

static bool take_marked(kf_charset_reader *r) {
    kf_text bytes = r->source->bytes;
    if (begins(bytes, "\xFF\xFE", 2))
        r->kind = KIND_UTF16LE;
    else if (begins(bytes, "\xFE\xFF", 2))
        r->kind = KIND_UTF16BE;
    else if (begins(bytes, "\xEF\xBB\xBF", 3))
        r->kind = KIND_UTF8;
    else
        return false;
    r->source->charset = r->kind == KIND_UTF8      ? "UTF-8"
                         : r->kind == KIND_UTF16LE ? "UTF-16LE"
                                                   : "UTF-16BE";
    begin_decoding(r);
    r->done = r->next = r->kind == KIND_UTF8 ? 3 : 2;
    return true;
}

// Notes a name that was not taken; it may stand in bytes that are about to move.
static void refuse(kf_charset_reader *r, int which, kf_text name, kf_code reason) {
    uintptr_t begin = (uintptr_t)r->source->bytes.data, at = (uintptr_t)name.data;
    struct refused *refused = &r->refused[which];
    refused->is_in_file = at >= begin && at - begin < r->source->bytes.length;
    refused->byte = refused->is_in_file ? at - begin : 0;
    refused->reason = reason;
    refused->name.data = kf_arena_copy(r->source->arena, name.data, name.length);
    refused->name.length = name.length;
}

kf_charset_reader *kf_charset_reader_new(kf_source *source, const char *wanted, kf_text declared) {
    kf_charset_reader *r = kf_arena_alloc(source->arena, sizeof *r);
    *r = (kf_charset_reader){.source = source, .kind = KIND_UTF8};
    kf_text name = kf_text_of(wanted != NULL ? wanted : "");
    if (take_set(r, charset_named(name)))
        return r;
    refuse(r, 1, name, KF_TEXT_CHARSET);
    if (take_marked(r))
        return r;
    const charset *set = charset_named(declared);
    bool is_disproved = set != NULL && set->frame == FRAME_OTHER;
    if (!is_disproved && take_set(r, set))
        return r;
    refuse(r, 0, declared, is_disproved ? KF_TEXT_CONTRADICTED : KF_TEXT_CHARSET);
    r->kind = KIND_UTF8;
    r->takes_utf8 = r->is_open = true;
    r->source->charset = "UTF-8";
    return r;
}

bool kf_charset_reader_is_open(const kf_charset_reader *r) {
    return r->is_open && r->out.arena == NULL;
}

// The offset in the text of an offset in the bytes.
static size_t offset_of(const kf_source *source, size_t byte) {
    size_t low = 0, high = source->text.length;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (kf_source_byte_of(source, middle) < byte)
            low = middle + 1;
        else
            high = middle;
    }
    // What was found may be within a character of several bytes.
    while (low < source->text.length && (source->text.data[low] & 0xC0) == 0x80)
        low++;
    return low;
}

// Says why the set that the user or the file names was not taken. In a file the name was read as
// ASCII, so the file itself disproves a set in which it would look otherwise.
static void report_name(const kf_charset_reader *r, const struct refused *refused, kf_log *log) {
    const kf_source *source = r->source;
    kf_place place = {.source = source};
    kf_text name = refused->name;
    if (refused->is_in_file) {
        place.offset = offset_of(source, refused->byte);
        name =
            kf_text_cut(source->text, place.offset, offset_of(source, refused->byte + name.length));
    }
    int length = name.length < LONGEST_NAME ? (int)name.length : LONGEST_NAME;
    while (length > 0 && (size_t)length < name.length && (name.data[length] & 0xC0) == 0x80)
        length--;
    kf_log_add(log, refused->reason, place,
               refused->reason == KF_TEXT_CHARSET
                   ? "character set '%.*s' is not known; read as %s"
                   : "the file names %.*s but is not written in it; read as %s",
               length, name.data, source->charset);
}

static void report_set(const kf_charset_reader *r, kf_log *log) {
    if (r->refused[0].name.length > 0)
        report_name(r, &r->refused[0], log);
    else if (r->is_open && r->kind == KIND_LATIN1)
        kf_log_add(log, KF_TEXT_CHARSET, (kf_place){.source = r->source, .offset = r->from},
                   "no character set is named and the bytes are not UTF-8; read as %s",
                   r->source->charset);
    if (r->refused[1].name.length > 0)
        report_name(r, &r->refused[1], log);
}

void kf_charset_reader_report(kf_charset_reader *r, size_t upto, kf_log *log) {
    if (r->bad > 0 && !r->is_bad_told && r->first_bad < upto) {
        r->is_bad_told = true;
        kf_log_add(log, KF_TEXT_INVALID, (kf_place){r->source, r->first_bad, NULL},
                   "this is not valid %s; such bytes are read as ISO-8859-1", r->source->charset);
    }
    if (r->nuls > 0 && !r->is_nul_told && r->first_nul < upto) {
        r->is_nul_told = true;
        kf_log_add(log, KF_TEXT_NUL, (kf_place){r->source, r->first_nul, NULL},
                   "NUL bytes are shown as U+2400");
    }
    // From a pipe, it is known late that the bytes are not UTF-8.
    bool is_certain = !r->is_open || r->kind == KIND_LATIN1;
    if (r->is_name_told || (!is_certain && r->refused[0].name.length == 0))
        return;
    r->is_name_told = true;
    report_set(r, log);
}

void kf_charset_decode(kf_source *source, const char *wanted, kf_text declared, kf_log *log) {
    kf_charset_reader *r = kf_charset_reader_new(source, wanted, declared);
    kf_charset_reader_feed(r, true);
    kf_charset_reader_report(r, SIZE_MAX, log);
}

// ---- The way back ----

// What the bytes take in the text: a NUL has a picture, and what is no character is ISO-8859-1.
static size_t decoded_size(const char *data, size_t length, bool is_bad) {
    size_t size = 0;
    for (size_t i = 0; i < length; i++)
        size += data[i] == '\0' ? 3 : is_bad && (unsigned char)data[i] >= 0x80 ? 2 : 1;
    return size;
}

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
        if (is_bad)
            out[0] = bytes.data[byte + used];
        made += is_bad ? decoded_size(out, 1, true) : decoded_size(out, sizeof out - room, false);
        used += is_bad ? 1 : fed;
    }
    iconv_close(converter);
    return used;
}

// The offset in the source's bytes of an offset in its text.
static uint64_t byte_of(const kf_source *source, size_t offset) {
    const struct kf_charset_map *map = source->map;
    if (map->count == 0)
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
