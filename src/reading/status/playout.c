// SPDX-License-Identifier: MIT
// Play to the end of a game by chance and common sense, for judging what no rule decides.

#include "reading/status/status.h"

#include <string.h>

enum {
    ROUNDS = 3,         // moves in a game at most, in boards full of stones
    SAVE_PERCENT = 90,  // how often a player sees an atari
    SHAPE_PERCENT = 75, // how often he answers by shape
    EYE_ROOM = 7,       // vacant points beyond which nobody looks for the vital one
    KILLER = 6,         // stones beyond which no shape leaves a single eye
    FEW = 3             // liberties of a chain that may be killed so
};

// xorshift64*: small, and the same everywhere.
static uint32_t draw(kf_playout *g, uint32_t below) {
    g->random ^= g->random >> 12;
    g->random ^= g->random << 25;
    g->random ^= g->random >> 27;
    uint32_t high = (uint32_t)((g->random * 0x2545F4914F6CDD1Du) >> 32);
    return (uint32_t)(((uint64_t)high * below) >> 32);
}

static bool is_stone(const kf_cell *cell) {
    return cell->colour == KF_BLACK || cell->colour == KF_WHITE;
}

// ---- Liberties ----

// Adds the cell to a short list unless it is there.
static int note(uint32_t *list, int count, uint32_t at) {
    for (int i = 0; i < count; i++)
        if (list[i] == at)
            return count;
    list[count] = at;
    return count + 1;
}

// Up to `most` liberties of the chain, `except` not counted; goes on from those in the list.
static int add_liberties(const kf_board *board, uint32_t stone, uint32_t except, int most,
                         uint32_t *list, int count) {
    uint32_t at = stone;
    do {
        for (int side = 0; side < 4 && count < most; side++) {
            uint32_t next = kf_board_beside(board, at, side);
            if (board->cell[next].colour == KF_EMPTY && next != except)
                count = note(list, count, next);
        }
        at = board->cell[at].next;
    } while (at != stone && count < most);
    return count;
}

// The number of liberties of a chain, counted no further than 3, and these.
static int liberties_of(const kf_board *board, uint32_t stone, uint32_t list[3]) {
    return add_liberties(board, stone, 0, 3, list, 0);
}

// Whether the chain has one liberty, quickly where it has many.
static bool is_in_atari(const kf_board *board, uint32_t stone) {
    uint32_t list[2];
    return board->cell[board->cell[stone].head].edges <= 4 &&
           add_liberties(board, stone, 0, 2, list, 0) == 1;
}

// Up to 2 liberties that a chain would have after a move on the vacant cell. What the move takes
// counts as liberties.
static int liberties_after(const kf_board *board, uint32_t at, uint32_t colour) {
    uint32_t list[2];
    int count = 0;
    for (int side = 0; side < 4 && count < 2; side++) {
        uint32_t next = kf_board_beside(board, at, side);
        const kf_cell *cell = &board->cell[next];
        if (cell->colour == KF_EMPTY || (cell->colour == 3 - colour && is_in_atari(board, next)))
            count = note(list, count, next);
        else if (cell->colour == colour)
            count = add_liberties(board, next, at, 2, list, count);
    }
    return count;
}

// ---- Which moves a sensible player leaves alone ----

// A vacant cell whose four neighbours are the player's and which the opponent cannot make false:
// he holds at most one of the diagonal points, none at the edge.
static bool is_own_eye(const kf_board *board, uint32_t at, uint32_t colour) {
    int enemies = 0, edge = 0;
    for (int side = 0; side < 4; side++) {
        uint8_t there = board->cell[kf_board_beside(board, at, side)].colour;
        if (there != colour && !(there == 3))
            return false;
    }
    uint32_t around = kf_pattern_around(board, at);
    for (int corner = 0; corner < 4; corner++) {
        static const uint8_t shifts[4] = {0, 4, 10, 14};
        uint32_t there = around >> shifts[corner] & 3;
        enemies += there == 3 - colour;
        edge |= there == 3;
    }
    return enemies + edge < 2;
}

// Collects the stones that a stone on the cell would make one chain, itself first; no more than one
// above KILLER.
static int chain_after(const kf_board *board, uint32_t at, uint32_t colour, uint32_t *stones) {
    int count = 1;
    stones[0] = at;
    for (int side = 0; side < 4; side++) {
        uint32_t first = kf_board_beside(board, at, side), stone = first;
        if (board->cell[first].colour != colour)
            continue;
        do {
            count = note(stones, count, stone);
            stone = board->cell[stone].next;
        } while (stone != first && count <= KILLER);
        if (count > KILLER)
            break;
    }
    return count;
}

// Whether the stones have a shape that leaves one eye when it is taken: up to three always, then
// the square and the T, the hatchet and the cross, and the rabbity six.
static bool is_killing_shape(const kf_board *board, const uint32_t *stones, int count) {
    int highest = 0, pairs = 0;
    if (count <= 3 || count > KILLER)
        return count <= 3;
    for (int i = 0; i < count; i++) {
        int degree = 0;
        for (int j = 0; j < count; j++)
            for (int side = 0; side < 4; side++)
                degree += kf_board_beside(board, stones[i], side) == stones[j];
        highest = degree > highest ? degree : highest;
        pairs += degree;
    }
    pairs /= 2;
    if (count == 4)
        return highest == 3 || pairs == 4;
    if (count == 5)
        return highest == 4 || pairs == 5;
    return highest == 4 && pairs == 6;
}

// Whether one of the stones, or the cell itself, which is the first of them, stands beside the
// point.
static bool is_of(const kf_board *board, const uint32_t *stones, int count, kf_point point) {
    uint32_t at = kf_board_cell(board, point);
    bool found = at == stones[0];
    for (int i = 0; i < 4 * count && !found; i++)
        found = kf_board_beside(board, stones[i / 4], i % 4) == at;
    return found;
}

// Whether the chains of the opponent around the stones have no other liberties than the stones
// have. One that has lives by other means, and to give it stones to take is of no use.
static bool is_hemmed_in(const kf_board *board, const uint32_t *stones, int count) {
    kf_point liberties[FEW];
    uint8_t enemy = (uint8_t)(3 - board->cell[stones[1]].colour);
    for (int i = 0; i < 4 * count; i++) {
        uint32_t beside = kf_board_beside(board, stones[i / 4], i % 4);
        if (board->cell[beside].colour != enemy)
            continue;
        size_t some = kf_chain_few(board, kf_board_point(board, beside), liberties, FEW);
        for (size_t k = 0; k < some && k < FEW; k++)
            if (some > FEW || !is_of(board, stones, count, liberties[k]))
                return false;
    }
    return true;
}

bool kf_playout_is_sensible(const kf_playout *g, uint32_t at, kf_colour colour) {
    const kf_board *board = &g->board;
    uint32_t stones[KILLER + 2];
    if (board->cell[at].colour != KF_EMPTY || is_own_eye(board, at, (uint32_t)colour) ||
        kf_board_judge(board, kf_board_point(board, at), colour) != KF_LEGAL)
        return false;
    if (liberties_after(board, at, (uint32_t)colour) > 1)
        return true;
    int count = chain_after(board, at, (uint32_t)colour, stones);
    return is_killing_shape(board, stones, count) &&
           (count <= 3 || is_hemmed_in(board, stones, count));
}

// ---- Moves ----

static void drop_vacant(kf_playout *g, uint32_t at) {
    uint16_t moved = g->vacant[--g->count];
    g->vacant[g->place[at]] = moved;
    g->place[moved] = g->place[at];
}

static void add_vacant(kf_playout *g, uint32_t at) {
    if (g->fixed[at])
        return;
    g->place[at] = (uint16_t)g->count;
    g->vacant[g->count++] = (uint16_t)at;
}

bool kf_playout_play(kf_playout *g, uint32_t at, kf_colour colour) {
    kf_board *board = &g->board;
    kf_point point = at == 0 ? KF_PASS : kf_board_point(board, at);
    kf_played played;
    if (at != 0 && (g->fixed[at] || kf_board_judge(board, point, colour) != KF_LEGAL))
        return false;
    kf_board_play(board, point, colour, &played);
    g->last = at;
    g->last_captured = played.captured;
    if (at == 0)
        return true;
    drop_vacant(g, at);
    if (g->first[at] == KF_EMPTY)
        g->first[at] = (uint8_t)colour;
    if (played.captured > 0) {
        uint32_t taken = played.first;
        do {
            add_vacant(g, taken);
            taken = board->cell[taken].next;
        } while (taken != played.first);
    }
    return true;
}

static bool try_move(kf_playout *g, uint32_t at, uint32_t colour) {
    return !g->fixed[at] && kf_playout_is_sensible(g, at, (kf_colour)colour) &&
           kf_playout_play(g, at, (kf_colour)colour);
}

// Takes a chain of the opponent that stands in atari beside the own one.
static bool try_counter(kf_playout *g, uint32_t stone, uint32_t colour) {
    const kf_board *board = &g->board;
    uint32_t at = stone, liberty[3];
    do {
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, at, side);
            if (board->cell[next].colour == 3 - colour && is_in_atari(board, next) &&
                liberties_of(board, next, liberty) == 1 && try_move(g, liberty[0], colour))
                return true;
        }
        at = board->cell[at].next;
    } while (at != stone);
    return false;
}

// Saves a chain that the last move put into atari, by taking or by running to two liberties.
static bool try_save(kf_playout *g, uint32_t colour) {
    const kf_board *board = &g->board;
    uint32_t liberty[3], last = g->last;
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(board, last, side);
        if (board->cell[next].colour != colour || !is_in_atari(board, next))
            continue;
        if (try_counter(g, next, colour))
            return true;
        if (liberties_of(board, next, liberty) == 1 &&
            liberties_after(board, liberty[0], colour) > 1 && try_move(g, liberty[0], colour))
            return true;
    }
    return false;
}

// Finds the vacant room around a cell, unless it is larger than an eye of interest or touches the
// player's own stones, who want to take the eye away.
static int find_room(const kf_board *board, uint32_t start, uint32_t colour, uint32_t *room) {
    int count = 1;
    room[0] = start;
    for (int i = 0; i < count; i++)
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, room[i], side);
            const kf_cell *cell = &board->cell[next];
            if (cell->colour == KF_EMPTY)
                count = note(room, count, next);
            if (count > EYE_ROOM || cell->colour == colour)
                return 0;
        }
    return count;
}

// The point of a room that splits it best, 0 when there is none: the one with most neighbours in
// it, if these are at least two, and in rooms of three to six such shapes as one move decides.
static uint32_t vital_point(const kf_board *board, const uint32_t *room, int count) {
    int highest = 0, best = 0, pairs = 0, at_best = 0;
    for (int i = 0; i < count; i++) {
        int degree = 0;
        for (int side = 0; side < 4; side++)
            degree += board->cell[kf_board_beside(board, room[i], side)].colour == KF_EMPTY;
        pairs += degree;
        at_best = degree > highest ? 1 : at_best + (degree == highest);
        best = degree > highest ? i : best;
        highest = degree > highest ? degree : highest;
    }
    pairs /= 2;
    bool decides = count == 3 || (count == 4 && highest == 3) ||
                   (count == 5 && (highest == 4 || pairs == 5)) ||
                   (count == 6 && highest == 4 && pairs == 6);
    return decides && at_best == 1 ? room[best] : 0;
}

// Takes an eye away, or makes it, beside the last move: the vital point is the same for both.
static bool try_eye(kf_playout *g, uint32_t colour) {
    const kf_board *board = &g->board;
    uint32_t room[EYE_ROOM + 2];
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(board, g->last, side);
        if (board->cell[next].colour != KF_EMPTY)
            continue;
        for (uint32_t owner = 1; owner <= 2; owner++) {
            int count = find_room(board, next, 3 - owner, room);
            uint32_t vital = count >= 3 ? vital_point(board, room, count) : 0;
            if (vital != 0 && try_move(g, vital, colour))
                return true;
        }
    }
    return false;
}

// Answers by shape on one of the eight points around the last move, from a random one on.
static bool try_shape(kf_playout *g, uint32_t colour) {
    const kf_board *board = &g->board;
    const int stride = board->stride;
    const int steps[8] = {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1};
    uint32_t from = draw(g, 8);
    for (uint32_t i = 0; i < 8; i++) {
        int next = (int)g->last + steps[(from + i) % 8];
        if (next > 0 && next < board->cells && board->cell[next].colour == KF_EMPTY &&
            kf_pattern_has(&g->patterns, kf_pattern_around(board, (uint32_t)next)) &&
            liberties_after(board, (uint32_t)next, colour) > 1 &&
            try_move(g, (uint32_t)next, colour))
            return true;
    }
    return false;
}

// Answers the last move: takes what it left in atari, saves what it put there, then eyes, shapes.
static bool try_answer(kf_playout *g, uint32_t colour) {
    uint32_t liberty[3];
    if (g->last == 0)
        return false;
    bool stands = is_stone(&g->board.cell[g->last]);
    if (stands && draw(g, 100) < SAVE_PERCENT) {
        if (is_in_atari(&g->board, g->last) && liberties_of(&g->board, g->last, liberty) == 1 &&
            try_move(g, liberty[0], colour))
            return true;
        if (try_save(g, colour))
            return true;
    }
    if (try_eye(g, colour))
        return true;
    return draw(g, 100) < SHAPE_PERCENT && try_shape(g, colour);
}

// Any move, looked for from a random place of the list on; else a pass.
static bool move(kf_playout *g, uint32_t colour) {
    if (try_answer(g, colour))
        return true;
    int from = g->count > 0 ? (int)draw(g, (uint32_t)g->count) : 0;
    for (int i = 0; i < g->count; i++) {
        int at = from + i < g->count ? from + i : from + i - g->count;
        if (try_move(g, g->vacant[at], colour))
            return true;
    }
    return !kf_playout_play(g, 0, (kf_colour)colour);
}

void kf_playout_finish(kf_playout *g, kf_colour colour) {
    int limit = ROUNDS * g->board.width * g->board.height + 10;
    for (int passes = 0; passes < 2 && limit > 0; limit--) {
        passes = move(g, (uint32_t)colour) ? 0 : passes + 1;
        colour = kf_colour_other(colour);
    }
}

// ---- Beginning and end ----

void kf_playout_init(kf_playout *g, const kf_board *board, const bool *fixed, uint64_t seed) {
    kf_pattern_fill(&g->patterns);
    g->random = seed != 0 ? seed : 1;
    memset(g->fixed, 0, sizeof g->fixed);
    for (int i = 0; fixed != NULL && i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        g->fixed[kf_board_cell(board, point)] = fixed[i];
    }
}

void kf_playout_start(kf_playout *g, const kf_board *board) {
    kf_board_copy(&g->board, board);
    memset(g->first, 0, board->cells * sizeof g->first[0]);
    g->last = g->last_captured = 0;
    g->count = 0;
    for (uint32_t at = 0; at < board->cells; at++)
        if (board->cell[at].colour == KF_EMPTY)
            add_vacant(g, at);
}

// At the end a vacant point is a small eye, or nobody's: the colours beside it tell.
int kf_playout_count(const kf_playout *g, kf_playout_tally *tally) {
    const kf_board *board = &g->board;
    int points[3] = {0, 0, 0};
    for (int i = 0; i < board->width * board->height; i++) {
        uint32_t at = kf_board_cell(board, kf_point_at(i % board->width, i / board->width));
        uint32_t owner = board->cell[at].colour, beside = 0;
        for (int side = 0; owner == KF_EMPTY && side < 4; side++)
            beside |= board->cell[kf_board_beside(board, at, side)].colour % 3;
        if (owner == KF_EMPTY)
            owner = beside % 3;
        points[owner]++;
        if (tally != NULL) {
            tally->owned[owner][i]++;
            tally->shared[i] += beside == 3;
        }
    }
    if (tally != NULL)
        tally->games++;
    return points[KF_BLACK] - points[KF_WHITE];
}
