// SPDX-License-Identifier: MIT
// What the board says of a record: the findings go/….

#ifndef KIFU_RECORD_REFEREE_H
#define KIFU_RECORD_REFEREE_H

#include <kifu/kifu.h>

#include "board/rules.h"
#include "record/replay.h"

/* ---- referee.c ------------------------------------------------------- doc/spec/rules.md ---- */

// Replays every branch of every game and reports what the rules forbid and what the record states
// unlike the board. `rules` NULL: those that each game names, else Japanese. True when there is
// no error among the findings.
bool kf_referee(const kf_record *record, const kf_rules *rules, kf_log *log);

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
