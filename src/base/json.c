// SPDX-License-Identifier: MIT
// JSON: written straight into a text, commas set by themselves.

#include "base/json.h"

#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "base/text.h"

// ---- Strings ----

// The short form that JSON has for a character, or 0.
static char short_form(uint32_t c) {
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    const char *found = c != 0 && c < 128 ? strchr(from, (int)c) : NULL;
    return found != NULL ? to[found - from] : '\0';
}

static bool put_escaped(kf_sink *sink, void *context, uint32_t c) {
    static const char digits[] = "0123456789ABCDEF";
    char letter = short_form(c);
    char escape[6] = {'\\', letter};
    if (letter != '\0')
        return sink(context, escape, 2);
    escape[1] = 'u';
    for (int i = 0; i < 4; i++)
        escape[2 + i] = digits[c >> (12 - 4 * i) & 15];
    return sink(context, escape, sizeof escape);
}

// Text without control characters, in which a few signs still mean something to JSON or HTML.
static bool put_plain(kf_sink *sink, void *context, kf_text text, bool html) {
    size_t done = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        bool is_sign = c == '"' || c == '\\' || (html && (c == '<' || c == '>' || c == '&'));
        if (!is_sign)
            continue;
        if ((i > done && !sink(context, text.data + done, i - done)) ||
            !put_escaped(sink, context, (unsigned char)c))
            return false;
        done = i + 1;
    }
    return done == text.length || sink(context, text.data + done, text.length - done);
}

bool kf_json_escape(kf_sink *sink, void *context, kf_text text, bool html) {
    while (text.length > 0) {
        kf_escape next = kf_escape_next(text);
        if (!put_plain(sink, context, kf_text_cut(text, 0, next.plain), html))
            return false;
        if (next.is_invalid && !sink(context, "\xEF\xBF\xBD", 3))
            return false;
        if (next.length > 0 && !next.is_invalid && !put_escaped(sink, context, next.code_point))
            return false;
        text = kf_text_cut(text, next.plain + next.length, text.length);
    }
    return true;
}

// Whether a text is letters and signs of ASCII that mean nothing to JSON, as most are.
static bool is_plain(kf_text text) {
    bool is_other = false;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        is_other |= c < ' ' || c >= 127 || c == '"' || c == '\\';
    }
    return !is_other;
}

static void put_string(kf_buffer *out, kf_text text) {
    kf_buffer_add_char(out, '"');
    if (is_plain(text)) {
        kf_buffer_add_text(out, text);
        kf_buffer_add_char(out, '"');
        return;
    }
    kf_json_escape(kf_buffer_sink, out, text, false);
    kf_buffer_add_char(out, '"');
}

// ---- Members ----

// Everything but the first member of a list or an object is separated from the one before.
static void begin(kf_buffer *out, const char *name) {
    char last = out->length > 0 ? out->data[out->length - 1] : '[';
    if (last != '[' && last != '{')
        kf_buffer_add_char(out, ',');
    if (name == NULL)
        return;
    put_string(out, kf_text_of(name));
    kf_buffer_add_char(out, ':');
}

void kf_json_open(kf_buffer *out, const char *name, char bracket) {
    begin(out, name);
    kf_buffer_add_char(out, bracket);
}

void kf_json_close(kf_buffer *out, char bracket) {
    kf_buffer_add_char(out, bracket);
}

void kf_json_number(kf_buffer *out, const char *name, int64_t number) {
    begin(out, name);
    kf_buffer_add_number(out, (long)number);
}

// Seventeen digits give every number back. A whole one keeps a point, so that it stays what it is.
void kf_json_real(kf_buffer *out, const char *name, double number) {
    char digits[40];
    int length = snprintf(digits, sizeof digits - 2, "%.17g", number);
    if (strpbrk(digits, ".en") == NULL) {
        digits[length++] = '.';
        digits[length++] = '0';
    }
    begin(out, name);
    kf_buffer_add(out, digits, (size_t)length);
}

void kf_json_bool(kf_buffer *out, const char *name, bool value) {
    begin(out, name);
    kf_buffer_add_string(out, value ? "true" : "false");
}

void kf_json_null(kf_buffer *out, const char *name) {
    begin(out, name);
    kf_buffer_add_string(out, "null");
}

void kf_json_text(kf_buffer *out, const char *name, kf_text text) {
    begin(out, name);
    put_string(out, text);
}

void kf_json_string(kf_buffer *out, const char *name, const char *string) {
    kf_json_text(out, name, kf_text_of(string));
}

void kf_json_add(kf_buffer *out, const char *name, kf_text json) {
    begin(out, name);
    kf_buffer_add_text(out, json);
}
