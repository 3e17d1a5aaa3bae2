// SPDX-License-Identifier: MIT
// What a cursor is inside, and cursors in an arena of the caller's.

#ifndef KIFU_PLAY_CURSOR_H
#define KIFU_PLAY_CURSOR_H

#include <kifu/play.h>

#include "base/arena.h"
#include "board/changes.h"

// Properties that hold from their node on to all below it, until it is said otherwise.
enum { KF_PLAY_PM, KF_PLAY_DD, KF_PLAY_VW, KF_PLAY_INHERITED };

// What is remembered of each node from the root to the one that was entered last: how the game
// stands when the node is done. A game may be half a million nodes deep, so what few nodes change
// stands elsewhere.
typedef struct kf_frame {
    kf_node node;
    uint32_t changes; // of the log of the board
    uint32_t moves;   // on the way from the root
    uint32_t custom;  // index of what changes seldom
    uint32_t black_prisoners, white_prisoners;
    int number;     // of the last move
    uint16_t ko;    // as the board has it
    kf_point point; // of the node's move, KF_NOWHERE when it has none
    kf_point last;  // of the latest move up to here
    uint8_t passes; // in a row
    uint8_t ko_colour : 2;
    uint8_t to_move : 2;   // kf_colour; KF_EMPTY: either
    bool is_variation : 1; // the node does not stand on the main line
    bool is_fresh : 1;     // no move since the start or the last setup
    bool is_opening : 1;   // a handicap was given, and White has not moved yet
    bool is_numbered : 1;  // the node's move has the number
} kf_frame;

// What changes seldom. A frame has that of the frame over it, or one of its own behind that.
typedef struct kf_custom {
    kf_node inherited[KF_PLAY_INHERITED]; // the nearest node up from here that has it, or 0
    uint32_t branch;   // 1 + the last frame up to here that is no first child; 0: none
    kf_node counted;   // the node that the index is of
    uint32_t index;    // which child of its parent that is, from 1; 0: not counted yet
    uint16_t placed;   // Black's stones during the opening, 0 when they are not counted yet
    uint16_t handicap; // HA, 0 when it is not told
} kf_custom;

// What the root of a game says about it: the first value of each, empty where there is none.
enum { KF_PLAY_RU, KF_PLAY_HA, KF_PLAY_KM, KF_PLAY_RE, KF_PLAY_DT, KF_PLAY_FACTS };

// A number that a point had before another move or a setup stone took its place.
typedef struct kf_play_erased {
    int number;
    uint16_t cell;
} kf_play_erased;

// How a notation numbers the move of a node, when the move before it has the number `before`;
// below 0: the move has no number, or the node no move.
typedef int kf_play_numbering(const kf_play *play, kf_node node, int before);

// Fields are for reading, by the layers above that judge games and write them.
struct kf_play {
    kf_arena *arena;
    bool is_inner;  // the arena is one within the caller's, who makes the protected calls
    bool is_broken; // memory ended in a call
    bool is_flat;   // set before the start by who walks through and asks for no path, depth or
                    // number: nodes with one child, to which no walk comes back, keep no frame
    const kf_record *record;
    const kf_rules *wanted; // asked for by the caller, or NULL: as the record says
    const kf_rules *rules;  // in force for this game
    bool is_stated;         // the rules were asked for, named by the record, or go without saying
    kf_text facts[KF_PLAY_FACTS];
    kf_step step;
    kf_text more; // what is left of the node's text behind the move that was played last
    kf_node game; // 0 when it has been walked through
    kf_node last; // the node that was entered last
    kf_node way;  // the next node for kf_play_follow, 0: none
    size_t depth; // frames in use: the last one is that of `last`
    kf_frame *frames;
    size_t entered; // frames that were in use at least once for this record
    size_t frame_room;
    kf_custom *customs;
    size_t custom_room;
    kf_changes changes;
    // Repetitions.
    bool has_history;
    kf_history history;
    void *history_memory;
    size_t history_moves;
    kf_history_mark *marks; // by frame
    // The way from one node to another, made when it is first asked for: by node, its depth when
    // it is on the path (the frame there tells whether), or else the node below it on the way.
    uint32_t *below;
    size_t below_count;
    // The latest frame of each number, made when first asked for.
    uint32_t *by_number; // buckets: 1 + index, chained by `before`
    uint32_t *before;    // by frame
    size_t buckets;      // a power of 2
    size_t numbered;     // frames in them
    // The number on each point, likewise.
    int *latest; // by cell
    kf_play_erased *erased;
    size_t erased_count, erased_room;
    uint32_t *erased_before;      // by frame: how many were when its node was done
    kf_play_numbering *numbering; // NULL: MN, else one more than the move before
    // At the node of the last frame, or still at one that was left. It stands last, for its cells
    // are cleared only where a game is begun.
    kf_board board;
};

/* ---- play.c -------------------------------------------------------- doc/spec/replay.md ---- */

// A cursor within an arena: it ends with it, but it is untouched when the arena is rewound to a
// mark that was made since. All its calls are made in a protected call of that arena.
kf_play *kf_play_in(kf_arena *arena, const kf_record *record, const kf_rules *rules);

// As kf_play_follow, but plays all at once what the way has first of moves in turn on points, each
// the only node behind the last, up to its last node. `last` is the colour of the last of them,
// KF_EMPTY where there were none. Up to the next start, repetitions are not looked for.
bool kf_play_skim(kf_play *play, kf_colour *last);

/* ---- play_node.c --------------------------------------------------- doc/spec/replay.md ---- */

// Starts the history of a game's positions, if its rules look for repetitions.
void kf_play_node_begin(kf_play *play);
// What changes seldom, for a change by the last frame.
kf_custom *kf_play_node_custom(kf_play *play, kf_frame *frame);
// Does what the node of the last frame holds: its setup and its first move.
void kf_play_node_enter(kf_play *play, kf_frame *frame);
// Plays the next move in `more`; false when there is none.
bool kf_play_node_more(kf_play *play);
// Begins the step of a frame, before anything is read there, and ends it.
void kf_play_node_clear(kf_play *play, const kf_frame *frame);
void kf_play_node_close(kf_play *play, kf_frame *frame);
// The row of a property that a replay looks at; -1 for others.
int kf_play_node_id(kf_text name);
// The first value of a property, without the spaces around it.
kf_text kf_play_node_value(const kf_property *property);
// Whose turn it is by the value of PL; left as it is where that does not say.
void kf_play_node_turn(kf_text value, kf_colour *to_move);
// The point of a move's value on the board; KF_NOWHERE: it names none.
kf_point kf_play_node_point(const kf_board *board, kf_text value);

/* ---- play_setup.c -------------------------------------------------- doc/spec/replay.md ---- */

// Does the setup of a node that has some.
void kf_play_setup(kf_play *play, kf_node node, kf_text text);
// Gives a cell the number of the stone there, 0 for none.
void kf_play_setup_number(kf_play *play, uint32_t cell, int number);

/* ---- outcome.c ----------------------------------------------------- doc/spec/score.md ---- */

// The same as kf_outcome_komi in a game, of which a mark of Fox says that a number below 0 is in
// hundredths, too.
bool kf_outcome_komi_in(kf_text properties, kf_text text, const kf_rules *rules, int *komi);
// The same as kf_outcome_komi_of for what is read again, catalogues and Ishi: there a number that
// may be points stays as it stands. The texts of KM and RU are plain.
kf_text kf_outcome_komi_kept(kf_text properties, kf_text komi, kf_text rules,
                             char text[KF_OUTCOME_TEXT]);
// The komi of KM in hundredths of a point, which is what servers may write. False: it is no number.
bool kf_outcome_hundredths(kf_text komi, int *hundredths);
// Whether a komi is one of those in hundredths that games have.
bool kf_outcome_is_server_komi(int number);

#endif
