// SPDX-License-Identifier: MIT
// Any order of editing calls keeps the tree a tree, and what was made can be written and read.

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "record/value.h"

static kf_node take_node(fuzz_tape *tape, const kf_record *record) {
    return (kf_node)(fuzz_take(tape) % kf_record_nodes(record));
}

// Whether the node still hangs in the tree.
static bool hangs(const kf_record *record, kf_node node) {
    kf_walk walk = kf_walk_from(record, 0);
    for (kf_node at = kf_walk_enter(&walk); at; at = kf_walk_enter(&walk))
        if (at == node)
            return true;
    return node == 0;
}

static void set_values(fuzz_tape *tape, kf_record *record, kf_node node) {
    static const char *const names[] = {"B", "W", "C", "LB", "AB", "XX", "SZ", "KO"};
    const char *name = names[fuzz_take(tape) % 8];
    kf_text values[4];
    size_t count = fuzz_take(tape) % 5;
    for (size_t i = 0; i < count && i < 4; i++) {
        size_t length = fuzz_take(tape) % 9;
        if (length > tape->left)
            length = tape->left;
        values[i] = (kf_text){(const char *)tape->data, length};
        tape->data += length;
        tape->left -= length;
    }
    kf_node_set(record, node, name, values, count < 4 ? count : 4, NULL);
}

static void set_text(fuzz_tape *tape, kf_record *record, kf_node node) {
    size_t length = fuzz_take(tape) % 17;
    if (length > tape->left)
        length = tape->left;
    kf_node_set_text(record, node, (kf_text){(const char *)tape->data, length}, NULL);
    tape->data += length;
    tape->left -= length;
}

static void step(fuzz_tape *tape, kf_record *record) {
    unsigned what = fuzz_take(tape) % 6;
    kf_node node = take_node(tape, record);
    if (!hangs(record, node))
        return;
    if (what <= 1) {
        kf_node added = kf_node_add(record, node, NULL);
        fuzz_expect(added && kf_node_last_child(record, node) == added, "the new node is not last");
    } else if (what == 2) {
        bool removed = kf_node_remove(record, node, NULL);
        fuzz_expect(!removed || !hangs(record, node), "a removed node is still there");
    } else if (what == 3) {
        kf_node parent = take_node(tape, record), before = take_node(tape, record);
        if (!hangs(record, parent) || (before && !hangs(record, before)))
            return;
        if (kf_node_move(record, node, parent, before, NULL))
            fuzz_expect(kf_node_parent(record, node) == parent, "a moved node stands elsewhere");
    } else if (what == 4 && node) {
        set_values(tape, record, node);
    } else if (node) {
        set_text(tape, record, node);
    }
}

static bool is_words(const kf_property *property) {
    kf_type type = property->id >= 0 ? kf_value_row(property->id)->type : KF_TYPE_TEXT;
    return type == KF_TYPE_TEXT || type == KF_TYPE_SIMPLE || type == KF_TYPE_LABEL ||
           type == KF_TYPE_FIGURE;
}

// Whether a point or a number has a bracket in it, which is then one too many, or behind one that
// is missing; or a text has one where a game may begin.
static bool has_bracket(const kf_property *property) {
    kf_text values = property->values;
    for (kf_text value; kf_property_value(&values, &value);)
        if (memchr(value.data, '[', value.length) != NULL &&
            (!is_words(property) || memchr(value.data, '(', value.length) != NULL))
            return true;
    return false;
}

// Whether a reader mends what was set: a name that stands twice in a node is read as one when both
// say the same, a backslash at the end has nothing to guard, and what follows a CA within a game is
// read in the set that it names; and brackets.
static bool is_mended(const kf_record *record) {
    kf_walk walk = kf_walk_from(record, 0);
    for (kf_node node = kf_walk_enter(&walk); node; node = kf_walk_enter(&walk)) {
        kf_text rest = kf_node_text(record, node);
        for (kf_property one, other; kf_property_next(&rest, &one);) {
            kf_text behind = rest;
            bool is_set = kf_property_is(&one, "CA") && kf_node_parent(record, node) != 0;
            if (is_set || one.values.data[one.values.length - 1] == '\\' || has_bracket(&one))
                return true;
            while (kf_property_next(&behind, &other))
                if (one.id == other.id && (one.id >= 0 || one.name.length == other.name.length))
                    return true;
        }
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char start[] = "(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))(;SZ[5])";
    fuzz_tape tape = {data, size};
    kf_record *record = fuzz_read(start, sizeof start - 1, "sgf", 0);
    for (int i = 0; tape.left > 0 && i < 400; i++) {
        step(&tape, record);
        fuzz_expect_tree(record);
    }
    fuzz_bytes text = fuzz_write(record, "sgf", false, NULL);
    if (text.written) {
        kf_record *again = fuzz_read(text.data, text.length, "sgf", 0);
        fuzz_expect(again, "what was made by calls cannot be read");
        if (!is_mended(record))
            fuzz_expect_same(record, again, "made by calls, written and read");
        kf_record_free(again);
    }
    free(text.data);
    kf_record_free(record);
    return 0;
}
