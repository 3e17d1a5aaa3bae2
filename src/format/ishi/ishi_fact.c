// SPDX-License-Identifier: MIT
// The lines of a USER kifu block, each one fact.
//
// A property stands there as SGF has it, in ASCII: a character outside of 32 to 126, and `~`, is
// `~HEX;` with its code point, so that a line break inside a value does not end the line.

#include "format/ishi/ishi.h"

#include <stdio.h>

#include "base/text.h"
#include "record/value.h"

// ---- Characters ----

static void encode(kf_buffer *out, kf_text text) {
    char code[12];
    uint32_t c;
    while (text.length > 0) {
        size_t i = 0;
        while (i < text.length && text.data[i] >= 32 && text.data[i] < 126)
            i++;
        kf_buffer_add(out, text.data, i);
        text = kf_text_cut(text, i, text.length);
        if (!kf_text_code_point(&text, &c))
            break;
        int length = snprintf(code, sizeof code, "~%lX;", (unsigned long)c);
        kf_buffer_add(out, code, (size_t)length);
    }
}

// Codes are written in capitals: small letters are text that looks like one.
static int hex_digit(char c) {
    return c <= 'F' ? kf_text_hex(c) : -1;
}

// The code point of `HEX;` at the front of the text, which is taken; 0 when there is none.
static uint32_t take_code(kf_text *text) {
    uint32_t code = 0;
    size_t i = 0;
    while (i < text->length && i < 6 && hex_digit(text->data[i]) >= 0)
        code = code << 4 | (uint32_t)hex_digit(text->data[i++]);
    bool is_character = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    if (i == 0 || i == text->length || text->data[i] != ';' || !is_character)
        return 0;
    *text = kf_text_cut(*text, i + 1, text->length);
    return code;
}

static bool decode(kf_buffer *out, kf_text text) {
    char utf8[4];
    while (text.length > 0) {
        char c = text.data[0];
        text = kf_text_cut(text, 1, text.length);
        if (c != '~') {
            kf_buffer_add_char(out, c);
            continue;
        }
        uint32_t code = take_code(&text);
        if (code == 0)
            return false;
        kf_buffer_add(out, utf8, kf_text_put_code_point(utf8, code));
    }
    return true;
}

// ---- Lines ----

static bool is_name(kf_text text) {
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        bool is_letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!is_letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return text.length > 0;
}

// Reads one property and nothing else; with `may_lack` the values may be missing.
static bool read_property(kf_text text, kf_arena *arena, bool may_lack, kf_property *property) {
    if (may_lack && is_name(text)) {
        property->name = (kf_text){kf_arena_copy(arena, text.data, text.length), text.length};
        property->values = (kf_text){"", 0};
        property->id = kf_value_id(text);
        return true;
    }
    kf_buffer plain = {.arena = arena};
    if (!decode(&plain, text))
        return false;
    kf_text all = {kf_arena_copy(arena, plain.data, plain.length), plain.length}, rest = all;
    kf_arena_release(arena, plain.data);
    bool is_one = kf_property_next(&rest, property) && rest.length == 0 &&
                  property->name.data == all.data && is_name(property->name);
    return is_one && property->values.data[property->values.length - 1] == ']';
}

static bool read_at(kf_text rest, kf_ishi_fact *fact) {
    kf_text word;
    if (!kf_text_word(&rest, &word) || !kf_text_number(word, &fact->back))
        return false;
    if (!kf_text_word(&rest, &word) || !kf_text_number(word, &fact->index))
        return false;
    return kf_text_trim(rest).length == 0 && fact->back > 0 && fact->index > 0;
}

bool kf_ishi_fact_read(kf_text line, kf_arena *arena, kf_ishi_fact *fact) {
    kf_text rest = line, word;
    if (!kf_text_word(&rest, &word) || !kf_text_is(word, "."))
        return false;
    // One space stands behind the full stop; further ones belong to nothing.
    rest = kf_text_trim(rest);
    kf_text behind = rest;
    bool has_word = kf_text_word(&behind, &word);
    *fact = (kf_ishi_fact){.kind = KF_ISHI_FACT_SET};
    if (!has_word)
        return false;
    if (kf_text_is(rest, "node")) {
        fact->kind = KF_ISHI_FACT_NODE;
        return true;
    }
    if (kf_text_is(rest, ";")) {
        fact->kind = KF_ISHI_FACT_NEXT;
        return true;
    }
    if (kf_text_is(word, "at")) {
        fact->kind = KF_ISHI_FACT_AT;
        return read_at(behind, fact);
    }
    bool is_gone = rest.data[0] == '-', is_shown = rest.data[0] == '=';
    if (is_gone || is_shown) {
        fact->kind = is_gone ? KF_ISHI_FACT_GONE : KF_ISHI_FACT_SHOWN;
        rest = kf_text_cut(rest, 1, rest.length);
    }
    return read_property(rest, arena, is_gone || is_shown, &fact->property) &&
           (!is_gone || fact->property.values.length == 0);
}

bool kf_ishi_fact_fits(kf_text lines, kf_arena *arena) {
    kf_ishi_fact fact;
    kf_text line;
    size_t count = 0;
    while (kf_text_line(&lines, &line)) {
        if (!kf_ishi_fact_read(line, arena, &fact))
            return false;
        count++;
    }
    return count > 0;
}

static void write_property(kf_buffer *out, const kf_property *property) {
    kf_text values = property->values, value;
    kf_buffer_add_text(out, property->name);
    while (kf_property_value(&values, &value)) {
        kf_buffer_add_char(out, '[');
        encode(out, value);
        kf_buffer_add_char(out, ']');
    }
}

void kf_ishi_fact_write(kf_buffer *out, const kf_ishi_fact *fact) {
    kf_buffer_add_string(out, ". ");
    switch (fact->kind) {
    case KF_ISHI_FACT_NODE:
        kf_buffer_add_string(out, "node");
        break;
    case KF_ISHI_FACT_NEXT:
        kf_buffer_add_char(out, ';');
        break;
    case KF_ISHI_FACT_AT:
        kf_buffer_add_string(out, "at ");
        kf_buffer_add_number(out, fact->back);
        kf_buffer_add_char(out, ' ');
        kf_buffer_add_number(out, fact->index);
        break;
    case KF_ISHI_FACT_GONE:
        kf_buffer_add_char(out, '-');
        kf_buffer_add_text(out, fact->property.name);
        break;
    case KF_ISHI_FACT_SHOWN:
        kf_buffer_add_char(out, '=');
        write_property(out, &fact->property);
        break;
    case KF_ISHI_FACT_SET:
        write_property(out, &fact->property);
        break;
    }
    kf_buffer_add_string(out, "\r\n");
}
