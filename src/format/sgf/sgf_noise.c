// SPDX-License-Identifier: MIT
// What stands among the text of games and says nothing: marks of quotation, which mail programs put
// in front of every line, NULs, with which a broken download is filled up, and white space that is
// not that of SGF.

#include "format/sgf/sgf.h"

#include <string.h>

#include "base/text.h"

enum { LONGEST = 24 };

static bool is_break(char c) {
    return c == '\n' || c == '\r';
}

static bool is_mark(char c) {
    return c == '>' || c == '|' || c == ':';
}

// How many bytes of the mark stand at `p`: behind the last sign there may be no space.
static size_t mark_at(kf_text quote, const char *p, const char *end) {
    size_t length = quote.length;
    while (length > 0 && kf_sgf_is_space(quote.data[length - 1]))
        length--;
    if (length == 0 || (size_t)(end - p) < length || memcmp(p, quote.data, length) != 0)
        return 0;
    bool has_space = length < quote.length && p + length < end && p[length] == ' ';
    return length + has_space;
}

// The mark in front of the line at `p`, where the next line has it, too; else empty.
static kf_text find_quote(const kf_sgf_reader *reader, const char *p) {
    const char *text = reader->record->source->text.data, *begin = p, *end = reader->end;
    bool has_mark = false;
    for (; begin > text && !is_break(begin[-1]) && p - begin <= LONGEST; begin--) {
        if (!is_mark(begin[-1]) && begin[-1] != ' ' && begin[-1] != '\t')
            return (kf_text){p, 0};
        has_mark = has_mark || is_mark(begin[-1]);
    }
    kf_text quote = {begin, (size_t)(p - begin)};
    if (!has_mark || (begin > text && !is_break(begin[-1])))
        return (kf_text){p, 0};
    while (p < end && *p != '\n')
        p++;
    return p < end && mark_at(quote, p + 1, end) > 0 ? quote : (kf_text){p, 0};
}

const char *kf_sgf_noise_quote(kf_sgf_reader *reader, bool is_behind, const char *p) {
    kf_record *record = reader->record;
    kf_text quote = reader->quote = is_behind ? find_quote(reader, p) : (kf_text){p, 0};
    if (quote.length == 0)
        return p;
    kf_log_add(reader->log, KF_SGF_QUOTED, kf_sgf_mend_place(record, quote.data),
               "the lines of this game are quoted; read without the marks in front");
    kf_record_note_mend(record, quote.data, quote.length, KF_TEXT(""), KF_SGF_QUOTED,
                        "a mark of quotation taken out");
    record->is_repaired = true;
    return quote.data;
}

// The length of a sign at `p` that word processors and web pages have for white space, or of one
// that nobody sees, or that ended a text in DOS; else 0.
static size_t space_at(const char *p, const char *end) {
    static const char *const signs[] = {"\xC2\xA0",     "\xE3\x80\x80", "\xEF\xBB\xBF",
                                        "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D",
                                        "\xE2\x80\xA8", "\xE2\x80\xA9", "\x1A"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (kf_text_starts((kf_text){p, (size_t)(end - p)}, kf_text_of(signs[i])))
            return strlen(signs[i]);
    return 0;
}

// The length of what says nothing at `p`, or 0.
static size_t noise_at(const kf_sgf_reader *reader, const char *p, const char *end) {
    const kf_source *source = reader->record->source;
    size_t nuls = 0;
    while (source->is_repaired && end - p > (ptrdiff_t)nuls + 2 &&
           memcmp(p + nuls, "\xE2\x90\x80", 3) == 0)
        nuls += 3;
    if (nuls == 0 && ((unsigned char)*p >= 0x80 || *p == '\x1A'))
        return space_at(p, end);
    if (nuls > 0)
        return nuls;
    bool is_front = p == source->text.data || is_break(p[-1]);
    return is_front ? mark_at(reader->quote, p, end) : 0;
}

bool kf_sgf_noise_is(const kf_sgf_reader *reader, kf_text text) {
    const char *end = text.data + text.length;
    for (const char *p = text.data; p < end;) {
        size_t length = kf_sgf_is_space(*p) ? 1 : noise_at(reader, p, end);
        if (length == 0)
            return false;
        p += length;
    }
    return text.length > 0;
}

const char *kf_sgf_noise_skip(const kf_sgf_reader *reader, const char *p, bool *has_some) {
    for (size_t length = 1; p < reader->end && length > 0; p += length) {
        length = kf_sgf_is_space(*p) ? 1 : noise_at(reader, p, reader->end);
        *has_some = *has_some || length > 1;
    }
    return p;
}

void kf_sgf_noise_take(kf_sgf_reader *reader, kf_text text) {
    const char *p = text.data, *end = p + text.length;
    bool is_reported = false;
    while (p < end) {
        size_t length = noise_at(reader, p, end);
        bool is_space = space_at(p, end) > 0, is_nul = !is_space && *p == '\xE2';
        if (is_space && !is_reported)
            kf_log_add_as(reader->log, KF_WARNING, KF_SGF_JUNK,
                          kf_sgf_mend_place(reader->record, p),
                          "white space that is not SGF's; left out");
        is_reported = is_reported || is_space;
        if (length > 0)
            kf_record_note_mend(reader->record, p, length, KF_TEXT(""),
                                is_space ? KF_SGF_JUNK
                                : is_nul ? KF_TEXT_NUL
                                         : KF_SGF_QUOTED,
                                is_space ? "white space that is not SGF's taken out"
                                : is_nul ? "NULs taken out"
                                         : "a mark of quotation taken out");
        p += length > 0 ? length : 1;
    }
}

bool kf_sgf_noise_has_quotes(const kf_sgf_reader *reader, kf_text text) {
    return reader->quote.length > 0 && text.length > 0 &&
           memchr(text.data, '\n', text.length) != NULL;
}

void kf_sgf_noise_copy(kf_sgf_reader *reader, kf_text text, kf_buffer *out) {
    const char *p = text.data, *end = p + text.length;
    while (p < end) {
        const char *line = memchr(p, '\n', (size_t)(end - p));
        const char *next = line != NULL ? line + 1 : end;
        kf_buffer_add(out, p, (size_t)(next - p));
        size_t length = line != NULL ? mark_at(reader->quote, next, end) : 0;
        if (length > 0)
            kf_record_note_mend(reader->record, next, length, KF_TEXT(""), KF_SGF_QUOTED,
                                "a mark of quotation taken out");
        p = next + length;
    }
}

void kf_sgf_noise_lower(const kf_sgf_reader *reader, kf_node node, const char *name) {
    kf_text version;
    int ff;
    kf_node game = kf_node_last_child(reader->record, 0);
    // Up to FF[3] they belong to the language, and where nothing is said it is FF[1].
    bool knows = kf_property_get(reader->record, game != 0 ? game : node, "FF", &version) &&
                 kf_record_number(version, &ff) && ff >= 4;
    if (knows)
        kf_log_add(reader->log, KF_SGF_LOWER_CASE, kf_sgf_mend_place(reader->record, name),
                   "names have capitals only in FF[4]; lower-case letters do not count");
}
