// SPDX-License-Identifier: MIT
// The cursor: however a node is reached, all that stands there is what a plain replay from the root
// gives. The plain replay here is one of its own, with a board and nothing to take back.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <glob.h>
#include <kifu/format.h>

#include "base/arena.h"
#include "base/text.h"
#include "play/play.h"
#include "record/value.h"

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

static char letter(int line) {
    return (char)(line < 26 ? 'a' + line : 'A' + line - 26);
}

static void add_point(text *out, const char *name, int size, uint64_t *state) {
    char piece[32];
    uint64_t random = next_random(state);
    snprintf(piece, sizeof piece, "%s[%c%c]", name, letter((int)(random % (uint64_t)size)),
             letter((int)(random / 64 % (uint64_t)size)));
    add(out, piece);
}

// Rectangles over each other, among them the whole board: much that changes in one node.
static void add_setup(text *out, int size, uint64_t *state) {
    static const char *const names[] = {"AB", "AW", "AE"};
    char piece[32];
    for (uint64_t i = 1 + next_random(state) % 4; i > 0; i--) {
        uint64_t random = next_random(state);
        int left = (int)(random % (uint64_t)size), top = (int)(random / 64 % (uint64_t)size);
        bool is_all = random / 4096 % 3 == 0;
        snprintf(piece, sizeof piece, "%s[%c%c:%c%c]", names[random / 65536 % 3],
                 letter(is_all ? 0 : left), letter(is_all ? 0 : top), letter(size - 1),
                 letter(is_all ? size - 1 : top));
        add(out, piece);
    }
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
    } else if (kind == 4) {
        add_setup(out, size, state);
        add_point(out, name, size, state);
    } else if (kind == 5) {
        add(out, "MN[7]");
        add_point(out, name, size, state);
    } else if (kind == 6) {
        add_point(out, "DD", size, state);
        add_point(out, "VW", size, state);
        add(out, kind % 2 ? "PM[2]" : "PM[1]");
    } else if (kind > 8) {
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

static kf_record *read_text(const char *data, size_t length) {
    kf_reading how = {.format = kf_format_named("sgf")};
    kf_record *record = kf_format_read(data, length, "test", &how, NULL);
    assert_non_null(record);
    return record;
}

// ---- A plain replay ----

enum { LONGEST = 4096 };

typedef struct plain {
    kf_board board;
    kf_played played;
    kf_point captured[KF_BOARD_POINTS];
    size_t captured_count;
    int number, moves;
    kf_point before; // that had the number of the last move
    int number_at[KF_BOARD_MAX][KF_BOARD_MAX];
    kf_point numbered[LONGEST]; // by number: the latest point
    kf_node last_of[3];         // with PM, DD, VW
} plain;

static void plain_put(plain *p, kf_text value, kf_colour colour) {
    kf_text first, second;
    int x, y, right, bottom;
    bool is_rectangle = kf_property_split(value, &first, &second);
    if (!kf_value_point(first, &x, &y))
        return;
    right = x, bottom = y;
    if (is_rectangle && !kf_value_point(second, &right, &bottom))
        return;
    kf_point points[KF_BOARD_POINTS];
    size_t count = 0;
    for (int row = y < bottom ? y : bottom; row <= (y < bottom ? bottom : y); row++)
        for (int column = x < right ? x : right; column <= (x < right ? right : x); column++)
            points[count++] = kf_point_at(column, row);
    kf_board_put_all(&p->board, points, count, colour);
}

static bool has_setup(const kf_record *record, kf_node node) {
    kf_property property;
    return kf_property_find(record, node, "AE", &property) ||
           kf_property_find(record, node, "AB", &property) ||
           kf_property_find(record, node, "AW", &property);
}

// How many moves of the lines below the node are illegal, up to the next setup.
static int plain_faults(const kf_record *record, kf_node node, const kf_board *board) {
    int faults = 0, lines = 0;
    for (kf_node line = kf_node_child(record, node); line != 0 && lines < 32;
         line = kf_node_next(record, line), lines++) {
        kf_board copy = *board;
        kf_node at = line;
        for (int i = 0; at != 0 && i < 1000 && !has_setup(record, at); i++) {
            kf_text rest = kf_node_text(record, at), value;
            kf_property property;
            kf_played played;
            while (kf_property_next(&rest, &property)) {
                bool is_black = kf_property_is(&property, "B");
                if ((!is_black && !kf_property_is(&property, "W")) ||
                    !kf_property_value(&property.values, &value))
                    continue;
                kf_point point =
                    kf_point_read(value.data, value.length, KF_COORDS_SGF, copy.width, copy.height);
                faults += kf_board_play(&copy, point, is_black ? KF_BLACK : KF_WHITE, &played) !=
                          KF_LEGAL;
            }
            at = kf_node_child(record, at);
        }
    }
    return faults;
}

// AE, AB and AW in an order of their own, whatever the order of the properties.
static void plain_put_all(plain *p, kf_text all, const int order[3]) {
    static const char *const names[] = {"AE", "AB", "AW"};
    for (int i = 0; i < 3; i++) {
        kf_text rest = all, value;
        kf_property property;
        while (kf_property_next(&rest, &property)) {
            if (!kf_property_is(&property, names[order[i]]))
                continue;
            p->board.ko = 0;
            while (kf_property_value(&property.values, &value))
                plain_put(p, value, (kf_colour)order[i]);
        }
    }
}

// White counts more than Black and a stone more than none, unless fewer moves below are illegal
// when AE counts most, or Black.
static void plain_setup(plain *p, const kf_record *record, kf_node node) {
    static const int orders[3][3] = {{0, 1, 2}, {1, 2, 0}, {0, 2, 1}};
    kf_text all = kf_node_text(record, node);
    kf_board before = p->board;
    int best = 0, least = 0;
    for (int i = 0; i < 3; i++) {
        p->board = before;
        plain_put_all(p, all, orders[i]);
        int faults = plain_faults(record, node, &p->board);
        best = i > 0 && faults < least ? i : best;
        least = i == 0 || faults < least ? faults : least;
    }
    p->board = before;
    plain_put_all(p, all, orders[best]);
    // A stone of a setup has no number, unless it lay there already.
    for (int y = 0; y < before.height; y++) {
        for (int x = 0; x < before.width; x++) {
            kf_colour now = kf_board_get(&p->board, kf_point_at(x, y));
            if (now != KF_EMPTY && now != kf_board_get(&before, kf_point_at(x, y)))
                p->number_at[y][x] = 0;
        }
    }
}

static void plain_move(plain *p, kf_text value, kf_colour colour, int told) {
    kf_point point =
        kf_point_read(value.data, value.length, KF_COORDS_SGF, p->board.width, p->board.height);
    kf_board_play(&p->board, point, colour, &p->played);
    p->captured_count = kf_board_captured(&p->board, &p->played, p->captured, KF_BOARD_POINTS);
    p->number = told >= 0 ? told : p->number + 1;
    p->moves++;
    p->before = p->numbered[p->number];
    p->numbered[p->number] = point == KF_PASS ? KF_NOWHERE : point;
    if (point != KF_PASS)
        p->number_at[kf_point_row(point)][kf_point_column(point)] = p->number;
}

static void plain_node(plain *p, const kf_record *record, kf_node node) {
    static const char *const names[] = {"PM", "DD", "VW"};
    kf_text rest = kf_node_text(record, node), value;
    kf_property property;
    int told = -1;
    bool has_moved = false;
    if (has_setup(record, node))
        plain_setup(p, record, node);
    if (kf_property_get(record, node, "MN", &value))
        assert_true(kf_text_number(value, &told));
    for (int i = 0; i < 3; i++)
        if (kf_property_find(record, node, names[i], &property))
            p->last_of[i] = node;
    while (kf_property_next(&rest, &property)) {
        bool is_black = kf_property_is(&property, "B");
        if (!is_black && !kf_property_is(&property, "W"))
            continue;
        assert_true(kf_property_value(&property.values, &value));
        // Of several moves in a node the last is known by its number.
        if (has_moved)
            p->numbered[p->number] = p->before;
        has_moved = true;
        plain_move(p, value, is_black ? KF_BLACK : KF_WHITE, told);
        told = -1;
    }
}

static void plain_to(plain *p, const kf_record *record, kf_node node) {
    kf_node path[LONGEST];
    size_t depth = 0;
    int width, height;
    for (kf_node n = node; n != 0; n = kf_node_parent(record, n)) {
        assert_true(depth < LONGEST);
        path[depth++] = n;
    }
    kf_record_board(record, path[depth - 1], &width, &height);
    memset(p, 0, sizeof *p);
    kf_board_init(&p->board, width, height);
    for (size_t i = 0; i < LONGEST; i++)
        p->numbered[i] = KF_NOWHERE;
    while (depth > 0)
        plain_node(p, record, path[--depth]);
}

// ---- The cursor beside it ----

static void compare_numbers(kf_play *play, const plain *p) {
    for (int y = 0; y < p->board.height; y++)
        for (int x = 0; x < p->board.width; x++)
            assert_int_equal(kf_play_number_at(play, kf_point_at(x, y)), p->number_at[y][x]);
    for (int number = 1; number <= p->moves + 8; number++)
        assert_int_equal(kf_play_numbered(play, number), p->numbered[number]);
}

static void compare(kf_play *play, const plain *p, kf_node node) {
    const kf_board *board = kf_play_board(play);
    const kf_step *step = kf_play_step(play);
    kf_point captured[KF_BOARD_POINTS];
    char path[1024], other[1024];
    assert_int_equal(step->node, node);
    assert_true(kf_board_equal(board, &p->board));
    assert_true(kf_chain_verify(board));
    assert_int_equal(board->ko, p->board.ko);
    if (board->ko != 0)
        assert_int_equal(board->ko_colour, p->board.ko_colour);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        assert_int_equal(board->prisoners[colour], p->board.prisoners[colour]);
    assert_int_equal(step->number, p->number);
    assert_int_equal(step->moves, p->moves);
    if (step->is_move) {
        size_t count = kf_board_captured(board, &step->played, captured, KF_BOARD_POINTS);
        assert_int_equal(count, p->captured_count);
        assert_memory_equal(captured, p->captured, count * sizeof *captured);
        assert_int_equal(step->verdict, p->played.verdict);
    }
    for (int i = 0; i < KF_PLAY_INHERITED; i++)
        assert_int_equal(play->customs[play->frames[play->depth - 1].custom].inherited[i],
                         p->last_of[i]);
    size_t length = kf_play_path(play, path, sizeof path);
    assert_int_equal(length, kf_path_of(play->record, node, other, sizeof other));
    assert_string_equal(path, other);
}

typedef struct pair {
    kf_arena *arena;
    const kf_record *record;
    const kf_rules *rules;
    size_t moves, repeats, rounds;
    uint64_t seed;
} pair;

// A node that is not the collection, near the one before or anywhere.
static kf_node any_node(pair *p, kf_node before) {
    kf_node nodes = (kf_node)kf_record_nodes(p->record) - 1;
    uint64_t random = next_random(&p->seed);
    if (before == 0 || random % 3 == 0)
        return 1 + (kf_node)(random / 8 % nodes);
    kf_node near = before + (kf_node)(random / 8 % 17), least = before > 8 ? before - 8 : 1;
    return near - 8 >= least && near - 8 <= nodes ? near - 8 : least;
}

// One step of another kind: on in pre-order, or along a line.
static kf_node wander(pair *p, kf_play *play, kf_node node) {
    switch (next_random(&p->seed) % 6) {
    case 0:
        return kf_play_next(play) ? kf_play_step(play)->node : 0;
    case 1: {
        kf_node to = any_node(p, node), from = to;
        for (uint64_t up = next_random(&p->seed) % 20; up > 0 && kf_node_parent(p->record, from);
             up--)
            from = kf_node_parent(p->record, from);
        bool is_root = kf_node_parent(p->record, from) == 0;
        assert_true(kf_play_aim(play, is_root ? 0 : from, to));
        while (kf_play_follow(play))
            continue;
        return to;
    }
    case 2: {
        kf_node to = any_node(p, node);
        kf_node aside = kf_node_next(p->record, to);
        if (aside == 0)
            return 0;
        assert_false(kf_play_aim(play, aside, to));
        return kf_play_step(play)->node;
    }
    default: {
        kf_node to = any_node(p, node);
        assert_true(kf_play_go(play, to));
        return to;
    }
    }
}

static void wander_about(void *context) {
    pair *p = context;
    kf_play *play = kf_play_in(p->arena, p->record, p->rules);
    plain *there = kf_arena_alloc(p->arena, sizeof *there);
    kf_node node = 0;
    for (size_t i = 0; i < p->rounds; i++) {
        node = wander(p, play, node);
        if (node == 0)
            continue;
        // What a walk in pre-order leaves of the node is played with the next step.
        while (kf_play_more(play))
            continue;
        plain_to(there, p->record, node);
        compare(play, there, node);
        if (next_random(&p->seed) % 4 == 0)
            compare_numbers(play, there);
        p->moves += kf_play_step(play)->is_move;
    }
    // Nothing is left of it in the arena's way: it can be used for another record at once.
    kf_play_turn(play, p->record, NULL);
    assert_true(kf_play_go(play, 1));
    plain_to(there, p->record, 1);
    while (kf_play_more(play))
        continue;
    compare(play, there, 1);
    kf_play_free(play);
}

static void compare_steps(const kf_play *walked, const kf_play *direct) {
    const kf_step *a = kf_play_step(walked), *b = kf_play_step(direct);
    assert_true(kf_board_equal(&walked->board, &direct->board));
    assert_int_equal(walked->board.ko, direct->board.ko);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->to_move, b->to_move);
    assert_int_equal(a->passes, b->passes);
    assert_int_equal(a->verdict, b->verdict);
    assert_int_equal(a->repeats, b->repeats);
    assert_int_equal(a->is_turn_fault, b->is_turn_fault);
    assert_int_equal(a->is_variation, b->is_variation);
    assert_int_equal(a->point, b->point);
    assert_int_equal(a->last, b->last);
}

// Turn and repetitions in pre-order, by leaps, and from the root.
static void walk_both(void *context) {
    pair *p = context;
    kf_play *walked = kf_play_in(p->arena, p->record, p->rules);
    kf_play *leaping = kf_play_in(p->arena, p->record, p->rules);
    for (kf_node game = kf_node_child(p->record, 0); game != 0;
         game = kf_node_next(p->record, game)) {
        kf_play_start(walked, game);
        while (kf_play_next(walked)) {
            while (kf_play_more(walked))
                continue;
            kf_play *direct = kf_play_in(p->arena, p->record, p->rules);
            kf_play_go(direct, walked->step.node);
            kf_play_go(leaping, any_node(p, 0));
            kf_play_go(leaping, walked->step.node);
            compare_steps(walked, direct);
            compare_steps(leaping, direct);
            kf_play_free(direct);
            p->moves += walked->step.is_move;
            p->repeats += walked->step.repeats > 0;
        }
    }
}

// What kf_play_run shows is what the slow walk shows there.
static void run_beside(void *context) {
    pair *p = context;
    kf_play *fast = kf_play_in(p->arena, p->record, p->rules);
    kf_play *slow = kf_play_in(p->arena, p->record, p->rules);
    kf_node game = kf_node_child(p->record, 0);
    kf_play_start(fast, game);
    kf_play_start(slow, game);
    while (kf_play_run(fast)) {
        do {
            assert_true(kf_play_next(slow));
            while (slow->step.node != fast->step.node && kf_play_more(slow))
                continue;
            p->moves += slow->step.node != fast->step.node;
        } while (slow->step.node != fast->step.node);
        compare_steps(fast, slow);
        while (kf_play_more(fast) && kf_play_more(slow))
            compare_steps(fast, slow);
    }
    while (kf_play_next(slow))
        assert_false(kf_play_is_illegal(slow));
}

typedef struct size {
    int size, rounds;
} size;

// Small boards, where stones are captured all the time, and the largest.
static void test_wandering(void **state) {
    static const size sizes[] = {{1, 30}, {2, 100}, {3, 150}, {5, 150}, {9, 150}, {52, 60}};
    text *tree = malloc(sizeof *tree);
    pair p = {.seed = 19310101};
    (void)state;
    assert_non_null(tree);
    for (int round = 0; round < 36; round++) {
        make_tree(tree, sizes[round % 6].size, &p.seed);
        kf_record *record = read_text(tree->data, tree->length);
        p.arena = kf_arena_new();
        p.record = record;
        p.rules = kf_rules_at((size_t)round / 6);
        p.rounds = (size_t)sizes[round % 6].rounds;
        assert_true(kf_arena_try(p.arena, wander_about, &p));
        kf_arena_free(p.arena);
        kf_record_free(record);
    }
    free(tree);
    assert_true(p.moves > 2000);
}

static void wander_in(pair *p, const char *pattern, size_t rounds) {
    glob_t found;
    if (glob(pattern, 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        kf_reading how = {.format = NULL};
        kf_record *record = kf_format_read_file(found.gl_pathv[i], &how, NULL);
        assert_non_null(record);
        p->arena = kf_arena_new();
        p->record = record;
        p->rounds = rounds;
        assert_true(kf_arena_try(p->arena, wander_about, p));
        kf_arena_free(p->arena);
        kf_record_free(record);
    }
    globfree(&found);
}

// Real games and lessons, where they are there.
static void test_corpora(void **state) {
    pair p = {.seed = 2718281828};
    (void)state;
    wander_in(&p, KIFU_SOURCE "/../shared/corpora/fox/*0.sgf", 15);
    wander_in(&p, KIFU_SOURCE "/../shared/corpora/kogo/*.sgf", 100);
    wander_in(&p, KIFU_SOURCE "/../shared/corpora/spec/*.sgf", 100);
    wander_in(&p, KIFU_SOURCE "/../shared/corpora/problems/*.sgf", 5);
    if (p.moves == 0)
        skip();
}

static void test_any_way(void **state) {
    static const char *const rules[] = {"japanese", "chinese", "aga", "tromp-taylor"};
    text *tree = malloc(sizeof *tree);
    pair p = {.seed = 20240229};
    (void)state;
    assert_non_null(tree);
    for (int round = 0; round < 60; round++) {
        make_tree(tree, 2 + round % 6, &p.seed);
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

static void remember(positions *all, const kf_play *play) {
    const kf_step *step = &play->step;
    bool is_situational = play->rules->ko == KF_KO_SITUATIONAL;
    uint32_t repeats = 0;
    if (!step->is_move)
        return;
    kf_colour next = kf_colour_other(step->colour);
    if (all->count == 0 || step->has_setup) {
        kf_board before = play->board;
        kf_board_undo(&before, &step->played);
        all->count = 0;
        all->hash[all->count] = before.hash;
        all->to_move[all->count++] = step->colour;
    }
    for (size_t i = all->count; i > 0 && repeats == 0 && step->point != KF_PASS; i--)
        if (all->hash[i - 1] == play->board.hash &&
            (!is_situational || all->to_move[i - 1] == next))
            repeats = (uint32_t)(all->count - i + 1);
    assert_int_equal(step->repeats, repeats);
    all->found += repeats > 0;
    all->hash[all->count] = play->board.hash;
    all->to_move[all->count++] = next;
}

static void follow_line(void *context) {
    pair *p = context;
    positions *all = kf_arena_alloc(p->arena, sizeof *all);
    kf_play *play = kf_play_in(p->arena, p->record, p->rules);
    all->count = all->found = 0;
    kf_play_aim(play, 0, kf_path_find(p->record, kf_node_child(p->record, 0), "last"));
    while (kf_play_follow(play)) {
        do
            remember(all, play);
        while (kf_play_more(play));
    }
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

// ---- Without a protected call around it ----

static void test_public(void **state) {
    (void)state;
    kf_record *record = read_text("(;SZ[9]AE[aa]AW[aa]AB[ba];B[ab](;W[aa])(;W[cc];B[]))", 52);
    kf_play *play = kf_play_new(record, NULL);
    kf_colour banned;
    assert_non_null(play);
    assert_false(kf_play_next(play));
    assert_false(kf_play_go(play, 0));
    assert_false(kf_play_start(play, 0));
    assert_false(kf_play_start(play, 2)); // a node within a game
    assert_true(kf_play_start(play, 1));
    assert_int_equal(kf_play_step(play)->node, 0);
    assert_true(kf_play_next(play) && kf_play_next(play));
    // A number that no node has leads nowhere, and the cursor stays.
    assert_false(kf_play_go(play, 4000000000u));
    assert_false(kf_play_aim(play, 1, 4000000000u) || kf_play_aim(play, 4000000000u, 2));
    assert_int_equal(kf_play_step(play)->node, 2);
    // A stone counts more than none, so the white one lies there and is captured.
    assert_int_equal(kf_play_step(play)->played.captured, 1);
    assert_int_equal(kf_play_numbered(play, 1), kf_point_at(0, 1));
    assert_int_equal(kf_play_number_at(play, kf_point_at(0, 1)), 1);
    assert_true(kf_play_go(play, kf_path_find(record, 1, "last")));
    assert_int_equal(kf_play_step(play)->verdict, KF_SUICIDE);
    assert_int_equal(kf_board_ko(kf_play_board(play), &banned), KF_NOWHERE);
    assert_true(kf_play_is_illegal(play));
    assert_string_equal(kf_play_rules(play)->id, "japanese");
    assert_false(kf_play_failed(play));
    kf_play_free(play);
    kf_record_free(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wandering), cmocka_unit_test(test_corpora),
        cmocka_unit_test(test_any_way),   cmocka_unit_test(test_runs),
        cmocka_unit_test(test_repeats),   cmocka_unit_test(test_public),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
