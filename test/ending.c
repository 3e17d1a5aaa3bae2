// SPDX-License-Identifier: MIT
// What records say of their ends, and which of them are problems.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// cmocka wants these before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <kifu/format.h>
#include <kifu/score.h>

#include "play/ending.h"

static kf_record *read_text(const char *data, size_t length) {
    kf_reading how = {.format = kf_format_named("sgf")};
    kf_record *record = kf_format_read(data, length, "test", &how, NULL);
    assert_non_null(record);
    return record;
}

// ---- Problems ----

// A game, whether it is a problem, who answers, and what its last node says of the answer.
static const struct question {
    const char *text;
    bool is_problem;
    kf_colour solver;
    kf_problem_verdict says;
} questions[] = {
    {"(;AB[aa]AW[bb];B[cc])", true, KF_BLACK, KF_PROBLEM_SILENT},
    {"(;AB[aa]AW[bb];W[cc])", true, KF_WHITE, KF_PROBLEM_SILENT},
    {"(;;AB[aa];AW[bb];W[cc];B[dd]TE[1])", true, KF_WHITE, KF_PROBLEM_RIGHT},
    {"(;AB[aa];B[cc])", false, KF_BLACK, KF_PROBLEM_SILENT},
    {"(;AB[aa](;B[cc])(;B[dd]))", true, KF_BLACK, KF_PROBLEM_SILENT},
    {"(;AB[aa];B[cc]TE[1])", true, KF_BLACK, KF_PROBLEM_RIGHT},
    {"(;AB[aa];B[cc]BM[1])", true, KF_BLACK, KF_PROBLEM_WRONG},
    {"(;AW[aa];B[cc]GB[1])", true, KF_BLACK, KF_PROBLEM_RIGHT},
    {"(;AW[aa];B[cc]GW[1])", true, KF_BLACK, KF_PROBLEM_WRONG},
    {"(;AW[aa];W[cc]GW[1])", true, KF_WHITE, KF_PROBLEM_RIGHT},
    {"(;AW[aa];W[cc]GB[1])", true, KF_WHITE, KF_PROBLEM_WRONG},
    {"(;AW[aa];W[cc]C[Correct.])", true, KF_WHITE, KF_PROBLEM_RIGHT},
    {"(;AW[aa];W[cc]C[ wrong])", true, KF_WHITE, KF_PROBLEM_WRONG},
    {"(;AW[aa];W[cc]C[Wrongly played])", false, KF_WHITE, KF_PROBLEM_SILENT},
    {"(;AW[aa];W[cc]C[this is RIGHT])", true, KF_WHITE, KF_PROBLEM_RIGHT},
    {"(;AW[aa];W[cc]C[this is WRONG!])", true, KF_WHITE, KF_PROBLEM_WRONG},
    {"(;AW[aa];W[cc]C[BRIGHTRIGHTS])", false, KF_WHITE, KF_PROBLEM_SILENT},
    {"(;AW[aa];W[cc]C[\xE6\xAD\xA3\xE8\xA7\xA3])", true, KF_WHITE, KF_PROBLEM_RIGHT},
    {"(;AW[aa];W[cc]C[wrong]TE[1])", true, KF_WHITE, KF_PROBLEM_RIGHT},
    {"(;AW[aa];W[cc]TE[1]C[wrong])", true, KF_WHITE, KF_PROBLEM_RIGHT},
    {"(;AB[aa]AW[bb]PB[One]PW[Other];B[cc])", false, KF_BLACK, KF_PROBLEM_SILENT},
    {"(;AB[aa]AW[bb]PB[Black]PW[White];B[cc])", true, KF_BLACK, KF_PROBLEM_SILENT},
    {"(;AB[aa]AW[bb]PB[One];B[cc])", true, KF_BLACK, KF_PROBLEM_SILENT},
    {"(;AB[aa]AW[bb]HA[2];B[cc])", false, KF_BLACK, KF_PROBLEM_SILENT},
    {"(;AB[aa]AW[bb]HA[0];B[cc])", true, KF_BLACK, KF_PROBLEM_SILENT},
    {"(;AB[aa]AW[bb])", false, KF_BLACK, KF_PROBLEM_SILENT},
    {"(;;B[aa];W[bb])", false, KF_BLACK, KF_PROBLEM_SILENT},
};

static void test_problems(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        const struct question *q = &questions[i];
        kf_record *record = read_text(q->text, strlen(q->text));
        kf_node game = kf_node_child(record, 0), asked = kf_problem_question(record, game);
        kf_node last = kf_path_find(record, game, "last");
        if (kf_problem_is(record, game) != q->is_problem ||
            kf_problem_solver(record, game) != q->solver ||
            kf_problem_says(record, last, q->solver) != q->says)
            fail_msg("%s: %d %d %d", q->text, kf_problem_is(record, game),
                     (int)kf_problem_solver(record, game),
                     (int)kf_problem_says(record, last, q->solver));
        // The question is the last node without a move.
        for (kf_node n = asked; n != 0; n = kf_node_parent(record, n))
            assert_false(kf_path_is_move(record, n));
        kf_node first = kf_node_child(record, asked);
        assert_true(first == 0 || kf_path_is_move(record, first));
        kf_record_free(record);
    }
}

// A line is short enough for an answer up to 60 moves.
static void test_long_answers(void **state) {
    (void)state;
    for (int moves = 59; moves <= 62; moves++) {
        char text[1024] = "(;AB[aa]AW[bb]";
        for (int i = 0; i < moves; i++)
            snprintf(text + strlen(text), 8, ";%c[%c%c]", "BW"[i % 2], 'a' + i % 19, 'c' + i / 19);
        strcat(text, ")");
        kf_record *record = read_text(text, strlen(text));
        assert_int_equal(kf_problem_is(record, kf_node_child(record, 0)), moves <= 60);
        kf_record_free(record);
    }
}

// ---- Endings ----

// What a count is told of the end of a line: by marks on a 5x5 board with a black stone on A5 and a
// white one on E1.
static const struct end {
    const char *text;
    kf_ending_source source;
    int dead[3], passes[3];
    kf_colour last, to_move;
    bool is_over;
    int komi, marked;
} ends[] = {
    {"", KF_ENDING_UNMARKED, {0}, {0}, KF_EMPTY, KF_BLACK, false, 0, 0},
    {"KM[6.5]PL[W]", KF_ENDING_UNMARKED, {0}, {0}, KF_EMPTY, KF_WHITE, false, 13, 0},
    {"KM[650]", KF_ENDING_UNMARKED, {0}, {0}, KF_EMPTY, KF_BLACK, false, 13, 0},
    {"KM[x]", KF_ENDING_UNMARKED, {0}, {0}, KF_EMPTY, KF_BLACK, false, 0, 0},
    {";B[bb]", KF_ENDING_UNMARKED, {0}, {0}, KF_BLACK, KF_WHITE, false, 0, 0},
    {";B[];W[bb];B[]", KF_ENDING_UNMARKED, {0}, {0, 2, 0}, KF_BLACK, KF_WHITE, false, 0, 0},
    {";B[];W[]", KF_ENDING_UNMARKED, {0}, {0, 1, 1}, KF_WHITE, KF_BLACK, true, 0, 0},
    {";B[]W[]", KF_ENDING_UNMARKED, {0}, {0, 1, 1}, KF_WHITE, KF_BLACK, true, 0, 0},
    {"TB[bb]", KF_ENDING_TERRITORY, {0}, {0}, KF_EMPTY, KF_BLACK, false, 0, 1},
    {"TB[ee]", KF_ENDING_TERRITORY, {0, 0, 1}, {0}, KF_EMPTY, KF_BLACK, false, 0, 1},
    {"TW[ee]", KF_ENDING_TERRITORY, {0}, {0}, KF_EMPTY, KF_BLACK, false, 0, 1},
    {"TW[aa:bb]", KF_ENDING_TERRITORY, {0, 1, 0}, {0}, KF_EMPTY, KF_BLACK, false, 0, 4},
    {"TW[aa:x]", KF_ENDING_UNMARKED, {0}, {0}, KF_EMPTY, KF_BLACK, false, 0, 0},
    {"TW[x:bb][a][]", KF_ENDING_UNMARKED, {0}, {0}, KF_EMPTY, KF_BLACK, false, 0, 0},
    {"TW[aa:ff][ff]", KF_ENDING_UNMARKED, {0}, {0}, KF_EMPTY, KF_BLACK, false, 0, 0},
    {"DD[ee]", KF_ENDING_UNMARKED, {0}, {0}, KF_EMPTY, KF_BLACK, false, 0, 0},
    {";B[];W[]DD[ee][cc]", KF_ENDING_DIMMED, {0, 0, 1}, {0, 1, 1}, KF_WHITE, KF_BLACK, true, 0, 0},
    {";B[];W[]DD[cc]", KF_ENDING_UNMARKED, {0}, {0, 1, 1}, KF_WHITE, KF_BLACK, true, 0, 0},
    {";B[];W[]MA[aa]", KF_ENDING_CROSSED, {0, 1, 0}, {0, 1, 1}, KF_WHITE, KF_BLACK, true, 0, 0},
    {";B[];W[]MA[bb]", KF_ENDING_UNMARKED, {0}, {0, 1, 1}, KF_WHITE, KF_BLACK, true, 0, 0},
    {";B[];W[]MA[aa]DD[ee]",
     KF_ENDING_DIMMED,
     {0, 0, 1},
     {0, 1, 1},
     KF_WHITE,
     KF_BLACK,
     true,
     0,
     0},
    {";B[];W[]MA[aa]TB[ee]",
     KF_ENDING_TERRITORY,
     {0, 0, 1},
     {0, 1, 1},
     KF_WHITE,
     KF_BLACK,
     true,
     0,
     1},
};

static void compare_end(const struct end *e, const kf_ending *ending) {
    int dead[3] = {0}, marked = 0;
    for (int i = 0; i < 25; i++) {
        kf_colour colour = kf_board_get(&ending->board, kf_point_at(i % 5, i / 5));
        dead[colour] += ending->status[i] == KF_DEAD;
        marked += ending->marked[i] != KF_EMPTY;
    }
    if (ending->source != e->source || dead[KF_BLACK] != e->dead[KF_BLACK] ||
        dead[KF_WHITE] != e->dead[KF_WHITE] || marked != e->marked)
        fail_msg("%s: source %d, dead %d and %d, marked %d", e->text, (int)ending->source,
                 dead[KF_BLACK], dead[KF_WHITE], marked);
    if (ending->passes[KF_BLACK] != e->passes[KF_BLACK] ||
        ending->passes[KF_WHITE] != e->passes[KF_WHITE] || ending->last != e->last ||
        ending->to_move != e->to_move || ending->is_over != e->is_over || ending->komi != e->komi)
        fail_msg("%s: passes %d and %d, last %d, next %d, over %d, komi %d", e->text,
                 ending->passes[KF_BLACK], ending->passes[KF_WHITE], (int)ending->last,
                 (int)ending->to_move, ending->is_over, ending->komi);
}

static void test_endings(void **state) {
    (void)state;
    kf_ending *ending = malloc(sizeof *ending), *other = malloc(sizeof *other);
    assert_true(ending != NULL && other != NULL);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char text[200];
        snprintf(text, sizeof text, "(;SZ[5]AB[aa]AW[ee]RE[B+2]%s)", ends[i].text);
        kf_record *record = read_text(text, strlen(text));
        kf_play *play = kf_play_new(record, NULL);
        assert_non_null(play);
        assert_true(kf_ending_read(play, kf_path_find(record, 1, "last"), ending));
        compare_end(&ends[i], ending);
        // A place that is not there is no ending, though the cursor stands somewhere.
        assert_false(kf_ending_read(play, kf_path_find(record, 1, "999"), other));
        assert_int_equal(ending->outcome.kind, KF_OUTCOME_POINTS);
        assert_int_equal(ending->outcome.lead, 200);
        kf_play_free(play);
        kf_record_free(record);
    }
    free(ending);
    free(other);
}

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static int random_below(int limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (unsigned)limit);
}

// A node by chance: nearly always a move in turn, else a pass, a setup, whose turn it is, or a
// second move.
static size_t write_node(char *out, size_t size, int number) {
    static const char *const odd[] = {";B[]",      ";W[]",     ";AB[ab]AW[ba]", ";PL[W]",
                                      ";B[bb]W[]", ";C[none]", ";AE[bb]",       ";HA[2]"};
    int chance = random_below(60);
    if (chance < 8)
        return (size_t)snprintf(out, size, "%s", odd[chance]);
    return (size_t)snprintf(out, size, ";%c[%c%c]", "BW"[(number + (chance == 8)) % 2],
                            'a' + random_below(5), 'a' + random_below(5));
}

// Both ways to an ending come to the same.
static void compare_ways(kf_record *record, kf_ending *ending, kf_ending *other) {
    kf_node last = kf_path_find(record, 1, "last");
    kf_play *play = kf_play_new(record, NULL), *skimming = kf_play_new(record, NULL);
    assert_true(play != NULL && skimming != NULL);
    assert_true(kf_ending_read(play, last, ending));
    assert_true(kf_ending_skim(skimming, last, other));
    assert_int_equal(ending->board.hash, other->board.hash);
    assert_memory_equal(ending->board.prisoners, other->board.prisoners,
                        sizeof other->board.prisoners);
    assert_memory_equal(ending->passes, other->passes, sizeof other->passes);
    assert_int_equal(ending->last, other->last);
    assert_int_equal(ending->to_move, other->to_move);
    assert_int_equal(ending->is_over, other->is_over);
    assert_int_equal(ending->handicap, other->handicap);
    // And from an ending another game can be started.
    kf_node game = kf_node_child(record, 0);
    assert_true(kf_play_start(play, game) && kf_play_start(skimming, game));
    while (kf_play_next(play)) {
        assert_true(kf_play_next(skimming));
        assert_int_equal(kf_play_step(play)->repeats, kf_play_step(skimming)->repeats);
        assert_int_equal(kf_play_step(play)->verdict, kf_play_step(skimming)->verdict);
    }
    kf_play_free(play);
    kf_play_free(skimming);
}

static void test_skimmed(void **state) {
    (void)state;
    enum { GAMES = 500, MOVES = 80, NODE = 20 };
    kf_ending *ending = malloc(sizeof *ending), *other = malloc(sizeof *other);
    assert_true(ending != NULL && other != NULL);
    for (int i = 0; i < GAMES; i++) {
        char text[NODE * (MOVES + 3)];
        size_t length =
            (size_t)snprintf(text, sizeof text, "(;SZ[5]RU[%s]", i % 2 ? "Chinese" : "Japanese");
        int moves = random_below(MOVES);
        for (int k = 0; k < moves; k++)
            length += write_node(text + length, sizeof text - length, k);
        text[length++] = ')';
        kf_record *record = read_text(text, length);
        compare_ways(record, ending, other);
        kf_record_free(record);
    }
    free(ending);
    free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problems),
        cmocka_unit_test(test_long_answers),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_skimmed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
