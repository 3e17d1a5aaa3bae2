// SPDX-License-Identifier: MIT
// JSON read piece by piece, without a tree and without recursion.
//
// What servers send comes from strangers like any record: it may be nested a million deep, or end
// anywhere.

#include "base/json_read.h"

#include <string.h>

static void advance(kf_json_reader *reader, size_t length) {
    reader->rest = kf_text_cut(reader->rest, length, reader->rest.length);
}

static char peek(kf_json_reader *reader) {
    size_t i = 0;
    while (i < reader->rest.length && strchr(" \t\r\n", reader->rest.data[i]) != NULL)
        i++;
    if (i > 0)
        advance(reader, i);
    return reader->is_broken || reader->rest.length == 0 ? '\0' : reader->rest.data[0];
}

static bool fail(kf_json_reader *reader) {
    reader->is_broken = true;
    return false;
}

char kf_json_read_kind(kf_json_reader *reader) {
    char c = peek(reader);
    if (c == '-' || (c >= '0' && c <= '9'))
        return '0';
    return c != '\0' && strchr("{[\"tfn", c) != NULL ? c : '\0';
}

bool kf_json_read_enter(kf_json_reader *reader, char bracket) {
    if (peek(reader) != bracket)
        return false;
    advance(reader, 1);
    reader->is_fresh = true;
    return true;
}

// Notes that a comma is missing here, which is passed over as if it stood there.
static void note_gap(kf_json_reader *reader) {
    if (reader->gap == NULL)
        reader->gap = reader->rest.data;
}

// Passes over a comma. False: the bracket that ends it all comes instead, and was taken.
static bool goes_on(kf_json_reader *reader, char end) {
    char c = peek(reader);
    if (c == ',') {
        advance(reader, 1);
        c = peek(reader);
    } else if (c != end && c != '\0' && !reader->is_fresh) {
        note_gap(reader);
    }
    reader->is_fresh = false;
    if (c == end)
        advance(reader, 1);
    return c != end && (c != '\0' || fail(reader));
}

bool kf_json_read_member(kf_json_reader *reader, kf_text *name) {
    if (!goes_on(reader, '}'))
        return false;
    if (!kf_json_read_string(reader, name) || peek(reader) != ':')
        return fail(reader);
    advance(reader, 1);
    return true;
}

bool kf_json_read_element(kf_json_reader *reader) {
    if (!goes_on(reader, ']'))
        return false;
    return kf_json_read_kind(reader) != '\0' || fail(reader);
}

bool kf_json_read_string(kf_json_reader *reader, kf_text *string) {
    if (peek(reader) != '"')
        return false;
    kf_text rest = reader->rest;
    size_t i = 1;
    while (i < rest.length && rest.data[i] != '"')
        i += rest.data[i] == '\\' ? 2 : 1;
    if (i >= rest.length)
        return fail(reader);
    *string = kf_text_cut(rest, 1, i);
    advance(reader, i + 1);
    return true;
}

bool kf_json_read_number(kf_json_reader *reader, kf_text *number) {
    size_t i = 0;
    if (kf_json_read_kind(reader) != '0')
        return false;
    while (i < reader->rest.length &&
           (strchr("+-.eE", reader->rest.data[i]) != NULL ||
            (reader->rest.data[i] >= '0' && reader->rest.data[i] <= '9')))
        i++;
    *number = kf_text_cut(reader->rest, 0, i);
    advance(reader, i);
    return true;
}

bool kf_json_read_integer(kf_json_reader *reader, int *number) {
    const kf_json_reader before = *reader;
    kf_text text;
    if (!kf_json_read_number(reader, &text))
        return false;
    bool is_negative = text.data[0] == '-';
    size_t end = is_negative;
    while (end < text.length && text.data[end] >= '0' && text.data[end] <= '9')
        end++;
    if (!kf_text_number(kf_text_cut(text, is_negative, end), number)) {
        *reader = before;
        return false;
    }
    *number = is_negative ? -*number : *number;
    return true;
}

// A word of letters.
static bool take_word(kf_json_reader *reader, const char *word) {
    if (!kf_text_starts(reader->rest, kf_text_of(word)))
        return false;
    advance(reader, strlen(word));
    return true;
}

bool kf_json_read_bool(kf_json_reader *reader, bool *value) {
    char c = peek(reader);
    *value = c == 't';
    return (c == 't' && take_word(reader, "true")) || (c == 'f' && take_word(reader, "false"));
}

void kf_json_read_skip(kf_json_reader *reader) {
    size_t depth = 0;
    kf_text text;
    bool is_behind = false; // a value, with nothing between
    do {
        char c = peek(reader);
        bool is_good = true, is_sign = c != '\0' && strchr(",:}]", c) != NULL;
        bool flag;
        if (is_behind && !is_sign && c != '\0')
            note_gap(reader);
        is_behind = c != ',' && c != ':' && c != '{' && c != '[';
        if (c == '{' || c == '[') {
            depth++;
            advance(reader, 1);
        } else if (c == '}' || c == ']') {
            is_good = depth > 0;
            depth -= is_good;
            advance(reader, is_good);
        } else if (c == ',' || c == ':') {
            is_good = depth > 0;
            advance(reader, is_good);
        } else if (c == '"') {
            is_good = kf_json_read_string(reader, &text);
        } else if (c == 'n') {
            is_good = take_word(reader, "null");
        } else {
            is_good = kf_json_read_bool(reader, &flag) || kf_json_read_number(reader, &text);
        }
        reader->is_broken = reader->is_broken || !is_good;
    } while (depth > 0 && !reader->is_broken);
}

void kf_json_read_report(const kf_json_reader *reader, const kf_source *source, kf_log *log) {
    if (reader->gap != NULL && !reader->is_broken)
        kf_log_add_as(
            log, KF_WARNING, KF_JSON_SYNTAX,
            (kf_place){.source = source, .offset = (size_t)(reader->gap - source->text.data)},
            "a comma or a colon is missing before this; it is read as if it stood there");
}

// ---- Strings ----

// The four digits at the front; false when there are no four.
static bool take_code(kf_text text, uint32_t *code) {
    *code = 0;
    for (size_t i = 0; i < 4; i++) {
        char c = i < text.length ? text.data[i] : 'x';
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return false;
        *code = *code * 16 + (uint32_t)digit;
    }
    return true;
}

// What stands behind `\u`, perhaps with its other half. Returns its length.
static size_t add_code(kf_buffer *out, kf_text text) {
    uint32_t code, low;
    size_t length = 4;
    char bytes[4];
    if (!take_code(text, &code))
        return 0;
    bool is_high = code >= 0xD800 && code < 0xDC00;
    if (is_high && kf_text_starts(kf_text_cut(text, 4, text.length), KF_TEXT("\\u")) &&
        take_code(kf_text_cut(text, 6, text.length), &low) && low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        length = 10;
    }
    // A half alone is no character, and no text of ours holds NUL.
    if (code == 0 || (code >= 0xD800 && code < 0xE000))
        code = 0xFFFD;
    kf_buffer_add(out, bytes, kf_text_put_code_point(bytes, code));
    return length;
}

void kf_json_read_plain(kf_buffer *out, kf_text string) {
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    for (size_t i = 0; i < string.length; i++) {
        char c = string.data[i];
        if (c != '\\' || i + 1 == string.length) {
            kf_buffer_add_char(out, c);
            continue;
        }
        c = string.data[++i];
        const char *found = strchr(from, c);
        if (c == 'u')
            i += add_code(out, kf_text_cut(string, i + 1, string.length));
        else
            kf_buffer_add_char(out, found != NULL && c != '\0' ? to[found - from] : c);
    }
}
