// SPDX-License-Identifier: MIT
// Whether and how a chain can be captured, by ladders, nets and what else forces its owner.

#ifndef KF_READING_CAPTURE_CAPTURE_H
#define KF_READING_CAPTURE_CAPTURE_H

#include <kifu/board.h>
#include <kifu/reading.h>

#include "base/arena.h"
#include "reading/common/cells.h"

/* ---- capture_zone.c -------------------------------------------- doc/spec/capture.md ---- */

enum { KF_CAPTURE_ZONE_WORDS = (KF_BOARD_CELLS + 63) / 64 };

// A set of cells of a board: what a proof rests on. Who owns the chain changes nothing by playing
// elsewhere.
typedef struct kf_capture_zone {
    uint64_t word[KF_CAPTURE_ZONE_WORDS];
} kf_capture_zone;

static inline bool kf_capture_zone_has(const kf_capture_zone *zone, uint32_t cell) {
    return (zone->word[cell / 64] >> (cell % 64) & 1) != 0;
}
static inline void kf_capture_zone_put(kf_capture_zone *zone, uint32_t cell) {
    zone->word[cell / 64] |= UINT64_C(1) << (cell % 64);
}
// Makes the set empty, as far as the cells of the board go.
void kf_capture_zone_clear(const kf_board *board, kf_capture_zone *zone);
// Every cell of the board.
void kf_capture_zone_fill(const kf_board *board, kf_capture_zone *zone);
void kf_capture_zone_join(const kf_board *board, kf_capture_zone *zone,
                          const kf_capture_zone *other);
// Adds all cells that are marked.
void kf_capture_zone_mark(const kf_board *board, const bool *cells, kf_capture_zone *zone);
// Every cell that is not vacant.
void kf_capture_zone_stones(const kf_board *board, kf_capture_zone *zone);
// How many cells of the zone are not done yet.
uint64_t kf_capture_zone_left(const kf_board *board, const kf_capture_zone *zone,
                              const kf_capture_zone *done);
// The first vacant cell of the zone that is not done yet, 0 when there is none. It is done then, as
// are the stones before it.
uint32_t kf_capture_zone_next(const kf_board *board, const kf_capture_zone *zone,
                              kf_capture_zone *done);
// Adds the chain of a stone and all cells that touch it.
void kf_capture_zone_chain(const kf_board *board, uint32_t stone, kf_capture_zone *zone);
// Adds a liberty of each chain that meets the zone, so that nobody takes it who plays elsewhere.
void kf_capture_zone_hold(const kf_board *board, kf_capture_zone *zone);
// Adds the chains of the other player that a stone of `colour` takes on that cell, with what they
// touch.
void kf_capture_zone_taken(const kf_board *board, uint32_t at, kf_colour colour,
                           kf_capture_zone *zone);
// Adds the stones of `colour` beside the cell.
void kf_capture_zone_tied(const kf_board *board, uint32_t at, kf_colour colour,
                          kf_capture_zone *zone);
// Adds the cell and the cells beside it.
void kf_capture_zone_touch(const kf_board *board, uint32_t at, kf_capture_zone *zone);
// Holds what meets the zone, and adds what makes it suicide for `colour` to play on cells of it.
void kf_capture_zone_bar(const kf_board *board, kf_colour colour, kf_capture_zone *zone);

/* ---- capture_search.c ------------------------------------------ doc/spec/capture.md ---- */

typedef struct kf_capture_entry kf_capture_entry;

// A search: its memory, and the question.
typedef struct kf_capture_search {
    kf_board board; // the position at hand
    kf_ladder *ladder;
    kf_capture_entry *table;
    uint32_t stone; // a cell of the chain
    kf_colour owner, attacker;
    bool owner_bound; // the owner may not take a ko back, and the attacker may; else the reverse
    bool everywhere;  // replies are looked at everywhere, not in the zone alone; for tests
    kf_point hint;    // a move of the attacker that is tried first, or KF_NOWHERE
    bool is_cut;      // something was left out for want of positions or of depth
    uint64_t nodes;   // positions looked at
    uint64_t limit;   // and at most
} kf_capture_search;

// Memory for questions; it belongs to the arena. To be called in a protected call.
void kf_capture_search_init(kf_capture_search *search, kf_ladder *ladder, kf_arena *arena);
// Puts the question: the chain on that point. What was read of other questions is forgotten.
void kf_capture_search_start(kf_capture_search *search, const kf_board *board, kf_point stone,
                             bool owner_bound);
// Whether the attacker, who is to move, takes the chain by moves of that order, in a game that is
// no deeper than so many moves but for the ladders at its end. `best` gets his first move.
bool kf_capture_search_attack(kf_capture_search *search, int order, int depth,
                              kf_capture_zone *zone, kf_point *best);
// Whether he does though the owner is to move. `hardest` gets the reply that took most to refute,
// or the one that was not refuted; a pass where that is all he needs.
bool kf_capture_search_defend(kf_capture_search *search, int order, int depth,
                              kf_capture_zone *zone, kf_point *hardest);

#endif
