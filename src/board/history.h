// SPDX-License-Identifier: MIT
// The positions of a line of play, for the rules that forbid to repeat one.

#ifndef KF_BOARD_HISTORY_H
#define KF_BOARD_HISTORY_H

#include "board.h"

/* ---- history.c ------------------------------------------------------ doc/spec/rules.md ---- */

// What counts as a repetition: the same stones, or the same stones with the same player to move.
typedef enum kf_repetition { KF_REPEATS_POSITION, KF_REPEATS_SITUATION } kf_repetition;

// A history grows and shrinks at its end, as a walk through a tree does. It lives in memory that
// the caller gives, and knows positions by hash; a repetition found by hash is confirmed by
// comparing the stones. All fields are private.
typedef struct kf_history {
    struct kf_history_entry *entries; // one per position, the first one at 0
    struct kf_history_change *log;    // the stones put and taken, in order
    uint32_t *bucket;                 // the last entry of each residue of the hash, plus 1
    uint32_t *pictured;               // how many changes had been made at each picture
    uint8_t *pictures;                // all colours of the board, once every so many changes
    uint32_t mask;                    // buckets less 1; their number is a power of 2
    uint32_t capacity;                // entries there is room for
    uint32_t count;                   // entries in use
    uint32_t floor;                   // entries before this one are forgotten
    uint32_t changes;                 // changes in use
    uint32_t room;                    // changes there is room for
    uint32_t points;                  // of the board
} kf_history;

// A place in the history to come back to.
typedef struct kf_history_mark {
    uint32_t count;
    uint32_t floor;
} kf_history_mark;

// The bytes of memory that a line of that many moves on a board of that size needs; 0 when they
// cannot be counted in 32 bits. `setups` is how often the line may forget (kf_history_forget).
size_t kf_history_size(size_t moves, size_t setups, int width, int height);
// Starts a history in that memory, aligned as malloc does, with the board as its first position.
// The sizes are those that kf_history_size was asked with.
void kf_history_init(kf_history *history, void *memory, size_t moves, size_t setups,
                     const kf_board *board, kf_colour to_move);
// To be asked after the move was played and before it is added: how many moves ago the position
// that it made stood on the board, with the same stones and, if asked, the same player to move.
// 0: never. A pass repeats no position.
uint32_t kf_history_find(const kf_history *history, const kf_board *board, const kf_played *played,
                         kf_repetition repetition);
// Adds the move that was just played on the board. False when the memory is full.
bool kf_history_add(kf_history *history, const kf_board *board, const kf_played *played);
// Forgets all positions, after stones were set up: the position on the board is the first one.
bool kf_history_forget(kf_history *history, const kf_board *board, kf_colour to_move);
// Where the history stands now, and taking it back there, over moves and over forgetting.
kf_history_mark kf_history_here(const kf_history *history);
void kf_history_return(kf_history *history, kf_history_mark mark);

#endif
