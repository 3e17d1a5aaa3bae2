// SPDX-License-Identifier: MIT
// The board under a record: one cursor that stands at a node of a tree and shows the position
// there, what the node's move did, and what the rules say of it.
//
// A cursor goes forward by playing and back by taking back, so going from one node to another costs
// as much as there are nodes on the way between them, wherever in the game they stand. Its memory
// grows with the depth of the node, and not with what lies on the board.
//
//     kf_play *play = kf_play_new(record, NULL);
//     kf_play_start(play, kf_node_child(record, 0));
//     while (kf_play_next(play))
//         printf("%d\n", kf_play_step(play)->number);
//     kf_play_free(play);
//
// What a node does. Its setup comes first, and the order of the properties has no meaning: where a
// bad file names a point in several of AE, AB and AW, a stone counts more than none, and White more
// than Black, unless the moves that follow are legal only in another reading. Setup captures
// nothing and ends the ban of a ko. Then the first move is played, as kf_board_play plays it: also
// against the rules. FF[4] allows one move to a node; old files have more, which are played in
// turn.

#ifndef KIFU_PLAY_H
#define KIFU_PLAY_H

#include <kifu/board.h>
#include <kifu/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- play.c -------------------------------------------------------- doc/spec/replay.md ---- */

// A cursor. It borrows the record, which must live as long; nodes on the way from the root to where
// it stands must not change their moves or stones meanwhile.
typedef struct kf_play kf_play;

// How points were read that the setup of a node names twice.
typedef enum kf_setup_reading {
    KF_SETUP_USUAL,       // none was named twice, or a stone counted more, and White most
    KF_SETUP_EMPTY_FIRST, // AE counted more than AB and AW
    KF_SETUP_BLACK_FIRST, // AB counted more than AW
    KF_SETUP_READINGS
} kf_setup_reading;

// What happened at the node that was entered last, and how the game stands after it.
typedef struct kf_step {
    kf_node node;           // 0: the game was started, and no node entered
    bool is_move;           // the node has a move, which the next group of fields is about
    bool has_setup;         // AB, AW or AE stand in the node
    bool is_forced;         // KO[]: the record declares the move legal
    bool is_turn_fault;     // the other player was to move
    bool is_after_end;      // the first move after the passes that end a game
    bool is_variation;      // the node does not stand on the main line
    bool is_placement;      // a stone of a handicap that Black places freely
    bool has_prisoners;     // the node states what it captures, unlike the board; see `prisoners`
    kf_colour colour;       // of the move; KF_EMPTY when there is none
    kf_verdict verdict;     // KF_LEGAL for a pass
    kf_setup_reading setup; // how points were read that the setup names twice
    kf_point point;         // KF_PASS for a pass, KF_NOWHERE for a text that names no point
    uint32_t repeats;       // so many moves ago the same position stood there; 0: never
    int number;             // as printed: MN, or one more than the move before
    kf_played played;       // of a move, for kf_board_captured and kf_board_atari
    kf_text value;          // of the property B or W
    kf_text prisoners;      // values of KFPRISONER
    kf_text idle;           // name of the first setup property that changes nothing, or empty
    // How the game stands.
    size_t depth;      // nodes from the root to here, both counted
    size_t moves;      // of them, B and W
    kf_point last;     // of the latest move on the way, KF_NOWHERE when there was none
    kf_colour to_move; // who plays next, KF_EMPTY: either
    uint8_t passes;    // in a row
    uint16_t handicap; // HA, 0 when it is not given
} kf_step;

// A cursor that stands nowhere, NULL when there is no memory. `rules` NULL: those that each game
// names, else Japanese. `record` NULL: it is named later, with kf_play_turn.
KF_API kf_play *kf_play_new(const kf_record *record, const kf_rules *rules);
KF_API void kf_play_free(kf_play *play);
// Turns the cursor to another record, or to other rules, where it stands nowhere; its memory is
// used again. Also for a cursor of which a call gave up.
KF_API void kf_play_turn(kf_play *play, const kf_record *record, const kf_rules *rules);
// Whether a call gave up because there was no memory. The cursor must be started again then.
KF_API bool kf_play_failed(const kf_play *play);

// Stands before the root of a game (a child of node 0), with an empty board. False for node 0, and
// for a number that is no node of the record, as in the calls below.
KF_API bool kf_play_start(kf_play *play, kf_node game);
// Enters the next node in pre-order: through a line, then through the variations from the last to
// leave it to the first. Does its setup and plays its first move. False when the game has been
// walked through.
KF_API bool kf_play_next(kf_play *play);
// The same, but nodes that are as plain as can be are passed by: nothing but a move that is legal
// and in turn. For those who only look for what is unusual.
KF_API bool kf_play_run(kf_play *play);
// Plays a further move that the same node holds. Whoever goes on without it gets it played.
KF_API bool kf_play_more(kf_play *play);
// Goes to a node, of whatever game, and plays all its moves. False for node 0: the cursor stays.
KF_API bool kf_play_go(kf_play *play, kf_node node);
// Goes to where `from` has not been entered yet, for walking from there to `node` with
// kf_play_follow. `from` 0: the root of the game. False when `node` does not stand below `from`.
KF_API bool kf_play_aim(kf_play *play, kf_node from, kf_node node);
// Enters the next node on that way; false when it was walked to its end.
KF_API bool kf_play_follow(kf_play *play);

// Where the cursor stands. Both are borrowed, and change with the next call.
KF_API const kf_step *kf_play_step(const kf_play *play);
KF_API const kf_board *kf_play_board(const kf_play *play);
// The rules in force for this game.
KF_API const kf_rules *kf_play_rules(const kf_play *play);
// Whether they forbid what the step's move did, KO[] or not.
KF_API bool kf_play_is_illegal(const kf_play *play);

// The point of the most recent move of that printed number on the way from the root to here,
// whether its stone still lies there or not. KF_NOWHERE: there is none, or it was a pass.
KF_API kf_point kf_play_numbered(kf_play *play, int number);
// The printed number of the move that was played last on the point, whether its stone still lies
// there or not. 0: there was none, or a stone was set up there since.
KF_API int kf_play_number_at(kf_play *play, kf_point point);

// Writes the path of the node where the cursor stands into `out`, as kf_path_of does, which has to
// count from the node up to the root. Returns the length that it needs; of one that there is no
// room for, the end is written, and what is returned is at least `size`.
KF_API size_t kf_play_path(kf_play *play, char *out, size_t size);

/* ---- problem.c ---------------------------------------------------- doc/spec/page.md ---- */

// What a node says of the answer that leads to it.
typedef enum kf_problem_verdict {
    KF_PROBLEM_SILENT,
    KF_PROBLEM_RIGHT,
    KF_PROBLEM_WRONG
} kf_problem_verdict;

// Whether the game is a problem: stones are set up before the first move, moves follow, it is no
// game between two people and no handicap game, and either something in it is called right or
// wrong, or its main line has at most 60 moves and the stones are of both colours or there are
// alternatives to the first move.
KF_API bool kf_problem_is(const kf_record *record, kf_node game);
// The node that shows the question: the last one before the first move of the main line.
KF_API kf_node kf_problem_question(const kf_record *record, kf_node game);
// What the node itself says: TE and BM; GB and GW, for the player who answers; or a comment that
// begins with "Correct", "Right", "Wrong", "Failure" or their Chinese and Japanese words, or that
// has RIGHT or WRONG in capitals as a word of its own.
KF_API kf_problem_verdict kf_problem_says(const kf_record *record, kf_node node, kf_colour solver);
// Who answers: the first to move.
KF_API kf_colour kf_problem_solver(const kf_record *record, kf_node game);

/* ---- outcome.c --------------------------------------------------- doc/spec/score.md ---- */

// A result as RE states it.
typedef enum kf_outcome_kind {
    KF_OUTCOME_NONE,   // nothing, or words that are not understood
    KF_OUTCOME_POINTS, // won by a number of points, or drawn: that number is 0
    KF_OUTCOME_WON     // won otherwise, or by an unknown number of points
} kf_outcome_kind;

typedef struct kf_outcome {
    kf_outcome_kind kind;
    kf_colour winner; // KF_EMPTY: a draw, or not known
    int lead;         // hundredths of a point by which Black leads; below 0 White does
} kf_outcome;

// Room for a result as text.
#define KF_OUTCOME_TEXT 16

// Reads the plain text of RE.
KF_API kf_outcome kf_outcome_read(kf_text text);
// Writes a lead of Black in half points as RE has it: "B+3.5", "W+14", "0" for a draw.
KF_API size_t kf_outcome_write(int lead, char text[KF_OUTCOME_TEXT]);
// Writes half points as a number: 13 is "6.5", -28 is "-14". Returns `text`.
KF_API const char *kf_outcome_points(int halves, char text[KF_OUTCOME_TEXT]);
// Whether the count of a game, in half points for Black, is the result that is stated. Under
// rules that count in stones, as the Chinese do, a result may be given as half of its points.
KF_API bool kf_outcome_agrees(const kf_outcome *outcome, const kf_rules *rules, int lead);
// The komi of KM in half points. Servers write hundredths (650 is 6.5), and Chinese komi may be
// given in stones, half as many (3.75, 375). False: the text is no number of half points.
KF_API bool kf_outcome_komi(kf_text text, const kf_rules *rules, int *komi);
// The komi of a game as it is shown: KM itself, `komi`, or where a server wrote hundredths or
// stones are counted by the rules that the game names, the same in points, in `text`.
KF_API kf_text kf_outcome_komi_of(const kf_record *record, kf_node game, kf_text komi,
                                  char text[KF_OUTCOME_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
