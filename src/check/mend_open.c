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
