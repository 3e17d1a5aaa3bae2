// SPDX-License-Identifier: MIT
// No claim about life and death contradicts another one: what is proved of a group in one part of
// the board and in another, before a move and after it, also one that is the solution of a problem,
// on the way through a proof, and of a chain by the reader of captures, which knows nothing of
// parts. On random positions, and on those of the records that are named: test_claims [POSITIONS
// [FILE…]].

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <kifu/format.h>
#include <kifu/reading.h>

#include "reading/life/life.h"

enum {
    USUAL_POSITIONS = 24,
    NODES = 600,
    CAPTURE_NODES = 300,
    GROUPS_MOST = 6,
    PARTS = 3,
    MOVES_MOST = 3,
    STEPS = 40,
    CORNER_NODES = 12000,
    WAYS = 2,
    PLIES = 6,
    SOLUTIONS = 3,
    SOLUTION_NODES = 1000,
    AFTER_NODES = 3000
};

typedef struct checking {
    kf_arena *arena;
    uint32_t random, other; // the second for solutions
    int positions, files;
    char **names;
    kf_board board;
    kf_life life[PARTS];
    kf_life after;
    kf_problem problem;
    kf_capture *capture;
    kf_region region;
    kf_transposition known, fresh;
    int groups, claims, pairs, moves, captures, plies, regrouped, asked, solutions, faults;
} checking;

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

// ---- What must not be ----

static void draw(const kf_board *board) {
    for (int y = 0; y < board->height; y++) {
        char row[2 * KF_BOARD_MAX + 1];
        for (int x = 0; x < board->width; x++) {
            row[(size_t)2 * (size_t)x] = ".XO"[kf_board_get(board, kf_point_at(x, y))];
            row[2 * x + 1] = ' ';
        }
        row[(size_t)2 * board->width] = '\0';
        print_message("%s\n", row);
    }
}

static const char *side_of(int first) {
    return first == KF_DEFENDER ? "defender" : "attacker";
}

static void complain(checking *c, const char *what, kf_point group, int first, const kf_bounds *a,
                     const kf_bounds *b) {
    c->faults++;
    draw(&c->board);
    print_message("%s: group at column %d, row %d, %s first: %d to %d, and %d to %d\n\n", what,
                  kf_point_column(group) + 1, c->board.height - kf_point_row(group), side_of(first),
                  (int)a->low, (int)a->high, (int)b->low, (int)b->high);
}

// Whether all stones of one group belong to the other one, too, but for one point.
static bool is_within(const kf_region *one, const kf_region *other, kf_point but) {
    for (kf_cells left = one->map.target; !kf_cells_none(left); left = kf_cells_rest(left)) {
        kf_point point = one->map.point[kf_cells_first(left)];
        bool is_there = point == but;
        for (int i = 0; i < other->map.count && !is_there; i++)
            is_there = other->map.point[i] == point && kf_cells_has(other->map.target, i);
        if (!is_there)
            return false;
    }
    return true;
}

static void judge(checking *c, const kf_board *board, kf_point group, int part, kf_life *life) {
    static const kf_region_input parts[PARTS] = {{.reach = KF_REACH_USUAL},
                                                 {.reach = KF_REACH_USUAL, .is_chain = true},
                                                 {.reach = KF_REACH_WIDE}};
    kf_life_input input = {.where = parts[part], .nodes = NODES};
    input.where.board = board;
    input.where.group = group;
    kf_life_solve(&input, c->arena, life);
}

// A larger group lives when a part of it does, and is dead only when all of it is.
static void compare_parts(checking *c, kf_point group, int a, int b) {
    const kf_life *one = &c->life[a], *other = &c->life[b];
    if (!one->is_read || !other->is_read || one->region.has_room || other->region.has_room)
        return;
    bool is_smaller = is_within(&one->region, &other->region, KF_NOWHERE);
    bool is_larger = is_within(&other->region, &one->region, KF_NOWHERE);
    for (int first = 0; first < 2; first++) {
        const kf_bounds *x = &one->bounds[first], *y = &other->bounds[first];
        c->pairs++;
        if ((is_smaller && x->low > y->high) || (is_larger && y->low > x->high))
            complain(c, "two parts", group, first, x, y);
    }
}

// To move first is no loss.
static void compare_turns(checking *c, kf_point group, const kf_life *life) {
    const kf_bounds *ours = &life->bounds[KF_DEFENDER];
    const kf_bounds *theirs = &life->bounds[KF_ATTACKER];
    if (theirs->low > ours->high)
        complain(c, "either side first", group, KF_DEFENDER, ours, theirs);
}

// After a move that was proved to work, the other side is asked in the same way.
static void play_on(checking *c, kf_point group, int part, int first, kf_point move) {
    const kf_life *life = &c->life[part];
    kf_board board;
    kf_played played;
    kf_colour colour = life->region.map.colour[first];
    kf_board_copy(&board, &c->board);
    if (kf_board_play(&board, move, colour, &played) != KF_LEGAL)
        fail_msg("an illegal move is proved");
    if (kf_board_get(&board, group) == KF_EMPTY)
        return;
    judge(c, &board, group, part, &c->after);
    if (!c->after.is_read || c->after.region.has_room)
        return;
    c->moves++;
    const kf_bounds *claim = &life->bounds[first];
    const kf_bounds *after = &c->after.bounds[1 - first];
    bool is_lost = first == KF_DEFENDER && after->high < claim->low;
    bool is_saved = first == KF_ATTACKER && after->low > claim->high;
    // Other stones may belong to the group by then; such a move should have been left out, but a
    // small budget does not always show it.
    const kf_region *old = &life->region, *now = &c->after.region;
    if ((is_lost && !is_within(old, now, KF_NOWHERE)) || (is_saved && !is_within(now, old, move))) {
        c->regrouped++;
        return;
    }
    if (is_lost || is_saved) {
        print_message("after column %d, row %d:\n", kf_point_column(move) + 1,
                      c->board.height - kf_point_row(move));
        complain(c, "a proved move", group, first, claim, after);
    }
}

// A chain that is captured whatever its owner does is dead, where the group is that chain alone. Of
// a group with a chain that is safe something lives.
static void compare_capture(checking *c, kf_point group, const kf_life *life) {
    kf_point stones[KF_BOARD_POINTS];
    size_t size = kf_chain_stones(&c->board, group, stones, KF_BOARD_POINTS);
    if (!life->is_read || life->region.has_room)
        return;
    bool is_alone = size == (size_t)kf_cells_count(life->region.map.target);
    for (int first = 0; first < 2; first++) {
        kf_capture_answer answer;
        const kf_bounds *bounds = &life->bounds[first];
        kf_capture_read(c->capture, &c->board, group, life->region.map.colour[first], CAPTURE_NODES,
                        &answer);
        bool is_told = bounds->low > KF_FATE_DEAD || bounds->high < KF_FATE_ALIVE;
        c->captures +=
            is_told && (answer.word == KF_CAPTURE_CAPTURED || answer.word == KF_CAPTURE_SAFE);
        if ((answer.word == KF_CAPTURE_CAPTURED && is_alone && bounds->low > KF_FATE_DEAD) ||
            (answer.word == KF_CAPTURE_SAFE && bounds->high < KF_FATE_SEKI))
            complain(c, kf_capture_read_word(answer.word), group, first, bounds, bounds);
    }
}

// ---- Ways through a proof ----

// Any move of the loser, a pass among them: one of which the table knows the answer, or one of
// which it does not, for it was taken to change nothing. KF_REFUTATION_NONE: there is none.
static int find_any(checking *c, const kf_proof *proof, const kf_local *at, kf_answer answer,
                    bool is_known) {
    const kf_local_map *map = &c->region.map;
    int start = (int)(next_random(&c->random) % (unsigned)(map->count + 1));
    for (int i = 0; i <= map->count; i++) {
        int cell = (start + i) % (map->count + 1);
        int move = cell == map->count ? KF_LOCAL_PASS : cell;
        kf_transposition_entry entry;
        kf_local next = *at;
        if ((move == KF_LOCAL_PASS || kf_cells_has(map->all, cell)) &&
            kf_local_play(map, &next, move) &&
            (kf_proof_known(proof, &next, &entry) == answer) == is_known)
            return move;
    }
    return KF_REFUTATION_NONE;
}

// A way through what was found.
typedef struct walked {
    const kf_proof *proof;
    kf_answer answer;
    int length;
    int way[PLIES + 1];
} walked;

static void tell_way(const checking *c, walked *w, int last) {
    const kf_local_map *map = &c->region.map;
    w->way[w->length] = last;
    draw(&c->board);
    print_message("%s asks, way out %d, answer %d, and the other one after",
                  side_of(w->proof->side), map->escapes, (int)w->answer);
    for (int i = 0; i <= w->length; i++) {
        kf_point point = w->way[i] == KF_LOCAL_PASS ? KF_PASS : map->point[w->way[i]];
        char name[KF_POINT_TEXT];
        kf_point_write(point, KF_COORDS_A1, c->board.width, c->board.height, name);
        print_message(" %s", name);
    }
    print_message("\n\n");
}

// The answer of a reader that knows nothing and looks at all moves.
static kf_answer ask_again(checking *c, int side, const kf_local *at) {
    kf_proof proof;
    unsigned flags;
    kf_transposition_clear(&c->fresh);
    kf_proof_init(&proof, &c->region.map, side, &c->fresh, c->arena);
    proof.limit = NODES;
    kf_answer answer = kf_proof_run(&proof, at, &flags);
    kf_arena_release(c->arena, proof.frames);
    return answer;
}

// Whether a reader that knows nothing says the same after one more move.
static bool is_same_after(checking *c, walked *w, const kf_local *at, int move) {
    kf_local next = *at;
    kf_local_play(&c->region.map, &next, move);
    kf_answer again = ask_again(c, w->proof->side, &next);
    c->plies++;
    if (again == KF_ANSWER_UNKNOWN || again == w->answer)
        return true;
    c->faults++;
    tell_way(c, w, move);
    return false;
}

// The winner's moves against any others.
static void walk(checking *c, walked *w, kf_local at) {
    const kf_local_map *map = &c->region.map;
    for (w->length = 0; w->length < PLIES; w->length++) {
        // Nothing is asked where the target is taken, whatever is played on its cells later.
        if (!kf_cells_meet(at.stones[KF_DEFENDER], map->target))
            return;
        bool is_ours = kf_refutation_wins(w->proof, &at, w->answer);
        int idle = is_ours ? KF_REFUTATION_NONE : find_any(c, w->proof, &at, w->answer, false);
        int move = is_ours ? kf_refutation_best(w->proof, &at, w->answer)
                           : find_any(c, w->proof, &at, w->answer, true);
        if (idle != KF_REFUTATION_NONE && !is_same_after(c, w, &at, idle))
            return;
        if (move == KF_REFUTATION_NONE || !is_same_after(c, w, &at, move))
            return;
        w->way[w->length] = move;
        kf_local_play(map, &at, move);
    }
}

// Asks one question about a group, and walks through the answer.
static void check_proof(checking *c, kf_point group) {
    kf_region_input input = {.board = &c->board, .group = group};
    if (!kf_region_find(&input, &c->region))
        return;
    unsigned dice = next_random(&c->random), flags;
    bool is_claim = dice & 1;
    kf_question question = {dice >> 1 & 1, {0, 0}, is_claim, !is_claim};
    if (question.side == KF_DEFENDER) {
        question.escapes = question.is_inner = !is_claim;
        question.threats[KF_ATTACKER] = KF_LOCAL_ENDLESS;
    } else {
        question.threats[dice >> 2 & 1] = dice >> 3 & 1 ? KF_LOCAL_ENDLESS : 0;
    }
    kf_reader reader;
    kf_transposition_clear(&c->known);
    kf_reader_init(&reader, &c->region, &c->known, c->arena);
    kf_local at = kf_reader_start(&reader, &c->board, dice >> 4 & 1);
    kf_answer answer = kf_reader_ask(&reader, &question, &at, NODES, &flags);
    memcpy(at.threats, question.threats, sizeof at.threats);
    // That nothing was found says little where not all moves were looked at.
    bool is_sure = answer == KF_ANSWER_YES ||
                   (answer == KF_ANSWER_NO && !reader.proof[question.side].is_narrow);
    walked w = {.proof = &reader.proof[question.side], .answer = answer};
    for (int way = 0; way < WAYS && is_sure; way++)
        walk(c, &w, at);
    kf_reader_release(&reader, c->arena);
}

static void check_group(checking *c, kf_point group) {
    c->groups++;
    for (int i = 0; i < 4; i++)
        check_proof(c, group);
    for (int part = 0; part < PARTS; part++) {
        judge(c, &c->board, group, part, &c->life[part]);
        compare_turns(c, group, &c->life[part]);
        for (int first = 0; first < 2; first++)
            c->claims += c->life[part].first[first].word != KF_LIFE_UNKNOWN;
    }
    compare_capture(c, group, &c->life[0]);
    compare_capture(c, group, &c->life[1]);
    for (int a = 0; a < PARTS; a++)
        for (int b = a + 1; b < PARTS; b++)
            compare_parts(c, group, a, b);
    for (int part = 0; part < 2; part++)
        for (int first = 0; first < 2; first++) {
            const kf_life_case *found = &c->life[part].first[first];
            for (int i = 0; i < found->vital_count && i < MOVES_MOST && !found->runs_out; i++)
                play_on(c, group, part, first, found->vital[i]);
        }
}

static void check_board(checking *c) {
    int count = 0;
    for (int i = 0; i < c->board.width * c->board.height && count < GROUPS_MOST; i++) {
        kf_point point = kf_point_at(i % c->board.width, i / c->board.width);
        if (kf_board_get(&c->board, point) == KF_EMPTY ||
            kf_chain_name(&c->board, point) != point || next_random(&c->random) % 2 == 0)
            continue;
        check_group(c, point);
        count++;
    }
}

// ---- Solutions ----

// The least that is claimed of the group, or the most, by who moves first.
static kf_fate claim_of(int task, kf_life_word word) {
    bool is_open = word == KF_LIFE_KO || word == KF_LIFE_KO_OR_DEAD;
    if (task == KF_DEFENDER)
        return word == KF_LIFE_ALIVE  ? KF_FATE_ALIVE
               : word == KF_LIFE_SEKI ? KF_FATE_SEKI
               : word == KF_LIFE_KO   ? KF_FATE_DEAD + 1
                                      : KF_FATE_DEAD;
    return word == KF_LIFE_DEAD   ? KF_FATE_DEAD
           : word == KF_LIFE_SEKI ? KF_FATE_SEKI
           : is_open              ? KF_FATE_ALIVE - 1
                                  : KF_FATE_ALIVE;
}

static bool has_stone(const kf_life_group *group, kf_point point) {
    for (int i = 0; i < group->stone_count; i++)
        if (group->stones[i] == point)
            return true;
    return false;
}

// Whether all stones that are asked about now were asked about before.
static bool is_same_group(const kf_region *now, const kf_life_group *before, kf_point move) {
    int count = 0;
    for (kf_cells left = now->map.target; !kf_cells_none(left); left = kf_cells_rest(left)) {
        kf_point point = now->map.point[kf_cells_first(left)];
        if (point != move && !has_stone(before, point))
            return false;
        count += point != move;
    }
    return count == before->stone_count;
}

// A solution is right: then the other side moves, and gets no more than was said.
static void play_solution(checking *c, const kf_solved *solved, kf_point move) {
    const kf_life_case *found = &solved->life.first[solved->task];
    bool is_shown = false;
    kf_board board;
    kf_played played;
    for (int i = 0; i < found->vital_count; i++)
        is_shown = is_shown || found->vital[i] == move;
    kf_board_copy(&board, &c->board);
    if (!is_shown || kf_board_play(&board, move, c->problem.mover, &played) != KF_LEGAL ||
        kf_board_get(&board, solved->group) == KF_EMPTY)
        return;
    kf_life_input input = {
        .where = {.board = &board, .group = solved->group, .is_chain = solved->is_chain},
        .nodes = AFTER_NODES,
        .only_result = true};
    kf_life_solve(&input, c->arena, &c->after);
    if (!c->after.is_read || c->after.region.has_room ||
        !is_same_group(&c->after.region, &solved->life, move))
        return;
    c->solutions++;
    kf_fate claim = claim_of(solved->task, found->word);
    const kf_bounds *after = &c->after.bounds[1 - solved->task];
    if (solved->task == KF_DEFENDER ? after->high < claim : after->low > claim) {
        const kf_bounds said = {.low = claim, .high = claim};
        print_message("after column %d, row %d:\n", kf_point_column(move) + 1,
                      c->board.height - kf_point_row(move));
        complain(c, "a right solution", solved->group, solved->task, &said, after);
    }
}

// Asks with a vacant point as the solution of a problem, and then with the move that was found
// instead.
static void check_solution(checking *c) {
    kf_solved solved;
    kf_problem *problem = &c->problem;
    kf_point point = KF_NOWHERE;
    memset(problem, 0, sizeof *problem);
    kf_board_copy(&problem->board, &c->board);
    problem->mover = next_random(&c->other) % 2 == 0 ? KF_BLACK : KF_WHITE;
    for (int tries = 0; tries < STEPS && point == KF_NOWHERE; tries++) {
        kf_point any =
            kf_point_at((int)(next_random(&c->other) % 6), (int)(next_random(&c->other) % 5));
        if (kf_board_judge(&c->board, any, problem->mover) == KF_LEGAL)
            point = any;
    }
    problem->right_count = 1;
    for (int turn = 0; turn < 2 && point != KF_NOWHERE; turn++) {
        problem->right[0] = point;
        kf_solution_solve_in(problem, SOLUTION_NODES, c->arena, &solved);
        c->asked++;
        if (solved.solution == KF_SOLUTION_RIGHT)
            play_solution(c, &solved, point);
        point = solved.move_count > 0 ? solved.moves[0] : KF_NOWHERE;
    }
}

// ---- Positions ----

// A corner with stones of both colours, behind a wall that may have gaps.
static void make_board(checking *c) {
    int side = 9 + (int)(next_random(&c->random) % 3) * 2;
    int width = 3 + (int)(next_random(&c->random) % 4),
        height = 2 + (int)(next_random(&c->random) % 3);
    unsigned gaps = 3 + next_random(&c->random) % 12, dense = 3 + next_random(&c->random) % 4;
    kf_board_init(&c->board, side, side);
    for (int y = 0; y < height + 2; y++)
        for (int x = 0; x < width + 2; x++) {
            bool is_wall = x == width + 1 || y == height + 1;
            bool is_ours = !is_wall && (x == width || y == height);
            uint32_t dice = next_random(&c->random) % dense;
            kf_colour colour = is_wall    ? KF_WHITE
                               : is_ours  ? KF_BLACK
                               : dice < 2 ? (dice == 0 ? KF_BLACK : KF_WHITE)
                                          : KF_EMPTY;
            kf_point point = kf_point_at(x, y);
            kf_played played;
            bool is_gap = (is_wall || is_ours) && next_random(&c->random) % gaps == 0;
            if (colour != KF_EMPTY && !is_gap &&
                kf_board_judge(&c->board, point, colour) == KF_LEGAL)
                kf_board_play(&c->board, point, colour, &played);
        }
}

// A position of the main line after every so many moves.
static void check_game(checking *c, kf_play *play, kf_node game) {
    const kf_record *record = play->record;
    int moves = 0;
    for (kf_node node = game; node != 0; node = kf_node_child(record, node))
        if (++moves % STEPS == 0 && kf_play_go(play, node)) {
            kf_board_copy(&c->board, kf_play_board(play));
            check_board(c);
        }
}

// A record that begins with stones of both colours is a problem, any other one a game.
static void check_record(checking *c, const kf_record *record) {
    kf_play *play = kf_play_in(c->arena, record, NULL);
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        if (!kf_property_get(record, game, "AW", &(kf_text){0})) {
            check_game(c, play, game);
        } else if (kf_solution_read(play, game, &c->problem)) {
            kf_board_copy(&c->board, &c->problem.board);
            check_board(c);
        }
    }
}

static void body(void *context) {
    checking *c = context;
    kf_transposition_init(&c->known, c->arena, 1 << 13);
    kf_transposition_init(&c->fresh, c->arena, 1 << 13);
    for (int i = 0; i < c->positions; i++) {
        make_board(c);
        check_board(c);
        for (int k = 0; k < SOLUTIONS; k++)
            check_solution(c);
    }
    for (int i = 0; i < c->files; i++) {
        kf_reading how = {.format = NULL};
        kf_record *record = kf_format_read_file(c->names[i], &how, NULL);
        if (record != NULL)
            check_record(c, record);
        kf_record_free(record);
    }
}

// ---- One answer that was wrong ----

// White's reply on C19 lay far from all stones and was not looked at: the table had answered every
// other one, and a pass.
static const char *const corner[] = {".......", ".X.XOO.", "..XXXO.", "O.OXOO.",
                                     "..OO...", ".......", ".......", NULL};

static void corner_body(void *context) {
    checking *c = context;
    kf_reader reader;
    kf_question question = {.side = KF_DEFENDER, .threats = {0, KF_LOCAL_ENDLESS}};
    unsigned flags;
    kf_board_init(&c->board, 19, 19);
    for (int y = 0; corner[y] != NULL; y++)
        for (int x = 0; corner[y][x] != '\0'; x++)
            if (corner[y][x] != '.')
                kf_board_put(&c->board, kf_point_at(x, y),
                             corner[y][x] == 'X' ? KF_BLACK : KF_WHITE);
    kf_region_input input = {.board = &c->board, .group = kf_point_at(1, 1)};
    assert_true(kf_region_find(&input, &c->region));
    kf_transposition_init(&c->known, c->arena, 1 << 16);
    kf_reader_init(&reader, &c->region, &c->known, c->arena);
    kf_local at = kf_reader_start(&reader, &c->board, KF_DEFENDER);
    assert_int_not_equal(kf_reader_ask(&reader, &question, &at, CORNER_NODES, &flags),
                         KF_ANSWER_YES);
    kf_reader_release(&reader, c->arena);
}

static void test_corner(void **unused) {
    (void)unused;
    checking *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->arena = kf_arena_new();
    assert_non_null(c->arena);
    assert_true(kf_arena_try(c->arena, corner_body, c));
    kf_arena_free(c->arena);
    free(c);
}

static checking checked = {.random = 3, .other = 5, .positions = USUAL_POSITIONS};

static void test_claims(void **unused) {
    (void)unused;
    checking *c = &checked;
    c->arena = kf_arena_new();
    c->capture = kf_capture_read_new();
    assert_non_null(c->arena);
    assert_non_null(c->capture);
    assert_true(kf_arena_try(c->arena, body, c));
    print_message("%d groups, %d claims, %d pairs of parts, %d moves played, %d read as captures, "
                  "%d plies, %d of %d solutions right, %d grouped anew: %d contradictions\n",
                  c->groups, c->claims, c->pairs, c->moves, c->captures, c->plies, c->solutions,
                  c->asked, c->regrouped, c->faults);
    assert_true(c->claims > 0 && c->moves > 0 && c->captures > 0 && c->solutions > 0);
    assert_true(c->regrouped <= 1 + c->moves / 40);
    assert_int_equal(c->faults, 0);
    kf_capture_read_free(c->capture);
    kf_arena_free(c->arena);
}

int main(int count, char **words) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_corner),
                                       cmocka_unit_test(test_claims)};
    if (count > 1)
        checked.positions = (int)strtol(words[1], NULL, 10);
    checked.files = count > 2 ? count - 2 : 0;
    checked.names = words + 2;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
