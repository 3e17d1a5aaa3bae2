// SPDX-License-Identifier: MIT
// A part of a board by itself: the cells around a group that is attacked, and what stands outside.

#ifndef KIFU_SOLVE_LOCAL_H
#define KIFU_SOLVE_LOCAL_H

#include "board/board.h"
#include "solve/cells.h"

/* ---- local.c --------------------------------------------------------- doc/spec/life.md ---- */

// The two players of a local question, and how many ko threats mean that they never run out.
enum { KF_DEFENDER = 0, KF_ATTACKER = 1, KF_LOCAL_ENDLESS = 255, KF_LOCAL_NO_CELL = 255 };
// A move that places no stone.
#define KF_LOCAL_PASS 254

// What never changes while the part is read. Play is possible on all cells and nowhere else.
typedef struct kf_local_map {
    int count;                     // of the cells
    kf_point point[KF_CELLS_MAX];  // where they lie on the board
    kf_cells beside[KF_CELLS_MAX]; // the neighbours of a cell
    kf_cells across[KF_CELLS_MAX]; // its diagonal neighbours
    kf_cells all;                  // every cell
    kf_cells target;               // where the stones lie that are attacked
    kf_cells firm[2];    // cells beside a stone outside that is taken as safe, by its player
    kf_cells open;       // cells beside a vacant point outside
    kf_cells clear;      // those of them where that point is nearer to the attacker
    kf_cells edge;       // cells on the edge of the board
    bool escapes;        // the defender is safe when he gets beside a point of `open`
    kf_colour colour[2]; // of either player
    uint64_t key[2][KF_CELLS_MAX]; // hash of a stone
} kf_local_map;

// A position of it. A plain value.
typedef struct kf_local {
    kf_cells stones[2]; // by player
    uint64_t hash;      // of the stones
    uint8_t ko;         // the cell that `turn` may not take back, or KF_LOCAL_NO_CELL
    uint8_t turn;
    uint8_t threats[2]; // that are left to either player
    uint8_t spent;      // whether the last move cost a ko threat
} kf_local;

// Fills in what follows from the points of the cells: neighbours, edges and keys.
void kf_local_prepare(kf_local_map *map, int width, int height);
// The hash of all that matters for what comes next.
uint64_t kf_local_hash(const kf_local_map *map, const kf_local *at);

// The chain that holds a cell: `own` are the stones of its colour. `beside` gets all cells that
// touch it or belong to it.
kf_cells kf_local_chain(const kf_local_map *map, kf_cells own, int cell, kf_cells *beside);
// All of `within` that is connected to `from` through it. `from` itself counts as within.
kf_cells kf_local_flood(const kf_local_map *map, kf_cells from, kf_cells within);
// The cells that touch a set or belong to it.
kf_cells kf_local_touch(const kf_local_map *map, kf_cells set);
// Where a chain of the player has a liberty that nobody can take away.
kf_cells kf_local_free(const kf_local_map *map, int player);
// The attacker's stones that nothing can take, for they stand by such a liberty or are connected.
kf_cells kf_local_firm(const kf_local_map *map, const kf_local *at);

// Plays a move of the player whose turn it is. False, and nothing changes: it is not legal. A ban
// of a ko is lifted by a threat while there are any.
bool kf_local_play(const kf_local_map *map, kf_local *at, int move);

#endif
