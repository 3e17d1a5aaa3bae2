// SPDX-License-Identifier: MIT
// Playing the last moves of a game: neutral points, and what they force.

#include "solve/finish.h"

#include <string.h>

enum { MOST_MOVES = 400, SETTLED = 90 };

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

void kf_finish_mixed(kf_finish *f) {
    bool seen[KF_BOARD_CELLS] = {false};
    memset(f->mixed, 0, sizeof f->mixed);
    for (uint32_t at = 0; at < f->board.cells; at++)
        if (is_open(f, at) && !seen[at])
            explore(f, at, seen);
}

bool kf_finish_play(kf_finish *f, uint32_t at, kf_colour colour) {
    kf_played played;
    kf_point point = kf_board_point(&f->board, at);
    if (kf_board_judge(&f->board, point, colour) != KF_LEGAL)
        return false;
    kf_board_play(&f->board, point, colour, &played);
    f->status[index_of(&f->board, at)] = KF_ALIVE;
    f->filled[index_of(&f->board, at)] = (uint8_t)colour;
    f->moves++;
    return true;
}

static int liberties(const kf_board *board, uint32_t at, kf_point *first) {
    kf_point list[KF_BOARD_POINTS];
    int count = (int)kf_chain_liberties(board, kf_board_point(board, at), list, KF_BOARD_POINTS);
    *first = list[0];
    return count;
}

// Whether a stone of the colour could stand there without being taken at once.
static bool is_safe(const kf_finish *f, uint32_t at, kf_colour colour) {
    kf_board after;
    kf_played played;
    kf_point point = kf_board_point(&f->board, at);
    if (kf_board_judge(&f->board, point, colour) != KF_LEGAL)
        return false;
    kf_board_copy(&after, &f->board);
    kf_board_play(&after, point, colour, &played);
    return !kf_chain_in_atari(&after, point);
}

// Connects the live chains of the colour that stand in atari and can be taken. True if it moved.
static bool rescue(kf_finish *f, kf_colour colour) {
    for (uint32_t at = 0; at < f->board.cells; at++) {
        kf_point liberty;
        if (f->board.cell[at].colour != colour || f->board.cell[at].head != at ||
            f->status[index_of(&f->board, at)] == KF_DEAD || liberties(&f->board, at, &liberty) != 1 ||
            kf_board_judge(&f->board, liberty, kf_colour_other(colour)) == KF_SUICIDE)
            continue;
        if (kf_finish_play(f, kf_board_cell(&f->board, liberty), colour))
            return true;
    }
    return false;
}

// How much a neutral point wants to be filled: points that touch both, and that nobody owns.
static int urgency(const kf_finish *f, uint32_t at, kf_colour colour) {
    int index = index_of(&f->board, at);
    if (f->tally->games == 0)
        return 100 + (f->sides[at] == 3 ? 200 : 0);
    int mine = (int)(100 * (uint64_t)f->tally->owned[colour][index] / f->tally->games);
    int theirs = (int)(100 * (uint64_t)f->tally->owned[3 - colour][index] / f->tally->games);
    int contest = 100 - (mine > theirs ? mine - theirs : theirs - mine);
    return contest + (f->sides[at] == 3 ? 200 : 0) + mine / 10;
}

static bool fill_one(kf_finish *f, kf_colour colour) {
    uint32_t best = 0;
    int highest = -1;
    for (uint32_t at = 0; at < f->board.cells; at++) {
        if (f->board.cell[at].colour != KF_EMPTY || !f->mixed[at] || !(f->sides[at] & colour))
            continue;
        int value = urgency(f, at, colour);
        if (value > highest && is_safe(f, at, colour)) {
            highest = value;
            best = at;
        }
    }
    return best != 0 && highest > 100 - SETTLED && kf_finish_play(f, best, colour);
}

void kf_finish_run(kf_finish *f) {
    kf_colour colour = f->to_move;
    for (int idle = 0; idle < 2 && f->moves < MOST_MOVES;) {
        kf_finish_mixed(f);
        bool moved = rescue(f, colour) || fill_one(f, colour);
        f->passes[colour] += !moved;
        idle = moved ? 0 : idle + 1;
        colour = kf_colour_other(colour);
    }
    f->to_move = colour;
}
