// SPDX-License-Identifier: MIT
// Playing a record out: the board at every node, and what the rules say of every move.

#ifndef KIFU_RECORD_REPLAY_H
#define KIFU_RECORD_REPLAY_H

#include <kifu/kifu.h>

#include "base/arena.h"
#include "board/board.h"
#include "board/edit.h"
#include "board/history.h"
#include "board/rules.h"

/* ---- replay.c ----------------------------------------------------- doc/spec/replay.md ---- */

// A move as the record has it and as the board answers it.
typedef struct kf_step {
    kf_node node;
    bool is_move;       // the node has a move; else only `node`, `has_setup` and `number` count
    bool has_setup;     // stones were put or taken by AB, AW, AE
    bool is_forced;     // KO[]: the record declares the move legal
    bool is_turn_fault; // the other player was to move
    bool is_after_end;  // the first move after the passes that end a game
    bool is_variation;  // the node does not stand on the main line
    kf_colour colour;
    kf_point point;          // KF_PASS for a pass, KF_NOWHERE for a text that names no point
    kf_text value;           // of the property, where a finding is placed
    kf_verdict verdict;      // KF_LEGAL for a pass
    const kf_played *played; // of a move, for kf_board_captured and kf_board_atari
    uint32_t repeats;        // so many moves ago the same position stood there; 0: never
    int number;              // as printed: MN, or one more than the move before
    bool has_prisoners;      // the node states what it captures, unlike the board; see `prisoners`
    kf_text prisoners;       // values of KFPRISONER
} kf_step;

// What is remembered of each node from the root to the one that was entered last.
typedef struct kf_frame {
    kf_node node;
    uint32_t moves;    // how many of `played` stand at this node
    uint32_t setups;   // how many of `setups`
    uint16_t copies;   // how many of `copies` are in use
    bool is_copied;    // the last of them is the board at this node
    bool is_variation; // the node does not stand on the main line
    bool is_undone;    // a node above it branches, so that one comes back there
    int number;        // of the last move
    kf_point point;    // of the node's move, KF_NOWHERE when it has none
    uint8_t to_move;   // kf_colour; KF_EMPTY: either
    uint8_t passes;    // in a row
    bool is_fresh;     // no move since the start or the last setup
    bool is_opening;   // a handicap was given, and White has not moved yet
    uint16_t placed;   // Black's stones during the opening, 0 when they are not counted yet
    uint16_t handicap; // HA, 0 when it is not told
    uint32_t before;   // 1 + the frame of the same bucket of numbers before it
    kf_history_mark mark;
} kf_frame;

// The setup of a node: its edits, and the ban that it ended.
typedef struct kf_setup {
    uint32_t moves; // how many stood before it
    size_t edits;   // how many stood before it
    uint16_t ko;
    uint8_t ko_colour;
} kf_setup;

// What the root of a game says about it: the first value of each, empty where there is none.
enum { KF_REPLAY_RU, KF_REPLAY_HA, KF_REPLAY_KM, KF_REPLAY_RE, KF_REPLAY_DT, KF_REPLAY_FACTS };

// A replay of one game at a time. The arena is the caller's; all calls but those that only look
// are made in a protected call of it. Fields are for reading.
typedef struct kf_replay {
    kf_arena *arena;
    const kf_record *record;
    const kf_rules *wanted; // asked for by the caller, or NULL: as the record says
    const kf_rules *rules;  // in force for this game
    bool is_stated;         // the rules were asked for, named by the record, or go without saying
    kf_step step;           // of the node that was entered last
    kf_board board;         // at that node
    size_t depth;           // frames in use: the last one is that node's
    kf_frame *frames;
    kf_played *played;
    kf_setup *setups;
    kf_edit *edits;
    size_t played_count, setup_count, edit_count;
    size_t frame_room, played_room, setup_room, edit_room;
    kf_node game; // 0 when it has been walked through
    kf_node last; // the node that was entered last
    kf_text facts[KF_REPLAY_FACTS];
    kf_text more;     // what is left of the node's text behind its first move
    kf_board *copies; // of branching positions, for coming back to them
    bool has_history; // repetitions are looked for
    kf_history history;
    void *history_memory;
    size_t history_moves;
    uint32_t *numbers; // buckets of frames by their number, made when first asked for
    size_t numbered;   // frames in them
} kf_replay;

// Makes a replay without a game. `rules` NULL: those that each game names, else Japanese.
void kf_replay_init(kf_replay *replay, kf_arena *arena, const kf_record *record,
                    const kf_rules *rules);
// Starts a game (a child of node 0).
void kf_replay_start(kf_replay *replay, kf_node game);
// Enters the next node in pre-order: its setup is done and its first move is played. The board
// and `step` show it until the next call. False when the game has been walked through.
bool kf_replay_next(kf_replay *replay);
// The same, but moves that are as plain as can be are passed by: legal, in turn, alone in their
// node. For those who only look for what is unusual.
bool kf_replay_run(kf_replay *replay);
// Plays a further move that the same node holds, which FF[4] forbids and old files have.
bool kf_replay_more(kf_replay *replay);
// Replays the path to a node of the record, from the root of its game, in one go: what
// kf_replay_start and as many steps would show. `visit`, if not NULL, is called at every move.
void kf_replay_to(kf_replay *replay, kf_node node, void (*visit)(void *context, kf_replay *replay),
                  void *context);

// Whether the rules in force forbid what the step's move did, KO[] or not.
bool kf_replay_is_illegal(const kf_replay *replay);
// The point of the most recent move of that number on the path, the last one included.
kf_point kf_replay_numbered(kf_replay *replay, int number);

#endif
