// SPDX-License-Identifier: MIT
// Places in a text, in any order, beside what counting from its front says.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/source.h"

enum { LENGTH = 70000, LOOKS = 300 };

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static size_t random_below(size_t limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)((random_state >> 33) % limit);
}

static kf_position count(const char *text, size_t offset) {
    kf_position at = {1, 1, offset, 0};
    for (size_t i = 0; i < offset; i++) {
        at.column += ((unsigned char)text[i] & 0xC0) != 0x80;
        if (text[i] != '\n' && (text[i] != '\r' || text[i + 1] == '\n'))
            continue;
        at = (kf_position){at.line + 1, 1, offset, i + 1};
    }
    return at;
}

static void look_up(void *context) {
    kf_arena *arena = context;
    static const char *const pieces[] = {"a", "[]", "\xC3\xA9", "\xE7\x9F\xB3", "\n", "\r", "\r\n"};
    for (int round = 0; round < 12; round++) {
        char *block = kf_arena_resize(arena, NULL, LENGTH + 8 + KF_SOURCE_PADDING);
        size_t length = 0, kinds = round % 3 == 0 ? 4 : 7, at = 0;
        while (length < LENGTH) {
            const char *piece = pieces[random_below(random_below(50) == 0 ? kinds : 4)];
            for (; *piece != '\0'; piece++)
                block[length++] = *piece;
        }
        kf_source *source = kf_source_new(arena, "chance", block, length);
        for (int i = 0; i < LOOKS; i++) {
            // Mostly onwards, now and then anywhere, and at the very end.
            size_t step = random_below(random_below(9) == 0 ? LENGTH : 400);
            at = random_below(40) == 0 ? length : (at + step) % (length + 1);
            kf_position found = kf_source_locate(source, at), wanted = count(block, at);
            assert_int_equal(found.line, wanted.line);
            assert_int_equal(found.column, wanted.column);
            assert_int_equal(found.line_begin, wanted.line_begin);
            assert_int_equal(found.byte, at);
        }
    }
}

static void places_are_found_in_any_order(void **state) {
    (void)state;
    kf_arena *arena = kf_arena_new();
    assert_true(kf_arena_try(arena, look_up, arena));
    kf_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(places_are_found_in_any_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
