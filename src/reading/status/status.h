// SPDX-License-Identifier: MIT
// Which chains of a finished position are alive, dead or in seki, and the count that follows.

#ifndef KF_READING_STATUS_STATUS_H
#define KF_READING_STATUS_STATUS_H

#include <kifu/board.h>

#include "base/arena.h"
#include <kifu/score.h>

/* ---- corner.c ---------------------------------------------------- doc/spec/score.md ---- */

enum { KF_CORNERS = 4 };

typedef struct kf_corner {
    kf_point bait;  // a stone of the three that lie in the corner
    kf_point group; // a stone of the chain around them
} kf_corner;

// Looks for it in one of the corners, from 0. Three stones lie in the corner in a row or bent
// around it; a single chain of the other colour encloses them with two vacant points, which are all
// the liberties of the three. It may have liberties outside, each beside a stone of the owner of
// the three, and with nothing else around it. He can fill those, and then add a fourth to make the
// bent four, and no shape that kills outright. The other can do nothing: without a liberty outside
// either point would leave him one, and with it he takes three stones and has one eye. Whether the
// stones around the chain and those liberties live is for the caller to know.
bool kf_corner_find(const kf_board *board, int which, kf_corner *corner);

/* ---- pattern.c --------------------------------------------------------------------- ---- */

// Small shapes around a point at which players like to answer.

// One bit for each way in which the eight points around a point can be occupied: vacant, own,
// the opponent's, off the board. Two bits a point, in the order of kf_pattern_around.
#define KF_PATTERN_BYTES (65536 / 8)

typedef struct kf_patterns {
    uint8_t bits[KF_PATTERN_BYTES];
} kf_patterns;

// Fills the table: hane, cut, push, block and their like, turned, mirrored, and for both players.
void kf_pattern_fill(kf_patterns *patterns);
// What lies around a cell, as an index of the table.
uint32_t kf_pattern_around(const kf_board *board, uint32_t at);

static inline bool kf_pattern_has(const kf_patterns *patterns, uint32_t around) {
    return patterns->bits[around / 8] >> (around % 8) & 1;
}

/* ---- playout.c --------------------------------------------------------------------- ---- */

// Play to the end of a game by chance and common sense, for judging what no rule decides.

// A game under way. The vacant cells stand in a list, and each knows its place in it. Fields are
// for reading.
typedef struct kf_playout {
    kf_board board;
    kf_patterns patterns;
    uint64_t random;
    uint32_t last;          // the cell of the last move, 0 for a pass
    uint32_t last_captured; // how many stones it took
    int count;              // vacant cells at which the players may play
    uint16_t vacant[KF_BOARD_POINTS];
    uint16_t place[KF_BOARD_CELLS];
    bool fixed[KF_BOARD_CELLS];    // cells at which nobody plays
    uint8_t first[KF_BOARD_CELLS]; // who played first on the cell since the game was set up
} kf_playout;

// What games made of every point, indexed as kf_benson_index does.
typedef struct kf_playout_tally {
    uint32_t owned[3][KF_BOARD_POINTS]; // by colour: how often it was that player's at the end
    uint32_t shared[KF_BOARD_POINTS];   // how often it stayed vacant between stones of both
    uint32_t games;
} kf_playout_tally;

// Makes ready for games: the table of shapes and the random numbers, which are the same on every
// machine. `fixed` marks points, by kf_benson_index, at which nobody plays; it may be NULL.
void kf_playout_init(kf_playout *g, const kf_board *board, const bool *fixed, uint64_t seed);
// Sets a game up at a position.
void kf_playout_start(kf_playout *g, const kf_board *board);
// Plays a given move, a cell or 0 for a pass. False: it is against the rules, and not played.
bool kf_playout_play(kf_playout *g, uint32_t at, kf_colour colour);
// Whether a sensible player would consider the cell: it is legal, no own eye, and no gift.
bool kf_playout_is_sensible(const kf_playout *g, uint32_t at, kf_colour colour);
// Plays on to the end, `colour` first. The players save and take what stands in atari, take away
// eyes, answer by shape, fill no eye of their own and put no large chain into atari.
void kf_playout_finish(kf_playout *g, kf_colour colour);
// Counts the end of a game by area, in points by which Black leads, and adds it to the tally,
// which may be NULL.
int kf_playout_count(const kf_playout *g, kf_playout_tally *tally);

/* ---- finish.c ---------------------------------------------------------------------- ---- */

// Playing the last moves of a game: neutral points, and what they force.

// A position being brought to its end. `status` says which stones are dead; `tally` what games
// from the position came to.
typedef struct kf_finish {
    kf_board board;
    kf_colour to_move;
    uint8_t status[KF_BOARD_POINTS]; // kf_status
    uint8_t filled[KF_BOARD_POINTS]; // kf_colour of a move made here, by kf_benson_index
    const kf_playout_tally *tally;
    bool mixed[KF_BOARD_CELLS];    // vacant or dead, in a region that touches both colours
    uint8_t sides[KF_BOARD_CELLS]; // of such a cell: bits of the live colours beside it
    uint32_t variation;            // another order of what is equally urgent
    bool is_keen;                  // fills first what costs the other player a point
    int moves;
    int passes[3];   // by colour, those at the end too
    int idle;        // passes in a row
    uint32_t *looks; // how often it was asked whether a chain can be captured
} kf_finish;

// Beyond it no more is asked. The ends of games on 19x19 take some hundreds.
#define KF_FINISH_LOOKS 8000

// Whether a live stone of the opponent stands beside the chain on the cell: dead ones take nothing.
bool kf_finish_is_faced(const kf_finish *finish, uint32_t at);
// Fills the neutral points by turns, and connects what is put into atari, until none is left.
void kf_finish_run(kf_finish *finish);

/* ---- turn.c ------------------------------------------------------------------------ ---- */

// A position in the one of its forms, turned and mirrored, that comes first.
typedef struct kf_turn {
    kf_board board;               // in that form
    int width, height;            // of the board as it lay
    uint16_t to[KF_BOARD_POINTS]; // where a point went, both as kf_benson_index counts
} kf_turn;

void kf_turn_start(const kf_board *board, kf_turn *turn);
// Turns an array with an element a point: to the form, and back.
void kf_turn_forth(const kf_turn *turn, const uint8_t *from, uint8_t *to);
void kf_turn_back(const kf_turn *turn, uint8_t *array);
// Turns a board of that form back.
void kf_turn_back_board(const kf_turn *turn, kf_board *board);

/* ---- dead_stones.c ----------------------------------------------------------------- ---- */

// Which chains of a finished position are alive, dead or in seki, and how sure that is.

// kf_dead_stones in a protected call of the arena.
void kf_dead_stones_in(const kf_dead_stones_input *input, kf_arena *arena, kf_judgement *judgement);

/* ---- monte_carlo.c ----------------------------------------------------------------- ---- */

// Games played to the end in which both players learn from the games before.

// A node of the tree: the move that led there, and what the games through it came to, for the
// player who made the move. Sums are in points, from a score that was expected.
typedef struct kf_monte_carlo_node {
    int32_t child; // the first, 0 for none
    int32_t next;
    uint16_t at; // the cell, 0 for a pass
    uint8_t is_open;
    uint8_t spare;
    int32_t games;
    int32_t sum;
    int32_t near_games; // in which the player made the move at any later time
    int32_t near_sum;
} kf_monte_carlo_node;

#define KF_MONTE_CARLO_NODES 32768

typedef struct kf_monte_carlo {
    kf_playout playout;
    kf_board board; // at the root
    kf_colour to_move;
    kf_playout_tally *tally; // takes the ends of all games
    int expected;            // score, in points for Black
    int count;
    kf_monte_carlo_node node[KF_MONTE_CARLO_NODES];
} kf_monte_carlo;

// Plays `games` games from the position, growing the tree where it matters. The playout must have
// been made ready by kf_playout_init.
void kf_monte_carlo_run(kf_monte_carlo *search, int games);

/* ---- threat.c ---------------------------------------------------------------------- ---- */

// What has to be protected when the neutral points are filled.

// A move that the colour needs at once, because one of its live chains would be captured; prefers
// one that costs no territory. KF_NOWHERE: none, or none helps.
kf_point kf_threat_answer(const kf_finish *finish, kf_colour colour);
// Whether a move of the colour there leaves none of its live chains near it to be captured that was
// safe before.
bool kf_threat_is_safe(const kf_finish *finish, kf_point point, kf_colour colour);
// A move that must come first before the colour can fill that neutral point, KF_NOWHERE for none:
// one that protects what filling the point would leave short of liberties.
kf_point kf_threat_prepare(const kf_finish *finish, kf_point point, kf_colour colour);
// Whether the colour's move there makes the opponent answer in his own territory.
bool kf_threat_costs(const kf_finish *finish, kf_point point, kf_colour colour);
// A move that the colour needs because the opponent has a move that threatens more than one
// answer can save. KF_NOWHERE: none, or none helps.
kf_point kf_threat_prevent(const kf_finish *finish, kf_colour colour);

/* ---- unclear.c --------------------------------------------------- doc/spec/score.md ---- */

// Reads the group of the stone. `percent` says, one element a point, in how many of 100 games what
// lies there lasted: reading takes the stones around the group to be safe, so it is trusted only
// where games say that they are. `nodes`: the most positions for each side that moves first. False:
// it does not come to an end, or cannot be trusted.
bool kf_unclear_look(const kf_board *board, kf_point stone, const uint8_t *percent, uint64_t nodes,
                     kf_arena *arena, kf_status *status);
// Whether a large chain is captured, whatever its owner does, when that colour moves first. That is
// proved on the whole board and rests on no other stones. Of small chains nothing is said: they may
// be there to be taken.
bool kf_unclear_is_taken(const kf_board *board, kf_point stone, kf_colour first, kf_arena *arena);

#endif
