// SPDX-License-Identifier: MIT
// Writing SGF in our layout: lines of about 76 characters, broken between properties only, and
// every variation and game on a line of its own. Values go out byte for byte.

#include "format/sgf/sgf.h"

#include <stdio.h>
#include <string.h>

#include "base/charset/encode.h"
#include "base/text.h"
#include "record/value.h"

enum { LINE = 76, PATH = 64 };

typedef struct writing {
    kf_writing_job *writer;
    const kf_record *record;
    kf_output *out;
    size_t column;
    bool wants_charset;   // some text is not ASCII, so a reader has to be told what it is
    bool is_charset_said; // whether the change of CA was reported
    bool is_foreign;      // from another notation: the root gets what SGF expects there
    bool is_first;        // of the node in hand, the semicolon is still to be written
    bool has_charset;     // CA was written to the node in hand
    char charset[24];     // the value of CA where one is asked for
} writing;

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void new_line(writing *w) {
    kf_output_add_char(w->out, '\n');
    w->column = 0;
}

// Makes room for `length` bytes that stay together.
static void reserve(writing *w, size_t length) {
    if (w->column > 0 && (w->column > LINE || length > LINE - w->column))
        new_line(w);
    w->column += length < LINE ? length : LINE + 1;
}

// ---- Properties ----

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

// How many characters of a name count: lower-case letters do only where there is nothing else. 0
// when the rest would begin with a digit or names nothing: then the name stays as it is.
static size_t measure_name(kf_text name) {
    size_t capitals = 0;
    if (kf_value_is_whole(name))
        return 0;
    for (size_t i = 0; i < name.length; i++) {
        if (capitals == 0 && !is_lower(name.data[i]) && !is_capital(name.data[i]))
            return 0;
        capitals += !is_lower(name.data[i]);
    }
    return capitals > 0 ? capitals : name.length;
}

// Writes a name in capitals.
static void put_name(writing *w, kf_text name) {
    size_t length = measure_name(name);
    for (size_t i = 0; i < name.length; i++) {
        char c = name.data[i];
        if (length == 0 || !is_lower(c))
            kf_output_add_char(w->out, c);
        else if (length == name.length) // lower-case letters and nothing else
            kf_output_add_char(w->out, (char)(c - ('a' - 'A')));
    }
}

// A value of a text that may lack its last bracket: it gets one, which nothing may guard.
static void put_value(writing *w, kf_text value, bool is_last) {
    size_t slashes = 0;
    while (slashes < value.length && value.data[value.length - 1 - slashes] == '\\')
        slashes++;
    kf_output_add_char(w->out, '[');
    kf_output_add_text(w->out, value);
    if (is_last && slashes % 2 != 0)
        kf_output_add_char(w->out, '\\');
    kf_output_add_char(w->out, ']');
}

// The value of CA: the set that is asked for.
static kf_text charset_of(const writing *w) {
    return w->charset[0] != '\0' ? kf_text_of(w->charset) : KF_TEXT("[UTF-8]");
}

// Whether the property says a character set other than that of the bytes, which are UTF-8.
static bool is_other_charset(const kf_property *property) {
    kf_text values = property->values, value;
    if (!kf_property_value(&values, &value))
        return true;
    value = kf_text_trim(value);
    return !kf_text_equal_fold(value, KF_TEXT("UTF-8")) &&
           !kf_text_equal_fold(value, KF_TEXT("UTF8"));
}

// Said once for a record, however many games it has.
static void report_charset(writing *w, kf_node node, const char *piece, const char *what) {
    char path[PATH];
    kf_series *series = w->writer->how->series;
    if (w->is_charset_said || (series != NULL && series->is_told))
        return;
    kf_place place = kf_record_place(w->record, node, path, sizeof path);
    place.offset = kf_record_place_of(w->record, node, piece).offset;
    kf_log_add(w->writer->log, KF_SGF_CHARSET, place, "%s", what);
    w->is_charset_said = true;
    if (series != NULL)
        series->is_told = true;
}

// What is no property cannot be written; only a text that was set by a call can hold it.
static void report_gap(writing *w, kf_node node, const char *begin, const char *end) {
    char path[PATH];
    kf_text gap = kf_text_trim((kf_text){begin, (size_t)(end - begin)});
    if (gap.length == 0)
        return;
    kf_loss_add(w->writer->loss, true, KF_TEXT("text between properties"), node);
    kf_log_add(w->writer->log, KF_SGF_JUNK, kf_record_place(w->record, node, path, sizeof path),
               "this is not a property and is not written: %.*s",
               gap.length < 40 ? (int)gap.length : 40, gap.data);
}

// The length of a property as it will be written, without white space between the values.
static size_t measure(const kf_property *property) {
    size_t counting = measure_name(property->name);
    size_t length = counting > 0 ? counting : property->name.length;
    kf_text values = property->values, value;
    while (kf_property_value(&values, &value))
        length += value.length + 2;
    return length;
}

// Makes room for a property, and writes the semicolon if the node still lacks it.
static void begin_property(writing *w, size_t length) {
    reserve(w, (size_t)w->is_first + length);
    if (w->is_first)
        kf_output_add_char(w->out, ';');
    w->is_first = false;
}

// Takes the next property off `rest` and writes it, however it is spelled. False at the end.
static bool put_property(writing *w, kf_node node, kf_text *rest) {
    kf_property property;
    kf_text value;
    const char *before = rest->data, *end = rest->data + rest->length;
    bool is_found = kf_property_next(rest, &property);
    report_gap(w, node, before, is_found ? property.name.data : end);
    if (!is_found)
        return false;
    if (property.id == KF_P_CA && w->record->rows[node].parent == 0) {
        if (w->has_charset) // they would all say the same now
            return true;
        w->has_charset = true;
        if (w->charset[0] != '\0') {
            property.values = charset_of(w);
        } else if (is_other_charset(&property)) {
            report_charset(w, node, property.name.data, "written as UTF-8, and CA says so");
            property.values = KF_TEXT("[UTF-8]");
        }
    }
    begin_property(w, measure(&property));
    put_name(w, property.name);
    while (kf_property_value(&property.values, &value))
        put_value(w, value, value.data + value.length == end);
    return true;
}

// Takes properties in capitals without white space off `rest` and copies them, up to the first
// that is not so, or is CA.
static void put_plain_properties(writing *w, kf_text *rest) {
    const char *p = rest->data, *end = p + rest->length;
    while (p < end) {
        const char *begin = p;
        while (p < end && is_capital(*p))
            p++;
        bool is_charset = p - begin == 2 && begin[0] == 'C' && begin[1] == 'A';
        if (p == begin || p == end || *p != '[' || is_charset)
            return;
        while (p < end && *p == '[') {
            p = kf_value_end(p + 1, end);
            if (p == end) // a text that was set by a call
                return;
            p++;
        }
        if (p < end && is_space(*p) && p[strspn(p, " \t\n\v\f\r")] == '[')
            return;
        begin_property(w, (size_t)(p - begin));
        kf_output_add(w->out, begin, (size_t)(p - begin));
        while (p < end && is_space(*p))
            p++;
        *rest = (kf_text){p, (size_t)(end - p)};
    }
}

// What another notation says beyond SGF stands in private properties: only kifu reads them back.
static void report_carried(writing *w, kf_node node, kf_text text) {
    kf_property property;
    while (kf_property_next(&text, &property)) {
        const kf_property_row *row = kf_value_row(property.id);
        char kind[64];
        if (row == NULL || strncmp(row->name, "KF", 2) != 0)
            continue;
        int length = snprintf(kind, sizeof kind, "%s%sproperty %s", row->ishi,
                              row->ishi[0] != '\0' ? " as " : "", row->name);
        kf_loss_add(w->writer->loss, false, (kf_text){kind, (size_t)length}, node);
    }
}

// What stood outside of the games or between properties was kept by the reader, in nodes whose
// text is therefore not that of the file.
static void report_junk(writing *w, kf_node node, kf_text text) {
    kf_property property;
    if (w->record->rows[node].length != KF_OWN_TEXT)
        return;
    while (kf_property_next(&text, &property))
        if (kf_property_is(&property, "KFJUNK") || kf_property_is(&property, "KFAFTER"))
            kf_loss_add(w->writer->loss, false, KF_TEXT("text that is no SGF"), node);
}

// All properties of a node, each by the quickest way.
static void put_properties(writing *w, kf_node node, kf_text text) {
    w->has_charset = false;
    if (w->is_foreign && w->writer->loss != NULL)
        report_carried(w, node, text);
    else if (w->writer->loss != NULL)
        report_junk(w, node, text);
    do
        put_plain_properties(w, &text);
    while (text.length > 0 && put_property(w, node, &text));
    if (w->is_first)
        begin_property(w, 0);
}

// Whether the version to write knows the property: AP and CA came with FF[4], and the text cannot
// be read without CA where it is not ASCII.
static bool is_of_version(const writing *w, const char *name) {
    int version = w->writer->how->version;
    if (version == 0 || version == 4 || strcmp(name, "AP") != 0)
        return version == 0 || version == 4 || strcmp(name, "CA") != 0 || w->charset[0] != '\0' ||
               kf_record_has_letters(w->record);
    return false;
}

// What a root of another notation lacks, in the order in which programs look for it.
static void put_missing(writing *w, kf_node node) {
    static const char *const usual[][2] = {{"FF", "[4]"},
                                           {"GM", "[1]"},
                                           {"CA", "[UTF-8]"},
                                           {"AP", "[kifu:" KF_VERSION "]"},
                                           {"SZ", "[19]"}};
    kf_property found;
    bool is_go = kf_record_is_go(w->record, node);
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        const char *name = usual[i][0];
        bool is_wanted = w->is_foreign ? is_go || strcmp(name, "SZ") != 0
                                       : w->wants_charset && strcmp(name, "CA") == 0;
        if (!is_wanted || !is_of_version(w, name) ||
            kf_property_find(w->record, node, name, &found))
            continue;
        if (!w->is_foreign && w->charset[0] == '\0')
            report_charset(w, node, kf_node_text(w->record, node).data,
                           "written as UTF-8, and CA[UTF-8] says so");
        kf_text value = strcmp(name, "CA") == 0 ? charset_of(w) : kf_text_of(usual[i][1]);
        begin_property(w, strlen(name) + value.length);
        kf_output_add_string(w->out, name);
        kf_output_add_text(w->out, value);
    }
}

static void put_node(writing *w, kf_node node) {
    w->is_first = true;
    if (w->record->rows[node].parent == 0 && (w->is_foreign || w->wants_charset))
        put_missing(w, node);
    put_properties(w, node, kf_node_text(w->record, node));
}

// ---- Trees ----

// Whether the node begins a tree: games do, and all children of a node with more than one.
static bool begins_tree(const kf_record *record, kf_node node) {
    kf_node parent = record->rows[node].parent;
    return parent == 0 || record->rows[node].next != node;
}

// Leaves the node, and those above it that are thereby done. Returns the next one to write.
static kf_node leave(writing *w, kf_node node) {
    const kf_row *rows = w->record->rows;
    while (node != 0) {
        kf_node parent = rows[node].parent;
        if (begins_tree(w->record, node)) {
            kf_output_add_char(w->out, ')');
            w->column++;
        }
        if (rows[parent].child != node)
            return rows[node].next;
        node = parent;
    }
    return 0;
}

// A move and nothing else, as most nodes are.
static bool put_move(writing *w, const kf_row *row) {
    if (row->length != 5 || row->parent == 0)
        return false;
    const char *text = w->record->source->text.data + row->text;
    bool is_move = (text[0] == 'B' || text[0] == 'W') && text[1] == '[' && text[2] >= 'a' &&
                   text[3] >= 'a' && text[4] == ']';
    if (!is_move)
        return false;
    reserve(w, 6);
    char move[6] = ";";
    memcpy(move + 1, text, 5);
    kf_output_add(w->out, move, sizeof move);
    return true;
}

// Goes through the tree in the order of the file, and opens and closes parentheses on the way.
static void put_tree(writing *w) {
    const kf_record *record = w->record;
    kf_node node = kf_node_child(record, 0);
    while (node != 0) {
        if (begins_tree(record, node)) {
            if (w->column > 0)
                new_line(w);
            kf_output_add_char(w->out, '(');
            w->column = 1;
        }
        if (!put_move(w, &record->rows[node]))
            put_node(w, node);
        kf_node last = record->rows[node].child;
        node = last != 0 ? record->rows[last].next : leave(w, node);
    }
    if (w->column > 0)
        new_line(w);
}

bool kf_sgf_write(kf_writing_job *writer) {
    writing w = {.writer = writer, .record = writer->record, .out = writer->out};
    if (writer->record == NULL)
        return true;
    w.is_foreign = writer->record->format != &kf_sgf_format;
    const kf_series *series = writer->how->series;
    w.wants_charset = !w.is_foreign && (series != NULL ? series->has_letters
                                                       : kf_record_has_letters(writer->record));
    const char *set = writer->how->charset != NULL ? kf_encode_name(writer->how->charset) : NULL;
    if (set != NULL)
        snprintf(w.charset, sizeof w.charset, "[%s]", set);
    w.wants_charset = w.wants_charset || (set != NULL && !w.is_foreign);
    put_tree(&w);
    return true;
}
