// SPDX-License-Identifier: MIT
// The lean board beside the board, and the check that goes ahead with it beside the cursor.

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <kifu/kifu.h>

#include "base/arena.h"
#include "board/lean.h"

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static int random_below(int limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (unsigned)limit);
}

/* ---- the board ------------------------------------------------------------------------------ */

// The cell of a cell of the board, 0 for none.
static uint32_t cell_of(const kf_board *board, uint32_t at) {
    uint32_t stride = (uint32_t)board->width + 1;
    return at > 0 ? kf_lean_cell((int)(at % stride), (int)(at / stride) - 1) : 0;
}

static void assert_same(const kf_lean *lean, const kf_board *board) {
    for (int row = 0; row < board->height; row++)
        for (int column = 0; column < board->width; column++) {
            uint32_t at = kf_lean_cell(column, row);
            kf_colour colour = kf_board_get(board, kf_point_at(column, row));
            assert_int_equal(lean->cell[at] & KF_LEAN_STONE, colour << 3);
        }
}

// Where the game stood when it had so many moves.
typedef struct stand {
    kf_board board;
    size_t changes;
    uint16_t ko;
    uint8_t ko_stone;
} stand;

enum { MOVES = 150, HISTORY = 1 << 20 };

// Plays moves by chance on both boards, goes back now and then, and looks for repetitions.
static void play_both(kf_lean *lean, int width, int height) {
    static stand stands[MOVES + 1];
    static _Alignas(16) char memory[HISTORY];
    kf_board board;
    kf_history history;
    kf_board_init(&board, width, height);
    kf_lean_init(lean, width, height, true);
    assert_true(kf_history_size(MOVES, 0, width, height) <= HISTORY);
    kf_history_init(&history, memory, MOVES, 0, &board, KF_BLACK);
    for (int i = 0; i < MOVES; i++) {
        kf_played played;
        kf_point point = kf_point_at(random_below(width), random_below(height));
        kf_colour colour = random_below(20) == 0 ? KF_BLACK : i % 2 ? KF_WHITE : KF_BLACK;
        uint32_t at = kf_lean_cell(kf_point_column(point), kf_point_row(point));
        bool is_used = lean->used[at];
        stands[i] = (stand){board, lean->count, lean->ko, lean->ko_stone};
        kf_verdict verdict = kf_board_play(&board, point, colour, &played);
        assert_int_equal(kf_lean_play(lean, at, (uint32_t)colour << 3), verdict);
        assert_same(lean, &board);
        assert_int_equal(lean->ko, cell_of(&board, board.ko));
        if (kf_history_find(&history, &board, &played, KF_REPEATS_POSITION) > 0)
            assert_true(verdict != KF_LEGAL || (is_used && kf_lean_may_repeat(lean)));
        assert_true(kf_history_add(&history, &board, &played));
    }
    for (int i = MOVES; i > 0; i -= 1 + random_below(9)) {
        kf_lean_back(lean, stands[i - 1].changes);
        assert_same(lean, &stands[i - 1].board);
    }
}

static void play_all(void *arena) {
    static kf_lean lean;
    static const int sizes[][2] = {{1, 1}, {2, 2}, {3, 1}, {3, 3},
                                   {4, 5}, {5, 5}, {9, 9}, {52, 52}};
    lean = (kf_lean){.arena = arena};
    for (int i = 0; i < 400; i++)
        play_both(&lean, sizes[i % 8][0], sizes[i % 8][1]);
}

static void both_boards_agree(void **state) {
    (void)state;
    kf_arena *arena = kf_arena_new();
    assert_true(kf_arena_try(arena, play_all, arena));
    kf_arena_free(arena);
}

/* ---- the check ------------------------------------------------------------------------------ */

// What is told of moves, in the order of the counts below.
static const char *const codes[] = {"go/occupied", "go/ko",   "go/suicide",
                                    "go/superko",  "go/turn", "go/after-end"};

enum { CODES = sizeof codes / sizeof *codes, ROOM = 4096 };

// `odds`: one in so many moves stands in the node of the one before.
static void add_line(char *text, int size, int moves, int odds, int depth) {
    static const char *const others[] = {"PL[W]", "C[so]", "AB[aa]", "AE[ba]", "AW[ab]"};
    for (int i = 0; i < moves && strlen(text) < ROOM - 200; i++) {
        char *end = text + strlen(text);
        if (random_below(12) == 0)
            sprintf(end, ";%s", others[random_below(5)]);
        else if (random_below(odds) == 0) // a move behind others, or behind setup
            sprintf(end, "%s%c[%c%c]", random_below(2) == 0 ? others[2 + random_below(3)] : "",
                    "BW"[i % 2], 'a' + random_below(size), 'a' + random_below(size));
        else if (random_below(25) == 0)
            sprintf(end, ";%c[]", "BW"[i % 2]);
        else
            sprintf(end, ";%c[%c%c]%s", "BW"[i % 2], 'a' + random_below(size),
                    'a' + random_below(size), random_below(9) == 0 ? "C[so]" : "");
        if (depth < 3 && random_below(15) == 0) {
            for (int branch = 0; branch < 2; branch++) {
                strcat(text, "(;B[aa]");
                add_line(text, size, moves / 2, odds, depth + 1);
                strcat(text, ")");
            }
            return;
        }
    }
}

static void count_step(const kf_step *step, const kf_rules *rules, size_t counts[CODES]) {
    bool is_suicide = step->verdict == KF_SUICIDE && !rules->suicide;
    counts[0] += step->verdict == KF_OCCUPIED;
    counts[1] += step->verdict == KF_KO;
    counts[2] += is_suicide;
    counts[3] += step->is_move && step->repeats > 0 && rules->repeats != KF_REPEATS_ALLOWED &&
                 step->verdict != KF_OCCUPIED && step->verdict != KF_KO && !is_suicide;
    counts[4] += step->is_turn_fault;
    counts[5] += step->is_after_end;
}

// The same counts by the cursor, which looks at every move of every node.
static void count_by_cursor(const kf_record *record, size_t counts[CODES]) {
    kf_play *play = kf_play_new(record, NULL);
    kf_play_start(play, kf_node_child(record, 0));
    const kf_rules *rules = kf_play_rules(play);
    while (kf_play_next(play))
        do
            count_step(kf_play_step(play), rules, counts);
        while (kf_play_more(play));
    kf_play_free(play);
}

static void count_by_check(const kf_record *record, size_t counts[CODES]) {
    kf_log *log = kf_log_new();
    kf_check(record, log);
    for (size_t i = 0; i < CODES; i++) {
        counts[i] += kf_log_dropped(log, codes[i]);
        for (size_t k = 0; k < kf_log_count(log); k++)
            counts[i] += strcmp(kf_log_entry(log, k)->code, codes[i]) == 0;
    }
    kf_log_free(log);
}

static void the_check_misses_nothing(void **state) {
    static const char *const rules[] = {"", "RU[Chinese]", "RU[Tromp-Taylor]", "RU[AGA]"};
    (void)state;
    kf_reading how = {.format = kf_format_named("sgf")};
    for (int i = 0; i < 3000; i++) {
        char text[ROOM];
        size_t wanted[CODES] = {0}, found[CODES] = {0};
        int size = 2 + random_below(5);
        sprintf(text, "(;FF[4]SZ[%d]%s%s", size, rules[random_below(4)],
                random_below(6) == 0 ? "HA[2]AB[aa][bb]" : "");
        add_line(text, size, 10 + random_below(60), i % 2 == 0 ? 12 : INT_MAX, 0);
        strcat(text, ")");
        kf_record *record = kf_format_read(text, strlen(text), "chance", &how, NULL);
        assert_non_null(record);
        count_by_cursor(record, wanted);
        count_by_check(record, found);
        kf_record_free(record);
        for (size_t k = 0; k < CODES; k++)
            if (wanted[k] != found[k])
                fail_msg("%s: %zu, and not %zu in %s", codes[k], found[k], wanted[k], text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_boards_agree),
        cmocka_unit_test(the_check_misses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
