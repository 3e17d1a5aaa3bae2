// SPDX-License-Identifier: MIT
// The parts of a board in which groups are read: the same however the board lies, and sets of their
// cells.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reading/life/life.h"

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

enum { CROWDED = 13, BOARDS = 300, LAID = CROWDED * CROWDED };

// What a point of the board is in the part of a group.
static void mark_part(const kf_region *region, uint8_t *marks) {
    const kf_local_map *map = &region->map;
    const kf_cells sets[] = {map->all,     map->core, map->target,   map->firm[0],
                             map->firm[1], map->open, map->core_open};
    memset(marks, 0, LAID);
    for (kf_cells left = map->whole; !kf_cells_none(left); left = kf_cells_rest(left)) {
        int i = kf_cells_first(left);
        for (unsigned k = 0; k < sizeof sets / sizeof sets[0]; k++)
            marks[kf_point_row(map->point[i]) * CROWDED + kf_point_column(map->point[i])] |=
                (uint8_t)(kf_cells_has(sets[k], i) ? 1U << k : 0);
    }
}

static kf_point turn_crowded(kf_point point, int turn) {
    int column = kf_point_column(point), row = kf_point_row(point);
    column = (turn & 1) != 0 ? CROWDED - 1 - column : column;
    row = (turn & 2) != 0 ? CROWDED - 1 - row : row;
    return (turn & 4) != 0 ? kf_point_at(row, column) : kf_point_at(column, row);
}

// Stones that come mostly near the one before, so that groups meet.
static void crowd(uint32_t *random, kf_board *board) {
    int moves = 30 + (int)(next_random(random) % 90), x = CROWDED / 2, y = CROWDED / 2;
    kf_board_init(board, CROWDED, CROWDED);
    for (int i = 0; i < moves; i++) {
        bool is_near = next_random(random) % 4 != 0;
        int column =
            is_near ? x + (int)(next_random(random) % 5) - 2 : (int)(next_random(random) % CROWDED);
        int row =
            is_near ? y + (int)(next_random(random) % 5) - 2 : (int)(next_random(random) % CROWDED);
        kf_colour colour = i % 2 == 0 ? KF_BLACK : KF_WHITE;
        kf_played played;
        if (column < 0 || row < 0 || column >= CROWDED || row >= CROWDED ||
            kf_board_judge(board, kf_point_at(column, row), colour) != KF_LEGAL)
            continue;
        kf_board_play(board, kf_point_at(column, row), colour, &played);
        x = column;
        y = row;
    }
}

static void turn_board(const kf_board *board, int turn, kf_board *turned) {
    kf_board_init(turned, CROWDED, CROWDED);
    for (int i = 0; i < LAID; i++) {
        kf_point point = kf_point_at(i % CROWDED, i / CROWDED);
        if (kf_board_get(board, point) != KF_EMPTY)
            kf_board_put(turned, turn_crowded(point, turn), kf_board_get(board, point));
    }
}

static void compare_part(const kf_region_input *input, const kf_board *turned, int turn) {
    static kf_region one, other;
    uint8_t marks[LAID], again[LAID];
    kf_region_input there = *input;
    there.board = turned;
    there.group = turn_crowded(input->group, turn);
    bool is_found = kf_region_find(input, &one);
    assert_int_equal(kf_region_find(&there, &other), is_found);
    assert_int_equal(other.has_room, one.has_room);
    if (!is_found)
        return;
    mark_part(&one, marks);
    mark_part(&other, again);
    assert_int_equal(other.safe_count, one.safe_count);
    for (int i = 0; i < LAID; i++) {
        kf_point to = turn_crowded(kf_point_at(i % CROWDED, i / CROWDED), turn);
        assert_int_equal(again[kf_point_row(to) * CROWDED + kf_point_column(to)], marks[i]);
    }
}

// Which part a group is read in, and what is taken as safe, does not depend on how the board lies.
static void test_turned(void **unused) {
    (void)unused;
    uint32_t random = 11;
    kf_board board, turned;
    for (int i = 0; i < BOARDS; i++) {
        crowd(&random, &board);
        int turn = 1 + i % 7;
        turn_board(&board, turn, &turned);
        for (int k = 0; k < LAID; k++) {
            kf_point point = kf_point_at(k % CROWDED, k / CROWDED);
            if (kf_board_get(&board, point) == KF_EMPTY || kf_chain_name(&board, point) != point)
                continue;
            kf_region_input input = {.board = &board, .group = point};
            for (int reach = KF_REACH_USUAL; reach <= KF_REACH_WIDE; reach++) {
                input.reach = (kf_reach)reach;
                compare_part(&input, &turned, turn);
            }
        }
    }
}

// Some of the cells of a part.
static kf_cells pick(uint32_t *random, kf_cells all) {
    uint64_t low = (uint64_t)next_random(random) << 40 | (uint64_t)next_random(random) << 20;
    uint64_t high = (uint64_t)next_random(random) << 44 | next_random(random) << 8;
    return kf_cells_and(all, (kf_cells){low | next_random(random), high | next_random(random)});
}

// Checks shifted sets against cells that are walked one by one. Counts the parts in `shifted`: of
// one word, and of two.
static void compare_sets(uint32_t *random, const kf_region *region, int *shifted) {
    static kf_local_map walked;
    const kf_local_map *map = &region->map;
    walked = *map;
    walked.stride = 0;
    shifted[map->count > 64] += map->stride > 0;
    for (int i = 0; i < 4; i++) {
        kf_cells from = pick(random, map->whole), beside, expected;
        kf_cells within = kf_cells_or(pick(random, map->whole), pick(random, map->whole));
        assert_true(kf_cells_same(kf_local_flood(map, from, within),
                                  kf_local_flood(&walked, from, within)));
        assert_true(kf_cells_same(kf_local_touch(map, from), kf_local_touch(&walked, from)));
        kf_cells more, three;
        kf_cells two = kf_local_twice(&walked, from, &three);
        assert_true(kf_cells_same(kf_local_twice(map, from, &more), two));
        assert_true(kf_cells_same(more, three));
        if (kf_cells_none(within))
            continue;
        int cell = kf_cells_first(within);
        assert_true(kf_cells_same(kf_local_chain(map, within, cell, &beside),
                                  kf_local_chain(&walked, within, cell, &expected)));
        assert_true(kf_cells_same(beside, expected));
    }
    for (int cell = 0; cell < map->count; cell++) {
        kf_local at = region->start;
        assert_true(map->point[cell] != KF_NOWHERE || !kf_local_play(map, &at, cell));
    }
}

// Neighbours are found by shifts where a part is not too wide, and no stone comes to lie in a gap.
static void test_sets(void **unused) {
    (void)unused;
    static kf_region region;
    uint32_t random = 12;
    int shifted[2] = {0, 0};
    kf_board board;
    for (int i = 0; i < BOARDS; i++) {
        crowd(&random, &board);
        for (int k = 0; k < LAID; k++) {
            kf_region_input input = {.board = &board,
                                     .group = kf_point_at(k % CROWDED, k / CROWDED),
                                     .reach = i % 2 == 0 ? KF_REACH_USUAL : KF_REACH_CLOSE};
            bool is_chain = kf_board_get(&board, input.group) != KF_EMPTY &&
                            kf_chain_name(&board, input.group) == input.group;
            if (is_chain && kf_region_find(&input, &region))
                compare_sets(&random, &region, shifted);
        }
    }
    assert_true(shifted[0] > BOARDS && shifted[1] > BOARDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_turned), cmocka_unit_test(test_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
