// SPDX-License-Identifier: MIT
// Counting a game: what a record says of its end, which stones are dead, and the result.
//
// Three steps. kf_ending_read gathers what a count needs from a place in a record. Which stones are
// dead is then taken from its marks, given by you, or judged. kf_count_position does that and
// counts:
//
//     kf_ending ending;
//     kf_count count;
//     if (kf_ending_read(play, kf_path_find(record, game, "last"), &ending) &&
//         kf_count_position(&ending, KF_COUNT_AUTO, &count))
//         printf("%d half points for Black\n", count.score.result);
//
// Both are large plain values, of 30 and 80 KB: not for the stack of a small thread. Arrays have
// one element a point, in the order of kf_benson_index. A game that is not over is counted as if
// its players ended it as they know best; then the answer is an estimate and says so.

#ifndef KIFU_SCORE_H
#define KIFU_SCORE_H

#include <kifu/board.h>
#include <kifu/play.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- ending.c ---------------------------------------------------- doc/spec/score.md ---- */

// From where it is known which stones are dead.
typedef enum kf_ending_source {
    KF_ENDING_UNMARKED,  // nothing in the record says it: kf_count_position judges
    KF_ENDING_TERRITORY, // TB and TW
    KF_ENDING_DIMMED,    // DD over stones
    KF_ENDING_CROSSED    // MA over stones
} kf_ending_source;

typedef struct kf_ending {
    kf_node node;
    kf_board board;
    const kf_rules *rules;
    kf_colour last;    // who made the last move or pass; KF_EMPTY: nobody
    kf_colour to_move; // who would make the next
    int passes[3];     // recorded, by colour
    bool is_over;      // two passes in a row stand at the end
    bool is_final;     // is_over, or the record is that of a server: it is counted as it lies
    int komi;          // half points
    int handicap;
    kf_text result; // RE as it stands in the text, empty when there is none
    kf_outcome outcome;
    kf_ending_source source;
    uint8_t status[KF_BOARD_POINTS]; // kf_status by what is marked; all alive when nothing is
    uint8_t marked[KF_BOARD_POINTS]; // kf_colour of TB and TW
} kf_ending;

// Replays the line to the node and gathers what its count needs. False: there is no such node (0
// among them, as kf_path_find gives it for a place that is not there), or there was no memory.
KF_API bool kf_ending_read(kf_play *replay, kf_node node, kf_ending *ending);
// Makes the chain on the point dead. False when there is no stone.
KF_API bool kf_ending_kill(kf_ending *ending, kf_point point);
// Counts with the stones that `status` calls dead.
KF_API void kf_ending_count(const kf_ending *ending, const uint8_t *status, kf_counting counting,
                            kf_score *score);
// Where TB and TW leave an eye unmarked, it is one in seki: makes the stones around it so.
KF_API void kf_ending_trust(const kf_ending *ending, uint8_t *status);

/* ---- dead_stones.c ----------------------------------------------- doc/spec/score.md ---- */

// On what a status rests.
typedef enum kf_reason {
    KF_REASON_NONE,     // no stone lies there
    KF_REASON_GIVEN,    // the caller said so
    KF_REASON_BENSON,   // certain: the chain cannot be taken even if its owner always passes
    KF_REASON_ENCLOSED, // certain: it lies in an eye of such chains, without room to live
    KF_REASON_READ,     // an estimate: moves were read to the end, the stones around taken as safe
    KF_REASON_CORNER,   // bent four in the corner: the rules say it
    KF_REASON_PLAYOUTS  // an estimate: games to the end by chance and common sense
} kf_reason;

// What to judge.
typedef struct kf_dead_stones_input {
    const kf_board *board;
    kf_colour to_move;     // who would make the next move
    bool suicide;          // the rules allow it
    kf_status bent_four;   // what the rules make of one in the corner; KF_ALIVE: not looked for
    bool is_final;         // nobody moves any more: neutral points stay as they are
    uint32_t games;        // to play where nothing is certain; 0: the usual number
    const uint8_t *status; // kf_status that is known already, one a point; NULL: all is judged
} kf_dead_stones_input;

// All arrays have one element a point, see kf_benson_index.
typedef struct kf_judgement {
    uint8_t status[KF_BOARD_POINTS];  // kf_status, where stones lie
    uint8_t reason[KF_BOARD_POINTS];  // kf_reason
    uint8_t percent[KF_BOARD_POINTS]; // of the games at whose end the point was the stone's owner's
    // No status is an estimate, and whether the last moves were made is not in doubt.
    bool is_certain;
    // No chain is KF_UNSETTLED or KF_STATUS_KO, no large one in a seki that only games show, and
    // the last moves are not in doubt.
    bool is_settled;
    // What the last moves of a final position, which were not made, would bring Black: half points
    // of territory.
    int last_moves;
    // The position as it is counted: neutral points are filled by turns, and what that threatens
    // is connected, unless the position is final. `filled` has the colour of each stone that was
    // added.
    kf_board end;
    uint8_t end_status[KF_BOARD_POINTS];
    uint8_t filled[KF_BOARD_POINTS];
    int moves;
    kf_colour last; // who made the last move or pass
    int passes[3];  // by colour, on the way there; the last two end the game
} kf_judgement;

// Judges every chain: first what is certain, then by games from a fixed seed, so that the answer
// is always the same; and plays the last moves. False: there was no memory.
KF_API bool kf_dead_stones(const kf_dead_stones_input *input, kf_judgement *judgement);

/* ---- count.c ----------------------------------------------------- doc/spec/score.md ---- */

// Who says which stones are dead.
typedef enum kf_count_way {
    KF_COUNT_AUTO,  // the record where it does, else judged
    KF_COUNT_GIVEN, // the status in the ending: by marks, or by hand
    KF_COUNT_JUDGED
} kf_count_way;

typedef struct kf_count {
    kf_count_way way;               // GIVEN or JUDGED
    kf_ending counted;              // the position that was counted: with the last moves, if any
    kf_judgement judgement;         // of the position as it stands
    kf_score score;                 // by the rules in force
    int neutral;                    // neutral points that were left on the board
    int lowest, highest;            // results in half points, over all that is unsettled
    uint8_t owner[KF_BOARD_POINTS]; // kf_colour to whom a point goes; KF_EMPTY: to nobody
    bool seki[KF_BOARD_POINTS];
} kf_count;

// Settles and counts. False: there was no memory.
KF_API bool kf_count_position(const kf_ending *ending, kf_count_way way, kf_count *settlement);
// The result in half points under another rule set, all else being the same.
KF_API int kf_count_by(const kf_count *settlement, const kf_rules *rules);

#ifdef __cplusplus
}
#endif

#endif
