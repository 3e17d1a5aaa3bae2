// SPDX-License-Identifier: MIT
// The most promising first move in a part of a board, by games played at random.
//
// This is the tree search of computer Go: each game begins with the moves that did best so far,
// adds their successors to the tree and is played out at random. A move is also judged by the games
// in which it came later; that counts for much at first, and for little once the move was tried
// often. All numbers are integers, so that the same search gives the same answer everywhere.

#include "reading/life/life.h"

enum {
    NODES = 1 << 16,
    OPEN_AFTER = 4,    // games through a node before its moves are listed
    DEEPEST = 40,      // moves in the tree
    LONGEST = 60,      // moves that are played at random after them
    SCALE = 1000,      // a game that is won
    NEAR_WEIGHT = 100, // games after which both judgements weigh the same
    BONUS = 600,       // for a move that was never tried
    URGENT = 3,        // of four random moves, those that save or take stones if any can
    NEARBY = 2         // of four others, those beside the last move
};

typedef struct node {
    int32_t child; // the first, 0 for none
    int32_t next;
    int32_t games;
    int32_t wins; // of the player who made the move
    int32_t near_games;
    int32_t near_wins; // where he made it later
    uint8_t move;
    bool is_open;
    int winner; // where a glance decides the position, else -1
} node;

typedef struct tree {
    const kf_local_map *map;
    kf_local start;
    kf_local at;
    kf_cells played[2]; // cells on which either player was the first
    int last;           // the move before, a cell or KF_LOCAL_PASS
    uint64_t random;
    node *nodes;
    int count;
} tree;

// The way that a game took through the tree.
typedef struct way {
    int nodes[DEEPEST + 1];
    int length;
} way;

static uint32_t dice(tree *t, int sides) {
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return (uint32_t)((t->random >> 32) * (uint64_t)sides >> 32);
}

static kf_cells vacant(const tree *t) {
    return kf_cells_minus(t->map->all, kf_cells_or(t->at.stones[0], t->at.stones[1]));
}

// A point between stones of his own that a player does not fill, unless to connect those that can
// be taken.
static bool is_eye(const tree *t, int cell) {
    int player = t->at.turn;
    kf_cells around = t->map->beside[cell], own = t->at.stones[player];
    if (!kf_cells_within(around, own) || kf_cells_has(t->map->open, cell) ||
        kf_cells_has(t->map->firm[1 - player], cell))
        return false;
    kf_cells left = around, empty = vacant(t), lasting = kf_local_free(t->map, player);
    while (!kf_cells_none(left)) {
        kf_cells beside;
        kf_cells chain = kf_local_chain(t->map, own, kf_cells_first(left), &beside);
        left = kf_cells_minus(left, chain);
        if (kf_cells_count(kf_cells_and(beside, empty)) < 2 && !kf_cells_meet(chain, lasting))
            return false;
    }
    return true;
}

static bool is_taken(const tree *t) {
    return !kf_cells_meet(t->map->target, t->at.stones[KF_DEFENDER]);
}

static bool play(tree *t, int move) {
    int player = t->at.turn;
    if (!kf_local_play(t->map, &t->at, move))
        return false;
    t->last = move;
    kf_cells cell = move == KF_LOCAL_PASS ? (kf_cells){0, 0} : kf_cells_of(move);
    if (!kf_cells_meet(cell, t->played[1 - player]))
        t->played[player] = kf_cells_or(t->played[player], cell);
    return true;
}

// ---- At random ----

// Plays on one of the cells. False: no move there is possible and sensible.
static bool play_one_of(tree *t, kf_cells cells) {
    while (!kf_cells_none(cells)) {
        kf_cells left = cells;
        for (uint32_t skip = dice(t, kf_cells_count(cells)); skip > 0; skip--)
            left = kf_cells_rest(left);
        int cell = kf_cells_first(left);
        if (!is_eye(t, cell) && play(t, cell))
            return true;
        cells = kf_cells_minus(cells, kf_cells_of(cell));
    }
    return false;
}

static kf_cells near_last(const tree *t) {
    if (t->last == KF_LOCAL_PASS)
        return (kf_cells){0, 0};
    return kf_cells_or(t->map->beside[t->last], t->map->across[t->last]);
}

// Returns whether it was a pass.
static bool play_random(tree *t) {
    bool is_urgent = dice(t, 4) < URGENT;
    if (is_urgent && play_one_of(t, kf_move_order_last(t->map, &t->at)))
        return false;
    if (dice(t, 4) < NEARBY && play_one_of(t, kf_cells_and(vacant(t), near_last(t))))
        return false;
    if (play_one_of(t, vacant(t)))
        return false;
    play(t, KF_LOCAL_PASS);
    return true;
}

// ---- In the tree ----

static void add_node(tree *t, int parent, int move) {
    t->nodes[t->count] =
        (node){.move = (uint8_t)move, .winner = -1, .next = t->nodes[parent].child};
    t->nodes[parent].child = t->count++;
}

// Lists the moves of a node: all sensible ones, and a pass. None where a glance suffices.
static void open_node(tree *t, int parent) {
    if (t->count + kf_cells_count(t->map->whole) + 1 > NODES)
        return;
    t->nodes[parent].is_open = true;
    kf_eyespace_answer glance = kf_eyespace_foresee(t->map, &t->at).glance;
    if (parent != 0 && glance != KF_EYESPACE_OPEN) {
        t->nodes[parent].winner = glance == KF_EYESPACE_DIES ? KF_ATTACKER : KF_DEFENDER;
        return;
    }
    for (kf_cells left = vacant(t); !kf_cells_none(left); left = kf_cells_rest(left)) {
        kf_local next = t->at;
        int cell = kf_cells_first(left);
        if (!is_eye(t, cell) && kf_local_play(t->map, &next, cell))
            add_node(t, parent, cell);
    }
    if (parent != 0 || t->nodes[parent].child == 0)
        add_node(t, parent, KF_LOCAL_PASS);
}

// The whole part of a quotient of numbers below 2^52, none of them negative. That of floating point
// numbers is exact there, and takes a fraction of the time.
static int64_t divide(int64_t a, int64_t b) {
    return (int64_t)((double)a / (double)b);
}

// How much of a game a move is worth, as far as is known.
static int64_t worth(const node *n) {
    int64_t games = n->games, near = n->near_games;
    if (games + near == 0)
        return SCALE + BONUS;
    // near / (games + near + games * near / NEAR_WEIGHT) is the part of the later games.
    int64_t whole = NEAR_WEIGHT * (games + near) + games * near;
    int64_t part = NEAR_WEIGHT * near;
    int64_t by_games = games > 0 ? divide(SCALE * (int64_t)n->wins, games) : 0;
    int64_t by_near = near > 0 ? divide(SCALE * (int64_t)n->near_wins, near) : 0;
    return divide(by_near * part + by_games * (whole - part), whole) + divide(BONUS, games + 1);
}

static int best_child(const tree *t, int parent) {
    int best = 0;
    int64_t highest = -1;
    for (int child = t->nodes[parent].child; child != 0; child = t->nodes[child].next) {
        int64_t value = worth(&t->nodes[child]);
        if (value > highest) {
            highest = value;
            best = child;
        }
    }
    return best;
}

// Goes down the tree and plays its moves. Returns how many passes end the way; `winner` gets who
// has won there at a glance, or -1.
static int descend(tree *t, way *taken, int *winner) {
    int at = 0, passes = 0;
    taken->nodes[0] = 0;
    taken->length = 1;
    while (taken->length <= DEEPEST && passes < 2 && !is_taken(t)) {
        node *here = &t->nodes[at];
        if (!here->is_open && (at == 0 || here->games >= OPEN_AFTER))
            open_node(t, at);
        *winner = t->nodes[at].winner;
        if (*winner >= 0)
            break;
        int next = best_child(t, at);
        if (next == 0 || !play(t, t->nodes[next].move))
            break;
        passes = t->nodes[next].move == KF_LOCAL_PASS ? passes + 1 : 0;
        taken->nodes[taken->length++] = at = next;
    }
    return passes;
}

// Enters who won at all nodes of the way, and at their children that were played later.
static void learn(tree *t, const way *taken, int winner) {
    int next = t->start.turn;
    for (int i = 0; i < taken->length; i++, next = 1 - next) {
        node *n = &t->nodes[taken->nodes[i]];
        n->games++;
        n->wins += winner != next;
        for (int child = n->child; child != 0; child = t->nodes[child].next) {
            node *later = &t->nodes[child];
            if (later->move == KF_LOCAL_PASS || !kf_cells_has(t->played[next], later->move))
                continue;
            later->near_games++;
            later->near_wins += winner == next;
        }
    }
}

static void play_game(tree *t) {
    way taken;
    t->at = t->start;
    t->played[0] = t->played[1] = (kf_cells){0, 0};
    t->last = KF_LOCAL_PASS;
    int winner = -1, passes = descend(t, &taken, &winner);
    for (int i = 0; i < LONGEST && winner < 0 && passes < 2 && !is_taken(t); i++)
        passes = play_random(t) ? passes + 1 : 0;
    if (winner < 0)
        winner = is_taken(t) ? KF_ATTACKER : KF_DEFENDER;
    learn(t, &taken, winner);
}

static void count_games(const tree *t, int games, kf_ballot *ballot) {
    ballot->count = 0;
    for (int child = t->nodes[0].child; child != 0; child = t->nodes[child].next) {
        const node *n = &t->nodes[child];
        if (n->move == KF_LOCAL_PASS)
            continue;
        ballot->point[ballot->count] = t->map->point[n->move];
        ballot->share[ballot->count++] = (int16_t)(SCALE * (int64_t)n->games / games);
    }
}

kf_first_move kf_first_move_find(kf_region *region, int first, int games, kf_ballot *ballot,
                                 kf_arena *arena) {
    kf_first_move guess = {KF_LOCAL_PASS, 0};
    tree t = {.map = &region->map, .start = region->start, .count = 1};
    t.random = UINT64_C(0x9E3779B97F4A7C15);
    t.start.turn = (uint8_t)first;
    t.nodes = kf_arena_resize(arena, NULL, NODES * sizeof *t.nodes);
    t.nodes[0] = (node){.winner = -1};
    region->map.escapes = true;
    for (int i = 0; i < games; i++)
        play_game(&t);
    int most = 0;
    for (int child = t.nodes[0].child; child != 0; child = t.nodes[child].next) {
        const node *n = &t.nodes[child];
        if (n->games <= most)
            continue;
        most = n->games;
        guess = (kf_first_move){n->move, (int)(SCALE * (int64_t)n->wins / n->games)};
    }
    if (ballot != NULL)
        count_games(&t, games, ballot);
    kf_arena_release(arena, t.nodes);
    return guess;
}
