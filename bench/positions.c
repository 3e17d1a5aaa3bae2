// SPDX-License-Identifier: MIT
// Lists what reading finds of the positions of problems: what bench/learn learns from.
//
// Standard input has a problem a line: its number, the player to move (B or W), the size, the first
// move of the solution as row * size + column, and the rows of the board in . X O. Each group near
// that move is asked about, for either side to move first and after that move, within so many
// positions. The program writes, for part of the positions that were answered, what is counted of
// each move and of the position after it, and what became of that. The formats are those of the
// machine it runs on: see bench/learn.

#include <stdio.h>
#include <stdlib.h>

#include "reading/life/life.h"

// Reading itself, looked at where it leaves a position that is answered.
static void watch(const kf_proof *proof, const kf_transposition_entry *entry);
#define kf_transposition_put(memo, entry) (watch(proof, entry), (kf_transposition_put)(memo, entry))
#include "../src/reading/life/proof.c"

enum { GROUPS = 8, OF_ONE = 48, OF_FEW = 12, OF_SOME = 5, FEW = 4, SOME = 16, GLANCE = 4 };

typedef struct head {
    int32_t problem;
    uint8_t side, is_ours, is_proved, turn;
    uint32_t work;
    uint32_t count;
} head;

typedef struct row {
    uint8_t result; // 1: the attacker gets what is asked, 2: he does not; 4 more: at a glance
    uint8_t move;
    uint16_t unused;
    uint32_t work;
    int8_t counts[KF_FEATURES];
    uint8_t kinds[KF_NEAR];
    uint8_t fill[2];
} row;

typedef struct task {
    kf_arena *arena;
    kf_board board;
    kf_colour mover;
    kf_point right;
    uint64_t nodes;
    int group_count;
    kf_cells targets[GROUPS];
} task;

static int32_t problem; // the number of the one that is read, for watch

static row describe_move(const kf_proof *proof, const kf_surroundings *around, const kf_local *next,
                         const kf_proof_move *move) {
    kf_eyespace seen = kf_eyespace_foresee_answers(proof->map, next, proof->side);
    const kf_transposition_entry *known = kf_transposition_find(proof->memo, move->key);
    bool is_solved = (move->proof == 0 || move->disproof == 0) && move->depth == NO_DEPTH;
    bool is_kill = (move->proof == 0) == (proof->side == KF_ATTACKER);
    row made = {.move = move->move, .work = known != NULL ? known->work : 0};
    made.result = (uint8_t)(!is_solved ? 0 : is_kill ? 1 : 2);
    made.result |= seen.glance != KF_EYESPACE_OPEN ? GLANCE : 0;
    kf_features_move(around, move->move, made.counts);
    kf_features_near(around, move->move, made.kinds);
    kf_features_position(proof->map, next, &seen, proof->side, made.counts + KF_FEATURES_MOVE);
    return made;
}

// Whether it is one of those that are listed: all that took much work, and some of the others.
static bool is_listed(const kf_transposition_entry *entry) {
    uint64_t dice = (entry->key * UINT64_C(0x9E3779B97F4A7C15)) >> 32;
    uint64_t of = entry->work <= 1 ? OF_ONE : entry->work <= FEW ? OF_FEW : OF_SOME;
    bool is_solved = entry->proof == 0 || entry->disproof == 0;
    return is_solved && (entry->flags & KF_PROOF_PATH) == 0 &&
           (entry->work > SOME || dice % of == 0);
}

static void watch(const kf_proof *proof, const kf_transposition_entry *entry) {
    static row rows[KF_CELLS_MAX + 1];
    const kf_proof_frame *frame = proof->depth >= 0 ? &proof->frames[proof->depth] : NULL;
    if (frame == NULL || frame->key != entry->key || entry->work == 0 || !is_listed(entry))
        return;
    kf_surroundings around;
    look_around(proof, frame, &around);
    head top = {problem,
                (uint8_t)proof->side,
                frame->is_ours,
                entry->proof == 0,
                frame->at.turn,
                entry->work,
                0};
    for (int i = 0; i < frame->count; i++) {
        kf_local next = frame->at;
        if (kf_local_play(proof->map, &next, frame->moves[i].move))
            rows[top.count++] = describe_move(proof, &around, &next, &frame->moves[i]);
    }
    fwrite(&top, sizeof top, 1, stdout);
    fwrite(rows, sizeof rows[0], top.count, stdout);
}

// The cell of the solution, or KF_LOCAL_NO_CELL where it is not in the part.
static int right_cell(const task *t, const kf_region *region) {
    for (int cell = 0; cell < region->map.count; cell++)
        if (region->map.point[cell] == t->right)
            return cell;
    return KF_LOCAL_NO_CELL;
}

static void read_group(task *t, kf_region *region, int cell) {
    kf_colour owner = region->map.colour[KF_DEFENDER];
    int mover = owner == t->mover ? KF_DEFENDER : KF_ATTACKER;
    for (int kind = 0; kind < 3; kind++) {
        kf_transposition memo;
        kf_reader reader;
        kf_bounds bounds = kf_bounds_open();
        kf_life_table(&memo, t->nodes, t->arena);
        kf_reader_init(&reader, region, &memo, t->arena);
        kf_local at = kf_reader_start(&reader, &t->board, kind < 2 ? kind : mover);
        if (kind < 2)
            kf_bounds_narrow(&reader, &at, t->nodes, &bounds);
        else if (kf_local_play(&region->map, &at, cell))
            kf_bounds_claim(&reader, &at, mover, t->nodes, &bounds);
        kf_reader_release(&reader, t->arena);
        kf_transposition_release(&memo, t->arena);
    }
}

static void try_group(task *t, kf_point point, bool is_chain, kf_region *region) {
    kf_region_input input = {
        .board = &t->board, .group = point, .reach = KF_REACH_USUAL, .is_chain = is_chain};
    if (t->group_count == GROUPS || !kf_region_find(&input, region) || region->has_room)
        return;
    int cell = right_cell(t, region);
    for (int i = 0; i < t->group_count; i++)
        if (kf_cells_same(t->targets[i], region->map.target))
            return;
    if (cell == KF_LOCAL_NO_CELL)
        return;
    t->targets[t->group_count++] = region->map.target;
    read_group(t, region, cell);
}

static void read_problem(void *context) {
    task *t = context;
    kf_region *region = kf_arena_resize(t->arena, NULL, sizeof *region);
    for (int is_chain = 0; is_chain < 2; is_chain++)
        for (int i = 0; i < t->board.width * t->board.height; i++) {
            kf_point point = kf_point_at(i % t->board.width, i / t->board.width);
            if (kf_board_get(&t->board, point) != KF_EMPTY &&
                kf_chain_name(&t->board, point) == point)
                try_group(t, point, is_chain != 0, region);
        }
}

int main(int argc, char **argv) {
    char line[1024], mover[4], rows[512];
    int size, right;
    uint64_t nodes = argc > 1 ? strtoull(argv[1], NULL, 10) : 3000;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "%d %3s %d %d %511s", &problem, mover, &size, &right, rows) != 5 ||
            size > 19 || strlen(rows) != (size_t)(size * size))
            continue;
        task t = {.arena = kf_arena_new(), .nodes = nodes};
        kf_board_init(&t.board, size, size);
        t.mover = mover[0] == 'B' ? KF_BLACK : KF_WHITE;
        t.right = kf_point_at(right % size, right / size);
        for (int i = 0; i < size * size; i++)
            if (rows[i] != '.')
                kf_board_put(&t.board, kf_point_at(i % size, i / size),
                             rows[i] == 'X' ? KF_BLACK : KF_WHITE);
        if (t.arena != NULL)
            kf_arena_try(t.arena, read_problem, &t);
        kf_arena_free(t.arena);
    }
    return 0;
}
