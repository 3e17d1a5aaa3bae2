// SPDX-License-Identifier: MIT
// Any position, however broken, with any question about it: the solvers end within their budgets,
// answer the same question the same way twice, and never contradict themselves or each other.

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "reading/endgame/endgame.h"
#include "reading/eyes/eyes.h"
#include "reading/ladder/ladder.h"
#include "reading/life/life.h"

enum { LIFE_NODES = 200, ENDGAME_NODES = 400, LADDER_MOVES = 2000, EYE_MOST = 7 };

typedef struct job {
    kf_arena *arena;
    fuzz_tape tape;
    kf_board board, swapped; // the second with the colours exchanged
} job;

// ---- Positions ----

// Mostly small boards, on which more happens.
static int take_side(fuzz_tape *tape, unsigned large) {
    unsigned most = large < 200 ? 7 : large < 240 ? 19 : KF_BOARD_MAX;
    return 1 + (int)(fuzz_take(tape) % most);
}

static kf_point take_point(fuzz_tape *tape, const kf_board *board) {
    int column = (int)fuzz_take(tape) % board->width, row = (int)fuzz_take(tape) % board->height;
    return kf_point_at(column, row);
}

static kf_colour swap(kf_colour colour) {
    return colour == KF_EMPTY ? KF_EMPTY : kf_colour_other(colour);
}

static void put(job *j, kf_point point, kf_colour colour) {
    kf_board_put(&j->board, point, colour);
    kf_board_put(&j->swapped, point, swap(colour));
}

// Stones by setup, also without liberties, then some moves, also against the rules.
static void take_board(job *j) {
    unsigned large = fuzz_take(&j->tape), moves = fuzz_take(&j->tape) % 32;
    int width = take_side(&j->tape, large), height = take_side(&j->tape, large);
    unsigned bits = 1;
    kf_board_init(&j->board, width, height);
    kf_board_init(&j->swapped, width, height);
    for (int i = 0; i < width * height; i++, bits >>= 2) {
        bits = bits == 1 ? 256 | fuzz_take(&j->tape) : bits;
        kf_colour colour = (kf_colour)(bits & 3);
        if (colour == KF_BLACK || colour == KF_WHITE)
            put(j, kf_point_at(i % width, i / width), colour);
    }
    for (unsigned i = 0; i < moves && j->tape.left > 0; i++) {
        kf_played played;
        kf_colour colour = fuzz_take(&j->tape) % 2 == 0 ? KF_BLACK : KF_WHITE;
        kf_point point = take_point(&j->tape, &j->board);
        kf_board_play(&j->board, point, colour, &played);
        kf_board_play(&j->swapped, point, swap(colour), &played);
    }
}

// Whether every chain has a liberty, as it has after any row of moves.
static bool is_possible(const kf_board *board) {
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width), liberty;
        if (kf_board_get(board, point) != KF_EMPTY &&
            kf_chain_liberties(board, point, &liberty, 1) == 0)
            return false;
    }
    return true;
}

// ---- Life and death ----

static void expect_same_case(const kf_life_case *a, const kf_life_case *b, const char *what) {
    bool is_same = a->word == b->word && a->runs_out == b->runs_out && a->nodes == b->nodes &&
                   a->vital_count == b->vital_count && a->line_count == b->line_count;
    fuzz_expect(is_same, what);
    fuzz_expect(memcmp(a->vital, b->vital, (size_t)a->vital_count * sizeof *a->vital) == 0, what);
    fuzz_expect(memcmp(a->line, b->line, (size_t)a->line_count * sizeof *a->line) == 0, what);
}

// From the worst for the group to the best; ko and seki are on one level, as a ko may be for a
// seki.
static int rank(kf_life_word word) {
    return word == KF_LIFE_DEAD ? 0 : word == KF_LIFE_ALIVE ? 2 : 1;
}

static void expect_order(const kf_life *life) {
    kf_life_word attacked = life->first[KF_ATTACKER].word, first = life->first[KF_DEFENDER].word;
    if (attacked != KF_LIFE_UNKNOWN && first != KF_LIFE_UNKNOWN)
        fuzz_expect(rank(attacked) <= rank(first), "a group that gains when it is attacked");
}

static void judge(kf_life_input *input, const kf_board *board, kf_arena *arena, kf_life *life) {
    input->where.board = board;
    kf_life_solve(input, arena, life);
}

static void expect_larger(const kf_life *small, const kf_life *large) {
    for (int side = 0; side < 2; side++) {
        kf_life_word before = small->first[side].word, after = large->first[side].word;
        bool is_open = before == KF_LIFE_UNKNOWN || after == KF_LIFE_UNKNOWN;
        // What was not disproved may be proved with more.
        bool is_told_apart = before == KF_LIFE_KO_OR_DEAD && after == KF_LIFE_DEAD;
        fuzz_expect(is_open || is_told_apart || rank(before) == rank(after),
                    "a larger budget finds another word");
    }
}

// Plays the first of the moves that decide: then the other side moves first, and cannot change it.
static void expect_decided(job *j, kf_life_input *input, const kf_life *life, int side) {
    const kf_life_case *found = &life->first[side];
    kf_life_word goal = side == KF_DEFENDER ? KF_LIFE_ALIVE : KF_LIFE_DEAD;
    kf_life *then = kf_arena_alloc(j->arena, sizeof *then);
    kf_board *board = kf_arena_alloc(j->arena, sizeof *board);
    kf_colour colour = kf_board_get(&j->board, input->where.group);
    kf_played played;
    // A part that was given is another part when stones in it are joined to others.
    if (found->word != goal || found->vital_count == 0 || input->where.is_given)
        return;
    kf_board_copy(board, &j->board);
    fuzz_expect(kf_board_play(board, found->vital[0],
                              side == KF_DEFENDER ? colour : kf_colour_other(colour),
                              &played) == KF_LEGAL,
                "a vital move against the rules");
    judge(input, board, j->arena, then);
    kf_life_word word = then->first[1 - side].word;
    fuzz_expect(!then->is_read || word == KF_LIFE_UNKNOWN || word == goal,
                "a vital move that does not decide");
}

static void try_life(job *j) {
    kf_life *one = kf_arena_alloc(j->arena, sizeof *one);
    kf_life *other = kf_arena_alloc(j->arena, sizeof *other);
    kf_life_input input = {.nodes = fuzz_take(&j->tape) % LIFE_NODES};
    input.where.group = take_point(&j->tape, &j->board);
    input.where.is_given = fuzz_take(&j->tape) % 2 != 0;
    for (int i = 0; i < 2 && input.where.is_given; i++) {
        int column = (int)fuzz_take(&j->tape) % 60, row = (int)fuzz_take(&j->tape) % 60;
        input.where.corners[i] = kf_point_at(column, row);
    }
    judge(&input, &j->board, j->arena, one);
    judge(&input, &j->board, j->arena, other);
    fuzz_expect(one->is_read == other->is_read, "a group that is read once of two times");
    if (!one->is_read)
        return;
    fuzz_expect(one->status == other->status && one->status == kf_life_status(one),
                "another status the second time");
    for (int side = 0; side < 2; side++)
        expect_same_case(&one->first[side], &other->first[side], "another answer the second time");
    judge(&input, &j->swapped, j->arena, other);
    fuzz_expect(other->is_read && one->status == other->status,
                "another status with the colours exchanged");
    if (!is_possible(&j->board))
        return;
    expect_order(one);
    expect_decided(j, &input, one, KF_DEFENDER);
    expect_decided(j, &input, one, KF_ATTACKER);
    input.nodes = (uint64_t)4 * LIFE_NODES;
    judge(&input, &j->board, j->arena, other);
    expect_larger(one, other);
}

// ---- Ladders ----

static void expect_line(job *j, kf_ladder *ladder, kf_point stone, kf_colour to_move) {
    kf_point moves[64];
    kf_board *board = kf_arena_alloc(j->arena, sizeof *board);
    size_t count = kf_ladder_line(ladder, &j->board, stone, to_move, moves, 64);
    fuzz_expect(count <= 64, "a line that is too long");
    kf_board_copy(board, &j->board);
    for (size_t i = 0; i < count; i++, to_move = kf_colour_other(to_move)) {
        kf_played played;
        fuzz_expect(kf_board_play(board, moves[i], to_move, &played) == KF_LEGAL,
                    "a line with a move against the rules");
    }
}

// Whether the best move makes the result.
static void expect_best(job *j, kf_ladder *ladder, kf_point stone, kf_colour to_move,
                        kf_ladder_result result) {
    kf_board *board = kf_arena_alloc(j->arena, sizeof *board);
    kf_played played;
    kf_point best = ladder->best;
    bool is_runner = kf_board_get(&j->board, stone) == to_move, has_ko = ladder->has_ko;
    if (best == KF_NOWHERE || result != (is_runner ? KF_LADDER_SAVED : KF_LADDER_CAUGHT))
        return;
    kf_board_copy(board, &j->board);
    fuzz_expect(kf_board_play(board, best, to_move, &played) == KF_LEGAL,
                "a best move against the rules");
    if (kf_board_get(board, stone) == KF_EMPTY) {
        fuzz_expect(result == KF_LADDER_CAUGHT, "a chain that is saved, and taken");
        return;
    }
    kf_ladder_result then = kf_ladder_read(ladder, board, stone, kf_colour_other(to_move));
    fuzz_expect(then == result || then == KF_LADDER_UNKNOWN || has_ko || ladder->has_ko,
                "a best move that does not make the result");
}

static void expect_breakers(job *j, kf_ladder *ladder, kf_point stone, kf_colour to_move) {
    kf_point points[16];
    kf_board *board = kf_arena_alloc(j->arena, sizeof *board);
    kf_colour runner = kf_board_get(&j->board, stone);
    size_t count = kf_ladder_breakers(ladder, &j->board, stone, to_move, points, 16);
    for (size_t i = 0; i < count && i < 16; i++) {
        kf_played played;
        kf_board_copy(board, &j->board);
        fuzz_expect(kf_board_play(board, points[i], runner, &played) == KF_LEGAL,
                    "a breaker against the rules");
        fuzz_expect(kf_ladder_read(ladder, board, stone, to_move) != KF_LADDER_CAUGHT,
                    "a breaker that saves nothing");
    }
}

static void try_ladder(job *j) {
    kf_ladder *ladder = kf_arena_alloc(j->arena, sizeof *ladder);
    kf_point stone = take_point(&j->tape, &j->board);
    kf_colour to_move = fuzz_take(&j->tape) % 2 == 0 ? KF_BLACK : KF_WHITE;
    if (kf_board_get(&j->board, stone) == KF_EMPTY)
        return;
    ladder->budget = LADDER_MOVES;
    kf_ladder_result result = kf_ladder_read(ladder, &j->board, stone, to_move);
    uint32_t tried = ladder->tried;
    kf_point best = ladder->best;
    kf_ladder_result again = kf_ladder_read(ladder, &j->board, stone, to_move);
    fuzz_expect(again == result && ladder->tried == tried && ladder->best == best,
                "another answer the second time");
    expect_best(j, ladder, stone, to_move, result);
    again = kf_ladder_read(ladder, &j->swapped, stone, kf_colour_other(to_move));
    fuzz_expect(again == result && ladder->best == best,
                "another answer with the colours exchanged");
    expect_line(j, ladder, stone, to_move);
    if (j->board.cells < 100)
        expect_breakers(j, ladder, stone, to_move);
}

// ---- Endgames ----

static void read_endgame(kf_arena *arena, const kf_endboard *region, const kf_endposition *start,
                         kf_endgame *endgame, kf_endplay *play) {
    memset(play, 0, sizeof *play);
    kf_endgame_read(endgame, arena, region, start, ENDGAME_NODES);
    if (endgame->state == KF_ENDGAME_SOLVED)
        kf_endline_play(kf_endbound_start(arena, region, ENDGAME_NODES), start, play);
    kf_endgame_free(endgame);
}

static void expect_moves(const kf_endboard *region, const kf_endline *line) {
    fuzz_expect(line->count >= 0 && line->count <= KF_ENDLINE_MOST, "a line that is too long");
    for (int i = 0; i < line->count; i++)
        fuzz_expect(line->move[i] < region->count, "a move outside of the region");
}

// The search that needs no whole tree finds the same results.
static void expect_found(job *j, const kf_endboard *region, const kf_endposition *start,
                         const kf_endplay *play) {
    kf_endplay *found = kf_arena_alloc(j->arena, sizeof *found);
    kf_endsearch *search = kf_endsearch_start(j->arena, region, 4 * ENDGAME_NODES);
    if (kf_endlead_play(search, start, found))
        for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
            fuzz_expect(found->stop[colour] == play->stop[colour],
                        "the search and the whole tree differ");
    kf_endsearch_free(search);
}

static void try_endgame(job *j) {
    kf_endboard region, other;
    kf_endposition start, turned;
    kf_endgame *endgame = kf_arena_alloc(j->arena, 2 * sizeof *endgame);
    kf_endplay *play = kf_arena_alloc(j->arena, 2 * sizeof *play);
    kf_point a = take_point(&j->tape, &j->board), b = take_point(&j->tape, &j->board);
    if (!kf_endboard_make(&region, &j->board, a, b, &start) ||
        !kf_endboard_make(&other, &j->swapped, b, a, &turned))
        return;
    region.favoured = fuzz_take(&j->tape) % 2 == 0 ? KF_BLACK : KF_WHITE;
    other.favoured = swap(region.favoured);
    read_endgame(j->arena, &region, &start, &endgame[0], &play[0]);
    read_endgame(j->arena, &other, &turned, &endgame[1], &play[1]);
    fuzz_expect(endgame[0].state == endgame[1].state, "solved with one player's colour only");
    if (endgame[0].state != KF_ENDGAME_SOLVED)
        return;
    fuzz_expect(endgame[0].node_count == endgame[1].node_count,
                "another tree with the colours exchanged");
    if (!play[0].has_mean || !play[1].has_mean)
        return;
    fuzz_expect(play[0].mean == -play[1].mean && play[0].temperature == play[1].temperature &&
                    play[0].stop[KF_BLACK] == -play[1].stop[KF_WHITE] &&
                    play[0].stop[KF_WHITE] == -play[1].stop[KF_BLACK],
                "another value with the colours exchanged");
    fuzz_expect((int)play[0].sente == (3 - (int)play[1].sente) % 3,
                "another sente with the colours exchanged");
    fuzz_expect(play[0].stop[KF_BLACK] >= play[0].stop[KF_WHITE] || play[0].temperature <= 0,
                "who begins loses by it");
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        expect_moves(&region, &play[0].lead[colour]);
    expect_found(j, &region, &start, &play[0]);
}

// ---- Eye spaces ----

static kf_polyomino take_shape(fuzz_tape *tape) {
    char text[KF_POLYOMINO_TEXT] = {0}, back[KF_POLYOMINO_TEXT];
    kf_polyomino shape = {.count = 0}, again;
    int length = (int)fuzz_take(tape) % 20;
    for (int i = 0; i < length; i++)
        text[i] = ".#./."[fuzz_take(tape) % 5];
    if (!kf_polyomino_read(text, &shape))
        return (kf_polyomino){.count = 0};
    kf_polyomino_write(&shape, back);
    fuzz_expect(kf_polyomino_read(back, &again) && kf_polyomino_compare(&shape, &again) == 0,
                "a shape that is read otherwise when it is written");
    return shape;
}

// Lays stones by play, so that every chain has a liberty and a ko may stand.
static void play_inside(job *j, kf_eyes_task *task) {
    static const size_t positions = 2187; // of EYE_MOST points
    kf_eyes_rule *rule = kf_arena_alloc(j->arena, sizeof *rule);
    kf_eyes_position at = {{0, 0}};
    kf_eyes_rule_init(rule, task, kf_arena_alloc(j->arena, positions));
    for (unsigned moves = fuzz_take(&j->tape) % 10; moves > 0; moves--) {
        kf_eyes_side side = (kf_eyes_side)(fuzz_take(&j->tape) % 2);
        int point = (int)fuzz_take(&j->tape) % task->count;
        kf_eyes_move made;
        if (((at.stones[0] | at.stones[1]) >> point & 1) != 0 ||
            kf_eyes_rule_play(rule, &at, task->liberties, side, point, &made) != KF_EYES_PLAYED)
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

// The numbers of points turned round.
static kf_eyes_set reverse(kf_eyes_set set, int count) {
    kf_eyes_set turned = 0;
    for (int point = 0; point < count; point++)
        turned |= (set >> point & 1) << (count - 1 - point);
    return turned;
}

static kf_eyes_task reverse_task(const kf_eyes_task *task) {
    kf_eyes_task turned = *task;
    for (int point = 0; point < task->count; point++)
        turned.near[task->count - 1 - point] = reverse(task->near[point], task->count);
    for (int chain = 0; chain < task->chains; chain++)
        turned.touch[chain] = reverse(task->touch[chain], task->count);
    for (int side = 0; side < KF_EYES_SIDES; side++)
        turned.stones[side] = reverse(task->stones[side], task->count);
    turned.ko = task->count - 1 - task->ko;
    return turned;
}

static void expect_same_eye(const kf_eyes_answer *a, const kf_eyes_answer *b, int count) {
    for (int side = 0; side < KF_EYES_SIDES; side++) {
        const kf_eyes_first *one = &a->first[side], *other = &b->first[side];
        fuzz_expect(one->kind == other->kind &&
                        memcmp(one->threats, other->threats, sizeof one->threats) == 0 &&
                        one->vital == reverse(other->vital, count) &&
                        one->vital_pass == other->vital_pass,
                    "another answer with the points numbered backwards");
    }
}

// Plays the first of the best moves: the class stays for the other side to move.
static void expect_vital(job *j, kf_eyes *eyes, const kf_eyes_task *task,
                         const kf_eyes_answer *answer) {
    kf_eyes_rule *rule = kf_arena_alloc(j->arena, sizeof *rule);
    uint8_t *safe = kf_arena_alloc(j->arena, 2187);
    const kf_eyes_first *first = &answer->first[KF_EYES_DEFENDER];
    kf_eyes_task next = *task;
    kf_eyes_position at = {{task->stones[0], task->stones[1]}};
    kf_eyes_move made;
    kf_eyes_answer then;
    int point = 0;
    while (point < task->count && (first->vital >> point & 1) == 0)
        point++;
    if (point == task->count || first->kind != KF_EYES_ALIVE)
        return;
    kf_eyes_rule_init(rule, task, safe);
    fuzz_expect(kf_eyes_rule_play(rule, &at, task->liberties, KF_EYES_DEFENDER, point, &made) ==
                    KF_EYES_PLAYED,
                "a best move against the rules");
    next.stones[0] = made.after.stones[0];
    next.stones[1] = made.after.stones[1];
    next.has_ko = made.makes_ko;
    next.banned = KF_EYES_ATTACKER;
    for (next.ko = 0; made.makes_ko && made.removed >> next.ko != 1;)
        next.ko++;
    kf_eyes_solve(eyes, &next, &then);
    fuzz_expect(then.first[KF_EYES_ATTACKER].kind == KF_EYES_ALIVE,
                "a best move that does not live");
}

static void try_eyes(job *j) {
    kf_polyomino shape = take_shape(&j->tape);
    kf_eyes_where where = (kf_eyes_where)(fuzz_take(&j->tape) % KF_EYES_WHERES);
    kf_eyes_task task;
    kf_eyes_answer answer, other;
    kf_eyes *eyes = kf_eyes_new(j->arena);
    if (shape.count == 0 || shape.count > EYE_MOST)
        return;
    kf_enclosure_task(&shape, where, (int)fuzz_take(&j->tape) % 3, &task);
    play_inside(j, &task);
    kf_eyes_solve(eyes, &task, &answer);
    kf_eyes_task turned = reverse_task(&task);
    kf_eyes_solve(eyes, &turned, &other);
    expect_same_eye(&answer, &other, task.count);
    if (kf_eyes_alive_prove(kf_eyes_alive_new(j->arena), &task))
        fuzz_expect(answer.first[KF_EYES_ATTACKER].kind == KF_EYES_ALIVE,
                    "proved alive, but it is not");
    expect_vital(j, eyes, &task, &answer);
}

// ---- Captures, changes of a game, eyes of a board ----

// A stone of the board, or KF_NOWHERE.
static kf_point take_stone(job *j) {
    int points = j->board.width * j->board.height, from = (int)fuzz_take(&j->tape) % points;
    for (int i = 0; i < points; i++) {
        int at = (from + i) % points;
        kf_point point = kf_point_at(at % j->board.width, at / j->board.width);
        if (kf_board_get(&j->board, point) != KF_EMPTY)
            return point;
    }
    return KF_NOWHERE;
}

// The line of a capture is a game: every move of it is by the rules, and the chain is gone at its
// end.
static void expect_captured(job *j, kf_point stone, kf_colour first, const kf_capture_answer *by) {
    kf_board board = j->board;
    kf_colour owner = kf_board_get(&board, stone), colour = first;
    bool is_gone = false;
    for (int i = 0; i < by->line_count; i++, colour = kf_colour_other(colour)) {
        kf_played played;
        fuzz_expect(by->line[i] == KF_PASS ||
                        kf_board_judge(&board, by->line[i], colour) == KF_LEGAL,
                    "a line of a capture is against the rules");
        kf_board_play(&board, by->line[i], colour, &played);
        is_gone = is_gone || kf_board_get(&board, stone) != owner;
    }
    fuzz_expect(is_gone || by->line_count == KF_CAPTURE_LINE,
                "the line of a capture ends with the chain on the board");
}

static void try_capture(job *j) {
    kf_point stone = take_stone(j);
    kf_capture *reader = stone != KF_NOWHERE ? kf_capture_read_new() : NULL;
    kf_capture_answer *by = kf_arena_alloc(j->arena, 3 * sizeof *by);
    if (reader == NULL)
        return;
    kf_colour owner = kf_board_get(&j->board, stone);
    for (int first = KF_BLACK; first <= KF_WHITE; first++) {
        kf_capture_read(reader, &j->board, stone, (kf_colour)first, 200, &by[first]);
        if (by[first].word == KF_CAPTURE_CAPTURED && is_possible(&j->board))
            expect_captured(j, stone, (kf_colour)first, &by[first]);
    }
    fuzz_expect(by[owner].word != KF_CAPTURE_CAPTURED ||
                    by[kf_colour_other(owner)].word != KF_CAPTURE_SAFE,
                "captured if its owner begins, and safe if he does not");
    kf_capture_read_free(reader);
}

static void try_course(job *j) {
    kf_life_course *course = kf_life_course_new(20);
    if (course == NULL)
        return;
    bool is_whole = kf_life_course_step(course, &j->board, KF_EMPTY);
    is_whole = kf_life_course_step(course, &j->board, KF_EMPTY) && is_whole;
    fuzz_expect(!is_whole || kf_life_course_count(course) == 0, "a change without a move");
    kf_life_course_free(course);
}

static void try_point(job *j) {
    kf_eyes_point_answer *answer = kf_arena_alloc(j->arena, sizeof *answer);
    int at = (int)fuzz_take(&j->tape) % (j->board.width * j->board.height);
    kf_eyes_point_read(&j->board, kf_point_at(at % j->board.width, at / j->board.width), answer);
    fuzz_expect((answer->word == KF_EYES_POINT_NONE) == (answer->owner == KF_EMPTY),
                "an eye without an owner");
    for (int i = 0; i < answer->repair_count; i++)
        fuzz_expect(kf_board_judge(&j->board, answer->repair[i], answer->owner) == KF_LEGAL,
                    "a move that makes an eye real is against the rules");
}

// The bits of the first byte leave questions out, or ask them.
static void solve(void *context) {
    job *j = context;
    unsigned skip = fuzz_take(&j->tape);
    if ((skip & 8) == 0)
        try_eyes(j);
    take_board(j);
    if ((skip & 1) == 0)
        try_life(j);
    if ((skip & 2) == 0)
        try_ladder(j);
    if ((skip & 4) == 0)
        try_endgame(j);
    if ((skip & 48) == 16)
        try_capture(j);
    if ((skip & 48) == 32)
        try_course(j);
    if ((skip & 64) == 0)
        try_point(j);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    job *j = calloc(1, sizeof *j);
    fuzz_expect(j != NULL, "no memory");
    j->tape = (fuzz_tape){data, size};
    j->arena = kf_arena_new();
    fuzz_expect(j->arena != NULL && kf_arena_try(j->arena, solve, j), "no memory");
    kf_arena_free(j->arena);
    free(j);
    return 0;
}
