// SPDX-License-Identifier: MIT
// Figures, scenes and shapes: what no single picture can show.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <kifu/kifu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "draw/picture/picture.h"
#include "draw/scene/scene.h"
#include "record/sign.h"

// A test runs in a protected call of an arena of its own.
typedef struct work {
    kf_arena *arena;
    void (*body)(kf_arena *arena);
} work;

static void protected(void *context) {
    work *w = context;
    w->body(w->arena);
}

static void run(void (*body)(kf_arena *arena)) {
    work w = {kf_arena_new(), body};
    assert_non_null(w.arena);
    assert_true(kf_arena_try(w.arena, protected, &w));
    kf_arena_free(w.arena);
}

// A small generator, so that every run is the same.
static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static kf_scene *scene_of(kf_arena *arena, const char *text, kf_figure figure) {
    kf_record *record = kf_format_read(text, strlen(text), NULL, NULL, NULL);
    assert_non_null(record);
    figure.node = kf_node_child(record, 0);
    while (kf_node_child(record, figure.node) != 0)
        figure.node = kf_node_child(record, figure.node);
    if (figure.kind == KF_FIGURE_MOVES)
        figure.from = kf_node_child(record, 0);
    kf_scene *scene = kf_scene_in(arena, kf_play_in(arena, record, NULL), &figure);
    kf_record_free(record);
    return scene;
}

// ---- Labels ----

// One, two and three digits are equally high, and all ink lies in the stone: the way of the pen and
// half its thickness beyond.
static void check_ink(const kf_shape *shape) {
    kf_glyph_pen pen;
    double room = 475 - shape->letters.pen / 2.0, reach = 0;
    kf_glyph_begin(&pen, shape->text, &shape->letters, 0, 0);
    for (kf_glyph_step step; kf_glyph_next(&pen, &step);) {
        int last = step.command == 'C' ? 2 : 0;
        double x = step.x[last], y = step.y[last];
        assert_true(x * x + y * y <= room * room);
        reach = x > reach ? x : reach;
    }
    // The ink is as wide as it is said to be.
    assert_true(reach + shape->letters.pen / 2.0 <= shape->letters.width / 2.0 + 2);
}

static void check_numbers(kf_arena *arena) {
    kf_figure figure = {.sides = KF_SIDES_ALL};
    static const int numbers[] = {1, 9, 10, 99, 100, 322, 999, 1000, 9999};
    kf_scene *scene = kf_scene_empty(19, 19, &figure);
    assert_non_null(scene);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char text[16];
        kf_scene_point *p = kf_scene_at(scene, kf_point_at(3, 3));
        snprintf(text, sizeof text, "%d", numbers[i]);
        p->stone = KF_BLACK;
        p->is_numbered = true;
        p->label = kf_text_of(text);
        const kf_picture *picture = kf_shape_list(arena, scene);
        for (size_t k = 0; k < picture->count; k++) {
            const kf_shape *shape = &picture->shapes[k];
            if (shape->kind != KF_SHAPE_LABEL)
                continue;
            assert_int_equal(shape->size, numbers[i] < 1000 ? 550 : 440);
            check_ink(shape);
        }
    }
    kf_scene_free(scene);
}

static void test_numbers_fit(void **state) {
    (void)state;
    run(check_numbers);
}

// ---- Regions ----

// Makes a record with a few things at random places of a board and notes where they are.
static void make_record(char *text, size_t size, uint32_t *seed, bool *is_used, int side) {
    static const char *const names[] = {"AB", "AW", "TR", "SQ", "LB", "AR", "TB"};
    int length = snprintf(text, size, "(;FF[4]GM[1]SZ[%d]", side);
    for (int i = 0; i < 4; i++) {
        const char *name = names[next_random(seed) % (side > 1 ? 7 : 5)];
        int x = (int)(next_random(seed) % (uint32_t)side),
            y = (int)(next_random(seed) % (uint32_t)side);
        int x2 = (int)(next_random(seed) % (uint32_t)side);
        // An arrow to the point where it begins would be none.
        x2 = x2 == x ? (x + 1) % side : x2;
        char from[3] = {(char)('a' + x), (char)('a' + y), '\0'};
        is_used[y * 26 + x] = true;
        length += snprintf(text + length, size - (size_t)length, "%s[%s", name, from);
        if (strcmp(name, "LB") == 0)
            length += snprintf(text + length, size - (size_t)length, ":a");
        if (strcmp(name, "AR") == 0) {
            is_used[y * 26 + x2] = true;
            length += snprintf(text + length, size - (size_t)length, ":%c%c", 'a' + x2, 'a' + y);
        }
        length += snprintf(text + length, size - (size_t)length, "]");
    }
    snprintf(text + length, size - (size_t)length, ")");
}

static void check_crop(kf_arena *arena) {
    uint32_t seed = 7;
    for (int i = 0; i < 300; i++) {
        char text[512];
        bool is_used[26 * 26] = {false};
        int side = 1 + (int)(next_random(&seed) % 26);
        make_record(text, sizeof text, &seed, is_used, side);
        kf_figure figure = {.sides = KF_SIDES_ALL, .crop_auto = true};
        const kf_scene *scene = scene_of(arena, text, figure);
        for (int k = 0; k < 26 * 26; k++)
            if (is_used[k] && kf_scene_at(scene, kf_point_at(k % 26, k / 26)) == NULL)
                fail_msg("the region cuts something: %s", text);
    }
}

static void test_crop_cuts_nothing(void **state) {
    (void)state;
    run(check_crop);
}

// ---- Turning ----

// Every turn shows every point once, and the names along the edges are those of the points.
static void check_turns(kf_arena *arena) {
    for (int rotate = 0; rotate < 8; rotate++) {
        kf_figure figure = {.sides = KF_SIDES_ALL, .rotate = (uint8_t)rotate};
        const kf_scene *s = scene_of(arena, "(;FF[4]GM[1]SZ[7:4];B[ba];W[gd]AR[ba:gd])", figure);
        bool is_seen[4][7] = {{false}};
        assert_int_equal(s->columns, rotate % 2 == 0 ? 7 : 4);
        assert_int_equal(s->rows, rotate % 2 == 0 ? 4 : 7);
        for (int row = 0; row < s->rows; row++)
            for (int column = 0; column < s->columns; column++) {
                const kf_scene_point *p = kf_scene_at(s, kf_point_at(column, row));
                int x = kf_point_column(p->point), y = kf_point_row(p->point);
                assert_false(is_seen[y][x]);
                is_seen[y][x] = true;
                assert_int_equal(p->stone, x == 1 && y == 0   ? KF_BLACK
                                           : x == 6 && y == 3 ? KF_WHITE
                                                              : KF_EMPTY);
                kf_text letter = rotate % 2 == 0 ? s->column_names[column] : s->row_names[row];
                kf_text number = rotate % 2 == 0 ? s->row_names[row] : s->column_names[column];
                assert_int_equal(letter.data[0], "ABCDEFG"[x]);
                assert_int_equal(number.data[0], '0' + 4 - y);
            }
        assert_int_equal(s->line_count, 1);
        assert_int_equal(kf_scene_at(s, s->lines[0].from)->stone, KF_BLACK);
        assert_int_equal(kf_scene_at(s, s->lines[0].to)->stone, KF_WHITE);
    }
}

static void test_turns(void **state) {
    (void)state;
    run(check_turns);
}

// ---- Determinism and size ----

typedef struct bytes {
    char *data;
    size_t length;
} bytes;

static bool collect(void *context, const void *data, size_t length) {
    bytes *b = context;
    b->data = realloc(b->data, b->length + length);
    assert_non_null(b->data);
    memcpy(b->data + b->length, data, length);
    b->length += length;
    return true;
}

// A game of 322 moves over all the board, as many of them retakes as there are when a board is
// full; drawn as SVG, with the outlines of its digits, it takes at most 64 KB.
static void check_size(kf_arena *arena) {
    char *text = malloc(4096);
    assert_non_null(text);
    int length = sprintf(text, "(;FF[4]GM[1]SZ[19]PB[Black]PW[White]");
    for (int i = 0; i < 322; i++)
        length += sprintf(text + length, ";%c[%c%c]", i % 2 == 0 ? 'B' : 'W', 'a' + i * 7 % 19,
                          'a' + i / 19);
    sprintf(text + length, ")");
    kf_figure figure = {.sides = KF_SIDES_ALL, .kind = KF_FIGURE_MOVES};
    const kf_scene *scene = scene_of(arena, text, figure);
    kf_drawing how = {.loss = NULL};
    bytes first = {NULL, 0}, second = {NULL, 0};
    kf_drawing_job job = {.arena = arena,
                          .scenes = &scene,
                          .count = 1,
                          .how = &how,
                          .sink = collect,
                          .context = &first};
    assert_true(kf_writer_named("svg")->write(&job, NULL));
    job.context = &second;
    assert_true(kf_writer_named("svg")->write(&job, NULL));
    assert_int_equal(scene->last_number, 322);
    assert_true(first.length <= (size_t)64 * 1024);
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.data, second.data, first.length);
    free(first.data);
    free(second.data);
    free(text);
}

static void test_size(void **state) {
    (void)state;
    run(check_size);
}

// ---- Signs ----

static void check_signs(kf_arena *arena) {
    static const struct {
        const char *text, *shown;
    } rows[] = {{"\\t", "△"},
                {"take \\T.", "take △."},
                {"C:\\temp", "C:\\temp"},
                {"\\\\t", "\\\\t"},
                {"(\\s)\\d", "(□)◇"},
                {"\\c\\t", "\\c\\t"},
                {"a\\t", "a\\t"},
                {"\\", "\\"},
                {"", ""},
                {"△\\t", "△\\t"},
                {"\\t \\s \\d \\c", "△ □ ◇ ✓"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kf_text shown = kf_sign_show(arena, kf_text_of(rows[i].text));
        if (!kf_text_is(shown, rows[i].shown))
            fail_msg("%s shows %.*s", rows[i].text, (int)shown.length, shown.data);
    }
}

static void test_signs(void **state) {
    (void)state;
    run(check_signs);
}

// ---- Styles ----

static void test_styles(void **state) {
    (void)state;
    kf_style style;
    assert_true(kf_style_read(&style, KF_TEXT(""), "empty", NULL));
    assert_int_equal(style.board, kf_style_named("book")->board);
    assert_true(kf_style_read(&style, KF_TEXT("base = wood\nboard=#123\r\n; x\n"), "f", NULL));
    assert_int_equal(style.board, 0x112233);
    assert_int_equal(style.line, kf_style_named("wood")->line);
    assert_false(kf_style_read(&style, KF_TEXT("font = a\"b"), "f", NULL));
    assert_false(kf_style_read(&style, KF_TEXT("line_width = 1001"), "f", NULL));
    assert_null(kf_style_named("none"));
    assert_null(kf_style_at(kf_style_count()));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_fit), cmocka_unit_test(test_crop_cuts_nothing),
        cmocka_unit_test(test_turns),       cmocka_unit_test(test_size),
        cmocka_unit_test(test_signs),       cmocka_unit_test(test_styles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
