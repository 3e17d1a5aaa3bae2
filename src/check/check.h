// SPDX-License-Identifier: MIT
// The check of a record: values, points, nodes, and the moves beside the board.

#ifndef KF_CHECK_CHECK_H
#define KF_CHECK_CHECK_H

#include <kifu/board.h>
#include <kifu/check.h>
#include <kifu/record.h>

#include "base/arena.h"
#include "base/log.h"
#include "play/play.h"
#include "record/record.h"
#include "record/value.h"

/* ---- check_value.c ----------------------------------------------------------------- ---- */

// Whether a value has the form that its type asks for.

// What is wrong with a value. `message` is NULL when nothing is.
typedef struct kf_check_value {
    kf_code code;
    const char *message;
} kf_check_value;

// Looks at a value of any type that does not name points; those are for the board to judge.
kf_check_value kf_check_value_of(const kf_property_row *row, kf_text value);
// Whether the type names points.
bool kf_check_value_has_points(kf_type type);

/* ---- mend.c ------------------------------------------------------- doc/spec/fix.md ---- */

// Whether a value is as FF[4] wants it, and what it would be then: in the same meaning, by a guess,
// or not known.
typedef enum kf_mend { KF_MEND_GOOD, KF_MEND_SAFE, KF_MEND_GUESS, KF_MEND_NONE } kf_mend;

enum { KF_MEND_TEXT = 40 };

kf_mend kf_mend_date(kf_text value, char out[KF_MEND_TEXT]);
kf_mend kf_mend_result(kf_text value, char out[KF_MEND_TEXT]);
// For a number that is none: a comma for the point, or no digits on one side of it, a half that is
// a fraction; by a guess also with a word for points behind it.
kf_mend kf_mend_number(kf_text value, char out[KF_MEND_TEXT]);
// Where in a value another property seems to begin, its length when none does.
size_t kf_mend_open_value(kf_text value);
// The same for a text of many lines, where a name and a bracket are often quoted: only a node that
// begins, with its semicolon, whose bracket nothing in the text closes.
size_t kf_mend_open_text(kf_text value);

/* ---- check_point.c ----------------------------------------------------------------- ---- */

// Points in values: whether they are points, stand on the board, and are named only once.

// The board of the game in hand, and which points were named in which node.
typedef struct kf_check_point {
    kf_arena *arena;
    int width, height;
    bool takes_tt; // `tt` is a pass
    kf_node *seen; // made at the first list of points
    kf_node base;  // is added to the nodes in `seen`, so that those of other records are others
} kf_check_point;

// Looks at a value that names points, in `node`.
kf_check_value kf_check_point_of(kf_check_point *points, const kf_property_row *row, int id,
                                 kf_node node, kf_text value);

/* ---- check_node.c ------------------------------------------------ doc/spec/check.md ---- */

// Names that are reported once a record; beyond that many they are not reported at all.
enum { KF_CHECK_NAMES = 64 };

// What is known of the nodes that were entered before. `is_go` is for reading, the rest private.
typedef struct kf_check_node {
    const kf_record *record;
    kf_log *log;
    kf_check_point points;
    int version;                   // of the game in hand; 0 when it says none
    bool is_go;                    // else nobody here knows what its points are
    bool is_empty_said;            // an empty move in a file of old was reported for this game
    int first_version, first_kind; // FF and GM of the first game; 0: it says none, -1: none yet
    bool is_difference_said;
    const kf_dialect *dialect; // of the game in hand, or NULL
    const kf_dialect *said;    // the one that was reported
    kf_node info;              // the node above that holds game-info, or 0
    size_t info_depth;         // of that node
    kf_node node;
    size_t game; // its number in the record, from 1 on
    unsigned has;
    kf_text names[KF_CHECK_NAMES]; // that were reported once and for all
    size_t name_count;
} kf_check_node;

void kf_check_node_init(kf_check_node *c, kf_arena *arena, kf_log *log);
// Goes on with the games of another record.
void kf_check_node_turn(kf_check_node *c, const kf_record *record);
// Reports what is wrong with the values of the node, which stands at that depth: 1 is the root of
// a game. Nodes are entered in pre-order. A node with nothing but a legal move on a point in
// small letters may be left out.
void kf_check_node_enter(kf_check_node *c, kf_node node, size_t depth);

/* ---- referee.c --------------------------------------------------- doc/spec/rules.md ---- */

// The points that a list of prisoners and the board do not share.
typedef struct kf_prisoners {
    size_t missing_count, surplus_count;
    kf_point missing[KF_BOARD_POINTS]; // captured, and not in the list
    kf_point surplus[KF_BOARD_POINTS]; // in the list, and not captured
} kf_prisoners;

// Compares what the node that was entered last states (KFPRISONER) with what its move captured.
// A field is a location, or `#n`: the most recent move of that number on the path. Fields that
// can be neither are passed over, for the reader has reported them.
void kf_referee_prisoner(kf_play *replay, kf_prisoners *answer);
// The point that a field names, KF_NOWHERE when it names none.
kf_point kf_referee_prisoner_point(kf_play *replay, kf_text field);

// A record being judged. `replay` is for reading, the rest private.
typedef struct kf_referee {
    const kf_record *record;
    kf_log *log;
    kf_play *replay;
    size_t game;       // its number in the record, from 1 on
    kf_node game_node; // its root
    kf_node opened;    // the game whose handicap was looked at
    size_t notes;      // that stand by themselves: the log limits only findings
} kf_referee;

// Replays every branch of a game and reports what the rules forbid and what the record states
// unlike the board. `rules` NULL: those that each game names, else Japanese. All calls are made in
// a protected call of the arena.
void kf_referee_init(kf_referee *referee, kf_arena *arena, kf_log *log);
// Goes on with the games of another record.
void kf_referee_turn(kf_referee *referee, const kf_record *record, const kf_rules *rules);
// Starts a game (a child of node 0); games are taken in their order, so that they are counted.
void kf_referee_start(kf_referee *referee, kf_node game);
// Enters the next node that may have something about it, 0 at the end of the game. Passed by are
// nodes with nothing but a legal move, in turn, on a point in small letters.
kf_node kf_referee_next(kf_referee *referee);
// Judges that node.
void kf_referee_judge(kf_referee *referee);
// Judges what can be told only when the game has been walked through: its result.
void kf_referee_end(kf_referee *referee);

/* ---- referee_game.c ---------------------------------------------- doc/spec/rules.md ---- */

// Whether the stones of a handicap are those that HA states. To be asked at the first move of
// the main line that is no part of the handicap. NULL: they are, else what is wrong, written to
// `message` (`size` bytes).
const char *kf_referee_game_handicap(const kf_play *replay, char *message, size_t size);
// The same for the komi that KM states.
const char *kf_referee_game_komi(const kf_play *replay, char *message, size_t size);

/* ---- referee_result.c -------------------------------------------- doc/spec/score.md ---- */

// Whether RE is the count at that node, where the count is beyond doubt: the game ended by passes
// and every chain is certain, or TB and TW say who owns what. Replays the game. NULL: it is, or
// nobody can tell; else what is wrong, written to `message` (`size` bytes).
const char *kf_referee_result(kf_play *replay, kf_node node, char *message, size_t size);

#endif
