// SPDX-License-Identifier: MIT
// Memory of an arena that goes back to a mark, and arenas within arenas.

#include "base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static size_t closed;

static void count_closing(void *what) {
    closed += *(size_t *)what;
}

// Runs a body in a protected call of an arena of its own, and says whether it was left half way.
static bool fails(void (*body)(void *)) {
    kf_arena *arena = kf_arena_new();
    assert_non_null(arena);
    bool done = kf_arena_try(arena, body, arena);
    kf_arena_free(arena);
    return !done;
}

// Small pieces come from the same place again, also after work that took many chunks.
static void reuse_pieces(void *arena) {
    char *kept = kf_arena_copy(arena, "kept", 4);
    kf_arena_level level = kf_arena_mark(arena);
    char *first = kf_arena_alloc(arena, 64);
    for (int round = 0; round < 50; round++) {
        kf_arena_rewind(arena, level);
        assert_ptr_equal(kf_arena_alloc(arena, 64), first);
        assert_string_equal(kept, "kept");
        for (int i = 0; i < 100; i++)
            memset(kf_arena_alloc(arena, 5000), round, 5000);
    }
}

static void test_pieces(void **state) {
    (void)state;
    assert_false(fails(reuse_pieces));
}

// A block from before the mark stays, though it was resized and moved since; those between go.
static void keep_older_blocks(void *arena) {
    char *older = kf_arena_resize(arena, NULL, 16);
    strcpy(older, "older");
    kf_arena_level outer = kf_arena_mark(arena);
    char *middle = kf_arena_resize(arena, NULL, 16);
    strcpy(middle, "middle");
    kf_arena_level inner = kf_arena_mark(arena);
    char *young = kf_arena_resize(arena, NULL, 16);
    older = kf_arena_resize(arena, older, 1 << 20);
    middle = kf_arena_resize(arena, middle, 1 << 19);
    young = kf_arena_resize(arena, young, 1 << 18);
    memset(young, 1, 1 << 18);
    kf_arena_rewind(arena, inner);
    assert_string_equal(middle, "middle");
    memset(middle + 16, 2, (1 << 19) - 16);
    kf_arena_rewind(arena, outer);
    assert_string_equal(older, "older");
    older = kf_arena_resize(arena, older, 1 << 21);
    assert_string_equal(older, "older");
    kf_arena_release(arena, older);
}

static void test_blocks(void **state) {
    (void)state;
    assert_false(fails(keep_older_blocks));
}

static void close_to_mark(void *arena) {
    static size_t one = 1, ten = 10;
    closed = 0;
    kf_arena_defer(arena, count_closing, &one);
    kf_arena_level level = kf_arena_mark(arena);
    kf_arena_defer(arena, count_closing, &ten);
    kf_arena_defer(arena, count_closing, &ten);
    kf_arena_rewind(arena, level);
    assert_int_equal(closed, 20);
}

static void test_closings(void **state) {
    (void)state;
    assert_false(fails(close_to_mark));
    assert_int_equal(closed, 21);
}

// An inner arena keeps what a rewind of the outer one's scratch work would take, if it was made
// before; made since, it goes with it.
static void nest(void *outer) {
    kf_arena *inner = kf_arena_new_in(outer);
    kf_arena_level level = kf_arena_mark(outer);
    char *kept = kf_arena_alloc(inner, 32);
    strcpy(kept, "kept");
    kf_arena *scratch = kf_arena_new_in(outer);
    memset(kf_arena_alloc(scratch, 1 << 20), 3, 1 << 20);
    kf_arena_rewind(outer, level);
    assert_string_equal(kept, "kept");
    kf_arena_alloc(inner, SIZE_MAX); // leaves the protected call of `outer`
    fail();
}

static void test_inner(void **state) {
    (void)state;
    assert_true(fails(nest));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_closings),
        cmocka_unit_test(test_inner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
