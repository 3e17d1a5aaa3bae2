// SPDX-License-Identifier: MIT
// Games played to the end in which both players learn from the games before.
//
// This is the tree search of computer Go: each game starts with the moves that did best so far,
// adds a node to the tree and is played out. A move is also judged by the games in which it came
// later; that counts for much at first, and for little once the move was tried often. All numbers
// are integers, so that the same search gives the same answer everywhere.

#include "reading/status/status.h"

#include <string.h>

enum {
    OPEN_AFTER = 4,    // games through a node before its moves are listed
    DEEPEST = 64,      // moves in the tree
    NEAR_WEIGHT = 300, // games after which both judgements weigh the same
    FIRST_BONUS = 600, // hundredths of a point for a move that was never tried
    LARGEST = 60       // points by which one game may differ from what is expected
};

// The way that a game took through the tree.
typedef struct way {
    int nodes[DEEPEST + 1];
    int length;
} way;

// Lists the moves of a node: all sensible ones, and a pass.
static void open_node(kf_monte_carlo *s, int parent, kf_colour colour) {
    const kf_playout *g = &s->playout;
    kf_monte_carlo_node *node = s->node;
    if (s->count + g->count + 1 > KF_MONTE_CARLO_NODES)
        return;
    node[parent].is_open = 1;
    for (int i = -1; i < g->count; i++) {
        uint32_t at = i < 0 ? 0 : g->vacant[i];
        if (i >= 0 && !kf_playout_is_sensible(g, at, colour))
            continue;
        node[s->count] = (kf_monte_carlo_node){.at = (uint16_t)at, .next = node[parent].child};
        node[parent].child = s->count++;
    }
}

// Hundredths of a point that a move is worth, as far as is known.
static int64_t worth(const kf_monte_carlo_node *node) {
    int64_t games = node->games, near = node->near_games;
    int64_t bonus = FIRST_BONUS / (games + 1);
    if (games + near == 0)
        return FIRST_BONUS;
    // near / (games + near + games * near / NEAR_WEIGHT) is the part of the later games.
    int64_t whole = NEAR_WEIGHT * (games + near) + games * near;
    int64_t part = NEAR_WEIGHT * near;
    int64_t by_games = games > 0 ? 100 * (int64_t)node->sum / games : 0;
    int64_t by_near = near > 0 ? 100 * (int64_t)node->near_sum / near : 0;
    return (by_near * part + by_games * (whole - part)) / whole + bonus;
}

static int best_child(const kf_monte_carlo *s, int parent) {
    int best = 0;
    int64_t highest = INT64_MIN;
    for (int child = s->node[parent].child; child != 0; child = s->node[child].next) {
        int64_t value = worth(&s->node[child]);
        if (value > highest) {
            highest = value;
            best = child;
        }
    }
    return best;
}

// Goes down the tree and plays its moves. Returns whose turn it is at the end.
static kf_colour descend(kf_monte_carlo *s, way *taken) {
    kf_colour colour = s->to_move;
    int at = 0;
    taken->nodes[0] = 0;
    taken->length = 1;
    while (taken->length <= DEEPEST) {
        kf_monte_carlo_node *node = &s->node[at];
        if (!node->is_open && (node->games >= OPEN_AFTER || at == 0))
            open_node(s, at, colour);
        int next = best_child(s, at);
        // A move that the superko or a change of the position forbids ends the way here.
        if (next == 0 || !kf_playout_play(&s->playout, s->node[next].at, colour))
            break;
        bool is_over = s->node[next].at == 0 && at != 0 && s->node[at].at == 0;
        at = next;
        taken->nodes[taken->length++] = at;
        colour = kf_colour_other(colour);
        if (is_over)
            break;
    }
    return colour;
}

// Enters the score of a game at all nodes of its way, and at their children that were played later.
static void learn(kf_monte_carlo *s, const way *taken, int score) {
    int off = score - s->expected;
    off = off > LARGEST ? LARGEST : off < -LARGEST ? -LARGEST : off;
    kf_colour colour = kf_colour_other(s->to_move);
    for (int i = 0; i < taken->length; i++) {
        kf_monte_carlo_node *node = &s->node[taken->nodes[i]];
        kf_colour next = kf_colour_other(colour);
        node->games++;
        node->sum += colour == KF_BLACK ? off : -off;
        for (int child = node->child; child != 0; child = s->node[child].next) {
            kf_monte_carlo_node *later = &s->node[child];
            if (later->at != 0 && s->playout.first[later->at] == next) {
                later->near_games++;
                later->near_sum += next == KF_BLACK ? off : -off;
            }
        }
        colour = next;
    }
}

static void play_one(kf_monte_carlo *s) {
    way taken;
    kf_playout_start(&s->playout, &s->board);
    kf_colour colour = descend(s, &taken);
    kf_playout_finish(&s->playout, colour);
    learn(s, &taken, kf_playout_count(&s->playout, s->tally));
}

void kf_monte_carlo_run(kf_monte_carlo *s, int games) {
    s->count = 1;
    memset(&s->node[0], 0, sizeof s->node[0]);
    for (int i = 0; i < games; i++)
        play_one(s);
}
