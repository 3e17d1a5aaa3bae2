// SPDX-License-Identifier: MIT
// The eye solver: counts of shapes and classes, agreement with a second solver, independence of
// how points are numbered.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "eyes_naive.h"
#include "reading/eyes/eyes.h"

// ---- Helpers ----

typedef void visitor(const kf_placements_row *row, void *context);

// Calls visit for every placement.
static void visit_all(const kf_placements_how *how, visitor *visit, void *context) {
    kf_placements *survey = kf_placements_new(how);
    const kf_placements_row *row;
    assert_non_null(survey);
    while ((row = kf_placements_next(survey)) != NULL)
        visit(row, context);
    assert_false(kf_placements_has_failed(survey));
    kf_placements_free(survey);
}

static void for_each(int size, unsigned places, int liberties, visitor *visit, void *context) {
    visit_all(&(kf_placements_how){.size = size, .places = places, .liberties = liberties}, visit,
              context);
}

// What a row is, for the message of a failure.
static const char *name_of(const kf_placements_row *row) {
    static char name[KF_POLYOMINO_TEXT + 32];
    char text[KF_POLYOMINO_TEXT];
    snprintf(name, sizeof name, "%s, place %d, %d liberties",
             kf_polyomino_write(&row->placed, text), (int)row->where, row->liberties);
    return name;
}

// ---- Counts ----

typedef struct tally {
    int shapes, placements, real;
    int classes[KF_EYES_CLASSES][KF_EYES_CLASSES]; // of the real ones
} tally;

static void count(const kf_placements_row *row, void *context) {
    tally *t = context;
    t->shapes = (int)row->shapes;
    t->placements++;
    t->real += row->is_real;
    if (row->is_real)
        t->classes[row->answer.first[0].kind][row->answer.first[1].kind]++;
}

// Numbers of free polyominoes, and of placements as a separate program counted them.
static void test_shapes(void **unused) {
    static const int shapes[] = {1, 1, 2, 5, 12, 35, 108, 369};
    static const int placements[] = {3, 4, 9, 24, 66, 208, 678, 2334};
    static const int real[] = {3, 4, 9, 24, 64, 196, 616, 2057};
    (void)unused;
    for (int size = 1; size <= 6; size++) {
        tally t = {0};
        for_each(size, KF_PLACEMENTS_EVERYWHERE, 0, count, &t);
        assert_int_equal(t.shapes, shapes[size - 1]);
        assert_int_equal(t.placements, placements[size - 1]);
        assert_int_equal(t.real, real[size - 1]);
    }
}

static void list_body(void *context) {
    static const size_t shapes[] = {1, 1, 2, 5, 12, 35, 108, 369, 1285};
    for (int size = 1; size <= 9; size++) {
        size_t count;
        kf_polyomino *list = kf_polyomino_list(context, size, &count);
        size_t placements = 0;
        assert_int_equal(count, shapes[size - 1]);
        for (size_t i = 0; i < count * KF_EYES_WHERES; i++) {
            kf_polyomino placed[8];
            placements += (size_t)kf_polyomino_place(&list[i / KF_EYES_WHERES],
                                                     (kf_eyes_where)(i % KF_EYES_WHERES), placed);
        }
        if (size == 9)
            assert_int_equal(placements, 8192);
    }
}

static void test_lists(void **unused) {
    (void)unused;
    kf_arena *arena = kf_arena_new();
    assert_non_null(arena);
    assert_true(kf_arena_try(arena, list_body, arena));
    kf_arena_free(arena);
}

// Sizes and liberties whose eyes are known: how many real ones are not alive, by class if attacked.
static void test_classes(void **unused) {
    static const struct {
        int size, liberties, counts[KF_EYES_CLASSES - 1]; // dead, ko, ko/seki, seki, seki/ko
    } known[] = {{4, 0, {8, 1, 0, 0, 0}},  {4, 1, {8, 1, 0, 0, 0}}, {4, 2, {8, 0, 0, 0, 0}},
                 {5, 0, {10, 0, 0, 0, 0}}, {6, 0, {5, 0, 0, 2, 1}}, {6, 1, {4, 1, 0, 0, 0}},
                 {6, 2, {4, 0, 0, 0, 0}},  {7, 0, {0, 1, 0, 5, 0}}};
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        tally t = {0};
        for_each(known[i].size, KF_PLACEMENTS_EVERYWHERE, known[i].liberties, count, &t);
        for (int class = 0; class < KF_EYES_CLASSES - 1; class ++) {
            int found = 0;
            for (int first = 0; first < KF_EYES_CLASSES; first++)
                found += t.classes[class][first];
            assert_int_equal(found, known[i].counts[class]);
        }
    }
}

// ---- The second solver ----

static kf_eyes_class class_of(int low, int high) {
    if (low == high)
        return low == 0 ? KF_EYES_DEAD : low == 1 ? KF_EYES_SEKI : KF_EYES_ALIVE;
    if (low == 0)
        return high == 1 ? KF_EYES_KO_SEKI : KF_EYES_KO;
    return KF_EYES_SEKI_KO;
}

static void compare(const kf_placements_row *row, void *context) {
    naive_first naive[2];
    int *compared = context;
    if (!row->is_real)
        return;
    naive_solve(&row->placed, row->where, row->liberties, naive);
    for (int side = 0; side < 2; side++) {
        const kf_eyes_first *first = &row->answer.first[side];
        int low = naive[side].values[0][NAIVE_THREATS], high = naive[side].values[1][NAIVE_THREATS];
        unsigned vital = first->vital | (unsigned)first->vital_pass << KF_EYES_PASS |
                         (unsigned)first->vital_outside << KF_EYES_OUTSIDE;
        bool is_same = first->kind == class_of(low, high) && vital == naive[side].vital;
        for (int who = 0; who < 2; who++) {
            int needed = 0, best = naive[side].values[who][NAIVE_THREATS];
            while (naive[side].values[who][needed] != best)
                needed++;
            is_same = is_same && needed == first->threats[who];
        }
        if (!is_same)
            fail_msg("%s, side %d: %d %d %d %x, but %d to %d %x", name_of(row), side,
                     (int)first->kind, first->threats[0], first->threats[1], vital, low, high,
                     naive[side].vital);
    }
    ++*compared;
}

static void test_second_solver(void **unused) {
    static const struct {
        int size, liberties;
        unsigned places;
    } parts[] = {{1, 0, KF_PLACEMENTS_EVERYWHERE}, {1, 2, KF_PLACEMENTS_EVERYWHERE},
                 {2, 0, KF_PLACEMENTS_EVERYWHERE}, {2, 1, KF_PLACEMENTS_EVERYWHERE},
                 {3, 0, KF_PLACEMENTS_EVERYWHERE}, {3, 1, KF_PLACEMENTS_EVERYWHERE},
                 {4, 0, KF_PLACEMENTS_EVERYWHERE}, {4, 1, KF_PLACEMENTS_EVERYWHERE},
                 {4, 2, 1 << KF_EYES_CORNER},      {5, 0, 1 << KF_EYES_CORNER}};
    int compared = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for_each(parts[i].size, parts[i].places, parts[i].liberties, compare, &compared);
    assert_true(compared > 100);
}

// ---- The short proof ----

typedef struct proof {
    kf_arena *arena;
    kf_eyes_alive *alive;
    int proved, missed; // of those that are alive
} proof;

static void compare_proof(const kf_placements_row *row, void *context) {
    proof *p = context;
    const kf_eyes_first *first = row->answer.first;
    bool is_alive = first[KF_EYES_ATTACKER].kind == KF_EYES_ALIVE;
    kf_eyes_task task;
    kf_enclosure_task(&row->placed, row->where, row->liberties, &task);
    if (!kf_eyes_alive_prove(p->alive, &task)) {
        p->missed += is_alive;
        return;
    }
    p->proved++;
    if (!is_alive || first[KF_EYES_DEFENDER].kind != KF_EYES_ALIVE)
        fail_msg("%s: proved alive, but it is %s", name_of(row),
                 kf_eyes_word(first[KF_EYES_ATTACKER].kind));
}

static void prove_body(void *context) {
    static const struct { int most, liberties; } parts[] = {{9, 0}, {7, 1}, {7, 2}, {6, 3}};
    proof *p = context;
    p->alive = kf_eyes_alive_new(p->arena);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (int size = 1; size <= parts[i].most; size++)
            for_each(size, KF_PLACEMENTS_EVERYWHERE, parts[i].liberties, compare_proof, p);
}

// What is proved alive is alive; and the proof fails to find only those alive in which the attacker
// could hold a seki by fighting a ko for ever: the two of eight points, and one of nine.
static void test_proof(void **unused) {
    proof p = {.arena = kf_arena_new()};
    (void)unused;
    assert_non_null(p.arena);
    assert_true(kf_arena_try(p.arena, prove_body, &p));
    kf_arena_free(p.arena);
    assert_int_equal(p.missed, 3);
    assert_true(p.proved > 10000);
}

// The lists give the same classes with it.
static void test_classes_only(void **unused) {
    tally whole = {0}, classes = {0};
    kf_placements_how how = {
        .size = 7, .places = KF_PLACEMENTS_EVERYWHERE, .liberties = 1, .classes_only = true};
    (void)unused;
    for_each(7, KF_PLACEMENTS_EVERYWHERE, 1, count, &whole);
    visit_all(&how, count, &classes);
    assert_memory_equal(&whole, &classes, sizeof whole);
}

// ---- Single eyes ----

typedef struct one {
    kf_arena *arena;
    kf_eyes_task task;
    kf_eyes_answer answer;
} one;

static void solve_body(void *context) {
    one *o = context;
    kf_eyes_solve(kf_eyes_new(o->arena), &o->task, &o->answer);
}

static void solve(one *o) {
    o->arena = kf_arena_new();
    assert_non_null(o->arena);
    assert_true(kf_arena_try(o->arena, solve_body, o));
    kf_arena_free(o->arena);
}

static void prepare(one *o, const char *text, kf_eyes_where where, int liberties) {
    kf_polyomino shape;
    assert_true(kf_polyomino_read(text, &shape));
    assert_true(kf_enclosure_task(&shape, where, liberties, &o->task));
}

// The kos of more than five points, and two eyes of eight and one of nine in which the attacker
// could hold a seki only by fighting a ko for ever.
static void test_kos(void **unused) {
    static const struct {
        const char *shape;
        int liberties;
        kf_eyes_class kind;
        int threats[2];
    } known[] = {{"..##/....", 0, KF_EYES_SEKI_KO, {0, 1}},
                 {".../...", 1, KF_EYES_KO, {0, 1}},
                 {"...#/....", 0, KF_EYES_KO, {1, 1}},
                 {"...#/....", 2, KF_EYES_KO, {1, 1}},
                 {"..#/.../...", 0, KF_EYES_KO_SEKI, {1, 0}},
                 {"..../....", 0, KF_EYES_SEKI_KO, {0, 1}},
                 {"#.##/...#/....", 0, KF_EYES_SEKI_KO, {0, 2}},
                 {"##.#/...#/....", 0, KF_EYES_ALIVE, {0, 0}},
                 {"..##/..##/....", 0, KF_EYES_ALIVE, {0, 0}},
                 {"..##/..../...#", 0, KF_EYES_ALIVE, {0, 0}},
                 {"#..#/..../....", 0, KF_EYES_SEKI_KO, {1, 0}},
                 {"...#/...#/....", 0, KF_EYES_SEKI_KO, {0, 1}},
                 {".###/..##/...#/....", 0, KF_EYES_SEKI_KO, {0, 1}},
                 {".###/...#/...#/....", 0, KF_EYES_SEKI_KO, {0, 1}}};
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        one o;
        prepare(&o, known[i].shape, KF_EYES_CORNER, known[i].liberties);
        solve(&o);
        const kf_eyes_first *first = o.answer.first;
        assert_int_equal(first[KF_EYES_ATTACKER].kind, known[i].kind);
        assert_int_equal(first[KF_EYES_DEFENDER].kind, KF_EYES_ALIVE);
        assert_int_equal(first[KF_EYES_ATTACKER].threats[0], known[i].threats[0]);
        assert_int_equal(first[KF_EYES_ATTACKER].threats[1], known[i].threats[1]);
    }
}

// The task with its points numbered backwards.
static kf_eyes_set turn(kf_eyes_set set, int points) {
    kf_eyes_set turned = 0;
    for (int point = 0; point < points; point++)
        turned |= (set >> point & 1) << (points - 1 - point);
    return turned;
}

static void compare_turned(const kf_placements_row *row, void *context) {
    one o;
    kf_eyes_task task;
    (void)context;
    kf_enclosure_task(&row->placed, row->where, row->liberties, &task);
    o.task = task;
    for (int point = 0; point < task.count; point++)
        o.task.near[task.count - 1 - point] = turn(task.near[point], task.count);
    for (int chain = 0; chain < task.chains; chain++)
        o.task.touch[chain] = turn(task.touch[chain], task.count);
    solve(&o);
    assert_int_equal(o.answer.states, row->answer.states);
    for (int side = 0; side < 2; side++) {
        const kf_eyes_first *a = &row->answer.first[side], *b = &o.answer.first[side];
        assert_int_equal(a->kind, b->kind);
        assert_memory_equal(a->threats, b->threats, sizeof a->threats);
        assert_int_equal(a->vital, turn(b->vital, task.count));
        assert_int_equal(a->vital_pass, b->vital_pass);
    }
}

static void test_numbering(void **unused) {
    (void)unused;
    for_each(4, KF_PLACEMENTS_EVERYWHERE, 1, compare_turned, NULL);
    for_each(6, 1 << KF_EYES_CORNER, 0, compare_turned, NULL);
}

// ---- Main lines ----

// The attacker's best and the defender's: 0 dead, 1 seki, 2 alive.
static void find_ends(kf_eyes_class class, int ends[2]) {
    static const int all[KF_EYES_CLASSES][2] = {{0, 0}, {0, 2}, {0, 1}, {1, 1}, {1, 2}, {2, 2}};
    ends[0] = all[class][0];
    ends[1] = all[class][1];
}

// A line as it is played.
typedef struct walk {
    kf_eyes_rule rule;
    uint8_t safe[2187]; // positions of seven points
    kf_eyes_position at;
    int left, ko;
    bool is_taken, has_threat;
    int threats;
} walk;

// Plays a point: what was taken, or a reason why not.
static const char *play_point(walk *w, kf_eyes_side side, int point) {
    kf_eyes_move made;
    if (((w->at.stones[0] | w->at.stones[1]) >> point & 1) != 0)
        return "occupied";
    if (w->has_threat != (point == w->ko))
        return "a ko is retaken without a threat, or a threat is wasted";
    kf_eyes_outcome outcome = kf_eyes_rule_play(&w->rule, &w->at, w->left, side, point, &made);
    if (outcome == KF_EYES_ILLEGAL)
        return "illegal";
    w->is_taken = outcome == KF_EYES_TAKEN;
    w->ko = -1;
    if (w->is_taken)
        return NULL;
    w->at = made.after;
    for (int i = 0; made.makes_ko && i < KF_EYES_MAX; i++)
        w->ko = (made.removed >> i & 1) != 0 ? i : w->ko;
    return NULL;
}

static const char *play_any(walk *w, kf_eyes_side side, int move) {
    if (w->is_taken)
        return "a move after the end";
    if (move < KF_EYES_MAX)
        return play_point(w, side, move);
    w->ko = -1;
    w->left -= move == KF_EYES_OUTSIDE;
    w->is_taken = move == KF_EYES_OUTSIDE && kf_eyes_rule_is_taken(&w->rule, &w->at, w->left);
    return w->left < 0 || (move == KF_EYES_OUTSIDE && side != KF_EYES_ATTACKER) ? "outside" : NULL;
}

// Plays the line of who moves first. Whoever that is has as many threats as he needs.
static const char *play_line(walk *w, const kf_eyes_first *first, kf_eyes_side side) {
    const char *wrong = NULL;
    for (int i = 0; i < first->length && wrong == NULL; i++) {
        if (first->line[i] == KF_EYES_THREAT) {
            w->has_threat = true;
            w->threats++;
            continue;
        }
        wrong = play_any(w, side, first->line[i]);
        w->has_threat = false;
        side = side == KF_EYES_ATTACKER ? KF_EYES_DEFENDER : KF_EYES_ATTACKER;
    }
    return wrong;
}

static void check_lines(const kf_placements_row *row, void *context) {
    walk *w = context;
    for (int side = 0; side < KF_EYES_SIDES; side++) {
        const kf_eyes_first *first = &row->answer.first[side];
        kf_eyes_task task;
        int ends[2];
        kf_enclosure_task(&row->placed, row->where, row->liberties, &task);
        kf_eyes_rule_init(&w->rule, &task, w->safe);
        w->at = (kf_eyes_position){{0, 0}};
        w->left = row->liberties;
        w->ko = -1;
        w->is_taken = w->has_threat = false;
        w->threats = 0;
        const char *wrong = play_line(w, first, (kf_eyes_side)side);
        find_ends(first->kind, ends);
        bool is_safe = !w->is_taken && kf_eyes_rule_is_safe(&w->rule, &w->at);
        if (wrong == NULL && (w->is_taken ? 0 : is_safe ? 2 : 1) != ends[side])
            wrong = "ends otherwise";
        if (wrong == NULL && w->threats > first->threats[side])
            wrong = "too many threats";
        if (wrong != NULL)
            fail_msg("%s, side %d, the line: %s", name_of(row), side, wrong);
    }
}

// Every main line is legal and ends in what the class promises to who moves first.
static void test_lines(void **unused) {
    static walk w;
    (void)unused;
    for (int size = 1; size <= 7; size++)
        for (int liberties = 0; liberties <= 2; liberties++)
            for_each(size, KF_PLACEMENTS_EVERYWHERE, liberties, check_lines, &w);
}

// ---- Positions ----

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % limit;
}

// Lays stones by play, so that every chain has a liberty and a ko may stand.
static void play_at_random(kf_eyes_task *task) {
    static kf_eyes_rule rule;
    static uint8_t safe[531441];
    kf_eyes_position at = {{0, 0}};
    kf_eyes_rule_init(&rule, task, safe);
    task->has_ko = false;
    for (uint32_t moves = random_below(10); moves > 0; moves--) {
        kf_eyes_side side = (kf_eyes_side)random_below(2);
        uint32_t point = random_below((uint32_t)task->count);
        kf_eyes_move made;
        if (((at.stones[0] | at.stones[1]) >> point & 1) != 0 ||
            kf_eyes_rule_play(&rule, &at, task->liberties, side, (int)point, &made) !=
                KF_EYES_PLAYED)
            continue;
        at = made.after;
        task->has_ko = made.makes_ko;
        for (task->ko = 0; made.makes_ko && made.removed >> task->ko != 1;)
            task->ko++;
        task->banned = side == KF_EYES_ATTACKER ? KF_EYES_DEFENDER : KF_EYES_ATTACKER;
    }
    task->stones[0] = at.stones[0];
    task->stones[1] = at.stones[1];
}

// To move first is never worse than to move second, for one may pass; and a liberty more is never
// worse for the defender.
static void check_order(const one *o, const one *more) {
    for (int end = 0; end < 2; end++) {
        int attacked[2], first[2], later[2];
        find_ends(o->answer.first[KF_EYES_ATTACKER].kind, attacked);
        find_ends(o->answer.first[KF_EYES_DEFENDER].kind, first);
        find_ends(more->answer.first[KF_EYES_ATTACKER].kind, later);
        if (!o->task.has_ko)
            assert_true(attacked[end] <= first[end]);
        assert_true(attacked[end] <= later[end]);
    }
}

static void visit_positions(const kf_placements_row *row, void *context) {
    (void)context;
    one o, more;
    if (!row->is_real || random_below(8) != 0)
        return;
    kf_enclosure_task(&row->placed, row->where, 0, &o.task);
    play_at_random(&o.task);
    more.task = o.task;
    more.task.liberties = 1;
    solve(&o);
    solve(&more);
    check_order(&o, &more);
}

static void test_random_positions(void **unused) {
    (void)unused;
    for (int size = 3; size <= 7; size++)
        for_each(size, KF_PLACEMENTS_EVERYWHERE, 0, visit_positions, NULL);
}

// Stones inside and a ko at the beginning: the bent line in the corner after the ko was taken.
static void test_position(void **unused) {
    one o;
    (void)unused;
    prepare(&o, ".##/...", KF_EYES_CORNER, 0);
    // A1 was the defender's; the attacker has B1 and took with A2.
    o.task.stones[KF_EYES_ATTACKER] = 1 << 1 | 1 << 3;
    o.task.has_ko = true;
    o.task.ko = 0;
    o.task.banned = KF_EYES_DEFENDER;
    solve(&o);
    const kf_eyes_first *first = &o.answer.first[KF_EYES_DEFENDER];
    assert_int_equal(first->kind, KF_EYES_KO);
    assert_int_equal(first->threats[KF_EYES_DEFENDER], 1);
    assert_int_equal(first->vital, 1 << 0);
    assert_int_equal(first->line[0], KF_EYES_THREAT);
    assert_int_equal(o.answer.first[KF_EYES_ATTACKER].kind, KF_EYES_DEAD);
}

// ---- Eyes on a board ----

enum { SIDE = 6, BOARDS = 300 };

// Stones by chance, with the last captures made, so that every chain has a liberty.
static void make_board(kf_board *board, uint32_t *seed) {
    kf_played played;
    kf_board_init(board, SIDE, SIDE);
    for (int i = 0; i < 3 * SIDE * SIDE / 2; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        int at = (int)((*seed >> 8) % (SIDE * SIDE));
        kf_point point = kf_point_at(at % SIDE, at / SIDE);
        kf_colour colour = (*seed >> 28) % 3 == 0 ? KF_WHITE : KF_BLACK;
        if (kf_board_judge(board, point, colour) == KF_LEGAL)
            kf_board_play(board, point, colour, &played);
    }
    kf_board_play(board, KF_PASS, KF_BLACK, &played); // no ko is banned
}

// A point of the board turned over its diagonal.
static kf_point mirror(kf_point point) {
    return kf_point_at(kf_point_row(point), kf_point_column(point));
}

static void check_turned(const kf_board *board, kf_point point, const kf_eyes_point_answer *a) {
    static kf_eyes_point_answer other;
    kf_board turned;
    kf_board_init(&turned, SIDE, SIDE);
    for (int i = 0; i < SIDE * SIDE; i++) {
        kf_point at = kf_point_at(i % SIDE, i / SIDE);
        if (kf_board_get(board, at) != KF_EMPTY)
            kf_board_put(&turned, mirror(at), kf_colour_other(kf_board_get(board, at)));
    }
    kf_eyes_point_read(&turned, mirror(point), &other);
    assert_int_equal(other.word, a->word);
    assert_int_equal(other.reason, a->reason);
    assert_int_equal(other.count, a->count);
    assert_int_equal(other.chain_count, a->chain_count);
    assert_int_equal(other.attack_count, a->attack_count);
    assert_int_equal(other.repair_count, a->repair_count);
}

// After what breaks an eye it is none, or false; after what makes it real some point of it is.
static void check_moves(const kf_board *board, const kf_eyes_point_answer *a) {
    static kf_eyes_point_answer after;
    kf_played played;
    for (int i = 0; i < a->attack_count; i++) {
        kf_board copy = *board;
        kf_board_play(&copy, a->attack[i], kf_colour_other(a->owner), &played);
        kf_eyes_point_read(&copy, a->point[0], &after);
        assert_true(after.word != KF_EYES_POINT_REAL || after.owner != a->owner || played.captured);
    }
    for (int i = 0; i < a->repair_count; i++) {
        bool is_real = false;
        kf_board copy = *board;
        kf_board_play(&copy, a->repair[i], a->owner, &played);
        for (int k = 0; k < a->count; k++) {
            kf_eyes_point_read(&copy, a->point[k], &after);
            is_real = is_real || (after.word == KF_EYES_POINT_REAL && after.owner == a->owner);
        }
        assert_true(is_real);
    }
}

// Eyes of boards drawn by chance: the same answer with the colours exchanged and turned over, and
// what is said of moves holds once they are made.
static void test_points(void **state) {
    (void)state;
    static kf_eyes_point_answer answer;
    int words[4] = {0, 0, 0, 0};
    uint32_t seed = 1;
    for (int n = 0; n < BOARDS; n++) {
        kf_board board;
        make_board(&board, &seed);
        for (int i = 0; i < SIDE * SIDE; i++) {
            kf_point point = kf_point_at(i % SIDE, i / SIDE);
            kf_eyes_point_read(&board, point, &answer);
            words[answer.word]++;
            assert_int_equal(answer.word == KF_EYES_POINT_NONE, answer.owner == KF_EMPTY);
            if (answer.owner == KF_EMPTY || answer.point[0] != point || answer.chain_count < 2)
                continue;
            check_turned(&board, point, &answer);
            check_moves(&board, &answer);
        }
    }
    assert_true(words[KF_EYES_POINT_FALSE] > 100 && words[KF_EYES_POINT_REAL] > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_second_solver),
        cmocka_unit_test(test_proof),
        cmocka_unit_test(test_classes_only),
        cmocka_unit_test(test_kos),
        cmocka_unit_test(test_numbering),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
