// SPDX-License-Identifier: MIT
// Brackets in texts that lack their backslash: which of several closes the value.
//
// Nothing in the text says so. A bracket is taken for one of the text only when what follows it is
// no SGF, and what follows a later one is: then that later one closes the value.

#include "format/sgf/sgf.h"

#include <string.h>

#include "base/text.h"
#include "record/value.h"

// How far one looks for the bracket that closes a value after all.
enum { REST = 2000, NAME = 8 };

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

static const char *skip_space(const char *p) {
    while (is_space(*p))
        p++;
    return p;
}

// Behind the name that begins at `p` when a bracket stands there, else NULL.
static const char *skip_name(const char *p) {
    size_t letters = 0;
    while (letters <= NAME && is_capital(p[letters]))
        letters++;
    return letters > 0 && letters <= NAME && p[letters] == '[' ? p + letters : NULL;
}

// Whether after the bracket at `p` a property, a node, a tree or another value can begin.
static bool is_followed_well(const char *p) {
    p = skip_space(p + 1);
    return strchr(";()[", *p) != NULL /* or the end */ || skip_name(p) != NULL;
}

// Whether a value of the property may be a text with words in it.
static bool is_text(kf_text name) {
    int id = kf_value_id(name);
    kf_type type = id >= 0 ? kf_value_row(id)->type : KF_TYPE_TEXT;
    return type == KF_TYPE_TEXT || type == KF_TYPE_SIMPLE || type == KF_TYPE_LABEL ||
           type == KF_TYPE_FIGURE;
}

static void note(kf_sgf_reader *reader, const char *bracket) {
    reader->brackets = kf_arena_grow(reader->record->arena, reader->brackets, &reader->bracket_room,
                                     reader->bracket_count + 1, sizeof *reader->brackets);
    reader->brackets[reader->bracket_count++] = bracket;
    kf_log_add(reader->log, KF_SGF_BRACKET, kf_sgf_mend_place(reader->record, bracket),
               "this bracket belongs to the text and lacks its backslash; read as if it had one");
}

// The bracket that closes as many as `depth`, none of them behind `end`; else NULL.
static const char *find_partner(const char *p, const char *end, size_t depth) {
    for (; p < end; p++) {
        depth += *p == '[';
        depth -= *p == ']';
        if (depth == 0)
            return p;
        p += *p == '\\' && p + 1 < end;
    }
    return NULL;
}

// Whether the text from behind a value up to `end` is properties, nodes and trees, and no value
// contains `end`.
static bool is_sgf(const char *p, const char *end) {
    while ((p = skip_space(p)) < end) {
        const char *open = *p == '[' ? p : skip_name(p);
        if (strchr(";()", *p) != NULL)
            p++;
        else if (open == NULL || (p = kf_value_end(open + 1, end)) == end)
            return false;
        else
            p++;
    }
    return true;
}

const char *kf_sgf_bracket_close(kf_sgf_reader *reader, kf_text name, const char *open,
                                 const char *close) {
    const char *stop = reader->end - close > REST ? close + REST : reader->end;
    size_t depth = 0;
    if (!is_text(name))
        return close;
    for (const char *p = open; p <= close; p++) {
        depth += *p == '[';
        depth -= *p == ']';
        p += *p == '\\' && p < close;
    }
    const char *partner = depth > 0 ? find_partner(close + 1, stop, depth) : NULL;
    if (partner == NULL || !is_followed_well(partner) || is_sgf(close + 1, partner))
        return close;
    for (const char *p = close; p < partner; p++) {
        if (*p == ']')
            note(reader, p);
        p += *p == '\\' && p + 1 < partner;
    }
    return partner;
}

const char *kf_sgf_bracket_rest(kf_sgf_reader *reader, kf_text name, const char *before,
                                const char *p) {
    const char *close = p, *end = reader->end - p > REST ? p + REST : reader->end;
    if (!is_text(name))
        return NULL;
    while (close < end && *close != ']' && *close != '[')
        close += *close == '\\' && close + 1 < end ? 2 : 1;
    if (close >= end || *close != ']' || !is_followed_well(close))
        return NULL;
    note(reader, before);
    return close;
}
