// SPDX-License-Identifier: MIT
// Captures: what is called captured is so when every reply there is is looked at, by a search on
// small boards that knows nothing but the rules, and by the same search without zones on larger
// ones. test_capture [POSITIONS].

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plain.h"
#include "reading/capture/capture.h"

enum { USUAL = 150, NODES = 600, TABLE = 1 << 20, PLIES = 12, SMALL = 4 };

static int positions = USUAL;

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

// ---- Everything, on a small board ----

// Whether the stone on `target` is taken within so many moves, whatever its owner does. The owner
// takes back a ko at once where he likes, the attacker may not.
typedef struct naive {
    int target;
    char owner;
    uint64_t key[TABLE];
    bool works[TABLE];
} naive;

static uint64_t key_of(const naive *n, const plain *p, bool owner_moves, int plies) {
    uint64_t key = (uint64_t)plies * 2 + owner_moves;
    key = key * 128 + (uint64_t)(p->ko + 1);
    key = key * 128 + (uint64_t)n->target * 2 + (n->owner == 'X');
    for (int i = 0; i < p->width * p->height; i++)
        key = key * 3 + (p->at[i] == 'X' ? 1 : p->at[i] == 'O' ? 2 : 0);
    return key + 1;
}

static bool is_taken(naive *n, const plain *p, bool owner_moves, int plies) {
    if (p->at[n->target] != n->owner)
        return true;
    if (plies == 0)
        return false;
    uint64_t key = key_of(n, p, owner_moves, plies);
    size_t slot = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 44) % TABLE;
    if (n->key[slot] == key)
        return n->works[slot];
    plain next = *p;
    next.ko = -1;
    // A pass.
    bool works = owner_moves && is_taken(n, &next, false, plies - 1);
    for (int at = 0; at < p->width * p->height && works == owner_moves; at++) {
        next = *p;
        if (p->at[at] != '.' || (!owner_moves && at == p->ko))
            continue;
        char colour = owner_moves == (n->owner == 'X') ? 'X' : 'O';
        if (plain_play(&next, at, colour) != PLAIN_FORBIDDEN)
            works = is_taken(n, &next, !owner_moves, plies - 1);
    }
    n->key[slot] = key;
    n->works[slot] = works;
    return works;
}

// ---- Positions ----

static void make_board(kf_board *board, int width, int height, int tenths, uint32_t *random) {
    kf_played played;
    kf_board_init(board, width, height);
    for (int i = 0; i < width * height * tenths / 10; i++) {
        kf_point point = kf_point_at((int)(next_random(random) % (unsigned)width),
                                     (int)(next_random(random) % (unsigned)height));
        kf_colour colour = (kf_colour)(KF_BLACK + next_random(random) % 2);
        if (kf_board_judge(board, point, colour) == KF_LEGAL)
            kf_board_play(board, point, colour, &played);
    }
    kf_board_play(board, KF_PASS, KF_BLACK, &played);
}

static kf_point any_stone(const kf_board *board, uint32_t *random) {
    for (int tries = 0; tries < 100; tries++) {
        kf_point point = kf_point_at((int)(next_random(random) % board->width),
                                     (int)(next_random(random) % board->height));
        if (kf_board_get(board, point) != KF_EMPTY)
            return point;
    }
    return KF_NOWHERE;
}

static void draw(const kf_board *board, kf_point stone, const char *what) {
    for (int y = 0; y < board->height; y++) {
        char row[KF_BOARD_MAX + 1] = {0};
        for (int x = 0; x < board->width; x++)
            row[x] = ".XO"[kf_board_get(board, kf_point_at(x, y))];
        print_message("%s\n", row);
    }
    print_message("stone at column %d, row %d: %s\n", kf_point_column(stone), kf_point_row(stone),
                  what);
}

static void to_plain(const kf_board *board, plain *p) {
    memset(p, 0, sizeof *p);
    p->width = board->width;
    p->height = board->height;
    p->ko = -1;
    memset(p->at, '.', sizeof p->at);
    for (int i = 0; i < p->width * p->height; i++)
        p->at[i] = ".XO"[kf_board_get(board, kf_point_at(i % p->width, i / p->width))];
}

static void test_everything(void **state) {
    (void)state;
    static naive n;
    uint32_t random = 13;
    int claims = 0, missed = 0, faults = 0;
    kf_capture *reader = kf_capture_read_new();
    kf_capture_answer *answer = malloc(sizeof *answer);
    assert_non_null(reader);
    assert_non_null(answer);
    memset(n.key, 0, sizeof n.key);
    for (int i = 0; i < positions; i++) {
        kf_board board;
        plain p;
        make_board(&board, SMALL, SMALL - (int)(next_random(&random) % 2), 6, &random);
        kf_point stone = any_stone(&board, &random);
        if (stone == KF_NOWHERE)
            continue;
        to_plain(&board, &p);
        n.target = kf_point_row(stone) * board.width + kf_point_column(stone);
        n.owner = p.at[n.target];
        for (int side = 0; side < 2; side++) {
            kf_colour owner = kf_board_get(&board, stone);
            bool owner_first = side == 1;
            kf_capture_read(reader, &board, stone, owner_first ? owner : kf_colour_other(owner),
                            NODES, answer);
            bool is_claim = answer->word == KF_CAPTURE_CAPTURED;
            bool is_safe = answer->word == KF_CAPTURE_SAFE;
            int plies = is_claim || is_safe ? PLIES : 5;
            bool taken = is_taken(&n, &p, owner_first, plies);
            claims += is_claim;
            missed += taken && !is_claim;
            faults += (is_claim && !taken) || (is_safe && taken);
            if ((is_claim && !taken) || (is_safe && taken))
                draw(&board, stone, owner_first ? "owner first" : "attacker first");
        }
    }
    print_message("%d claims, %d wrong; %d captures within five moves were not found\n", claims,
                  faults, missed);
    assert_int_equal(faults, 0);
    assert_true(claims > positions / 4);
    assert_true(missed <= positions / 20);
    free(answer);
    kf_capture_read_free(reader);
}

// ---- Without zones, on larger boards ----

typedef struct pair {
    kf_arena *arena;
    int claims, faults;
} pair;

static bool try_both(kf_capture_search *s, const kf_board *board, kf_point stone, int order,
                     int *claims) {
    static kf_capture_zone zone;
    kf_point best;
    bool works[2];
    for (int all = 0; all < 2; all++) {
        s->everywhere = all != 0;
        kf_capture_search_start(s, board, stone, false);
        s->limit = all != 0 ? UINT64_MAX : NODES;
        works[all] = kf_capture_search_attack(s, order, 6, &zone, &best);
        if (!works[0])
            return true;
    }
    *claims += 1;
    return works[1];
}

static void compare(void *context) {
    pair *p = context;
    uint32_t random = 5;
    kf_ladder *ladder = kf_ladder_new();
    assert_non_null(ladder);
    kf_capture_search *s = kf_arena_alloc(p->arena, sizeof *s);
    kf_capture_search_init(s, ladder, p->arena);
    for (int i = 0; i < positions; i++) {
        kf_board board;
        make_board(&board, 7, 7, 5 + (int)(next_random(&random) % 4), &random);
        kf_point stone = any_stone(&board, &random);
        for (int order = 2; order <= 3 && stone != KF_NOWHERE; order++)
            if (!try_both(s, &board, stone, order, &p->claims)) {
                draw(&board, stone, "a reply outside the zone saves it");
                p->faults++;
            }
    }
    kf_ladder_free(ladder);
}

static void test_zones(void **state) {
    (void)state;
    pair p = {kf_arena_new(), 0, 0};
    assert_non_null(p.arena);
    assert_true(kf_arena_try(p.arena, compare, &p));
    kf_arena_free(p.arena);
    print_message("%d claims without zones, %d wrong\n", p.claims, p.faults);
    assert_int_equal(p.faults, 0);
    assert_true(p.claims > positions / 10);
}

int main(int argc, char **argv) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything),
        cmocka_unit_test(test_zones),
    };
    if (argc > 1)
        positions = (int)strtol(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
