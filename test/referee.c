// SPDX-License-Identifier: MIT
// Replaying trees: whatever way a node is reached, the board, the turn and the repetitions are the
// same.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "record/check.h"
#include "record/replay.h"

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 11;
}

// ---- Random trees ----

typedef struct text {
    char data[1 << 16];
    size_t length;
} text;

static void add(text *out, const char *piece) {
    size_t length = strlen(piece);
    assert_true(out->length + length < sizeof out->data);
    memcpy(out->data + out->length, piece, length);
    out->length += length;
}

static void add_point(text *out, const char *name, int size, uint64_t *state) {
    char piece[32];
    uint64_t random = next_random(state);
    snprintf(piece, sizeof piece, "%s[%c%c]", name, (char)('a' + random % (uint64_t)size),
             (char)('a' + random / 64 % (uint64_t)size));
    add(out, piece);
}

// A node: mostly a move, sometimes setup, a pass, two moves or nothing.
static void add_node(text *out, int size, uint64_t *state, bool *is_black) {
    uint64_t kind = next_random(state) % 40;
    const char *name = *is_black ? "B" : "W";
    *is_black = kind % 13 == 0 ? *is_black : !*is_black;
    add(out, ";");
    if (kind == 0) {
        add(out, *is_black ? "B[]" : "W[]");
    } else if (kind == 1) {
        add_point(out, "AB", size, state);
        add_point(out, "AW", size, state);
    } else if (kind == 2) {
        add_point(out, "AE", size, state);
        add_point(out, "AE", size, state);
        add_point(out, name, size, state);
    } else if (kind == 3) {
        add_point(out, name, size, state);
        add_point(out, *is_black ? "B" : "W", size, state);
    } else if (kind > 4) {
        add_point(out, name, size, state);
    }
}

// A game of nested variations, with any move that comes to mind: small boards fill up and capture.
static void make_tree(text *out, int size, uint64_t *state) {
    char root[32];
    int depth = 0;
    bool is_black = true;
    out->length = 0;
    snprintf(root, sizeof root, "(;SZ[%d]", size);
    add(out, root);
    for (int i = 0; i < 400; i++) {
        uint64_t what = next_random(state) % 12;
        if (what == 0 && depth < 40) {
            add(out, "(");
            add_node(out, size, state, &is_black);
            depth++;
        } else if (what == 1 && depth > 0) {
            // Whatever follows a variation is another one.
            add(out, ")(");
            add_node(out, size, state, &is_black);
        } else {
            add_node(out, size, state, &is_black);
        }
    }
    for (; depth >= 0; depth--)
        add(out, ")");
}

// ---- Two ways to a node ----

typedef struct pair {
    kf_arena *arena;
    const kf_record *record;
    const kf_rules *rules;
    size_t moves, repeats;
} pair;

static void keep_last(void *context, kf_replay *replay) {
    (void)context, (void)replay;
}

static void compare(const kf_replay *walked, const kf_replay *direct) {
    const kf_frame *a = &walked->frames[walked->depth - 1];
    const kf_frame *b = &direct->frames[direct->depth - 1];
    assert_true(kf_board_equal(&walked->board, &direct->board));
    assert_true(kf_chain_verify(&walked->board));
    assert_int_equal(walked->board.ko, direct->board.ko);
    assert_int_equal(walked->board.prisoners[KF_BLACK], direct->board.prisoners[KF_BLACK]);
    assert_int_equal(walked->board.prisoners[KF_WHITE], direct->board.prisoners[KF_WHITE]);
    assert_int_equal(walked->depth, direct->depth);
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->to_move, b->to_move);
    assert_int_equal(a->passes, b->passes);
    assert_int_equal(walked->step.verdict, direct->step.verdict);
    assert_int_equal(walked->step.repeats, direct->step.repeats);
    assert_int_equal(walked->step.is_turn_fault, direct->step.is_turn_fault);
}

static void walk_both(void *context) {
    pair *p = context;
    kf_replay *walked = kf_arena_alloc(p->arena, sizeof *walked);
    kf_replay *direct = kf_arena_alloc(p->arena, sizeof *direct);
    kf_replay_init(walked, p->arena, p->record, p->rules);
    kf_replay_init(direct, p->arena, p->record, p->rules);
    for (kf_node game = kf_node_child(p->record, 0); game != 0;
         game = kf_node_next(p->record, game)) {
        kf_replay_start(walked, game);
        while (kf_replay_next(walked)) {
            while (kf_replay_more(walked))
                continue;
            kf_replay_to(direct, walked->step.node, keep_last, NULL);
            compare(walked, direct);
            p->moves += walked->step.is_move;
            p->repeats += walked->step.repeats > 0;
        }
    }
}

// What kf_replay_run shows is what the slow walk shows there.
static void run_beside(void *context) {
    pair *p = context;
    kf_replay *fast = kf_arena_alloc(p->arena, sizeof *fast);
    kf_replay *slow = kf_arena_alloc(p->arena, sizeof *slow);
    kf_replay_init(fast, p->arena, p->record, p->rules);
    kf_replay_init(slow, p->arena, p->record, p->rules);
    kf_node game = kf_node_child(p->record, 0);
    kf_replay_start(fast, game);
    kf_replay_start(slow, game);
    while (kf_replay_run(fast)) {
        do {
            assert_true(kf_replay_next(slow));
            while (slow->step.node != fast->step.node && kf_replay_more(slow))
                continue;
            p->moves += slow->step.node != fast->step.node;
        } while (slow->step.node != fast->step.node);
        compare(fast, slow);
        assert_int_equal(fast->step.point, slow->step.point);
        while (kf_replay_more(fast) && kf_replay_more(slow))
            compare(fast, slow);
    }
    while (kf_replay_next(slow))
        assert_false(kf_replay_is_illegal(slow));
}

static kf_record *read_text(const char *data, size_t length) {
    kf_reading how = {.format = kf_format_named("sgf")};
    kf_record *record = kf_format_read(data, length, "test", &how, NULL);
    assert_non_null(record);
    return record;
}

static void test_any_way(void **state) {
    static const char *const rules[] = {"japanese", "chinese", "aga", "tromp-taylor"};
    text *tree = malloc(sizeof *tree);
    uint64_t seed = 20240229;
    pair p = {.arena = NULL};
    (void)state;
    assert_non_null(tree);
    for (int round = 0; round < 60; round++) {
        make_tree(tree, 2 + round % 6, &seed);
        kf_record *record = read_text(tree->data, tree->length);
        const char *name = rules[round % 4];
        p.arena = kf_arena_new();
        p.record = record;
        p.rules = kf_rules_find(name, strlen(name));
        assert_true(kf_arena_try(p.arena, walk_both, &p));
        kf_arena_free(p.arena);
        kf_record_free(record);
    }
    free(tree);
    // Small boards repeat themselves; were it not so, nothing was tested.
    assert_true(p.moves > 5000);
    assert_true(p.repeats > 20);
}

static void test_runs(void **state) {
    text *tree = malloc(sizeof *tree);
    uint64_t seed = 7;
    pair p = {.arena = NULL};
    (void)state;
    assert_non_null(tree);
    for (int round = 0; round < 60; round++) {
        make_tree(tree, 5 + round % 15, &seed);
        kf_record *record = read_text(tree->data, tree->length);
        p.arena = kf_arena_new();
        p.record = record;
        p.rules = kf_rules_default();
        assert_true(kf_arena_try(p.arena, run_beside, &p));
        kf_arena_free(p.arena);
        kf_record_free(record);
    }
    free(tree);
    assert_true(p.moves > 3000); // passed by
}

// ---- Repetitions ----

// All positions of a line, to be searched from the last one backwards.
typedef struct positions {
    uint64_t hash[4096];
    kf_colour to_move[4096];
    size_t count, found;
} positions;

static void remember(void *context, kf_replay *replay) {
    positions *all = context;
    const kf_step *step = &replay->step;
    bool is_situational = replay->rules->ko == KF_KO_SITUATIONAL;
    uint32_t repeats = 0;
    if (!step->is_move)
        return;
    kf_colour next = kf_colour_other(step->colour);
    if (all->count == 0 || step->has_setup) {
        kf_board before = replay->board;
        kf_board_undo(&before, step->played);
        all->count = 0;
        all->hash[all->count] = before.hash;
        all->to_move[all->count++] = step->colour;
    }
    for (size_t i = all->count; i > 0 && repeats == 0 && step->point != KF_PASS; i--)
        if (all->hash[i - 1] == replay->board.hash &&
            (!is_situational || all->to_move[i - 1] == next))
            repeats = (uint32_t)(all->count - i + 1);
    assert_int_equal(step->repeats, repeats);
    all->found += repeats > 0;
    all->hash[all->count] = replay->board.hash;
    all->to_move[all->count++] = next;
}

static void follow_line(void *context) {
    pair *p = context;
    positions *all = kf_arena_alloc(p->arena, sizeof *all);
    kf_replay *replay = kf_arena_alloc(p->arena, sizeof *replay);
    kf_replay_init(replay, p->arena, p->record, p->rules);
    all->count = all->found = 0;
    kf_replay_to(replay, kf_path_find(p->record, kf_node_child(p->record, 0), "last"), remember,
                 all);
    p->repeats += all->found;
}

static void test_repeats(void **state) {
    static const char *const rules[] = {"aga", "tromp-taylor", "chinese", "new-zealand"};
    text *line = malloc(sizeof *line);
    uint64_t seed = 99;
    pair p = {.arena = NULL};
    (void)state;
    assert_non_null(line);
    for (int round = 0; round < 40; round++) {
        bool is_black = round % 3 != 0;
        line->length = 0;
        add(line, round % 2 ? "(;SZ[2]" : "(;SZ[3]");
        // More moves than a history has room for at first.
        for (int i = 0; i < 1500; i++, is_black = !is_black) {
            add(line, i % 97 == 96 ? ";AE[aa]" : ";");
            if (i % 31 == 30)
                add(line, is_black ? "B[]" : "W[]");
            else
                add_point(line, is_black ? "B" : "W", round % 2 ? 2 : 3, &seed);
        }
        add(line, ")");
        kf_record *record = read_text(line->data, line->length);
        p.arena = kf_arena_new();
        p.record = record;
        p.rules = kf_rules_find(rules[round % 4], strlen(rules[round % 4]));
        assert_true(kf_arena_try(p.arena, follow_line, &p));
        kf_arena_free(p.arena);
        kf_record_free(record);
    }
    free(line);
    assert_true(p.repeats > 1000);
}

// ---- Long lines ----

static void test_deep(void **state) {
    enum { NODES = 300000 };
    static const char *const pieces[] = {"(;B[aa]", "(;W[bb]", "(;AE[aa][bb]", "(;B[]"};
    (void)state;
    char *data = malloc((size_t)NODES * 16);
    size_t length = 0;
    assert_non_null(data);
    for (int i = 0; i < NODES; i++) {
        for (const char *piece = pieces[i % 4]; *piece != '\0'; piece++)
            data[length++] = *piece;
    }
    memset(data + length, ')', NODES);
    length += NODES;
    kf_record *record = read_text(data, length);
    free(data);
    kf_log *log = kf_log_new();
    assert_non_null(log);
    kf_log_clear(log);
    kf_check_by(record, kf_rules_find("aga", 3), log);
    assert_int_equal(kf_log_total(log, KF_ERROR), 0);
    kf_log_free(log);
    kf_record_free(record);
}

// ---- Findings and their places ----

static void expect(const char *sgf, const char *rules, const char *codes) {
    char found[256] = "";
    kf_log *log = kf_log_new();
    kf_record *record = read_text(sgf, strlen(sgf));
    assert_non_null(log);
    kf_check_by(record, rules ? kf_rules_find(rules, strlen(rules)) : NULL, log);
    for (size_t i = 0; i < kf_log_count(log); i++) {
        const kf_entry *entry = kf_log_entry(log, i);
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s@%s", used > 0 ? " " : "", entry->code + 3,
                 entry->path);
    }
    assert_string_equal(found, codes);
    kf_record_free(record);
    kf_log_free(log);
}

// The same for a record in three pieces.
static void expect_in(const char *front, const char *middle, const char *rules, const char *codes) {
    char sgf[160];
    snprintf(sgf, sizeof sgf, "%s%s)", front, middle);
    expect(sgf, rules, codes);
}

static void test_findings(void **state) {
    (void)state;
    expect("(;SZ[9];B[aa];W[bb];B[cc])", NULL, "");
    expect("(;SZ[9];B[aa];W[aa])", NULL, "occupied@1.2");
    expect("(;SZ[9];B[aa];W[aa]KO[])", NULL, "");
    expect("(;SZ[9];B[aa](;W[bb])(;W[aa])(;W[cc]))", NULL, "occupied@1.1.2");
    // A ko, retaken at once, by the wrong player, and after a move elsewhere.
    const char *ko = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb]";
    expect_in(ko, ";W[bb]", NULL, "ko@1.2");
    expect_in(ko, ";B[bb]", NULL, "turn@1.2");
    expect_in(ko, ";W[ee];B[ea];W[bb]", NULL, "");
    expect_in(ko, ";AE[ee];W[bb]", NULL, "");
    expect_in(ko, ";W[];B[];W[bb]", "tromp-taylor", "superko@1.4 after-end@1.4");
    // Suicide by several rules.
    expect("(;SZ[5]AB[ba][ab];W[aa])", "japanese", "suicide@1.1");
    expect("(;SZ[5]AB[ba][ab];W[aa])", "nz", "");
    expect("(;SZ[5]AB[ba][ab];W[aa])", "tromp-taylor", "superko@1.1");
    // Turns under a handicap, after setup and by PL.
    expect("(;SZ[9]HA[2];B[cc];B[gg];W[ee];B[aa])", NULL, "");
    expect("(;SZ[9]HA[2]AB[cg][gc];B[gg];W[ee])", NULL, "turn@1.1");
    expect("(;SZ[9]HA[2]AB[cg][gc]PL[B];B[gg])", NULL, "");
    expect("(;SZ[9];W[cc])", NULL, "turn@1.1");
    expect("(;SZ[9]AB[aa];W[cc];B[dd])", NULL, "");
    expect("(;SZ[9]PL[W];W[cc])", NULL, "");
    expect("(;SZ[9];B[cc];B[dd];W[ee])", NULL, "turn@1.2");
}

static void test_prisoners(void **state) {
    (void)state;
    const char *taking = "(;SZ[9]AW[aa]AB[ba];W[ee];B[ab]";
    expect_in(taking, "KFPRISONER[A9];W[ff]", NULL, "");
    expect_in(taking, "KFPRISONER[];W[ff]", NULL, "prisoner@1.2");
    expect_in(taking, "KFPRISONER[a9][E5];W[ff]", NULL, "prisoner@1.2");
    expect_in(taking, "KFPRISONER[a9][#1];W[ff]", NULL, "prisoner@1.2");
    expect("(;SZ[9]AB[ba]KFPRISONER[A1];W[aa])", NULL, "prisoner@1.0"); // no move captures it
    expect("(;SZ[9]AB[ba]KFPRISONER[];W[aa])", NULL, "");
    expect("(;SZ[9]AB[ba];W[aa]MN[7];B[ab]KFPRISONER[#7])", NULL, "");
    expect("(;SZ[9]AB[ba];W[aa]MN[7];B[ab]KFPRISONER[#8])", NULL, "prisoner@1.2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_way),  cmocka_unit_test(test_runs),
        cmocka_unit_test(test_repeats),  cmocka_unit_test(test_deep),
        cmocka_unit_test(test_findings), cmocka_unit_test(test_prisoners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
