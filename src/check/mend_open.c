// SPDX-License-Identifier: MIT
// Where a value that is not closed ends: another property or node seems to begin in it.

#include <string.h>

#include "base/text.h"
#include "check/check.h"
#include "record/value.h"

// Where the name of a property that ends at `end` begins, and is no part of a longer word; else
// `end`.
static size_t find_name(kf_text value, size_t end) {
    size_t begin = end;
    while (begin > 0 && value.data[begin - 1] >= 'A' && value.data[begin - 1] <= 'Z')
        begin--;
    // Two capitals behind a small letter are no part of its word: `AdaPW`.
    char before = begin > 0 ? value.data[begin - 1] : ' ';
    bool is_apart =
        !kf_mend_is_letter(before) || (end - begin == 2 && before >= 'a' && before <= 'z');
    bool is_name = end > begin && end - begin <= 2 && is_apart &&
                   kf_value_id(kf_text_cut(value, begin, end)) >= 0;
    return is_name ? begin : end;
}

size_t kf_mend_open_value(kf_text value) {
    const char *open = memchr(value.data, '[', value.length);
    size_t end = open != NULL ? (size_t)(open - value.data) : 0, begin = find_name(value, end);
    return begin < end ? begin : value.length;
}

// The first bracket that nothing in the value closes, its length when there is none.
static size_t find_open(kf_text value) {
    size_t open = value.length;
    for (size_t i = 0; i < value.length; i++) {
        char c = value.data[i];
        if (c == '\\' && ++i < value.length && value.data[i] == ']')
            open = value.length;
        else if (c == '[' && open == value.length)
            open = i;
    }
    return open;
}

size_t kf_mend_open_text(kf_text value) {
    if (memchr(value.data, '[', value.length) == NULL)
        return value.length;
    size_t open = find_open(value), name = open < value.length ? find_name(value, open) : open;
    if (name == open)
        return value.length;
    kf_text before = kf_text_trim(kf_text_cut(value, 0, name));
    if (before.length == 0 || before.data[before.length - 1] != ';')
        return value.length;
    return (size_t)(before.data + before.length - 1 - value.data);
}

// The place behind the value that begins at `i`, with its bracket.
static size_t skip_value(kf_text text, size_t i) {
    for (i++; i < text.length && text.data[i] != ']'; i++)
        i += text.data[i] == '\\';
    return i + 1;
}

bool kf_mend_open_is_quoted(kf_text file, kf_text value, size_t at) {
    enum { AHEAD = 4096 };
    if (value.data < file.data || value.data > file.data + file.length)
        return false;
    size_t begin = (size_t)(value.data - file.data);
    kf_text text = kf_text_cut(file, begin, begin + at + AHEAD);
    bool is_tree = false;
    for (; at > 0 && (kf_value_is_space(text.data[at - 1]) || text.data[at - 1] == '('); at--)
        is_tree = is_tree || text.data[at - 1] == '(';
    if (at == 0 && is_tree)
        return true;
    char before = ' ';
    for (int depth = 0; at < text.length && depth >= 0;) {
        char c = text.data[at];
        if (c == ']')
            return before == ')' || before == ']';
        depth += (c == '(') - (c == ')');
        at = c == '[' ? skip_value(text, at) : at + 1;
        before = c == '[' ? ']' : kf_value_is_space(c) ? before : c;
    }
    return false;
}
