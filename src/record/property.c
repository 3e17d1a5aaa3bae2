// SPDX-License-Identifier: MIT
// Properties and values as views of a node's text.
//
// Nothing is parsed before somebody asks, and nothing that was parsed is kept: a node is read anew
// each time, from a text of a few bytes that is in the cache. The readers have checked the text,
// but editing calls put in any, so everything here ends at the end of the text and passes by what
// is no property.

#include "record/record.h"

#include "base/text.h"
#include "record/value.h"

static bool is_letter(char c) {
    return (unsigned char)((c | 0x20) - 'a') < 26;
}

static bool is_name(char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
}

// Behind the values that begin at `p`, which stands at `[`. The first of them goes to `value`.
static const char *skip_values(const char *p, const char *end, kf_text *value) {
    for (bool is_first = true;; is_first = false) {
        const char *begin = p + 1;
        p = kf_value_end(begin, end);
        if (is_first)
            *value = (kf_text){begin, (size_t)(p - begin)};
        if (p == end)
            return p;
        const char *last = ++p;
        p = kf_value_skip_space(p, end);
        if (p == end || *p != '[')
            return last;
    }
}

static bool is_capital(char c) {
    return (unsigned char)(c - 'A') < 26;
}

// Takes a property as nearly all are spelled.
static inline bool scan_plain(kf_text *rest, kf_property *property) {
    const char *end = rest->data + rest->length, *p = kf_value_skip_space(rest->data, end);
    size_t name;
    const char *close = kf_value_plain_end(p, end, &name, &property->value);
    if (close == NULL)
        return false;
    const char *open = p + name;
    property->name = (kf_text){p, name};
    property->values = (kf_text){open, (size_t)(close + 1 - open)};
    *rest = (kf_text){close + 1, (size_t)(end - close - 1)};
    return true;
}

// A value without a name belongs to the property that stood before it in a file that a program cut
// to pieces; the reader reported it, and here it is nobody's.
bool kf_property_scan(kf_text *rest, kf_property *property) {
    if (scan_plain(rest, property))
        return true;
    const char *p = rest->data, *end = p + rest->length;
    while (p < end) {
        if (*p == '[') { // a value without a name
            p = skip_values(p, end, &property->value);
            continue;
        }
        if (!is_letter(*p)) {
            p++;
            continue;
        }
        const char *name = p++;
        while (p < end && is_name(*p))
            p++;
        property->name = (kf_text){name, (size_t)(p - name)};
        p = kf_value_skip_space(p, end);
        if (p == end || *p != '[') // a name without a value
            continue;
        const char *behind = skip_values(p, end, &property->value);
        property->values = (kf_text){p, (size_t)(behind - p)};
        *rest = (kf_text){behind, (size_t)(end - behind)};
        return true;
    }
    *rest = (kf_text){end, 0};
    return false;
}

bool kf_property_next(kf_text *rest, kf_property *property) {
    if (!kf_property_scan(rest, property))
        return false;
    property->id = kf_value_id(property->name);
    return true;
}

bool kf_property_value(kf_text *values, kf_text *value) {
    if (values->length == 0) // of a property that is not there
        return false;
    const char *end = values->data + values->length;
    const char *p = kf_value_skip_space(values->data, end);
    if (p == end || *p != '[')
        return false;
    const char *close = kf_value_end(p + 1, end);
    *value = (kf_text){p + 1, (size_t)(close - p - 1)};
    const char *behind = close < end ? close + 1 : end;
    *values = (kf_text){behind, (size_t)(end - behind)};
    return true;
}

// FF[1] to FF[3] spelled names out: `Black[aa]` and `WhiteRank[5k]` are B and WR, their capitals.
bool kf_property_is(const kf_property *property, const char *name) {
    kf_text spelled = property->name;
    bool has_capital = false;
    size_t k = 0;
    if (spelled.length == 2 && is_capital(spelled.data[0]) && is_capital(spelled.data[1]))
        return spelled.data[0] == name[0] && spelled.data[1] == name[1] && name[2] == '\0';
    for (size_t i = 0; i < spelled.length; i++) {
        char c = spelled.data[i];
        if (c >= 'a' && c <= 'z')
            continue;
        has_capital = true;
        if (name[k] == '\0' || c != name[k++])
            return false;
    }
    if (has_capital)
        return name[k] == '\0';
    return kf_text_equal_fold(spelled, kf_text_of(name)); // all lower case: taken as capitals
}

// Steps over the properties that are spelled as nearly all are, and have another name.
static void pass_others(kf_text *rest, const char *name) {
    const char *p = rest->data, *end = p + rest->length, *close;
    kf_text value;
    size_t length;
    while ((close = kf_value_plain_end(p, end, &length, &value)) != NULL) {
        if (p[0] == name[0] && (length == 1 ? '\0' : p[1]) == name[1])
            break;
        p = close + 1;
    }
    *rest = (kf_text){p, (size_t)(end - p)};
}

static bool find(const kf_record *record, kf_node node, const char *name, kf_property *property) {
    kf_text rest = kf_node_text(record, node);
    for (pass_others(&rest, name); kf_property_scan(&rest, property); pass_others(&rest, name))
        if (kf_property_is(property, name))
            return true;
    return false;
}

bool kf_property_find(const kf_record *record, kf_node node, const char *name,
                      kf_property *property) {
    if (!find(record, node, name, property))
        return false;
    property->id = kf_value_id(property->name);
    return true;
}

bool kf_property_get(const kf_record *record, kf_node node, const char *name, kf_text *value) {
    kf_property property;
    if (!find(record, node, name, &property))
        return false;
    *value = property.value;
    return true;
}

// How many bytes the line break at `i` takes: CR LF and LF CR count as one break; 0 for none.
static size_t line_break(kf_text text, size_t i) {
    char c = text.data[i];
    if (c != '\n' && c != '\r')
        return 0;
    bool pair = i + 1 < text.length && (text.data[i + 1] == '\n' || text.data[i + 1] == '\r') &&
                text.data[i + 1] != c;
    return pair ? 2 : 1;
}

// What SGF says of text: a backslash makes the next character ordinary, and before a line break it
// takes that break away; in simple text every white space is a space. Never longer than the value.
size_t kf_property_plain(kf_text value, bool simple, char *out) {
    size_t made = 0;
    for (size_t i = 0; i < value.length;) {
        char c = value.data[i];
        if ((unsigned char)c > '\r' && c != '\\') { // nearly all
            out[made++] = c;
            i++;
            continue;
        }
        size_t length = line_break(value, i);
        if (length > 0) {
            out[made++] = simple ? ' ' : '\n';
            i += length;
            continue;
        }
        if (c == '\\') {
            if (++i == value.length)
                break;
            length = line_break(value, i);
            if (length > 0) { // a soft line break
                i += length;
                continue;
            }
        }
        c = value.data[i++];
        bool is_blank = c == '\t' || c == '\v' || c == '\f';
        out[made++] = simple && is_blank ? ' ' : c;
    }
    return made;
}

// A colon that is part of the first half is escaped; everything behind the first bare one is the
// second, further colons too, for a label may have them and programs do not escape them there.
bool kf_property_split(kf_text value, kf_text *first, kf_text *second) {
    for (size_t i = 0; i < value.length; i++) {
        if (value.data[i] == '\\') {
            i++;
        } else if (value.data[i] == ':') {
            *first = kf_text_cut(value, 0, i);
            *second = kf_text_cut(value, i + 1, value.length);
            return true;
        }
    }
    *first = value;
    *second = (kf_text){value.data + value.length, 0};
    return false;
}
