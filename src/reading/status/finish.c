// SPDX-License-Identifier: MIT
// Playing the last moves of a game: neutral points, and what they force.

#include "reading/status/status.h"

#include <string.h>

enum { MOST_MOVES = 400, SETTLED = 90, VARIETY = 40 };

static int index_of(const kf_board *board, uint32_t at) {
    return kf_benson_index(board, kf_board_point(board, at));
}

static bool is_stone(const kf_cell *cell) {
    return cell->colour == KF_BLACK || cell->colour == KF_WHITE;
}

static bool is_live(const kf_finish *f, uint32_t at) {
    return is_stone(&f->board.cell[at]) && f->status[index_of(&f->board, at)] != KF_DEAD;
}

static bool is_open(const kf_finish *f, uint32_t at) {
    const kf_cell *cell = &f->board.cell[at];
    return cell->colour == KF_EMPTY || (is_stone(cell) && !is_live(f, at));
}

// Finds the region of a cell and what touches it.
static void explore(kf_finish *f, uint32_t start, bool *seen) {
    static const int most = KF_BOARD_POINTS;
    uint16_t queue[KF_BOARD_POINTS];
    int count = 1;
    uint8_t touches = 0;
    queue[0] = (uint16_t)start;
    seen[start] = true;
    for (int i = 0; i < count; i++) {
        f->sides[queue[i]] = 0;
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(&f->board, queue[i], side);
            if (is_live(f, next))
                f->sides[queue[i]] |= f->board.cell[next].colour;
            else if (is_open(f, next) && !seen[next] && count < most) {
                seen[next] = true;
                queue[count++] = (uint16_t)next;
            }
        }
        touches |= f->sides[queue[i]];
    }
    for (int i = 0; i < count; i++)
        f->mixed[queue[i]] = touches == 3;
}

// Finds which cells lie in regions that touch both colours.
static void find_mixed(kf_finish *f) {
    bool seen[KF_BOARD_CELLS] = {false};
    memset(f->mixed, 0, sizeof f->mixed);
    for (uint32_t at = 0; at < f->board.cells; at++)
        if (is_open(f, at) && !seen[at])
            explore(f, at, seen);
}

// Makes a move and sees to it that the arrays follow. Stones put there are alive.
static bool play(kf_finish *f, uint32_t at, kf_colour colour) {
    kf_played played;
    kf_point point = kf_board_point(&f->board, at);
    if (kf_board_judge(&f->board, point, colour) != KF_LEGAL)
        return false;
    kf_board_play(&f->board, point, colour, &played);
    f->status[index_of(&f->board, at)] = KF_ALIVE;
    f->filled[index_of(&f->board, at)] = (uint8_t)colour;
    f->moves++;
    f->idle = 0;
    f->to_move = kf_colour_other(colour);
    return true;
}

bool kf_finish_is_faced(const kf_finish *f, uint32_t at) {
    const kf_cell *cell = f->board.cell;
    uint32_t stone = at;
    do {
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(&f->board, stone, side);
            if (cell[next].colour == 3 - cell[at].colour && is_live(f, next))
                return true;
        }
        stone = cell[stone].next;
    } while (stone != at);
    return false;
}

// Connects the live chains of the colour that stand in atari and can be taken. True if it moved.
static bool rescue(kf_finish *f, kf_colour colour) {
    for (uint32_t at = 0; at < f->board.cells; at++) {
        kf_point liberty;
        if (f->board.cell[at].colour != colour || f->board.cell[at].head != at ||
            f->status[index_of(&f->board, at)] == KF_DEAD ||
            kf_chain_few(&f->board, kf_board_point(&f->board, at), &liberty, 1) != 1 ||
            kf_board_judge(&f->board, liberty, kf_colour_other(colour)) == KF_SUICIDE ||
            !kf_finish_is_faced(f, at))
            continue;
        if (play(f, kf_board_cell(&f->board, liberty), colour))
            return true;
    }
    return false;
}

// How much a neutral point wants to be filled: points that touch both, and that nobody owns.
static int order(const kf_finish *f, uint32_t at) {
    uint32_t mixed = (at * 2654435761u) ^ (f->variation * 2246822519u);
    mixed = (mixed ^ (mixed >> 15)) * 2246822519u;
    return f->variation == 0 ? 0 : (int)((mixed >> 16) % VARIETY);
}

static int urgency(const kf_finish *f, uint32_t at, kf_colour colour) {
    int index = index_of(&f->board, at);
    if (f->tally->games == 0)
        return 100 + (f->sides[at] == 3 ? 200 : 0);
    int mine = (int)(100 * (uint64_t)f->tally->owned[colour][index] / f->tally->games);
    int theirs = (int)(100 * (uint64_t)f->tally->owned[3 - colour][index] / f->tally->games);
    int contest = 100 - (mine > theirs ? mine - theirs : theirs - mine);
    return contest + (f->sides[at] == 3 ? 200 : 0) + mine / 10;
}

// What a point is worth that one player can fill and make the other lose a point by his answer.
static int price(const kf_finish *f, uint32_t at, kf_colour colour) {
    if (!f->is_keen)
        return 0;
    kf_point point = kf_board_point(&f->board, at);
    if (kf_threat_costs(f, point, colour))
        return 600;
    return kf_threat_costs(f, point, kf_colour_other(colour)) ? 400 : 0;
}

// Whether the point is a liberty of a chain of the colour that is known to be in seki. To fill it
// may cost the chain, further ahead than threats are read; its opponent may fill it.
static bool is_held_in_seki(const kf_finish *f, uint32_t at, kf_colour colour) {
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(&f->board, at, side);
        if (f->board.cell[next].colour == colour && f->status[index_of(&f->board, next)] == KF_SEKI)
            return true;
    }
    return false;
}

static bool fill_one(kf_finish *f, kf_colour colour) {
    uint32_t best = 0;
    int highest = -1;
    for (uint32_t at = 0; at < f->board.cells; at++) {
        if (f->board.cell[at].colour != KF_EMPTY || !f->mixed[at] || !(f->sides[at] & colour) ||
            is_held_in_seki(f, at, colour))
            continue;
        int value = urgency(f, at, colour) + order(f, at) + price(f, at, colour);
        if (value > highest && kf_threat_is_safe(f, kf_board_point(&f->board, at), colour)) {
            highest = value;
            best = at;
        }
    }
    return best != 0 && highest > 100 - SETTLED && play(f, best, colour);
}

// Answers what threatens the colour. True if it moved.
static bool answer(kf_finish *f, kf_colour colour) {
    kf_point point = kf_threat_answer(f, colour);
    return point != KF_NOWHERE && play(f, kf_board_cell(&f->board, point), colour);
}

// When nothing neutral is left: prevents what one answer would not meet.
static bool prevent(kf_finish *f, kf_colour colour) {
    kf_point point = kf_threat_prevent(f, colour);
    return point != KF_NOWHERE && play(f, kf_board_cell(&f->board, point), colour);
}

// Neutral points that the colour cannot fill yet: protects what filling them would cost.
static bool prepare(kf_finish *f, kf_colour colour) {
    for (uint32_t at = 0; at < f->board.cells; at++) {
        if (f->board.cell[at].colour != KF_EMPTY || !f->mixed[at] || f->sides[at] != 3)
            continue;
        kf_point point = kf_threat_prepare(f, kf_board_point(&f->board, at), colour);
        if (point != KF_NOWHERE && play(f, kf_board_cell(&f->board, point), colour))
            return true;
    }
    return false;
}

// Points that neither can fill are shared, and the chains that they would cost are in seki.
static void find_seki(kf_finish *f) {
    find_mixed(f);
    for (uint32_t i = 0; i < 4u * f->board.cells; i++) {
        uint32_t at = i / 4;
        if (f->board.cell[at].colour != KF_EMPTY || !f->mixed[at] || f->sides[at] != 3)
            continue;
        kf_point stones[KF_BOARD_POINTS], point = kf_board_point(&f->board, at);
        uint32_t beside = kf_board_beside(&f->board, at, (int)i % 4);
        if (!is_live(f, beside) || kf_threat_is_safe(f, point, KF_BLACK) ||
            kf_threat_is_safe(f, point, KF_WHITE))
            continue;
        kf_point chain = kf_board_point(&f->board, beside);
        kf_point liberty[3];
        if (kf_chain_few(&f->board, chain, liberty, 3) > 3)
            continue;
        size_t count = kf_chain_stones(&f->board, chain, stones, KF_BOARD_POINTS);
        for (size_t k = 0; k < count; k++)
            f->status[kf_benson_index(&f->board, stones[k])] = KF_SEKI;
    }
}

static void pass(kf_finish *f) {
    f->passes[f->to_move]++;
    f->idle++;
    f->to_move = kf_colour_other(f->to_move);
}

// Makes the next move of the player whose turn it is, or passes for him.
static void step(kf_finish *f) {
    kf_colour colour = f->to_move;
    find_mixed(f);
    bool moved = rescue(f, colour) || answer(f, colour) || fill_one(f, colour) ||
                 prevent(f, colour) || prepare(f, colour);
    if (!moved)
        pass(f);
}

void kf_finish_run(kf_finish *f) {
    while (f->idle < 2 && f->moves < MOST_MOVES)
        step(f);
    find_seki(f);
}
