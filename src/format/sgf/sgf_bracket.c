// SPDX-License-Identifier: MIT
// Brackets in texts that lack their backslash: which of several closes the value. And brackets of
// points, where one is missing or one too many.
//
// Nothing in a text says so. A bracket is taken for one of the text only when what follows it is
// no SGF, and what follows a later one is: then that later one closes the value.

#include "format/sgf/sgf.h"

#include <string.h>

#include "base/text.h"
#include "record/value.h"

// How far one looks for the bracket that closes a value after all.
enum { REST = 2000, NAME = 8 };

// Behind the name that begins at `p` when a bracket stands there, else NULL.
static const char *skip_name(const char *p) {
    size_t letters = 0;
    while (letters <= NAME && kf_sgf_is_capital(p[letters]))
        letters++;
    return letters > 0 && letters <= NAME && p[letters] == '[' ? p + letters : NULL;
}

// Whether after the bracket at `p` a property, a node, a tree or another value can begin.
static bool is_followed_well(const char *p) {
    p = kf_sgf_skip_space(p + 1);
    return strchr(";()[", *p) != NULL /* or the end */ || skip_name(p) != NULL;
}

// Whether a value of the property may be a text with words in it.
static bool is_text(kf_text name) {
    int id = kf_value_id(name);
    kf_type type = id >= 0 ? kf_value_row(id)->type : KF_TYPE_TEXT;
    return type == KF_TYPE_TEXT || type == KF_TYPE_SIMPLE || type == KF_TYPE_LABEL ||
           type == KF_TYPE_FIGURE;
}

static void note(kf_sgf_reader *reader, const char *at, kf_sgf_slip slip) {
    static const struct {
        kf_code code;
        const char *message;
    } said[] = {{KF_SGF_BRACKET,
                 "this bracket belongs to the text and lacks its backslash; read as if it had one"},
                {KF_SGF_OPEN_VALUE,
                 "the bracket that closes a point is missing here; read as if it were "
                 "there"},
                {KF_SGF_BRACKET, "this bracket is one too many; left out"}};
    reader->slips = kf_arena_grow(reader->record->arena, reader->slips, &reader->slip_room,
                                  reader->slip_count + 1, sizeof *reader->slips);
    reader->slips[reader->slip_count++] = (kf_sgf_slip_at){at, slip};
    kf_log_add_as(reader->log, KF_ERROR, said[slip].code, kf_sgf_mend_place(reader->record, at),
                  "%s", said[slip].message);
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
    while ((p = kf_sgf_skip_space(p)) < end) {
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
            note(reader, p, KF_SGF_NO_BACKSLASH);
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
    note(reader, before, KF_SGF_NO_BACKSLASH);
    return close;
}

// ---- Points ----

static bool is_point(const char *p) {
    for (int i = 0; i < 2; i++)
        if (!kf_sgf_is_lower(p[i]) && !kf_sgf_is_capital(p[i]))
            return false;
    return true;
}

// Whether at `p`, right behind a point, something begins that cannot be part of its value.
static bool is_behind_point(const char *p, bool is_list) {
    const char *open = skip_name(p);
    if (*p == ';' || *p == '(' || *p == ')')
        return true;
    return (is_list && *p == '[') ||
           (open != NULL && kf_value_id((kf_text){p, (size_t)(open - p)}) >= 0);
}

// Whether no bracket closes before another one opens, or the text ends.
static bool is_open(const kf_sgf_reader *reader, const char *p) {
    while (p < reader->end && *p != '[' && *p != ']')
        p++;
    return p < reader->end ? *p == '[' : reader->is_final;
}

// Whether that may be so of the value at `p`, whatever property it is of. Names and comments begin
// with two letters, too, and are passed over here before their property is looked up.
static bool may_be_cut(const char *p) {
    const char *behind = kf_sgf_skip_space(p + (p[2] == ':' && is_point(p + 3) ? 5 : 2));
    return *behind == ';' || *behind == '(' || *behind == ')' || *behind == '[' ||
           skip_name(behind) != NULL;
}

const char *kf_sgf_bracket_point(kf_sgf_reader *reader, kf_text name, const char *open) {
    const char *first = kf_sgf_skip_space(open + 1);
    bool has_extra = *first == '[';
    const char *p = has_extra ? kf_sgf_skip_space(first + 1) : first;
    if (!is_point(p) || (!has_extra && !may_be_cut(p)))
        return NULL;
    while (name.length > 0 && *name.data >= '0' && *name.data <= '9') // no part of the name
        name = kf_text_cut(name, 1, name.length);
    int id = kf_value_id(name);
    const kf_property_row *row = id >= 0 ? kf_value_row(id) : NULL;
    if (row == NULL ||
        (row->type != KF_TYPE_MOVE && row->type != KF_TYPE_STONE && row->type != KF_TYPE_POINT))
        return NULL;
    bool is_list = row->arity != KF_ARITY_ONE;
    p += is_list && p[2] == ':' && is_point(p + 3) ? 5 : 2;
    const char *behind = kf_sgf_skip_space(p);
    if (!has_extra) {
        if (!is_behind_point(behind, is_list) || !is_open(reader, behind))
            return NULL;
        note(reader, p, KF_SGF_NO_BRACKET);
        return p;
    }
    if (*behind != ']')
        return NULL;
    note(reader, first, KF_SGF_TOO_MANY);
    if (behind[1] == ']')
        note(reader, ++behind, KF_SGF_TOO_MANY);
    return behind + 1;
}
