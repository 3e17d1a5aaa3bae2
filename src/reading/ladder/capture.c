// SPDX-License-Identifier: MIT
// Whether a chain can be captured, read move by move.

#include "reading/ladder/ladder.h"

enum { DEEPEST = 30, REPLIES = 12, SAFE = 4, ENEMIES = 40 };

// How much may still be read.
typedef struct budget {
    int moves;
} budget;

static bool attack(kf_board *board, kf_point stone, budget *left, int depth, kf_point *first);

static bool has(const kf_point *points, int count, kf_point point) {
    for (int i = 0; i < count; i++)
        if (points[i] == point)
            return true;
    return false;
}

// Chains by their heads.
typedef struct enemies {
    uint16_t heads[ENEMIES];
    int count;
} enemies;

// The chains of the opponent that touch the chain, each once, as far as there is room.
static void find_enemies(const kf_board *board, kf_point stone, enemies *found) {
    uint32_t first = kf_board_cell(board, stone), at = first;
    uint8_t enemy = (uint8_t)(3 - board->cell[first].colour);
    uint16_t *heads = found->heads;
    int count = 0;
    do {
        for (int side = 0; side < 4; side++) {
            const kf_cell *next = &board->cell[kf_board_beside(board, at, side)];
            bool known = next->colour != enemy;
            for (int i = 0; i < count && !known; i++)
                known = heads[i] == next->head;
            if (!known)
                heads[count++] = next->head;
        }
        at = board->cell[at].next;
    } while (at != first && count + 4 <= ENEMIES);
    found->count = count;
}

// Adds the liberties of those of the chains that have at most `most`.
static int add_counters(const kf_board *board, const enemies *known, size_t most, kf_point *points,
                        int count, int max) {
    for (int k = 0; k < known->count && count < max; k++) {
        kf_point liberty[3], chain = kf_board_point(board, known->heads[k]);
        size_t liberties = kf_chain_few(board, chain, liberty, most);
        for (size_t i = 0; liberties <= most && i < liberties && count < max; i++)
            if (!has(points, count, liberty[i]))
                points[count++] = liberty[i];
    }
    return count;
}

int kf_capture_answers(const kf_board *board, kf_point stone, kf_point *points, int max) {
    kf_point liberty[SAFE];
    enemies around;
    find_enemies(board, stone, &around);
    int count = add_counters(board, &around, 1, points, 0, max);
    size_t liberties = kf_chain_few(board, stone, liberty, SAFE);
    for (size_t i = 0; i < liberties && i < SAFE && count < max; i++)
        if (!has(points, count, liberty[i]))
            points[count++] = liberty[i];
    return add_counters(board, &around, 2, points, count, max);
}

static bool defend(kf_board *board, kf_point stone, budget *left, int depth) {
    kf_point replies[REPLIES];
    kf_colour colour = kf_board_get(board, stone);
    kf_point liberty[3];
    size_t liberties = kf_chain_few(board, stone, liberty, 3);
    if (liberties >= 3 || depth > DEEPEST || left->moves-- <= 0)
        return true;
    // To leave it alone is a move too, where both sides are short of liberties.
    if (liberties == 2 && !attack(board, stone, left, depth + 1, NULL))
        return true;
    int count = kf_capture_answers(board, stone, replies, REPLIES);
    for (int i = 0; i < count; i++) {
        kf_played played;
        if (kf_board_judge(board, replies[i], colour) != KF_LEGAL)
            continue;
        kf_board_play(board, replies[i], colour, &played);
        bool saves = !attack(board, stone, left, depth + 1, NULL);
        kf_board_undo(board, &played);
        if (saves)
            return true;
    }
    return false;
}

// Whether what has just taken a single stone is itself taken back, and with it more than that
// stone.
static bool is_snapback(const kf_board *board, const kf_played *played) {
    return played->captured == 1 && kf_chain_in_atari(board, played->point) &&
           kf_chain_stones(board, played->point, NULL, 0) > 1;
}

static bool try_attack(kf_board *board, kf_point stone, kf_point move, budget *left, int depth) {
    kf_colour colour = kf_colour_other(kf_board_get(board, stone));
    kf_played played;
    if (kf_board_judge(board, move, colour) != KF_LEGAL)
        return false;
    kf_board_play(board, move, colour, &played);
    bool is_taken = kf_board_get(board, stone) == KF_EMPTY;
    bool works = is_taken ? !is_snapback(board, &played) : !defend(board, stone, left, depth + 1);
    kf_board_undo(board, &played);
    return works;
}

static bool attack(kf_board *board, kf_point stone, budget *left, int depth, kf_point *first) {
    kf_point liberty[SAFE];
    size_t liberties = kf_chain_few(board, stone, liberty, SAFE - 1);
    if (liberties >= SAFE || (liberties == 3 && depth > 2) || depth > DEEPEST || left->moves-- <= 0)
        return false;
    for (size_t i = 0; i < liberties; i++)
        if (try_attack(board, stone, liberty[i], left, depth)) {
            if (first != NULL)
                *first = liberty[i];
            return true;
        }
    return false;
}

bool kf_capture_attack(kf_board *board, kf_point stone, int moves) {
    budget left = {moves};
    return attack(board, stone, &left, 0, NULL);
}
