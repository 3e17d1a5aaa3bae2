// SPDX-License-Identifier: MIT
// The layout of the tree and the lines of the comment in `kifu view`, on made-up records.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/view/view.h"

enum { WIDE = 180, HIGH = 90 };

static uint32_t random_number(uint32_t *seed, uint32_t below) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % below;
}

// A game of so many nodes; each hangs below one of the last ones, so that there are long lines and
// variations within variations.
static kf_record *make_record(uint32_t seed, uint32_t nodes) {
    kf_record *record = kf_record_new();
    kf_node last = kf_node_add(record, 0, NULL);
    for (uint32_t i = 1; i < nodes; i++) {
        kf_node parent = last;
        if (random_number(&seed, 4) == 0)
            parent = 1 + random_number(&seed, last);
        last = kf_node_add(record, parent, NULL);
    }
    return record;
}

typedef struct job {
    kf_arena *arena;
    const kf_record *record;
    kf_view_tree tree;
    kf_view_cell *cells;
} job;

static void build(void *context) {
    job *j = context;
    j->cells = kf_arena_alloc(j->arena, sizeof *j->cells * WIDE * HIGH);
    kf_view_tree_build(&j->tree, j->arena, j->record, kf_node_child(j->record, 0));
    kf_view_tree_window(&j->tree, kf_node_child(j->record, 0), WIDE, HIGH, j->cells);
}

static kf_view_sign sign_at(const job *j, int x, int y) {
    if (x < 0 || y < 0 || x >= WIDE || y >= HIGH)
        return KF_VIEW_NOTHING;
    return j->cells[y * WIDE + x].sign;
}

static int find(const job *j, kf_node node) {
    int found = -1;
    for (int i = 0; i < WIDE * HIGH; i++)
        if (j->cells[i].sign == KF_VIEW_NODE && j->cells[i].node == node) {
            assert_int_equal(found, -1);
            found = i;
        }
    return found;
}

// Walks from a node back along the drawing: left over a dash, then up along bars.
static kf_node drawn_parent(const job *j, int x, int y) {
    assert_int_equal(sign_at(j, x - 1, y), KF_VIEW_DASH);
    x -= 2;
    while (sign_at(j, x, y) != KF_VIEW_NODE) {
        kf_view_sign sign = sign_at(j, x, y);
        assert_true(sign == KF_VIEW_BAR || sign == KF_VIEW_CORNER || sign == KF_VIEW_TEE);
        y--;
    }
    return j->cells[y * WIDE + x].node;
}

static void check_tree(uint32_t seed, uint32_t nodes) {
    job j = {.arena = kf_arena_new(), .record = make_record(seed, nodes)};
    assert_true(kf_arena_try(j.arena, build, &j));
    assert_int_equal(j.tree.count, nodes);
    for (kf_node node = 1; node <= nodes; node++) {
        int at = find(&j, node);
        assert_true(at >= 0);
        if (kf_node_parent(j.record, node) != 0)
            assert_int_equal(drawn_parent(&j, at % WIDE, at / WIDE),
                             kf_node_parent(j.record, node));
    }
    kf_arena_free(j.arena);
    kf_record_free((kf_record *)(uintptr_t)j.record);
}

// Every node stands once, and the lines that are drawn lead to its parent and nowhere else.
static void trees_are_drawn_as_they_are(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 40; seed++)
        check_tree(seed, 1 + seed * 2);
}

enum { MANY = 1000000 };

// A million nodes in one line, and as many beside each other: no stack is needed, and no time.
static void long_and_wide_trees(void **state) {
    (void)state;
    for (int shape = 0; shape < 2; shape++) {
        job j = {.arena = kf_arena_new()};
        kf_record *record = kf_record_new();
        kf_node root = kf_node_add(record, 0, NULL), last = root;
        for (int i = 0; i < MANY; i++)
            last = kf_node_add(record, shape == 0 ? last : root, NULL);
        j.record = record;
        assert_true(kf_arena_try(j.arena, build, &j));
        assert_int_equal(j.tree.rows, shape == 0 ? 1 : MANY);
        kf_arena_free(j.arena);
        kf_record_free(record);
    }
}

// ---- Lines ----

typedef struct wrapping {
    kf_arena *arena;
    const char *text;
    int columns;
    kf_view_lines lines;
} wrapping;

static void wrap(void *context) {
    wrapping *w = context;
    kf_view_wrap(&w->lines, w->arena, kf_text_of(w->text), w->columns);
}

// The lines with a bar between each.
static void assert_wrapped(const char *text, int columns, const char *wanted) {
    wrapping w = {.arena = kf_arena_new(), .text = text, .columns = columns};
    char joined[400] = "";
    assert_true(kf_arena_try(w.arena, wrap, &w));
    for (size_t i = 0; i < w.lines.count; i++) {
        kf_text line = w.lines.lines[i];
        size_t used = strlen(joined);
        snprintf(joined + used, sizeof joined - used, "%s%.*s", i > 0 ? "|" : "", (int)line.length,
                 line.data);
    }
    assert_string_equal(joined, wanted);
    kf_arena_free(w.arena);
}

static void lines_break_at_words(void **state) {
    (void)state;
    assert_wrapped("", 10, "");
    assert_wrapped("Black should have", 10, "Black|should|have");
    assert_wrapped("Black should have", 12, "Black should|have");
    assert_wrapped("one\n\ntwo\r\nthree", 10, "one||two|three");
    assert_wrapped("abcdefghijkl mn", 5, "abcde|fghij|kl mn");
    assert_wrapped("a bcdefgh", 4, "a|bcde|fgh");
}

static void wide_characters_take_two_columns(void **state) {
    (void)state;
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        skip();
    assert_wrapped("黒白黒白", 5, "黒白|黒白");
    assert_wrapped("ab黒白", 4, "ab黒|白");
    assert_wrapped("黒", 1, "黒");
    assert_int_equal(kf_view_wrap_width(0x9ED2), 2);
    assert_int_equal(kf_view_wrap_width(0x301), 0);
    assert_int_equal(kf_view_wrap_width(0x202E), 0);
    assert_int_equal(kf_view_wrap_width(0x1B), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_drawn_as_they_are),
        cmocka_unit_test(long_and_wide_trees),
        cmocka_unit_test(lines_break_at_words),
        cmocka_unit_test(wide_characters_take_two_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
