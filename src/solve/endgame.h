// SPDX-License-Identifier: MIT
// End plays: the whole tree of moves in a region, and what each position in it is worth.

#ifndef KIFU_SOLVE_ENDGAME_H
#define KIFU_SOLVE_ENDGAME_H

#include "solve/endboard.h"
#include "solve/thermo.h"

// A position of the tree; settled territory is filled in, see kf_endboard_settle.
typedef struct kf_endnode {
    kf_endposition position;
    uint32_t edges;     // the first of its moves: Black's, then White's
    uint16_t counts[3]; // how many, by colour
    uint32_t value;     // of the pool
} kf_endnode;

// A move to another position.
typedef struct kf_endedge {
    uint32_t node;
    uint8_t at;
} kf_endedge;

typedef enum kf_endgame_state {
    KF_ENDGAME_SOLVED,
    KF_ENDGAME_BUDGET, // the tree has more positions than the budget
    KF_ENDGAME_LOOP    // positions that come back leave the values open
} kf_endgame_state;

// Values are counted in area, each move costing nothing: what every point is worth to Black, less
// what is White's, in units of 1/KF_THERMO_ONE. See kf_endline for territory.
typedef struct kf_endgame {
    kf_arena *arena;
    kf_endboard region;
    kf_endposition start; // as the stones lie
    kf_endgame_state state;
    bool has_ko; // a ko is taken somewhere in the tree
    uint32_t budget;
    kf_endnode *nodes; // the first is the start
    size_t node_count, node_room;
    kf_endedge *edges;
    size_t edge_count, edge_room;
    uint32_t *buckets; // number of a node + 1
    size_t bucket_count;
    kf_thermo_pool pool;
} kf_endgame;

/* ---- endgame.c ----------------------------------------------------- doc/spec/endgame.md ---- */

// Reads the region's tree. `favoured` retakes every ko, and the other player does not. To be called
// in a protected call of the arena. `budget` is the number of positions; at most 10,000,000.
void kf_endgame_read(kf_endgame *endgame, kf_arena *arena, const kf_endboard *region,
                     const kf_endposition *start, uint32_t budget);
// Gives the memory back before the arena does.
void kf_endgame_free(kf_endgame *endgame);

static inline const kf_thermo *kf_endgame_value(const kf_endgame *endgame, uint32_t node) {
    return kf_thermo_at(&endgame->pool, endgame->nodes[node].value);
}

#endif
