// SPDX-License-Identifier: MIT
// What the fuzz targets share: reading, writing and comparing in memory.

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_expect(bool good, const char *what) {
    if (good)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

unsigned fuzz_take(fuzz_tape *tape) {
    if (tape->left == 0)
        return 0;
    tape->left--;
    return *tape->data++;
}

bool fuzz_keep(void *context, const void *bytes, size_t length) {
    fuzz_bytes *all = context;
    if (all->length + length + 1 > all->capacity) {
        all->capacity = (all->length + length + 1) * 2;
        all->data = realloc(all->data, all->capacity);
        if (!all->data)
            return false;
    }
    if (length > 0)
        memcpy(all->data + all->length, bytes, length);
    all->length += length;
    return true;
}

kf_record *fuzz_read(const void *data, size_t length, const char *format, int size) {
    kf_reading how = {.format = format ? kf_format_named(format) : NULL, .size = size};
    fuzz_expect(!format || how.format, "a notation is missing");
    kf_log *log = kf_log_new();
    kf_record *record = kf_format_read(data, length, "input", &how, log);
    if (!record)
        fuzz_expect(kf_log_total(log, KF_ERROR) > 0, "no record, and the log is silent");
    kf_log_free(log);
    return record;
}

fuzz_bytes fuzz_write(const kf_record *record, const char *format, bool canonical, kf_loss *loss) {
    fuzz_bytes all = {0};
    kf_writing how = {.canonical = canonical, .loss = loss};
    kf_log *log = kf_log_new();
    all.written = kf_format_write(record, kf_format_named(format), &how, fuzz_keep, &all, log);
    if (!all.written)
        fuzz_expect(kf_log_total(log, KF_ERROR) > 0, "a writer refused in silence");
    kf_log_free(log);
    return all;
}

void fuzz_expect_same(const kf_record *left, const kf_record *right, const char *what) {
    kf_difference difference = {0};
    if (kf_compare(left, right, &difference, NULL))
        return;
    char place[256] = "";
    kf_path_of(left, difference.left, place, sizeof place);
    fprintf(stderr, "fuzz: %s: at %s, property %.*s: %s\n", what, place,
            (int)difference.name.length, difference.name.length ? difference.name.data : "",
            difference.what ? difference.what : "");
    fprintf(stderr, "left:  %.*s\n", (int)kf_node_text(left, difference.left).length,
            kf_node_text(left, difference.left).data);
    fprintf(stderr, "right: %.*s\n", (int)kf_node_text(right, difference.right).length,
            kf_node_text(right, difference.right).data);
    abort();
}

static void expect_children(const kf_record *record, kf_node node) {
    kf_node last = 0;
    size_t limit = kf_record_nodes(record);
    for (kf_node child = kf_node_child(record, node); child; child = kf_node_next(record, child)) {
        fuzz_expect(kf_node_parent(record, child) == node, "a child does not know its parent");
        fuzz_expect(limit-- > 0, "siblings go round in a circle");
        last = child;
    }
    fuzz_expect(kf_node_last_child(record, node) == last, "the last child is another");
}

void fuzz_expect_tree(const kf_record *record) {
    size_t entered = 0, depth = 0, limit = kf_record_nodes(record);
    kf_walk walk = kf_walk_from(record, 0);
    while (kf_walk_step(&walk)) {
        if (!walk.entering) {
            fuzz_expect(depth-- > 0, "a node is left that was not entered");
            continue;
        }
        depth++;
        fuzz_expect(entered++ <= limit, "the walk does not end");
        expect_children(record, walk.node);
        kf_node parent = kf_node_parent(record, walk.node);
        if (entered > 2000)
            continue; // finding the root takes as many steps as the node is deep
        if (walk.node && !parent)
            fuzz_expect(kf_node_game(record, walk.node) == walk.node, "a root is not its own game");
        else if (walk.node)
            fuzz_expect(kf_node_game(record, walk.node) == kf_node_game(record, parent),
                        "a node stands in another game than its parent");
    }
    fuzz_expect(depth == 0, "a node was entered and not left");
}
