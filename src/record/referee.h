// SPDX-License-Identifier: MIT
// What the board says of a record: the findings go/….

#ifndef KIFU_RECORD_REFEREE_H
#define KIFU_RECORD_REFEREE_H

#include <kifu/kifu.h>

#include "board/rules.h"
#include "record/replay.h"

/* ---- referee.c ------------------------------------------------------- doc/spec/rules.md ---- */

// A record being judged. `replay` is for reading, the rest private.
typedef struct kf_referee {
    const kf_record *record;
    kf_log *log;
    kf_replay *replay;
    size_t game;       // its number in the record, from 1 on
    kf_node game_node; // its root
    kf_node opened;    // the game whose handicap was looked at
    size_t notes;      // that stand by themselves: the log limits only findings
} kf_referee;

// Replays every branch of a game and reports what the rules forbid and what the record states
// unlike the board. `rules` NULL: those that each game names, else Japanese. All calls are made in
// a protected call of the arena.
void kf_referee_init(kf_referee *referee, kf_arena *arena, const kf_record *record,
                     const kf_rules *rules, kf_log *log);
// Starts a game (a child of node 0); games are taken in their order, so that they are counted.
void kf_referee_start(kf_referee *referee, kf_node game);
// Enters the next node that may have something about it, 0 at the end of the game. Passed by are
// nodes with nothing but a legal move, in turn, on a point in small letters.
kf_node kf_referee_next(kf_referee *referee);
// Judges that node.
void kf_referee_judge(kf_referee *referee);
// Judges what can be told only when the game has been walked through: its result.
void kf_referee_end(kf_referee *referee);

/* ---- referee_prisoner.c ---------------------------------------------- doc/spec/rules.md ---- */

// The points that a list of prisoners and the board do not share.
typedef struct kf_prisoners {
    size_t missing_count, surplus_count;
    kf_point missing[KF_BOARD_MAX * KF_BOARD_MAX]; // captured, and not in the list
    kf_point surplus[KF_BOARD_MAX * KF_BOARD_MAX]; // in the list, and not captured
} kf_prisoners;

// Compares what the node that was entered last states (KFPRISONER) with what its move captured.
// A field is a location, or `#n`: the most recent move of that number on the path. Fields that
// can be neither are passed over, for the reader has reported them.
void kf_referee_prisoner(kf_replay *replay, kf_prisoners *answer);
// The point that a field names, KF_NOWHERE when it names none.
kf_point kf_referee_prisoner_point(kf_replay *replay, kf_text field);

/* ---- referee_game.c -------------------------------------------------- doc/spec/rules.md ---- */

// Whether the stones of a handicap are those that HA states. To be asked at the first move of
// the main line that is no part of the handicap. NULL: they are, else what is wrong, written to
// `message` (`size` bytes).
const char *kf_referee_game_handicap(const kf_replay *replay, char *message, size_t size);
// The same for the komi that KM states.
const char *kf_referee_game_komi(const kf_replay *replay, char *message, size_t size);

/* ---- referee_result.c ------------------------------------------------ doc/spec/score.md ---- */

// Whether RE is the count at that node, where the count is beyond doubt: the game ended by passes
// and every chain is certain, or TB and TW say who owns what. Replays the game. NULL: it is, or
// nobody can tell; else what is wrong, written to `message` (`size` bytes).
const char *kf_referee_result(kf_replay *replay, kf_node node, char *message, size_t size);

#endif
