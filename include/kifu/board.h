// SPDX-License-Identifier: MIT
// The board and the rules of the game: points, positions, captures, chains that live whatever
// happens, rule sets, counting, handicaps, rearranging, and repetitions of a position.
//
// Nothing here knows files or records. A board is a plain value: copy it with `=`. Nothing
// allocates: what needs memory says how much, and takes yours.

#ifndef KIFU_BOARD_H
#define KIFU_BOARD_H

#include <kifu/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- point.c ----------------------------------------------------- doc/spec/rules.md ---- */

// Boards have 1 to 52 columns and 1 to 52 rows; they need not be square.
#define KF_BOARD_MAX 52

// What lies on a point, and who moves. The opponent of a colour c is 3 - c.
typedef enum kf_colour { KF_EMPTY = 0, KF_BLACK = 1, KF_WHITE = 2 } kf_colour;

// The other player.
static inline kf_colour kf_colour_other(kf_colour colour) {
    return (kf_colour)(3 - (int)colour);
}

// A point of a board: its row times 256 plus its column. Column 0 is the left one and row 0 the
// TOP one, as in SGF. The value does not depend on the size of the board.
typedef uint16_t kf_point;

#define KF_PASS    ((kf_point)0xFFFF) // a move that places no stone
#define KF_NOWHERE ((kf_point)0xFFFE) // no point: a text that names none, no ko, no last move

static inline kf_point kf_point_at(int column, int row) {
    return (kf_point)(row * 256 + column);
}
static inline int kf_point_column(kf_point point) {
    return point & 255;
}
static inline int kf_point_row(kf_point point) {
    return point >> 8;
}
// Whether the point lies on a board of that size. Neither KF_PASS nor KF_NOWHERE does.
static inline bool kf_point_is_on(kf_point point, int width, int height) {
    return kf_point_column(point) < width && kf_point_row(point) < height;
}

// How points are written.
//   A1        Q16     column letter without I (after Z: AA, AB …), row from the bottom
//   SGF       pd      column and row from the top left, a–z then A–Z
//   IGO       16/Q    row from the TOP, then the column letter, as a book of 1931 has it
//   JAPANESE  4-16    column from the right, then row from the top, both as numbers
//   NONE              nothing is written and nothing can be read
typedef enum kf_coords {
    KF_COORDS_A1,
    KF_COORDS_SGF,
    KF_COORDS_IGO,
    KF_COORDS_JAPANESE,
    KF_COORDS_NONE
} kf_coords;

// Room for any written point and its final NUL.
#define KF_POINT_TEXT 8

// The form of that name (a1, sgf, igo, japanese, none; case does not matter), or false.
KF_API bool kf_point_coords(const char *name, size_t length, kf_coords *coords);
// Writes the point as it stands on a board of that size, and returns the number of bytes before
// the NUL. A pass is `pass`, in SGF nothing. A point off the board is written as nothing.
KF_API size_t kf_point_write(kf_point point, kf_coords coords, int width, int height,
                             char text[KF_POINT_TEXT]);
// Reads a point. Letters may have either case except in SGF, where case tells columns apart.
// `pass` in any case is a pass; in SGF so are the empty text and, on boards up to 19x19, `tt`.
// KF_NOWHERE: the text names no point of a board of that size.
KF_API kf_point kf_point_read(const char *text, size_t length, kf_coords coords, int width,
                              int height);
// Writes the letters of a column of the A1 and IGO forms (0 = A), and returns their number.
KF_API size_t kf_point_letters(int column, char text[3]);

/* ---- board.c ----------------------------------------------------- doc/spec/rules.md ---- */

// One point as the board keeps it. Private: only board.c and chain.c look inside. Every stone
// knows the head of its chain, and the stones of a chain form a ring through `next`. `edges`
// counts on the head, for the whole chain, the pairs of a stone and a vacant point beside it: a
// liberty that touches three stones counts three times, so the count is 0 exactly when the chain
// has no liberty. Points that were just captured stay in a ring too: it is the list of captures.
typedef struct kf_cell {
    uint16_t head;
    uint16_t next;
    uint16_t edges;
    uint8_t colour; // kf_colour, or 3 for the border
    uint8_t spare;
} kf_cell;

// A border row above and below, one border column, which serves as the left and the right one.
enum { KF_BOARD_CELLS = (KF_BOARD_MAX + 2) * (KF_BOARD_MAX + 1) };

// A position. It is a plain value: copy it with `=`, or with kf_board_copy, which copies only
// what a board of its size uses (3 KB for 19x19). All fields are for reading.
typedef struct kf_board {
    uint64_t hash;         // of the position, see kf_board_hash
    uint8_t width;         // in points
    uint8_t height;        // in points
    uint16_t stride;       // cells from one row to the next
    uint16_t cells;        // how many cells are in use
    uint16_t ko;           // the cell that may not be retaken, 0 when there is none
    uint8_t ko_colour;     // who may not retake it
    uint32_t prisoners[3]; // by colour of the stones: prisoners[KF_WHITE] = white stones captured
    kf_cell cell[KF_BOARD_CELLS];
} kf_board;

// What the rules common to all rule sets say of a move. A suicide is named as such, whether the
// rule set allows it or not; a repetition that is longer than a ko is kf_history's business.
typedef enum kf_verdict { KF_LEGAL, KF_OCCUPIED, KF_KO, KF_SUICIDE, KF_OFF_BOARD } kf_verdict;

// A move as it was played: what it did, and what kf_board_undo needs to take it back.
typedef struct kf_played {
    uint64_t hash;     // of the position before
    kf_point point;    // KF_PASS for a pass
    uint8_t colour;    // who played
    uint8_t verdict;   // kf_verdict
    uint8_t replaced;  // the colour of the stone that lay there, KF_EMPTY as a rule
    bool from_atari;   // the move joined a chain of its own colour that stood in atari
    uint16_t captured; // how many stones of the opponent came off
    uint16_t suicided; // how many of its own, the new one among them, came off
    uint16_t cell;     // private from here on
    uint16_t next;     // what the cell had in its ring
    uint16_t first;    // a cell of the ring of captured points
    uint16_t ko;       // the ban before
    uint8_t ko_colour;
} kf_played;

// Makes an empty board of that size, without prisoners. Width and height are 1 to KF_BOARD_MAX.
KF_API void kf_board_init(kf_board *board, int width, int height);
// Copies a board; `to` may be uninitialized.
KF_API void kf_board_copy(kf_board *to, const kf_board *from);
// What lies on the point; KF_EMPTY for one that is not on the board.
KF_API kf_colour kf_board_get(const kf_board *board, kf_point point);
// Whether both boards have the same size and the same stones; ko and prisoners do not count.
KF_API bool kf_board_equal(const kf_board *a, const kf_board *b);

// What kf_board_play would answer. Nothing changes.
KF_API kf_verdict kf_board_judge(const kf_board *board, kf_point point, kf_colour colour);
// Plays a move or a pass, also against the rules, and says what the rules say. On an occupied
// point the stone that lies there is replaced (it is nobody's prisoner). Then chains of the
// opponent without liberties come off, then the own one if it has none. A ko is taken as usual.
// Off the board nothing happens. Every move ends the ban of a ko. `played` may not be NULL.
KF_API kf_verdict kf_board_play(kf_board *board, kf_point point, kf_colour colour,
                                kf_played *played);
// Takes back the last move that was played and not taken back. Positions, ko, prisoners and hash
// are then exactly as before the move. Edits by kf_board_put between a move and its undo are not
// allowed: keep a copy of the board instead.
KF_API void kf_board_undo(kf_board *board, const kf_played *played);
// Sets a point by setup: a stone, or KF_EMPTY. Captures nothing, and ends the ban of a ko.
KF_API void kf_board_put(kf_board *board, kf_point point, kf_colour colour);
// The same for many points at once, in time linear in their number and the size of the board.
// Points off the board are passed over.
KF_API void kf_board_put_all(kf_board *board, const kf_point *points, size_t count,
                             kf_colour colour);

// The point that may not be taken back at once, or KF_NOWHERE; and who may not.
KF_API kf_point kf_board_ko(const kf_board *board, kf_colour *banned);
// The stones of the opponent that the move captured, as points in the order of the board; at most
// `max` are written, all are counted. To be asked while `played` is the last move of the board.
KF_API size_t kf_board_captured(const kf_board *board, const kf_played *played, kf_point *points,
                                size_t max);
// The same in no special order, which is much quicker: the order depends on how chains were built.
KF_API size_t kf_board_taken(const kf_board *board, const kf_played *played, kf_point *points,
                             size_t max);
// The chains that the move brought into atari: one point of each, first those of the opponent,
// last the own one if it went into atari itself. At most 5. To be asked as kf_board_captured.
KF_API size_t kf_board_atari(const kf_board *board, const kf_played *played, kf_point points[5]);

// The hash of one stone, 64 bits: output number 2 * (52 * row + column) + colour of the generator
// splitmix64 started at 0, where Black is 1 and White 2. The hash of a position is the exclusive
// or over its stones; it does not depend on the size of the board, and an empty board has 0.
KF_API uint64_t kf_board_key(kf_point point, kf_colour colour);
// The hash of the position together with the player to move: for White another constant, output
// number 5,409 of the same generator, is joined by exclusive or.
KF_API uint64_t kf_board_hash(const kf_board *board, kf_colour to_move);

/* ---- chain.c ----------------------------------------------------- doc/spec/rules.md ---- */

// The stones of the chain on that point, in no special order; at most `max` are written, all are
// counted. An empty point has none.
KF_API size_t kf_chain_stones(const kf_board *board, kf_point point, kf_point *points, size_t max);
// The liberties of that chain, likewise.
KF_API size_t kf_chain_liberties(const kf_board *board, kf_point point, kf_point *points,
                                 size_t max);
// The same where only few liberties matter, which is quicker: if there are no more than `max` they
// are written and counted, else the answer is `max` + 1.
KF_API size_t kf_chain_few(const kf_board *board, kf_point point, kf_point *points, size_t max);
// Whether the chain has exactly one liberty. Quicker than counting.
KF_API bool kf_chain_in_atari(const kf_board *board, kf_point point);
// A point that is the same for all stones of a chain and differs between chains, until the board
// changes; KF_NOWHERE on an empty point.
KF_API kf_point kf_chain_name(const kf_board *board, kf_point point);
// Whether chains, rings and counts are what the colours of the points say. For tests: O(points).
KF_API bool kf_chain_verify(const kf_board *board);

// Private, for the sources of the board: finds the chains again that stand on or beside any of
// these cells, after the colours of these cells were changed directly.
void kf_chain_refresh(kf_board *board, const uint16_t *cells, size_t count);

// Private: cells and points.
static inline uint32_t kf_board_cell(const kf_board *board, kf_point point) {
    return (uint32_t)(kf_point_row(point) + 1) * board->stride + (uint32_t)kf_point_column(point);
}
static inline kf_point kf_board_point(const kf_board *board, uint32_t cell) {
    return kf_point_at((int)(cell % board->stride), (int)(cell / board->stride) - 1);
}
// Private: the cell above (0), left (1), right (2) or below (3).
static inline uint32_t kf_board_beside(const kf_board *board, uint32_t cell, int side) {
    uint32_t stride = board->stride;
    return side == 0 ? cell - stride : side == 1 ? cell - 1 : side == 2 ? cell + 1 : cell + stride;
}

/* ---- benson.c ---------------------------------------------------- doc/spec/rules.md ---- */

// Points of the largest board: the size of an array with one element a point. The element of a
// point is at row * width + column.
enum { KF_BOARD_POINTS = KF_BOARD_MAX * KF_BOARD_MAX };

static inline int kf_benson_index(const kf_board *board, kf_point point) {
    return kf_point_row(point) * board->width + kf_point_column(point);
}

// Marks in `alive`, one element a point, all stones of the colour that are alive unconditionally
// (D. B. Benson 1976: pass-alive, the book's "absolutely safe"), and clears all other elements.
// `suicide`: the rules let the opponent play it; then an eye may hold no stone out of touch.
// Returns how many stones it marked.
KF_API int kf_benson_find(const kf_board *board, kf_colour colour, bool suicide, bool *alive);
// Marks in `safe` the vacant points and the stones of the opponent within the eyes of such stones:
// regions that touch no other stone of the colour and in which the opponent cannot live, for they
// have no more than one point away from the stones. `alive` is the answer of kf_benson_find.
KF_API void kf_benson_eyes(const kf_board *board, kf_colour colour, const bool *alive, bool *safe);

/* ---- rules.c ----------------------------------------------------- doc/spec/rules.md ---- */

// Which repetition is meant: of the ko alone, of the stones, or of the stones and the turn.
typedef enum kf_ko_rule { KF_KO_SIMPLE, KF_KO_POSITIONAL, KF_KO_SITUATIONAL } kf_ko_rule;

// A position that comes back by more than a ko: nothing is said, it is a warning, or it is an
// error.
typedef enum kf_repeats { KF_REPEATS_ALLOWED, KF_REPEATS_WARNED, KF_REPEATS_FORBIDDEN } kf_repeats;

typedef enum kf_counting { KF_COUNTING_TERRITORY, KF_COUNTING_AREA } kf_counting;

// What White is given for the N stones of a handicap.
typedef enum kf_gives { KF_GIVES_NOTHING, KF_GIVES_STONES, KF_GIVES_LESS_ONE } kf_gives;

// Where handicap stones lie: in the order of the book of 1931, on the stars with the upper left
// left for last, on the stars in the order of GTP, or anywhere.
typedef enum kf_handicap {
    KF_HANDICAP_BOOK,
    KF_HANDICAP_JAPANESE,
    KF_HANDICAP_STAR,
    KF_HANDICAP_FREE
} kf_handicap;

typedef struct kf_rules {
    const char *id;    // "japanese"
    const char *title; // "Japanese rules"
    const char *names; // what kf_rules_find knows it by, with | between
    bool suicide;      // allowed
    kf_ko_rule ko;
    kf_repeats repeats;
    kf_counting counting;
    bool seki_eyes; // the own eyes of a group in seki count
    bool has_komi;  // false: the rules name no usual komi
    int komi;       // the usual one, in half points
    kf_gives gives;
    int passes;           // in a row that end the game; 0: the players agree on the end
    bool pass_stones;     // a pass costs a stone, and White passes last
    bool black_wins_ties; // an equal count is Black's
    kf_handicap handicap;
} kf_rules;

// How many rule sets there are, and the one of that index; NULL outside.
KF_API size_t kf_rules_count(void);
KF_API const kf_rules *kf_rules_at(size_t index);
// The rule set that a text means, as it stands in RU, in RULES or after --rules. Case, blanks,
// signs, a year behind and words like "rules" do not matter. NULL: none of ours.
KF_API const kf_rules *kf_rules_find(const char *name, size_t length);
// The rule set where a record names none: japanese.
KF_API const kf_rules *kf_rules_default(void);
// The points that White gets for a handicap of that many stones.
KF_API int kf_rules_compensation(const kf_rules *rules, int stones);

/* ---- score.c ----------------------------------------------------- doc/spec/rules.md ---- */

// What becomes of a chain. Counting knows three of them: dead stones come off, stones in seki
// stay and are treated as the rule set says, and all others stay.
typedef enum kf_status {
    KF_ALIVE, // lives even if it is attacked first
    KF_PASS_ALIVE,
    KF_UNSETTLED, // who moves first decides
    KF_DEAD,
    KF_SEKI,
    KF_STATUS_KO
} kf_status;

// What is counted. `status` has one kf_status a point (see kf_benson_index), read where stones
// lie; NULL means that all are alive.
typedef struct kf_score_input {
    const kf_board *board;
    const kf_rules *rules;
    kf_counting counting; // as a rule rules->counting; AGA rules can be counted by both
    const uint8_t *status;
    int komi;      // in half points
    int handicap;  // stones given
    int passes[3]; // stones handed over for passes, by colour; see kf_score_passes
} kf_score_input;

// One player's part of the count, in points.
typedef struct kf_score_side {
    int stones;    // stones that stay on the board
    int territory; // points that count as surrounded, those under dead stones of the opponent too
    int dead;      // own stones taken off at the end
    int captured;  // own stones captured in play
    int passes;    // own stones handed over
    int points;    // area: stones + territory; territory: territory - dead - captured - passes
} kf_score_side;

typedef struct kf_score {
    kf_score_side side[3];            // by colour
    int neutral;                      // vacant points that both could still fill
    int shared;                       // vacant points in seki that touch both
    int compensation;                 // points to White for the handicap
    int komi;                         // half points to White
    int result;                       // half points by which Black leads; below 0 White does
    kf_colour winner;                 // KF_EMPTY: a draw
    uint8_t owner[KF_BOARD_POINTS];   // kf_colour whose stone or territory the point is
    bool seki[KF_BOARD_POINTS];       // stones in seki, their shared points, and eyes not counted
    uint16_t region[KF_BOARD_POINTS]; // vacated regions by number from 1; 0 under stones that stay
    uint16_t regions;
} kf_score;

// Counts. The board is taken as it is: captured stones are board->prisoners.
KF_API void kf_score_count(const kf_score_input *input, kf_score *score);
// How many stones each player hands over under rules where a pass costs one: those of the
// recorded passes; where none is recorded both are taken to pass after the last move. White
// passes last in any case. `last` is who made the last move or pass, KF_EMPTY for nobody.
KF_API void kf_score_passes(const kf_rules *rules, const int recorded[3], kf_colour last,
                            int passes[3]);

/* ---- seki.c ------------------------------------------------------ doc/spec/rules.md ---- */

// Finds groups in seki among the stones that `status` does not call dead, and turns their status
// from KF_ALIVE into KF_SEKI: chains of both colours that share vacant points, and of which
// neither has two eyes or the room to make them, also not by way of chains that cannot be cut
// off. Neutral points beside other groups make no seki. Returns how many stones it marked.
// This trusts the status of dead and alive: it is a reading of the position, not a proof.
KF_API int kf_seki_mark(const kf_board *board, uint8_t *status);

/* ---- handicap.c -------------------------------------------------- doc/spec/rules.md ---- */

// The most stones of any table.
#define KF_HANDICAP_MAX 17

// How many stones the custom knows on a board of that size; 0 when it knows none. The book goes
// to 17 on 19x19, all others to 9; on other square boards from 7x7 to 19x19 the custom is GTP's.
KF_API int kf_handicap_most(kf_handicap handicap, int width, int height);
// Writes the points of a handicap of that many stones in the order of the custom, and returns
// their number; 0 when there is no such custom. Free placement gets the stars as a proposal.
KF_API int kf_handicap_place(kf_handicap handicap, int stones, int width, int height,
                             kf_point points[KF_HANDICAP_MAX]);
// Whether the points, in any order, are those of the custom, as they lie or turned or mirrored in
// one of the eight ways. Free placement fits always.
KF_API bool kf_handicap_fits(kf_handicap handicap, const kf_point *points, int count, int width,
                             int height);

// The rule of three: after three wins in a row by the same player the handicap changes by one,
// and the count starts again. Starts from `stones`, where 1 means no stones and Black first, and
// 0 that the players are even: odd or even decides who has Black in the first game, and the loser
// has Black in the next one. `winners` are the colours that won; with a handicap Black is always
// the player who takes it. The answer is 0 to KF_HANDICAP_MAX.
KF_API int kf_handicap_after(int stones, const kf_colour *winners, size_t count);
// A rank as a number: 1 kyu is 0, 1 dan is 1, 5 kyu is -4. Knows 5k, 5 kyu, 3d, 3 dan, 3-dan;
// 30 kyu to 9 dan. False: no rank.
KF_API bool kf_handicap_rank(const char *text, size_t length, int *rank);
// The handicap between two players of these ranks: their difference, at most `most`, as the
// answer of kf_handicap_after.
KF_API int kf_handicap_between(int rank, int other, int most);

/* ---- arrange.c --------------------------------------------------- doc/spec/rules.md ---- */

// A territory as it lies after arranging.
typedef struct kf_arranged {
    kf_colour colour;
    int before;   // points before arranging
    int after;    // points left; 0 when it was filled
    kf_point top; // the upper left corner of the rectangle, or a point of it; KF_NOWHERE if filled
    int width;    // of the rectangle; 0 when it has another shape
    int height;
    int parts; // in how many rectangles with a side of 5 or 10 it falls then, see `part`
    int rest;  // its points that are in none of them
} kf_arranged;

enum { KF_ARRANGE_PARTS = 256 };

// A rectangle of a territory that has another shape.
typedef struct kf_arranged_part {
    int territory; // its place in the list
    kf_point top;  // the upper left corner
    int width, height;
} kf_arranged_part;

typedef struct kf_arrangement {
    uint8_t point[KF_BOARD_POINTS]; // kf_colour as it lies on the table, see kf_benson_index
    int vacant[3];                  // points of territory left, by colour
    int surplus[3];                 // prisoners that found no room in their territory
    int moved[3];                   // stones taken from the walls to fill elsewhere
    int rectangles[3];              // territories that became rectangles with a side of 5 or 10
    int count;
    kf_arranged territory[KF_BOARD_POINTS]; // by the region numbers of the score, from 0
    int part_count;
    kf_arranged_part part[KF_ARRANGE_PARTS];
} kf_arrangement;

// The bytes of memory that arranging needs, aligned as malloc does.
KF_API size_t kf_arrange_size(const kf_score *score);
// Arranges what kf_score_count counted by territory on the same board. Dead stones come off; stones
// that died or were captured, and those handed over for passes, go into their own territories, so
// that as few as possible but one keep an odd shape, then as many as possible become rectangles
// with a side of 5 or 10, then as few stones as possible are taken from the walls, then tens come
// before other areas and large rectangles before small ones. So the vacant total of a colour less
// its surplus is its count by subtraction. A territory of ten points or more
// that keeps another shape is laid out in several such rectangles, with the smallest rest, and then
// the fewest stones moved. No wall that touches anything but
// its own colour is opened, and no more than 64 stones are moved for one territory. A rectangle
// takes stones that lie nearer to another territory, or beside one, only where fewer territories
// keep an odd shape by that, or there is no other rectangle; this is looked for among at most 24
// territories of a colour and in a fixed number of steps, so a better one may be missed.
KF_API void kf_arrange_count(const kf_board *board, const kf_score *score, void *memory,
                             kf_arrangement *result);

/* ---- history.c --------------------------------------------------- doc/spec/rules.md ---- */

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
KF_API size_t kf_history_size(size_t moves, size_t setups, int width, int height);
// Starts a history in that memory, aligned as malloc does, with the board as its first position.
// The sizes are those that kf_history_size was asked with.
KF_API void kf_history_init(kf_history *history, void *memory, size_t moves, size_t setups,
                            const kf_board *board, kf_colour to_move);
// Moves a history that has become full to larger memory, with all that it knows. The memory that
// it lived in may go afterwards.
KF_API void kf_history_move(kf_history *history, void *memory, size_t moves, size_t setups);
// To be asked after the move was played and before it is added: how many moves ago the position
// that it made stood on the board, with the same stones and, if asked, the same player to move.
// 0: never. A pass repeats no position.
KF_API uint32_t kf_history_find(const kf_history *history, const kf_board *board,
                                const kf_played *played, kf_repetition repetition);
// Adds the move that was just played on the board. False when the memory is full.
KF_API bool kf_history_add(kf_history *history, const kf_board *board, const kf_played *played);
// Forgets all positions, after stones were set up: the position on the board is the first one.
KF_API bool kf_history_forget(kf_history *history, const kf_board *board, kf_colour to_move);
// Where the history stands now, and taking it back there, over moves and over forgetting.
KF_API kf_history_mark kf_history_here(const kf_history *history);
KF_API void kf_history_return(kf_history *history, kf_history_mark mark);

#ifdef __cplusplus
}
#endif

#endif
