// SPDX-License-Identifier: MIT
// Whether two chains can be connected, and what it costs.
//
// A search to a growing depth: the side that connects needs one move that works, the other side is
// tried everywhere in the box, and may pass. Outside the box nobody plays. A ko is never taken to
// connect, so that what is found holds if the other side wins every ko.

#include "cli/booklet/booklet.h"

#include <string.h>

enum { SLOTS = 1 << 16, DEEPEST = 16, MOST_NODES = 400000, MOST_LOST = 2, FAR = 1000 };

typedef struct slot {
    uint64_t key;
    int8_t depth;
    bool is_connected;
} slot;

typedef struct search {
    const kf_booklet_link *link;
    kf_board *board;
    slot *slots;
    kf_colour colour; // of the chains
    uint32_t most;    // prisoners of that colour that may be made
    long nodes;
} search;

// A lower bound on the moves that connect still needs: how many points of the shortest way through
// the box have no stone of the colour.
static int distance(const search *s) {
    const kf_booklet_link *link = s->link;
    int best[KF_BOOKLET_BOX][KF_BOOKLET_BOX], rows = link->bottom - link->top + 1,
                                              columns = link->right - link->left + 1;
    for (int i = 0; i < rows * columns; i++)
        best[i / columns][i % columns] = FAR;
    best[kf_point_row(link->one) - link->top][kf_point_column(link->one) - link->left] = 0;
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (int i = 0; i < rows * columns; i++) {
            int y = i / columns, x = i % columns, least = FAR;
            kf_point point = kf_point_at(x + link->left, y + link->top);
            least = y > 0 && best[y - 1][x] < least ? best[y - 1][x] : least;
            least = x > 0 && best[y][x - 1] < least ? best[y][x - 1] : least;
            least = y + 1 < rows && best[y + 1][x] < least ? best[y + 1][x] : least;
            least = x + 1 < columns && best[y][x + 1] < least ? best[y][x + 1] : least;
            least += kf_board_get(s->board, point) != s->colour;
            is_changed |= least < best[y][x];
            best[y][x] = least < best[y][x] ? least : best[y][x];
        }
    }
    return best[kf_point_row(link->other) - link->top][kf_point_column(link->other) - link->left];
}

static bool connects(search *s, kf_colour to_move, int depth);

// What comes of the move. Not allowed: what is bad for the one who moves.
static bool try_move(search *s, kf_point point, kf_colour to_move, int depth) {
    bool is_ours = to_move == s->colour, is_connected;
    kf_played played;
    if (point != KF_PASS && kf_board_judge(s->board, point, to_move) != KF_LEGAL)
        return !is_ours;
    kf_board_play(s->board, point, to_move, &played);
    if (is_ours && s->board->ko != 0)
        is_connected = false;
    else
        is_connected = connects(s, kf_colour_other(to_move), depth - 1);
    kf_board_undo(s->board, &played);
    return is_connected;
}

static bool try_all(search *s, kf_colour to_move, int depth) {
    const kf_booklet_link *link = s->link;
    bool is_ours = to_move == s->colour;
    for (int y = link->bottom; y >= link->top; y--)
        for (int x = link->left; x <= link->right; x++)
            if (try_move(s, kf_point_at(x, y), to_move, depth) == is_ours)
                return is_ours;
    return try_move(s, KF_PASS, to_move, depth);
}

// Whether the chains get connected within `depth` moves from here.
static bool connects(search *s, kf_colour to_move, int depth) {
    const kf_board *board = s->board;
    int moves = to_move == s->colour ? (depth + 1) / 2 : depth / 2;
    if (kf_board_get(board, s->link->one) != s->colour ||
        kf_board_get(board, s->link->other) != s->colour || board->prisoners[s->colour] > s->most ||
        ++s->nodes > MOST_NODES)
        return false;
    int needed = distance(s);
    if (needed == 0 || needed > moves)
        return needed == 0;
    uint64_t key =
        kf_board_hash(board, to_move) ^
        (board->prisoners[s->colour] + ((uint64_t)board->ko << 32)) * UINT64_C(0x9E3779B97F4A7C15);
    slot *kept = &s->slots[key % SLOTS];
    if (kept->key == key && kept->is_connected && kept->depth <= depth)
        return true;
    if (kept->key == key && !kept->is_connected && kept->depth >= depth)
        return false;
    bool is_connected = try_all(s, to_move, depth);
    if (s->nodes <= MOST_NODES)
        *kept = (slot){.key = key, .depth = (int8_t)depth, .is_connected = is_connected};
    return is_connected;
}

int kf_booklet_connect(kf_arena *arena, const kf_board *board, const kf_booklet_link *link) {
    kf_board *copy = kf_arena_alloc(arena, sizeof *copy);
    search s = {.link = link, .board = copy, .colour = kf_board_get(board, link->one)};
    kf_board_copy(copy, board);
    s.slots = kf_arena_alloc(arena, SLOTS * sizeof *s.slots);
    if (s.colour == KF_EMPTY || kf_board_get(board, link->other) != s.colour)
        return -1;
    for (int lost = 0; lost <= MOST_LOST; lost++) {
        memset(s.slots, 0, SLOTS * sizeof *s.slots);
        s.most = board->prisoners[s.colour] + (uint32_t)lost;
        s.nodes = 0;
        for (int depth = 1; depth <= DEEPEST && s.nodes <= MOST_NODES; depth++)
            if (connects(&s, link->to_move, depth))
                return lost;
    }
    return -1;
}
